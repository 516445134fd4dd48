//! JSON: an array of rows, or one flat array; an object where regions or rules belong to the puzzle.

use std::fmt::Write as _;

use super::{Sheet, region_symbol};
use crate::grid::Cell;

pub(super) fn write(sheet: &Sheet<'_>, out: &mut String) {
    let regions = sheet.regions();
    let rules = sheet.rules();
    if regions.is_some() || rules.is_some() {
        out.push_str("{\"puzzle\":");
    }
    write_array(sheet, out);
    if let Some(regions) = regions {
        out.push_str(",\"layout\":\"regions=");
        out.extend(regions.iter().map(|&region| region_symbol(region)));
        out.push('"');
    }
    if let Some(rules) = &rules {
        _ = write!(out, ",\"rules\":{rules}");
    }
    out.push_str(if regions.is_some() || rules.is_some() { "}\n" } else { "\n" });
}

fn write_array(sheet: &Sheet<'_>, out: &mut String) {
    let side = sheet.puzzle.side();
    out.push('[');
    for cell in sheet.puzzle.cells() {
        let column = cell.column(side);
        if cell.index() > 0 && (column > 0 || sheet.flat_json) {
            out.push(',');
        }
        if column == 0 && !sheet.flat_json {
            out.push_str(if cell.index() == 0 { "[" } else { "],[" });
        }
        write_cell(sheet, cell, out);
    }
    out.push_str(if sheet.flat_json { "]" } else { "]]" });
}

fn write_cell(sheet: &Sheet<'_>, cell: Cell, out: &mut String) {
    let clues = sheet.puzzle.clues();
    match sheet.number(cell) {
        Some(number) => _ = write!(out, "{number}"),
        None if clues.len(cell) == clues.side() => out.push('0'),
        None => {
            out.push('[');
            for (k, digit) in clues.digits(cell).enumerate() {
                _ = write!(out, "{}{digit}", if k > 0 { "," } else { "" });
            }
            out.push(']');
        }
    }
}
