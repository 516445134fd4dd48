//! Cells that must differ, though no house has both.

use smallvec::SmallVec;

use super::super::geometry::Geometry;
use super::super::state::{Lit, State, number};
use super::super::word::Word;
use super::Domain;
use crate::puzzle::Contradiction;
use crate::rule::Distinct;

/// For each cell the cells that must differ from it; empty if there are none at all.
#[derive(Debug, Default)]
pub(in super::super) struct Peers {
    of: Vec<SmallVec<[u32; 4]>>,
}

impl Peers {
    /// Adds the cells of a block; false if one is named twice, as it cannot differ from itself.
    pub(in super::super) fn add<W: Word>(
        &mut self,
        block: &Distinct,
        domain: Domain<'_, W>,
    ) -> bool {
        self.of.resize(domain.cells.len(), SmallVec::new());
        for (k, a) in block.cells().iter().map(|cell| cell.index()).enumerate() {
            for b in block.cells()[k + 1..].iter().map(|cell| cell.index()) {
                if a != b && !self.differ(domain.geometry, a, b) {
                    self.of[a].push(number(b));
                    self.of[b].push(number(a));
                }
            }
        }
        let cells = block.cells();
        (1..cells.len()).all(|k| !cells[..k].contains(&cells[k]))
    }

    /// The cells that must differ from a cell by a block.
    pub(in super::super) fn of(&self, cell: usize) -> &[u32] {
        self.of.get(cell).map_or(&[], |peers| peers)
    }

    /// Whether two cells must differ, by a house or a block.
    pub(super) fn differ<W: Word>(&self, geometry: &Geometry<W>, a: usize, b: usize) -> bool {
        geometry.are_in_a_house(a, b)
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
