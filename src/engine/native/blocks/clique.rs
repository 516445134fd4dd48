//! Cells that differ and of which each two have digits that a table allows: a set of digits fills
//! them, such as a renban's consecutive ones. What each set that is left has stands among them, so it
//! stands in no cell that must differ from all its places.

use itertools::Itertools;

use super::super::state::number;
use super::super::word::Word;
use super::cage::{Cage, fits};
use super::pairs::Table;
use super::{Domain, Filter, Filtered};
use crate::rule::Pairs;

/// See the [module](self). Its own cells come first, then those that must differ from two or more.
#[derive(Debug)]
pub(in super::super) struct Clique<W> {
    sets: Cage<W>,
    /// The number of its own cells.
    own: usize,
    /// For each other cell the positions of those that it must differ from.
    differing: Box<[W]>,
}

/// Fewer cells than this are left to the pairs: for two cells there is hardly ever a digit that is certain.
pub(super) const LEAST: usize = 3;
/// The same where reasons are asked for, which are dear: lines of three cells save a third of the decisions,
/// and each takes twice as long.
pub(super) const LEAST_EXPLAINED: usize = 4;
/// More sets of digits than this are left to the pairs.
const MOST: usize = 500;

/// The filter of a block whose pairs are all pairs of some cells that differ, if it is one, the sets of digits
/// are few, and there are at least `least` cells.
pub(super) fn filter<W: Word>(
    block: &Pairs,
    domain: Domain<'_, W>,
    least: usize,
    differ: impl Fn(usize, usize) -> bool,
) -> Option<Filtered<W>> {
    // Most blocks are of two cells.
    if block.pairs().len() < least * (least - 1) / 2 {
        return None;
    }
    let cells = block.cells().map(|cell| number(cell.index()));
    let mut cells: Vec<u32> = cells.sorted_unstable().dedup().collect();
    let own = cells.len();
    let side = domain.geometry.side;
    if !(least..=side).contains(&own) || block.pairs().len() != own * (own - 1) / 2 {
        return None;
    }
    let pairs = block.pairs().iter().map(|&(a, b)| if a < b { (a, b) } else { (b, a) });
    if !pairs.clone().all_unique() || pairs.clone().any(|(a, b)| a == b) {
        return None;
    }
    let table = Table::new(block, side);
    let rows: &[W] = table.partners(false);
    let is_symmetric = (0..side).all(|a| rows[a].numbers().all(|b| rows[b].has(a)));
    let is_strict = (0..side).all(|digit| !rows[digit].has(digit));
    let all_differ = || pairs.clone().all(|(a, b)| differ(a.index(), b.index()));
    if !is_symmetric || !(is_strict || all_differ()) {
        return None;
    }
    let union = domain.of(&cells).into_iter().fold(W::EMPTY, W::or);
    let sets = cliques(rows, union, own)?;
    let mut differing = Vec::new();
    for cell in 0..domain.cells.len() {
        if domain.cells[cell].meets(union) && cells[..own].binary_search(&number(cell)).is_err() {
            let positions = (0..own).filter(|&k| differ(cells[k] as usize, cell));
            let positions = positions.map(W::bit).fold(W::EMPTY, W::or);
            if positions.is_several() {
                cells.push(number(cell));
                differing.push(positions);
            }
        }
    }
    let clique = Clique { sets: Cage::of_sets(sets), own, differing: differing.into() };
    let all = domain.of(&cells);
    Some(Filtered { cells: cells.into(), all, filter: Filter::Clique(clique) })
}

/// The sets of so many digits of which each two go together; `None` if they are too many.
fn cliques<W: Word>(rows: &[W], digits: W, size: usize) -> Option<Vec<W>> {
    // Sets, and what may still join them.
    let mut sets = vec![(W::EMPTY, digits)];
    for _ in 0..size {
        let mut larger = Vec::new();
        for (set, rest) in sets {
            for digit in rest.numbers() {
                let above = rest.numbers().filter(|&other| other > digit && rows[digit].has(other));
                larger.push((set.or(W::bit(digit)), above.map(W::bit).fold(W::EMPTY, W::or)));
            }
            if larger.len() > MOST {
                return None;
            }
        }
        sets = larger;
    }
    Some(sets.into_iter().map(|(set, _)| set).collect())
}

impl<W: Word> Clique<W> {
    /// The number of its own cells, which come first and alone wake it.
    pub(super) fn own(&self) -> usize {
        self.own
    }

    /// About how many steps it takes beside one for each cell.
    pub(super) fn size(&self) -> usize {
        self.sets.size()
    }

    pub(super) fn narrow(&self, sets: &mut [W]) -> bool {
        let (own, others) = sets.split_at_mut(self.own);
        let Some(mut needed) = self.narrow_own(own) else { return false };
        for set in own.iter().filter(|set| !set.is_several()) {
            needed = needed.without(*set);
        }
        for digit in needed.numbers() {
            let places = (0..own.len()).filter(|&k| own[k].has(digit)).map(W::bit);
            let places = places.fold(W::EMPTY, W::or);
            for (set, &differing) in others.iter_mut().zip(&self.differing) {
                if places.without(differing).is_empty() {
                    *set = set.without(W::bit(digit));
                }
            }
        }
        true
    }

    /// Narrows its own cells; what each set that fits has, `None` if no set fits.
    fn narrow_own(&self, sets: &mut [W]) -> Option<W> {
        let union = sets.iter().copied().fold(W::EMPTY, W::or);
        let single = sets.iter().filter(|set| !set.is_several());
        let placed = single.copied().fold(W::EMPTY, W::or);
        let mut possible = vec![W::EMPTY; sets.len()];
        let mut fitting = possible.clone();
        let mut needed: Option<W> = None;
        for &set in self.sets.sets() {
            if !set.without(union).is_empty() || !placed.without(set).is_empty() {
                continue;
            }
            for (fit, own) in fitting.iter_mut().zip(&*sets) {
                *fit = own.and(set);
            }
            if fits(set, &mut fitting) {
                needed = Some(needed.map_or(set, |needed| needed.and(set)));
                for (all, &fit) in possible.iter_mut().zip(&fitting) {
                    *all = all.or(fit);
                }
                // Nothing can be told any more.
                if needed == Some(W::EMPTY) && possible == sets {
                    break;
                }
            }
        }
        sets.copy_from_slice(&possible);
        needed
    }

    /// Of the cells it has itself as of a cage; where a digit elsewhere leaves them none, as if it
    /// were out of the cells that must differ from there.
    pub(super) fn relax(&self, sets: &[W], all: &[W]) -> Vec<W> {
        let mut relaxed = all.to_vec();
        let refutes = |own: &[W]| self.narrow_own(&mut own.to_vec()).is_none();
        let (own, others) = sets.split_at(self.own);
        if refutes(own) {
            relaxed[..self.own].copy_from_slice(&self.sets.relax(own, &all[..self.own]));
            return relaxed;
        }
        for (k, &digit) in others.iter().enumerate().filter(|(_, set)| !set.is_several()) {
            let seen = |at: usize| if self.differing[k].has(at) { digit } else { W::EMPTY };
            let but = |sets: &[W]| -> Vec<W> {
                (0..self.own).map(|at| sets[at].without(seen(at))).collect()
            };
            let left = but(own);
            if refutes(&left) {
                let rest = self.sets.relax(&left, &but(all));
                for at in 0..self.own {
                    relaxed[at] = rest[at].or(all[at].and(seen(at)));
                }
                relaxed[self.own + k] = digit;
                return relaxed;
            }
        }
        sets.to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// Four cells of consecutive digits, of nine, and two cells beside: whether a filling is left, and
    /// what is left by all.
    fn left(clique: &Clique<u32>, sets: &[u32]) -> Option<Vec<u32>> {
        let mut all = vec![0; sets.len()];
        for &set in clique.sets.sets() {
            for filling in set.numbers().permutations(clique.own) {
                if !filling.iter().zip(sets).all(|(&digit, set)| set.has(digit)) {
                    continue;
                }
                let rest = sets[clique.own..].iter().zip(&clique.differing);
                let rest: Vec<u32> = rest
                    .map(|(set, differing)| {
                        let seen = differing.numbers().map(|at| 1u32 << filling[at]);
                        seen.fold(*set, |set, digit| set & !digit)
                    })
                    .collect();
                if rest.contains(&0) {
                    continue;
                }
                all.iter_mut().zip(&filling).for_each(|(set, &digit)| *set |= 1 << digit);
                all[clique.own..].iter_mut().zip(rest).for_each(|(all, set)| *all |= set);
            }
        }
        (all[0] != 0).then_some(all)
    }

    #[test]
    fn nothing_that_fills_it_is_lost_and_reasons_hold() {
        let mut random = Random::new(5);
        let runs: Vec<u32> = (0..6).map(|first| 0b1111 << first).collect();
        let (mut narrowed, mut reasons) = (0, 0);
        for seed in 0..3000 {
            let mut set = |most: usize| 1 + u32::try_from(random.below(most)).unwrap();
            let differing: Box<[u32]> = (0..2).map(|_| set(15)).collect();
            let clique = Clique { sets: Cage::of_sets(runs.clone()), own: 4, differing };
            // Few digits of each cell are missing, as at the beginning of a search, or many.
            let thin = seed % 2 == 0;
            let sets: Vec<u32> =
                (0..6).map(|_| if thin { set(511) } else { set(511) | set(511) }).collect();
            let all = vec![511u32; 6];
            let expected = left(&clique, &sets);
            let mut found = sets.clone();
            if !clique.narrow(&mut found) {
                assert!(expected.is_none(), "{seed}");
                let relaxed = clique.relax(&sets, &all);
                assert!(left(&clique, &relaxed).is_none(), "{seed}");
                reasons += 1;
                continue;
            }
            if let Some(left) = &expected {
                assert!(left.iter().zip(&found).all(|(left, found)| left & !found == 0), "{seed}");
            }
            // What is removed has a reason: that digit alone leaves no filling.
            for (k, digit) in (0..6).cartesian_product(0..9) {
                if sets[k].has(digit) && !found[k].has(digit) {
                    let mut refuted = sets.clone();
                    refuted[k] = 1 << digit;
                    let relaxed = clique.relax(&refuted, &all);
                    assert!(left(&clique, &relaxed).is_none(), "{seed}: cell {k}, digit {digit}");
                    assert!(relaxed.iter().zip(&refuted).all(|(more, set)| set & !more == 0));
                    narrowed += 1;
                }
            }
        }
        assert!(narrowed > 1000 && reasons > 50, "{narrowed} {reasons}");
    }
}
