//! Singles in the order in which they came up: those of cells, and those of houses.

use super::units::Unit;
use crate::rate::ground::Ground;

/// Candidates that were the last of a cell or a house when they were queued; some may be filled
/// since.
#[derive(Debug, Clone)]
pub(super) struct Queue {
    all: Vec<(u8, u8)>,
    /// How many of the first are passed over.
    passed: usize,
}

impl Queue {
    pub(super) fn new() -> Self {
        Queue { all: Vec::with_capacity(128), passed: 0 }
    }

    pub(super) fn push(&mut self, cell: usize, digit: usize) {
        self.all.push((cell as u8, digit as u8));
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, usize)> + Clone + '_ {
        self.all[self.passed..].iter().map(|&(cell, digit)| (cell.into(), digit.into()))
    }

    /// Passes over the first as far as their cells are filled.
    pub(super) fn pass(&mut self, is_filled: impl Fn(usize) -> bool) {
        let rest = &self.all[self.passed..];
        let open = rest.iter().position(|&(cell, _)| !is_filled(cell.into()));
        self.passed += open.unwrap_or(rest.len());
    }

    /// Takes out the first that is a digit in a house, where the digit has lost its last place.
    pub(super) fn forget(&mut self, ground: &Ground, unit: Unit, digit: usize) {
        let set = unit.set(ground);
        let is_it = |&(cell, of): &(u8, u8)| usize::from(of) == digit && set >> cell & 1 == 1;
        if let Some(found) = self.all.iter().position(is_it) {
            self.all.remove(found);
            self.passed -= usize::from(found < self.passed);
        }
    }
}
