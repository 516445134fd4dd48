//! Conflict-driven search: decide, propagate, learn, backjump, restart; and each solution once.
//!
//! Each of the first solutions is excluded by a nogood, and the search goes on as before, free to
//! restart. After many of them it flips the last decision instead and never backjumps beyond it, so
//! that memory stays bounded (Martin Gebser, Benjamin Kaufmann, André Neumann, Torsten Schaub:
//! *Conflict-driven answer set enumeration*, LPNMR 2007).

use std::ops::ControlFlow;

use super::analysis::Analysis;
use super::blocks::{self, Blocks};
use super::branching::Branching;
use super::clauses::{Clauses, Late};
use super::geometry::Geometry;
use super::interchangeable::{self, Interchangeable};
use super::propagate::Queue;
use super::restarts::{Mode, Restarts};
use super::state::{Level, Lit, Reason, State};
use super::word::Word;
use super::{Client, Taken};
use crate::grid::Digit;
use crate::limits::{End, Limits, Work};
use crate::puzzle::{Board, Contradiction, Puzzle};
use crate::rule::Implied;

/// Solutions excluded by nogoods before decisions are flipped instead.
const MOST_NOGOODS: u64 = 64;

pub(super) struct Search<'a, W> {
    state: State<'a, W>,
    queue: Queue,
    clauses: Clauses,
    blocks: Blocks<W>,
    analysis: Analysis,
    branching: Branching,
    restarts: Restarts,
    interchangeable: Interchangeable,
    /// What was asserted above its backjump level, by the level it was assigned on.
    late: Vec<Late>,
    /// The lowest level to backjump to; only flipping decisions lowers it.
    floor: usize,
    /// Solutions excluded by nogoods.
    nogoods: u64,
    /// Decisions, and those since the last solution.
    nodes: u64,
    since_solution: u64,
    /// Steps, and the decisions that limits have counted.
    steps: u64,
    counted: u64,
    /// What is to be told to others, if there are any.
    outbox: Option<Vec<Learned>>,
}

/// A clause that one search of a puzzle tells another: it follows from the puzzle and the solutions
/// excluded so far.
#[derive(Debug, Clone)]
pub(super) struct Learned {
    lits: Box<[Lit]>,
    /// As [`Clauses::add`] takes it: `None` excludes a solution.
    lbd: Option<u32>,
}

/// Where a search has come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// At a solution, which is neither reported nor excluded.
    Solution,
    /// At the end: there are no more solutions.
    Exhausted,
    /// At a limit.
    Limit,
    /// At the last of the conflicts that it was to go on for.
    Pause,
}

impl<'a, W: Word> Search<'a, W> {
    /// The search of a board that was propagated to the end and is not full; `None` if a limit is
    /// reached.
    pub(super) fn new(
        geometry: &'a Geometry<W>,
        puzzle: &Puzzle,
        board: &Board,
        limits: &Limits,
    ) -> Option<Self> {
        let mut state = State::new(geometry, board, limits)?;
        let vars = state.vars();
        let mut clauses = Clauses::new(vars);
        let blocks = Blocks::new(puzzle, &mut state, &mut clauses, limits)?;
        let have_filters = blocks.have_filters();
        let branching = Branching::new(&state, have_filters);
        let mut this = Search {
            queue: Queue::default(),
            clauses,
            blocks,
            analysis: Analysis::new(vars),
            branching,
            restarts: Restarts::new(vars),
            interchangeable: Interchangeable::none(geometry.side),
            state,
            late: Vec::new(),
            floor: 0,
            nogoods: 0,
            nodes: 0,
            since_solution: 0,
            steps: 0,
            counted: 0,
            outbox: None,
        };
        if have_filters && !this.imply(puzzle, limits) {
            return None;
        }
        if interchangeable::rules_allow(puzzle) && !limits.expired() {
            let (interchangeable, clauses) = Interchangeable::find(&this.state);
            this.interchangeable = interchangeable;
            for clause in clauses {
                this.add(&clause);
            }
        }
        Some(this)
    }

    /// Adds what follows from sums, kind by kind, as long as cells are open; false if a limit is
    /// reached.
    fn imply(&mut self, puzzle: &Puzzle, limits: &Limits) -> bool {
        let may_imply = blocks::may_imply(puzzle);
        for kind in Implied::ALL {
            match self.propagate(limits) {
                Ok(false) => return false,
                Ok(true) if self.state.open == 0 => return true,
                Ok(true) => {}
                Err(Contradiction) => {
                    self.blocks.fail();
                    return true;
                }
            }
            if may_imply && !self.blocks.imply(kind, puzzle, &self.state, limits) {
                return false;
            }
        }
        true
    }

    /// The number of decisions so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The decisions so far, and the steps of filters, to narrow and to give reasons.
    pub(super) fn taken(&self) -> Taken {
        Taken { nodes: self.nodes, steps: self.blocks.work.get(), edges: self.blocks.edges }
    }

    /// Decisions since the last solution of which it was [told](Self::begin_again).
    pub(super) fn since_solution(&self) -> u64 {
        self.since_solution
    }

    /// Notes that a solution was found: effort is counted from here, and there may be no other.
    pub(super) fn begin_again(&mut self) {
        self.since_solution = 0;
        if !self.blocks.have_filters() {
            self.restarts.refute();
        }
    }

    /// Whether solutions are excluded by nogoods, so that what is learned holds for all searches that
    /// have these.
    pub(super) fn excludes(&self) -> bool {
        self.floor == 0 && self.nogoods < MOST_NOGOODS
    }

    /// Whether there may be so many searches like this one.
    pub(super) fn may_be(&self, count: u64, limits: &Limits) -> bool {
        limits.allow(count * self.state.vars() as u64 * State::<W>::BYTES_A_VARIABLE)
    }

    /// Adds a permanent clause before the search.
    fn add(&mut self, clause: &[Lit]) {
        match clause {
            [lit] if self.state.value(*lit) == 0 => self.state.assign(*lit, Reason::Fact),
            [_] | [] => {}
            _ => {
                self.clauses.add(clause, None);
            }
        }
    }

    /// Visits solutions, each once, until the search ends, or has had so many conflicts since the last
    /// solution: then there is no end yet.
    pub(super) fn run(
        &mut self,
        conflicts: u64,
        limits: &Limits,
        client: &mut dyn Client,
    ) -> Option<End> {
        loop {
            match self.advance(conflicts, limits) {
                Step::Solution => {
                    if let ControlFlow::Break(end) = self.report(limits, client) {
                        return Some(end);
                    }
                    self.begin_again();
                    if self.exclude_solution().is_break() {
                        return Some(End::Exhausted);
                    }
                }
                Step::Exhausted => return Some(End::Exhausted),
                Step::Limit => return Some(End::Limit),
                Step::Pause => return None,
            }
        }
    }

    /// Goes on to the next solution or the end, for at most so many conflicts.
    pub(super) fn advance(&mut self, conflicts: u64, limits: &Limits) -> Step {
        if self.blocks.is_impossible() {
            return Step::Exhausted;
        }
        let mut left = conflicts;
        loop {
            self.steps += 1;
            // Blocks can take long to give their reasons.
            if self.steps.is_multiple_of(16) || self.blocks.have_filters() {
                limits.count(Work::Nodes, self.nodes - self.counted);
                self.counted = self.nodes;
                if limits.expired() {
                    return Step::Limit;
                }
            }
            let propagated = self.propagate(limits);
            if propagated == Ok(false) {
                return Step::Limit;
            }
            if propagated.is_err() {
                if self.resolve_conflict().is_break() {
                    return Step::Exhausted;
                }
                // To refute, restarts are seldom: clauses that are far too many make a conflict slow until then.
                if self.restarts.refutes() && self.clauses.are_many() {
                    self.clauses.reduce(&mut self.state, &mut self.late);
                }
                left -= 1;
                if left == 0 {
                    return Step::Pause;
                }
            } else if self.state.open == 0 {
                return Step::Solution;
            } else if self.restarts.are_due() {
                self.restarts.restart();
                self.queue.by_turns =
                    self.restarts.mode() == Mode::Evsids && !self.blocks.have_filters();
                self.backjump(self.floor);
                if self.clauses.are_many() {
                    self.clauses.reduce(&mut self.state, &mut self.late);
                }
            } else {
                if limits.effort().is_some_and(|effort| self.since_solution >= effort) {
                    return Step::Limit;
                }
                self.nodes += 1;
                self.since_solution += 1;
                let decision = self.branching.choose(&self.state, self.restarts.mode());
                self.state.decide(decision, false);
            }
        }
    }

    /// Another search of the same puzzle, which has no rules: it knows all that this one does, branches in
    /// a way of its own, by a number, and searches as if to refute from the beginning.
    pub(super) fn twin(&self, number: u64) -> Self {
        let mut branching = self.branching.clone();
        branching.vary(number);
        let mut restarts = self.restarts.clone();
        restarts.refute();
        Search {
            state: self.state.clone(),
            queue: self.queue.clone(),
            clauses: self.clauses.clone(),
            blocks: Blocks::none(),
            analysis: Analysis::new(self.state.vars()),
            branching,
            restarts,
            interchangeable: self.interchangeable.clone(),
            late: Vec::new(),
            outbox: self.outbox.clone(),
            nodes: 0,
            since_solution: 0,
            counted: 0,
            ..*self
        }
    }

    /// What it has for others since it was last asked; before it is first asked, it keeps nothing.
    pub(super) fn tells(&mut self) -> Vec<Learned> {
        self.outbox.replace(Vec::new()).unwrap_or_default()
    }

    /// Adds clauses that others have learned. Backjumps only where one of them is false, or would have
    /// become unit on a lower level; breaks if the search is exhausted.
    pub(super) fn hear<'l>(
        &mut self,
        learned: impl Iterator<Item = &'l Learned>,
    ) -> ControlFlow<()> {
        for Learned { lits, lbd } in learned {
            let fact = |lit: Lit| if self.level(lit) == 0 { self.state.value(lit) } else { 0 };
            if lits.iter().any(|&lit| fact(lit) > 0) {
                continue;
            }
            let mut lits: Vec<Lit> = lits.iter().copied().filter(|&lit| fact(lit) == 0).collect();
            // First those that are not false, then those that became false last.
            for k in 0..lits.len().min(2) {
                let last = (k..lits.len()).max_by_key(|&k| self.false_since(lits[k]));
                lits.swap(k, last.unwrap_or(k));
            }
            match lits[..] {
                [] => return ControlFlow::Break(()),
                [lit] => {
                    self.backjump(0);
                    self.state.assign(lit, Reason::Fact);
                }
                [first, second, ..] => {
                    let clause = self.clauses.add(&lits, *lbd);
                    self.assert_by(first, second, clause);
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Backjumps to the level on which a clause that was added is unit, and asserts its literal; to
    /// below the last one if two literals are false there. Its first two literals are those that
    /// became false last, if at all.
    fn assert_by(&mut self, first: Lit, second: Lit, clause: u32) {
        let level = self.false_since(second);
        if level == usize::MAX || self.state.value(first) > 0 && self.level(first) <= level {
            return;
        }
        if self.false_since(first) == level {
            return self.backjump(level - 1);
        }
        self.backjump(level);
        self.state.assign(first, Reason::Clause(clause));
    }

    /// The level of a literal that is assigned.
    fn level(&self, lit: Lit) -> usize {
        self.state.level[lit.var()] as usize
    }

    /// The level on which a literal became false; above all if it is not false.
    fn false_since(&self, lit: Lit) -> usize {
        if self.state.value(lit) < 0 { self.level(lit) } else { usize::MAX }
    }

    /// The solution that it has come to, before digits are interchanged.
    pub(super) fn solution(&self) -> Vec<usize> {
        self.state.digits().collect()
    }

    /// Propagates to the fixpoint, or until a limit is reached.
    fn propagate(&mut self, limits: &Limits) -> Result<bool, Contradiction> {
        self.queue.run(&mut self.state, &mut self.clauses, &mut self.blocks, limits)
    }

    /// Undoes all levels above one.
    fn backjump(&mut self, level: usize) {
        let Some(start) = self.state.cut_levels(level) else { return };
        while self.state.trail.len() > start {
            if let Some(lit) = self.state.unassign() {
                self.branching.unassigned(lit);
            }
        }
        self.queue.cut(start);
        self.blocks.cut();
    }

    /// Learns a clause from the conflict and backjumps; breaks if the search is exhausted.
    fn resolve_conflict(&mut self) -> ControlFlow<()> {
        let levels = self.queue.conflict.iter().map(|&lit| self.level(lit));
        let deepest = levels.max().unwrap_or(0);
        if deepest <= self.floor {
            return self.flip();
        }
        self.backjump(deepest);
        self.analysis.run(&self.state, &mut self.clauses, &self.blocks, &self.queue.conflict);
        self.branching.bump(&self.analysis, self.restarts.refutes());
        self.restarts.conflict(self.analysis.lbd);
        tell(&mut self.outbox, &self.analysis.lits, Some(self.analysis.lbd));
        self.backjump(self.analysis.backjump.max(self.floor));
        let (lit, level) = (self.analysis.lits[0], self.analysis.backjump);
        let reason = if self.analysis.lits.len() > 1 {
            Reason::Clause(self.clauses.add(&self.analysis.lits, Some(self.analysis.lbd)))
        } else {
            Reason::Fact
        };
        self.state.assign(lit, reason);
        if level < self.floor {
            self.late.push(Late { lit, level, assigned: self.floor, reason });
        }
        ControlFlow::Continue(())
    }

    /// Flips the last decision that is not flipped; breaks if there is none.
    fn flip(&mut self) -> ControlFlow<()> {
        self.backjump(self.floor);
        while let Some(&Level { decision, flipped, .. }) = self.state.levels.last() {
            let depth = self.state.depth() - 1;
            self.backjump(depth);
            if flipped {
                continue;
            }
            if depth == 0 {
                self.floor = 0;
                self.state.assign(!decision, Reason::Fact);
            } else {
                self.state.decide(!decision, true);
                self.floor = self.state.depth();
            }
            return self.assign_late(depth);
        }
        ControlFlow::Break(())
    }

    /// Asserts again what backtracking to a level has undone though the rest of its clause is still
    /// false.
    fn assign_late(&mut self, depth: usize) -> ControlFlow<()> {
        let undone = self.late.partition_point(|late| late.assigned <= depth);
        let mut is_false = false;
        for late in self.late.split_off(undone).into_iter().filter(|late| late.level <= depth) {
            match self.state.value(late.lit) {
                0 => self.state.assign(late.lit, late.reason),
                1 => {}
                _ => is_false = true,
            }
            if late.level < self.floor {
                self.late.push(Late { assigned: self.floor, ..late });
            }
        }
        if is_false { self.flip() } else { ControlFlow::Continue(()) }
    }

    /// Excludes the solution found; breaks if there can be no other.
    pub(super) fn exclude_solution(&mut self) -> ControlFlow<()> {
        if self.floor > 0 || self.nogoods >= MOST_NOGOODS {
            self.floor = self.state.depth();
            return self.flip();
        }
        self.nogoods += 1;
        let lits: Vec<Lit> = self.state.levels.iter().rev().map(|level| !level.decision).collect();
        let Some(&first) = lits.first() else { return ControlFlow::Break(()) };
        tell(&mut self.outbox, &lits, None);
        self.backjump(self.state.depth() - 1);
        if lits.len() > 1 {
            let clause = self.clauses.add(&lits, None);
            self.state.assign(first, Reason::Clause(clause));
        } else {
            self.state.assign(first, Reason::Fact);
        }
        ControlFlow::Continue(())
    }

    /// Visits the solution, and its permutations by interchangeable digits; breaks with the end of
    /// the search.
    pub(super) fn report(&mut self, limits: &Limits, client: &mut dyn Client) -> ControlFlow<End> {
        let found: Vec<usize> = self.state.digits().collect();
        let mut digits = Vec::with_capacity(found.len());
        let mut count = 0u32;
        loop {
            let image = self.interchangeable.image();
            digits.clear();
            digits.extend(found.iter().map(|&digit| Digit::new(image[digit])));
            if client.visit(&digits).is_break() {
                return ControlFlow::Break(End::Stopped);
            }
            if !self.interchangeable.next() {
                return ControlFlow::Continue(());
            }
            count += 1;
            if count.is_multiple_of(16) && limits.expired() {
                return ControlFlow::Break(End::Limit);
            }
        }
    }
}

/// Learned clauses of at most so many decision levels are told to others.
const TOLD: u32 = 8;

/// Keeps a clause to tell it to others, if there are any.
fn tell(outbox: &mut Option<Vec<Learned>>, lits: &[Lit], lbd: Option<u32>) {
    if let Some(outbox) = outbox
        && lbd.is_none_or(|lbd| lbd <= TOLD)
    {
        outbox.push(Learned { lits: lits.into(), lbd });
    }
}

#[cfg(test)]
mod tests;
