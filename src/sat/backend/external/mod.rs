//! Any DIMACS solver as a child process.
//!
//! The command is read in every build. It runs where the feature `external` is on and the machine
//! has processes; elsewhere opening it is an error that says what is missing.

#[cfg(all(feature = "external", not(target_family = "wasm")))]
mod process;

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use super::{Capabilities, Proved, SatBackend};
use crate::error::{Error, Result};
use crate::limits::Limits;
use crate::sat::cnf::Cnf;

/// A command that runs a DIMACS solver: the program and its arguments, split at white space, with
/// `"…"` or `'…'` around what holds white space. `{in}` stands for the formula's file (without it
/// the formula comes on standard input), `{out}` for a file the solver writes its answer to
/// (without it the answer is on standard output, in the `s`/`v` lines of the SAT competition),
/// `{proof}` for a file it writes a proof to, where one is wanted.
///
/// It is the first of a process group, which ends with the call, with a limit, and on Unix with
/// this process, however that ends. What it starts in a session or group of its own goes on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct External {
    words: Vec<String>,
}

impl External {
    /// What any program can do: each call begins afresh.
    pub const CAPABILITIES: Capabilities = Capabilities {
        incremental: false,
        interruptible: true,
        resumes: false,
        assumptions: true,
        counts_conflicts: false,
        proofs: false,
    };

    /// Why this build cannot run any program; `None` where it can.
    pub fn obstacle() -> Option<&'static str> {
        if cfg!(target_family = "wasm") {
            Some("WebAssembly cannot run programs")
        } else if cfg!(feature = "external") {
            None
        } else {
            Some("this build lacks the feature `external`")
        }
    }

    /// Whether the program is there: a file of its path, or of its name in a folder of the `PATH`.
    /// Only Unix is known to say so; elsewhere it is taken to be.
    pub(super) fn is_there(&self) -> bool {
        let program = Path::new(&self.words[0]);
        if !cfg!(unix) || program.components().count() > 1 {
            return !cfg!(unix) || program.is_file();
        }
        let path = std::env::var_os("PATH").unwrap_or_default();
        std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
    }

    /// The name of the program, without its path.
    pub(super) fn name(&self) -> String {
        let name = Path::new(&self.words[0]).file_name();
        name.map_or_else(|| self.words[0].clone(), |name| name.to_string_lossy().into_owned())
    }

    /// Opens a fresh solver.
    pub(super) fn open(&self) -> Result<Box<dyn SatBackend>> {
        match Self::obstacle() {
            #[cfg(all(feature = "external", not(target_family = "wasm")))]
            None => Ok(Box::new(process::Process::new(self))),
            obstacle => {
                let obstacle = obstacle.unwrap_or_default();
                Err(Error::unsupported(format!("backend `cmd:{self}`: {obstacle}")))
            }
        }
    }

    /// Answers a formula and keeps the proof that it writes.
    pub(super) fn prove(&self, cnf: &Cnf, limits: &Limits) -> Result<Proved> {
        match Self::obstacle() {
            #[cfg(all(feature = "external", not(target_family = "wasm")))]
            None => process::prove(self, cnf, limits),
            obstacle => {
                _ = (cnf, limits);
                let obstacle = obstacle.unwrap_or_default();
                Err(Error::unsupported(format!("backend `cmd:{self}`: {obstacle}")))
            }
        }
    }

    #[cfg(all(feature = "external", not(target_family = "wasm")))]
    fn uses(&self, placeholder: &str) -> bool {
        self.words.iter().any(|word| word.contains(placeholder))
    }
}

impl FromStr for External {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let mut words = Vec::new();
        let mut word: Option<String> = None;
        let mut quote = None;
        for c in text.chars() {
            match (quote, c) {
                (Some(q), c) if c == q => quote = None,
                (None, '"' | '\'') => {
                    quote = Some(c);
                    word.get_or_insert_default();
                }
                (None, c) if c.is_whitespace() => words.extend(word.take()),
                (_, c) => word.get_or_insert_default().push(c),
            }
        }
        words.extend(word);
        if quote.is_some() || words.is_empty() {
            return Err(Error::unsupported(format!(
                "backend `cmd:{text}`: expected a program and its arguments"
            )));
        }
        Ok(External { words })
    }
}

impl fmt::Display for External {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words.join(" "))
    }
}
