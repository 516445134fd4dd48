//! What was found told again with its nodes: for steps, and for chains around it.

use std::collections::HashMap;

use super::super::advanced::{Advanced, Nested};
use super::super::links::{join, split};
use super::super::spread::Spread;
use super::super::tell;
use super::super::within::Used;
use super::{Ask, Found, Kind, Rules, Search};
use crate::rate::ground::{Ground, bits};
use crate::rate::state::State;
use crate::rate::step;

impl Search {
    /// Hands out each branch of what was found: its consequences, and where in them it ends.
    fn branches(&mut self, ask: &mut Ask<'_>, found: &Found, mut branch: impl FnMut(&Spread, u16)) {
        let mut spread = std::mem::take(&mut self.spread);
        let ends = "the same follows as before";
        match found.kind {
            Kind::Contradiction { at, on } => {
                ask.spread(&mut spread, at, on);
                let (on, off) = spread.clash.expect(ends);
                branch(&spread, on);
                branch(&spread, off);
            }
            Kind::Double(at) => {
                for on in [true, false] {
                    ask.spread(&mut spread, at, on);
                    branch(&spread, spread.node(found.target, found.on).expect(ends));
                }
            }
            Kind::House { house, digit } => {
                for place in bits(ask.state.places[house][digit]) {
                    let cell = ask.ground.houses[house].cells[place].into();
                    ask.spread(&mut spread, join(cell, digit), true);
                    branch(&spread, spread.node(found.target, found.on).expect(ends));
                }
            }
            Kind::Cell(cell) => {
                for digit in bits(ask.state.of[cell]) {
                    ask.spread(&mut spread, join(cell, digit), true);
                    branch(&spread, spread.node(found.target, found.on).expect(ends));
                }
            }
        }
        self.spread = spread;
    }

    /// The nodes of what was found as a step tells them, branch after branch, where the branches
    /// end, and the chains within.
    pub(in crate::rate) fn told(
        &mut self,
        ground: &Ground,
        state: &State,
        rules: Rules,
        mut advanced: Option<&mut Advanced>,
        found: &Found,
    ) -> (Vec<step::Node>, Vec<usize>, Vec<step::Nested>) {
        let (mut told, mut ends, mut used) = (Vec::new(), Vec::new(), Used::default());
        if let Some(advanced) = advanced.as_deref_mut() {
            advanced.used = Some(HashMap::new());
        }
        let mut ask = Ask { ground, state, rules, advanced: advanced.as_deref_mut() };
        self.branches(&mut ask, found, |spread, end| {
            let mut nodes = Vec::new();
            spread.ancestors(end, |node| nodes.push(node));
            nodes.sort_unstable();
            let begin = told.len();
            for &n in &nodes {
                let node = &spread.nodes[usize::from(n)];
                let parents = spread.parents(n).iter();
                let place = |n: &u16| begin + nodes.binary_search(n).unwrap_or_default();
                let parents: Vec<_> = parents.map(place).collect();
                let by = (!parents.is_empty()).then_some(node.by);
                if node.nest != 0 {
                    used.nodes.push((node.nest, told.len()));
                }
                told.push(tell(ground, node.at, node.on, by, parents));
            }
            ends.push(told.len() - 1);
        });
        let nested = advanced.map(|advanced| used.tell(ground, advanced, &mut told));
        (told, ends, nested.unwrap_or_default())
    }

    /// What a chain around what was found has to know of it.
    pub(super) fn nest(&mut self, ask: &mut Ask<'_>, found: &Found) -> Nested {
        let ground = ask.ground;
        // By what the assumptions are on.
        let assumed = |cell: usize| match found.kind {
            Kind::Cell(_) => Some(0),
            Kind::House { house, .. } => {
                let of = ground.houses_of[cell].iter();
                of.zip(1..).find(|(h, _)| usize::from(**h) == house).map(|(_, by)| by)
            }
            _ => None,
        };
        let (mut premises, mut all, mut ends) = (Vec::new(), Vec::new(), Vec::new());
        self.branches(ask, found, |spread, end| {
            let code = |node: u16| {
                let node = &spread.nodes[usize::from(node)];
                node.at * 2 + u16::from(node.on)
            };
            ends.push(code(end));
            all.push(u16::MAX);
            spread.ancestors(end, |n| {
                all.push(code(n));
                let node = &spread.nodes[usize::from(n)];
                if node.on {
                    let root = spread.parents(n).is_empty();
                    let by = if root { assumed(split(node.at).0) } else { Some(node.by) };
                    premises.extend(by.map(|by| (node.at, by)));
                }
            });
        });
        all.push(u16::MAX);
        all.extend(ends);
        Nested { removed: found.removed, premises, all, nodes: found.grade.nodes }
    }
}
