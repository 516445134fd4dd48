//! The search for fewer clues than an order leaves.
//!
//! Each try puts a few clues back that were taken out, and takes clues out in a new order, in which
//! those put back are the last to go: what they make redundant may be more than they are. What is
//! left is kept if it has no more clues than before, so that the search moves on among puzzles of
//! the same number: the exchange of a few clues by which people look for puzzles with few.

use super::{Goal, LARGE, Options, Progress, Reduction, clues, dig};
use crate::error::Result;
use crate::grid::Cell;
use crate::limits::Limits;
use crate::puzzle::Puzzle;
use crate::random::Random;

/// Clues put back at most.
const BACK: usize = 4;

/// Goes on from a minimal puzzle, made of `puzzle`.
pub(super) fn search(
    puzzle: &Puzzle,
    mut best: Reduction,
    random: &mut Random,
    options: &Options,
    limits: &Limits,
    progress: &mut dyn FnMut(Progress),
) -> Result<Reduction> {
    let goal = Goal {
        target: 0,
        effort: options.effort,
        passes: puzzle.digits() >= LARGE,
        sat: &options.sat,
    };
    let mut left = clues(&best.puzzle);
    // The clues that are out.
    let mut out: Vec<Cell> = best.removed.iter().map(|&(cell, _)| cell).collect();
    for _ in 0..options.tries {
        if out.is_empty() {
            break;
        }
        let mut back: Vec<Cell> = Vec::new();
        for _ in 0..=random.below(BACK.min(out.len())) {
            back.push(out.swap_remove(random.below(out.len())));
        }
        let mut next = best.puzzle.clone();
        for &cell in &back {
            next.set_candidates(cell, &puzzle.clues().get(cell));
        }
        random.shuffle(&mut left);
        let order: Vec<_> = left.iter().chain(&back).map(|&cell| vec![cell]).collect();
        let dug = dig(&next, &best.solution, &order, &goal, limits, &mut |_| {})?;
        let now = clues(&dug.puzzle);
        if limits.expired() {
            break;
        }
        if dug.complete && now.len() <= left.len() {
            out.extend(dug.removed.iter().map(|&(cell, _)| cell));
            best.puzzle = dug.puzzle;
            best.needed = now.len();
            left = now;
        } else {
            out.extend(back);
        }
        progress(Progress { clues: left.len(), open: 0 });
    }
    // Every order is right, as those that are left determine all.
    let solution = &best.solution;
    best.removed = clues(puzzle)
        .into_iter()
        .filter(|cell| !left.contains(cell))
        .map(|cell| (cell, solution.digit(cell)))
        .collect();
    Ok(best)
}
