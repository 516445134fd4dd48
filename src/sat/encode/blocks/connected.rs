//! Connected cells: the members, the first of them, and for each number of steps which cells are
//! reached from there in so many. Members are reached in the end.

use super::{Atom, Writer};
use crate::error::{Error, Result};
use crate::rule::Connected;

/// Variables for cells that are reached; 1400 cells without a size take as many.
const MAX_REACHED: usize = 2_000_000;

/// That the members are connected. How many they are is a sum.
///
/// # Errors
/// If it takes too many variables.
pub(super) fn encode(block: &Connected, writer: &mut Writer<'_>) -> Result<()> {
    let (cells, steps) = (block.cells().len(), block.steps());
    if cells.saturating_mul(steps) > MAX_REACHED {
        return Err(Error::too_large(format!(
            "{cells} cells, connected in up to {steps} steps, take more than {MAX_REACHED} variables"
        )));
    }
    let members = members(block, writer)?;
    // Whether one of the cells up to each is a member; the first member is where it changes.
    let mut before = Atom::False;
    let mut reached = Vec::with_capacity(cells);
    for (k, &member) in members.iter().enumerate() {
        let is_last = k + 1 == cells;
        let upto = if before == Atom::False || is_last { member } else { writer.fresh(1)?[0] };
        if before != Atom::False && !is_last {
            writer.clause([!member, upto])?;
            writer.clause([!before, upto])?;
            writer.clause([!upto, member, before])?;
        }
        let first = if before == Atom::False { member } else { writer.fresh(1)?[0] };
        if before != Atom::False {
            writer.clause([!first, member])?;
            writer.clause([!first, !before])?;
            writer.clause([first, !member, before])?;
        }
        reached.push(first);
        before = upto;
    }
    for _ in 0..steps {
        let next = writer.fresh(cells)?;
        for (k, &here) in next.iter().enumerate() {
            let from = || [k].into_iter().chain(block.neighbours(k));
            writer.clause([!here, members[k]])?;
            writer.clause([!here].into_iter().chain(from().map(|k| reached[k])))?;
            for from in from() {
                writer.clause([!reached[from], !members[k], here])?;
            }
        }
        reached = next;
    }
    for (&member, &reached) in members.iter().zip(&reached) {
        writer.clause([!member, reached])?;
    }
    Ok(())
}

/// For each cell whether it has one of the digits.
fn members(block: &Connected, writer: &mut Writer<'_>) -> Result<Vec<Atom>> {
    let mut members = Vec::with_capacity(block.cells().len());
    for &cell in block.cells() {
        let domain = writer.domain(cell);
        let has: Vec<_> =
            domain.iter().copied().filter(|&digit| block.digits().contains(digit)).collect();
        let atoms: Vec<_> = has.iter().map(|&digit| writer.atom(cell, digit)).collect();
        members.push(match atoms[..] {
            [] => Atom::False,
            [atom] => atom,
            _ if has.len() == domain.len() => Atom::True,
            _ => {
                let member = writer.fresh(1)?[0];
                writer.clause([!member].into_iter().chain(atoms.iter().copied()))?;
                for digit in domain {
                    let atom = writer.atom(cell, digit);
                    let is = if has.contains(&digit) { member } else { !member };
                    writer.clause([!atom, is])?;
                }
                member
            }
        });
    }
    Ok(members)
}
