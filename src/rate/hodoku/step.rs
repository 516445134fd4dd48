//! A step: what follows, by which technique, and the pattern it follows from.

use std::cmp::Ordering;

use super::technique::Technique;
use super::units::Unit;
use crate::grid::{Cell, Digit};
use crate::rate::ground::{Cells, Digits, bits, cells};

/// A candidate: cell and digit.
pub(super) type Mark = (u8, u8);

pub(super) fn mark(cell: usize, digit: usize) -> Mark {
    (cell as u8, digit as u8)
}

/// A step.
#[derive(Debug, Clone)]
pub struct Step {
    technique: &'static Technique,
    pub(super) placed: Vec<Mark>,
    /// In the order in which they were found.
    pub(super) removed: Vec<Mark>,
    pattern: Vec<Part>,
    /// How long its chains are, where steps are compared by that.
    pub(super) length: usize,
    /// How many sets it is made of, and how many cells these have, where steps are compared so.
    pub(super) sets: (usize, usize),
}

/// A part of a pattern, in the order of HoDoKu's notation.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Part {
    /// Words and signs as they stand.
    Text(&'static str),
    /// Digits with commas: `1,2`.
    Digits(Vec<Digit>),
    /// Digits with slashes: `1/2`.
    Slashed(Vec<Digit>),
    /// Digits with nothing between them: `12`.
    Set(Vec<Digit>),
    /// Cells: `r1c12,r2c5`.
    Cells(Vec<Cell>),
    /// Houses by their numbers, rows from 0, columns from 9, boxes from 18: `r12`, `c4b5`.
    Houses(Vec<usize>),
    /// A chain: `2- r1c2 =2= r1c5 -2`.
    Chain(Vec<Link>),
    /// What follows from what: `r1c2=3 r1c5<>3`.
    Implication(Vec<Link>),
}

/// A node of a chain, and how it is joined to the one before it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Link {
    /// The cells: one, or several of which one has the digit.
    pub cells: Vec<Cell>,
    /// Whether they are an almost locked set, which has the digit or has not.
    pub is_set: bool,
    /// The digit.
    pub digit: Digit,
    /// Whether it holds: so the link to it is strong, from a node that does not.
    pub strong: bool,
}

/// Digits of a set as they are told.
pub(super) fn digits(set: Digits) -> Vec<Digit> {
    bits(set).map(Digit::new).collect()
}

/// Cells of a set as they are told.
pub(super) fn places(set: Cells) -> Vec<Cell> {
    cells(set).map(Cell::new).collect()
}

impl Step {
    pub(super) fn new(technique: &'static Technique) -> Self {
        Step {
            technique,
            placed: Vec::new(),
            removed: Vec::new(),
            pattern: Vec::new(),
            length: 0,
            sets: (0, 0),
        }
    }

    pub(super) fn placing(mut self, cell: usize, digit: usize) -> Self {
        self.placed.push(mark(cell, digit));
        self
    }

    /// Removes a digit from some cells, ascending.
    pub(super) fn without(mut self, digit: usize, from: Cells) -> Self {
        self.removed.extend(cells(from).map(|cell| mark(cell, digit)));
        self
    }

    /// Removes some digits from a cell, ascending.
    pub(super) fn without_digits(mut self, cell: usize, digits: Digits) -> Self {
        self.removed.extend(bits(digits).map(|digit| mark(cell, digit)));
        self
    }

    /// The same by digits, then by cells, each candidate once.
    pub(super) fn tidied(mut self) -> Self {
        self.removed.sort_by_key(|&(cell, digit)| (digit, cell));
        self.removed.dedup();
        self
    }

    pub(super) fn renamed(self, technique: &'static Technique) -> Self {
        Step { technique, ..self }
    }

    pub(super) fn told(self, pattern: Vec<Part>) -> Self {
        Step { pattern, ..self }
    }

    pub(super) fn of_length(self, length: usize) -> Self {
        Step { length, ..self }
    }

    /// Made of so many sets with so many cells.
    pub(super) fn of_sets(self, sets: (usize, usize)) -> Self {
        Step { sets, ..self }
    }

    /// Whether nothing follows.
    pub(super) fn is_vain(&self) -> bool {
        self.placed.is_empty() && self.removed.is_empty()
    }

    /// The technique.
    pub fn technique(&self) -> &'static Technique {
        self.technique
    }

    /// The cells that are filled, and their digits.
    pub fn placements(&self) -> impl Iterator<Item = (Cell, Digit)> + '_ {
        self.placed.iter().map(|&(cell, digit)| (Cell::new(cell.into()), Digit::new(digit.into())))
    }

    /// The candidates that are removed, beside those that a placement removes: by cells, then by
    /// digits.
    pub fn eliminations(&self) -> impl Iterator<Item = (Cell, Digit)> + use<> {
        let mut removed = self.removed.clone();
        removed.sort_unstable();
        removed.dedup();
        removed.into_iter().map(|(cell, digit)| (Cell::new(cell.into()), Digit::new(digit.into())))
    }

    /// The pattern, in the order of HoDoKu's notation.
    pub fn pattern(&self) -> &[Part] {
        &self.pattern
    }

    /// How long its chains are, how many sets it is made of, and how many cells these have.
    pub(super) fn extent(&self) -> (usize, (usize, usize)) {
        (self.length, self.sets)
    }

    /// By what steps of one position differ: technique and result, and the pattern but for those of which
    /// the least is told.
    pub(super) fn key(&self) -> (&'static str, Vec<Mark>, Vec<Mark>, Vec<Part>) {
        let sorted = |marks: &[Mark]| {
            let mut marks = marks.to_vec();
            marks.sort_unstable();
            marks
        };
        let pattern = match self.extent() {
            (0, (0, 0)) => self.pattern.clone(),
            _ => Vec::new(),
        };
        (self.technique.slug, sorted(&self.placed), sorted(&self.removed), pattern)
    }

    /// The sum by which steps with as many removals are ordered: cells weighted by their place in the
    /// list.
    fn index_sum(&self) -> u32 {
        let removed = self.removed.iter().enumerate();
        removed
            .map(|(k, &(cell, digit))| u32::from(cell) * (1 + 80 * k as u32) + u32::from(digit) + 1)
            .sum()
    }

    /// Whether two steps are of one technique and have the same result.
    fn is_equivalent(&self, other: &Self) -> bool {
        let within =
            |one: &Self, other: &Self| one.removed.iter().all(|m| other.removed.contains(m));
        self.technique.slug == other.technique.slug
            && self.removed.len() == other.removed.len()
            && within(self, other)
    }

    /// What comes first of chains: more removals, then a smaller sum; of those with the same result
    /// the shorter. No order in the strict sense, since only equal results are compared by length.
    pub(super) fn by_length(&self, other: &Self) -> Ordering {
        self.by_result(other).unwrap_or_else(|| self.length.cmp(&other.length))
    }

    /// The same with fewer sets, then fewer cells.
    pub(super) fn by_sets(&self, other: &Self) -> Ordering {
        self.by_result(other).unwrap_or_else(|| self.sets.cmp(&other.sets))
    }

    /// What comes first of forcing chains: those that place, then the lower cell, then the shorter. Of two
    /// in one cell the later is first, as in the reference.
    pub(super) fn by_place(&self, other: &Self) -> Ordering {
        match (&*self.placed, &*other.placed) {
            ([], [_, ..]) => Ordering::Greater,
            ([_, ..], []) => Ordering::Less,
            ([(cell, _), ..], [(of, _), ..]) if self.technique != other.technique || cell != of => {
                cell.cmp(of).then(Ordering::Greater)
            }
            ([], []) if self.removed != other.removed => self.removed.cmp(&other.removed),
            _ => self.length.cmp(&other.length),
        }
    }

    fn by_result(&self, other: &Self) -> Option<Ordering> {
        let more = other.removed.len().cmp(&self.removed.len());
        if more.is_ne() {
            return Some(more);
        }
        (!self.is_equivalent(other)).then(|| self.index_sum().cmp(&other.index_sum()))
    }
}

/// Adds the houses of a fish as they are told.
pub(super) fn houses(units: impl Iterator<Item = Unit>) -> Part {
    Part::Houses(units.map(|unit| unit.0).collect())
}
