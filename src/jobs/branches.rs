//! How hard a puzzle is for a search: the mean number of branches over random images of it. Beyond
//! the scales for people, and on large grids, this still tells puzzles apart.

use crate::engine::{EngineOptions, EngineSpec};
use crate::error::{Error, Result};
use crate::jobs::answer;
use crate::jobs::transform::Transformation;
use crate::limits::{Limits, Query};
use crate::puzzle::Puzzle;

/// The mean number of decisions that native search makes to show that there is one solution, or how
/// many there are up to two, over this many random images; `None` where a limit is reached.
/// The same seed gives the same number.
///
/// # Errors
/// If the grid is no square of cells with digits from 1, a rule has no such image, or the search
/// fails.
pub fn branches(puzzle: &Puzzle, images: u32, seed: u64, limits: &Limits) -> Result<Option<f64>> {
    if puzzle.layout().plain_side().is_none() {
        return Err(Error::unsupported("branches: only for square grids"));
    }
    let engine = EngineSpec::new("native", EngineOptions::default())?;
    let mut nodes = 0;
    for number in 0..images {
        let image = Transformation::random(puzzle.layout(), seed, number.into()).apply(puzzle)?;
        let found = answer::find(&image, &engine, limits, Query::UNIQUE)?;
        if !found.is_complete() && found.count < 2 {
            return Ok(None);
        }
        nodes += found.stats.nodes;
    }
    #[expect(clippy::cast_precision_loss, reason = "a mean")]
    let mean = nodes as f64 / f64::from(images.max(1));
    Ok(Some(mean))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::parse;

    #[test]
    fn harder_puzzles_have_more_branches() {
        let easy =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let hard =
            "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";
        let mean = |text: &str, images: u32, seed: u64| {
            branches(&parse(text).unwrap(), images, seed, &Limits::none()).unwrap().unwrap()
        };
        assert_eq!(mean(easy, 20, 0).to_string(), "0");
        assert!(mean(hard, 20, 0) > 5.0);
        assert_eq!(mean(hard, 5, 7).to_string(), mean(hard, 5, 7).to_string());
        assert_ne!(mean(hard, 20, 0).to_string(), mean(hard, 20, 1).to_string());
        let limits = Limits::none().with_effort(1);
        assert!(branches(&parse(hard).unwrap(), 3, 0, &limits).unwrap().is_none());
    }
}
