//! What solvers print about a model: a filled grid, or why there is none. Whoever asks checks the
//! grid.

use super::{LANGUAGES, Language};
use crate::error::{Error, Result};
use crate::grid::{Cell, Digit};
use crate::puzzle::Puzzle;

/// The answer of a solver.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reply {
    /// A filled grid, a digit for each cell.
    Filled(Vec<Digit>),
    /// There is none.
    None,
    /// The solver says that it does not know.
    Unknown,
}

/// The language whose solvers print such a text, if it is told by the beginning.
pub fn language_of(text: &str) -> Option<&'static Language> {
    LANGUAGES.iter().find(|language| text.lines().any(language.is_answer))
}

/// The digits of all cells, of those that were found.
pub(super) fn filled(puzzle: &Puzzle, digits: &[Option<Digit>]) -> Result<Reply> {
    let digit = |(cell, digit): (Cell, &Option<Digit>)| {
        let name = puzzle.layout().name_of(cell);
        digit.ok_or_else(|| Error::input(format!("the answer has no number for {name}")))
    };
    puzzle.cells().zip(digits).map(digit).collect::<Result<_>>().map(Reply::Filled)
}

/// The digit of a number as it is shown.
pub(super) fn digit(puzzle: &Puzzle, word: &str) -> Result<Digit> {
    let digit = word.parse().ok().and_then(|number| puzzle.layout().digit_of(number));
    digit.ok_or_else(|| {
        Error::input(format!("{:?} is no number of the grid", satoku_check::shown(word)))
    })
}

/// That an answer has no verdict.
pub(super) fn no_verdict() -> Error {
    Error::input("the text has neither a solution nor that there is none")
}
