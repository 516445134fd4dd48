//! Single chains: cycles, which hold in both directions, and candidates that imply their own
//! negation. Looked for with links within a digit, then through cells of two candidates, then both.

use std::collections::HashSet;
use std::ops::ControlFlow;

use super::Candidate;
use super::advanced::Nested;
use super::length::{Grade, MOST_NODES};
use super::links::{Links, Via, join, split};
use super::net::Net;
use super::tell;
use crate::rate::ground::{CANDIDATES, Cells, DIGITS, Ground, bits, cells};
use crate::rate::marks::Marks;
use crate::rate::state::State;
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
    fn nested(&self, ground: &Ground) -> Nested {
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

/// A candidate that was reached, and from which.
#[derive(Debug, Clone, Copy)]
struct Reached {
    at: Candidate,
    by: u8,
    parent: u32,
}

const NOTHING: u32 = u32::MAX;

/// Room for searches.
#[derive(Debug, Clone, Default)]
pub(in crate::rate) struct Search {
    links: Links,
    /// Links of each kind, and the nets of those within digits and of all.
    each: [Links; 3],
    nets: [Net; 2],
    sources: Vec<Candidate>,
    /// Those that are on, and those that are off; parents are in the other list.
    on: Vec<Reached>,
    off: Vec<Reached>,
    seen_on: Vec<u32>,
    seen_off: Vec<u32>,
    /// What `seen` holds for what this search has seen.
    stamp: u32,
}

/// The best so far, and where the reference comes upon it: by kinds of links, candidates, cycles
/// before what refutes and what proves a candidate.
struct Best {
    grade: Grade,
    order: (usize, Candidate, u8),
}

impl Best {
    /// The most nodes with which a chain would be better or, were it first, as good.
    fn most_nodes(&self, base: f64, kind: u8) -> u32 {
        Grade { kind: self.grade.kind.max(kind).saturating_add(1), ..self.grade }
            .most_nodes(base, kind)
    }

    /// Takes a chain, if it is better; whether it is.
    fn offer(&mut self, grade: Grade, order: (usize, Candidate, u8)) -> bool {
        let better = grade < self.grade || grade == self.grade && order < self.order;
        if better {
            (self.grade, self.order) = (grade, order);
        }
        better
    }
}

/// The base rating and the place among equals.
fn base(via: Via, cycle: bool) -> (f64, u8) {
    match (via, cycle) {
        (Via::Houses, true) => (6.5, 2),
        (Via::Houses, false) => (6.6, 2),
        (Via::Cells, _) => (6.5, 3),
        (Via::Both, _) => (7.0, 4),
    }
}

impl Search {
    /// The best chain of a position.
    ///
    /// Whatever a cycle removes implies its own negation by the same links, so where no chain does
    /// that there is no cycle either, and where one does cycles need not be longer.
    pub(in crate::rate) fn best(&mut self, ground: &Ground, state: &State) -> Option<Chain> {
        self.read_sources(state);
        let mut best = Best { grade: Grade::WORST, order: (0, 0, 0) };
        for (n, via) in [Via::Houses, Via::Both].into_iter().enumerate() {
            self.each[n].read(ground, state, via);
            if !self.nets[n].read(&self.each[n], &self.sources) {
                return self.best_in_order(ground, state);
            }
            let (base, kind) = base(via, false);
            let mut most = best.most_nodes(base, kind);
            for &at in &self.sources {
                if let Some(nodes) = self.nets[n].refutes(at, most) {
                    best.offer(Grade::new(base, nodes, kind), (n, at, 1));
                    most = best.most_nodes(base, kind);
                }
                if let Some(nodes) = self.nets[n].proves(at, most) {
                    best.offer(Grade::new(base, nodes, kind), (n, at, 2));
                    most = best.most_nodes(base, kind);
                }
            }
        }
        if best.grade == Grade::WORST {
            return None;
        }
        let mut taken = None;
        for via in [Via::Houses, Via::Cells, Via::Both] {
            let (base, kind) = base(via, true);
            let mut most = best.most_nodes(base, kind);
            if most < 4 {
                continue;
            }
            // Chains of cells of two are in the net of all links.
            let n = usize::from(via != Via::Houses);
            let members = self.nets[n].members().to_vec();
            let links = match via {
                Via::Houses => 0,
                Via::Both => 1,
                Via::Cells => 2,
            };
            if via == Via::Cells {
                self.each[2].read(ground, state, via);
            }
            std::mem::swap(&mut self.links, &mut self.each[links]);
            for at in members {
                if via == Via::Cells && state.count(split(at).0) > 2 {
                    continue;
                }
                if !self.nets[n].may_cycle(at, most) {
                    continue;
                }
                // One that is as good may come first.
                let than = Grade { kind: kind + 1, ..best.grade };
                if let Some(found) = self.cycle(ground, state, via, at, than, Some(n)) {
                    let order =
                        if via == Via::Cells { (0, CANDIDATES as u16, 0) } else { (n, at, 0) };
                    if best.offer(found.grade, order) {
                        taken = Some(found);
                        most = best.most_nodes(base, kind);
                    }
                }
            }
            std::mem::swap(&mut self.links, &mut self.each[links]);
        }
        let (n, at, of) = best.order;
        if of == 0 {
            return taken;
        }
        let via = [Via::Houses, Via::Both][n];
        std::mem::swap(&mut self.links, &mut self.each[n]);
        self.chain(ground, state, via, at, of == 1, Grade::WORST)
    }

    /// The same by following all chains in the order of the reference.
    pub(super) fn best_in_order(&mut self, ground: &Ground, state: &State) -> Option<Chain> {
        let mut best: Option<Chain> = None;
        let mut grade = Grade::WORST;
        for via in [Via::Houses, Via::Cells, Via::Both] {
            self.links.read(ground, state, via);
            for cell in cells(state.empty).filter(|&cell| state.count(cell) > 1) {
                if via == Via::Cells && state.count(cell) > 2 {
                    continue;
                }
                for digit in bits(state.of[cell]) {
                    let source = join(cell, digit);
                    let mut found = self.cycle(ground, state, via, source, grade, None);
                    for on in [true, false] {
                        if let Some(found) = found.take() {
                            grade = found.grade;
                            best = Some(found);
                        }
                        if via != Via::Cells {
                            found = self.chain(ground, state, via, source, on, grade);
                        }
                    }
                    if let Some(found) = found {
                        grade = found.grade;
                        best = Some(found);
                    }
                }
            }
        }
        best
    }

    /// All chains of a position, sorted; of those that remove the same the best.
    pub(super) fn all(&mut self, ground: &Ground, state: &State) -> Vec<Nested> {
        let mut all: Vec<Chain> = Vec::new();
        self.read_sources(state);
        let sources = std::mem::take(&mut self.sources);
        let any = Grade::WORST;
        for via in [Via::Houses, Via::Cells, Via::Both] {
            self.links.read(ground, state, via);
            // Chains of cells of two are looked up in the net of these alone.
            let net = usize::from(via != Via::Houses);
            let known = self.nets[net].read(&self.links, &sources);
            let leads = |net: &Net, at: Candidate| {
                [net.refutes(at, MOST_NODES), net.proves(at, MOST_NODES)].map(|n| n.is_some())
            };
            // What a cycle removes is refuted by the same links.
            let cycles = !known
                || via == Via::Cells
                || sources.iter().any(|&at| self.nets[net].refutes(at, MOST_NODES).is_some());
            for &at in &sources {
                if via == Via::Cells && state.count(split(at).0) > 2 {
                    continue;
                }
                if cycles && (!known || self.nets[net].may_cycle(at, MOST_NODES)) {
                    self.cycles(ground, state, via, at, any, None, |chain| {
                        all.push(chain);
                        ControlFlow::<()>::Continue(())
                    });
                }
                if via != Via::Cells {
                    let leads = if known { leads(&self.nets[net], at) } else { [true; 2] };
                    for (on, leads) in [true, false].into_iter().zip(leads) {
                        if leads {
                            all.extend(self.chain(ground, state, via, at, on, any));
                        }
                    }
                }
            }
        }
        self.sources = sources;
        all.sort_by(|a, b| a.grade.partial_cmp(&b.grade).expect("ratings are numbers"));
        let mut known = HashSet::new();
        all.retain(|chain| known.insert(chain.removed));
        all.iter().map(|chain| chain.nested(ground)).collect()
    }

    /// Candidates from which chains begin: all that are not alone in their cell.
    fn read_sources(&mut self, state: &State) {
        self.sources.clear();
        for cell in cells(state.empty).filter(|&cell| state.count(cell) > 1) {
            self.sources.extend(bits(state.of[cell]).map(|digit| join(cell, digit)));
        }
    }

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
    fn cycle(
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
    fn cycles<T>(
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
    fn chain(
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
