//! The SAT engine: any encoding, any backend. Each solution found is excluded by a blocking clause
//! and the backend is asked again, until there is none.

use std::borrow::Cow;
use std::time::Instant;

use super::{Call, End, Engine, Outcome, SatOptions, Stats, Visitor};
use crate::cnf::{AtMostOne, ClauseSink, Counter, LimitedSink, Lit, Size};
use crate::encode::Encoding;
use crate::error::{Error, Result};
use crate::grid::{Board, Contradiction};
use crate::limits::Limits;
use crate::puzzle::Puzzle;
use crate::sat::{Answer, SatBackend};

/// Formulas with more literals than this are not built: solvers take 10 to 20 bytes a literal.
const MAX_LITS: u64 = 600_000_000;

/// Formulas of grids to this side need not be measured: 16 million literals at most.
const SMALL_SIDE: usize = 25;

/// From this many clauses on, pairwise at-most-one constraints give way to product ones: beyond
/// it memory counts for more than strength.
const MANY_CLAUSES: u64 = 8_000_000;

/// The SAT engine.
#[derive(Debug)]
pub(super) struct Sat {
    options: SatOptions,
}

impl Sat {
    pub(super) fn new(options: SatOptions) -> Self {
        Sat { options }
    }

    /// The at-most-one scheme for a puzzle, once it is known that the formula can be built.
    fn scheme(&self, puzzle: &Puzzle, limits: &Limits) -> Result<&'static AtMostOne> {
        let pairwise = AtMostOne::by_name("pairwise").ok_or_else(|| Error::unsupported("amo"))?;
        let scheme = self.options.amo.unwrap_or(pairwise);
        if puzzle.side() <= SMALL_SIDE {
            return Ok(scheme);
        }
        let mut size = size(self.options.encoding, puzzle, scheme, limits)?;
        let mut chosen = scheme;
        if self.options.amo.is_none()
            && size.clauses > MANY_CLAUSES
            && let Some(product) = AtMostOne::by_name("product")
        {
            chosen = product;
            size = self::size(self.options.encoding, puzzle, product, limits)?;
        }
        if size.lits > MAX_LITS {
            return Err(Error::too_large(format!(
                "the formula would have {} variables, {} clauses and {} literals",
                size.vars, size.clauses, size.lits
            )));
        }
        Ok(chosen)
    }
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
        let mut stats = Stats {
            engine: "sat",
            backend: Some(self.options.backend.to_string()),
            ..Stats::default()
        };
        match self.run(puzzle, limits, visit, &mut stats) {
            Ok(end) => Ok(Outcome { end, stats }),
            Err(error) if error.is_limit() || error.is_too_large() => {
                stats.note = Some(error.to_string());
                Ok(Outcome { end: End::Limit, stats })
            }
            Err(error) => Err(error),
        }
    }
}

impl Sat {
    fn run(
        &self,
        puzzle: &Puzzle,
        limits: &Limits,
        visit: &mut Visitor<'_>,
        stats: &mut Stats,
    ) -> Result<End> {
        if limits.expired() {
            return Ok(End::Limit);
        }
        let mut puzzle = Cow::Borrowed(puzzle);
        if self.options.encoding.propagates && puzzle.side() > SMALL_SIDE {
            // Once, and within the limits: it takes seconds where the grid is largest.
            let mut board = Board::new(&puzzle);
            match board.propagate_within(&puzzle, limits) {
                Ok(true) => {
                    let left = puzzle.into_owned().with_clues(board.candidates().clone());
                    puzzle = Cow::Owned(left);
                }
                Ok(false) => return Ok(End::Limit),
                Err(Contradiction) => return Ok(End::Exhausted),
            }
        }
        let puzzle = &*puzzle;
        let scheme = self.scheme(puzzle, limits)?;
        stats.encoding = Some((self.options.encoding.name, scheme.name));
        let mut backend = Counted { backend: self.options.backend.open()?, vars: 0, clauses: 0 };
        let mut sink = LimitedSink::new(&mut backend, limits);
        let map = (self.options.encoding.encode)(puzzle, scheme, &mut sink)?;
        loop {
            let before = backend.backend.conflicts();
            let start = Instant::now();
            let answer = backend.backend.solve(&[], limits)?;
            let after = backend.backend.conflicts();
            stats.calls.push(Call {
                vars: backend.vars,
                clauses: backend.clauses,
                conflicts: after.zip(before).map(|(after, before)| after - before),
                sat: match answer {
                    Answer::Sat(_) => Some(true),
                    Answer::Unsat { .. } => Some(false),
                    Answer::Unknown => None,
                },
                time: start.elapsed(),
            });
            let model = match answer {
                Answer::Sat(model) => model,
                Answer::Unsat { .. } => return Ok(End::Exhausted),
                Answer::Unknown => return Ok(End::Limit),
            };
            let digits = map.decode(&model).map_err(|error| {
                Error::disagreement(format!("backend {}: {error}", self.options.backend))
            })?;
            if visit(&digits).is_break() {
                return Ok(End::Stopped);
            }
            let blocking = map.blocking_clause(&digits);
            if blocking.is_empty() {
                return Ok(End::Exhausted);
            }
            backend.add_clause(&blocking)?;
        }
    }
}

/// A backend, and the size of what it was given.
struct Counted {
    backend: Box<dyn SatBackend>,
    vars: u64,
    clauses: u64,
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
