//! SAT backends: a formula in, a model or a refutation out. Nothing here knows Sudoku.

#[cfg(feature = "batsat")]
mod batsat;
#[cfg(feature = "cadical")]
mod cadical;
mod external;
#[cfg(feature = "varisat")]
mod varisat;

pub use external::External;

use std::fmt;
use std::io::BufRead;
use std::str::FromStr;

use crate::error::{Error, Result};
use crate::limits::Limits;
use crate::sat::cnf::{ClauseSink, Cnf, Lit, Model};

/// A solver that takes clauses, answers, takes more clauses and answers again.
///
/// Not [`Send`]: embedded solvers hold what may not cross threads. Every thread opens its own.
pub trait SatBackend: ClauseSink {
    /// Looks for a model of all clauses so far in which the assumptions hold.
    ///
    /// # Errors
    /// If the solver fails. A limit that is reached is no error but [`Answer::Unknown`], after
    /// which a backend that does not [resume](Capabilities::resumes) is spent and must be dropped.
    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Result<Answer>;

    /// The conflicts of all calls so far, where the backend reports them.
    fn conflicts(&self) -> Option<u64> {
        None
    }

    /// What all calls so far have taken, in steps of some 10 ns, where the backend reports conflicts: an
    /// estimate that is the same on every machine.
    fn work(&self) -> Option<u64> {
        self.conflicts().map(|conflicts| conflicts.saturating_mul(STEPS_PER_CONFLICT))
    }
}

/// Steps that a conflict takes on formulas of a 9×9 with rules, of some 30,000 clauses.
const STEPS_PER_CONFLICT: u64 = 10_000;

/// What a backend found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// A model.
    Sat(Model),
    /// There is none.
    Unsat {
        /// Assumptions that cannot hold together with the formula; empty if it has no model at
        /// all. Not necessarily minimal.
        core: Vec<Lit>,
    },
    /// A limit was reached.
    Unknown,
}

/// What a backend can do beyond answering once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts, each with its name")]
#[non_exhaustive]
pub struct Capabilities {
    /// It keeps what it learned from one call to the next.
    pub incremental: bool,
    /// It can be stopped by time or request.
    pub interruptible: bool,
    /// A call that ended at a limit may be taken up again by the next, with what it learned; more
    /// clauses may come between.
    pub resumes: bool,
    /// It takes assumptions.
    pub assumptions: bool,
    /// It tells how many conflicts it met, and observes [`Limits::effort`] in them.
    pub counts_conflicts: bool,
    /// The solver behind it is able to write proofs of refutations.
    pub proofs: bool,
}

impl Capabilities {
    /// Each capability with the word for it, as lists show them.
    pub fn words(self) -> [(&'static str, bool); 6] {
        [
            ("incremental", self.incremental),
            ("interruptible", self.interruptible),
            ("resumes", self.resumes),
            ("assumptions", self.assumptions),
            ("conflicts", self.counts_conflicts),
            ("proofs", self.proofs),
        ]
    }
}

/// A backend compiled in.
#[derive(Debug, Clone, Copy)]
pub struct Backend {
    /// The word on the command line.
    pub name: &'static str,
    /// One line for help texts.
    pub about: &'static str,
    /// What it can do.
    pub capabilities: Capabilities,
    /// Opens a fresh solver.
    pub open: fn() -> Box<dyn SatBackend>,
    /// Answers a formula with a fresh solver that writes a proof.
    pub prove: fn(&Cnf, &Limits) -> Result<Proved>,
}

/// An answer and, where there is no model, the proof of that.
pub struct Proved {
    /// The answer.
    pub answer: Answer,
    /// DRAT or LRAT, as [`cnf::proof`](crate::sat::cnf::proof) reads them.
    pub proof: Box<dyn BufRead>,
}

impl fmt::Debug for Proved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Proved").field("answer", &self.answer).finish_non_exhaustive()
    }
}

/// All backends compiled in, the default first. To add one, write a file with its adapter and add
/// a line here.
pub const BACKENDS: &[Backend] = &[
    #[cfg(feature = "varisat")]
    Backend {
        name: "varisat",
        about: "embedded CDCL solver in pure Rust",
        capabilities: varisat::CAPABILITIES,
        open: varisat::open,
        prove: varisat::prove,
    },
    #[cfg(feature = "batsat")]
    Backend {
        name: "batsat",
        about: "embedded CDCL solver in pure Rust, after MiniSat",
        capabilities: batsat::CAPABILITIES,
        open: batsat::open,
        prove: batsat::prove,
    },
    #[cfg(feature = "cadical")]
    Backend {
        name: "cadical",
        about: "CaDiCaL, a CDCL solver with inprocessing, in C++",
        capabilities: cadical::CAPABILITIES,
        open: cadical::open,
        prove: cadical::prove,
    },
];

/// Which backend: one of [`BACKENDS`] by name, or `cmd:PROGRAM ARGS…`, any DIMACS solver as a
/// child process (see [`External`]).
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum BackendSpec {
    /// One that is compiled in.
    Embedded(&'static Backend),
    /// A program.
    External(External),
    /// None: what the default is in a build without any.
    Missing,
}

/// How to come by a backend, where there is none.
const MISSING: &str = "no SAT backend in this build: enable the feature `varisat`, `batsat` or \
                       `cadical`, or name a DIMACS solver as `cmd:PROGRAM` (feature `external`)";

impl BackendSpec {
    /// Looks whether it can be run here: whether its program is there.
    ///
    /// # Errors
    /// If there is no such program, or no backend at all.
    pub fn find(&self) -> Result<()> {
        match self {
            BackendSpec::External(external) if !external.is_there() => {
                let expected = "give its path, or that of a program on the PATH";
                Err(Error::unsupported(format!("backend `{self}`: no such program: {expected}")))
            }
            BackendSpec::Missing => Err(Error::unsupported(MISSING)),
            _ => Ok(()),
        }
    }

    /// Opens a fresh solver.
    ///
    /// # Errors
    /// If it is a program and this build cannot run any (see [`External::obstacle`]), or there is no
    /// backend at all.
    pub fn open(&self) -> Result<Box<dyn SatBackend>> {
        Ok(match self {
            BackendSpec::Embedded(backend) => (backend.open)(),
            BackendSpec::External(external) => external.open()?,
            BackendSpec::Missing => return Err(Error::unsupported(MISSING)),
        })
    }

    /// The name of the solver, without the path and the arguments of a program.
    pub fn program(&self) -> String {
        match self {
            BackendSpec::External(external) => external.name(),
            _ => self.to_string(),
        }
    }

    /// Answers a formula with a fresh solver that writes a proof: a program where its command says
    /// `{proof}`.
    ///
    /// # Errors
    /// As [`BackendSpec::open`] and [`SatBackend::solve`]; if the command names no file for a proof.
    pub fn prove(&self, cnf: &Cnf, limits: &Limits) -> Result<Proved> {
        match self {
            BackendSpec::Embedded(backend) => (backend.prove)(cnf, limits),
            BackendSpec::External(external) => external.prove(cnf, limits),
            BackendSpec::Missing => Err(Error::unsupported(MISSING)),
        }
    }

    /// What it can do.
    pub fn capabilities(&self) -> Capabilities {
        match self {
            BackendSpec::Embedded(backend) => backend.capabilities,
            BackendSpec::External(_) | BackendSpec::Missing => External::CAPABILITIES,
        }
    }
}

impl Default for BackendSpec {
    /// The first backend compiled in; without any, none.
    fn default() -> Self {
        BACKENDS.first().map_or(BackendSpec::Missing, BackendSpec::Embedded)
    }
}

impl FromStr for BackendSpec {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        if let Some(command) = text.strip_prefix("cmd:") {
            if let Some(obstacle) = External::obstacle() {
                return Err(Error::unsupported(format!("backend `{text}`: {obstacle}")));
            }
            return Ok(BackendSpec::External(command.parse()?));
        }
        if BACKENDS.is_empty() && text == BackendSpec::Missing.to_string() {
            return Ok(BackendSpec::Missing);
        }
        let backend = BACKENDS.iter().find(|backend| backend.name == text);
        backend.map(BackendSpec::Embedded).ok_or_else(|| {
            let names: Vec<_> = BACKENDS.iter().map(|backend| backend.name).collect();
            let programs = match External::obstacle() {
                None => "any DIMACS solver works as `cmd:PROGRAM`",
                Some(obstacle) => obstacle,
            };
            Error::unsupported(format!(
                "backend `{text}`: this build has {}; {programs}",
                if names.is_empty() { "none".into() } else { names.join(", ") }
            ))
        })
    }
}

impl fmt::Display for BackendSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BackendSpec::Embedded(backend) => f.write_str(backend.name),
            BackendSpec::External(external) => write!(f, "cmd:{external}"),
            BackendSpec::Missing => f.write_str("none"),
        }
    }
}

#[cfg(test)]
mod tests;
