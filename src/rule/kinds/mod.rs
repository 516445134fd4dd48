//! The kinds of rules: each is one file here and one line in [`KINDS`].
//!
//! A kind says what it means (`holds`, a plain predicate on filled grids) and how it is lowered to
//! blocks (`lower`). The first is what solutions are checked against; the second is all that
//! engines, encodings and certificates know. The tests hold one against the other for every kind
//! of the list.

mod antiknight;
mod cage;
mod sandwich;
mod thermometer;
mod whispers;

use std::collections::BTreeSet;
use std::sync::Arc;

use super::arguments::{Arguments, Values};
use super::block::Block;
use crate::grid::{Cell, Layout};

/// A kind of rule.
#[derive(Debug)]
pub struct Kind {
    /// The word it begins with in texts.
    pub name: &'static str,
    /// Other words for it, which are read but not written.
    pub aliases: &'static [&'static str],
    /// One line for help texts.
    pub about: &'static str,
    /// The numbers it takes.
    pub numbers: Numbers,
    /// The cells it takes.
    pub shape: Shape,
    /// Whether a filled grid keeps it.
    pub holds: fn(&Arguments, Values<'_>) -> bool,
    /// The blocks that say the same, given the houses of the layout.
    pub lower: fn(&Arguments) -> Vec<Block>,
}

/// The numbers that a kind takes.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Numbers {
    /// None.
    None,
    /// One.
    One,
    /// One or none.
    Optional,
    /// One; where it is left out, this one of the layout.
    Default(fn(&Layout) -> i64),
}

/// The cells that a kind takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Shape {
    /// None are named: it is about the whole grid.
    Grid,
    /// Some cells, their order of no meaning, no more than there are digits.
    Set,
    /// Two cells or more in order; one may come again, but not twice in a row.
    Line,
    /// Two cells or more in order, each once, no more than there are digits.
    Path,
    /// All cells of a row or of a column, from either end.
    Row,
}

/// All kinds. To add one, write a file and add a line here.
pub const KINDS: &[Kind] =
    &[cage::KIND, thermometer::KIND, whispers::KIND, sandwich::KIND, antiknight::KIND];

impl Kind {
    /// The kind of a name or an alias, in small or capital letters.
    pub fn by_name(name: &str) -> Option<&'static Kind> {
        let is = |word: &&str| word.eq_ignore_ascii_case(name);
        KINDS.iter().find(|kind| is(&kind.name) || kind.aliases.iter().any(is))
    }

    /// How it is written: `cage [SUM] CELLS`.
    pub fn usage(&self) -> String {
        let numbers = match self.numbers {
            Numbers::None => "",
            Numbers::One => " NUMBER",
            Numbers::Optional | Numbers::Default(_) => " [NUMBER]",
        };
        let cells = match self.shape {
            Shape::Grid => "",
            Shape::Set | Shape::Line | Shape::Path => " CELLS",
            Shape::Row => " ROW|COLUMN",
        };
        format!("{}{numbers}{cells}", self.name)
    }
}

/// The arguments of a rule of a kind, completed and in their one order; or what is wrong with them.
pub(super) fn arguments(
    kind: &Kind,
    numbers: &[i64],
    lines: &[Vec<Cell>],
    layout: &Arc<Layout>,
) -> Result<Arguments, String> {
    let numbers = match (kind.numbers, numbers) {
        (Numbers::None | Numbers::Optional, []) => Vec::new(),
        (Numbers::Default(of), []) => vec![of(layout)],
        (Numbers::One | Numbers::Optional | Numbers::Default(_), &[number]) => vec![number],
        (Numbers::None, _) => return Err("takes no number".to_owned()),
        (_, found) => return Err(format!("{} numbers: expected one", found.len())),
    };
    let mut lines = lines.to_vec();
    match (kind.shape, &mut *lines) {
        (Shape::Grid, []) => {}
        (Shape::Grid, _) => return Err("takes no cells".to_owned()),
        (shape, [line]) => {
            check(shape, line, layout)?;
            if shape == Shape::Set {
                line.sort_unstable();
            }
        }
        (_, []) => return Err(format!("no cells: expected {}", kind.usage())),
        (_, found) => return Err(format!("{} lines of cells: expected one", found.len())),
    }
    Ok(Arguments::new(layout, &numbers, &lines))
}

/// Whether a line of cells has a shape.
fn check(shape: Shape, line: &[Cell], layout: &Layout) -> Result<(), String> {
    let side = layout.digits();
    let mut seen = BTreeSet::new();
    let again = line.iter().find(|&&cell| !seen.insert(cell));
    match (shape, again) {
        (Shape::Set | Shape::Path, Some(again)) => {
            return Err(format!("{} is named twice", layout.name_of(*again)));
        }
        (Shape::Set | Shape::Path, None) if line.len() > side => {
            return Err(format!("{} cells: more than the {side} digits", line.len()));
        }
        (Shape::Path | Shape::Line, _) if line.len() < 2 => {
            return Err(format!("{} cell: expected two or more", line.len()));
        }
        (Shape::Line, Some(again)) if line.windows(2).any(|pair| pair[0] == pair[1]) => {
            return Err(format!("{} is named twice in a row", layout.name_of(*again)));
        }
        (Shape::Row, _) if row_of(line, layout).is_none() => {
            return Err("expected a row or a column, such as r3 or c4".to_owned());
        }
        _ => {}
    }
    Ok(())
}

/// The row (`r`) or column (`c`) of which a line has all cells in order: its letter, its number
/// from 1, and whether the line runs from the first cell to the last.
pub(super) fn row_of(line: &[Cell], layout: &Layout) -> Option<(char, usize, bool)> {
    let frame = layout.frame();
    let (row, column) = frame.place(*line.first()?)?;
    let cells = |letter| -> Vec<Cell> {
        match letter {
            'r' => (0..frame.columns()).filter_map(|column| frame.cell(row, column)).collect(),
            _ => (0..frame.rows()).filter_map(|row| frame.cell(row, column)).collect(),
        }
    };
    ['r', 'c'].into_iter().find_map(|letter| {
        let cells = cells(letter);
        let number = if letter == 'r' { row } else { column } + 1;
        let forward = cells == line;
        let is_it = line.len() > 1 && (forward || cells.iter().rev().eq(line));
        is_it.then_some((letter, number, forward))
    })
}
