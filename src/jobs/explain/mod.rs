//! Why a puzzle has the number of solutions that it has: the clues that clash, where it has none
//! ([`Clash`]); what can be exchanged and what would settle it, where it has several
//! ([`Ambiguity`]); what could be left out, where it has one ([`Redundancy`]).
//!
//! All of it is found by SAT with assumptions (rules that could be left out by any engine), and what is
//! claimed was shown: whatever a limit left open is said to be open.
//!
//! ```
//! use satoku::{Limits, engine::EngineOptions, jobs::explain::{Explanation, explain}};
//!
//! let puzzle = satoku::parse("12..3....4.......5.......6.........................7........8.........9.........1")?;
//! match explain(&puzzle, &EngineOptions::default(), &Limits::none())? {
//!     Explanation::Multiple(ambiguity) => assert!(ambiguity.is_minimal),
//!     _ => unreachable!("it has many solutions"),
//! }
//! # Ok::<(), satoku::Error>(())
//! ```

mod ambiguity;
mod clash;
mod fewest;
mod formula;
mod houses;
mod redundancy;

pub use ambiguity::Ambiguity;
pub use clash::Clash;
pub use fewest::Added;
pub use redundancy::{Redundancy, RuleRedundancy};

use crate::engine::{EngineOptions, EngineSpec};
use crate::error::Result;
use crate::jobs::answer::{self, Uniqueness};
use crate::limits::Limits;
use crate::puzzle::Puzzle;

/// Why a puzzle has no solution, several, or one.
#[derive(Debug, Clone)]
pub enum Explanation {
    /// It has none.
    None(Clash),
    /// It has several.
    Multiple(Box<Ambiguity>),
    /// It has one.
    Unique(Redundancy),
    /// A limit was reached before it was known.
    Unknown,
}

impl Explanation {
    /// Whether nothing was left open by a limit. That a clash is the smallest, or that no fewer
    /// clues would do, is looked for with an effort that is bounded anyway, and does not count.
    pub fn is_complete(&self) -> bool {
        match self {
            Explanation::None(clash) => clash.is_minimal() && clash.houses_minimal,
            Explanation::Multiple(found) => found.is_minimal && found.added.clues.is_some(),
            Explanation::Unique(found) => found.is_complete(),
            Explanation::Unknown => false,
        }
    }
}

/// Explains a puzzle.
///
/// # Errors
/// If the SAT backend fails; a limit that is reached is no error, but leaves something open.
pub fn explain(puzzle: &Puzzle, options: &EngineOptions, limits: &Limits) -> Result<Explanation> {
    let engine = EngineSpec::new("auto", options.clone())?;
    let options = &options.oracle();
    Ok(match answer::unique(puzzle, &engine, limits)? {
        Uniqueness::None => Explanation::None(clash::clash(puzzle, options, limits)?),
        Uniqueness::Multiple(solutions) => {
            let found = ambiguity::ambiguity(puzzle, *solutions, options, limits)?;
            Explanation::Multiple(Box::new(found))
        }
        Uniqueness::Unique(solution) => {
            let found = redundancy::redundancy(puzzle, solution, &engine, options, limits)?;
            Explanation::Unique(found)
        }
        Uniqueness::Unknown => Explanation::Unknown,
    })
}
