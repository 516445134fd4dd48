//! Almost locked sets, and their restricted commons: digits that two of them have in cells that all
//! see each other, so that one of them has not got it.

use std::collections::HashSet;

use crate::rate::ground::{Cells, DIGITS, Digits, HOUSES, bits, cells, size};
use crate::rate::hodoku::position::Position;
use crate::rate::hodoku::step::{Part, Step, digits, places};
use crate::rate::hodoku::units::Unit;

/// An almost locked set.
#[derive(Debug, Clone)]
pub(in super::super) struct Set {
    pub(in super::super) cells: Cells,
    pub(in super::super) digits: Digits,
    /// By digit, the cells that can have it.
    pub(in super::super) at: [Cells; DIGITS],
    /// By digit, the candidates outside that see all of these; of those it has not, none.
    pub(in super::super) seen: [Cells; DIGITS],
}

/// A restricted common of two sets, or two of them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Common {
    pub(super) one: usize,
    pub(super) other: usize,
    pub(super) digit: usize,
    pub(super) second: Option<usize>,
}

/// The sets of a position in order: rows, columns, boxes; each before those that add to it.
pub(in super::super) fn sets(position: &Position) -> Vec<Set> {
    let mut all = Vec::new();
    let mut known = HashSet::new();
    for unit in (0..HOUSES).map(Unit) {
        let open = unit.cells(position.ground).filter(|&cell| position.values[cell] == 0);
        let open: Vec<_> = open.collect();
        grow(position, &open, 0, 0, &mut |cells, digits| {
            if size(digits) == cells.count_ones() as usize + 1 && known.insert(cells) {
                all.push(Set::new(position, cells, digits));
            }
        });
    }
    all
}

/// Goes through the sets of up to eight cells.
fn grow(
    position: &Position,
    open: &[usize],
    set: Cells,
    digits: Digits,
    found: &mut dyn FnMut(Cells, Digits),
) {
    if set.count_ones() as usize + 1 >= DIGITS {
        return;
    }
    for (k, &cell) in open.iter().enumerate() {
        let (set, digits) = (set | 1 << cell, digits | position.state.of[cell]);
        found(set, digits);
        grow(position, &open[k + 1..], set, digits, found);
    }
}

impl Set {
    fn new(position: &Position, set: Cells, digits: Digits) -> Self {
        let (mut at, mut seen) = ([0; DIGITS], [0; DIGITS]);
        for digit in bits(digits) {
            at[digit] = set & position.state.at.0[digit];
            seen[digit] = position.seen_with(at[digit], digit) & !set;
        }
        Set { cells: set, digits, at, seen }
    }

    /// The set as it is told.
    pub(super) fn told(&self) -> [Part; 4] {
        [
            Part::Cells(places(self.cells)),
            Part::Text(" {"),
            Part::Set(digits(self.digits)),
            Part::Text("}"),
        ]
    }
}

/// The digits that two sets cannot both have.
pub(super) fn commons_of(one: &Set, other: &Set) -> impl Iterator<Item = usize> {
    let shared = one.cells & other.cells;
    bits(one.digits & other.digits).filter(move |&digit| {
        let at = one.at[digit] | other.at[digit];
        let seen = |set: &Set| set.seen[digit] | set.at[digit];
        at & shared == 0 && at & !(seen(one) & seen(other)) == 0
    })
}

/// The restricted commons of all pairs of sets, by the first, then by the second.
pub(super) fn commons(sets: &[Set], overlap: bool) -> Vec<Common> {
    let mut all = Vec::new();
    for (i, one) in sets.iter().enumerate() {
        for (j, other) in sets.iter().enumerate().skip(i + 1) {
            if !overlap && one.cells & other.cells != 0 {
                continue;
            }
            let mut of_both = commons_of(one, other);
            if let Some(digit) = of_both.next() {
                all.push(Common { one: i, other: j, digit, second: of_both.last() });
            }
        }
    }
    all
}

impl Common {
    /// The digits of the restricted commons.
    pub(super) fn digits(&self) -> Digits {
        1 << self.digit | self.second.map_or(0, |digit| 1 << digit)
    }
}

/// Removes what sees a digit in both sets, beside some digits.
pub(super) fn without_common(mut step: Step, one: &Set, other: &Set, barred: Digits) -> Step {
    for digit in bits(one.digits & other.digits & !barred) {
        step = step.without(digit, one.seen[digit] & other.seen[digit]);
    }
    step
}

/// The digits that go, as a set.
pub(super) fn gone(step: &Step) -> Digits {
    step.removed.iter().fold(0, |set, &(_, digit)| set | 1 << digit)
}

/// The sets as they are told: `A=r1c2 {12}, B=…`.
pub(super) fn told(sets: &[&Set]) -> Vec<Part> {
    const NAMES: [&str; 8] = ["A=", ", B=", ", C=", ", D=", ", E=", ", F=", ", G=", ", H="];
    let mut parts = Vec::new();
    for (k, set) in sets.iter().enumerate() {
        parts.push(Part::Text(NAMES.get(k).copied().unwrap_or(", ")));
        parts.extend(set.told());
    }
    parts
}

/// The cells of some sets, counted.
pub(super) fn extent(sets: &[&Set]) -> (usize, usize) {
    (sets.len(), sets.iter().map(|set| cells(set.cells).count()).sum())
}
