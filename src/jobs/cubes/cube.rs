//! Decisions and cubes: what a part of a puzzle is, as text too.

use std::fmt;
use std::str::FromStr;

use crate::error::{Error, Result};
use crate::grid::{CandidateSet, Cell, Digit, Layout};
use crate::puzzle::{Board, Contradiction, Puzzle, Solution};

/// A candidate that holds or does not: as text, `r1c2=3` or `r1c2!=3`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Decision {
    /// The row, from 0.
    pub row: usize,
    /// The column, from 0.
    pub column: usize,
    /// The number shown for the digit.
    pub number: usize,
    /// Whether the digit stands in the cell.
    pub stands: bool,
}

impl Decision {
    /// Of a cell of the layout.
    pub(crate) fn new((cell, digit): (Cell, Digit), stands: bool, layout: &Layout) -> Self {
        let (row, column) = layout.frame().place(cell).expect("a cell of the frame");
        Decision { row, column, number: layout.number_of(digit), stands }
    }

    /// The cell and the digit, if the layout has them.
    pub fn candidate(&self, layout: &Layout) -> Option<(Cell, Digit)> {
        Some((layout.frame().cell(self.row, self.column)?, layout.digit_of(self.number)?))
    }

    /// The cell and the digit; an error if the puzzle does not have them.
    fn within(&self, puzzle: &Puzzle) -> Result<(Cell, Digit)> {
        self.candidate(puzzle.layout()).ok_or_else(|| {
            let layout = puzzle.layout().name();
            Error::input(format!("decision {self}: no such cell or digit in the layout {layout}"))
        })
    }

    /// Whether both cannot hold, whatever the rest of the grid.
    fn excludes(&self, other: &Decision) -> bool {
        (self.row, self.column) == (other.row, other.column)
            && match (self.stands, other.stands) {
                (true, true) => self.number != other.number,
                (false, false) => false,
                _ => self.number == other.number,
            }
    }

    pub(super) fn follow(&self, layout: &Layout, board: &mut Board) -> Result<(), Contradiction> {
        let (cell, digit) = self.candidate(layout).ok_or(Contradiction)?;
        if self.stands {
            board.place(layout, cell, digit)
        } else {
            board.remove(layout, cell, digit)
        }
    }

    /// Whether it holds on a board, or cannot, or neither is known.
    pub(crate) fn state(&self, board: &Board, layout: &Layout) -> Option<bool> {
        match self.candidate(layout) {
            Some((cell, digit)) if board.allows(cell, digit) => {
                (board.count(cell) == 1).then_some(self.stands)
            }
            _ => Some(!self.stands),
        }
    }
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.stands { "=" } else { "!=" };
        write!(f, "r{}c{}{sign}{}", self.row + 1, self.column + 1, self.number)
    }
}

impl FromStr for Decision {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let parts = || {
            let (row, rest) = text.strip_prefix('r')?.split_once('c')?;
            let (column, digit) = rest.split_once('=')?;
            let (column, stands) = match column.strip_suffix('!') {
                Some(column) => (column, false),
                None => (column, true),
            };
            let number = |text: &str| {
                let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
                let number = text.parse::<usize>().ok().filter(|_| digits)?;
                (number <= crate::grid::MAX_SIDE).then_some(number)
            };
            let (row, column) = (number(row)?.checked_sub(1)?, number(column)?.checked_sub(1)?);
            Some(Decision { row, column, number: number(digit)?, stands })
        };
        parts().ok_or_else(|| {
            Error::input(format!("decision {text:?}: expected such as r1c2=3 or r1c2!=3"))
        })
    }
}

/// A part of a puzzle: what was decided to get there.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Cube {
    /// The decisions; none for the whole puzzle.
    pub decisions: Vec<Decision>,
}

impl Cube {
    /// The puzzle, and that the decisions hold.
    ///
    /// # Errors
    /// If a decision is not of this grid.
    pub fn of(&self, puzzle: &Puzzle) -> Result<Puzzle> {
        let mut part = puzzle.clone();
        for decision in &self.decisions {
            let (cell, digit) = decision.within(puzzle)?;
            let mut left = part.clues().get(cell);
            if !decision.stands {
                left.remove(digit);
            } else if left.contains(digit) {
                left = CandidateSet::single(digit);
            } else {
                left = CandidateSet::EMPTY;
            }
            part.set_candidates(cell, &left);
        }
        Ok(part)
    }

    /// Whether a solution of the puzzle lies in it.
    pub fn has(&self, solution: &Solution) -> bool {
        self.decisions.iter().all(|decision| {
            let candidate = decision.candidate(solution.layout());
            let stands = candidate.is_some_and(|(cell, digit)| solution.digit(cell) == digit);
            stands == decision.stands
        })
    }

    /// Whether no grid can be in both.
    pub fn excludes(&self, other: &Cube) -> bool {
        self.decisions.iter().any(|a| other.decisions.iter().any(|b| a.excludes(b)))
    }

    pub(super) fn check(&self, puzzle: &Puzzle) -> Result<()> {
        self.decisions.iter().try_for_each(|decision| decision.within(puzzle).map(|_| ()))
    }
}

impl fmt::Display for Cube {
    /// The decisions with spaces between them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (k, decision) in self.decisions.iter().enumerate() {
            let space = if k > 0 { " " } else { "" };
            write!(f, "{space}{decision}")?;
        }
        Ok(())
    }
}

impl FromStr for Cube {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let decisions = text.split_whitespace().map(str::parse).collect::<Result<_>>()?;
        Ok(Cube { decisions })
    }
}
