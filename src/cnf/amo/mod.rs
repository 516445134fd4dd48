//! At most one of n literals: the ways to say it in clauses.

use super::{ClauseSink, Lit};
use crate::error::Result;

mod pairwise;

/// A way to say that at most one of some literals is true.
#[derive(Debug, Clone, Copy)]
pub struct AtMostOne {
    /// The word on the command line.
    pub name: &'static str,
    /// One line for help texts.
    pub about: &'static str,
    /// Writes the clauses; new variables come from the sink.
    pub encode: fn(&[Lit], &mut dyn ClauseSink) -> Result<()>,
}

/// All schemes. To add one, write a file with its function and add a line here.
pub const SCHEMES: &[AtMostOne] = &[AtMostOne {
    name: "pairwise",
    about: "a clause for each pair: no new variables, n(n-1)/2 clauses",
    encode: pairwise::encode,
}];

impl AtMostOne {
    /// The scheme of a name.
    pub fn by_name(name: &str) -> Option<&'static AtMostOne> {
        SCHEMES.iter().find(|scheme| scheme.name == name)
    }

    /// Adds the constraint to a sink.
    ///
    /// # Errors
    /// If the sink fails.
    pub fn add(&self, lits: &[Lit], sink: &mut dyn ClauseSink) -> Result<()> {
        match sink.as_counter() {
            Some(counter) => counter.at_most_one(self, lits.len()),
            None => (self.encode)(lits, sink),
        }
    }
}
