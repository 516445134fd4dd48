//! Pairwise (binomial, naive): no two together.
//!
//! - Steven D. Prestwich: *CNF Encodings*, in Handbook of Satisfiability, 2nd edition, 2021.

use crate::error::Result;
use crate::sat::cnf::{ClauseSink, Lit};

pub(super) fn encode(lits: &[Lit], sink: &mut dyn ClauseSink) -> Result<()> {
    for (k, &a) in lits.iter().enumerate() {
        lits[k + 1..].iter().try_for_each(|&b| sink.add_clause(&[!a, !b]))?;
    }
    Ok(())
}
