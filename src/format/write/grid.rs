//! Rows of numbers, bare: what the grid reader takes back for any side. Comment lines before
//! them say layout and rules.

use std::fmt::Write as _;

use super::Sheet;
use crate::grid::Cell;
use crate::puzzle::Symbols;

pub(super) fn write(sheet: &Sheet<'_>, out: &mut String) {
    if sheet.is_framed() {
        return super::frame::write_rows(sheet, out);
    }
    let side = sheet.puzzle.side();
    let marks = sheet.has_marks();
    if !sheet.fits_rows() {
        return super::json::write(sheet, out);
    }
    let symbols = sheet.symbols();
    let texts: Vec<_> =
        sheet.puzzle.cells().map(|cell| text(sheet, symbols, cell, marks)).collect();
    sheet.write_comments(&texts, out);
    let width = texts.iter().map(String::len).max().unwrap_or(1);
    let width = if marks { width } else { symbols.text(side).len() };
    for row in texts.chunks(side) {
        for (k, text) in row.iter().enumerate() {
            let space = if k > 0 { " " } else { "" };
            _ = write!(out, "{space}{text:>width$}");
        }
        out.push('\n');
    }
}

/// A cell: its number, its candidates, or a blank.
fn text(sheet: &Sheet<'_>, symbols: Symbols, cell: Cell, marks: bool) -> String {
    let clues = sheet.puzzle.clues();
    match sheet.number(cell) {
        Some(number) => symbols.text(number),
        None if marks => clues.digits(cell).map(|digit| digit.to_string()).collect(),
        None => ".".to_owned(),
    }
}
