//! Random complete grids, of any layout and with any clues and rules.
//!
//! A grid is found first, then mixed (`mix`), so that how it was found matters little: small ones
//! by a depth-first search that draws what it tries, larger ones by local search from a random
//! state, Latin squares from the cyclic one; where none of these is for it, by the default engine.

use super::mix::Mixer;
use super::nine;
use crate::engine::{EngineOptions, EngineSpec};
use crate::error::{Error, Result};
use crate::jobs::answer;
use crate::puzzle::Board;

use crate::engine::local::{self, Search};
use crate::grid::{Cell, Digit};
use crate::limits::Limits;
use crate::puzzle::{Puzzle, Solution};
use crate::random::Random;

/// Up to this side grids are found by depth-first search.
const SMALL: usize = 16;

/// Decisions of a depth-first search before it restarts, and how many restarts there are.
const DECISIONS: usize = 300;
const STARTS: usize = 30;

/// Steps of local search, some seconds.
const STEPS: u64 = 1 << 28;

/// A random solution of a puzzle, an empty grid above all; `None` if there is none.
///
/// # Errors
/// If a limit is reached ([`Error::is_limit`]), or an engine fails.
pub(crate) fn full(
    puzzle: &Puzzle,
    random: &mut Random,
    limits: &Limits,
) -> Result<Option<Solution>> {
    let wrong =
        |violation| Error::disagreement(format!("the generated grid is invalid: {violation}"));
    let is_empty = puzzle.cells().all(|cell| puzzle.clues().len(cell) == puzzle.side());
    if puzzle.layout().is_classic() && is_empty && puzzle.rules().is_empty() {
        let digits = nine::full(random).map(|number| Digit::new(usize::from(number) - 1));
        return puzzle.check(&digits).map(Some).map_err(wrong);
    }
    let Some(digits) = start(puzzle, random, limits)? else { return Ok(None) };
    let mut mixer = Mixer::new(puzzle, digits);
    if !mixer.mix(random, limits) {
        return Err(limit_reached());
    }
    puzzle.check(&mixer.into_digits()).map(Some).map_err(wrong)
}

fn limit_reached() -> Error {
    Error::limit("limit reached before a complete grid was found")
}

/// Some solution.
fn start(puzzle: &Puzzle, random: &mut Random, limits: &Limits) -> Result<Option<Vec<Digit>>> {
    let mut board = Board::new(puzzle);
    match board.propagate_within(puzzle, limits) {
        Err(_) => return Ok(None),
        Ok(false) => return Err(limit_reached()),
        Ok(true) => {}
    }
    if board.is_full() {
        return Ok(Some(digits(puzzle, &board)));
    }
    let (side, houses) = (puzzle.side(), puzzle.layout().houses().len());
    if side <= SMALL {
        for _ in 0..STARTS {
            if limits.expired() {
                return Err(limit_reached());
            }
            let mut dive = Dive { puzzle, board: board.clone(), random, decisions: DECISIONS };
            dive.board.record();
            match dive.down() {
                Some(true) => return Ok(Some(digits(puzzle, &dive.board))),
                Some(false) => return Ok(None),
                None => {}
            }
        }
    } else if houses == 2 * side && board.open() == side * side && puzzle.rules().is_empty() {
        // No search is needed for a Latin square.
        return Ok(Some((0..side * side).map(|k| Digit::new((k / side + k) % side)).collect()));
    } else if local::takes(puzzle) {
        let mut search = Search::on(puzzle, &board, random.next(), 0);
        let found = search.as_mut().and_then(|search| search.advance(STEPS, limits).solution());
        if found.is_some() {
            return Ok(found);
        }
    }
    let options = EngineOptions { seed: random.next(), ..EngineOptions::default() };
    let engine = EngineSpec::new("auto", options)?;
    Ok(answer::solve(puzzle, &engine, limits)?.map(|solution| solution.digits().into()))
}

fn digits(puzzle: &Puzzle, board: &Board) -> Vec<Digit> {
    puzzle.cells().filter_map(|cell| board.digit(cell)).collect()
}

/// A depth-first search that draws what it tries.
struct Dive<'a> {
    puzzle: &'a Puzzle,
    board: Board,
    random: &'a mut Random,
    decisions: usize,
}

impl Dive<'_> {
    /// Whether there is a solution below; `None` if there were too many decisions.
    fn down(&mut self) -> Option<bool> {
        if self.board.is_full() {
            return Some(true);
        }
        let cell = self.narrowest();
        let mut tried: Vec<_> = self.board.candidates().digits(cell).collect();
        self.random.shuffle(&mut tried);
        for digit in tried {
            self.decisions = self.decisions.checked_sub(1)?;
            let mark = self.board.mark();
            let layout = self.puzzle.layout();
            let placed = self.board.place(layout, cell, digit);
            if placed.and_then(|()| self.board.propagate(self.puzzle)).is_ok() && self.down()? {
                return Some(true);
            }
            self.board.undo(layout, mark);
        }
        Some(false)
    }

    /// A random one of the cells with the fewest candidates, more than one.
    fn narrowest(&mut self) -> Cell {
        let mut narrowest = Vec::new();
        let mut fewest = usize::MAX;
        for cell in self.puzzle.cells() {
            let count = self.board.count(cell);
            if count > 1 && count <= fewest {
                if count < fewest {
                    narrowest.clear();
                    fewest = count;
                }
                narrowest.push(cell);
            }
        }
        narrowest[self.random.below(narrowest.len())]
    }
}

#[cfg(test)]
mod tests;
