//! Colours: places of a digit that are joined by houses with two of them have two colours in turn, of
//! which one is right. *Simple*: one such colouring removes something. *Multi*: two together do.

use std::ops::ControlFlow;

use crate::rate::ground::{Cells, DIGITS, cells};
use crate::rate::hodoku::finder::Finder;
use crate::rate::hodoku::position::Position;
use crate::rate::hodoku::step::{Part, Step, digits, places};
use crate::rate::hodoku::technique::{Flow, Level, Producer, Take, Technique};
use crate::rate::hodoku::units::units_of;

const fn of(names: (&'static str, &'static str, &'static str), score: u32) -> Technique {
    Technique::new(names, Level::Hard, score)
}

static TRAP: Technique = of(("0500", "simple-colors-trap", "Simple Colors Trap"), 150);
static WRAP: Technique = of(("0501", "simple-colors-wrap", "Simple Colors Wrap"), 150);
static MULTI_1: Technique = of(("0502", "multi-colors-1", "Multi Colors 1"), 200);
static MULTI_2: Technique = of(("0503", "multi-colors-2", "Multi Colors 2"), 200);

pub(super) const SIMPLE: Producer =
    Producer { techniques: &[&TRAP, &WRAP], also: &[], visit: simple, order: None };
pub(super) const MULTI: Producer =
    Producer { techniques: &[&MULTI_1, &MULTI_2], also: &[], visit: multi, order: None };

/// Places of two colours.
type Colors = [Cells; 2];

/// The colourings of a digit, by their first cells.
fn colorings(position: &Position, digit: usize) -> Vec<Colors> {
    let joined =
        |cell: &usize| units_of(*cell).into_iter().any(|it| it.count(position, digit) == 2);
    let mut left: Cells =
        cells(position.state.at.0[digit]).filter(joined).fold(0, |set, cell| set | 1 << cell);
    let mut all = Vec::new();
    while left != 0 {
        let mut colors = [0; 2];
        spread(position, digit, left.trailing_zeros() as usize, 0, &mut left, &mut colors);
        if colors.iter().all(|color| *color != 0) {
            all.push(colors);
        }
    }
    all
}

fn spread(
    position: &Position,
    digit: usize,
    cell: usize,
    color: usize,
    left: &mut Cells,
    colors: &mut Colors,
) {
    if *left >> cell & 1 == 0 {
        return;
    }
    *left &= !(1 << cell);
    colors[color] |= 1 << cell;
    for unit in units_of(cell) {
        let pair = unit.places(position, digit);
        if pair.count_ones() == 2 {
            let other = (pair & !(1 << cell)).trailing_zeros() as usize;
            spread(position, digit, other, 1 - color, left, colors);
        }
    }
}

/// Whether a place of the one sees one of the other.
fn meet(position: &Position, one: Cells, other: Cells) -> bool {
    cells(one).any(|cell| position.ground.peers[cell] & other != 0)
}

/// The places of a digit that see both colours.
fn seen(position: &Position, digit: usize, [one, other]: Colors) -> Cells {
    let by = |set: Cells| cells(set).fold(0, |all, cell| all | position.ground.peers[cell]);
    by(one) & by(other) & position.state.at.0[digit]
}

fn told(step: Step, digit: usize, sets: &[Cells]) -> Step {
    let mut pattern = vec![Part::Digits(digits(1 << digit))];
    for (k, set) in sets.iter().enumerate() {
        let sign = match k {
            0 => " (",
            2 => ", (",
            _ => " / (",
        };
        pattern.extend([Part::Text(sign), Part::Cells(places(*set)), Part::Text(")")]);
    }
    step.told(pattern)
}

fn simple(finder: &Finder, take: Take<'_>) -> Flow {
    let position = &finder.position;
    for digit in 0..DIGITS {
        for colors in colorings(position, digit) {
            let wrong = |color: &Cells| meet(position, *color, *color);
            let wrong = colors.into_iter().filter(wrong).fold(0, |all, color| all | color);
            if wrong != 0 {
                take(told(Step::new(&WRAP).without(digit, wrong), digit, &colors))?;
            }
            let removed = seen(position, digit, colors);
            if removed != 0 {
                take(told(Step::new(&TRAP).without(digit, removed), digit, &colors))?;
            }
        }
    }
    ControlFlow::Continue(())
}

fn multi(finder: &Finder, take: Take<'_>) -> Flow {
    let position = &finder.position;
    for digit in 0..DIGITS {
        let all = colorings(position, digit);
        for (i, &one) in all.iter().enumerate() {
            for (j, &other) in all.iter().enumerate() {
                if i != j {
                    of_two(position, digit, one, other, take)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

fn of_two(position: &Position, digit: usize, one: Colors, other: Colors, take: Take<'_>) -> Flow {
    let sets = [one[0], one[1], other[0], other[1]];
    // A colour that sees both of the other colouring is wrong.
    let wrong = |color: &Cells| other.iter().all(|set| meet(position, *color, *set));
    let wrong = one.into_iter().filter(wrong).fold(0, |all, color| all | color);
    if wrong != 0 {
        take(told(Step::new(&MULTI_2).without(digit, wrong), digit, &sets))?;
    }
    // Of two colours that see each other one is wrong, so one of their opposites is right.
    let mut removed = 0;
    for a in 0..2 {
        for b in (0..2).filter(|&b| meet(position, one[a], other[b])) {
            removed |= seen(position, digit, [one[1 - a], other[1 - b]]);
        }
    }
    if removed != 0 {
        take(told(Step::new(&MULTI_1).without(digit, removed), digit, &sets))?;
    }
    ControlFlow::Continue(())
}
