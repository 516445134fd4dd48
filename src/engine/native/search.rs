//! The search: decide, follow, learn, go back; and every solution once.
//!
//! After each of the first solutions a clause forbids it, and the search goes on as before, free to
//! start over. After many of them it no longer writes clauses but turns the last decision around
//! and never goes back beyond it, so that memory stays bounded (Martin Gebser, Benjamin Kaufmann,
//! André Neumann, Torsten Schaub: *Conflict-driven answer set enumeration*, LPNMR 2007).

use std::ops::ControlFlow;

use super::End;
use super::alike::Alike;
use super::chart::Chart;
use super::choose::Choice;
use super::clauses::Clauses;
use super::learn::Lesson;
use super::propagate::Queue;
use super::state::{Level, Lit, Reason, State};
use super::word::Word;
use crate::puzzle::Board;

use crate::grid::Digit;
use crate::limits::{Limits, Work};
use crate::puzzle::Puzzle;

/// So many solutions are forbidden by clauses.
const FORBIDDEN: u64 = 64;
/// Contradictions before the first start-over; the others are multiples of it.
const FIRST_RUN: u64 = 64;

pub(super) struct Search<'a, W> {
    state: State<'a, W>,
    queue: Queue,
    clauses: Clauses,
    lesson: Lesson,
    choice: Choice,
    alike: Alike,
    /// Clauses of one literal that were learned where the search could not go back to the start.
    facts: Vec<Lit>,
    /// The search does not go back beyond this level but to turn decisions around.
    base: usize,
    /// Solutions forbidden by a clause.
    forbidden: u64,
    /// Decisions taken, and those since the last solution.
    nodes: u64,
    spent: u64,
}

impl<'a, W: Word> Search<'a, W> {
    /// The search of a board that was propagated to the end and is not full.
    pub(super) fn new(chart: &'a Chart<W>, puzzle: &Puzzle, board: &Board) -> Self {
        let state = State::new(chart, board);
        let vars = state.vars();
        let mut this = Search {
            queue: Queue::default(),
            clauses: Clauses::new(vars),
            lesson: Lesson::new(vars),
            choice: Choice::new(&state),
            alike: Alike::none(chart.side),
            state,
            facts: Vec::new(),
            base: 0,
            forbidden: 0,
            nodes: 0,
            spent: 0,
        };
        // Rules may depend on the value of digits.
        if puzzle.rules().is_empty() {
            let (alike, clauses) = Alike::find(&this.state);
            this.alike = alike;
            for clause in clauses {
                this.add(&clause);
            }
        }
        this
    }

    /// Decisions taken so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Adds a clause for ever, in the beginning.
    fn add(&mut self, clause: &[Lit]) {
        match clause {
            [lit] if self.state.value(*lit) == 0 => self.state.assign(*lit, Reason::Fact),
            [_] | [] => {}
            _ => {
                self.clauses.add(clause, None);
            }
        }
    }

    pub(super) fn run(
        &mut self,
        limits: &Limits,
        visit: &mut dyn FnMut(&[Digit]) -> ControlFlow<()>,
    ) -> End {
        let (mut steps, mut runs, mut run, mut run_length) = (0u64, 1, 0, FIRST_RUN);
        let mut told = 0;
        loop {
            steps += 1;
            if steps.is_multiple_of(16) {
                limits.count(Work::Nodes, self.nodes - told);
                told = self.nodes;
                if limits.expired() {
                    return End::Limit;
                }
            }
            let followed = self.queue.run(&mut self.state, &mut self.clauses);
            if followed.is_err() {
                run += 1;
                if self.contradiction().is_break() {
                    return End::Exhausted;
                }
            } else if self.state.open == 0 {
                if let ControlFlow::Break(end) = self.hand_out(limits, visit) {
                    return end;
                }
                self.spent = 0;
                if self.go_on().is_break() {
                    return End::Exhausted;
                }
            } else if run >= run_length {
                run = 0;
                runs += 1;
                run_length = FIRST_RUN * luby(runs);
                self.back(self.base);
                if self.clauses.are_many() {
                    self.clauses.forget(&mut self.state);
                }
            } else {
                if limits.effort().is_some_and(|effort| self.spent >= effort) {
                    return End::Limit;
                }
                self.nodes += 1;
                self.spent += 1;
                let lit = self.choice.choose(&self.state);
                self.state.assume(lit, false);
            }
        }
    }

    /// Undoes decisions down to a number of them.
    fn back(&mut self, depth: usize) {
        let Some(&Level { start, .. }) = self.state.levels.get(depth) else { return };
        self.state.levels.truncate(depth);
        while self.state.trail.len() > start {
            if let Some(lit) = self.state.unassign() {
                self.choice.undone(lit);
            }
        }
        self.queue.cut(start);
    }

    /// Learns from a contradiction and goes back; breaks if there is nowhere to go.
    fn contradiction(&mut self) -> ControlFlow<()> {
        let level = |lit: &Lit| self.state.level[lit.var()] as usize;
        let deepest = self.queue.conflict.iter().map(level).max().unwrap_or(0);
        if deepest <= self.base {
            return self.turn();
        }
        self.back(deepest);
        self.lesson.learn(&self.state, &mut self.clauses, &self.queue.conflict);
        self.choice.learned(&self.lesson);
        self.back(self.lesson.back.max(self.base));
        let lit = self.lesson.lits[0];
        if self.lesson.lits.len() > 1 {
            let clause = self.clauses.add(&self.lesson.lits, Some(self.lesson.class));
            self.state.assign(lit, Reason::Clause(clause));
        } else {
            self.state.assign(lit, Reason::Fact);
            if self.base > 0 {
                self.facts.push(lit);
            }
        }
        self.clauses.age();
        ControlFlow::Continue(())
    }

    /// Turns the last decision around that can be; breaks if there is none.
    fn turn(&mut self) -> ControlFlow<()> {
        self.back(self.base);
        while let Some(&Level { lit, flipped, .. }) = self.state.levels.last() {
            self.back(self.state.depth() - 1);
            if flipped {
                continue;
            }
            if self.state.depth() == 0 {
                self.base = 0;
                self.state.assign(!lit, Reason::Fact);
            } else {
                self.state.assume(!lit, true);
                self.base = self.state.depth();
            }
            return self.restate();
        }
        ControlFlow::Break(())
    }

    /// Makes facts true again that going back has undone.
    fn restate(&mut self) -> ControlFlow<()> {
        for k in 0..self.facts.len() {
            let lit = self.facts[k];
            match self.state.value(lit) {
                0 => self.state.assign(lit, Reason::Fact),
                1 => {}
                _ => {
                    return self.turn();
                }
            }
        }
        if self.base == 0 {
            self.facts.clear();
        }
        ControlFlow::Continue(())
    }

    /// Goes on after a solution; breaks if there can be no other.
    fn go_on(&mut self) -> ControlFlow<()> {
        if self.base > 0 || self.forbidden >= FORBIDDEN {
            self.base = self.state.depth();
            return self.turn();
        }
        self.forbidden += 1;
        let lits: Vec<Lit> = self.state.levels.iter().rev().map(|level| !level.lit).collect();
        let Some(&first) = lits.first() else { return ControlFlow::Break(()) };
        self.back(self.state.depth() - 1);
        if lits.len() > 1 {
            let clause = self.clauses.add(&lits, None);
            self.state.assign(first, Reason::Clause(clause));
        } else {
            self.state.assign(first, Reason::Fact);
        }
        ControlFlow::Continue(())
    }

    /// Hands out the solution, and those that differ by digits alike; breaks with the end of the
    /// search.
    fn hand_out(
        &mut self,
        limits: &Limits,
        visit: &mut dyn FnMut(&[Digit]) -> ControlFlow<()>,
    ) -> ControlFlow<End> {
        let found: Vec<usize> = self.state.digits().collect();
        let mut digits = Vec::with_capacity(found.len());
        let mut count = 0u32;
        loop {
            let image = self.alike.image();
            digits.clear();
            digits.extend(found.iter().map(|&digit| Digit::new(image[digit])));
            if visit(&digits).is_break() {
                return ControlFlow::Break(End::Stopped);
            }
            if !self.alike.next() {
                return ControlFlow::Continue(());
            }
            count += 1;
            if count.is_multiple_of(16) && limits.expired() {
                return ControlFlow::Break(End::Limit);
            }
        }
    }
}

/// 1, 1, 2, 1, 1, 2, 4, …: never far from the best lengths of runs, whatever these are (Michael
/// Luby, Alistair Sinclair, David Zuckerman: *Optimal speedup of Las Vegas algorithms*, 1993).
fn luby(mut k: u64) -> u64 {
    loop {
        let power = (k + 1).next_power_of_two();
        if power == k + 1 {
            return power / 2;
        }
        k -= power / 2 - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_have_the_known_lengths() {
        let first: Vec<_> = (1..=15).map(luby).collect();
        assert_eq!(first, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
