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
        if !head.is_whole() {
            return Fit::No;
        }
        let shape = Shape::of(lines);
        let widest = widest(lines);
        let (Ok(Shape { side, .. }) | Err((_, side))) = shape;
        let is_symbol = |b: u8| b == b' ' || b.is_ascii_alphanumeric();
        let fits = (4..=MAX_SYMBOLS_SIDE).contains(&side) && lines.len() > side / 2;
        if !fits || !lines.iter().all(|line| line.bytes().all(is_symbol)) {
            return Fit::No;
        }
        let gaps = lines.iter().any(|line| line.len() < side || line.contains(' '));
        let text: String = lines.iter().flat_map(|line| line.split(' ')).collect();
        let legal = symbols::is_puzzle(&text, side) && !text.is_empty();
        // Where zeros are the empty cells, a short row is a mistake.
        let gaps = gaps && (!text.contains('0') || lines.iter().any(|line| line.contains(' ')));
        let numeric = text.bytes().all(|b| b.is_ascii_digit());
        match shape {
            Ok(_) if gaps && legal => Fit::Sure,
            Err(_) if gaps && legal && numeric && lines.len() >= widest => Fit::Perhaps,
            _ => Fit::No,
        }
    }

    fn needs_all(&self) -> bool {
        true
    }

    fn plan(&self, head: &Head<'_>) -> Plan {
        let shape = match head.layout().side() {
            Some(side) => Ok(Shape { side, gaps: has_gaps(head.lines(), side) }),
            None if head.is_whole() => Shape::of(head.lines()),
            None => {
                let side = widest(head.lines());
                Ok(Shape { side, gaps: has_gaps(head.lines(), side) })
            }
        };
        match shape {
            Ok(Shape { side, gaps }) => {
                let splitting = Splitting::Chunks { lines: side.max(1), gaps };
                Plan::new(splitting, move |text, context| read(text, side, context))
            }
            Err((rows, widest)) => {
                let splitting = Splitting::Chunks { lines: rows.max(1), gaps: false };
                Plan::new(splitting, move |_, _| {
                    let message = format!("{rows} rows, the widest has {widest} cells");
                    Err(Error::input(message).at(1, None))
                })
            }
        }
    }
}

/// How lines are grids.
#[derive(Debug, Clone, Copy)]
struct Shape {
    side: usize,
    /// Whether a blank line stands between any two.
    gaps: bool,
}

impl Shape {
    /// The widest row is complete, if as many rows make whole grids; else all may be cut short.
    ///
    /// # Errors
    /// The number of rows and the widest of them, where they are no grids.
    fn of(lines: &[&str]) -> Result<Self, (usize, usize)> {
        let (rows, widest) = (lines.len(), widest(lines));
        if (4..=MAX_SYMBOLS_SIDE).contains(&widest) {
            let gaps = has_gaps(lines, widest);
            if gaps || rows.is_multiple_of(widest) {
                return Ok(Shape { side: widest, gaps });
            }
        }
        let cut = (4..=MAX_SYMBOLS_SIDE).contains(&rows) && widest < rows && widest > rows / 2;
        if cut { Ok(Shape { side: rows, gaps: false }) } else { Err((rows, widest)) }
    }
}

fn widest(lines: &[&str]) -> usize {
    lines.iter().map(|line| line.chars().count()).max().unwrap_or(0)
}

/// Whether the lines are groups of as many as the side with one blank line between any two, or
/// after each.
fn has_gaps(lines: &[&str], side: usize) -> bool {
    let after = lines.iter().skip(side).step_by(side + 1);
    lines.len() > side
        && (lines.len() + 1) % (side + 1) <= 1
        && after.clone().all(|line| line.trim().is_empty())
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
    use super::super::tests::{one, read_with, results};
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
    fn the_widest_row_is_the_side() {
        let named = ReadOptions { format: by_name("spaces"), ..ReadOptions::default() };
        for text in [ROWS.repeat(2), format!("{ROWS}\n{ROWS}"), format!("{ROWS}\n{ROWS}\n")] {
            for options in [&ReadOptions::default(), &named] {
                let entries = read_with(&text, options);
                assert_eq!(entries.len(), 2, "{text}");
                for entry in entries {
                    assert_eq!((entry.puzzle.side(), entry.puzzle.givens()), (9, 30));
                }
            }
        }
        let message = "line 1: 17 rows, the widest has 8 cells";
        let text = "1  4   8\n".repeat(17);
        let error = results(text.as_bytes(), &named).remove(0).unwrap_err();
        assert_eq!(error.to_string(), message);
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
