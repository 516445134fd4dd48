//! Commander: a true literal raises the commander of its group of three; of the commanders, in
//! groups again, at most one may be up.
//!
//! - Will Klieber, Gihwon Kwon: *Efficient CNF Encoding for Selecting 1 from N Objects*, CFV 2007.

use super::{new_lits, pairwise};
use crate::error::Result;
use crate::sat::cnf::{ClauseSink, Lit};

const GROUP: usize = 3;

/// Up to here pairs take no more clauses.
const PAIRWISE_UP_TO: usize = 5;

/// About n/2 variables and 3n clauses. A commander need not be down when its group is all false:
/// at most one does not ask for that, and the clauses are saved.
pub(super) fn encode(lits: &[Lit], sink: &mut dyn ClauseSink) -> Result<()> {
    if lits.len() <= PAIRWISE_UP_TO {
        return pairwise::encode(lits, sink);
    }
    let commanders = new_lits(lits.len().div_ceil(GROUP), sink)?;
    for (group, &commander) in lits.chunks(GROUP).zip(&commanders) {
        pairwise::encode(group, sink)?;
        for &lit in group {
            sink.add_clause(&[!lit, commander])?;
        }
    }
    encode(&commanders, sink)
}
