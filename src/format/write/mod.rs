//! Puzzles and solutions written: every way is one file here and one line in [`WRITERS`].

mod csv;
mod grid;
mod json;
mod line;
mod pretty;

use super::rules;
use crate::grid::{Cell, Digit, Layout};
use crate::puzzle::{Puzzle, Solution};

pub use csv::CSV_HEADER;
pub use line::line_of;

/// What is to be written.
#[derive(Debug, Clone, Copy)]
pub struct Sheet<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// Its solution, to be written in place of the puzzle.
    pub solution: Option<&'a Solution>,
    /// Whether clues are set off by ANSI escape codes, where the form has any use for it.
    pub color: bool,
    /// Whether JSON is to be one flat array.
    pub flat_json: bool,
}

/// A way to write a puzzle or a solution.
#[derive(Debug)]
pub struct Writer {
    /// The word for it in options.
    pub name: &'static str,
    /// One line for help texts.
    pub about: &'static str,
    /// Whether it takes several lines, a row each.
    pub in_rows: bool,
    /// Appends the text, each of its lines ended.
    pub write: fn(&Sheet<'_>, &mut String),
}

/// All ways to write. To add one, write a file and add a line here.
pub const WRITERS: &[Writer] = &[
    Writer { name: "line", about: "one line, a symbol a cell", in_rows: false, write: line::write },
    Writer { name: "grid", about: "rows of numbers", in_rows: true, write: grid::write },
    Writer {
        name: "pretty",
        about: "rows of numbers, boxes framed",
        in_rows: true,
        write: pretty::write,
    },
    Writer { name: "json", about: "an array of rows", in_rows: false, write: json::write },
    Writer {
        name: "csv",
        about: "a CSV record: puzzle, solution",
        in_rows: false,
        write: csv::write,
    },
];

/// The writer of a name.
pub fn writer_by_name(name: &str) -> Option<&'static Writer> {
    WRITERS.iter().find(|writer| writer.name == name)
}

impl<'a> Sheet<'a> {
    /// The puzzle itself, plain.
    pub fn of(puzzle: &'a Puzzle) -> Self {
        Sheet { puzzle, solution: None, color: false, flat_json: false }
    }

    fn layout(&self) -> &'a Layout {
        self.puzzle.layout()
    }

    /// The number in a cell, `None` for an empty one.
    fn number(&self, cell: Cell) -> Option<usize> {
        match self.solution {
            Some(solution) => Some(solution.digit(cell).number()),
            None => self.puzzle.given(cell).map(Digit::number),
        }
    }

    /// Whether cells have candidates to be written.
    fn has_marks(&self) -> bool {
        self.solution.is_none() && self.puzzle.has_pencilmarks()
    }

    /// The rules to be written beside the cells, as JSON, if there are any. A solution goes without.
    fn rules(&self) -> Option<String> {
        self.solution.is_none().then(|| rules::json(self.puzzle)).flatten()
    }

    /// Whether there are rules to be written, which JSON alone can hold.
    fn has_rules(&self) -> bool {
        self.solution.is_none() && !self.puzzle.rules().is_empty()
    }

    /// The regions to be written beside the cells, if there are any. A solution goes without.
    fn regions(&self) -> Option<&'a [u16]> {
        self.layout().regions().filter(|_| self.solution.is_none())
    }
}

/// The symbols of a region map: letters, beyond 52 regions further characters.
fn region_symbol(region: u16) -> char {
    let region = u32::from(region);
    let code = match region {
        0..26 => u32::from('A') + region,
        26..52 => u32::from('a') + region - 26,
        _ => 0x100 + region - 52,
    };
    char::from_u32(code).expect("at most 400 regions")
}
