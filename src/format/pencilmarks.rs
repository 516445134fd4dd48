//! Pencilmark grids: the candidates of every cell written together, sides up to 9.

use super::numbers::number;
use super::rows::{Row, RowRule, Style};
use super::{Context, Entry, Fit, Format, Head, Plan, Splitting, drawn};
use crate::error::{Error, Result};
use crate::grid::{CandidateSet, Cell, Digit};
use crate::puzzle::Puzzle;

/// See the [module](self).
#[derive(Debug)]
pub(super) struct Pencilmarks;

impl Format for Pencilmarks {
    fn name(&self) -> &'static str {
        "pencilmarks"
    }

    fn about(&self) -> &'static str {
        "a grid with the candidates of each cell, frames allowed"
    }

    fn fit(&self, head: &Head<'_>) -> Fit {
        let mut rule = RowRule::new(Style::Tokens, head);
        let Some(side @ 2..=9) = rule.usual_side() else { return Fit::No };
        let lines = head.lines().iter();
        let rows: Vec<_> = lines.filter(|line| rule.row(line) == Row::Cells(side)).collect();
        let tokens = || rows.iter().flat_map(|row| rule.cells(row)).map(|(_, token)| token);
        let fits = rule.is_complete(head)
            && tokens().all(|token| candidates(token, side).is_some())
            && tokens().any(|token| token.len() > 1 && number(token).is_some());
        if fits { Fit::Sure } else { Fit::No }
    }

    fn plan(&self, head: &Head<'_>) -> Plan {
        let rule = RowRule::new(Style::Tokens, head);
        Plan::new(Splitting::Rows(rule.clone()), move |text, context| read(text, &rule, context))
    }
}

/// The candidates of a cell: a string of different digits; all of them for a blank.
fn candidates(token: &str, side: usize) -> Option<CandidateSet> {
    if number(token) == Some(0) && token.len() == 1 {
        return Some(CandidateSet::full(side));
    }
    let mut set = CandidateSet::EMPTY;
    for byte in token.bytes() {
        let digit = usize::from(byte).checked_sub(usize::from(b'1')).filter(|&d| d < side)?;
        if set.contains(Digit::new(digit)) {
            return None;
        }
        set.insert(Digit::new(digit));
    }
    Some(set)
}

fn read(text: &str, rule: &RowRule, context: &Context<'_>) -> Result<Entry> {
    let rows = rule.rows(text);
    let side = rule.side_of(&rows)?;
    let drawn = drawn::layout(text, &rows, side, rule);
    let mut puzzle = Puzzle::new(context.layout_drawn(drawn, side)?);
    let cells = rows.iter().flat_map(|&(line, row)| rule.cells(row).map(move |c| (line, row, c)));
    for (cell, (line, row, (place, token))) in cells.enumerate() {
        let set = candidates(token, side).ok_or_else(|| {
            let column = row[..place].chars().count() as u64 + 1;
            Error::input(format!("found {token:?}: expected different digits from 1 to {side}"))
                .at(line as u64 + 1, Some(column))
        })?;
        puzzle.set_candidates(Cell::new(cell), &set);
    }
    Ok(puzzle.into())
}

#[cfg(test)]
mod tests {
    use super::super::tests::one;
    use crate::{Cell, Digit};

    #[test]
    fn a_cell_of_several_digits_is_a_candidate_set() {
        let text = ".-------.-----.\n| 1  24 | 24 34 |\n| 23 4  | 1  . |\n:---+---:\n\
                    | 4 13 | 2 1234 |\n| 2 1 | 34 14 |\n'-----'-----'\n";
        let puzzle = one(text);
        assert_eq!(puzzle.side(), 4);
        let marks = |cell| puzzle.clues().digits(Cell::new(cell)).map(Digit::number);
        assert!(marks(1).eq([2, 4]));
        assert!(marks(0).eq([1]));
        assert!(marks(7).eq([1, 2, 3, 4]));
    }
}
