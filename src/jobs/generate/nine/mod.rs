//! Plain 9×9 by the thousand: hundreds of puzzles are made at the same time, and what each needs to
//! know next is asked of the [lanes] together.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `full` | complete grids, all equally probable |
//! | `dig` | clues removed from a grid in a given order |
//! | `build` | clues put into an empty grid in a given order |
//! | `singles` | what follows from clues by naked and hidden singles |
//! | `cells` | sets of cells |
//!
//! What is made is defined as if one puzzle were made after the other, with one question at a
//! time: a number's draws come from the seed and the number alone, and questions are asked about
//! several steps at once only where the answer settles all of them. So neither what else is made,
//! nor how many at a time, nor the instruction set changes a puzzle.
//!
//! Two ways to sample, whose puzzles differ (none is uniform over all minimal puzzles, which have
//! 26.6 clues on average; fewer clues are more probable here than there):
//!
//! - [`Mode::Dig`] starts from a grid, drawn uniformly, and tries to remove all cells in random
//!   order: 24.4 clues on average if each cell goes alone, 27.5 if it goes together with the
//!   opposite one.
//! - [`Mode::Build`] starts from nothing and puts random numbers into random cells where a solution
//!   is left, until it is the only one; then it removes what is redundant, in random order. 23.7
//!   clues on average. (The method of tdoku's `constrain` and `minimize`. To take the numbers from
//!   a grid drawn before would make 24.3: which grid it becomes depends on the clues here, and
//!   grids that few clues tell from all others are more probable.)
//!
//! - Denis Berthier: *Unbiased statistics of a CSP: a controlled-bias generator*, 2009 (the mean
//!   number of clues of all minimal puzzles, and what one-pass generators do to it).

#![allow(clippy::cast_possible_truncation, reason = "cells, digits, clues: small numbers")]

mod build;
pub(super) mod cells;
mod dig;
mod full;
mod singles;
#[cfg(test)]
mod tests;

use std::ops::RangeInclusive;

pub use crate::engine::lanes::{CELLS, Grid};

use super::wish::floor;
use crate::engine::lanes::{self, Answers, Clues, InstructionSet, Query};
use crate::error::{Error, Result};
use crate::limits::Limits;
use crate::random::Random;
use build::Build;
use cells::{Cells, cells_of};
use dig::Dig;
pub(crate) use full::full;

/// How the clues of a puzzle come about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mode {
    /// A random grid; its cells in random order, each removed if the solution stays the only one.
    Dig,
    /// Random clues in random order until the solution is the only one, then as [`Mode::Dig`]. A
    /// clue is skipped if its cell has got its number by naked and hidden singles, or if it
    /// leaves no solution.
    Build,
}

/// What is to be made.
#[derive(Debug, Clone)]
pub struct Options {
    /// How.
    pub mode: Mode,
    /// The cells in groups that go together, each cell in one group. Only single cells for
    /// [`Mode::Build`].
    pub orbits: Vec<Vec<usize>>,
    /// How many clues. Nothing is removed that would make them fewer, unless `minimal` is set;
    /// with more, or with fewer, another grid is tried.
    pub clues: RangeInclusive<usize>,
    /// Numbers of clues below which nothing is removed, unless `minimal` is set; each puzzle has
    /// one of them, drawn at random. Empty for the start of `clues`.
    pub floors: Vec<usize>,
    /// Whether no clue may be redundant: then all cells are tried.
    pub minimal: bool,
    /// How many grids may be tried for each puzzle.
    pub attempts: u64,
}

impl Options {
    /// Every cell alone, any number of clues, all minimal, at the first attempt.
    pub fn new(mode: Mode) -> Self {
        let orbits = (0..CELLS).map(|cell| vec![cell]).collect();
        Options { mode, orbits, clues: 0..=CELLS, floors: Vec::new(), minimal: true, attempts: 1 }
    }

    /// Every cell together with the one that is opposite by half a turn, as most printed puzzles
    /// have it; a single clue may be redundant then.
    pub fn half_turn() -> Self {
        let pairs = (0..CELLS / 2).map(|cell| vec![cell, CELLS - 1 - cell]);
        let orbits = pairs.chain([vec![CELLS / 2]]).collect();
        Options { orbits, minimal: false, ..Self::new(Mode::Dig) }
    }
}

/// A puzzle, and how it was made.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Made {
    /// Its number.
    pub number: u64,
    /// 1 to 9 for clues, 0 for empty cells.
    pub puzzle: Grid,
    /// Its only solution.
    pub solution: Grid,
    /// The empty cells in the order in which they were emptied: those first that were never
    /// filled. With all from one of them on filled in, the solution is the only one too.
    pub removed: Vec<u8>,
    /// Grids tried, this one too.
    pub attempts: u64,
}

impl Made {
    /// The number of clues.
    pub fn clues(&self) -> usize {
        CELLS - self.removed.len()
    }
}

/// Complete grids of a seed, number 0 first. All grids are equally probable.
pub fn grids(seed: u64) -> impl Iterator<Item = Grid> {
    (0..).map(move |number| full(&mut Random::numbered(seed, number)))
}

/// Makes the puzzles of these numbers, from the smallest on. What could not be made is left out:
/// because no attempt was successful, or because the limits (which are those of all together;
/// effort does not count) was reached.
///
/// # Errors
/// If the options contradict each other, or the instruction set that was asked for is not there.
pub fn generate(
    seed: u64,
    numbers: impl IntoIterator<Item = u64>,
    options: &Options,
    limits: &Limits,
) -> Result<Vec<Made>> {
    let all = generate_or_closest(seed, numbers, options, limits)?;
    Ok(all.into_iter().filter_map(|(made, success)| success.then_some(made)).collect())
}

/// As [`generate`], and where no attempt was successful, the one that came closest; whether it is
/// as wanted. Numbers are left out of which the limits let no attempt end.
pub(super) fn generate_or_closest(
    seed: u64,
    numbers: impl IntoIterator<Item = u64>,
    options: &Options,
    limits: &Limits,
) -> Result<Vec<(Made, bool)>> {
    make(InstructionSet::chosen()?, AT_ONCE, seed, numbers, options, limits)
}

/// Puzzles that are being made at the same time.
const AT_ONCE: usize = 512;

/// What is asked about a puzzle: which of its cells may have which numbers is in its query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ask {
    /// Its solutions, up to two.
    Two,
    /// One solution.
    One,
    /// Nothing more: it is done.
    Nothing,
}

/// The options, as they are used.
#[derive(Debug)]
struct Plan<'a> {
    options: &'a Options,
    orbits: Vec<Cells>,
    /// Fewest clues that are left, one of these for each puzzle.
    floors: Vec<usize>,
    /// Whether what was dug is minimal.
    is_minimal: bool,
}

impl<'a> Plan<'a> {
    fn new(options: &'a Options) -> Result<Self> {
        let mut orbits = Vec::with_capacity(options.orbits.len());
        let mut all = 0;
        for orbit in &options.orbits {
            let mut cells: Cells = 0;
            for &cell in orbit {
                if cell >= CELLS || (all | cells) >> cell & 1 == 1 {
                    return Err(Error::input(format!(
                        "cell {cell} stands in two groups or in none"
                    )));
                }
                cells |= 1 << cell;
            }
            all |= cells;
            orbits.push(cells);
        }
        orbits.retain(|&orbit| orbit != 0);
        if all != cells::ALL {
            return Err(Error::input("each cell must be in a group of cells"));
        }
        let single = orbits.iter().all(|orbit| orbit.is_power_of_two());
        if options.mode == Mode::Build && !single {
            return Err(Error::unsupported("groups of cells are dug, not built"));
        }
        let floors = match &options.floors[..] {
            _ if options.minimal => vec![0],
            [] => vec![*options.clues.start()],
            floors => floors.to_vec(),
        };
        let is_minimal = single && floors == [0];
        Ok(Plan { options, orbits, floors, is_minimal })
    }
}

/// A puzzle that is being made.
#[derive(Debug)]
struct Making {
    number: u64,
    attempts: u64,
    random: Random,
    stage: Stage,
    build: Build,
    dig: Dig,
    /// Of the failed attempts, the closest, and how close it was.
    closest: Option<(Distance, Made)>,
}

/// Clues too many or too few, and whether some are redundant that must not be.
type Distance = (usize, bool);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Build,
    Dig,
    /// Is each clue needed?
    Check,
}

impl Making {
    fn new() -> Self {
        let random = Random::new(0);
        let (build, dig) = (Build::new(), Dig::new());
        Making { number: 0, attempts: 0, random, stage: Stage::Dig, build, dig, closest: None }
    }

    fn start(&mut self, seed: u64, number: u64, plan: &Plan<'_>) {
        self.random = Random::numbered(seed, number);
        self.number = number;
        self.dig.least = floor(&plan.floors, seed, number) as u32;
        self.attempts = 0;
        self.closest = None;
        self.attempt(plan);
    }

    /// Starts over with another grid.
    fn attempt(&mut self, plan: &Plan<'_>) {
        self.attempts += 1;
        match plan.options.mode {
            Mode::Build => {
                self.stage = Stage::Build;
                self.build.start(&mut self.random);
            }
            Mode::Dig => {
                self.stage = Stage::Dig;
                self.dig.start(full(&mut self.random), cells::ALL);
                self.dig.shuffle(plan, &mut self.random);
            }
        }
    }

    /// What it needs to know next; [`Ask::Nothing`] where it is done, and whether with success.
    fn ask(&mut self, plan: &Plan<'_>) -> (Ask, bool) {
        loop {
            let ask = match self.stage {
                Stage::Build => self.build.ask(),
                Stage::Dig => self.dig.ask(plan),
                Stage::Check => self.dig.ask_for_redundant(),
            };
            if ask != Ask::Nothing {
                return (ask, false);
            }
            match self.stage {
                Stage::Build => {
                    self.build.hand_over(&mut self.dig);
                    self.dig.shuffle(plan, &mut self.random);
                    self.stage = Stage::Dig;
                    continue;
                }
                Stage::Dig if plan.options.minimal && !plan.is_minimal => {
                    self.stage = Stage::Check;
                    continue;
                }
                _ => {}
            }
            let minimal = self.stage == Stage::Dig || !self.dig.has_redundant();
            let clues = self.dig.clues().count_ones() as usize;
            let (least, most) = (*plan.options.clues.start(), *plan.options.clues.end());
            let away = least.saturating_sub(clues).max(clues.saturating_sub(most));
            if minimal && away == 0 {
                return (Ask::Nothing, true);
            }
            let distance = (away, !minimal);
            if self.closest.as_ref().is_none_or(|(closest, _)| distance < *closest) {
                self.closest = Some((distance, self.made()));
            }
            if self.attempts >= plan.options.attempts {
                return (Ask::Nothing, false);
            }
            self.attempt(plan);
        }
    }

    fn query(&self) -> Clues<'_> {
        Clues::Candidates(match self.stage {
            Stage::Build => self.build.query(),
            Stage::Dig | Stage::Check => self.dig.query(),
        })
    }

    fn answer(&mut self, solutions: &[Grid], plan: &Plan<'_>) {
        match self.stage {
            Stage::Build => self.build.answer(solutions),
            Stage::Dig => self.dig.answer(solutions, plan),
            Stage::Check => self.dig.answer_for_redundant(solutions),
        }
    }

    /// The closest of the failed attempts, with their number.
    fn take_closest(&mut self) -> Option<Made> {
        let (_, made) = self.closest.take()?;
        Some(Made { attempts: self.attempts, ..made })
    }

    fn made(&self) -> Made {
        let (number, attempts, solution) = (self.number, self.attempts, *self.dig.solution());
        let mut puzzle = [0; CELLS];
        for cell in cells_of(self.dig.clues()) {
            puzzle[cell] = solution[cell];
        }
        Made { number, puzzle, solution, removed: self.dig.removed().to_vec(), attempts }
    }
}

fn make(
    set: InstructionSet,
    at_once: usize,
    seed: u64,
    numbers: impl IntoIterator<Item = u64>,
    options: &Options,
    limits: &Limits,
) -> Result<Vec<(Made, bool)>> {
    let plan = Plan::new(options)?;
    let mut made: Vec<(Made, bool)> = Vec::new();
    let mut waiting = numbers.into_iter().fuse();
    let start = |number| {
        let mut making = Making::new();
        making.start(seed, number, &plan);
        making
    };
    let mut makings: Vec<Making> = waiting.by_ref().take(at_once).map(start).collect();
    let none = Limits::none();
    let mut asked = [Vec::new(), Vec::new()];
    while !makings.is_empty() && !limits.expired() {
        let mut k = 0;
        asked.iter_mut().for_each(Vec::clear);
        while k < makings.len() {
            let making = &mut makings[k];
            match making.ask(&plan) {
                (Ask::One, _) => asked[0].push(k),
                (Ask::Two, _) => asked[1].push(k),
                (Ask::Nothing, success) => {
                    let done = if success { Some(making.made()) } else { making.take_closest() };
                    made.extend(done.map(|done| (done, success)));
                    match waiting.next() {
                        Some(number) => making.start(seed, number, &plan),
                        None => drop(makings.swap_remove(k)),
                    }
                    continue;
                }
            }
            k += 1;
        }
        for (asked, most) in asked.iter().zip([1, 2]) {
            if asked.is_empty() {
                continue;
            }
            let queries: Vec<_> = asked.iter().map(|&k| makings[k].query()).collect();
            let answers: Answers<CELLS> =
                lanes::solve_with(set, &queries, Query::up_to(most), &none)?;
            for (number, &k) in asked.iter().enumerate() {
                makings[k].answer(answers.solutions(number), &plan);
            }
        }
    }
    // What the limits cut off may have come close before.
    made.extend(makings.iter_mut().filter_map(|making| Some((making.take_closest()?, false))));
    made.sort_by_key(|(made, _)| made.number);
    Ok(made)
}
