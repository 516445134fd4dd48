//! Lines that accept or refuse by the set of digits used, whatever their order and however often each comes.
//!
//! Such are many state machines that count different digits, and cages in which no cells may have a certain sum. The
//! last cell, or the first, may depend on the others in any way: it often tells a number, and is put last here. A
//! diagram of such a line needs a node for each set in each layer; here each set is narrowed by itself. Where there are hardly more cells than digits
//! of a set, its digits are [matched with cells](Cover); elsewhere each nearly always finds a cell of its own.

use std::cell::Cell as Counter;
use std::sync::Arc;

use foldhash::HashMap;
use itertools::Itertools;
use smallvec::SmallVec;

use super::super::word::Word;
use super::cage::Cage;
use super::cover::{Cover, MOST_CELLS, MOST_DIGITS};
use super::put_back;
use crate::grid::Digit;
use crate::rule::Automaton;

/// Lines of fewer cells are left to diagrams.
const FEWEST_CELLS: usize = 4;
/// The most states of an automaton that is looked at.
const MOST_STATES: usize = 10_000;
/// The most sets that the cells may use.
const MOST_SETS: usize = 1000;
/// With so many more cells than digits of a set, each of these nearly always finds a cell of its own.
const SPARE: usize = 3;
/// Reasons that take more steps than this are left as they are.
const SLOW: usize = 1 << 20;
/// Filters of more steps wait behind the quick ones.
const QUICK: usize = 256;

/// The sets that all cells but the last may use, each with what the last may have then, as bits.
#[derive(Debug, Clone)]
pub(in super::super) struct Used {
    sets: Arc<[(u16, u16)]>,
    /// Whether the cells all differ.
    differ: bool,
    /// Whether the digits of some set are matched with cells.
    has_matched: bool,
    /// About how many steps it takes to narrow them, and how many the last call took.
    size: usize,
    spent: Counter<usize>,
}

/// A state, `None` if no word goes on.
type At = Option<usize>;

/// Of an automaton, from a state on, for so many cells, which all differ or need not: the sets that they may use, if it
/// depends on these alone.
pub(super) type Known = HashMap<(Arc<Automaton>, At, usize, bool), Option<Told>>;

/// The sets that all cells but one may use, each with what that one may have then, as bits.
#[derive(Debug, Clone)]
pub(super) struct Told {
    /// Whether that one is the first of the line, else the last.
    is_first: bool,
    sets: Arc<[(u16, u16)]>,
    /// The sets of digits that all cells may have, if these all differ and any order will do.
    combinations: Option<Arc<[u16]>>,
}

/// The digits of cells, as bits.
type Bits = SmallVec<[u16; MOST_CELLS]>;

/// What is asked of sets of digits.
struct Question {
    /// Of all cells, the last included.
    sets: Bits,
    /// Digits of cells that are filled, of some cell, of two cells or more.
    known: u16,
    once: u16,
    twice: u16,
    /// If that may be asked.
    cover: Option<Cover>,
}

impl Used {
    /// Whether a line is of the size that is looked at. `differ`: whether the cells all differ.
    pub(super) fn may_be<W: Word>(automaton: &Automaton, all: &[W], differ: bool) -> bool {
        Self::cells(all, differ) + 1 >= FEWEST_CELLS
            && automaton.digits() <= MOST_DIGITS
            && automaton.states() <= MOST_STATES
    }

    /// How many cells are left but for the last.
    fn cells<W: Word>(all: &[W], differ: bool) -> usize {
        all.len().saturating_sub(Self::filled(all, differ) + 1)
    }

    /// How many cells from the first on are filled, which it passes over.
    fn filled<W: Word>(all: &[W], differ: bool) -> usize {
        all.iter().take_while(|set| !differ && !set.is_several()).count()
    }

    /// The cage of a line whose cells all differ and have these digits, if whether it accepts depends on the set of them
    /// alone.
    pub(super) fn cage<W: Word>(
        automaton: &Arc<Automaton>,
        all: &[W],
        known: &mut Known,
    ) -> Option<Cage<W>> {
        let (start, cells) = (Some(automaton.start()), Self::cells(all, true));
        let told = known.entry((Arc::clone(automaton), start, cells, true));
        let told = told.or_insert_with(|| Told::new(automaton, start, cells, true)).as_ref()?;
        let union = all.iter().copied().fold(W::EMPTY, W::or);
        let sets = told.combinations.as_ref()?.iter().map(|&set| W::small(set));
        Some(Cage::of_sets(sets.filter(|set| set.without(union).is_empty()).collect()))
    }

    /// The sets of a line whose cells have these digits, if it depends on them alone, and the positions of its cells, in
    /// order: those that are filled, from the first on, it passes over. `differ`: whether the cells all differ.
    pub(super) fn new<W: Word>(
        automaton: &Arc<Automaton>,
        all: &[W],
        differ: bool,
        known: &mut Known,
    ) -> Option<(Vec<usize>, Self)> {
        let next = |at: At, digit: usize| automaton.next(at?, Digit::new(digit));
        let (filled, cells) = (Self::filled(all, differ), Self::cells(all, differ));
        let read = all[..filled].iter().filter_map(|set| set.first());
        let start = read.fold(Some(automaton.start()), next);
        let told = known.entry((Arc::clone(automaton), start, cells, differ));
        let told = told.or_insert_with(|| Told::new(automaton, start, cells, differ)).as_ref()?;
        let mut positions: Vec<_> = (filled..all.len()).collect();
        positions.rotate_left(told.is_first.into());
        let all: Vec<_> = positions.iter().map(|&k| all[k]).collect();
        // More cells are enough for any set, so no cover has more than it can.
        let has_matched = !differ && cells < MOST_DIGITS + SPARE;
        let sets = Arc::clone(&told.sets);
        let every = Used { sets, differ, has_matched, size: 0, spent: Counter::new(0) };
        // Those that the cells may use before any decision.
        let question = Question::new(&all, has_matched);
        let mut left = question.sets.clone();
        let is_possible = |&&(used, then): &&_| every.fill(&question, used, then, &mut left);
        let sets = every.sets.iter().filter(is_possible).take(MOST_SETS + 1).copied();
        let sets: Vec<_> = sets.collect();
        if sets.len() > MOST_SETS {
            return None;
        }
        let is_matched = |&(used, _): &(u16, u16)| every.are_matched(used, cells);
        let matched = sets.iter().copied().filter(is_matched).count();
        let size = sets.len() * (1 + cells / 4) + matched * 2 * cells;
        let (sets, has_matched) = (sets.into(), matched > 0);
        Some((positions, Used { sets, differ, has_matched, size, spent: Counter::new(size) }))
    }

    /// Whether the digits of a set are matched with so many cells.
    fn are_matched(&self, used: u16, cells: usize) -> bool {
        !self.differ && (used.count_ones() as usize) + SPARE > cells
    }

    pub(super) fn narrow<W: Word>(&self, sets: &mut [W]) -> bool {
        let question = Question::new(sets, self.has_matched);
        let mut own = question.sets.clone();
        let mut left = Bits::from_elem(0, sets.len());
        let mut some = false;
        self.spent.set(self.size);
        for (k, &(used, then)) in self.sets.iter().enumerate() {
            if self.fill(&question, used, then, &mut own) {
                some = true;
                left.iter_mut().zip(&own).for_each(|(left, own)| *left |= own);
                if left == question.sets {
                    self.spent.set(self.size * (k + 1) / self.sets.len());
                    return true;
                }
            }
        }
        sets.iter_mut().zip(&left).for_each(|(set, &left)| *set = W::small(left));
        some
    }

    /// Writes what cells may have whose digits, but for that of the last, are just those of `used`; whether there is a
    /// way, as far as it sees.
    fn fill(&self, of: &Question, used: u16, then: u16, left: &mut [u16]) -> bool {
        let Some((&last, others)) = of.sets.split_last() else { return false };
        if of.known & !used != 0 || used & !of.once != 0 || then & last == 0 {
            return false;
        }
        left[others.len()] = last & then;
        // Digits that only one of the cells can still take.
        let alone = used & !of.twice;
        for (left, set) in left.iter_mut().zip(others) {
            let (own, alone) = (set & used, set & alone);
            if own == 0 || alone & alone.wrapping_sub(1) != 0 {
                return false;
            }
            *left = if alone == 0 { own } else { alone };
        }
        let cover = of.cover.as_ref().filter(|_| self.are_matched(used, others.len()));
        cover.is_none_or(|cover| cover.narrow(used, left))
    }

    /// Whole cells, else single digits, are put back as long as no set is possible.
    pub(super) fn relax<W: Word>(&self, sets: &[W], all: &[W]) -> Vec<W> {
        let mut left = Bits::from_elem(0, sets.len());
        let mut is_refuted = |sets: &[W]| {
            let question = Question::new(sets, self.has_matched);
            !self.sets.iter().any(|&(used, then)| self.fill(&question, used, then, &mut left))
        };
        self.spent.set(self.size);
        let candidates: usize = all.iter().map(|set| set.count() as usize).sum();
        if candidates.saturating_mul(self.size) > SLOW || !is_refuted(sets) {
            return sets.to_vec();
        }
        put_back(sets, all, |sets, _| is_refuted(sets))
    }

    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// The steps of the last call.
    pub(super) fn spent(&self) -> u64 {
        self.spent.get() as u64
    }

    /// Whether it takes few steps.
    pub(super) fn is_quick(&self) -> bool {
        self.size <= QUICK
    }
}

impl Told {
    fn new(automaton: &Automaton, start: At, cells: usize, differ: bool) -> Option<Self> {
        let digits = automaton.digits();
        let next = |at: At, digit: usize| automaton.next(at?, Digit::new(digit));
        let is_last = depends_on_sets([start], automaton, cells, differ);
        let starts = || (0..digits).map(|told| next(start, told));
        if !is_last && !depends_on_sets(starts(), automaton, cells, differ) {
            return None;
        }
        let count = |used: u16| used.count_ones() as usize;
        let small: Vec<u16> = (1..1 << digits).filter(|&used| count(used) <= cells).collect();
        let starts: Vec<_> =
            if is_last { vec![start] } else { (0..digits).map(|told| next(start, told)).collect() };
        // Where the digits of a set lead, each once, in rising order.
        let mut once = vec![None; 1 << digits];
        let mut then = vec![0; 1 << digits];
        for (told, &start) in starts.iter().enumerate() {
            once[0] = start;
            for &used in &small {
                let last = used.ilog2();
                let at = next(once[usize::from(used & !(1 << last))], last as usize);
                once[usize::from(used)] = at;
                if differ && count(used) != cells {
                    continue;
                }
                let end =
                    ends(at, |at| next(at, used.trailing_zeros() as usize), cells - count(used));
                let fits = |told: usize, end: At| {
                    let is_new = !differ || used >> told & 1 == 0;
                    is_new && end.is_some_and(|end| automaton.accepts(end))
                };
                if is_last {
                    let told = (0..digits).filter(|&told| fits(told, next(end, told)));
                    then[usize::from(used)] = told.fold(0, |set, told| set | 1 << told);
                } else if fits(told, end) {
                    then[usize::from(used)] |= 1 << told;
                }
            }
        }
        let sets = small.iter().map(|&used| (used, then[usize::from(used)]));
        let sets = sets.filter(|&(_, then)| then != 0).collect();
        let combinations = if differ { combinations(&then) } else { None };
        Some(Told { is_first: !is_last, sets, combinations })
    }
}

/// The sets of digits of all cells, given what the last may have beside each set of the others, if each digit of such a
/// set may be the last.
fn combinations(then: &[u16]) -> Option<Arc<[u16]>> {
    let digits = |set: usize| (0..u16::BITS).filter(move |digit| set >> digit & 1 == 1);
    let may_be_last = |set: usize, digit: u32| then[set & !(1 << digit)] >> digit & 1 == 1;
    let mut found = Vec::new();
    for set in 1..then.len() {
        let count = digits(set).filter(|&digit| may_be_last(set, digit)).count();
        if count > 0 {
            if count < set.count_ones() as usize {
                return None;
            }
            found.push(u16::try_from(set).ok()?);
        }
    }
    Some(found.into())
}

/// The state after so many equal steps; they end at a state that leads to itself.
fn ends(mut at: At, step: impl Fn(At) -> At, steps: usize) -> At {
    for _ in 0..steps {
        let to = step(at);
        if to == at {
            break;
        }
        at = to;
    }
    at
}

impl Question {
    fn new<W: Word>(sets: &[W], is_matched: bool) -> Self {
        let sets: Bits = sets.iter().map(|set| set.low()).collect();
        let others = sets.split_last().map_or(&[][..], |(_, others)| others);
        let (mut known, mut once, mut twice) = (0, 0, 0);
        for &set in others {
            known |= if set & set.wrapping_sub(1) == 0 { set } else { 0 };
            twice |= once & set;
            once |= set;
        }
        let cover = is_matched.then(|| Cover::new(others));
        Question { sets, known, once, twice, cover }
    }
}

/// Whether what words of so many digits lead to from each of some states depends on their sets of digits alone: two that
/// follow one another may change places, and of two digits, one of them twice, either may be. Where digits `differ` none
/// comes twice.
fn depends_on_sets(
    starts: impl IntoIterator<Item = At>,
    automaton: &Automaton,
    cells: usize,
    differ: bool,
) -> bool {
    let digits = automaton.digits();
    let next = |at: At, digit: usize| automaton.next(at?, Digit::new(digit));
    let mut seen = vec![false; automaton.states()];
    let mut layer: Vec<usize> = starts.into_iter().flatten().collect();
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

    fn new(automaton: &Arc<Automaton>, all: &[u32], differ: bool) -> Option<(Vec<usize>, Used)> {
        Used::new(automaton, all, differ, &mut Known::default())
    }

    /// The automaton of a state that grows with each digit, of which `accepts` says whether a word may end there.
    fn automaton(
        digits: usize,
        next: impl Fn(u64, usize) -> Option<u64>,
        accepts: impl Fn(u64) -> bool,
    ) -> Arc<Automaton> {
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
        Arc::new(Automaton::new(digits, 0, accepting, |state, digit| table[state * digits + digit]))
    }

    /// Whether an automaton accepts a word, none of whose digits comes twice if they are to differ.
    fn fits(automaton: &Automaton, word: &[usize], differ: bool) -> bool {
        let end =
            word.iter().try_fold(automaton.start(), |at, &d| automaton.next(at, Digit::new(d)));
        (!differ || word.iter().all_unique()) && end.is_some_and(|end| automaton.accepts(end))
    }

    #[test]
    fn no_word_is_lost() {
        // Two different digits, or as many as the last or the first tells; no sum of some digits that is 6.
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
        let told_first = automaton(
            4,
            |seen, digit| Some(if seen == 0 { (digit as u64 + 1) << 8 } else { seen | 1 << digit }),
            |seen| u64::from((seen & 0xFF).count_ones()) + 1 == seen >> 8,
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
        let (mut removed, mut refused, mut exact) = (0, 0, 0);
        // Not more cells than digits.
        let one = automaton(4, |seen, digit| Some(seen | 1 << digit), u64::is_power_of_two);
        let pair =
            automaton(5, |seen, digit| Some(seen | 1 << digit), |seen| seen.count_ones() == 2);
        let cases = [
            (&two, 5, false),
            (&told, 5, false),
            (&told_first, 4, false),
            (&told_first, 5, false),
            (&sums, 4, true),
            (&one, 5, false),
            (&pair, 6, false),
        ];
        for (automaton, cells, differ) in cases {
            let digits = automaton.digits();
            let all = vec![(1u32 << digits) - 1; cells];
            let Some((positions, used)) = new(automaton, &all, differ) else {
                panic!("it depends on sets alone")
            };
            for _ in 0..500 {
                let draw = |_| u32::try_from(1 + random.below((1 << digits) - 1)).unwrap();
                let before: Vec<u32> = (0..cells).map(draw).collect();
                let words = |sets: &[u32]| {
                    let numbers = sets.iter().map(|set| set.numbers().collect::<Vec<_>>());
                    let all = numbers.multi_cartesian_product();
                    let in_order = |word: &Vec<usize>| {
                        let place = |k| positions.iter().position(|&at| at == k).unwrap();
                        (0..cells).map(|k| word[place(k)]).collect::<Vec<_>>()
                    };
                    all.filter(|word| fits(automaton, &in_order(word), differ)).collect::<Vec<_>>()
                };
                let mut after = before.clone();
                let holds = used.narrow(&mut after);
                let is_exact = used.sets.iter().all(|&(set, _)| used.are_matched(set, cells - 1));
                if is_exact {
                    let mut left = vec![0; cells];
                    for word in words(&before) {
                        left.iter_mut().zip(word).for_each(|(left, digit)| *left |= 1 << digit);
                    }
                    assert_eq!(holds, left[0] != 0, "{before:?}");
                    assert!(!holds || after == left, "{before:?} {after:?} {left:?}");
                    exact += 1;
                }
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
                        assert!(!used.narrow(&mut relaxed.clone()) && relaxed[k].has(digit));
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
        assert_eq!(
            exact, 1000,
            "as many as the last tells, and as many as the first tells of four"
        );
    }

    /// Cells that all differ are a cage, unless the last tells of the others.
    #[test]
    fn cells_that_differ_are_a_cage() {
        let cage = |automaton: &Arc<Automaton>, all: &[u32]| {
            let cage = Used::cage(automaton, all, &mut Known::default());
            cage.map(|cage| cage.sets().to_vec())
        };
        // No two digits, counted from 1, of a sum of 7.
        let sums = automaton(
            6,
            |seen, digit| (seen >> (5 - digit) & 1 == 0).then_some(seen | 1 << digit),
            |_| true,
        );
        let [without_6, without_1] = [0b11_1101, 0b01_1111];
        assert!(
            cage(&sums, &[0b11_1111; 4]).unwrap().is_empty(),
            "four cells have both digits of one of the three pairs"
        );
        let three = cage(&sums, &[0b11_1111; 3]).unwrap();
        assert_eq!(three.len(), 8);
        assert_eq!(cage(&sums, &[without_6, without_1, 0b11_1111]).unwrap(), three);
        assert_eq!(cage(&sums, &[0b1, 0b110, 0b1100]).unwrap(), [0b0111, 0b1011]);
        let last = automaton(
            4,
            |seen, digit| Some(if seen < 16 { seen | 1 << digit } else { seen }),
            |seen| seen & 1 == 1,
        );
        assert_eq!(cage(&last, &[0b1111; 3]).unwrap(), [0b0111, 0b1011, 0b1101]);
        let first = automaton(4, |at, digit| (at > 0 || digit == 3).then_some(1), |_| true);
        assert!(cage(&first, &[0b1111; 3]).is_none());
    }

    #[test]
    fn others_are_left_to_diagrams() {
        let all = [0b111u32; 5];
        let parity = automaton(3, |odd, digit| Some(odd ^ u64::from(digit == 1)), |odd| odd == 1);
        assert!(new(&parity, &all, false).is_none(), "how often");
        // Which digit comes second.
        let second = automaton(
            3,
            |at, digit| Some(if at == 1 { 2 + digit as u64 } else { at.max(1) }),
            |at| at == 3,
        );
        assert!(new(&second, &all, false).is_none(), "where");
        let two =
            automaton(3, |seen, digit| Some(seen | 1 << digit), |seen| seen.count_ones() == 2);
        let odd = automaton(8, |seen, digit| Some(seen ^ 1 << digit), u64::is_power_of_two);
        assert!(new(&odd, &[0xFFu32; 9], false).is_none(), "how often each");
        // The first cell is filled.
        let (positions, used) = new(&two, &[1u32, 7, 7, 7, 7, 7], false).unwrap();
        let mut sets = [7u32, 7, 7, 2, 2];
        assert!(positions == [1, 2, 3, 4, 5] && used.narrow(&mut sets));
        assert_eq!(sets, [3, 3, 3, 2, 2]);
    }
}
