//! The steps that solve a puzzle.

use serde::Serialize;

use super::super::answer::Status;
use super::notation::Seen;
use super::position::Position;
use super::replay::Replayed;
use super::step::StepFound;
use super::{StepsAsked, asked, rounded, techniques_named, unrated};
use crate::engine::EngineSpec;
use crate::error::{Error, Result};
use crate::jobs::answer::{self, Uniqueness};
use crate::limits::Limits;
use crate::puzzle::Puzzle;
use crate::rate::{General, Path, Scale, Start, Step, Technique, start_on};

/// The steps that solve a puzzle, easiest first as Sudoku Explainer 1.2.1 takes them.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Steps {
    /// `solved`; `told` where the steps end earlier as was asked for, or are all of a position; `stuck` where no technique of
    /// the scale goes on; `filled`, `none` or `multiple` where there are no steps, `unknown` where
    /// a limit was reached.
    pub status: Status,
    /// The scale: `se121`, that of Sudoku Explainer 1.2.1; `se121-nu`, the same without uniqueness;
    /// `se-general` and `se-general-nu` of other layouts and of rules.
    pub scale: &'static str,
    /// The highest rating of a step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub er: Option<f64>,
    /// The steps, or those by the techniques that were asked for.
    pub steps: Vec<StepFound>,
}

/// A path, with the position between its steps; each step is held against the solution.
pub(super) struct Walk<'a> {
    puzzle: &'a Puzzle,
    path: Way,
    position: Position,
}

/// The steps of plain 9×9, or of another layout.
enum Way {
    Classic(Box<Path>),
    General(Box<General>),
}

/// Whether puzzles are rated as plain 9×9.
pub(super) fn is_classic(puzzle: &Puzzle) -> bool {
    puzzle.layout().is_classic() && puzzle.rules().is_empty()
}

/// The path of a puzzle of any layout or with rules, if it has one solution.
///
/// # Errors
/// If it cannot be answered, or there are more than 36 digits.
pub(super) fn general(
    puzzle: &Puzzle,
    no_uniqueness: bool,
    limits: &Limits,
) -> Result<std::result::Result<General, Status>> {
    let found = answer::unique(puzzle, &EngineSpec::default(), limits)?;
    Ok(match found {
        Uniqueness::Unique(solution) => {
            Ok(General::new(puzzle, &solution, !no_uniqueness, limits)?)
        }
        Uniqueness::None => Err(Status::None),
        Uniqueness::Multiple(..) => Err(Status::Multiple),
        Uniqueness::Unknown => Err(Status::Unknown),
    })
}

impl<'a> Walk<'a> {
    /// The path of a puzzle, or why it has none; and the scale.
    ///
    /// # Errors
    /// If the puzzle cannot be answered.
    pub(super) fn start(
        puzzle: &'a Puzzle,
        no_uniqueness: bool,
        limits: &Limits,
    ) -> Result<(Scale, std::result::Result<Self, Status>)> {
        let scale = asked::scale(puzzle, no_uniqueness);
        let path = if is_classic(puzzle) {
            match start_on(puzzle, scale, limits)? {
                Start::At(path) => Ok(Way::Classic(path)),
                Start::Not(verdict) => Err(unrated(&verdict)),
            }
        } else {
            general(puzzle, no_uniqueness, limits)?.map(|path| Way::General(Box::new(path)))
        };
        let walk = path.map(|path| Walk { puzzle, path, position: Position::new(puzzle) });
        Ok((scale, walk))
    }

    /// Whether all cells are filled.
    pub(super) fn is_solved(&self) -> bool {
        match &self.path {
            Way::Classic(path) => path.is_solved(),
            Way::General(path) => path.is_solved(),
        }
    }

    /// Whether a limit ended the search for the next step.
    pub(super) fn is_stopped(&self) -> bool {
        match &self.path {
            Way::Classic(path) => path.is_stopped(),
            Way::General(path) => path.is_stopped(),
        }
    }

    fn is_sound(&self, step: &Step) -> bool {
        match &self.path {
            Way::Classic(path) => path.is_sound(step),
            Way::General(path) => path.is_sound(step),
        }
    }

    fn seen<'b>(&'b self, step: &'b Step) -> Seen<'b> {
        let (layout, rules) = (self.puzzle.layout(), self.puzzle.rules());
        Seen { step, layout, before: &self.position, rules }
    }

    /// The next step as `tell` tells it, if there is one.
    ///
    /// # Errors
    /// If the step contradicts the solution.
    pub(super) fn next<T>(&mut self, tell: impl FnOnce(Seen<'_>) -> T) -> Result<Option<T>> {
        let step = match &mut self.path {
            Way::Classic(path) => path.next(),
            Way::General(path) => path.next(),
        };
        let Some(step) = step else { return Ok(None) };
        self.check(self.seen(&step))?;
        let told = tell(self.seen(&step));
        self.position.apply(self.puzzle.layout(), &step);
        Ok(Some(told))
    }

    /// All steps of some techniques in the position, each as `tell` tells it.
    ///
    /// # Errors
    /// If a step contradicts the solution.
    pub(super) fn all(
        &mut self,
        wanted: &dyn Fn(&Technique) -> bool,
        mut tell: impl FnMut(Seen<'_>),
    ) -> Result<()> {
        let all = match &mut self.path {
            Way::Classic(path) => path.found_by(wanted),
            Way::General(path) => path.found_by(wanted),
        };
        for step in all {
            self.check(self.seen(&step))?;
            tell(self.seen(&step));
        }
        Ok(())
    }

    /// Holds a step against the solution, and its chain against what cells and houses are.
    fn check(&self, seen: Seen<'_>) -> Result<()> {
        let why = if !self.is_sound(seen.step) {
            "against the solution"
        } else if seen.replay() == Replayed::Fails {
            "its chain does not follow"
        } else {
            return Ok(());
        };
        let name = seen.step.technique().name;
        let place = if is_classic(self.puzzle) { seen.library() } else { self.puzzle.to_string() };
        Err(Error::disagreement(format!("{name}: {why}: {place}")))
    }
}

/// Techniques whose ratings begin here are looked for everywhere only if they are asked for.
const BEYOND_SIGHT: f64 = 9.0;

/// Whether a step was taken; not where a limit was reached.
pub(super) fn taken(result: Result<()>) -> Result<bool> {
    match result {
        Err(error) if error.is_limit() => Ok(false),
        result => result.map(|()| true),
    }
}

impl Steps {
    /// The steps of a puzzle.
    ///
    /// # Errors
    /// If the notation cannot hold the puzzle, a technique is not known, or a step contradicts the
    /// solution.
    pub fn find(puzzle: &Puzzle, asked: &StepsAsked, limits: &Limits) -> Result<Self> {
        Steps::find_with(puzzle, asked, limits, &mut |_| Ok(()))
    }

    /// The same with each step handed to `take` as it is found, and before the next is looked for;
    /// where a limit ends that, the steps end before it.
    ///
    /// # Errors
    /// As those of [`Steps::find`], and of `take`.
    pub fn find_with(
        puzzle: &Puzzle,
        asked: &StepsAsked,
        limits: &Limits,
        take: &mut dyn FnMut(&mut StepFound) -> Result<()>,
    ) -> Result<Self> {
        asked.notation.holds(puzzle)?;
        let only: Vec<_> =
            asked.only.iter().map(|name| techniques_named(name)).collect::<Result<_>>()?;
        let only: Vec<&Technique> = only.into_iter().flatten().collect();
        let shows =
            |it: &Technique| only.is_empty() || only.iter().any(|known| known.slug == it.slug);
        let (scale, walk) = Walk::start(puzzle, asked.no_uniqueness, limits)?;
        let mut steps =
            Steps { status: Status::Solved, scale: scale.name(), er: None, steps: Vec::new() };
        let mut walk = match walk {
            Ok(walk) => walk,
            Err(status) => return Ok(Steps { status, ..steps }),
        };
        if walk.is_solved() {
            return Ok(Steps { status: Status::Filled, ..steps });
        }
        if asked.all {
            let until = asked.until.or(only.is_empty().then_some(BEYOND_SIGHT));
            let wanted = |it: &Technique| shows(it) && until.is_none_or(|until| it.rating < until);
            let mut found = Vec::new();
            walk.all(&wanted, |seen| {
                let number = found.len() + 1;
                found.push(StepFound::new(seen, asked.notation, number, seen.step.rating()));
            })?;
            steps.status = match found.is_empty() {
                _ if walk.is_stopped() || limits.expired() => Status::Unknown,
                true => Status::Stuck,
                false => Status::Told,
            };
            for mut step in found {
                if !taken(take(&mut step))? {
                    steps.status = Status::Unknown;
                    break;
                }
                steps.steps.push(step);
            }
            return Ok(steps);
        }
        let (mut highest, mut number) = (0.0_f64, 0);
        while !walk.is_solved() {
            if limits.expired() {
                steps.status = Status::Unknown;
                break;
            }
            number += 1;
            let told = walk.next(|seen| {
                highest = highest.max(seen.step.rating());
                let found = shows(seen.step.technique())
                    .then(|| StepFound::new(seen, asked.notation, number, highest));
                (found, rounded(seen.step.rating()))
            })?;
            let Some((found, rating)) = told else {
                steps.status = if walk.is_stopped() { Status::Unknown } else { Status::Stuck };
                break;
            };
            if let Some(mut step) = found {
                if !taken(take(&mut step))? {
                    steps.status = Status::Unknown;
                    break;
                }
                steps.steps.push(step);
            }
            if asked.until.is_some_and(|until| rating >= until) && !walk.is_solved() {
                steps.status = Status::Told;
                break;
            }
        }
        steps.er = (highest > 0.0).then(|| rounded(highest));
        Ok(steps)
    }

    pub(in crate::ask) fn text(&self) -> String {
        let mut text = String::new();
        self.steps.iter().for_each(|step| step.lines(&mut text));
        match self.status {
            Status::Solved | Status::Told => {}
            status => text.extend([status.word(), "\n"]),
        }
        text
    }
}
