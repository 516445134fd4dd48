//! Lines that accept or refuse by the set of digits used, whatever their order and however often each comes.
//!
//! Such are counts of different digits, and cages in which no cells may have a certain sum. The last cell may depend on
//! the others in any way: it often tells a number. A diagram of such a line needs a node for each set in each layer.
//! Where cells may be equal and are less than [`SPARE`] more than the digits of a set, it prunes more, since each digit
//! needs a cell of its own: there it is kept unless there are more cells than digits. So are diagrams of few open cells,
//! which are small.

use std::sync::Arc;

use itertools::Itertools;
use smallvec::SmallVec;

use super::super::word::Word;
use super::{are_few_open, put_back};
use crate::grid::Digit;
use crate::rule::Automaton;

/// Lines of fewer cells, or of more digits, are left to diagrams.
const FEWEST_CELLS: usize = 4;
const MOST_DIGITS: usize = 12;
/// The most states of an automaton that is looked at.
const MOST_STATES: usize = 10_000;
/// The most sets that the cells may use.
const MOST_SETS: usize = 1000;
/// With so many more cells than digits of any set, each of these nearly always finds a cell of its own.
const SPARE: usize = 3;
/// Where that is asked, lines of no more open cells are left to diagrams.
const FEW_OPEN: usize = 5;
/// Reasons that take more steps than this are left as they are.
const SLOW: usize = 1 << 20;
/// Filters of more steps wait behind the quick ones.
const QUICK: usize = 256;

/// The sets that all cells but the last may use, each with what the last may have then.
#[derive(Debug, Clone)]
pub(in super::super) struct Used<W> {
    sets: Arc<[(W, W)]>,
    /// About how many steps it takes to narrow them.
    size: usize,
}

/// A state, `None` if no word goes on.
type At = Option<usize>;

/// A set that the cells may use.
struct Possible<W> {
    used: W,
    /// What the last cell may have then.
    then: W,
    /// Those of its digits that only one of the cells can still take.
    alone: W,
}

impl<W: Word> Used<W> {
    /// Whether a line is of the size that is looked at. `differ`: whether the cells all differ.
    pub(super) fn may_be(automaton: &Automaton, all: &[W], differ: bool) -> bool {
        let (cells, digits) = (Self::cells(all, differ), automaton.digits());
        let are_few = || all.split_last().is_none_or(|(_, others)| are_few_open(others, FEW_OPEN));
        cells + 1 >= FEWEST_CELLS
            && !(Self::needs_spare(cells, digits, differ) && are_few())
            && digits <= MOST_DIGITS
            && automaton.states() <= MOST_STATES
    }

    /// How many cells are left but for the last.
    fn cells(all: &[W], differ: bool) -> usize {
        all.len().saturating_sub(Self::filled(all, differ) + 1)
    }

    /// How many cells from the first on are filled, which it passes over.
    fn filled(all: &[W], differ: bool) -> usize {
        all.iter().take_while(|set| !differ && !set.is_several()).count()
    }

    /// The sets of a line whose cells have these digits, if it depends on them alone, and how many cells from the
    /// first on are filled, which it passes over. `differ`: whether the cells all differ.
    pub(super) fn new(automaton: &Automaton, all: &[W], differ: bool) -> Option<(usize, Self)> {
        let digits = automaton.digits();
        let next = |at: At, digit: usize| automaton.next(at?, Digit::new(digit));
        let (filled, cells) = (Self::filled(all, differ), Self::cells(all, differ));
        let read = all[..filled].iter().filter_map(|set| set.first());
        let start = read.fold(Some(automaton.start()), next);
        let members = |used: u32| (0..digits).filter(move |digit| used >> digit & 1 == 1);
        // What the last cell may have where the others use a set.
        let then = |used: u32| {
            let again = cells.saturating_sub(used.count_ones() as usize);
            let again = std::iter::repeat_n(used.trailing_zeros() as usize, again);
            let end = members(used).chain(again).fold(start, next);
            let fits = |&last: &usize| {
                let is_new = !differ || used >> last & 1 == 0;
                is_new && next(end, last).is_some_and(|end| automaton.accepts(end))
            };
            (0..digits).filter(fits).map(W::bit).fold(W::EMPTY, W::or)
        };
        let too_many = (cells + 1).saturating_sub(SPARE).max(1);
        if Self::needs_spare(cells, digits, differ) {
            // A word of too many of their digits tells sooner than all sets.
            let (last, others) = all.split_last()?;
            let union = others[filled..].iter().fold(W::EMPTY, |union, &set| union.or(set));
            let may_use = |count: usize| {
                let first = union.numbers().take(count).fold(0u32, |set, digit| set | 1 << digit);
                first.count_ones() as usize == count && then(first).meets(*last)
            };
            if (too_many..=cells).any(may_use) {
                return None;
            }
        }
        if !depends_on_sets(start, automaton, cells, differ) {
            return None;
        }
        let mut sets = Vec::new();
        for used in 1u32..1 << digits {
            let count = used.count_ones() as usize;
            if count > cells || differ && count < cells {
                continue;
            }
            let then = then(used);
            if !then.is_empty() {
                sets.push((members(used).map(W::bit).fold(W::EMPTY, W::or), then));
            }
        }
        // Those that the cells may use before any decision.
        let every = Used { sets: sets.into(), size: 0 };
        let sets = every.possible(&all[filled..]).map(|it| (it.used, it.then));
        let sets: Vec<_> = sets.collect();
        let is_spare = sets.iter().all(|(used, _)| (used.count() as usize) < too_many);
        if !is_spare && Self::needs_spare(cells, digits, differ) {
            return None;
        }
        let size = sets.len() * (1 + cells / 4);
        (sets.len() <= MOST_SETS).then(|| (filled, Used { sets: sets.into(), size }))
    }

    /// Whether sets take the place of a diagram only where there are [`SPARE`] more cells than digits in any set.
    fn needs_spare(cells: usize, digits: usize, differ: bool) -> bool {
        !differ && cells <= digits
    }

    pub(super) fn narrow(&self, sets: &mut [W]) -> bool {
        let mut left: SmallVec<[W; 32]> = SmallVec::from_elem(W::EMPTY, sets.len());
        let mut some = false;
        for Possible { used, then, alone } in self.possible(sets) {
            some = true;
            for (k, (left, &set)) in left.iter_mut().zip(&*sets).enumerate() {
                let own = set.and(if k + 1 == sets.len() { then } else { used });
                let is_alone = k + 1 < sets.len() && own.meets(alone);
                *left = left.or(if is_alone { own.and(alone) } else { own });
            }
            if left[..] == *sets {
                return true;
            }
        }
        sets.copy_from_slice(&left);
        some
    }

    /// The sets that the cells may use.
    fn possible(&self, sets: &[W]) -> impl Iterator<Item = Possible<W>> {
        let (last, others) = sets.split_last().expect("as many cells as are looked at");
        let (mut known, mut once, mut twice) = (W::EMPTY, W::EMPTY, W::EMPTY);
        for &set in others {
            known = if set.is_several() { known } else { known.or(set) };
            twice = twice.or(once.and(set));
            once = once.or(set);
        }
        self.sets.iter().filter_map(move |&(used, then)| {
            let alone = used.without(twice);
            let fits = |set: &W| set.meets(used) && !set.and(alone).is_several();
            let is_possible = known.without(used).is_empty()
                && used.without(once).is_empty()
                && then.meets(*last)
                && others.iter().all(fits);
            is_possible.then_some(Possible { used, then, alone })
        })
    }

    /// Whole cells, else single digits, are put back as long as no set is possible.
    pub(super) fn relax(&self, sets: &[W], all: &[W]) -> Vec<W> {
        let is_refuted = |sets: &[W]| self.possible(sets).next().is_none();
        let candidates: usize = all.iter().map(|set| set.count() as usize).sum();
        if candidates.saturating_mul(self.size) > SLOW || !is_refuted(sets) {
            return sets.to_vec();
        }
        put_back(sets, all, |sets, _| is_refuted(sets))
    }

    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// Whether it takes few steps.
    pub(super) fn is_quick(&self) -> bool {
        self.size <= QUICK
    }
}

/// Whether what words of so many digits lead to from a state depends on their sets of digits alone: two that follow
/// one another may change places, and of two digits, one of them twice, either may be. Where digits `differ` none comes
/// twice.
fn depends_on_sets(start: At, automaton: &Automaton, cells: usize, differ: bool) -> bool {
    let digits = automaton.digits();
    let next = |at: At, digit: usize| automaton.next(at?, Digit::new(digit));
    let mut seen = vec![false; automaton.states()];
    let mut layer: Vec<usize> = start.into_iter().collect();
    for place in 0..cells.saturating_sub(1) {
        let mut later = Vec::new();
        for &at in &layer {
            for [a, b] in (0..digits).array_combinations() {
                let after = |first: usize, second: usize| next(next(Some(at), first), second);
                let mixed = after(a, b);
                let is_twice = || place + 2 < cells && next(mixed, a) != next(mixed, b);
                if mixed != after(b, a) || !differ && is_twice() {
                    return false;
                }
            }
            for to in (0..digits).filter_map(|digit| next(Some(at), digit)) {
                if !std::mem::replace(&mut seen[to], true) {
                    later.push(to);
                }
            }
        }
        layer = later;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// The automaton of a state that grows with each digit, of which `accepts` says whether a word may end there.
    fn automaton(
        digits: usize,
        next: impl Fn(u64, usize) -> Option<u64>,
        accepts: impl Fn(u64) -> bool,
    ) -> Automaton {
        let mut states = vec![0u64];
        let mut table = Vec::new();
        let mut at = 0;
        while let Some(&state) = states.get(at) {
            for digit in 0..digits {
                table.push(next(state, digit).map(|to| {
                    states.iter().position(|&known| known == to).unwrap_or_else(|| {
                        states.push(to);
                        states.len() - 1
                    })
                }));
            }
            at += 1;
        }
        let accepting: Vec<bool> = states.iter().map(|&state| accepts(state)).collect();
        Automaton::new(digits, 0, accepting, |state, digit| table[state * digits + digit])
    }

    /// Whether an automaton accepts a word, none of whose digits comes twice if they are to differ.
    fn fits(automaton: &Automaton, word: &[usize], differ: bool) -> bool {
        let end =
            word.iter().try_fold(automaton.start(), |at, &d| automaton.next(at, Digit::new(d)));
        (!differ || word.iter().all_unique()) && end.is_some_and(|end| automaton.accepts(end))
    }

    #[test]
    fn no_word_is_lost() {
        // Two different digits, or as many as the last tells; no sum of some digits that is 6.
        let two =
            automaton(3, |seen, digit| Some(seen | 1 << digit), |seen| seen.count_ones() == 2);
        let told = automaton(
            3,
            |seen, digit| match seen >> 60 {
                4 if seen.count_ones() != u32::try_from(digit).unwrap() + 2 => None,
                4 => Some(0b111 << 60),
                7 => None,
                place => Some(((place + 1) << 60) | (seen & 7) | 1 << digit),
            },
            |seen| seen == 0b111 << 60,
        );
        let sums = automaton(
            5,
            |sums, digit| {
                let sums = sums | (sums | 1) << (digit + 1);
                (sums >> 6 & 1 == 0).then_some(sums & 0x3f)
            },
            |_| true,
        );
        let mut random = Random::new(8);
        let (mut removed, mut refused) = (0, 0);
        // Not more cells than digits.
        let one = automaton(4, |seen, digit| Some(seen | 1 << digit), u64::is_power_of_two);
        let pair =
            automaton(5, |seen, digit| Some(seen | 1 << digit), |seen| seen.count_ones() == 2);
        let cases = [
            (&two, 5, false),
            (&told, 5, false),
            (&sums, 4, true),
            (&one, 5, false),
            (&pair, 6, false),
        ];
        for (automaton, cells, differ) in cases {
            let digits = automaton.digits();
            let all = vec![(1u32 << digits) - 1; cells];
            let Some((0, used)) = Used::new(automaton, &all, differ) else {
                panic!("it depends on sets alone")
            };
            for _ in 0..500 {
                let draw = |_| u32::try_from(1 + random.below((1 << digits) - 1)).unwrap();
                let before: Vec<u32> = (0..cells).map(draw).collect();
                let words = |sets: &[u32]| {
                    let numbers = sets.iter().map(|set| set.numbers().collect::<Vec<_>>());
                    let all = numbers.multi_cartesian_product();
                    all.filter(|word| fits(automaton, word, differ)).collect::<Vec<_>>()
                };
                let mut after = before.clone();
                let holds = used.narrow(&mut after);
                for word in words(&before) {
                    let is_left = word.iter().zip(&after).all(|(&digit, set)| set.has(digit));
                    assert!(holds && is_left, "{before:?} {after:?} {word:?}");
                }
                removed += usize::from(holds && after != before);
                // Each removal has a reason.
                for (k, left) in after.iter().enumerate().filter(|_| holds) {
                    for digit in before[k].without(*left).numbers() {
                        let mut without = before.clone();
                        without[k] = u32::bit(digit);
                        let relaxed = used.relax(&without, &all);
                        assert!(used.possible(&relaxed).next().is_none() && relaxed[k].has(digit));
                        assert!(words(&relaxed).is_empty(), "{without:?} {relaxed:?}");
                    }
                }
                if !holds {
                    refused += 1;
                    let relaxed = used.relax(&before, &all);
                    assert!(before.iter().zip(&relaxed).all(|(own, wide)| own & !wide == 0));
                    assert!(words(&relaxed).is_empty(), "{before:?} {relaxed:?}");
                }
            }
        }
        assert!(removed > 300 && refused > 100, "{removed} {refused}");
    }

    #[test]
    fn others_are_left_to_diagrams() {
        let all = [0b111u32; 5];
        let parity = automaton(3, |odd, digit| Some(odd ^ u64::from(digit == 1)), |odd| odd == 1);
        assert!(Used::new(&parity, &all, false).is_none(), "how often");
        let first = automaton(
            3,
            |at, digit| Some(at.max(1 + digit as u64 * u64::from(at == 0))),
            |at| at == 2,
        );
        assert!(Used::new(&first, &all, false).is_none(), "where");
        let two =
            automaton(3, |seen, digit| Some(seen | 1 << digit), |seen| seen.count_ones() == 2);
        let odd = automaton(8, |seen, digit| Some(seen ^ 1 << digit), u64::is_power_of_two);
        assert!(Used::new(&odd, &[0xFFu32; 9], false).is_none(), "how often each");
        // Some digits but the first: no word of the first ones tells that they are many.
        let but_first = |most| {
            let seen =
                |seen: u64, digit: usize| Some(seen | 1 << digit).filter(|seen| seen & 1 == 0);
            automaton(8, seen, move |seen| seen.count_ones() <= most)
        };
        for (cells, most, is_spare) in [(9, 5, true), (9, 6, false), (10, 6, true), (8, 5, false)] {
            let used = Used::new(&but_first(most), &vec![0xFFu32; cells], false);
            assert_eq!(used.is_some(), is_spare, "{cells} cells, {most} digits");
        }
        // The first cell is filled.
        let (filled, used) = Used::new(&two, &[1u32, 7, 7, 7, 7, 7], false).unwrap();
        let mut sets = [7u32, 7, 7, 2, 2];
        assert!(filled == 1 && used.narrow(&mut sets));
        assert_eq!(sets, [3, 3, 3, 2, 2]);
    }
}
