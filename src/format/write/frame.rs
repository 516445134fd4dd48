//! Grids that are not simply square: through the rows and columns of their frame.

use super::Sheet;
use crate::format::preamble;
use crate::grid::{Cell, Layout};

/// Rows of numbers below the layout's name; a space for each place without a cell would not be
/// seen, so a dot.
pub(super) fn write_rows(sheet: &Sheet<'_>, out: &mut String) {
    if sheet.has_marks() {
        return write_json(sheet, out);
    }
    let layout = sheet.layout();
    out.extend(["# ", &preamble::layout_word(sheet.puzzle), "\n"]);
    let rules = sheet.words().filter(|word| !word.starts_with("layout="));
    out.extend(rules.map(|rule| preamble::comment_line(&rule)));
    let width = (layout.first() + layout.digits() - 1).to_string().len();
    for row in layout.frame().by_rows() {
        let place = |place: Option<Cell>| place.and_then(|cell| sheet.number(cell));
        let texts = row.map(|at| place(at).map_or(".".to_owned(), |number| number.to_string()));
        let texts: Vec<_> = texts.map(|text| format!("{text:>width$}")).collect();
        out.push_str(&texts.join(" "));
        out.push('\n');
    }
}

/// An object with layout and rows; `null` is an empty cell and `false` a place without one.
pub(super) fn write_json(sheet: &Sheet<'_>, out: &mut String) {
    let layout = sheet.layout();
    let clues = sheet.puzzle.clues();
    let cell = |cell: Cell| match sheet.number(cell) {
        Some(number) => number.to_string(),
        None if clues.len(cell) == clues.digit_count() => "null".to_owned(),
        None => {
            let numbers = clues.digits(cell).map(|digit| layout.number_of(digit).to_string());
            format!("[{}]", numbers.collect::<Vec<_>>().join(","))
        }
    };
    let place = |place: Option<Cell>| place.map_or("false".to_owned(), cell);
    let row = |row: Vec<Option<Cell>>| {
        format!("[{}]", row.into_iter().map(place).collect::<Vec<_>>().join(","))
    };
    let rows: Vec<_> = layout.frame().by_rows().map(|places| row(places.collect())).collect();
    out.extend(["{\"puzzle\":[", &rows.join(","), "]"]);
    for (name, value) in preamble::fields(sheet.puzzle, sheet.solution.is_some()) {
        out.extend([",\"", name, "\":", &value]);
    }
    out.push_str("}\n");
}

/// The cells on one line, `/` between the rows, a dot for each place without a cell.
pub(super) fn write_line(
    layout: &Layout,
    number: impl Fn(Cell) -> Option<usize>,
    out: &mut String,
) {
    let space = if layout.first() + layout.digits() > 10 { " " } else { "" };
    let text = |place: Option<Cell>| {
        place.and_then(&number).map_or(".".to_owned(), |number| number.to_string())
    };
    let rows = layout.frame().by_rows();
    let rows: Vec<_> = rows.map(|row| row.map(text).collect::<Vec<_>>().join(space)).collect();
    out.push_str(&rows.join("/"));
}
