//! Skyscrapers: a digit with two places in each of two parallel lines, one pair of them in line
//! across.

use std::ops::{ControlFlow, Range};

use crate::rate::ground::{Cells, DIGITS, cells};
use crate::rate::hodoku::finder::Finder;
use crate::rate::hodoku::position::Position;
use crate::rate::hodoku::step::{Part, Step, digits, places};
use crate::rate::hodoku::technique::{Flow, Level, Producer, Take, Technique};
use crate::rate::hodoku::units::{COLUMNS, ROWS, Unit, column, row};

static SKYSCRAPER_: Technique =
    Technique::new(("0400", "skyscraper", "Skyscraper"), Level::Hard, 130);

pub(super) const SKYSCRAPER: Producer = Producer {
    techniques: &[&SKYSCRAPER_],
    also: &[],
    visit: |finder, take| {
        find(finder, ROWS, column, take)?;
        find(finder, COLUMNS, row, take)
    },
    order: None,
};

/// The lines of a range with two places of a digit, and these, ascending.
pub(super) fn pairs(position: &Position, units: Range<usize>, digit: usize) -> Vec<[usize; 2]> {
    let all = units.map(|unit| Unit(unit).places(position, digit));
    let two = all.filter(|places| places.count_ones() == 2).map(|places| {
        let mut at = cells(places);
        [at.next(), at.next()].map(Option::unwrap_or_default)
    });
    two.collect()
}

fn find(finder: &Finder, units: Range<usize>, across: fn(usize) -> usize, take: Take<'_>) -> Flow {
    let position = &finder.position;
    for digit in 0..DIGITS {
        let pairs = pairs(position, units.clone(), digit);
        for (k, one) in pairs.iter().enumerate() {
            for other in &pairs[k + 1..] {
                let [first, second] = [0, 1].map(|end| across(one[end]) == across(other[end]));
                if first == second {
                    continue;
                }
                // The ends that are not in line.
                let (end, base) = if first { (1, 0) } else { (0, 1) };
                let ends: Cells = 1 << one[end] | 1 << other[end];
                let removed = position.seen_with(ends, digit);
                if removed != 0 {
                    let pattern = vec![
                        Part::Digits(digits(1 << digit)),
                        Part::Text(" in "),
                        Part::Cells(places(ends)),
                        Part::Text(" (connected by "),
                        Part::Cells(places(1 << one[base] | 1 << other[base])),
                        Part::Text(")"),
                    ];
                    take(Step::new(&SKYSCRAPER_).without(digit, removed).told(pattern))?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}
