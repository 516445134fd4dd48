//! The native engine: depth-first search over the [`Board`], for every layout and constraint.
//!
//! A decision puts one digit into one cell; when that side is exhausted, the digit is taken out
//! there and the search goes on, so every solution lies on exactly one path. Three things keep the
//! tree small:
//!
//! - The decision is taken where fewest choices are left for the trouble that was had there: the
//!   candidates of a cell, or the places of a digit in a house, divided by a weight that grows with
//!   each contradiction (Boussemart, Hemery, Lecoutre, Sais: *Boosting systematic search by
//!   weighting constraints*, ECAI 2004).
//! - Digits that nothing tells apart are interchangeable: where one of them leads nowhere, none of
//!   them does.
//! - Until there is a solution, the search starts over from time to time with the weights it has
//!   learned; what it has refuted without any decision stays refuted.
//!
//! The stack is explicit, changes are undone from a trail, and nothing is allocated on the way.

use std::ops::ControlFlow;

use super::{End, Engine, Outcome, Stats, Visitor};
use crate::error::Result;
use crate::grid::{Board, CandidateSet, Cell, Conflict, Contradiction, Digit, Layout};
use crate::limits::{Limits, Work};
use crate::puzzle::Puzzle;

/// Backtracking search.
#[derive(Debug, Default)]
pub(super) struct Backtrack;

impl Engine for Backtrack {
    fn search(
        &mut self,
        puzzle: &Puzzle,
        limits: &Limits,
        visit: &mut Visitor<'_>,
    ) -> Result<Outcome> {
        let mut search = Search::new(puzzle);
        let end = search.run(limits, visit);
        Ok(Outcome {
            end,
            stats: Stats { engine: "native", nodes: search.nodes, ..Stats::default() },
        })
    }
}

/// A decision: what was assumed, where the trail stood before, and the digits that were
/// interchangeable then.
#[derive(Debug, Clone, Copy)]
struct Decision {
    mark: usize,
    cell: Cell,
    digit: Digit,
    alike: CandidateSet,
    /// Solutions visited before.
    visited: u64,
}

/// Nodes before the first start-over; each next one takes half as many again.
const FIRST_RUN: u64 = 200;

/// Nodes between looks at the clock.
const LOOK: u64 = 16;

struct Search<'a> {
    puzzle: &'a Puzzle,
    layout: &'a Layout,
    board: Board,
    stack: Vec<Decision>,
    /// Digits that nothing has told apart so far.
    alike: CandidateSet,
    cell_weights: Vec<u32>,
    /// Weights of digits in houses: `[house * side + digit]`.
    place_weights: Vec<u32>,
    nodes: u64,
    visited: u64,
}

impl<'a> Search<'a> {
    fn new(puzzle: &'a Puzzle) -> Self {
        let layout: &Layout = puzzle.layout();
        Search {
            puzzle,
            layout,
            board: Board::new(puzzle),
            stack: Vec::new(),
            alike: interchangeable(puzzle),
            cell_weights: vec![1; layout.cells()],
            place_weights: vec![1; layout.houses().len() * layout.side()],
            nodes: 0,
            visited: 0,
        }
    }

    fn run(&mut self, limits: &Limits, visit: &mut Visitor<'_>) -> End {
        if limits.expired() {
            return End::Limit;
        }
        match self.board.propagate_within(self.puzzle, limits) {
            Ok(true) => {}
            Ok(false) => return End::Limit,
            Err(Contradiction) => return End::Exhausted,
        }
        self.board.record();
        self.stack.reserve(self.board.open());
        let mut digits = Vec::with_capacity(self.layout.cells());
        // Nodes since the last solution, and since the last start.
        let (mut spent, mut run, mut run_length) = (0, 0, FIRST_RUN);
        loop {
            let dead_end = if self.board.is_full() {
                digits.clear();
                digits.extend(self.puzzle.cells().filter_map(|cell| self.board.digit(cell)));
                self.visited += 1;
                if visit(&digits).is_break() {
                    return End::Stopped;
                }
                spent = 0;
                true
            } else {
                if self.nodes.is_multiple_of(LOOK) && self.look(limits)
                    || limits.effort().is_some_and(|effort| spent >= effort)
                {
                    return End::Limit;
                }
                if run >= run_length && self.visited == 0 {
                    run = 0;
                    run_length += run_length / 2;
                    self.start_over();
                }
                self.nodes += 1;
                spent += 1;
                run += 1;
                self.decide().is_err()
            };
            if dead_end && self.step_back().is_break() {
                return End::Exhausted;
            }
        }
    }

    /// Whether a limit struck; tells on the way how far the search has come.
    fn look(&self, limits: &Limits) -> bool {
        if self.nodes > 0 {
            limits.count(Work::Nodes, LOOK);
        }
        limits.expired()
    }

    /// Takes a decision and follows it.
    fn decide(&mut self) -> Result<(), Contradiction> {
        let (cell, digit) = self.choose();
        let (mark, alike, visited) = (self.board.mark(), self.alike, self.visited);
        self.stack.push(Decision { mark, cell, digit, alike, visited });
        self.alike.remove(digit);
        let placed = self.board.place(self.layout, cell, digit);
        self.follow(placed)
    }

    /// Undoes decisions until the other side of one is possible; breaks if there is none left.
    fn step_back(&mut self) -> ControlFlow<()> {
        while let Some(decision) = self.stack.pop() {
            let Decision { mark, cell, digit, alike, visited } = decision;
            self.board.undo(self.layout, mark);
            self.alike = alike;
            let mut removed = self.board.remove(self.layout, cell, digit);
            if alike.contains(digit) {
                if visited == self.visited {
                    // Nothing there, so nothing with the digits like it either.
                    for other in alike.iter() {
                        removed = removed.and(self.board.remove(self.layout, cell, other));
                    }
                } else {
                    self.alike.remove(digit);
                }
            }
            if self.follow(removed).is_ok() {
                return ControlFlow::Continue(());
            }
        }
        ControlFlow::Break(())
    }

    /// Undoes all decisions.
    fn start_over(&mut self) {
        if let Some(first) = self.stack.first() {
            self.board.undo(self.layout, first.mark);
            self.alike = first.alike;
            self.stack.clear();
        }
    }

    /// Propagates after a change, and notes where trouble was had.
    fn follow(&mut self, changed: Result<(), Contradiction>) -> Result<(), Contradiction> {
        let result = changed.and_then(|()| self.board.propagate(self.puzzle));
        if result.is_err() {
            match self.board.conflict() {
                Some(Conflict::Cell(cell)) => self.cell_weights[cell.index()] += 1,
                Some(Conflict::Place(house, digit)) => {
                    self.place_weights[house * self.layout.side() + digit.index()] += 1;
                }
                None => {}
            }
        }
        result
    }

    /// Where fewest choices are left, by weight; of equals the first, cells before houses.
    fn choose(&self) -> (Cell, Digit) {
        let side = self.layout.side();
        // Choices and weight of the best so far, compared as fractions.
        let mut best = (u64::MAX, 1);
        let better = |count: usize, weight: u32, best: (u64, u64)| {
            count > 1 && (count as u64) * best.1 < best.0.saturating_mul(u64::from(weight))
        };
        let mut cell = Cell::new(0);
        for candidate in self.puzzle.cells() {
            let (count, weight) =
                (self.board.count(candidate), self.cell_weights[candidate.index()]);
            if better(count, weight, best) {
                best = (count as u64, u64::from(weight));
                cell = candidate;
            }
        }
        let mut place = None;
        for house in 0..self.layout.houses().len() {
            for digit in (0..side).map(Digit::new) {
                let count = self.board.places(house, digit);
                let weight = self.place_weights[house * side + digit.index()];
                if better(count, weight, best) {
                    best = (count as u64, u64::from(weight));
                    place = Some((house, digit));
                }
            }
        }
        if let Some((house, digit)) = place {
            let mut cells = self.layout.houses()[house].cells().iter();
            if let Some(&cell) = cells.find(|&&cell| self.board.allows(cell, digit)) {
                return (cell, digit);
            }
        }
        (cell, self.board.candidates().next_at(cell, 0).unwrap_or(Digit::new(0)))
    }
}

/// The largest set of digits that every clue treats alike: each cell allows all of them or none.
/// Only where there are no constraints, which may tell digits apart by their value.
fn interchangeable(puzzle: &Puzzle) -> CandidateSet {
    let side = puzzle.side();
    if !puzzle.constraints().is_empty() {
        return CandidateSet::EMPTY;
    }
    // Digits are alike if they stand in the same clues.
    let mut told_apart = vec![Vec::new(); side];
    for cell in puzzle.cells().filter(|&cell| puzzle.clues().len(cell) < side) {
        for digit in puzzle.clues().digits(cell) {
            told_apart[digit.index()].push(cell);
        }
    }
    let mut classes: Vec<Vec<Digit>> = Vec::new();
    for digit in (0..side).map(Digit::new) {
        let class = classes
            .iter_mut()
            .find(|class| told_apart[class[0].index()] == told_apart[digit.index()]);
        match class {
            Some(class) => class.push(digit),
            None => classes.push(vec![digit]),
        }
    }
    let largest = classes.into_iter().max_by_key(Vec::len).filter(|class| class.len() > 1);
    largest.into_iter().flatten().collect()
}
