//! Bivalue universal grave + 1: but for one candidate of one cell, all cells have two candidates and
//! all digits two places in each house.

use std::ops::ControlFlow;

use crate::rate::ground::{DIGITS, HOUSES};
use crate::rate::hodoku::finder::Finder;
use crate::rate::hodoku::step::Step;
use crate::rate::hodoku::technique::{Flow, Level, Producer, Take, Technique};
use crate::rate::hodoku::units::{Unit, units_of};

static BUG_: Technique =
    Technique::new(("0610", "bug-plus-1", "Bivalue Universal Grave + 1"), Level::Hard, 100)
        .unique();

pub(super) const BUG: Producer =
    Producer { techniques: &[&BUG_], also: &[], visit: find, order: None };

fn find(finder: &Finder, take: Take<'_>) -> Flow {
    let position = &finder.position;
    let mut three = None;
    for cell in finder.open() {
        match position.state.count(cell) {
            0..=2 => {}
            3 if three.is_none() => three = Some(cell),
            _ => return ControlFlow::Continue(()),
        }
    }
    let Some(cell) = three else { return ControlFlow::Continue(()) };
    let mut extra = None;
    let mut units = [None; 3];
    for unit in (0..HOUSES).map(Unit) {
        for digit in 0..DIGITS {
            match unit.count(position, digit) {
                0..=2 => {}
                3 if units[unit.kind()].is_none() && extra.is_none_or(|it| it == digit) => {
                    extra = Some(digit);
                    units[unit.kind()] = Some(unit);
                }
                _ => return ControlFlow::Continue(()),
            }
        }
    }
    match extra {
        Some(digit) if position.state.has(cell, digit) && units == units_of(cell).map(Some) => {
            let others = position.state.of[cell] & !(1 << digit);
            take(Step::new(&BUG_).without_digits(cell, others))
        }
        _ => ControlFlow::Continue(()),
    }
}
