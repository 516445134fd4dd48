//! Paths to the solution, and ratings, which are read off them.

use super::finder::Finder;
use super::general::General;
use super::ground::classic;
use super::ladder::LADDER;
use super::ladder::single::{self, Single};
use super::rating::{BEYOND, Rating, Verdict, tenths};
use super::scale::Scale;
use super::state::State;
use super::step::Step;
use super::technique::Technique;
use crate::engine::lanes::{self, CELLS, Clues, Query};
use crate::error::{Error, Result};
use crate::grid::Digit;
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

/// The path of a puzzle that has one solution.
///
/// # Errors
/// If the layout or the rules are not those of plain 9×9, or a limit cannot be kept.
fn begin(puzzle: &Puzzle, scale: Scale, limits: &Limits, explain: bool) -> Result<Start> {
    if !puzzle.layout().is_classic() || !puzzle.rules().is_empty() {
        return Err(Error::unsupported("rating: only for 9×9 with rows, columns and boxes"));
    }
    let mut clues = [0u16; CELLS];
    for (cell, clue) in puzzle.cells().zip(&mut clues) {
        *clue = puzzle.clues().digits(cell).fold(0, |set, digit: Digit| set | 1 << digit.index());
    }
    let answers = lanes::solve(&[Clues::Candidates(&clues)], Query::up_to(2), limits)?;
    Ok(match (answers[0].count, answers[0].complete) {
        (0, true) => Start::Not(Verdict::None),
        (1, true) => {
            let given =
                |clue: u16| if clue.is_power_of_two() { clue.trailing_zeros() + 1 } else { 0 };
            let digits = clues.map(|clue| given(clue) as u8);
            let unique = scale != Scale::Se121Nu
                && (!puzzle.has_pencilmarks() || has_one_solution(&digits, limits)?);
            let state = State::filled(classic(), &digits, &clues);
            let finder = Finder::new(state, unique, explain, limits.clone());
            Start::At(Box::new(Path { finder, solution: answers.solutions(0)[0] }))
        }
        (0 | 1, false) => Start::Not(Verdict::Unknown),
        _ => Start::Not(Verdict::Several),
    })
}

/// Whether digits alone, or 0 for none, have one solution: then deadly patterns are impossible in
/// cells without a digit, whatever candidates are gone.
fn has_one_solution(digits: &[u8; CELLS], limits: &Limits) -> Result<bool> {
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
    begin(puzzle, scale, limits, true)
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
    match begin(puzzle, scale, limits, false)? {
        Start::At(path) => rate_path(*path, puzzle, limits, most),
        Start::Not(verdict) => Ok(verdict),
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
            return Ok(stuck(rating, path.is_stopped(), path.above));
        };
        if !path.is_sound(&step) {
            return Err(against(puzzle, step.technique()));
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

/// The rating of a path.
fn rate_path(
    mut path: Path,
    puzzle: &Puzzle,
    limits: &Limits,
    most: &mut dyn FnMut(&Rating) -> f64,
) -> Result<Verdict> {
    if path.is_solved() {
        return Ok(Verdict::Filled);
    }
    let mut rating = Rating::new();
    while !path.is_solved() {
        let most = tenths(most(&rating));
        path.finder.most = most;
        // Most steps are singles, so these go without one.
        let hidden = most.is_infinite() || tenths(LADDER[0].techniques[0].rating) <= most;
        let single = single::first(path.finder.ground, &mut path.finder.state);
        let single = single.filter(|_| hidden);
        if let Some(Single { technique, cell, digit, .. }) = single {
            if usize::from(path.solution[cell]) != digit + 1 {
                return Err(against(puzzle, technique));
            }
            path.finder.state.place(path.finder.ground, cell, digit);
            rating.add(technique, technique.rating, true);
            if most.is_finite() && tenths(technique.rating) > most {
                return Ok(Verdict::Stopped(rating.sorted()));
            }
            continue;
        }
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
    }
    Ok(Verdict::Rated(rating.sorted()))
}
