//! Singles, in the order in which they came up: a cell with one candidate, the last cell of a house,
//! a digit with one place in a house.

use std::ops::ControlFlow;

use crate::rate::ground::DIGITS;
use crate::rate::hodoku::finder::Finder;
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

/// Those of the queue whose cells are not filled since.
fn fresh<'a>(
    finder: &'a Finder,
    queue: impl Iterator<Item = (usize, usize)> + 'a,
) -> impl Iterator<Item = (usize, usize)> + 'a {
    queue.filter(|&(cell, _)| finder.position.values[cell] == 0)
}

fn full_houses(finder: &Finder, take: Take<'_>) -> Flow {
    let position = &finder.position;
    for (cell, digit) in fresh(finder, position.naked.iter()) {
        let last = units_of(cell).into_iter().any(|unit| {
            (0..DIGITS).all(|other| other == digit || unit.count(position, other) == 0)
        });
        if last {
            take(Step::new(&FULL_HOUSE_).placing(cell, digit))?;
        }
    }
    ControlFlow::Continue(())
}

fn naked(finder: &Finder, take: Take<'_>) -> Flow {
    for (cell, digit) in fresh(finder, finder.position.naked.iter()) {
        take(Step::new(&NAKED_SINGLE_).placing(cell, digit))?;
    }
    ControlFlow::Continue(())
}

fn hidden(finder: &Finder, take: Take<'_>) -> Flow {
    let position = &finder.position;
    for (cell, digit) in fresh(finder, position.hidden.iter()) {
        if units_of(cell).into_iter().any(|unit| unit.count(position, digit) == 1) {
            take(Step::new(&HIDDEN_SINGLE_).placing(cell, digit))?;
        }
    }
    ControlFlow::Continue(())
}
