//! One of several groups of blocks.

use super::Block;
use crate::grid::{Cell, Digit};

/// At least one of some groups of blocks holds, that is, each block of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    options: Box<[Box<[Block]>]>,
}

impl Choice {
    /// Rules have no more choices within one another than these.
    pub const MAX_DEPTH: usize = 8;

    /// One of these groups; of none no grid keeps it, and a group of no blocks is always kept.
    pub fn new(options: impl Into<Box<[Box<[Block]>]>>) -> Self {
        Choice { options: options.into() }
    }

    /// The groups of blocks.
    pub fn options(&self) -> &[Box<[Block]>] {
        &self.options
    }

    /// The choice between the same options with each block changed.
    pub(in crate::rule) fn map(&self, change: impl Fn(&Block) -> Block) -> Block {
        let options = self.options.iter().map(|blocks| blocks.iter().map(&change).collect());
        Block::Choice(Choice::new(options.collect::<Vec<_>>()))
    }

    /// The cells of all blocks; a cell may occur more than once.
    pub fn cells(&self) -> Vec<Cell> {
        let mut cells = Vec::new();
        self.add_cells(&mut cells);
        cells
    }

    pub(super) fn add_cells(&self, cells: &mut impl Extend<Cell>) {
        self.options.iter().flatten().for_each(|block| block.add_cells(cells));
    }

    /// Whether a filled grid keeps it.
    pub fn holds(&self, digits: &[Digit]) -> bool {
        self.options.iter().any(|blocks| blocks.iter().all(|block| block.holds(digits)))
    }
}
