//! Lines of HoDoKu's library of examples: a position, a technique, and what it gives there.

use super::finder::{Finder, Options};
use super::ladder::LADDER;
use super::position::Position;
use super::step::{Mark, Step, mark};
use super::technique::{Level, Producer};
use crate::error::{Error, Result};
use crate::grid::{Cell, Digit};
use crate::rate::ground::{CELLS, DIGITS};

/// An example of the library: `:code:candidates:givens:deleted:eliminations:placements:extra:`.
#[derive(Debug, Clone)]
pub struct Example {
    /// The number of the technique, such as `0801`.
    pub code: String,
    /// What stands after it: a variant, or `x` where the technique must not be found.
    pub variant: Option<String>,
    position: Position,
    removed: Vec<Mark>,
    placed: Vec<Mark>,
}

/// Candidates as they are written there: digit, row, column, with spaces between them.
fn marks(text: &str) -> Result<Vec<Mark>> {
    let mut all = Vec::new();
    for word in text.split_whitespace() {
        let digits: Vec<_> = word.chars().filter_map(|c| c.to_digit(10)).collect();
        let &[digit @ 1..=9, row @ 1..=9, column @ 1..=9] = &*digits else {
            return Err(Error::input(format!("`{word}`: expected digit, row and column")));
        };
        let cell = (row as usize - 1) * DIGITS + column as usize - 1;
        all.push(mark(cell, digit as usize - 1));
    }
    all.sort_unstable();
    all.dedup();
    Ok(all)
}

impl Example {
    /// Reads a line.
    ///
    /// # Errors
    /// If it is not one of the library.
    pub fn parse(line: &str) -> Result<Self> {
        let fields: Vec<_> = line.trim().split(':').collect();
        let &["", code, _, grid, deleted, removed, placed, ..] = &*fields else {
            return Err(Error::input("expected a line of HoDoKu's library, `:code:…:`"));
        };
        let mut position = Position::empty();
        let (mut cell, mut given) = (0, true);
        for sign in grid.chars() {
            if sign == '+' {
                given = false;
                continue;
            }
            if cell >= CELLS {
                return Err(Error::input("a grid of the library has 81 cells"));
            }
            match sign.to_digit(10) {
                Some(digit @ 1..=9) if given => position.give(cell, digit as usize - 1),
                Some(digit @ 1..=9) => position.place(cell, digit as usize - 1),
                _ => {}
            }
            (cell, given) = (cell + 1, true);
        }
        for (cell, digit) in marks(deleted)? {
            position.remove(cell.into(), digit.into());
        }
        let (code, variant) = match code.split_once('-') {
            Some((code, variant)) => (code, Some(variant.to_owned())),
            None => (code, None),
        };
        let (removed, placed) = (marks(removed)?, marks(placed)?);
        Ok(Example { code: code.to_owned(), variant, position, removed, placed })
    }

    /// The producer of the technique, and what it may do; none if it is not one of the ladder.
    fn producer(&self) -> Option<(&'static Producer, Options)> {
        let has = |it: &&Producer| it.techniques.iter().any(|of| of.code == self.code);
        let options = Options {
            all: true,
            bare_rectangles: self.code == "0405" || self.code == "0402" && self.is_variant("1"),
            complete: self.code.starts_with("060") && self.is_variant("1"),
            overlap: self.code.starts_with("09") && self.is_variant("2"),
            sets: matches!(
                (&*self.code, self.variant.as_deref()),
                ("0709", Some("2")) | ("0710" | "0711", Some("3" | "4"))
            ),
        };
        Some((LADDER.iter().find(has)?, options))
    }

    fn is_variant(&self, variant: &str) -> bool {
        self.variant.as_deref() == Some(variant)
    }

    /// All steps of the technique alone; none if it is not one of the ladder.
    pub fn steps(&self) -> Option<Vec<Step>> {
        let (producer, options) = self.producer()?;
        let position = self.position.clone();
        let (solution, most) = ([0; CELLS], Level::Extreme);
        let finder = Finder { position, solution, unique: true, options, most };
        let mut steps = finder.all_of(producer);
        steps.retain(|step| step.technique().code == self.code);
        Some(steps)
    }

    /// Whether a step has the result of the example.
    pub fn is_result(&self, step: &Step) -> bool {
        let index = |(cell, digit): (Cell, Digit)| mark(cell.index(), digit.index());
        let mut placed: Vec<_> = step.placements().map(index).collect();
        placed.sort_unstable();
        placed == self.placed && step.eliminations().map(index).eq(self.removed.iter().copied())
    }

    /// Whether the technique must not be found.
    pub fn is_negative(&self) -> bool {
        self.is_variant("x")
    }
}
