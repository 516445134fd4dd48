//! Grids written row by row: what a line is, and which are its cells. The formats of rows share it
//! with the cutting into records, so that both agree on what a row is.

use super::preamble::is_comment;
use super::{Head, symbols};
use crate::error::{Error, Result};
use crate::grid::MAX_SIDE;

/// How the cells of a row are told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// By white space, commas and frames; every cell has something.
    Tokens,
    /// By one character between any two cells, which may be empty. `edges` of the outermost fields
    /// are no cells: the last, or the first and the last.
    Fields { delimiter: char, edges: usize },
    /// They are one character each.
    Symbols,
}

/// How lines are rows: what cells are, and what comes along.
#[derive(Debug, Clone)]
pub struct RowRule {
    pub(super) style: Style,
    usual_side: Option<usize>,
    /// Whether most rows of the head have the usual side.
    mostly: bool,
    /// Every grid is followed by the rows of its region map.
    maps: bool,
    /// Sections begin with a `[Name]` line; only `[Puzzle]` counts. Whether in another one.
    skipping: Option<bool>,
}

/// What a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Row {
    Blank,
    Comment,
    Frame,
    /// Part of a section that is not read.
    Skipped,
    /// Something else: a title.
    Text,
    /// A number that stands alone: a side, or half of a box shape.
    Size(usize),
    /// A row of so many cells.
    Cells(usize),
}

impl RowRule {
    /// Rows in a style; the usual side is the most frequent width of the head's rows.
    pub(super) fn new(style: Style, head: &Head<'_>) -> Self {
        let mut rule =
            RowRule { style, usual_side: None, mostly: false, maps: false, skipping: None };
        let mut counts = vec![0_u32; MAX_SIDE + 1];
        for line in head.lines() {
            if let Row::Cells(width) = rule.row(line)
                && let Some(count) = counts.get_mut(width)
            {
                *count += 1;
            }
        }
        let most = (2..=MAX_SIDE).rev().max_by_key(|&side| counts[side]);
        let most = most.filter(|&side| counts[side] > 0);
        let rows: u32 = counts.iter().sum();
        rule.mostly = most.is_some_and(|side| counts[side] * 2 > rows);
        rule.usual_side = head.layout().side().or(most);
        rule
    }

    /// Expects the rows of a region map after those of every grid.
    pub(super) fn with_maps(self) -> Self {
        RowRule { maps: true, ..self }
    }

    /// Reads only the sections `[Puzzle]`.
    pub(super) fn with_sections(self) -> Self {
        RowRule { skipping: Some(true), ..self }
    }

    pub(super) fn has_maps(&self) -> bool {
        self.maps
    }

    /// Whether most rows of the head have the usual side, so that the others may be mistakes.
    pub(super) fn is_mostly_usual(&self) -> bool {
        self.mostly
    }

    pub(super) fn usual_side(&self) -> Option<usize> {
        self.usual_side
    }

    /// What a line is. Sections make it depend on the lines before.
    pub(super) fn row(&mut self, line: &str) -> Row {
        let line = line.trim();
        if let Some(skipping) = &mut self.skipping {
            if line.starts_with('[') {
                *skipping = !line.eq_ignore_ascii_case("[puzzle]");
                return Row::Text;
            }
            if *skipping && !line.is_empty() {
                return Row::Skipped;
            }
        }
        if line.is_empty() {
            return Row::Blank;
        }
        if is_comment(line) {
            return Row::Comment;
        }
        let width = self.cells(line).count();
        let by_symbols = self.style == Style::Symbols;
        let expected = by_symbols && Some(width) == self.usual_side && !line.contains(['+', '=']);
        if width == 0 || !expected && is_frame(line) {
            return Row::Frame;
        }
        let short = if by_symbols { width < 4 } else { width == 1 };
        if let Some(size) = line.parse().ok().filter(|_| short) {
            return Row::Size(size);
        }
        let letters = line.bytes().take_while(u8::is_ascii_alphabetic).count();
        let assigns = line.contains('=') && letters > 0;
        let title = letters > 1 && !(expected && self.is_legal(line, width));
        if assigns || title || width == 1 && letters > 0 {
            return Row::Text;
        }
        Row::Cells(width)
    }

    /// What a line is where the rows of a region map are expected: any symbols are cells.
    pub(super) fn map_row(&self, line: &str) -> Row {
        let line = line.trim();
        let rule = RowRule { style: Style::Symbols, ..self.clone() };
        match rule.cells(line).count() {
            _ if line.is_empty() => Row::Blank,
            _ if is_comment(line) => Row::Comment,
            width if width == 0 || is_frame(line) => Row::Frame,
            width => Row::Cells(width),
        }
    }

    /// The cells of a row, with the bytes before each.
    pub(super) fn cells<'a>(
        &self,
        line: &'a str,
    ) -> Box<dyn Iterator<Item = (usize, &'a str)> + 'a> {
        match self.style {
            Style::Tokens => Box::new(tokens(line)),
            Style::Symbols => {
                let symbols = line.char_indices().filter(|&(_, c)| !is_separator(c));
                Box::new(symbols.map(|(k, c)| (k, &line[k..k + c.len_utf8()])))
            }
            Style::Fields { delimiter, edges } => {
                let indent = line.len() - line.trim_start().len();
                let line = line.trim();
                let fields = line.split(delimiter).count();
                let mut start = indent;
                let fields = line.split(delimiter).take(fields - edges.div_ceil(2).min(fields));
                let fields = fields.map(move |field| {
                    let place = start + (field.len() - field.trim_start().len());
                    start += field.len() + delimiter.len_utf8();
                    (place, field.trim())
                });
                Box::new(fields.skip(edges / 2))
            }
        }
    }

    /// Whether the cells of a row are symbols of the side.
    pub(super) fn is_legal(&self, line: &str, side: usize) -> bool {
        let row: String = self.cells(line).map(|(_, cell)| cell).collect();
        symbols::is_puzzle(&row, side)
    }

    /// Whether the head has rows of its usual side only, and enough for a grid.
    pub(super) fn is_complete(&self, head: &Head<'_>) -> bool {
        let mut rule = self.clone();
        let rows = head.lines().iter().filter_map(|line| match rule.row(line) {
            Row::Cells(width) => Some(width),
            _ => None,
        });
        let rows: Vec<_> = rows.collect();
        self.usual_side
            .is_some_and(|side| rows.len() >= side && rows.iter().all(|&width| width == side))
    }

    /// The rows of a record: the number of the line, from 0, and the line.
    pub(super) fn rows<'a>(&self, text: &'a str) -> Vec<(usize, &'a str)> {
        let mut rule = self.clone();
        let lines = text.lines().enumerate();
        lines.filter(|(_, line)| matches!(rule.row(line), Row::Cells(_))).collect()
    }

    /// The side of a record's rows, all of which have that many cells.
    ///
    /// # Errors
    /// If a row is shorter or longer than the others, or rows are missing.
    pub(super) fn side_of(&self, rows: &[(usize, &str)]) -> Result<usize> {
        let widths: Vec<_> = rows.iter().map(|(_, line)| self.cells(line).count()).collect();
        let usual = self.usual_side.filter(|side| widths.iter().take(2).any(|w| w == side));
        let side = usual.or(widths.first().copied()).unwrap_or(0);
        if side == 1 {
            let line = rows[0].0 as u64 + 1;
            return Err(Error::input("a row of 1 cell: expected at least 4").at(line, None));
        }
        let ragged = widths.iter().position(|&width| width != side);
        if let Some(row) = ragged {
            let (line, text) = rows[row];
            let message = format!("row {} has {} cells: expected {side}", row + 1, widths[row]);
            let after = text.trim_end().chars().count() as u64;
            return Err(Error::input(message).at(line as u64 + 1, Some(after.max(1))));
        }
        if rows.len() != side {
            let line = rows.last().map_or(1, |(line, _)| *line as u64 + 1);
            let message = match rows.len() {
                1 => format!(
                    "1 row of {side} cells: expected {side} rows; a puzzle on one line has a symbol for \
                     each cell, `.` for an empty one"
                ),
                rows => format!("{rows} rows of {side} cells: expected {side}"),
            };
            return Err(Error::input(message).at(line, None));
        }
        Ok(side)
    }
}

/// What stands between cells and around them, and is no cell.
fn is_separator(c: char) -> bool {
    c.is_whitespace() || "|!:+,;={}[]()'\"".contains(c) || ('\u{2500}'..='\u{257f}').contains(&c)
}

/// The maximal pieces between separators.
pub(super) fn tokens(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let pieces = line.split(is_separator).filter(|piece| !piece.is_empty());
    pieces.map(|piece| (piece.as_ptr() as usize - line.as_ptr() as usize, piece))
}

/// Whether a line is drawn: nothing but frame characters, some of them joined.
fn is_frame(line: &str) -> bool {
    let drawn = |c: char| "-+*=_|!:.'`, ".contains(c) || is_separator(c);
    let joined = ["--", "==", "**", "__", "-+", "+-"].iter().any(|pair| line.contains(pair));
    joined && line.chars().all(drawn)
}
