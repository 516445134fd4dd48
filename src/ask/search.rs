//! Answers of searches: solve, count, unique; and of checks without one.

use std::fmt::Write as _;

use serde::Serialize;

use super::answer::Status;
use super::value::{Form, Written};
use crate::engine::Stats;
use crate::format::Given;
use crate::jobs::answer::{Findings, Uniqueness};
use crate::limits::{End, Query};
use crate::puzzle::{Puzzle, Solution, Violation};

/// A solution, or all of them.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Solve {
    /// `solved`, `none` or `unknown`.
    pub status: Status,
    /// The first solution found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solution: Option<Solution>,
    /// All solutions found, where all were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<Vec<Solution>>,
    /// The search.
    #[serde(flatten)]
    pub search: Option<Search>,
}

/// How many solutions there are.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Count {
    /// `counted` for any number but 0, `none`, or `unknown` where a limit was reached before the
    /// number asked for.
    pub status: Status,
    /// The search, with the number.
    #[serde(flatten)]
    pub search: Option<Search>,
}

/// Whether there is exactly one solution.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Unique {
    /// `unique`, `multiple`, `none` or `unknown`; `solved` where results of cubes show one solution
    /// and leave open whether there are more.
    pub status: Status,
    /// The one solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solution: Option<Solution>,
    /// Two different solutions, where there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<Vec<Solution>>,
    /// The search.
    #[serde(flatten)]
    pub search: Option<Search>,
}

/// What a search found and what it took.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Search {
    /// How many solutions were found.
    pub count: u64,
    /// Whether these are all solutions.
    pub complete: bool,
    /// The engine that gave the answer: `lanes`, `native`, `local` or `sat`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<&'static str>,
    /// Microseconds that the search took; of puzzles answered together, a share.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_us: Option<u64>,
    /// With `--stats`: what the search did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stats: Option<Statistics>,
    /// Why the search gave up, where it was not the time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// What a search did.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Statistics {
    /// Search nodes of `lanes` and `native`; steps of `local`.
    pub nodes: u64,
    /// The random seed, where one mattered.
    pub seed: Option<u64>,
    /// The SAT backend, where one was called.
    pub backend: Option<String>,
    /// The encoding, where a formula was made.
    pub encoding: Option<&'static str>,
    /// The at-most-one scheme, where a formula was made.
    pub amo: Option<&'static str>,
    /// The first ten calls of the SAT backend.
    pub calls: Vec<Call>,
    /// How many calls there were.
    pub call_count: usize,
    /// Why the search gave up, where it was not the time.
    pub note: Option<String>,
}

/// A call of the SAT backend.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Call {
    /// Variables of the formula.
    pub variables: u64,
    /// Clauses of the formula, blocking clauses included.
    pub clauses: u64,
    /// Conflicts of this call, where the backend reports them.
    pub conflicts: Option<u64>,
    /// True for a model, false for none, null where a limit was reached.
    pub sat: Option<bool>,
    /// Microseconds that it took.
    pub time_us: Option<u64>,
}

/// Whether a filled grid is a solution.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Check {
    /// `valid`, `invalid` or `incomplete`.
    pub status: Status,
    /// The rule that is broken, or the first empty cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// A puzzle as it was read.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Read {
    /// `read`.
    pub status: Status,
    /// The puzzle.
    pub puzzle: Written,
    /// The solution that was given with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solution: Option<Solution>,
}

/// Calls of the SAT backend that statistics show one by one.
const MANY_CALLS: usize = 10;

impl Solve {
    /// The answer to a search for one solution.
    pub fn one(mut findings: Findings) -> Self {
        let solution = (!findings.solutions.is_empty()).then(|| findings.solutions.swap_remove(0));
        let status = solved(&findings);
        Solve { status, solution, solutions: None, search: Some(Search::of(findings)) }
    }

    /// The answer to a search for all solutions, or `limit` of them.
    pub fn all(mut findings: Findings, limit: Option<u64>) -> Self {
        let solutions = std::mem::take(&mut findings.solutions);
        let status = solved_fully(&findings, limit);
        let search = Some(Search::of(findings));
        Solve { status, solution: None, solutions: Some(solutions), search }
    }

    pub(super) fn text(&self, puzzle: &Puzzle, form: Form) -> String {
        let word = self.status.word();
        let mut out = String::new();
        let all = self.solution.iter().chain(self.solutions.iter().flatten());
        for solution in all {
            form.write(puzzle, Some(solution), &mut out);
        }
        if out.is_empty() {
            if form.writer.has_both {
                // A row all the same, the word where the solution would stand.
                form.write(puzzle, None, &mut out);
                out.truncate(out.trim_end().len());
            }
            out.extend([word, "\n"]);
        }
        out
    }
}

impl Count {
    /// The answer to a search [past a limit](Query::count_past).
    pub fn new(findings: Findings, limit: Option<u64>) -> Self {
        let status = match solved_fully(&findings, limit) {
            Status::Solved => Status::Counted,
            other => other,
        };
        let mut search = Search::of(findings);
        (search.count, search.complete) = Query::counted(limit, search.count, search.complete);
        Count { status, search: Some(search) }
    }

    pub(super) fn text(&self) -> String {
        match &self.search {
            Some(Search { count, complete: true, .. }) => format!("{count}\n"),
            Some(Search { count, .. }) if *count > 0 => format!("{count}+\n"),
            _ => "unknown\n".into(),
        }
    }
}

impl Unique {
    /// The answer to a search for two solutions that keeps both.
    pub fn new(findings: Findings) -> Self {
        let mut answer =
            Unique { status: Status::None, solution: None, solutions: None, search: None };
        match findings.uniqueness() {
            Uniqueness::None => {}
            Uniqueness::Unknown => answer.status = Status::Unknown,
            Uniqueness::Unique(solution) => {
                (answer.status, answer.solution) = (Status::Unique, Some(solution));
            }
            Uniqueness::Multiple(both) => {
                (answer.status, answer.solutions) = (Status::Multiple, Some(both.to_vec()));
            }
        }
        answer.search = Some(Search::of(findings));
        answer
    }

    /// The word; and for forms of several lines, the two solutions.
    pub(super) fn text(&self, puzzle: &Puzzle, form: Form) -> String {
        let mut out = format!("{}\n", self.status.word());
        for witness in self.solutions.iter().flatten().filter(|_| form.writer.in_rows) {
            out.push('\n');
            form.write(puzzle, Some(witness), &mut out);
        }
        out
    }
}

impl Search {
    /// What was found.
    fn of(findings: Findings) -> Self {
        Search {
            count: findings.count,
            complete: findings.is_complete(),
            engine: Some(findings.stats.engine),
            time_us: u64::try_from(findings.time.as_micros()).ok(),
            stats: Some(Statistics::of(&findings.stats)),
            note: findings.stats.note,
        }
    }
}

impl Statistics {
    /// What a search did.
    pub fn of(stats: &Stats) -> Self {
        let calls = stats.calls.iter().take(MANY_CALLS).map(|call| Call {
            variables: call.vars,
            clauses: call.clauses,
            conflicts: call.conflicts,
            sat: call.sat,
            time_us: u64::try_from(call.time.as_micros()).ok(),
        });
        Statistics {
            nodes: stats.nodes,
            seed: stats.seed,
            backend: stats.backend.clone(),
            encoding: stats.encoding.map(|(encoding, _)| encoding),
            amo: stats.encoding.map(|(_, amo)| amo),
            calls: calls.collect(),
            call_count: stats.calls.len(),
            note: stats.note.clone(),
        }
    }
}

impl Search {
    /// What the search took, a line or more for people, without the end of the last; `None` without
    /// statistics.
    pub fn statistics(&self) -> Option<String> {
        let stats = self.stats.as_ref()?;
        let engine = self.engine.unwrap_or_default();
        let mut out = format!("engine {engine}");
        let mut say = |text: std::fmt::Arguments<'_>| _ = out.write_fmt(text);
        let millis = |micros: u64| format!("{}.{:03} ms", micros / 1000, micros % 1000);
        if stats.nodes > 0 || engine == "native" {
            say(format_args!(", {} nodes", stats.nodes));
        }
        if let Some(seed) = stats.seed {
            say(format_args!(", seed {seed}"));
        }
        if let Some(backend) = &stats.backend {
            say(format_args!(", backend {backend}"));
        }
        if let Some((encoding, amo)) = stats.encoding.zip(stats.amo) {
            say(format_args!(", encoding {encoding} {amo}"));
        }
        if let Some(micros) = self.time_us {
            say(format_args!(", {}", millis(micros)));
        }
        for (k, call) in stats.calls.iter().enumerate() {
            let conflicts = call.conflicts.map_or("?".into(), |n| n.to_string());
            let result = call.sat.map_or("unknown", |sat| if sat { "sat" } else { "unsat" });
            say(format_args!(
                "\n  call {}: {} variables, {} clauses, {conflicts} conflicts, {result}, {}",
                k + 1,
                call.variables,
                call.clauses,
                millis(call.time_us.unwrap_or_default()),
            ));
        }
        if stats.call_count > stats.calls.len() {
            say(format_args!("\n  and {} calls more", stats.call_count - stats.calls.len()));
        }
        if let Some(note) = &stats.note {
            say(format_args!("\n  {note}"));
        }
        Some(out)
    }
}

impl Check {
    /// Whether a puzzle is filled with a solution.
    pub fn new(puzzle: &Puzzle) -> Self {
        Self::of(puzzle.check_filled())
    }

    /// Whether the solution given with a puzzle is one.
    pub fn given(puzzle: &Puzzle, given: &Given) -> Self {
        match given {
            Ok(digits) if puzzle.lacks_extra(digits) => {
                if let Err(violation) = puzzle.check_grid(digits) {
                    return Check { status: Status::Invalid, reason: Some(violation.to_string()) };
                }
                let reason = Some("the extra cells are not given".to_owned());
                Check { status: Status::Incomplete, reason }
            }
            Ok(digits) => Self::of(puzzle.check(digits)),
            Err(flaw) => Check { status: Status::Invalid, reason: Some(flaw.clone()) },
        }
    }

    fn of(checked: Result<Solution, Violation>) -> Self {
        let (status, reason) = match checked {
            Ok(_) => (Status::Valid, None),
            Err(gap @ Violation::Empty { .. }) => (Status::Incomplete, Some(gap.to_string())),
            Err(violation) => (Status::Invalid, Some(violation.to_string())),
        };
        Check { status, reason }
    }

    pub(super) fn text(&self) -> String {
        let word = self.status.word();
        self.reason.as_ref().map_or(format!("{word}\n"), |reason| format!("{word}: {reason}\n"))
    }
}

impl Read {
    /// A puzzle in a form.
    pub fn new(puzzle: Puzzle, form: Form) -> Self {
        Read { status: Status::Read, puzzle: Written::new(puzzle, form), solution: None }
    }

    pub(super) fn text(&self) -> String {
        let Written { puzzle, form } = &self.puzzle;
        let mut text = String::new();
        let solution = self.solution.as_ref().filter(|_| form.writer.has_both);
        form.write(puzzle, solution, &mut text);
        text
    }
}

/// The status of a search for one solution.
fn solved(findings: &Findings) -> Status {
    match (findings.count, findings.is_complete()) {
        (0, true) => Status::None,
        (0, false) => Status::Unknown,
        _ => Status::Solved,
    }
}

/// The status of a search for all solutions or a number of them.
fn solved_fully(findings: &Findings, limit: Option<u64>) -> Status {
    match findings.end {
        End::Limit if limit.is_none_or(|limit| findings.count < limit) => Status::Unknown,
        _ => solved(findings),
    }
}
