//! The score and the level of a puzzle on the scale of HoDoKu, and the steps that make it up.

use std::fmt::Write as _;

use serde::Serialize;

use super::super::asked::scale_of_hodoku;
use super::super::position::Position;
use super::super::rated::TechniqueCount;
use super::super::steps::taken;
use super::super::{Kind, Notation, StepsAsked};
use super::kind::techniques_looked_for;
use super::reason::Told;
use super::{ScoreFilter, StepScored};
use crate::ask::answer::Status;
use crate::ask::value::Form;
use crate::error::{Error, Result};
use crate::limits::Limits;
use crate::puzzle::Puzzle;
use crate::rate::hodoku::{Level, Path, Score, Start, Step, Technique, Verdict, Wanted, start_on};

/// How hard a puzzle is on the scale of HoDoKu: its score and its level.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Scored {
    /// `rated`, or `unfit` where score and level are not as wanted; `told` where all steps of a
    /// position are, `stuck` where there are none; `filled`, `none` or `multiple`
    /// where there is nothing to rate, `unknown` where a limit was reached.
    pub status: Status,
    /// The scale: `hodoku`, compatible with that of HoDoKu 2.2; `hodoku-nu`, the same without
    /// uniqueness.
    pub scale: &'static str,
    /// The sum of the scores of the steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<u32>,
    /// `Easy`, `Medium`, `Hard`, `Unfair` or `Extreme`: that of the hardest step, or a higher one if the
    /// score is above what that level has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<&'static str>,
    /// The techniques of the steps, in the order in which they are tried.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub techniques: Vec<TechniqueCount>,
    /// The steps, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<Vec<StepScored>>,
    /// Whether the text has the puzzle before the score.
    #[serde(skip)]
    shows_puzzle: bool,
}

/// A path, with the position between its steps.
pub(super) struct Walk<'a> {
    puzzle: &'a Puzzle,
    pub(super) path: Box<Path>,
    before: Position,
}

/// Which steps are told, and how.
struct Shown<'a> {
    only: Vec<&'static Technique>,
    notation: Notation,
    wanted: &'a Wanted,
}

impl Shown<'_> {
    /// Whether steps of a technique on the way to the solution are told.
    fn shows(&self, technique: &Technique) -> bool {
        self.only.is_empty() || self.only.iter().any(|it| it.slug == technique.slug)
    }

    /// Whether steps of a technique in a position are told.
    fn looks_for(&self, technique: &Technique) -> bool {
        let usual = technique.rated && technique.level < Level::Extreme;
        self.shows(technique) && (usual || !self.only.is_empty())
    }
}

/// A technique of the scale.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TechniqueScored {
    /// Its name in documents, such as `hidden-pair`.
    pub technique: &'static str,
    /// Its kind.
    pub kind: Kind,
    /// Its name in texts.
    pub name: &'static str,
    /// What a step adds to the score.
    pub score: u32,
    /// The level of a puzzle that needs it, or a higher one.
    pub level: &'static str,
    /// Whether it is looked for when a puzzle is rated.
    pub rated: bool,
    /// Whether it takes for granted that there is one solution.
    pub unique: bool,
}

impl TechniqueScored {
    /// A technique as a document.
    pub fn new(technique: &Technique) -> Self {
        let Technique { slug, name, score, level, rated, unique, .. } = *technique;
        let (kind, level) = (Kind::of_scored(technique), level.name());
        TechniqueScored { technique: slug, kind, name, score, level, rated, unique }
    }
}

impl<'a> Walk<'a> {
    /// The path of a puzzle, or why it has none.
    ///
    /// # Errors
    /// If the puzzle is not one of plain 9×9, or cannot be answered.
    pub(super) fn start(
        puzzle: &'a Puzzle,
        no_uniqueness: bool,
        limits: &Limits,
    ) -> Result<std::result::Result<Self, Status>> {
        Ok(match start_on(puzzle, !no_uniqueness, limits)? {
            Start::At(path) if path.is_solved() => Err(Status::Filled),
            Start::At(path) => Ok(Walk { puzzle, path, before: Position::new(puzzle) }),
            Start::Not(Verdict::None) => Err(Status::None),
            Start::Not(Verdict::Several) => Err(Status::Multiple),
            Start::Not(_) => Err(Status::Unknown),
        })
    }

    /// The next step as `tell` tells it, with what it adds to the score.
    ///
    /// # Errors
    /// If the step contradicts the solution.
    pub(super) fn next<T>(&mut self, tell: impl FnOnce(Told<'_>, u32) -> T) -> Result<Option<T>> {
        let Some((step, score)) = self.path.step()? else { return Ok(None) };
        let layout = self.puzzle.layout();
        let told = tell(Told { step: &step, layout, before: &self.before }, score);
        self.apply(&step);
        Ok(Some(told))
    }

    /// All steps of some techniques in the position, each as `tell` tells it.
    ///
    /// # Errors
    /// If a step contradicts the solution.
    fn all(
        &self,
        wanted: &dyn Fn(&Technique) -> bool,
        limits: &Limits,
        mut tell: impl FnMut(Told<'_>),
    ) -> Result<()> {
        let (layout, before) = (self.puzzle.layout(), &self.before);
        for step in self.path.found_by(wanted, limits)? {
            tell(Told { step: &step, layout, before });
        }
        Ok(())
    }

    fn apply(&mut self, step: &Step) {
        for (cell, digit) in step.placements() {
            self.before.fill(self.puzzle.layout(), cell, digit);
        }
        if step.placements().next().is_none() {
            step.eliminations().for_each(|(cell, digit)| self.before.remove(cell, digit));
        }
    }
}

impl Scored {
    /// Rates a puzzle, as far as is needed to know whether score and level are wanted; or tells the
    /// steps, if these are.
    ///
    /// # Errors
    /// If the layout or the rules are not those of plain 9×9, a level or a technique of the filter is
    /// not known, or a step contradicts the solution.
    pub fn find(puzzle: &Puzzle, filter: &ScoreFilter, limits: &Limits) -> Result<Self> {
        let wanted = filter.wanted()?;
        let mut scored = Scored {
            status: Status::Unknown,
            scale: scale_of_hodoku(filter.no_uniqueness),
            score: None,
            level: None,
            techniques: Vec::new(),
            steps: filter.steps.then(Vec::new),
            shows_puzzle: !filter.is_empty(),
        };
        if filter.steps {
            match Walk::start(puzzle, filter.no_uniqueness, limits)? {
                Ok(walk) => {
                    let only = Vec::new();
                    let shown = Shown { only, notation: Notation::default(), wanted: &wanted };
                    scored.walk(walk, &shown, limits, &mut |_| Ok(()))?;
                }
                Err(status) => scored.status = status,
            }
        } else {
            match wanted.rate(puzzle, limits)? {
                Verdict::Rated(score) => scored.took(&score, &wanted),
                Verdict::Stopped(_) => scored.status = Status::Unfit,
                Verdict::Filled => scored.status = Status::Filled,
                Verdict::None => scored.status = Status::None,
                Verdict::Several => scored.status = Status::Multiple,
                Verdict::Unknown => {}
            }
        }
        Ok(scored)
    }

    fn took(&mut self, score: &Score, wanted: &Wanted) {
        let counts = score.counts.iter();
        self.status = if wanted.fits(score) { Status::Rated } else { Status::Unfit };
        self.score = Some(score.score);
        self.level = Some(score.level.name());
        self.techniques =
            counts.map(|&(it, count)| TechniqueCount { technique: it.slug, count }).collect();
    }

    /// The steps of a puzzle: to the solution, or all that could be next.
    ///
    /// # Errors
    /// If the layout or the rules are not those of plain 9×9, a technique is not known, steps are to
    /// end with a rating, or one contradicts the solution.
    pub fn steps(puzzle: &Puzzle, asked: &StepsAsked, limits: &Limits) -> Result<Self> {
        Scored::steps_with(puzzle, asked, limits, &mut |_| Ok(()))
    }

    /// The same with each step handed to `take` as it is found; where a limit ends that, the steps end
    /// before it.
    ///
    /// # Errors
    /// As those of [`Scored::steps`], and of `take`.
    pub fn steps_with(
        puzzle: &Puzzle,
        asked: &StepsAsked,
        limits: &Limits,
        take: &mut dyn FnMut(&mut StepScored) -> Result<()>,
    ) -> Result<Self> {
        if asked.until.is_some() {
            return Err(Error::input("until: ratings are those of the scale se121"));
        }
        let mut scored = Scored {
            status: Status::Unknown,
            scale: scale_of_hodoku(asked.no_uniqueness),
            score: None,
            level: None,
            techniques: Vec::new(),
            steps: Some(Vec::new()),
            shows_puzzle: false,
        };
        let named = asked.only.iter().map(|name| techniques_looked_for(name));
        let only = named.collect::<Result<Vec<_>>>()?.concat();
        let shown = Shown { only, notation: asked.notation, wanted: &Wanted::default() };
        match Walk::start(puzzle, asked.no_uniqueness, limits)? {
            Err(status) => scored.status = status,
            Ok(walk) if asked.all => scored.look(&walk, &shown, limits, take)?,
            Ok(walk) => scored.walk(walk, &shown, limits, take)?,
        }
        Ok(scored)
    }

    /// All steps in a position.
    fn look(
        &mut self,
        walk: &Walk<'_>,
        shown: &Shown<'_>,
        limits: &Limits,
        take: &mut dyn FnMut(&mut StepScored) -> Result<()>,
    ) -> Result<()> {
        let mut found = Vec::new();
        walk.all(&|it| shown.looks_for(it), limits, |told| {
            let (number, score) = (found.len() + 1, told.step.technique().score);
            found.push(StepScored::new(told, shown.notation, number, score));
        })?;
        self.status = match found.is_empty() {
            _ if limits.expired() => Status::Unknown,
            true => Status::Stuck,
            false => Status::Told,
        };
        let steps = self.steps.get_or_insert_default();
        for mut step in found {
            if !taken(take(&mut step))? {
                self.status = Status::Unknown;
                break;
            }
            steps.push(step);
        }
        Ok(())
    }

    fn walk(
        &mut self,
        mut walk: Walk<'_>,
        shown: &Shown<'_>,
        limits: &Limits,
        take: &mut dyn FnMut(&mut StepScored) -> Result<()>,
    ) -> Result<()> {
        let steps = self.steps.get_or_insert_default();
        let mut number = 0;
        while !walk.path.is_solved() {
            if limits.expired() {
                return Ok(());
            }
            number += 1;
            let told = walk.next(|told, score| {
                shown
                    .shows(told.step.technique())
                    .then(|| StepScored::new(told, shown.notation, number, score))
            })?;
            match told {
                None => return Ok(()),
                Some(None) => {}
                Some(Some(mut step)) => {
                    if !taken(take(&mut step))? {
                        return Ok(());
                    }
                    steps.push(step);
                }
            }
        }
        self.took(&walk.path.into_score(), shown.wanted);
        Ok(())
    }

    pub(in crate::ask) fn text(&self, puzzle: Option<&Puzzle>, form: Form) -> String {
        let mut text = String::new();
        self.steps.iter().flatten().for_each(|step| step.lines(&mut text));
        let word = match (self.score, self.level, &self.steps) {
            (Some(score), Some(level), None) => format!("{score} {level}"),
            (Some(_), ..) => return text,
            _ if self.status == Status::Told => return text,
            _ => self.status.word().to_owned(),
        };
        match puzzle {
            Some(puzzle) if form.writer.name == "csv" => {
                let score = self.score.map_or_else(String::new, |it| it.to_string());
                let (level, status) = (self.level.unwrap_or_default(), self.status.word());
                _ = writeln!(text, "{puzzle},{score},{level},{status}");
            }
            Some(puzzle) if self.shows_puzzle => _ = writeln!(text, "{puzzle} {word}"),
            _ => text.extend([&word, "\n"]),
        }
        text
    }
}
