//! How a question is answered.

use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::Marks;
use super::question::Want;
use crate::engine::{EngineOptions, EngineSpec};
use crate::error::{Error, Result};
use crate::jobs::minimize;
use crate::limits::Limits;
use crate::sat::backend::{BACKENDS, BackendSpec};

/// How a question is answered. Programs and files cannot be named here, so a question may come
/// from anywhere.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// The engine; `auto` by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    /// The embedded SAT backend: of searches (then the engine is `sat` by default), `explain`, true
    /// `candidates`, `minimize` and `prove`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backend: Option<String>,
    /// The encoding of searches by SAT, or `auto`; then the engine is `sat` by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub encoding: Option<String>,
    /// Their at-most-one scheme, or `auto`; then the engine is `sat` by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amo: Option<String>,
    /// The random seed.
    pub seed: u64,
    /// Give up after this many seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_limit: Option<f64>,
    /// Give up after this much effort (nodes, conflicts or steps, by engine), independent of the
    /// machine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effort: Option<u64>,
    /// Add statistics to the answer.
    pub stats: bool,
}

impl Options {
    /// The engine that is asked for.
    ///
    /// # Errors
    /// If engine, backend, encoding or scheme are unknown, or do not apply to what is wanted.
    pub fn engine(&self, want: &Want) -> Result<EngineSpec> {
        let formulas = self.formulas(want)?;
        let mut options = EngineOptions { seed: self.seed, ..EngineOptions::default() };
        match (self.backend()?, want) {
            // It finds the proof alone.
            (Some(_), Want::Prove { .. }) => {}
            (Some(backend), _) => options.backend = backend,
            (None, Want::Minimize { .. }) => options.backend = minimize::backend(),
            (None, _) => {}
        }
        let options = options.with_formula(self.encoding.as_deref(), self.amo.as_deref())?;
        let engine = EngineSpec::new(
            self.engine.as_deref().unwrap_or(if formulas.is_some() { "sat" } else { "auto" }),
            options,
        )?;
        match formulas {
            Some(option) if !engine.makes_formulas() => Err(Error::input(format!(
                "`{option}` does not apply to the engine `{}`, which makes no formulas",
                engine.name()
            ))),
            _ => Ok(engine),
        }
    }

    /// The backend that is asked for.
    ///
    /// # Errors
    /// If no embedded one has its name.
    pub(super) fn backend(&self) -> Result<Option<BackendSpec>> {
        let Some(name) = &self.backend else { return Ok(None) };
        if BACKENDS.iter().any(|backend| backend.name == name) {
            return BackendSpec::from_str(name).map(Some);
        }
        Err(Error::unsupported(format!("no embedded backend `{name}`")))
    }

    /// The option by which a search is asked for formulas, if one is given.
    ///
    /// # Errors
    /// If such an option is given and does not apply to what is wanted.
    fn formulas(&self, want: &Want) -> Result<Option<&'static str>> {
        let searches = want.query().is_some() || matches!(want, Want::Solutions { .. });
        let solves = match want {
            Want::Candidates { marks, .. } => *marks == Marks::True,
            Want::Explain | Want::Minimize { .. } | Want::Prove { .. } => true,
            _ => searches,
        };
        let options = [
            ("backend", &self.backend, solves),
            ("encoding", &self.encoding, searches),
            ("amo", &self.amo, searches),
        ];
        let mut given = options.iter().filter(|(_, given, _)| given.is_some());
        if let Some((option, ..)) = given.clone().find(|(.., applies)| !applies) {
            return Err(Error::input(format!("`{option}` does not apply to `{}`", want.word())));
        }
        Ok(given.next().filter(|_| searches).map(|(option, ..)| *option))
    }

    /// These limits and those that are asked for; the time counts from now.
    ///
    /// # Errors
    /// If the time is no number of seconds.
    pub fn limits(&self, mut limits: Limits) -> Result<Limits> {
        if let Some(seconds) = self.time_limit {
            let time = Duration::try_from_secs_f64(seconds);
            limits =
                limits.with_time(time.map_err(|_| Error::input("time_limit: expected seconds"))?);
        }
        Ok(match self.effort {
            Some(effort) => limits.with_effort(effort),
            None => limits,
        })
    }
}
