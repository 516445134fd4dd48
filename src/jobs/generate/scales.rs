//! Ratings on either scale: what is wanted of puzzles that are drawn, and what they have.

use std::fmt;

use crate::error::Result;
use crate::limits::Limits;
use crate::puzzle::Puzzle;
use crate::rate::{self, Rating, Wanted, hodoku};

/// Which ratings are wanted, and on which scale.
#[derive(Debug, Clone, PartialEq)]
pub enum WantedRating {
    /// On that of Sudoku Explainer.
    Se(Wanted),
    /// On that of HoDoKu.
    Hodoku(hodoku::Wanted),
}

/// The rating of a puzzle on the scale on which one is wanted.
#[derive(Debug, Clone, PartialEq)]
pub enum FoundRating {
    /// On that of Sudoku Explainer.
    Se(Rating),
    /// On that of HoDoKu.
    Hodoku(hodoku::Score),
}

/// What became of a puzzle that was drawn.
pub(super) enum Fit {
    /// Its rating is as wanted.
    Fits(FoundRating),
    /// It is not, or there is none.
    Not,
    /// A limit was reached first.
    Unknown,
}

impl From<Wanted> for WantedRating {
    fn from(wanted: Wanted) -> Self {
        WantedRating::Se(wanted)
    }
}

impl From<hodoku::Wanted> for WantedRating {
    fn from(wanted: hodoku::Wanted) -> Self {
        WantedRating::Hodoku(wanted)
    }
}

impl WantedRating {
    /// The name of the scale.
    pub fn scale(&self) -> &'static str {
        match self {
            WantedRating::Se(wanted) => wanted.scale.name(),
            WantedRating::Hodoku(wanted) if wanted.no_uniqueness => hodoku::SCALE_NU,
            WantedRating::Hodoku(_) => hodoku::SCALE,
        }
    }

    /// Why no puzzle has a rating that is wanted, where that is plain.
    pub fn impossible(&self) -> Option<String> {
        match self {
            WantedRating::Se(wanted) => wanted.impossible(),
            WantedRating::Hodoku(wanted) => wanted.impossible(),
        }
    }

    /// Rates a puzzle as far as is needed to know whether its rating is wanted.
    pub(super) fn of(&self, puzzle: &Puzzle, limits: &Limits) -> Result<Fit> {
        Ok(match self {
            WantedRating::Se(wanted) => match wanted.rate(puzzle, limits)? {
                rate::Verdict::Rated(it) if wanted.fits(&it) => Fit::Fits(FoundRating::Se(it)),
                rate::Verdict::Unknown => Fit::Unknown,
                _ => Fit::Not,
            },
            WantedRating::Hodoku(wanted) => match wanted.rate(puzzle, limits)? {
                hodoku::Verdict::Rated(it) if wanted.fits(&it) => {
                    Fit::Fits(FoundRating::Hodoku(it))
                }
                hodoku::Verdict::Unknown => Fit::Unknown,
                _ => Fit::Not,
            },
        })
    }
}

/// As `rate` prints it: `7.2/1.2/1.2`, or `1182 Unfair`.
impl fmt::Display for FoundRating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FoundRating::Se(rating) => rating.fmt(f),
            FoundRating::Hodoku(score) => score.fmt(f),
        }
    }
}
