//! Pairwise (binomial, naive): no two together.
//!
//! - Steven D. Prestwich: *CNF Encodings*, in Handbook of Satisfiability, 2nd edition, 2021.

use itertools::Itertools;

use crate::error::Result;
use crate::sat::cnf::{ClauseSink, Lit};

pub(super) fn encode(lits: &[Lit], sink: &mut dyn ClauseSink) -> Result<()> {
    lits.iter().array_combinations().try_for_each(|[&a, &b]| sink.add_clause(&[!a, !b]))
}
