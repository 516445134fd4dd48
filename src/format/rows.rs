//! Grids written row by row: what a line is, and its cells; and the form of one symbol a cell.

use super::head::is_comment;
use super::symbols::{self, MAX_SYMBOLS_SIDE};
use super::{Context, Entry, Fit, Format, Head, Plan, Splitting};
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
        let mut rule = RowRule { style, usual_side: None, maps: false, skipping: None };
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
        rule.usual_side = head.layout().side().or(most);
        rule
    }

    pub(super) fn with_maps(self) -> Self {
        RowRule { maps: true, ..self }
    }

    pub(super) fn with_sections(self) -> Self {
        RowRule { skipping: Some(false), ..self }
    }

    pub(super) fn has_maps(&self) -> bool {
        self.maps
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
        if assigns || letters > 1 && !expected || width == 1 && letters > 0 {
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

    /// Whether the head begins with a complete grid of its usual side.
    pub(super) fn is_complete(&self, head: &Head<'_>) -> bool {
        let mut rule = self.clone();
        let rows = head.lines().iter().filter_map(|line| match rule.row(line) {
            Row::Cells(width) => Some(width),
            _ => None,
        });
        let side = self.usual_side.unwrap_or(usize::MAX);
        let rows: Vec<_> = rows.take(side).collect();
        rows.len() == side && rows.iter().all(|&width| width == side)
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
        let ragged = widths.iter().position(|&width| width != side);
        if let Some(row) = ragged {
            let (line, text) = rows[row];
            let message = format!("row {} has {} cells: expected {side}", row + 1, widths[row]);
            let after = text.trim_end().chars().count() as u64;
            return Err(Error::input(message).at(line as u64 + 1, Some(after.max(1))));
        }
        if rows.len() != side {
            let line = rows.last().map_or(1, |(line, _)| *line as u64 + 1);
            let message = format!("{} rows of {side} cells: expected {side}", rows.len());
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

/// See the [module](self).
#[derive(Debug)]
pub(super) struct SymbolRows;

impl Format for SymbolRows {
    fn name(&self) -> &'static str {
        "rows"
    }

    fn about(&self) -> &'static str {
        "a grid with one symbol a cell, frames allowed"
    }

    fn fit(&self, head: &Head<'_>) -> Fit {
        let mut rule = RowRule::new(Style::Symbols, head);
        let Some(side @ 4..=MAX_SYMBOLS_SIDE) = rule.usual_side else { return Fit::No };
        let lines = head.lines().iter();
        let rows: Vec<_> = lines.filter(|line| rule.row(line) == Row::Cells(side)).collect();
        let legal = rows.iter().all(|row| {
            let row: String = rule.cells(row).map(|(_, cell)| cell).collect();
            symbols::is_puzzle(&row, side)
        });
        // Gaps stand at the same places in all rows; else they are cells of another form.
        let gaps =
            |line: &str| -> Vec<usize> { line.trim().match_indices(' ').map(|(k, _)| k).collect() };
        let aligned = rows.iter().all(|row| gaps(row) == gaps(rows[0]));
        match (rule.is_complete(head) && aligned, legal) {
            (true, true) => Fit::Sure,
            (true, false) => Fit::Perhaps,
            (false, _) if rows.len() > side / 2 && aligned => Fit::Perhaps,
            (false, _) => Fit::No,
        }
    }

    fn plan(&self, head: &Head<'_>) -> Plan {
        let rule = RowRule::new(Style::Symbols, head);
        Plan::new(Splitting::Rows(rule.clone()), move |text, context| read(text, &rule, context))
    }
}

/// Reads rows of one symbol a cell.
pub(super) fn read(text: &str, rule: &RowRule, context: &Context<'_>) -> Result<Entry> {
    let rows = rule.rows(text);
    let side = rule.side_of(&rows)?;
    let layout = context.layout(side)?;
    read_rows(&rows, side, rule, context, layout).map(Entry::from)
}

/// Reads the symbols of complete rows.
pub(super) fn read_rows(
    rows: &[(usize, &str)],
    side: usize,
    rule: &RowRule,
    context: &Context<'_>,
    layout: std::sync::Arc<crate::grid::Layout>,
) -> Result<crate::puzzle::Puzzle> {
    if side > MAX_SYMBOLS_SIDE {
        let message = format!("{side} symbols a row: the largest side of symbols is 35");
        return Err(Error::input(message).at(1, None));
    }
    let symbols = |line| rule.cells(line).map(|(_, cell)| cell);
    let text: String = rows.iter().flat_map(|&(_, line)| symbols(line)).collect();
    context.puzzle_of_symbols(&text, layout, side).map_err(|error| {
        let Some(place) = error.location().and_then(|at| at.column) else { return error };
        // The place counts bytes of the joined text, which is ASCII before the bad symbol.
        let place = usize::try_from(place - 1).unwrap_or(0);
        let (line, row) = rows[(place / side).min(side - 1)];
        let before = rule.cells(row).nth(place % side).map_or(0, |(k, _)| k);
        let column = row[..before].chars().count() as u64 + 1;
        error.at(line as u64 + 1, Some(column))
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{error, one, read_all};

    #[test]
    fn frames_are_not_cells() {
        let framed = "+--+--+\n|1.|..|\n|..|3.|\n+--+--+\n|.4|..|\n|..|.2|\n+--+--+\n";
        for text in [
            "1...\n..3.\n.4..\n...2\n",
            "1. ..\n.. 3.\n\n.4 ..\n.. .2",
            "1---\n--3-\n-4--\n---2",
            "*-----*\n|1.|..|\n|..|3.|\n|--+--|\n|.4|..|\n|..|.2|\n*-----*",
            "'1...',\n'..3.',\n'.4..',\n'...2'",
            framed,
        ] {
            let puzzle = one(text);
            assert_eq!((puzzle.side(), puzzle.givens()), (4, 4), "{text}");
        }
    }

    #[test]
    fn rows_of_sixteen_are_lines_only_where_all_are_legal() {
        let row = "1234............\n";
        assert_eq!(read_all(&row.repeat(16)).len(), 16);
        let rows = format!("5...............\n{}", row.repeat(15));
        assert_eq!(one(&rows).side(), 16);
    }

    #[test]
    fn several_grids_follow_each_other() {
        let grid = "1...\n..3.\n.4..\n...2\n";
        assert_eq!(read_all(&grid.repeat(3)).len(), 3);
        assert_eq!(read_all(&format!("Grid 01\n{grid}Grid 02\n{grid}\n\n{grid}")).len(), 3);
    }

    #[test]
    fn errors_have_their_place() {
        let grid = "53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n";
        let text = format!("# c\n{grid}.6....28\n...419..5\n....8..79\n");
        assert_eq!(error(&text), "line 8, column 8: row 7 has 8 cells: expected 9");
        let text = format!("# c\n{grid}.6....28Z\n...419..5\n....8..79\n");
        let message = "line 8, column 9: found 'Z': expected 1-9 or a blank (. 0 _ * -)";
        assert_eq!(error(&text), message);
        assert_eq!(error(grid), "line 6: 6 rows of 9 cells: expected 9");
    }
}
