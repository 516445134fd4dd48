//! Choices: the options are narrowed one by one, and what some option leaves may stay.

use std::sync::Arc;

use itertools::Itertools;

use super::super::state::number;
use super::super::word::Word;
use super::pairs::Table;
use super::sum::Scales;
use super::{Domain, Filter, Filtered, connected, distinct_pairs, line, sum};
use crate::grid::Cell;
use crate::limits::Limits;
use crate::rule::{self, Block, Distinct, Literal, Pairs};

/// Options, one of which holds: of each its parts, all of which do.
#[derive(Debug)]
pub(in super::super) struct Choice<W> {
    options: Box<[Box<[Part<W>]>]>,
    /// About how many steps it takes to narrow all options.
    size: usize,
}

/// Part of an option. Cells are positions among those of the choice.
#[derive(Debug)]
enum Part<W> {
    /// Some cell has one of the digits listed for it.
    Clause(Box<[(usize, W)]>),
    /// Two digits that a table allows.
    Pair([usize; 2], Arc<Relation<W>>),
    /// Cells that differ.
    Distinct(Box<[usize]>),
    /// What a filter says of the cells at these positions.
    Filter(Box<[usize]>, Filter<W>),
}

/// A table, and what it [refuses](Table::refused) first digits and second ones.
#[derive(Debug)]
struct Relation<W> {
    table: Table<W>,
    refused: [u32; 2],
}

/// Reasons that take more steps than this are left as they are.
const SLOW: usize = 1 << 20;

/// What the options of a choice are made with.
pub(super) struct Maker<'a, W> {
    pub(super) domain: Domain<'a, W>,
    pub(super) scales: &'a mut Scales,
    /// How many edges diagrams may still have.
    pub(super) edges: &'a mut usize,
    pub(super) limits: &'a Limits,
}

impl<W: Word> Maker<'_, W> {
    /// The filter of a choice. `differ` tells cells that must differ.
    pub(super) fn filter(
        &mut self,
        block: &rule::Choice,
        differ: &dyn Fn(usize, usize) -> bool,
    ) -> Filtered<W> {
        let cells = block.cells().into_iter().map(|cell| number(cell.index()));
        let cells: Box<[u32]> = cells.sorted_unstable().dedup().collect();
        let options = block.options().iter().map(|blocks| self.parts(blocks, &cells, differ));
        let options: Box<[_]> = options.collect();
        let size = options.iter().flatten().map(Part::size).sum();
        let all = self.domain.of(&cells);
        Filtered { cells, all, filter: Filter::Choice(Choice { options, size }) }
    }

    /// The parts of an option, whose cells that are to be distinct differ.
    fn parts(
        &mut self,
        blocks: &[Block],
        cells: &[u32],
        differ: &dyn Fn(usize, usize) -> bool,
    ) -> Box<[Part<W>]> {
        let position = |cell: u32| cells.partition_point(|&other| other < cell);
        let at = |cell: Cell| position(number(cell.index()));
        let differ = |a: usize, b: usize| {
            let has = |block: &Distinct, cell| block.cells().iter().any(|it| it.index() == cell);
            let both = |block: &Block| matches!(block, Block::Distinct(block) if has(block, a) && has(block, b));
            a != b && (differ(a, b) || blocks.iter().any(both))
        };
        let of = |filtered: Filtered<W>| {
            let positions = filtered.cells.iter().map(|&cell| position(cell));
            Part::Filter(positions.collect(), filtered.filter)
        };
        let mut parts = Vec::new();
        for block in blocks {
            match block {
                Block::Clauses(block) => {
                    let clauses = block.clauses().iter();
                    parts.extend(clauses.map(|clause| self.clause(clause, at)));
                }
                Block::Pairs(block) => self.pairs(block, at, &mut parts),
                Block::Distinct(block) if block.cells().iter().all_unique() => {
                    parts
                        .push(Part::Distinct(block.cells().iter().map(|&cell| at(cell)).collect()));
                }
                Block::Distinct(_) => parts.push(Part::Clause([].into())),
                Block::Sum(block) => {
                    let filters = sum::filters(block, false, self.domain, self.scales, differ);
                    parts.extend(filters.map(of));
                }
                Block::Line(block) => {
                    parts.push(of(line::filter(block, self.domain, self.edges, self.limits)));
                }
                Block::Choice(block) => parts.push(of(self.filter(block, &differ))),
                Block::Connected(block) => parts.push(of(connected::filter(block, self.domain))),
                Block::DistinctPairs(block) => {
                    parts.push(of(distinct_pairs::filter(block, self.domain)));
                }
            }
        }
        parts.into()
    }

    fn clause(&self, clause: &[Literal], at: impl Fn(Cell) -> usize) -> Part<W> {
        let literals = clause.iter().map(|&Literal { cell, digit, stands }| {
            let digit = W::bit(digit.index());
            let others = self.domain.cells[cell.index()].without(digit);
            (at(cell), if stands { digit } else { others })
        });
        Part::Clause(literals.collect())
    }

    fn pairs(&self, block: &Pairs, at: impl Fn(Cell) -> usize, parts: &mut Vec<Part<W>>) {
        let table = Table::new(block, self.domain.geometry.side);
        let own = table.own();
        let refused = [table.refused(false, false), table.refused(true, false)];
        let relation = Arc::new(Relation { table, refused });
        parts.extend(block.pairs().iter().map(|&(first, second)| {
            if first == second {
                return Part::Clause([(at(first), own)].into());
            }
            Part::Pair([at(first), at(second)], Arc::clone(&relation))
        }));
    }
}

impl<W: Word> Choice<W> {
    /// Leaves what some option leaves.
    pub(super) fn narrow(&self, sets: &mut [W]) -> bool {
        let mut left = vec![W::EMPTY; sets.len()];
        let mut some = false;
        for parts in &self.options {
            let mut own = sets.to_vec();
            if may_hold(parts, &mut own) {
                some = true;
                left.iter_mut().zip(own).for_each(|(left, own)| *left = left.or(own));
                if left == sets {
                    return true;
                }
            }
        }
        sets.copy_from_slice(&left);
        some
    }

    /// Whole cells, else single digits, are put back as long as no option may hold.
    pub(super) fn relax(&self, sets: &[W], all: &[W]) -> Vec<W> {
        let mut relaxed = sets.to_vec();
        let mut found = relaxed.clone();
        let mut refuted = |sets: &[W]| {
            let options = &mut self.options.iter();
            !options.any(|parts| {
                found.copy_from_slice(sets);
                may_hold(parts, &mut found)
            })
        };
        let candidates: usize = all.iter().map(|set| set.count() as usize).sum();
        if candidates.saturating_mul(self.size) > SLOW || !refuted(&relaxed) {
            return relaxed;
        }
        for k in 0..sets.len() {
            let narrow = relaxed[k];
            relaxed[k] = all[k];
            if relaxed[k] == narrow || refuted(&relaxed) {
                continue;
            }
            relaxed[k] = narrow;
            for digit in all[k].without(narrow).numbers() {
                let before = relaxed[k];
                relaxed[k] = before.or(W::bit(digit));
                if !refuted(&relaxed) {
                    relaxed[k] = before;
                }
            }
        }
        relaxed
    }

    pub(super) fn size(&self) -> usize {
        self.size
    }
}

/// Narrows sets by all parts until nothing changes; whether there may be a filling.
fn may_hold<W: Word>(parts: &[Part<W>], sets: &mut [W]) -> bool {
    loop {
        let mut changed = false;
        for part in parts {
            match part.narrow(sets) {
                Some(news) => changed |= news,
                None => return false,
            }
        }
        if !changed {
            return true;
        }
    }
}

impl<W: Word> Part<W> {
    /// About how many steps it takes to narrow it.
    fn size(&self) -> usize {
        match self {
            Part::Clause(literals) => literals.len(),
            Part::Pair(..) => 10,
            Part::Distinct(positions) => positions.len(),
            Part::Filter(positions, filter) => positions.len() + filter.size(),
        }
    }

    /// Takes out of the sets what is in no filling, as far as it sees; whether that is anything,
    /// `None` if there is no filling.
    fn narrow(&self, sets: &mut [W]) -> Option<bool> {
        let mut changed = false;
        let mut keep = |sets: &mut [W], at: usize, set: W| {
            let left = sets[at].and(set);
            changed |= left != std::mem::replace(&mut sets[at], left);
            (!left.is_empty()).then_some(())
        };
        match self {
            Part::Clause(literals) => {
                let mut open = literals.iter().filter(|(at, set)| sets[*at].meets(*set));
                let &(at, set) = open.next()?;
                if open.next().is_none() {
                    keep(sets, at, set)?;
                }
            }
            Part::Pair([first, second], relation) => {
                let Relation { table, refused } = &**relation;
                for (is_second, from, to) in [(false, *first, *second), (true, *second, *first)] {
                    if sets[from].count() > refused[usize::from(is_second)] {
                        continue;
                    }
                    let all = table.partners(is_second);
                    let partners = sets[from].numbers().map(|digit| all[digit]);
                    keep(sets, to, partners.fold(W::EMPTY, W::or))?;
                }
            }
            Part::Distinct(positions) => {
                for (k, &at) in positions.iter().enumerate() {
                    if sets[at].is_several() {
                        continue;
                    }
                    for &other in positions[..k].iter().chain(&positions[k + 1..]) {
                        let left = sets[other].without(sets[at]);
                        keep(sets, other, left)?;
                    }
                }
            }
            Part::Filter(positions, filter) => {
                let mut own: Vec<_> = positions.iter().map(|&at| sets[at]).collect();
                if !filter.narrow(&mut own) {
                    return None;
                }
                for (&at, set) in positions.iter().zip(own) {
                    keep(sets, at, set)?;
                }
            }
        }
        Some(changed)
    }
}
