//! Puzzles as formulas: the encodings, and the map from candidates to literals that they share.
//!
//! They differ in what they say of the four families of a Sudoku (at least and at most one digit
//! of each cell, at least and at most one place of each digit in each house) and in which
//! candidates have a variable. How "at most one" is spelt is another choice, [`AtMostOne`]'s. What
//! further rules ask is written by `blocks`, over the literals of any of them.

mod blocks;
mod extended;
mod families;
mod minimal;
mod reduced;
mod selected;
#[cfg(test)]
mod tests;
mod vars;

pub(crate) use blocks::{encode as rules, encode_all as rule_blocks};
pub(crate) use families::textbook;
pub(crate) use reduced::propagated;
pub(crate) use selected::selected;
pub use vars::{Atom, VarMap};

use crate::error::Result;
use crate::puzzle::Puzzle;
use crate::sat::cnf::{AtMostOne, ClauseSink, Counter, Size};

/// A way to write a puzzle as a formula, whose models are the puzzle's solutions.
#[derive(Debug, Clone, Copy)]
pub struct Encoding {
    /// The word on the command line.
    pub name: &'static str,
    /// One line for help texts.
    pub about: &'static str,
    /// Writes the clauses to a sink that has not handed out variables yet, and returns the map to
    /// read models with: variables 1 to [`VarMap::vars`] stand for candidates, further ones are
    /// the at-most-one scheme's and the rules'.
    ///
    /// Fails if the sink fails or a rule of the puzzle takes too many clauses; panics if the
    /// sink has handed out variables before.
    pub encode: Encode,
    /// For an encoding that starts from what propagation leaves: the same formula for a puzzle
    /// whose clues are just that, without propagation.
    pub propagated: Option<Encode>,
}

/// What writes a puzzle's clauses: see [`Encoding::encode`].
pub type Encode = fn(&Puzzle, &AtMostOne, &mut dyn ClauseSink) -> Result<VarMap>;

/// All encodings. To add one, write a file with its function and add a line here.
pub const ENCODINGS: &[Encoding] = &[
    Encoding {
        name: "minimal",
        about: "one variable per candidate; a digit in each cell, none twice in a house",
        encode: minimal::encode,
        propagated: None,
    },
    Encoding {
        name: "extended",
        about: "minimal, plus exactly one digit per cell and one place per digit and house",
        encode: extended::encode,
        propagated: None,
    },
    Encoding {
        name: "reduced",
        about: "extended after propagating the clues: smallest and fastest",
        encode: reduced::encode,
        propagated: Some(reduced::remaining),
    },
];

impl Encoding {
    /// The encoding of a name.
    pub fn by_name(name: &str) -> Option<&'static Encoding> {
        ENCODINGS.iter().find(|encoding| encoding.name == name)
    }

    /// The size of a puzzle's formula, by a counting pass: nothing is stored.
    ///
    /// # Errors
    /// If a rule of the puzzle takes too many clauses.
    pub fn size(&self, puzzle: &Puzzle, amo: &AtMostOne) -> Result<Size> {
        let mut counter = Counter::new();
        (self.encode)(puzzle, amo, &mut counter)?;
        Ok(counter.size())
    }
}
