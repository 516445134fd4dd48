//! SAT and local search by turns, for what is hard: SAT can refute, local search finds solutions
//! of large grids where SAT gets nowhere (see [`crate::local`]). Together they take at most
//! twice what the better one would.
//!
//! Turns are counted in conflicts and steps, so the answer is the same on every machine; with a
//! second thread, both take their turn at the same time.

use std::collections::BTreeSet;
use std::thread;

use super::sat::{Sat, Session, Step};
use super::{End, Outcome, Visitor};
use crate::error::Result;
use crate::grid::Digit;
use crate::limits::Limits;
use crate::local::{Progress, Search};
use crate::puzzle::Puzzle;

/// Conflicts that SAT has to itself: most puzzles away from the hardness peak take fewer.
const HEAD_START: u64 = 2_000;

/// Conflicts of a turn.
const TURN: u64 = 500;

/// Steps of local search in the time of a conflict: from 36×36 to 64×64 at the peak, varisat had
/// 14,000 to 17,000 conflicts a second, and local search made 35 to 52 million steps.
const STEPS: u64 = 3_000;

/// With more solutions than this, SAT finds the next by itself.
const MANY_SOLUTIONS: usize = 16;

/// A search by turns for one puzzle.
pub(super) struct Alternation<'a> {
    puzzle: &'a Puzzle,
    limits: &'a Limits,
    session: Session<'a>,
    local: Option<Search>,
    /// Whether it was tried to begin local search.
    tried: bool,
    threads: usize,
    /// Solutions that were visited or are to be passed over.
    known: BTreeSet<Box<[Digit]>>,
    visited: usize,
    seed: u64,
    resumes: bool,
    /// Conflicts since the last solution.
    spent: u64,
    /// Conflicts that SAT has to itself, and those of a turn.
    head_start: u64,
    turn: u64,
}

impl<'a> Alternation<'a> {
    /// Solutions already `seen` are passed over.
    pub(super) fn new(
        sat: &'a Sat,
        puzzle: &'a Puzzle,
        limits: &'a Limits,
        seen: BTreeSet<Box<[Digit]>>,
    ) -> Self {
        let options = sat.options();
        Alternation {
            puzzle,
            limits,
            session: sat.session(),
            local: None,
            tried: false,
            threads: options.threads.get(),
            known: seen,
            visited: 0,
            seed: options.seed,
            resumes: options.backend.capabilities().resumes,
            spent: 0,
            head_start: HEAD_START,
            turn: TURN,
        }
    }

    #[cfg(test)]
    pub(super) fn with_turns(self, head_start: u64, turn: u64) -> Self {
        Alternation { head_start, turn, ..self }
    }

    pub(super) fn run(mut self, visit: &mut Visitor<'_>) -> Result<Outcome> {
        let mut engine = "sat";
        let end = loop {
            let effort = self.limits.effort().unwrap_or(u64::MAX);
            if self.spent >= effort {
                break End::Limit;
            }
            let (step, progress) = self.turn(effort)?;
            // SAT first: which one was sooner must not matter.
            let found = match step {
                Step::Exhausted => break End::Exhausted,
                Step::Solution(digits) => Some(("sat", digits)),
                Step::Limit if self.is_over() => break End::Limit,
                Step::Limit => progress.solution().map(|digits| ("local", digits)),
            };
            let Some((by, digits)) = found else { continue };
            if by == "local" {
                self.session.exclude(&digits)?;
            }
            if !self.is_fresh(&digits) {
                continue;
            }
            engine = by;
            self.spent = 0;
            self.visited += 1;
            if visit(&digits).is_break() {
                break End::Stopped;
            }
            if self.visited > MANY_SOLUTIONS {
                self.local = None;
            }
        };
        let mut stats = self.session.stats;
        if engine == "local" && end != End::Exhausted {
            stats.engine = "local";
            stats.seed = Some(self.seed);
        }
        Ok(Outcome { end, stats })
    }

    /// Whether a solution is to be visited.
    fn is_fresh(&mut self, digits: &[Digit]) -> bool {
        if self.local.is_some() {
            self.known.insert(digits.into())
        } else {
            !self.known.contains(digits)
        }
    }

    fn is_over(&self) -> bool {
        let none_left = self.session.is_spent() && self.tried && self.local.is_none();
        self.limits.expired() || !self.resumes || none_left
    }

    /// A turn of both; the first ones are of SAT alone.
    fn turn(&mut self, effort: u64) -> Result<(Step, Progress)> {
        let left = effort - self.spent;
        if !self.resumes {
            // One turn has to do.
            let limits = self.limits.clone().with_effort(left);
            self.spent = effort;
            return Ok((self.session.advance(self.puzzle, &limits)?, Progress::Open));
        }
        let begun = self.session.conflicts() >= self.head_start || self.session.is_spent();
        if begun && !self.tried {
            self.tried = true;
            self.local = Search::new(self.puzzle, self.seed);
        }
        let conflicts = self.turn.min(left);
        self.spent += conflicts;
        let limits = self.limits.clone().with_effort(conflicts);
        let steps = conflicts * STEPS;
        let (session, puzzle) = (&mut self.session, self.puzzle);
        let Some(local) = &mut self.local else {
            return Ok((session.advance(puzzle, &limits)?, Progress::Open));
        };
        if self.threads == 1 {
            let step = session.advance(puzzle, &limits)?;
            // Even where SAT has a solution: on two threads it would have gone on too.
            let progress = match step {
                Step::Exhausted => Progress::Open,
                _ => local.advance(steps, self.limits),
            };
            return Ok((step, progress));
        }
        thread::scope(|scope| {
            let other = scope.spawn(|| local.advance(steps, self.limits));
            let step = session.advance(puzzle, &limits);
            let progress = match other.join() {
                Ok(progress) => progress,
                Err(panic) => std::panic::resume_unwind(panic),
            };
            Ok((step?, progress))
        })
    }
}
