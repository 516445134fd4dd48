//! Chains followed link by link from a candidate, in the order of the reference: the shortest
//! cycles through it, the shortest chain to its negation.

use std::ops::ControlFlow;

use super::super::Candidate;
use super::super::length::Grade;
use super::super::links::{Via, split};
use super::super::net::Net;
use super::{Chain, Kind, Search, base};
use crate::rate::ground::{CANDIDATES, Cells, DIGITS, Ground};
use crate::rate::marks::Marks;
use crate::rate::state::State;

/// A candidate that was reached, and from which.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reached {
    at: Candidate,
    by: u8,
    parent: u32,
}

const NOTHING: u32 = u32::MAX;

impl Search {
    /// Begins a search.
    fn begin(&mut self) {
        self.on.clear();
        self.off.clear();
        self.seen_on.resize(CANDIDATES, 0);
        self.seen_off.resize(CANDIDATES, 0);
        self.stamp += 1;
    }

    /// The first of the shortest cycles through a candidate that remove something and are better
    /// than `than`.
    pub(super) fn cycle(
        &mut self,
        ground: &Ground,
        state: &State,
        via: Via,
        source: Candidate,
        than: Grade,
        net: Option<usize>,
    ) -> Option<Chain> {
        self.cycles(ground, state, via, source, than, net, ControlFlow::Break)
    }

    /// Goes through cycles through a candidate that remove something and are better than `than`,
    /// the shortest first.
    #[expect(clippy::too_many_arguments, reason = "what is searched, where, and how far")]
    pub(super) fn cycles<T>(
        &mut self,
        ground: &Ground,
        state: &State,
        via: Via,
        source: Candidate,
        than: Grade,
        net: Option<usize>,
        mut take: impl FnMut(Chain) -> ControlFlow<T>,
    ) -> Option<T> {
        let (base, kind) = base(via, true);
        let most = than.most_nodes(base, kind);
        self.begin();
        self.on.push(Reached { at: source, by: 0, parent: NOTHING });
        self.seen_on[usize::from(source)] = self.stamp;
        let (mut next_on, mut next_off) = (0, 0);
        let mut length = 0;
        while next_on < self.on.len() && length + 2 <= most {
            length += 2;
            while next_on < self.on.len() {
                let from = self.on[next_on].at;
                for &to in self.links.off(from) {
                    if !self.is_on_path(next_on, to) {
                        self.off.push(Reached { at: to, by: 0, parent: next_on as u32 });
                    }
                }
                next_on += 1;
            }
            while next_off < self.off.len() {
                let from = self.off[next_off].at;
                for &(to, by) in self.links.on(from) {
                    if to == source && length >= 4 {
                        let removed = self.removed(ground, state, source, next_off);
                        if !removed.is_empty() {
                            let grade = Grade::new(base, length, kind);
                            let nodes = self.path(next_off as u32, false, Some((source, by)));
                            let kind = Kind::Cycle(via);
                            let chain = Chain { grade, kind, source, removed, nodes };
                            if let ControlFlow::Break(end) = take(chain) {
                                return Some(end);
                            }
                        }
                    }
                    if self.seen_on[usize::from(to)] != self.stamp {
                        self.seen_on[usize::from(to)] = self.stamp;
                        // What cannot close the cycle in time leads to nothing that can.
                        let turns = (most - length) / 2;
                        let closes = |net: &Net| turns > 0 && net.may_close(to, turns - 1);
                        if net.is_none_or(|net| closes(&self.nets[net])) {
                            self.on.push(Reached { at: to, by, parent: next_off as u32 });
                        }
                    }
                }
                next_off += 1;
            }
        }
        None
    }

    /// Whether an off-candidate is among those by which an on-candidate was reached.
    fn is_on_path(&self, on: usize, off: Candidate) -> bool {
        let mut at = self.on[on].parent;
        while at != NOTHING {
            let reached = self.off[at as usize];
            if reached.at == off {
                return true;
            }
            at = self.on[reached.parent as usize].parent;
        }
        false
    }

    /// What sees an on- and an off-candidate of its digit on the cycle that an off-candidate
    /// closes, outside of the cycle's cells.
    fn removed(&self, ground: &Ground, state: &State, source: Candidate, last: usize) -> Marks {
        let (mut on, mut off) = ([0 as Cells; DIGITS], [0 as Cells; DIGITS]);
        let (cell, digit) = split(source);
        let mut loop_cells: Cells = 1 << cell;
        on[digit] |= ground.peers[cell];
        let mut at = last as u32;
        while at != NOTHING {
            let reached = self.off[at as usize];
            let (cell, digit) = split(reached.at);
            off[digit] |= ground.peers[cell];
            loop_cells |= 1 << cell;
            let from = self.on[reached.parent as usize];
            let (cell, digit) = split(from.at);
            on[digit] |= ground.peers[cell];
            loop_cells |= 1 << cell;
            at = from.parent;
        }
        let mut removed = Marks::default();
        for digit in 0..DIGITS {
            removed.0[digit] = on[digit] & off[digit] & state.at.0[digit] & !loop_cells;
        }
        removed
    }

    /// The nodes that lead to one that was reached, the last first.
    fn path(&self, at: u32, on: bool, end: Option<(Candidate, u8)>) -> Vec<(Candidate, u8)> {
        let mut nodes: Vec<_> = end.into_iter().collect();
        let (mut at, mut on) = (at, on);
        while at != NOTHING {
            let reached = if on { self.on[at as usize] } else { self.off[at as usize] };
            nodes.push((reached.at, reached.by));
            at = reached.parent;
            on = !on;
        }
        nodes
    }

    /// The shortest chain from a candidate, on or off, to its negation, if it is better than
    /// `than`.
    pub(super) fn chain(
        &mut self,
        ground: &Ground,
        state: &State,
        via: Via,
        source: Candidate,
        on: bool,
        than: Grade,
    ) -> Option<Chain> {
        let (base, kind) = base(via, false);
        let most = than.most_nodes(base, kind);
        self.begin();
        let (cell, digit) = split(source);
        let first = Reached { at: source, by: 0, parent: NOTHING };
        if on {
            self.on.push(first);
            self.seen_on[usize::from(source)] = self.stamp;
        } else {
            self.off.push(first);
            self.seen_off[usize::from(source)] = self.stamp;
        }
        let (mut next_on, mut next_off) = (0, 0);
        // Nodes of a chain that ends with what comes next.
        let mut length = 1;
        while (next_on < self.on.len() || next_off < self.off.len()) && length < most {
            if next_on < self.on.len() {
                length += 1;
            }
            while next_on < self.on.len() {
                let from = self.on[next_on].at;
                if on && next_on > 0 {
                    let (at, of) = split(from);
                    let weak = if at == cell {
                        of != digit && via != Via::Houses
                    } else {
                        of == digit && ground.peers[cell] >> at & 1 == 1
                    };
                    if weak {
                        let nodes = self.path(next_on as u32, true, Some((source, 0)));
                        let removed = Marks::of(digit, 1 << cell);
                        let grade = Grade::new(base, length, kind);
                        return Some(Chain { grade, kind: Kind::Off(via), source, removed, nodes });
                    }
                }
                for &to in self.links.off(from) {
                    if self.seen_off[usize::from(to)] != self.stamp {
                        self.seen_off[usize::from(to)] = self.stamp;
                        self.off.push(Reached { at: to, by: 0, parent: next_on as u32 });
                    }
                }
                next_on += 1;
            }
            if length >= most {
                break;
            }
            length += 1;
            while next_off < self.off.len() {
                let from = self.off[next_off].at;
                for &(to, by) in self.links.on(from) {
                    if to == source && !on {
                        let nodes = self.path(next_off as u32, false, Some((source, by)));
                        let mut removed = Marks::default();
                        removed.add(cell, state.of[cell] & !(1 << digit));
                        let grade = Grade::new(base, length, kind);
                        return Some(Chain { grade, kind: Kind::On(via), source, removed, nodes });
                    }
                    if self.seen_on[usize::from(to)] != self.stamp {
                        self.seen_on[usize::from(to)] = self.stamp;
                        self.on.push(Reached { at: to, by, parent: next_off as u32 });
                    }
                }
                next_off += 1;
            }
        }
        None
    }
}
