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
    /// The same with sets of states as states, those alone from which something is accepted: one machine, or, if these
    /// are too many, one for each start, of which one at least is to accept.
    ///
    /// # Errors
    /// If those for each start are too many together.
    pub(crate) fn determined(&self) -> Result<Vec<Machine>> {
        let alive = self.alive();
        let symbols = self.steps.iter().flatten().map(|step| step.0 + 1).max().unwrap_or(0);
        let starts: States = (0..self.starts).filter(|&state| is_alive(&alive, state)).collect();
        let begun = |start: States, most| self.begun(start, &alive, symbols, most);
        let whole = begun(starts.clone(), MAX_STATES).map(|machine| vec![machine]);
        whole.or_else(|error| {
            if starts.len() < 2 {
                return Err(error);
            }
            let mut most = MAX_STATES;
            let each = starts.iter().map(|&start| {
                let machine = begun([start].into_iter().collect(), most)?;
                most -= machine.accepting.len();
                Ok(machine)
            });
            each.collect()
        })
    }

    /// That of so many symbols which begins in some states at once, of states that are alive; an error if it has
    /// more states than `most`.
    fn begun(&self, start: States, alive: &[bool], symbols: usize, most: usize) -> Result<Machine> {
        let mut known = HashMap::from_iter([(start.clone(), 0)]);
        let mut sets = vec![start];
        let mut machine = Machine { accepting: Vec::new(), next: Vec::new() };
        let too_many =
            || Error::input(format!("the state machine has more than {MAX_STATES} states"));
        if most == 0 {
            return Err(too_many());
        }
        // Where each symbol leads.
        let mut after: Vec<States> = vec![States::new(); symbols];
        while let Some(set) = sets.get(machine.next.len()) {
            machine.accepting.push(set.iter().any(|state| self.accepting.contains(state)));
            for &(symbol, to) in set.iter().flat_map(|&state| self.steps_of(state)) {
                if is_alive(alive, to) {
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
                } else if next >= most {
                    return Err(too_many());
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

/// Whether something is accepted from a state.
fn is_alive(alive: &[bool], state: usize) -> bool {
    alive.get(state).is_some_and(|&alive| alive)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words whose symbol is 0 at a place, and at each 14th from there: places go on in step, so sets of them tell
    /// which are left.
    #[test]
    fn a_machine_of_too_many_states_is_one_for_each_start() {
        const PLACES: usize = 14;
        let number = |place: usize, step: usize| step * PLACES + place;
        let steps = (0..PLACES * PLACES).map(|state| {
            let (place, step) = (state % PLACES, state / PLACES);
            let symbols = 0..if place == step { 1 } else { 2 };
            symbols.map(|symbol| (symbol, number(place, (step + 1) % PLACES))).collect()
        });
        let accepting = (0..PLACES * PLACES).collect();
        // The last start leads nowhere.
        let mut written = Written { starts: PLACES, accepting, steps: steps.collect() };
        let last = number(PLACES - 1, 0);
        written.accepting.retain(|state| state % PLACES != last);
        let machines = written.determined().unwrap();
        assert_eq!(machines.len(), PLACES - 1);
        assert!(machines.iter().all(|machine| machine.accepting.len() == PLACES));
        let accepts = |word: &[usize], machine: &Machine| {
            let end = word.iter().try_fold(0, |state, &symbol| machine.next(state, symbol));
            end.is_some_and(|end| machine.accepting[end])
        };
        let mut state = 5_u64;
        let mut found = [0; 2];
        for _ in 0..2000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let word: Vec<_> = (0..30)
                .map(|k| usize::from((state >> (63 - k) | state >> (k + 3)) & 1 == 1))
                .collect();
            let holds = (0..PLACES - 1)
                .any(|place| word.iter().skip(place).step_by(PLACES).all(|&it| it == 0));
            assert_eq!(machines.iter().any(|machine| accepts(&word, machine)), holds, "{word:?}");
            found[usize::from(holds)] += 1;
        }
        assert!(found.iter().all(|&count| count > 100), "{found:?}");
        // With a single start there is nothing to take apart.
        written.starts = 1;
        assert_eq!(written.determined().unwrap().len(), 1);
    }

    /// From the k-th start any words of which the k-th symbol is so far from the end: sets of states tell where it was.
    #[test]
    fn machines_of_all_starts_are_bounded_together() {
        let determined = |starts: usize, length: usize| {
            let step = |to: usize| (0..=starts).map(move |symbol| (symbol, to));
            let first = |start: usize| starts + start * length;
            let mut steps: Vec<Vec<_>> = (0..starts).map(|k| step(first(k)).collect()).collect();
            for start in 0..starts {
                let mark = (start + 1, first(start) + 1);
                steps.push(step(first(start)).chain([mark]).collect());
                steps.extend((2..length).map(|k| step(first(start) + k).collect()));
                steps.push(Vec::new());
            }
            let accepting = (0..starts).map(|start| first(start) + length - 1).collect();
            Written { starts, accepting, steps }.determined().map(|machines| machines.len())
        };
        // 2^11 + 1 or 2^12 + 1 states from each start.
        assert_eq!(
            [1, 2, 3].map(|starts| determined(starts, 12).ok()),
            [Some(1), Some(2), Some(3)]
        );
        assert_eq!(determined(1, 13).ok(), Some(1));
        for (starts, length) in [(4, 12), (2, 13), (1, 15)] {
            let error = determined(starts, length).unwrap_err();
            assert!(error.message().contains("more than 8192 states"), "{error}");
        }
    }
}
