//! The fast engine for 9×9: one puzzle in each 16-bit lane of a vector register.
//!
//! Where most solvers work on one puzzle at a time, this one advances 8, 16 or 32 of them
//! together, a puzzle a lane: the candidates of a cell are nine bits of a lane, and 81 vectors are
//! the grids of as many puzzles as there are lanes. Nothing in the hot part depends on what a lane
//! does; masks say who is solved, wrong or at rest. One puzzle alone is solved with all its
//! mini-rows side by side instead, and handed over to the lanes when its search grows.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `isa` | what varies by instruction set: a vector and two dozen operations |
//! | `sweep` | propagation, for all lanes at once |
//! | `branch` | where to branch |
//! | `crew` | the search that moves puzzles in and out of lanes |
//! | `shelf` | the grids that are put by meanwhile |
//! | `tasks` | the books: what was found of which puzzle, in what order |
//! | `solo` | one puzzle alone |
//! | `input` | puzzles into vectors |
//!
//! A puzzle's search is fixed by the puzzle alone: neither the instruction set, nor the neighbours
//! in the batch, nor threads change which solutions are found first, or how many branches it took.
//!
//! ```
//! use satoku::Limits;
//! use satoku::lanes::{self, Clues, Wish};
//!
//! let puzzle = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let answers = lanes::solve(&[Clues::Text(puzzle)], Wish::up_to(2), &Limits::none())?;
//! assert_eq!(answers[0].count, 1);
//! assert!(answers[0].complete);
//! assert_eq!(answers.solutions(0)[0][..9], [5, 3, 4, 6, 7, 8, 9, 1, 2]);
//! # Ok::<(), satoku::Error>(())
//! ```

#![allow(clippy::inline_always, reason = "what is not inlined is not compiled for the set")]
#![allow(clippy::cast_possible_truncation, reason = "lanes, cells, digits: small numbers")]
#![allow(clippy::needless_range_loop, reason = "several arrays share rows, boxes and ways")]

mod branch;
mod crew;
mod input;
mod isa;
mod shelf;
mod solo;
mod sweep;
mod tasks;
#[cfg(test)]
mod tests;

use std::ops::{ControlFlow, Index};

use crate::error::{Error, Result};
use crate::limits::Limits;
use crew::Crew;
pub use isa::InstructionSet;
use isa::{Fold, Work};
use solo::Solo;
use tasks::Tasks;

/// Cells of a grid.
pub const CELLS: usize = 81;

/// A filled grid: numbers 1 to 9 row by row.
pub type Grid = [u8; CELLS];

/// What is known of a puzzle.
#[derive(Debug, Clone, Copy)]
pub enum Clues<'a> {
    /// A character a cell, row by row: `1` to `9` are clues, anything else is an empty cell.
    Text(&'a [u8; CELLS]),
    /// The candidates of each cell, row by row: bit `d` for the number `d + 1`. Bits above the
    /// ninth are ignored; a cell without candidates makes the puzzle one without solutions.
    Candidates(&'a [u16; CELLS]),
}

/// What is asked of every puzzle of a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wish {
    /// With so many solutions found a puzzle is done; `None` counts all of them.
    pub limit: Option<u64>,
    /// How many solutions are handed out, the first in the order of the search.
    pub keep: usize,
}

impl Wish {
    /// Looks for so many solutions and hands all of them out.
    pub fn up_to(limit: usize) -> Self {
        Wish { limit: Some(limit as u64), keep: limit }
    }

    /// Counts, all or up to a limit, and hands nothing out.
    pub fn count(limit: Option<u64>) -> Self {
        Wish { limit, keep: 0 }
    }
}

/// What was found of one puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer {
    /// How many solutions, at most the wish's limit.
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

/// The answers to a batch, in the order of the puzzles.
#[derive(Debug, Clone, Default)]
pub struct Answers {
    all: Vec<Answer>,
    /// Where each puzzle's solutions end.
    ends: Vec<usize>,
    grids: Vec<Grid>,
}

impl Answers {
    /// Adds a puzzle's answer; its solutions have been added before.
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
    pub fn solutions(&self, puzzle: usize) -> &[Grid] {
        let start = if puzzle == 0 { 0 } else { self.ends[puzzle - 1] };
        &self.grids[start..self.ends[puzzle]]
    }
}

impl<'a> IntoIterator for &'a Answers {
    type Item = &'a Answer;
    type IntoIter = std::slice::Iter<'a, Answer>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl Index<usize> for Answers {
    type Output = Answer;

    fn index(&self, puzzle: usize) -> &Answer {
        &self.all[puzzle]
    }
}

/// Solves a batch with the instruction set that [`InstructionSet::chosen`] tells.
///
/// Batches of a thousand puzzles or more serve the lanes best. The limits are those of the whole
/// batch, but for the effort, which is a puzzle's.
///
/// # Errors
/// If the instruction set that was asked for is not there; or if a solution turns out to be none
/// ([`Error::is_disagreement`]), which would be a mistake in this engine.
pub fn solve(puzzles: &[Clues<'_>], wish: Wish, limits: &Limits) -> Result<Answers> {
    solve_with(InstructionSet::chosen()?, puzzles, wish, limits)
}

/// Solves a batch with a given instruction set.
///
/// # Errors
/// As [`solve`].
pub fn solve_with(
    set: InstructionSet,
    puzzles: &[Clues<'_>],
    wish: Wish,
    limits: &Limits,
) -> Result<Answers> {
    let answers = set.dispatch(Batch { puzzles, wish, limits });
    for (number, clues) in puzzles.iter().enumerate() {
        for grid in answers.solutions(number) {
            if !input::agrees(clues, grid) {
                return Err(Error::disagreement(format!(
                    "engine lanes gave a grid that is no solution of puzzle {number} of a batch"
                )));
            }
        }
    }
    Ok(answers)
}

/// Hands each solution of one puzzle to `visit`, until it breaks, in the order in which [`solve`]
/// finds them. How many branches it took; whether there are no more solutions, or `None` if a
/// limit struck.
///
/// # Errors
/// If the instruction set that was asked for is not there.
pub fn visit(
    clues: Clues<'_>,
    limits: &Limits,
    visit: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
) -> Result<(u64, Option<bool>)> {
    Ok(InstructionSet::chosen()?.dispatch(Visit { clues, limits, take: visit }))
}

/// Up to so many puzzles are begun one by one, since they would leave most lanes idle.
const FEW: usize = 8;

/// Branches after which a puzzle that was begun alone is handed over to the lanes, to begin anew:
/// more where it is the only one, as it has to fill them by itself.
fn handed_over_after(puzzles: usize) -> u64 {
    if puzzles == 1 { 500 } else { 20 }
}

struct Batch<'a> {
    puzzles: &'a [Clues<'a>],
    wish: Wish,
    limits: &'a Limits,
}

impl Work for Batch<'_> {
    type Outcome = Answers;

    #[inline(always)]
    fn run<I: Fold>(self, isa: I) -> Answers {
        let Batch { puzzles, wish, limits } = self;
        if wish.limit == Some(0) {
            // Done before it begins, and so with nothing known.
            let mut answers = Answers::default();
            for _ in puzzles {
                answers.push(Answer { complete: false, ..Answer::NONE });
            }
            return answers;
        }
        if puzzles.len() > FEW || limits.effort().is_some() {
            return Crew::new(isa, puzzles, Tasks::new(puzzles.len(), wish, limits)).run(limits);
        }
        let mut answers = Answers::default();
        let mut solo = Solo::new(isa);
        let most = handed_over_after(puzzles.len());
        let mut handed_over = Vec::new();
        for clues in puzzles {
            let answer = solo.answer(*clues, wish, limits, most, &mut answers.grids);
            if answer.is_none() {
                handed_over.push((answers.len(), *clues));
            }
            answers.push(answer.unwrap_or(Answer::NONE));
        }
        if handed_over.is_empty() {
            return answers;
        }
        let hard: Vec<_> = handed_over.iter().map(|(_, clues)| *clues).collect();
        let tasks = Tasks::new(hard.len(), wish, limits);
        let rest = Crew::new(isa, &hard, tasks).run(limits);
        let mut merged = Answers::default();
        let mut next = handed_over.iter().zip(0..).peekable();
        for number in 0..puzzles.len() {
            let (from, at) = match next.next_if(|((puzzle, _), _)| *puzzle == number) {
                Some((_, at)) => (&rest, at),
                None => (&answers, number),
            };
            merged.grids.extend_from_slice(from.solutions(at));
            merged.push(from[at]);
        }
        merged
    }
}

struct Visit<'a> {
    clues: Clues<'a>,
    limits: &'a Limits,
    take: &'a mut dyn FnMut(&Grid) -> ControlFlow<()>,
}

impl Work for Visit<'_> {
    type Outcome = (u64, Option<bool>);

    #[inline(always)]
    fn run<I: Fold>(self, isa: I) -> (u64, Option<bool>) {
        let mut solo = Solo::new(isa);
        let end = solo.search(self.clues, self.limits, u64::MAX, |grid| (self.take)(&grid()));
        let exhausted = match end {
            solo::End::Exhausted => Some(true),
            solo::End::Stopped => Some(false),
            solo::End::Limit => None,
        };
        (solo.nodes(), exhausted)
    }
}
