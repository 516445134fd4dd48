//! Choices whose options say of each cell which digits it may have, and of some digits that they stand in one
//! of the cells: the sets of digits of counting circles. One look at each cell tells whether an option is left.

use smallvec::SmallVec;

use super::super::state::number;
use super::super::word::Word;
use super::{Domain, Filter, Filtered};
use crate::rule::{self, Block, Literal};

/// Options, one of which holds.
#[derive(Debug)]
pub(in super::super) struct Alternatives<W>(Box<[Alternative<W>]>);

/// What an option says.
#[derive(Debug)]
struct Alternative<W> {
    /// The digits that each cell may have.
    within: Box<[W]>,
    /// Digits that stand in some cell.
    needed: W,
}

/// Why an option cannot hold.
enum Clash<W> {
    /// A cell has none of the digits that it may have.
    Cell,
    /// These digits stand nowhere.
    Missing(W),
}

/// The filter of a choice, if its options are of this form.
pub(super) fn filter<W: Word>(block: &rule::Choice, domain: Domain<'_, W>) -> Option<Filtered<W>> {
    let mut cells: Vec<u32> = block.cells().into_iter().map(|cell| number(cell.index())).collect();
    cells.sort_unstable();
    cells.dedup();
    let all = domain.of(&cells);
    let at = |literal: &Literal| cells.binary_search(&number(literal.cell.index())).ok();
    let option = |blocks: &[Block]| {
        let (mut within, mut needed) = (all.to_vec(), W::EMPTY);
        for block in blocks {
            let Block::Clauses(block) = block else { return None };
            for clause in block.clauses() {
                let digit = W::bit(clause.first()?.digit.index());
                if let [literal] = &**clause {
                    let set = &mut within[at(literal)?];
                    *set = if literal.stands { set.and(digit) } else { set.without(digit) };
                    continue;
                }
                let is_of_digit = |it: &Literal| it.stands && W::bit(it.digit.index()) == digit;
                let mut positions: Vec<_> = clause.iter().filter_map(at).collect();
                positions.sort_unstable();
                positions.dedup();
                if positions.len() < cells.len() || !clause.iter().all(is_of_digit) {
                    return None;
                }
                needed = needed.or(digit);
            }
        }
        Some(Alternative { within: within.into(), needed })
    };
    let options: Option<Box<[_]>> = block.options().iter().map(|blocks| option(blocks)).collect();
    let filter = Filter::Alternatives(Alternatives(options?));
    Some(Filtered { cells: cells.into(), all, filter })
}

impl<W: Word> Alternatives<W> {
    /// Leaves what some option leaves.
    pub(super) fn narrow(&self, sets: &mut [W]) -> bool {
        let mut left = SmallVec::<[W; 32]>::from_elem(W::EMPTY, sets.len());
        let mut own = left.clone();
        let mut some = false;
        for option in &self.0 {
            let Ok(lonely) = option.fit(sets, &mut own) else { continue };
            some = true;
            for (left, own) in left.iter_mut().zip(&own) {
                *left = left.or(if own.meets(lonely) { own.and(lonely) } else { *own });
            }
            if left[..] == *sets {
                return true;
            }
        }
        sets.copy_from_slice(&left);
        some
    }

    /// Of each option one cell keeps out what the option would leave it, the same for many options where that can
    /// be; or all cells keep out a digit that it needs.
    pub(super) fn relax(&self, sets: &[W], all: &[W]) -> Vec<W> {
        let mut out = vec![W::EMPTY; sets.len()];
        let mut own = SmallVec::<[W; 32]>::from_elem(W::EMPTY, sets.len());
        let mut open = Vec::new();
        for option in &self.0 {
            match option.fit(sets, &mut own) {
                Ok(_) => return sets.to_vec(),
                Err(Clash::Cell) => open.push(option),
                Err(Clash::Missing(digits)) => {
                    let digit = digits.first().map_or(W::EMPTY, W::bit);
                    for (out, within) in out.iter_mut().zip(&option.within) {
                        *out = out.or(within.and(digit));
                    }
                }
            }
        }
        let clashes = |option: &Alternative<W>, cell: usize| !option.within[cell].meets(sets[cell]);
        while !open.is_empty() {
            let count = |cell: &usize| open.iter().filter(|option| clashes(option, *cell)).count();
            let Some(cell) = (0..sets.len()).max_by_key(count) else { break };
            open.retain(|option| {
                if clashes(option, cell) {
                    out[cell] = out[cell].or(option.within[cell]);
                    return false;
                }
                true
            });
        }
        all.iter().zip(out).map(|(all, out)| all.without(out)).collect()
    }

    /// About how many steps it takes: a look at a cell is short.
    pub(super) fn size(&self) -> usize {
        self.0.iter().map(|option| option.within.len()).sum::<usize>() / 8
    }
}

impl<W: Word> Alternative<W> {
    /// What is left of each cell, and the digits needed that have one place.
    fn fit(&self, sets: &[W], own: &mut [W]) -> Result<W, Clash<W>> {
        let (mut once, mut twice) = (W::EMPTY, W::EMPTY);
        for ((own, set), within) in own.iter_mut().zip(sets).zip(&self.within) {
            *own = set.and(*within);
            if own.is_empty() {
                return Err(Clash::Cell);
            }
            twice = twice.or(once.and(*own));
            once = once.or(*own);
        }
        let missing = self.needed.without(once);
        if missing.is_empty() {
            Ok(self.needed.without(twice))
        } else {
            Err(Clash::Missing(missing))
        }
    }
}

#[cfg(test)]
mod tests {
    use itertools::Itertools;

    use super::*;
    use crate::random::Random;

    const CELLS: usize = 4;
    const DIGITS: usize = 4;

    #[test]
    fn what_goes_is_in_no_filling_and_reasons_refute() {
        let mut random = Random::new(3);
        let some =
            |random: &mut Random| u32::try_from(1 + random.below((1 << DIGITS) - 1)).unwrap();
        let (mut narrowed, mut refuted) = (0, 0);
        for _ in 0..2000 {
            let options = (0..=random.below(4)).map(|_| Alternative {
                within: (0..CELLS).map(|_| some(&mut random)).collect(),
                needed: some(&mut random) & some(&mut random),
            });
            let filter = Alternatives(options.collect());
            let fillings = |sets: &[u32]| {
                let digits =
                    sets.iter().map(|&set| set.numbers().map(u32::bit).collect::<Vec<_>>());
                let fits = |filling: &Vec<u32>| {
                    filter.0.iter().any(|option| {
                        let all = filling.iter().fold(0, |all, digit| all | digit);
                        option.needed & !all == 0
                            && filling
                                .iter()
                                .zip(&option.within)
                                .all(|(digit, set)| digit & set != 0)
                    })
                };
                digits.multi_cartesian_product().filter(fits).collect::<Vec<_>>()
            };
            let all: Vec<_> = (0..CELLS).map(|_| some(&mut random) | some(&mut random)).collect();
            let sets: Vec<_> = all
                .iter()
                .map(|all| (all & some(&mut random)).max(all & all.wrapping_neg()))
                .collect();
            let (mut left, fillings_before) = (sets.clone(), fillings(&sets));
            if filter.narrow(&mut left) {
                assert_eq!(fillings(&left), fillings_before);
                narrowed += usize::from(left != sets);
                // What was taken out has a reason.
                for cell in 0..CELLS {
                    for digit in sets[cell].without(left[cell]).numbers() {
                        let mut with = sets.clone();
                        with[cell] = u32::bit(digit);
                        let relaxed = filter.relax(&with, &all);
                        assert!(with.iter().zip(&relaxed).all(|(set, more)| set & !more == 0));
                        assert!(fillings(&relaxed).is_empty(), "{filter:?} {with:?} {relaxed:?}");
                    }
                }
            } else {
                assert!(fillings_before.is_empty());
                assert!(fillings(&filter.relax(&sets, &all)).is_empty());
                refuted += 1;
            }
        }
        assert!(narrowed > 300 && refuted > 300, "{narrowed} {refuted}");
    }
}
