//! SAT beside native search, for puzzles with rules whose filters take long: automata with many
//! states, choices with many options. There SAT is often several times as fast: a conflict takes it
//! as long as ever, since it learns about the states themselves.
//!
//! So once filters have taken some steps, and many for each decision, SAT gets twice the time that native search
//! takes from then on, until it is a second ahead, and then as much. Time is counted in what both do, so the answer
//! is the same on every machine: in steps of filters and decisions, and as a
//! [backend](crate::sat::backend::SatBackend::work) counts its own. Where the formula is large, none is made at
//! first.
//!
//! In the end either may be the one that ends in time, whatever the filters take, with a formula of up to a
//! million clauses: once native search has had some time to itself, both go on. With up to nine digits
//! that is some seconds, before which SAT has a part that grows from nothing to an eighth; with more digits
//! some branches.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::native::{Client, Taken};
use super::sat::{Sat, Session, Step};
use super::{End, Visitor};
use crate::error::Error;
use crate::grid::Digit;
use crate::limits::Limits;
use crate::puzzle::Puzzle;

/// How work is shared, in steps of 10 to 25 ns: those of filters, and [`STEPS_PER_DECISION`] for each decision.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pace {
    /// What native search takes before SAT begins.
    pub(super) first: u64,
    /// Steps of filters for a decision, from which on SAT takes part, and up to which: where they take
    /// longer, the formula is as large.
    pub(super) slow: [u64; 2],
    /// How many times what native search takes from then on SAT may take.
    pub(super) share: u64,
    /// How much more than native search it may take by that.
    pub(super) ahead: u64,
    /// The conflicts of a turn, at least.
    pub(super) turn: u64,
    /// Branches after which SAT has its part of further ones; none if `None`.
    pub(super) branches: Option<u64>,
    /// The most clauses of the formula.
    pub(super) clauses: u64,
    /// What native search takes before SAT takes as much.
    pub(super) late: u64,
}

/// What all searches but those of tests have. Of forty puzzles that took native search more than 50 ms,
/// those that SAT solved in half the time took most steps for a decision, but for one with cages.
pub(super) const PACE: Pace = Pace {
    first: 20_000_000,
    slow: [4_000, 60_000],
    share: 2,
    ahead: 100_000_000,
    turn: 500,
    branches: None,
    clauses: 100_000, // of larger formulas, none helped
    late: 400_000_000,
};

impl Pace {
    /// For more than nine digits, where native search has so many branches to itself, and what
    /// filters take does not count.
    pub(super) fn after(self, branches: u64) -> Self {
        let late = u64::MAX;
        Pace { slow: [0, 0], branches: Some(branches), clauses: LATE_CLAUSES, late, ..self }
    }

    /// For regions that are to be found, where SAT takes some five times as long: it has no more time where filters
    /// take long, and native search has more to itself.
    pub(super) fn of_regions(self) -> Self {
        Pace { slow: [0, 0], late: LATER * self.late, ..self }
    }
}

/// How many times as long native search has to itself where SAT is far slower.
const LATER: u64 = 10;
/// The clauses for each edge of an automaton, at least: for lunchboxes and pill arrows there were 3.4 to 5.4.
const CLAUSES: u64 = 3;
/// What a decision takes beside the steps of filters with nine digits; it grows with the square of the number
/// of digits.
const STEPS_PER_DECISION: u64 = 1000;
/// The most clauses of a formula once it is late.
const LATE_CLAUSES: u64 = 1_000_000;
/// The part of SAT in what is taken until it is late: one of so many.
const EARLY: u64 = 8;
/// What a conflict is expected to take, at least.
const STEPS_PER_CONFLICT: u64 = 5_000;
/// With more solutions than this, native search goes on alone.
const MANY_SOLUTIONS: usize = 16;

/// The client of native search that has SAT work on the same puzzle.
pub(super) struct Beside<'a, 'b, 'v> {
    sat: &'a Sat,
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
    /// Only a backend that takes up where it stopped can take turns.
    resumes: bool,
    /// Whether SAT may still help.
    is_open: bool,
    /// Whether the formula may be large, since it is late.
    is_large: bool,
    /// What a decision takes beside filters.
    steps_per_decision: u64,
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
        let resumes = sat.options().backend.capabilities().resumes;
        Beside {
            sat,
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
            resumes,
            is_open: resumes,
            is_large: false,
            steps_per_decision: STEPS_PER_DECISION * (puzzle.digits() as u64).pow(2) / 81,
            end: None,
        }
    }

    /// Whether a formula would have too many clauses, by the edges of the automata of native search.
    fn is_too_large(&self, edges: u64) -> bool {
        let most = if self.is_large { LATE_CLAUSES } else { self.pace.clauses };
        !self.session.has_begun() && edges > most / CLAUSES
    }

    fn report(&mut self, digits: &[Digit]) -> ControlFlow<()> {
        self.visited += 1;
        if self.visited <= self.most {
            self.seen.insert(digits.into());
        }
        (self.visit)(digits)
    }

    /// What a conflict takes, as far as there were some.
    fn steps_per_conflict(&self) -> u64 {
        let steps = self.session.work().checked_div(self.session.conflicts());
        steps.unwrap_or(0).max(STEPS_PER_CONFLICT)
    }

    /// A turn of SAT, until it has taken so many steps in all, or a little more: a call has at least
    /// [`Pace::turn`] conflicts. What a conflict takes is not known before there were some, so a call has no more
    /// than all before it.
    fn turn(&mut self, steps: u64) -> Result<Option<End>, Error> {
        loop {
            let conflicts = self.session.conflicts();
            let left = steps.saturating_sub(self.session.work());
            if left == 0 || self.session.is_spent() || self.visited > MANY_SOLUTIONS {
                return Ok(None);
            }
            let more = (left / self.steps_per_conflict()).min(conflicts).max(self.pace.turn);
            match self.session.advance(self.puzzle, &self.limits.clone().with_effort(more))? {
                Step::Exhausted => return Ok(Some(End::Exhausted)),
                Step::Limit if self.limits.expired() => return Ok(Some(End::Limit)),
                // A backend that counts nothing has had its turn.
                Step::Limit if self.session.conflicts() == conflicts => return Ok(None),
                Step::Limit => {}
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

    fn pause(&mut self, Taken { nodes, steps, edges }: Taken) -> Option<End> {
        let Pace { first, slow: [least, most], share, ahead, turn, branches, late, .. } = self.pace;
        let cost = steps.saturating_add(nodes.saturating_mul(self.steps_per_decision));
        let is_late = cost > late;
        let gives_up = self.session.is_spent() || self.is_too_large(edges);
        if is_late && !self.is_large && gives_up && self.resumes {
            self.is_large = true;
            self.session = self.sat.session().with_most_clauses(LATE_CLAUSES);
            self.is_open = self.visited <= MANY_SOLUTIONS;
        }
        let is_slow = !self.is_large && (least * nodes..most * nodes).contains(&steps);
        let since = cost.saturating_sub(first);
        let by_steps =
            if is_slow { since.saturating_mul(share).min(since.saturating_add(ahead)) } else { 0 };
        let by_branches = branches.map_or(0, |branches| {
            nodes.saturating_sub(branches).saturating_mul(cost / nodes.max(1)) / 2
        });
        let early = u128::from(cost.min(late)).pow(2) / u128::from(late.max(1)) / u128::from(EARLY);
        let in_time =
            u64::try_from(early).unwrap_or(u64::MAX).saturating_add(cost.saturating_sub(late));
        let may_take = by_branches.max(by_steps).max(in_time);
        let turn = turn.saturating_mul(self.steps_per_conflict());
        let is_due = may_take >= self.session.work().saturating_add(turn);
        if !self.is_open || !is_due || self.is_too_large(edges) {
            return None;
        }
        match self.turn(may_take) {
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

#[cfg(all(test, feature = "varisat"))]
mod tests {
    use super::super::EngineOptions;
    use super::*;
    use crate::grid::Layout;
    use crate::sat::backend::BackendSpec;

    /// Whether a formula was made after each of these readings, a thousand decisions each.
    fn begins(backend: Option<BackendSpec>, readings: &[(u64, u64)]) -> Vec<bool> {
        let puzzle = Puzzle::new(Layout::boxes(2, 2).expect("a layout").shared());
        let options = EngineOptions::default();
        let sat =
            Sat::new(EngineOptions { backend: backend.unwrap_or(options.backend), ..options });
        let (limits, mut visits) = (Limits::none(), 0);
        let mut visit = |_: &[Digit]| {
            visits += 1;
            ControlFlow::Continue(())
        };
        let mut beside = Beside::new(&sat, &puzzle, &limits, PACE, 100, &mut visit);
        let begins = readings.iter().map(|&(steps, edges)| {
            assert_eq!(beside.pause(Taken { nodes: 1000, steps, edges }), None);
            assert!(beside.end.is_none());
            beside.session.has_begun()
        });
        let begins: Vec<_> = begins.collect();
        assert_eq!(visits > 0, begins.contains(&true), "16 of 288 solutions are enough");
        begins
    }

    #[test]
    fn a_formula_is_made_where_it_cannot_be_too_large() {
        let [early, late] = [30_000_000, 2_000_000_000];
        assert_eq!(begins(None, &[(1_000_000, 0), (early, 33_333)]), [false, true]);
        assert_eq!(begins(None, &[(early, 33_334), (late, 33_334)]), [false, true]);
        assert_eq!(begins(None, &[(early, 333_334), (late, 333_334)]), [false, false]);
        // What cannot go on where it stopped takes no turns.
        assert_eq!(
            begins(Some(BackendSpec::Missing), &[(early, 33_334), (late, 33_334)]),
            [false; 2]
        );
    }
}
