//! Certificates that were made or verified.

use serde::Serialize;

use super::answer::{Failure, Status};
use crate::error::Error;
use satoku_check::{Verdict, Verified};

/// What a certificate shows.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Certified {
    /// `unique`, `none` or `multiple`.
    pub status: Status,
    /// The houses of the puzzle.
    pub layout: String,
    /// How many givens it has.
    pub givens: usize,
    /// The size of the proof that was checked; 0 where two solutions are enough.
    pub proof: ProofSize,
    /// With `verify`: true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub holds: Option<bool>,
}

/// The size of a proof.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ProofSize {
    /// Clauses derived.
    pub lemmas: u64,
    /// Clauses named to derive them.
    pub hints: u64,
}

impl Certified {
    /// What was verified.
    pub fn new(verified: &Verified) -> Self {
        let status = match verified.verdict {
            Verdict::Unique => Status::Unique,
            Verdict::None => Status::None,
            Verdict::Multiple => Status::Multiple,
        };
        Certified {
            status,
            layout: verified.statement.layout().into(),
            givens: verified.statement.givens(),
            proof: ProofSize { lemmas: verified.checked.lemmas, hints: verified.checked.hints },
            holds: None,
        }
    }

    /// What was verified, by `verify`.
    pub fn held(verified: &Verified) -> Self {
        Certified { holds: Some(true), ..Self::new(verified) }
    }

    pub(super) fn text(&self) -> String {
        let holds = if self.holds.is_some() { "holds: " } else { "" };
        let lemmas = match self.status {
            Status::Multiple => String::new(),
            _ => format!(", {} lemmas", self.proof.lemmas),
        };
        let (word, layout, givens) = (self.status.word(), &self.layout, self.givens);
        format!("{holds}{word} ({layout}, {givens} givens{lemmas})\n")
    }
}

impl Failure {
    /// Why no certificate was made: a limit leaves the answer unknown.
    pub fn of_proof(error: &Error) -> Self {
        let status = if error.is_limit() { Status::Unknown } else { Status::Error };
        Failure { status, ..Failure::from(error) }
    }

    /// That a batch has no certificate of a puzzle: `verify` learns nothing of it.
    pub fn of_gap() -> Self {
        Failure { status: Status::Unknown, ..Failure::from(&Error::input("no certificate")) }
    }

    /// Why a certificate is not accepted: it does not hold, or cannot be read.
    pub fn of_verification(error: &Error) -> Self {
        let status = if error.is_proof() { Status::Refused } else { Status::Error };
        Failure { status, holds: Some(false), ..Failure::from(error) }
    }
}
