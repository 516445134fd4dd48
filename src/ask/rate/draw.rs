//! The grid beside a hint: candidates in their cells, those of the step set off by signs, and in
//! colour where that is wanted.

use super::position::Position;
use crate::grid::{Cell, Digit, Layout};

const PATTERN: &str = "\x1b[1;32m";
const REMOVED: &str = "\x1b[1;31m";
const GIVEN: &str = "\x1b[1;36m";
const PLAIN: &str = "\x1b[0m";

/// A candidate with how it is set off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Filled,
    Other,
    Pattern,
    Removed,
}

/// A cell: what is written before its candidates (`*` a cell of the pattern, `-` one where
/// something is removed, `+` one that is filled), and these.
#[derive(Debug, Clone)]
struct Square {
    sign: char,
    marks: Vec<(Part, String)>,
}

/// What is drawn.
#[derive(Debug, Clone)]
pub(super) struct Drawing {
    rows: Vec<Vec<Square>>,
    boxes: (usize, usize),
    /// What stands between candidates.
    space: &'static str,
}

/// What a step is made of, and what follows from it if that is told.
#[derive(Debug, Default)]
pub(super) struct Shown {
    /// The cells of the pattern.
    pub(super) cells: Vec<Cell>,
    /// Its candidates.
    pub(super) pattern: Vec<(Cell, Digit)>,
    pub(super) removed: Vec<(Cell, Digit)>,
    pub(super) placed: Vec<(Cell, Digit)>,
}

impl Drawing {
    /// The position before a step, with the step in it.
    pub(super) fn new(layout: &Layout, before: &Position, step: &Shown) -> Self {
        let square = |cell: Cell| {
            let removes = step.removed.iter().any(|(of, _)| *of == cell);
            let places = step.placed.iter().any(|(of, _)| *of == cell);
            let sign = match () {
                () if places => '+',
                () if removes => '-',
                () if step.cells.contains(&cell) => '*',
                () => ' ',
            };
            let number = |digit: Digit| layout.number_of(digit).to_string();
            if let Some((digit, _)) = before.filled(cell) {
                return Square { sign, marks: vec![(Part::Filled, number(digit))] };
            }
            let part = |digit: Digit| {
                if step.removed.contains(&(cell, digit)) {
                    Part::Removed
                } else if step.pattern.contains(&(cell, digit)) {
                    Part::Pattern
                } else {
                    Part::Other
                }
            };
            let there =
                (0..layout.digits()).map(Digit::new).filter(|&digit| before.has(cell, digit));
            Square { sign, marks: there.map(|digit| (part(digit), number(digit))).collect() }
        };
        let frame = layout.frame();
        let hole = Square { sign: ' ', marks: Vec::new() };
        let place = |place: Option<Cell>| place.map_or_else(|| hole.clone(), square);
        Drawing {
            rows: frame.by_rows().map(|row| row.map(place).collect()).collect(),
            boxes: layout.box_shape().unwrap_or((frame.rows(), frame.columns())),
            space: if layout.digits() > 9 { " " } else { "" },
        }
    }

    /// Appends the lines of the drawing.
    pub(super) fn write(&self, color: bool, out: &mut String) {
        let width = |square: &Square| -> usize {
            let spaces = self.space.len() * square.marks.len().saturating_sub(1);
            square.marks.iter().map(|(_, text)| text.len()).sum::<usize>() + spaces
        };
        let width: usize = self.rows.iter().flatten().map(width).max().unwrap_or(1);
        let (tall, wide) = self.boxes;
        for (r, row) in self.rows.iter().enumerate() {
            if r > 0 && r.is_multiple_of(tall) {
                let dashes = "-".repeat(wide * (width + 2));
                let all = vec![dashes; row.len().div_ceil(wide)];
                out.extend([all.join("+-").as_str(), "\n"]);
            }
            let mut line = String::new();
            for (c, square) in row.iter().enumerate() {
                if c > 0 && c.is_multiple_of(wide) {
                    line += "| ";
                }
                line.push(square.sign);
                let mut length = 0;
                for (k, (part, text)) in square.marks.iter().enumerate() {
                    if k > 0 {
                        line += self.space;
                        length += self.space.len();
                    }
                    let code = match part {
                        Part::Filled => GIVEN,
                        Part::Pattern => PATTERN,
                        Part::Removed => REMOVED,
                        Part::Other => "",
                    };
                    if color && !code.is_empty() {
                        line.extend([code, text, PLAIN]);
                    } else {
                        line += text;
                    }
                    length += text.len();
                }
                line.extend(std::iter::repeat_n(' ', width + 1 - length));
            }
            out.extend([line.trim_end(), "\n"]);
        }
    }
}
