//! All answers as one type: a status, a text, a JSON object.

use std::borrow::Cow;

use serde::Serialize;

use super::value::{Form, Written};
use super::{
    Candidates, Certified, Check, Count, Estimated, Explained, FullGrid, Hint, Image, Impossible,
    Made, Minimize, Part, Rated, Read, Scored, Solve, Steps, Unique,
};
use crate::error::Error;
use crate::puzzle::{Puzzle, Symbols};

/// What an answer comes to, in one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Status {
    /// A solution, or as many as were asked for, was found.
    Solved,
    /// There are solutions, and they were counted, all or up to a limit.
    Counted,
    /// There is exactly one solution.
    Unique,
    /// There are two solutions or more.
    Multiple,
    /// There is no solution.
    None,
    /// A limit was reached before it was known.
    Unknown,
    /// The filled grid is a solution.
    Valid,
    /// The grid breaks a rule.
    Invalid,
    /// The grid has an empty cell.
    Incomplete,
    /// The puzzle was read.
    Read,
    /// All candidates are decided.
    Decided,
    /// Candidates are marked that propagation leaves; no solver was asked.
    Marked,
    /// The number of solutions was estimated.
    Estimated,
    /// No clue is redundant any more.
    Minimal,
    /// Redundant clues were removed; a limit left some undecided.
    Reduced,
    /// The puzzle is rated.
    Rated,
    /// The puzzle is rated otherwise than is wanted.
    Unfit,
    /// Steps are told, as far as was asked for.
    Told,
    /// No technique of the scale goes on.
    Stuck,
    /// All cells are filled: there is nothing to rate, and no next step.
    Filled,
    /// Entries or marks contradict the solution of the givens.
    Wrong,
    /// A puzzle was written.
    Written,
    /// A complete grid was made.
    Full,
    /// No puzzle as asked for was found within the tries or the time.
    Short,
    /// No puzzle can be as asked for.
    Impossible,
    /// The certificate does not hold.
    Refused,
    /// The puzzle could not be read or answered.
    Error,
}

/// What a status means for whoever asked; of several, the greatest counts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// As hoped for.
    #[default]
    Positive,
    /// Answered otherwise: no solution, or several.
    Negative,
    /// A limit left it open.
    Unknown,
    /// It could not be answered.
    Error,
}

impl Status {
    /// The word.
    pub fn word(self) -> &'static str {
        match self {
            Status::Solved => "solved",
            Status::Counted => "counted",
            Status::Unique => "unique",
            Status::Multiple => "multiple",
            Status::None => "none",
            Status::Unknown => "unknown",
            Status::Valid => "valid",
            Status::Invalid => "invalid",
            Status::Incomplete => "incomplete",
            Status::Read => "read",
            Status::Decided => "decided",
            Status::Marked => "marked",
            Status::Estimated => "estimated",
            Status::Minimal => "minimal",
            Status::Reduced => "reduced",
            Status::Rated => "rated",
            Status::Unfit => "unfit",
            Status::Told => "told",
            Status::Stuck => "stuck",
            Status::Filled => "filled",
            Status::Wrong => "wrong",
            Status::Written => "written",
            Status::Full => "full",
            Status::Short => "short",
            Status::Impossible => "impossible",
            Status::Refused => "refused",
            Status::Error => "error",
        }
    }

    /// What it means for whoever asked.
    pub fn outcome(self) -> Outcome {
        match self {
            Status::Solved
            | Status::Counted
            | Status::Unique
            | Status::Valid
            | Status::Read
            | Status::Decided
            | Status::Marked
            | Status::Estimated
            | Status::Minimal
            | Status::Rated
            | Status::Unfit
            | Status::Told
            | Status::Written
            | Status::Full => Outcome::Positive,
            Status::Multiple
            | Status::None
            | Status::Invalid
            | Status::Incomplete
            | Status::Stuck
            | Status::Filled
            | Status::Wrong
            | Status::Impossible
            | Status::Refused => Outcome::Negative,
            Status::Unknown | Status::Reduced | Status::Short => Outcome::Unknown,
            Status::Error => Outcome::Error,
        }
    }
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Failure {
    /// `error`; `unknown` where a limit was reached or a batch has no certificate, `refused` for a
    /// certificate that does not hold.
    pub status: Status,
    /// What is wrong, with its place.
    pub error: String,
    /// What kind of error: `input`, `layout`, `backend`, `unsupported`, `too_large`, `limit`,
    /// `disagreement`, `proof` or `io`.
    pub kind: &'static str,
    /// The line of the input, from 1, where it is about a text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// The character of the line, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u64>,
    /// With `verify`, where there is a certificate: false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub holds: Option<bool>,
}

impl Failure {
    /// Why there is no answer, on one line.
    fn text(&self) -> String {
        let error = self.error.replace('\n', " ");
        match self.status {
            Status::Unknown => "unknown\n".into(),
            Status::Refused => format!("does not hold: {error}\n"),
            _ => format!("error: {error}\n"),
        }
    }
}

impl From<&Error> for Failure {
    fn from(error: &Error) -> Self {
        let at = error.location();
        Failure {
            status: Status::Error,
            error: error.to_string(),
            kind: error.kind(),
            line: at.map(|at| at.line),
            column: at.and_then(|at| at.column),
            holds: None,
        }
    }
}

/// An answer of any kind. Its JSON is that of what it holds.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
#[non_exhaustive]
pub enum Answer {
    /// A solution or all of them.
    Solve(Solve),
    /// The number of solutions.
    Count(Count),
    /// Whether there is one solution.
    Unique(Unique),
    /// Whether a filled grid is a solution.
    Check(Check),
    /// The puzzle itself.
    Read(Read),
    /// Why a puzzle has no solution, several, or one.
    Explain(Box<Explained>),
    /// The true candidates.
    Candidates(Box<Candidates>),
    /// About how many solutions there are.
    Estimate(Estimated),
    /// The puzzle without redundant clues.
    Minimize(Box<Minimize>),
    /// The rating.
    Rate(Box<Rated>),
    /// Score and level on the scale of HoDoKu.
    Score(Box<Scored>),
    /// The steps to the solution.
    Steps(Steps),
    /// The next step.
    Hint(Box<Hint>),
    /// A generated puzzle.
    Made(Box<Made>),
    /// A generated complete grid.
    Full(FullGrid),
    /// Why nothing can be generated.
    Impossible(Impossible),
    /// An image of a puzzle.
    Image(Box<Image>),
    /// A certificate that was made or verified.
    Certified(Certified),
    /// Why there is no answer.
    Failed(Failure),
}

impl Answer {
    /// What it comes to.
    pub fn status(&self) -> Status {
        match self {
            Answer::Solve(it) => it.status,
            Answer::Count(it) => it.status,
            Answer::Unique(it) => it.status,
            Answer::Check(it) => it.status,
            Answer::Read(it) => it.status,
            Answer::Explain(it) => it.status,
            Answer::Candidates(it) => it.status,
            Answer::Estimate(it) => it.status,
            Answer::Minimize(it) => it.status,
            Answer::Rate(it) => it.status,
            Answer::Score(it) => it.status,
            Answer::Steps(it) => it.status,
            Answer::Hint(it) => it.status,
            Answer::Made(it) => it.status,
            Answer::Full(it) => it.status,
            Answer::Impossible(it) => it.status,
            Answer::Image(it) => it.status,
            Answer::Certified(it) => it.status,
            Answer::Failed(it) => it.status,
        }
    }

    /// What it means for whoever asked.
    pub fn outcome(&self) -> Outcome {
        match self {
            Answer::Explain(it) if !it.complete => Outcome::Unknown,
            // A certificate may show that there is no solution, or that there are several.
            Answer::Certified(_) => Outcome::Positive,
            _ => self.status().outcome(),
        }
    }

    /// The answer for people, each line ended. Grids are those of the puzzle that was asked about.
    pub fn text(&self, puzzle: Option<&Puzzle>, form: Form) -> String {
        match (self, puzzle) {
            (Answer::Failed(it), _) => it.text(),
            (Answer::Solve(it), Some(puzzle)) => it.text(puzzle, form),
            (Answer::Unique(it), Some(puzzle)) => it.text(puzzle, form),
            (Answer::Explain(it), Some(puzzle)) => it.text(puzzle),
            (Answer::Count(it), _) => it.text(),
            (Answer::Check(it), _) => it.text(),
            (Answer::Read(it), _) => it.text(),
            (Answer::Candidates(it), _) => it.text(),
            (Answer::Estimate(it), _) => it.text(),
            (Answer::Minimize(it), _) => it.text(),
            (Answer::Rate(it), puzzle) => it.text(puzzle, form),
            (Answer::Score(it), puzzle) => it.text(puzzle, form),
            (Answer::Steps(it), _) => it.text(),
            (Answer::Hint(it), _) => it.text(form),
            (Answer::Image(it), _) => it.puzzle.text(),
            (Answer::Certified(it), _) => it.text(),
            (Answer::Made(it), _) => it.text(form),
            (Answer::Full(it), _) => it.text(form),
            _ => format!("{}\n", self.status().word()),
        }
    }

    /// Whether a puzzle is part of the answer.
    fn has_puzzle(&self) -> bool {
        match self {
            Answer::Read(_) | Answer::Made(_) | Answer::Image(_) => true,
            Answer::Minimize(it) => it.reduced.is_some(),
            _ => false,
        }
    }

    /// The same without the statistics of its search.
    #[must_use]
    pub fn without_statistics(mut self) -> Self {
        if let Some(search) = self.search_mut() {
            search.stats = None;
        }
        self
    }

    /// Says why the search gave up, unless that is known.
    pub fn note(&mut self, why: &str) {
        if let Some(search) = self.search_mut() {
            let note = search.note.get_or_insert_with(|| why.into());
            if let Some(stats) = &mut search.stats {
                stats.note.get_or_insert_with(|| note.clone());
            }
        }
    }

    fn search_mut(&mut self) -> Option<&mut super::Search> {
        match self {
            Answer::Solve(it) => it.search.as_mut(),
            Answer::Count(it) => it.search.as_mut(),
            Answer::Unique(it) => it.search.as_mut(),
            _ => None,
        }
    }

    /// The search behind the answer, if there was one.
    pub fn search(&self) -> Option<&super::Search> {
        match self {
            Answer::Solve(it) => it.search.as_ref(),
            Answer::Count(it) => it.search.as_ref(),
            Answer::Unique(it) => it.search.as_ref(),
            _ => None,
        }
    }
}

/// An answer with its place in a run: one line of JSON.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Reply<'a> {
    /// Which puzzle.
    #[serde(flatten)]
    pub at: Option<At<'a>>,
    /// The puzzle as it was read, where the answer has no puzzle of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<Written>,
    /// The houses, where they are not the usual ones of the side: then puzzle and solutions can be
    /// read with `layout` as it stands here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layout: Option<String>,
    /// The symbols of puzzle and solutions, where they are not 1-9, A for 10 and so on: `zero` or
    /// `letters`, those in which the puzzle was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symbols: Option<&'static str>,
    /// What was passed over of the puzzle when it was read, and may say more: keys that the options
    /// name, counts of drawings. The answer is about the rest.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ignored: Vec<String>,
    /// With `prove` and `verify`: the folder of the certificate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dir: Option<String>,
    /// The answer.
    #[serde(flatten)]
    pub answer: Answer,
    /// With `prove`: microseconds that it took.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_us: Option<u64>,
}

/// The place of a puzzle in a run.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct At<'a> {
    /// The number of the puzzle in the whole run, from 1; null where a whole source cannot be read.
    pub index: Option<u64>,
    /// The file it was read from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<Cow<'a, str>>,
    /// The `id` that the puzzle has in a file of CSV or JSON.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// With `--cube`: the part of the puzzle that was searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cube: Option<Part>,
}

impl<'a> Reply<'a> {
    /// The answer to a puzzle of a source.
    pub fn new(index: Option<u64>, source: &'a str, answer: Answer) -> Self {
        let at = At { index, source: Some(source.into()), id: None, cube: None };
        Reply { at: Some(at), ..Reply::alone(answer) }
    }

    /// The same with the puzzle, and its layout and symbols, if they must be said.
    #[must_use]
    pub fn of(self, puzzle: Option<&Puzzle>) -> Self {
        let layout = puzzle.map(Puzzle::layout).filter(|layout| !layout.is_usual());
        let symbols = puzzle.map(Puzzle::symbols).filter(|&it| it != Symbols::default());
        let symbols = symbols.map(Symbols::name);
        let written = puzzle.filter(|_| !self.answer.has_puzzle());
        let written = written.map(|puzzle| Written::new(puzzle.clone(), Form::default()));
        Reply {
            layout: layout.map(|layout| layout.spec().to_string()),
            symbols,
            puzzle: written,
            ..self
        }
    }

    /// An answer that belongs to no puzzle of the input.
    pub fn alone(answer: Answer) -> Self {
        Reply {
            at: None,
            puzzle: None,
            layout: None,
            symbols: None,
            ignored: Vec::new(),
            dir: None,
            answer,
            time_us: None,
        }
    }

    /// One line of JSON, without its end.
    pub fn json(&self) -> String {
        super::json(self)
    }
}
