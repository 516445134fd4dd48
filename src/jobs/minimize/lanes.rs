//! Decides plain 9×9 and 16×16 in the lanes, where a question takes microseconds; what takes a
//! 16×16 long is left to SAT.

use super::cores::Cores;
use super::{Judge, State, Verdict};
use crate::engine::EngineOptions;
use crate::engine::lanes::{self, Answer, Clues, Query, sixteen};
use crate::error::Result;
use crate::grid::{Cell, Digit};
use crate::limits::Limits;
use crate::puzzle::Puzzle;

/// Branches in a 16×16 after which SAT decides. Minimal puzzles take 300 on average.
const PATIENCE: u64 = 20_000;

/// A judge for a puzzle, if the lanes take it.
pub(super) fn judge(puzzle: &Puzzle, options: &EngineOptions) -> Option<Box<dyn Judge>> {
    if !puzzle.rules().is_empty() {
        return None;
    }
    match puzzle.layout().plain_boxes() {
        Some((3, 3)) => Some(Box::new(Lanes::<{ lanes::CELLS }>::new(puzzle, options, nine))),
        Some((4, 4)) => Some(Box::new(Lanes::<{ sixteen::CELLS }>::new(puzzle, options, sixteen))),
        _ => None,
    }
}

/// Counts the solutions of candidates, up to a number.
type Count<const CELLS: usize> = fn(&[u16; CELLS], u64, &Limits) -> Result<Answer>;

fn nine(candidates: &[u16; lanes::CELLS], most: u64, limits: &Limits) -> Result<Answer> {
    let query = Query::count(Some(most));
    Ok(lanes::solve(&[Clues::Candidates(candidates)], query, limits)?[0])
}

fn sixteen(candidates: &[u16; sixteen::CELLS], most: u64, limits: &Limits) -> Result<Answer> {
    let effort = limits.effort().map_or(PATIENCE, |effort| effort.min(PATIENCE));
    let limits = limits.clone().with_effort(effort);
    Ok(sixteen::solve(&[*candidates], Query::count(Some(most)), &limits)?[0])
}

struct Lanes<const CELLS: usize> {
    options: EngineOptions,
    count: Count<CELLS>,
    /// All digits of a cell.
    all: u16,
    /// The clues that are left.
    clues: [u16; CELLS],
}

impl<const CELLS: usize> Lanes<CELLS> {
    fn new(puzzle: &Puzzle, options: &EngineOptions, count: Count<CELLS>) -> Self {
        let mut clues = [0; CELLS];
        for (cell, clue) in puzzle.cells().zip(&mut clues) {
            puzzle.clues().digits(cell).for_each(|digit| *clue |= bit(digit));
        }
        let all = (0..puzzle.digits()).map(Digit::new).fold(0, |all, digit| all | bit(digit));
        Lanes { options: options.clone(), count, all, clues }
    }
}

fn bit(digit: Digit) -> u16 {
    1 << digit.index()
}

impl<const CELLS: usize> Judge for Lanes<CELLS> {
    fn decide(
        &mut self,
        state: &State<'_>,
        groups: &[Vec<Cell>],
        limits: &Limits,
    ) -> Result<Verdict> {
        let Some(group) = groups.first() else { return Ok(Verdict::Unknown) };
        let before = self.clues;
        for cell in group {
            self.clues[cell.index()] = self.all;
        }
        let mut asked = self.clues;
        // Another solution differs in the group, so with one cell it can be asked for at once.
        let mut expected = 1;
        if let [cell] = group[..] {
            asked[cell.index()] &= !bit(state.solution.digit(cell));
            expected = 0;
        }
        let answer = (self.count)(&asked, expected + 1, limits)?;
        let verdict = if answer.count > expected {
            Verdict::Needed
        } else if answer.complete {
            Verdict::Redundant
        } else if limits.expired() || limits.effort().is_some_and(|effort| effort <= PATIENCE) {
            Verdict::Unknown
        } else {
            Cores::new(&state.puzzle, &self.options).decide(state, &groups[..1], limits)?
        };
        if verdict != Verdict::Redundant {
            self.clues = before;
        }
        Ok(verdict)
    }
}
