//! Chains of almost locked sets: neighbours have a restricted common, not the one before; a digit of
//! the first and the last is in one of them.

use std::collections::HashMap;

use super::sets::{Common, Set, commons, extent, gone, sets, told, without_common};
use crate::rate::ground::Digits;
use crate::rate::hodoku::finder::Finder;
use crate::rate::hodoku::step::{Mark, Part, Step, digits};
use crate::rate::hodoku::technique::{Flow, Level, Producer, Take, Technique};

static CHAIN_: Technique =
    Technique::new(("0903", "als-chain", "Almost Locked Set Chain"), Level::Unfair, 340);

pub(in super::super) const CHAIN: Producer =
    Producer { techniques: &[&CHAIN_], also: &[], visit, order: Some(Step::by_sets) };

/// The most links of a chain, those of one that goes back and forth, and the fewest.
const MOST: usize = 50;
const MOST_OF_ALL: usize = 6;
/// How many links are looked at where all chains are, shorter chains first.
const LOOKS: usize = 2_000_000;
const LEAST: usize = 3;

/// A link of a chain: the set that it leads to, the digits that it may use, and the one that the next
/// is held against.
#[derive(Debug, Clone, Copy)]
struct Link {
    to: usize,
    used: Digits,
    digit: usize,
}

struct Search {
    sets: Vec<Set>,
    /// By set, the restricted commons with later ones.
    next: Vec<Vec<Common>>,
    start: usize,
    most: usize,
    /// How many more links may be looked at.
    looks: usize,
    chain: Vec<Link>,
    /// Of steps with one result that with the fewest cells, in the place of the first.
    steps: Vec<Step>,
    place: HashMap<Vec<Mark>, usize>,
}

fn visit(finder: &Finder, take: Take<'_>) -> Flow {
    let sets = sets(&finder.position);
    let all = finder.options.all;
    let (steps, place) = (Vec::new(), HashMap::new());
    let (start, looks, chain) = (0, usize::MAX, Vec::new());
    let mut search =
        Search { next: Vec::new(), start, most: MOST, looks, chain, steps, place, sets };
    // Sets that share cells make many more chains; where all are wanted they come last.
    let alone = finder.options.overlap && all;
    for overlap in [alone.then_some(false), Some(finder.options.overlap)].into_iter().flatten() {
        search.next = links(&search.sets, overlap, all);
        search.looks = if all { LOOKS } else { usize::MAX };
        for most in if all { LEAST..=MOST_OF_ALL } else { MOST..=MOST } {
            search.most = most;
            for start in 0..search.sets.len() {
                search.start = start;
                search.extend(start);
            }
        }
    }
    search.steps.into_iter().try_for_each(take)
}

/// By set, the restricted commons with later ones, or with all.
fn links(sets: &[Set], overlap: bool, all: bool) -> Vec<Vec<Common>> {
    let mut next = vec![Vec::new(); sets.len()];
    for common in commons(sets, overlap) {
        next[common.one].push(common);
        if all {
            next[common.other].push(Common { one: common.other, other: common.one, ..common });
        }
    }
    next
}

impl Search {
    /// Adds all links that can follow. A first link with two digits is tried with each.
    fn extend(&mut self, from: usize) {
        if self.chain.len() >= self.most || self.looks == 0 {
            return;
        }
        for k in 0..self.next[from].len() {
            let common = self.next[from][k];
            match self.chain.last() {
                None => {
                    for digit in [Some(common.digit), common.second].into_iter().flatten() {
                        self.with(Link { to: common.other, used: 1 << digit, digit });
                    }
                }
                Some(last) => {
                    if let Some(link) = common.after(last.digit) {
                        self.with(link);
                    }
                }
            }
        }
    }

    fn with(&mut self, link: Link) {
        if link.to == self.start || self.chain.iter().any(|it| it.to == link.to) {
            return;
        }
        self.looks = self.looks.saturating_sub(1);
        self.chain.push(link);
        if self.chain.len() >= LEAST {
            self.check();
        }
        self.extend(link.to);
        self.chain.pop();
    }

    fn check(&mut self) {
        let (first, last) = (self.chain[0], self.chain[self.chain.len() - 1]);
        let (one, other) = (&self.sets[self.start], &self.sets[last.to]);
        let step = without_common(Step::new(&CHAIN_), one, other, first.used | last.used);
        if step.is_vain() {
            return;
        }
        let along = self.chain.iter().map(|link| &self.sets[link.to]);
        let all: Vec<_> = std::iter::once(one).chain(along).collect();
        let mut step = step.tidied();
        step.sets = extent(&all);
        let known = self.place.get(&step.removed).copied();
        if known.is_some_and(|known| self.steps[known].sets.1 <= step.sets.1) {
            return;
        }
        let mut pattern = told(&all);
        pattern.extend([Part::Text(", RCs=")]);
        for (k, link) in self.chain.iter().enumerate() {
            pattern.push(Part::Text(if k > 0 { "," } else { "" }));
            pattern.push(Part::Set(digits(link.used)));
        }
        pattern.extend([Part::Text(", X="), Part::Digits(digits(gone(&step)))]);
        let step = step.told(pattern);
        if let Some(known) = known {
            self.steps[known] = step;
        } else {
            self.place.insert(step.removed.clone(), self.steps.len());
            self.steps.push(step);
        }
    }
}

impl Common {
    /// The link after one that a digit was used by, if there is another digit.
    fn after(&self, before: usize) -> Option<Link> {
        let (to, digit) = (self.other, self.digit);
        Some(match self.second {
            None if digit == before => return None,
            Some(second) if digit == before => Link { to, used: 1 << second, digit: second },
            Some(second) if second != before => Link { to, used: 1 << digit | 1 << second, digit },
            _ => Link { to, used: 1 << digit, digit },
        })
    }
}
