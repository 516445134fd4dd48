//! How many different digits there are: bounds on their number, and what follows where one is reached.
//!
//! At least as many digits occur as there are cells whose sets are disjoint; some are found from the
//! smallest on. At most as many occur as a matching has edges between digits and cells. Where the teller
//! says no more than the first, all cells have digits of the sets found; where it says no fewer than the second,
//! the digits of each cell are those that some greatest matching allows.
//!
//! Matchings in `cover` are of the digits of a given set, of few digits and cells, and match all of them.
//!
//! - Nicolas Beldiceanu: *Pruning for the Minimum Constraint Family and for the Number of Distinct Values
//!   Constraint Family*, CP 2001.
//! - Jean-Charles Régin: *A filtering algorithm for constraints of difference in CSPs*, AAAI 1994.

use std::sync::Arc;

use super::super::state::number;
use super::super::word::Word;
use super::{Domain, Filter, Filtered};
use crate::rule;

/// Cells, and at the last position the one that tells how many digits they have.
#[derive(Debug)]
pub(in super::super) struct NValue {
    /// What each digit of the teller says.
    counts: Arc<[i32]>,
    cells: usize,
}

/// The filter of a number of digits.
pub(super) fn filter<W: Word>(block: &rule::NValue, domain: Domain<'_, W>) -> Filtered<W> {
    let cells: Box<[u32]> = block.all_cells().map(|cell| number(cell.index())).collect();
    let all = domain.of(&cells);
    let nvalue = NValue { counts: block.counts().into(), cells: block.cells().len() };
    Filtered { cells, all, filter: Filter::NValue(nvalue) }
}

/// Cells with disjoint sets: they have as many digits.
struct Apart<W> {
    positions: Vec<usize>,
    /// The digits of all of them.
    union: W,
}

impl<W: Word> Apart<W> {
    /// Some, the smallest sets first.
    fn of(sets: &[W]) -> Self {
        let mut order: Vec<_> = (0..sets.len()).map(|k| (sets[k].count(), k)).collect();
        order.sort_unstable();
        let mut apart = Apart { positions: Vec::new(), union: W::EMPTY };
        for (_, k) in order {
            if !sets[k].meets(apart.union) {
                apart.positions.push(k);
                apart.union = apart.union.or(sets[k]);
            }
        }
        apart
    }
}

/// A greatest matching of digits and cells.
struct Matching<W> {
    /// For each digit the cell that has it, if one has.
    owners: Vec<Option<usize>>,
    /// The digits that a cell has.
    owned: W,
    /// The cells that have no digit.
    free: Vec<usize>,
}

impl<W: Word> Matching<W> {
    fn of(sets: &[W], digits: usize) -> Self {
        let mut matching =
            Matching { owners: vec![None; digits], owned: W::EMPTY, free: Vec::new() };
        for cell in 0..sets.len() {
            if !matching.augment(cell, sets, &mut { W::EMPTY }) {
                matching.free.push(cell);
            }
        }
        matching
    }

    /// Finds the cell a digit, though others have to take another.
    fn augment(&mut self, cell: usize, sets: &[W], seen: &mut W) -> bool {
        if let Some(digit) = sets[cell].without(self.owned).first() {
            self.owners[digit] = Some(cell);
            self.owned = self.owned.or(W::bit(digit));
            return true;
        }
        while let Some(digit) = sets[cell].without(*seen).first() {
            *seen = seen.or(W::bit(digit));
            if self.owners[digit].is_some_and(|owner| self.augment(owner, sets, seen)) {
                self.owners[digit] = Some(cell);
                return true;
            }
        }
        false
    }

    fn size(&self) -> usize {
        self.owned.count() as usize
    }

    /// For each digit those that its cell could have in its place, at once or when others give them up.
    fn given_up_for(&self, sets: &[W]) -> Vec<W> {
        let direct = |owner: &Option<usize>| owner.map_or(W::EMPTY, |owner| sets[owner]);
        let mut reach: Vec<_> = self.owners.iter().map(direct).collect();
        for through in self.owned.numbers() {
            for from in 0..reach.len() {
                if reach[from].has(through) {
                    reach[from] = reach[from].or(reach[through]);
                }
            }
        }
        reach
    }

    /// The digits of the cells that have none, and all that those who have them may have in their place:
    /// by König, no matching has more edges than these digits and the cells that have none of them.
    fn around_free(&self, sets: &[W]) -> W {
        let mut around = self.free.iter().fold(W::EMPTY, |all, &cell| all.or(sets[cell]));
        let mut done = W::EMPTY;
        while let Some(digit) = around.without(done).first() {
            done = done.or(W::bit(digit));
            around = around.or(self.owners[digit].map_or(W::EMPTY, |owner| sets[owner]));
        }
        around
    }

    /// Takes out of the sets what is in no matching of this size.
    fn narrow(&self, sets: &mut [W]) {
        let reach = self.given_up_for(sets);
        let around = self.around_free(sets);
        for digit in self.owned.without(around).numbers() {
            let Some(owner) = self.owners[digit] else { continue };
            // Another digit, that leads back to this one or to one that no cell has.
            let kept = |&other: &usize| {
                other == digit
                    || !self.owned.has(other)
                    || reach[other].has(digit)
                    || !reach[other].without(self.owned).is_empty()
            };
            let kept = sets[owner].numbers().filter(kept);
            sets[owner] = kept.map(W::bit).fold(W::EMPTY, W::or);
        }
    }
}

impl NValue {
    /// What the teller may say, at least and at most.
    fn told<W: Word>(&self, teller: W) -> Option<(i32, i32)> {
        let told = || teller.numbers().map(|digit| self.counts[digit]);
        told().min().zip(told().max())
    }

    /// The digits with which the teller says such a number.
    fn telling<W: Word>(&self, teller: W, says: impl Fn(i32) -> bool) -> W {
        let telling = teller.numbers().filter(|&digit| says(self.counts[digit]));
        telling.map(W::bit).fold(W::EMPTY, W::or)
    }

    pub(super) fn narrow<W: Word>(&self, sets: &mut [W]) -> bool {
        let Some((teller, cells)) = sets.split_last_mut() else { return false };
        let Some((least, most)) = self.told(*teller) else { return false };
        let apart = Apart::of(cells);
        let low = count(apart.positions.len());
        if low > most {
            return false;
        }
        if low == most {
            for set in &mut *cells {
                *set = set.and(apart.union);
            }
        }
        let matching = Matching::of(cells, self.counts.len());
        let high = count(matching.size());
        if high < least {
            return false;
        }
        if high == least {
            matching.narrow(cells);
        }
        *teller = self.telling(*teller, |told| (low..=high).contains(&told));
        sets.iter().all(|set| !set.is_empty())
    }

    pub(super) fn relax<W: Word>(&self, sets: &[W], all: &[W]) -> Vec<W> {
        let Some((&teller, cells)) = sets.split_last() else { return sets.to_vec() };
        let Some((least, most)) = self.told(teller) else { return sets.to_vec() };
        let (mut apart, matching) = (Apart::of(cells), Matching::of(cells, self.counts.len()));
        let (low, high) = (count(apart.positions.len()), count(matching.size()));
        let told = |says: &dyn Fn(i32) -> bool| self.telling(all[cells.len()], says);
        let mut relaxed = all.to_vec();
        relaxed[cells.len()] = if most < low {
            told(&|told| told <= most)
        } else if least > high {
            told(&|told| told > high)
        } else if self.telling(teller, |told| (low..=high).contains(&told)).is_empty() {
            told(&|told| told < low || told > high)
        } else {
            // It took both bounds, one after the other.
            return sets.to_vec();
        };
        if most >= low {
            // No more than these digits and the other cells.
            let around = matching.around_free(cells);
            for (k, set) in cells.iter().enumerate() {
                if set.without(around).is_empty() {
                    relaxed[k] = all[k].and(around);
                }
            }
        }
        if most < low {
            // One too many.
            apart.positions.truncate(usize::try_from(most + 1).unwrap_or(0));
        }
        if most < low || least <= high {
            for k in apart.positions {
                relaxed[k] = cells[k];
            }
        }
        relaxed
    }

    pub(super) fn size(&self) -> usize {
        self.cells * 4
    }
}

fn count(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

#[cfg(test)]
mod tests {
    use itertools::Itertools;

    use super::*;
    use crate::random::Random;

    /// Against all fillings: what is removed is in none, and each reason has none, often fewer digits short of
    /// all than it was given.
    #[test]
    fn fillings_stay_and_reasons_have_none() {
        const DIGITS: usize = 4;
        let all_digits = |set: u32| set.numbers().collect_vec();
        let mut random = Random::new(3);
        let (mut removed, mut exact, mut refused, mut shorter) = (0, 0, 0, 0);
        for _ in 0..3000 {
            let cells = 1 + random.below(5);
            let counts = (0..DIGITS).map(|_| i32::try_from(random.below(7)).unwrap() - 1);
            let nvalue = NValue { counts: counts.collect(), cells };
            let mut draw = || 1 + u32::try_from(random.below((1 << DIGITS) - 1)).unwrap();
            let before: Vec<u32> = (0..=cells).map(|_| draw()).collect();
            let all: Vec<u32> = before.iter().map(|set| set | draw()).collect();
            let left = |sets: &[u32]| {
                let words = sets.iter().map(|&set| all_digits(set)).multi_cartesian_product();
                let holds = |word: &Vec<usize>| {
                    let there = word[..cells].iter().unique().count();
                    i32::try_from(there) == Ok(nvalue.counts[word[cells]])
                };
                let none = vec![0u32; sets.len()];
                words.filter(holds).fold(none, |mut left, word| {
                    left.iter_mut().zip(word).for_each(|(left, digit)| *left |= 1 << digit);
                    left
                })
            };
            let has_none = |sets: &[u32]| left(sets).contains(&0);
            let mut after = before.clone();
            let holds = nvalue.narrow(&mut after);
            let fillings = left(&before);
            let is_kept = |(left, after): (&u32, &u32)| left & !after == 0;
            assert!(!holds || fillings.iter().zip(&after).all(is_kept), "{before:?} {after:?}");
            assert!(holds || has_none(&before), "{before:?}");
            exact += usize::from(holds && after == fillings);
            removed += usize::from(holds && after != before);
            refused += usize::from(!holds);
            // What was removed, digit by digit, or all of it.
            let mut refuted = Vec::new();
            if holds {
                for (k, &after) in after.iter().enumerate() {
                    refuted.extend(all_digits(before[k] & !after).into_iter().map(|digit| {
                        let mut sets = before.clone();
                        sets[k] = 1 << digit;
                        sets
                    }));
                }
            } else {
                refuted.push(before);
            }
            for sets in refuted {
                let relaxed = nvalue.relax(&sets, &all);
                assert!(has_none(&relaxed), "{sets:?} {relaxed:?}");
                assert!(sets.iter().zip(&relaxed).all(|(own, wide)| own & !wide == 0));
                shorter += usize::from(relaxed != sets);
            }
        }
        assert!(
            removed > 800 && exact > 800 && refused > 500 && shorter > 1000,
            "{removed} {exact} {refused} {shorter}"
        );
    }

    /// Where all four digits must be there, and two cells have the first two, one has the third and one the fourth.
    #[test]
    fn matchings_tell_which_digits_are_needed() {
        let nvalue = NValue { counts: [1, 2, 3, 4].into(), cells: 4 };
        let mut sets = [0b0011u32, 0b0011, 0b0111, 0b1111, 0b1000];
        assert!(nvalue.narrow(&mut sets));
        assert_eq!(sets, [0b0011, 0b0011, 0b0100, 0b1000, 0b1000]);
        // No more than two digits: they are among those of the first and the third cell, which have none in common.
        let mut sets = [0b0001u32, 0b1111, 0b0110, 0b1111, 0b0011];
        assert!(nvalue.narrow(&mut sets));
        assert_eq!(sets, [0b0001, 0b0111, 0b0110, 0b0111, 0b0010]);
    }
}
