//! Rows with a space for an empty cell, their ends left out where the last cells are empty.

use super::symbols::{self, MAX_SYMBOLS_SIDE};
use super::{Context, Entry, Fit, Format, Head, Plan, Splitting};
use crate::error::{Error, Result};

/// See the [module](self).
#[derive(Debug)]
pub(super) struct Spaces;

impl Format for Spaces {
    fn name(&self) -> &'static str {
        "spaces"
    }

    fn about(&self) -> &'static str {
        "rows of symbols with a space for an empty cell"
    }

    fn fit(&self, head: &Head<'_>) -> Fit {
        let lines = head.lines();
        let side = lines.len();
        if !head.is_whole() || !(4..=MAX_SYMBOLS_SIDE).contains(&side) {
            return Fit::No;
        }
        let fits = |line: &&str| {
            line.len() <= side && line.bytes().all(|b| b == b' ' || b.is_ascii_alphanumeric())
        };
        let gaps = lines.iter().any(|line| line.len() < side || line.contains(' '));
        let text: String = lines.iter().flat_map(|line| line.split(' ')).collect();
        let legal = symbols::is_puzzle(&text, side) && !text.is_empty();
        if gaps && legal && lines.iter().all(fits) { Fit::Sure } else { Fit::No }
    }

    fn plan(&self, head: &Head<'_>) -> Plan {
        let side = head.layout().side().unwrap_or(head.lines().len());
        Plan::new(Splitting::Chunks(side), move |text, context| read(text, side, context))
    }
}

fn read(text: &str, side: usize, context: &Context<'_>) -> Result<Entry> {
    if !(4..=MAX_SYMBOLS_SIDE).contains(&side) {
        let message = format!("{side} rows: expected a side from 4 to {MAX_SYMBOLS_SIDE}");
        return Err(Error::input(message).at(1, None));
    }
    let mut symbols = String::with_capacity(side * side);
    let mut rows = 0_usize;
    for (k, row) in text.split('\n').enumerate() {
        let length = row.chars().count();
        if length > side || row.contains('\t') {
            let tab = row.find('\t').map(|k| row[..k].chars().count());
            let message = match tab {
                Some(_) => "a tab: expected spaces for empty cells".to_owned(),
                None => format!("row {} has {length} cells: expected {side}", k + 1),
            };
            let column = tab.unwrap_or(side) as u64 + 1;
            return Err(Error::input(message).at(k as u64 + 1, Some(column)));
        }
        symbols.extend(row.chars().map(|c| if c == ' ' { '.' } else { c }));
        symbols.extend(std::iter::repeat_n('.', side - length));
        rows += 1;
    }
    if rows != side {
        let message = format!("{rows} rows: expected {side}");
        return Err(Error::input(message).at(rows as u64, None));
    }
    let layout = context.layout(side)?;
    let puzzle = context.puzzle_of_symbols(&symbols, layout, side).map_err(|error| {
        let Some(column) = error.location().and_then(|at| at.column) else { return error };
        let (row, column) = ((column - 1) / side as u64, (column - 1) % side as u64);
        error.at(row + 1, Some(column + 1))
    })?;
    Ok(puzzle.into())
}

#[cfg(test)]
mod tests {
    use super::super::tests::{one, read_with};
    use super::super::{ReadOptions, by_name};
    use crate::Cell;

    const ROWS: &str = "53  7\n6  195\n 98    6\n8   6   3\n4  8 3  1\n7   2   6\n 6    28\n   419  5\n    8  79\n";

    #[test]
    fn spaces_are_empty_cells() {
        let puzzle = one(ROWS);
        assert_eq!((puzzle.side(), puzzle.givens()), (9, 30));
        assert_eq!(puzzle.given(Cell::at(8, 8, 9)).unwrap().number(), 9);
        assert_eq!(one("\n12\n\n   3\n").givens(), 3);
        assert_eq!(one("1\n\n\n  2").givens(), 2);
    }

    #[test]
    fn many_grids_where_the_side_is_known() {
        let options = ReadOptions {
            format: by_name("spaces"),
            layout: "3x3".parse().unwrap(),
            ..ReadOptions::default()
        };
        assert_eq!(read_with(&ROWS.repeat(3), &options).len(), 3);
    }
}
