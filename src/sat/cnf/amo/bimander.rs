//! Bimander: pairs within groups of about √n, and a binary number for the group of a true literal.
//!
//! - Steffen Hölldobler, Van-Hau Nguyen: *An Efficient Encoding of the At-Most-One Constraint*,
//!   TU Dresden, technical report, 2013.

use super::{bitwise, pairwise};
use crate::error::Result;
use crate::sat::cnf::{ClauseSink, Lit};

/// About ½ log₂ n variables, n (√n + log₂ n) / 2 clauses.
pub(super) fn encode(lits: &[Lit], sink: &mut dyn ClauseSink) -> Result<()> {
    let groups = lits.chunks(lits.len().isqrt().max(1));
    groups.clone().try_for_each(|group| pairwise::encode(group, sink))?;
    bitwise::number(groups, sink)
}
