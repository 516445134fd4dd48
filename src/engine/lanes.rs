//! The fast engine for 9×9 puzzles with nothing but rows, columns and boxes: see
//! [`crate::lanes`].

use super::{End, Engine, Found, Outcome, Stats, Visitor};
use crate::error::{Error, Result};
use crate::grid::Digit;
use crate::lanes::{self, CELLS, Clues, Grid, Wish};
use crate::limits::Limits;
use crate::puzzle::Puzzle;

/// One puzzle in the lanes.
#[derive(Debug)]
pub(super) struct Lanes;

/// Rows, columns and boxes of a 9×9 grid.
const HOUSES: usize = 27;

impl Lanes {
    /// Whether a puzzle is one for the lanes.
    pub(super) fn take(puzzle: &Puzzle) -> bool {
        let layout = puzzle.layout();
        layout.box_shape() == Some((3, 3))
            && layout.houses().len() == HOUSES
            && puzzle.constraints().is_empty()
    }

    fn candidates(puzzle: &Puzzle) -> Result<[u16; CELLS]> {
        if !Self::take(puzzle) {
            let message = "engine lanes: only for 9×9 puzzles with rows, columns and boxes alone";
            return Err(Error::unsupported(message));
        }
        let mut candidates = [0; CELLS];
        for (cell, candidates) in puzzle.cells().zip(&mut candidates) {
            for digit in puzzle.clues().digits(cell) {
                *candidates |= 1 << digit.index();
            }
        }
        Ok(candidates)
    }
}

impl Engine for Lanes {
    fn search(
        &mut self,
        puzzle: &Puzzle,
        limits: &Limits,
        visit: &mut Visitor<'_>,
    ) -> Result<Outcome> {
        let candidates = Self::candidates(puzzle)?;
        let mut visit = |grid: &Grid| visit(&digits(grid));
        let (nodes, exhausted) = lanes::visit(Clues::Candidates(&candidates), limits, &mut visit)?;
        let end = match exhausted {
            Some(true) => End::Exhausted,
            Some(false) => End::Stopped,
            None => End::Limit,
        };
        Ok(Outcome { end, stats: stats(nodes) })
    }

    fn find(
        &mut self,
        puzzle: &Puzzle,
        limits: &Limits,
        limit: Option<u64>,
        keep: usize,
    ) -> Result<Option<Found>> {
        let candidates = Self::candidates(puzzle)?;
        let wish = Wish { limit, keep };
        let answers = lanes::solve(&[Clues::Candidates(&candidates)], wish, limits)?;
        let answer = answers[0];
        let end = match (answer.complete, answer.interrupted) {
            (true, _) => End::Exhausted,
            (_, true) => End::Limit,
            _ => End::Stopped,
        };
        let solutions = answers.solutions(0).iter().map(digits).collect();
        Ok(Some(Found { count: answer.count, solutions, end, stats: stats(answer.nodes) }))
    }
}

fn digits(grid: &Grid) -> Box<[Digit]> {
    grid.iter().map(|&number| Digit::new(usize::from(number) - 1)).collect()
}

fn stats(nodes: u64) -> Stats {
    Stats { engine: "lanes", nodes, ..Stats::default() }
}
