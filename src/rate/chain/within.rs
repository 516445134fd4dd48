//! Chains within chains told again: those that were used are looked for once more, where they were.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::advanced::{
    Advanced, DYNAMIC, DYNAMIC_RULES, MULTIPLE, NESTED_RULES, Place, SIMPLE, STATIC_RULES,
};
use crate::rate::ground::Ground;
use crate::rate::step::{Nested, Node};

/// Chains that were used, by their numbers, and where each node that follows by one is.
#[derive(Debug, Default)]
pub(super) struct Used {
    /// Number of the chain and place of the node.
    pub(super) nodes: Vec<(u32, usize)>,
}

impl Used {
    /// Tells the chains, each once, and names them at their nodes.
    pub(super) fn tell(
        self,
        ground: &Ground,
        advanced: &mut Advanced,
        nodes: &mut [Node],
    ) -> Vec<Nested> {
        let places = advanced.used.take().unwrap_or_default();
        let mut told: Vec<Nested> = Vec::new();
        let mut known: HashMap<u32, usize> = HashMap::new();
        for (nest, node) in self.nodes {
            let Some(place) = places.get(&nest) else { continue };
            let index = match known.entry(nest) {
                Entry::Occupied(of) => *of.get(),
                Entry::Vacant(of) => {
                    let Some(chain) = advanced.tell(ground, place) else { continue };
                    told.push(chain);
                    *of.insert(told.len() - 1)
                }
            };
            nodes[node].nested = Some(index);
        }
        told
    }
}

impl Advanced {
    /// The chain of a place; none where a limit was reached.
    fn tell(&mut self, ground: &Ground, place: &Place) -> Option<Nested> {
        let Place { state, kind, index } = place;
        if *kind == SIMPLE {
            let chain = self.simple().all(ground, state).into_iter().nth(*index)?;
            let nodes = chain.told(ground);
            let ends = nodes.len().checked_sub(1).into_iter().collect();
            return Some(Nested { nodes, ends, nested: Vec::new() });
        }
        let (rules, mut inner) = match *kind {
            MULTIPLE => (STATIC_RULES, None),
            DYNAMIC => (DYNAMIC_RULES, None),
            _ => (NESTED_RULES, Some(self.inner())),
        };
        let search = self.search();
        let all = search.all(ground, state, rules, inner.as_mut());
        let found = all.get(*index)?;
        let (nodes, ends, nested) = search.told(ground, state, rules, inner.as_mut(), found);
        Some(Nested { nodes, ends, nested })
    }
}
