//! Sums by all their partial sums, cell by cell, as the bits of a word: a candidate may stay if it adds
//! up to a target with digits of the other cells. Exact but for cells that must differ, once few cells are
//! open.

use std::ops::{BitAnd, BitOr, Not, Shl, Shr};

use smallvec::SmallVec;

use super::super::word::Word;
use super::are_few_open;
use super::sum::MOST_OPEN;

/// A sum whose greatest total is less than 128 above the least.
#[derive(Debug)]
pub(in super::super) struct Partial {
    /// For each cell what each digit adds to the least that the cell can add.
    shifts: Box<[Box<[u8]>]>,
    /// A bit for each total that is a target.
    targets: u128,
    /// All totals are below 64.
    is_short: bool,
}

/// Words whose bits are sums.
trait Sums:
    Copy
    + PartialEq
    + From<u8>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + Shl<u8, Output = Self>
    + Shr<u8, Output = Self>
{
    #[inline]
    fn meets(self, other: Self) -> bool {
        self & other != Self::from(0)
    }
}

impl Sums for u64 {}
impl Sums for u128 {}

impl Partial {
    /// The filter of a sum, by a table of weights for each cell; `None` if totals lie too far apart.
    pub(super) fn new<W: Word>(all: &[W], tables: &[&[i64]], targets: &[i64]) -> Option<Self> {
        let (mut least, mut span) = (0i64, 0i64);
        let mut shifts = Vec::with_capacity(all.len());
        for (set, table) in all.iter().zip(tables) {
            let weights = || set.numbers().map(|digit| table[digit]);
            let (low, high) = (weights().min().unwrap_or(0), weights().max().unwrap_or(0));
            (least, span) = (least.checked_add(low)?, span.checked_add(high.checked_sub(low)?)?);
            if span >= i64::from(u128::BITS) {
                return None;
            }
            // Digits that the cell cannot have are never asked for.
            let shift = |(digit, &weight): (usize, &i64)| {
                if set.has(digit) { u8::try_from(weight - low).unwrap_or(0) } else { 0 }
            };
            shifts.push(table.iter().enumerate().map(shift).collect());
        }
        let within =
            |&target: &i64| Some(target.checked_sub(least)?).filter(|it| (0..=span).contains(it));
        let targets = targets.iter().filter_map(within).fold(0, |bits, total| bits | 1 << total);
        Some(Partial { shifts: shifts.into(), targets, is_short: span < i64::from(u64::BITS) })
    }

    /// The number of digits that are added up.
    pub(super) fn size(&self) -> usize {
        self.shifts.iter().map(|shifts| shifts.len()).sum()
    }

    pub(super) fn narrow<W: Word>(&self, sets: &mut [W]) -> bool {
        if !are_few_open(sets, MOST_OPEN) {
            return true;
        }
        if self.is_short {
            self.narrow_in(self.short(), sets)
        } else {
            self.narrow_in(self.targets, sets)
        }
    }

    pub(super) fn relax<W: Word>(&self, sets: &[W], all: &[W]) -> Vec<W> {
        if self.is_short {
            self.relax_in(self.short(), sets, all)
        } else {
            self.relax_in(self.targets, sets, all)
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "the totals are below 64")]
    fn short(&self) -> u64 {
        self.targets as u64
    }

    /// The partial sums before each cell, and the totals.
    fn reached<W: Word, S: Sums>(&self, sets: &[W]) -> SmallVec<[S; 16]> {
        let mut reached = SmallVec::with_capacity(sets.len() + 1);
        let mut sums = S::from(1);
        reached.push(sums);
        for (k, &set) in sets.iter().enumerate() {
            let shifts = &self.shifts[k];
            let mut next = S::from(0);
            for digit in set.numbers() {
                next = next | sums << shifts[digit];
            }
            sums = next;
            reached.push(sums);
        }
        reached
    }

    fn narrow_in<W: Word, S: Sums>(&self, targets: S, sets: &mut [W]) -> bool {
        let reached: SmallVec<[S; 16]> = self.reached(sets);
        let mut live = reached[sets.len()] & targets;
        if live == S::from(0) {
            return false;
        }
        for k in (0..sets.len()).rev() {
            let shifts = &self.shifts[k];
            let (mut left, mut before) = (W::EMPTY, S::from(0));
            for digit in sets[k].numbers() {
                let from = live >> shifts[digit] & reached[k];
                if from != S::from(0) {
                    (left, before) = (left.or(W::bit(digit)), before | from);
                }
            }
            (sets[k], live) = (left, before);
        }
        true
    }

    /// From the last cell to the first: what would lead from a sum that is reached to one that must not
    /// be stays out; a sum not reached must not be where what is put back leads on from it.
    fn relax_in<W: Word, S: Sums>(&self, targets: S, sets: &[W], all: &[W]) -> Vec<W> {
        let reached: SmallVec<[S; 16]> = self.reached(sets);
        let mut relaxed = all.to_vec();
        let mut forbidden = targets;
        for k in (0..sets.len()).rev() {
            let shifts = &self.shifts[k];
            let mut before = S::from(0);
            for digit in all[k].numbers() {
                if (reached[k] << shifts[digit]).meets(forbidden) {
                    relaxed[k] = relaxed[k].without(W::bit(digit));
                } else {
                    before = before | forbidden >> shifts[digit];
                }
            }
            forbidden = before & !reached[k];
        }
        relaxed
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::diagram::Diagram;
    use super::*;
    use crate::random::Random;

    /// The filter leaves what the graph of partial sums leaves; what it relaxes still has no filling,
    /// and nothing less.
    #[test]
    fn partial_sums_leave_what_their_graph_leaves() {
        let mut random = Random::new(9);
        let (mut refused, mut narrowed, mut wide, mut put_back) = (0, 0, 0, 0);
        for round in 0..4000 {
            let cells = 1 + random.below(7);
            let reach = if round % 2 == 0 { 7 } else { 40 };
            let mut weight = || i64::try_from(random.below(reach)).unwrap() - 3;
            let tables: Vec<Vec<i64>> =
                (0..cells).map(|_| (0..6).map(|_| weight()).collect()).collect();
            let tables: Vec<&[i64]> = tables.iter().map(|table| &table[..]).collect();
            let mut some = |within: u32| -> u32 {
                let set = within & u32::try_from(random.below(64)).unwrap();
                if set == 0 { 1 << within.trailing_zeros() } else { set }
            };
            let all: Vec<u32> = (0..cells).map(|_| some(0b11_1111)).collect();
            let sets: Vec<u32> = all.iter().map(|&all| some(all)).collect();
            let count = 1 + random.below(3);
            let mut targets: Vec<i64> = (0..count)
                .map(|_| i64::try_from(random.below(reach * cells)).unwrap() - 3)
                .collect();
            targets.sort_unstable();
            targets.dedup();
            let Some(partial) = Partial::new(&all, &tables, &targets) else { continue };
            wide += usize::from(!partial.is_short);
            let graph = Diagram::of_sum(&all, &tables, &targets).unwrap();
            let (mut left, mut exact) = (sets.clone(), sets.clone());
            let holds = partial.narrow(&mut left);
            assert_eq!(holds, graph.narrow(&mut exact), "{sets:?} {tables:?} {targets:?}");
            if holds {
                assert_eq!(left, exact);
                narrowed += usize::from(left != sets);
                continue;
            }
            refused += 1;
            let relaxed = partial.relax(&sets, &all);
            put_back += usize::from(relaxed != sets);
            assert!(sets.iter().zip(&relaxed).all(|(&set, &more)| set & !more == 0));
            assert!(relaxed.iter().zip(&all).all(|(&more, &all)| more & !all == 0));
            let sums =
                relaxed.iter().zip(&tables).fold(BTreeSet::from([0]), |sums, (set, table)| {
                    let add = |sum| set.numbers().map(move |digit| sum + table[digit]);
                    sums.into_iter().flat_map(add).collect()
                });
            assert!(targets.iter().all(|target| !sums.contains(target)));
        }
        assert!(refused > 300 && narrowed > 100 && wide > 100 && put_back > 100);
    }
}
