//! Clauses over candidates: binary ones as implications, longer ones in the database.

use super::super::clauses::Clauses;
use super::super::state::{Lit, Reason, State};
use super::super::word::Word;
use crate::puzzle::Contradiction;
use crate::rule::Literal;

/// For each literal what it implies; empty if there are no binary clauses at all.
#[derive(Debug, Default)]
pub(super) struct Implications {
    of: Vec<Vec<Lit>>,
}

impl Implications {
    /// Adds a clause, without the literals that are decided; whether it can hold.
    pub(super) fn add<W: Word>(
        &mut self,
        clause: &[Literal],
        state: &mut State<'_, W>,
        database: &mut Clauses,
    ) -> bool {
        let mut lits = Vec::with_capacity(clause.len());
        for &Literal { cell, digit, stands } in clause {
            let (cell, digit) = (cell.index(), digit.index());
            if state.has_var(cell, digit) {
                let lit = Lit::is(state.var(cell, digit));
                lits.push(if stands { lit } else { !lit });
            } else if state.cells[cell].has(digit) == stands {
                return true;
            }
        }
        lits.sort_unstable();
        lits.dedup();
        // A literal and its negation are neighbours.
        if lits.windows(2).any(|pair| pair[0] == !pair[1]) {
            return true;
        }
        lits.retain(|&lit| state.value(lit) >= 0);
        match lits[..] {
            [] => return false,
            _ if lits.iter().any(|&lit| state.value(lit) > 0) => {}
            [lit] => state.assign(lit, Reason::Fact),
            [a, b] => {
                self.of.resize(2 * state.vars(), Vec::new());
                self.of[(!a).number()].push(b);
                self.of[(!b).number()].push(a);
            }
            _ => {
                database.add(&lits, None);
            }
        }
        true
    }

    /// Makes true what a literal implies.
    pub(super) fn follow<W: Word>(
        &self,
        state: &mut State<'_, W>,
        lit: Lit,
        conflict: &mut Vec<Lit>,
    ) -> Result<(), Contradiction> {
        let Some(implied) = self.of.get(lit.number()) else { return Ok(()) };
        implied.iter().try_for_each(|&other| super::imply(state, other, !lit, conflict))
    }
}
