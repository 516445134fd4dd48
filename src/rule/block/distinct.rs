//! No digit twice among some cells.

use std::collections::BTreeSet;

use crate::grid::{Cell, Digit};

/// No digit stands twice among these cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Distinct {
    cells: Box<[Cell]>,
}

impl Distinct {
    /// Of these cells. One that is named twice cannot differ from itself: then no grid keeps it.
    pub fn new(cells: impl Into<Box<[Cell]>>) -> Self {
        Distinct { cells: cells.into() }
    }

    /// The cells.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Whether a filled grid keeps it.
    pub fn holds(&self, digits: &[Digit]) -> bool {
        let mut seen = BTreeSet::new();
        self.cells.iter().all(|cell| seen.insert(digits[cell.index()]))
    }
}
