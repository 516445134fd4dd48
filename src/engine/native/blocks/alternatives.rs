//! Choices whose options say of each cell which digits it may have, and which digits must each stand in some
//! cell, as the sets of digits of counting circles do. One look at each cell rules an option out, or leaves it:
//! needed digits that only one cell has are not held against each other.

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

/// The most options times cells: a table has an entry for each.
const MOST_ENTRIES: usize = 1 << 16;

/// The filter of a choice, if its options are of this form, and not too many.
/// `cells`: those of the choice, in order.
pub(super) fn filter<W: Word>(
    block: &rule::Choice,
    cells: &[u32],
    domain: Domain<'_, W>,
) -> Option<Filtered<W>> {
    if block.options().len().saturating_mul(cells.len()) > MOST_ENTRIES {
        return None;
    }
    let all = domain.of(cells);
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

    use super::super::super::geometry::Geometry;
    use super::*;
    use crate::grid::{Cell, Digit, Layout, in_order};
    use crate::random::Random;
    use crate::rule::Clauses;

    const CELLS: usize = 4;
    const DIGITS: usize = 4;

    /// Cells, digits, and whether these stand there.
    type Clause = [(usize, usize, bool)];

    /// The filter of options, each of clauses, in a 4×4.
    fn of(options: &[&[&Clause]]) -> Option<Filtered<u32>> {
        let literal = |&(cell, digit, stands): &(usize, usize, bool)| Literal {
            cell: Cell::new(cell),
            digit: Digit::new(digit),
            stands,
        };
        let option = |clauses: &&[&Clause]| -> Box<[Block]> {
            let clauses = clauses.iter().map(|clause| clause.iter().map(literal).collect());
            [Block::Clauses(Clauses::new(clauses.collect::<Vec<_>>()))].into()
        };
        let choice = rule::Choice::new(options.iter().map(option).collect::<Vec<_>>());
        let geometry = Geometry::new(&Layout::boxes(2, 2).unwrap(), &[]);
        let cells: Vec<_> =
            in_order(choice.cells()).iter().map(|cell| number(cell.index())).collect();
        filter(&choice, &cells, Domain { geometry: &geometry, cells: &[0b1111; 16] })
    }

    #[test]
    fn choices_of_this_form_are_found() {
        // 5 and 7 are neither 2, and one of them is 0; or 5 is 3.
        let own = of(&[
            &[&[(5, 2, false)], &[(7, 2, false)], &[(7, 0, true), (5, 0, true), (5, 0, true)]],
            &[&[(5, 3, true)]],
        ]);
        let own = own.unwrap();
        assert_eq!(*own.cells, [5, 7]);
        let left = |sets: [u32; 2]| {
            let mut sets = sets;
            own.filter.narrow(&mut sets).then_some(sets)
        };
        assert_eq!(left([0b1111, 0b1111]), Some([0b1011, 0b1111]));
        assert_eq!(left([0b0010, 0b1111]), Some([0b0010, 0b0001]));
        assert_eq!(left([0b0100, 0b1111]), None);
        assert_eq!(left([0b1010, 0b0110]), Some([0b1000, 0b0110]));
        assert!(
            of(&[&[&[(5, 0, true), (7, 0, true)]], &[&[(6, 0, true)]]]).is_none(),
            "not all cells"
        );
        assert!(of(&[&[&[(5, 0, true), (7, 1, true)]]]).is_none(), "two digits");
        assert!(of(&[&[&[(5, 0, false), (7, 0, false)]]]).is_none(), "not both");
        assert!(of(&[&[&[]]]).is_none(), "nothing");
    }

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
