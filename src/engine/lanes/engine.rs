//! The fast engine for 9×9 and 16×16 puzzles with nothing but rows, columns and boxes: see
//! [`crate::engine::lanes`].

use crate::engine::lanes::{self, Answers, Clues, Query, sixteen};
use crate::engine::{End, Engine, Found, Outcome, Stats, Visitor};
use crate::error::{Error, Result};
use crate::grid::Digit;
use crate::limits::Limits;
use crate::puzzle::Puzzle;

/// Puzzles in the lanes.
#[derive(Debug)]
pub(crate) struct Lanes;

/// Whether the lanes take a puzzle.
pub(crate) fn takes(puzzle: &Puzzle) -> bool {
    takes_nine(puzzle) || takes_sixteen(puzzle)
}

/// Whether it is one with sides of 9.
pub(crate) fn takes_nine(puzzle: &Puzzle) -> bool {
    is_plain(puzzle, 3)
}

/// Whether it is one with sides of 16.
pub(crate) fn takes_sixteen(puzzle: &Puzzle) -> bool {
    is_plain(puzzle, 4)
}

/// Whether a puzzle has square boxes of that order, and no houses but these, rows and columns.
fn is_plain(puzzle: &Puzzle, order: usize) -> bool {
    puzzle.layout().plain_boxes() == Some((order, order)) && puzzle.rules().is_empty()
}

impl Engine for Lanes {
    fn search(
        &mut self,
        puzzle: &Puzzle,
        limits: &Limits,
        visit: &mut Visitor<'_>,
    ) -> Result<Outcome> {
        let (nodes, end) = if takes_nine(puzzle) {
            let mut visit = |grid: &lanes::Grid| visit(&digits(grid));
            lanes::visit(Clues::Candidates(&candidates(puzzle)), limits, &mut visit)?
        } else if takes_sixteen(puzzle) {
            let mut visit = |grid: &sixteen::Grid| visit(&digits(grid));
            sixteen::visit(&candidates(puzzle), limits, &mut visit)?
        } else {
            let message = "engine lanes: only for 9×9 and 16×16 with rows, columns and boxes alone, no further rules";
            return Err(Error::unsupported(message));
        };
        Ok(Outcome { end, stats: stats(nodes) })
    }

    fn find(
        &mut self,
        puzzles: &[&Puzzle],
        limits: &Limits,
        query: Query,
    ) -> Result<Vec<Option<Found>>> {
        let (mut nine, mut sixteen) = (Vec::new(), Vec::new());
        for puzzle in puzzles {
            if takes_nine(puzzle) {
                nine.push(candidates(puzzle));
            } else if takes_sixteen(puzzle) {
                sixteen.push(candidates(puzzle));
            }
        }
        let nine: Vec<_> = nine.iter().map(Clues::Candidates).collect();
        let nine = lanes::solve(&nine, query, limits)?;
        let sixteen = sixteen::solve(&sixteen, query, limits)?;
        let (mut next_nine, mut next_sixteen) = (0.., 0..);
        let found = puzzles.iter().map(|puzzle| {
            if takes_nine(puzzle) {
                next_nine.next().map(|number| found(&nine, number))
            } else if takes_sixteen(puzzle) {
                next_sixteen.next().map(|number| found(&sixteen, number))
            } else {
                None
            }
        });
        Ok(found.collect())
    }
}

fn candidates<const CELLS: usize>(puzzle: &Puzzle) -> [u16; CELLS] {
    let mut candidates = [0; CELLS];
    for (cell, candidates) in puzzle.cells().zip(&mut candidates) {
        for digit in puzzle.clues().digits(cell) {
            *candidates |= 1 << digit.index();
        }
    }
    candidates
}

fn found<const CELLS: usize>(answers: &Answers<CELLS>, number: usize) -> Found {
    let answer = answers[number];
    let end = match (answer.complete, answer.interrupted) {
        (true, _) => End::Exhausted,
        (_, true) => End::Limit,
        _ => End::Stopped,
    };
    let solutions = answers.solutions(number).iter().map(digits).collect();
    Found { count: answer.count, solutions, end, stats: stats(answer.nodes) }
}

fn digits<const CELLS: usize>(grid: &[u8; CELLS]) -> Box<[Digit]> {
    grid.iter().map(|&number| Digit::new(usize::from(number) - 1)).collect()
}

fn stats(nodes: u64) -> Stats {
    Stats { engine: "lanes", nodes, ..Stats::default() }
}
