//! Rules of every kind at random places.

use std::sync::Arc;

use satoku::rule::{KINDS, Kind, Numbers, Rule, Shape};
use satoku::{Cell, Layout};

/// Random numbers (xorshift of George Marsaglia).
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % n as u64).unwrap()
    }
}

/// A walk over neighbouring cells, touching corners included, no cell twice.
fn walk(side: usize, length: usize, random: &mut Random) -> Vec<Cell> {
    let mut cells = vec![Cell::new(random.below(side * side))];
    for _ in 0..20 * length {
        let last = cells[cells.len() - 1];
        let row = (last.row(side) + random.below(3)).checked_sub(1).filter(|&row| row < side);
        let column = (last.column(side) + random.below(3)).checked_sub(1).filter(|&c| c < side);
        if let (Some(row), Some(column)) = (row, column) {
            let next = Cell::at(row, column, side);
            if !cells.contains(&next) && cells.len() < length {
                cells.push(next);
            }
        }
    }
    cells
}

/// Random numbers that a kind may take.
fn numbers(kind: &Kind, side: usize, random: &mut Random) -> Vec<i64> {
    let most = if random.below(2) == 0 { side } else { 2 * side + 2 };
    let mut some = |count| (0..count).map(|_| random.below(most)).collect::<Vec<_>>();
    let numbers = match kind.numbers {
        Numbers::None => vec![],
        Numbers::One => some(1),
        Numbers::Default(_) => some(1)[..].repeat(usize::from(some(1)[0] > 1)),
        Numbers::Flag => some(1).iter().map(|number| number % 3).filter(|flag| *flag < 2).collect(),
        Numbers::Some => (0..=some(1)[0] % 3).flat_map(|_| some(1)).collect(),
        Numbers::Any => (0..some(1)[0] % 3).flat_map(|_| some(1)).collect(),
        ref other => panic!("{}: choose numbers for {other:?}", kind.name),
    };
    let sign = if random.below(20) == 0 { -1 } else { 1 };
    numbers.into_iter().map(|number| sign * i64::try_from(number).unwrap()).collect()
}

/// Random lines of cells that a kind may take.
fn lines(kind: &Kind, side: usize, random: &mut Random) -> Vec<Vec<Cell>> {
    let word = |random: &mut Random| {
        let mut cells = walk(side, 1 + random.below(4), random);
        if random.below(4) == 0 {
            cells.push(cells[random.below(cells.len())]);
        }
        cells
    };
    match kind.shape {
        Shape::Grid => vec![],
        Shape::Among if random.below(3) == 0 => vec![],
        Shape::Set | Shape::Cells | Shape::Among => vec![walk(side, 1 + random.below(4), random)],
        Shape::Path => vec![walk(side, 2 + random.below(3), random)],
        // Plain, closed by its first cells, or joined in its middle.
        Shape::Line => {
            let mut line = walk(side, 2 + random.below(3), random);
            match random.below(6) {
                0 => line.extend_from_within(..random.below(3).min(line.len())),
                1 if line.len() > 1 => line.push(line[random.below(line.len() - 1)]),
                _ => {}
            }
            vec![line]
        }
        Shape::Word if random.below(8) == 0 => {
            vec![(0..side * side).map(Cell::new).take(side).collect()]
        }
        Shape::Word => vec![word(random)],
        Shape::Row => {
            let k = random.below(side);
            let across = random.below(2) == 0;
            let cell = |at| if across { Cell::at(k, at, side) } else { Cell::at(at, k, side) };
            let mut row: Vec<_> = (0..side).map(cell).collect();
            if random.below(2) == 0 {
                row.reverse();
            }
            vec![row]
        }
        Shape::Lines(least, most) => {
            let count = least + random.below(2).min(most - least);
            (0..count).map(|_| word(random)).collect()
        }
        // Arms from one cell, or any lines.
        Shape::Told(most) => {
            let mut groups = vec![walk(side, 1, random), word(random)];
            for _ in 0..random.below(3).min(most - 2) {
                let (mut group, first) = (word(random), groups[1][0]);
                group[0] = if random.below(4) > 0 { first } else { group[0] };
                groups.push(group);
            }
            groups
        }
        Shape::Exempt => {
            let pairs = (0..random.below(5)).map(|_| walk(side, 2, random));
            let straight = |pair: &Vec<Cell>| {
                let rows = pair[0].row(side).abs_diff(pair[1].row(side));
                rows + pair[0].column(side).abs_diff(pair[1].column(side)) == 1
            };
            pairs.filter(|pair| pair.len() == 2).filter(straight).collect()
        }
        ref other => panic!("{}: choose cells for {other:?}", kind.name),
    }
}

/// A rule of a kind at a random place, if the layout may have one.
pub(super) fn place(
    kind: &'static Kind,
    layout: &Arc<Layout>,
    random: &mut Random,
) -> Option<Rule> {
    let side = layout.side();
    let random_rule = |_| {
        let (numbers, lines) = (numbers(kind, side, random), lines(kind, side, random));
        Rule::new(kind, &numbers, lines, layout).ok()
    };
    (0..10_000).find_map(random_rule)
}

/// A rule of any kind that the layout may have.
pub(super) fn place_any(layout: &Arc<Layout>, random: &mut Random) -> Rule {
    loop {
        if let Some(rule) = place(&KINDS[random.below(KINDS.len())], layout, random) {
            return rule;
        }
    }
}
