//! Rows of numbers with a frame wherever neighbouring cells belong to different boxes. A comment
//! line before them names the layout.

use super::Sheet;
use crate::grid::Cell;
use crate::puzzle::Symbols;

/// The junctions of frame lines, by the arms they have: up 1, down 2, left 4, right 8.
const JUNCTIONS: [char; 16] =
    [' ', '│', '│', '│', '─', '┘', '┐', '┤', '─', '└', '┌', '├', '─', '┴', '┬', '┼'];

const CLUE: &str = "\x1b[1;36m";
const PLAIN: &str = "\x1b[0m";

pub(super) fn write(sheet: &Sheet<'_>, out: &mut String) {
    if sheet.is_framed() {
        return super::frame::write_rows(sheet, out);
    }
    let side = sheet.puzzle.side();
    if !sheet.fits_rows() {
        return super::json::write(sheet, out);
    }
    let symbols = sheet.symbols();
    let texts: Vec<_> = sheet.puzzle.cells().map(|cell| text(sheet, symbols, cell)).collect();
    sheet.write_comments(&texts, out);
    let last = symbols.text(side).len();
    let width = texts.iter().map(String::len).max().unwrap_or(1).max(last);
    let group = Groups::of(sheet);
    // Columns that have a frame line somewhere before them, and rows that have one above.
    let upright: Vec<_> = (0..=side).map(|c| (0..side).any(|r| group.left_of(r, c))).collect();
    for r in 0..=side {
        if (0..side).any(|c| group.above(r, c)) {
            write_frame(&group, &upright, r, width, out);
        }
        if r < side {
            write_row(sheet, &group, &upright, &texts, r, width, out);
        }
    }
}

fn text(sheet: &Sheet<'_>, symbols: Symbols, cell: Cell) -> String {
    let clues = sheet.puzzle.clues();
    match sheet.number(cell) {
        Some(number) => symbols.text(number),
        None if clues.len(cell) == clues.digit_count() => ".".to_owned(),
        None => clues.digits(cell).map(|digit| digit.to_string()).collect(),
    }
}

/// Which cells belong together.
struct Groups {
    side: usize,
    of: Vec<usize>,
}

impl Groups {
    fn of(sheet: &Sheet<'_>) -> Self {
        let layout = sheet.layout();
        let side = layout.side();
        let group = |cell: Cell| match (layout.regions(), layout.box_shape()) {
            (Some(regions), _) => usize::from(regions[cell.index()]),
            (None, Some((rows, columns))) => {
                cell.row(side) / rows * rows + cell.column(side) / columns
            }
            (None, None) => 0,
        };
        Groups { side, of: sheet.puzzle.cells().map(group).collect() }
    }

    /// Whether a frame line runs left of a cell; the column may be one beyond the last.
    fn left_of(&self, r: usize, c: usize) -> bool {
        r < self.side
            && (c == 0
                || c == self.side
                || self.of[r * self.side + c - 1] != self.of[r * self.side + c])
    }

    /// Whether a frame line runs above a cell; the row may be one beyond the last.
    fn above(&self, r: usize, c: usize) -> bool {
        c < self.side
            && (r == 0
                || r == self.side
                || self.of[(r - 1) * self.side + c] != self.of[r * self.side + c])
    }

    /// The junction at the upper left corner of a cell.
    fn junction(&self, r: usize, c: usize) -> char {
        let up = r > 0 && self.left_of(r - 1, c);
        let down = self.left_of(r, c);
        let left = c > 0 && self.above(r, c - 1);
        let right = self.above(r, c);
        let arms = [up, down, left, right];
        JUNCTIONS[(0..4).filter(|&k| arms[k]).map(|k| 1 << k).sum::<usize>()]
    }
}

fn write_frame(group: &Groups, upright: &[bool], r: usize, width: usize, out: &mut String) {
    for (c, &is_upright) in upright.iter().enumerate() {
        let before = c > 0 && group.above(r, c - 1);
        if c > 0 {
            out.extend(std::iter::repeat_n(if before { '─' } else { ' ' }, width + 1));
        }
        if is_upright {
            if c > 0 {
                out.push(if before { '─' } else { ' ' });
            }
            out.push(group.junction(r, c));
        }
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
}

fn write_row(
    sheet: &Sheet<'_>,
    group: &Groups,
    upright: &[bool],
    texts: &[String],
    r: usize,
    width: usize,
    out: &mut String,
) {
    for (c, &is_upright) in upright.iter().enumerate() {
        if is_upright {
            if c > 0 {
                out.push(' ');
            }
            out.push(if group.left_of(r, c) { '│' } else { ' ' });
        }
        if c == group.side {
            break;
        }
        let cell = Cell::at(r, c, group.side);
        let text = &texts[cell.index()];
        out.extend(std::iter::repeat_n(' ', 1 + width - text.len()));
        let clue = sheet.color && sheet.puzzle.given(cell).is_some();
        if clue {
            out.push_str(CLUE);
        }
        out.push_str(text);
        if clue {
            out.push_str(PLAIN);
        }
    }
    out.push('\n');
}
