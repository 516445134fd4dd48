//! The blocks that rules consist of, as data.
//!
//! | block | what it says |
//! | --- | --- |
//! | [`Clauses`] | a disjunction of candidates, negated or not, holds; each of several |
//! | [`Pairs`] | a table of two digits allows the digits of two cells; of each of several pairs |
//! | [`Distinct`] | no digit stands twice among some cells |
//! | [`Sum`] | the weights of the digits of some cells add up to one of some targets |
//! | [`Line`] | a deterministic automaton accepts the digits of some cells, in order |
//! | [`Choice`] | at least one of several groups of blocks holds |
//! | [`Connected`] | the cells with some digits are connected |
//! | [`DistinctPairs`] | no two pairs of cells have the same two digits |
//! | [`NValue`] | a cell tells how many different digits some cells have |
//!
//! Digits are indices from 0 here, whatever numbers are shown for them; weights say what a digit
//! is worth.

mod choice;
mod clauses;
mod connected;
mod distinct;
mod distinct_pairs;
mod filter;
mod line;
mod nvalue;
mod positions;
mod sum;

pub use choice::Choice;
pub use clauses::{Clauses, Literal, Pairs};
pub use connected::Connected;
pub(crate) use connected::{Forced, Membership};
pub use distinct::Distinct;
pub use distinct_pairs::DistinctPairs;
pub use line::{Automaton, Line};
pub use nvalue::NValue;
pub(crate) use positions::Positions;
pub use sum::Sum;

use crate::grid::{Cell, Digit};

/// What a rule says, in one of a few forms.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Block {
    /// Disjunctions of candidates.
    Clauses(Clauses),
    /// A relation between two digits, of pairs of cells.
    Pairs(Pairs),
    /// No digit twice.
    Distinct(Distinct),
    /// A sum of weights.
    Sum(Sum),
    /// A word of an automaton.
    Line(Line),
    /// One of several groups of blocks.
    Choice(Choice),
    /// A connected region.
    Connected(Connected),
    /// No pair of digits twice.
    DistinctPairs(DistinctPairs),
    /// A number of different digits.
    NValue(NValue),
}

impl Block {
    /// The cells it is about; a cell may occur more than once.
    pub fn cells(&self) -> Vec<Cell> {
        let mut cells = Vec::new();
        self.add_cells(&mut cells);
        cells
    }

    /// Appends the cells it is about.
    pub(crate) fn add_cells(&self, cells: &mut impl Extend<Cell>) {
        match self {
            Block::Clauses(block) => cells.extend(block.cells()),
            Block::Pairs(block) => cells.extend(block.cells()),
            Block::Distinct(block) => cells.extend(block.cells().iter().copied()),
            Block::Sum(block) => cells.extend(block.cells().iter().copied()),
            Block::Line(block) => cells.extend(block.cells().iter().copied()),
            Block::Choice(block) => block.add_cells(cells),
            Block::Connected(block) => cells.extend(block.cells().iter().copied()),
            Block::DistinctPairs(block) => cells.extend(block.cells()),
            Block::NValue(block) => cells.extend(block.all_cells()),
        }
    }

    /// Whether a filled grid, digits indexed by cell, keeps it.
    pub fn holds(&self, digits: &[Digit]) -> bool {
        match self {
            Block::Clauses(block) => block.holds(digits),
            Block::Pairs(block) => block.holds(digits),
            Block::Distinct(block) => block.holds(digits),
            Block::Sum(block) => block.holds(digits),
            Block::Line(block) => block.holds(digits),
            Block::Choice(block) => block.holds(digits),
            Block::Connected(block) => block.holds(digits),
            Block::DistinctPairs(block) => block.holds(digits),
            Block::NValue(block) => block.holds(digits),
        }
    }

    /// How many choices there are within one another.
    pub(crate) fn depth(&self) -> usize {
        match self {
            Block::Choice(block) => {
                1 + block.options().iter().flatten().map(Block::depth).max().unwrap_or(0)
            }
            _ => 0,
        }
    }
}
