//! What techniques remove in the position that a chain leaves: locked candidates, hidden and naked
//! pairs, X-wings; on higher levels chains too.
//!
//! The first of these kinds that has something whose premises the chain made true is taken, with
//! all that it has. Its premises are the candidates that had to go first. Where the reference goes
//! through what a technique removes in an order that depends on addresses in memory, it is row by
//! row here.

use std::collections::HashMap;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use super::links::{join, split};
use super::multiple::{self, Rules};
use super::nests::Nests;
use super::spread::{BY_TECHNIQUE, Mode};
use super::{Candidate, simple};
use crate::limits::Limits;
use crate::rate::ground::{Ground, bits, cells};
use crate::rate::ladder::{fish, hidden, locked, naked};
use crate::rate::marks::Marks;
use crate::rate::state::State;

/// A candidate that is removed.
#[derive(Debug, Clone)]
pub(super) struct Removal {
    pub(super) at: Candidate,
    /// Where its premises are.
    pub(super) premises: Range<usize>,
    /// The chain by which it is, or 0.
    pub(super) nest: u32,
    /// By what, as a node's.
    pub(super) by: u8,
}

/// A chain of a position, as far as a chain around it has to know.
#[derive(Debug, Clone)]
pub(super) struct Nested {
    pub(super) removed: Marks,
    /// What is on in it, and by what: 0 for its cell, then its houses.
    pub(super) premises: Vec<(Candidate, u8)>,
    /// All nodes, target by target.
    pub(super) all: Vec<u16>,
    pub(super) nodes: u32,
}

/// What removes candidates within chains, in the order in which it is tried: a node's `by` is
/// [`BY_TECHNIQUE`] and the place here.
pub(in crate::rate) const WITHIN: [&str; 9] = [
    "pointing",
    "claiming",
    "hidden-pair",
    "naked-pair",
    "x-wing",
    "forcing-chain",
    "multiple-forcing-chain",
    "dynamic-forcing-chain",
    "nested-forcing-chain",
];
const POINTING: u8 = BY_TECHNIQUE;
const CLAIMING: u8 = BY_TECHNIQUE + 1;
const HIDDEN: u8 = BY_TECHNIQUE + 2;
const NAKED: u8 = BY_TECHNIQUE + 3;
const WING: u8 = BY_TECHNIQUE + 4;
/// Chains follow, from the lowest level on.
const CHAINS: u8 = BY_TECHNIQUE + 5;

/// The techniques of a level, and what was found.
#[derive(Debug, Clone)]
pub(in crate::rate) struct Advanced {
    level: u8,
    pub(super) found: Vec<Removal>,
    pub(super) premises: Vec<Candidate>,
    pub(super) nests: Nests,
    simple: simple::Search,
    multiple: Option<Box<multiple::Search>>,
    limits: Limits,
    /// By position and kind, the chains it has.
    known: HashMap<(Marks, u8), Arc<[Nested]>>,
    /// Where chains are to be told: where each that was used is found.
    pub(super) used: Option<HashMap<u32, Place>>,
}

/// Where a chain is found that was used within another.
#[derive(Debug, Clone)]
pub(super) struct Place {
    pub(super) state: Box<State>,
    pub(super) kind: u8,
    /// Its place among the chains of this kind there.
    pub(super) index: usize,
}

/// Positions whose chains are kept at most.
const KEPT: usize = 20_000;

/// The level of chains within dynamic chains, by what is allowed there.
pub(super) const SIMPLE: u8 = 2;
pub(super) const MULTIPLE: u8 = 3;
pub(super) const DYNAMIC: u8 = 4;
const NESTED: u8 = 5;

/// Rules of what is searched for within others.
pub(super) const STATIC_RULES: Rules = Rules {
    base: 8.0,
    mode: Mode { by_cells: true, dynamic: false },
    binary: false,
    several: true,
};
pub(super) const DYNAMIC_RULES: Rules =
    Rules { base: 8.5, mode: Mode { by_cells: true, dynamic: true }, binary: true, several: true };

pub(super) const NESTED_RULES: Rules = Rules { base: 9.5, ..DYNAMIC_RULES };

impl Advanced {
    /// Of a level: 1 without chains, 2 with single, 3 with multiple, 4 with dynamic ones, 5 with
    /// dynamic ones that have single ones within.
    pub(in crate::rate) fn new(level: u8, limits: Limits) -> Self {
        Advanced {
            level,
            limits,
            found: Vec::new(),
            premises: Vec::new(),
            nests: Nests::default(),
            simple: simple::Search::default(),
            multiple: None,
            known: HashMap::new(),
            used: None,
        }
    }

    /// Whether a limit ended a search within.
    pub(super) fn is_stopped(&self) -> bool {
        self.multiple.as_ref().is_some_and(|search| search.stopped)
    }

    /// Whether there are chains within chains.
    pub(super) fn is_deep(&self) -> bool {
        self.level >= SIMPLE
    }

    /// Forgets what was used within chains of another search.
    pub(in crate::rate) fn begin(&mut self) {
        self.nests.clear();
        if self.known.len() > KEPT {
            self.known.clear();
        }
    }

    /// Finds what the first kind of technique that has something removes in the position `now`,
    /// to which a chain led from the position `from`.
    pub(super) fn find(&mut self, ground: &Ground, from: &State, now: &State) {
        self.found.clear();
        self.premises.clear();
        self.locked(ground, from, now);
        if self.found.is_empty() {
            self.hidden(ground, from, now);
        }
        if self.found.is_empty() {
            self.naked(ground, from, now);
        }
        if self.found.is_empty() {
            self.wings(ground, from, now);
        }
        if self.found.is_empty() && self.level >= SIMPLE {
            self.chains(ground, from, now);
        }
    }

    /// Takes what is removed, if there are premises from `begin` on.
    fn take(&mut self, removed: &Marks, begin: usize, nest: u32, by: u8) {
        let end = self.premises.len();
        if begin < end {
            let all = removed.iter().map(|(cell, digit)| join(cell, digit));
            self.found.extend(all.map(|at| Removal { at, premises: begin..end, nest, by }));
        }
    }

    fn locked(&mut self, ground: &Ground, from: &State, now: &State) {
        _ = locked::visit(ground, now, |at| -> ControlFlow<()> {
            if at.removed != 0 {
                let begin = self.premises.len();
                let first = ground.houses[at.crossing.first].set;
                let second = ground.houses[at.crossing.second].set;
                let gone = (from.at.0[at.digit] & !now.at.0[at.digit]) & first & !second;
                self.premises.extend(cells(gone).map(|cell| join(cell, at.digit)));
                let boxed = ground.houses[at.crossing.first].kind == 0;
                let by = if boxed { POINTING } else { CLAIMING };
                self.take(&Marks::of(at.digit, at.removed), begin, 0, by);
            }
            ControlFlow::Continue(())
        });
    }

    fn hidden(&mut self, ground: &Ground, from: &State, now: &State) {
        _ = hidden::visit(now, 2, 4, |at| -> ControlFlow<()> {
            let removed = at.removed(ground, now);
            if !removed.is_empty() {
                let begin = self.premises.len();
                let elsewhere = ground.houses[at.house].set & !ground.cells_at(at.house, at.places);
                for cell in cells(elsewhere) {
                    let gone = bits(from.of[cell] & at.digits);
                    self.premises.extend(gone.map(|digit| join(cell, digit)));
                }
                self.take(&removed, begin, 0, HIDDEN);
            }
            ControlFlow::Continue(())
        });
    }

    fn naked(&mut self, ground: &Ground, from: &State, now: &State) {
        _ = naked::visit(ground, now, 2, |at| -> ControlFlow<()> {
            let removed = at.removed(ground, now);
            if !removed.is_empty() {
                let begin = self.premises.len();
                for cell in cells(at.cells) {
                    let gone = bits(from.of[cell] & !at.digits);
                    self.premises.extend(gone.map(|digit| join(cell, digit)));
                }
                self.take(&removed, begin, 0, NAKED);
            }
            ControlFlow::Continue(())
        });
    }

    fn wings(&mut self, ground: &Ground, from: &State, now: &State) {
        _ = fish::visit(now, 2, |at| -> ControlFlow<()> {
            let removed = at.removed(ground, now);
            if removed != 0 {
                let begin = self.premises.len();
                let covers = at.covers().fold(0, |set, house| set | ground.houses[house].set);
                for base in at.bases() {
                    let gone = from.at.0[at.digit] & !now.at.0[at.digit];
                    let gone = cells(gone & ground.houses[base].set & !covers);
                    self.premises.extend(gone.map(|cell| join(cell, at.digit)));
                }
                self.take(&Marks::of(at.digit, removed), begin, 0, WING);
            }
            ControlFlow::Continue(())
        });
    }

    /// Chains, by the kinds of the level in turn.
    fn chains(&mut self, ground: &Ground, from: &State, now: &State) {
        let kinds: &[u8] = match self.level {
            SIMPLE => &[SIMPLE],
            MULTIPLE => &[SIMPLE, MULTIPLE],
            DYNAMIC => &[DYNAMIC],
            _ => &[DYNAMIC, NESTED],
        };
        for &kind in kinds {
            let nested = self.of_position(ground, now, kind);
            for (index, chain) in nested.iter().enumerate() {
                let begin = self.premises.len();
                for &(at, by) in &chain.premises {
                    self.premises_of(ground, from, now, begin, at, by);
                }
                if begin < self.premises.len() {
                    let nest = self.nests.id(&chain.all, chain.nodes);
                    if let Some(used) = &mut self.used {
                        let place = || Place { state: Box::new(now.clone()), kind, index };
                        used.entry(nest).or_insert_with(place);
                    }
                    self.take(&chain.removed, begin, nest, CHAINS + kind - SIMPLE);
                }
            }
            if !self.found.is_empty() {
                return;
            }
        }
    }

    /// What had to go for a candidate to be on by its cell or a house, each once.
    fn premises_of(
        &mut self,
        ground: &Ground,
        from: &State,
        now: &State,
        begin: usize,
        at: Candidate,
        by: u8,
    ) {
        let (cell, digit) = split(at);
        let mut add = |gone: Candidate| {
            if !self.premises[begin..].contains(&gone) {
                self.premises.push(gone);
            }
        };
        if by == 0 {
            bits(from.of[cell] & !now.of[cell]).for_each(|digit| add(join(cell, digit)));
        } else {
            let house = usize::from(ground.houses_of[cell][usize::from(by) - 1]);
            let gone = from.at.0[digit] & !now.at.0[digit] & ground.houses[house].set;
            cells(gone).for_each(|cell| add(join(cell, digit)));
        }
    }

    /// All chains of a kind in a position, the best of those that remove the same.
    fn of_position(&mut self, ground: &Ground, now: &State, kind: u8) -> Arc<[Nested]> {
        if let Some(known) = self.known.get(&(now.at, kind)) {
            return known.clone();
        }
        let found: Arc<[Nested]> = match kind {
            SIMPLE => self.simple.nested(ground, now).into(),
            MULTIPLE if self.simple.implied.is_bare(ground, now) => Arc::default(),
            MULTIPLE => self.search().nested(ground, now, STATIC_RULES, None).into(),
            DYNAMIC => self.search().nested(ground, now, DYNAMIC_RULES, None).into(),
            _ => {
                let mut inner = self.inner();
                self.search().nested(ground, now, NESTED_RULES, Some(&mut inner)).into()
            }
        };
        if !self.is_stopped() {
            self.known.insert((now.at, kind), found.clone());
        }
        found
    }

    /// What chains within chains that have chains within may use.
    pub(super) fn inner(&self) -> Advanced {
        Advanced::new(self.level - 3, self.limits.clone())
    }

    pub(super) fn simple(&mut self) -> &mut simple::Search {
        &mut self.simple
    }

    pub(super) fn search(&mut self) -> &mut multiple::Search {
        let limits = &self.limits;
        self.multiple.get_or_insert_with(|| Box::new(multiple::Search::new(limits.clone())))
    }
}
