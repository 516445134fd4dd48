//! How puzzles are answered. An engine does one thing, visit solutions; solving, counting and
//! uniqueness are built above it (see [`answer`](crate::jobs::answer)).

mod alternation;
mod auto;
mod beside;
pub mod lanes;
pub mod local;
pub(crate) mod native;
mod portfolio;
mod sat;

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::Duration;

use crate::error::{Error, Result};
use crate::grid::Digit;
use crate::limits::Limits;
pub use crate::limits::{End, Query};
use crate::puzzle::Puzzle;
use crate::sat::backend::BackendSpec;
use crate::sat::cnf::AtMostOne;
use crate::sat::encode::{ENCODINGS, Encoding};
use crate::sat::oracle;

/// Called with each solution, digits row by row; returns whether to continue.
pub type Visitor<'a> = dyn FnMut(&[Digit]) -> ControlFlow<()> + 'a;

/// Finds the solutions of puzzles, one after the other, each once.
///
/// Not [`Send`]: every thread opens its own from a shared [`EngineSpec`].
pub trait Engine {
    /// Calls `visit` for each distinct solution until it breaks, a limit is reached or there are no
    /// more. The order depends on the engine but, except for `portfolio`, not on the machine.
    ///
    /// # Errors
    /// If the engine itself fails; a puzzle without solutions or a limit is no error.
    fn search(
        &mut self,
        puzzle: &Puzzle,
        limits: &Limits,
        visit: &mut Visitor<'_>,
    ) -> Result<Outcome>;

    /// Counts the solutions of each puzzle and keeps the first ones, in the order of
    /// [`Self::search`]. `None` for a puzzle that the engine does not support or cannot count
    /// faster than by visiting. Limits are shared by all puzzles, except effort, which is per
    /// puzzle.
    ///
    /// # Errors
    /// As [`Self::search`].
    fn find(
        &mut self,
        puzzles: &[&Puzzle],
        limits: &Limits,
        query: Query,
    ) -> Result<Vec<Option<Found>>> {
        let _ = (limits, query);
        Ok(vec![None; puzzles.len()])
    }
}

/// What [`Engine::find`] found for one puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// How many solutions.
    pub count: u64,
    /// The first of them, as digits row by row.
    pub solutions: Vec<Box<[Digit]>>,
    /// How the search ended.
    pub end: End,
    /// What it took.
    pub stats: Stats,
}

/// How a search ended, and what it took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// How it ended.
    pub end: End,
    /// What it took.
    pub stats: Stats,
}

/// What a search took.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Stats {
    /// The engine that gave the answer: `lanes`, `native`, `local` or `sat`.
    pub engine: &'static str,
    /// Search nodes of `lanes` and `native`: decisions made; steps of `local`: swaps weighed.
    pub nodes: u64,
    /// The calls of the SAT backend, in order.
    pub calls: Vec<Call>,
    /// The SAT backend, where one was called.
    pub backend: Option<String>,
    /// Encoding and at-most-one scheme, where a formula was made.
    pub encoding: Option<(&'static str, &'static str)>,
    /// The seed, where one mattered.
    pub seed: Option<u64>,
    /// Why the search gave up, where it is not plainly the time.
    pub note: Option<String>,
}

/// One call of a SAT backend.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Call {
    /// Variables of the formula.
    pub vars: u64,
    /// Clauses of the formula, blocking clauses included.
    pub clauses: u64,
    /// Conflicts of this call, where the backend reports them.
    pub conflicts: Option<u64>,
    /// `Some(true)` for a model, `Some(false)` for none, `None` if a limit was reached.
    pub sat: Option<bool>,
    /// The time it took.
    pub time: Duration,
}

/// Options of engines: how `sat` encodes and solves, the seed of random choices, threads.
#[derive(Debug, Clone)]
pub struct EngineOptions {
    /// The solver.
    pub backend: BackendSpec,
    /// The encoding.
    pub encoding: &'static Encoding,
    /// The at-most-one scheme; `None` chooses by the size of the formula.
    pub amo: Option<&'static AtMostOne>,
    /// The random seed: another seed, another search.
    pub seed: u64,
    /// The temperature schedule of local search: 0 is the best overall, 1 to 3 are alternatives.
    pub strategy: usize,
    /// Threads that an engine may use for one puzzle: `native` and `auto` take two for hard ones.
    /// Only `portfolio` answers differently with another number.
    pub threads: NonZeroUsize,
}

impl Default for EngineOptions {
    fn default() -> Self {
        // Propagated first, formulas are smallest and solved fastest.
        let encoding = Encoding::by_name("reduced").unwrap_or(&ENCODINGS[0]);
        EngineOptions {
            backend: BackendSpec::default(),
            encoding,
            amo: None,
            seed: 0,
            strategy: 0,
            threads: NonZeroUsize::MIN,
        }
    }
}

/// The word that leaves a choice to the engine.
const AUTO: &str = "auto";

impl EngineOptions {
    /// The same with the encoding and the at-most-one scheme of these names; `auto`, and none, leave
    /// what there is.
    ///
    /// # Errors
    /// If there is none of a name.
    pub fn with_formula(mut self, encoding: Option<&str>, amo: Option<&str>) -> Result<Self> {
        if let Some(name) = encoding.filter(|name| *name != AUTO) {
            let found = Encoding::by_name(name);
            self.encoding =
                found.ok_or_else(|| Error::unsupported(format!("no encoding `{name}`")))?;
        }
        if let Some(name) = amo.filter(|name| *name != AUTO) {
            let found = AtMostOne::by_name(name);
            self.amo =
                Some(found.ok_or_else(|| Error::unsupported(format!("no scheme `{name}`")))?);
        }
        Ok(self)
    }

    /// The options that concern formulas, except the encoding.
    pub(crate) fn oracle(&self) -> oracle::Options {
        oracle::Options { backend: self.backend.clone(), amo: self.amo, most_clauses: None }
    }
}

/// An engine by name.
#[derive(Debug, Clone, Copy)]
pub struct EngineEntry {
    /// The word on the command line.
    pub name: &'static str,
    /// One line for help texts.
    pub about: &'static str,
    /// Whether it supports a puzzle.
    pub takes: fn(&Puzzle) -> bool,
    /// Whether it can prove that there are no more solutions. One that cannot ends with
    /// [`End::Limit`] or [`End::Stopped`], except where propagation alone decides a puzzle.
    pub complete: bool,
    /// Whether it makes formulas: only then backend, encoding and scheme matter.
    pub formulas: bool,
    /// Opens one.
    pub open: fn(&EngineOptions) -> Box<dyn Engine>,
}

/// All engines, the default first. To add one, write a file and add a line here.
pub const ENGINES: &[EngineEntry] = &[
    EngineEntry {
        name: "auto",
        about: "lanes for 9×9 and 16×16, else native search; alternating SAT and local search \
                where these take long",
        takes: |_| true,
        complete: true,
        formulas: true,
        open: |options| Box::new(auto::Auto::new(options.clone())),
    },
    EngineEntry {
        name: "sat",
        about: "the SAT backend alone",
        takes: |_| true,
        complete: true,
        formulas: true,
        open: |options| Box::new(sat::Sat::new(options.clone())),
    },
    EngineEntry {
        name: "native",
        about: "native CDCL search alone",
        takes: |_| true,
        complete: true,
        formulas: false,
        open: |options| Box::new(native::engine::Native::new(options.threads)),
    },
    EngineEntry {
        name: "lanes",
        about: "vectorised search for plain 9×9 and 16×16 alone",
        takes: lanes::engine::takes,
        complete: true,
        formulas: false,
        open: |_| Box::new(lanes::engine::Lanes),
    },
    EngineEntry {
        name: "portfolio",
        about: "lanes, sat, local and native in parallel on --jobs threads; the first answer wins",
        takes: |_| true,
        complete: true,
        formulas: true,
        open: |options| Box::new(portfolio::Portfolio::new(options.clone())),
    },
    EngineEntry {
        name: "local",
        about: "local search for a solution of large puzzles; proves nothing, may never end",
        takes: local::takes,
        complete: false,
        formulas: false,
        open: |options| {
            Box::new(local::engine::Local { seed: options.seed, strategy: options.strategy })
        },
    },
];

/// An engine and its options, shared by threads; each opens its own engine from it.
#[derive(Debug, Clone)]
pub struct EngineSpec {
    entry: &'static EngineEntry,
    options: EngineOptions,
}

impl EngineSpec {
    /// The engine of a name.
    ///
    /// # Errors
    /// If there is none of that name.
    pub fn new(name: &str, options: EngineOptions) -> Result<Self> {
        let entry = ENGINES.iter().find(|entry| entry.name == name);
        let entry = entry.ok_or_else(|| Error::unsupported(format!("engine `{name}`")))?;
        Ok(EngineSpec { entry, options })
    }

    /// The options.
    pub fn options(&self) -> &EngineOptions {
        &self.options
    }

    /// The engine's name.
    pub fn name(&self) -> &'static str {
        self.entry.name
    }

    /// Whether the engine makes formulas: only then backend, encoding and scheme matter.
    pub fn makes_formulas(&self) -> bool {
        self.entry.formulas
    }

    /// Whether the engine supports a puzzle; if not, searching is an error.
    pub fn takes(&self, puzzle: &Puzzle) -> bool {
        (self.entry.takes)(puzzle)
    }

    /// Opens an engine.
    pub fn open(&self) -> Box<dyn Engine> {
        (self.entry.open)(&self.options)
    }
}

impl Default for EngineSpec {
    fn default() -> Self {
        EngineSpec { entry: &ENGINES[0], options: EngineOptions::default() }
    }
}

#[cfg(test)]
mod tests;
