//! What is fast against what is plain: chains by sets of bits and searches that sets show to be in
//! vain, against following all chains in order, in positions on paths and within chains.

use super::advanced::STATIC_RULES;
use super::closure::Closing;
use super::implied::Implied;
use super::links::join;
use super::multiple::{self, Rules};
use super::simple;
use super::spread::Mode;
use crate::limits::Limits;
use crate::rate::finder::Finder;
use crate::rate::ground::{CELLS, classic};
use crate::rate::state::State;

/// Positions on the paths of puzzles that need chains.
fn positions(mut visit: impl FnMut(&State)) {
    let list = include_str!("../../../puzzles/9x9/rated.csv");
    let hard = |line: &&str| line.split(',').nth(1) >= Some("6.5");
    for line in list.lines().skip(1).filter(hard).step_by(2) {
        let mut digits = [0; CELLS];
        for (digit, symbol) in digits.iter_mut().zip(line.bytes()) {
            *digit = if symbol == b'.' { 0 } else { symbol - b'0' };
        }
        let state = State::filled(classic(), &digits, &[511; CELLS]);
        let mut finder = Finder::new(state, true, false, Limits::none());
        while let Some(step) = finder.next() {
            // Chains are looked for where nothing below 6.5 is left.
            if step.rating() >= 6.5 {
                visit(&finder.state);
            }
            finder.apply(&step);
        }
    }
}

#[test]
fn the_best_single_chain_is_the_first_of_the_best_in_order() {
    let (mut fast, mut plain) = (simple::Search::default(), simple::Search::default());
    let mut count = 0;
    positions(|state| {
        let best = fast.best(classic(), state);
        let first = plain.best_in_order(classic(), state);
        let of = |chain: simple::Chain| (chain.grade, chain.kind, chain.source, chain.removed);
        assert_eq!(best.map(of), first.map(of));
        count += 1;
    });
    assert!(count > 200, "{count}");
}

#[test]
fn searches_in_vain_find_nothing() {
    let mut search = multiple::Search::new(Limits::none());
    let (mut vain, mut found) = (0, 0);
    positions(|state| {
        for (by_cells, dynamic, binary, several) in
            [(false, true, true, false), (true, false, false, true), (true, true, true, true)]
        {
            let rules = Rules { base: 8.0, mode: Mode { by_cells, dynamic }, binary, several };
            let none = search.in_full(classic(), state, rules).is_none();
            if search.is_vain(classic(), state, rules) {
                assert!(none);
                vain += 1;
            } else {
                found += usize::from(!none);
            }
        }
    });
    assert!(vain > 50 && found > 50, "{vain} {found}");
}

#[test]
fn sets_show_whether_there_are_chains() {
    let (mut closing, mut implied) = (Closing::default(), Implied::default());
    let (mut plain, mut search) =
        (simple::Search::default(), multiple::Search::new(Limits::none()));
    let (mut none, mut some, mut bare, mut number) = (0, 0, 0, 0);
    let mode = Mode { by_cells: true, dynamic: true };
    positions(|state| {
        for (cell, digit) in state.at.iter() {
            number += 1;
            if number % 31 != 0 {
                continue;
            }
            let assumed = closing.run(classic(), state, join(cell, digit), true, mode);
            let Ok(closure) = assumed else { continue };
            let mut within = state.clone();
            within.remove_all(classic(), &closure.off);
            let best = plain.best_in_order(classic(), &within);
            assert_eq!(implied.is_plain(classic(), &within), best.is_none());
            if best.is_some() {
                some += 1;
                continue;
            }
            none += 1;
            if implied.is_bare(classic(), &within) {
                bare += 1;
                assert!(search.in_full(classic(), &within, STATIC_RULES).is_none());
            }
        }
    });
    assert!(none > 100 && some > 100 && bare > 50 && bare < none, "{none} {some} {bare}");
}
