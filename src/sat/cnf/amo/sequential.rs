//! Sequential counter: a register per prefix says that one of the prefix is true.
//!
//! - Carsten Sinz: *Towards an Optimal CNF Encoding of Boolean Cardinality Constraints*, CP 2005.

use itertools::Itertools;

use super::new_lits;
use crate::error::Result;
use crate::sat::cnf::{ClauseSink, Lit};

/// n − 1 variables, 3n − 4 clauses.
pub(super) fn encode(lits: &[Lit], sink: &mut dyn ClauseSink) -> Result<()> {
    let Some((&last, rest)) = lits.split_last().filter(|(_, rest)| !rest.is_empty()) else {
        return Ok(());
    };
    let registers = new_lits(rest.len(), sink)?;
    for (&lit, &register) in rest.iter().zip(&registers) {
        sink.add_clause(&[!lit, register])?;
    }
    for (&before, &register) in registers.iter().tuple_windows() {
        sink.add_clause(&[!before, register])?;
    }
    for (&lit, &before) in rest[1..].iter().chain([&last]).zip(&registers) {
        sink.add_clause(&[!lit, !before])?;
    }
    Ok(())
}
