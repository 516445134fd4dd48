//! Numbers as cells, and the form of all side² of them on one line: how lines are written for
//! sides that have no symbols.

use super::rows::tokens;
use super::{Context, Entry, Fit, Format, Head, Plan, Splitting};
use crate::error::{Error, Result};
use crate::grid::MAX_SIDE;
use crate::puzzle::Puzzle;

/// See the [module](self).
#[derive(Debug)]
pub(super) struct Numbers;

impl Format for Numbers {
    fn name(&self) -> &'static str {
        "numbers"
    }

    fn about(&self) -> &'static str {
        "a puzzle a line, numbers separated by spaces"
    }

    fn by_lines(&self) -> bool {
        true
    }

    fn fit(&self, head: &Head<'_>) -> Fit {
        let Some(first) = head.content().next() else { return Fit::No };
        let count = tokens(first).count();
        let Some(side) = side_of(count) else { return Fit::No };
        let fits = |(_, token)| number(token).is_some_and(|n| n <= side);
        let is_line = |line| tokens(line).count() == count && tokens(line).all(fits);
        let rows = head.first_block();
        let rows_of_a_grid = rows == count || rows % count == 0;
        if !rows_of_a_grid && head.content().all(is_line) {
            return Fit::Sure;
        }
        if count > MAX_SIDE && tokens(first).all(|(_, token)| number(token).is_some()) {
            return Fit::Sure;
        }
        Fit::No
    }

    fn plan(&self, _: &Head<'_>) -> Plan {
        Plan::new(Splitting::Lines { skip: 0 }, read)
    }
}

fn side_of(count: usize) -> Option<usize> {
    let side = count.isqrt();
    (side * side == count && (4..=MAX_SIDE).contains(&side)).then_some(side)
}

fn read(text: &str, context: &Context<'_>) -> Result<Entry> {
    let count = tokens(text).count();
    let side = side_of(count).ok_or_else(|| {
        let side = context.usual_side().unwrap_or_else(|| count.isqrt().clamp(4, MAX_SIDE));
        let cells = side * side;
        Error::input(format!("{count} numbers: expected {cells} for a {side}×{side} grid"))
            .at(1, None)
    })?;
    let layout = context.layout(side)?;
    let mut numbers = Vec::with_capacity(count);
    for (place, token) in tokens(text) {
        numbers.push(
            read_number(token, side)
                .map_err(|error| error.at(1, Some(text[..place].chars().count() as u64 + 1)))?,
        );
    }
    Puzzle::from_numbers(layout, &numbers).map(Entry::from)
}

/// The number of a cell, 0 for a blank, however large; `None` for anything else.
pub(super) fn number(token: &str) -> Option<usize> {
    match token {
        "" | "." | "_" | "*" | "-" | "@" | "?" | "x" | "X" => Some(0),
        _ if !token.bytes().all(|b| b.is_ascii_digit()) => None,
        _ => Some(token.parse().unwrap_or(usize::MAX)),
    }
}

/// The number of a cell of the side.
///
/// # Errors
/// If it is none, or too large; without a place.
pub(super) fn read_number(token: &str, side: usize) -> Result<u16> {
    let number = number(token).ok_or_else(|| {
        let expected = format!("a number from 1 to {side} or a blank (. 0 _ * -)");
        Error::input(format!("found {token:?}: expected {expected}"))
    })?;
    u16::try_from(number)
        .ok()
        .filter(|&n| usize::from(n) <= side)
        .ok_or_else(|| Error::input(format!("number {token}: expected 1 to {side}")))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{error, one, read_all};

    #[test]
    fn a_line_of_numbers_is_a_puzzle() {
        assert_eq!(one(&"0 ".repeat(1296)).side(), 36);
        assert_eq!(one(&". ".repeat(81)).side(), 9);
        assert_eq!(one("1 0 0 0 0 0 3 0 0 4 0 0 0 0 0 2").givens(), 4);
        assert_eq!(read_all(&"1 0 0 0 0 0 3 0 0 4 0 0 0 0 0 2\n".repeat(5)).len(), 5);
    }

    #[test]
    fn errors_have_their_place() {
        let text = format!("{}37", "0 ".repeat(1295));
        assert_eq!(error(&text), "line 1, column 2591: number 37: expected 1 to 36");
    }
}
