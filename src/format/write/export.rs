//! Forms of other programs that puzzles are written for. They hold some puzzles and no others, so
//! writing may fail, and what is read back may have its rules in another order.

use crate::error::Result;
use crate::format::{fpuzzles, iss};
use crate::puzzle::{Puzzle, Solution};

/// A form of another program, a line a puzzle.
#[derive(Debug)]
pub struct Export {
    /// The word for it in options.
    pub name: &'static str,
    /// One line for help texts.
    pub about: &'static str,
    /// The text of a puzzle, with its solution if that is known; an error that names the rule or
    /// house that the form has not.
    pub write: fn(&Puzzle, Option<&Solution>) -> Result<String>,
}

/// All of them. To add one, add a line here.
pub const EXPORTS: &[Export] = &[
    Export { name: "fpuzzles", about: "f-puzzles: the packed body", write: fpuzzles::write_body },
    Export { name: "fpuzzles-url", about: "f-puzzles: a link", write: fpuzzles::write_link },
    Export {
        name: "iss",
        about: "Interactive Sudoku Solver: a constraint string",
        write: iss::write_line,
    },
    Export {
        name: "iss-url",
        about: "Interactive Sudoku Solver: an address",
        write: iss::write_address,
    },
];

/// The form of a name.
pub fn export_by_name(name: &str) -> Option<&'static Export> {
    EXPORTS.iter().find(|export| export.name == name)
}
