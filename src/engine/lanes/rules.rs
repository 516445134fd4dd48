//! What varies with the kind of grid: how a batch gets into the lanes, what a sweep finds in it and
//! where to branch.

use std::fmt::Debug;

use super::isa::Isa;

/// The candidates of all cells, for as many puzzles as there are lanes.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
pub(super) struct Block<I: Isa, const CELLS: usize> {
    pub(super) rows: [I::Row; CELLS],
}

impl<I: Isa, const CELLS: usize> Block<I, CELLS> {
    pub(super) fn empty() -> Self {
        Block { rows: [I::Row::default(); CELLS] }
    }
}

/// What became of the lanes in a sweep, as bits.
#[derive(Debug, Clone, Copy)]
pub(super) struct Outcome {
    /// Their puzzle has no solution.
    pub(super) wrong: u32,
    /// Every cell has one candidate, and nothing seems wrong; whether it is a solution,
    /// [`Rules::solved`] tells.
    pub(super) filled: u32,
    /// The sweep found nothing.
    pub(super) same: u32,
}

/// A kind of grid, and a batch of puzzles of that kind.
///
/// All functions but the first two are inlined into the function of an instruction set.
pub(super) trait Rules<const CELLS: usize>: Copy + Debug {
    /// Eighths of the lanes that wait for one another until they branch or go on to other grids.
    const EIGHTHS: u32;
    /// What a sweep leaves behind for the branches.
    type Marks<I: Isa>: Debug;
    /// Where each lane would branch.
    type Choice<I: Isa>: Debug;

    /// How many puzzles there are.
    fn puzzles(&self) -> usize;
    /// Writes some puzzles, from that number on, into lanes, from the first on.
    fn read<I: Isa>(&self, isa: I, from: usize, count: usize, block: &mut Block<I, CELLS>);

    fn marks<I: Isa>(isa: I) -> Self::Marks<I>;
    /// Some lanes have got other grids.
    fn renew<I: Isa>(isa: I, marks: &mut Self::Marks<I>, lanes: u32);
    /// Propagates once over rows and once over columns.
    fn sweep<I: Isa>(isa: I, block: &mut Block<I, CELLS>, marks: &mut Self::Marks<I>) -> Outcome;
    /// Of lanes that are filled, those that are solved.
    fn solved<I: Isa>(isa: I, block: &Block<I, CELLS>) -> u32;

    /// Chooses where to branch, for all lanes at once.
    fn choose<I: Isa>(isa: I, block: &Block<I, CELLS>, marks: &Self::Marks<I>) -> Self::Choice<I>;
    /// Whether there is something to branch on; else the lane is wrong.
    fn is_open<I: Isa>(choice: &Self::Choice<I>, lane: usize) -> bool;
    /// Takes the first side of a lane's branch.
    fn confine<I: Isa>(choice: &Self::Choice<I>, lane: usize, block: &mut Block<I, CELLS>);
    /// Takes the second side of a lane's branch, for a grid that was deferred elsewhere.
    fn exclude<I: Isa>(
        choice: &Self::Choice<I>,
        lane: usize,
        block: &mut Block<I, CELLS>,
        place: usize,
    );
}
