//! Where clauses go.

use std::collections::BTreeMap;

use super::{AtMostOne, Lit, MAX_VAR};
use crate::error::{Error, Result};
use crate::limits::Limits;

/// Takes clauses and allocates variables.
pub trait ClauseSink {
    /// Adds a clause; the empty one makes the formula unsatisfiable.
    ///
    /// # Errors
    /// If the sink cannot take it (a full disk, a limit that was reached).
    fn add_clause(&mut self, clause: &[Lit]) -> Result<()>;

    /// Hands out `count` consecutive variables not used before and returns the first.
    ///
    /// # Errors
    /// If that would pass [`MAX_VAR`].
    fn new_vars(&mut self, count: usize) -> Result<u32>;

    /// The sink itself, if it only measures: then an at-most-one constraint need not be spelt out
    /// a second time for the same number of literals.
    fn as_counter(&mut self) -> Option<&mut Counter> {
        None
    }
}

/// The size of a formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Size {
    /// Variables.
    pub vars: u64,
    /// Clauses.
    pub clauses: u64,
    /// Literals over all clauses.
    pub lits: u64,
}

impl Size {
    /// Bytes of the formula as DIMACS text, roughly: a literal takes its digits, a sign half the
    /// time, and a space.
    pub fn dimacs_bytes(&self) -> u64 {
        let digits = u64::from(self.vars.max(1).ilog10()) + 1;
        self.lits * (digits + 2) + self.clauses * 2
    }
}

/// A formula in memory: one buffer for all literals.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Cnf {
    lits: Vec<Lit>,
    ends: Vec<usize>,
    vars: u32,
}

impl Cnf {
    /// The formula without variables and clauses, which is true.
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of variables: allocated or mentioned.
    pub fn vars(&self) -> u32 {
        self.vars
    }

    /// The number of clauses.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no clause.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The clauses in the order they were added.
    pub fn clauses(&self) -> impl ExactSizeIterator<Item = &[Lit]> + '_ {
        let mut start = 0;
        self.ends.iter().map(move |&end| &self.lits[std::mem::replace(&mut start, end)..end])
    }

    /// The size.
    pub fn size(&self) -> Size {
        Size {
            vars: u64::from(self.vars),
            clauses: self.ends.len() as u64,
            lits: self.lits.len() as u64,
        }
    }

    /// Makes variables up to this number exist, mentioned or not.
    pub fn reserve_vars(&mut self, vars: u32) {
        self.vars = self.vars.max(vars);
    }

    /// Whether a model satisfies every clause.
    pub fn is_satisfied_by(&self, model: &super::Model) -> bool {
        self.clauses().all(|clause| clause.iter().any(|&lit| model.is_true(lit)))
    }
}

impl ClauseSink for Cnf {
    fn add_clause(&mut self, clause: &[Lit]) -> Result<()> {
        self.lits.extend_from_slice(clause);
        self.ends.push(self.lits.len());
        self.vars = clause.iter().map(|lit| lit.var()).fold(self.vars, u32::max);
        Ok(())
    }

    fn new_vars(&mut self, count: usize) -> Result<u32> {
        take_vars(&mut self.vars, count)
    }
}

/// Hands out variables above `vars`, the largest in use, and counts it up.
pub(crate) fn take_vars(vars: &mut u32, count: usize) -> Result<u32> {
    let first = *vars + 1;
    let last = u32::try_from(count).ok().and_then(|count| vars.checked_add(count));
    *vars = last.filter(|&last| last <= MAX_VAR).ok_or_else(|| {
        Error::too_large(format!("more than {MAX_VAR} variables, the most that DIMACS can number"))
    })?;
    Ok(first)
}

/// Counts what passes. At-most-one constraints are measured once for each number of literals, so
/// that even a formula far too large to write is measured in a moment.
#[derive(Debug, Clone, Default)]
pub struct Counter {
    size: Size,
    at_most_one: BTreeMap<(&'static str, usize), Size>,
}

impl Counter {
    /// Nothing counted yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// What was counted.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Counts an at-most-one constraint over `n` literals.
    pub(crate) fn at_most_one(&mut self, scheme: &AtMostOne, n: usize) -> Result<()> {
        let key = (scheme.name, n);
        let size = if let Some(&size) = self.at_most_one.get(&key) {
            size
        } else {
            let mut cnf = Cnf::new();
            let first = cnf.new_vars(n)?;
            let lits: Vec<_> = (first..).take(n).map(Lit::positive).collect();
            (scheme.encode)(&lits, &mut cnf)?;
            let size = Size { vars: cnf.size().vars - n as u64, ..cnf.size() };
            self.at_most_one.insert(key, size);
            size
        };
        self.size.vars += size.vars;
        self.size.clauses += size.clauses;
        self.size.lits += size.lits;
        Ok(())
    }
}

impl ClauseSink for Counter {
    fn add_clause(&mut self, clause: &[Lit]) -> Result<()> {
        self.size.clauses += 1;
        self.size.lits += clause.len() as u64;
        Ok(())
    }

    fn new_vars(&mut self, count: usize) -> Result<u32> {
        let first = self.size.vars + 1;
        self.size.vars += count as u64;
        // Beyond the last variable the numbers no longer matter, only how many there are.
        Ok(u32::try_from(first)
            .unwrap_or(MAX_VAR)
            .min(MAX_VAR - u32::try_from(count).unwrap_or(0).min(MAX_VAR - 1)))
    }

    fn as_counter(&mut self) -> Option<&mut Counter> {
        Some(self)
    }
}

/// Passes clauses on to another sink until a limit is reached: so that the encoding of a large
/// puzzle can be interrupted.
#[derive(Debug)]
pub struct LimitedSink<'a, S: ?Sized> {
    sink: &'a mut S,
    limits: &'a Limits,
    passed: u64,
    left: u64,
}

impl<'a, S: ClauseSink + ?Sized> LimitedSink<'a, S> {
    /// Passes on to `sink` within `limits`, asked every 4096 clauses.
    pub fn new(sink: &'a mut S, limits: &'a Limits) -> Self {
        LimitedSink { sink, limits, passed: 0, left: u64::MAX }
    }

    /// The same, which passes on no more clauses than these, if there is a bound.
    #[must_use]
    pub fn with_most(self, clauses: Option<u64>) -> Self {
        LimitedSink { left: clauses.unwrap_or(u64::MAX), ..self }
    }

    fn tick(&mut self) -> Result<()> {
        self.passed += 1;
        if self.passed.is_multiple_of(4096) && self.limits.expired() {
            return Err(Error::limit("limit reached while encoding"));
        }
        Ok(())
    }
}

impl<S: ClauseSink + ?Sized> ClauseSink for LimitedSink<'_, S> {
    fn add_clause(&mut self, clause: &[Lit]) -> Result<()> {
        self.tick()?;
        let Some(left) = self.left.checked_sub(1) else {
            return Err(Error::limit("the formula would have too many clauses"));
        };
        self.left = left;
        self.sink.add_clause(clause)
    }

    fn new_vars(&mut self, count: usize) -> Result<u32> {
        self.tick()?;
        self.sink.new_vars(count)
    }

    fn as_counter(&mut self) -> Option<&mut Counter> {
        self.sink.as_counter()
    }
}
