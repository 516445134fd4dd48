//! The short ways: what is asked of puzzles most, as methods of theirs, by the default engine and
//! without limits. What they stand for takes engines and limits.

use std::sync::Arc;

use crate::engine::{EngineOptions, EngineSpec};
use crate::error::{Error, Result};
use crate::grid::Layout;
use crate::jobs::answer::{self, Solutions, Uniqueness};
use crate::jobs::explain::{self, Explanation};
use crate::jobs::generate::{self, Generated, Made, Wish};
use crate::limits::{Limits, Query};
use crate::puzzle::{Puzzle, Solution};
use crate::rate::{self, Rating, Start, Step, Verdict};

impl Puzzle {
    /// A solution, or `None` if there is none: [`answer::solve`].
    ///
    /// ```
    /// let puzzle = satoku::parse("1...............")?;
    /// assert!(puzzle.solve()?.is_some());
    /// # Ok::<(), satoku::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the engine fails.
    pub fn solve(&self) -> Result<Option<Solution>> {
        answer::solve(self, &EngineSpec::default(), &Limits::none())
    }

    /// The number of solutions, at most `limit` if there is one: [`answer::find`].
    ///
    /// ```
    /// assert_eq!(satoku::parse("................")?.count(None)?, 288);
    /// # Ok::<(), satoku::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the engine fails.
    pub fn count(&self, limit: Option<u64>) -> Result<u64> {
        let query = Query::count(limit);
        Ok(answer::find(self, &EngineSpec::default(), &Limits::none(), query)?.count)
    }

    /// The solution, if there is exactly one: [`answer::unique`].
    ///
    /// # Errors
    /// If the engine fails.
    pub fn unique(&self) -> Result<Option<Solution>> {
        match answer::unique(self, &EngineSpec::default(), &Limits::none())? {
            Uniqueness::Unique(solution) => Ok(Some(solution)),
            _ => Ok(None),
        }
    }

    /// Whether there is exactly one solution.
    ///
    /// # Errors
    /// If the engine fails.
    pub fn is_unique(&self) -> Result<bool> {
        Ok(self.unique()?.is_some())
    }

    /// The solutions, searched for while they are used: [`answer::solutions`].
    ///
    /// ```
    /// let puzzle = satoku::parse("................")?;
    /// let first: Vec<_> = puzzle.solutions().take(5).collect::<satoku::Result<_>>()?;
    /// assert_eq!(first.len(), 5);
    /// # Ok::<(), satoku::Error>(())
    /// ```
    pub fn solutions(&self) -> Solutions {
        answer::solutions(self, &EngineSpec::default(), &Limits::none())
    }

    /// Why there is no solution, several, or one: [`explain::explain`].
    ///
    /// # Errors
    /// If the engine fails.
    pub fn explain(&self) -> Result<Explanation> {
        explain::explain(self, &EngineOptions::default(), &Limits::none())
    }

    /// The rating, ER/EP/ED; `None` if there is not exactly one solution, or no empty cell:
    /// [`rate::rate`].
    ///
    /// ```
    /// let puzzle = satoku::parse(
    ///     "..5........6..2..8..4...1.7....1..7....8....4.2..47..9..175.6...8...3....5.....9.",
    /// )?;
    /// assert_eq!(puzzle.rate()?.expect("one solution").to_string(), "9.0/9.0/2.6");
    /// # Ok::<(), satoku::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the layout or the rules are not those of plain 9×9.
    pub fn rate(&self) -> Result<Option<Rating>> {
        Ok(match rate::rate(self, &Limits::none())? {
            Verdict::Rated(rating) => Some(rating),
            _ => None,
        })
    }

    /// The next step by which people solve it, from the candidates that it has; `None` if there is
    /// not exactly one solution, no empty cell, or no step that is known: [`rate::start`].
    ///
    /// ```
    /// let puzzle = satoku::parse(
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    /// )?;
    /// let step = puzzle.hint()?.expect("a step");
    /// assert_eq!(step.technique().slug, "hidden-single-box");
    /// # Ok::<(), satoku::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the layout or the rules are not those of plain 9×9.
    pub fn hint(&self) -> Result<Option<Step>> {
        Ok(match rate::start(self, &Limits::none())? {
            Start::At(mut path) => path.next(),
            Start::Not(_) => None,
        })
    }
}

/// A random puzzle with one solution: the first of a seed, see [`generate::generate`].
///
/// ```
/// use satoku::Layout;
///
/// let made = satoku::generate(&Layout::boxes(2, 2)?.shared(), 7)?;
/// assert_eq!(made.puzzle.unique()?, Some(made.solution));
/// # Ok::<(), satoku::Error>(())
/// ```
///
/// # Errors
/// If the layout has no complete grid, or the engine fails.
pub fn generate(layout: &Arc<Layout>, seed: u64) -> Result<Generated> {
    let wish = Wish::new(Arc::clone(layout));
    match generate::generate(&wish, seed, 0..1, &Limits::none(), &|_| {})?.pop() {
        Some(Made::Puzzle(made)) => Ok(*made),
        _ => Err(Error::unsupported("no puzzle of this layout was found")),
    }
}
