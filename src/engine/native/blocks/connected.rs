//! Connected cells: what is forced by ways over cells that may be members.

use std::cell::RefCell;

use super::super::state::number;
use super::super::word::Word;
use super::{Domain, Filter, Filtered};
use crate::rule::{self, Forced, Membership};

/// Of more cells than this reasons stay as long as they are: the time grows with their square.
const MOST_RELAXED: usize = 4096;

/// Cells of which those with some digits are connected.
#[derive(Debug)]
pub(in super::super) struct Connected<W> {
    block: rule::Connected,
    digits: W,
    /// The last knowledge that nothing followed from: most of what wakes the filter changes nothing of it.
    settled: RefCell<Option<Membership>>,
}

/// The filter of connected cells.
pub(super) fn filter<W: Word>(block: &rule::Connected, domain: Domain<'_, W>) -> Filtered<W> {
    let cells: Box<[u32]> = block.cells().iter().map(|cell| number(cell.index())).collect();
    let all = domain.of(&cells);
    let digits = block.digits().iter().map(|digit| W::bit(digit.index())).fold(W::EMPTY, W::or);
    let connected = Connected { block: block.clone(), digits, settled: RefCell::default() };
    Filtered { cells, all, filter: Filter::Connected(connected.into()) }
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

    /// What is known of members.
    fn known(&self, sets: &[W]) -> Membership {
        Membership::new(sets.len(), |k| self.is_member(sets[k]))
    }

    pub(super) fn narrow(&self, sets: &mut [W]) -> bool {
        let known = self.known(sets);
        let mut settled = self.settled.borrow_mut();
        if settled.as_ref() == Some(&known) {
            return true;
        }
        let Some(forced) = self.block.force(&known) else { return false };
        if forced == Forced::default() {
            *settled = Some(known);
            return true;
        }
        forced.members.into_iter().for_each(|k| sets[k] = sets[k].and(self.digits));
        forced.others.into_iter().for_each(|k| sets[k] = sets[k].without(self.digits));
        true
    }

    /// Cell by cell what is known is forgotten, as long as the block cannot hold.
    pub(super) fn relax(&self, sets: &[W], all: &[W]) -> Vec<W> {
        if sets.len() > MOST_RELAXED {
            return sets.to_vec();
        }
        let mut known = self.known(sets);
        let mut relaxed = sets.to_vec();
        // Mostly little of what is known matters.
        if let Some(grounds) = self.block.grounds(&known) {
            let mut few = self.known(all);
            for k in grounds {
                few.set(k, known.get(k));
            }
            if self.block.is_refuted(&few) {
                known = few;
            }
        }
        for k in 0..sets.len() {
            let whole = self.is_member(all[k]);
            let own = known.get(k);
            known.set(k, whole);
            if own == whole || self.block.is_refuted(&known) {
                relaxed[k] = all[k];
                continue;
            }
            known.set(k, own);
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
