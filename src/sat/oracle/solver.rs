//! A backend with the size of what it was given, opened again where a limit left it spent.

use crate::error::Result;
use crate::limits::Limits;
use crate::sat::backend::{Answer, BackendSpec, SatBackend};
use crate::sat::cnf::{ClauseSink, Cnf, Lit, Size};

/// A backend that may be asked again after a limit.
pub(super) struct Solver {
    spec: BackendSpec,
    backend: Box<dyn SatBackend>,
    size: Size,
    /// All clauses, for a backend that a limit spends.
    copy: Option<Cnf>,
    /// The limit was reached.
    spent: bool,
    /// Conflicts of backends that were spent.
    earlier: u64,
}

impl Solver {
    pub(super) fn open(spec: &BackendSpec) -> Result<Self> {
        let can = spec.capabilities();
        // One that is not incremental starts from nothing at each call, and is never spent.
        let is_spent_by_limits = can.incremental && !can.resumes;
        Ok(Solver {
            spec: spec.clone(),
            backend: spec.open()?,
            size: Size::default(),
            copy: is_spent_by_limits.then(Cnf::new),
            spent: false,
            earlier: 0,
        })
    }

    pub(super) fn spec(&self) -> &BackendSpec {
        &self.spec
    }

    pub(super) fn size(&self) -> Size {
        self.size
    }

    /// The conflicts of all calls so far, where the backend reports them.
    pub(super) fn conflicts(&self) -> Option<u64> {
        Some(self.earlier + self.backend.conflicts()?)
    }

    /// What the calls of the backend that is open have taken, as it counts that; 0 if it does not.
    pub(super) fn work(&self) -> u64 {
        self.backend.work().unwrap_or(0)
    }

    pub(super) fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Result<Answer> {
        if self.spent {
            self.reopen()?;
        }
        let answer = self.backend.solve(assumptions, limits)?;
        self.spent = answer == Answer::Unknown && self.copy.is_some();
        Ok(answer)
    }

    fn reopen(&mut self) -> Result<()> {
        let mut fresh = self.spec.open()?;
        if let Some(copy) = &self.copy {
            fresh.new_vars(copy.vars() as usize)?;
            copy.clauses().try_for_each(|clause| fresh.add_clause(clause))?;
        }
        let spent = std::mem::replace(&mut self.backend, fresh);
        self.earlier += spent.conflicts().unwrap_or(0);
        Ok(())
    }
}

impl ClauseSink for Solver {
    fn add_clause(&mut self, clause: &[Lit]) -> Result<()> {
        self.size.clauses += 1;
        self.size.lits += clause.len() as u64;
        if let Some(copy) = &mut self.copy {
            copy.add_clause(clause)?;
        }
        // What a spent one is given it gets when it is opened again.
        if self.spent { Ok(()) } else { self.backend.add_clause(clause) }
    }

    fn new_vars(&mut self, count: usize) -> Result<u32> {
        self.size.vars += count as u64;
        match &mut self.copy {
            Some(copy) => {
                let first = copy.new_vars(count)?;
                if !self.spent {
                    self.backend.new_vars(count)?;
                }
                Ok(first)
            }
            None => self.backend.new_vars(count),
        }
    }
}

impl std::fmt::Debug for Solver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Size { vars, clauses, .. } = self.size;
        write!(f, "{}: {vars} variables, {clauses} clauses", self.spec)
    }
}
