//! Templates: all ways to place the rest of a digit. What all of them have is so; what none has is not.

use std::ops::ControlFlow;

use crate::rate::ground::{Cells, DIGITS, cells};
use crate::rate::hodoku::finder::Finder;
use crate::rate::hodoku::position::Position;
use crate::rate::hodoku::step::{Part, Step, digits};
use crate::rate::hodoku::technique::{Flow, Level, Producer, Take, Technique};
use crate::rate::hodoku::units::Unit;

static SET: Technique =
    Technique::new(("1201", "template-set", "Template Set"), Level::Extreme, 10_000).off();
static DELETE: Technique =
    Technique::new(("1202", "template-delete", "Template Delete"), Level::Extreme, 10_000).off();

pub(super) const TEMPLATE: Producer =
    Producer { techniques: &[&SET, &DELETE], also: &[], visit, order: None };

/// All ways of a digit, the rows from `row` on; each as it is complete.
fn ways(position: &Position, digit: usize, row: usize, way: Cells, found: &mut Vec<Cells>) {
    if row == DIGITS {
        found.push(way);
        return;
    }
    let places = Unit(row).places(position, digit);
    if places == 0 {
        ways(position, digit, row + 1, way, found);
    }
    for cell in cells(places) {
        if position.ground.peers[cell] & way == 0 {
            ways(position, digit, row + 1, way | 1 << cell, found);
        }
    }
}

/// The ways of each digit that leave room for one of every other digit.
fn compatible(position: &Position) -> [Vec<Cells>; DIGITS] {
    let mut all: [Vec<Cells>; DIGITS] = std::array::from_fn(|digit| {
        let mut found = Vec::new();
        ways(position, digit, 0, 0, &mut found);
        found
    });
    loop {
        let before: usize = all.iter().map(Vec::len).sum();
        for digit in 0..DIGITS {
            let others: Vec<_> = (0..DIGITS).filter(|&other| other != digit).collect();
            let common = |other: &usize| all[*other].iter().fold(!0, |common, way| common & way);
            let taken = others.iter().map(common).fold(0, |taken: Cells, set| taken | set);
            let kept = |way: &Cells| way & taken == 0;
            let left: Vec<_> = all[digit].iter().copied().filter(kept).collect();
            all[digit] = left;
        }
        if all.iter().map(Vec::len).sum::<usize>() == before {
            return all;
        }
    }
}

fn visit(finder: &Finder, take: Take<'_>) -> Flow {
    let position = &finder.position;
    let all = compatible(position);
    for (digit, ways) in all.iter().enumerate().filter(|(_, ways)| !ways.is_empty()) {
        let pattern = || vec![Part::Digits(digits(1 << digit))];
        let of = position.state.at.0[digit];
        let every = ways.iter().fold(of, |every, way| every & way);
        if every != 0 {
            let step = Step::new(&SET).told(pattern());
            take(cells(every).fold(step, |step, cell| step.placing(cell, digit)))?;
        }
        let none = of & !ways.iter().fold(0, |any, way| any | way);
        if none != 0 {
            take(Step::new(&DELETE).without(digit, none).told(pattern()))?;
        }
    }
    ControlFlow::Continue(())
}
