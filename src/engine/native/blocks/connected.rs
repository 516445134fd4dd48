//! Connected cells: what is forced by ways over cells that may be members.

use super::super::state::number;
use super::super::word::Word;
use super::{Domain, Filter, Filtered};
use crate::rule;

/// Of more cells than this reasons stay as long as they are: the time grows with their square.
const MOST_RELAXED: usize = 4096;

/// Cells of which those with some digits are connected.
#[derive(Debug)]
pub(in super::super) struct Connected<W> {
    block: rule::Connected,
    digits: W,
}

/// The filter of connected cells.
pub(super) fn filter<W: Word>(block: &rule::Connected, domain: Domain<'_, W>) -> Filtered<W> {
    let cells: Box<[u32]> = block.cells().iter().map(|cell| number(cell.index())).collect();
    let all = domain.of(&cells);
    let digits = block.digits().iter().map(|digit| W::bit(digit.index())).fold(W::EMPTY, W::or);
    Filtered { cells, all, filter: Filter::Connected(Connected { block: block.clone(), digits }) }
}

impl<W: Word> Connected<W> {
    /// Whether a cell with one of these digits is a member, if that is known.
    fn is_member(&self, set: W) -> Option<bool> {
        match (set.meets(self.digits), set.without(self.digits).is_empty()) {
            (false, _) => Some(false),
            (true, true) => Some(true),
            (true, false) => None,
        }
    }

    pub(super) fn narrow(&self, sets: &mut [W]) -> bool {
        let Some(forced) = self.block.force(|k| self.is_member(sets[k])) else { return false };
        forced.members.into_iter().for_each(|k| sets[k] = sets[k].and(self.digits));
        forced.others.into_iter().for_each(|k| sets[k] = sets[k].without(self.digits));
        true
    }

    /// Cell by cell what is known is forgotten, as long as the block cannot hold.
    pub(super) fn relax(&self, sets: &[W], all: &[W]) -> Vec<W> {
        if sets.len() > MOST_RELAXED {
            return sets.to_vec();
        }
        let mut known: Vec<_> = sets.iter().map(|&set| self.is_member(set)).collect();
        let mut relaxed = sets.to_vec();
        // Where no way leads from one member to another, only what is around one of them matters.
        if let Some(around) = self.block.separation(&known) {
            let mut few: Vec<_> = all.iter().map(|&set| self.is_member(set)).collect();
            for k in around {
                few[k] = known[k];
            }
            if self.block.is_refuted(&few) {
                known = few;
            }
        }
        for k in 0..sets.len() {
            let whole = self.is_member(all[k]);
            let own = std::mem::replace(&mut known[k], whole);
            if own == whole || self.block.is_refuted(&known) {
                relaxed[k] = all[k];
                continue;
            }
            known[k] = own;
            relaxed[k] = match own {
                Some(true) => all[k].and(self.digits),
                Some(false) => all[k].without(self.digits),
                None => all[k],
            };
        }
        relaxed
    }

    pub(super) fn size(&self) -> usize {
        4 * self.block.cells().len()
    }
}
