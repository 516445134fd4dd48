//! Counting in clauses: how many of some literals are true, up to a bound.
//!
//! - Carsten Sinz: *Towards an Optimal CNF Encoding of Boolean Cardinality Constraints*, CP 2005.

use super::{ClauseSink, Lit};
use crate::error::Result;

/// Literals `more[k]` that are true where more than `k` of the given ones are, for `k` below
/// `bound`: assuming `!more[k]` allows at most `k`.
pub(crate) fn counter(lits: &[Lit], bound: usize, sink: &mut dyn ClauseSink) -> Result<Vec<Lit>> {
    let mut before: Vec<Lit> = Vec::new();
    for (i, &lit) in lits.iter().enumerate() {
        let width = bound.min(i + 1);
        let first = sink.new_vars(width.max(1))?;
        let now: Vec<_> = (first..).take(width).map(Lit::positive).collect();
        for (k, &more) in now.iter().enumerate() {
            if let Some(&held) = before.get(k) {
                sink.add_clause(&[!held, more])?;
            }
            match k.checked_sub(1).map(|k| before[k]) {
                Some(fewer) => sink.add_clause(&[!lit, !fewer, more])?,
                None => sink.add_clause(&[!lit, more])?,
            }
        }
        before = now;
    }
    Ok(before)
}

#[cfg(test)]
mod tests {
    use super::super::{Cnf, dpll};
    use super::*;

    #[test]
    fn a_counter_allows_no_more_than_assumed() {
        for (n, bound) in [(1u32, 1), (3, 2), (4, 4), (5, 3)] {
            for chosen in 0..1u32 << n {
                let mut cnf = Cnf::new();
                let first = cnf.new_vars(n as usize).unwrap();
                let lits: Vec<_> = (first..).take(n as usize).map(Lit::positive).collect();
                let more = counter(&lits, bound, &mut cnf).unwrap();
                assert_eq!(more.len(), bound.min(n as usize));
                for (k, &lit) in lits.iter().enumerate() {
                    cnf.add_clause(&[if chosen >> k & 1 == 1 { lit } else { !lit }]).unwrap();
                }
                for (k, &more) in more.iter().enumerate() {
                    let mut cnf = cnf.clone();
                    cnf.add_clause(&[!more]).unwrap();
                    let fits = chosen.count_ones() as usize <= k;
                    assert_eq!(dpll::is_satisfiable(&cnf, &[]), fits, "{n} {bound} {chosen:b} {k}");
                }
            }
        }
    }
}
