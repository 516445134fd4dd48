//! The SAT engine: any encoding, any backend. Each solution found is excluded by a blocking clause
//! and the backend is asked again, until there is none.

use super::{Call, End, Engine, EngineOptions, Outcome, Stats, Visitor};
use crate::error::Result;
use crate::grid::Digit;
use crate::limits::Limits;
use crate::platform::Instant;
use crate::puzzle::Puzzle;
use crate::sat::oracle::{self, Oracle, Reply};

/// The SAT engine.
#[derive(Debug)]
pub(super) struct Sat {
    options: EngineOptions,
}

impl Sat {
    pub(super) fn new(options: EngineOptions) -> Self {
        Sat { options }
    }
}

impl Engine for Sat {
    fn search(
        &mut self,
        puzzle: &Puzzle,
        limits: &Limits,
        visit: &mut Visitor<'_>,
    ) -> Result<Outcome> {
        let mut session = self.session();
        let end = loop {
            match session.advance(puzzle, limits)? {
                Step::Solution(digits) => {
                    if visit(&digits).is_break() {
                        break End::Stopped;
                    }
                }
                Step::Exhausted => break End::Exhausted,
                Step::Limit => break End::Limit,
            }
        };
        Ok(Outcome { end, stats: session.stats })
    }
}

/// A search that can be continued.
#[derive(Debug)]
pub(super) struct Session<'a> {
    options: &'a EngineOptions,
    /// The most clauses of the formula.
    most_clauses: Option<u64>,
    state: State,
    pub(super) stats: Stats,
}

#[derive(Debug, Default)]
enum State {
    /// There is no formula yet.
    #[default]
    New,
    /// What was found is excluded.
    Asked(Box<Oracle>),
    Exhausted,
    /// The formula cannot be built, or the backend failed.
    Spent,
}

/// What a search brought next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Step {
    /// A solution, not found before.
    Solution(Vec<Digit>),
    /// There are no more.
    Exhausted,
    /// A limit was reached.
    Limit,
}

impl Sat {
    pub(super) fn options(&self) -> &EngineOptions {
        &self.options
    }

    pub(super) fn session(&self) -> Session<'_> {
        let stats = Stats {
            engine: "sat",
            backend: Some(self.options.backend.to_string()),
            ..Stats::default()
        };
        Session { options: &self.options, most_clauses: None, state: State::New, stats }
    }
}

impl<'a> Session<'a> {
    pub(super) fn options(&self) -> &'a EngineOptions {
        self.options
    }

    /// The same, which gives up where the formula would have more clauses.
    pub(super) fn with_most_clauses(self, most: u64) -> Self {
        Session { most_clauses: Some(most), ..self }
    }

    /// The same, whose formula may have any number of clauses.
    pub(super) fn unlimited(self) -> Self {
        Session { most_clauses: None, ..self }
    }

    /// Looks for the next solution of the puzzle, which must be the same at each call.
    pub(super) fn advance(&mut self, puzzle: &Puzzle, limits: &Limits) -> Result<Step> {
        match self.next(puzzle, limits) {
            Err(error) if error.is_limit() || error.is_too_large() => {
                self.stats.note = Some(error.to_string());
                Ok(Step::Limit)
            }
            step => step,
        }
    }

    /// Whether the formula was asked for.
    pub(super) fn has_begun(&self) -> bool {
        !matches!(self.state, State::New)
    }

    /// Whether nothing will come of going on.
    pub(super) fn is_spent(&self) -> bool {
        matches!(self.state, State::Spent)
    }

    /// The conflicts of all calls, where the backend reports them.
    pub(super) fn conflicts(&self) -> u64 {
        self.stats.calls.iter().filter_map(|call| call.conflicts).sum()
    }

    /// What asking the formula has taken so far, in steps of some 10 ns; 0 where the backend tells nothing, and
    /// once the session is exhausted or spent.
    pub(super) fn work(&self) -> u64 {
        if let State::Asked(oracle) = &self.state { oracle.work() } else { 0 }
    }

    /// Excludes a solution that was found by other means.
    pub(super) fn exclude(&mut self, digits: &[Digit]) -> Result<()> {
        if let State::Asked(oracle) = &mut self.state
            && !oracle.exclude(digits)?
        {
            self.state = State::Exhausted;
        }
        Ok(())
    }

    fn next(&mut self, puzzle: &Puzzle, limits: &Limits) -> Result<Step> {
        if limits.expired() {
            return Ok(Step::Limit);
        }
        let mut oracle = match std::mem::replace(&mut self.state, State::Spent) {
            State::New => {
                let EngineOptions { encoding, .. } = *self.options;
                let options =
                    oracle::Options { most_clauses: self.most_clauses, ..self.options.oracle() };
                let oracle = Oracle::new(puzzle, encoding, &options, limits)?;
                self.stats.encoding = Some((encoding.name, oracle.scheme().name));
                Box::new(oracle)
            }
            State::Asked(oracle) => oracle,
            State::Exhausted => {
                self.state = State::Exhausted;
                return Ok(Step::Exhausted);
            }
            State::Spent => return Ok(Step::Limit),
        };
        Ok(match ask(&mut oracle, limits, &mut self.stats)? {
            Reply::Grid(digits) => {
                let is_last = !oracle.exclude(&digits)?;
                self.state = if is_last { State::Exhausted } else { State::Asked(oracle) };
                Step::Solution(digits.into())
            }
            Reply::Core(_) => {
                self.state = State::Exhausted;
                Step::Exhausted
            }
            Reply::Unknown => {
                self.state = State::Asked(oracle);
                Step::Limit
            }
        })
    }
}

/// Looks for a solution, and notes what it took.
fn ask(oracle: &mut Oracle, limits: &Limits, stats: &mut Stats) -> Result<Reply<()>> {
    let (size, before) = (oracle.size(), oracle.conflicts());
    let start = Instant::now();
    let reply = oracle.find(limits)?;
    let mut call = Call {
        vars: size.vars,
        clauses: size.clauses,
        conflicts: oracle.conflicts().zip(before).map(|(after, before)| after - before),
        sat: match reply {
            Reply::Grid(_) => Some(true),
            Reply::Core(_) => Some(false),
            Reply::Unknown => None,
        },
        time: start.elapsed(),
    };
    // A call that is taken up again is one call.
    if let Some(last) = stats.calls.pop_if(|last| last.sat.is_none()) {
        call.conflicts = call.conflicts.zip(last.conflicts).map(|(a, b)| a + b);
        call.time += last.time;
    }
    stats.calls.push(call);
    Ok(reply)
}
