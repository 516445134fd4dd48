//! Single chains: cycles, which hold in both directions, and candidates that imply their own
//! negation. Looked for with links within a digit, then through cells of two candidates, then both.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `chain` | a chain that was found |
//! | `follow` | chains followed link by link |

mod chain;
mod follow;

use std::collections::HashSet;
use std::ops::ControlFlow;

pub(in crate::rate) use chain::{Chain, Kind};

use self::follow::Reached;
use super::Candidate;
use super::advanced::Nested;
use super::implied::Implied;
use super::length::{Grade, MOST_NODES};
use super::links::{Links, Via, join, split};
use super::net::Net;
use crate::rate::ground::{CANDIDATES, Ground, bits, cells};
use crate::rate::state::State;

/// Room for searches.
#[derive(Debug, Clone, Default)]
pub(in crate::rate) struct Search {
    links: Links,
    /// Links of each kind, and the nets of those within digits and of all.
    each: [Links; 3],
    nets: [Net; 2],
    /// What follows from what, whatever the order.
    pub(super) implied: Implied,
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

    /// All chains of a position, sorted, as chains around them have to know them.
    pub(super) fn nested(&mut self, ground: &Ground, state: &State) -> Vec<Nested> {
        self.all(ground, state).iter().map(|chain| chain.nested(ground)).collect()
    }

    /// All chains of a position, sorted; of those that remove the same the best.
    pub(in crate::rate) fn all(&mut self, ground: &Ground, state: &State) -> Vec<Chain> {
        let mut all: Vec<Chain> = Vec::new();
        if self.implied.is_plain(ground, state) {
            return all;
        }
        self.read_sources(state);
        let sources = std::mem::take(&mut self.sources);
        let any = Grade::WORST;
        for via in [Via::Houses, Via::Cells, Via::Both] {
            self.links.read(ground, state, via);
            // Chains of cells of two are looked up in the net of these alone.
            let net = usize::from(via != Via::Houses);
            let known = self.nets[net].read(&self.links, &sources);
            let leads = |search: &Self, at: Candidate| {
                let net = &search.nets[net];
                let [refuted, proved] = search.implied.leads(state, at);
                [
                    refuted && (!known || net.refutes(at, MOST_NODES).is_some()),
                    proved && (!known || net.proves(at, MOST_NODES).is_some()),
                ]
            };
            // What a cycle removes is refuted by the same links.
            let cycles =
                !known || via == Via::Cells || sources.iter().any(|&at| leads(self, at)[0]);
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
                    for (on, leads) in [true, false].into_iter().zip(leads(self, at)) {
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
        all
    }

    /// Candidates from which chains begin: all that are not alone in their cell.
    fn read_sources(&mut self, state: &State) {
        self.sources.clear();
        for cell in cells(state.empty).filter(|&cell| state.count(cell) > 1) {
            self.sources.extend(bits(state.of[cell]).map(|digit| join(cell, digit)));
        }
    }
}
