//! Refutations found by varisat, and written down so that each step needs no search.
//!
//! Units are propagated first; what they leave is given to a fresh solver, whose own checker follows
//! along and tells which clauses each learned clause rests on. That is put in the formula's terms: a
//! clause for each unit, one for each clause that units made shorter, then what was learned. In the
//! end all that the empty clause does not need is dropped, which is most of it.

use anyhow::bail;
use varisat::checker::{CheckedProofStep, CheckerData, ProofProcessor};
use varisat::solver::SolverError;
use varisat::{ExtendFormula, Lit, Solver};

use super::Refutation;
use super::propagate::Propagated;
use crate::error::{Error, Result};
use crate::limits::Limits;
use crate::proof::{Formula, Steps};

/// Looks for a refutation or a model of a formula.
pub(super) fn refute(formula: Formula, limits: &Limits) -> Result<Refutation> {
    let units = Propagated::new(&formula);
    let mut steps = Steps::after(formula.len());
    if let Some(reasons) = units.reasons(&formula) {
        steps.push([], reasons);
        return Ok(Refutation::Refuted(steps));
    }
    if limits.expired() {
        return Ok(Refutation::Unknown);
    }
    let rest = Rest::new(&formula, &units, &mut steps);
    let mut model: Vec<bool> =
        (1..=formula.vars().cast_signed()).map(|var| units.value(var) == Some(true)).collect();
    drop(formula);

    let mut record = Record { limits, rest: &rest, steps, ids: Vec::new(), read: 0, struck: false };
    let mut solver = Solver::new();
    solver.add_proof_processor(&mut record);
    rest.clauses().for_each(|clause| solver.add_clause(clause));
    let solved = solver.solve();
    let found = solver.model().filter(|_| matches!(solved, Ok(true)));
    drop(solver);
    match solved {
        Ok(true) => {
            for lit in found.unwrap_or_default() {
                if let Some(&var) = rest.vars.get(lit.index()) {
                    model[var as usize - 1] = lit.is_positive();
                }
            }
            Ok(Refutation::Model(model))
        }
        Ok(false) => Ok(Refutation::Refuted(record.steps.trimmed())),
        Err(SolverError::ProofProcessorError { .. }) if record.struck => Ok(Refutation::Unknown),
        Err(error) => Err(Error::backend("varisat", error)),
    }
}

/// What propagation leaves of a formula, in variables of its own.
struct Rest {
    lits: Vec<Lit>,
    /// Where each clause ends, and the number under which a proof knows it.
    clauses: Vec<(usize, u64)>,
    /// The formula's variable for each of the solver's.
    vars: Vec<i32>,
}

impl Rest {
    /// Takes the clauses that are not satisfied; the units, and the clauses that they shorten,
    /// become the first steps of the proof.
    fn new(formula: &Formula, units: &Propagated, steps: &mut Steps) -> Self {
        // The number of the clause that says what is known of a variable.
        let mut unit_of = vec![0; formula.vars() as usize + 1];
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
        let mut rest = Rest { lits: Vec::new(), clauses: Vec::new(), vars: Vec::new() };
        let mut local = vec![None; formula.vars() as usize + 1];
        for (number, clause) in (1..).zip(formula.clauses()) {
            if clause.iter().any(|&lit| units.value(lit) == Some(true)) {
                continue;
            }
            let open = || clause.iter().copied().filter(|&lit| units.value(lit).is_none());
            for lit in open() {
                let index = *local[lit.unsigned_abs() as usize].get_or_insert_with(|| {
                    rest.vars.push(lit.abs());
                    rest.vars.len() - 1
                });
                rest.lits.push(Lit::from_index(index, lit > 0));
            }
            let shorter = open().count() < clause.len();
            let number = if shorter {
                let gone = clause.iter().filter(|&&lit| units.value(lit).is_some());
                let hints = gone.map(|lit| unit_of[lit.unsigned_abs() as usize]);
                steps.push(open(), hints.chain([number]))
            } else {
                number
            };
            rest.clauses.push((rest.lits.len(), number));
        }
        rest
    }

    fn clauses(&self) -> impl Iterator<Item = &[Lit]> {
        let mut start = 0;
        self.clauses.iter().map(move |&(end, _)| &self.lits[std::mem::replace(&mut start, end)..end])
    }
}

/// Takes down what the solver's checker tells.
struct Record<'a> {
    limits: &'a Limits,
    rest: &'a Rest,
    steps: Steps,
    /// The proof's number for each of the checker's.
    ids: Vec<u64>,
    /// How many of the clauses given have arrived.
    read: usize,
    struck: bool,
}

impl Record<'_> {
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

    /// The formula's literal for one of the checker's.
    fn lit(&self, lit: Lit, data: CheckerData<'_, '_>) -> Option<i32> {
        let var = *self.rest.vars.get(data.user_from_proof_var(lit.var())?.index())?;
        Some(if lit.is_positive() { var } else { -var })
    }
}

impl ProofProcessor for Record<'_> {
    fn process_step(
        &mut self,
        step: &CheckedProofStep<'_>,
        data: CheckerData<'_, '_>,
    ) -> anyhow::Result<()> {
        match *step {
            CheckedProofStep::AddClause { id, .. }
            | CheckedProofStep::DuplicatedClause { id, .. }
            | CheckedProofStep::TautologicalClause { id, .. } => {
                let Some(&(_, number)) = self.rest.clauses.get(self.read) else {
                    bail!("more clauses than were given");
                };
                self.read += 1;
                self.name(id, number)
            }
            CheckedProofStep::AtClause { id, clause, propagations, .. } => {
                if self.limits.expired() {
                    self.struck = true;
                    bail!("a limit struck");
                }
                let lits: Option<Vec<_>> = clause.iter().map(|&lit| self.lit(lit, data)).collect();
                let hints: Option<Vec<_>> = propagations.iter().map(|&id| self.number(id)).collect();
                let (Some(lits), Some(hints)) = (lits, hints) else {
                    bail!("a step rests on what was not given");
                };
                let number = self.steps.push(lits, hints);
                self.name(id, number)
            }
            _ => Ok(()),
        }
    }
}
