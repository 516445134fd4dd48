//! How many different digits there are: a variable for each digit that says that it occurs, and a
//! sequential counter.

use super::{Atom, Writer};
use crate::error::Result;
use crate::grid::Digit;
use crate::rule::NValue;

/// Each digit of the teller says that so many digits occur, and no more.
///
/// - Carsten Sinz: *Towards an Optimal CNF Encoding of Boolean Cardinality Constraints*, CP 2005 (the
///   counter, both ways here).
pub(super) fn encode(block: &NValue, writer: &mut Writer<'_>) -> Result<()> {
    let digits = || (0..writer.map.digits()).map(Digit::new);
    let each = || block.cells().iter();
    let places: Vec<Vec<_>> = digits()
        .map(|digit| each().map(|&cell| writer.atom(cell, digit)).collect::<Vec<_>>())
        .collect();
    let tells: Vec<_> = digits().map(|digit| writer.atom(block.teller(), digit)).collect();
    // So many digits, or more, of those that were counted; the first number is 0.
    let mut so_many = vec![Atom::True];
    for places in places {
        let occurs = any(&places, writer)?;
        if occurs == Atom::False {
            continue;
        }
        so_many.push(Atom::False);
        for count in (1..so_many.len()).rev() {
            let more = all(&[so_many[count - 1], occurs], writer)?;
            so_many[count] = any(&[so_many[count], more], writer)?;
        }
    }
    for (tells, &told) in tells.into_iter().zip(block.counts()) {
        let told = usize::try_from(told).ok();
        let Some((told, &reached)) = told.and_then(|told| Some((told, so_many.get(told)?))) else {
            writer.clause([!tells])?;
            continue;
        };
        writer.clause([!tells, reached])?;
        if let Some(&passed) = so_many.get(told + 1) {
            writer.clause([!tells, !passed])?;
        }
    }
    Ok(())
}

/// The disjunction of some atoms.
fn any(atoms: &[Atom], writer: &mut Writer<'_>) -> Result<Atom> {
    let mut open: Vec<_> = atoms.iter().copied().filter(|&atom| atom != Atom::False).collect();
    if open.contains(&Atom::True) {
        return Ok(Atom::True);
    }
    match open[..] {
        [] => Ok(Atom::False),
        [atom] => Ok(atom),
        _ => {
            let any = writer.fresh(1)?[0];
            for &atom in &open {
                writer.clause([!atom, any])?;
            }
            open.push(!any);
            writer.clause(open)?;
            Ok(any)
        }
    }
}

/// The conjunction of some atoms.
fn all(atoms: &[Atom], writer: &mut Writer<'_>) -> Result<Atom> {
    let not: Vec<_> = atoms.iter().map(|&atom| !atom).collect();
    Ok(!any(&not, writer)?)
}
