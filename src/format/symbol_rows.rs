//! Rows of one symbol a cell, frames allowed.

use std::sync::Arc;

use super::rows::{Row, RowRule, Style};
use super::symbols::MAX_SYMBOLS_SIDE;
use super::{Context, Entry, Fit, Format, Head, Plan, Splitting, drawn};
use crate::error::{Error, Result};
use crate::grid::Layout;
use crate::puzzle::Puzzle;

/// See the [module](self).
#[derive(Debug)]
pub(super) struct SymbolRows;

impl Format for SymbolRows {
    fn name(&self) -> &'static str {
        "rows"
    }

    fn about(&self) -> &'static str {
        "a grid with one symbol per cell, frames allowed"
    }

    fn fit(&self, head: &Head<'_>) -> Fit {
        let mut rule = RowRule::new(Style::Symbols, head);
        let Some(side @ 4..=MAX_SYMBOLS_SIDE) = rule.usual_side() else { return Fit::No };
        let lines = head.lines().iter();
        let rows: Vec<_> = lines.filter(|line| rule.row(line) == Row::Cells(side)).collect();
        let legal = rows.iter().all(|row| rule.is_legal(row, side));
        // Gaps stand at the same places in all rows; else they are cells of another form.
        let gaps =
            |line: &str| -> Vec<usize> { line.trim().match_indices(' ').map(|(k, _)| k).collect() };
        let aligned = rows.iter().all(|row| gaps(row) == gaps(rows[0]));
        match (rule.is_complete(head) && aligned, legal) {
            (true, true) => Fit::Sure,
            (true, false) => Fit::Perhaps,
            (false, _) if rows.len() > side / 2 && aligned && rule.is_mostly_usual() => {
                Fit::Perhaps
            }
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
    if let Some(&(line, row)) = rows.first() {
        let width = rule.cells(row).count();
        if width > MAX_SYMBOLS_SIDE {
            let message = format!("a row of {width} symbols: expected at most {MAX_SYMBOLS_SIDE}");
            return Err(Error::input(message).at(line as u64 + 1, None));
        }
    }
    let side = rule.side_of(&rows)?;
    let layout = context.layout_drawn(drawn::layout(text, &rows, side, rule), side)?;
    read_rows(&rows, side, rule, context, layout).map(Entry::from)
}

/// Reads the symbols of complete rows.
pub(super) fn read_rows(
    rows: &[(usize, &str)],
    side: usize,
    rule: &RowRule,
    context: &Context<'_>,
    layout: Arc<Layout>,
) -> Result<Puzzle> {
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
    use super::super::tests::{error, one, read_all, results};
    use super::super::{ReadOptions, by_name};

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
    fn lines_are_no_rows() {
        let text = "1........".repeat(9);
        let first = |name: &str| {
            let options = ReadOptions { format: by_name(name), ..ReadOptions::default() };
            results(text.as_bytes(), &options).remove(0).unwrap_err().to_string()
        };
        for name in ["rows", "sdk"] {
            assert_eq!(first(name), "line 1: a row of 81 symbols: expected at most 35");
        }
        assert_eq!(first("grid"), "line 1: a row of 1 cell: expected at least 4");
    }

    #[test]
    fn rows_left_over_may_mean_that_others_are_shifted() {
        let grid = "1...\n..3.\n.4..\n...2\n";
        let text = format!("{}{}{grid}", grid, &grid[5..]);
        let message = "line 9: 3 rows left of a grid of 4: where a row is missing above, the grids \
                       after it are shifted";
        assert_eq!(error(&text), message);
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
