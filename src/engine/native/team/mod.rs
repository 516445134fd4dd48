//! A team: searches of one puzzle that tell each other what they learn.
//!
//! A plain puzzle that one search alone does not soon decide is given to several, which begin as
//! copies of it and branch in different ways. They work in rounds of some conflicts each; after a
//! round each is told the good clauses that the others have learned, as well as the nogoods of their
//! solutions. What a member does depends on nothing but what it is told, so a team does the same
//! whether its members take turns on one thread or work at the same time.
//!
//! A learned clause follows from the puzzle and the solutions excluded so far. A round ends with a
//! solution, which the others exclude when the next begins: all have the same excluded then, and
//! what one learns holds for all.
//!
//! - Youssef Hamadi, Saïd Jabbour, Lakhdar Saïs: *`ManySAT`: a parallel SAT solver*, JSAT 6 (2009).
//! - Youssef Hamadi, Saïd Jabbour, Cédric Piette, Lakhdar Saïs: *Deterministic parallel DPLL*,
//!   JSAT 7 (2011) (rounds that end at a barrier).

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::thread;

use super::Client;
use super::search::{Learned, Search, Step};
use super::word::Word;
use crate::limits::{End, Limits};
use crate::platform::HAS_THREADS;

/// How a team goes about it.
#[derive(Debug, Clone, Copy)]
struct Pace {
    /// Conflicts without a solution that the first search has alone.
    alone: u64,
    /// Members from then on.
    members: u64,
    /// Conflicts of each member in a round.
    round: u64,
}

/// What all teams but those of tests have.
const PACE: Pace = Pace { alone: 1000, members: 2, round: 100 };

/// One search, or several once that is worth while.
pub(super) struct Team<'a, W> {
    members: Vec<Search<'a, W>>,
    /// What each member told after the last round.
    told: Vec<Vec<Learned>>,
    /// Solutions found since there are several.
    found: BTreeSet<Vec<usize>>,
    pace: Pace,
}

impl<'a, W: Word> Team<'a, W> {
    /// A search that gets others as it needs them.
    pub(super) fn new(first: Search<'a, W>) -> Self {
        let (told, found) = (vec![Vec::new()], BTreeSet::new());
        Team { members: vec![first], told, found, pace: PACE }
    }

    /// The number of decisions so far, of all members.
    pub(super) fn nodes(&self) -> u64 {
        self.members.iter().map(Search::nodes).sum()
    }

    /// Visits all solutions, each once. The first search gets others only if the puzzle is plain, that
    /// is without rules; these may work on so many threads. A search that stays alone lets its client
    /// work after every `pause` conflicts.
    pub(super) fn run(
        &mut self,
        is_plain: bool,
        threads: NonZeroUsize,
        pause: u64,
        limits: &Limits,
        client: &mut dyn Client,
    ) -> End {
        let first = &mut self.members[0];
        if is_plain && first.may_be(self.pace.members, limits) {
            if let Some(end) = first.run(self.pace.alone, limits, client) {
                return end;
            }
            if first.excludes() {
                self.grow();
                if let Some(end) = self.together(threads.get(), limits, client) {
                    return end;
                }
            }
        }
        let first = &mut self.members[0];
        loop {
            if let Some(end) = first.run(pause, limits, client) {
                return end;
            }
            if let Some(end) = client.pause(first.taken()) {
                return end;
            }
        }
    }

    /// Gives the first search its others.
    fn grow(&mut self) {
        let first = &mut self.members[0];
        // It keeps what it learns from now on; the others have all it has learned so far.
        first.tells();
        let others: Vec<_> = (1..self.pace.members).map(|number| first.twin(number)).collect();
        self.members.extend(others);
        self.told.resize(self.members.len(), Vec::new());
    }

    /// Goes on in rounds; no end if solutions become too many to exclude each from all searches.
    /// Then the first knows all that were found.
    fn together(
        &mut self,
        threads: usize,
        limits: &Limits,
        client: &mut dyn Client,
    ) -> Option<End> {
        while self.members.iter().all(Search::excludes) {
            let steps = self.round(threads, limits);
            for (k, _) in steps.iter().enumerate().filter(|(_, step)| **step == Step::Solution) {
                if self.found.insert(self.members[k].solution()) {
                    if let ControlFlow::Break(end) = self.members[k].report(limits, client) {
                        return Some(end);
                    }
                    self.members.iter_mut().for_each(Search::begin_again);
                }
                if self.members[k].exclude_solution().is_break() {
                    return Some(End::Exhausted);
                }
            }
            if steps.contains(&Step::Exhausted) {
                return Some(End::Exhausted);
            }
            let effort: u64 = self.members.iter().map(Search::since_solution).sum();
            if steps.contains(&Step::Limit) || limits.effort().is_some_and(|most| effort >= most) {
                return Some(End::Limit);
            }
            self.told = self.members.iter_mut().map(Search::tells).collect();
        }
        let others = self.told[1..].iter().flatten();
        self.members[0].hear(others).is_break().then_some(End::Exhausted)
    }

    /// A round of every member: where each has come to.
    fn round(&mut self, threads: usize, limits: &Limits) -> Vec<Step> {
        let (told, conflicts) = (&self.told, self.pace.round);
        let turn = |(number, member): (usize, &mut Search<'a, W>)| {
            let others = told.iter().enumerate().filter(|(other, _)| *other != number);
            match member.hear(others.flat_map(|(_, learned)| learned)) {
                ControlFlow::Continue(()) => member.advance(conflicts, limits),
                ControlFlow::Break(()) => Step::Exhausted,
            }
        };
        let threads = if HAS_THREADS { threads } else { 1 };
        let mut mine: Vec<_> = self.members.iter_mut().enumerate().collect();
        let share = mine.len().div_ceil(threads);
        let mut others = mine.split_off(share);
        thread::scope(|scope| {
            let mut handles = Vec::new();
            while !others.is_empty() {
                let rest = others.split_off(share.min(others.len()));
                let theirs = std::mem::replace(&mut others, rest);
                let work = || theirs.into_iter().map(turn).collect::<Vec<_>>();
                handles.push(scope.spawn(work));
            }
            let mut steps: Vec<_> = mine.into_iter().map(turn).collect();
            for handle in handles {
                steps.extend(handle.join().unwrap_or_else(|panic| resume_unwind(panic)));
            }
            steps
        })
    }
}

#[cfg(test)]
mod tests;
