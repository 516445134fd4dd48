//! A puzzle in a SAT solver, asked under assumptions: the one place where a puzzle becomes a
//! formula that is solved.
//!
//! An [`Oracle`] holds the formula and the map back to the puzzle. What is assumed is a literal
//! with a tag, whatever it stands for: a candidate, a clue, a house. A refutation names the tags of
//! the assumptions that it used; a model is read as a grid and checked before it is returned.
//!
//! | assumption | literal | made by |
//! | --- | --- | --- |
//! | a candidate | its own | [`Oracle::literals`] |
//! | a clue | the candidate's, or a selector | [`Oracle::clue`] |
//! | a house or rule | a selector | [`Oracle::selected`] |
//! | further clauses | a selector | [`Oracle::group`] |
//!
//! - Niklas Eén, Niklas Sörensson: *Temporal Induction by Incremental SAT Solving*, BMC 2003.

mod amo;
mod solver;
#[cfg(test)]
mod tests;

pub use crate::sat::cnf::Lit;

use std::borrow::Cow;

use crate::error::{Error, Result};
use crate::grid::{CandidateSet, Cell, Digit, House};
use crate::limits::Limits;
use crate::puzzle::Puzzle;
use crate::sat::backend::{Answer, BackendSpec};
use crate::sat::cnf::{
    AtMostOne, ClauseSink, LimitedSink, Model, Size, cardinality, under_selector,
};
use crate::sat::encode::{self, Atom, Encoding, VarMap};
use solver::Solver;

/// How an oracle writes and solves its formula.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The solver.
    pub backend: BackendSpec,
    /// The at-most-one scheme; `None` chooses by the size of the formula.
    pub amo: Option<&'static AtMostOne>,
    /// The most clauses that it begins with; a formula that would have more is too large.
    pub most_clauses: Option<u64>,
}

/// What an oracle answers, with the tags of assumptions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply<T> {
    /// A grid in which all assumptions hold.
    Grid(Box<[Digit]>),
    /// These assumptions, in the order in which they were made, cannot hold together. Not
    /// necessarily minimal; none, if there is no grid at all.
    Core(Vec<T>),
    /// A limit was reached. The oracle may be asked again.
    Unknown,
}

impl<T> Reply<Option<T>> {
    /// The same with a core of those assumptions alone that are named.
    #[must_use]
    pub fn named(self) -> Reply<T> {
        match self {
            Reply::Grid(digits) => Reply::Grid(digits),
            Reply::Core(core) => Reply::Core(core.into_iter().flatten().collect()),
            Reply::Unknown => Reply::Unknown,
        }
    }
}

/// A puzzle in a solver.
#[derive(Debug)]
pub struct Oracle {
    solver: Solver,
    map: VarMap,
    scheme: &'static AtMostOne,
    /// What grids are checked against.
    puzzle: Puzzle,
    /// The selectors of houses and rules, if they have any.
    selectors: Vec<Lit>,
    model: Model,
}

impl Oracle {
    /// A puzzle in some encoding. One that starts from what propagation leaves has no literals
    /// for candidates that this decides.
    ///
    /// # Errors
    /// If the backend cannot be opened, a rule not be encoded, or if a limit is reached; a
    /// formula too large to be built counts as a limit.
    pub fn new(
        puzzle: &Puzzle,
        encoding: &Encoding,
        options: &Options,
        limits: &Limits,
    ) -> Result<Self> {
        let (left, write) = match encoding.propagated {
            Some(write) => (Cow::Owned(encode::propagated(puzzle, limits)?), write),
            None => (Cow::Borrowed(puzzle), encoding.encode),
        };
        Self::open(puzzle, options, limits, |amo, sink| Ok((write(&left, amo, sink)?, Vec::new())))
    }

    /// What propagation leaves of a puzzle: the smallest formula, and the fastest.
    ///
    /// # Errors
    /// As [`Oracle::new`].
    pub fn reduced(puzzle: &Puzzle, options: &Options, limits: &Limits) -> Result<Self> {
        Self::new(puzzle, named("reduced")?, options, limits)
    }

    /// A puzzle with a literal for each candidate, whatever the clues: so that further clues can
    /// be assumed.
    ///
    /// # Errors
    /// As [`Oracle::new`].
    pub fn extended(puzzle: &Puzzle, options: &Options, limits: &Limits) -> Result<Self> {
        Self::new(puzzle, named("extended")?, options, limits)
    }

    /// A puzzle with each house under a selector, and each rule; what clues exclude is left
    /// out of the formula. The selectors come in the order of the houses, then of the rules.
    ///
    /// # Errors
    /// As [`Oracle::new`].
    pub fn selected(
        puzzle: &Puzzle,
        options: &Options,
        limits: &Limits,
    ) -> Result<(Self, Vec<Lit>)> {
        let oracle =
            Self::open(puzzle, options, limits, |amo, sink| encode::selected(puzzle, amo, sink))?;
        let selectors = oracle.selectors.clone();
        Ok((oracle, selectors))
    }

    fn open(
        puzzle: &Puzzle,
        options: &Options,
        limits: &Limits,
        write: impl Fn(&AtMostOne, &mut dyn ClauseSink) -> Result<(VarMap, Vec<Lit>)>,
    ) -> Result<Self> {
        let scheme = amo::choose(options, puzzle.digits(), limits, &write)?;
        let mut solver = Solver::open(&options.backend)?;
        let mut sink = LimitedSink::new(&mut solver, limits).with_most(options.most_clauses);
        let (map, selectors) = write(scheme, &mut sink)?;
        let puzzle = puzzle.clone();
        Ok(Oracle { solver, map, scheme, puzzle, selectors, model: Model::default() })
    }

    /// The at-most-one scheme of the formula.
    pub fn scheme(&self) -> &'static AtMostOne {
        self.scheme
    }

    /// The size of all that the solver was given.
    pub fn size(&self) -> Size {
        self.solver.size()
    }

    /// The conflicts of all questions so far, where the backend reports them.
    pub fn conflicts(&self) -> Option<u64> {
        self.solver.conflicts()
    }

    /// What all questions so far have taken, in steps of some 10 ns: an estimate that is the same on every
    /// machine. 0 where the backend tells nothing; for a backend that does not resume, what was taken since it
    /// was last opened.
    pub fn work(&self) -> u64 {
        self.solver.work()
    }

    /// The literal of a candidate; `None` if it was decided before the formula was written.
    pub fn literal(&self, cell: Cell, digit: Digit) -> Option<Lit> {
        match self.map.get(cell, digit) {
            Atom::Lit(lit) => Some(lit),
            Atom::True | Atom::False => None,
        }
    }

    /// The candidates that have a literal, with it: what to assume for them.
    pub fn literals(
        &self,
        candidates: impl IntoIterator<Item = (Cell, Digit)>,
    ) -> impl Iterator<Item = ((Cell, Digit), Lit)> {
        let literal = |(cell, digit)| Some(((cell, digit), self.literal(cell, digit)?));
        candidates.into_iter().filter_map(literal)
    }

    /// A new literal.
    ///
    /// # Errors
    /// If the backend has no further variable.
    pub fn new_literal(&mut self) -> Result<Lit> {
        Ok(Lit::positive(self.solver.new_vars(1)?))
    }

    /// Adds a clause.
    ///
    /// # Errors
    /// If the backend fails.
    pub fn add_clause(&mut self, clause: &[Lit]) -> Result<()> {
        self.solver.add_clause(clause)
    }

    /// Adds clauses that need hold only where the returned selector is assumed.
    ///
    /// # Errors
    /// If the backend or `write` fails.
    pub fn group(
        &mut self,
        write: impl FnOnce(&VarMap, &mut dyn ClauseSink) -> Result<()>,
    ) -> Result<Lit> {
        under_selector(&mut self.solver, |sink| write(&self.map, sink))
    }

    /// What to assume for a clue: that a cell has one of these digits. `None` if it has.
    ///
    /// # Errors
    /// If the backend fails.
    pub fn clue(&mut self, cell: Cell, digits: &CandidateSet) -> Result<Option<Lit>> {
        if let Some(digit) = digits.only()
            && let Some(lit) = self.literal(cell, digit)
        {
            return Ok(Some(lit));
        }
        let others =
            (0..self.map.digits()).map(Digit::new).filter(|&digit| !digits.contains(digit));
        let others: Vec<_> = others.map(|digit| self.map.get(cell, digit)).collect();
        if others.iter().all(|&atom| atom == Atom::False) {
            return Ok(None);
        }
        let selector = self.group(|_, sink| {
            others.iter().try_for_each(|atom| match atom {
                Atom::Lit(lit) => sink.add_clause(&[!*lit]),
                Atom::True => sink.add_clause(&[]),
                Atom::False => Ok(()),
            })
        })?;
        Ok(Some(selector))
    }

    /// Excludes a grid by a blocking clause; whether there can be another.
    ///
    /// # Errors
    /// If the backend fails.
    pub fn exclude(&mut self, digits: &[Digit]) -> Result<bool> {
        let blocking = self.map.blocking_clause(digits);
        self.solver.add_clause(&blocking)?;
        Ok(!blocking.is_empty())
    }

    /// Excludes a grid only where the returned selector is assumed.
    ///
    /// # Errors
    /// If the backend fails.
    pub fn excluding(&mut self, digits: &[Digit]) -> Result<Lit> {
        self.group(|map, sink| sink.add_clause(&map.blocking_clause(digits)))
    }

    /// Literals `more[k]` that are true where more than `k` of the given ones are, for `k` below
    /// `bound`: assuming `!more[k]` allows at most `k`.
    ///
    /// # Errors
    /// If the backend fails.
    pub fn count(&mut self, lits: &[Lit], bound: usize) -> Result<Vec<Lit>> {
        cardinality::counter(lits, bound, &mut self.solver)
    }

    /// Looks for a grid, with nothing assumed.
    ///
    /// # Errors
    /// As [`Oracle::ask`].
    pub fn find(&mut self, limits: &Limits) -> Result<Reply<()>> {
        self.ask(std::iter::empty(), limits)
    }

    /// Looks for a grid in which the assumptions hold. One that is made twice is named once in a
    /// core, by its first tag.
    ///
    /// # Errors
    /// If the backend fails, or gives a grid that breaks the puzzle.
    pub fn ask<T>(
        &mut self,
        assumed: impl IntoIterator<Item = (T, Lit)>,
        limits: &Limits,
    ) -> Result<Reply<T>> {
        let (tags, lits): (Vec<_>, Vec<_>) = assumed.into_iter().unzip();
        match self.solver.solve(&lits, limits)? {
            Answer::Sat(model) => {
                self.model = model;
                let digits = self.grid()?;
                Ok(Reply::Grid(digits.into()))
            }
            Answer::Unsat { mut core } => {
                core.sort_unstable();
                let mut is_named = vec![false; core.len()];
                let mut is_new = |lit: &Lit| {
                    let at = core.binary_search(lit);
                    at.is_ok_and(|at| !std::mem::replace(&mut is_named[at], true))
                };
                let named = tags.into_iter().zip(&lits).filter(|(_, lit)| is_new(lit));
                Ok(Reply::Core(named.map(|(tag, _)| tag).collect()))
            }
            Answer::Unknown => Ok(Reply::Unknown),
        }
    }

    /// Whether a literal is true in the last grid found.
    pub fn is_true(&self, lit: Lit) -> bool {
        self.model.is_true(lit)
    }

    /// The grid of the last model.
    fn grid(&self) -> Result<Vec<Digit>> {
        let wrong = |what: &dyn std::fmt::Display| {
            Error::disagreement(format!("backend {}: {what}", self.solver.spec()))
        };
        let digits = self.map.decode(&self.model).map_err(|error| wrong(&error))?;
        if self.selectors.is_empty() {
            self.puzzle.check(&digits).map_err(|violation| wrong(&violation))?;
        } else if !self.keeps_selected(&digits) {
            return Err(wrong(&"the grid breaks a house or rule that was asked for"));
        }
        Ok(digits)
    }

    /// Whether a grid has digits of the clues and keeps the houses and rules whose
    /// selectors are true. Rules are lowered given the houses: in a grid that breaks some, a rule says
    /// what its blocks do.
    fn keeps_selected(&self, digits: &[Digit]) -> bool {
        let Self { puzzle, selectors, model, .. } = self;
        let all = puzzle.layout().houses();
        let (houses, rules) = selectors.split_at(all.len());
        let is_kept = |house: &House| {
            let mut seen = CandidateSet::EMPTY;
            house.cells().iter().for_each(|cell| seen.insert(digits[cell.index()]));
            seen.len() == house.cells().len()
        };
        let kept: Vec<bool> = all.iter().map(is_kept).collect();
        let is_whole = !kept.contains(&false);
        puzzle.cells().all(|cell| puzzle.clues().contains(cell, digits[cell.index()]))
            && kept.iter().zip(houses).all(|(&kept, &selector)| kept || !model.is_true(selector))
            && puzzle.rules().iter().zip(rules).all(|(rule, &selector)| match is_whole {
                _ if !model.is_true(selector) => true,
                true => rule.holds(digits),
                false => rule.blocks().iter().all(|block| block.holds(digits)),
            })
    }
}

fn named(encoding: &str) -> Result<&'static Encoding> {
    Encoding::by_name(encoding).ok_or_else(|| Error::unsupported(format!("encoding `{encoding}`")))
}
