//! Paths to the solution, and ratings, which are read off them.

use std::mem;

use super::finder::Finder;
use super::general::General;
use super::ground::{Ground, classic};
use super::ladder::LADDER;
use super::ladder::single::{self, Single};
use super::rating::{BEYOND, Rating, Verdict, tenths};
use super::scale::Scale;
use super::state::State;
use super::step::Step;
use super::technique::Technique;
use crate::engine::lanes::{self, CELLS, Clues, Query};
use crate::error::{Error, Result};
use crate::limits::Limits;
use crate::puzzle::Puzzle;

/// The steps that solve a puzzle, one by one.
#[derive(Debug, Clone)]
pub struct Path {
    finder: Finder,
    solution: [u8; CELLS],
}

impl Path {
    /// Whether all cells are filled.
    pub fn is_solved(&self) -> bool {
        self.finder.state.empty == 0
    }

    /// Whether a limit was reached in the search for the next step.
    pub fn is_stopped(&self) -> bool {
        self.finder.is_stopped()
    }

    /// All steps of some techniques in the position, from low to high ratings; of those that have the
    /// same cells and conclusions the first. Fewer where a limit was reached.
    pub fn found_by(&mut self, wanted: &dyn Fn(&Technique) -> bool) -> Vec<Step> {
        self.finder.all(wanted)
    }

    /// Whether a step agrees with the solution.
    pub fn is_sound(&self, step: &Step) -> bool {
        let digit = |cell: usize| usize::from(self.solution[cell]) - 1;
        let placed = step.placed.is_none_or(|(cell, d)| digit(cell.into()) == usize::from(d));
        placed && step.removed.iter().all(|(cell, d)| digit(cell) != d)
    }
}

/// Ends when the puzzle is solved, no technique of the scale has a step, or a limit is reached.
impl Iterator for Path {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        if self.is_solved() {
            return None;
        }
        let step = self.finder.next()?;
        debug_assert!(self.is_sound(&step), "a step against the solution: {step:?}");
        self.finder.apply(&step);
        Some(step)
    }
}

/// How a path begins, if it can.
#[derive(Debug, Clone)]
pub enum Start {
    /// The path.
    At(Box<Path>),
    /// Why there is none.
    Not(Verdict),
}

/// Where a path begins, or why there is none.
type Begin = std::result::Result<Position, Verdict>;

/// A position with what is known of the puzzle: most are rated by singles alone, without the room for
/// searches that a path has.
struct Position {
    state: State,
    unique: bool,
    solution: [u8; CELLS],
}

impl Position {
    fn path(self, explain: bool, limits: &Limits) -> Box<Path> {
        let Position { state, unique, solution } = self;
        Box::new(Path { finder: Finder::new(state, unique, explain, limits.clone()), solution })
    }
}

/// All digits of a cell.
pub(super) const ALL: u16 = 511;

/// The position of a puzzle that has one solution.
///
/// # Errors
/// If the layout or the rules are not those of plain 9×9, or a limit cannot be kept.
fn begin(puzzle: &Puzzle, scale: Scale, limits: &Limits) -> Result<Begin> {
    if !puzzle.layout().is_classic() || !puzzle.rules().is_empty() {
        return Err(Error::unsupported("rating: only for 9×9 with rows, columns and boxes"));
    }
    let mut clues = [0u16; CELLS];
    for (cell, clue) in puzzle.cells().zip(&mut clues) {
        *clue = puzzle.clues().first_word(cell) as u16;
    }
    let has_marks = clues.iter().any(|clue| !clue.is_power_of_two() && *clue != ALL);
    let answers = lanes::solve(&[Clues::Candidates(&clues)], Query::up_to(2), limits)?;
    Ok(match (answers[0].count, answers[0].complete) {
        (0, true) => Err(Verdict::None),
        (1, true) => {
            let given =
                |clue: u16| if clue.is_power_of_two() { clue.trailing_zeros() + 1 } else { 0 };
            let digits = clues.map(|clue| given(clue) as u8);
            let unique =
                scale != Scale::Se121Nu && (!has_marks || has_one_solution(&digits, limits)?);
            let state = State::filled(classic(), &digits, &clues);
            Ok(Position { state, unique, solution: answers.solutions(0)[0] })
        }
        (0 | 1, false) => Err(Verdict::Unknown),
        _ => Err(Verdict::Several),
    })
}

/// Whether digits alone, or 0 for none, have one solution: then deadly patterns are impossible in
/// cells without a digit, whatever candidates are gone.
pub(super) fn has_one_solution(digits: &[u8; CELLS], limits: &Limits) -> Result<bool> {
    let clues = digits.map(|digit| if digit == 0 { 511 } else { 1 << (digit - 1) });
    let answers = lanes::solve(&[Clues::Candidates(&clues)], Query::up_to(2), limits)?;
    Ok((answers[0].count, answers[0].complete) == (1, true))
}

/// The steps that solve a puzzle, or why there are none. Chains are told link by link
/// ([`Step::nodes`]).
///
/// # Errors
/// As those of [`rate`].
pub fn start(puzzle: &Puzzle, limits: &Limits) -> Result<Start> {
    start_on(puzzle, Scale::default(), limits)
}

/// The same on a scale.
///
/// # Errors
/// As those of [`rate`].
pub fn start_on(puzzle: &Puzzle, scale: Scale, limits: &Limits) -> Result<Start> {
    Ok(match begin(puzzle, scale, limits)? {
        Ok(position) => Start::At(position.path(true, limits)),
        Err(verdict) => Start::Not(verdict),
    })
}

/// The steps that solve a puzzle; none if it has not exactly one solution, or a limit is reached
/// before that is known. Chains are told link by link ([`Step::nodes`]).
///
/// # Errors
/// As those of [`rate`].
pub fn path(puzzle: &Puzzle, limits: &Limits) -> Result<Option<Path>> {
    Ok(match start(puzzle, limits)? {
        Start::At(path) => Some(*path),
        Start::Not(_) => None,
    })
}

/// Rates a puzzle of plain 9×9.
///
/// # Errors
/// As those of [`rate_while`].
pub fn rate(puzzle: &Puzzle, limits: &Limits) -> Result<Verdict> {
    rate_while(puzzle, limits, &mut |_| true)
}

/// The same as long as `go_on` says so of the rating so far, which it is asked after each step.
///
/// # Errors
/// If there are other houses or rules, a limit cannot be kept, or a step contradicts the solution.
pub fn rate_while(
    puzzle: &Puzzle,
    limits: &Limits,
    go_on: &mut dyn FnMut(&Rating) -> bool,
) -> Result<Verdict> {
    // Before the first step there is nothing to ask about.
    let mut most =
        |rating: &Rating| if rating.ed == 0.0 || go_on(rating) { f64::INFINITY } else { 0.0 };
    rate_up_to(puzzle, Scale::default(), limits, &mut most)
}

/// A step contradicts the solution.
fn against(puzzle: &Puzzle, technique: &Technique) -> Error {
    Error::disagreement(format!("{puzzle}: {}: against the solution", technique.name))
}

/// The same as long as no step is rated higher than `most` says of the rating so far, which it is
/// asked before each step; 0 ends it. Nothing is looked for that is rated higher.
///
/// # Errors
/// As those of [`rate_while`].
pub(super) fn rate_up_to(
    puzzle: &Puzzle,
    scale: Scale,
    limits: &Limits,
    most: &mut dyn FnMut(&Rating) -> f64,
) -> Result<Verdict> {
    match begin(puzzle, scale, limits)? {
        Ok(position) => rate_from(position, puzzle, limits, most),
        Err(verdict) => Ok(verdict),
    }
}

/// The rating of a puzzle of any layout with its only solution, as far as one that is wanted needs.
///
/// # Errors
/// If there are more than 36 digits, or a step contradicts the solution.
pub(super) fn rate_general(
    puzzle: &Puzzle,
    mut path: General,
    limits: &Limits,
    most: &mut dyn FnMut(&Rating) -> f64,
) -> Result<Verdict> {
    if path.is_solved() {
        return Ok(Verdict::Filled);
    }
    let mut rating = Rating::new();
    while !path.is_solved() {
        let most = tenths(most(&rating));
        path.most = most;
        let Some(step) = path.next() else {
            if path.cut {
                return Ok(Verdict::AtLeast(rating.sorted()));
            }
            return Ok(stuck(rating, path.is_stopped(), path.above));
        };
        if !path.is_sound(&step) {
            return Err(against(puzzle, step.technique()));
        }
        // There may be an easier one.
        if path.skipped {
            return Ok(Verdict::AtLeast(rating.sorted()));
        }
        rating.add(step.technique(), step.rating(), step.placement().is_some());
        if tenths(step.rating()) > most {
            return Ok(Verdict::Stopped(rating.sorted()));
        }
        if limits.expired() && !path.is_solved() {
            return Ok(Verdict::Unknown);
        }
    }
    Ok(Verdict::Rated(rating.sorted()))
}

/// What a path comes to that has no next step: a limit was reached, what is rated above was left
/// out, or it is beyond the scale.
fn stuck(mut rating: Rating, stopped: bool, above: bool) -> Verdict {
    match (stopped, above) {
        (true, _) => Verdict::Unknown,
        (_, true) => Verdict::Stopped(rating.sorted()),
        _ => {
            rating.er = BEYOND;
            Verdict::Rated(rating.sorted())
        }
    }
}

/// The rating of the path from a position.
fn rate_from(
    mut position: Position,
    puzzle: &Puzzle,
    limits: &Limits,
    most: &mut dyn FnMut(&Rating) -> f64,
) -> Result<Verdict> {
    if position.state.empty == 0 {
        return Ok(Verdict::Filled);
    }
    let mut rating = Rating::new();
    let (solution, ground) = (position.solution, classic());
    let mut single = |state: &mut State, rating: &mut Rating| {
        Ok(match singles(state, ground, &solution, rating, most) {
            Singles::Against(technique) => return Err(against(puzzle, technique)),
            Singles::Stopped => Err(Verdict::Stopped(mem::replace(rating, Rating::new()).sorted())),
            Singles::Gone(_) if state.empty == 0 => {
                Err(Verdict::Rated(mem::replace(rating, Rating::new()).sorted()))
            }
            Singles::Gone(most) => Ok(most),
        })
    };
    let mut most = match single(&mut position.state, &mut rating)? {
        Ok(most) => most,
        Err(verdict) => return Ok(verdict),
    };
    let mut path = position.path(false, limits);
    loop {
        path.finder.most = most;
        let Some(step) = path.next() else {
            return Ok(stuck(rating, path.is_stopped(), path.finder.above));
        };
        if !path.is_sound(&step) {
            return Err(against(puzzle, step.technique()));
        }
        rating.add(step.technique(), step.rating(), step.placed.is_some());
        if tenths(step.rating()) > most {
            return Ok(Verdict::Stopped(rating.sorted()));
        }
        if limits.expired() && !path.is_solved() {
            return Ok(Verdict::Unknown);
        }
        most = match single(&mut path.finder.state, &mut rating)? {
            Ok(most) => most,
            Err(verdict) => return Ok(verdict),
        };
    }
}

/// What became of singles.
enum Singles {
    /// There is none left; the highest rating that the next step may have.
    Gone(f64),
    /// One is rated too high.
    Stopped,
    /// One contradicts the solution.
    Against(&'static Technique),
}

/// Places hidden singles as long as there are some: most steps are such, so they go without a step.
fn singles(
    state: &mut State,
    ground: &'static Ground,
    solution: &[u8; CELLS],
    rating: &mut Rating,
    most: &mut dyn FnMut(&Rating) -> f64,
) -> Singles {
    loop {
        if state.empty == 0 {
            return Singles::Gone(f64::INFINITY);
        }
        let most = tenths(most(rating));
        let hidden = most.is_infinite() || tenths(LADDER[0].techniques[0].rating) <= most;
        let single = single::first(ground, state).filter(|_| hidden);
        let Some(Single { technique, cell, digit, .. }) = single else {
            return Singles::Gone(most);
        };
        if usize::from(solution[cell]) != digit + 1 {
            return Singles::Against(technique);
        }
        state.place(ground, cell, digit);
        rating.add(technique, technique.rating, true);
        if most.is_finite() && tenths(technique.rating) > most {
            return Singles::Stopped;
        }
    }
}
