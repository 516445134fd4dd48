//! 16×16 with sixteen digits and boxes of 4×4: sixteen candidates fill a lane.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `sweep` | propagation, for all lanes at once |
//! | `branch` | where to branch |
//!
//! The rules are as strong as those of 9×9. But where these leave next to nothing to a search
//! there, 16×16 puzzles differ by orders of magnitude in what they leave to it; so a limit on
//! effort is the rule, behind which something that learns from its mistakes should take over.

mod branch;
mod sweep;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use super::crew::Crew;
use super::isa::{InstructionSet, Isa, Work};
use super::rules::{Outcome, Rules};
use super::tasks::{Take, Tasks};
use super::transpose::{self, MASKS};
use super::{Answer, Answers, Query};
use crate::error::{Error, Result};
use crate::limits::{End, Limits};
use branch::{Branch, Choice};
pub use sweep::CELLS;
use sweep::{ALL, Allowed, Block, half_sweep};

/// A filled grid: numbers 1 to 16 row by row.
pub type Grid = [u8; CELLS];

/// The candidates of each cell, row by row: bit `d` for the number `d + 1`. A cell without
/// candidates makes the puzzle one without solutions.
pub type Candidates = [u16; CELLS];

/// Solves a batch with the instruction set of [`InstructionSet::chosen`].
///
/// Batches of a hundred puzzles or more serve the lanes best. The limits are those of the whole
/// batch, but for the effort, which is a puzzle's: branches without a solution.
///
/// # Errors
/// If the instruction set that was asked for is not there; or if a solution turns out to be none
/// ([`Error::is_disagreement`]), which would be a mistake in this engine.
pub fn solve(puzzles: &[Candidates], query: Query, limits: &Limits) -> Result<Answers<CELLS>> {
    solve_with(InstructionSet::chosen()?, puzzles, query, limits)
}

/// Solves a batch with a given instruction set.
///
/// # Errors
/// As [`solve`].
pub fn solve_with(
    set: InstructionSet,
    puzzles: &[Candidates],
    query: Query,
    limits: &Limits,
) -> Result<Answers<CELLS>> {
    // With nothing to solve, no blocks are allocated.
    if query.limit == Some(0) || puzzles.is_empty() {
        return Ok(Answers::nothing(puzzles.len()));
    }
    let answers = set.dispatch(Batch { puzzles, query, limits });
    for (number, candidates) in puzzles.iter().enumerate() {
        for grid in answers.solutions(number) {
            if !agrees(candidates, grid) {
                return Err(Error::disagreement(format!(
                    "engine lanes returned an invalid solution of puzzle {number} of a batch"
                )));
            }
        }
    }
    Ok(answers)
}

/// Hands each solution of one puzzle to `visit`, until it breaks, in the order in which [`solve`]
/// finds them. How many branches it took, and how it ended.
///
/// # Errors
/// If the instruction set that was asked for is not there.
pub fn visit(
    candidates: &Candidates,
    limits: &Limits,
    visit: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
) -> Result<(u64, End)> {
    Ok(InstructionSet::chosen()?.dispatch(Visit { candidates, limits, take: visit }))
}

struct Batch<'a> {
    puzzles: &'a [Candidates],
    query: Query,
    limits: &'a Limits,
}

impl Work for Batch<'_> {
    type Outcome = Answers<CELLS>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Answers<CELLS> {
        let Batch { puzzles, query, limits } = self;
        let tasks = Tasks::new(puzzles.len(), query, limits);
        let mut answers = Answers::with_capacity(puzzles.len(), 0);
        Crew::new(isa, Sixteen { puzzles }, tasks).run(limits, &mut answers);
        answers
    }
}

struct Visit<'a> {
    candidates: &'a Candidates,
    limits: &'a Limits,
    take: Take<'a, CELLS>,
}

impl Work for Visit<'_> {
    type Outcome = (u64, End);

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> (u64, End) {
        let puzzles = std::slice::from_ref(self.candidates);
        let tasks = Tasks::handing_out(self.take, self.limits);
        let mut answers = Answers::with_capacity(1, 0);
        Crew::new(isa, Sixteen { puzzles }, tasks).run(self.limits, &mut answers);
        let answer = answers[0];
        let end = match answer {
            Answer { interrupted: true, .. } => End::Limit,
            Answer { complete: true, .. } => End::Exhausted,
            _ => End::Stopped,
        };
        (answer.nodes, end)
    }
}

/// A batch of 16×16 puzzles for the lanes.
#[derive(Debug, Clone, Copy)]
struct Sixteen<'a> {
    puzzles: &'a [Candidates],
}

impl Rules<CELLS> for Sixteen<'_> {
    const EIGHTHS: u32 = 2;
    type Marks<I: Isa> = Allowed<I>;
    type Choice<I: Isa> = Choice<I>;

    fn puzzles(&self) -> usize {
        self.puzzles.len()
    }

    fn read<I: Isa>(&self, _isa: I, from: usize, count: usize, block: &mut Block<I>) {
        for (group, puzzles) in self.puzzles[from..from + count].chunks(MASKS).enumerate() {
            let lane = MASKS * group;
            if let Ok(puzzles) = <&[_; MASKS]>::try_from(puzzles) {
                transpose::masks(&puzzles.each_ref(), lane, u16::MAX, block);
                continue;
            }
            for (puzzle, lane) in puzzles.iter().zip(lane..) {
                for (row, &candidates) in block.rows.iter_mut().zip(puzzle) {
                    row[lane] = candidates;
                }
            }
        }
    }

    #[inline(always)]
    fn marks<I: Isa>(_isa: I) -> Allowed<I> {
        [[I::Row::default(); 16]; 8]
    }

    #[inline(always)]
    fn renew<I: Isa>(_isa: I, _marks: &mut Allowed<I>, _lanes: u32) {}

    #[inline(always)]
    fn sweep<I: Isa>(isa: I, block: &mut Block<I>, allowed: &mut Allowed<I>) -> Outcome {
        let rows = half_sweep::<I, false>(isa, block, allowed);
        let columns = half_sweep::<I, true>(isa, block, allowed);
        let placeable = isa.and(rows.placeable, columns.placeable);
        let zero = isa.splat(0);
        let wrong = !isa.eq(placeable, isa.splat(ALL)) | isa.eq(columns.least, zero);
        let filled = isa.eq(rows.placed, isa.splat(ALL)) & !wrong;
        let same = isa.eq(isa.or(rows.gone, columns.gone), zero);
        Outcome { wrong, filled, same }
    }

    #[inline(always)]
    fn solved<I: Isa>(isa: I, block: &Block<I>) -> u32 {
        sweep::with_all_digits(isa, block)
    }

    #[inline(always)]
    fn choose<I: Isa>(isa: I, _block: &Block<I>, allowed: &Allowed<I>) -> Choice<I> {
        branch::choose(isa, allowed)
    }

    #[inline(always)]
    fn is_open<I: Isa>(choice: &Choice<I>, lane: usize) -> bool {
        choice.is_open(lane)
    }

    #[inline(always)]
    fn confine<I: Isa>(choice: &Choice<I>, lane: usize, block: &mut Block<I>) {
        Branch::of(choice, lane).confine::<I>(block, lane);
    }

    #[inline(always)]
    fn exclude<I: Isa>(choice: &Choice<I>, lane: usize, block: &mut Block<I>, place: usize) {
        Branch::of(choice, lane).exclude::<I>(block, place);
    }
}

/// Whether a grid keeps what is known of a puzzle.
fn agrees(candidates: &Candidates, grid: &Grid) -> bool {
    let mut both = candidates.iter().zip(grid);
    both.all(|(&candidates, &number)| u32::from(candidates) << 1 >> number & 1 == 1)
}
