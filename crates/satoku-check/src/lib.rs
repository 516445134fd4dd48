//! Answers that can be checked by someone who trusts none of the rest: certificates, and a checker
//! that uses no solver.
//!
//! A certificate states a puzzle ([`Statement`]) and one of three things of it ([`Verdict`]):
//!
//! - *unique*: the solution shown keeps every clue and rule; and the formula of the puzzle, with
//!   the clause that excludes this one grid, has no model. So there is no other.
//! - *none*: the formula has no model.
//! - *multiple*: the two solutions shown keep every clue and rule.
//!
//! That a formula has no model is shown by a proof of resolution steps, each of which is checked by
//! propagating units along its hints ([`lrat`]). The formula is not taken from anywhere but written
//! anew from the statement ([`formula`]).
//!
//! This crate is all that has to be trusted, together with `std`, the SHA-256 of the manifest
//! (which guards against accidents only) and the reader of the manifest's JSON. It depends on no
//! solver and on nothing of the crate `satoku`, which makes certificates by whatever means; they
//! are checked here.

#![forbid(unsafe_code)]

mod certificate;
mod clauses;
mod connected;
mod error;
mod folder;
pub mod formula;
pub mod lrat;
mod manifest;
mod nvalue;
mod rules;
mod shown;
mod statement;
mod steps;
#[cfg(test)]
mod tests;
mod words;

pub use certificate::{Certificate, Verified, sha256, verify, verify_files};
pub use error::{Error, Result};
pub use folder::{Contents, Index, Member, Shard, certificates, is_file_name};
pub use formula::Formula;
pub use lrat::{Checked, Form};
pub use manifest::Verdict;
pub use rules::Rule;
pub use shown::{is_active, shown};
pub use statement::Statement;
pub use steps::Steps;
