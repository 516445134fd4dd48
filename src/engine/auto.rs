//! The default engine: the lanes for plain 9×9; the lanes for as long as it is quick, then SAT, for
//! plain 16×16; for all else native search for as long as it is quick, with SAT [`beside`] it
//! where rules make it slow, then SAT and local search by turns. With rules and up to 25 digits, native
//! search and SAT go on beside each other.
//!
//! What comes first gets an effort that depends on the number of digits, and on whether there are
//! rules, and restarts with every solution; the effort is counted in branches, so the answer is the
//! same on every machine. When it is spent, SAT goes on or begins, and solutions already visited are
//! passed over.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::alternation;
use super::beside::{self, Beside, Pace};
use super::lanes::engine::{Lanes, takes_nine, takes_sixteen};
use super::native::engine::Native;
use super::native::{branches, has_unknown_regions};
use super::sat::{Sat, Session};
use super::{End, Engine, EngineOptions, Found, Outcome, Stats, Visitor};
use crate::error::Result;
use crate::grid::Digit;
use crate::limits::{Limits, Query};
use crate::puzzle::Puzzle;
use crate::sat::backend::BackendSpec;

/// Search first, SAT when that gets long.
#[derive(Debug)]
pub(super) struct Auto {
    native: Native,
    sat: Sat,
    /// Branches without a solution after which SAT takes over: of the lanes, for 16×16, and of
    /// native search, for a puzzle.
    patience: (u64, fn(&Puzzle) -> u64),
    /// How SAT works beside native search, if not as usual.
    pace: Option<Pace>,
}

/// With more solutions than this visited, search is kept: SAT would have to pass over all of them
/// by blocking clauses.
const MANY_SOLUTIONS: usize = 1000;

/// Branches of the lanes in a 16×16. A thousand minimal puzzles took 300 each, none above 12,000;
/// SAT takes as long for a puzzle as the lanes take for some 10,000.
const PATIENCE_OF_LANES: u64 = 20_000;

impl Auto {
    #[cfg(test)]
    pub(super) fn with_patience(
        options: EngineOptions,
        lanes: u64,
        native: fn(&Puzzle) -> u64,
    ) -> Self {
        Auto { patience: (lanes, native), ..Self::new(options) }
    }

    #[cfg(all(test, feature = "varisat"))]
    pub(super) fn with_pace(self, pace: Pace) -> Self {
        Auto { pace: Some(pace), ..self }
    }

    pub(super) fn new(options: EngineOptions) -> Self {
        // Without a backend, search has all the time there is.
        let patience: (u64, fn(&Puzzle) -> u64) = match options.backend {
            BackendSpec::Missing => (u64::MAX, |_| u64::MAX),
            ref backend if backend.capabilities().resumes => (PATIENCE_OF_LANES, patience_beside),
            _ => (PATIENCE_OF_LANES, patience),
        };
        let native = Native::new(options.threads);
        Auto { native, sat: Sat::new(options), patience, pace: None }
    }

    /// What the lanes find of 16×16 puzzles before they lose patience: up to `limit` solutions, and
    /// no more than are too many for SAT.
    fn begin(
        &self,
        puzzles: &[&Puzzle],
        limits: &Limits,
        limit: Option<u64>,
    ) -> Result<Vec<Found>> {
        let patience = self.patience.0;
        let effort = limits.effort().map_or(patience, |effort| effort.min(patience));
        let many = MANY_SOLUTIONS as u64 + 1;
        let most = limit.map_or(many, |limit| limit.min(many));
        let limits = limits.clone().with_effort(effort);
        let query = Query { limit: Some(most), keep: MANY_SOLUTIONS + 1 };
        let found = Lanes.find(puzzles, &limits, query)?;
        Ok(found.into_iter().flatten().collect())
    }

    /// Visits all solutions but those seen, by SAT and local search.
    fn end<'a>(
        session: Session<'a>,
        puzzle: &'a Puzzle,
        limits: &'a Limits,
        nodes: u64,
        seen: BTreeSet<Box<[Digit]>>,
        visit: &mut Visitor<'_>,
    ) -> Result<Outcome> {
        let mut rest = alternation::search(session, puzzle, limits, seen, None, visit)?;
        rest.stats.nodes = nodes;
        Ok(rest)
    }

    /// The answer to a 16×16 that the lanes have begun with.
    fn complete(
        &mut self,
        puzzle: &Puzzle,
        mut begun: Found,
        limits: &Limits,
        query: Query,
    ) -> Result<Found> {
        let Query { limit, keep } = query;
        if begun.count > MANY_SOLUTIONS as u64 && limit.is_none_or(|limit| limit > begun.count) {
            let all = Lanes.find(&[puzzle], limits, query)?;
            return Ok(all.into_iter().flatten().next().unwrap_or(begun));
        }
        if goes_on(begun.end, self.patience.0, limits) {
            let seen = begun.solutions.iter().cloned().collect();
            let rest = Self::end(
                self.sat.session(),
                puzzle,
                limits,
                begun.stats.nodes,
                seen,
                &mut |digits| {
                    begun.count += 1;
                    begun.solutions.push(digits.into());
                    match limit {
                        Some(limit) if begun.count >= limit => ControlFlow::Break(()),
                        _ => ControlFlow::Continue(()),
                    }
                },
            )?;
            (begun.end, begun.stats) = (rest.end, rest.stats);
        }
        begun.solutions.truncate(keep);
        Ok(begun)
    }

    fn search_sixteen(
        &mut self,
        puzzle: &Puzzle,
        limits: &Limits,
        visit: &mut Visitor<'_>,
    ) -> Result<Outcome> {
        let Some(begun) = self.begin(&[puzzle], limits, None)?.pop() else {
            return Lanes.search(puzzle, limits, visit);
        };
        for digits in &begun.solutions {
            if visit(digits).is_break() {
                return Ok(Outcome { end: End::Stopped, stats: begun.stats });
            }
        }
        if begun.count > MANY_SOLUTIONS as u64 {
            return skipping(&mut Lanes, begun.solutions.len(), puzzle, limits, visit);
        }
        if goes_on(begun.end, self.patience.0, limits) {
            let seen = begun.solutions.into_iter().collect();
            return Self::end(self.sat.session(), puzzle, limits, begun.stats.nodes, seen, visit);
        }
        Ok(Outcome { end: begun.end, stats: begun.stats })
    }
}

/// Whether SAT is to take up a search that ended at a limit: that of patience, no other.
fn goes_on(end: End, patience: u64, limits: &Limits) -> bool {
    let own = limits.effort().is_none_or(|effort| effort > patience);
    end == End::Limit && own && !limits.expired()
}

/// Searches from the beginning, and visits all but the first solutions.
fn skipping(
    engine: &mut impl Engine,
    mut visited: usize,
    puzzle: &Puzzle,
    limits: &Limits,
    visit: &mut Visitor<'_>,
) -> Result<Outcome> {
    engine.search(puzzle, limits, &mut |digits| {
        if visited > 0 {
            visited -= 1;
            return ControlFlow::Continue(());
        }
        visit(digits)
    })
}

/// The branches of native search before SAT goes on, or takes part where [both do](is_either). Up to
/// 25×25, native search refutes faster than SAT where houses are all there is: it has time for
/// the hardest puzzles known. With rules either may be the faster, once all branches are taken that
/// nothing is learned in. Beyond, few dozen branches: there local search finds what can be found.
fn patience(puzzle: &Puzzle) -> u64 {
    match puzzle.digits() {
        0..=25 if puzzle.rules().is_empty() => 1_000_000,
        0..=9 => branches(puzzle).max(50_000),
        digits => (131_220_000 / (digits as u64).pow(4)).max(30),
    }
}

/// Whether native search and SAT go on beside each other to the end. With rules and up to 25 digits
/// neither is the better bet: of three hard 16×16, native search took 24, 23 and 15 s, and SAT more
/// than 120, 67 and 11; of two hard 9×9, 4 s and more than 60, and SAT 16 and 18.
fn is_either(puzzle: &Puzzle) -> bool {
    !puzzle.rules().is_empty() && puzzle.digits() <= 25
}

/// The patience where SAT takes turns.
fn patience_beside(puzzle: &Puzzle) -> u64 {
    if is_either(puzzle) { u64::MAX } else { patience(puzzle) }
}

/// How SAT takes turns.
fn pace(puzzle: &Puzzle) -> Pace {
    if is_either(puzzle) && puzzle.digits() > 9 {
        beside::PACE.after(patience(puzzle))
    } else if has_unknown_regions(puzzle) {
        beside::PACE.of_regions()
    } else {
        beside::PACE
    }
}

impl Engine for Auto {
    fn search(
        &mut self,
        puzzle: &Puzzle,
        limits: &Limits,
        visit: &mut Visitor<'_>,
    ) -> Result<Outcome> {
        if takes_nine(puzzle) {
            return Lanes.search(puzzle, limits, visit);
        }
        if takes_sixteen(puzzle) {
            return self.search_sixteen(puzzle, limits, visit);
        }
        let patience = (self.patience.1)(puzzle);
        let pace = self.pace.unwrap_or_else(|| pace(puzzle));
        let first = limits.effort().map_or(patience, |effort| effort.min(patience));
        let mut beside = Beside::new(&self.sat, puzzle, limits, pace, MANY_SOLUTIONS, visit);
        let limited = limits.clone().with_effort(first);
        let native = self.native.serve(puzzle, &limited, &mut beside);
        let Beside { session, seen, by_sat, visited, by_native, end, .. } = beside;
        if let Some(end) = end {
            let stats = Stats { nodes: native.stats.nodes, ..session.stats };
            return Ok(Outcome { end: end?, stats });
        }
        if !goes_on(native.end, patience, limits) {
            return Ok(native);
        }
        let nodes = native.stats.nodes;
        // All from the beginning, but for what was visited.
        let again = |search: &mut Native, visit: &mut Visitor<'_>| {
            let mut visit = |digits: &[Digit]| {
                if by_sat.contains(digits) { ControlFlow::Continue(()) } else { visit(digits) }
            };
            let mut rest = skipping(search, by_native, puzzle, limits, &mut visit)?;
            rest.stats.nodes += nodes;
            Ok(rest)
        };
        if visited > MANY_SOLUTIONS {
            return again(&mut self.native, visit);
        }
        let mut more = 0;
        // What SAT has learned so far stays, if it could begin.
        let session = if session.is_spent() { self.sat.session() } else { session.unlimited() };
        let end = Self::end(session, puzzle, limits, nodes, seen, &mut |digits| {
            more += 1;
            visit(digits)
        })?;
        // No formula could be made: native search has to do it alone.
        if more == 0 && goes_on(end.end, u64::MAX - 1, limits) {
            return again(&mut self.native, visit);
        }
        Ok(end)
    }

    fn find(
        &mut self,
        puzzles: &[&Puzzle],
        limits: &Limits,
        query: Query,
    ) -> Result<Vec<Option<Found>>> {
        let only = |takes: fn(&Puzzle) -> bool| -> Vec<&Puzzle> {
            puzzles.iter().copied().filter(|puzzle| takes(puzzle)).collect()
        };
        let mut nine = Lanes.find(&only(takes_nine), limits, query)?.into_iter();
        let mut sixteen = self.begin(&only(takes_sixteen), limits, query.limit)?.into_iter();
        let mut all = Vec::with_capacity(puzzles.len());
        for puzzle in puzzles {
            all.push(if takes_nine(puzzle) {
                nine.next().flatten()
            } else if takes_sixteen(puzzle) {
                let begun = sixteen.next();
                begun.map(|begun| self.complete(puzzle, begun, limits, query)).transpose()?
            } else {
                None
            });
        }
        Ok(all)
    }
}
