//! Bitwise (binary, logarithmic): a true literal spells its own number in binary.
//!
//! - Alan M. Frisch, Timothy J. Peugniez: *Solving Non-Boolean Satisfiability Problems with
//!   Stochastic Local Search*, IJCAI 2001.

use super::new_lits;
use crate::error::Result;
use crate::sat::cnf::{ClauseSink, Lit};

/// ⌈log₂ n⌉ variables, n ⌈log₂ n⌉ clauses.
pub(super) fn encode(lits: &[Lit], sink: &mut dyn ClauseSink) -> Result<()> {
    number(lits.chunks(1), sink)
}

/// Numbers groups of literals from 0; a true literal spells the number of its group, so that no
/// two groups have one at the same time. None or one group needs nothing.
pub(super) fn number<'a>(
    groups: impl ExactSizeIterator<Item = &'a [Lit]>,
    sink: &mut dyn ClauseSink,
) -> Result<()> {
    let width = groups.len().max(1).next_power_of_two().ilog2();
    if width == 0 {
        return Ok(());
    }
    let bits = new_lits(width as usize, sink)?;
    for (number, group) in groups.enumerate() {
        for &lit in group {
            for (k, &bit) in bits.iter().enumerate() {
                let spelt = if number >> k & 1 == 1 { bit } else { !bit };
                sink.add_clause(&[!lit, spelt])?;
            }
        }
    }
    Ok(())
}
