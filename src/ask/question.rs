//! What can be asked of a puzzle, and how.

use std::collections::BTreeMap;
use std::fmt;
use std::io::Cursor;
use std::ops::ControlFlow;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::options::Options;
use super::{
    Answer, Candidates, Check, Count, Estimated, Explained, Form, Hint, HintAsked, Image, Marks,
    Minimize, Rated, RatingFilter, Read, ScaleAsked, ScoreFilter, Scored, Solve, Steps, StepsAsked,
    Unique,
};
use crate::engine::EngineSpec;
use crate::error::{Error, Result};
use crate::format::{ReadOptions, Reader, plain_puzzle};
use crate::grid::LayoutSpec;
use crate::jobs::answer::{self, Findings};
use crate::jobs::transform::{Operations, canonical};
use crate::jobs::{candidates, estimate, explain, minimize};
use crate::limits::{Gauge, Limits, Query, Work};
use crate::puzzle::{Puzzle, Solution};

/// A question as a document.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// The version of this schema: 1.
    #[serde(default = "one")]
    pub satoku: u32,
    /// The puzzle, in any form that is read; needed unless puzzles are generated or a
    /// certificate is verified.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<String>,
    /// The houses, such as `3x3+diagonals`, where the text of the puzzle does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub layout: Option<String>,
    /// Rules beside those of the text, such as `cage 15 r1c1 r1c2`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<String>,
    /// Keys of other programs' files that are passed over where they may say more than is
    /// understood.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ignore: Vec<String>,
    /// What is asked.
    pub want: Want,
    /// How it is answered.
    #[serde(default)]
    pub options: Options,
}

/// What is asked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[non_exhaustive]
pub enum Want {
    /// A solution.
    Solve,
    /// All solutions, each handed out as it is found.
    Solutions {
        /// At most this many.
        #[serde(default)]
        limit: Option<u64>,
    },
    /// The number of solutions.
    Count {
        /// Count up to this number.
        #[serde(default)]
        limit: Option<u64>,
    },
    /// Whether there is exactly one solution.
    Unique,
    /// Whether the filled grid is a solution.
    Check,
    /// The puzzle itself, as it was read.
    Read,
    /// Why there is no solution, several, or one.
    Explain,
    /// The true candidates.
    Candidates {
        /// Show the backbone alone in text.
        #[serde(default)]
        backbone: bool,
        /// Which candidates; the backbone is that of the true ones.
        #[serde(default)]
        marks: Marks,
    },
    /// About how many solutions there are.
    Estimate {
        /// Samples of the search tree.
        samples: u64,
    },
    /// How hard it is for people: ER, EP and ED; which of them are wanted.
    Rate(RatingFilter),
    /// How hard it is for people on the scale of HoDoKu: score and level; which of them are wanted.
    Score(ScoreFilter),
    /// The steps that solve it, or all that could be next.
    Steps(StepsAsked),
    /// The next step.
    Hint(HintAsked),
    /// The puzzle without its redundant clues, and rules if wanted.
    Minimize {
        /// How often to look for fewer clues; 0 stops at the first minimal puzzle.
        #[serde(default)]
        tries: u64,
        /// Leave a clue undecided after this many conflicts.
        #[serde(default)]
        effort: Option<u64>,
        /// Remove redundant rules too.
        #[serde(default)]
        rules: bool,
    },
    /// An image of the puzzle.
    Transform {
        /// Operations joined by commas, such as `rot90,relabel=213456789`.
        operations: String,
    },
    /// The canonical form.
    Canonical,
    /// A certificate, as files.
    Prove {
        /// Write the proof in DRAT as well.
        #[serde(default)]
        drat: bool,
    },
    /// Whether a certificate holds; no puzzle is needed.
    Verify {
        /// The texts of its files, by name.
        files: BTreeMap<String, String>,
    },
    /// The puzzle split into parts.
    Cubes {
        /// How many parts.
        count: usize,
        /// Split this cube of it alone: decisions with spaces between them, such as `r1c2=3
        /// r4c5!=6`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        of: Option<String>,
        /// The parts in which most is open first, in place of the order of the tree.
        #[serde(default)]
        hardest_first: bool,
    },
    /// Puzzles made to order; the houses are those of the question.
    Generate {
        /// How many.
        #[serde(default = "one_puzzle")]
        count: u64,
        /// How many clues each has: least and most.
        #[serde(default)]
        clues: Option<(usize, usize)>,
        /// Whether every clue must be needed.
        #[serde(default)]
        minimal: bool,
        /// The symmetry of the cells with clues, such as `rot180`.
        #[serde(default)]
        symmetry: Option<String>,
        /// Attempts for each puzzle.
        #[serde(default)]
        tries: Option<u64>,
        /// Complete grids instead of puzzles.
        #[serde(default)]
        full: bool,
        /// Which ratings are wanted: the first puzzles drawn that fit. Tries are those in all, for
        /// each puzzle wanted 100,000 by default.
        #[serde(default)]
        rating: Option<RatingFilter>,
        /// The same on the scale of HoDoKu.
        #[serde(default)]
        score: Option<ScoreFilter>,
    },
    /// The backends of this build.
    Backends,
}

fn one() -> u32 {
    1
}

fn one_puzzle() -> u64 {
    1
}

/// How far an answer has come.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Progress {
    /// Nodes of search trees.
    pub nodes: u64,
    /// Conflicts of SAT solvers.
    pub conflicts: u64,
    /// Steps of local searches.
    pub steps: u64,
    /// Candidates or clues that are not decided yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open: Option<usize>,
    /// The current number of clues.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clues: Option<usize>,
}

impl Progress {
    /// What a gauge shows.
    pub(super) fn of(gauge: &Gauge) -> Self {
        Progress {
            nodes: gauge.read(Work::Nodes),
            conflicts: gauge.read(Work::Conflicts),
            steps: gauge.read(Work::Steps),
            ..Progress::default()
        }
    }
}

/// What a question is answered with.
#[derive(Clone, Copy)]
pub struct Settings<'a> {
    /// The engine of searches; its options are those of all SAT solvers.
    pub engine: &'a EngineSpec,
    /// Two engines to be compared, in place of the one.
    pub pair: Option<&'a [EngineSpec; 2]>,
    /// When to give up.
    pub limits: &'a Limits,
    /// How puzzles are written.
    pub form: Form,
    /// Called with the progress so far.
    pub progress: &'a dyn Fn(Progress),
}

impl fmt::Debug for Settings<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Settings").field("engine", &self.engine.name()).finish_non_exhaustive()
    }
}

impl Want {
    /// The search that answers it, if a search alone does: then several puzzles may be searched
    /// together, and the findings go to [`Want::judge`].
    pub fn query(&self) -> Option<Query> {
        match self {
            Want::Solve => Some(Query::FIRST),
            Want::Count { limit } => Some(Query::count_past(*limit)),
            Want::Unique => Some(Query::UNIQUE),
            _ => None,
        }
    }

    /// Its word in documents.
    pub(super) fn word(&self) -> String {
        match serde_json::to_value(self) {
            Ok(serde_json::Value::String(word)) => word,
            Ok(serde_json::Value::Object(fields)) => fields.keys().cloned().collect(),
            _ => String::new(),
        }
    }

    /// The answer that the findings of its [query](Want::query) give.
    pub fn judge(&self, findings: Findings) -> Option<Answer> {
        match self {
            Want::Solve => Some(Answer::Solve(Solve::one(findings))),
            Want::Solutions { limit } => Some(Answer::Solve(Solve::all(findings, *limit))),
            Want::Count { limit } => Some(Answer::Count(Count::new(findings, *limit))),
            Want::Unique => Some(Answer::Unique(Unique::new(findings))),
            _ => None,
        }
    }

    /// The answer for a puzzle, where one answer is all there is.
    ///
    /// # Errors
    /// If the question cannot be answered: an engine fails, or is not made for the puzzle; a
    /// question with files or several answers ([`ask`](super::ask()) has those).
    pub fn answer(&self, puzzle: &Puzzle, settings: &Settings<'_>) -> Result<Answer> {
        let Settings { engine, pair, limits, form, progress } = *settings;
        let options = engine.options();
        let told = |open, clues| Progress { open: Some(open), clues, ..Progress::default() };
        if let Some(query) = self.query() {
            let findings = match pair {
                Some([a, b]) => {
                    // Solutions are compared too.
                    let query = Query { keep: query.keep.max(1), ..query };
                    answer::cross_check(puzzle, [a, b], limits, query)?
                }
                None => answer::find(puzzle, engine, limits, query)?,
            };
            return self.judge(findings).ok_or_else(|| unanswerable(self));
        }
        Ok(match self {
            Want::Solutions { limit } => {
                let mut solutions = Vec::new();
                let mut take = |solution| {
                    solutions.push(solution);
                    ControlFlow::Continue(())
                };
                let found = visit(puzzle, settings, *limit, &mut take)?;
                Answer::Solve(Solve::all(Findings { solutions, ..found }, *limit))
            }
            Want::Check => Answer::Check(Check::new(puzzle)),
            Want::Read => Answer::Read(Read::new(puzzle.clone(), form)),
            Want::Explain => {
                let found = explain::explain(puzzle, options, limits)?;
                Answer::Explain(Box::new(Explained::new(puzzle, found)))
            }
            Want::Candidates { backbone: true, marks: Marks::Plain | Marks::Basic } => {
                return Err(Error::input("the backbone is that of the true candidates"));
            }
            Want::Candidates { backbone: false, marks: marks @ (Marks::Plain | Marks::Basic) } => {
                Answer::Candidates(Candidates::marked(puzzle, *marks, limits, form).into())
            }
            Want::Candidates { backbone, marks: Marks::True } => {
                let mut open = |open| progress(told(open, None));
                let found = candidates::find(puzzle, options, limits, &mut open)?;
                Answer::Candidates(Box::new(Candidates::new(puzzle, &found, *backbone, form)))
            }
            Want::Estimate { samples } => {
                let found = estimate::estimate(puzzle, *samples, options.seed, limits)?;
                Answer::Estimate(Estimated::new(&found, options.seed))
            }
            Want::Rate(filter) => {
                Answer::Rate(Rated::find(puzzle, filter, options.seed, limits)?.into())
            }
            Want::Score(filter) => Answer::Score(Scored::find(puzzle, filter, limits)?.into()),
            Want::Steps(asked) if asked.scale == ScaleAsked::Hodoku => {
                Answer::Score(Scored::steps(puzzle, asked, limits)?.into())
            }
            Want::Steps(asked) => Answer::Steps(Steps::find(puzzle, asked, limits)?),
            Want::Hint(asked) => Answer::Hint(Hint::find(puzzle, asked, limits)?.into()),
            Want::Minimize { tries, effort, rules } => {
                let (seed, sat) = (options.seed, options.clone());
                let (tries, effort, rules) = (*tries, *effort, *rules);
                let options = minimize::Options { seed, tries, effort, rules, sat };
                let mut tell = |now: minimize::Progress| progress(told(now.open, Some(now.clues)));
                let found = minimize::minimize(puzzle, &options, limits, &mut tell)?;
                Answer::Minimize(Box::new(Minimize::new(puzzle, found, seed, form)))
            }
            Want::Transform { operations } => {
                let made = Operations::from_str(operations)?.on(puzzle.layout())?;
                Answer::Image(Box::new(Image::new(made.apply(puzzle)?, &made, form)))
            }
            Want::Canonical => {
                let found = canonical(puzzle)?;
                let mut image = Image::new(found.puzzle, &found.transformation, form);
                image.automorphisms = Some(found.automorphisms);
                Answer::Image(Box::new(image))
            }
            _ => return Err(unanswerable(self)),
        })
    }
}

/// Visits all solutions, or `limit` of them. Where two engines are compared, they are handed out
/// after that.
///
/// # Errors
/// As [`answer::visit`].
pub fn visit(
    puzzle: &Puzzle,
    settings: &Settings<'_>,
    limit: Option<u64>,
    take: &mut dyn FnMut(Solution) -> ControlFlow<()>,
) -> Result<Findings> {
    let Some([a, b]) = settings.pair else {
        return answer::visit(puzzle, settings.engine, settings.limits, limit, take);
    };
    let query = Query { limit, keep: usize::MAX };
    let mut findings = answer::cross_check(puzzle, [a, b], settings.limits, query)?;
    let _ = findings.solutions.drain(..).try_for_each(take);
    Ok(findings)
}

impl Question {
    /// The puzzle, read.
    ///
    /// # Errors
    /// If there is none, more than one, or one that cannot be read as a whole.
    pub fn puzzle(&self) -> Result<Puzzle> {
        let text = self.puzzle.as_deref();
        let text = text.ok_or_else(|| Error::input("`puzzle`: a puzzle is needed"))?;
        let plain = (self.layout.is_none() && self.rules.is_empty()).then(|| plain_puzzle(text));
        if let Some(puzzle) = plain.flatten() {
            return Ok(puzzle);
        }
        let (rules, ignore) = (self.rules.clone(), self.ignore.clone());
        let options = ReadOptions { layout: self.layout()?, rules, ignore, ..Default::default() };
        let mut reader = Reader::new("puzzle", Cursor::new(text.to_owned()), &options)?;
        let record = reader.next_record()?.ok_or_else(|| Error::input("`puzzle`: none found"))?;
        let puzzle = reader.parser().parse(&record)?.whole(&options)?;
        match reader.next_record()? {
            None => Ok(puzzle),
            Some(_) => Err(Error::input("`puzzle`: a second puzzle, expected one")),
        }
    }

    /// The houses that it names.
    pub(super) fn layout(&self) -> Result<LayoutSpec> {
        self.layout.as_deref().map_or(Ok(LayoutSpec::default()), str::parse)
    }
}

fn unanswerable(want: &Want) -> Error {
    Error::unsupported(format!("{want:?} has no single answer"))
}
