//! Regions that are to be found, each with all digits: what follows from cells that are in one region as long as it
//! is not known in which. Without reasons, for the descent alone.
//!
//! Labels say in which region a cell is once it is known which region has which label. Before that it is
//! known of cells that they are in one region, or in two: since a cell counts others of its region, since a part of
//! a region has one way out, since a digit has one place within its reach. `parts` has what is known,
//! `counting` what follows from numbers of cells.

mod counting;
mod parts;
#[cfg(test)]
mod tests;

use std::cell::Cell as Counter;

use itertools::Itertools;
use smallvec::SmallVec;

use super::super::state::number;
use super::super::word::Word;
use super::{Domain, Filter, Filtered};
use crate::grid::Cell;
use crate::puzzle::Puzzle;
use crate::rule::{self, Block, Membership, Positions};
use counting::Counting;
use parts::{MOST_CELLS, MOST_DIGITS, Parts, cells, small};

/// Steps for each cell in a round.
const STEPS: usize = 8;
/// The most positions.
const MOST_POSITIONS: usize = 3 * MOST_CELLS;

/// Regions of as many cells as there are digits. Positions: the cells, then their labels, then other cells that count.
#[derive(Debug)]
pub(in super::super) struct Regions {
    cells: usize,
    digits: u32,
    /// All labels.
    labels: u16,
    /// The block of one label: those of the others are the same but for the label.
    block: rule::Connected,
    pairs: rule::DistinctPairs,
    /// For each cell its neighbours.
    around: Box<[u128]>,
    counting: Box<[Counting]>,
    /// The steps of the last call.
    spent: Counter<u32>,
}

/// Whether a block is that of a region: as many cells with one label as there are digits.
fn is_region(block: &rule::Connected, digits: usize) -> bool {
    let [label] = block.digits().iter().collect_vec()[..] else { return false };
    label.index() < digits && block.size() == Some(digits)
}

/// Whether two blocks are the same but for the label.
fn is_like(block: &rule::Connected, other: &rule::Connected) -> bool {
    block.cells() == other.cells() && block.edges() == other.edges()
}

/// The filter of a puzzle's regions, if it has such, and the positions of the rules that it subsumes.
pub(super) fn filter<W: Word>(
    puzzle: &Puzzle,
    domain: Domain<'_, W>,
) -> Option<(Filtered<W>, Vec<usize>)> {
    let (regions, cells, rules) = Regions::of(puzzle)?;
    let filter = Filter::Regions(regions.into());
    Some((Filtered { all: domain.of(&cells), cells, filter }, rules))
}

impl Regions {
    /// Those of a puzzle, the cells of the filter, and the positions of the rules that it subsumes.
    fn of(puzzle: &Puzzle) -> Option<(Self, Box<[u32]>, Vec<usize>)> {
        let blocks = puzzle.rules().iter().flat_map(|rule| rule.blocks());
        let connected = blocks.filter_map(|block| match block {
            Block::Connected(block) if is_region(block, puzzle.digits()) => Some(block),
            _ => None,
        });
        let connected: Vec<_> = connected.collect();
        connected.iter().find_map(|first| Self::among(first, &connected, puzzle))
    }

    /// Those whose labels are where those of a block are.
    fn among(
        first: &rule::Connected,
        connected: &[&rule::Connected],
        puzzle: &Puzzle,
    ) -> Option<(Self, Box<[u32]>, Vec<usize>)> {
        let (places, digits) = (first.cells(), puzzle.digits());
        if places.len() > MOST_CELLS || digits > MOST_DIGITS || !places.iter().all_unique() {
            return None;
        }
        let alike = connected.iter().filter(|block| is_like(block, first));
        let names = alike.flat_map(|block| block.digits().iter());
        let labels = names.fold(0u16, |labels, label| labels | 1 << label.index());
        if labels.count_ones() as usize * digits != places.len() {
            return None;
        }
        let mut blocks = puzzle.rules().iter().flat_map(|rule| rule.blocks());
        let pairs = blocks.find_map(|block| match block {
            Block::DistinctPairs(block) if block.pairs().len() == places.len() => {
                block.pairs().iter().all(|(_, label)| places.contains(label)).then_some(block)
            }
            _ => None,
        })?;
        let own = |place: &Cell| {
            let own = pairs.pairs().iter().find(|(_, label)| label == place);
            own.map(|&(cell, _)| cell)
        };
        let mut cells: Vec<Cell> = places.iter().map(own).collect::<Option<_>>()?;
        cells.extend(places);
        let (mut counting, mut rules) = (Vec::new(), Vec::new());
        for (k, rule) in puzzle.rules().iter().enumerate() {
            if let Some(new) = Counting::new(rule, places, &mut cells) {
                counting.push(new);
                rules.push(k);
            }
        }
        let around = |k| first.neighbours(k).fold(0, |all, other| all | 1 << other);
        let regions = Regions {
            cells: places.len(),
            digits: number(digits),
            labels,
            around: (0..places.len()).map(around).collect(),
            block: first.clone(),
            pairs: pairs.clone(),
            counting: counting.into(),
            spent: Counter::new(0),
        };
        let cells = cells.iter().map(|cell| number(cell.index())).collect();
        Some((regions, cells, rules))
    }

    pub(super) fn narrow<W: Word>(&self, sets: &mut [W]) -> bool {
        let mut low = [0; MOST_POSITIONS];
        let low = &mut low[..sets.len()];
        low.iter_mut().zip(&*sets).for_each(|(low, set)| *low = set.low());
        let holds = self.narrow_low(low).is_some();
        sets.iter_mut().zip(low).for_each(|(set, low)| *set = set.and(W::small(*low)));
        holds
    }

    fn narrow_low(&self, sets: &mut [u16]) -> Option<()> {
        let (own, labels) = sets.split_at_mut(self.cells);
        labels[..self.cells].iter_mut().for_each(|set| *set &= self.labels);
        let mut parts = Parts::new(self.digits, own, &labels[..self.cells]);
        let mut rounds = 0;
        loop {
            rounds += 1;
            self.spent.set(rounds * number(STEPS * self.cells));
            parts.changed = false;
            self.join_by_label(&mut parts)?;
            for counting in &self.counting {
                counting.narrow(&self.around, &mut parts, sets)?;
            }
            if parts.changed {
                continue;
            }
            self.grow(&mut parts, sets)?;
            if !parts.changed {
                break;
            }
        }
        for part in parts.all() {
            for cell in cells(parts.cells(part)) {
                sets[self.cells + cell] &= parts.labels(part);
                if !sets[cell].is_power_of_two() {
                    sets[cell] &= !parts.digits(part);
                }
            }
        }
        Some(())
    }

    /// Whether the filter subsumes a block: exactly, once cells are decided.
    pub(super) fn covers(&self, block: &Block) -> bool {
        match block {
            Block::Connected(block) => {
                is_region(block, self.digits as usize) && is_like(block, &self.block)
            }
            Block::DistinctPairs(block) => *block == self.pairs,
            _ => false,
        }
    }

    /// How many cells have labels.
    pub(in super::super) fn cells(&self) -> usize {
        self.cells
    }

    /// The cells of each cell that counts, of those of the filter: itself, and what it counts.
    pub(in super::super) fn rules(&self, all: &[u32]) -> impl Iterator<Item = Vec<u32>> {
        let label = |&cell: &u8| all[self.cells + usize::from(cell)];
        self.counting.iter().map(move |counting| {
            let first = [all[counting.at], all[self.cells + counting.first]];
            first.into_iter().chain(counting.lines.iter().flatten().map(label)).collect()
        })
    }

    pub(super) fn size(&self) -> usize {
        2 * STEPS * self.cells
    }

    pub(super) fn spent(&self) -> u64 {
        self.spent.get().into()
    }

    /// About how many edges the automata of cells that count would have, which other engines have.
    pub(super) fn edges(&self) -> u64 {
        let cells: usize = self.counting.iter().map(Counting::counted).sum();
        cells as u64 * u64::from(self.digits).pow(3) / 2
    }

    /// Parts with the same label are one.
    fn join_by_label(&self, parts: &mut Parts) -> Option<()> {
        let mut owner = [None; MOST_DIGITS];
        for part in 0..self.cells {
            if parts.of(part) == part
                && let Some(label) = parts.label(part)
            {
                parts.join(*owner[label].get_or_insert(part), part)?;
            }
        }
        Some(())
    }

    /// Joins and separates cells by what each part can reach.
    fn grow(&self, parts: &mut Parts, sets: &mut [u16]) -> Option<()> {
        let places = Places::new(parts, &sets[..self.cells]);
        let mut labelled = 0;
        for &part in &places.large {
            let part = usize::from(part);
            if parts.of(part) != part {
                continue;
            }
            let (within, members) = self.reach(part, parts, &places)?;
            let outside = !within & (u128::MAX >> (MOST_CELLS - self.cells));
            parts.separate(part, outside)?;
            if let Some(label) = parts.label(part) {
                labelled |= 1 << label;
                for cell in cells(outside & places.by_label[label]) {
                    parts.refuse(parts.of(cell), 1 << label)?;
                }
            }
            for cell in members {
                parts.join(parts.of(part), parts.of(cell))?;
            }
            for digit in 0..self.digits as usize {
                let part = parts.of(part);
                if parts.digits(part) >> digit & 1 == 1 {
                    continue;
                }
                let places = places.by_digit[digit] & within;
                if places == 0 {
                    return None;
                }
                if places.is_power_of_two() {
                    let cell = places.trailing_zeros() as usize;
                    parts.join(part, parts.of(cell))?;
                    place(cell, digit, parts, sets)?;
                }
            }
        }
        for label in bits(self.labels & !labelled) {
            let open = Positions::Few(places.by_label[label]);
            let forced = self.block.force(&Membership::of(Positions::Few(0), open))?;
            for cell in forced.others {
                parts.refuse(parts.of(cell), 1 << label)?;
            }
            for cell in forced.members {
                parts.refuse(parts.of(cell), !(1 << label))?;
            }
            for digit in 0..self.digits as usize {
                let places = places.by_digit[digit] & places.by_label[label];
                if places == 0 {
                    return None;
                }
                if places.is_power_of_two() {
                    let cell = places.trailing_zeros() as usize;
                    parts.refuse(parts.of(cell), !(1 << label))?;
                    place(cell, digit, parts, sets)?;
                }
            }
        }
        Some(())
    }

    /// The cells that may be in the region of a part, and those that must; `None` if they are too few.
    fn reach(&self, part: usize, parts: &Parts, places: &Places) -> Option<(u128, Vec<usize>)> {
        let own = parts.cells(part);
        let labels = bits(parts.labels(part));
        let mut within = labels.fold(0, |all, label| all | places.by_label[label]);
        within &= !parts.apart(part);
        within &= !bits(parts.digits(part)).fold(0, |all, digit| all | places.standing[digit]);
        let others = places.large.iter().map(|&other| usize::from(other));
        let others = others.filter(|&other| other != part && parts.of(other) == other);
        for other in others.clone().filter(|&other| !parts.fit(part, other)) {
            within &= !parts.cells(other);
        }
        within |= own;
        let open = Positions::Few(within & !own);
        let forced = self.block.force(&Membership::of(Positions::Few(own), open))?;
        forced.others.iter().for_each(|&cell| within &= !(1 << cell));
        // A part is reached as a whole or not at all.
        for other in others {
            if parts.cells(other) & !within != 0 {
                within &= !parts.cells(other);
            }
        }
        (within.count_ones() >= self.digits).then_some((within, forced.members))
    }
}

/// Where labels and digits may be. Parts that are joined and digits that are lost later only make it less.
struct Places {
    by_label: [u128; MOST_DIGITS],
    by_digit: [u128; MOST_DIGITS],
    /// Of digits, where they stand.
    standing: [u128; MOST_DIGITS],
    /// Parts of several cells, or with one label.
    large: SmallVec<[u8; 64]>,
}

impl Places {
    fn new(parts: &Parts, sets: &[u16]) -> Self {
        let none = [0; MOST_DIGITS];
        let large = SmallVec::new();
        let mut this = Places { by_label: none, by_digit: none, standing: none, large };
        for part in parts.all() {
            for label in bits(parts.labels(part)) {
                this.by_label[label] |= parts.cells(part);
            }
            if parts.cells(part).count_ones() > 1 || parts.label(part).is_some() {
                this.large.push(small(part));
            }
        }
        for (cell, &set) in sets.iter().enumerate() {
            let is_known = set.is_power_of_two();
            for digit in bits(set) {
                this.by_digit[digit] |= 1 << cell;
                this.standing[digit] |= u128::from(is_known) << cell;
            }
        }
        this
    }
}

/// A cell has a digit, which it may have had before; `None` if it cannot have it.
fn place(cell: usize, digit: usize, parts: &mut Parts, sets: &mut [u16]) -> Option<()> {
    if sets[cell].is_power_of_two() {
        return (sets[cell] == 1 << digit).then_some(());
    }
    sets[cell] &= 1 << digit;
    parts.place(cell, 1 << digit)
}

/// The numbers of the bits, in order.
fn bits(mut set: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(first)
    })
}
