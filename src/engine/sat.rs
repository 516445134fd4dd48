//! The SAT engine: any encoding, any backend. Each solution found is excluded by a blocking clause
//! and the backend is asked again, until there is none.

use std::borrow::Cow;

use super::{Call, End, Engine, Outcome, SatOptions, Stats, Visitor};
use crate::error::{Error, Result};
use crate::puzzle::{Board, Contradiction};
use crate::sat::cnf::{AtMostOne, ClauseSink, Counter, LimitedSink, Lit, Size};
use crate::sat::encode::{Encoding, VarMap};

use crate::grid::Digit;
use crate::limits::Limits;
use crate::platform::Instant;
use crate::puzzle::Puzzle;
use crate::sat::backend::{Answer, SatBackend};

/// Formulas with more literals than this are not built: solvers take 10 to 20 bytes a literal.
const MAX_LITS: u64 = 600_000_000;

/// Formulas of grids to this side need not be measured: 16 million literals at most.
const SMALL_SIDE: usize = 25;

/// From this many clauses on, pairwise at-most-one constraints give way to product ones: beyond
/// it memory counts for more than speed (see `benches/RECORDS.md`).
const MANY_CLAUSES: u64 = 40_000_000;

/// The SAT engine.
#[derive(Debug)]
pub(super) struct Sat {
    options: SatOptions,
}

impl Sat {
    pub(super) fn new(options: SatOptions) -> Self {
        Sat { options }
    }
}

/// The at-most-one scheme for a puzzle, once it is known that the formula can be built.
fn scheme(options: &SatOptions, puzzle: &Puzzle, limits: &Limits) -> Result<&'static AtMostOne> {
    let pairwise = AtMostOne::by_name("pairwise").ok_or_else(|| Error::unsupported("amo"))?;
    let scheme = options.amo.unwrap_or(pairwise);
    if puzzle.side() <= SMALL_SIDE {
        return Ok(scheme);
    }
    let mut size = size(options.encoding, puzzle, scheme, limits)?;
    let mut chosen = scheme;
    if options.amo.is_none()
        && size.clauses > MANY_CLAUSES
        && let Some(product) = AtMostOne::by_name("product")
    {
        chosen = product;
        size = self::size(options.encoding, puzzle, product, limits)?;
    }
    if size.lits > MAX_LITS {
        return Err(Error::too_large(format!(
            "the formula would have {} variables, {} clauses and {} literals",
            size.vars, size.clauses, size.lits
        )));
    }
    Ok(chosen)
}

fn size(encoding: &Encoding, puzzle: &Puzzle, scheme: &AtMostOne, limits: &Limits) -> Result<Size> {
    let mut counter = Counter::new();
    (encoding.encode)(puzzle, scheme, &mut LimitedSink::new(&mut counter, limits))?;
    Ok(counter.size())
}

impl Engine for Sat {
    fn search(
        &mut self,
        puzzle: &Puzzle,
        limits: &Limits,
        visit: &mut Visitor<'_>,
    ) -> Result<Outcome> {
        let mut session = self.session(false);
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

/// A search that can be continued, if the backend can.
#[derive(Debug)]
pub(super) struct Session<'a> {
    options: &'a SatOptions,
    propagated: bool,
    state: State,
    pub(super) stats: Stats,
}

#[derive(Debug, Default)]
enum State {
    /// There is no formula yet.
    #[default]
    New,
    /// What was found is excluded.
    Asked(Box<Formula>),
    Exhausted,
    /// The formula cannot be built, or the backend is spent.
    Spent,
}

/// A backend that holds a puzzle.
#[derive(Debug)]
struct Formula {
    backend: Counted,
    map: VarMap,
}

/// What a search brought next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Step {
    /// A solution, not found before.
    Solution(Vec<Digit>),
    /// There are no more.
    Exhausted,
    /// A limit struck.
    Limit,
}

impl Sat {
    pub(super) fn options(&self) -> &SatOptions {
        &self.options
    }

    /// A session on puzzles of which propagation is known to leave nothing more, or may.
    pub(super) fn session(&self, propagated: bool) -> Session<'_> {
        let stats = Stats {
            engine: "sat",
            backend: Some(self.options.backend.to_string()),
            ..Stats::default()
        };
        Session { options: &self.options, propagated, state: State::New, stats }
    }
}

impl Session<'_> {
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

    /// Whether nothing will come of going on.
    pub(super) fn is_spent(&self) -> bool {
        matches!(self.state, State::Spent)
    }

    /// The conflicts of all calls, where the backend tells.
    pub(super) fn conflicts(&self) -> u64 {
        self.stats.calls.iter().filter_map(|call| call.conflicts).sum()
    }

    /// Excludes a solution that was found by other means.
    pub(super) fn exclude(&mut self, digits: &[Digit]) -> Result<()> {
        if let State::Asked(formula) = &mut self.state
            && !formula.exclude(digits)?
        {
            self.state = State::Exhausted;
        }
        Ok(())
    }

    fn next(&mut self, puzzle: &Puzzle, limits: &Limits) -> Result<Step> {
        if limits.expired() {
            return Ok(Step::Limit);
        }
        let before = std::mem::replace(&mut self.state, State::Spent);
        let formula = match before {
            State::New => self.build(puzzle, limits)?,
            State::Asked(formula) => Some(formula),
            State::Exhausted => None,
            State::Spent => return Ok(Step::Limit),
        };
        let Some(mut formula) = formula else {
            self.state = State::Exhausted;
            return Ok(Step::Exhausted);
        };
        let model = match formula.backend.ask(limits, &mut self.stats)? {
            Answer::Sat(model) => model,
            Answer::Unsat { .. } => {
                self.state = State::Exhausted;
                return Ok(Step::Exhausted);
            }
            Answer::Unknown => {
                if self.options.backend.capabilities().resumes {
                    self.state = State::Asked(formula);
                }
                return Ok(Step::Limit);
            }
        };
        let digits = formula.map.decode(&model).map_err(|error| {
            Error::disagreement(format!("backend {}: {error}", self.options.backend))
        })?;
        self.state =
            if formula.exclude(&digits)? { State::Asked(formula) } else { State::Exhausted };
        Ok(Step::Solution(digits))
    }

    /// The formula; `None` if propagation refutes the puzzle.
    fn build(&mut self, puzzle: &Puzzle, limits: &Limits) -> Result<Option<Box<Formula>>> {
        let options = self.options;
        let mut puzzle = Cow::Borrowed(puzzle);
        if options.encoding.propagates && !self.propagated && puzzle.side() > SMALL_SIDE {
            // Once, and within the limits: it takes seconds where the grid is largest.
            let mut board = Board::new(&puzzle);
            match board.propagate_within(&puzzle, limits) {
                Ok(true) => {
                    let left = puzzle.into_owned().with_clues(board.candidates().clone());
                    puzzle = Cow::Owned(left);
                }
                Ok(false) => return Err(Error::limit("a limit struck during propagation")),
                Err(Contradiction) => return Ok(None),
            }
        }
        let puzzle = &*puzzle;
        let scheme = scheme(options, puzzle, limits)?;
        self.stats.encoding = Some((options.encoding.name, scheme.name));
        let mut backend = Counted { backend: options.backend.open()?, vars: 0, clauses: 0 };
        let mut sink = LimitedSink::new(&mut backend, limits);
        let map = (options.encoding.encode)(puzzle, scheme, &mut sink)?;
        Ok(Some(Box::new(Formula { backend, map })))
    }
}

impl Formula {
    /// Excludes a solution; whether there can be another.
    fn exclude(&mut self, digits: &[Digit]) -> Result<bool> {
        let blocking = self.map.blocking_clause(digits);
        if blocking.is_empty() {
            return Ok(false);
        }
        self.backend.add_clause(&blocking)?;
        Ok(true)
    }
}

/// A backend, and the size of what it was given.
struct Counted {
    backend: Box<dyn SatBackend>,
    vars: u64,
    clauses: u64,
}

impl std::fmt::Debug for Counted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Counted { vars, clauses, .. } = self;
        write!(f, "{vars} variables, {clauses} clauses")
    }
}

impl Counted {
    fn ask(&mut self, limits: &Limits, stats: &mut Stats) -> Result<Answer> {
        let before = self.backend.conflicts();
        let start = Instant::now();
        let answer = self.backend.solve(&[], limits)?;
        let after = self.backend.conflicts();
        let mut call = Call {
            vars: self.vars,
            clauses: self.clauses,
            conflicts: after.zip(before).map(|(after, before)| after - before),
            sat: match answer {
                Answer::Sat(_) => Some(true),
                Answer::Unsat { .. } => Some(false),
                Answer::Unknown => None,
            },
            time: start.elapsed(),
        };
        // A call that is taken up again is one call.
        if let Some(last) = stats.calls.pop_if(|last| last.sat.is_none()) {
            call.conflicts = call.conflicts.zip(last.conflicts).map(|(a, b)| a + b);
            call.time += last.time;
        }
        stats.calls.push(call);
        Ok(answer)
    }
}

impl ClauseSink for Counted {
    fn add_clause(&mut self, clause: &[Lit]) -> Result<()> {
        self.clauses += 1;
        self.backend.add_clause(clause)
    }

    fn new_vars(&mut self, count: usize) -> Result<u32> {
        self.vars += count as u64;
        self.backend.new_vars(count)
    }
}
