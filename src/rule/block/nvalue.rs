//! How many different digits there are.

use std::sync::Arc;

use itertools::Itertools;

use crate::grid::{CandidateSet, Cell, Digit};

/// The number of different digits among some cells is what the digit of another, the *teller*,
/// says; the teller may be one of the cells too.
///
/// - François Pachet, Pierre Roy: *Automatic Generation of Music Programs*, CP 1999 (the constraint
///   `NValue`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NValue {
    /// Each once.
    cells: Box<[Cell]>,
    teller: Cell,
    /// By digit of the teller.
    counts: Arc<[i32]>,
}

impl NValue {
    /// Digit `d` of the teller says that `counts[d]` digits occur in the cells; `counts` has a number for
    /// each digit of the grid. A cell that is named twice counts once.
    pub fn new(cells: &[Cell], teller: Cell, counts: impl Into<Arc<[i32]>>) -> Self {
        let cells = cells.iter().copied().unique().collect();
        NValue { cells, teller, counts: counts.into() }
    }

    /// The cells whose digits are counted, each once.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The cell that tells how many digits there are.
    pub fn teller(&self) -> Cell {
        self.teller
    }

    /// How many digits each digit of the teller says there are.
    pub fn counts(&self) -> &[i32] {
        &self.counts
    }

    /// The cells that are counted, and the teller.
    pub fn all_cells(&self) -> impl Iterator<Item = Cell> + use<'_> {
        self.cells.iter().copied().chain([self.teller])
    }

    /// Whether a filled grid keeps it.
    pub fn holds(&self, digits: &[Digit]) -> bool {
        let there: CandidateSet = self.cells.iter().map(|cell| digits[cell.index()]).collect();
        let told = self.counts[digits[self.teller.index()].index()];
        usize::try_from(told) == Ok(there.len())
    }
}
