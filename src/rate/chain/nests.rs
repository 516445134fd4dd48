//! Chains within chains: which are the same, and how long they are together.
//!
//! The length of a chain counts each chain within it once, however often it is used. Chains are
//! the same if all their nodes are, in the same order.

use std::collections::HashMap;

/// Chains that were used within others, and sets of them. 0 is none, and the empty set.
#[derive(Debug, Clone, Default)]
pub(in crate::rate) struct Nests {
    /// By chain, from 1: the nodes it has, those of chains within it included.
    nodes: Vec<u32>,
    ids: HashMap<Box<[u16]>, u32>,
    /// By set, from 1: chains, ascending.
    sets: Vec<Box<[u32]>>,
    set_ids: HashMap<Box<[u32]>, u32>,
}

impl Nests {
    pub(in crate::rate) fn clear(&mut self) {
        *self = Nests::default();
    }

    /// The number of a chain, given all its nodes in order and how many it counts for.
    pub(in crate::rate) fn id(&mut self, all: &[u16], nodes: u32) -> u32 {
        if let Some(&id) = self.ids.get(all) {
            return id;
        }
        self.nodes.push(nodes);
        let id = self.nodes.len() as u32;
        self.ids.insert(all.into(), id);
        id
    }

    fn set(&mut self, chains: &[u32]) -> u32 {
        if let Some(&id) = self.set_ids.get(chains) {
            return id;
        }
        self.sets.push(chains.into());
        let id = self.sets.len() as u32;
        self.set_ids.insert(chains.into(), id);
        id
    }

    /// The set of one chain.
    pub(in crate::rate) fn single(&mut self, chain: u32) -> u32 {
        if chain == 0 { 0 } else { self.set(&[chain]) }
    }

    /// The set of the chains of two.
    pub(in crate::rate) fn union(&mut self, one: u32, other: u32) -> u32 {
        if one == other || other == 0 {
            return one;
        }
        if one == 0 {
            return other;
        }
        let [a, b] = [one, other].map(|set| &self.sets[set as usize - 1]);
        let mut all: Vec<u32> = a.iter().chain(b).copied().collect();
        all.sort_unstable();
        all.dedup();
        self.set(&all)
    }

    /// How many nodes the chains of a set have.
    pub(in crate::rate) fn size(&self, set: u32) -> u32 {
        if set == 0 {
            return 0;
        }
        self.sets[set as usize - 1].iter().map(|&chain| self.nodes[chain as usize - 1]).sum()
    }
}
