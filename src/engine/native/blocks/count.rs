//! How often a digit stands in some cells, house by house.
//!
//! Full houses that share no cell and together hold all the cells divide the count: each house adds one if the digit
//! stands in one of the cells, and nothing if it stands in the rest of the house. Bounds of sums see neither that a
//! house *must* add one for lack of places in the rest, nor what the rest loses by this.

use std::cell::RefCell;

use smallvec::SmallVec;

use super::super::geometry::Geometry;
use super::super::state::number;
use super::super::word::Word;
use super::{Domain, Filter, Filtered};
use crate::rule::{Positions, Sum};

/// Cells in which a digit stands so often.
#[derive(Debug)]
pub(in super::super) struct Count {
    digit: usize,
    /// In rising order.
    targets: Box<[usize]>,
    /// Of each partition the houses that have some of the cells.
    partitions: Box<[Box<[Share]>]>,
    /// The last places that nothing followed from.
    settled: RefCell<Option<Places>>,
}

/// What a house has of the cells, and the rest of it, by position.
#[derive(Debug)]
struct Share {
    inside: Positions,
    outside: Positions,
}

/// Where the digit may stand, and where it does.
#[derive(Debug, PartialEq, Eq)]
struct Places {
    possible: Positions,
    certain: Positions,
}

/// Of larger grids the sets of positions would take much memory.
const MOST_CELLS: usize = 4096;

/// Positions that are a reason.
type Few = SmallVec<[usize; 8]>;

/// Partitions of the grid, or of a part of it, into full houses; made once for a puzzle.
#[derive(Debug)]
pub(super) struct Partitions(Vec<Partition>);

#[derive(Debug)]
struct Partition {
    houses: Vec<usize>,
    /// For each cell whether one of the houses has it.
    taken: Vec<bool>,
}

/// More partitions than this are not looked for: rows, columns and boxes are three.
const MOST_PARTITIONS: usize = 6;

/// Houses are left aside where the rest of them has more than so many times the cells.
const MOST_OUTSIDE: usize = 8;

impl Partitions {
    /// Each house joins the first partition that has none of its cells.
    pub(super) fn new<W: Word>(geometry: &Geometry<W>) -> Self {
        let mut partitions: Vec<Partition> = Vec::new();
        let houses = if geometry.cells() > MOST_CELLS { 0 } else { geometry.full };
        for house in 0..houses {
            let here = || geometry.cells_of(house).iter().map(|&cell| cell as usize);
            let is_apart = |partition: &Partition| !here().any(|cell| partition.taken[cell]);
            let k = partitions.iter().position(is_apart).unwrap_or(partitions.len());
            if k == partitions.len() {
                if k == MOST_PARTITIONS {
                    continue;
                }
                let taken = vec![false; geometry.cells()];
                partitions.push(Partition { houses: Vec::new(), taken });
            }
            here().for_each(|cell| partitions[k].taken[cell] = true);
            partitions[k].houses.push(house);
        }
        Partitions(partitions)
    }

    /// The filter of a sum that counts one digit, if there are houses to go by.
    pub(super) fn filter<W: Word>(
        &self,
        block: &Sum,
        domain: Domain<'_, W>,
    ) -> Option<Filtered<W>> {
        let geometry = domain.geometry;
        if self.0.is_empty() {
            return None;
        }
        let (digit, targets) = counted(block, geometry.side)?;
        let mut cells: Vec<u32> = block.cells().iter().map(|cell| number(cell.index())).collect();
        let own = cells.len();
        let mut position = vec![None; geometry.cells()];
        for (k, &cell) in cells.iter().enumerate() {
            if position[cell as usize].replace(k).is_some() {
                return None;
            }
        }
        let has_some = |house: &usize| {
            geometry.cells_of(*house).iter().any(|&cell| position[cell as usize].is_some())
        };
        let fits = |houses: &Vec<usize>| {
            houses.len() > 1 && houses.len() * geometry.side <= (MOST_OUTSIDE + 1) * own
        };
        let covering = self.0.iter().filter(|it| cells.iter().all(|&cell| it.taken[cell as usize]));
        let those = covering.map(|it| it.houses.iter().copied().filter(has_some).collect());
        let those: Vec<Vec<usize>> = those.filter(fits).collect();
        for &cell in those.iter().flatten().flat_map(|&house| geometry.cells_of(house)) {
            position[cell as usize].get_or_insert_with(|| {
                cells.push(cell);
                cells.len() - 1
            });
        }
        let share = |house: &usize| {
            let all = geometry.cells_of(*house).iter().filter_map(|&cell| position[cell as usize]);
            let none = || Positions::none(cells.len());
            let (mut inside, mut outside) = (none(), none());
            all.for_each(|k| if k < own { inside.insert(k) } else { outside.insert(k) });
            Share { inside, outside }
        };
        let partitions: Box<[_]> = those.iter().map(|it| it.iter().map(share).collect()).collect();
        let count =
            Count { digit, targets: targets.into(), partitions, settled: RefCell::default() };
        let is_useful = !count.partitions.is_empty();
        let (cells, all) = (cells.clone().into(), domain.of(&cells));
        is_useful.then(|| Filtered { cells, all, filter: Filter::Count(count.into()) })
    }
}

/// The digit that a sum counts, and how often it may stand.
fn counted(block: &Sum, side: usize) -> Option<(usize, Vec<usize>)> {
    let table = block.weights().first()?.get(..side).filter(|_| side > 2)?;
    let other = table[usize::from(table[0] != table[1]) * 2];
    let mut own = (0..side).filter(|&digit| table[digit] != other);
    let digit = own.next().filter(|_| own.next().is_none())?;
    if !block.weights().iter().all(|weights| weights.get(..side) == Some(table)) {
        return None;
    }
    let each = i64::from(table[digit]) - i64::from(other);
    let none = i64::from(other) * i64::try_from(block.cells().len()).ok()?;
    let count = |&target: &i64| {
        let more = target.checked_sub(none)?;
        let count = more.checked_div(each).filter(|count| count * each == more)?;
        usize::try_from(count).ok()
    };
    let mut counts: Vec<_> = block.targets().iter().filter_map(count).collect();
    counts.sort_unstable();
    Some((digit, counts))
}

impl Share {
    /// Whether the digit must and whether it can stand in the cells.
    fn bounds(&self, places: &Places) -> (bool, bool) {
        let Places { possible, certain } = places;
        let must = !possible.meets(&self.outside) || certain.meets(&self.inside);
        let can = possible.meets(&self.inside) && !certain.meets(&self.outside);
        (must, can)
    }
}

/// How many houses must have the digit in the cells, and how many can.
fn total(each: &[(bool, bool)]) -> (usize, usize) {
    let count = |low, high, it: &(bool, bool)| (low + usize::from(it.0), high + usize::from(it.1));
    each.iter().fold((0, 0), |(low, high), it| count(low, high, it))
}

impl Count {
    fn places<W: Word>(&self, sets: &[W]) -> Places {
        let none = || Positions::none(sets.len());
        let (mut possible, mut certain) = (none(), none());
        for k in (0..sets.len()).filter(|&k| sets[k].has(self.digit)) {
            possible.insert(k);
            if !sets[k].is_several() {
                certain.insert(k);
            }
        }
        Places { possible, certain }
    }

    /// The greatest target below a number, and the least of the others.
    fn around(&self, low: usize) -> (Option<usize>, Option<usize>) {
        let next = self.targets.partition_point(|&target| target < low);
        (next.checked_sub(1).map(|k| self.targets[k]), self.targets.get(next).copied())
    }

    /// Whether a target lies within bounds.
    fn hits(&self, low: usize, high: usize) -> bool {
        self.around(low).1.is_some_and(|target| target <= high)
    }

    /// The positions where the digit cannot stand; `None` if the count cannot be right.
    fn excluded(&self, places: &Places) -> Option<Few> {
        let mut excluded = Few::new();
        for partition in &self.partitions {
            let each: SmallVec<[_; 16]> = partition.iter().map(|it| it.bounds(places)).collect();
            let (low, high) = total(&each);
            if !self.hits(low, high) {
                return None;
            }
            let can_miss = low >= high || self.hits(low, high - 1);
            if can_miss && (low >= high || self.hits(low + 1, high)) {
                continue;
            }
            for (share, _) in partition.iter().zip(each).filter(|(_, each)| *each == (false, true))
            {
                let side = if can_miss { &share.inside } else { &share.outside };
                excluded.extend(places.possible.and(side).without(&places.certain).iter());
            }
        }
        Some(excluded)
    }

    pub(super) fn narrow<W: Word>(&self, sets: &mut [W]) -> bool {
        let places = self.places(sets);
        let mut settled = self.settled.borrow_mut();
        if settled.as_ref() == Some(&places) {
            return true;
        }
        let Some(excluded) = self.excluded(&places) else { return false };
        if excluded.is_empty() {
            *settled = Some(places);
        }
        excluded.into_iter().for_each(|k| sets[k] = sets[k].without(W::bit(self.digit)));
        true
    }

    /// The positions that matter where the count cannot be right: of as few houses as it takes, those first that take
    /// few positions. `None` where it may be right.
    fn reason(&self, places: &Places, all: &Places) -> Option<Few> {
        // The digit stands in one of these, else in none of those.
        let told = |these: &Positions, those: &Positions| -> Few {
            let certain = places.certain.and(these).first();
            let gone = || all.possible.and(those).without(&places.possible).iter().collect();
            certain.map_or_else(gone, |k| (!all.certain.has(k)).then_some(k).into_iter().collect())
        };
        let reason = |partition: &[Share]| {
            let each: Vec<_> = partition.iter().map(|share| share.bounds(places)).collect();
            let (low, high) = total(&each);
            let (below, above) = self.around(low);
            if above.is_some_and(|above| above <= high) {
                return None;
            }
            let each = || partition.iter().zip(&each);
            let must = each().filter(|(_, each)| each.0);
            let cannot = each().filter(|(_, each)| !each.1);
            let mut must: Vec<_> = must.map(|(it, _)| told(&it.inside, &it.outside)).collect();
            let mut cannot: Vec<_> = cannot.map(|(it, _)| told(&it.outside, &it.inside)).collect();
            for (reasons, needed) in [
                (&mut must, below.map_or(0, |below| below + 1)),
                (&mut cannot, above.map_or(0, |above| (partition.len() + 1).saturating_sub(above))),
            ] {
                reasons.sort_by_key(SmallVec::len);
                reasons.truncate(needed);
            }
            Some(must.into_iter().chain(cannot).flatten().collect::<Few>())
        };
        self.partitions.iter().filter_map(|partition| reason(partition)).min_by_key(SmallVec::len)
    }

    pub(super) fn relax<W: Word>(&self, sets: &[W], all: &[W]) -> Vec<W> {
        let Some(reason) = self.reason(&self.places(sets), &self.places(all)) else {
            return sets.to_vec();
        };
        let mut relaxed = all.to_vec();
        for k in reason {
            let (stands, gone) = (sets[k], all[k].without(W::bit(self.digit)));
            relaxed[k] = if sets[k].has(self.digit) { stands } else { gone };
        }
        relaxed
    }

    pub(super) fn size(&self) -> usize {
        self.partitions.iter().map(|partition| 4 * partition.len()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Cell, Layout};
    use crate::random::Random;

    /// A filter on 4×4: how often the second digit stands in some cells.
    fn filter_of(cells: &[usize], targets: &[i64]) -> Filtered<u32> {
        let geometry = Geometry::<u32>::new(&Layout::boxes(2, 2).unwrap(), &[]);
        let table: std::sync::Arc<[i32]> = [3, 1, 3, 3].into();
        let targets: Vec<i64> = targets
            .iter()
            .map(|target| 3 * i64::try_from(cells.len()).unwrap() - 2 * target)
            .collect();
        let cells: Vec<Cell> = cells.iter().copied().map(Cell::new).collect();
        let weights = vec![table; cells.len()];
        let domain = Domain { geometry: &geometry, cells: &[0b1111; 16] };
        let sum = Sum::new(cells, weights, targets);
        Partitions::new(&geometry).filter(&sum, domain).unwrap()
    }

    #[test]
    fn houses_that_must_and_that_cannot() {
        // Three cells of the first row, one of the third.
        let filtered = filter_of(&[0, 1, 2, 8], &[2]);
        let at = |cell: usize| filtered.cells.iter().position(|&it| it as usize == cell).unwrap();
        let Filter::Count(count) = &filtered.filter else { panic!("a count") };
        let mut sets = vec![0b1111_u32; filtered.cells.len()];
        assert!(count.narrow(&mut sets));
        // Both rows have it among the cells.
        let rest: Vec<usize> = [3, 9, 10, 11].map(at).to_vec();
        assert!((0..sets.len()).all(|k| (sets[k] == 0b1101) == rest.contains(&k)), "{sets:?}");
        // In the first row it cannot: what stands beside is the reason.
        sets.fill(0b1111);
        sets[at(3)] = 0b0010;
        assert!(!count.narrow(&mut sets));
        let relaxed = count.relax(&sets, &vec![0b1111; sets.len()]);
        assert!((0..sets.len()).all(|k| relaxed[k] == if k == at(3) { 0b0010 } else { 0b1111 }));
    }

    #[test]
    fn other_sums_are_left_alone() {
        let geometry = Geometry::<u32>::new(&Layout::boxes(2, 2).unwrap(), &[]);
        let partitions = Partitions::new(&geometry);
        assert_eq!(partitions.0.len(), 3);
        let domain = Domain { geometry: &geometry, cells: &[0b1111; 16] };
        let filter = |cells: &[usize], table: [i32; 4], target: i64| {
            let cells: Vec<Cell> = cells.iter().copied().map(Cell::new).collect();
            let weights = vec![std::sync::Arc::from(table); cells.len()];
            partitions.filter(&Sum::new(cells, weights, [target]), domain)
        };
        assert!(filter(&[0, 5, 10], [0, 1, 0, 0], 1).is_some());
        assert!(filter(&[0, 5, 10], [0, -1, 0, 0], i64::MIN).is_some());
        assert!(filter(&[0, 5, 10], [7, -1, 7, 7], i64::MIN).is_some());
        assert!(filter(&[0, 5, 10], [0, 1, 1, 0], 1).is_none());
        assert!(filter(&[0, 5, 5], [0, 1, 0, 0], 1).is_none(), "a cell that counts twice");
    }

    #[test]
    fn no_place_is_lost_and_reasons_refute() {
        let mut random = Random::new(5);
        let (mut refuted, mut narrowed) = (0, 0);
        // The sixteen permutations of which one stands in each row, each column and each box.
        let ways: Vec<[usize; 4]> = itertools::Itertools::permutations(0..4, 4)
            .map(|it| [it[0], 4 + it[1], 8 + it[2], 12 + it[3]])
            .filter(|it| it[0] / 2 != (it[1] - 4) / 2 && (it[2] - 8) / 2 != (it[3] - 12) / 2)
            .collect();
        assert_eq!(ways.len(), 16);
        for seed in 0..2000 {
            let mut cells: Vec<usize> = (0..16).collect();
            random.shuffle(&mut cells);
            cells.truncate(5 + random.below(6));
            let targets: Vec<i64> = (0..5).filter(|_| random.below(4) == 0).collect();
            let filtered = filter_of(&cells, &targets);
            let Filter::Count(count) = &filtered.filter else { panic!("a count") };
            let set =
                |random: &mut Random| [0b1111, 0b1111, 0b1101, 0b1101, 0b0010][random.below(5)];
            let sets: Vec<u32> = filtered.cells.iter().map(|_| set(&mut random)).collect();
            let of_cell = |k: usize| filtered.cells.iter().position(|&it| it as usize == k);
            let fits = |sets: &[u32], way: &&[usize; 4]| {
                let total = way.iter().filter(|it| cells.contains(it)).count();
                targets.contains(&i64::try_from(total).unwrap())
                    && (0..16).all(|cell| {
                        of_cell(cell).is_none_or(|k| {
                            let own = if way.contains(&cell) { 0b0010 } else { 0b1101 };
                            sets[k] & own != 0
                        })
                    })
            };
            let mut found = sets.clone();
            if count.narrow(&mut found) {
                for way in ways.iter().filter(|way| fits(&sets, way)) {
                    assert!(
                        way.iter().all(|&cell| of_cell(cell).is_none_or(|k| found[k] & 2 != 0))
                    );
                }
                narrowed += usize::from(found != sets);
            } else {
                let relaxed = count.relax(&sets, &vec![0b1111; sets.len()]);
                assert!(!count.narrow(&mut relaxed.clone()), "{seed}");
                assert!(sets.iter().zip(&relaxed).all(|(set, relaxed)| set & !relaxed == 0));
                assert!(!ways.iter().any(|way| fits(&relaxed, &way)), "{seed}");
                refuted += 1;
            }
        }
        assert!(refuted > 200 && narrowed > 100, "{refuted} {narrowed}");
    }
}
