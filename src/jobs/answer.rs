//! What people ask of a puzzle: a solution, how many, only one? Every solution is checked against
//! the puzzle before it is returned, whichever engine found it.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::task::Poll;
use std::thread;
use std::time::Duration;

use crate::engine::{End, EngineSpec, Found, Stats};
use crate::error::{Error, Result};
use crate::limits::{Limits, Query};
use crate::platform::Instant;
use crate::puzzle::{Puzzle, Solution, Violation};

/// What a search brought.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Findings {
    /// How many solutions were found.
    pub count: u64,
    /// The first of them, as many as were to be kept.
    pub solutions: Vec<Solution>,
    /// How the search ended: only [`End::Exhausted`] makes the count complete.
    pub end: End,
    /// What it took.
    pub stats: Stats,
    /// The time it took.
    pub time: Duration,
}

impl Findings {
    /// Whether the count is the number of all solutions.
    pub fn is_complete(&self) -> bool {
        self.end == End::Exhausted
    }

    /// Read as an answer to whether the puzzle has one solution; the search must have looked for
    /// two and kept them.
    pub fn uniqueness(&self) -> Uniqueness {
        match (self.solutions.as_slice(), self.is_complete()) {
            ([a, b, ..], _) => Uniqueness::Multiple(Box::new([a.clone(), b.clone()])),
            ([a], true) => Uniqueness::Unique(a.clone()),
            ([], true) => Uniqueness::None,
            _ => Uniqueness::Unknown,
        }
    }
}

/// Whether a puzzle has exactly one solution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Uniqueness {
    /// It has exactly this one.
    Unique(Solution),
    /// It has at least these two.
    Multiple(Box<[Solution; 2]>),
    /// It has none.
    None,
    /// A limit was reached before it was known.
    Unknown,
}

/// Looks for solutions: as many as a query asks for.
///
/// # Errors
/// If the engine fails, or returns an invalid solution ([`Error::is_disagreement`]).
pub fn find(
    puzzle: &Puzzle,
    engine: &EngineSpec,
    limits: &Limits,
    query: Query,
) -> Result<Findings> {
    let together = find_together(&[puzzle], engine, limits, query)?.pop();
    if let Some(found) = together.flatten() {
        return found;
    }
    let mut solutions = Vec::new();
    let mut findings = visit(puzzle, engine, limits, query.limit, &mut |solution| {
        if solutions.len() < query.keep {
            solutions.push(solution);
        }
        ControlFlow::Continue(())
    })?;
    findings.solutions = solutions;
    Ok(findings)
}

/// Looks for the solutions of several puzzles as [`find`] does for one, where the engine can answer
/// them together in much less time than one by one; `None` for those that are to be asked alone. A
/// time limit is that of all of them, and the time of an answer is its share.
///
/// # Errors
/// If the engine fails; the answer to a puzzle is an error where its solution turns out to be none.
pub fn find_together(
    puzzles: &[&Puzzle],
    engine: &EngineSpec,
    limits: &Limits,
    query: Query,
) -> Result<Vec<Option<Result<Findings>>>> {
    let start = Instant::now();
    let found = engine.open().find(puzzles, limits, query)?;
    let number = found.iter().flatten().count();
    let time = start.elapsed() / u32::try_from(number.max(1)).unwrap_or(u32::MAX);
    let findings = |puzzle: &Puzzle, Found { count, solutions, end, stats }| {
        let checked = solutions.iter().map(|digits| puzzle.check(digits));
        let solutions = checked.collect::<Result<_, _>>().map_err(|v| no_solution(engine, &v))?;
        Ok(Findings { count, solutions, end, stats, time })
    };
    let each = puzzles.iter().zip(found);
    Ok(each.map(|(puzzle, found)| found.map(|found| findings(puzzle, found))).collect())
}

/// Looks for solutions, all or up to `limit` of them, and hands each to `take` as it is found.
///
/// # Errors
/// As [`find`].
pub fn visit(
    puzzle: &Puzzle,
    engine: &EngineSpec,
    limits: &Limits,
    limit: Option<u64>,
    take: &mut dyn FnMut(Solution) -> ControlFlow<()>,
) -> Result<Findings> {
    let start = Instant::now();
    let mut count = 0;
    let mut wrong = None;
    let outcome =
        engine.open().search(puzzle, limits, &mut |digits| match puzzle.check(digits) {
            Ok(solution) => {
                count += 1;
                if take(solution).is_break() || limit.is_some_and(|limit| count >= limit) {
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            }
            Err(violation) => {
                wrong = Some(violation);
                ControlFlow::Break(())
            }
        })?;
    if let Some(violation) = wrong {
        return Err(no_solution(engine, &violation));
    }
    let (end, stats, time) = (outcome.end, outcome.stats, start.elapsed());
    Ok(Findings { count, solutions: Vec::new(), end, stats, time })
}

/// The solutions of a puzzle as an iterator: see [`solutions`].
#[derive(Debug)]
pub struct Solutions {
    found: Option<mpsc::Receiver<Result<Solution>>>,
    stop: Arc<AtomicBool>,
}

/// How many solutions are found ahead of their use.
const AHEAD: usize = 16;

/// The solutions of a puzzle, one after the other, searched for by a thread of its own while they
/// are used. The search ends when the iterator is dropped. Where a limit is reached or the engine
/// fails, the last item is an error; [`visit`] needs no thread.
pub fn solutions(puzzle: &Puzzle, engine: &EngineSpec, limits: &Limits) -> Solutions {
    let (sender, found) = mpsc::sync_channel(AHEAD);
    let stop = Arc::new(AtomicBool::new(false));
    let limits = limits.clone().with_stop(Arc::clone(&stop));
    let (puzzle, engine, failed) = (puzzle.clone(), engine.clone(), sender.clone());
    let search = move || {
        let mut take = |solution| match sender.send(Ok(solution)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        };
        let last = match visit(&puzzle, &engine, &limits, None, &mut take) {
            Ok(findings) if findings.end == End::Limit => Some(out_of_limits()),
            Ok(_) => None,
            Err(error) => Some(error),
        };
        if let Some(error) = last {
            // Nobody may be left to read it.
            _ = sender.send(Err(error));
        }
    };
    if let Err(error) = thread::Builder::new().name("solutions".into()).spawn(search) {
        _ = failed.send(Err(error.into()));
    }
    Solutions { found: Some(found), stop }
}

impl Solutions {
    /// The next one as the iterator has it, or pending where it takes longer than this.
    pub fn next_within(&mut self, time: Duration) -> Poll<Option<Result<Solution>>> {
        let Some(found) = &self.found else { return Poll::Ready(None) };
        let next = match found.recv_timeout(time) {
            Ok(next) => Some(next),
            Err(mpsc::RecvTimeoutError::Timeout) => return Poll::Pending,
            Err(mpsc::RecvTimeoutError::Disconnected) => None,
        };
        if !matches!(next, Some(Ok(_))) {
            self.found = None;
        }
        Poll::Ready(next)
    }
}

impl Iterator for Solutions {
    type Item = Result<Solution>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = self.found.as_ref()?.recv().ok();
        if !matches!(next, Some(Ok(_))) {
            self.found = None;
        }
        next
    }
}

impl Drop for Solutions {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

fn out_of_limits() -> Error {
    Error::limit("no answer within the limits")
}

fn no_solution(engine: &EngineSpec, violation: &Violation) -> Error {
    let name = engine.name();
    Error::disagreement(format!("engine {name} returned an invalid solution: {violation}"))
}

/// A solution, if there is one: the first that the engine finds.
///
/// # Errors
/// As [`find`]; also if a limit was reached before there was an answer ([`Error::is_limit`]).
pub fn solve(puzzle: &Puzzle, engine: &EngineSpec, limits: &Limits) -> Result<Option<Solution>> {
    let mut findings = find(puzzle, engine, limits, Query::FIRST)?;
    match findings.solutions.pop() {
        None if !findings.is_complete() => Err(out_of_limits()),
        solution => Ok(solution),
    }
}

/// Whether the puzzle has exactly one solution: solve, exclude what was found, solve again.
///
/// # Errors
/// As [`find`].
pub fn unique(puzzle: &Puzzle, engine: &EngineSpec, limits: &Limits) -> Result<Uniqueness> {
    Ok(find(puzzle, engine, limits, Query::UNIQUE)?.uniqueness())
}

/// Whether a puzzle that has exactly one solution would have more without one of its rules, by index;
/// `None` if a limit is reached.
///
/// # Errors
/// As [`find`]; and if no solution is found ([`Error::is_disagreement`]).
pub fn needs_rule(
    puzzle: &Puzzle,
    rule: usize,
    engine: &EngineSpec,
    limits: &Limits,
) -> Result<Option<bool>> {
    match unique(&puzzle.clone().without_rule(rule), engine, limits)? {
        Uniqueness::Unique(_) => Ok(Some(false)),
        Uniqueness::Multiple(_) => Ok(Some(true)),
        Uniqueness::Unknown => Ok(None),
        Uniqueness::None => {
            Err(Error::disagreement("no solution without a rule of a puzzle that has one"))
        }
    }
}

/// Asks the same of two engines and compares: counts that are both final must be equal, each at
/// least what the other found, and a single solution must be the same one. The answer is the first
/// engine's, or the second's where only that one came to an end. Each engine has the whole time to
/// itself; where a limit keeps them from being compared, a note in the statistics says so.
///
/// # Errors
/// As [`find`]; and if the two disagree ([`Error::is_disagreement`]).
pub fn cross_check(
    puzzle: &Puzzle,
    engines: [&EngineSpec; 2],
    limits: &Limits,
    query: Query,
) -> Result<Findings> {
    let [a, b] = engines.map(|engine| find(puzzle, engine, &limits.clone().renewed(), query));
    let (mut a, mut b) = (a?, b?);
    let conflict = |what: String| {
        let [name_a, name_b] = engines.map(EngineSpec::name);
        Err(Error::disagreement(format!("engines {name_a} and {name_b} disagree: {what}")))
    };
    let reached = |f: &Findings| f.end != End::Limit;
    if reached(&a) && reached(&b) && a.count != b.count
        || a.is_complete() && b.count > a.count
        || b.is_complete() && a.count > b.count
    {
        return conflict(format!("{} and {} solutions", a.count, b.count));
    }
    if a.is_complete() && a.count == 1 && b.count == 1 && a.solutions != b.solutions {
        return conflict("different solutions of a puzzle that has one".into());
    }
    if !reached(&a) || !reached(&b) {
        let note = "not cross-checked: a limit was reached";
        a.stats.note.get_or_insert_with(|| note.into());
        b.stats.note.get_or_insert_with(|| note.into());
    }
    Ok(if !reached(&a) && reached(&b) { b } else { a })
}
