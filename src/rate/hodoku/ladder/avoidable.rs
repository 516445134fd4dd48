//! Avoidable rectangles: four cells in two boxes, of which some were filled on the way and none was
//! given. What would make them exchangeable cannot be.

use std::ops::ControlFlow;

use super::unique::{Rectangles, corners, offer};
use crate::rate::ground::CELLS;
use crate::rate::hodoku::finder::Finder;
use crate::rate::hodoku::position::Position;
use crate::rate::hodoku::step::{Part, Step, digits, places};
use crate::rate::hodoku::technique::{Flow, Level, Producer, Take, Technique};

static TYPE_1: Technique = Technique::new(
    ("0607", "avoidable-rectangle-1", "Avoidable Rectangle Type 1"),
    Level::Hard,
    100,
)
.unique();
static TYPE_2: Technique = Technique::new(
    ("0608", "avoidable-rectangle-2", "Avoidable Rectangle Type 2"),
    Level::Hard,
    100,
)
.unique();

pub(super) const AVOIDABLE_1: Producer =
    Producer { techniques: &[&TYPE_1], also: &[], visit: find, order: None };
pub(super) const AVOIDABLE_2: Producer =
    Producer { techniques: &[&TYPE_2], also: &[], visit: find, order: None };

/// The digit that was placed in a cell on the way.
fn placed(position: &Position, cell: usize) -> Option<usize> {
    let value = usize::from(position.values[cell]);
    (value > 0 && position.givens >> cell & 1 == 0).then(|| value - 1)
}

fn find(finder: &Finder, take: Take<'_>) -> Flow {
    let position = &finder.position;
    let mut seen = Rectangles::default();
    for first in 0..CELLS {
        let Some(low) = placed(position, first) else { continue };
        for corners in corners(first) {
            let [_, second, third, fourth] = corners;
            let Some(high) = placed(position, second) else { continue };
            let two = |cell: usize, digit: usize| {
                position.state.count(cell) == 2 && position.state.has(cell, digit)
            };
            let [at_third, at_fourth] = [third, fourth].map(|cell| placed(position, cell));
            let one = at_third == Some(high) && two(fourth, low);
            let other = at_fourth == Some(low) && two(third, high);
            let none = two(third, high) && two(fourth, low);
            if !(one || other || none) || !seen.insert(corners) {
                continue;
            }
            let set = corners.into_iter().fold(0, |set, cell| set | 1 << cell);
            let pattern = vec![
                Part::Slashed([digits(1 << low), digits(1 << high)].concat()),
                Part::Text(" in "),
                Part::Cells(places(set)),
            ];
            if none {
                let extra = position.state.of[third] & position.state.of[fourth];
                let extra = extra & !(1 << high) & !(1 << low);
                if extra.is_power_of_two() {
                    let digit = extra.trailing_zeros() as usize;
                    let removed = position.seen_with(1 << third | 1 << fourth, digit);
                    offer(Step::new(&TYPE_2).without(digit, removed).told(pattern), take)?;
                }
            } else {
                let (cell, digit) = if one { (fourth, low) } else { (third, high) };
                take(Step::new(&TYPE_1).without(digit, 1 << cell).told(pattern))?;
            }
        }
    }
    ControlFlow::Continue(())
}
