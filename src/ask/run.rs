//! A question answered in events.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::str::FromStr;
use std::sync::Arc;

use serde::Serialize;

use super::options::Options;
use super::question::{self, Progress, Question, Settings, Want};
use super::{Answer, Backend, Certified, Failure, Form, FullGrid, Impossible, Made, Part, Solve};
use crate::error::{Error, Result};
use crate::grid::Layout;
use crate::jobs::cubes::{Cube, Split};
use crate::jobs::generate::{self, RatedWish, Symmetry, WantedRating, Wish};
use crate::jobs::prove::{self, Refuter};
use crate::limits::Limits;
use crate::puzzle::{Puzzle, Solution};
use satoku_check::Form as ProofForm;

/// What is reported while a question is answered: progress and solutions as they come, then files,
/// then the answer; several answers where several puzzles or parts were asked for.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Event {
    /// How far the answer has come.
    Progress(Progress),
    /// A solution, of all solutions.
    Solution(Solution),
    /// A file of a certificate.
    File(File),
    /// A part of the puzzle.
    Part(Part),
    /// A backend of this build.
    Backend(Backend),
    /// The answer.
    Answer(Box<Answer>),
}

/// A file in memory.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct File {
    /// Its name.
    pub name: String,
    /// Its content; not part of the JSON.
    #[serde(skip)]
    pub bytes: Vec<u8>,
}

/// Called with each event; returns whether to continue.
pub type Watch = dyn Fn(Event) -> bool + Send + Sync;

/// Answers a question. The watch receives all events in order, the answer last; it stops the search
/// by returning `false`. What cannot be answered is an answer too ([`Answer::Failed`]).
///
/// ```
/// use std::sync::{Arc, Mutex};
/// use satoku::ask::{Event, Question, ask};
///
/// let question: Question = serde_json::from_str(
///     r#"{"puzzle": "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
///         "want": "unique"}"#,
/// )?;
/// let answers = Arc::new(Mutex::new(Vec::new()));
/// let told = Arc::clone(&answers);
/// ask(&question, &(Arc::new(move |event| {
///     if let Event::Answer(answer) = event {
///         told.lock().expect("no panic").push(answer.status().word());
///     }
///     true
/// }) as _));
/// assert_eq!(*answers.lock().expect("no panic"), ["unique"]);
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn ask(question: &Question, watch: &Arc<Watch>) {
    ask_about(None, question, Limits::none(), watch);
}

/// The same about a puzzle that was read before, in place of the question's; within limits beside
/// those of the question.
pub fn ask_about(puzzle: Option<&Puzzle>, question: &Question, limits: Limits, watch: &Arc<Watch>) {
    let asking = Asking::new(puzzle, question, limits, watch);
    if let Err(error) = asking.and_then(|asking| asking.answer()) {
        watch(Event::Answer(Box::new(Answer::Failed(Failure::from(&error)))));
    }
}

struct Asking<'a> {
    puzzle: Option<&'a Puzzle>,
    question: &'a Question,
    watch: &'a Arc<Watch>,
    limits: Limits,
}

impl<'a> Asking<'a> {
    fn new(
        puzzle: Option<&'a Puzzle>,
        question: &'a Question,
        limits: Limits,
        watch: &'a Arc<Watch>,
    ) -> Result<Self> {
        if question.satoku != 1 {
            let version = question.satoku;
            return Err(Error::unsupported(format!("schema version {version}: this one is 1")));
        }
        let observer = Arc::clone(watch);
        let limits = limits
            .with_watch(Arc::new(move |gauge| observer(Event::Progress(Progress::of(gauge)))));
        let limits = question.options.limits(limits)?;
        Ok(Asking { puzzle, question, watch, limits })
    }

    fn tell(&self, event: Event) -> ControlFlow<()> {
        if (self.watch)(event) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn say(&self, answer: Answer) -> ControlFlow<()> {
        self.tell(Event::Answer(Box::new(answer)))
    }

    fn puzzle(&self) -> Result<Puzzle> {
        self.puzzle.map_or_else(|| self.question.puzzle(), |puzzle| Ok(puzzle.clone()))
    }

    fn answer(&self) -> Result<()> {
        let Question { want, options, .. } = self.question;
        let engine = options.engine(want)?;
        let progress = |now| _ = self.tell(Event::Progress(now));
        let settings = Settings {
            engine: &engine,
            pair: None,
            limits: &self.limits,
            form: Form::default(),
            progress: &progress,
        };
        match want {
            Want::Backends => {
                _ = Backend::all().into_iter().try_for_each(|it| self.tell(Event::Backend(it)));
            }
            Want::Generate { .. } => self.generate()?,
            Want::Cubes { count, of, hardest_first } => {
                let (puzzle, split) = (self.puzzle()?, Split::Count(*count));
                let within: Cube = of.as_deref().unwrap_or_default().parse()?;
                let mut parts = Part::all(&puzzle, &within, split, &self.limits)?;
                if *hardest_first {
                    Part::hardest_first(&mut parts);
                }
                _ = parts.into_iter().try_for_each(|part| self.tell(Event::Part(part)));
            }
            Want::Prove { drat } => {
                let refuter = options.backend()?.map_or_else(Refuter::default, Refuter::Backend);
                let puzzle = self.puzzle()?;
                let certificate = prove::prove_by(&puzzle, &engine, &refuter, &self.limits)?;
                let verified = certificate.check()?;
                let files = certificate.files(ProofForm::Text, *drat)?;
                for (name, bytes) in files {
                    if self.tell(Event::File(File { name: name.into(), bytes })).is_break() {
                        return Ok(());
                    }
                }
                _ = self.say(Answer::Certified(Certified::new(&verified)));
            }
            Want::Verify { files } => {
                let files = files.iter().map(|(name, text)| (name.as_str(), text.as_bytes()));
                let verified = satoku_check::verify_files(files).map_err(Error::from);
                _ = self.say(match verified {
                    Ok(it) => Answer::Certified(Certified::held(&it)),
                    Err(error) => Answer::Failed(Failure::of_verification(&error)),
                });
            }
            Want::Solutions { limit } => {
                let mut take = |solution| self.tell(Event::Solution(solution));
                let found = question::visit(&self.puzzle()?, &settings, *limit, &mut take)?;
                let solve = Solve { solutions: None, ..Solve::all(found, *limit) };
                _ = self.say(self.trimmed(Answer::Solve(solve)));
            }
            _ => _ = self.say(self.trimmed(want.answer(&self.puzzle()?, &settings)?)),
        }
        Ok(())
    }

    /// The answer without statistics, unless they were asked for.
    fn trimmed(&self, answer: Answer) -> Answer {
        if self.question.options.stats { answer } else { answer.without_statistics() }
    }

    fn generate(&self) -> Result<()> {
        let Question { want, options: Options { seed, .. }, .. } = self.question;
        let Want::Generate { count, clues, minimal, symmetry, tries, full, rating, score } = want
        else {
            return Ok(());
        };
        let spec = self.question.layout()?;
        let layout: Arc<Layout> = spec.build(spec.side().unwrap_or(9))?.shared();
        let symmetry = symmetry.as_deref().map(Symmetry::from_str).transpose()?;
        let wish = Wish {
            clues: clues.map(|(least, most)| least..=most),
            minimal: *minimal,
            symmetry: symmetry.unwrap_or_else(Symmetry::none),
            tries: *tries,
            ..Wish::new(layout)
        };
        let wanted: Option<WantedRating> = match (rating, score) {
            (Some(_), Some(_)) => {
                return Err(Error::input("`rating` and `score`: one of them, as scales differ"));
            }
            (Some(filter), None) => Some(filter.wanted()?.into()),
            (None, Some(filter)) => Some(filter.wanted()?.into()),
            (None, None) => None,
        };
        if let Some(wanted) = wanted {
            if *full {
                return Err(Error::input("`rating`: complete grids have none"));
            }
            return self.generate_rated(&RatedWish { wish, wanted, count: *count });
        }
        if let Some(why) = wish.impossible()? {
            _ = self.say(Answer::Impossible(Impossible::new(why)));
            return Ok(());
        }
        let progress = |now: generate::Progress| {
            let clues = Some(now.clues);
            _ = self.tell(Event::Progress(Progress { clues, ..Progress::default() }));
        };
        for number in 0..*count {
            let numbers = number..number + 1;
            let answers: Vec<Answer> = if *full {
                let grids = generate::grids(&wish.layout, *seed, numbers, &self.limits)?;
                grids.into_iter().map(|grid| Answer::Full(FullGrid::new(grid, *seed))).collect()
            } else {
                let made = generate::generate(&wish, *seed, numbers, &self.limits, &progress)?;
                let made = made.into_iter().map(|made| Made::new(&wish, *seed, made));
                made.map(|made| Answer::Made(Box::new(made))).collect()
            };
            if answers.into_iter().try_for_each(|answer| self.say(answer)).is_break() {
                return Ok(());
            }
        }
        Ok(())
    }
    /// Puzzles with a rating, one after the other.
    fn generate_rated(&self, wish: &RatedWish) -> Result<()> {
        let seed = self.question.options.seed;
        if let Some(why) = wish.impossible()? {
            _ = self.say(Answer::Impossible(Impossible::new(why)));
            return Ok(());
        }
        let mut stopped = false;
        let mut take = |found| {
            let said = self.say(Answer::Made(Box::new(Made::rated(wish, seed, found))));
            stopped |= said.is_break();
            said
        };
        let one = NonZeroUsize::MIN;
        let hunt = generate::generate_rated(wish, seed, one, &self.limits, &mut take)?;
        if !stopped && let Some(short) = Made::short_of(wish, seed, &hunt) {
            _ = self.say(Answer::Made(Box::new(short)));
        }
        Ok(())
    }
}
