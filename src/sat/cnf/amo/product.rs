//! Two-product: the literals stand in a grid; a true one picks its row and its column, of which
//! at most one each may be picked.
//!
//! - Jingchao Chen: *A New SAT Encoding of the At-Most-One Constraint*, `ModRef` 2010.

use super::{new_lits, pairwise};
use crate::error::Result;
use crate::sat::cnf::{ClauseSink, Lit};

/// Up to here pairs take fewer clauses.
const PAIRWISE_UP_TO: usize = 6;

/// About 2√n variables and 2n + 4√n clauses.
pub(super) fn encode(lits: &[Lit], sink: &mut dyn ClauseSink) -> Result<()> {
    if lits.len() <= PAIRWISE_UP_TO {
        return pairwise::encode(lits, sink);
    }
    let width = (lits.len() - 1).isqrt() + 1; // ⌈√n⌉
    let rows = new_lits(lits.len().div_ceil(width), sink)?;
    let columns = new_lits(width, sink)?;
    for (chunk, &row) in lits.chunks(width).zip(&rows) {
        for (&lit, &column) in chunk.iter().zip(&columns) {
            sink.add_clause(&[!lit, row])?;
            sink.add_clause(&[!lit, column])?;
        }
    }
    encode(&rows, sink)?;
    encode(&columns, sink)
}
