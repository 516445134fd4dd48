//! Singles in the order in which they came up: those of cells, and those of houses.

use std::collections::VecDeque;

use super::units::Unit;
use crate::rate::ground::Ground;

/// Candidates that were the last of a cell or a house when they were queued; some may be filled
/// since.
#[derive(Debug, Clone, Default)]
pub(super) struct Queue(VecDeque<(u8, u8)>);

impl Queue {
    pub(super) fn push(&mut self, cell: usize, digit: usize) {
        self.0.push_back((cell as u8, digit as u8));
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.0.iter().map(|&(cell, digit)| (cell.into(), digit.into()))
    }

    /// Takes out the first that is a digit in a house, where the digit has lost its last place.
    pub(super) fn forget(&mut self, ground: &Ground, unit: Unit, digit: usize) {
        let set = unit.set(ground);
        let found = self.iter().position(|(cell, of)| of == digit && set >> cell & 1 == 1);
        if let Some(found) = found {
            self.0.remove(found);
        }
    }
}
