//! Sums by the least and the greatest total; cells that must differ take different digits.

use std::sync::Arc;

use itertools::Itertools;
use smallvec::SmallVec;

use super::super::word::Word;
use super::put_back;

/// A sum whose total must be a target.
#[derive(Debug)]
pub(in super::super) struct Bounds<W> {
    groups: Box<[Group]>,
    /// In rising order.
    targets: Box<[i64]>,
    digits: std::marker::PhantomData<W>,
}

/// Positions whose cells all differ and weigh alike.
#[derive(Debug)]
pub(super) struct Group {
    pub(super) positions: SmallVec<[usize; 4]>,
    scale: Arc<Scale>,
}

/// What digits are worth.
#[derive(Debug)]
pub(super) struct Scale {
    weights: Box<[i64]>,
    /// Where each digit stands among all, by weight.
    rank: Box<[usize]>,
    /// Weights in rising order.
    rising: Box<[i64]>,
    order: Order,
    /// Whether each digit is worth one more than the one before.
    is_plain: bool,
}

/// How weights follow one another, digit by digit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Order {
    Rising,
    Falling,
    /// All digits but one are worth the same.
    Marked(usize),
    Mixed,
}

/// Blocks with more candidates than this have all false ones for reasons.
const LARGE: usize = 2000;

impl Scale {
    pub(super) fn new(weights: &[i64]) -> Self {
        let mut digits: Vec<usize> = (0..weights.len()).collect();
        digits.sort_by_key(|&digit| weights[digit]);
        let mut rank = vec![0; weights.len()];
        for (k, &digit) in digits.iter().enumerate() {
            rank[digit] = k;
        }
        let is_alone = |&digit: &usize| {
            let mut others = weights[..digit].iter().chain(&weights[digit + 1..]);
            others.all_equal() && weights.len() > 2 && !weights.iter().all_equal()
        };
        let order = match (0..weights.len()).find(is_alone) {
            Some(digit) => Order::Marked(digit),
            None if weights.is_sorted() => Order::Rising,
            None if weights.is_sorted_by(|a, b| a > b) => Order::Falling,
            None => Order::Mixed,
        };
        let rising = digits.iter().map(|&digit| weights[digit]).collect();
        let is_plain = weights.windows(2).all(|two| two[1] == two[0] + 1);
        Scale { weights: weights.into(), rank: rank.into(), rising, order, is_plain }
    }

    /// What each digit is worth.
    pub(super) fn weights(&self) -> &[i64] {
        &self.weights
    }

    /// What the first digit is worth, if each other one is worth one more than the one before.
    pub(super) fn first_of_plain(&self) -> Option<i64> {
        self.weights.first().copied().filter(|_| self.is_plain)
    }

    /// Those of some digits that have a weight.
    fn weighing<W: Word>(&self, set: W, weight: i64) -> W {
        if self.is_plain || self.order == Order::Falling && self.weights.len() > 1 {
            let digit =
                if self.is_plain { weight - self.weights[0] } else { self.weights[0] - weight };
            let exact = |digit: &usize| self.weights.get(*digit) == Some(&weight);
            if let Some(digit) = usize::try_from(digit).ok().filter(exact) {
                return set.and(W::bit(digit));
            }
            if self.is_plain {
                return W::EMPTY;
            }
        }
        let fitting = set.numbers().filter(|&digit| self.weights[digit] == weight);
        fitting.map(W::bit).fold(W::EMPTY, W::or)
    }

    /// The least and the greatest rank of a set; the wrong way round if it is empty.
    fn ranks<W: Word>(&self, set: W) -> (usize, usize) {
        let top = self.rising.len() - 1;
        let (Some(first), Some(last)) = (set.first(), set.last()) else { return (top, 0) };
        match self.order {
            Order::Rising => (first, last),
            Order::Falling => (top - last, top - first),
            Order::Marked(_) | Order::Mixed => {
                let ranks = set.numbers().map(|digit| self.rank[digit]);
                ranks.fold((top, 0), |(low, high), rank| (low.min(rank), high.max(rank)))
            }
        }
    }
}

impl Group {
    pub(super) fn new(position: usize, scale: Arc<Scale>) -> Self {
        Group { positions: SmallVec::from_slice(&[position]), scale }
    }

    pub(super) fn scale(&self) -> &Arc<Scale> {
        &self.scale
    }

    /// Bounds of what one set is worth.
    fn range<W: Word>(&self, set: W) -> (i64, i64) {
        if let Order::Marked(digit) = self.scale.order {
            return self.worth(1, set.has(digit), set.without(W::bit(digit)).is_empty());
        }
        let (low, high) = self.scale.ranks(set);
        (self.scale.rising[low], self.scale.rising[high])
    }

    /// Bounds of the total of some cells, given whether one can and whether one must have the digit that is
    /// worth something of its own; the wrong way round if one must and none can.
    fn worth(&self, cells: usize, can: bool, must: bool) -> (i64, i64) {
        let weights = &self.scale.weights;
        let Order::Marked(digit) = self.scale.order else { unreachable!("asked of those alone") };
        let other = weights[usize::from(digit == 0)];
        let plain = other * i64::try_from(cells).expect("few");
        let own = weights[digit] - other;
        let (must, can) = (own * i64::from(must), own * i64::from(can));
        if own > 0 { (plain + must, plain + can) } else { (plain + can, plain + must) }
    }

    /// The total of the group where one digit is worth something of its own, but for one position.
    fn count<W: Word>(&self, sets: &[W], but: Option<usize>, digit: usize) -> (i64, i64) {
        let (mut cells, mut can, mut must) = (0, false, false);
        for &k in self.positions.iter().filter(|&&k| Some(k) != but) {
            cells += 1;
            can |= sets[k].has(digit);
            must |= sets[k].without(W::bit(digit)).is_empty();
        }
        // As many cells as digits have them all.
        self.worth(cells, can, must || cells == self.scale.weights.len())
    }

    /// Bounds of the total of the group, but for one position. Each cell takes the first rank from
    /// its least on that none has taken: which ranks are taken does not depend on the order of the
    /// cells. The same from above.
    fn interval<W: Word>(&self, sets: &[W], but: Option<usize>) -> (i64, i64) {
        if let Order::Marked(digit) = self.scale.order {
            return self.count(sets, but, digit);
        }
        let rising = &self.scale.rising;
        if let [k] = self.positions[..] {
            return if but.is_some() { (0, 0) } else { self.range(sets[k]) };
        }
        let top = rising.len() - 1;
        let (mut least, mut greatest) = (0, 0);
        let (mut taken_low, mut taken_high) = (W::EMPTY, W::EMPTY);
        for &k in &self.positions {
            if Some(k) == but {
                continue;
            }
            let (low, high) = self.scale.ranks(sets[k]);
            let low = taken_low.room_from(low).min(top);
            let high = taken_high.room_up_to(high).unwrap_or(0);
            (taken_low, taken_high) = (taken_low.or(W::bit(low)), taken_high.or(W::bit(high)));
            least += rising[low];
            greatest += rising[high];
        }
        (least, greatest)
    }
}

/// Bounds of a sum.
fn sum(intervals: impl Iterator<Item = (i64, i64)>) -> (i64, i64) {
    intervals.fold((0, 0), |(low, high), (l, h)| (low + l, high + h))
}

impl<W: Word> Bounds<W> {
    pub(super) fn new(groups: impl IntoIterator<Item = Group>, targets: &[i64]) -> Self {
        let digits = std::marker::PhantomData;
        Bounds { groups: groups.into_iter().collect(), targets: targets.into(), digits }
    }

    /// Whether a target lies within bounds.
    fn hits(&self, (low, high): (i64, i64)) -> bool {
        let next = self.targets.partition_point(|&target| target < low);
        self.targets.get(next).is_some_and(|&target| target <= high)
    }

    pub(super) fn narrow(&self, sets: &mut [W]) -> bool {
        let mut intervals: SmallVec<[(i64, i64); 8]> = SmallVec::new();
        let (mut low, mut high) = (0, 0);
        for group in &self.groups {
            let own = group.interval(sets, None);
            (low, high) = (low + own.0, high + own.1);
            intervals.push(own);
        }
        if !self.hits((low, high)) {
            return false;
        }
        if sets.iter().filter(|set| set.is_several()).count() == 2 {
            return self.decide(sets);
        }
        for (k, group) in self.groups.iter().enumerate() {
            let own = intervals[k];
            for &k in &group.positions {
                if !sets[k].is_several() {
                    continue;
                }
                // Without the cell the others can do no worse than with it.
                let (least, greatest) = group.range(sets[k]);
                if self.all_hit((low - least, high - greatest), (least, greatest)) {
                    continue;
                }
                let rest = group.interval(sets, Some(k));
                let rest = (low - own.0 + rest.0, high - own.1 + rest.1);
                for digit in sets[k].numbers() {
                    let weight = group.scale.weights[digit];
                    if !self.hits((rest.0 + weight, rest.1 + weight)) {
                        sets[k] = sets[k].without(W::bit(digit));
                    }
                }
                if sets[k].is_empty() {
                    return false;
                }
            }
        }
        true
    }

    /// Where two cells are open: which digits have a partner.
    fn decide(&self, sets: &mut [W]) -> bool {
        let mut fixed = 0;
        let mut open: SmallVec<[(usize, &Group); 2]> = SmallVec::new();
        for group in &self.groups {
            for &k in &group.positions {
                match sets[k].first() {
                    Some(digit) if !sets[k].is_several() => fixed += group.scale.weights[digit],
                    _ => open.push((k, group)),
                }
            }
        }
        let [(a, first), (b, second)] = open[..] else { return true };
        let differ = std::ptr::eq(first, second);
        let (mut left_a, mut left_b) = (W::EMPTY, W::EMPTY);
        for digit in sets[a].numbers() {
            for &target in &self.targets {
                let rest = target - fixed - first.scale.weights[digit];
                let mut partners = second.scale.weighing(sets[b], rest);
                if differ {
                    partners = partners.without(W::bit(digit));
                }
                if !partners.is_empty() {
                    left_a = left_a.or(W::bit(digit));
                    left_b = left_b.or(partners);
                }
            }
        }
        (sets[a], sets[b]) = (left_a, left_b);
        !left_a.is_empty()
    }

    /// Whether one target is hit with any weight within bounds, and others that are worth at most and
    /// at least so much.
    fn all_hit(
        &self,
        (others_low, others_high): (i64, i64),
        (least, greatest): (i64, i64),
    ) -> bool {
        self.hits((others_low + greatest, others_high + least))
    }

    /// Slack is spent greedily: on whole cells, else on single digits.
    pub(super) fn relax(&self, sets: &[W], all: &[W]) -> Vec<W> {
        let candidates: usize = all.iter().map(|set| set.count() as usize).sum();
        if candidates > LARGE {
            return sets.to_vec();
        }
        // Of each position its group, and what the groups come to with what was put back.
        let mut group_of: SmallVec<[usize; 16]> = SmallVec::from_elem(0, sets.len());
        for (k, group) in self.groups.iter().enumerate() {
            group.positions.iter().for_each(|&position| group_of[position] = k);
        }
        let intervals = self.groups.iter().map(|group| group.interval(sets, None));
        let mut intervals: SmallVec<[(i64, i64); 8]> = intervals.collect();
        let (mut low, mut high) = sum(intervals.iter().copied());
        put_back(sets, all, |sets, position| {
            let k = group_of[position];
            let (own, before) = (self.groups[k].interval(sets, None), intervals[k]);
            let with_own = (low - before.0 + own.0, high - before.1 + own.1);
            let is_refuted = !self.hits(with_own);
            if is_refuted {
                intervals[k] = own;
                (low, high) = with_own;
            }
            is_refuted
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn reasons_group_by_group_are_those_of_whole_totals() {
        let mut random = Random::new(7);
        let scale = Arc::new(Scale::new(&[1, 2, 3, 4, 5, 6]));
        let mut relaxed = 0;
        for _ in 0..500 {
            // Two groups of two cells, and one alone.
            let mut groups = [0, 2, 4].map(|k| Group::new(k, Arc::clone(&scale)));
            groups[0].positions.push(1);
            groups[1].positions.push(3);
            let bounds = Bounds::new(groups, &[i64::try_from(5 + random.below(26)).unwrap()]);
            let sets: Vec<u32> =
                (0..5).map(|_| 1 << random.below(6) | 1 << random.below(6)).collect();
            let is_refuted = |sets: &[u32]| {
                let intervals = bounds.groups.iter().map(|group| group.interval(sets, None));
                !bounds.hits(sum(intervals))
            };
            if is_refuted(&sets) {
                let all = [0x3f; 5];
                let own = bounds.relax(&sets, &all);
                assert_eq!(own, put_back(&sets, &all, |sets, _| is_refuted(sets)));
                assert!(is_refuted(&own));
                relaxed += usize::from(own != sets);
            }
        }
        assert!(relaxed > 100, "{relaxed}");
    }
}
