//! All consequences of an assumption, with what each follows from.
//!
//! Candidates that are on are followed before those that are off, each in the order in which they
//! came up. Where candidates that went off are *taken off* the position, later links see what is
//! left, and what is on follows from all that went off in its cell or house. The first conflict
//! ends the search; what was found until then stays.

use super::Candidate;
use super::advanced::Advanced;
use super::links::{join, split};
use super::nests::Nests;
use crate::rate::ground::{CANDIDATES, Cells, Ground, KINDS, bits, cells};
use crate::rate::marks::Marks;
use crate::rate::state::State;

/// What is followed, and how.
#[derive(Debug, Clone, Copy)]
pub(in crate::rate) struct Mode {
    /// Whether cells link their candidates, or only houses link those of a digit.
    pub(in crate::rate) by_cells: bool,
    /// Whether what is off is taken off the position.
    pub(in crate::rate) dynamic: bool,
}

/// What a technique removes in the position that a chain leaves, and from here on by which.
pub(in crate::rate) const BY_TECHNIQUE: u8 = 100;

/// A candidate that follows from the assumption.
#[derive(Debug, Clone, Copy)]
pub(in crate::rate) struct Node {
    pub(in crate::rate) at: Candidate,
    pub(in crate::rate) on: bool,
    /// By what: 0 its cell, then the houses in their order; or a technique.
    pub(in crate::rate) by: u8,
    /// The chain in the position that is left by which it is off, or 0.
    pub(in crate::rate) nest: u32,
    /// From how many nodes it follows, itself included.
    size: u16,
    /// Where the set of these is: it may lack the node itself.
    set: u32,
    /// Where its parents begin; they end where the next node's begin.
    parents: u32,
}

/// Consequences.
#[derive(Debug, Clone, Default)]
pub(in crate::rate) struct Spread {
    pub(in crate::rate) nodes: Vec<Node>,
    parents: Vec<u16>,
    /// By off and on, then candidate, the node plus one.
    index: [Vec<u16>; 2],
    /// Sets of nodes, `words` each. What has one parent shares its set.
    sets: Vec<u64>,
    words: usize,
    /// What is on, and off.
    known: [Marks; 2],
    /// The conflict: what is on, and off.
    pub(in crate::rate) clash: Option<(u16, u16)>,
    queue_on: Vec<u16>,
    queue_off: Vec<u16>,
}

/// Whether a set has two members.
fn is_pair(set: u16) -> bool {
    (set & set.wrapping_sub(1)).is_power_of_two()
}

impl Spread {
    /// The node of a candidate, if it follows.
    pub(in crate::rate) fn node(&self, at: Candidate, on: bool) -> Option<u16> {
        self.index[usize::from(on)][usize::from(at)].checked_sub(1)
    }

    /// From how many nodes one follows, itself included.
    pub(in crate::rate) fn size(&self, node: u16) -> u16 {
        self.nodes[usize::from(node)].size
    }

    /// The nodes that a node follows from at once.
    pub(in crate::rate) fn parents(&self, node: u16) -> &[u16] {
        let node = usize::from(node);
        let begin = self.nodes[node].parents as usize;
        let end = self.nodes.get(node + 1).map_or(self.parents.len(), |next| next.parents as usize);
        &self.parents[begin..end]
    }

    /// Goes through a node and all it follows from, nearest first, each once.
    pub(in crate::rate) fn ancestors(&self, end: u16, mut visit: impl FnMut(u16)) {
        let mut seen = vec![false; self.nodes.len()];
        let (mut todo, mut next) = (vec![end], Vec::new());
        while !todo.is_empty() {
            for &node in &todo {
                if !std::mem::replace(&mut seen[usize::from(node)], true) {
                    visit(node);
                    next.extend_from_slice(self.parents(node));
                }
            }
            todo.clear();
            std::mem::swap(&mut todo, &mut next);
        }
    }

    /// Adds a node whose parents are those from `begin` on, and closes it.
    fn add(&mut self, at: Candidate, on: bool, by: u8, begin: usize) -> u16 {
        let node = self.nodes.len();
        let parents = &self.parents[begin..];
        let (size, set) = if let [parent] = *parents {
            let parent = &self.nodes[usize::from(parent)];
            // The set of what is off is that of what is on and turned it off, and itself. What is
            // off may be the one premise of a technique too, and its set may lack it.
            let shared = parent.on && !on;
            (parent.size + 1, if shared { parent.set } else { self.union(begin, node) })
        } else {
            let set = self.union(begin, node);
            let set_of = &self.sets[set as usize..][..self.words];
            (set_of.iter().map(|word| word.count_ones() as u16).sum(), set)
        };
        self.nodes.push(Node { at, on, by, nest: 0, size, set, parents: begin as u32 });
        node as u16
    }

    /// A new set: a node and all that its parents, those from `begin` on, follow from.
    fn union(&mut self, begin: usize, node: usize) -> u32 {
        let set = self.sets.len();
        self.sets.resize(set + self.words, 0);
        let (known, new) = self.sets.split_at_mut(set);
        for &parent in &self.parents[begin..] {
            let parent = usize::from(parent);
            let from = self.nodes[parent].set as usize;
            for (word, other) in new.iter_mut().zip(&known[from..]) {
                *word |= other;
            }
            new[parent / 64] |= 1 << (parent % 64);
        }
        new[node / 64] |= 1 << (node % 64);
        set as u32
    }

    /// By node, the set of the chains within chains that it follows from.
    pub(in crate::rate) fn read_nests(&self, nests: &mut Nests, of: &mut Vec<u32>) {
        of.clear();
        for (n, node) in self.nodes.iter().enumerate() {
            let own = nests.single(node.nest);
            let parents = self.parents(n as u16).iter();
            let all = parents.fold(own, |all, &parent| nests.union(all, of[usize::from(parent)]));
            of.push(all);
        }
    }

    /// Adds one that is followed later.
    fn follow(&mut self, at: Candidate, on: bool, by: u8, begin: usize) {
        let node = self.add(at, on, by, begin);
        self.index[usize::from(on)][usize::from(at)] = node + 1;
        let (cell, digit) = split(at);
        self.known[usize::from(on)].0[digit] |= 1 << cell;
        if on { self.queue_on.push(node) } else { self.queue_off.push(node) }
    }

    /// Follows an assumption in a position; where nothing is left to be followed, by what
    /// techniques remove in the position that is left, if there is `advanced`.
    pub(in crate::rate) fn run(
        &mut self,
        ground: &Ground,
        state: &State,
        at: Candidate,
        on: bool,
        mode: Mode,
        mut advanced: Option<&mut Advanced>,
    ) {
        self.nodes.clear();
        self.parents.clear();
        self.sets.clear();
        for index in &mut self.index {
            index.clear();
            index.resize(CANDIDATES, 0);
        }
        self.known = [Marks::default(); 2];
        // Each candidate on and off, and what closes a conflict.
        let candidates: u32 = state.of.iter().map(|of| of.count_ones()).sum();
        self.words = (2 * candidates as usize + 2).div_ceil(64);
        self.clash = None;
        self.queue_on.clear();
        self.queue_off.clear();
        let mut now = state.clone();
        self.follow(at, on, 0, 0);
        let (mut next_on, mut next_off) = (0, 0);
        loop {
            if let Some(&node) = self.queue_on.get(next_on) {
                next_on += 1;
                self.turn_off(ground, &now, node, mode);
            } else if let Some(&node) = self.queue_off.get(next_off) {
                next_off += 1;
                self.turn_on(ground, state, &now, node, mode);
                if mode.dynamic {
                    let (cell, digit) = split(self.nodes[usize::from(node)].at);
                    now.remove(ground, cell, digit);
                }
            } else if let Some(advanced) = advanced.as_deref_mut() {
                if !self.advance(ground, state, &now, advanced) {
                    return;
                }
            } else {
                return;
            }
            if self.clash.is_some() {
                return;
            }
        }
    }

    /// Adds what techniques remove; whether that is anything new.
    fn advance(
        &mut self,
        ground: &Ground,
        state: &State,
        now: &State,
        advanced: &mut Advanced,
    ) -> bool {
        advanced.find(ground, state, now);
        let found = std::mem::take(&mut advanced.found);
        let mut any = false;
        for removal in &found {
            if self.node(removal.at, false).is_some() {
                continue;
            }
            let begin = self.parents.len();
            for &gone in &advanced.premises[removal.premises.clone()] {
                let node = self.node(gone, false).expect("what is gone was turned off");
                self.parents.push(node);
            }
            self.follow(removal.at, false, removal.by, begin);
            self.nodes.last_mut().expect("it was added").nest = removal.nest;
            any = true;
        }
        advanced.found = found;
        any
    }

    /// What a node that is on turns off.
    fn turn_off(&mut self, ground: &Ground, now: &State, node: u16, mode: Mode) {
        let (cell, digit) = split(self.nodes[usize::from(node)].at);
        if mode.by_cells {
            for other in bits(now.of[cell] & !(1 << digit)) {
                if self.add_off(join(cell, other), node, 0) {
                    return;
                }
            }
        }
        let here: Cells = 1 << cell;
        for (&house, by) in ground.houses_of[cell].iter().zip(1..) {
            let [off, on] = &self.known;
            let new = now.at.0[digit] & (!off.0[digit] | on.0[digit]) & !here;
            for other in cells(new & ground.houses[usize::from(house)].set) {
                if self.add_off(join(other, digit), node, by) {
                    return;
                }
            }
        }
    }

    /// Adds one that is off; whether it is on too.
    fn add_off(&mut self, at: Candidate, parent: u16, by: u8) -> bool {
        let begin = self.parents.len();
        if let Some(on) = self.node(at, true) {
            self.parents.push(parent);
            let off = self.add(at, false, by, begin);
            self.clash = Some((on, off));
            return true;
        }
        if self.node(at, false).is_none() {
            self.parents.push(parent);
            self.follow(at, false, by, begin);
        }
        false
    }

    /// What is left if a node is off, and what went off before.
    fn turn_on(&mut self, ground: &Ground, state: &State, now: &State, node: u16, mode: Mode) {
        let (cell, digit) = split(self.nodes[usize::from(node)].at);
        if mode.by_cells && is_pair(now.of[cell]) {
            let other = (now.of[cell] & !(1 << digit)).trailing_zeros() as usize;
            let hidden = bits(state.of[cell] & !now.of[cell]).map(|gone| join(cell, gone));
            if self.add_on(join(cell, other), node, 0, hidden) {
                return;
            }
        }
        for kind in 0..KINDS {
            let house = usize::from(ground.houses_of[cell][kind]);
            let places = now.places[house][digit];
            if is_pair(places) {
                let cells = &ground.houses[house].cells;
                let other = places & !(1 << ground.place_in[cell][kind]);
                let at = join(cells[other.trailing_zeros() as usize].into(), digit);
                let hidden = bits(state.places[house][digit] & !places);
                let hidden = hidden.map(|place| join(cells[place].into(), digit));
                if self.add_on(at, node, kind as u8 + 1, hidden) {
                    return;
                }
            }
        }
    }

    /// Adds one that is on; whether it is off too.
    fn add_on(
        &mut self,
        at: Candidate,
        parent: u16,
        by: u8,
        hidden: impl Iterator<Item = Candidate>,
    ) -> bool {
        let off = self.node(at, false);
        if off.is_none() && self.node(at, true).is_some() {
            return false;
        }
        let begin = self.parents.len();
        self.parents.push(parent);
        for gone in hidden {
            let node = self.node(gone, false).expect("what is gone was turned off");
            self.parents.push(node);
        }
        if let Some(off) = off {
            let on = self.add(at, true, by, begin);
            self.clash = Some((on, off));
            return true;
        }
        self.follow(at, true, by, begin);
        false
    }
}
