//! State machines over digits, several states at once, made deterministic.

use std::collections::BTreeSet;

use foldhash::HashMap;
use smallvec::SmallVec;

use crate::error::{Error, Result};

/// States of a machine, as it is written and made deterministic, at most.
const MAX_STATES: usize = 1 << 13;

/// States of a machine as it is written, in order; of most sets there is one.
type States = SmallVec<[usize; 2]>;

/// A machine with one start state and one step at most from a state by a symbol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Machine {
    pub(crate) accepting: Vec<bool>,
    /// By state, then by symbol.
    pub(crate) next: Vec<Vec<Option<usize>>>,
}

impl Machine {
    /// The states after a symbol.
    pub(crate) fn next(&self, state: usize, symbol: usize) -> Option<usize> {
        self.next[state].get(symbol).copied().flatten()
    }
}

/// A machine as it is written, several states at once.
pub(crate) struct Written {
    /// How many of the first states it starts in.
    pub(crate) starts: usize,
    pub(crate) accepting: BTreeSet<usize>,
    /// By state: symbols and states.
    pub(crate) steps: Vec<Vec<(usize, usize)>>,
}

impl Written {
    /// The same with sets of states as states, those alone from which something is accepted.
    ///
    /// # Errors
    /// If these are too many.
    pub(crate) fn determined(self) -> Result<Machine> {
        let alive = self.alive();
        let is_alive = |state: usize| alive.get(state).is_some_and(|&alive| alive);
        let symbols = self.steps.iter().flatten().map(|step| step.0 + 1).max().unwrap_or(0);
        let start: States = (0..self.starts).filter(|&state| is_alive(state)).collect();
        let mut known = HashMap::from_iter([(start.clone(), 0)]);
        let mut sets = vec![start];
        let mut machine = Machine { accepting: Vec::new(), next: Vec::new() };
        // Where each symbol leads.
        let mut after: Vec<States> = vec![States::new(); symbols];
        while let Some(set) = sets.get(machine.next.len()) {
            machine.accepting.push(set.iter().any(|state| self.accepting.contains(state)));
            for &(symbol, to) in set.iter().flat_map(|&state| self.steps_of(state)) {
                if is_alive(to) {
                    after[symbol].push(to);
                }
            }
            let mut row = Vec::with_capacity(symbols);
            for set in &mut after {
                set.sort_unstable();
                set.dedup();
                let next = known.len();
                if set.is_empty() {
                    row.push(None);
                } else if let Some(&state) = known.get(set) {
                    row.push(Some(state));
                } else if next == MAX_STATES {
                    let message = format!("the state machine has more than {MAX_STATES} states");
                    return Err(Error::input(message));
                } else {
                    known.insert(set.clone(), next);
                    sets.push(set.clone());
                    row.push(Some(next));
                }
                set.clear();
            }
            machine.next.push(row);
        }
        Ok(machine)
    }

    fn steps_of(&self, state: usize) -> &[(usize, usize)] {
        self.steps.get(state).map_or(&[], Vec::as_slice)
    }

    /// Of each state whether an accepting one is reached from it.
    fn alive(&self) -> Vec<bool> {
        let ends = || self.steps.iter().flatten().map(|step| step.1);
        let last = ends().chain(self.accepting.iter().copied()).max();
        let states = last.map_or(0, |last| last + 1).max(self.steps.len());
        let mut before = vec![Vec::new(); states];
        for (from, steps) in self.steps.iter().enumerate() {
            for &(_, to) in steps {
                before[to].push(from);
            }
        }
        let mut alive = vec![false; states];
        let mut open: Vec<usize> = self.accepting.iter().copied().collect();
        while let Some(state) = open.pop() {
            if !std::mem::replace(&mut alive[state], true) {
                open.extend(&before[state]);
            }
        }
        alive
    }
}
