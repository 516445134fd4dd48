//! Unique rectangles and loops: cells of two digits between which these could be exchanged, so
//! that something else must hold in one of the cells that have more. Right only if the puzzle has
//! one solution.
//!
//! Types after the field's numbering: 1, one cell has more; 2, all that have more have one digit
//! more, the same; 3, the further digits of two cells make a naked set with other cells, or the
//! loop's digits a hidden one; 4, one of the loop's digits is locked to the two cells. Of all that
//! is found the lowest rating is taken, then the lowest type, then the first.

use std::ops::ControlFlow;

use crate::rate::finder::Finder;
use crate::rate::ground::{CELLS, Cells, DIGITS, Digits, Ground, KINDS, bits, cells, subsets};
use crate::rate::marks::Marks;
use crate::rate::state::State;
use crate::rate::step::Step;
use crate::rate::technique::{Producer, Sink, Technique};

const fn named(slug: &'static str, name: &'static str) -> Technique {
    Technique::unique(slug, name, 4.5)
}

static RECTANGLE: [Technique; 4] = [
    named("unique-rectangle-1", "Unique Rectangle Type 1"),
    named("unique-rectangle-2", "Unique Rectangle Type 2"),
    named("unique-rectangle-3", "Unique Rectangle Type 3"),
    named("unique-rectangle-4", "Unique Rectangle Type 4"),
];
static LOOP: [Technique; 4] = [
    named("unique-loop-1", "Unique Loop Type 1"),
    named("unique-loop-2", "Unique Loop Type 2"),
    named("unique-loop-3", "Unique Loop Type 3"),
    named("unique-loop-4", "Unique Loop Type 4"),
];

pub(super) const LOOPS: Producer = Producer {
    techniques: &[
        &RECTANGLE[0],
        &RECTANGLE[1],
        &RECTANGLE[2],
        &RECTANGLE[3],
        &LOOP[0],
        &LOOP[1],
        &LOOP[2],
        &LOOP[3],
    ],
    find,
};

fn find(finder: &mut Finder, sink: &mut Sink) -> ControlFlow<()> {
    let (ground, state) = (finder.ground, &finder.state);
    let mut search = Search {
        ground,
        state,
        pair: 0,
        both: 0,
        path: Vec::new(),
        met: [0; 2],
        longest: CELLS,
        best: None,
        all: sink.wants_all().then(Vec::new),
    };
    for start in cells(state.empty).filter(|&cell| state.count(cell) == 2) {
        search.pair = state.of[start];
        search.both = bits(search.pair).fold(!0, |both, digit| both & state.at.0[digit]);
        if search.both.count_ones() >= 4 {
            search.extend(start, None, 2, 0);
        }
    }
    let Search { best, all, .. } = search;
    let mut found = all.unwrap_or_default().into_iter().chain(best.map(|(_, step)| step));
    found.try_for_each(|step| sink.take(step))
}

struct Search<'a> {
    ground: &'a Ground,
    state: &'a State,
    /// The two digits of the loop, and the cells that have both.
    pair: Digits,
    both: Cells,
    path: Vec<usize>,
    /// The houses that the path has met at even and at odd positions.
    met: [u64; 2],
    /// The longest loop that could be taken.
    longest: usize,
    /// The type and the step.
    best: Option<(usize, Step)>,
    /// In place of the best: all, where all are wanted.
    all: Option<Vec<Step>>,
}

impl Search<'_> {
    /// Goes on from the end of a path to a cell, by houses of another kind than the last.
    ///
    /// `spare` is how many further cells may have more than the pair. `extra` are the digits that
    /// they have; what a cell adds stays for the cells that are tried after it in its place, as in
    /// the reference, which so misses some loops with more than two such cells.
    fn extend(&mut self, cell: usize, last: Option<usize>, spare: i32, mut extra: Digits) {
        // A loop meets a house once at even and once at odd positions, or never.
        let parity = self.path.len() % 2;
        let houses = self.ground.houses_of[cell].iter().fold(0, |set, house| set | 1 << house);
        if self.met[parity] & houses != 0 || self.path.len() >= self.longest {
            return;
        }
        self.met[parity] |= houses;
        self.path.push(cell);
        for kind in (0..KINDS).filter(|&kind| Some(kind) != last) {
            let house = usize::from(self.ground.houses_of[cell][kind]);
            let set = self.ground.houses[house].set & self.both;
            for next in cells(set) {
                if next == self.path[0] && self.path.len() >= 4 {
                    if self.met[0] == self.met[1] {
                        self.closed();
                    }
                } else if !self.path.contains(&next) {
                    let of = self.state.of[next];
                    extra |= of & !self.pair;
                    let more = of != self.pair;
                    if !more || extra.is_power_of_two() || spare > 0 {
                        self.extend(next, Some(kind), spare - i32::from(more), extra);
                    }
                }
            }
        }
        self.path.pop();
        self.met[parity] &= !houses;
    }

    /// The rating of a loop as long as the path, before what a type adds.
    fn rating(&self) -> f64 {
        match self.path.len() {
            10.. => 4.5 + 0.3 + 0.2,
            8.. => 4.5 + 0.2,
            6.. => 4.5 + 0.1,
            _ => 4.5,
        }
    }

    /// Takes a step, if it removes something and is better than the best.
    fn offer(&mut self, kind: usize, add: f64, removed: Marks, house: Option<usize>) {
        if removed.is_empty() {
            return;
        }
        let rating = self.rating() + add;
        let better = self.best.as_ref().is_none_or(|(best, step)| {
            rating < step.rating() || (rating <= step.rating() && kind < *best)
        });
        if better {
            let of_length = if self.path.len() == 4 { &RECTANGLE } else { &LOOP };
            let cells = self.path.iter().fold(0, |set, cell| set | 1 << cell);
            let step = Step::new(&of_length[kind - 1]).rated(rating).removing(removed);
            let step = step.with(cells, self.pair);
            let step = house.into_iter().fold(step, |step, h| step.within(self.ground, h));
            if let Some(all) = &mut self.all {
                return all.push(step);
            }
            self.best = Some((kind, step));
            // Longer ones are rated higher.
            self.longest = match rating {
                ..4.6 => 4,
                ..4.7 => 6,
                ..5.0 => 8,
                _ => CELLS,
            };
        }
    }

    /// The path is a loop.
    fn closed(&mut self) {
        let (state, pair) = (self.state, self.pair);
        let more: Vec<usize> =
            self.path.iter().copied().filter(|&cell| state.of[cell] != pair).collect();
        let extra = more.iter().fold(0, |extra, &cell| extra | state.of[cell]) & !pair;
        match *more.as_slice() {
            [] => {}
            [one] => {
                let mut removed = Marks::default();
                removed.add(one, pair);
                self.offer(1, 0.0, removed, None);
            }
            [one, other] => {
                if extra.is_power_of_two() {
                    self.second(&more);
                } else {
                    self.third(one, other, extra);
                }
                self.fourth(one, other);
            }
            _ => self.second(&more),
        }
    }

    /// One further digit: in one of the cells it is.
    fn second(&mut self, more: &[usize]) {
        let digit = (self.state.of[more[0]] & !self.pair).trailing_zeros() as usize;
        let set = more.iter().fold(0, |set, cell| set | 1 << cell);
        let removed = self.state.at.0[digit] & self.ground.common_peers(set);
        self.offer(2, 0.0, Marks::of(digit, removed), None);
    }

    /// Naked and hidden sets in a house of both cells.
    fn third(&mut self, one: usize, other: usize, extra: Digits) {
        let ground = self.ground;
        for size in extra.count_ones() as usize..=7 {
            for kind in 0..KINDS {
                let house = ground.houses_of[one][kind];
                if house != ground.houses_of[other][kind] {
                    continue;
                }
                let places = [one, other].map(|cell| ground.place_in[cell][kind]);
                let open = usize::from(self.state.open[usize::from(house)]);
                if 2 * size <= open {
                    self.naked(house.into(), [one, other], places, extra, size);
                }
                if 2 * size < open {
                    self.hidden(house.into(), places, extra, size);
                }
            }
        }
    }

    /// The further digits of both cells as one cell of a naked set.
    fn naked(
        &mut self,
        house: usize,
        [one, other]: [usize; 2],
        places: [u8; 2],
        extra: Digits,
        size: usize,
    ) {
        let (ground, state) = (self.ground, self.state);
        let all: u16 = (1 << DIGITS) - 1;
        for set in subsets(all & !(1 << places[1]), size).filter(|set| set >> places[0] & 1 == 1) {
            let rest = set & !(1 << places[0]);
            let others = ground.cells_at(house, rest);
            if cells(others).any(|cell| state.count(cell) < 2) {
                continue;
            }
            let union = cells(others).fold(0, |union, cell| union | state.of[cell]);
            // With either cell alone it is to be a naked set.
            let common = extra & state.of[one] & state.of[other];
            let full = (union | common).count_ones() as usize == size;
            if full && (union | extra).count_ones() as usize == size {
                let keep = others | 1 << one | 1 << other;
                let mut removed = Marks::default();
                for digit in bits(union | extra) {
                    removed.0[digit] = state.at.0[digit] & ground.houses[house].set & !keep;
                }
                self.offer(3, f64::from(size as u8 - 1) * 0.1, removed, Some(house));
            }
        }
    }

    /// The loop's digits and others as a hidden set, both cells counting as one.
    fn hidden(&mut self, house: usize, places: [u8; 2], extra: Digits, size: usize) {
        let (ground, state, pair) = (self.ground, self.state, self.pair);
        let all: u16 = (1 << DIGITS) - 1;
        let free = all & !pair & !extra;
        for set in subsets(free, size - 2) {
            let digits = set | pair;
            let at = |digit: usize| state.places[house][digit] & !(1 << places[1]);
            if bits(digits).any(|digit| at(digit) == 0) {
                continue;
            }
            let union = bits(digits).fold(0, |union, digit| union | at(digit));
            if union.count_ones() as usize == size {
                let others = union & !(1 << places[0]);
                let mut removed = Marks::default();
                for cell in cells(ground.cells_at(house, others)) {
                    removed.add(cell, state.of[cell] & !digits);
                }
                let add = (f64::from(others.count_ones()) - 1.0) * 0.1;
                self.offer(3, add, removed, Some(house));
            }
        }
    }

    /// A digit of the loop that is locked to the two cells in a house: the other cannot be there.
    fn fourth(&mut self, one: usize, other: usize) {
        let (ground, state) = (self.ground, self.state);
        let both: Cells = 1 << one | 1 << other;
        let locked = |digit: usize| {
            let mut shared = (0..KINDS).filter(|&kind| {
                let house = ground.houses_of[one][kind];
                let set = ground.houses[usize::from(house)].set;
                house == ground.houses_of[other][kind] && state.at.0[digit] & set & !both == 0
            });
            shared.next_back().map(|kind| usize::from(ground.houses_of[one][kind]))
        };
        let low = self.pair.trailing_zeros() as usize;
        let high = (self.pair & (self.pair - 1)).trailing_zeros() as usize;
        let found = locked(low).map(|house| (house, high));
        if let Some((house, digit)) = found.or_else(|| locked(high).map(|house| (house, low))) {
            self.offer(4, 0.0, Marks::of(digit, both), Some(house));
        }
    }
}
