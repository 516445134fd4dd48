//! Which literal stands for which candidate.

use std::ops::Not;

use crate::error::{Error, Result};
use crate::grid::{CandidateGrid, Cell, Digit};
use crate::sat::cnf::{Lit, MAX_VAR, Model};

/// What a candidate is in a formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Atom {
    /// Decided to hold before the formula was made.
    True,
    /// Decided not to hold.
    False,
    /// This literal.
    Lit(Lit),
}

impl Not for Atom {
    type Output = Atom;

    fn not(self) -> Atom {
        match self {
            Atom::True => Atom::False,
            Atom::False => Atom::True,
            Atom::Lit(lit) => Atom::Lit(!lit),
        }
    }
}

/// From candidates to literals and from models back to digits: the same for every encoding, so
/// that decoding, blocking clauses and assumptions need not know which one it was.
#[derive(Debug, Clone)]
pub struct VarMap {
    numbering: Numbering,
    /// Clues, for a map that numbers every candidate: cells given need not be blocked.
    candidates: CandidateGrid,
}

#[derive(Debug, Clone)]
enum Numbering {
    /// `cell · digits + digit + 1`: the textbook's.
    Textbook,
    /// Only the candidates left, counted cell by cell; `first[cell]` is the variable of a cell's
    /// smallest candidate, 0 for a cell with one candidate, which has no variable.
    Remaining { first: Box<[u32]>, vars: usize },
}

impl VarMap {
    /// Every candidate has a variable, `cell · digits + digit + 1`. Cells with one candidate given
    /// are known and stay out of blocking clauses.
    pub fn textbook(clues: CandidateGrid) -> Self {
        VarMap { numbering: Numbering::Textbook, candidates: clues }
    }

    /// Only candidates that are left in cells not yet decided have variables, from 1 on.
    ///
    /// # Errors
    /// If there are more than can be numbered.
    pub fn remaining(candidates: CandidateGrid) -> Result<Self> {
        let mut vars = 0;
        let first = (0..candidates.cells()).map(Cell::new).map(|cell| {
            let count = candidates.len(cell);
            if count == 1 {
                return Ok(0);
            }
            let first = u32::try_from(vars + 1).ok().filter(|&first| first <= MAX_VAR);
            vars += count;
            first.ok_or_else(|| Error::too_large("too many variables"))
        });
        let first = first.collect::<Result<_>>()?;
        let numbering = Numbering::Remaining { first, vars };
        Ok(VarMap { numbering, candidates })
    }

    /// Whether every candidate has a variable, numbered as in textbooks.
    pub fn is_textbook(&self) -> bool {
        matches!(self.numbering, Numbering::Textbook)
    }

    /// What is left of each cell, as far as was known when the formula was made.
    pub(super) fn candidates(&self) -> &CandidateGrid {
        &self.candidates
    }

    /// The number of digits.
    pub fn digits(&self) -> usize {
        self.candidates.digit_count()
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.candidates.cells()
    }

    /// The number of variables that stand for candidates; they are numbered 1 to this.
    pub fn vars(&self) -> usize {
        match &self.numbering {
            Numbering::Textbook => self.cells() * self.digits(),
            Numbering::Remaining { vars, .. } => *vars,
        }
    }

    /// What a candidate is.
    #[inline]
    pub fn get(&self, cell: Cell, digit: Digit) -> Atom {
        match &self.numbering {
            Numbering::Textbook => {
                let var = cell.index() * self.digits() + digit.index() + 1;
                #[expect(clippy::cast_possible_truncation, reason = "400³ variables at most")]
                Atom::Lit(Lit::positive(var as u32))
            }
            Numbering::Remaining { first, .. } => {
                let first = first[cell.index()];
                if !self.candidates.contains(cell, digit) {
                    Atom::False
                } else if first == 0 {
                    Atom::True
                } else {
                    let rank = self.candidates.rank(cell, digit);
                    #[expect(clippy::cast_possible_truncation, reason = "below 400")]
                    Atom::Lit(Lit::positive(first + rank as u32))
                }
            }
        }
    }

    /// The grid that a model describes: in every cell the digit whose literal is true.
    ///
    /// # Errors
    /// If a cell has no digit or more than one: then the model is not one of this encoding.
    pub fn decode(&self, model: &Model) -> Result<Vec<Digit>> {
        let holds = |cell, digit| match self.get(cell, digit) {
            Atom::True => true,
            Atom::False => false,
            Atom::Lit(lit) => model.is_true(lit),
        };
        let decode_cell = |cell: Cell| {
            let mut digits = (0..self.digits()).map(Digit::new).filter(|&digit| holds(cell, digit));
            match (digits.next(), digits.next()) {
                (Some(digit), None) => Ok(digit),
                (None, _) => Err(format!("no digit in cell {}", cell.index() + 1)),
                (Some(_), Some(_)) => Err(format!("two digits in cell {}", cell.index() + 1)),
            }
        };
        (0..self.cells())
            .map(|cell| decode_cell(Cell::new(cell)))
            .collect::<Result<_, _>>()
            .map_err(|what| Error::input(format!("the model assigns {what}")))
    }

    /// The clause that excludes one grid: some cell, of those not given, has another digit. Empty
    /// if every cell is decided, as then there is no other grid.
    pub fn blocking_clause(&self, digits: &[Digit]) -> Vec<Lit> {
        digits
            .iter()
            .enumerate()
            .map(|(cell, &digit)| (Cell::new(cell), digit))
            .filter(|&(cell, _)| self.candidates.len(cell) != 1)
            .filter_map(|(cell, digit)| match self.get(cell, digit) {
                Atom::Lit(lit) => Some(!lit),
                Atom::True | Atom::False => None,
            })
            .collect()
    }
}
