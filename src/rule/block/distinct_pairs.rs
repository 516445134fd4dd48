//! Pairs of cells that differ as pairs.

use std::collections::BTreeSet;

use crate::grid::{Cell, Digit};

/// No two of some pairs of cells have the same two digits, in order: pairs of digits are distinct,
/// as the digits of a Graeco-Latin square are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DistinctPairs {
    pairs: Box<[(Cell, Cell)]>,
}

impl DistinctPairs {
    /// Of these pairs. One that is named twice cannot differ from itself: then no grid keeps it.
    pub fn new(pairs: impl Into<Box<[(Cell, Cell)]>>) -> Self {
        DistinctPairs { pairs: pairs.into() }
    }

    /// The pairs.
    pub fn pairs(&self) -> &[(Cell, Cell)] {
        &self.pairs
    }

    /// The cells, pair by pair; a cell may occur more than once.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        self.pairs.iter().flat_map(|&(first, second)| [first, second])
    }

    /// Whether a filled grid keeps it.
    pub fn holds(&self, digits: &[Digit]) -> bool {
        let mut seen = BTreeSet::new();
        let digit = |cell: Cell| digits[cell.index()];
        self.pairs.iter().all(|&(first, second)| seen.insert((digit(first), digit(second))))
    }
}
