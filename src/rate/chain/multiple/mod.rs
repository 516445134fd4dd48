//! What several assumptions agree on: that a candidate is on, or off, leads to a conflict; that it
//! is on and that it is off lead to the same; all candidates of a cell, or all places of a digit
//! in a house, do.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `reach` | the consequences of an assumption in short |
//! | `weigh` | which assumptions may have a part in anything |
//! | `agree` | what they agree on |
//! | `tell` | what was found, told with its nodes |

mod agree;
mod reach;
mod tell;
mod weigh;

use self::reach::Reach;
use super::Candidate;
use super::advanced::{Advanced, Nested};
use super::closure::{Closing, Closure};
use super::length::Grade;
use super::links::{join, split};
use super::nests::Nests;
use super::spread::{Mode, Spread};
use crate::limits::Limits;
use crate::rate::ground::{CANDIDATES, DIGITS, Ground, bits, cells, size};
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

    /// Whether anything may follow from a candidate that is off: its cell or a house has one more,
    /// or techniques find something.
    fn leads(&self, at: Candidate) -> bool {
        let (cell, digit) = split(at);
        let in_houses = || {
            let mut houses = self.ground.houses_of[cell].iter();
            houses.any(|&house| size(self.state.places[usize::from(house)][digit]) == 2)
        };
        self.advanced.is_some()
            || self.rules.mode.by_cells && self.state.count(cell) == 2
            || in_houses()
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

    /// All of a position, sorted; of those that remove the same the best. None where a limit was
    /// reached.
    pub(in crate::rate) fn all(
        &mut self,
        ground: &Ground,
        state: &State,
        rules: Rules,
        advanced: Option<&mut Advanced>,
    ) -> Vec<Found> {
        for places in &mut self.places {
            places.clear();
            places.resize(CANDIDATES, 0);
        }
        self.all = Some(Vec::new());
        self.weighed = false;
        self.search(&mut Ask { ground, state, rules, advanced });
        let mut sorted = self.all.take().unwrap_or_default();
        if self.stopped {
            return Vec::new();
        }
        sorted.sort_by(|a, b| a.grade.partial_cmp(&b.grade).expect("ratings are numbers"));
        sorted
    }

    /// All of a position, sorted, as chains around them have to know them.
    pub(super) fn nested(
        &mut self,
        ground: &Ground,
        state: &State,
        rules: Rules,
        mut advanced: Option<&mut Advanced>,
    ) -> Vec<Nested> {
        let sorted = self.all(ground, state, rules, advanced.as_deref_mut());
        let mut ask = Ask { ground, state, rules, advanced };
        sorted.iter().map(|found| self.nest(&mut ask, found)).collect()
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
}
