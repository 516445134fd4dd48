//! `CaDiCaL` (Armin Biere and others, MIT), compiled from C++ by the crate `cadical-sys`: the
//! strongest of the backends on hard formulas, at some ten times the memory.

use std::cell::RefCell;
use std::rc::Rc;

use cadical_sys::{CaDiCal, Status, Terminator};

use super::{Answer, Capabilities, Proved, SatBackend};
use crate::error::{Error, Result};
use crate::limits::Limits;
use crate::sat::cnf::{ClauseSink, Cnf, Lit, Model, take_vars};

pub(super) const CAPABILITIES: Capabilities = Capabilities {
    incremental: true,
    interruptible: true,
    resumes: true,
    assumptions: true,
    counts_conflicts: true,
    proofs: true,
};

pub(super) fn open() -> Box<dyn SatBackend> {
    Box::new(fresh())
}

fn fresh() -> Cadical {
    let mut solver = CaDiCal::new();
    // It would introduce variables of its own, with numbers that are then taken.
    solver.set("factor", 0);
    let limits = Rc::default();
    solver.connect_terminator(Watch(Rc::clone(&limits)));
    Cadical { solver, limits, vars: 0 }
}

/// Answers a formula; its proof is LRAT in a file that is read and gone.
pub(super) fn prove(cnf: &Cnf, limits: &Limits) -> Result<Proved> {
    let file = tempfile::NamedTempFile::new()?;
    let path =
        file.path().to_str().ok_or_else(|| Error::input("the temporary folder has no name"))?;
    let mut cadical = fresh();
    cadical.solver.set("binary", 0);
    cadical.solver.set("lrat", 1);
    if !cadical.solver.trace_proof2(path) {
        return Err(Error::backend("cadical", "cannot write its proof"));
    }
    for clause in cnf.clauses() {
        cadical.add_clause(clause)?;
    }
    let answer = cadical.solve(&[], limits)?;
    cadical.solver.close_proof_trace(false);
    let proof = Box::new(std::io::BufReader::with_capacity(1 << 20, file.reopen()?));
    Ok(Proved { answer, proof })
}

struct Cadical {
    solver: CaDiCal,
    limits: Rc<RefCell<Limits>>,
    vars: u32,
}

impl ClauseSink for Cadical {
    fn add_clause(&mut self, clause: &[Lit]) -> Result<()> {
        clause.iter().for_each(|lit| self.solver.add(lit.to_dimacs()));
        self.solver.add(0);
        self.vars = clause.iter().map(|lit| lit.var()).fold(self.vars, u32::max);
        Ok(())
    }

    fn new_vars(&mut self, count: usize) -> Result<u32> {
        take_vars(&mut self.vars, count)
    }
}

impl SatBackend for Cadical {
    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Result<Answer> {
        *self.limits.borrow_mut() = limits.clone();
        let before = self.conflicts();
        loop {
            let spent = self.conflicts().zip(before).map_or(0, |(now, before)| now - before);
            let left = limits.effort().map(|effort| effort.saturating_sub(spent));
            if limits.expired() || left == Some(0) {
                return Ok(Answer::Unknown);
            }
            // A negative number is none.
            let left = left.map_or(-1, |left| i32::try_from(left).unwrap_or(i32::MAX));
            self.solver.limit("conflicts", left);
            assumptions.iter().for_each(|lit| self.solver.assume(lit.to_dimacs()));
            match self.solver.solve() {
                Status::SATISFIABLE => return Ok(Answer::Sat(self.model())),
                Status::UNSATISFIABLE => {
                    let mut core = assumptions.to_vec();
                    core.retain(|lit| self.solver.failed(lit.to_dimacs()));
                    return Ok(Answer::Unsat { core });
                }
                // A limit was reached, or the effort does not fit the solver's counter.
                Status::UNKNOWN if limits.effort().is_some() || limits.expired() => {}
                Status::UNKNOWN => return Err(Error::backend("cadical", "gave up")),
            }
        }
    }

    fn conflicts(&self) -> Option<u64> {
        u64::try_from(self.solver.get_statistic_value("conflicts")).ok()
    }
}

impl Cadical {
    fn model(&mut self) -> Model {
        let lits = (1..=self.vars).map(|var| {
            let lit = Lit::positive(var);
            if self.solver.val(lit.to_dimacs()) > 0 { lit } else { !lit }
        });
        lits.collect()
    }
}

/// Is asked now and then whether to stop.
struct Watch(Rc<RefCell<Limits>>);

impl Terminator for Watch {
    fn terminated(&mut self) -> bool {
        self.0.borrow().expired()
    }
}
