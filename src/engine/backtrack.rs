//! The native engine: depth-first search over the [`Board`], for every layout and constraint.
//!
//! A decision puts one digit into one cell; when that side is exhausted, the digit is taken out
//! there and the search goes on, so every solution lies on exactly one path. The decision is taken
//! where fewest choices are left: a cell with few candidates or a digit with few places in a house.
//! The stack is explicit, changes are undone from a trail, and nothing is allocated on the way.

use std::ops::ControlFlow;

use super::{End, Engine, Outcome, Stats, Visitor};
use crate::error::Result;
use crate::grid::{Board, Cell, Digit, Layout};
use crate::limits::Limits;
use crate::puzzle::Puzzle;

/// Backtracking search.
#[derive(Debug, Default)]
pub(super) struct Backtrack;

/// A decision: what was assumed, and where the trail stood before.
#[derive(Debug, Clone, Copy)]
struct Decision {
    mark: usize,
    cell: Cell,
    digit: Digit,
}

impl Engine for Backtrack {
    fn search(
        &mut self,
        puzzle: &Puzzle,
        limits: &Limits,
        visit: &mut Visitor<'_>,
    ) -> Result<Outcome> {
        let mut nodes = 0;
        let end = search(puzzle, limits, visit, &mut nodes);
        Ok(Outcome { end, stats: Stats { engine: "native", nodes, ..Stats::default() } })
    }
}

fn search(puzzle: &Puzzle, limits: &Limits, visit: &mut Visitor<'_>, nodes: &mut u64) -> End {
    let layout: &Layout = puzzle.layout();
    let mut board = Board::new(puzzle);
    if limits.expired() {
        return End::Limit;
    }
    if board.propagate(puzzle).is_err() {
        return End::Exhausted;
    }
    board.record();
    let mut stack: Vec<Decision> = Vec::with_capacity(board.open());
    let mut digits = Vec::with_capacity(layout.cells());
    let mut spent = 0;
    loop {
        let dead_end = if board.is_full() {
            digits.clear();
            digits.extend(puzzle.cells().filter_map(|cell| board.digit(cell)));
            if visit(&digits).is_break() {
                return End::Stopped;
            }
            spent = 0;
            true
        } else {
            if nodes.is_multiple_of(16) && limits.expired()
                || limits.effort().is_some_and(|effort| spent >= effort)
            {
                return End::Limit;
            }
            *nodes += 1;
            spent += 1;
            let (cell, digit) = choose(layout, &board);
            stack.push(Decision { mark: board.mark(), cell, digit });
            board.place(layout, cell, digit).and_then(|()| board.propagate(puzzle)).is_err()
        };
        if dead_end && step_back(puzzle, &mut board, &mut stack).is_break() {
            return End::Exhausted;
        }
    }
}

/// Undoes decisions until the other side of one is possible; breaks if there is none left.
fn step_back(puzzle: &Puzzle, board: &mut Board, stack: &mut Vec<Decision>) -> ControlFlow<()> {
    let layout: &Layout = puzzle.layout();
    while let Some(Decision { mark, cell, digit }) = stack.pop() {
        board.undo(layout, mark);
        if board.remove(layout, cell, digit).and_then(|()| board.propagate(puzzle)).is_ok() {
            return ControlFlow::Continue(());
        }
    }
    ControlFlow::Break(())
}

/// Where fewest choices are left: the first cell with the fewest candidates, unless a digit has
/// still fewer places in a house.
fn choose(layout: &Layout, board: &Board) -> (Cell, Digit) {
    let side = layout.side();
    let mut best = usize::MAX;
    let mut cell = Cell::new(0);
    for candidate in (0..layout.cells()).map(Cell::new) {
        let count = board.count(candidate);
        if count > 1 && count < best {
            (best, cell) = (count, candidate);
            if count == 2 {
                break;
            }
        }
    }
    let mut choice = (cell, board.candidates().next_at(cell, 0).unwrap_or(Digit::new(0)));
    if best == 2 {
        return choice;
    }
    for (h, house) in layout.houses().iter().enumerate() {
        for digit in (0..side).map(Digit::new) {
            let places = board.places(h, digit);
            if places > 1 && places < best {
                let place = house.cells().iter().find(|&&cell| board.allows(cell, digit));
                if let Some(&cell) = place {
                    (best, choice) = (places, (cell, digit));
                }
                if places == 2 {
                    return choice;
                }
            }
        }
    }
    choice
}
