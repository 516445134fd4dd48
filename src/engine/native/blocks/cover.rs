//! Cells that have digits of a set only, each of these at least once.
//!
//! Each digit needs a cell of its own, so these are the matchings of the set's digits into the cells. What is in none of
//! them is found as for cells that all differ (Jean-Charles Régin: *A filtering algorithm for constraints of difference
//! in CSPs*, AAAI 1994): from one matching, by the cells that it can do without, and by its cycles.

use smallvec::SmallVec;

/// The most digits.
pub(super) const MOST_DIGITS: usize = 12;
/// The most cells: as many bits as `places` have.
pub(super) const MOST_CELLS: usize = 32;

/// The digits of some cells, as bits, and the cells of each digit.
#[derive(Debug)]
pub(super) struct Cover {
    sets: SmallVec<[u16; MOST_CELLS]>,
    places: [u32; MOST_DIGITS],
}

/// A matching: the digit that each cell is for, if any, and the cells that are for one.
struct Matching {
    digit_of: [u32; MOST_CELLS],
    taken: u32,
}

/// The members of a set of bits.
fn members(mut bits: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let first = bits.trailing_zeros();
        bits &= bits.checked_sub(1)?;
        Some(first)
    })
}

impl Cover {
    /// Of cells with these digits.
    pub(super) fn new(sets: &[u16]) -> Self {
        debug_assert!(sets.len() <= MOST_CELLS);
        let mut places = [0; MOST_DIGITS];
        for (k, &set) in sets.iter().enumerate() {
            members(set.into()).for_each(|digit| places[digit as usize] |= 1 << k);
        }
        Cover { sets: sets.into(), places }
    }

    /// Writes what the cells may have if they have just the digits of `used`; whether there is a way.
    pub(super) fn narrow(&self, used: u16, left: &mut [u16]) -> bool {
        let mut matching = Matching { digit_of: [0; MOST_CELLS], taken: 0 };
        if !members(used.into()).all(|digit| self.augment(digit, &mut 0, &mut matching)) {
            return false;
        }
        for (left, set) in left.iter_mut().zip(&self.sets) {
            *left = set & used;
        }
        // A cell that is for no digit may be for any of its own, and so free the cell that was for that.
        let all = self.sets.iter().fold(0, |all, _| all << 1 | 1);
        let mut free = all & !matching.taken;
        let mut given = 0;
        loop {
            let digits = members(free).fold(0, |set, k| set | left[k as usize]);
            if digits == given {
                break;
            }
            given = digits;
            let are_given = members(all).filter(|&k| matching.has(k, given));
            free |= are_given.fold(0, |cells, k| cells | 1 << k);
        }
        let bound = all & !free;
        if bound != 0 {
            narrow_bound(bound, used & !given, &matching, left);
        }
        true
    }

    /// Finds a cell for a digit, by moving others to cells not yet `seen` where it must.
    fn augment(&self, digit: u32, seen: &mut u32, matching: &mut Matching) -> bool {
        let places = self.places[digit as usize];
        let open = places & !matching.taken;
        if open != 0 {
            let cell = open.trailing_zeros();
            matching.taken |= 1 << cell;
            matching.digit_of[cell as usize] = digit;
            return true;
        }
        while places & !*seen != 0 {
            let cell = (places & !*seen).trailing_zeros();
            *seen |= 1 << cell;
            if self.augment(matching.digit_of[cell as usize], seen, matching) {
                matching.digit_of[cell as usize] = digit;
                return true;
            }
        }
        false
    }
}

impl Matching {
    /// Whether a cell is for one of some digits.
    fn has(&self, cell: u32, digits: u16) -> bool {
        self.taken >> cell & 1 == 1 && digits >> self.digit_of[cell as usize] & 1 == 1
    }
}

/// Narrows cells that are as many as their digits: a cell may have another's digit if they are on a cycle.
fn narrow_bound(bound: u32, digits: u16, matching: &Matching, left: &mut [u16]) {
    // From each cell to those that are for one of its digits, at last over any number of cells.
    let mut ways = [0u32; MOST_CELLS];
    for k in members(bound).map(|k| k as usize) {
        left[k] &= digits;
        let leads = members(bound).filter(|&to| matching.has(to, left[k]));
        ways[k] = leads.fold(0, |cells, to| cells | 1 << to);
    }
    for by in members(bound) {
        for k in members(bound).map(|k| k as usize) {
            if ways[k] >> by & 1 == 1 {
                ways[k] |= ways[by as usize];
            }
        }
    }
    for k in members(bound) {
        for to in members(bound).filter(|&to| to != k && ways[to as usize] >> k & 1 == 0) {
            left[k as usize] &= !(1 << matching.digit_of[to as usize]);
        }
    }
}

#[cfg(test)]
mod tests {
    use itertools::Itertools;

    use super::*;
    use crate::random::Random;

    #[test]
    fn cells_have_what_some_way_has() {
        let mut random = Random::new(3);
        let (mut refused, mut narrowed) = (0, 0);
        for _ in 0..5000 {
            let cells = 1 + random.below(6);
            let sets: Vec<u16> =
                (0..cells).map(|_| u16::try_from(1 + random.below(31)).unwrap()).collect();
            let used = u16::try_from(1 + random.below(31)).unwrap();
            let own = |set: &u16| members(u32::from(set & used)).map(|digit| 1u16 << digit);
            let ways = sets.iter().map(|set| own(set).collect_vec()).multi_cartesian_product();
            let ways = ways.filter(|way| way.iter().fold(0, |all, digit| all | digit) == used);
            let expected = ways.reduce(|a, b| a.iter().zip(&b).map(|(a, b)| a | b).collect());
            let mut left = vec![0; cells];
            let is_some = Cover::new(&sets).narrow(used, &mut left) && !left.contains(&0);
            assert_eq!(is_some.then(|| left.clone()), expected, "{sets:?} {used}");
            refused += usize::from(!is_some);
            narrowed += usize::from(is_some && left.iter().zip(&sets).any(|(a, b)| *a != b & used));
        }
        assert!(refused > 1000 && narrowed > 100, "{refused} {narrowed}");
    }
}
