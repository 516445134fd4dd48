//! Connected cells of several kinds in the plane: they do not cross.
//!
//! Where cells with some digits are connected and cells with some others too, no two of these and two of those take
//! turns around a square of four cells, nor around the border of a filled rectangle: a path that joins the first two
//! would cross the path that joins the others.

use std::collections::BTreeMap;
use std::sync::Arc;

use smallvec::SmallVec;

use super::super::state::number;
use super::super::word::Word;
use super::{Domain, Filter, Filtered};
use crate::grid::Cell;
use crate::puzzle::Puzzle;
use crate::rule::{self, Block};

/// On longer cycles reasons that need more than four cells are not shortened.
const MOST_RELAXED: usize = 128;

/// Cells in the order of a cycle: no other cells are inside it, or none are outside.
#[derive(Debug)]
pub(in super::super) struct Crossing<W> {
    kinds: Arc<Kinds<W>>,
}

/// Disjoint sets of digits; the cells of each are connected.
#[derive(Debug)]
struct Kinds<W> {
    sets: Box<[W]>,
    /// The set of each digit.
    of: Box<[Option<usize>]>,
}

/// The filters of a puzzle's connected cells: of those of at least two kinds among the same cells.
pub(super) fn filters<W: Word>(puzzle: &Puzzle, domain: Domain<'_, W>) -> Vec<Filtered<W>> {
    let blocks = puzzle.rules().iter().flat_map(|rule| rule.blocks());
    let connected = blocks.filter_map(|block| match block {
        Block::Connected(block) => Some(block),
        _ => None,
    });
    let mut groups: Vec<Vec<&rule::Connected>> = Vec::new();
    for block in connected {
        match groups.iter_mut().find(|group| group[0].cells() == block.cells()) {
            Some(group) => group.push(block),
            None => groups.push(vec![block]),
        }
    }
    let mut filtered = Vec::new();
    for group in groups.iter().filter(|group| group.len() > 1) {
        let Some(places) = places(puzzle, group) else { continue };
        let kinds = Arc::new(Kinds::new(group, domain.geometry.side));
        let cycles = squares(&places).into_iter().chain(border(&places));
        filtered.extend(cycles.filter(|_| kinds.sets.len() > 1).map(|cycle| {
            let cells: Box<[u32]> = cycle.iter().map(|cell| number(cell.index())).collect();
            let filter = Filter::Crossing(Crossing { kinds: Arc::clone(&kinds) });
            Filtered { all: domain.of(&cells), cells, filter }
        }));
    }
    filtered
}

/// The cells that some connected cells are among, by row and column; none unless each neighbour is the next cell of
/// a row or of a column.
fn places(puzzle: &Puzzle, group: &[&rule::Connected]) -> Option<BTreeMap<(usize, usize), Cell>> {
    let frame = puzzle.layout().frame();
    let cells = group[0].cells();
    let places: Option<Vec<_>> = cells.iter().map(|&cell| frame.place(cell)).collect();
    let places = places?;
    let is_step = |&(a, b): &(usize, usize)| {
        let ((r, c), (row, column)) = (places[a], places[b]);
        r.abs_diff(row) + c.abs_diff(column) == 1
    };
    let are_steps = group.iter().all(|block| block.edges().iter().all(is_step));
    let by_place: BTreeMap<_, _> = places.iter().copied().zip(cells.iter().copied()).collect();
    (are_steps && by_place.len() == cells.len()).then_some(by_place)
}

/// Squares of four cells, each all around.
fn squares(places: &BTreeMap<(usize, usize), Cell>) -> Vec<Vec<Cell>> {
    let square = |&(row, column): &(usize, usize)| {
        let around = [(row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column)];
        around.iter().map(|place| places.get(place).copied()).collect()
    };
    places.keys().filter_map(square).collect()
}

/// The cells all around a rectangle that the cells fill.
fn border(places: &BTreeMap<(usize, usize), Cell>) -> Option<Vec<Cell>> {
    let (&(top, left), _) = places.first_key_value()?;
    let (&(bottom, right), _) = places.last_key_value()?;
    let is_filled = left <= right
        && (bottom - top + 1) * (right - left + 1) == places.len()
        && places.keys().all(|&(_, column)| (left..=right).contains(&column));
    let is_wide = bottom > top + 1 || right > left + 1;
    if !is_filled || !is_wide || bottom == top || right == left {
        return None;
    }
    let across = (left..right).map(|column| (top, column));
    let down = (top..bottom).map(|row| (row, right));
    let back = (left + 1..=right).rev().map(|column| (bottom, column));
    let up = (top + 1..=bottom).rev().map(|row| (row, left));
    across.chain(down).chain(back).chain(up).map(|place| places.get(&place).copied()).collect()
}

impl<W: Word> Kinds<W> {
    fn new(group: &[&rule::Connected], digits: usize) -> Self {
        let mut sets: Vec<W> = Vec::new();
        let mut of = vec![None; digits];
        for block in group {
            if block.digits().iter().all(|digit| of[digit.index()].is_none()) {
                block.digits().iter().for_each(|digit| of[digit.index()] = Some(sets.len()));
                let bits = block.digits().iter().map(|digit| W::bit(digit.index()));
                sets.push(bits.fold(W::EMPTY, W::or));
            }
        }
        Kinds { sets: sets.into(), of: of.into() }
    }

    /// The kind that all digits of a set are of.
    fn owner(&self, set: W) -> Option<usize> {
        let kind = self.of[set.first()?]?;
        set.without(self.sets[kind]).is_empty().then_some(kind)
    }
}

impl<W: Word> Crossing<W> {
    pub(super) fn narrow(&self, sets: &mut [W]) -> bool {
        loop {
            let owners = sets.iter().map(|&set| self.kinds.owner(set));
            let owners: SmallVec<[Option<usize>; 64]> = owners.collect();
            let known = owners.iter().filter(|owner| owner.is_some()).count();
            if known < 3 {
                return true;
            }
            let mut changed = false;
            for kind in 0..self.kinds.sets.len() {
                if owners.iter().filter(|&&owner| owner == Some(kind)).count() > 1 {
                    let Some(more) = self.part(kind, &owners, sets) else { return false };
                    changed |= more;
                }
            }
            if !changed || known == sets.len() {
                return true;
            }
        }
    }

    /// Two cells of a kind part the others: each other kind stands on one side alone. Whether something was removed;
    /// `None` if one stands on both.
    fn part(&self, kind: usize, owners: &[Option<usize>], sets: &mut [W]) -> Option<bool> {
        let first = owners.iter().position(|&owner| owner == Some(kind))?;
        let around = || (first..owners.len()).chain(0..first);
        // The parts that cells of other kinds stand in.
        let mut part_of: SmallVec<[Option<usize>; 16]> =
            SmallVec::from_elem(None, self.kinds.sets.len());
        let mut part = 0;
        for k in around() {
            match owners[k] {
                Some(owner) if owner == kind => part += 1,
                Some(owner) if *part_of[owner].get_or_insert(part) != part => return None,
                _ => {}
            }
        }
        // The digits of those that stand in other parts than this.
        let elsewhere = |part: usize| {
            let all = part_of.iter().zip(&self.kinds.sets);
            let others = all.filter(|(at, _)| at.is_some_and(|at| at != part));
            others.map(|(_, &set)| set).fold(W::EMPTY, W::or)
        };
        let mut changed = false;
        let (mut part, mut elsewhere_now) = (0, W::EMPTY);
        for k in around() {
            if let Some(owner) = owners[k] {
                if owner == kind {
                    part += 1;
                    elsewhere_now = elsewhere(part);
                }
                continue;
            }
            if sets[k].meets(elsewhere_now) {
                sets[k] = sets[k].without(elsewhere_now);
                changed = true;
                if sets[k].is_empty() {
                    return None;
                }
            }
        }
        Some(changed)
    }

    /// Four cells, the first and third of one kind, the others of another, in cyclic order.
    fn turns(&self, sets: &[W]) -> Option<[usize; 4]> {
        let owners: SmallVec<[Option<usize>; 64]> =
            sets.iter().map(|&set| self.kinds.owner(set)).collect();
        (0..self.kinds.sets.len()).find_map(|kind| {
            let own = |&k: &usize| owners[k] == Some(kind);
            let mut mine = (0..owners.len()).filter(own);
            let first = mine.next()?;
            // Of each other kind a cell, and the last of this kind before it.
            let mut met: SmallVec<[Option<(usize, usize)>; 16]> =
                SmallVec::from_elem(None, self.kinds.sets.len());
            let mut last = first;
            for (k, owner) in owners.iter().enumerate().skip(first + 1) {
                match *owner {
                    Some(owner) if owner == kind => last = k,
                    Some(owner) => match met[owner] {
                        None => met[owner] = Some((k, last)),
                        Some((other, before)) if before != last => {
                            return Some([before, other, last, k]);
                        }
                        Some(_) => {}
                    },
                    None => {}
                }
            }
            // Those before the first are in the same part as those after the last.
            let wrapped = owners[..first].iter().enumerate();
            wrapped.rev().find_map(|(k, owner)| {
                let (other, before) = met[(*owner)?]?;
                (before != last).then_some([before, other, last, k])
            })
        })
    }

    /// Two cells of one kind and two of another that take turns, if there are such among those that are known; what
    /// is known of others is forgotten. Else cell by cell, as long as kinds cross.
    pub(super) fn relax(&self, sets: &[W], all: &[W]) -> Vec<W> {
        if let Some(four) = self.turns(sets) {
            let mut relaxed = all.to_vec();
            for k in four {
                let kind = self.kinds.owner(sets[k]).map_or(W::EMPTY, |kind| self.kinds.sets[kind]);
                relaxed[k] = all[k].and(kind);
            }
            return relaxed;
        }
        let mut relaxed = sets.to_vec();
        if sets.len() > MOST_RELAXED {
            return relaxed;
        }
        let mut copy = Vec::with_capacity(sets.len());
        for k in 0..sets.len() {
            let own = self.kinds.owner(sets[k]).map(|kind| all[k].and(self.kinds.sets[kind]));
            for wide in [Some(all[k]), own].into_iter().flatten() {
                let before = std::mem::replace(&mut relaxed[k], wide);
                copy.clone_from(&relaxed);
                if !self.narrow(&mut copy) {
                    break;
                }
                relaxed[k] = before;
            }
        }
        relaxed
    }

    pub(super) fn size(&self) -> usize {
        self.kinds.sets.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    const SIDE: usize = 4;
    const DIGITS: usize = 3;

    /// Whether the cells of a filled grid with digits of a set are connected.
    fn are_connected(digits: &[usize], set: u32) -> bool {
        let is_in = |k: usize| set >> digits[k] & 1 == 1;
        let Some(first) = (0..digits.len()).find(|&k| is_in(k)) else { return true };
        let mut reached = vec![first];
        let mut at = 0;
        while let Some(&k) = reached.get(at) {
            let (row, column) = (k / SIDE, k % SIDE);
            let beside = (0..digits.len()).filter(|&other| {
                row.abs_diff(other / SIDE) + column.abs_diff(other % SIDE) == 1 && is_in(other)
            });
            let new: Vec<_> = beside.filter(|other| !reached.contains(other)).collect();
            reached.extend(new);
            at += 1;
        }
        reached.len() == (0..digits.len()).filter(|&k| is_in(k)).count()
    }

    /// What is removed stands in no filling whose kinds are connected, and neither is one within relaxed sets.
    #[test]
    fn no_filling_of_connected_kinds_is_lost() {
        let cell = |row: usize, column: usize| Cell::new(row * SIDE + column);
        let places = (0..SIDE * SIDE).map(|k| ((k / SIDE, k % SIDE), cell(k / SIDE, k % SIDE)));
        let places: BTreeMap<_, _> = places.collect();
        let mut cycles = squares(&places);
        assert_eq!(cycles.len(), (SIDE - 1) * (SIDE - 1));
        let border = border(&places).unwrap();
        assert_eq!(border.len(), 4 * (SIDE - 1));
        cycles.push(border);
        let mut random = Random::new(5);
        let (mut removed, mut refused) = (0, 0);
        for sets in [vec![0b001u32, 0b010], vec![0b001, 0b110], vec![0b001, 0b010, 0b100]] {
            let of = |digit: usize| sets.iter().position(|set| set >> digit & 1 == 1);
            let of = (0..DIGITS).map(of).collect();
            let crossing = Crossing { kinds: Arc::new(Kinds { sets: sets.clone().into(), of }) };
            // Two ways at random, the rest at random.
            let mut fillings = Vec::new();
            while fillings.len() < 300 {
                let split = random.below(SIDE * SIDE);
                let fill = |k: usize| match random.below(6) {
                    0 => random.below(DIGITS),
                    _ => usize::from(k / 2 * 2 >= split) + usize::from(k + 4 >= 2 * split),
                };
                let digits: Vec<usize> = (0..SIDE * SIDE).map(fill).collect();
                if sets.iter().all(|&set| are_connected(&digits, set)) {
                    fillings.push(digits);
                }
            }
            for round in 0..3000 {
                let cycle = &cycles[if round % 2 == 0 { 9 } else { random.below(9) }];
                let all = vec![(1u32 << DIGITS) - 1; cycle.len()];
                let open = random.below(6);
                let draw = |_: usize| match random.below(6) {
                    k if k < open => all[0],
                    _ => 1 << random.below(DIGITS),
                };
                let before: Vec<u32> = (0..cycle.len()).map(draw).collect();
                let fits = |sets: &[u32], filling: &Vec<usize>| {
                    cycle.iter().zip(sets).all(|(cell, set)| set >> filling[cell.index()] & 1 == 1)
                };
                let mut after = before.clone();
                let holds = crossing.narrow(&mut after);
                for filling in fillings.iter().filter(|filling| fits(&before, filling)) {
                    assert!(holds && fits(&after, filling), "{before:?} {after:?} {filling:?}");
                }
                removed += usize::from(holds && before != after);
                if !holds {
                    refused += 1;
                    let relaxed = crossing.relax(&before, &all);
                    assert!(before.iter().zip(&relaxed).all(|(own, wide)| own & !wide == 0));
                    assert!(!fillings.iter().any(|filling| fits(&relaxed, filling)));
                    // Two cells of one kind and two of another say it all.
                    assert_eq!(relaxed.iter().zip(&all).filter(|(own, all)| own != all).count(), 4);
                }
            }
        }
        assert!(removed > 300 && refused > 300, "{removed} {refused}");
    }

    #[test]
    fn borders_are_of_rectangles() {
        let of =
            |cells: &[(usize, usize)]| cells.iter().copied().zip((0..).map(Cell::new)).collect();
        let cells: Vec<_> =
            (3..5).flat_map(|row| (1..4).map(move |column| (row, column))).collect();
        let around = border(&of(&cells)).unwrap();
        let around: Vec<_> = around.iter().map(|cell| cell.index()).collect();
        assert_eq!(around, [0, 1, 2, 5, 4, 3]);
        assert!(border(&of(&cells[1..])).is_none());
        // As many cells as the rectangle of the first and the last: three within it are missing, three are outside.
        let places = "1,2 1,3 1,4 1,5 1,6 2,2 2,4 2,5 2,6 3,2 3,5 3,6 4,2 4,3 4,4 4,5".split(' ');
        let place = |text: &str| {
            let (row, column) = text.split_once(',').unwrap();
            (row.parse().unwrap(), column.parse().unwrap())
        };
        assert!(border(&of(&places.map(place).collect::<Vec<_>>())).is_none());
        assert!(border(&of(&cells[..3])).is_none());
        assert!(border(&of(&[(0, 0), (0, 1), (1, 0), (1, 1)])).is_none());
        assert!(border(&of(&[])).is_none());
    }
}
