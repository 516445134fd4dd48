//! Sums of weights.

use std::sync::Arc;

use crate::grid::{Cell, Digit};

/// The weights of the digits of some cells add up to one of some targets.
///
/// Each cell has a table of what each digit is worth there; cells may share one. A cell that is
/// named twice counts twice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sum {
    cells: Box<[Cell]>,
    /// By cell, then by digit.
    weights: Box<[Arc<[i32]>]>,
    /// In rising order, each once.
    targets: Box<[i64]>,
}

impl Sum {
    /// Cell `k` is worth `weights[k][digit]`; the total is one of `targets`.
    ///
    /// # Panics
    /// If there are not as many tables as cells.
    pub fn new(
        cells: impl Into<Box<[Cell]>>,
        weights: impl Into<Box<[Arc<[i32]>]>>,
        targets: impl Into<Vec<i64>>,
    ) -> Self {
        let (cells, weights, mut targets) = (cells.into(), weights.into(), targets.into());
        assert_eq!(cells.len(), weights.len());
        targets.sort_unstable();
        targets.dedup();
        Sum { cells, weights, targets: targets.into() }
    }

    /// The cells.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// What each digit is worth, a table for each cell.
    pub fn weights(&self) -> &[Arc<[i32]>] {
        &self.weights
    }

    /// What the total may be, in rising order.
    pub fn targets(&self) -> &[i64] {
        &self.targets
    }

    /// Whether a filled grid keeps it.
    pub fn holds(&self, digits: &[Digit]) -> bool {
        let worth = self.cells.iter().zip(&self.weights);
        let worth = worth.map(|(cell, table)| i64::from(table[digits[cell.index()].index()]));
        self.targets.binary_search(&worth.sum()).is_ok()
    }
}
