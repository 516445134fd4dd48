//! The fast engine for 9×9 and 16×16: one puzzle in each 16-bit lane of a vector register.
//!
//! Where most solvers work on one puzzle at a time, this one advances 8, 16 or 32 of them
//! together, a puzzle a lane: the candidates of a cell are bits of a lane, and 81 or 256 vectors
//! are the grids of as many puzzles as there are lanes. Nothing in the hot part depends on what a
//! lane does; masks say who is solved, wrong or at rest. One 9×9 alone is solved with all its
//! mini-rows side by side instead, and handed over to the lanes when its search grows.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `isa` | what varies by instruction set: a vector and two dozen operations |
//! | `rules` | what varies by kind of grid: propagation, and where to branch |
//! | `nine`, `sixteen` | the rules of 9×9 and of 16×16, and what can be asked of either |
//! | `crew` | the search that moves puzzles in and out of lanes |
//! | `shelf` | deferred branches |
//! | `transpose` | puzzles into vectors, many cells at a time |
//! | `tasks` | bookkeeping: what was found for which puzzle, in what order |
//!
//! A puzzle's search is fixed by the puzzle alone: neither the instruction set, nor the neighbours
//! in the batch, nor threads change which solutions are found first, or how many branches it took.
//!
//! ```
//! use satoku::engine::lanes::{self, Clues};
//! use satoku::{Limits, Query};
//!
//! let puzzle = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let answers = lanes::solve(&[Clues::Text(puzzle)], Query::up_to(2), &Limits::none())?;
//! assert_eq!(answers[0].count, 1);
//! assert!(answers[0].complete);
//! assert_eq!(answers.solutions(0)[0][..9], [5, 3, 4, 6, 7, 8, 9, 1, 2]);
//! # Ok::<(), satoku::Error>(())
//! ```

#![allow(clippy::inline_always, reason = "what is not inlined is not compiled for the set")]
#![allow(clippy::cast_possible_truncation, reason = "lanes, cells, digits: small numbers")]
#![allow(clippy::needless_range_loop, reason = "several arrays share rows, boxes and ways")]

mod crew;
pub(crate) mod engine;
mod isa;
mod nine;
mod rules;
mod shelf;
pub mod sixteen;
mod tasks;
mod transpose;

use std::ops::Index;

pub use crate::limits::Query;
pub use isa::InstructionSet;
pub use nine::{CELLS, Clues, Grid, solve, solve_with, visit};

/// What was found of one puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer {
    /// How many solutions, at most the query's limit.
    pub count: u64,
    /// Whether these are all.
    pub complete: bool,
    /// Whether the time was over, or a stop asked for, before the puzzle was done.
    pub interrupted: bool,
    /// Branches made until then. 0 where more solutions were counted than kept and the limit on
    /// them was reached: the lanes may then end anywhere.
    pub nodes: u64,
}

impl Answer {
    const NONE: Answer = Answer { count: 0, complete: true, interrupted: false, nodes: 0 };
}

/// The answers to a batch, in the order of the puzzles. Solutions are numbers from 1 on, row by
/// row.
#[derive(Debug, Clone)]
pub struct Answers<const CELLS: usize> {
    all: Vec<Answer>,
    /// Where each puzzle's solutions end.
    ends: Vec<usize>,
    grids: Vec<[u8; CELLS]>,
}

impl<const CELLS: usize> Answers<CELLS> {
    fn with_capacity(puzzles: usize, grids: usize) -> Self {
        Answers {
            all: Vec::with_capacity(puzzles),
            ends: Vec::with_capacity(puzzles),
            grids: Vec::with_capacity(grids),
        }
    }

    /// Answers to puzzles of which nothing was asked.
    fn nothing(puzzles: usize) -> Self {
        let mut answers = Self::with_capacity(puzzles, 0);
        for _ in 0..puzzles {
            answers.push(Answer { complete: false, ..Answer::NONE });
        }
        answers
    }

    /// Adds a puzzle's answer; its solutions have been added before.
    #[inline]
    fn push(&mut self, answer: Answer) {
        self.all.push(answer);
        self.ends.push(self.grids.len());
    }

    /// How many puzzles there were.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there were none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The answers.
    pub fn iter(&self) -> std::slice::Iter<'_, Answer> {
        self.all.iter()
    }

    /// The solutions of a puzzle that were kept.
    pub fn solutions(&self, puzzle: usize) -> &[[u8; CELLS]] {
        let start = if puzzle == 0 { 0 } else { self.ends[puzzle - 1] };
        &self.grids[start..self.ends[puzzle]]
    }
}

impl<'a, const CELLS: usize> IntoIterator for &'a Answers<CELLS> {
    type Item = &'a Answer;
    type IntoIter = std::slice::Iter<'a, Answer>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<const CELLS: usize> Index<usize> for Answers<CELLS> {
    type Output = Answer;

    fn index(&self, puzzle: usize) -> &Answer {
        &self.all[puzzle]
    }
}
