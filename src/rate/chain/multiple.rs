//! What several assumptions agree on: that a candidate is on, or off, leads to a conflict; that it
//! is on and that it is off lead to the same; all candidates of a cell, or all places of a digit
//! in a house, do.

use super::Candidate;
use super::length::Grade;
use super::links::{join, split};
use super::spread::{Mode, Spread};
use crate::rate::ground::{CANDIDATES, DIGITS, Ground, KINDS, bits, cells};
use crate::rate::marks::Marks;
use crate::rate::state::State;

/// A kind of search.
#[derive(Debug, Clone, Copy)]
pub(in crate::rate) struct Rules {
    /// What its ratings begin at.
    pub(in crate::rate) base: f64,
    pub(in crate::rate) mode: Mode,
    /// Whether conflicts and double chains are looked for.
    pub(in crate::rate) binary: bool,
    /// Whether cells and houses are.
    pub(in crate::rate) several: bool,
}

/// What agrees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::rate) enum Kind {
    /// The assumption leads to a conflict.
    Contradiction { at: Candidate, on: bool },
    /// A candidate on and off.
    Double(Candidate),
    /// The places of a digit in a house.
    House { house: usize, digit: usize },
    /// The candidates of a cell.
    Cell(usize),
}

/// What was found.
#[derive(Debug, Clone)]
pub(in crate::rate) struct Found {
    pub(in crate::rate) grade: Grade,
    pub(in crate::rate) kind: Kind,
    /// What follows.
    pub(in crate::rate) target: Candidate,
    pub(in crate::rate) on: bool,
    pub(in crate::rate) removed: Marks,
}

/// The consequences of an assumption in short: how many nodes each follows from, or 0; those that
/// are on or off, in order.
#[derive(Debug, Clone, Default)]
struct Reach {
    /// By off and on, then candidate.
    sizes: [Vec<u16>; 2],
    order: [Vec<Candidate>; 2],
    /// How many nodes both sides of the conflict follow from.
    clash: Option<u32>,
}

/// Room for searches.
#[derive(Debug, Clone, Default)]
pub(in crate::rate) struct Search {
    spread: Spread,
    /// By candidate that is on.
    on: Vec<Reach>,
    known: Vec<bool>,
    off: Reach,
    best: Option<Found>,
}

impl Reach {
    fn read(&mut self, spread: &Spread) {
        for on in [0, 1] {
            self.sizes[on].clear();
            self.sizes[on].resize(CANDIDATES, 0);
            self.order[on].clear();
        }
        let clash = spread.clash.map(|(on, off)| [on, off]);
        for (n, node) in spread.nodes.iter().enumerate() {
            let n = n as u16;
            // What closes the conflict is in neither list.
            if spread.node(node.at, node.on) == Some(n) {
                let on = usize::from(node.on);
                self.sizes[on][usize::from(node.at)] = spread.size(n) as u16;
                self.order[on].push(node.at);
            }
        }
        self.clash = clash.map(|both| both.iter().map(|&n| spread.size(n)).sum());
    }
}

/// What a conclusion removes.
fn removed(state: &State, target: Candidate, on: bool) -> Marks {
    let (cell, digit) = split(target);
    let mut removed = Marks::default();
    removed.add(cell, if on { state.of[cell] & !(1 << digit) } else { 1 << digit });
    removed
}

impl Search {
    /// The best of a position.
    pub(in crate::rate) fn best(
        &mut self,
        ground: &Ground,
        state: &State,
        rules: Rules,
    ) -> Option<Found> {
        self.best = None;
        self.known.clear();
        self.known.resize(CANDIDATES, false);
        self.on.resize_with(CANDIDATES, Reach::default);
        let least = if rules.mode.dynamic { 2 } else { 3 };
        for cell in cells(state.empty).filter(|&cell| state.count(cell) >= least) {
            for digit in bits(state.of[cell]) {
                let at = join(cell, digit);
                self.need(ground, state, at, rules.mode);
                if rules.binary {
                    self.binary(ground, state, at, rules);
                }
                if rules.several {
                    self.houses(ground, state, at, rules);
                }
            }
            if rules.several {
                let among: Vec<_> = bits(state.of[cell]).map(|digit| join(cell, digit)).collect();
                self.common(state, &among, Kind::Cell(cell), 5, rules);
            }
        }
        self.best.take()
    }

    /// Follows a candidate that is on, if that was not done before.
    fn need(&mut self, ground: &Ground, state: &State, at: Candidate, mode: Mode) {
        let n = usize::from(at);
        if !std::mem::replace(&mut self.known[n], true) {
            self.spread.run(ground, state, at, true, mode);
            self.on[n].read(&self.spread);
        }
    }

    fn offer(&mut self, state: &State, grade: Grade, kind: Kind, target: Candidate, on: bool) {
        if self.best.as_ref().is_none_or(|best| grade < best.grade) {
            let removed = removed(state, target, on);
            if !removed.is_empty() {
                self.best = Some(Found { grade, kind, target, on, removed });
            }
        }
    }

    /// Conflicts from a candidate on, and off; what follows from both.
    fn binary(&mut self, ground: &Ground, state: &State, at: Candidate, rules: Rules) {
        if let Some(nodes) = self.on[usize::from(at)].clash {
            let kind = Kind::Contradiction { at, on: true };
            self.offer(state, Grade::new(rules.base, nodes, 7), kind, at, false);
        }
        self.spread.run(ground, state, at, false, rules.mode);
        let mut off = std::mem::take(&mut self.off);
        off.read(&self.spread);
        if let Some(nodes) = off.clash {
            let kind = Kind::Contradiction { at, on: false };
            self.offer(state, Grade::new(rules.base, nodes, 7), kind, at, true);
        }
        if rules.several && state.count(split(at).0) >= 3 {
            for on in [1, 0] {
                for n in 0..self.on[usize::from(at)].order[on].len() {
                    let reach = &self.on[usize::from(at)];
                    let target = reach.order[on][n];
                    let other = off.sizes[on][usize::from(target)];
                    if other > 0 {
                        let nodes = reach.sizes[on][usize::from(target)] + other;
                        let grade = Grade::new(rules.base, nodes.into(), 1);
                        self.offer(state, grade, Kind::Double(at), target, on == 1);
                    }
                }
            }
        }
        self.off = off;
    }

    /// Houses of which a candidate is the first place.
    fn houses(&mut self, ground: &Ground, state: &State, at: Candidate, rules: Rules) {
        let (cell, digit) = split(at);
        for kind in 0..KINDS {
            let house = usize::from(ground.houses_of[cell][kind]);
            let places = state.places[house][digit];
            let first = places.trailing_zeros() as usize;
            if places.count_ones() < 2 || first != usize::from(ground.place_in[cell][kind]) {
                continue;
            }
            let mut among = [0; DIGITS];
            let count = places.count_ones() as usize;
            for (to, place) in among.iter_mut().zip(bits(places)) {
                *to = join(ground.houses[house].cells[place].into(), digit);
                self.need(ground, state, *to, rules.mode);
            }
            self.common(state, &among[..count], Kind::House { house, digit }, 6, rules);
        }
    }

    /// What follows from all of some candidates.
    fn common(&mut self, state: &State, among: &[Candidate], kind: Kind, key: u8, rules: Rules) {
        for on in [1, 0] {
            'targets: for n in 0..self.on[usize::from(among[0])].order[on].len() {
                let target = self.on[usize::from(among[0])].order[on][n];
                let mut nodes = 0;
                for &from in among {
                    let size = self.on[usize::from(from)].sizes[on][usize::from(target)];
                    if size == 0 {
                        continue 'targets;
                    }
                    nodes += u32::from(size);
                }
                self.offer(state, Grade::new(rules.base, nodes, key), kind, target, on == 1);
            }
        }
    }
}
