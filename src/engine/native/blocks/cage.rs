//! Sums of cells that all differ and weigh alike: a set of digits fills them.

use std::sync::OnceLock;

use smallvec::SmallVec;

use super::super::word::Word;
use super::bounds::Scale;

/// The sets of digits that add up, one for each cell.
#[derive(Debug)]
pub(in super::super) struct Cage<W> {
    combinations: Box<[W]>,
}

/// More combinations than this are left to bounds.
const MOST: usize = 2000;
/// Of so many cells no memory is asked for.
const FEW: usize = 10;
/// The search for combinations may take this many steps.
const STEPS: usize = 200_000;

impl<W: Word> Cage<W> {
    /// The combinations of so many of the digits whose weights add up to a target; `None` if they
    /// are too many.
    pub(super) fn new(size: usize, digits: W, scale: &Scale, targets: &[i64]) -> Option<Self> {
        if let Some(first) = scale.first_of_plain().filter(|_| digits.last() < Some(PLAIN)) {
            let sums = targets.iter().map(|&target| target - first * wide(size));
            let sets = sums.flat_map(|sum| plain(size, sum)).map(|&set| W::small(set));
            let combinations = sets.filter(|set| set.without(digits).is_empty()).collect();
            return Some(Cage { combinations });
        }
        let weight = |digit: usize| scale.weights()[digit];
        let mut digits: SmallVec<[usize; 16]> = digits.numbers().collect();
        digits.sort_by_key(|&digit| weight(digit));
        let (Some(&first), Some(&last)) = (targets.first(), targets.last()) else {
            return Some(Cage { combinations: Box::default() });
        };
        // What the digits from each one on are worth together.
        let mut sums: SmallVec<[i64; 17]> = SmallVec::from_elem(0, digits.len() + 1);
        for k in (0..digits.len()).rev() {
            sums[k] = sums[k + 1] + weight(digits[k]);
        }
        let mut found = Vec::new();
        let mut chosen: SmallVec<[usize; 16]> = SmallVec::new();
        let (mut from, mut total, mut steps) = (0, 0, 0);
        // Depth first: the next digit is taken, or the last one is given up for its successor.
        loop {
            steps += 1;
            if steps > STEPS || found.len() > MOST {
                return None;
            }
            let left = size - chosen.len();
            let least = |from: usize| sums[from] - sums[from + left];
            if left == 0 {
                if targets.binary_search(&total).is_ok() {
                    let set = chosen.iter().map(|&k| W::bit(digits[k]));
                    found.push(set.fold(W::EMPTY, W::or));
                }
            } else if from + left <= digits.len()
                && total + least(from) <= last
                && total + least(digits.len() - left) >= first
            {
                chosen.push(from);
                total += weight(digits[from]);
                from += 1;
                continue;
            }
            let Some(last) = chosen.pop() else { break };
            total -= weight(digits[last]);
            from = last + 1;
        }
        Some(Cage { combinations: found.into() })
    }

    /// These sets of digits, each as large as there are cells.
    pub(super) fn of_sets(combinations: Vec<W>) -> Self {
        Cage { combinations: combinations.into() }
    }

    /// The sets of digits.
    pub(super) fn sets(&self) -> &[W] {
        &self.combinations
    }

    /// How many combinations there are.
    pub(super) fn size(&self) -> usize {
        self.combinations.len()
    }

    pub(super) fn narrow(&self, sets: &mut [W]) -> bool {
        match sets {
            [a, b] => self.narrow_two(a, b),
            _ => self.narrow_beside(sets, None).is_some(),
        }
    }

    /// The same; the digits that all combinations left have in common, `None` if there is none left.
    /// Where the cells lie in a house, `beside` has its digits, and those of its other cells: what a
    /// combination lacks must stand there. Without `beside` too many digits may be named.
    pub(in super::super) fn narrow_beside(
        &self,
        sets: &mut [W],
        beside: Option<(W, W)>,
    ) -> Option<W> {
        let wants_common = beside.is_some();
        let (digits, beside) = beside.unwrap_or((W::EMPTY, W::EMPTY));
        // What can only stand in the cells.
        let needed = digits.without(beside);
        let (mut union, mut placed) = (W::EMPTY, needed);
        for &set in &*sets {
            union = union.or(set);
            if !set.is_several() {
                placed = placed.or(set);
            }
        }
        let mut room = [W::EMPTY; 2 * FEW];
        let mut more;
        let room = if sets.len() <= FEW {
            &mut room[..2 * sets.len()]
        } else {
            more = vec![W::EMPTY; 2 * sets.len()];
            &mut more[..]
        };
        let (possible, fitting) = room.split_at_mut(sets.len());
        let mut certain: Option<W> = None;
        for &combination in &self.combinations {
            if !combination.without(union).is_empty() || !placed.without(combination).is_empty() {
                continue;
            }
            for (k, &set) in sets.iter().enumerate() {
                fitting[k] = set.and(combination);
            }
            if fits(combination, fitting) {
                let common = certain.map_or(combination, |all| all.and(combination));
                certain = Some(common);
                let mut whole = !wants_common || common.without(placed).is_empty();
                for (k, &set) in sets.iter().enumerate() {
                    possible[k] = possible[k].or(fitting[k]);
                    whole &= possible[k] == set;
                }
                // Nothing can be removed any more.
                if whole {
                    return certain;
                }
            }
        }
        sets.copy_from_slice(possible);
        certain
    }

    fn narrow_two(&self, a: &mut W, b: &mut W) -> bool {
        let (mut left_a, mut left_b) = (W::EMPTY, W::EMPTY);
        for &combination in &self.combinations {
            let (mut own_a, mut own_b) = (a.and(combination), b.and(combination));
            // One digit of the two for either cell, the other for the other.
            if !own_b.is_several() {
                own_a = own_a.without(own_b);
            }
            if !own_a.is_several() {
                own_b = own_b.without(own_a);
            }
            if !own_a.is_empty() && !own_b.is_empty() {
                (left_a, left_b) = (left_a.or(own_a), left_b.or(own_b));
            }
        }
        (*a, *b) = (left_a, left_b);
        !left_a.is_empty()
    }

    /// Each combination that `all` leaves is kept out by the cheapest of its obstacles: a digit
    /// that no cell has, or a cell that has none of the digits.
    pub(super) fn relax(&self, sets: &[W], all: &[W]) -> Vec<W> {
        let mut relaxed = all.to_vec();
        let union = sets.iter().copied().fold(W::EMPTY, W::or);
        for &combination in &self.combinations {
            let covered = relaxed.iter().copied().fold(W::EMPTY, W::or);
            if !combination.without(covered).is_empty()
                || relaxed.iter().any(|set| !set.meets(combination))
            {
                continue;
            }
            let missing = combination.without(union).numbers().map(|digit| {
                (relaxed.iter().filter(|set| set.has(digit)).count(), Obstacle::Digit(digit))
            });
            let strangers = (0..sets.len()).filter(|&k| !sets[k].meets(combination)).map(|k| {
                let cost = if sets[k].is_several() {
                    relaxed[k].and(combination).count() as usize
                } else {
                    1
                };
                (cost, Obstacle::Cell(k))
            });
            match missing.chain(strangers).min_by_key(|(cost, _)| *cost) {
                Some((_, Obstacle::Digit(digit))) => {
                    for set in &mut relaxed {
                        *set = set.without(W::bit(digit));
                    }
                }
                Some((_, Obstacle::Cell(k))) if sets[k].is_several() => {
                    relaxed[k] = relaxed[k].without(combination);
                }
                Some((_, Obstacle::Cell(k))) => relaxed[k] = sets[k],
                // Cells that want the same digits: all that is missing.
                None => {
                    for (set, &narrow) in relaxed.iter_mut().zip(sets) {
                        *set = set.without(combination.without(narrow));
                    }
                }
            }
        }
        relaxed
    }
}

/// The most digits whose sets are kept by size and sum.
const PLAIN: usize = 9;

fn wide(n: usize) -> i64 {
    i64::try_from(n).expect("few digits")
}

/// The sets of digits from 0 to 8 of a size and a sum, as bits.
fn plain(size: usize, sum: i64) -> &'static [u16] {
    static SETS: OnceLock<Box<[Vec<u16>]>> = OnceLock::new();
    /// One more than the greatest sum.
    const SUMS: usize = PLAIN * (PLAIN - 1) / 2 + 1;
    let sets = SETS.get_or_init(|| {
        let mut all = vec![Vec::new(); (PLAIN + 1) * SUMS];
        for set in 0u16..1 << PLAIN {
            let sum: usize = Word::numbers(u32::from(set)).sum();
            all[set.count_ones() as usize * SUMS + sum].push(set);
        }
        all.into()
    });
    let sum = usize::try_from(sum).ok().filter(|&sum| sum < SUMS && size <= PLAIN);
    sum.map_or(&[], |sum| &sets[size * SUMS + sum])
}

enum Obstacle {
    Digit(usize),
    Cell(usize),
}

/// Narrows sets within a combination by singles; whether each cell may have a digit of its own.
pub(super) fn fits<W: Word>(combination: W, sets: &mut [W]) -> bool {
    let mut settled = W::EMPTY;
    loop {
        let (mut once, mut twice, mut naked) = (W::EMPTY, W::EMPTY, W::EMPTY);
        for set in &*sets {
            if set.is_empty() {
                return false;
            }
            twice = twice.or(once.and(*set));
            once = once.or(*set);
            if !set.is_several() {
                if naked.meets(*set) {
                    return false;
                }
                naked = naked.or(*set);
            }
        }
        if !combination.without(once).is_empty() {
            return false;
        }
        let hidden = once.without(twice);
        let news = naked.or(hidden).without(settled);
        if news.is_empty() {
            return true;
        }
        settled = settled.or(news);
        for set in sets.iter_mut() {
            let own = set.and(hidden);
            if own.is_several() {
                return false;
            }
            if !own.is_empty() {
                *set = own;
            } else if set.is_several() {
                *set = set.without(naked);
            }
        }
    }
}
