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
    let across = |state: usize, breaks: usize| {
        (0..breaks).try_fold(state, |state, _| machine.next(state, digits))
    };
    let after = |state: usize, digit: usize, breaks: usize| {
        machine.next(state, digit).and_then(|state| across(state, breaks))
    };
    // The states before each cell, and behind the last.
    let mut layers = vec![BTreeSet::from_iter(across(0, breaks[0]))];
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

#[cfg(test)]
mod tests {
    use itertools::Itertools;

    use super::*;
    use crate::grid::Digit;
    use crate::random::Random;

    /// Random machines over words of three parts, one of them empty now and then.
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
            let parts = [random.below(3), random.below(3), random.below(3)];
            let automaton = automaton(&machine, &parts, digits, usize::MAX).unwrap();
            let cells = parts.iter().sum::<usize>();
            for word in (0..cells).map(|_| 0..digits).multi_cartesian_product() {
                let (first, rest) = word.split_at(parts[0]);
                let (second, third) = rest.split_at(parts[1]);
                let symbols =
                    first.iter().chain([&digits]).chain(second).chain([&digits]).chain(third);
                let mut symbols = symbols;
                let end = symbols.try_fold(0, |at, &symbol| machine.next(at, symbol));
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
