//! Puzzles made to order: random complete grids, and clues taken out of them so that one solution
//! is left, which is proved for every puzzle before it is returned.
//!
//! A puzzle is a function of seed, number and wish alone: each number has random numbers of its
//! own, so that neither threads nor the size of batches nor the engine that judges change what
//! comes out.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `wish` | what is wanted, and what cannot be had |
//! | `symmetry` | which cells have clues together |
//! | `full`, `mix` | random complete grids |
//! | `build` | clues added until there is one solution |
//! | `pattern` | clues on given cells |
//! | [`nine`] | plain 9×9 by the thousand |
//! | [`mod@few`] | plain 9×9 with few clues |
//! | `rated`, `scales` | plain 9×9 whose rating is as wanted, on either scale |
//!
//! Clues are removed by [`minimize`].
//!
//! ```
//! use satoku::jobs::generate::{Made, Wish, generate};
//! use satoku::{Layout, Limits};
//!
//! let wish = Wish::new(Layout::boxes(2, 3)?.shared());
//! let made = generate(&wish, 1, 0..1, &Limits::none(), &|_| {})?;
//! let Made::Puzzle(made) = &made[0] else { unreachable!("nothing else was asked for") };
//! assert!(made.is_minimal);
//! assert_eq!(made.clues() + made.removed.len(), 36);
//! # Ok::<(), satoku::Error>(())
//! ```

mod build;
pub mod few;
pub(crate) mod full;
mod mix;
pub mod nine;
mod pattern;
mod rated;
mod scales;
mod symmetry;
mod wish;

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::sync::Arc;

pub use rated::{Drawn, Hunt, RatedPuzzle, RatedWish, generate_rated};
pub use scales::{FoundRating, WantedRating};
pub use symmetry::{SYMMETRIES, Symmetry, SymmetryEntry};
pub use wish::{Method, Wish};

use crate::engine::{EngineOptions, EngineSpec};
use crate::error::{Error, Result};
use crate::grid::{Cell, Digit, Layout};
use crate::jobs::minimize::{self, Goal};
use crate::limits::Limits;
use crate::puzzle::{Puzzle, Solution};
use crate::random::Random;
use build::with_clues;

/// A puzzle that was made, and how.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Generated {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its one solution.
    pub solution: Solution,
    /// The cells that were emptied, in order; reversed, they are hints that help less and less.
    pub removed: Vec<Cell>,
    /// Whether every clue is needed; `false` where that is not known either.
    pub is_minimal: bool,
    /// How many restarts it took.
    pub tries: u64,
}

impl Generated {
    /// How many clues it has.
    pub fn clues(&self) -> usize {
        self.puzzle.cells().filter(|&cell| self.puzzle.given(cell).is_some()).count()
    }
}

/// What became of a number.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Made {
    /// A puzzle as was wanted.
    Puzzle(Box<Generated>),
    /// None within the tries or the time.
    Short(Short),
}

/// How far the tries came.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Short {
    /// The unique puzzle that was closest to what was wanted, if there was any.
    pub closest: Option<Box<Generated>>,
    /// With a pattern: the fewest solutions that clues on it were found to have.
    pub solutions: Option<u64>,
    /// How often it was begun.
    pub tries: u64,
    /// Whether the time was over, rather than the tries.
    pub is_limit: bool,
}

/// How far the puzzle that is being made has come.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Progress {
    /// Its number.
    pub number: u64,
    /// How often it was begun.
    pub tries: u64,
    /// How many clues it still has.
    pub clues: usize,
}

/// Makes the puzzles of these numbers, each given once, in their order.
///
/// # Errors
/// If what is wanted is impossible or contradicts itself ([`Wish::impossible`]); if an engine
/// fails.
pub fn generate(
    wish: &Wish,
    seed: u64,
    numbers: impl IntoIterator<Item = u64>,
    limits: &Limits,
    progress: &dyn Fn(Progress),
) -> Result<Vec<Made>> {
    if let Some(why) = wish.impossible()? {
        return Err(Error::unsupported(why));
    }
    let engine = EngineSpec::default();
    let orbits = wish.symmetry.orbits(wish.layout.side());
    let sat = EngineOptions { backend: minimize::backend(), ..EngineOptions::default() };
    let floors = wish.floors();
    let maker = Maker { wish, engine, sat, orbits, floors, seed, limits, progress };
    let numbers = numbers.into_iter();
    if wish.is_for_nine() {
        return maker.nine(&numbers.collect::<Vec<_>>());
    }
    numbers.map(|number| maker.make(number)).collect()
}

/// Conflicts after which a clue of a large puzzle stays undecided, unless the puzzle must be
/// minimal.
const EFFORT: u64 = 40;

/// Steps of the search for few clues that count as a try: about as long as a try takes.
const STEPS_OF_FEW: u64 = 100;

/// Random complete grids: those from which the puzzles of these numbers are dug at the first try.
///
/// # Errors
/// If a limit is reached ([`Error::is_limit`]), the layout has no complete grid, or an engine
/// fails.
pub fn grids(
    layout: &Arc<Layout>,
    seed: u64,
    numbers: Range<u64>,
    limits: &Limits,
) -> Result<Vec<Solution>> {
    layout.needs_square("complete grids")?;
    let empty = Puzzle::new(layout.clone());
    let grid = |number| {
        let grid =
            full::full(&empty, &mut Random::numbered(seed, number), &limits.clone().renewed())?;
        grid.ok_or_else(no_grid)
    };
    numbers.map(grid).collect()
}

fn no_grid() -> Error {
    Error::unsupported("the layout has no complete grid")
}

struct Maker<'a> {
    wish: &'a Wish,
    engine: EngineSpec,
    sat: EngineOptions,
    orbits: Vec<Vec<Cell>>,
    /// The numbers of clues down to which puzzles are dug.
    floors: Vec<usize>,
    seed: u64,
    limits: &'a Limits,
    progress: &'a dyn Fn(Progress),
}

impl Maker<'_> {
    fn make(&self, number: u64) -> Result<Made> {
        let mut short = Short { closest: None, solutions: None, tries: 0, is_limit: false };
        let limits = self.limits.clone().renewed();
        let mut random = Random::numbered(self.seed, number);
        while short.tries < self.wish.tries() && !limits.expired() {
            short.tries += 1;
            let tell = |clues| (self.progress)(Progress { number, tries: short.tries, clues });
            let made = match &self.wish.pattern {
                Some(pattern) => self.on(pattern, &mut random, &limits, &mut short.solutions)?,
                None => self.attempt(self.floor(number), &mut random, &limits, &tell)?,
            };
            let Some(mut made) = made else { continue };
            made.tries = short.tries;
            if self.fits(&made) {
                return Ok(Made::Puzzle(Box::new(made)));
            }
            self.keep_closest(&mut short, made);
        }
        short.is_limit = limits.expired();
        Ok(Made::Short(short))
    }

    /// Fewest clues that the puzzle of a number is left.
    fn floor(&self, number: u64) -> usize {
        wish::floor(&self.floors, self.seed, number)
    }

    /// Plain 9×9, all together.
    fn nine(&self, numbers: &[u64]) -> Result<Vec<Made>> {
        if self.wish.wants_few() {
            return numbers.iter().map(|&number| self.few(number)).collect();
        }
        let wish = self.wish;
        let options = nine::Options {
            mode: match wish.method {
                Method::Dig => nine::Mode::Dig,
                Method::Build => nine::Mode::Build,
            },
            orbits: self
                .orbits
                .iter()
                .map(|orbit| orbit.iter().map(|cell| cell.index()).collect())
                .collect(),
            clues: wish.clues.clone().unwrap_or(0..=nine::CELLS),
            floors: self.floors.clone(),
            minimal: wish.minimal,
            attempts: wish.tries(),
        };
        let limits = self.limits.clone().renewed();
        let found = numbers.iter().copied();
        let found = nine::generate_or_closest(self.seed, found, &options, &limits)?;
        let mut found: HashMap<_, _> = found.into_iter().map(|it| (it.0.number, it)).collect();
        let known = options.minimal || wish.clues.is_none() && wish.symmetry.is_none();
        let each = numbers.iter().map(|number| {
            let found = found.remove(number);
            let tries = found.as_ref().map_or(0, |(made, _)| made.attempts);
            let closest = match found {
                Some((made, true)) => {
                    let made = self.of_nine(&made, known, &limits)?;
                    return Ok(Made::Puzzle(Box::new(made)));
                }
                Some((made, false)) => {
                    Some(Box::new(self.of_nine(&made, false, &Limits::none())?))
                }
                None => None,
            };
            let is_limit = tries < wish.tries();
            Ok(Made::Short(Short { closest, solutions: None, tries, is_limit }))
        });
        each.collect()
    }

    /// Plain 9×9 with few clues: looked for by changing puzzles, since hardly one is dug so deep.
    fn few(&self, number: u64) -> Result<Made> {
        let Some(clues) = &self.wish.clues else { return self.make(number) };
        let limits = self.limits.clone().renewed();
        let mut short = Short { closest: None, solutions: None, tries: 0, is_limit: false };
        // With fewer clues than wanted it is minimal and cannot be used: restart.
        for again in 0.. {
            let steps = (self.wish.tries() - short.tries).saturating_mul(STEPS_OF_FEW);
            let seed = self.seed.wrapping_add(again << 48);
            let Some(found) = few::few(seed, number, *clues.end(), steps, &limits)? else { break };
            // The last steps of a try may go beyond it.
            let more = found.steps.div_ceil(STEPS_OF_FEW).max(1);
            short.tries = short.tries.saturating_add(more).min(self.wish.tries());
            let made = self.of_few(number, &found, self.floor(number), short.tries, &limits)?;
            if self.fits(&made) {
                return Ok(Made::Puzzle(Box::new(made)));
            }
            self.keep_closest(&mut short, made);
            if short.tries >= self.wish.tries() || limits.expired() {
                break;
            }
        }
        short.is_limit = limits.expired();
        Ok(Made::Short(short))
    }

    /// A puzzle with few clues; with some more, if it has fewer than `least` and need not be
    /// minimal.
    fn of_few(
        &self,
        number: u64,
        found: &few::Found,
        least: usize,
        tries: u64,
        limits: &Limits,
    ) -> Result<Generated> {
        let mut puzzle = found.puzzle;
        let mut removed: Vec<_> =
            (0..81u8).filter(|&cell| puzzle[usize::from(cell)] == 0).collect();
        Random::numbered(self.seed, number).shuffle(&mut removed);
        let wanted = if self.wish.minimal { 0 } else { least.min(nine::CELLS) };
        let mut is_minimal = true;
        while removed.len() > nine::CELLS - wanted
            && let Some(cell) = removed.pop()
        {
            puzzle[usize::from(cell)] = found.solution[usize::from(cell)];
            is_minimal = false;
        }
        let made =
            nine::Made { number, puzzle, solution: found.solution, removed, attempts: tries };
        let made = self.of_nine(&made, true, limits)?;
        Ok(Generated { is_minimal, ..made })
    }

    fn of_nine(
        &self,
        made: &nine::Made,
        known_minimal: bool,
        limits: &Limits,
    ) -> Result<Generated> {
        let numbers: Vec<_> = made.puzzle.iter().map(|&number| u16::from(number)).collect();
        let puzzle = Puzzle::from_numbers(self.wish.layout.clone(), &numbers)?;
        let digit = |&number: &u8| Digit::new(usize::from(number) - 1);
        let digits: Vec<_> = made.solution.iter().map(digit).collect();
        let wrong = |violation| {
            Error::disagreement(format!("the generated solution is invalid: {violation}"))
        };
        let solution = puzzle.check(&digits).map_err(wrong)?;
        let removed = made.removed.iter().map(|&cell| Cell::new(usize::from(cell))).collect();
        let is_minimal = known_minimal || self.is_minimal(&puzzle, &solution, limits)?;
        Ok(Generated { puzzle, solution, removed, is_minimal, tries: made.attempts })
    }

    /// Whether a puzzle is what was wanted.
    fn fits(&self, made: &Generated) -> bool {
        let number = self.wish.pattern.is_some()
            || self.wish.clues.as_ref().is_none_or(|clues| clues.contains(&made.clues()));
        number && (made.is_minimal || !self.wish.minimal)
    }

    fn keep_closest(&self, short: &mut Short, made: Generated) {
        if short.closest.as_ref().is_none_or(|best| self.distance(&made) < self.distance(best)) {
            short.closest = Some(Box::new(made));
        }
    }

    /// How many clues too few or too many a puzzle has.
    fn distance(&self, made: &Generated) -> (usize, bool) {
        let clues = made.clues();
        let away = self.wish.clues.as_ref().map_or(0, |wanted| {
            wanted.start().saturating_sub(clues).max(clues.saturating_sub(*wanted.end()))
        });
        (away, !made.is_minimal)
    }

    /// One try with clues on a pattern.
    fn on(
        &self,
        pattern: &BTreeSet<Cell>,
        random: &mut Random,
        limits: &Limits,
        solutions: &mut Option<u64>,
    ) -> Result<Option<Generated>> {
        let empty = Puzzle::new(self.wish.layout.clone());
        let (found, fewest) = match pattern::descend(&empty, pattern, &self.engine, random, limits)
        {
            Err(error) if error.is_limit() => return Ok(None),
            found => found?,
        };
        *solutions = Some(solutions.map_or(fewest, |least| least.min(fewest)));
        let Some((puzzle, solution)) = found else { return Ok(None) };
        let is_minimal = self.is_minimal(&puzzle, &solution, limits)?;
        let mut removed: Vec<_> = puzzle.cells().filter(|cell| !pattern.contains(cell)).collect();
        random.shuffle(&mut removed);
        Ok(Some(Generated { puzzle, solution, removed, is_minimal, tries: 0 }))
    }

    /// One try from a random complete grid, dug down to `target` clues.
    fn attempt(
        &self,
        target: usize,
        random: &mut Random,
        limits: &Limits,
        tell: &dyn Fn(usize),
    ) -> Result<Option<Generated>> {
        let empty = Puzzle::new(self.wish.layout.clone());
        let solution = match full::full(&empty, random, limits) {
            Ok(Some(solution)) => solution,
            Ok(None) => return Err(no_grid()),
            Err(error) if error.is_limit() => return Ok(None),
            Err(error) => return Err(error),
        };
        let mut orbits = self.orbits.clone();
        random.shuffle(&mut orbits);
        let all: Vec<_> = empty.cells().collect();
        let (mut puzzle, mut removed) = (with_clues(&empty, &solution, &all), Vec::new());
        if self.wish.method == Method::Build {
            let built = build::build(&empty, &solution, &orbits, &self.engine, limits)?;
            let Some(built) = built else { return Ok(None) };
            removed.extend(all.iter().filter(|&&cell| built.given(cell).is_none()));
            puzzle = built;
            random.shuffle(&mut orbits);
        }
        let goal = Goal { target, ..self.goal() };
        let tell = &mut |how_far: minimize::Progress| tell(how_far.clues);
        let dug = minimize::dig(&puzzle, &solution, &orbits, &goal, limits, tell)?;
        removed.extend(dug.removed.iter().map(|&(cell, _)| cell));
        // What was tried alone and stayed is needed.
        let is_minimal = dug.needed == dug.clues() && self.orbits.len() == all.len()
            || dug.complete && self.is_minimal(&dug.puzzle, &solution, limits)?;
        Ok(Some(Generated { puzzle: dug.puzzle, solution, removed, is_minimal, tries: 0 }))
    }

    fn goal(&self) -> Goal<'_> {
        let passes = self.wish.layout.side() >= minimize::LARGE;
        let effort = (passes && !self.wish.minimal).then_some(EFFORT);
        Goal { target: 0, effort, passes, sat: &self.sat }
    }

    /// Whether none of the clues can be left out.
    fn is_minimal(&self, puzzle: &Puzzle, solution: &Solution, limits: &Limits) -> Result<bool> {
        let clues = minimize::clues(puzzle);
        let order: Vec<_> = clues.iter().map(|&cell| vec![cell]).collect();
        // One that can be left out is enough.
        let goal = Goal { target: clues.len().saturating_sub(1), ..self.goal() };
        let dug = minimize::dig(puzzle, solution, &order, &goal, limits, &mut |_| {})?;
        Ok(dug.needed == clues.len())
    }
}
