//! Candidate strings: side symbols for every cell on one line, a digit at its own position or a
//! blank in its place.

use super::line::fields;
use super::symbols::{self, MAX_SYMBOLS_SIDE};
use super::{Context, Entry, Fit, Format, Head, Plan, Splitting, line, preamble};
use crate::error::{Error, Result};
use crate::grid::{CandidateSet, Cell, Digit};
use crate::puzzle::Puzzle;

/// See the [module](self).
#[derive(Debug)]
pub(super) struct Candidates;

impl Format for Candidates {
    fn name(&self) -> &'static str {
        "candidates"
    }

    fn about(&self) -> &'static str {
        "one puzzle per line, as many symbols per cell as the side: the candidates"
    }

    fn by_lines(&self) -> bool {
        true
    }

    fn fit(&self, head: &Head<'_>) -> Fit {
        let asked = head.layout().side();
        let fits = |line: &str| {
            let Some(field) = fields(line).next() else { return false };
            let asked = asked == Some(4) && field.text.len() == 64;
            is_meant(field.text, head.layout().side()) || asked && is_cube(field.text, 4)
        };
        if head.content().any(fits) { Fit::Sure } else { Fit::No }
    }

    fn is_settled(&self, head: &Head<'_>) -> bool {
        let first = head.content().next().and_then(|line| fields(line).next());
        first.is_some_and(|field| is_meant(field.text, head.layout().side()))
    }

    fn plan(&self, _: &Head<'_>) -> Plan {
        // Lines of one symbol a cell may stand among them.
        Plan::new(Splitting::Lines { skip: 0 }, |text, context| {
            preamble::obey(text, context, |text, context| {
                let field = fields(text).next().map_or("", |field| field.text);
                let square = symbols::side_of(field.len()).is_some();
                let other = field.len() < 4 || field.starts_with(['[', '{']);
                let cube = side_of(field.len()).is_some() && !is_line_of_27(field);
                let line = other || square && !cube;
                if line { line::read_bare(text, context) } else { read(text, context) }
            })
        })
        .with_plain_lines()
    }
}

/// The side whose cube this is: 4 to 35.
fn side_of(length: usize) -> Option<usize> {
    (4..=MAX_SYMBOLS_SIDE).find(|side| side.pow(3) == length)
}

/// The first byte that is neither the digit of its position nor a blank.
fn misplaced(text: &str, side: usize) -> Option<usize> {
    text.bytes().enumerate().position(|(k, byte)| !is_blank(byte) && !is_at(byte, k % side))
}

fn is_blank(byte: u8) -> bool {
    b".0_*-".contains(&byte)
}

/// Whether a symbol is that of the digit.
fn is_at(byte: u8, digit: usize) -> bool {
    char::from(byte).to_digit(36).is_some_and(|n| n as usize == digit + 1)
}

/// Whether a text can only be meant as candidates: a cube of symbols nearly all of which are at
/// their places, or the 729 of side 9, unless side 27 is asked for or meant. 64 symbols are a line
/// of side 8, unless side 4 is asked for.
pub(super) fn is_meant(text: &str, asked: Option<usize>) -> bool {
    let Some(side) = side_of(text.len()).filter(|&n| n > 4 || asked == Some(n)) else {
        return false;
    };
    if symbols::side_of(text.len()).is_some() {
        return asked != Some(27) && !is_line_of_27(text);
    }
    let wrong = text.bytes().enumerate();
    let wrong = wrong.filter(|&(k, byte)| !is_blank(byte) && !is_at(byte, k % side)).count();
    let some = text.bytes().any(|b| b.is_ascii_alphanumeric() && b != b'0');
    text.is_ascii() && some && wrong * 20 <= text.len()
}

/// Whether 729 symbols are a line of side 27: it has letters, which side 9 has no use for. One or
/// two are slips where most other symbols are at their places.
pub(super) fn is_line_of_27(text: &str) -> bool {
    let letter = |letter: &u8| text.bytes().any(|byte| byte.to_ascii_uppercase() == *letter);
    let letters = (b'A'..=b'R').filter(letter).count();
    let symbols = text.bytes().enumerate().filter(|&(_, byte)| !is_blank(byte));
    let (placed, misplaced): (Vec<_>, Vec<_>) = symbols.partition(|&(k, byte)| is_at(byte, k % 9));
    let slips = letters <= 2 && placed.len() > 2 * misplaced.len();
    text.len() == 729 && letters > 0 && !slips
}

fn is_cube(text: &str, side: usize) -> bool {
    text.bytes().any(|b| b.is_ascii_alphanumeric() && b != b'0') && misplaced(text, side).is_none()
}

/// Reads a line of candidates; what follows them is a comment.
pub(super) fn read(text: &str, context: &Context<'_>) -> Result<Entry> {
    let field = fields(text).next().ok_or_else(|| Error::input("empty line").at(1, None))?;
    let length = field.text.len();
    let start = field.start as u64 + 1;
    let side = side_of(length).ok_or_else(|| {
        let side = context.usual_side().filter(|n| *n <= MAX_SYMBOLS_SIDE).unwrap_or(9);
        let expected = side.pow(3);
        Error::input(format!("{length} symbols: expected {expected} for candidates of side {side}"))
            .at(1, Some(start))
    })?;
    if let Some(place) = misplaced(field.text, side) {
        let found = field.text[place..].chars().next().unwrap_or('?');
        let digit = symbols::symbol(place % side + 1);
        return Err(Error::input(format!("found {found:?}: expected {digit} or a blank (. 0)"))
            .at(1, Some(start + place as u64)));
    }
    let mut puzzle = Puzzle::new(context.layout(side)?);
    for (cell, symbols) in field.text.as_bytes().chunks_exact(side).enumerate() {
        let digits = (0..side).filter(|&digit| is_at(symbols[digit], digit));
        let set: CandidateSet = digits.map(Digit::new).collect();
        puzzle.set_candidates(Cell::new(cell), &set);
    }
    Ok(puzzle.into())
}

#[cfg(test)]
mod tests {
    use super::super::tests::{error, one, read_with};
    use super::super::{ReadOptions, by_name};
    use super::*;

    #[test]
    fn cubes_are_candidates() {
        let full = "123456789".repeat(80);
        let puzzle = one(&format!("1.3......{full}"));
        assert_eq!(puzzle.side(), 9);
        assert!(puzzle.clues().digits(Cell::new(0)).map(Digit::number).eq([1, 3]));
        assert_eq!(puzzle.givens(), 0);
        assert_eq!(one(&"12345678".repeat(64)).side(), 8);
        assert_eq!(one(&"123456789ABCDEFG".repeat(256)).side(), 16);
        assert_eq!(one(&format!(".........{full}")).clues().len(Cell::new(0)), 0);
        assert_eq!(one(&format!("12345678{}", ".".repeat(56))).side(), 8);
    }

    #[test]
    fn cubes_that_are_squares_are_candidates() {
        let full = "123456789".repeat(80);
        let text = format!("Z........{full}\n");
        assert_eq!(error(&text), "line 1, column 1: found 'Z': expected 1 or a blank (. 0)");
        let blank = ".".repeat(729);
        assert_eq!((one(&blank).side(), one(&blank).clues().len(Cell::new(0))), (9, 0));
        let side = |options: &ReadOptions| read_with(&blank, options)[0].puzzle.side();
        let line = ReadOptions { format: by_name("line"), ..ReadOptions::default() };
        assert_eq!(side(&line), 27);
        let boxes = ReadOptions { layout: "3x9".parse().unwrap(), ..ReadOptions::default() };
        assert_eq!(side(&boxes), 27);
        assert_eq!(one(&format!("ABC{}", ".".repeat(726))).side(), 27);
        assert_eq!(one(&format!("R9{}", ".".repeat(727))).side(), 27);
        assert_eq!(
            error(&format!("{}Z", "12345".repeat(25).split_at(124).0)),
            "line 1, column 125: found 'Z': expected 5 or a blank (. 0)"
        );
    }

    #[test]
    fn a_digit_at_a_wrong_place_is_an_error() {
        let full = "123456789".repeat(80);
        let text = format!("1.3......{full}\n3........{full}\n");
        assert_eq!(error(&text), "line 2, column 1: found '3': expected 1 or a blank (. 0)");
    }
}
