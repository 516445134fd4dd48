//! Paths to the solution, and scores, which are added up along them.

use std::fmt;

use super::finder::{Finder, Options};
use super::ladder::single;
use super::position::Position;
use super::step::Step;
use super::technique::{Level, Technique};
use crate::engine::lanes::{self, Clues, Query};
use crate::error::{Error, Result};
use crate::limits::Limits;
use crate::puzzle::Puzzle;
use crate::rate::ground::{CELLS, Cells, bits, cells};
use crate::rate::path::{ALL, has_one_solution};

/// The score and the level of a puzzle.
#[derive(Debug, Clone, PartialEq)]
pub struct Score {
    /// The sum of the scores of the steps.
    pub score: u32,
    /// The highest level of a step, or a higher one if the score is above what that level has.
    pub level: Level,
    /// How many steps there were of each technique, in the order of the ladder.
    pub counts: Vec<(&'static Technique, usize)>,
}

/// Score and level, as in `1182 Unfair`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.score, self.level)
    }
}

/// What the rating of a puzzle came to.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Verdict {
    /// It has one solution, and this score.
    Rated(Score),
    /// All its cells are filled.
    Filled,
    /// It has no solution.
    None,
    /// It has several solutions.
    Several,
    /// A limit was reached first.
    Unknown,
    /// It has one solution; whoever asked saw enough before it was reached. The score so far.
    Stopped(Score),
}

/// The steps that solve a puzzle, one by one.
#[derive(Debug, Clone)]
pub struct Path {
    finder: Finder,
    score: Score,
}

/// A path, or why there is none.
#[derive(Debug)]
pub enum Start {
    /// The path; boxed, since a position is large.
    At(Box<Path>),
    /// Why there is none.
    Not(Verdict),
}

impl Path {
    /// Whether all cells are filled.
    pub fn is_solved(&self) -> bool {
        self.finder.position.is_solved()
    }

    /// Score and level of the steps so far.
    pub fn score(&self) -> &Score {
        &self.score
    }

    /// Score and level of the whole path, with the level that the score has.
    pub fn into_score(self) -> Score {
        self.score.finished()
    }

    /// The next step, if there is one, and what it adds to the score.
    ///
    /// # Errors
    /// If it contradicts the solution.
    pub fn step(&mut self) -> Result<Option<(Step, u32)>> {
        if self.is_solved() {
            return Ok(None);
        }
        let Some((step, producer)) = self.finder.next() else { return Ok(None) };
        self.check(&step)?;
        self.finder.apply(&step);
        let of = producer.techniques[0];
        self.score.add(step.technique(), of);
        Ok(Some((step, of.score)))
    }

    /// All steps of some techniques in the position, in the order of the ladder, also of techniques
    /// that are not looked for when a puzzle is rated, and in all forms that HoDoKu's library has. Of
    /// those that look the same the first; of chains and of almost locked sets with one result the
    /// least. Fewer where a limit was reached.
    ///
    /// # Errors
    /// If a step contradicts the solution.
    pub fn found_by(
        &self,
        wanted: &dyn Fn(&Technique) -> bool,
        limits: &Limits,
    ) -> Result<Vec<Step>> {
        let finder = Finder { options: Options::ALL, ..self.finder.clone() };
        let all = finder.all(wanted, limits);
        all.iter().try_for_each(|step| self.check(step))?;
        Ok(all)
    }

    fn check(&self, step: &Step) -> Result<()> {
        if self.finder.is_sound(step) {
            return Ok(());
        }
        let name = step.technique().name;
        Err(Error::disagreement(format!("{name}: against the solution: {step:?}")))
    }

    /// Fills a cell by the next step, if that is a single: most steps are such, so they go without a
    /// step. Whether it is.
    fn single(&mut self) -> Result<bool> {
        let Some((technique, cell, digit)) = single::first(&self.finder.position) else {
            return Ok(false);
        };
        if usize::from(self.finder.solution[cell]) != digit + 1 {
            self.check(&Step::new(technique).placing(cell, digit))?;
        }
        self.finder.position.place(cell, digit);
        self.score.add(technique, technique);
        Ok(true)
    }
}

impl Score {
    const fn new() -> Self {
        Score { score: 0, level: Level::Easy, counts: Vec::new() }
    }

    fn add(&mut self, technique: &'static Technique, of: &Technique) {
        self.score += of.score;
        self.level = self.level.max(of.level);
        match self.counts.iter_mut().find(|(known, _)| std::ptr::eq(*known, technique)) {
            Some((_, count)) => *count += 1,
            None => self.counts.push((technique, 1)),
        }
    }

    /// The level by the score too, and the counts in the order of the ladder.
    fn finished(mut self) -> Self {
        let place = |slug| super::techniques().position(|technique| technique.slug == slug);
        self.counts.sort_by_key(|(technique, _)| place(technique.slug));
        self.level = self.level.of(self.score);
        self
    }
}

/// The path of a puzzle that has one solution.
///
/// # Errors
/// If the layout or the rules are not those of plain 9×9, or a limit cannot be kept.
pub fn start(puzzle: &Puzzle, limits: &Limits) -> Result<Start> {
    start_on(puzzle, true, limits)
}

/// The same with or without techniques that rest on there being one solution. They are not used either
/// where the digits alone have several.
///
/// # Errors
/// As those of [`start`].
pub fn start_on(puzzle: &Puzzle, uniqueness: bool, limits: &Limits) -> Result<Start> {
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
        (0, true) => Start::Not(Verdict::None),
        (1, true) => {
            let given =
                |clue: u16| if clue.is_power_of_two() { clue.trailing_zeros() + 1 } else { 0 };
            let mut position = Position::of(clues.map(|clue| given(clue) as u8));
            position.givens &= !placed(puzzle, &position.values, limits)?;
            let marked = if has_marks { position.state.empty } else { 0 };
            for cell in cells(marked) {
                for digit in bits(position.state.of[cell] & !clues[cell]) {
                    position.remove(cell, digit);
                }
            }
            let has_one = |digits| has_one_solution(digits, limits);
            let unique = uniqueness && (!has_marks || has_one(&position.values)?);
            let finder = Finder {
                position,
                solution: answers.solutions(0)[0],
                unique,
                options: Options::default(),
                most: Level::Extreme,
            };
            Start::At(Box::new(Path { finder, score: Score::new() }))
        }
        (0 | 1, false) => Start::Not(Verdict::Unknown),
        _ => Start::Not(Verdict::Several),
    })
}

/// The cells of a position that were filled on the way, where that rests on the other digits alone.
fn placed(puzzle: &Puzzle, values: &[u8; CELLS], limits: &Limits) -> Result<Cells> {
    let placed = puzzle.placed().fold(0, |set, cell| set | 1 << cell.index());
    if placed == 0 {
        return Ok(0);
    }
    let mut given = *values;
    cells(placed).for_each(|cell| given[cell] = 0);
    Ok(if has_one_solution(&given, limits)? { placed } else { 0 })
}

/// Rates a puzzle of plain 9×9.
///
/// # Errors
/// As those of [`rate_while`].
pub fn rate(puzzle: &Puzzle, limits: &Limits) -> Result<Verdict> {
    rate_while(puzzle, limits, &mut |_| true)
}

/// The same as long as `go_on` says so of the score so far, which it is asked after each step.
///
/// # Errors
/// If there are other houses or rules, a limit cannot be kept, or a step contradicts the solution.
pub fn rate_while(
    puzzle: &Puzzle,
    limits: &Limits,
    go_on: &mut dyn FnMut(&Score) -> bool,
) -> Result<Verdict> {
    // Before the first step there is nothing to ask about.
    let mut most =
        |score: &Score| (score.counts.is_empty() || go_on(score)).then_some(Level::Extreme);
    rate_up_to(puzzle, true, limits, &mut most)
}

/// The same as long as no step is of a higher level than `most` says of the score so far, which it
/// is asked before each step and after the last; none ends it. Nothing is looked for that comes after
/// all techniques of that level.
///
/// # Errors
/// As those of [`rate_while`].
pub(super) fn rate_up_to(
    puzzle: &Puzzle,
    uniqueness: bool,
    limits: &Limits,
    most: &mut dyn FnMut(&Score) -> Option<Level>,
) -> Result<Verdict> {
    let mut path = match start_on(puzzle, uniqueness, limits)? {
        Start::At(path) => path,
        Start::Not(verdict) => return Ok(verdict),
    };
    if path.is_solved() {
        return Ok(Verdict::Filled);
    }
    while let Some(level) = most(&path.score) {
        if path.is_solved() {
            return Ok(Verdict::Rated(path.score.finished()));
        }
        if path.single()? {
            continue;
        }
        path.finder.most = level;
        if path.step()?.is_none() {
            if path.finder.above() {
                break;
            }
            return Ok(Verdict::Unknown);
        }
        if !path.is_solved() && limits.expired() {
            return Ok(Verdict::Unknown);
        }
    }
    Ok(Verdict::Stopped(path.score.finished()))
}
