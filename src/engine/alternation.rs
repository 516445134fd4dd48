//! Alternating SAT and local search, for what is hard: SAT can refute, local search finds solutions
//! of large grids where SAT gets nowhere (see [`crate::engine::local`]). Neither waits for the
//! other much longer than it works itself.
//!
//! Local search begins, for a moment: what has many solutions it solves in less time than the
//! formula takes to be built. Then SAT has a start, the longer the smaller the formula: most
//! puzzles with few solutions need no more. What is left then is hard. Where the formula is small,
//! that is SAT's business above all; where it is large, SAT will hardly end, and a second local
//! search, at other temperatures, starts beside the first.
//!
//! Turns are counted in conflicts and steps, so the answer is the same on every machine; with a
//! second thread, turns are taken at the same time.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::thread;

use super::sat::{Session, Step};
use super::{End, Outcome, Visitor};
use crate::error::Result;
use crate::puzzle::{Board, Contradiction};

use crate::engine::local::{Progress, Search};
use crate::grid::Digit;
use crate::limits::Limits;
use crate::platform::HAS_THREADS;
use crate::puzzle::Puzzle;

/// Steps that local search has to itself at the beginning, and after each solution, for each pair
/// of candidates that exclude each other: about twice as long as it takes to build the formula, and
/// enough for the first descent or two.
const FIRST_STEPS: u64 = 25;

/// What SAT has to itself then: conflicts times pairs. Of grids with few solutions, 25×25 to
/// 49×49 had 17,000 to 55,000 pairs, and were decided within 1,200 to 13,000 conflicts.
const HEAD_START: u64 = 500_000_000;

/// The most conflicts of that.
const MOST_CONFLICTS: u64 = 30_000;

/// Conflicts of a turn.
const TURN: u64 = 100;

/// Steps of local search in the time of a conflict. At the peak, varisat had 24,000 conflicts a
/// second at 36×36 (55,000 pairs), 18,000 at 49×49 (175,000 pairs) and 10,000 at 64×64 (760,000
/// pairs); local search makes 65 to 80 million steps.
const STEPS: u64 = 3_000;

/// Pairs from which on a formula counts as large. Puzzles with one solution that took SAT long had
/// up to 33,000; at the peak of order 6 it is 55,000.
const LARGE: u64 = 40_000;

/// How many times shorter the turns of local search are where the formula is small.
const SMALL_STEPS: u64 = 8;

/// Conflicts after which SAT is not expected to be close where it is large; and how many times
/// longer the turns of local search are from then on, for each of two searches.
const LATE: u64 = 10_000;
const LATE_STEPS: u64 = 4;

/// How many times longer those of the second search are: it works beside SAT too, whose conflicts
/// take three times as long by then (160 µs at order 7, 48 % holes).
const SECOND_STEPS: u64 = 7;

/// With more solutions than this, SAT finds the next by itself.
const MANY_SOLUTIONS: usize = 16;

/// An alternating search for one puzzle.
pub(super) struct Alternation<'a> {
    /// What propagation leaves of the puzzle.
    puzzle: Cow<'a, Puzzle>,
    limits: &'a Limits,
    session: Session<'a>,
    local: Option<Search>,
    /// A second one, once SAT is late.
    second: Option<Search>,
    threads: usize,
    /// Solutions that were visited or are to be passed over.
    known: BTreeSet<Box<[Digit]>>,
    visited: usize,
    seed: u64,
    /// The strategy of local search; the second search has the next.
    strategy: usize,
    /// Conflicts since the last solution.
    spent: u64,
    turns: Turns,
    /// Steps that local search still has to itself.
    first: u64,
}

/// How long turns are.
#[derive(Debug, Clone, Copy)]
pub(super) struct Turns {
    /// Conflicts that SAT has to itself at the beginning.
    pub(super) conflicts_first: u64,
    /// Steps that local search has to itself at the beginning, and after each solution.
    pub(super) steps_first: u64,
    /// Conflicts of a turn.
    pub(super) conflicts: u64,
    /// Steps of a turn.
    pub(super) steps: u64,
    /// Conflicts after which a second local search starts.
    pub(super) late: u64,
}

impl Turns {
    /// For what a board leaves undecided.
    fn of(board: &Board, puzzle: &Puzzle) -> Self {
        // Candidates of a cell exclude each other, and so do those of a digit in a house of each
        // kind, of which there are three as a rule.
        let pairs_in = |count: usize| 4 * (count * (count - 1) / 2) as u64;
        let pairs: u64 = puzzle.cells().map(|cell| pairs_in(board.count(cell))).sum();
        Turns {
            steps_first: FIRST_STEPS * pairs,
            conflicts_first: (HEAD_START / pairs.max(1)).min(MOST_CONFLICTS),
            conflicts: TURN,
            steps: (TURN * STEPS + pairs / 2) / if pairs < LARGE { SMALL_STEPS } else { 1 },
            late: if pairs < LARGE { u64::MAX } else { LATE },
        }
    }
}

/// What the beginning brought.
enum Begun<'a> {
    Search(Box<Alternation<'a>>),
    /// Propagation was enough, or the limits were not.
    Over(End),
}

/// Visits the solutions of a puzzle, but for those `seen`; the session may have begun with it.
pub(super) fn search(
    session: Session<'_>,
    puzzle: &Puzzle,
    limits: &Limits,
    seen: BTreeSet<Box<[Digit]>>,
    turns: Option<Turns>,
    visit: &mut Visitor<'_>,
) -> Result<Outcome> {
    let stats = session.stats.clone();
    match Alternation::begin(session, puzzle, limits, seen, turns, visit) {
        Begun::Search(search) => search.run(visit),
        Begun::Over(end) => Ok(Outcome { end, stats }),
    }
}

impl<'a> Alternation<'a> {
    fn begin(
        session: Session<'a>,
        puzzle: &'a Puzzle,
        limits: &'a Limits,
        seen: BTreeSet<Box<[Digit]>>,
        turns: Option<Turns>,
        visit: &mut Visitor<'_>,
    ) -> Begun<'a> {
        let options = session.options();
        let mut board = Board::new(puzzle);
        match board.propagate_within(puzzle, limits) {
            Ok(true) => {}
            Ok(false) => return Begun::Over(End::Limit),
            Err(Contradiction) => return Begun::Over(End::Exhausted),
        }
        if board.is_full() {
            let digits: Vec<_> = puzzle.cells().filter_map(|cell| board.digit(cell)).collect();
            let stopped = !seen.contains(&*digits) && visit(&digits).is_break();
            return Begun::Over(if stopped { End::Stopped } else { End::Exhausted });
        }
        // Only a backend that takes up where it stopped can take turns.
        let resumes = options.backend.capabilities().resumes;
        let local =
            if resumes { Search::on(puzzle, &board, options.seed, options.strategy) } else { None };
        let turns = turns.unwrap_or_else(|| Turns::of(&board, puzzle));
        Begun::Search(Box::new(Alternation {
            puzzle: Cow::Owned(puzzle.clone().with_clues(board.candidates().clone())),
            limits,
            session,
            local,
            second: None,
            threads: if HAS_THREADS { options.threads.get() } else { 1 },
            known: seen,
            visited: 0,
            seed: options.seed,
            strategy: options.strategy,
            spent: 0,
            turns,
            first: turns.steps_first,
        }))
    }

    fn run(mut self, visit: &mut Visitor<'_>) -> Result<Outcome> {
        let mut engine = "sat";
        let effort = self.limits.effort().unwrap_or(u64::MAX);
        let end = loop {
            if self.spent >= effort {
                break End::Limit;
            }
            let (step, progress) = self.turn(effort - self.spent)?;
            // SAT first: which one was sooner must not matter.
            let (by, digits) = match (step, progress) {
                (Step::Exhausted, _) => break End::Exhausted,
                (Step::Solution(digits), _) => ("sat", digits),
                (Step::Limit, Progress::Solved(digits)) => ("local", digits),
                (Step::Limit, Progress::Open) if self.is_over() => break End::Limit,
                (Step::Limit, Progress::Open) => continue,
            };
            if by == "local" {
                self.session.exclude(&digits)?;
            }
            if !self.is_fresh(&digits) {
                continue;
            }
            engine = by;
            self.spent = 0;
            self.first = self.turns.steps_first;
            self.visited += 1;
            if visit(&digits).is_break() {
                break End::Stopped;
            }
            if self.visited > MANY_SOLUTIONS {
                (self.local, self.second) = (None, None);
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

    /// Whether nobody can go on.
    fn is_over(&self) -> bool {
        self.limits.expired() || self.session.is_spent() && self.local.is_none()
    }

    /// A turn of one or all, with so much effort left.
    fn turn(&mut self, effort: u64) -> Result<(Step, Progress)> {
        let late = self.session.conflicts() > self.turns.late;
        if late && self.second.is_none() && self.local.is_some() {
            self.second = Search::new(&self.puzzle, self.seed, self.strategy + 1);
        }
        let Self { puzzle, session, turns, limits, .. } = self;
        let Some(local) = &mut self.local else {
            let step = session.advance(puzzle, &limits.clone().with_effort(effort))?;
            if step == Step::Limit {
                self.spent = self.spent.saturating_add(effort);
            }
            return Ok((step, Progress::Open));
        };
        if self.first > 0 {
            let steps = self.first.min(turns.steps);
            self.first -= steps;
            return Ok((Step::Limit, local.advance(steps, limits)));
        }
        let head_start = turns.conflicts_first.saturating_sub(session.conflicts());
        let conflicts = if head_start > 0 { head_start } else { turns.conflicts }.min(effort);
        self.spent += conflicts;
        let of_sat = limits.clone().with_effort(conflicts);
        if head_start > 0 && !session.is_spent() {
            return Ok((session.advance(puzzle, &of_sat)?, Progress::Open));
        }
        let [steps, more] = if late { [LATE_STEPS, SECOND_STEPS] } else { [1, 1] };
        let [steps, more] = [steps, more].map(|times| times * turns.steps);
        // With one search, SAT goes on beside it; with two, the first goes on when SAT has.
        let (mut first, second) = match &mut self.second {
            Some(second) => (Some(local), second),
            None => (None, local),
        };
        let mut sat_and_first = || {
            let step = session.advance(puzzle, &of_sat)?;
            let progress = match &mut first {
                Some(first) if step != Step::Exhausted => first.advance(steps, limits),
                _ => Progress::Open,
            };
            Ok((step, progress))
        };
        let (one, other) = if self.threads == 1 {
            let one: Result<_> = sat_and_first();
            // Even where there is a solution: on two threads it would have gone on too.
            let other = match &one {
                Ok((Step::Exhausted, _)) | Err(_) => Progress::Open,
                Ok(_) => second.advance(more, limits),
            };
            (one, other)
        } else {
            thread::scope(|scope| {
                let other = scope.spawn(|| second.advance(more, limits));
                let one = sat_and_first();
                match other.join() {
                    Ok(other) => (one, other),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            })
        };
        let (step, progress) = one?;
        let progress = if progress == Progress::Open { other } else { progress };
        Ok((step, progress))
    }
}
