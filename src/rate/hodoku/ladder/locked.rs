//! Locked candidates: a digit whose places in a box are in one line, or in a line in one box.

use std::ops::ControlFlow;

use crate::rate::ground::DIGITS;
use crate::rate::ground::cells;
use crate::rate::hodoku::finder::Finder;
use crate::rate::hodoku::step::{Part, Step, digits, houses};
use crate::rate::hodoku::technique::{Flow, Level, Producer, Take, Technique};
use crate::rate::hodoku::units::{BOXES, Unit, shared};

static POINTING_: Technique = Technique::new(
    ("0100", "locked-candidates-1", "Locked Candidates Type 1 (Pointing)"),
    Level::Medium,
    50,
);
static CLAIMING_: Technique = Technique::new(
    ("0101", "locked-candidates-2", "Locked Candidates Type 2 (Claiming)"),
    Level::Medium,
    50,
);

pub(super) const POINTING: Producer = Producer {
    techniques: &[&POINTING_],
    also: &[],
    visit: |finder, take| find(finder, BOXES, &POINTING_, take),
    order: None,
};
pub(super) const CLAIMING: Producer = Producer {
    techniques: &[&CLAIMING_],
    also: &[],
    visit: |finder, take| find(finder, 0..BOXES.start, &CLAIMING_, take),
    order: None,
};

fn find(
    finder: &Finder,
    units: std::ops::Range<usize>,
    technique: &'static Technique,
    take: Take<'_>,
) -> Flow {
    let position = &finder.position;
    for unit in units.map(Unit) {
        for digit in 0..DIGITS {
            let places = unit.places(position, digit);
            if !(2..=3).contains(&places.count_ones()) {
                continue;
            }
            let [row, column, block] = shared(cells(places));
            let across = if unit.kind() == 2 { [row, column] } else { [block, None] };
            let across = across.into_iter().flatten();
            let found = across.map(|across| across.places(position, digit) & !places);
            if let Some(removed) = found.into_iter().find(|removed| *removed != 0) {
                let pattern = vec![
                    Part::Digits(digits(1 << digit)),
                    Part::Text(" in "),
                    houses(std::iter::once(unit)),
                ];
                take(Step::new(technique).without(digit, removed).told(pattern))?;
            }
        }
    }
    ControlFlow::Continue(())
}
