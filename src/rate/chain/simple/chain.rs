//! A single chain that was found, as a step tells it and as chains around it have to know it.

use super::super::advanced::Nested;
use super::super::length::Grade;
use super::super::links::{Via, split};
use super::super::{Candidate, tell};
use crate::rate::ground::Ground;
use crate::rate::marks::Marks;
use crate::rate::step;

/// What a search found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::rate) enum Kind {
    Cycle(Via),
    /// The candidate implies that it is off.
    Off(Via),
    /// Its absence implies that it is on.
    On(Via),
}

/// A chain, and what it removes.
#[derive(Debug, Clone)]
pub(in crate::rate) struct Chain {
    pub(in crate::rate) grade: Grade,
    pub(in crate::rate) kind: Kind,
    pub(in crate::rate) source: Candidate,
    pub(in crate::rate) removed: Marks,
    /// On and off in turn, the last first; a cycle ends where it begins. Empty where it was not
    /// asked for.
    pub(in crate::rate) nodes: Vec<(Candidate, u8)>,
}

impl Chain {
    /// Whether the last node, the first of the list, is on.
    fn ends_on(&self) -> bool {
        !matches!(self.kind, Kind::Off(_))
    }

    /// The nodes as a step tells them, from where the chain begins.
    pub(in crate::rate) fn told(&self, ground: &Ground) -> Vec<step::Node> {
        let count = self.nodes.len();
        let mut told = Vec::with_capacity(count);
        for n in (0..count).rev() {
            let (at, by) = self.nodes[n];
            let on = n.is_multiple_of(2) == self.ends_on();
            let from = self.nodes.get(n + 1).map(|&(from, _)| from);
            let by = from.map(|from| if on { by } else { turned_off_by(ground, from, at) });
            let parents = told.len().checked_sub(1).into_iter().collect();
            told.push(tell(ground, at, on, by, parents));
        }
        told
    }

    /// What a chain around this one has to know of it.
    pub(super) fn nested(&self, ground: &Ground) -> Nested {
        let code = |at: Candidate, on: bool| at * 2 + u16::from(on);
        let last = self.ends_on();
        let is_on = |n: usize| n.is_multiple_of(2) == last;
        let cycle = matches!(self.kind, Kind::Cycle(_));
        // A cycle ends where it begins.
        let nodes = if cycle { &self.nodes[..self.nodes.len() - 1] } else { &self.nodes[..] };
        let mut all = vec![u16::MAX];
        let mut premises = Vec::new();
        for (n, &(at, by)) in nodes.iter().enumerate() {
            all.push(code(at, is_on(n)));
            // What is assumed has no premises.
            if is_on(n) && (cycle || n + 1 < nodes.len()) {
                premises.push((at, by));
            }
        }
        if cycle {
            // The same the other way round, from the absence of where it begins; what was off is
            // on there, by what turned it off here.
            all.push(u16::MAX);
            all.push(code(self.source, false));
            for n in (1..nodes.len()).rev() {
                let at = nodes[n].0;
                all.push(code(at, !is_on(n)));
                if !is_on(n) {
                    let from = self.nodes[n + 1].0;
                    premises.push((at, turned_off_by(ground, from, at)));
                }
            }
        }
        all.push(u16::MAX);
        all.push(code(nodes[0].0, last));
        all.extend(cycle.then(|| code(self.source, false)));
        Nested { removed: self.removed, premises, all, nodes: self.grade.nodes }
    }
}

/// By what one candidate turns another off: 0 their cell, or the first house of both.
fn turned_off_by(ground: &Ground, from: Candidate, to: Candidate) -> u8 {
    let (one, other) = (split(from).0, split(to).0);
    if one == other {
        return 0;
    }
    let pairs = ground.houses_of[one].iter().zip(&ground.houses_of[other]);
    let shared = pairs.zip(1..).find(|((a, b), _)| a == b);
    shared.map_or(0, |(_, by)| by)
}
