//! State machines over cells in parts: between them a machine takes the symbol behind those of the digits.

use std::collections::{BTreeMap, BTreeSet};

use crate::rule::Machine;
use crate::rule::block::Automaton;

/// The automaton of a machine for parts of so many cells, without the states that lead nowhere: only few of the
/// machine's states can occur at each place. `None` if those that can have more steps than `most`.
pub(super) fn automaton(
    machine: &Machine,
    parts: &[usize],
    digits: usize,
    most: usize,
) -> Option<Automaton> {
    // How many breaks come before a cell, or behind the last.
    let mut breaks = vec![0; parts.iter().sum::<usize>() + 1];
    let mut end = 0;
    for part in &parts[..parts.len() - 1] {
        end += part;
        breaks[end] += 1;
    }
    let counts: BTreeSet<_> = breaks.iter().copied().collect();
    let across: BTreeMap<_, _> =
        counts.into_iter().map(|count| (count, repeated(machine, digits, count))).collect();
    let after = |state: usize, digit: usize, breaks: usize| {
        machine.next(state, digit).and_then(|state| across[&breaks][state])
    };
    // The states before each cell, and behind the last.
    let mut layers = vec![BTreeSet::from_iter(across[&breaks[0]][0])];
    let mut steps = digits;
    for &breaks in &breaks[1..] {
        let last = &layers[layers.len() - 1];
        let layer = last.iter().flat_map(|&at| (0..digits).map(move |digit| (at, digit)));
        let layer: BTreeSet<_> = layer.filter_map(|(at, digit)| after(at, digit, breaks)).collect();
        steps = steps.saturating_add(layer.len() * digits);
        if steps > most {
            return None;
        }
        layers.push(layer);
    }
    // Those that lead to the end.
    let mut kept: Vec<Vec<usize>> = Vec::with_capacity(layers.len());
    for (place, layer) in layers.iter().enumerate().rev() {
        let leads = |&&at: &&usize| match kept.last() {
            None => machine.accepting[at],
            Some(later) => {
                let mut ends = (0..digits).filter_map(|digit| after(at, digit, breaks[place + 1]));
                ends.any(|end| later.binary_search(&end).is_ok())
            }
        };
        kept.push(layer.iter().filter(leads).copied().collect());
    }
    kept.reverse();
    if kept[0].is_empty() {
        return Some(Automaton::new(digits, 0, [false], |_, _| None));
    }
    // Numbered in the order of discovery, as those of machines that are read: so writing and reading give the same
    // automaton.
    let start = (0, kept[0][0]);
    let mut numbers = BTreeMap::from([(start, 0)]);
    let mut nodes = vec![start];
    let mut next = Vec::new();
    while let Some(&(place, at)) = nodes.get(next.len() / digits) {
        for digit in 0..digits {
            let end = breaks.get(place + 1).and_then(|&breaks| after(at, digit, breaks));
            let end = end.filter(|end| kept[place + 1].binary_search(end).is_ok());
            next.push(end.map(|end| {
                *numbers.entry((place + 1, end)).or_insert_with_key(|&node| {
                    nodes.push(node);
                    nodes.len() - 1
                })
            }));
        }
    }
    let accepting: Vec<bool> = nodes.iter().map(|&(place, _)| place + 1 == kept.len()).collect();
    Some(Automaton::new(digits, 0, accepting, |node, digit| next[node * digits + digit]))
}

/// Where each state leads by a symbol so many times.
fn repeated(machine: &Machine, symbol: usize, mut count: usize) -> Vec<Option<usize>> {
    let both = |first: &[Option<usize>], second: &[Option<usize>]| -> Vec<Option<usize>> {
        first.iter().map(|&at| second[at?]).collect()
    };
    let states = 0..machine.accepting.len();
    let mut found: Vec<_> = states.clone().map(Some).collect();
    let mut step: Vec<_> = states.map(|state| machine.next(state, symbol)).collect();
    while count > 0 {
        if count % 2 == 1 {
            found = both(&found, &step);
        }
        step = both(&step, &step);
        count /= 2;
    }
    found
}

#[cfg(test)]
mod tests {
    use itertools::Itertools;

    use super::*;
    use crate::grid::Digit;
    use crate::random::Random;

    /// Random machines over words of up to seven parts, empty ones among them.
    #[test]
    fn words_in_parts_are_those_of_the_machine() {
        let mut random = Random::new(3);
        let (digits, mut accepted, mut refused) = (3, 0, 0);
        for _ in 0..500 {
            let states = 1 + random.below(5);
            let accepting = (0..states).map(|_| random.below(3) > 0).collect();
            let mut step = || Some(random.below(states + 1)).filter(|&to| to < states);
            let next = (0..states).map(|_| (0..=digits).map(|_| step()).collect()).collect();
            let machine = Machine { accepting, next };
            let parts: Vec<_> = (0..2 + random.below(6)).map(|_| random.below(2)).collect();
            let automaton = automaton(&machine, &parts, digits, usize::MAX).unwrap();
            let cells = parts.iter().sum::<usize>();
            for word in (0..cells).map(|_| 0..digits).multi_cartesian_product() {
                let mut rest = &word[..];
                let mut symbols = Vec::new();
                for (k, &part) in parts.iter().enumerate() {
                    symbols.extend(std::iter::repeat_n(digits, usize::from(k > 0)));
                    symbols.extend(rest.split_off(..part).unwrap());
                }
                let end = symbols.iter().try_fold(0, |at, &symbol| machine.next(at, symbol));
                let start = automaton.start();
                let own = word.iter().try_fold(start, |at, &d| automaton.next(at, Digit::new(d)));
                let expected = end.is_some_and(|end| machine.accepting[end]);
                assert_eq!(
                    own.is_some_and(|own| automaton.accepts(own)),
                    expected,
                    "{parts:?} {word:?}"
                );
                *(if expected { &mut accepted } else { &mut refused }) += 1;
            }
        }
        assert!(accepted > 500 && refused > 500, "{accepted} {refused}");
    }
}
