//! Subsets: as many cells of a house as digits. *Locked* are pairs and triples of a box that remove
//! something from it and from a line.

use std::ops::ControlFlow;

use itertools::Itertools;

use crate::rate::ground::{Cells, DIGITS, Digits, bits, size};
use crate::rate::hodoku::finder::Finder;
use crate::rate::hodoku::position::Position;
use crate::rate::hodoku::step::{Part, Step, digits, places};
use crate::rate::hodoku::technique::{Flow, Level, Producer, Take, Technique};
use crate::rate::hodoku::units::{BOXES, COLUMNS, ROWS, Unit, shared};

const fn of(
    names: (&'static str, &'static str, &'static str),
    level: Level,
    score: u32,
) -> Technique {
    Technique::new(names, level, score)
}

static LOCKED_PAIR_: Technique = of(("0110", "locked-pair", "Locked Pair"), Level::Medium, 40);
static LOCKED_TRIPLE_: Technique =
    of(("0111", "locked-triple", "Locked Triple"), Level::Medium, 60);
static NAKED_PAIR_: Technique = of(("0200", "naked-pair", "Naked Pair"), Level::Medium, 60);
static NAKED_TRIPLE_: Technique = of(("0201", "naked-triple", "Naked Triple"), Level::Medium, 80);
static NAKED_QUAD_: Technique =
    of(("0202", "naked-quadruple", "Naked Quadruple"), Level::Hard, 120);
static HIDDEN_PAIR_: Technique = of(("0210", "hidden-pair", "Hidden Pair"), Level::Medium, 70);
static HIDDEN_TRIPLE_: Technique =
    of(("0211", "hidden-triple", "Hidden Triple"), Level::Medium, 100);
static HIDDEN_QUAD_: Technique =
    of(("0212", "hidden-quadruple", "Hidden Quadruple"), Level::Hard, 150);

macro_rules! producer {
    ($technique:ident, $find:ident, $size:expr) => {
        Producer {
            techniques: &[&$technique],
            also: &[],
            visit: |finder, take| $find(finder, $size, &$technique, take),
            order: None,
        }
    };
}

pub(super) const LOCKED_PAIR: Producer = producer!(LOCKED_PAIR_, locked, 2);
pub(super) const LOCKED_TRIPLE: Producer = producer!(LOCKED_TRIPLE_, locked, 3);
pub(super) const NAKED_PAIR: Producer = producer!(NAKED_PAIR_, naked, 2);
pub(super) const NAKED_TRIPLE: Producer = producer!(NAKED_TRIPLE_, naked, 3);
pub(super) const NAKED_QUAD: Producer = producer!(NAKED_QUAD_, naked, 4);
pub(super) const HIDDEN_PAIR: Producer = producer!(HIDDEN_PAIR_, hidden, 2);
pub(super) const HIDDEN_TRIPLE: Producer = producer!(HIDDEN_TRIPLE_, hidden, 3);
pub(super) const HIDDEN_QUAD: Producer = producer!(HIDDEN_QUAD_, hidden, 4);

fn told(step: Step, cells: Cells, of: Digits) -> Step {
    step.told(vec![Part::Digits(digits(of)), Part::Text(" in "), Part::Cells(places(cells))])
}

fn boxes_first() -> impl Iterator<Item = Unit> {
    BOXES.chain(ROWS).chain(COLUMNS).map(Unit)
}

fn locked(finder: &Finder, size: usize, technique: &'static Technique, take: Take<'_>) -> Flow {
    naked_sets(&finder.position, size, BOXES.map(Unit), &mut |set| {
        let step = naked_step(&finder.position, &set, technique);
        match step.filter(|_| set.is_locked(&finder.position)) {
            Some(step) => take(step),
            None => ControlFlow::Continue(()),
        }
    })
}

fn naked(finder: &Finder, size: usize, technique: &'static Technique, take: Take<'_>) -> Flow {
    naked_sets(&finder.position, size, boxes_first(), &mut |set| {
        let step = naked_step(&finder.position, &set, technique);
        match step.filter(|_| size == 4 || !set.is_locked(&finder.position)) {
            Some(step) => take(step),
            None => ControlFlow::Continue(()),
        }
    })
}

/// Cells with as many digits between them, and the houses that they share.
struct Naked {
    cells: Cells,
    digits: Digits,
    units: [Option<Unit>; 3],
}

impl Naked {
    /// Whether something goes from the box, and from the line outside it.
    fn is_locked(&self, position: &Position) -> bool {
        let [row, column, Some(block)] = self.units else { return false };
        let Some(line) = row.or(column) else { return false };
        let (block, line) = (block.set(position.ground), line.set(position.ground));
        let any = |set: Cells| position.digits_of(set) & self.digits != 0;
        any(block & !self.cells) && any(line & !block)
    }
}

fn naked_sets(
    position: &Position,
    count: usize,
    units: impl Iterator<Item = Unit>,
    found: &mut dyn FnMut(Naked) -> Flow,
) -> Flow {
    for unit in units {
        let few = unit.cells(position.ground);
        let few = few.filter(|&cell| (1..=count).contains(&position.state.count(cell)));
        for set in few.combinations(count) {
            let cells = set.iter().fold(0, |all, &cell| all | 1 << cell);
            let digits = position.digits_of(cells);
            if size(digits) == count {
                let units = shared(set.into_iter());
                found(Naked { cells, digits, units })?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Removes the digits from all houses that the cells share.
fn naked_step(position: &Position, set: &Naked, technique: &'static Technique) -> Option<Step> {
    let mut step = Step::new(technique);
    for unit in set.units.into_iter().flatten() {
        for cell in unit.cells(position.ground).filter(|cell| set.cells >> cell & 1 == 0) {
            step = step.without_digits(cell, position.state.of[cell] & set.digits);
        }
    }
    (!step.is_vain()).then(|| told(step, set.cells, set.digits))
}

fn hidden(finder: &Finder, count: usize, technique: &'static Technique, take: Take<'_>) -> Flow {
    let position = &finder.position;
    for unit in boxes_first() {
        if usize::from(position.state.open[unit.house()]) <= count {
            continue;
        }
        let few = (0..DIGITS).filter(|&digit| (1..=count).contains(&unit.count(position, digit)));
        for set in few.combinations(count) {
            let digits: Digits = set.iter().fold(0, |all, digit| all | 1 << digit);
            let all = position.state.places[unit.house()];
            let at = bits(digits).fold(0, |at, digit| at | all[digit]);
            if size(at) != count {
                continue;
            }
            let cells = position.ground.cells_at(unit.house(), at);
            let mut step = Step::new(technique);
            for cell in crate::rate::ground::cells(cells) {
                step = step.without_digits(cell, position.state.of[cell] & !digits);
            }
            if !step.is_vain() {
                take(told(step, cells, digits))?;
            }
        }
    }
    ControlFlow::Continue(())
}
