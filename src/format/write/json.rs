//! JSON, which holds all of a puzzle: an array of rows, or one flat array; an object where more
//! belongs to the puzzle than its cells.

use std::fmt::Write as _;

use super::Sheet;
use crate::format::preamble;
use crate::grid::Cell;
use crate::puzzle::Puzzle;

/// The largest side of flat arrays that have candidates: an array of 16 of them could be a grid.
const MAX_FLAT_MARKS: usize = 16;

pub(super) fn write(sheet: &Sheet<'_>, out: &mut String) {
    if sheet.is_framed() {
        return super::frame::write_json(sheet, out);
    }
    let fields = preamble::fields(sheet.puzzle, sheet.solution.is_some());
    if !fields.is_empty() {
        out.push_str("{\"puzzle\":");
    }
    write_array(sheet, out);
    for (name, value) in &fields {
        _ = write!(out, ",\"{name}\":{value}");
    }
    out.push_str(if fields.is_empty() { "\n" } else { "}\n" });
}

/// A puzzle as a document of its own: an object of its layout and its cells, a line a row.
pub(crate) fn document(puzzle: &Puzzle) -> String {
    let sheet = Sheet::of(puzzle);
    let side = puzzle.side();
    let mut out = format!("{{\n\"layout\": \"{}\",\n\"puzzle\": [\n", puzzle.layout().spec());
    for cell in puzzle.cells() {
        out.push(if cell.column(side) == 0 { '[' } else { ',' });
        write_cell(&sheet, cell, &mut out);
        if cell.column(side) + 1 == side {
            out.push_str(if cell.row(side) + 1 == side { "]\n" } else { "],\n" });
        }
    }
    out.push_str("]\n}\n");
    out
}

fn write_array(sheet: &Sheet<'_>, out: &mut String) {
    let side = sheet.puzzle.side();
    let flat = sheet.flat_json && side >= 4 && !(sheet.has_marks() && side > MAX_FLAT_MARKS);
    out.push('[');
    for cell in sheet.puzzle.cells() {
        let column = cell.column(side);
        if cell.index() > 0 && (column > 0 || flat) {
            out.push(',');
        }
        if column == 0 && !flat {
            out.push_str(if cell.index() == 0 { "[" } else { "],[" });
        }
        write_cell(sheet, cell, out);
    }
    out.push_str(if flat { "]" } else { "]]" });
}

fn write_cell(sheet: &Sheet<'_>, cell: Cell, out: &mut String) {
    let clues = sheet.puzzle.clues();
    match sheet.number(cell) {
        Some(number) => _ = write!(out, "{number}"),
        None if clues.len(cell) == clues.digit_count() => out.push('0'),
        None => {
            out.push('[');
            for (k, digit) in clues.digits(cell).enumerate() {
                _ = write!(out, "{}{digit}", if k > 0 { "," } else { "" });
            }
            out.push(']');
        }
    }
}
