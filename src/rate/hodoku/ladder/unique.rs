//! Uniqueness tests: a rectangle of four cells in two boxes, of which one at least has two digits
//! alone, that the others can have too or could have had. If all had them alone, these could be
//! exchanged.

use std::collections::HashSet;
use std::ops::ControlFlow;

use super::unique_sets;
use crate::rate::ground::{Cells, DIGITS, Digits, cells, size};
use crate::rate::hodoku::finder::Finder;
use crate::rate::hodoku::position::Position;
use crate::rate::hodoku::step::{Part, Step, digits, places};
use crate::rate::hodoku::technique::{Flow, Level, Producer, Take, Technique};
use crate::rate::hodoku::units::{Unit, block, column, row, units_of};

const fn test(code: &'static str, slug: &'static str, name: &'static str) -> Technique {
    Technique::new((code, slug, name), Level::Hard, 100).unique()
}

static TEST_1: Technique = test("0600", "uniqueness-test-1", "Uniqueness Test 1");
static TEST_2: Technique = test("0601", "uniqueness-test-2", "Uniqueness Test 2");
pub(super) static TEST_3: Technique = test("0602", "uniqueness-test-3", "Uniqueness Test 3");
static TEST_4: Technique = test("0603", "uniqueness-test-4", "Uniqueness Test 4");
static TEST_5: Technique = test("0604", "uniqueness-test-5", "Uniqueness Test 5");
static TEST_6: Technique = test("0605", "uniqueness-test-6", "Uniqueness Test 6");
static HIDDEN_RECTANGLE_: Technique = test("0606", "hidden-rectangle", "Hidden Rectangle");

macro_rules! producer {
    ($name:ident, $technique:ident) => {
        pub(super) const $name: Producer =
            Producer { techniques: &[&$technique], also: &[], visit: find, order: None };
    };
}

producer!(UNIQUE_1, TEST_1);
producer!(UNIQUE_2, TEST_2);
producer!(UNIQUE_3, TEST_3);
producer!(UNIQUE_4, TEST_4);
producer!(UNIQUE_5, TEST_5);
producer!(UNIQUE_6, TEST_6);
producer!(HIDDEN_RECTANGLE, HIDDEN_RECTANGLE_);

/// Rectangles that were seen. Known by a number that not all of them have alone, as in the reference,
/// so that one is rarely passed over.
#[derive(Debug, Default)]
pub(super) struct Rectangles(HashSet<usize>);

impl Rectangles {
    /// Whether it was not seen before.
    pub(super) fn insert(&mut self, mut corners: [usize; 4]) -> bool {
        corners.sort_unstable();
        self.0.insert(corners.into_iter().fold(0, |number, cell| number * 10 + cell))
    }
}

/// Rectangles with a corner: that beside it in its box, and the two across, each in line with one.
pub(super) fn corners(first: usize) -> impl Iterator<Item = [usize; 4]> {
    let [of_row, of_column, of_box] = units_of(first);
    let ground = crate::rate::ground::classic();
    let beside = of_box.cells(ground).filter(move |&second| {
        second != first && (row(second) == row(first) || column(second) == column(first))
    });
    beside.flat_map(move |second| {
        let in_row = row(second) == row(first);
        let along = if in_row { of_column } else { of_row };
        let across = along.cells(ground).filter(move |&third| block(third) != block(first));
        across.map(move |third| {
            let fourth = if in_row {
                row(third) * DIGITS + column(second)
            } else {
                row(second) * DIGITS + column(third)
            };
            [first, second, third, fourth]
        })
    })
}

/// A rectangle: its cells with two digits alone, and those with more.
pub(super) struct Rectangle<'a> {
    pub(super) position: &'a Position,
    pub(super) corners: [usize; 4],
    pub(super) pair: Digits,
    pub(super) bare: Vec<usize>,
    pub(super) more: Vec<usize>,
}

fn find(finder: &Finder, take: Take<'_>) -> Flow {
    let position = &finder.position;
    let mut seen = Rectangles::default();
    for first in finder.open().filter(|&cell| position.state.count(cell) == 2) {
        let pair = position.state.of[first];
        let [low, high] = both(pair).map(|digit| position.allowed(digit));
        let can = |cell: usize| (low & high) >> cell & 1 == 1;
        let has_both = |cell: &usize| position.state.of[*cell] & pair == pair;
        for corners in corners(first) {
            let [_, second, third, fourth] = corners;
            // Only the last is asked for the second digit too, as in the reference.
            let may = can(second) && can(fourth) && low >> third & 1 == 1;
            let fits = !finder.options.complete || corners.iter().all(has_both);
            if may && fits && seen.insert(corners) {
                Rectangle::new(position, corners, pair).visit(take)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// The two digits of a pair.
fn both(pair: Digits) -> [usize; 2] {
    [pair.trailing_zeros() as usize, 15 - pair.leading_zeros() as usize]
}

impl<'a> Rectangle<'a> {
    fn new(position: &'a Position, corners: [usize; 4], pair: Digits) -> Self {
        let mut sorted = corners.to_vec();
        sorted.sort_unstable();
        let is_bare = |cell: &usize| position.state.of[*cell] & !pair == 0;
        let (bare, more) = sorted.into_iter().partition(is_bare);
        Rectangle { position, corners, pair, bare, more }
    }

    fn visit(&self, take: Take<'_>) -> Flow {
        match self.bare.len() {
            3 => self.one(take),
            2 => {
                self.two(take)?;
                unique_sets::three(self, take)?;
                self.four(take)?;
                self.six(take)?;
                self.hidden(take)
            }
            1 => {
                self.two(take)?;
                self.hidden(take)
            }
            _ => ControlFlow::Continue(()),
        }
    }

    pub(super) fn set(&self) -> Cells {
        self.corners.into_iter().fold(0, |set, cell| set | 1 << cell)
    }

    pub(super) fn step(&self, technique: &'static Technique) -> Step {
        Step::new(technique).told(vec![
            Part::Slashed(digits(self.pair)),
            Part::Text(" in "),
            Part::Cells(places(self.set())),
        ])
    }

    /// One cell has more: it has none of the two.
    fn one(&self, take: Take<'_>) -> Flow {
        let cell = self.more[0];
        let step = self.step(&TEST_1);
        let removed = self.position.state.of[cell] & self.pair;
        offer(step.without_digits(cell, removed), take)
    }

    /// What two or three cells have more is one digit: one of them has it.
    fn two(&self, take: Take<'_>) -> Flow {
        let set = self.more.iter().fold(0, |set, &cell| set | 1 << cell);
        let extra = self.position.digits_of(set) & !self.pair;
        if size(extra) != 1 {
            return ControlFlow::Continue(());
        }
        let digit = extra.trailing_zeros() as usize;
        let [one, other] = [self.more[0], self.more[1]];
        let askew = row(one) != row(other) && column(one) != column(other);
        let technique = if self.more.len() == 3 || askew { &TEST_5 } else { &TEST_2 };
        let removed = self.position.seen_with(set, digit);
        offer(self.step(technique).without(digit, removed), take)
    }

    /// One of the two digits is in the two cells with more, of all that see both: the other is in
    /// neither.
    fn four(&self, take: Take<'_>) -> Flow {
        let [one, other] = [self.more[0], self.more[1]];
        if row(one) != row(other) && column(one) != column(other) {
            return ControlFlow::Continue(());
        }
        let [low, high] = both(self.pair);
        let seen = |digit| self.position.seen_with(1 << one | 1 << other, digit);
        let removed = match (seen(low), seen(high)) {
            (0, _) => high,
            (_, 0) => low,
            _ => return ControlFlow::Continue(()),
        };
        self.of_both(&TEST_4, removed, take)
    }

    /// One of the two digits has no other place in the rows and columns of the rectangle: it is in none
    /// of the two cells with more, which are askew.
    fn six(&self, take: Take<'_>) -> Flow {
        let [one, other] = [self.more[0], self.more[1]];
        if row(one) == row(other) || column(one) == column(other) {
            return ControlFlow::Continue(());
        }
        let ground = self.position.ground;
        let lines = [one, other].into_iter().flat_map(units_of).filter(|unit| unit.kind() != 2);
        let lines = lines.fold(0, |set, unit| set | unit.set(ground)) & !self.set();
        let bare = |digit: &usize| self.position.state.at.0[*digit] & lines == 0;
        match both(self.pair).into_iter().find(bare) {
            Some(digit) => self.of_both(&TEST_6, digit, take),
            None => ControlFlow::Continue(()),
        }
    }

    /// Removes a digit from the two cells with more.
    fn of_both(&self, technique: &'static Technique, digit: usize, take: Take<'_>) -> Flow {
        let set = self.more.iter().fold(0, |set, &cell| set | 1 << cell);
        let removed = set & self.position.state.at.0[digit];
        offer(self.step(technique).without(digit, removed), take)
    }

    /// A digit has no other place in the row and the column of the corner across from a bare one: the
    /// other digit is not there.
    fn hidden(&self, take: Take<'_>) -> Flow {
        if let [one, other] = *self.bare
            && (row(one) == row(other) || column(one) == column(other))
        {
            return ControlFlow::Continue(());
        }
        for &corner in &self.bare {
            // The corner across.
            let across =
                |cell: &&usize| row(**cell) != row(corner) && column(**cell) != column(corner);
            let Some(&cell) = self.corners.iter().find(across) else { continue };
            let [low, high] = both(self.pair);
            for (strong, removed) in [(low, high), (high, low)] {
                let lines = [Unit(row(cell)), Unit(DIGITS + column(cell))];
                let alone = |unit: Unit| unit.places(self.position, strong) & !self.set() == 0;
                if lines.into_iter().all(alone) {
                    let from = 1 << cell & self.position.state.at.0[removed];
                    offer(self.step(&HIDDEN_RECTANGLE_).without(removed, from), take)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// A step, if something goes.
pub(super) fn offer(step: Step, take: Take<'_>) -> Flow {
    if step.is_vain() { ControlFlow::Continue(()) } else { take(step) }
}

/// The cells of a list as a set.
pub(super) fn set_of(list: &[usize]) -> Cells {
    list.iter().fold(0, |set, &cell| set | 1 << cell)
}

/// The members of a set of cells that have candidates.
pub(super) fn open_cells(position: &Position, set: Cells) -> impl Iterator<Item = usize> {
    cells(set & position.state.empty)
}
