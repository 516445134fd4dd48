//! The line form: one symbol a cell to side 35, numbers beyond; then a remark of layout and rules,
//! or the map of a jigsaw's regions.

use super::Sheet;
use crate::format::symbols::{MAX_SYMBOLS_SIDE, line_tells, symbol};
use crate::format::{candidates, jigsaw, preamble};
use crate::grid::{Cell, Digit, region_symbol};
use crate::puzzle::{Solution, Symbols};

pub(super) fn write(sheet: &Sheet<'_>, out: &mut String) {
    if sheet.is_framed() {
        return super::frame::write_json(sheet, out);
    }
    let (puzzle, has_marks) = (sheet.puzzle, sheet.has_marks());
    if sheet.is_only_json()
        || sheet.has_free_rules()
        || has_marks && puzzle.side() > MAX_SYMBOLS_SIDE
    {
        return super::json::write(sheet, out);
    }
    let start = out.len();
    write_cells(sheet, has_marks, out);
    let ambiguous = is_ambiguous(&out[start..], sheet);
    if ambiguous && puzzle.layout().spec().side().is_none() {
        out.truncate(start);
        return super::json::write(sheet, out);
    }
    let symbols = sheet.symbols();
    let told = has_marks || line_tells(symbols, puzzle.side(), &out[start..]);
    let mut said: Vec<_> = (!told).then(|| preamble::symbols_word(symbols)).into_iter().collect();
    if let Some(map) = region_map(sheet) {
        out.extend([" ", &map]);
    } else {
        let layout =
            (ambiguous && puzzle.layout().is_usual()).then(|| preamble::layout_word(puzzle));
        said.extend(layout.into_iter().chain(sheet.words()));
    }
    if !said.is_empty() {
        out.push_str(" #");
        for word in &said {
            out.extend([" ", word]);
        }
    }
    out.push('\n');
}

/// The map of a puzzle that has regions in place of boxes and nothing else, if the reader takes it
/// for one.
fn region_map(sheet: &Sheet<'_>) -> Option<String> {
    let (puzzle, side) = (sheet.puzzle, sheet.puzzle.side());
    let regions = puzzle.layout().regions()?;
    let says_more = sheet.has_rules() || puzzle.placed().next().is_some();
    let alone = puzzle.layout().houses().len() == 3 * side && !says_more;
    if !alone
        || jigsaw::crosses_boxes(regions, side)
        || sheet.has_marks()
        || side > MAX_SYMBOLS_SIDE
    {
        return None;
    }
    let map: String = regions.iter().map(|&region| region_symbol(region)).collect();
    jigsaw::is_map(&map, side).then_some(map)
}

/// Whether the reader takes so many symbols for those of another side unless it is told: 64 are 8×8
/// cells or the candidates of 4×4, 729 are 27×27 cells or the candidates of 9×9.
fn is_ambiguous(cells: &str, sheet: &Sheet<'_>) -> bool {
    match sheet.puzzle.side() {
        4 => sheet.has_marks(),
        27 => !sheet.has_marks() && !candidates::is_line_of_27(cells),
        _ => false,
    }
}

/// The cells alone, without an end of line; candidates as `side` symbols a cell.
fn write_cells(sheet: &Sheet<'_>, has_marks: bool, out: &mut String) {
    let side = sheet.puzzle.side();
    let cells = side * side;
    if has_marks && side <= MAX_SYMBOLS_SIDE {
        out.reserve(cells * side);
        for cell in sheet.puzzle.cells() {
            out.extend((0..side).map(|digit| {
                let possible = sheet.puzzle.clues().contains(cell, Digit::new(digit));
                if possible { symbol(digit + 1) } else { '.' }
            }));
        }
    } else {
        write_numbers(side, sheet.symbols(), |cell| sheet.number(cell), out);
    }
}

/// One symbol a cell; numbers with spaces between where there are no symbols.
fn write_numbers(
    side: usize,
    symbols: Symbols,
    number: impl Fn(Cell) -> Option<usize>,
    out: &mut String,
) {
    let cells = (0..side * side).map(Cell::new);
    if side <= MAX_SYMBOLS_SIDE {
        out.reserve(side * side + 1);
        for cell in cells {
            out.push(number(cell).map_or('.', |number| symbols.symbol(number)));
        }
        return;
    }
    out.reserve(4 * side * side);
    for cell in cells {
        if cell.index() > 0 {
            out.push(' ');
        }
        match number(cell) {
            Some(number) => out.push_str(&symbols.text(number)),
            None => out.push('.'),
        }
    }
}

/// A solution in the line form and the symbols of its puzzle, without an end of line. Of a grid
/// that is not square, the rows have `/` between them.
pub fn line_of(solution: &Solution) -> String {
    let mut out = String::new();
    let layout = solution.layout();
    if super::is_framed(layout) {
        let number = |cell| Some(layout.number_of(solution.digit(cell)));
        super::frame::write_line(layout, number, &mut out);
        return out;
    }
    let side = layout.side();
    write_numbers(side, solution.symbols(), |cell| Some(solution.digit(cell).number()), &mut out);
    out
}
