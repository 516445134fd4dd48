//! Puzzles in the languages of other solvers, constraint by constraint: houses, sums and automata
//! stay what they are, where the language has them.
//!
//! Every language is one file here and one line in [`LANGUAGES`]. Formulas of clauses are
//! [`sat::cnf::dimacs`](crate::sat::cnf::dimacs)'s.

mod minizinc;
mod opb;
mod reply;
mod smtlib;
#[cfg(test)]
mod tests;

use std::io;

pub use reply::{Reply, language_of};

use crate::error::Result;
use crate::grid::{Cell, Digit};
use crate::puzzle::Puzzle;

/// What writes a model: see [`Language::write`].
pub type Write = fn(&Puzzle, Option<&[Digit]>, &mut dyn io::Write) -> Result<()>;

/// What reads the answer of a solver: see [`Language::read`].
pub type Read = fn(&Puzzle, &str) -> Result<Reply>;

/// A language of models.
#[derive(Debug)]
pub struct Language {
    /// The word for it in options.
    pub name: &'static str,
    /// One line for help texts.
    pub about: &'static str,
    /// Writes a puzzle; with a solution, what is left without it.
    pub write: Write,
    /// Whether a line of a text tells that it is an answer to such a model.
    pub(crate) is_answer: fn(&str) -> bool,
    /// Reads what a solver printed about a model of a puzzle.
    pub read: Read,
}

/// All languages. To add one, write a file and add a line here.
pub const LANGUAGES: &[Language] = &[
    Language {
        name: "minizinc",
        about: "MiniZinc: all_different, table, regular, linear sums",
        write: minizinc::write,
        is_answer: minizinc::is_answer,
        read: minizinc::read,
    },
    Language {
        name: "opb",
        about: "pseudo-Boolean constraints (OPB), a variable for each candidate",
        write: opb::write,
        is_answer: opb::is_answer,
        read: opb::read,
    },
    Language {
        name: "smtlib",
        about: "SMT-LIB 2, integers (QF_LIA)",
        write: smtlib::write,
        is_answer: smtlib::is_answer,
        read: smtlib::read,
    },
];

/// The language of a name.
pub fn language_by_name(name: &str) -> Option<&'static Language> {
    LANGUAGES.iter().find(|language| language.name == name)
}

/// What ends the heading of a model without a solution.
const EXCLUDED: &str = ", one solution excluded";

/// The puzzle that the heading of a model tells, a line of comment, and whether a solution of it is
/// excluded.
pub fn told(line: &str) -> Option<(&str, bool)> {
    let (begin, puzzle) = line.split_once(": ")?;
    begin.trim_start_matches(['%', ';', '*']).trim_start().strip_prefix("satoku ")?;
    match puzzle.strip_suffix(EXCLUDED) {
        Some(puzzle) => Some((puzzle, true)),
        None => Some((puzzle, false)),
    }
}

/// What a model is of, a line of text.
fn heading(puzzle: &Puzzle, excluded: bool) -> String {
    let excluded = if excluded { EXCLUDED } else { "" };
    format!("satoku {}: {puzzle}{excluded}", env!("CARGO_PKG_VERSION"))
}

/// The numbers that clues leave to a cell, `None` where they leave all.
fn clue(puzzle: &Puzzle, cell: Cell) -> Option<Vec<usize>> {
    let layout = puzzle.layout();
    (puzzle.clues().len(cell) < puzzle.digits())
        .then(|| puzzle.clues().digits(cell).map(|digit| layout.number_of(digit)).collect())
}

/// Whether weights are the numbers that are shown.
fn are_numbers(puzzle: &Puzzle, weights: &[i32]) -> bool {
    let first = puzzle.layout().first();
    weights.iter().enumerate().all(|(digit, &weight)| usize::try_from(weight) == Ok(digit + first))
}
