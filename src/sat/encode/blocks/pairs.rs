//! Clauses over candidates, and tables of pairs.
//!
//! - Ian P. Gent: *Arc Consistency in SAT*, ECAI 2002 (the support encoding).

use std::collections::BTreeSet;

use super::Writer;
use crate::error::Result;
use crate::grid::{Cell, Digit};
use crate::rule::{Clauses, Literal, Pairs};

/// The clauses themselves.
pub(super) fn clauses(block: &Clauses, writer: &mut Writer<'_>) -> Result<()> {
    for clause in block.clauses() {
        let atoms = clause.iter().map(|&Literal { cell, digit, stands }| {
            let atom = writer.atom(cell, digit);
            if stands { atom } else { !atom }
        });
        let atoms: Vec<_> = atoms.collect();
        writer.clause(atoms)?;
    }
    Ok(())
}

/// For each digit of either cell, that the other has one of those allowed with it; or, where all
/// but one are, that it has not that one. Unit propagation makes it arc consistent.
pub(super) fn encode(block: &Pairs, writer: &mut Writer<'_>) -> Result<()> {
    let table = block.allowed();
    for &(a, b) in block.pairs() {
        let (of_a, of_b) = (writer.domain(a), writer.domain(b));
        let mut said = BTreeSet::new();
        let allows = |x: Digit, y: Digit| table[x.index()].contains(y);
        supports((a, &of_a), (b, &of_b), &allows, &mut said, writer)?;
        let mut said = said.into_iter().map(|(x, y)| (y, x)).collect();
        supports((b, &of_b), (a, &of_a), &|y, x| allows(x, y), &mut said, writer)?;
    }
    Ok(())
}

/// What each digit of the first cell asks of the second. Conflicts that are in `said` are passed
/// over, others go there.
fn supports(
    (a, of_a): (Cell, &[Digit]),
    (b, of_b): (Cell, &[Digit]),
    allows: &dyn Fn(Digit, Digit) -> bool,
    said: &mut BTreeSet<(Digit, Digit)>,
    writer: &mut Writer<'_>,
) -> Result<()> {
    for &x in of_a {
        let (with, without): (Vec<_>, Vec<_>) = of_b.iter().partition(|&&y| allows(x, y));
        let not_x = !writer.atom(a, x);
        match without[..] {
            [] => {}
            [y] if !with.is_empty() => {
                if said.insert((x, y)) {
                    writer.clause([not_x, !writer.atom(b, y)])?;
                }
            }
            _ => {
                let with: Vec<_> = with.iter().map(|&y| writer.atom(b, y)).collect();
                writer.clause([not_x].into_iter().chain(with))?;
            }
        }
    }
    Ok(())
}
