//! Layered diagrams: the words of some length that an automaton accepts, as paths from layer to
//! layer; reduced, so that no two nodes of a layer have the same continuations.
//!
//! - Gilles Pesant: *A Regular Language Membership Constraint for Finite Sequences of Variables*,
//!   CP 2004.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use crate::error::{Error, Result};
use crate::grid::Digit;
use crate::rule::Sum;

/// More edges than this are not written.
const MAX_EDGES: usize = 4_000_000;

/// Where a node leads, and by which digits; each node once, in rising order.
pub(super) type Node = Vec<(usize, Vec<Digit>)>;

/// A diagram in which every node is on a path from the first layer to the last.
#[derive(Debug)]
pub(super) struct Diagram {
    /// For each cell the nodes before it. The first layer has one node, and so has the last, which
    /// is not here.
    pub(super) layers: Vec<Vec<Node>>,
}

impl Diagram {
    /// The words with digits of the domains that lead from `start`, a step for each cell, to a
    /// state that is accepted; `None` if there are none.
    ///
    /// # Errors
    /// If it is too large.
    pub(super) fn new<S: Ord>(
        domains: &[Vec<Digit>],
        start: S,
        step: impl Fn(usize, &S, Digit) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
    ) -> Result<Option<Self>> {
        // Forwards: the states that can be reached, and all steps.
        let mut edges = 0;
        let mut states = vec![start];
        let mut steps: Vec<Vec<Vec<(usize, Digit)>>> = Vec::new();
        for (k, domain) in domains.iter().enumerate() {
            let mut numbers = BTreeMap::new();
            let mut layer = Vec::with_capacity(states.len());
            for state in &states {
                let mut node = Vec::new();
                for &digit in domain {
                    if let Some(to) = step(k, state, digit) {
                        let next = numbers.len();
                        node.push((*numbers.entry(to).or_insert(next), digit));
                    }
                }
                edges += node.len();
                layer.push(node);
            }
            if edges > MAX_EDGES {
                let cells = domains.len();
                return Err(Error::too_large(format!(
                    "a rule of {cells} cells takes more than {MAX_EDGES} steps of an automaton"
                )));
            }
            steps.push(layer);
            let mut numbered: Vec<_> = numbers.into_iter().collect();
            numbered.sort_unstable_by_key(|&(_, number)| number);
            states = numbered.into_iter().map(|(state, _)| state).collect();
        }
        // Backwards: what leads nowhere goes, and what leads to the same is one.
        let mut merged: Vec<_> = states.iter().map(|state| accepts(state).then_some(0)).collect();
        let mut layers = Vec::with_capacity(domains.len());
        for layer in steps.into_iter().rev() {
            let mut numbers = BTreeMap::<Node, usize>::new();
            merged = layer.into_iter().map(|node| live(&node, &merged, &mut numbers)).collect();
            let mut nodes: Vec<_> = numbers.into_iter().collect();
            nodes.sort_unstable_by_key(|&(_, number)| number);
            layers.push(nodes.into_iter().map(|(node, _)| node).collect());
        }
        layers.reverse();
        Ok(merged[0].map(|_| Diagram { layers }))
    }

    /// The ways to a total, as partial sums.
    ///
    /// # Errors
    /// If it is too large.
    pub(super) fn of_sum(sum: &Sum, domains: &[Vec<Digit>]) -> Result<Option<Self>> {
        let worth = |k: usize, digit: Digit| i64::from(sum.weights()[k][digit.index()]);
        // The least and the most that is still to come, from each cell on.
        let mut to_come = vec![(0, 0)];
        for (k, domain) in domains.iter().enumerate().rev() {
            let (least, most) = to_come[to_come.len() - 1];
            let all = || domain.iter().map(|&digit| worth(k, digit));
            let (Some(low), Some(high)) = (all().min(), all().max()) else { return Ok(None) };
            to_come.push((least + low, most + high));
        }
        to_come.reverse();
        let (Some(first), Some(last)) = (sum.targets().first(), sum.targets().last()) else {
            return Ok(None);
        };
        let step = |k: usize, &so_far: &i64, digit| {
            let (least, most) = to_come[k + 1];
            let total = so_far + worth(k, digit);
            (total + least <= *last && total + most >= *first).then_some(total)
        };
        Self::new(domains, 0, step, |total| sum.targets().binary_search(total).is_ok())
    }
}

/// The number of the node that this one becomes, if it leads anywhere.
fn live(
    node: &[(usize, Digit)],
    merged: &[Option<usize>],
    numbers: &mut BTreeMap<Node, usize>,
) -> Option<usize> {
    let mut to = BTreeMap::<usize, Vec<Digit>>::new();
    for &(next, digit) in node {
        if let Some(next) = merged[next] {
            to.entry(next).or_default().push(digit);
        }
    }
    if to.is_empty() {
        return None;
    }
    let next = numbers.len();
    Some(match numbers.entry(to.into_iter().collect()) {
        Entry::Occupied(known) => *known.get(),
        Entry::Vacant(new) => *new.insert(next),
    })
}
