//! Puzzles with clues on given cells and nowhere else.
//!
//! The digits of a random complete grid on these cells leave some number of solutions. Then one or
//! two clues are changed again and again, to what leaves fewer, until there is one: a descent that
//! takes the best of some random changes each time, even if it is a little worse than before, and
//! that restarts where it makes no progress.

use std::collections::BTreeSet;

use super::full::full;
use crate::engine::EngineSpec;
use crate::error::Result;
use crate::grid::{Cell, Digit};
use crate::jobs::answer;
use crate::limits::{Limits, Query};
use crate::puzzle::{Puzzle, Solution};
use crate::random::Random;

/// Changes of which the best is taken.
const CHANGES: usize = 64;

/// Rounds without an improvement, after which the descent ends.
const PATIENCE: usize = 40;

/// Solutions that are counted at most: many where they are counted in no time.
const MANY: u64 = 20_000;
const SOME: u64 = 50;

/// Searches once from a random grid: a puzzle with one solution and that solution, or `None`, and
/// the fewest solutions that were reached.
pub(super) fn descend(
    empty: &Puzzle,
    pattern: &BTreeSet<Cell>,
    engine: &EngineSpec,
    random: &mut Random,
    limits: &Limits,
) -> Result<(Option<(Puzzle, Solution)>, u64)> {
    let Some(grid) = full(empty, random, limits)? else { return Ok((None, 0)) };
    let cells: Vec<_> = pattern.iter().copied().collect();
    let mut clues: Vec<_> = cells.iter().map(|&cell| grid.digit(cell)).collect();
    let with = |clues: &[Digit]| {
        let mut puzzle = empty.clone();
        cells.iter().zip(clues).for_each(|(&cell, &digit)| puzzle.set(cell, digit));
        puzzle
    };
    let first = [with(&clues)];
    let fast = answer::find_together(&first.each_ref(), engine, limits, Query::count(Some(1)))?;
    let most = if fast[0].is_some() { MANY } else { SOME };
    let mut now = count(&first, engine, limits, most)?[0].unwrap_or(most);
    let (mut least, mut idle) = (now, 0);
    while now != 1 && idle < PATIENCE && !limits.expired() {
        idle += 1;
        let changed: Vec<_> = (0..CHANGES).map(|_| change(empty, &cells, &clues, random)).collect();
        let puzzles: Vec<_> = changed.iter().map(|clues| with(clues)).collect();
        // What is much worse need not be counted to its end.
        let enough = (now + now / 8 + 3).min(most);
        let counts = count(&puzzles, engine, limits, enough)?;
        let found = (0..).zip(&counts).filter_map(|(k, &count)| Some((count?, k)));
        let Some((fewest, k)) = found.filter(|&(count, _): &(u64, usize)| count > 0).min() else {
            continue;
        };
        clues.clone_from(&changed[k]);
        now = fewest;
        if now < least {
            (least, idle) = (now, 0);
        }
    }
    if now != 1 {
        return Ok((None, least));
    }
    let puzzle = with(&clues);
    let found = answer::find(&puzzle, engine, limits, Query::UNIQUE)?;
    let unique = found.is_complete() && found.count == 1;
    Ok((
        found.solutions.into_iter().next().filter(|_| unique).map(|solution| (puzzle, solution)),
        1,
    ))
}

/// How many solutions each puzzle has, at most `limit`; `None` where a limit was reached.
fn count(
    puzzles: &[Puzzle],
    engine: &EngineSpec,
    limits: &Limits,
    limit: u64,
) -> Result<Vec<Option<u64>>> {
    let all: Vec<_> = puzzles.iter().collect();
    let together = answer::find_together(&all, engine, limits, Query::count(Some(limit)))?;
    let each = all.iter().zip(together).map(|(puzzle, found)| {
        let found = match found {
            Some(found) => found?,
            None => answer::find(puzzle, engine, limits, Query::count(Some(limit)))?,
        };
        Ok((found.is_complete() || found.count >= limit).then_some(found.count))
    });
    each.collect()
}

/// One or two clues changed, so that no two clues clash where it can be helped.
fn change(empty: &Puzzle, cells: &[Cell], clues: &[Digit], random: &mut Random) -> Vec<Digit> {
    let mut changed = clues.to_vec();
    if cells.is_empty() {
        return changed;
    }
    let side = empty.side();
    let layout = empty.layout();
    for _ in 0..=random.below(4) / 3 {
        let k = random.below(cells.len());
        let mine = layout.houses_of(cells[k]);
        let seen = |j: usize| layout.houses_of(cells[j]).iter().any(|house| mine.contains(house));
        let taken: BTreeSet<_> =
            (0..cells.len()).filter(|&j| seen(j)).map(|j| changed[j]).collect();
        let free: Vec<_> =
            (0..side).map(Digit::new).filter(|digit| !taken.contains(digit)).collect();
        if let Some(&digit) = free.get(random.below(free.len().max(1))) {
            changed[k] = digit;
        }
    }
    changed
}
