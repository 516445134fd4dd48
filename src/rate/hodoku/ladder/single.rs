//! Singles, in the order in which they came up: a cell with one candidate, the last cell of a house,
//! a digit with one place in a house.

use std::ops::ControlFlow;

use crate::rate::hodoku::finder::Finder;
use crate::rate::hodoku::position::Position;
use crate::rate::hodoku::queue::Queue;
use crate::rate::hodoku::step::Step;
use crate::rate::hodoku::technique::{Flow, Level, Producer, Take, Technique};
use crate::rate::hodoku::units::units_of;

static FULL_HOUSE_: Technique =
    Technique::new(("0000", "full-house", "Full House"), Level::Easy, 4);
static NAKED_SINGLE_: Technique =
    Technique::new(("0003", "naked-single", "Naked Single"), Level::Easy, 4);
static HIDDEN_SINGLE_: Technique =
    Technique::new(("0002", "hidden-single", "Hidden Single"), Level::Easy, 14);

pub(super) const FULL_HOUSE: Producer =
    Producer { techniques: &[&FULL_HOUSE_], also: &[], visit: full_houses, order: None };
pub(super) const NAKED: Producer =
    Producer { techniques: &[&NAKED_SINGLE_], also: &[], visit: naked, order: None };
pub(super) const HIDDEN: Producer =
    Producer { techniques: &[&HIDDEN_SINGLE_], also: &[], visit: hidden, order: None };

/// A single: its technique, the cell and the digit.
pub(in crate::rate::hodoku) type Single = (&'static Technique, usize, usize);

/// Those of the queue whose cells are not filled since.
fn fresh<'a>(
    position: &'a Position,
    queue: &'a Queue,
) -> impl Iterator<Item = (usize, usize)> + Clone + 'a {
    queue.iter().filter(|&(cell, _)| position.values[cell] == 0)
}

/// Whether a cell is the last of a house.
fn is_last(position: &Position, cell: usize) -> bool {
    position.state.last & position.ground.set_of[cell] != 0
}

/// Whether a digit has one place in a house of a cell.
fn is_hidden(position: &Position, cell: usize, digit: usize) -> bool {
    units_of(cell).into_iter().any(|unit| unit.found(position, digit).is_power_of_two())
}

/// The first single: full houses before naked ones, these before hidden ones.
pub(in crate::rate::hodoku) fn first(position: &Position) -> Option<Single> {
    let mut naked = fresh(position, &position.naked);
    if position.state.last != 0 {
        let mut full = naked.clone();
        if let Some((cell, digit)) = full.find(|&(cell, _)| is_last(position, cell)) {
            return Some((&FULL_HOUSE_, cell, digit));
        }
    }
    if let Some((cell, digit)) = naked.next() {
        return Some((&NAKED_SINGLE_, cell, digit));
    }
    let mut hidden = fresh(position, &position.hidden);
    let (cell, digit) = hidden.find(|&(cell, digit)| is_hidden(position, cell, digit))?;
    Some((&HIDDEN_SINGLE_, cell, digit))
}

fn full_houses(finder: &Finder, take: Take<'_>) -> Flow {
    let position = &finder.position;
    for (cell, digit) in fresh(position, &position.naked) {
        if is_last(position, cell) {
            take(Step::new(&FULL_HOUSE_).placing(cell, digit))?;
        }
    }
    ControlFlow::Continue(())
}

fn naked(finder: &Finder, take: Take<'_>) -> Flow {
    let position = &finder.position;
    for (cell, digit) in fresh(position, &position.naked) {
        take(Step::new(&NAKED_SINGLE_).placing(cell, digit))?;
    }
    ControlFlow::Continue(())
}

fn hidden(finder: &Finder, take: Take<'_>) -> Flow {
    let position = &finder.position;
    for (cell, digit) in fresh(position, &position.hidden) {
        if is_hidden(position, cell, digit) {
            take(Step::new(&HIDDEN_SINGLE_).placing(cell, digit))?;
        }
    }
    ControlFlow::Continue(())
}
