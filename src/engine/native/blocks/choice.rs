//! Choices: the options are narrowed one by one, and what some option leaves may stay. A choice of few cells
//! that is narrowed often becomes a diagram of all its fillings.

use std::cell::{Cell as Counter, OnceCell};
use std::sync::Arc;

use itertools::Itertools;
use smallvec::SmallVec;

use super::super::state::number;
use super::super::word::Word;
use super::line::Lines;
use super::pairs::Table;
use super::sum::Scales;
use super::{
    Diagram, Domain, Filter, Filtered, alternatives, connected, distinct_pairs, nvalue, put_back,
    same, sum,
};
use crate::grid::{Cell, in_order};
use crate::limits::Limits;
use crate::rule::{self, Block, Distinct, Literal, Pairs};

/// Options, one of which holds: of each its parts, all of which do.
#[derive(Debug)]
pub(in super::super) struct Choice<W> {
    options: Box<[Opt<W>]>,
    /// About how many steps it takes to narrow all options.
    size: usize,
    /// The digits of its cells before any decision.
    all: Box<[W]>,
    /// How often the options were narrowed, up to [`AFTER`].
    calls: Counter<u32>,
    /// The steps that the last call took.
    spent: Counter<u64>,
    /// All fillings; empty before they are looked for, `None` if they are too many.
    diagram: OnceCell<Option<Diagram<W>>>,
}

/// An option, all of whose parts hold.
#[derive(Debug)]
struct Opt<W> {
    parts: Box<[Part<W>]>,
    /// The cells of each part as a mask: bits are positions modulo 128, so cells may share one.
    cells: Box<[u128]>,
    /// The part that last ruled the option out, often that which does so next; 0 is no hint, for part 0 is tried
    /// first anyway.
    ruled_out: Counter<usize>,
}

/// Part of an option. Cells are positions among those of the choice.
#[derive(Debug)]
enum Part<W> {
    /// Some cell has one of the digits listed for it.
    Clause(Box<[(usize, W)]>),
    /// All cells have one of the digits listed for them.
    Within(Box<[(usize, W)]>),
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

/// A diagram of all fillings is tried after so many calls: sooner, it takes longer than it saves.
const AFTER: u32 = if cfg!(test) { 2 } else { 500 };
/// The most assignments of digits to the cells, fillings or not, for which it is tried.
const MOST_WAYS: u64 = 1_000_000;
/// The most steps of a call for which it is tried.
const MOST_STEPS: usize = 1000;
/// It is given up after so many calls of its own.
const MOST_CALLS: u32 = 3000;

/// Reasons that take more steps than this are left as they are.
const SLOW: usize = 1 << 20;

/// What the options of a choice are made with.
pub(super) struct Maker<'a, W> {
    pub(super) domain: Domain<'a, W>,
    pub(super) scales: &'a mut Scales,
    pub(super) lines: &'a mut Lines<W>,
    pub(super) limits: &'a Limits,
}

impl<W: Word> Maker<'_, W> {
    /// The filter of a choice. `differ` tells cells that must differ.
    pub(super) fn filter(
        &mut self,
        block: &rule::Choice,
        differ: &dyn Fn(usize, usize) -> bool,
    ) -> Filtered<W> {
        let cells = in_order(block.cells()).into_iter().map(|cell| number(cell.index()));
        let cells: Box<[u32]> = cells.collect();
        if let Some(filtered) = alternatives::filter(block, &cells, self.domain) {
            return filtered;
        }
        let options = block.options().iter().map(|blocks| self.parts(blocks, &cells, differ));
        let options: Box<[_]> = options.map(Opt::new).collect();
        let size = options.iter().flat_map(|option| &option.parts).map(Part::size).sum();
        let all = self.domain.of(&cells);
        let (calls, spent, diagram) = (Counter::new(0), Counter::new(0), OnceCell::new());
        let choice = Choice { options, size, all: all.clone(), calls, spent, diagram };
        Filtered { cells, all, filter: Filter::Choice(choice.into()) }
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
        let distinct = blocks.iter().filter_map(|block| match block {
            Block::Distinct(block) => Some(block),
            _ => None,
        });
        let distinct: SmallVec<[&Distinct; 4]> = distinct.collect();
        let differ = |a: usize, b: usize| {
            let has = |block: &Distinct, cell| block.cells().iter().any(|it| it.index() == cell);
            let both = |block: &&Distinct| has(block, a) && has(block, b);
            a != b && (differ(a, b) || distinct.iter().any(both))
        };
        let of = |filtered: Filtered<W>| {
            let positions = filtered.cells.iter().map(|&cell| position(cell));
            Part::Filter(positions.collect(), filtered.filter)
        };
        let (mut parts, mut rest) = (Vec::new(), blocks);
        while let Some((block, after)) = rest.split_first() {
            if let Some((same, sums)) = same::filter(rest, self.domain, differ) {
                parts.push(of(same));
                rest = &rest[sums..];
                continue;
            }
            rest = after;
            match block {
                Block::Clauses(block) => {
                    let clauses = block.clauses().iter().map(|clause| &**clause);
                    let (single, others): (Vec<_>, Vec<_>) =
                        clauses.partition(|clause| clause.len() == 1);
                    if !single.is_empty() {
                        parts.push(self.within(&single, at));
                    }
                    parts.extend(others.iter().map(|clause| self.clause(clause, at)));
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
                    parts.push(of(self.lines.filter(block, self.domain, &differ, self.limits)));
                }
                Block::Choice(block) => parts.push(of(self.filter(block, &differ))),
                Block::Connected(block) => parts.push(of(connected::filter(block, self.domain))),
                Block::DistinctPairs(block) => {
                    parts.push(of(distinct_pairs::filter(block, self.domain)));
                }
                Block::NValue(block) => parts.push(of(nvalue::filter(block, self.domain))),
            }
        }
        parts.into()
    }

    fn clause(&self, clause: &[Literal], at: impl Fn(Cell) -> usize) -> Part<W> {
        Part::Clause(clause.iter().map(|literal| self.literal(*literal, &at)).collect())
    }

    /// Clauses of one literal each.
    fn within(&self, clauses: &[&[Literal]], at: impl Fn(Cell) -> usize) -> Part<W> {
        let literals = clauses.iter().copied().flatten().map(|literal| self.literal(*literal, &at));
        let by_cell = literals.sorted_unstable_by_key(|literal| literal.0);
        let joined = by_cell.coalesce(|(a, set), (b, more)| {
            if a == b { Ok((a, set.and(more))) } else { Err(((a, set), (b, more))) }
        });
        Part::Within(joined.collect())
    }

    /// The position of the cell, and the digits that the literal leaves it.
    fn literal(&self, literal: Literal, at: impl Fn(Cell) -> usize) -> (usize, W) {
        let Literal { cell, digit, stands } = literal;
        let digit = W::bit(digit.index());
        let others = self.domain.cells[cell.index()].without(digit);
        (at(cell), if stands { digit } else { others })
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
        match self.diagram.get() {
            Some(Some(diagram)) => return diagram.narrow(sets),
            Some(None) => {}
            None if self.calls.get() < AFTER => self.calls.set(self.calls.get() + 1),
            None => {
                let diagram = self.diagram.get_or_init(|| self.draw());
                if let Some(diagram) = diagram {
                    return diagram.narrow(sets);
                }
            }
        }
        self.narrow_options(sets)
    }

    /// The diagram of all fillings, if they are found soon.
    fn draw(&self) -> Option<Diagram<W>> {
        let digits = self.all.iter().map(|set| u64::from(set.count()));
        let ways = digits.fold(1, |ways: u64, digits| ways.saturating_mul(digits));
        if self.all.is_empty() || ways > MOST_WAYS || self.size > MOST_STEPS {
            return None;
        }
        let (mut fillings, mut calls) = (Vec::new(), MOST_CALLS);
        self.fill(0, &self.all, &mut fillings, &mut calls)?;
        Some(Diagram::of_words(self.all.len(), &fillings))
    }

    /// Finds the fillings of some sets from a cell on, in order; `None` once there were too many calls.
    fn fill(
        &self,
        k: usize,
        sets: &[W],
        fillings: &mut Vec<Box<[W]>>,
        calls: &mut u32,
    ) -> Option<()> {
        *calls = calls.checked_sub(1)?;
        let mut sets = sets.to_vec();
        if !self.narrow_options(&mut sets) {
            return Some(());
        }
        let Some(&set) = sets.get(k) else {
            fillings.push(sets.into());
            return Some(());
        };
        set.numbers().try_for_each(|digit| {
            sets[k] = W::bit(digit);
            self.fill(k + 1, &sets, fillings, calls)
        })
    }

    fn narrow_options(&self, sets: &mut [W]) -> bool {
        self.spent.set(0);
        let mut left = vec![W::EMPTY; sets.len()];
        let mut some = false;
        for option in &self.options {
            let mut own = sets.to_vec();
            if option.may_hold(&mut own, &self.spent) {
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

    /// Where one part of each option refutes it by itself, the reasons of these parts together; else whole cells, else
    /// single digits, are put back as long as no option may hold.
    pub(super) fn relax(&self, sets: &[W], all: &[W]) -> Vec<W> {
        if let Some(Some(diagram)) = self.diagram.get() {
            return diagram.relax(sets, all);
        }
        self.spent.set(0);
        let mut found = sets.to_vec();
        let mut refuted = |sets: &[W]| {
            let options = &mut self.options.iter();
            !options.any(|option| {
                found.copy_from_slice(sets);
                option.may_hold(&mut found, &self.spent)
            })
        };
        let candidates: usize = all.iter().map(|set| set.count() as usize).sum();
        if candidates.saturating_mul(self.size) > SLOW || !refuted(sets) {
            return sets.to_vec();
        }
        let mut relaxed = all.to_vec();
        if self.options.iter().all(|option| option.relax(sets, all, &mut relaxed, &self.spent)) {
            return relaxed;
        }
        put_back(sets, all, |sets, _| refuted(sets))
    }

    /// The steps of the last call.
    pub(super) fn spent(&self) -> u64 {
        match self.diagram.get() {
            Some(Some(diagram)) => diagram.spent(),
            _ => self.spent.get(),
        }
    }

    pub(super) fn size(&self) -> usize {
        self.diagram.get().and_then(|diagram| diagram.as_ref()).map_or(self.size, Diagram::size)
    }
}

impl<W: Word> Opt<W> {
    fn new(parts: Box<[Part<W>]>) -> Self {
        let cells =
            parts.iter().map(|part| part.positions().map(bit).fold(0, |all, bit| all | bit));
        Opt { cells: cells.collect(), parts, ruled_out: Counter::new(0) }
    }

    /// Narrows sets by all parts until nothing changes; whether there may be a filling. Adds the steps that takes.
    fn may_hold(&self, sets: &mut [W], spent: &Counter<u64>) -> bool {
        let narrow = |k: usize, sets: &mut [W]| {
            let changed = self.parts[k].narrow(sets);
            spent.update(|spent| spent + self.parts[k].spent());
            if changed.is_none() {
                self.ruled_out.set(k);
            }
            changed
        };
        let first = self.ruled_out.get();
        if first > 0 {
            if narrow(first, &mut SmallVec::<[W; 32]>::from_slice(sets)).is_none() {
                return false;
            }
            self.ruled_out.set(0);
        }
        // The cells that changed in the last pass (all, before the first) and in this one: a part none of whose cells
        // changed finds nothing new.
        let mut before = u128::MAX;
        while before != 0 {
            let mut changed = 0;
            for (k, cells) in self.cells.iter().enumerate() {
                if cells & (before | changed) != 0 || before == u128::MAX {
                    let Some(more) = narrow(k, sets) else { return false };
                    changed |= more;
                }
            }
            before = changed;
        }
        true
    }

    /// Narrows `relaxed` by what one part needs to rule the option out, as it does for some sets. False if it is not
    /// known which part does so by itself.
    fn relax(&self, sets: &[W], all: &[W], relaxed: &mut [W], spent: &Counter<u64>) -> bool {
        let Some(part) = self.parts.get(self.ruled_out.get()) else { return false };
        spent.update(|spent| spent + 2 * part.spent());
        let mut keep = |at: usize, set: W| relaxed[at] = relaxed[at].and(set);
        if let Part::Filter(positions, filter) = part {
            let of = |sets: &[W]| positions.iter().map(|&at| sets[at]).collect::<Vec<_>>();
            if filter.narrow(&mut of(sets)) {
                return false;
            }
            let own = filter.relax(&of(sets), &of(all));
            positions.iter().zip(own).for_each(|(&at, set)| keep(at, set));
            return true;
        }
        if part.narrow(&mut SmallVec::<[W; 32]>::from_slice(sets)).is_some() {
            return false;
        }
        match part {
            Part::Clause(literals) => {
                literals.iter().for_each(|&(at, set)| keep(at, all[at].without(set)));
            }
            Part::Within(literals) => {
                if let Some(&(at, set)) = literals.iter().find(|(at, set)| !sets[*at].meets(*set)) {
                    keep(at, all[at].without(set));
                }
            }
            _ => part.positions().for_each(|at| keep(at, sets[at])),
        }
        true
    }
}

/// The bit of a cell.
fn bit(position: usize) -> u128 {
    1 << (position % 128)
}

impl<W: Word> Part<W> {
    /// About how many steps it takes to narrow it.
    fn size(&self) -> usize {
        match self {
            Part::Clause(literals) | Part::Within(literals) => literals.len(),
            Part::Pair(..) => 10,
            Part::Distinct(positions) => positions.len(),
            Part::Filter(positions, filter) => positions.len() + filter.size(),
        }
    }

    /// The steps that the last call took, at most.
    fn spent(&self) -> u64 {
        match self {
            Part::Filter(positions, filter) => positions.len() as u64 + filter.spent(),
            part => part.size() as u64,
        }
    }

    /// The cells.
    fn positions(&self) -> impl Iterator<Item = usize> {
        let (of_clause, others): (&[(usize, W)], &[usize]) = match self {
            Part::Clause(literals) | Part::Within(literals) => (literals, &[]),
            Part::Pair(pair, _) => (&[], pair),
            Part::Distinct(positions) | Part::Filter(positions, _) => (&[], positions),
        };
        of_clause.iter().map(|&(at, _)| at).chain(others.iter().copied())
    }

    /// Takes out of the sets what is in no filling, as far as it sees; the bits of the cells that changed,
    /// `None` if there is no filling.
    fn narrow(&self, sets: &mut [W]) -> Option<u128> {
        let mut changed = 0;
        let mut keep = |sets: &mut [W], at: usize, set: W| {
            let left = sets[at].and(set);
            if left != std::mem::replace(&mut sets[at], left) {
                changed |= bit(at);
            }
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
            Part::Within(literals) => {
                literals.iter().try_for_each(|&(at, set)| keep(sets, at, set))?;
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
            // Most lines that compare whatever begins with a digit do not begin with it.
            Part::Filter(positions, Filter::Line(diagram, _))
                if positions.first().is_some_and(|&at| diagram.is_settled(sets[at])) => {}
            Part::Filter(positions, Filter::Lexicographic(lines))
                if positions.first().is_some_and(|&at| lines.is_settled(sets[at])) => {}
            Part::Filter(positions, filter) => {
                let own = positions.iter().map(|&at| sets[at]);
                let mut own: SmallVec<[W; 32]> = own.collect();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    const CELLS: usize = 4;
    const DIGITS: usize = 4;

    fn set(random: &mut Random) -> u32 {
        u32::try_from(1 + random.below((1 << DIGITS) - 1)).unwrap()
    }

    fn random_choice(random: &mut Random) -> Choice<u32> {
        let part = |random: &mut Random| match random.below(4) {
            0 => Part::Distinct([random.below(2), 2 + random.below(2)].into()),
            1 => {
                let words = (0..64usize).filter(|_| random.below(2) == 0);
                let letter = |word: usize, k: usize| u32::bit(word >> (4 - 2 * k) & 3);
                let word = |word| (0..3).map(|k| letter(word, k)).collect();
                let words: Vec<Box<[u32]>> = words.map(word).collect();
                let first = random.below(2);
                Part::Filter([first, 2, 3].into(), Filter::Diagram(Diagram::of_words(3, &words)))
            }
            _ => Part::Clause((0..2).map(|_| (random.below(CELLS), set(random))).collect()),
        };
        let option =
            |random: &mut Random| Opt::new((0..=random.below(6)).map(|_| part(random)).collect());
        let options: Box<[_]> = (0..=random.below(3)).map(|_| option(random)).collect();
        let all = vec![(1 << DIGITS) - 1; CELLS].into();
        let (calls, spent, diagram) = (Counter::new(0), Counter::new(0), OnceCell::new());
        Choice { options, size: 1, all, calls, spent, diagram }
    }

    /// What the fillings of some sets have in each cell.
    fn fillings(choice: &Choice<u32>, sets: &[u32]) -> Vec<u32> {
        let fits = |filling: &Vec<u32>| {
            choice.options.iter().any(|it| it.may_hold(&mut filling.clone(), &choice.spent))
        };
        let digits = sets.iter().map(|&set| set.numbers().map(u32::bit).collect::<Vec<_>>());
        digits.multi_cartesian_product().filter(fits).fold(vec![0; CELLS], |mut union, filling| {
            union.iter_mut().zip(filling).for_each(|(union, digit)| *union |= digit);
            union
        })
    }

    #[test]
    fn a_choice_that_is_asked_often_sees_all() {
        let mut random = Random::new(5);
        let (mut exact, mut refuted) = (0, [0; 2]);
        for _ in 0..600 {
            let choice = random_choice(&mut random);
            for call in 0..AFTER + 20 {
                let before: Vec<_> = (0..CELLS).map(|_| set(&mut random)).collect();
                let (mut sets, left) = (before.clone(), fillings(&choice, &before));
                let holds = choice.narrow(&mut sets);
                if !holds {
                    // By a diagram, or by parts and options.
                    let relaxed = choice.relax(&before, &choice.all);
                    assert_eq!(fillings(&choice, &relaxed), [0; CELLS]);
                    assert!(before.iter().zip(&relaxed).all(|(set, relaxed)| set & !relaxed == 0));
                    refuted[usize::from(call < AFTER)] += 1;
                }
                if call < AFTER {
                    assert!(holds || left == [0; CELLS]);
                    assert!(!holds || left.iter().zip(&sets).all(|(left, set)| left & !set == 0));
                    continue;
                }
                assert!(matches!(choice.diagram.get(), Some(Some(_))));
                assert_eq!(
                    (holds, holds.then_some(&sets)),
                    (left != [0; CELLS], holds.then_some(&left))
                );
                exact += u32::from(sets != before);
            }
        }
        assert!(exact > 500 && refuted[0] > 100 && refuted[1] > 20, "{exact} {refuted:?}");
    }

    #[test]
    fn what_would_take_long_is_not_drawn() {
        let mut random = Random::new(6);
        let mut choice = random_choice(&mut random);
        choice.options = [Opt::new([Part::Clause([(0, 1), (1, 2)].into())].into())].into();
        choice.all = vec![(1 << 13) - 1; CELLS].into();
        assert!(choice.draw().is_none(), "of 4225 fillings");
        choice.all = vec![(1 << 31) - 1; CELLS + 1].into();
        assert!(choice.draw().is_none(), "of more ways than are tried");
        choice.all = vec![1; CELLS].into();
        choice.size = MOST_STEPS + 1;
        assert!(choice.draw().is_none(), "of more steps");
        choice.size = 1;
        assert!(choice.draw().is_some());
        choice.all = [].into();
        assert!(choice.draw().is_none(), "of no cells");
    }
}
