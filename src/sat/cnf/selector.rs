//! Groups of clauses that can be switched off.
//!
//! - Niklas Eén, Niklas Sörensson: *Temporal Induction by Incremental SAT Solving*, BMC 2003.

use super::{ClauseSink, Counter, Lit};
use crate::error::Result;

/// Writes a group of clauses under a new literal, its selector: they need hold only where it is
/// assumed. The clause `!selector` gives them up for good.
///
/// # Errors
/// If the sink or `write` fails.
pub fn under_selector(
    sink: &mut dyn ClauseSink,
    write: impl FnOnce(&mut dyn ClauseSink) -> Result<()>,
) -> Result<Lit> {
    let selector = Lit::positive(sink.new_vars(1)?);
    write(&mut Group { sink, selector, clause: Vec::new() })?;
    Ok(selector)
}

/// Passes clauses on with the negated selector at their end.
struct Group<'a> {
    sink: &'a mut dyn ClauseSink,
    selector: Lit,
    clause: Vec<Lit>,
}

impl ClauseSink for Group<'_> {
    fn add_clause(&mut self, clause: &[Lit]) -> Result<()> {
        self.clause.clear();
        self.clause.extend_from_slice(clause);
        self.clause.push(!self.selector);
        self.sink.add_clause(&self.clause)
    }

    fn new_vars(&mut self, count: usize) -> Result<u32> {
        self.sink.new_vars(count)
    }

    /// At-most-one constraints are then measured without the selector.
    fn as_counter(&mut self) -> Option<&mut Counter> {
        self.sink.as_counter()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Cnf, dpll};
    use super::*;

    #[test]
    fn a_group_holds_while_its_selector_does() {
        let mut cnf = Cnf::new();
        let first = cnf.new_vars(2).unwrap();
        let [a, b] = [first, first + 1].map(Lit::positive);
        let either = under_selector(&mut cnf, |sink| sink.add_clause(&[a, b])).unwrap();
        let never = under_selector(&mut cnf, |sink| sink.add_clause(&[])).unwrap();
        let holds = |lits: &[Lit]| dpll::is_satisfiable(&cnf, lits);
        assert!(holds(&[!a, !b]) && holds(&[either, a]) && holds(&[either, b]));
        assert!(!holds(&[either, !a, !b]) && !holds(&[never]));
    }
}
