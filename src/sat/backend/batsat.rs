//! batsat: `MiniSat` in Rust (Simon Cruanes and others, MIT). It asks before every decision whether
//! it should stop, and goes on where it stopped when it is called again.

use batsat::{Callbacks, ClauseKind, Solver, SolverInterface, SolverOpts, Var, lbool};

use std::io::{Cursor, Write};

use super::{Answer, Capabilities, Proved, SatBackend};
use crate::error::{Error, Result};
use crate::limits::{Limits, Work};
use crate::sat::cnf::{ClauseSink, Cnf, Lit, take_vars};

pub(super) const CAPABILITIES: Capabilities = Capabilities {
    incremental: true,
    interruptible: true,
    resumes: true,
    assumptions: true,
    counts_conflicts: true,
    proofs: true,
};

/// Learned clauses that are kept at least. Every call begins with room for a third as many as
/// the formula has, and makes more in time: too few where calls are short and the formula is small.
const MIN_LEARNTS: i32 = 5000;

pub(super) fn open() -> Box<dyn SatBackend> {
    let options = SolverOpts { min_learnts_lim: MIN_LEARNTS, ..SolverOpts::default() };
    let solver = Solver::new(options, Watch::default());
    Box::new(Batsat { solver, vars: 0, lits: Vec::new() })
}

/// Answers a formula; the clauses that it learns are the proof.
pub(super) fn prove(cnf: &Cnf, limits: &Limits) -> Result<Proved> {
    let mut solver = Solver::new(SolverOpts::default(), Watch::default());
    solver.cb_mut().learned = Some(Vec::new());
    let mut batsat = Batsat { solver, vars: 0, lits: Vec::new() };
    batsat.reserve(cnf.vars());
    for clause in cnf.clauses() {
        batsat.add_clause(clause)?;
    }
    let answer = batsat.solve(&[], limits)?;
    let mut proof = batsat.solver.cb_mut().learned.take().unwrap_or_default();
    if matches!(answer, Answer::Unsat { .. }) {
        proof.extend_from_slice(b"0\n");
    }
    Ok(Proved { answer, proof: Box::new(Cursor::new(proof)) })
}

struct Batsat {
    solver: Solver<Watch>,
    vars: u32,
    lits: Vec<batsat::Lit>,
}

impl Batsat {
    fn reserve(&mut self, vars: u32) {
        while self.solver.num_vars() < vars {
            self.solver.new_var_default();
        }
    }

    /// Makes `lits` the solver's literals.
    fn translate(&mut self, lits: &[Lit]) {
        self.reserve(lits.iter().map(|lit| lit.var()).max().unwrap_or(0));
        self.lits.clear();
        self.lits.extend(lits.iter().map(|&lit| to_batsat(lit)));
    }
}

impl ClauseSink for Batsat {
    fn add_clause(&mut self, clause: &[Lit]) -> Result<()> {
        self.translate(clause);
        self.solver.add_clause_reuse(&mut self.lits);
        self.vars = clause.iter().map(|lit| lit.var()).fold(self.vars, u32::max);
        Ok(())
    }

    fn new_vars(&mut self, count: usize) -> Result<u32> {
        take_vars(&mut self.vars, count)
    }
}

impl SatBackend for Batsat {
    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Result<Answer> {
        if limits.expired() {
            return Ok(Answer::Unknown);
        }
        self.translate(assumptions);
        self.solver.cb_mut().start(limits);
        let answer = self.solver.solve_limited(&self.lits);
        if answer == lbool::TRUE {
            let lits = (1..).zip(self.solver.get_model()).map(|(var, &value)| {
                let lit = Lit::positive(var);
                if value == lbool::TRUE { lit } else { !lit }
            });
            Ok(Answer::Sat(lits.collect()))
        } else if answer == lbool::FALSE {
            // It names the assumptions by what contradicts them.
            let core = self.solver.unsat_core();
            let failed = |lit: &Lit| core.iter().any(|other| other.var() == to_batsat(*lit).var());
            Ok(Answer::Unsat { core: assumptions.iter().copied().filter(failed).collect() })
        } else if self.solver.cb().reached.get() {
            Ok(Answer::Unknown)
        } else {
            Err(Error::backend("batsat", "gave up"))
        }
    }

    fn conflicts(&self) -> Option<u64> {
        Some(self.solver.cb().conflicts)
    }
}

fn to_batsat(lit: Lit) -> batsat::Lit {
    batsat::Lit::new(Var::unsafe_from_idx(lit.var() - 1), lit.is_positive())
}

/// Counts learned clauses, and knows when to stop.
#[derive(Debug, Default)]
struct Watch {
    limits: Limits,
    conflicts: u64,
    /// Value of [`Watch::conflicts`] when the call began.
    before: u64,
    /// How often it was asked.
    asked: std::cell::Cell<u32>,
    /// A limit was reached. It is asked once more after it said so.
    reached: std::cell::Cell<bool>,
    /// The clauses learned, as DRAT, where they are wanted.
    learned: Option<Vec<u8>>,
}

/// How rarely the clock is read: reading takes as long as a short propagation.
const ASKED_PER_LOOK: u32 = 16;

impl Watch {
    fn start(&mut self, limits: &Limits) {
        self.limits = limits.clone();
        self.before = self.conflicts;
        self.reached.set(false);
    }

    fn is_reached(&self) -> bool {
        let asked = self.asked.get().wrapping_add(1);
        self.asked.set(asked);
        let effort = self.conflicts - self.before;
        self.limits.effort().is_some_and(|limit| effort >= limit)
            || asked.is_multiple_of(ASKED_PER_LOOK) && self.limits.expired()
    }
}

impl Callbacks for Watch {
    fn on_new_clause(&mut self, clause: &[batsat::Lit], kind: ClauseKind) {
        if kind == ClauseKind::Learnt {
            if let Some(learned) = &mut self.learned {
                for lit in clause {
                    let sign = if lit.sign() { "" } else { "-" };
                    _ = write!(learned, "{sign}{} ", lit.var().idx() + 1);
                }
                learned.extend_from_slice(b"0\n");
            }
            self.conflicts += 1;
            self.limits.count(Work::Conflicts, 1);
        }
    }

    fn stop(&self) -> bool {
        if !self.reached.get() {
            self.reached.set(self.is_reached());
        }
        self.reached.get()
    }
}
