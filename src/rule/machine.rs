//! State machines over digits, several states at once, made deterministic.

use std::collections::{BTreeMap, BTreeSet};

use crate::error::{Error, Result};

/// States of a machine, as it is written and made deterministic, at most.
const MAX_STATES: usize = 1 << 13;

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
        let symbols = self.steps.iter().flatten().map(|step| step.0 + 1).max().unwrap_or(0);
        let start: Vec<usize> = (0..self.starts).filter(|state| alive.contains(state)).collect();
        let mut known = BTreeMap::from([(start.clone(), 0)]);
        let mut sets = vec![start];
        let mut machine = Machine { accepting: Vec::new(), next: Vec::new() };
        while let Some(set) = sets.get(machine.next.len()).cloned() {
            machine.accepting.push(set.iter().any(|state| self.accepting.contains(state)));
            let mut after = vec![BTreeSet::new(); symbols];
            for &(symbol, to) in set.iter().flat_map(|&state| self.steps_of(state)) {
                if alive.contains(&to) {
                    after[symbol].insert(to);
                }
            }
            let mut row = Vec::with_capacity(symbols);
            for set in after {
                let set: Vec<usize> = set.into_iter().collect();
                let next = known.len();
                if set.is_empty() {
                    row.push(None);
                } else if let Some(&state) = known.get(&set) {
                    row.push(Some(state));
                } else if next == MAX_STATES {
                    let message = format!("the state machine has more than {MAX_STATES} states");
                    return Err(Error::input(message));
                } else {
                    known.insert(set.clone(), next);
                    sets.push(set);
                    row.push(Some(next));
                }
            }
            machine.next.push(row);
        }
        Ok(machine)
    }

    fn steps_of(&self, state: usize) -> &[(usize, usize)] {
        self.steps.get(state).map_or(&[], Vec::as_slice)
    }

    /// The states from which an accepting one is reached.
    fn alive(&self) -> BTreeSet<usize> {
        let mut before: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (from, steps) in self.steps.iter().enumerate() {
            for &(_, to) in steps {
                before.entry(to).or_default().push(from);
            }
        }
        let mut alive = self.accepting.clone();
        let mut open: Vec<usize> = alive.iter().copied().collect();
        while let Some(state) = open.pop() {
            for &from in before.get(&state).map_or(&[][..], Vec::as_slice) {
                if alive.insert(from) {
                    open.push(from);
                }
            }
        }
        alive
    }
}
