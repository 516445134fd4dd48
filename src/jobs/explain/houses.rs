//! Which houses and rules a clash of clues needs: a minimal unsatisfiable subset, each of them
//! under a selector.

use super::formula::restricted;
use crate::error::{Error, Result};
use crate::grid::Cell;
use crate::limits::Limits;
use crate::puzzle::Puzzle;
use crate::sat::oracle::{Options, Oracle, Reply};

/// Houses and rules of a puzzle that cannot be filled with these clues, which clash; and whether it
/// was shown that none can be spared. They are ids: the houses by index, then the rules.
pub(super) fn needed(
    puzzle: &Puzzle,
    clues: &[Cell],
    options: &Options,
    limits: &Limits,
) -> Result<(Vec<usize>, bool)> {
    let layout = puzzle.layout();
    let puzzle = restricted(puzzle, clues.iter().copied());
    if clues.iter().any(|&cell| puzzle.clues().len(cell) == 0) {
        return Ok((Vec::new(), true));
    }
    if let &[a, b] = clues
        && let Some(digit) = puzzle.given(a)
        && puzzle.given(b) == Some(digit)
        && let Some(house) = layout.houses_of(a).iter().find(|h| layout.houses_of(b).contains(h))
    {
        return Ok((vec![*house as usize], true));
    }
    let count = layout.houses().len() + puzzle.rules().len();
    let (mut oracle, selectors) = match Oracle::selected(&puzzle, options, limits) {
        Ok(made) => made,
        Err(error) if error.is_limit() => return Ok(((0..count).collect(), false)),
        Err(error) => return Err(error),
    };
    let mut ask = |left: &[usize], kept: &[usize]| -> Result<Reply<usize>> {
        let assumed = left.iter().chain(kept).map(|&id| (id, selectors[id]));
        oracle.ask(assumed, limits)
    };
    let mut left: Vec<usize> = (0..count).collect();
    // A core of a core is often smaller.
    for _ in 0..4 {
        match ask(&left, &[])? {
            Reply::Core(core) => left = core,
            Reply::Unknown => return Ok((left, false)),
            Reply::Grid(_) => {
                return Err(Error::disagreement("SAT finds a grid for clues that clash"));
            }
        }
    }
    let mut kept = Vec::new();
    // The rules come last, so they are the first to go: those named are needed.
    while let Some(id) = left.pop() {
        match ask(&left, &kept)? {
            Reply::Core(core) => left.retain(|id| core.contains(id)),
            Reply::Grid(_) => kept.push(id),
            Reply::Unknown => {
                kept.extend(left);
                kept.push(id);
                kept.sort_unstable();
                return Ok((kept, false));
            }
        }
    }
    kept.sort_unstable();
    Ok((kept, true))
}
