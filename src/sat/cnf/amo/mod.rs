//! At most one of n literals: the ways to say it in clauses.
//!
//! Of every scheme this holds: some values of its own variables satisfy the clauses if and only
//! if at most one of the literals is true, and a true literal makes all others false by unit
//! propagation alone.

use super::{ClauseSink, Lit};
use crate::error::Result;

mod bimander;
mod bitwise;
mod commander;
mod pairwise;
mod product;
mod sequential;
#[cfg(test)]
mod tests;

/// A way to say that at most one of some literals is true.
#[derive(Debug, Clone, Copy)]
pub struct AtMostOne {
    /// The word on the command line.
    pub name: &'static str,
    /// One line for help texts.
    pub about: &'static str,
    /// Writes the clauses; new variables come from the sink. For none or one literal it does
    /// nothing.
    pub encode: fn(&[Lit], &mut dyn ClauseSink) -> Result<()>,
}

/// All schemes. To add one, write a file with its function and add a line here.
pub const SCHEMES: &[AtMostOne] = &[
    AtMostOne {
        name: "pairwise",
        about: "one clause per pair: no new variables, n(n-1)/2 clauses",
        encode: pairwise::encode,
    },
    AtMostOne {
        name: "sequential",
        about: "sequential counter: n-1 new variables, 3n-4 clauses",
        encode: sequential::encode,
    },
    AtMostOne {
        name: "product",
        about: "rows and columns of a square (two-product): about 2√n new variables, 2n clauses",
        encode: product::encode,
    },
    AtMostOne {
        name: "commander",
        about: "commander variable per group of 3: about n/2 new variables, 3n clauses",
        encode: commander::encode,
    },
    AtMostOne {
        name: "bimander",
        about: "groups of √n, pairwise inside and numbered in binary: about log n new variables",
        encode: bimander::encode,
    },
    AtMostOne {
        name: "bitwise",
        about: "literals numbered in binary: log n new variables, n log n clauses",
        encode: bitwise::encode,
    },
];

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

/// The positive literals of new variables.
fn new_lits(count: usize, sink: &mut dyn ClauseSink) -> Result<Vec<Lit>> {
    let first = sink.new_vars(count)?;
    Ok((first..).take(count).map(Lit::positive).collect())
}
