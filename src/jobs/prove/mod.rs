//! Certificates made: a puzzle is answered by any engine, and what the answer leaves to be shown is
//! refuted with a proof. Nothing here has to be trusted: [`proof`](satoku_check) checks what comes
//! out.

#[cfg(feature = "varisat")]
mod propagate;
#[cfg(feature = "varisat")]
mod refute;
mod stated;
#[cfg(test)]
mod tests;

use crate::engine::EngineSpec;
use crate::error::{Error, Result};
use crate::jobs::answer;
use crate::limits::{Limits, Query};
use crate::puzzle::{Puzzle, Solution};
use satoku_check::{Certificate, Steps, Verdict, formula};

pub use stated::text_of;

/// The most clauses of a formula that is proved: what fits into a few gigabytes.
const MAX_CLAUSES: u64 = 100_000_000;

/// Branches that the engine may take before the solver takes over: it answers most 9×9 puzzles in
/// fewer. What is known then, one solution or two, need not be found again.
const PATIENCE: u64 = 200;

/// An answer, shown.
#[cfg_attr(not(feature = "varisat"), expect(dead_code, reason = "only a solver gives one"))]
enum Answer {
    /// There is no solution, for these reasons.
    None(Steps),
    /// There is this one, and no other for these reasons.
    Unique(Vec<usize>, Steps),
    /// There are these two.
    Multiple(Vec<usize>, Vec<usize>),
    /// A limit was reached.
    Unknown,
}

/// Answers a puzzle, and shows that the answer is right: a unique solution and the proof that there
/// is no other, or the proof that there is none, or two solutions.
///
/// The engine is asked first, for a short while; what it leaves open is the embedded solver's.
///
/// # Errors
/// If a limit is reached ([`Error::is_limit`]); if this build has no embedded solver
/// ([`Error::is_unsupported`]); if its rules cannot be
/// stated ([`text_of`] says which); if the formula would have more than a hundred million clauses
/// ([`Error::is_too_large`], plain puzzles from side 82); if the engine fails.
pub fn prove(puzzle: &Puzzle, engine: &EngineSpec, limits: &Limits) -> Result<Certificate> {
    let (text, statement) = stated::stated(puzzle)?;
    let clauses = formula::size(&statement, true).1;
    if clauses > MAX_CLAUSES {
        let message = format!("the formula to be proved has {clauses} clauses");
        return Err(Error::too_large(format!("{message}; the most is {MAX_CLAUSES}")));
    }
    let short = limits.clone().with_effort(PATIENCE);
    let known = answer::find(puzzle, engine, &short, Query::UNIQUE)?.solutions;
    let known: Vec<_> = known.iter().map(digits_of).collect();
    let answer = match <[_; 2]>::try_from(known) {
        Ok([a, b]) => Answer::Multiple(a, b),
        Err(mut one) => refute(&statement, one.pop(), limits)?,
    };
    let (verdict, solutions, steps) = match answer {
        Answer::Unknown => return Err(Error::limit("no proof within the limits")),
        Answer::None(steps) => (Verdict::None, Vec::new(), steps),
        Answer::Unique(only, steps) => (Verdict::Unique, vec![only], steps),
        Answer::Multiple(a, b) => (Verdict::Multiple, vec![a, b], Steps::default()),
    };
    Ok(Certificate::new(text, SOLVER, verdict, solutions, steps)?)
}

/// The solver that finds proofs, as manifests name it.
const SOLVER: &str = "varisat 0.2";

#[cfg(feature = "varisat")]
use refute::refute;

#[cfg(not(feature = "varisat"))]
fn refute(_: &satoku_check::Statement, _: Option<Vec<usize>>, _: &Limits) -> Result<Answer> {
    Err(Error::unsupported("proofs: this build has no embedded solver"))
}

fn digits_of(solution: &Solution) -> Vec<usize> {
    solution.digits().iter().map(|digit| digit.index()).collect()
}
