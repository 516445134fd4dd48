//! The small values of which documents are made: cells, clues, solutions, puzzles as text.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::format::{Sheet, WRITERS, Writer, line_of};
use crate::grid::{Cell, Digit, Layout};
use crate::puzzle::{Puzzle, Solution};

/// A cell by row and column, both from 1: `r1c2`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// The row, from 1.
    pub row: usize,
    /// The column, from 1.
    pub column: usize,
}

impl Place {
    /// The place of a cell of a layout.
    ///
    /// # Panics
    /// If the cell is not of this layout, or has no place in its frame.
    pub fn of(cell: Cell, layout: &Layout) -> Self {
        let (row, column) = layout.frame().place(cell).expect("a cell with a place");
        Place { row: row + 1, column: column + 1 }
    }

    /// The places of cells of a puzzle.
    pub(super) fn all(cells: &[Cell], puzzle: &Puzzle) -> Vec<Self> {
        cells.iter().map(|&cell| Place::of(cell, puzzle.layout())).collect()
    }

    /// The cell of a layout that has this place.
    ///
    /// # Panics
    /// If the layout has no cell there.
    pub fn cell(self, layout: &Layout) -> Cell {
        layout.frame().cell(self.row - 1, self.column - 1).expect("a place with a cell")
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.row, self.column)
    }
}

/// A cell and what stands in it: `r1c2=5`, or `r1c2={1 5}` for candidates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clue {
    /// The cell.
    pub cell: Place,
    /// The numbers shown for its digits, in order.
    pub digits: Vec<usize>,
}

impl Clue {
    /// A cell with one digit.
    pub(super) fn single(cell: Cell, digit: Digit, layout: &Layout) -> Self {
        Clue { cell: Place::of(cell, layout), digits: vec![layout.number_of(digit)] }
    }

    /// A cell as a puzzle has it.
    pub(super) fn of(puzzle: &Puzzle, cell: Cell) -> Self {
        let layout = puzzle.layout();
        let digits = puzzle.clues().digits(cell).map(|digit| layout.number_of(digit)).collect();
        Clue { cell: Place::of(cell, layout), digits }
    }
}

impl fmt::Display for Clue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.digits.as_slice() {
            [digit] => write!(f, "{}={digit}", self.cell),
            digits => {
                let digits: Vec<_> = digits.iter().map(ToString::to_string).collect();
                write!(f, "{}={{{}}}", self.cell, digits.join(" "))
            }
        }
    }
}

/// How grids are written.
#[derive(Debug, Clone, Copy)]
pub struct Form {
    /// The form.
    pub writer: &'static Writer,
    /// Whether clues are set off by ANSI escape codes in text.
    pub color: bool,
    /// Whether JSON is one flat array.
    pub flat_json: bool,
}

impl Default for Form {
    fn default() -> Self {
        Form { writer: &WRITERS[0], color: false, flat_json: false }
    }
}

impl Form {
    /// Appends a puzzle, or its solution, each line ended.
    pub fn write(&self, puzzle: &Puzzle, solution: Option<&Solution>, out: &mut String) {
        let Form { writer, color, flat_json } = *self;
        (writer.write)(&Sheet { puzzle, solution, color, flat_json }, out);
        if !out.ends_with('\n') {
            out.push('\n');
        }
    }
}

/// A puzzle and the form its text is written in. Its JSON is the line form, which holds the layout
/// too, or JSON where a line cannot hold the puzzle.
#[derive(Debug, Clone)]
pub struct Written {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// How it is written.
    pub form: Form,
}

impl Written {
    /// A puzzle in a form.
    pub fn new(puzzle: Puzzle, form: Form) -> Self {
        Written { puzzle, form }
    }

    /// The text, each line ended.
    pub fn text(&self) -> String {
        let mut text = String::new();
        self.form.write(&self.puzzle, None, &mut text);
        text
    }
}

impl Serialize for Place {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Serialize for Clue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// As a line: a symbol a cell, to side 35, in the symbols of its puzzle.
impl Serialize for Solution {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&line_of(self))
    }
}

impl Serialize for Written {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.puzzle)
    }
}

/// A cell of a puzzle for people: its number, `?` for candidates, a dot.
pub(super) fn shown(puzzle: &Puzzle, cell: Cell) -> String {
    match puzzle.given(cell) {
        Some(digit) => puzzle.layout().number_of(digit).to_string(),
        None if puzzle.clues().len(cell) == puzzle.digits() => ".".into(),
        None => "?".into(),
    }
}

/// `1 clue`, `2 clues`.
pub(super) fn number(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

/// Things joined by commas.
pub(super) fn list<T: fmt::Display>(items: impl IntoIterator<Item = T>) -> String {
    let items: Vec<_> = items.into_iter().map(|item| item.to_string()).collect();
    items.join(", ")
}

/// A schema of a value that is a string.
#[cfg(feature = "schema")]
macro_rules! string_schema {
    ($($type:ty, $name:literal: $schema:tt;)*) => {$(
        impl schemars::JsonSchema for $type {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                $name.into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!($schema)
            }
        }
    )*};
}

#[cfg(feature = "schema")]
string_schema! {
    Place, "Place": {
        "description": "A cell by row and column, both from 1.",
        "type": "string", "pattern": "^r[1-9][0-9]*c[1-9][0-9]*$",
    };
    Clue, "Clue": {
        "description": "A cell and its digit, or its candidates in braces.",
        "type": "string",
        "pattern": "^r[1-9][0-9]*c[1-9][0-9]*=([0-9]+|\\{[0-9 ]*\\})$",
    };
    Solution, "Solution": {
        "description": "A filled grid as a line: a symbol a cell to side 35, numbers beyond; in the symbols of the puzzle, which `symbols` names.",
        "type": "string", "minLength": 1,
    };
    Written, "Puzzle": {
        "description": "A puzzle as text, in the form that was asked for; a line by default.",
        "type": "string", "minLength": 1,
    };
}
