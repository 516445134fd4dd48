//! Tables of two digits: a digit needs a partner in the other cell.

use std::sync::Arc as Shared;

use smallvec::SmallVec;

use super::super::geometry::Geometry;
use super::super::state::{Lit, Reason, State, number};
use super::super::word::Word;
use super::Domain;
use crate::grid::{CandidateSet, Digit};
use crate::puzzle::Contradiction;
use crate::rule::Pairs;

/// A table of two digits.
#[derive(Debug)]
pub(in super::super) struct Table<W> {
    /// For each first digit its second ones, and for each second digit its first ones.
    partners: [Box<[W]>; 2],
}

impl<W: Word> Table<W> {
    pub(in super::super) fn new(block: &Pairs, side: usize) -> Self {
        let allows = |a: usize, b: usize| {
            block.allowed().get(a).is_some_and(|seconds| seconds.contains(Digit::new(b)))
        };
        let set = |of: &dyn Fn(usize) -> bool| {
            (0..side).filter(|&k| of(k)).fold(W::EMPTY, |set, k| set.or(W::bit(k)))
        };
        let forward = (0..side).map(|a| set(&|b| allows(a, b))).collect();
        let backward = (0..side).map(|b| set(&|a| allows(a, b))).collect();
        Table { partners: [forward, backward] }
    }

    /// The partners of each first digit, or of each second one.
    #[inline]
    pub(super) fn partners(&self, second: bool) -> &[W] {
        &self.partners[usize::from(second)]
    }

    /// The same without digits that are their own partner: for cells that differ.
    fn strict(&self) -> Self {
        let without_own = |partners: &[W]| {
            let all = partners.iter().enumerate();
            all.map(|(digit, partners)| partners.without(W::bit(digit))).collect()
        };
        Table { partners: self.partners.each_ref().map(|partners| without_own(partners)) }
    }

    /// The first digits, or the second ones, that have a partner.
    pub(in super::super) fn with_partner(&self, second: bool) -> W {
        // They are the partners of the others.
        self.partners(!second).iter().copied().fold(W::EMPTY, W::or)
    }

    /// The digits that are their own partner.
    pub(in super::super) fn own(&self) -> W {
        let partners = self.partners(false).iter().enumerate();
        let own = partners.filter(|(digit, partners)| partners.has(*digit));
        own.fold(W::EMPTY, |set, (digit, _)| set.or(W::bit(digit)))
    }

    /// The most first digits, or second ones, that a digit of the others is no partner of: with more left,
    /// each of the others has a partner. Those without any do not count if they are gone already.
    pub(super) fn refused(&self, second: bool, are_gone: bool) -> u32 {
        let others = self.partners(!second);
        let counts = others.iter().map(|set| set.count()).filter(|&count| count > 0 || !are_gone);
        number(others.len()) - counts.min().unwrap_or(0)
    }
}

/// Both directions of all pairs.
#[derive(Debug)]
pub(in super::super) struct Arcs<W> {
    all: Vec<Arc>,
    /// Arcs by the cell they lead from; empty if there are none at all.
    from: Vec<SmallVec<[u32; 4]>>,
    tables: Vec<Table<W>>,
    /// What each [refuses](Table::refused) first digits and second ones.
    refused: Vec<[u32; 2]>,
    /// Tables that many blocks share, and whether for cells that differ.
    known: Vec<(Shared<[CandidateSet]>, bool)>,
}

/// What the digits left to a cell support in another.
#[derive(Debug, Clone, Copy)]
struct Arc {
    from: u32,
    to: u32,
    table: u32,
    /// Whether the table has the digits of `to` first.
    transposed: bool,
}

impl<W> Default for Arcs<W> {
    fn default() -> Self {
        Arcs {
            all: Vec::new(),
            from: Vec::new(),
            tables: Vec::new(),
            refused: Vec::new(),
            known: Vec::new(),
        }
    }
}

impl<W: Word> Arcs<W> {
    /// Adds the pairs of a block. That a digit has a partner in the table, and is its own in a pair of
    /// a cell with itself, and that cells agree with those decided by the clues, was seen before: by
    /// the board, or by the descent and its [`facts`]. If `strict`, pairs in one house use a table without
    /// equal digits; digits without a partner in it must be gone already. Returns the table, and the one
    /// for cells in one house.
    pub(in super::super) fn add(
        &mut self,
        block: &Pairs,
        domain: Domain<'_, W>,
        strict: bool,
    ) -> [&Table<W>; 2] {
        let side = domain.geometry.side;
        let tables = [false, strict].map(|strict| self.table(block, side, strict));
        if self.from.is_empty() {
            self.from.resize(domain.cells.len(), SmallVec::new());
        }
        for &(first, second) in block.pairs() {
            let ends = [number(first.index()), number(second.index())];
            if ends[0] == ends[1] {
                continue;
            }
            let differ = strict && domain.geometry.are_in_a_house(first.index(), second.index());
            let table = tables[usize::from(differ)];
            for (from, to, transposed) in [(ends[0], ends[1], false), (ends[1], ends[0], true)] {
                self.from[from as usize].push(number(self.all.len()));
                self.all.push(Arc { from, to, table, transposed });
            }
        }
        tables.map(|table| &self.tables[table as usize])
    }

    /// The number of the table of a block, or of its strict form.
    fn table(&mut self, block: &Pairs, side: usize, strict: bool) -> u32 {
        let allowed = block.allowed();
        let is_known = |(known, is_strict): &(Shared<[CandidateSet]>, bool)| {
            *is_strict == strict && (Shared::ptr_eq(known, allowed) || known == allowed)
        };
        if let Some(k) = self.known.iter().position(is_known) {
            return number(k);
        }
        let table = Table::new(block, side);
        let table = if strict { table.strict() } else { table };
        self.refused.push([table.refused(false, true), table.refused(true, true)]);
        self.known.push((Shared::clone(allowed), strict));
        self.tables.push(table);
        number(self.tables.len() - 1)
    }

    /// The partners at `to` of a digit at `from`.
    #[inline]
    fn partners(&self, arc: Arc, digit: usize) -> W {
        self.tables[arc.table as usize].partners(arc.transposed)[digit]
    }

    /// The partners at `from` of a digit at `to`.
    #[inline]
    fn support(&self, arc: Arc, digit: usize) -> W {
        self.tables[arc.table as usize].partners(!arc.transposed)[digit]
    }

    /// For each arc that leads from a cell what the digits left there support at its end, unless they
    /// are so many that they support all.
    pub(in super::super) fn images(
        &self,
        cell: usize,
        left: W,
    ) -> impl Iterator<Item = (usize, W)> {
        let count = left.count();
        let arcs = self.from.get(cell).into_iter().flatten().map(|&id| self.all[id as usize]);
        let few =
            move |arc: &Arc| count <= self.refused[arc.table as usize][usize::from(arc.transposed)];
        arcs.filter(few).map(move |arc| {
            let partners = left.numbers().map(|digit| self.partners(arc, digit));
            (arc.to as usize, partners.fold(W::EMPTY, W::or))
        })
    }

    /// A digit was taken out of a cell: its partners elsewhere may have no other.
    pub(super) fn removed(
        &self,
        state: &mut State<'_, W>,
        cell: usize,
        digit: usize,
        conflict: &mut Vec<Lit>,
    ) -> Result<(), Contradiction> {
        let Some(arcs) = self.from.get(cell) else { return Ok(()) };
        for &id in arcs {
            let arc = self.all[id as usize];
            let (to, left) = (arc.to as usize, state.cells[cell]);
            // With more digits left than any other refuses, each still has a partner.
            if left.count() > self.refused[arc.table as usize][usize::from(arc.transposed)] {
                continue;
            }
            for other in state.cells[to].and(self.partners(arc, digit)).numbers() {
                if self.support(arc, other).meets(left) || !state.has_var(to, other) {
                    continue;
                }
                let lit = Lit::not(state.var(to, other));
                let by = left.first().filter(|_| !left.is_several());
                match by.map(|only| Lit::not(state.var(cell, only))) {
                    // One literal says what stands there.
                    Some(by) if state.value(by) < 0 => super::imply(state, lit, by, conflict)?,
                    _ if state.value(lit) == 0 => state.assign(lit, Reason::Support(id)),
                    _ if state.value(lit) > 0 => {}
                    _ => {
                        conflict.clear();
                        conflict.push(lit);
                        self.explain(state, id, other, conflict);
                        return Err(Contradiction);
                    }
                }
            }
        }
        Ok(())
    }

    /// Adds the candidates that could support a digit at the end of an arc.
    pub(super) fn explain(&self, state: &State<'_, W>, id: u32, digit: usize, out: &mut Vec<Lit>) {
        let arc = self.all[id as usize];
        let from = arc.from as usize;
        let support = self.support(arc, digit).numbers();
        let support = support.filter(|&other| state.has_var(from, other));
        out.extend(support.map(|other| Lit::is(state.var(from, other))));
    }
}

/// What a block of pairs leaves each cell, whatever stands in others: digits that have a partner in its
/// table, or in the one for cells in one house, or are their own in a pair of a cell with itself.
pub(in super::super) fn facts<W: Word>(
    block: &Pairs,
    tables: [&Table<W>; 2],
    geometry: &Geometry<W>,
) -> impl Iterator<Item = (usize, W)> {
    let left = tables.map(|table| [false, true].map(|second| table.with_partner(second)));
    let own = tables[0].own();
    let pairs = block.pairs().iter();
    pairs.flat_map(move |&(a, b)| {
        let (a, b) = (a.index(), b.index());
        let differ = || usize::from(geometry.are_in_a_house(a, b));
        let [left_a, left_b] = if a == b { [own, own] } else { left[differ()] };
        [(a, left_a), (b, left_b)]
    })
}
