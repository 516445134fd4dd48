//! Refutations found by varisat, and written down so that each step needs no search.
//!
//! Units are propagated first; what they leave is given to a fresh solver, whose own checker
//! follows along and tells which clauses each learned clause rests on. That is put in the formula's
//! terms: a clause for each unit, one for each clause that units made shorter, then what was
//! learned. In the end all that the empty clause does not need is dropped, which is most of it.
//!
//! Where no solution is known beforehand, the solver finds one, is told to find another, and keeps
//! what it has learned: that saves half of the time and more.

use std::cell::RefCell;

use anyhow::bail;
use varisat::checker::{CheckedProofStep, CheckerData, ProofProcessor};
use varisat::solver::SolverError;
use varisat::{ExtendFormula, Lit, Solver};

use super::Answer;
use super::propagate::Propagated;
use crate::error::{Error, Result};
use crate::limits::Limits;
use satoku_check::{Formula, Statement, Steps};

/// Looks for all solutions of a puzzle up to two, one of which may be known, and for a proof that
/// there are no more.
pub(super) fn refute(
    statement: &Statement,
    mut first: Option<Vec<usize>>,
    limits: &Limits,
) -> Result<Answer> {
    let digits = statement.digits();
    let formula = Formula::of(statement, None)?;
    let clauses = formula.len();
    let units = Propagated::new(&formula);
    if let Some(reasons) = units.reasons(&formula) {
        let mut steps = Steps::after(clauses);
        steps.push([], reasons);
        return Ok(Answer::None(steps));
    }
    if limits.expired() {
        return Ok(Answer::Unknown);
    }
    // The number behind the clauses is that of the blocking clause.
    let mut steps = Steps::after(clauses + 1);
    let mut rest = Rest::new(&formula, &units, &mut steps);
    drop(formula);

    let numbers = rest.clauses.iter().map(|&(_, number)| number).collect();
    let book = RefCell::new(Book { steps, numbers, read: 0, ids: Vec::new(), limited: false });
    let vars = std::mem::take(&mut rest.vars);
    let mut record = Record { limits, vars: &vars, book: &book };
    let mut solver = Solver::new();
    solver.add_proof_processor(&mut record);
    rest.clauses().for_each(|clause| solver.add_clause(clause));
    let mut blocked = false;
    loop {
        if let (Some(grid), false) = (&first, blocked) {
            blocked = true;
            let clause: Vec<_> = (0..)
                .zip(grid)
                .map(|(cell, &digit)| -i32::try_from(cell * digits + digit + 1).unwrap_or(i32::MAX))
                .collect();
            let number =
                rest.shorten(&clause, clauses as u64 + 1, &units, &mut book.borrow_mut().steps);
            let open: Vec<_> = clause.iter().filter_map(|&lit| rest.lit(lit, &units)).collect();
            if open.is_empty() {
                break;
            }
            book.borrow_mut().numbers.push(number);
            solver.add_clause(&open);
        }
        match solver.solve() {
            Ok(true) => {
                let grid = grid_of(&solver.model().unwrap_or_default(), &vars, &units, statement);
                match first {
                    None => first = Some(grid),
                    Some(first) => return Ok(Answer::Multiple(first, grid)),
                }
            }
            Ok(false) => break,
            Err(SolverError::ProofProcessorError { .. }) if book.borrow().limited => {
                return Ok(Answer::Unknown);
            }
            Err(error) => return Err(Error::backend("varisat", error)),
        }
    }
    drop(solver);
    let steps = book.into_inner().steps;
    Ok(match first {
        Some(only) => Answer::Unique(only, steps.trimmed(clauses + 1)),
        None => Answer::None(steps.trimmed(clauses)),
    })
}

/// What propagation leaves of a formula, in variables of its own.
struct Rest {
    lits: Vec<Lit>,
    /// Where each clause ends, and the number under which a proof knows it.
    clauses: Vec<(usize, u64)>,
    /// The formula's variable for each of the solver's, and the other way round.
    vars: Vec<i32>,
    local: Vec<Option<usize>>,
    /// The number of the clause that says what is known of a variable.
    unit_of: Vec<u64>,
}

impl Rest {
    /// Takes the clauses that are not satisfied; the units, and the clauses that they shorten,
    /// become the first steps of the proof.
    fn new(formula: &Formula, units: &Propagated, steps: &mut Steps) -> Self {
        let vars = formula.vars() as usize + 1;
        let mut unit_of = vec![0; vars];
        for &(lit, reason) in &units.trail {
            let clause = formula.get(reason).unwrap_or_default();
            unit_of[lit.unsigned_abs() as usize] = if clause.len() == 1 {
                reason as u64
            } else {
                let others = clause.iter().filter(|&&other| other != lit);
                let hints = others.map(|other| unit_of[other.unsigned_abs() as usize]);
                steps.push([lit], hints.chain([reason as u64]))
            };
        }
        let (local, clauses) = (vec![None; vars], Vec::new());
        let mut rest = Rest { lits: Vec::new(), clauses, vars: Vec::new(), local, unit_of };
        for (number, clause) in (1..).zip(formula.clauses()) {
            if clause.iter().any(|&lit| units.value(lit) == Some(true)) {
                continue;
            }
            for &lit in clause.iter().filter(|&&lit| units.value(lit).is_none()) {
                rest.local[lit.unsigned_abs() as usize].get_or_insert_with(|| {
                    rest.vars.push(lit.abs());
                    rest.vars.len() - 1
                });
                rest.lits.extend(rest.lit(lit, units));
            }
            let number = rest.shorten(clause, number, units, steps);
            rest.clauses.push((rest.lits.len(), number));
        }
        rest
    }

    /// The number of a clause without the literals that units make false: if there are such, that
    /// of a step.
    fn shorten(&self, clause: &[i32], number: u64, units: &Propagated, steps: &mut Steps) -> u64 {
        let gone = clause.iter().filter(|&&lit| units.value(lit).is_some());
        let mut hints: Vec<_> = gone.map(|lit| self.unit_of[lit.unsigned_abs() as usize]).collect();
        if hints.is_empty() {
            return number;
        }
        hints.push(number);
        steps.push(clause.iter().copied().filter(|&lit| units.value(lit).is_none()), hints)
    }

    /// The solver's literal for one of the formula that is not known.
    fn lit(&self, lit: i32, units: &Propagated) -> Option<Lit> {
        let open = units.value(lit).is_none();
        let local = self.local[lit.unsigned_abs() as usize].filter(|_| open)?;
        Some(Lit::from_index(local, lit > 0))
    }

    fn clauses(&self) -> impl Iterator<Item = &[Lit]> {
        let mut start = 0;
        let ends = self.clauses.iter();
        ends.map(move |&(end, _)| &self.lits[std::mem::replace(&mut start, end)..end])
    }
}

/// The proof as it grows.
struct Book {
    steps: Steps,
    /// The proof's number of each clause given to the solver, in order; and how many have arrived.
    numbers: Vec<u64>,
    read: usize,
    /// The proof's number for each of the checker's.
    ids: Vec<u64>,
    limited: bool,
}

impl Book {
    fn name(&mut self, id: u64, number: u64) -> anyhow::Result<()> {
        let id = usize::try_from(id)?;
        if id >= self.ids.len() {
            self.ids.resize(id + 1, 0);
        }
        self.ids[id] = number;
        Ok(())
    }

    fn number(&self, id: u64) -> Option<u64> {
        self.ids.get(usize::try_from(id).ok()?).copied().filter(|&number| number > 0)
    }
}

/// Records what the solver's checker reports.
struct Record<'a> {
    limits: &'a Limits,
    vars: &'a [i32],
    book: &'a RefCell<Book>,
}

impl Record<'_> {
    /// The formula's literal for one of the checker's.
    fn lit(&self, lit: Lit, data: CheckerData<'_, '_>) -> Option<i32> {
        let var = *self.vars.get(data.user_from_proof_var(lit.var())?.index())?;
        Some(if lit.is_positive() { var } else { -var })
    }
}

impl ProofProcessor for Record<'_> {
    fn process_step(
        &mut self,
        step: &CheckedProofStep<'_>,
        data: CheckerData<'_, '_>,
    ) -> anyhow::Result<()> {
        let mut book = self.book.borrow_mut();
        match *step {
            CheckedProofStep::AddClause { id, .. }
            | CheckedProofStep::DuplicatedClause { id, .. }
            | CheckedProofStep::TautologicalClause { id, .. } => {
                let Some(&number) = book.numbers.get(book.read) else {
                    bail!("more clauses than were given");
                };
                book.read += 1;
                book.name(id, number)
            }
            CheckedProofStep::AtClause { id, clause, propagations, .. } => {
                if self.limits.expired() {
                    book.limited = true;
                    bail!("limit reached");
                }
                let lits: Option<Vec<_>> = clause.iter().map(|&lit| self.lit(lit, data)).collect();
                let hints: Option<Vec<_>> =
                    propagations.iter().map(|&id| book.number(id)).collect();
                let (Some(lits), Some(hints)) = (lits, hints) else {
                    bail!("a step of the solver's proof cites an unknown clause");
                };
                let number = book.steps.push(lits, hints);
                book.name(id, number)
            }
            _ => Ok(()),
        }
    }
}

/// The grid of a model. Whether it is a solution is checked with the certificate.
fn grid_of(model: &[Lit], vars: &[i32], units: &Propagated, statement: &Statement) -> Vec<usize> {
    let count = statement.digits();
    let mut digits = vec![0; statement.cells()];
    let found = model.iter().filter(|lit| lit.is_positive());
    let found = found.filter_map(|lit| vars.get(lit.index()).copied());
    let known = units.trail.iter().map(|&(lit, _)| lit).filter(|&lit| lit > 0);
    for var in found.chain(known) {
        let candidate = var.unsigned_abs() as usize - 1;
        // Variables behind those of candidates are states of rules.
        if let Some(digit) = digits.get_mut(candidate / count) {
            *digit = candidate % count;
        }
    }
    digits
}
