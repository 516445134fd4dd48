//! Puzzles and solutions written: every way is one file here and one line in [`WRITERS`].
//!
//! What is written is read back as an equal puzzle, whatever its layout and rules: rules, and
//! layouts other than the usual one of their side, are said beside the cells ([`preamble`]),
//! layouts of solutions too. A puzzle that a form cannot hold is written as JSON, which holds
//! everything.

mod csv;
mod export;
mod frame;
mod grid;
mod json;
mod line;
mod pretty;
mod solo;

use std::fmt;
use std::sync::Arc;

use super::symbols::{MAX_SYMBOLS_SIDE, numbers_tell};
use super::{jigsaw, preamble};
use crate::grid::{Cell, Layout};
use crate::puzzle::{Puzzle, Solution, Symbols};

pub use csv::write_columns;
pub use export::{EXPORTS, Export, export_by_name};
pub(crate) use json::document;
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
    /// Whether it holds a puzzle and its solution, rather than one of them.
    pub has_both: bool,
    /// The line before the first of them, ended; empty if there is none.
    pub header: &'static str,
    /// Appends the text, each of its lines ended.
    pub write: fn(&Sheet<'_>, &mut String),
}

/// All ways to write. To add one, write a file and add a line here.
pub const WRITERS: &[Writer] = &[
    Writer {
        name: "line",
        about: "one line, one symbol per cell",
        in_rows: false,
        has_both: false,
        header: "",
        write: line::write,
    },
    Writer {
        name: "grid",
        about: "rows of numbers",
        in_rows: true,
        has_both: false,
        header: "",
        write: grid::write,
    },
    Writer {
        name: "pretty",
        about: "rows of numbers, with boxes framed",
        in_rows: true,
        has_both: false,
        header: "",
        write: pretty::write,
    },
    Writer {
        name: "json",
        about: "an array of rows",
        in_rows: false,
        has_both: false,
        header: "",
        write: json::write,
    },
    Writer {
        name: "csv",
        about: "a CSV record: puzzle, solution",
        in_rows: false,
        has_both: true,
        header: csv::HEADER,
        write: csv::write,
    },
    Writer {
        name: "solo",
        about: "a game id of Simon Tatham's Solo; what has none as a line",
        in_rows: false,
        has_both: false,
        header: "",
        write: solo::write,
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
            Some(solution) => Some(self.layout().number_of(solution.digit(cell))),
            None => self.puzzle.given(cell).map(|digit| self.layout().number_of(digit)),
        }
    }

    /// Whether the cells are more than a square grid with digits from 1.
    fn is_framed(&self) -> bool {
        is_framed(self.layout())
    }

    /// Whether cells have candidates to be written.
    fn has_marks(&self) -> bool {
        self.solution.is_none() && self.puzzle.has_pencilmarks()
    }

    /// Whether no form but JSON gives these cells back: sides below 4 are no puzzles to the other
    /// readers, a full grid can be the map of a jigsaw, and cells without any candidate are blank.
    fn is_only_json(&self) -> bool {
        let puzzle = self.puzzle;
        puzzle.side() < 4
            || self.solution.is_none() && puzzle.cells().all(|cell| puzzle.clues().len(cell) == 0)
            || self.is_like_a_map()
    }

    /// Whether there are rules to be written. A solution goes without.
    fn has_rules(&self) -> bool {
        self.solution.is_none() && !self.puzzle.rules().is_empty()
    }

    /// Whether some rule to be written has JSON in its text: it needs a line of its own.
    fn has_free_rules(&self) -> bool {
        self.has_rules() && self.puzzle.rules().iter().any(|rule| rule.has_json())
    }

    /// What is to be said of the puzzle beside its cells.
    fn words(&self) -> impl Iterator<Item = String> {
        preamble::words(self.puzzle, self.solution.is_some())
    }

    /// Whether rows of numbers can hold the cells.
    fn fits_rows(&self) -> bool {
        let puzzle = self.puzzle;
        let blank = || puzzle.cells().any(|cell| puzzle.clues().len(cell) == 0);
        !self.is_only_json() && !(self.has_marks() && (puzzle.side() > 9 || blank()))
    }

    /// Whether all cells have clues, and these could be the map of a jigsaw's regions: a grid that
    /// is no solution.
    fn is_like_a_map(&self) -> bool {
        let (puzzle, side) = (self.puzzle, self.puzzle.side());
        if self.solution.is_some() || side > MAX_SYMBOLS_SIDE {
            return false;
        }
        let written = self.symbols();
        let symbols = puzzle
            .cells()
            .map(|cell| puzzle.given(cell).map(|digit| written.symbol(digit.number())));

        let symbols: Option<String> = symbols.collect();
        symbols.is_some_and(|map| {
            jigsaw::is_map_alone(&map, side) || jigsaw::is_nearly_map(&map, side)
        })
    }

    /// The symbols in which cells are written: those of the puzzle, where they fit the form.
    fn symbols(&self) -> Symbols {
        if self.has_marks() { Symbols::OneBased } else { self.puzzle.symbols() }
    }

    /// The comment lines that say what belongs to the puzzle beside its cells, which are written as
    /// these texts.
    fn write_comments(&self, texts: &[String], out: &mut String) {
        let symbols = self.symbols();
        let told = numbers_tell(symbols, self.puzzle.side(), texts.iter().map(String::as_str));
        let symbols = (!told).then(|| preamble::symbols_word(symbols));
        out.extend(self.words().chain(symbols).map(|word| preamble::comment_line(&word)));
    }
}

/// Whether a layout is more than a square grid with digits from 1.
pub(super) fn is_framed(layout: &Layout) -> bool {
    layout.plain_side().is_none()
}

impl fmt::Display for Puzzle {
    /// The line form, its layout included, without an end of line; with `{:#}` framed rows. JSON
    /// where these cannot hold the puzzle.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Sheet::of(self).fmt(f)
    }
}

impl fmt::Display for Solution {
    /// The line form, its layout included, without an end of line; with `{:#}` framed rows.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let puzzle = Puzzle::new(Arc::clone(self.layout())).with_symbols(self.symbols());
        Sheet { solution: Some(self), ..Sheet::of(&puzzle) }.fmt(f)
    }
}

impl fmt::Display for Sheet<'_> {
    /// The line form, without an end of line; with `{:#}` framed rows.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        if f.alternate() {
            pretty::write(self, &mut text);
        } else {
            line::write(self, &mut text);
        }
        f.write_str(text.trim_end())
    }
}
