//! Certificates made: a puzzle is answered by any engine, and what the answer leaves to be shown is
//! refuted with a proof. Nothing here has to be trusted: [`proof`](satoku_check) checks what comes
//! out.

mod outside;
mod parts;
#[cfg(feature = "varisat")]
mod propagate;
#[cfg(feature = "varisat")]
mod refute;
mod rup;
mod stated;
#[cfg(test)]
mod tests;

use std::path::PathBuf;

use crate::engine::EngineSpec;
use crate::error::{Error, Result};
use crate::jobs::answer;
use crate::limits::{Limits, Query};
use crate::puzzle::{Puzzle, Solution};
use crate::sat::backend::BackendSpec;
use satoku_check::{Certificate, Statement, Steps, Verdict, formula};

pub use parts::prove_by_parts;
pub use stated::text_of;

/// The most clauses of a formula that is proved: what fits into a few gigabytes.
const MAX_CLAUSES: u64 = 100_000_000;

/// Branches that the engine may take before the solver takes over: it answers most 9×9 puzzles in
/// fewer. What is known then, one solution or two, need not be found again.
const PATIENCE: u64 = 200;

/// An answer, shown.
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

/// What refutes.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub enum Refuter {
    /// The embedded varisat, followed step by step while it solves.
    #[default]
    Followed,
    /// A backend that writes a proof, which is then checked.
    Backend(BackendSpec),
    /// A file: a proof, in DRAT or LRAT, of what `encode --block` writes of the puzzle, or `encode` of
    /// one without solution. Of encodings whose clauses the formula of the certificate has, minimal
    /// and extended by pairs.
    Proof(PathBuf),
}

/// Answers a puzzle, and shows that the answer is right: a unique solution and the proof that there
/// is no other, or the proof that there is none, or two solutions.
///
/// The engine is asked first, for a short while; what it leaves open is the embedded solver's.
///
/// # Errors
/// As [`prove_by`].
pub fn prove(puzzle: &Puzzle, engine: &EngineSpec, limits: &Limits) -> Result<Certificate> {
    prove_by(puzzle, engine, &Refuter::default(), limits)
}

/// The same with a refuter.
///
/// # Errors
/// If a limit is reached ([`Error::is_limit`]); if this build has no embedded solver
/// ([`Error::is_unsupported`]); if its rules cannot be
/// stated ([`text_of`] says which); if the formula would have more than a hundred million clauses
/// ([`Error::is_too_large`], plain puzzles from side 82); if the engine or the backend fails; if a
/// proof is none of this puzzle ([`Error::is_proof`]).
pub fn prove_by(
    puzzle: &Puzzle,
    engine: &EngineSpec,
    refuter: &Refuter,
    limits: &Limits,
) -> Result<Certificate> {
    let (text, statement) = stated::stated(puzzle)?;
    refuse_large(&statement)?;
    let known = || -> Result<Vec<_>> {
        let short = limits.clone().with_effort(PATIENCE);
        let known = answer::find(puzzle, engine, &short, Query::UNIQUE)?.solutions;
        Ok(known.iter().map(digits_of).collect())
    };
    let by_solver = |find: &dyn Fn(Option<Vec<usize>>) -> Result<Answer>| {
        let known: Result<[_; 2], _> = known()?.try_into();
        match known {
            Ok([a, b]) => Ok(Answer::Multiple(a, b)),
            Err(mut one) => find(one.pop()),
        }
    };
    let (answer, solver) = match refuter {
        Refuter::Followed => {
            (by_solver(&|one| refute(&statement, one, limits))?, SOLVER.to_owned())
        }
        Refuter::Backend(backend) => {
            let find = |one| outside::refute(&statement, one, backend, limits);
            (by_solver(&find)?, backend.program())
        }
        Refuter::Proof(path) => {
            let answer = outside::take_over(puzzle, &statement, engine, path, limits)?;
            (answer, "another program".to_owned())
        }
    };
    let (verdict, solutions, steps) = match answer {
        Answer::Unknown => return Err(Error::limit("no proof within the limits")),
        Answer::None(steps) => (Verdict::None, Vec::new(), steps),
        Answer::Unique(only, steps) => (Verdict::Unique, vec![only], steps),
        Answer::Multiple(a, b) => (Verdict::Multiple, vec![a, b], Steps::default()),
    };
    Ok(Certificate::new(text, &solver, verdict, solutions, steps)?)
}

/// Refuses a formula of too many clauses.
fn refuse_large(statement: &Statement) -> Result<()> {
    let clauses = formula::size(statement, true).1;
    if clauses > MAX_CLAUSES {
        let message = format!("the formula to be proved has {clauses} clauses");
        return Err(Error::too_large(format!("{message}; the most is {MAX_CLAUSES}")));
    }
    Ok(())
}

/// The solver that finds proofs, as manifests name it.
const SOLVER: &str = "varisat 0.2";

#[cfg(feature = "varisat")]
use refute::refute;

#[cfg(not(feature = "varisat"))]
fn refute(_: &Statement, _: Option<Vec<usize>>, _: &Limits) -> Result<Answer> {
    Err(Error::unsupported("proofs: this build has no embedded solver"))
}

fn digits_of(solution: &Solution) -> Vec<usize> {
    solution.digits().iter().map(|digit| digit.index()).collect()
}
