//! The bivalue universal grave: but for a few candidates, every cell would have two digits and
//! every digit two places in each house; then these could be exchanged, so one of the few is right.
//! Right only if the puzzle has one solution.
//!
//! Types after the field's numbering: 1, one cell has more; 2, several have the same digit more; 3,
//! their further digits make a naked set with other cells; 4, two cells of a house between which
//! another digit is locked.

use std::ops::ControlFlow;

use crate::rate::finder::Finder;
use crate::rate::ground::{CELLS, Cells, DIGITS, Digits, Ground, KINDS, bits, cells, subsets};
use crate::rate::marks::Marks;
use crate::rate::state::State;
use crate::rate::step::Step;
use crate::rate::technique::{Producer, Sink, Technique};

static ONE: Technique = Technique::unique("bug-1", "BUG Type 1", 5.6);
static TWO: Technique = Technique::unique("bug-2", "BUG Type 2", 5.7);
static THREE: Technique = Technique::unique("bug-3", "BUG Type 3", 5.7);
static FOUR: Technique = Technique::unique("bug-4", "BUG Type 4", 5.7);

pub(super) const BUG: Producer = Producer { techniques: &[&ONE, &TWO, &FOUR, &THREE], find };

/// The cells that have more than the grave.
struct Bug {
    /// In the order in which they were met.
    cells: Vec<usize>,
    /// What each cell has more.
    extra: [Digits; CELLS],
    all: Digits,
    /// What sees all of them.
    common: Cells,
}

impl Bug {
    fn set(&self) -> Cells {
        self.cells.iter().fold(0, |set, cell| set | 1 << cell)
    }
}

/// The kinds of houses as chains go through them: boxes, rows, columns.
const KIND_ORDER: [usize; KINDS] = [0, 2, 1];

/// The cells with further digits, if the position is a grave without these.
fn bug(ground: &Ground, state: &State) -> Option<Bug> {
    let mut bug = Bug { cells: Vec::new(), extra: [0; CELLS], all: 0, common: !0 };
    let mut rest = state.clone();
    for kind in KIND_ORDER {
        for (h, house) in ground.houses.iter().enumerate().filter(|(_, h)| h.kind == kind) {
            for digit in 0..DIGITS {
                let count = state.places[h][digit].count_ones();
                if count == 0 || count == 2 {
                    continue;
                }
                // Of several cells another house will tell which.
                let at = state.at.0[digit] & house.set;
                let mut more = cells(at).filter(|&cell| state.count(cell) >= 3);
                let cell = more.next()?;
                if more.next().is_some() {
                    continue;
                }
                if !bug.cells.contains(&cell) {
                    bug.cells.push(cell);
                }
                bug.extra[cell] |= 1 << digit;
                bug.all |= 1 << digit;
                rest.remove(ground, cell, digit);
                bug.common &= ground.peers[cell];
                bug.common &= !bug.set();
                if bug.cells.len() > 1 && bug.all.count_ones() > 1 && bug.common == 0 {
                    return None;
                }
            }
        }
    }
    let two = |count: u32| count == 0 || count == 2;
    let grave = cells(rest.empty).all(|cell| rest.count(cell) == 2)
        && rest.places.as_flattened().iter().all(|places| two(places.count_ones()));
    (grave && !bug.cells.is_empty()).then_some(bug)
}

fn find(finder: &mut Finder, sink: &mut Sink) -> ControlFlow<()> {
    step(finder).map_or(ControlFlow::Continue(()), |step| sink.take(step))
}

/// There is one grave at most, so one step.
fn step(finder: &Finder) -> Option<Step> {
    let (ground, state) = (finder.ground, &finder.state);
    let bug = bug(ground, state)?;
    let pattern = bug.set();
    if let [cell] = *bug.cells.as_slice() {
        let mut removed = Marks::default();
        removed.add(cell, state.of[cell] & !bug.all);
        return Some(Step::new(&ONE).removing(removed).with(pattern, bug.all));
    }
    if bug.all.is_power_of_two() {
        let digit = bug.all.trailing_zeros() as usize;
        let removed = state.at.0[digit] & bug.common;
        if removed != 0 {
            let step = Step::new(&TWO).removing(Marks::of(digit, removed));
            return Some(step.with(pattern, bug.all));
        }
        return fourth(ground, state, &bug);
    }
    if bug.common == 0 {
        return None;
    }
    fourth(ground, state, &bug).or_else(|| third(ground, state, &bug))
}

/// The houses that hold all cells of the bug, with their kind.
fn shared(ground: &Ground, bug: &Bug) -> impl Iterator<Item = usize> {
    let first = bug.cells[0];
    let set = bug.set();
    ground.houses_of[first]
        .iter()
        .map(|&h| usize::from(h))
        .filter(move |&h| set & !ground.houses[h].set == 0)
}

fn fourth(ground: &Ground, state: &State, bug: &Bug) -> Option<Step> {
    let [one, other] = *bug.cells.as_slice() else { return None };
    let common = state.of[one] & state.of[other] & !bug.all;
    if common.count_ones() != 1 {
        return None;
    }
    let house = shared(ground, bug).next()?;
    let mut removed = Marks::default();
    for cell in [one, other] {
        removed.add(cell, state.of[cell] & !bug.extra[cell] & !common);
    }
    let step = Step::new(&FOUR).removing(removed).with(bug.set(), bug.all | common);
    Some(step.within(ground, house))
}

fn third(ground: &Ground, state: &State, bug: &Bug) -> Option<Step> {
    for house in shared(ground, bug) {
        let near = bug.common & ground.houses[house].set;
        let first = &ground.peer_list[bug.cells[0]];
        let others: Vec<usize> =
            first.iter().map(|&cell| cell.into()).filter(|&cell| near >> cell & 1 == 1).collect();
        for size in 2..=6u8 {
            if others.len() < usize::from(size) {
                continue;
            }
            for set in subsets((1 << others.len()) - 1, usize::from(size) - 1) {
                let cells = || bits(set).map(|n| others[n]);
                if cells().any(|cell| state.count(cell) < 2) {
                    continue;
                }
                let union = cells().fold(0, |union, cell| union | state.of[cell]);
                if union.count_ones() != u32::from(size) || bug.all & !union != 0 {
                    continue;
                }
                let naked = cells().fold(0, |set: Cells, cell| set | 1 << cell);
                let mut removed = Marks::default();
                for digit in bits(union) {
                    removed.0[digit] = state.at.0[digit] & near & !naked;
                }
                if !removed.is_empty() {
                    let rating = THREE.rating + f64::from(size - 1) * 0.1;
                    let step = Step::new(&THREE).rated(rating).removing(removed);
                    return Some(step.with(bug.set() | naked, union).within(ground, house));
                }
            }
        }
    }
    None
}
