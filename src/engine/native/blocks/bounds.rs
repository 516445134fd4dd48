//! Sums by the least and the greatest total; cells that must differ take different digits.

use super::super::word::Word;

/// A sum whose total must be a target.
#[derive(Debug)]
pub(super) struct Bounds<W> {
    groups: Box<[Group]>,
    /// In rising order.
    targets: Box<[i64]>,
    digits: std::marker::PhantomData<W>,
}

/// Positions whose cells all differ and weigh alike.
#[derive(Debug)]
pub(super) struct Group {
    pub(super) positions: Vec<usize>,
    /// What each digit is worth.
    weights: Box<[i64]>,
    /// Where each digit stands among all, by weight.
    rank: Box<[usize]>,
    /// Weights in rising order.
    rising: Box<[i64]>,
}

/// Blocks with more candidates than this have all false ones for reasons.
const LARGE: usize = 2000;

impl Group {
    pub(super) fn new(position: usize, weights: &[i64]) -> Self {
        let mut order: Vec<usize> = (0..weights.len()).collect();
        order.sort_by_key(|&digit| weights[digit]);
        let mut rank = vec![0; weights.len()];
        for (k, &digit) in order.iter().enumerate() {
            rank[digit] = k;
        }
        let rising = order.iter().map(|&digit| weights[digit]).collect();
        Group { positions: vec![position], weights: weights.into(), rank: rank.into(), rising }
    }

    pub(super) fn weights(&self) -> &[i64] {
        &self.weights
    }

    /// Bounds of the total of the group, but for one position. Sorted by their least ranks, each
    /// cell takes a rank above the one before.
    fn interval<W: Word>(&self, sets: &[W], but: Option<usize>) -> (i64, i64) {
        let positions = self.positions.iter().filter(|&&k| Some(k) != but);
        let ranks = |k: usize| sets[k].numbers().map(|digit| self.rank[digit]);
        let top = self.rising.len() - 1;
        if let [k] = self.positions[..] {
            let (low, high) = (ranks(k).min(), ranks(k).max());
            return match but {
                Some(_) => (0, 0),
                None => (self.rising[low.unwrap_or(top)], self.rising[high.unwrap_or(0)]),
            };
        }
        let (mut lows, mut highs): (Vec<usize>, Vec<usize>) = positions
            .map(|&k| ranks(k).fold((top, 0), |(low, high), rank| (low.min(rank), high.max(rank))))
            .unzip();
        lows.sort_unstable();
        highs.sort_unstable();
        let (mut least, mut greatest) = (0, 0);
        let mut next = 0;
        for low in lows {
            next = next.max(low).min(top);
            least += self.rising[next];
            next += 1;
        }
        let mut below = top;
        for &high in highs.iter().rev() {
            below = below.min(high);
            greatest += self.rising[below];
            below = below.saturating_sub(1);
        }
        (least, greatest)
    }
}

impl<W: Word> Bounds<W> {
    pub(super) fn new(groups: Vec<Group>, targets: &[i64]) -> Self {
        let digits = std::marker::PhantomData;
        Bounds { groups: groups.into(), targets: targets.into(), digits }
    }

    /// Whether a target lies within bounds.
    fn hits(&self, (low, high): (i64, i64)) -> bool {
        let next = self.targets.partition_point(|&target| target < low);
        self.targets.get(next).is_some_and(|&target| target <= high)
    }

    fn total(&self, sets: &[W]) -> (i64, i64) {
        let intervals = self.groups.iter().map(|group| group.interval(sets, None));
        intervals.fold((0, 0), |(low, high), (l, h)| (low + l, high + h))
    }

    pub(super) fn narrow(&self, sets: &mut [W]) -> bool {
        let (low, high) = self.total(sets);
        if !self.hits((low, high)) {
            return false;
        }
        for group in &self.groups {
            let own = group.interval(sets, None);
            let before = sets.to_vec();
            for &k in &group.positions {
                if !sets[k].is_several() {
                    continue;
                }
                let rest = group.interval(&before, Some(k));
                let rest = (low - own.0 + rest.0, high - own.1 + rest.1);
                for digit in before[k].numbers() {
                    let weight = group.weights[digit];
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

    /// Slack is spent greedily: on whole cells, else on single digits.
    pub(super) fn relax(&self, sets: &[W], all: &[W]) -> Vec<W> {
        let mut relaxed = sets.to_vec();
        let candidates: usize = all.iter().map(|set| set.count() as usize).sum();
        if candidates > LARGE {
            return relaxed;
        }
        for k in 0..sets.len() {
            let narrow = relaxed[k];
            relaxed[k] = all[k];
            if relaxed[k] == narrow || !self.hits(self.total(&relaxed)) {
                continue;
            }
            relaxed[k] = narrow;
            for digit in all[k].without(narrow).numbers() {
                let before = relaxed[k];
                relaxed[k] = before.or(W::bit(digit));
                if self.hits(self.total(&relaxed)) {
                    relaxed[k] = before;
                }
            }
        }
        relaxed
    }
}
