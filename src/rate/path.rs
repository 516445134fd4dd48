//! Paths to the solution, and ratings, which are read off them.

use std::fmt;

use super::finder::Finder;
use super::ground::classic;
use super::state::State;
use super::step::Step;
use super::technique::Technique;
use crate::engine::lanes::{self, CELLS, Clues, Query};
use crate::error::{Error, Result};
use crate::grid::Digit;
use crate::limits::Limits;
use crate::puzzle::Puzzle;

/// What the rating of a puzzle came to.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Verdict {
    /// It has one solution, and this rating.
    Rated(Rating),
    /// All its cells are filled.
    Filled,
    /// It has no solution.
    None,
    /// It has several solutions.
    Several,
    /// A limit was reached first.
    Unknown,
    /// It has one solution; whoever asked saw enough before it was reached. The rating so far.
    Stopped(Rating),
}

/// The rating of a puzzle.
#[derive(Debug, Clone, PartialEq)]
pub struct Rating {
    /// The highest rating of a step; 20 if no technique of the scale solves the puzzle.
    pub er: f64,
    /// The highest rating of a step up to the first that places a digit.
    pub ep: f64,
    /// The rating of the first step.
    pub ed: f64,
    /// How many steps there were of each technique, in the order of the ladder.
    pub counts: Vec<(&'static Technique, usize)>,
}

/// ER/EP/ED, as in `7.2/1.2/1.2`.
impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}/{}", shown(self.er), shown(self.ep), shown(self.ed))
    }
}

/// A rating with one decimal, as it is published.
///
/// ```
/// assert_eq!(satoku::rate::shown(7.0 + 0.1 + 0.1), "7.2");
/// ```
pub fn shown(rating: f64) -> String {
    format!("{:.1}", tenths(rating) / 10.0)
}

/// A rating in tenths, a whole number; infinity as it is.
pub(super) fn tenths(rating: f64) -> f64 {
    ((rating + 0.05) * 10.0).floor()
}

/// The rating of a step that is beyond the scale.
const BEYOND: f64 = 20.0;

impl Rating {
    /// The rating before the first step.
    const fn new() -> Self {
        Rating { er: 0.0, ep: 0.0, ed: 0.0, counts: Vec::new() }
    }

    /// Takes the next step into account.
    fn add(&mut self, step: &Step) {
        self.er = self.er.max(step.rating());
        if self.ep == 0.0 {
            if self.ed == 0.0 {
                self.ed = self.er;
            }
            if step.placed.is_some() {
                self.ep = self.er;
            }
        }
        let technique = step.technique();
        match self.counts.iter_mut().find(|(known, _)| known.slug == technique.slug) {
            Some((_, count)) => *count += 1,
            None => self.counts.push((technique, 1)),
        }
    }

    /// The counts in the order of the ladder.
    fn sorted(mut self) -> Self {
        let place = |slug| super::techniques().position(|technique| technique.slug == slug);
        self.counts.sort_by_key(|(technique, _)| place(technique.slug));
        self
    }
}

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
fn begin(puzzle: &Puzzle, limits: &Limits, explain: bool) -> Result<Start> {
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
            // What is said of deadly patterns holds if clues are digits, not marks.
            let unique = !puzzle.has_pencilmarks();
            let given =
                |clue: u16| if clue.is_power_of_two() { clue.trailing_zeros() + 1 } else { 0 };
            let digits = clues.map(|clue| given(clue) as u8);
            let state = State::filled(classic(), &digits, &clues);
            let finder = Finder::new(state, unique, explain, limits.clone());
            Start::At(Box::new(Path { finder, solution: answers.solutions(0)[0] }))
        }
        (0 | 1, false) => Start::Not(Verdict::Unknown),
        _ => Start::Not(Verdict::Several),
    })
}

/// The steps that solve a puzzle, or why there are none. Chains are told link by link
/// ([`Step::nodes`]).
///
/// # Errors
/// As those of [`rate`].
pub fn start(puzzle: &Puzzle, limits: &Limits) -> Result<Start> {
    begin(puzzle, limits, true)
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
    rate_up_to(puzzle, limits, &mut most)
}

/// The same as long as no step is rated higher than `most` says of the rating so far, which it is
/// asked before each step; 0 ends it. Nothing is looked for that is rated higher.
///
/// # Errors
/// As those of [`rate_while`].
pub(super) fn rate_up_to(
    puzzle: &Puzzle,
    limits: &Limits,
    most: &mut dyn FnMut(&Rating) -> f64,
) -> Result<Verdict> {
    let mut path = match begin(puzzle, limits, false)? {
        Start::At(path) => path,
        Start::Not(verdict) => return Ok(verdict),
    };
    if path.is_solved() {
        return Ok(Verdict::Filled);
    }
    let mut rating = Rating::new();
    while !path.is_solved() {
        let most = tenths(most(&rating));
        path.finder.most = most;
        let Some(step) = path.next() else {
            if path.is_stopped() {
                return Ok(Verdict::Unknown);
            }
            if path.finder.above {
                return Ok(Verdict::Stopped(rating.sorted()));
            }
            rating.er = BEYOND;
            break;
        };
        if !path.is_sound(&step) {
            let name = step.technique().name;
            return Err(Error::disagreement(format!("{puzzle}: {name}: against the solution")));
        }
        rating.add(&step);
        if tenths(step.rating()) > most {
            return Ok(Verdict::Stopped(rating.sorted()));
        }
        if limits.expired() && !path.is_solved() {
            return Ok(Verdict::Unknown);
        }
    }
    Ok(Verdict::Rated(rating.sorted()))
}
