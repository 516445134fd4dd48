//! Rows of numbers, bare: what the grid reader takes back for any side.

use std::fmt::Write as _;

use super::{Sheet, region_symbol};
use crate::format::symbols::MAX_SYMBOLS_SIDE;
use crate::grid::Cell;

pub(super) fn write(sheet: &Sheet<'_>, out: &mut String) {
    let side = sheet.puzzle.side();
    let marks = sheet.has_marks();
    let regions = sheet.regions();
    let impossible = || sheet.puzzle.cells().any(|cell| sheet.puzzle.clues().len(cell) == 0);
    if marks && (side > 9 || regions.is_some() || impossible())
        || regions.is_some() && side > MAX_SYMBOLS_SIDE
        || sheet.has_rules()
    {
        return super::json::write(sheet, out);
    }
    let texts: Vec<_> = sheet.puzzle.cells().map(|cell| text(sheet, cell, marks)).collect();
    let width = texts.iter().map(String::len).max().unwrap_or(1);
    let width = if marks { width } else { side.to_string().len() };
    for row in texts.chunks(side) {
        for (k, text) in row.iter().enumerate() {
            let space = if k > 0 { " " } else { "" };
            _ = write!(out, "{space}{text:>width$}");
        }
        out.push('\n');
    }
    if let Some(regions) = regions {
        out.push('\n');
        for row in regions.chunks(side) {
            out.extend(row.iter().map(|&region| region_symbol(region)));
            out.push('\n');
        }
    }
}

/// A cell: its number, its candidates, or a blank.
fn text(sheet: &Sheet<'_>, cell: Cell, marks: bool) -> String {
    let clues = sheet.puzzle.clues();
    match sheet.number(cell) {
        Some(number) => number.to_string(),
        None if marks => clues.digits(cell).map(|digit| digit.to_string()).collect(),
        None => ".".to_owned(),
    }
}
