//! Disjunctions of candidates, and tables of pairs of digits.

use std::sync::Arc;

use crate::grid::{CandidateSet, Cell, Digit};

/// A candidate, or its negation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Literal {
    /// The cell.
    pub cell: Cell,
    /// The digit.
    pub digit: Digit,
    /// Whether the digit stands there, or does not.
    pub stands: bool,
}

/// Clauses over candidates: each has a literal that holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clauses {
    clauses: Vec<Box<[Literal]>>,
}

impl Clauses {
    /// These clauses.
    pub fn new(clauses: impl Into<Vec<Box<[Literal]>>>) -> Self {
        Clauses { clauses: clauses.into() }
    }

    /// Adds a clause.
    pub(in crate::rule) fn push(&mut self, clause: impl Into<Box<[Literal]>>) {
        self.clauses.push(clause.into());
    }

    /// The clauses.
    pub fn clauses(&self) -> &[Box<[Literal]>] {
        &self.clauses
    }

    /// The cells of their literals.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        self.clauses.iter().flatten().map(|literal| literal.cell)
    }

    /// Whether a filled grid keeps them.
    pub fn holds(&self, digits: &[Digit]) -> bool {
        let holds = |lit: &Literal| (digits[lit.cell.index()] == lit.digit) == lit.stands;
        self.clauses.iter().all(|clause| clause.iter().any(holds))
    }
}

/// A relation between the digits of two cells, which holds of each of some pairs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pairs {
    /// For each digit of the first cell, the digits that the second may have.
    allowed: Arc<[CandidateSet]>,
    pairs: Box<[(Cell, Cell)]>,
}

impl Pairs {
    /// The relation `allowed[first digit]` contains the second digit, of each of these pairs.
    pub fn new(allowed: Arc<[CandidateSet]>, pairs: impl Into<Box<[(Cell, Cell)]>>) -> Self {
        Pairs { allowed, pairs: pairs.into() }
    }

    /// The relation that holds of the indices of digits, out of `digits` of them, where `relation`
    /// does.
    pub fn from_relation(
        digits: usize,
        relation: impl Fn(usize, usize) -> bool,
        pairs: impl Into<Box<[(Cell, Cell)]>>,
    ) -> Self {
        let row = |first| CandidateSet::filtered(digits, |second| relation(first, second));
        Self::new((0..digits).map(row).collect(), pairs)
    }

    /// For each digit of the first cell, the digits that the second may have.
    pub fn allowed(&self) -> &Arc<[CandidateSet]> {
        &self.allowed
    }

    /// The pairs of cells.
    pub fn pairs(&self) -> &[(Cell, Cell)] {
        &self.pairs
    }

    /// The cells of all pairs.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        self.pairs.iter().flat_map(|&(first, second)| [first, second])
    }

    /// Whether a filled grid keeps it.
    pub fn holds(&self, digits: &[Digit]) -> bool {
        let holds = |&(first, second): &(Cell, Cell)| {
            self.allowed[digits[first.index()].index()].contains(digits[second.index()])
        };
        self.pairs.iter().all(holds)
    }
}
