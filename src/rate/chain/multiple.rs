//! What several assumptions agree on: that a candidate is on, or off, leads to a conflict; that it
//! is on and that it is off lead to the same; all candidates of a cell, or all places of a digit
//! in a house, do.

use super::Candidate;
use super::advanced::{Advanced, Nested};
use super::closure::{Closing, Closure};
use super::length::Grade;
use super::links::{join, split};
use super::nests::Nests;
use super::spread::{Mode, Spread};
use super::tell;
use crate::limits::Limits;
use crate::rate::ground::{CANDIDATES, DIGITS, Ground, KINDS, bits, cells};
use crate::rate::marks::Marks;
use crate::rate::state::State;
use crate::rate::step;

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
    /// The same for the sets of chains within; empty where there are none.
    nests: [Vec<u32>; 2],
    order: [Vec<Candidate>; 2],
    /// How many nodes both sides of the conflict follow from, and the chains within.
    clash: Option<(u32, u32)>,
}

/// Room for searches.
#[derive(Debug, Clone, Default)]
pub(in crate::rate) struct Search {
    spread: Spread,
    /// By candidate that is on.
    on: Vec<Reach>,
    known: Vec<bool>,
    off: Reach,
    of: Vec<u32>,
    best: Option<Found>,
    closing: Closing,
    /// By off and on, then candidate.
    closures: [Vec<Closure>; 2],
    /// Whether it was looked at which assumptions are wanted, and which are.
    weighed: bool,
    wanted: [Vec<bool>; 2],
    /// Where all are wanted: the best of each conclusion, in order of discovery.
    all: Option<Vec<Found>>,
    /// By off and on, then candidate, its place there plus one.
    places: [Vec<u16>; 2],
    limits: Limits,
    /// Whether these ended a search, whose result means nothing.
    pub(in crate::rate) stopped: bool,
}

impl Reach {
    fn read(&mut self, spread: &Spread, nests: Option<&mut Nests>, of: &mut Vec<u32>) {
        for on in [0, 1] {
            self.sizes[on].clear();
            self.sizes[on].resize(CANDIDATES, 0);
            self.nests[on].clear();
            self.order[on].clear();
        }
        of.clear();
        let mut both = 0;
        if let Some(nests) = nests {
            spread.read_nests(nests, of);
            if let Some((on, off)) = spread.clash {
                both = nests.union(of[usize::from(on)], of[usize::from(off)]);
            }
            self.nests.iter_mut().for_each(|nests| nests.resize(CANDIDATES, 0));
        }
        for (n, node) in spread.nodes.iter().enumerate() {
            let n = n as u16;
            // What closes the conflict is in neither list.
            if spread.node(node.at, node.on) == Some(n) {
                let on = usize::from(node.on);
                self.sizes[on][usize::from(node.at)] = spread.size(n);
                self.order[on].push(node.at);
                if let Some(&nests) = of.get(usize::from(n)) {
                    self.nests[on][usize::from(node.at)] = nests;
                }
            }
        }
        self.clash = spread
            .clash
            .map(|(on, off)| (u32::from(spread.size(on)) + u32::from(spread.size(off)), both));
    }
}

impl Reach {
    /// The set of chains within, if there are any.
    fn within(&self, on: usize, at: Candidate) -> u32 {
        self.nests[on].get(usize::from(at)).copied().unwrap_or(0)
    }
}

/// What a conclusion removes.
fn removed(state: &State, target: Candidate, on: bool) -> Marks {
    let (cell, digit) = split(target);
    let mut removed = Marks::default();
    removed.add(cell, if on { state.of[cell] & !(1 << digit) } else { 1 << digit });
    removed
}

/// What is asked, and of what.
struct Ask<'a> {
    ground: &'a Ground,
    state: &'a State,
    rules: Rules,
    advanced: Option<&'a mut Advanced>,
}

impl Ask<'_> {
    /// Sets of chains within chains, where there are any.
    fn nests(&mut self) -> Option<&mut Nests> {
        let deep = self.advanced.as_mut().filter(|advanced| advanced.is_deep());
        deep.map(|advanced| &mut advanced.nests)
    }

    fn spread(&mut self, spread: &mut Spread, at: Candidate, on: bool) {
        let advanced = self.advanced.as_deref_mut();
        spread.run(self.ground, self.state, at, on, self.rules.mode, advanced);
    }

    /// How long a chain is that has so many nodes and a set of chains within.
    fn grade(&mut self, nodes: u32, within: u32, kind: u8) -> Grade {
        let more = self.nests().map_or(0, |nests| nests.size(within));
        Grade::new(self.rules.base, nodes + more, kind)
    }

    fn union(&mut self, one: u32, other: u32) -> u32 {
        self.nests().map_or(0, |nests| nests.union(one, other))
    }
}

impl Search {
    pub(super) fn new(limits: Limits) -> Self {
        Search { limits, ..Search::default() }
    }

    pub(in crate::rate) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The best of a position.
    pub(in crate::rate) fn best(
        &mut self,
        ground: &Ground,
        state: &State,
        rules: Rules,
        advanced: Option<&mut Advanced>,
    ) -> Option<Found> {
        self.weighed = advanced.is_none();
        if self.weighed && self.is_vain(ground, state, rules) {
            return None;
        }
        self.all = None;
        self.search(&mut Ask { ground, state, rules, advanced });
        self.best.take().filter(|_| !self.stopped)
    }

    /// All of a position, sorted; of those that remove the same the best.
    pub(super) fn all(
        &mut self,
        ground: &Ground,
        state: &State,
        rules: Rules,
        advanced: Option<&mut Advanced>,
    ) -> Vec<Nested> {
        for places in &mut self.places {
            places.clear();
            places.resize(CANDIDATES, 0);
        }
        self.all = Some(Vec::new());
        self.weighed = false;
        let mut ask = Ask { ground, state, rules, advanced };
        self.search(&mut ask);
        let mut sorted = self.all.take().unwrap_or_default();
        if self.stopped {
            return Vec::new();
        }
        sorted.sort_by(|a, b| a.grade.partial_cmp(&b.grade).expect("ratings are numbers"));
        sorted.iter().map(|found| self.nested(&mut ask, found)).collect()
    }

    /// The best of a position, whatever the sets say.
    #[cfg(test)]
    pub(super) fn in_full(
        &mut self,
        ground: &Ground,
        state: &State,
        rules: Rules,
    ) -> Option<Found> {
        self.all = None;
        self.weighed = false;
        self.search(&mut Ask { ground, state, rules, advanced: None });
        self.best.take()
    }

    /// Whether nothing is to be found in a position without singles; notes which assumptions
    /// may have a part in something.
    ///
    /// The set of what follows is known where there is no conflict; elsewhere the search ends at the
    /// first, and whatever it may have come upon until then counts.
    pub(super) fn is_vain(&mut self, ground: &Ground, state: &State, rules: Rules) -> bool {
        let all = Closure { on: state.at, off: state.at };
        for of in 0..2 {
            self.closures[of].resize(CANDIDATES, all);
            self.wanted[of].clear();
            self.wanted[of].resize(CANDIDATES, false);
        }
        let Search { closing, closures, wanted, .. } = self;
        for cell in cells(state.empty) {
            for digit in bits(state.of[cell]) {
                let at = join(cell, digit);
                let n = usize::from(at);
                for of in if rules.binary { 0..2 } else { 1..2 } {
                    let closure = closing.run(ground, state, at, of == 1, rules.mode);
                    wanted[of][n] = closure.is_err();
                    closures[of][n] = closure.unwrap_or(all);
                }
                let both = closures[0][n].and(&closures[1][n]);
                if rules.binary && rules.several && state.count(cell) >= 3 && !both.is_empty() {
                    wanted[0][n] = true;
                    wanted[1][n] = true;
                }
            }
        }
        if rules.several {
            for cell in cells(state.empty) {
                let among = bits(state.of[cell]).map(|digit| join(cell, digit));
                self.want_if_common(&all, among);
            }
            for (house, places) in ground.houses.iter().zip(&state.places) {
                for (digit, &places) in places.iter().enumerate().filter(|(_, all)| **all != 0) {
                    let among = bits(places).map(|place| join(house.cells[place].into(), digit));
                    self.want_if_common(&all, among);
                }
            }
        }
        !self.wanted.iter().flatten().any(|&wanted| wanted)
    }

    /// Notes candidates that may all lead to the same if they are on.
    fn want_if_common(&mut self, all: &Closure, among: impl Iterator<Item = Candidate> + Clone) {
        let closures = among.clone().map(|at| &self.closures[1][usize::from(at)]);
        if !closures.fold(*all, |common, closure| common.and(closure)).is_empty() {
            among.for_each(|at| self.wanted[1][usize::from(at)] = true);
        }
    }

    /// Whether an assumption may have a part in something; any may where that was not looked at.
    fn wants(&self, at: Candidate, on: bool) -> bool {
        !self.weighed || self.wanted[usize::from(on)][usize::from(at)]
    }

    fn search(&mut self, ask: &mut Ask<'_>) {
        self.best = None;
        self.known.clear();
        self.known.resize(CANDIDATES, false);
        self.on.resize_with(CANDIDATES, Reach::default);
        if let Some(advanced) = ask.advanced.as_deref_mut() {
            advanced.begin();
        }
        let (state, rules) = (ask.state, ask.rules);
        let least = if rules.mode.dynamic { 2 } else { 3 };
        for cell in cells(state.empty).filter(|&cell| state.count(cell) >= least) {
            for digit in bits(state.of[cell]) {
                let inner = ask.advanced.as_ref().is_some_and(|advanced| advanced.is_stopped());
                self.stopped |= inner || self.limits.expired();
                if self.stopped {
                    return;
                }
                let at = join(cell, digit);
                if self.wants(at, true) {
                    self.need(ask, at);
                }
                if rules.binary {
                    self.binary(ask, at);
                }
                if rules.several {
                    self.houses(ask, at);
                }
            }
            if rules.several {
                let mut among = [0; DIGITS];
                for (to, digit) in among.iter_mut().zip(bits(state.of[cell])) {
                    *to = join(cell, digit);
                }
                let among = &among[..state.count(cell)];
                if !among.iter().all(|&at| self.wants(at, true)) {
                    continue;
                }
                self.common(ask, among, Kind::Cell(cell), 5);
            }
        }
    }

    /// Follows a candidate that is on, if that was not done before.
    fn need(&mut self, ask: &mut Ask<'_>, at: Candidate) {
        let n = usize::from(at);
        if !std::mem::replace(&mut self.known[n], true) {
            ask.spread(&mut self.spread, at, true);
            self.on[n].read(&self.spread, ask.nests(), &mut self.of);
        }
    }

    fn offer(&mut self, state: &State, grade: Grade, kind: Kind, target: Candidate, on: bool) {
        if let Some(all) = &mut self.all {
            let removed = removed(state, target, on);
            // What is on may remove one candidate, as what is off does.
            let mut each = removed.iter().map(|(cell, digit)| join(cell, digit));
            let (key, single) = match (each.next(), each.next()) {
                (None, _) => return,
                (Some(one), None) => (one, true),
                _ => (target, false),
            };
            let place = &mut self.places[usize::from(!single)][usize::from(key)];
            let found = Found { grade, kind, target, on, removed };
            if *place == 0 {
                all.push(found);
                *place = all.len() as u16;
            } else {
                let known = &mut all[usize::from(*place) - 1];
                if grade < known.grade {
                    *known = found;
                }
            }
        } else if self.best.as_ref().is_none_or(|best| grade < best.grade) {
            let removed = removed(state, target, on);
            if !removed.is_empty() {
                self.best = Some(Found { grade, kind, target, on, removed });
            }
        }
    }

    /// Conflicts from a candidate on, and off; what follows from both.
    fn binary(&mut self, ask: &mut Ask<'_>, at: Candidate) {
        let wanted = self.wants(at, true);
        if let Some((nodes, within)) = self.on[usize::from(at)].clash.filter(|_| wanted) {
            let kind = Kind::Contradiction { at, on: true };
            let grade = ask.grade(nodes, within, 7);
            self.offer(ask.state, grade, kind, at, false);
        }
        if !self.wants(at, false) {
            return;
        }
        ask.spread(&mut self.spread, at, false);
        let mut off = std::mem::take(&mut self.off);
        off.read(&self.spread, ask.nests(), &mut self.of);
        if let Some((nodes, within)) = off.clash {
            let kind = Kind::Contradiction { at, on: false };
            let grade = ask.grade(nodes, within, 7);
            self.offer(ask.state, grade, kind, at, true);
        }
        if wanted && ask.rules.several && ask.state.count(split(at).0) >= 3 {
            for on in [1, 0] {
                for n in 0..self.on[usize::from(at)].order[on].len() {
                    let reach = &self.on[usize::from(at)];
                    let target = reach.order[on][n];
                    let other = off.sizes[on][usize::from(target)];
                    if other > 0 {
                        let nodes = reach.sizes[on][usize::from(target)] + other;
                        let within = reach.within(on, target);
                        let within = ask.union(within, off.within(on, target));
                        let grade = ask.grade(nodes.into(), within, 1);
                        self.offer(ask.state, grade, Kind::Double(at), target, on == 1);
                    }
                }
            }
        }
        self.off = off;
    }

    /// Houses of which a candidate is the first place.
    fn houses(&mut self, ask: &mut Ask<'_>, at: Candidate) {
        let (cell, digit) = split(at);
        let ground = ask.ground;
        for kind in 0..KINDS {
            let house = usize::from(ground.houses_of[cell][kind]);
            let places = ask.state.places[house][digit];
            let first = places.trailing_zeros() as usize;
            if places.count_ones() < 2 || first != usize::from(ground.place_in[cell][kind]) {
                continue;
            }
            let mut among = [0; DIGITS];
            let count = places.count_ones() as usize;
            for (to, place) in among.iter_mut().zip(bits(places)) {
                *to = join(ground.houses[house].cells[place].into(), digit);
            }
            if !among[..count].iter().all(|&at| self.wants(at, true)) {
                continue;
            }
            among[..count].iter().for_each(|&at| self.need(ask, at));
            self.common(ask, &among[..count], Kind::House { house, digit }, 6);
        }
    }

    /// What follows from all of some candidates.
    fn common(&mut self, ask: &mut Ask<'_>, among: &[Candidate], kind: Kind, key: u8) {
        for on in [1, 0] {
            'targets: for n in 0..self.on[usize::from(among[0])].order[on].len() {
                let target = self.on[usize::from(among[0])].order[on][n];
                let (mut nodes, mut within) = (0, 0);
                for &from in among {
                    let reach = &self.on[usize::from(from)];
                    let size = reach.sizes[on][usize::from(target)];
                    if size == 0 {
                        continue 'targets;
                    }
                    nodes += u32::from(size);
                    within = ask.union(within, reach.within(on, target));
                }
                let grade = ask.grade(nodes, within, key);
                self.offer(ask.state, grade, kind, target, on == 1);
            }
        }
    }

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

    /// The nodes of what was found as a step tells them, branch after branch, and where the
    /// branches end.
    pub(in crate::rate) fn told(
        &mut self,
        ground: &Ground,
        state: &State,
        rules: Rules,
        advanced: Option<&mut Advanced>,
        found: &Found,
    ) -> (Vec<step::Node>, Vec<usize>) {
        let (mut told, mut ends) = (Vec::new(), Vec::new());
        let mut ask = Ask { ground, state, rules, advanced };
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
                told.push(tell(ground, node.at, node.on, by, parents));
            }
            ends.push(told.len() - 1);
        });
        (told, ends)
    }

    /// What a chain around what was found has to know of it.
    fn nested(&mut self, ask: &mut Ask<'_>, found: &Found) -> Nested {
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
