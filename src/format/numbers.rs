//! Numbers as cells, and the form of all side² of them on one line: how lines are written for
//! sides that have no symbols.

use super::rows::tokens;
use super::{Context, Entry, Fit, Format, Head, Plan, Splitting, Symbols, line, preamble};
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
        "one puzzle per line, numbers separated by spaces"
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
        let rows_of_a_grid = rows == count || rows.is_multiple_of(count);
        if !rows_of_a_grid && head.content().all(is_line) {
            return Fit::Sure;
        }
        if count > MAX_SIDE && tokens(first).all(|(_, token)| number(token).is_some()) {
            return Fit::Sure;
        }
        Fit::No
    }

    fn is_settled(&self, head: &Head<'_>) -> bool {
        // Fewer could be the first row of a grid.
        head.content().next().is_some_and(|line| tokens(line).count() > MAX_SIDE && is_puzzle(line))
    }

    fn plan(&self, _: &Head<'_>) -> Plan {
        Plan::new(Splitting::Lines { skip: 0 }, |text, context| {
            preamble::obey(text, context, |text, context| {
                // Lines of other kinds may stand among them.
                let other = line::fields(text).next().is_some_and(|first| first.text.len() > 3);
                if other { line::read_bare(text, context) } else { read(text, context) }
            })
        })
    }
}

fn side_of(count: usize) -> Option<usize> {
    let side = count.isqrt();
    (side * side == count && (4..=MAX_SIDE).contains(&side)).then_some(side)
}

/// Whether a line is side² numbers.
pub(super) fn is_puzzle(line: &str) -> bool {
    side_of(tokens(line).count()).is_some() && tokens(line).all(|(_, t)| number(t).is_some())
}

/// Reads a line of numbers.
pub(super) fn read(text: &str, context: &Context<'_>) -> Result<Entry> {
    let count = tokens(text).count();
    let side = side_of(count).ok_or_else(|| {
        let side = context.usual_side().unwrap_or_else(|| count.isqrt().clamp(4, MAX_SIDE));
        let cells = side * side;
        Error::input(format!("{count} numbers: expected {cells} for a {side}×{side} grid"))
            .at(1, None)
    })?;
    let layout = context.layout(side)?;
    let texts = tokens(text).map(|(_, token)| token);
    let zero_based = is_zero_based(texts, side, context.symbols());
    let symbols = if zero_based { Symbols::ZeroBased } else { Symbols::OneBased };
    let mut numbers = Vec::with_capacity(count);
    for (place, token) in tokens(text) {
        numbers.push(
            read_number(token, side, zero_based)
                .map_err(|error| error.at(1, Some(text[..place].chars().count() as u64 + 1)))?,
        );
    }
    let puzzle = Puzzle::from_numbers(layout, &numbers)?;
    Ok(puzzle.with_symbols(symbols).into())
}

/// The number of a cell, 0 for a blank, however large; `None` for anything else.
pub(super) fn number(token: &str) -> Option<usize> {
    match token {
        "" | "." | "_" | "*" | "-" | "@" | "?" | "x" | "X" => Some(0),
        _ if !token.bytes().all(|b| b.is_ascii_digit()) => None,
        _ => Some(token.parse().unwrap_or(usize::MAX)),
    }
}

/// Whether 0 is the first digit: where it is said, or where the side itself does not occur, and
/// another blank stands beside it or all cells are filled (from side 10; below, zero is always
/// blank).
pub(super) fn is_zero_based<'a>(
    tokens: impl Iterator<Item = &'a str>,
    side: usize,
    symbols: Option<Symbols>,
) -> bool {
    if symbols.is_some() || side < 10 {
        return symbols == Some(Symbols::ZeroBased);
    }
    let (mut zeros, mut blank, mut cells) = (0_usize, false, 0);
    for token in tokens {
        cells += 1;
        match number(token) {
            Some(0) if token.starts_with('0') => zeros += 1,
            Some(0) => blank = true,
            Some(n) if n >= side => return false,
            _ => {}
        }
    }
    zeros > 0 && (blank || zeros == side && cells == side * side)
}

/// The number of a cell of the side, 0 for an empty one.
///
/// # Errors
/// If it is none, or too large; without a place.
pub(super) fn read_number(token: &str, side: usize, zero_based: bool) -> Result<u16> {
    let number = number(token).ok_or_else(|| {
        let expected = format!("a number from 1 to {side} or a blank (. 0 _ * -)");
        Error::input(format!("found {token:?}: expected {expected}"))
    })?;
    let is_digit = token.starts_with(|c: char| c.is_ascii_digit());
    let shift = usize::from(zero_based && is_digit);
    u16::try_from(number.saturating_add(shift)).ok().filter(|&n| usize::from(n) <= side).ok_or_else(
        || Error::input(format!("number {token}: expected {} to {}", 1 - shift, side - shift)),
    )
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
