//! The line form: one symbol a cell to side 35, numbers beyond.

use std::fmt::Write as _;

use super::{Sheet, region_symbol};
use crate::format::symbols::{MAX_SYMBOLS_SIDE, symbol};
use crate::grid::{Cell, Digit};
use crate::puzzle::Solution;

pub(super) fn write(sheet: &Sheet<'_>, out: &mut String) {
    let side = sheet.puzzle.side();
    let beyond = sheet.has_marks() || sheet.regions().is_some();
    if side > MAX_SYMBOLS_SIDE && beyond || sheet.has_rules() {
        return super::json::write(sheet, out);
    }
    write_cells(sheet, out);
    if let Some(regions) = sheet.regions() {
        out.push(' ');
        out.extend(regions.iter().map(|&region| region_symbol(region)));
    }
    out.push('\n');
}

/// The cells alone, without an end of line; candidates as `side` symbols a cell.
pub(super) fn write_cells(sheet: &Sheet<'_>, out: &mut String) {
    let side = sheet.puzzle.side();
    let cells = side * side;
    if sheet.has_marks() && side <= MAX_SYMBOLS_SIDE {
        out.reserve(cells * side);
        for cell in sheet.puzzle.cells() {
            out.extend((0..side).map(|digit| {
                let possible = sheet.puzzle.clues().contains(cell, Digit::new(digit));
                if possible { symbol(digit + 1) } else { '.' }
            }));
        }
    } else {
        write_numbers(side, |cell| sheet.number(cell), out);
    }
}

/// One symbol a cell; numbers with spaces between where there are no symbols.
fn write_numbers(side: usize, number: impl Fn(Cell) -> Option<usize>, out: &mut String) {
    let cells = (0..side * side).map(Cell::new);
    if side <= MAX_SYMBOLS_SIDE {
        out.extend(cells.map(|cell| number(cell).map_or('.', symbol)));
        return;
    }
    out.reserve(4 * side * side);
    for cell in cells {
        if cell.index() > 0 {
            out.push(' ');
        }
        match number(cell) {
            Some(number) => _ = write!(out, "{number}"),
            None => out.push('.'),
        }
    }
}

/// A solution in the line form, without an end of line.
pub fn line_of(solution: &Solution) -> String {
    let mut out = String::new();
    let side = solution.layout().side();
    write_numbers(side, |cell| Some(solution.digit(cell).number()), &mut out);
    out
}
