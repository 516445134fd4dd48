//! 9×9: the batch, and one puzzle alone.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `sweep` | propagation, for all lanes at once |
//! | `branch` | where to branch |
//! | `input` | puzzles into vectors |
//! | `solo` | one puzzle alone |

mod branch;
mod input;
mod solo;
mod sweep;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use super::crew::Crew;
use super::isa::{InstructionSet, Isa, Work};
use super::rules::{Outcome, Rules};
use super::tasks::Tasks;
use super::{Answer, Answers, Query};
use crate::error::{Error, Result};
use crate::limits::{End, Limits};
use branch::{Branch, Choice};
use solo::Solo;
pub(super) use sweep::ALL;
use sweep::{Block, Ways, half_sweep};

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

/// Solves a batch with the instruction set of [`InstructionSet::chosen`].
///
/// Batches of a thousand puzzles or more serve the lanes best. The limits are those of the whole
/// batch, but for the effort, which is a puzzle's.
///
/// # Errors
/// If the instruction set that was asked for is not there; or if a solution turns out to be none
/// ([`Error::is_disagreement`]), which would be a mistake in this engine.
pub fn solve(puzzles: &[Clues<'_>], query: Query, limits: &Limits) -> Result<Answers<CELLS>> {
    solve_with(InstructionSet::chosen()?, puzzles, query, limits)
}

/// Solves a batch with a given instruction set.
///
/// # Errors
/// As [`solve`].
pub fn solve_with(
    set: InstructionSet,
    puzzles: &[Clues<'_>],
    query: Query,
    limits: &Limits,
) -> Result<Answers<CELLS>> {
    let answers = set.dispatch(Batch { puzzles, query, limits });
    for (number, clues) in puzzles.iter().enumerate() {
        for grid in answers.solutions(number) {
            if !input::agrees(clues, grid) {
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
    clues: Clues<'_>,
    limits: &Limits,
    visit: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
) -> Result<(u64, End)> {
    Ok(InstructionSet::chosen()?.dispatch(Visit { clues, limits, take: visit }))
}

/// So many puzzles are worked off together: what is written down of them stays in the second-level
/// cache, and few lanes are idle at their end.
const PART: usize = 4096;

/// Branches after which a puzzle that was started alone moves to the lanes and starts over:
/// more where it is the only one, as it has to fill them by itself.
fn handed_over_after(puzzles: usize) -> u64 {
    if puzzles == 1 { 500 } else { 20 }
}

/// A batch of 9×9 puzzles for the lanes.
#[derive(Debug, Clone, Copy)]
struct Nine<'a> {
    puzzles: &'a [Clues<'a>],
}

/// What a sweep leaves behind.
#[derive(Debug)]
struct Marks<I: Isa> {
    ways: Ways<I>,
    /// The sum of the masks after the last sweep.
    last: I::Row,
}

/// The sum of the masks of a filled grid.
const FILLED: u16 = 9 * ALL;

impl Rules<CELLS> for Nine<'_> {
    const EIGHTHS: u32 = 3;
    type Marks<I: Isa> = Marks<I>;
    type Choice<I: Isa> = Choice<I>;

    fn puzzles(&self) -> usize {
        self.puzzles.len()
    }

    fn read<I: Isa>(&self, isa: I, from: usize, count: usize, block: &mut Block<I>) {
        input::read(isa, &self.puzzles[from..from + count], block);
    }

    #[inline(always)]
    fn marks<I: Isa>(_isa: I) -> Marks<I> {
        let row = I::Row::default();
        Marks { ways: [[row; 6]; 6], last: row }
    }

    #[inline(always)]
    fn renew<I: Isa>(isa: I, marks: &mut Marks<I>, lanes: u32) {
        let last = isa.blend(isa.mask(lanes), isa.splat(0), isa.load(&marks.last));
        isa.store(last, &mut marks.last);
    }

    #[inline(always)]
    fn sweep<I: Isa>(isa: I, block: &mut Block<I>, marks: &mut Marks<I>) -> Outcome {
        let rows = half_sweep::<I, false>(isa, block, &mut marks.ways);
        let columns = half_sweep::<I, true>(isa, block, &mut marks.ways);
        let placeable = isa.and(rows.placeable, columns.placeable);
        let wrong = !isa.eq(placeable, isa.splat(ALL)) | isa.eq(columns.least, isa.splat(0));
        let filled = isa.eq(columns.sum, isa.splat(FILLED)) & !wrong;
        let same = isa.eq(columns.sum, isa.load(&marks.last));
        isa.store(columns.sum, &mut marks.last);
        Outcome { wrong, filled, same }
    }

    #[inline(always)]
    fn solved<I: Isa>(isa: I, block: &Block<I>) -> u32 {
        sweep::with_all_digits(isa, block)
    }

    #[inline(always)]
    fn choose<I: Isa>(isa: I, _block: &Block<I>, marks: &Marks<I>) -> Choice<I> {
        branch::choose(isa, &marks.ways)
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

struct Batch<'a> {
    puzzles: &'a [Clues<'a>],
    query: Query,
    limits: &'a Limits,
}

impl Work for Batch<'_> {
    type Outcome = Answers<CELLS>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Answers<CELLS> {
        let Batch { puzzles, query, limits } = self;
        if query.limit == Some(0) {
            return Answers::nothing(puzzles.len());
        }
        let mut answers = Answers::with_capacity(puzzles.len(), 0);
        // With half the lanes idle, solving one by one is quicker.
        if puzzles.len() > I::LANES / 2 || limits.effort().is_some() {
            for puzzles in puzzles.chunks(PART) {
                let tasks = Tasks::new(puzzles.len(), query, limits);
                Crew::new(isa, Nine { puzzles }, tasks).run(limits, &mut answers);
            }
            return answers;
        }
        let mut solo = Solo::new(isa.folded());
        let most = handed_over_after(puzzles.len());
        let mut handed_over = Vec::new();
        for clues in puzzles {
            let answer = solo.answer(*clues, query, limits, most, &mut answers.grids);
            if answer.is_none() {
                handed_over.push((answers.len(), *clues));
            }
            answers.push(answer.unwrap_or(Answer::NONE));
        }
        if handed_over.is_empty() {
            return answers;
        }
        let hard: Vec<_> = handed_over.iter().map(|(_, clues)| *clues).collect();
        let tasks = Tasks::new(hard.len(), query, limits);
        let mut rest = Answers::with_capacity(hard.len(), 0);
        Crew::new(isa, Nine { puzzles: &hard }, tasks).run(limits, &mut rest);
        let mut merged = Answers::with_capacity(puzzles.len(), puzzles.len());
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
    type Outcome = (u64, End);

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> (u64, End) {
        let mut solo = Solo::new(isa.folded());
        let end = solo.search(self.clues, self.limits, u64::MAX, |grid| (self.take)(&grid()));
        (solo.nodes(), end)
    }
}
