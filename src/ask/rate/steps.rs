//! The steps that solve a puzzle.

use serde::Serialize;

use super::super::answer::Status;
use super::notation::Seen;
use super::position::Position;
use super::step::StepFound;
use super::{SCALE, rounded, techniques_named, unrated};
use crate::error::{Error, Result};
use crate::limits::Limits;
use crate::puzzle::Puzzle;
use crate::rate::{Path, Start, Step, Technique, start};

/// The steps that solve a puzzle, easiest first as Sudoku Explainer 1.2.1 takes them.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Steps {
    /// `solved`; `told` where the steps end earlier as was asked for, `stuck` where no technique of
    /// the scale goes on; `filled`, `none` or `multiple` where there are no steps, `unknown` where
    /// a limit was reached.
    pub status: Status,
    /// The scale: `se121`, that of Sudoku Explainer 1.2.1.
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
    path: Path,
    position: Position,
}

impl<'a> Walk<'a> {
    pub(super) fn new(puzzle: &'a Puzzle, path: Path) -> Self {
        Walk { puzzle, path, position: Position::new(puzzle) }
    }

    /// Whether all cells are filled.
    pub(super) fn is_solved(&self) -> bool {
        self.path.is_solved()
    }

    /// Whether a limit ended the search for the next step.
    pub(super) fn is_stopped(&self) -> bool {
        self.path.is_stopped()
    }

    /// The next step as `tell` tells it, if there is one.
    ///
    /// # Errors
    /// If the step contradicts the solution.
    pub(super) fn next<T>(&mut self, tell: impl FnOnce(Seen<'_>) -> T) -> Result<Option<T>> {
        if self.path.is_solved() {
            return Ok(None);
        }
        let Some(step) = self.path.next() else { return Ok(None) };
        self.check(&step)?;
        let layout = self.puzzle.layout();
        let told = tell(Seen { step: &step, layout, before: &self.position });
        self.position.apply(layout, &step);
        Ok(Some(told))
    }

    fn check(&self, step: &Step) -> Result<()> {
        if self.path.is_sound(step) {
            return Ok(());
        }
        let (puzzle, name) = (self.puzzle, step.technique().name);
        Err(Error::disagreement(format!("{puzzle}: {name}: against the solution")))
    }
}

impl Steps {
    /// The steps of a puzzle: to the first that is rated `until` or higher; those by the techniques
    /// of `only`, if any are named.
    ///
    /// # Errors
    /// If the layout or the rules are not those of plain 9×9, a technique is not known, or a step
    /// contradicts the solution.
    pub fn find(
        puzzle: &Puzzle,
        until: Option<f64>,
        only: &[String],
        limits: &Limits,
    ) -> Result<Self> {
        let only: Vec<_> = only.iter().map(|name| techniques_named(name)).collect::<Result<_>>()?;
        let only: Vec<&Technique> = only.into_iter().flatten().collect();
        let steps = Steps { status: Status::Solved, scale: SCALE, er: None, steps: Vec::new() };
        let mut walk = match start(puzzle, limits)? {
            Start::At(path) => Walk::new(puzzle, *path),
            Start::Not(verdict) => return Ok(Steps { status: unrated(&verdict), ..steps }),
        };
        if walk.is_solved() {
            return Ok(Steps { status: Status::Filled, ..steps });
        }
        let mut steps = steps;
        let (mut highest, mut number) = (0.0_f64, 0);
        while !walk.is_solved() {
            if limits.expired() {
                steps.status = Status::Unknown;
                break;
            }
            let shows = |step: &Step| {
                only.is_empty() || only.iter().any(|it| it.slug == step.technique().slug)
            };
            number += 1;
            let told = walk.next(|seen| {
                highest = highest.max(seen.step.rating());
                let found = shows(seen.step).then(|| StepFound::new(seen, number, highest));
                (found, rounded(seen.step.rating()))
            })?;
            let Some((found, rating)) = told else {
                steps.status = if walk.is_stopped() { Status::Unknown } else { Status::Stuck };
                break;
            };
            steps.steps.extend(found);
            if until.is_some_and(|until| rating >= until) && !walk.is_solved() {
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
