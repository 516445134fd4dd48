//! A position with what the search for its next step needs.

use std::collections::HashSet;

use super::chain;
use super::ground::{CELLS, Cells, Digits, Ground, classic};
use super::ladder::LADDER;
use super::rating::tenths;
use super::state::State;
use super::step::Step;
use super::technique::{Sink, Technique};
use crate::limits::Limits;

/// The position, and room for searches.
#[derive(Debug, Clone)]
pub(super) struct Finder {
    pub(super) ground: &'static Ground,
    pub(super) state: State,
    /// Whether the puzzle has one solution, as was proved.
    pub(super) unique: bool,
    /// Whether chains are to be told link by link.
    pub(super) explain: bool,
    pub(super) chain: chain::Work,
    /// The highest rating, in tenths, that is looked for.
    pub(super) most: f64,
    /// Whether what is rated higher was left out, though it may have a step.
    pub(super) above: bool,
    /// The candidates of cells when aligned pairs, and triplets, were last looked for in vain.
    vain: [Option<[Digits; CELLS]>; 2],
}

impl Finder {
    pub(super) fn new(state: State, unique: bool, explain: bool, limits: Limits) -> Self {
        let ground = classic();
        let chain = chain::Work::new(limits);
        let most = f64::INFINITY;
        Finder { ground, state, unique, explain, chain, most, above: false, vain: [None; 2] }
    }

    /// Whether a limit ended a search.
    pub(super) fn is_stopped(&self) -> bool {
        self.chain.multiple.stopped
    }

    /// The first step of the first producer that has one, of those up to the highest rating.
    pub(super) fn next(&mut self) -> Option<Step> {
        let unique = self.unique;
        let usable = LADDER.iter().filter(|p| unique || !p.techniques[0].unique);
        for producer in usable {
            if self.most.is_finite()
                && producer.techniques.iter().all(|it| tenths(it.rating) > self.most)
            {
                self.above = true;
                return None;
            }
            let mut sink = Sink::FIRST;
            if (producer.find)(self, &mut sink).is_break() || self.is_stopped() {
                return sink.into_first();
            }
        }
        None
    }

    /// All steps of some techniques in the position, from low to high ratings; of those that look the
    /// same the first. Fewer where a limit was reached.
    pub(super) fn all(&mut self, wanted: &dyn Fn(&Technique) -> bool) -> Vec<Step> {
        let unique = self.unique;
        let usable = LADDER.iter().filter(|p| unique || !p.techniques[0].unique);
        let mut all: Vec<Step> = Vec::new();
        for producer in usable.filter(|p| p.techniques.iter().any(|it| wanted(it))) {
            let mut sink = Sink::all();
            let _ = (producer.find)(self, &mut sink);
            let mut known = HashSet::new();
            let found = sink.into_all().into_iter().filter(|step| wanted(step.technique()));
            all.extend(found.filter(|step| known.insert(step.key())));
            if self.is_stopped() {
                break;
            }
        }
        all.sort_by(|a, b| a.rating().total_cmp(&b.rating()));
        all
    }

    /// The cells that have changed since a search by cells alone was in vain; all if it was not.
    pub(super) fn changed(&self, search: usize) -> Cells {
        let Some(then) = &self.vain[search] else { return !0 };
        let pairs = then.iter().zip(&self.state.of).enumerate();
        pairs.fold(0, |set, (cell, (then, now))| set | Cells::from(then != now) << cell)
    }

    /// A search was in vain.
    pub(super) fn in_vain(&mut self, search: usize) {
        self.vain[search] = Some(self.state.of);
    }

    /// Removes and places what a step says.
    pub(super) fn apply(&mut self, step: &Step) {
        self.state.remove_all(self.ground, &step.removed);
        if let Some((cell, digit)) = step.placed {
            self.state.place(self.ground, cell.into(), digit.into());
        }
    }
}
