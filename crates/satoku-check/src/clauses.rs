//! What takes the clauses of a formula.

use crate::error::Result;

/// Takes clauses, literals signed as in DIMACS.
pub trait Clauses {
    /// Takes the next clause.
    ///
    /// # Errors
    /// If it cannot be taken, which ends the formula.
    fn clause(&mut self, lits: &[i32]) -> Result<()>;
}

/// The literal of a variable.
pub(super) fn literal(var: usize) -> i32 {
    i32::try_from(var).expect("at most 400³ candidates, 2²⁵ others by steps, and 2²⁰ options")
}
