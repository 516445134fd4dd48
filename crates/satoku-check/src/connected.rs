//! Cells of which those with some digits are connected, and their clauses.
//!
//! Of *connected* cells there is a variable for each that says that it is a member; then one for each
//! that says that it is one or a cell before it; then, for no step, for one and so on up to the steps
//! that are allowed, one for each that says that it is reached in so many or fewer. The clauses: cell
//! by cell, that each of the digits makes it a member, and that a member has one of them. Cell by cell
//! that it, or the variable of the cell before, makes the second variable true, and nothing else.
//! Cell by cell that it is reached in no step just if it is a member and no cell before it is. Then,
//! step by step and cell by cell: what is reached is a member, and it or a neighbour was reached
//! before; and if it or a neighbour was, it is reached if it is a member. Last, each member is reached
//! in the steps that are allowed. All these variables follow from the candidates, one after the
//! other, and the last clauses say what the form says.

use super::clauses::{Clauses, literal};
use crate::error::Result;

/// Cells of which those with some digits are connected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Connected {
    pub(super) cells: Vec<usize>,
    /// Digits from 0.
    pub(super) digits: Vec<usize>,
    /// For each cell the places of its neighbours in the list.
    pub(super) neighbours: Vec<Vec<usize>>,
    pub(super) steps: usize,
}

impl Connected {
    pub(super) fn holds(&self, digits: &[usize]) -> bool {
        let is_member = |k: usize| self.digits.contains(&digits[self.cells[k]]);
        let members: Vec<_> = (0..self.cells.len()).map(is_member).collect();
        let Some(first) = members.iter().position(|&member| member) else { return true };
        let mut reached = vec![false; members.len()];
        reached[first] = true;
        let mut edge = vec![first];
        for _ in 0..self.steps {
            let mut next = Vec::new();
            for to in edge.iter().flat_map(|&at| &self.neighbours[at]) {
                if members[*to] && !std::mem::replace(&mut reached[*to], true) {
                    next.push(*to);
                }
            }
            edge = next;
        }
        members == reached
    }

    /// How many variables and clauses it takes.
    pub(super) fn size(&self) -> (u64, u64) {
        let (cells, steps) = (self.cells.len() as u64, self.steps as u64);
        let ends: u64 = self.neighbours.iter().map(|list| list.len() as u64).sum();
        let clauses = cells * (self.digits.len() as u64 + 1)
            + 2 * (2 * cells + cells.saturating_sub(1))
            + steps * (3 * cells + ends)
            + cells;
        (cells * (steps + 3), clauses)
    }

    /// Writes the clauses, whose variables follow on those that there are; how many there are then.
    ///
    /// # Errors
    /// If a clause cannot be taken.
    pub(super) fn encode(
        &self,
        digits: usize,
        vars: usize,
        out: &mut dyn Clauses,
    ) -> Result<usize> {
        let cells = self.cells.len();
        let group = |number: usize| -> Vec<i32> {
            (vars + number * cells + 1..).take(cells).map(literal).collect()
        };
        let (members, upto) = (group(0), group(1));
        for (&cell, &member) in self.cells.iter().zip(&members) {
            let has: Vec<_> =
                self.digits.iter().map(|&digit| literal(cell * digits + digit + 1)).collect();
            for digit in &has {
                out.clause(&[-digit, member])?;
            }
            out.clause(&[&[-member], &has[..]].concat())?;
        }
        for (k, (&member, &here)) in members.iter().zip(&upto).enumerate() {
            let before = &upto[k.saturating_sub(1)..k];
            out.clause(&[-member, here])?;
            for &before in before {
                out.clause(&[-before, here])?;
            }
            out.clause(&[&[-here, member], before].concat())?;
        }
        let mut reached = group(2);
        for (k, (&member, &first)) in members.iter().zip(&reached).enumerate() {
            let before = &upto[k.saturating_sub(1)..k];
            out.clause(&[-first, member])?;
            for &before in before {
                out.clause(&[-first, -before])?;
            }
            out.clause(&[&[-member, first], before].concat())?;
        }
        for step in 1..=self.steps {
            let next = group(2 + step);
            for (k, (&here, &member)) in next.iter().zip(&members).enumerate() {
                let from = [k].into_iter().chain(self.neighbours[k].iter().copied());
                let from: Vec<_> = from.map(|k| reached[k]).collect();
                out.clause(&[-here, member])?;
                out.clause(&[&[-here], &from[..]].concat())?;
                for before in from {
                    out.clause(&[-before, -member, here])?;
                }
            }
            reached = next;
        }
        for (&member, &reached) in members.iter().zip(&reached) {
            out.clause(&[-member, reached])?;
        }
        Ok(vars + cells * (self.steps + 3))
    }
}
