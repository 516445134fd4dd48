//! Regions of a 4×4 that are to be found, against plain enumeration.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::filter as filter_of;
use super::*;
use crate::engine::native::Native;
use crate::engine::native::geometry::Geometry;
use crate::engine::native::precedence::Precedence;
use crate::engine::native::turns::Pace;
use crate::grid::{Digit, LayoutSpec};
use crate::limits::{End, Limits};
use crate::random::Random;
use crate::rule::Rule;

const SIDE: usize = 4;
const CELLS: usize = SIDE * SIDE;

fn neighbours(cell: usize) -> impl Iterator<Item = usize> {
    (0..CELLS).filter(move |&other| {
        (cell / SIDE).abs_diff(other / SIDE) + (cell % SIDE).abs_diff(other % SIDE) == 1
    })
}

/// All sets of four connected cells, as bits.
fn shapes() -> Vec<u32> {
    let mut shapes: Vec<u32> = (0..CELLS).map(|cell| 1 << cell).collect();
    for _ in 1..SIDE {
        let mut larger = Vec::new();
        for shape in shapes {
            for cell in (0..CELLS).filter(|cell| shape >> cell & 1 == 1) {
                larger.extend(
                    neighbours(cell).map(|more| shape | 1 << more).filter(|it| *it != shape),
                );
            }
        }
        larger.sort_unstable();
        larger.dedup();
        shapes = larger;
    }
    shapes
}

/// All ways to cut the grid into such sets, as labels in the order of first cells.
fn partitions() -> Vec<Vec<usize>> {
    let shapes = shapes();
    let mut open = vec![Vec::new()];
    for _ in 0..SIDE {
        let mut longer = Vec::new();
        for parts in open {
            let taken: u32 = parts.iter().fold(0, |all, part| all | part);
            let first = 1u32 << taken.trailing_ones();
            for &shape in shapes.iter().filter(|&&it| it & taken == 0 && it & first != 0) {
                longer.push([parts.clone(), vec![shape]].concat());
            }
        }
        open = longer;
    }
    let label =
        |parts: &[u32], cell: usize| parts.iter().position(|it| it >> cell & 1 == 1).unwrap();
    open.iter().map(|parts| (0..CELLS).map(|cell| label(parts, cell)).collect()).collect()
}

/// All Latin squares.
fn squares() -> Vec<Vec<usize>> {
    let mut open = vec![Vec::new()];
    for cell in 0..CELLS {
        let fits = |square: &[usize], digit: usize| {
            let sees = |other: usize| other / SIDE == cell / SIDE || other % SIDE == cell % SIDE;
            (0..cell).all(|other| !sees(other) || square[other] != digit)
        };
        let longer = |square: Vec<usize>| {
            let digits: Vec<_> = (0..SIDE).filter(|&digit| fits(&square, digit)).collect();
            digits.into_iter().map(move |digit| [square.clone(), vec![digit]].concat())
        };
        open = open.into_iter().flat_map(longer).collect();
    }
    open
}

/// Digits and labels of all grids whose regions have all digits.
fn grids() -> Vec<Vec<Digit>> {
    let (squares, mut grids) = (squares(), Vec::new());
    for labels in partitions() {
        for square in &squares {
            let mut seen = [0u32; SIDE];
            square.iter().zip(&labels).for_each(|(&digit, &label)| seen[label] |= 1 << digit);
            if seen == [0b1111; SIDE] {
                grids.push(square.iter().chain(&labels).map(|&digit| Digit::new(digit)).collect());
            }
        }
    }
    grids
}

/// A cell that counts the region of another, or of its own.
fn counting(random: &mut Random) -> String {
    let name = |cell: usize| format!("r{}c{}", cell / SIDE + 1, cell % SIDE + 1);
    let (teller, first) = (random.below(2 * CELLS), random.below(CELLS));
    let first = if random.below(2) == 0 { teller % CELLS } else { first };
    let offset = random.below(2);
    let line = |most: usize, random: &mut Random| {
        let mut line = vec![first];
        while line.len() < most {
            let around: Vec<_> = neighbours(line[line.len() - 1]).collect();
            let next = around[random.below(around.len())];
            if line.contains(&next) {
                break;
            }
            line.push(next);
        }
        line.iter().map(|&cell| name(CELLS + cell)).collect::<Vec<_>>().join(" ")
    };
    let (kind, lines) = match random.below(3) {
        0 => {
            let mut cells: Vec<_> = (0..CELLS).filter(|&cell| cell != first).collect();
            random.shuffle(&mut cells);
            let cells: Vec<_> =
                cells.iter().take(1 + random.below(7)).map(|&it| name(CELLS + it)).collect();
            ("countsame", format!("{} {}", name(CELLS + first), cells.join(" ")))
        }
        1 => ("runlengths", line(4, random)),
        _ => ("runlengths", format!("{}; {}", line(3, random), line(3, random))),
    };
    format!("{kind} {offset} {}; {lines}", name(teller))
}

/// What is removed stands in no grid that the rules allow; of one grid alone it is known whether they do.
#[test]
fn no_grid_is_lost() {
    let grids = grids();
    assert_eq!(partitions().len(), 117);
    let mut random = Random::new(7);
    let (mut narrowed, mut refused, mut held, mut failed) = (0, 0, 0, 0);
    for round in 0..600 {
        let digits = ["", "+digits=0-3"][round % 2];
        let spec = format!("grid=4x4+latin+extra=4/4/4/4{digits}");
        let layout = spec.parse::<LayoutSpec>().unwrap().build(SIDE).unwrap().shared();
        let mut puzzle = Puzzle::new(layout.clone());
        let mut texts = vec!["chaos r5-8c1-4".to_owned()];
        texts.extend((0..random.below(4)).map(|_| counting(&mut random)));
        for text in &texts {
            puzzle = puzzle.with_rule(Rule::parse(text, &layout).unwrap());
        }
        let geometry = Geometry::new(&layout, &[]);
        let some = &grids[random.below(grids.len())];
        let mut sets: Vec<u32> = some.iter().map(|digit| 1 << digit.index()).collect();
        let domain = Domain { geometry: &geometry, cells: &[0b1111; 2 * CELLS] };
        let (Filtered { cells, filter, .. }, known) = filter_of(&puzzle, domain).unwrap();
        assert_eq!(known.len(), texts.len() - 1);
        let mut single: Vec<u32> = cells.iter().map(|&cell| sets[cell as usize]).collect();
        let holds = puzzle.rules().iter().all(|rule| rule.holds(some));
        assert_eq!(filter.narrow(&mut single), holds, "{texts:?} {some:?}");
        (held, failed) = (held + usize::from(holds), failed + usize::from(!holds));

        let more = 1 + random.below(3);
        for set in &mut sets {
            (0..more).for_each(|_| *set |= 1 << random.below(SIDE));
            if random.below(3) == 0 {
                *set = 0b1111;
            }
        }
        let mut left: Vec<u32> = cells.iter().map(|&cell| sets[cell as usize]).collect();
        let before = left.clone();
        let holds = filter.narrow(&mut left);
        refused += usize::from(!holds);
        narrowed += usize::from(holds && left != before);
        let is_within = |sets: &[u32], grid: &[Digit]| {
            cells.iter().zip(sets).all(|(&cell, set)| set >> grid[cell as usize].index() & 1 == 1)
        };
        for grid in grids.iter().filter(|grid| is_within(&before, grid)) {
            if puzzle.rules().iter().all(|rule| rule.holds(grid)) {
                assert!(holds && is_within(&left, grid), "{texts:?} {grid:?} {before:?} {left:?}");
            }
        }
    }
    assert!(narrowed > 200 && refused > 30 && held > 100 && failed > 100);
}

/// Native search, which has the filter in place of others, finds the grids that the rules allow and no others: without
/// learning, with it, and by turns.
#[test]
fn searches_find_all_grids() {
    let grids = grids();
    let layout = "grid=4x4+latin+extra=4/4/4/4".parse::<LayoutSpec>().unwrap();
    let layout = layout.build(SIDE).unwrap().shared();
    let mut random = Random::new(11);
    let (mut none, mut some, mut renumbered) = (0, 0, 0);
    for round in 0..160 {
        let mut puzzle = Puzzle::new(layout.clone());
        let mut texts = vec!["chaos r5-8c1-4".to_owned()];
        texts.extend((0..=random.below(3)).map(|_| counting(&mut random)));
        let labels = [(); 3].map(|()| layout.name_of(Cell::new(CELLS + random.below(CELLS))));
        let [a, b, c] = &labels;
        texts.extend(match round % 8 {
            _ if !labels.iter().all_unique() => None,
            0 => Some(format!("distinct {a} {b}")),
            2 => Some(format!("sameset {a}; {b}")),
            4 => Some(format!("countdistinct r1c1; {a} {b} {c}")),
            6 => Some(format!("or (distinct {a} {b}) (sameset {a}; {c})")),
            _ => None,
        });
        // Regions of any size, which are counted, have that size.
        let is_counted = round % 4 == 3;
        if is_counted {
            texts.push("containsexactly 1 1 1 1 2 2 2 2 3 3 3 3 4 4 4 4 r5-8c1-4".to_owned());
        }
        for text in &texts {
            let rule = Rule::parse(text, &layout).unwrap();
            let any_size = |block: &Block| match block {
                Block::Connected(block) if is_counted => Block::Connected(block.with_size(None)),
                _ => block.clone(),
            };
            let blocks: Vec<_> = rule.blocks().iter().map(any_size).collect();
            puzzle =
                puzzle.with_rule(if is_counted { Rule::from_blocks(text, blocks) } else { rule });
        }
        // What stands in some grid, now and then with one cell of another; no labels every other time.
        let cells = CELLS << (round % 2);
        let [own, other] = [0, 1].map(|_| &grids[random.below(grids.len())]);
        for k in 0..3 {
            let cell = random.below(cells);
            let grid = if k == 0 && round % 3 == 0 { other } else { own };
            puzzle.set(Cell::new(cell), grid[cell]);
        }
        let fits = |grid: &&Vec<Digit>| {
            let clues = puzzle.clues();
            let is_given = |(k, digit): (usize, &Digit)| clues.contains(Cell::new(k), *digit);
            grid.iter().enumerate().all(is_given)
                && puzzle.rules().iter().all(|rule| rule.holds(grid))
        };
        let expected: BTreeSet<Vec<Digit>> = grids.iter().filter(fits).cloned().collect();
        let turns = Pace { alone: 0, turn: 1, conflicts: 1 };
        for (patience, pace) in [(0, Pace::USUAL), (4, turns), (1_000_000, Pace::USUAL)] {
            let mut found = BTreeSet::new();
            let mut visit = |digits: &[Digit]| {
                assert!(found.insert(digits.to_vec()), "{texts:?}");
                ControlFlow::Continue(())
            };
            let mut native = Native::with_patience(patience, pace);
            let (_, end) = native.search(&puzzle, &Limits::none(), &mut visit);
            assert_eq!((end, &found), (End::Exhausted, &expected), "{texts:?}");
        }
        none += usize::from(expected.is_empty());
        some += usize::from(!expected.is_empty());
        let is_renumbered = Precedence::of(&puzzle, &Limits::none()).is_some();
        renumbered += usize::from(is_renumbered && !expected.is_empty());
    }
    assert!(none > 10 && some > 10 && renumbered > 10, "{none} {some} {renumbered}");
}
