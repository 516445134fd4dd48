//! What must hold beside the houses: rules, which are data.
//!
//! A rule is lowered to [`block`]s, and everything else follows from these: engines propagate
//! them, encodings write their clauses, certificates state them, symmetries map them.

pub mod block;
mod constraint;

pub use block::{Automaton, Block, Clauses, Distinct, Line, Literal, Pairs, Sum};
pub use constraint::Constraint;
pub(crate) use constraint::rule_of;

use crate::grid::{Cell, Digit};

/// One rule of a puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    name: String,
    cells: Box<[Cell]>,
    blocks: Box<[Block]>,
}

impl Rule {
    /// A rule that says what its blocks say, called `name` in messages.
    pub fn from_blocks(name: impl Into<String>, blocks: impl Into<Box<[Block]>>) -> Self {
        let blocks = blocks.into();
        let mut cells: Vec<_> = blocks.iter().flat_map(Block::cells).collect();
        cells.sort_unstable();
        cells.dedup();
        Rule { name: name.into(), cells: cells.into(), blocks }
    }

    /// What messages call it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The cells it is about, each once, in order.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The blocks it consists of: all of them must hold.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// Whether a filled grid, digits indexed by cell, keeps it.
    pub fn holds(&self, digits: &[Digit]) -> bool {
        self.blocks.iter().all(|block| block.holds(digits))
    }
}
