//! Two groups of cells with the same digits, each as often: all digits at once.
//!
//! Rules say so by a sum for each digit. Here how often each digit must and can stand in a group is counted for all
//! digits together, in words of which each has one bit of every digit's number. Then cells of one group are matched
//! with cells of the other that share a digit: a digit stays if it belongs to an edge of some perfect matching
//! (Beldiceanu, Katriel and Thiel, *Filtering Algorithms for the Same Constraint*, 2004). Counts take into account
//! which cells of a group differ, matchings which digits share a cell.

use std::sync::Arc;

use itertools::Itertools;
use smallvec::SmallVec;

use super::super::state::number;
use super::super::word::Word;
use super::{Domain, Filter, Filtered, put_back};
use crate::rule::{Block, Sum};

/// Two groups, the first half of some cells and the rest.
#[derive(Debug)]
pub(in super::super) struct Same<W> {
    /// The cells of each group in cliques: those of a clique differ.
    cliques: [Box<[Clique]>; 2],
    digits: W,
    /// The cells of a group.
    size: u32,
}

/// Positions of cells that differ.
#[derive(Debug)]
struct Clique {
    positions: SmallVec<[usize; 4]>,
    /// Whether there are as many as digits, so that they have them all.
    is_full: bool,
}

/// A number for each digit, at most the cells of a group: bit `k` of the number of a digit is in word `k`.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Counts<W>(SmallVec<[W; 6]>);

/// How often each digit must and can stand somewhere.
#[derive(Debug)]
struct Range<W> {
    must: Counts<W>,
    can: Counts<W>,
}

/// The most cells of a group that are matched.
const MOST_MATCHED: usize = 64;

/// Reasons that take more steps than this are left as they are.
const SLOW: usize = 1 << 20;

/// The filter of the sums that the blocks begin with and how many these are, if they say so of two groups.
pub(super) fn filter<W: Word>(
    blocks: &[Block],
    domain: Domain<'_, W>,
    differ: impl Fn(usize, usize) -> bool,
) -> Option<(Filtered<W>, usize)> {
    let side = domain.geometry.side;
    let Block::Sum(first) = blocks.first()? else { return None };
    if !balances(first, 0, side) || blocks.len() < side {
        return None;
    }
    let counts = |(digit, block): (usize, &Block)| match block {
        Block::Sum(sum) => sum.cells() == first.cells() && balances(sum, digit, side),
        _ => false,
    };
    if !blocks[..side].iter().enumerate().skip(1).all(counts) {
        return None;
    }
    let cells: Box<[u32]> = first.cells().iter().map(|cell| number(cell.index())).collect();
    if !cells.iter().all_unique() {
        return None;
    }
    let size = cells.len() / 2;
    let cliques = [0..size, size..cells.len()].map(|group| {
        let mut cliques: Vec<SmallVec<[usize; 4]>> = Vec::new();
        for k in group {
            let joins = |clique: &&mut SmallVec<[usize; 4]>| {
                clique.iter().all(|&other| differ(cells[k] as usize, cells[other] as usize))
            };
            match cliques.iter_mut().find(joins) {
                Some(clique) => clique.push(k),
                None => cliques.push(SmallVec::from_slice(&[k])),
            }
        }
        let clique =
            |positions: SmallVec<_>| Clique { is_full: positions.len() == side, positions };
        cliques.into_iter().map(clique).collect()
    });
    let digits = (0..side).map(W::bit).fold(W::EMPTY, W::or);
    let same = Same { cliques, digits, size: number(size) };
    Some((Filtered { all: domain.of(&cells), cells, filter: Filter::Same(same) }, side))
}

/// Finds a partner for a cell of the first group, giving others new ones if need be (an augmenting path); whether there
/// is one. Notes the partners seen and the cells that would take them.
fn augment(
    one: usize,
    near: &[u64],
    mate: &mut [usize],
    seen: &mut u64,
    through: &mut u64,
) -> bool {
    loop {
        let left = near[one] & !*seen;
        if left == 0 {
            return false;
        }
        let k = left.trailing_zeros() as usize;
        *seen |= 1 << k;
        if mate[k] == usize::MAX || {
            *through |= 1 << mate[k];
            augment(mate[k], near, mate, seen, through)
        } {
            mate[k] = one;
            return true;
        }
    }
}

/// A word whose bit `k` is the `k`th value.
fn bits(all: impl Iterator<Item = bool>) -> u64 {
    all.enumerate().map(|(k, is_set)| u64::from(is_set) << k).sum()
}

/// Whether a sum says that a digit stands as often in the first half of its cells as in the rest.
fn balances(sum: &Sum, digit: usize, side: usize) -> bool {
    let size = sum.cells().len() / 2;
    let is_plain = |(k, table): (usize, &Arc<[i32]>)| {
        let own = if k < size { 1 } else { -1 };
        let weight = |at: usize| if at == digit { own } else { 0 };
        table.len() >= side && (0..side).all(|at| table[at] == weight(at))
    };
    sum.targets() == [0]
        && size > 1
        && sum.cells().len() == 2 * size
        && sum.weights().iter().enumerate().all(is_plain)
}

impl<W: Word> Counts<W> {
    /// None, with room for so many.
    fn none(most: u32) -> Self {
        Counts(SmallVec::from_elem(W::EMPTY, (u32::BITS - most.leading_zeros()) as usize))
    }

    /// One more of some digits.
    fn add(&mut self, mut digits: W) {
        for plane in &mut self.0 {
            let carried = plane.and(digits);
            *plane = plane.or(digits).without(carried);
            digits = carried;
        }
    }

    /// Digits of which there are more than of another number.
    fn above(&self, other: &Self) -> W {
        let (mut above, mut differ) = (W::EMPTY, W::EMPTY);
        for (&own, &other) in self.0.iter().zip(&other.0).rev() {
            above = above.or(own.without(other).without(differ));
            differ = differ.or(own.or(other).without(own.and(other)));
        }
        above
    }

    /// Digits whose numbers differ.
    fn unlike(&self, other: &Self) -> W {
        self.above(other).or(other.above(self))
    }

    /// These numbers, but for some digits those of another.
    fn with(&self, digits: W, other: &Self) -> Self {
        let both = self.0.iter().zip(&other.0);
        Counts(both.map(|(&own, &other)| own.without(digits).or(other.and(digits))).collect())
    }

    /// Of all digits together.
    fn total(&self) -> u32 {
        self.0.iter().zip(0..).map(|(plane, k)| plane.count() << k).sum()
    }

    /// Of one digit.
    fn of(&self, digit: usize) -> usize {
        self.0.iter().zip(0..).map(|(plane, k)| usize::from(plane.has(digit)) << k).sum()
    }
}

impl Clique {
    /// The digits that must stand and those that can stand in it.
    fn bounds<W: Word>(&self, sets: &[W], digits: W) -> (W, W) {
        let (mut must, mut can) = (W::EMPTY, W::EMPTY);
        for &k in &self.positions {
            can = can.or(sets[k]);
            if !sets[k].is_several() {
                must = must.or(sets[k]);
            }
        }
        (if self.is_full { digits } else { must }, can)
    }
}

impl<W: Word> Same<W> {
    /// A step a cell, or for every eight pairs of cells that are matched.
    pub(super) fn size(&self) -> usize {
        let size = self.size as usize;
        2 * if size > MOST_MATCHED { size } else { size.max(size * size / 8) }
    }

    /// How often each digit stands in a group.
    fn range(&self, group: usize, sets: &[W]) -> Range<W> {
        let mut range = Range { must: Counts::none(self.size), can: Counts::none(self.size) };
        for clique in &self.cliques[group] {
            let (must, can) = clique.bounds(sets, self.digits);
            range.must.add(must);
            range.can.add(can);
        }
        range
    }

    /// How often each digit stands in both groups; `None` if that cannot be.
    fn common(&self, [first, second]: &[Range<W>; 2]) -> Option<Range<W>> {
        let must = first.must.with(second.must.above(&first.must), &second.must);
        let can = first.can.with(first.can.above(&second.can), &second.can);
        if !must.above(&can).is_empty() {
            return None;
        }
        let (least, most) = (must.total(), can.total());
        if least > self.size || most < self.size {
            return None;
        }
        Some(match self.size {
            size if size == least => Range { can: must.clone(), must },
            size if size == most => Range { must: can.clone(), can },
            _ => Range { must, can },
        })
    }

    /// Takes one step, by counts or else by matchings: reasons of several steps together are longer.
    pub(super) fn narrow(&self, sets: &mut [W]) -> bool {
        let ranges = [0, 1].map(|group| self.range(group, sets));
        let Some(common) = self.common(&ranges) else { return false };
        let mut changed = false;
        for (cliques, range) in self.cliques.iter().zip(&ranges) {
            // Digits that stand wherever they can, and digits that stand only where they must.
            let wanted = self.digits.without(common.must.unlike(&range.can));
            let complete = self.digits.without(common.can.unlike(&range.must));
            for clique in cliques {
                let (must, can) = clique.bounds(sets, self.digits);
                let gone = complete.and(can).without(must);
                let (mut once, mut again) = (W::EMPTY, W::EMPTY);
                for &k in &clique.positions {
                    again = again.or(once.and(sets[k]));
                    once = once.or(sets[k]);
                }
                let only = wanted.and(once).without(again);
                for &k in &clique.positions {
                    let mut left = sets[k].without(gone);
                    if left.meets(only) {
                        left = left.and(only);
                    }
                    if left.is_empty() || left.meets(only) && left.is_several() {
                        return false;
                    }
                    changed |= left != sets[k];
                    sets[k] = left;
                }
            }
        }
        changed || self.matched(sets).is_ok()
    }

    /// Keeps the digits of edges that are in some perfect matching. The error is a Hall violator: cells of the first group
    /// and all their partners, which are fewer, by number in the groups.
    fn matched(&self, sets: &mut [W]) -> Result<(), (u64, u64)> {
        let size = self.size as usize;
        if size > MOST_MATCHED {
            return Ok(());
        }
        let (first, second) = sets.split_at_mut(size);
        let near: SmallVec<[u64; 16]> =
            first.iter().map(|set| bits(second.iter().map(|other| set.meets(*other)))).collect();
        let mut mate: SmallVec<[usize; 16]> = SmallVec::from_elem(usize::MAX, size);
        for one in 0..size {
            let (mut seen, mut through) = (0, 1 << one);
            if !augment(one, &near, &mut mate, &mut seen, &mut through) {
                return Err((through, seen));
            }
        }
        let mut partner: SmallVec<[usize; 16]> = SmallVec::from_elem(0, size);
        mate.iter().enumerate().for_each(|(k, &one)| partner[one] = k);
        // Of each cell of the first group those whose partner it may have, if they get others: in one step, then in
        // any number.
        let takes = |near: &u64| bits(partner.iter().map(|&k| near >> k & 1 == 1));
        let mut takes: SmallVec<[u64; 16]> = near.iter().map(takes).collect();
        for middle in 0..size {
            let further = takes[middle];
            for row in takes.iter_mut().filter(|row| **row >> middle & 1 == 1) {
                *row |= further;
            }
        }
        let mut kept: SmallVec<[W; 16]> = SmallVec::from_elem(W::EMPTY, size);
        for (one, set) in first.iter_mut().enumerate() {
            let mut own = W::EMPTY;
            for (k, other) in second.iter().enumerate() {
                if near[one] >> k & 1 == 1 && takes[mate[k]] >> one & 1 == 1 {
                    own = own.or(set.and(*other));
                    kept[k] = kept[k].or(set.and(*other));
                }
            }
            *set = own;
        }
        second.copy_from_slice(&kept);
        Ok(())
    }

    /// The reason is that of one digit or of some cells without partners, where there is such; else what is left where
    /// cells and digits are put back one by one.
    pub(super) fn relax(&self, sets: &[W], all: &[W]) -> Vec<W> {
        let ranges = [0, 1].map(|group| self.range(group, sets));
        for [one, other] in [[0, 1], [1, 0]] {
            let (must, can) = (&ranges[one].must, &ranges[other].can);
            if let Some(digit) = must.above(can).first() {
                return self.relax_count([one, other], digit, can.of(digit), sets, all);
            }
        }
        if let Err(violator) = self.matched(&mut SmallVec::<[W; 32]>::from_slice(sets)) {
            return self.relax_matching(violator, sets, all);
        }
        let candidates: usize = all.iter().map(|set| set.count() as usize).sum();
        if candidates.saturating_mul(self.size()) > SLOW {
            return sets.to_vec();
        }
        let at_once = self.common(&ranges).is_none();
        put_back(sets, all, |sets, _| {
            if at_once {
                self.common(&[0, 1].map(|group| self.range(group, sets))).is_none()
            } else {
                !self.narrow(&mut SmallVec::<[W; 32]>::from_slice(sets))
            }
        })
    }

    /// A digit must stand more often in one group than the `most` times that it can in the other: cells that have it in
    /// the one, one more than that, and those that lack it in the other.
    fn relax_count(
        &self,
        [one, other]: [usize; 2],
        digit: usize,
        most: usize,
        sets: &[W],
        all: &[W],
    ) -> Vec<W> {
        let (digit, mut relaxed) = (W::bit(digit), all.to_vec());
        let decided = |clique: &Clique| {
            clique.positions.iter().copied().find(|&k| !clique.is_full && sets[k] == digit)
        };
        let have =
            self.cliques[one].iter().filter(|clique| clique.is_full || decided(clique).is_some());
        have.take(most + 1).filter_map(decided).for_each(|k| relaxed[k] = sets[k]);
        for clique in &self.cliques[other] {
            if !clique.positions.iter().any(|&k| sets[k].meets(digit)) {
                clique.positions.iter().for_each(|&k| relaxed[k] = all[k].without(digit));
            }
        }
        relaxed
    }

    /// Some cells of the first group share no digit with all of the second but their partners, which are fewer: either
    /// have digits that the others lack.
    fn relax_matching(&self, (cells, partners): (u64, u64), sets: &[W], all: &[W]) -> Vec<W> {
        let (size, mut relaxed) = (self.size as usize, all.to_vec());
        let own: SmallVec<[usize; 16]> = (0..size).filter(|k| cells >> k & 1 == 1).collect();
        let others: SmallVec<[usize; 16]> =
            (0..size).filter(|k| partners >> k & 1 == 0).map(|k| size + k).collect();
        let union = |these: &[usize]| these.iter().map(|&k| sets[k]).fold(W::EMPTY, W::or);
        // What the cells keep, and the others lose: what costs fewer candidates.
        let lost = |kept: W| {
            own.iter().map(|&k| all[k].without(kept).count()).sum::<u32>()
                + others.iter().map(|&k| all[k].and(kept).count()).sum::<u32>()
        };
        let (least, most) = (union(&own), self.digits.without(union(&others)));
        let kept = if lost(least) < lost(most) { least } else { most };
        own.iter().for_each(|&k| relaxed[k] = all[k].and(kept));
        others.iter().for_each(|&k| relaxed[k] = all[k].without(kept));
        relaxed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::native::geometry::Geometry;
    use crate::random::Random;

    const DIGITS: usize = 4;

    /// The sums that each filter of two groups stands for, and the blocks without such a filter.
    fn filters(rule: &str) -> (usize, usize) {
        let puzzle = crate::parse(&format!("................ # rule={rule}")).unwrap();
        let geometry = Geometry::<u32>::new(puzzle.layout(), &[]);
        let domain = Domain { geometry: &geometry, cells: &[15; 16] };
        let (mut rest, mut found) = (puzzle.rules()[0].blocks(), (0, 0));
        while !rest.is_empty() {
            let sums = filter(rest, domain, |_, _| false).map(|(_, sums)| sums);
            *(if sums.is_some() { &mut found.0 } else { &mut found.1 }) += 1;
            rest = &rest[sums.unwrap_or(1)..];
        }
        found
    }

    #[test]
    fn groups_are_found_in_what_rules_say() {
        assert_eq!(filters("sameset r1c1-2; r2c3-4"), (1, 0));
        assert_eq!(filters("sameset r1c1-3; r2c2-4; r3c1-3"), (2, 0));
        // A cell in both groups, pairs of cells, another rule.
        assert_eq!(filters("sameset r1c1-2; r1c2-3"), (0, DIGITS));
        assert_eq!(filters("sameset r1c1; r2c3"), (0, 1));
        assert_eq!(filters("equalsums r1c1-2; r2c3-4").0, 0);
    }

    #[test]
    fn counts_of_all_digits_are_those_of_each() {
        let mut random = Random::new(3);
        for _ in 0..200 {
            let mut sets = || -> [Counts<u32>; 2] {
                [0, 1].map(|_| {
                    let mut counts = Counts::none(9);
                    (0..random.below(10))
                        .for_each(|_| counts.add(u32::try_from(random.below(16)).unwrap()));
                    counts
                })
            };
            let [one, other] = sets();
            let digits = |is_in: &dyn Fn(usize) -> bool| {
                (0..DIGITS).filter(|&it| is_in(it)).map(u32::bit).fold(0, u32::or)
            };
            assert_eq!(one.above(&other), digits(&|it| one.of(it) > other.of(it)));
            assert_eq!(one.unlike(&other), digits(&|it| one.of(it) != other.of(it)));
            assert_eq!(one.total() as usize, (0..DIGITS).map(|it| one.of(it)).sum::<usize>());
            let mixed = one.with(0b101, &other);
            assert!((0..DIGITS).all(|it| mixed.of(it) == [&one, &other][1 - it % 2].of(it)));
        }
    }

    /// What fills the sets, cell by cell; nothing where that is impossible.
    fn fillings(same: &Same<u32>, sets: &[u32]) -> Vec<u32> {
        let mut left = vec![0; sets.len()];
        let half = sets.len() / 2;
        for digits in
            (0..sets.len()).map(|k| sets[k].numbers().collect::<Vec<_>>()).multi_cartesian_product()
        {
            let clash = |clique: &Clique| !clique.positions.iter().map(|&k| digits[k]).all_unique();
            let (one, other) = digits.split_at(half);
            if one.iter().sorted().eq(other.iter().sorted())
                && !same.cliques.iter().flatten().any(clash)
            {
                left.iter_mut().zip(&digits).for_each(|(set, &digit)| *set |= u32::bit(digit));
            }
        }
        left
    }

    /// Two groups of so many cells, of each the first few in one clique and the others in another.
    fn groups(size: usize, cuts: [usize; 2]) -> Same<u32> {
        let cliques = [0, 1].map(|group| {
            let from = group * size;
            let parts = [from..from + cuts[group], from + cuts[group]..from + size];
            let clique = |range: std::ops::Range<usize>| Clique {
                is_full: range.len() == DIGITS,
                positions: range.collect(),
            };
            parts.into_iter().filter(|part| !part.is_empty()).map(clique).collect()
        });
        Same { cliques, digits: (1 << DIGITS) - 1, size: number(size) }
    }

    #[test]
    fn no_filling_is_lost_and_reasons_have_none() {
        let mut random = Random::new(8);
        let (mut narrowed, mut refuted, mut relaxed, mut full) = (0, 0, 0, 0);
        for _ in 0..3000 {
            let size = 2 + random.below(3);
            let cuts = [0, 1].map(|_| 1 + random.below(size));
            let same = groups(size, cuts);
            let all: Vec<u32> = (0..2 * size)
                .map(|_| if random.below(3) > 0 { 15 } else { number(1 + random.below(15)) })
                .collect();
            let some = |all: &u32| {
                let set = all & number(random.below(16));
                let set = if set == 0 { *all } else { set };
                if random.below(3) == 0 { u32::bit(set.first().unwrap()) } else { set }
            };
            let sets: Vec<u32> = all.iter().map(some).collect();
            let mut check = |with: &[u32]| {
                let reason = same.relax(with, &all);
                let mut within = with.iter().zip(&reason).zip(&all);
                assert!(within.all(|((set, more), all)| set & !more == 0 && more & !all == 0));
                assert!(fillings(&same, &reason).contains(&0), "{same:?} {with:?} {reason:?}");
                relaxed += usize::from(reason != with);
            };
            let left = fillings(&same, &sets);
            let mut own = sets.clone();
            if !same.narrow(&mut own) {
                assert!(left.contains(&0), "{same:?} {sets:?}");
                check(&sets);
                refuted += 1;
                full += usize::from(cuts.contains(&DIGITS));
                continue;
            }
            assert!(left.iter().zip(&own).all(|(left, own)| left & !own == 0), "{same:?} {sets:?}");
            narrowed += usize::from(own != sets);
            // What was taken out has a reason.
            for cell in 0..sets.len() {
                for digit in sets[cell].without(own[cell]).numbers() {
                    let mut with = sets.clone();
                    with[cell] = u32::bit(digit);
                    check(&with);
                }
            }
        }
        assert!(
            narrowed > 300 && refuted > 300 && relaxed > 1000 && full > 20,
            "{narrowed} {refuted} {relaxed} {full}"
        );
    }

    #[test]
    fn matchings_see_what_counts_do_not() {
        const LOW: u32 = 0b0011;
        const HIGH: u32 = 0b1100;
        let narrow = |sets: &mut [u32]| {
            let size = sets.len() / 2;
            let clique = |k| Clique { positions: SmallVec::from_slice(&[k]), is_full: false };
            let cliques = [0, size].map(|from| (from..from + size).map(clique).collect());
            Same { cliques, digits: LOW | HIGH, size: number(size) }.narrow(sets)
        };
        // Three cells have two partners.
        assert!(!narrow(&mut [LOW, LOW, LOW, HIGH, LOW, LOW, HIGH, HIGH]));
        // Two have as many, which leaves the others to the third.
        let mut sets = [LOW, LOW, LOW | HIGH, HIGH, LOW, LOW, HIGH, HIGH];
        assert!(narrow(&mut sets));
        assert_eq!(sets, [LOW, LOW, HIGH, HIGH, LOW, LOW, HIGH, HIGH]);
        // Of 64 cells as of few; more are only counted.
        for size in [64, 65] {
            let low = |cells| vec![LOW; cells];
            let mut sets = [low(size - 1), vec![HIGH], low(size - 2), vec![HIGH; 2]].concat();
            assert_eq!(narrow(&mut sets), size > MOST_MATCHED);
        }
    }
}
