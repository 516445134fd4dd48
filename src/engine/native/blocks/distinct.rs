//! Cells that must differ, though no house has both.

use itertools::Itertools;

use super::super::state::{Lit, State, number};
use super::super::word::Word;
use crate::puzzle::Contradiction;
use crate::rule::Distinct;

/// For each cell the cells that must differ from it; empty if there are none at all.
#[derive(Debug, Default)]
pub(super) struct Peers {
    of: Vec<Vec<u32>>,
}

impl Peers {
    /// Adds the cells of a block; false if one is named twice, as it cannot differ from itself.
    pub(super) fn add<W: Word>(&mut self, block: &Distinct, state: &State<'_, W>) -> bool {
        self.of.resize(state.cells.len(), Vec::new());
        for a in block.cells().iter().map(|cell| cell.index()) {
            for b in block.cells().iter().map(|cell| cell.index()) {
                if a != b && !self.differ(state, a, b) {
                    self.of[a].push(number(b));
                }
            }
        }
        block.cells().iter().all_unique()
    }

    /// Whether two cells must differ, by a house or a block.
    pub(super) fn differ<W: Word>(&self, state: &State<'_, W>, a: usize, b: usize) -> bool {
        let houses = |cell| state.geometry.positions(cell).iter().map(|&(house, _)| house);
        houses(a).any(|house| houses(b).any(|other| other == house))
            || self.of.get(a).is_some_and(|peers| peers.contains(&number(b)))
    }

    /// A digit stands in a cell: in none that must differ from it.
    pub(super) fn placed<W: Word>(
        &self,
        state: &mut State<'_, W>,
        cell: usize,
        digit: usize,
        conflict: &mut Vec<Lit>,
    ) -> Result<(), Contradiction> {
        let Some(peers) = self.of.get(cell) else { return Ok(()) };
        let by = Lit::not(state.var(cell, digit));
        for &peer in peers {
            let peer = peer as usize;
            if state.cells[peer].has(digit) {
                super::imply(state, Lit::not(state.var(peer, digit)), by, conflict)?;
            }
        }
        Ok(())
    }
}
