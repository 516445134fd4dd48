//! Which houses a clash of clues needs: a minimal unsatisfiable subset, each house under a selector.

use super::formula::restricted;
use crate::error::{Error, Result};
use crate::grid::Cell;
use crate::limits::Limits;
use crate::puzzle::Puzzle;
use crate::sat::oracle::{Options, Oracle, Reply};

/// Houses of a puzzle, as indices, that cannot be filled with these clues, which clash; and
/// whether it was shown that none can be spared.
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
    let count = layout.houses().len();
    let (mut oracle, selectors) = match Oracle::selected(&puzzle, options, limits) {
        Ok(made) => made,
        Err(error) if error.is_limit() => return Ok(((0..count).collect(), false)),
        Err(error) => return Err(error),
    };
    // Constraints are always asked for.
    let (houses, rules) = selectors.split_at(count);
    let mut ask = |left: &[usize], kept: &[usize]| -> Result<Reply<usize>> {
        let houses = left.iter().chain(kept).map(|&house| (Some(house), houses[house]));
        let rules = rules.iter().map(|&rule| (None, rule));
        Ok(oracle.ask(houses.chain(rules), limits)?.named())
    };
    let mut left: Vec<usize> = (0..count).collect();
    // A core of a core is often smaller.
    for _ in 0..4 {
        match ask(&left, &[])? {
            Reply::Core(core) => left = core,
            Reply::Unknown => return Ok((left, false)),
            Reply::Grid(_) => {
                return Err(Error::disagreement("clues that clash do not clash in their houses"));
            }
        }
    }
    let mut kept = Vec::new();
    while let Some(house) = left.pop() {
        match ask(&left, &kept)? {
            Reply::Core(core) => left.retain(|house| core.contains(house)),
            Reply::Grid(_) => kept.push(house),
            Reply::Unknown => {
                kept.extend(left);
                kept.push(house);
                kept.sort_unstable();
                return Ok((kept, false));
            }
        }
    }
    kept.sort_unstable();
    Ok((kept, true))
}
