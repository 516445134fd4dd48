//! W-wings: two cells with the same two digits, and a house that has one of these in two places, each
//! seen by one of the cells.

use std::ops::ControlFlow;

use crate::rate::ground::{Cells, HOUSES, bits, cells};
use crate::rate::hodoku::finder::Finder;
use crate::rate::hodoku::step::{Part, Step, digits, places};
use crate::rate::hodoku::technique::{Flow, Level, Producer, Take, Technique};
use crate::rate::hodoku::units::Unit;

static W_WING_: Technique = Technique::new(("0803", "w-wing", "W-Wing"), Level::Hard, 150);

pub(super) const W_WING: Producer =
    Producer { techniques: &[&W_WING_], also: &[], visit: find, order: None };

fn find(finder: &Finder, take: Take<'_>) -> Flow {
    let position = &finder.position;
    let two = position.with_count(2);
    for (k, &one) in two.iter().enumerate() {
        let of = position.state.of[one];
        for &other in two[k + 1..].iter().filter(|&&other| position.state.of[other] == of) {
            for digit in bits(of) {
                let link = (of & !(1 << digit)).trailing_zeros() as usize;
                let removed = position.seen_with(1 << one | 1 << other, digit);
                if removed == 0 {
                    continue;
                }
                for joined in links(finder, link, one, other) {
                    let pattern = vec![
                        Part::Slashed([digits(1 << digit), digits(1 << link)].concat()),
                        Part::Text(" in "),
                        Part::Cells(places(1 << one | 1 << other)),
                        Part::Text(" connected by "),
                        Part::Digits(digits(1 << link)),
                        Part::Text(" in "),
                        Part::Cells(places(joined)),
                    ];
                    take(Step::new(&W_WING_).without(digit, removed).told(pattern))?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// The two places of the digit in houses where each is seen by one of the cells.
fn links(finder: &Finder, digit: usize, one: usize, other: usize) -> impl Iterator<Item = Cells> {
    let position = &finder.position;
    let pairs = (0..HOUSES).map(move |unit| Unit(unit).places(position, digit));
    pairs.filter(move |pair| {
        let ends = pair & !(1 << one | 1 << other);
        // The first cell is asked first.
        let seen_by_one = |cell: &usize| position.sees(*cell, one);
        let seen_by_other = |cell: &usize| !seen_by_one(cell) && position.sees(*cell, other);
        pair.count_ones() == 2
            && cells(ends).any(|cell| seen_by_one(&cell))
            && cells(ends).any(|cell| seen_by_other(&cell))
    })
}
