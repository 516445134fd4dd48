//! SAT beside native search, for puzzles with rules whose filters take long: automata with many
//! states, choices with many options. There SAT is often several times as fast: a conflict takes it
//! as long as ever, since it learns about the states themselves.
//!
//! So once filters have taken some steps, and many for each decision, SAT gets conflicts in
//! proportion to these steps: the more, the slower native search is. What filters do is counted, so
//! the answer is the same on every machine. Where the formula is large, none is made.
//!
//! With more digits than nine, either may be the one that ends in time, whatever the filters take: once
//! native search has had some branches to itself, both get about half of the time.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::native::{Client, Taken};
use super::sat::{Sat, Session, Step};
use super::{End, Visitor};
use crate::error::Error;
use crate::grid::Digit;
use crate::limits::Limits;
use crate::puzzle::Puzzle;

/// How work is shared.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pace {
    /// Steps of filters before SAT begins.
    pub(super) first: u64,
    /// Steps of filters for a decision, from which on SAT takes part, and up to which: where they take
    /// longer, the formula is as large.
    pub(super) slow: [u64; 2],
    /// Steps of filters for a conflict of SAT in a formula of [`USUAL_CLAUSES`], and more in a larger one.
    pub(super) steps: u64,
    /// The conflicts of a turn, at least.
    pub(super) turn: u64,
    /// Branches after which SAT gets conflicts for further ones; none if `None`.
    pub(super) branches: Option<u64>,
    /// The most clauses of the formula.
    pub(super) clauses: u64,
}

/// What all searches but those of tests have. Of forty puzzles that took native search more than 50 ms,
/// those that SAT solved in half the time took 2,500 to 42,000 steps for a decision, but for one with
/// cages. The others took fewer than 1,500, but for those of large formulas and four more.
pub(super) const PACE: Pace = Pace {
    first: 12_000_000,
    slow: [2_000, 60_000],
    steps: 300,
    turn: 500,
    branches: None,
    clauses: 100_000, // of larger formulas, none helped
};

impl Pace {
    /// For more than nine digits, where native search has so many branches to itself, and what
    /// filters take does not count.
    pub(super) fn after(self, branches: u64) -> Self {
        Pace { slow: [0, 0], branches: Some(branches), clauses: 1_000_000, ..self }
    }
}

/// The clauses of most formulas of a 9×9.
const USUAL_CLAUSES: u64 = 20_000;
/// Further branches for a conflict: of sums, arrows and whispers in 16×16, a conflict took SAT two to
/// three times as long as a branch took native search.
const BRANCHES: u64 = 3;
/// With more solutions than this, native search goes on alone.
const MANY_SOLUTIONS: usize = 16;

/// The client of native search that has SAT work on the same puzzle.
pub(super) struct Beside<'a, 'b, 'v> {
    puzzle: &'a Puzzle,
    limits: &'a Limits,
    pace: Pace,
    visit: &'b mut Visitor<'v>,
    pub(super) session: Session<'a>,
    /// Solutions visited, up to so many.
    pub(super) seen: BTreeSet<Box<[Digit]>>,
    most: usize,
    pub(super) visited: usize,
    /// Those of SAT, and how many native search found.
    pub(super) by_sat: BTreeSet<Box<[Digit]>>,
    pub(super) by_native: usize,
    /// Whether SAT may still help.
    is_open: bool,
    /// How SAT ended the search, if it did.
    pub(super) end: Option<Result<End, Error>>,
}

impl<'a, 'b, 'v> Beside<'a, 'b, 'v> {
    /// For the solutions of a puzzle, of which the first `most` are kept.
    pub(super) fn new(
        sat: &'a Sat,
        puzzle: &'a Puzzle,
        limits: &'a Limits,
        pace: Pace,
        most: usize,
        visit: &'b mut Visitor<'v>,
    ) -> Self {
        Beside {
            puzzle,
            limits,
            pace,
            visit,
            session: sat.session().with_most_clauses(pace.clauses),
            seen: BTreeSet::new(),
            most,
            visited: 0,
            by_sat: BTreeSet::new(),
            by_native: 0,
            // Only a backend that takes up where it stopped can take turns.
            is_open: sat.options().backend.capabilities().resumes,
            end: None,
        }
    }

    fn report(&mut self, digits: &[Digit]) -> ControlFlow<()> {
        self.visited += 1;
        if self.visited <= self.most {
            self.seen.insert(digits.into());
        }
        (self.visit)(digits)
    }

    /// A turn of SAT, up to so many conflicts in all.
    fn turn(&mut self, conflicts: u64) -> Result<Option<End>, Error> {
        loop {
            let left = conflicts.saturating_sub(self.session.conflicts());
            if left == 0 || self.visited > MANY_SOLUTIONS {
                return Ok(None);
            }
            match self.session.advance(self.puzzle, &self.limits.clone().with_effort(left))? {
                Step::Exhausted => return Ok(Some(End::Exhausted)),
                Step::Limit => return Ok(self.limits.expired().then_some(End::Limit)),
                Step::Solution(digits) if self.seen.contains(&*digits) => {}
                Step::Solution(digits) => {
                    self.by_sat.insert(digits.as_slice().into());
                    if self.report(&digits).is_break() {
                        return Ok(Some(End::Stopped));
                    }
                }
            }
        }
    }
}

impl Client for Beside<'_, '_, '_> {
    fn visit(&mut self, digits: &[Digit]) -> ControlFlow<()> {
        self.by_native += 1;
        if self.by_sat.contains(digits) {
            return ControlFlow::Continue(());
        }
        self.report(digits)
    }

    fn pause(&mut self, Taken { nodes, steps }: Taken) -> Option<End> {
        let Pace { first, slow: [least, most], steps: price, turn, branches, .. } = self.pace;
        let clauses = self.session.stats.calls.last().map_or(0, |call| call.clauses);
        let by_branches = branches.map_or(0, |branches| nodes.saturating_sub(branches) / BRANCHES);
        let is_slow = steps >= first && (least * nodes..most * nodes).contains(&steps);
        let price = price * clauses.max(USUAL_CLAUSES) / USUAL_CLAUSES;
        let by_steps = if is_slow { (steps - first) / price } else { 0 };
        let conflicts = by_branches.max(by_steps);
        if !self.is_open || conflicts < self.session.conflicts() + turn {
            return None;
        }
        match self.turn(conflicts) {
            Ok(None) => {
                self.is_open = !self.session.is_spent() && self.visited <= MANY_SOLUTIONS;
                None
            }
            Ok(Some(end)) => {
                self.end = Some(Ok(end));
                Some(end)
            }
            Err(error) => {
                self.end = Some(Err(error));
                Some(End::Limit)
            }
        }
    }
}
