//! Refutations by any backend that writes a proof, or by a proof that is given.
//!
//! The solver gets the formula of the certificate itself, and what it writes is checked and made
//! into a proof of ours, step by step ([`super::rup`]).

use std::io::{BufRead, BufReader};
use std::path::Path;

use super::{Answer, digits_of, rup};
use crate::engine::EngineSpec;
use crate::error::{Error, Result};
use crate::input;
use crate::jobs::answer;
use crate::limits::{Limits, Query};
use crate::puzzle::Puzzle;
use crate::sat::backend::{self, BackendSpec};
use crate::sat::cnf::{ClauseSink, Cnf, Lit, Model};
use satoku_check::{Formula, Statement};

/// Looks for all solutions of a puzzle up to two, one of which may be known, and for a proof that
/// there are no more.
pub(super) fn refute(
    statement: &Statement,
    mut first: Option<Vec<usize>>,
    backend: &BackendSpec,
    limits: &Limits,
) -> Result<Answer> {
    loop {
        let formula = Formula::of(statement, first.as_deref())?;
        let proved = backend.prove(&cnf_of(&formula)?, limits)?;
        match (proved.answer, first) {
            (backend::Answer::Unknown, _) => return Ok(Answer::Unknown),
            (backend::Answer::Sat(model), None) => first = Some(grid_of(&model, statement)),
            (backend::Answer::Sat(model), Some(first)) => {
                return Ok(Answer::Multiple(first, grid_of(&model, statement)));
            }
            (backend::Answer::Unsat { .. }, first) => {
                return imported(&formula, first, proved.proof, limits);
            }
        }
    }
}

/// The same by a proof of what `encode --block` writes of the puzzle, or `encode` where it has no
/// solution. The solution that it blocks is looked for first.
pub(super) fn take_over(
    puzzle: &Puzzle,
    statement: &Statement,
    engine: &EngineSpec,
    proof: &Path,
    limits: &Limits,
) -> Result<Answer> {
    let found = answer::find(puzzle, engine, limits, Query::FIRST)?;
    let first = found.solutions.first().map(digits_of);
    if first.is_none() && !found.is_complete() {
        return Ok(Answer::Unknown);
    }
    let formula = Formula::of(statement, first.as_deref())?;
    let file = BufReader::with_capacity(1 << 20, input::open_ordinary(proof)?);
    imported(&formula, first, file, limits)
}

fn imported(
    formula: &Formula,
    first: Option<Vec<usize>>,
    proof: impl BufRead,
    limits: &Limits,
) -> Result<Answer> {
    Ok(match (rup::import(formula, proof, limits)?, first) {
        (None, _) => Answer::Unknown,
        (Some(steps), None) => Answer::None(steps),
        (Some(steps), Some(only)) => Answer::Unique(only, steps),
    })
}

/// A formula for a solver.
pub(super) fn cnf_of(formula: &Formula) -> Result<Cnf> {
    let mut cnf = Cnf::new();
    for clause in formula.clauses() {
        let lits: Option<Vec<_>> = clause.iter().map(|&lit| Lit::from_dimacs(lit)).collect();
        cnf.add_clause(&lits.ok_or_else(|| Error::too_large("a formula of too many variables"))?)?;
    }
    Ok(cnf)
}

/// The grid of a model. Whether it is a solution is checked with the certificate.
fn grid_of(model: &Model, statement: &Statement) -> Vec<usize> {
    let digits = statement.digits();
    let is_true = |candidate: usize| {
        let var = u32::try_from(candidate + 1).unwrap_or(u32::MAX);
        model.is_true(Lit::positive(var))
    };
    (0..statement.cells())
        .map(|cell| (0..digits).find(|digit| is_true(cell * digits + digit)).unwrap_or(0))
        .collect()
}
