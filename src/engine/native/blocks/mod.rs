//! The blocks of the puzzle's rules, propagated on the [`State`] with reasons.
//!
//! Binary consequences are drawn from each literal as it comes: those of
//! [`Distinct`](crate::rule::Distinct) from lists of cells, those of pairs from tables, those of
//! binary clauses from lists of literals; longer clauses stand beside the learned ones. Sums, lines
//! and choices have *filters*, which narrow the sets of their cells. What a filter removes depends on these sets
//! alone, but for a choice that is asked often: it removes more from then on. Filters wait in a queue once a
//! cell they are about has lost a digit.
//!
//! A filter keeps the sets it saw in the run that removed something. Only when conflict analysis
//! asks for the reason is it derived from them: the sets are *relaxed* (false candidates are put
//! back) while the block still has no filling with the removed candidate, and what stays out is the
//! reason. So each reason clause follows from the block and from which of its cells must differ
//! (of `count`, from houses that have each digit), and is short. It is kept for the next conflicts.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `filter` | the forms of filters, side by side |
//! | `clauses` | implications by binary clauses |
//! | `pairs` | arc consistency of tables of two digits |
//! | `clique` | tables of each two of some cells, by the sets of digits that fill them |
//! | `distinct` | cells that must differ |
//! | `sum` | which filters a sum gets |
//! | `bounds` | sums by the least and the greatest total |
//! | `cage` | sums of distinct cells, by the sets of digits that add up |
//! | `count` | how often a digit stands in cells, house by house |
//! | `partial` | sums by all their partial sums, as bits of a word |
//! | `same` | two groups with the same digits, by how often each must and can stand in them |
//! | `diagram` | layered graphs whose paths are the fillings: of lines, of sums too far apart for partial sums, of choices |
//! | `line` | automata, unrolled into diagrams |
//! | `lexicographic` | lines that compare to others digit by digit, as ranks do, by bounds |
//! | `choice` | options, each narrowed by itself, or a diagram of all fillings |
//! | `alternatives` | options that say which digits cells may have, and which stand somewhere |
//! | `connected` | connected cells, by the ways that are left |
//! | `crossing` | connected cells of several kinds, which do not cross |
//! | `distinct_pairs` | pairs of cells that differ as pairs |
//! | `nvalue` | how many different digits there are, by cells apart and by matchings |
//! | `regions` | regions that are to be found, part by part; for the descent alone |
//! | `used` | lines that depend on which digits their cells use alone |
//! | `cover` | cells that have each digit of a set: matchings |
//! | `making` | which filters a puzzle gets |
//! | `explained` | reasons of filters, kept for the next conflicts |

mod alternatives;
mod bounds;
mod cage;
mod choice;
mod clauses;
mod clique;
mod connected;
mod count;
mod cover;
mod crossing;
mod diagram;
mod distinct;
mod distinct_pairs;
mod explained;
mod filled;
mod filter;
mod lexicographic;
mod line;
mod making;
mod nvalue;
mod pairs;
mod partial;
mod regions;
mod same;
mod sum;
#[cfg(test)]
pub(super) mod tests;
mod used;

use std::cell::{Cell as Counter, RefCell};
use std::collections::VecDeque;

use super::clauses::Clauses;
use super::geometry::Geometry;
use super::state::{Lit, Reason, State, number};
use super::word::Word;
use crate::limits::Limits;
use crate::puzzle::{Contradiction, Puzzle};
use crate::rule::{Block, Implied};
use clauses::Implications;
use diagram::Diagram;
pub(super) use distinct::Peers;
use explained::Explained;
pub(super) use filled::clauses as filled;
pub(super) use filter::Filter;
pub(super) use making::{distinct_lines, edges, filters, implied, may_imply};
pub(super) use pairs::{Arcs, facts};

/// All blocks of a puzzle.
#[derive(Debug)]
pub(super) struct Blocks<W> {
    implications: Implications,
    peers: Peers,
    arcs: Arcs<W>,
    filtered: Vec<Filtered<W>>,
    /// The [edges] of the puzzle's own filters.
    pub(super) edges: u64,
    /// For each cell the filters it wakes; empty if there are none at all.
    woken_by: Box<[Vec<u32>]>,
    /// Filters that wait, the quick ones first.
    waiting: [VecDeque<u32>; 2],
    is_waiting: Vec<bool>,
    /// Sets as a filter finds them, and as it leaves them.
    before: Vec<W>,
    after: Vec<W>,
    /// The reasons that were asked for.
    explained: RefCell<Explained>,
    /// The steps that filters have taken, as [`Filter::spent`] has them.
    pub(super) work: Counter<u64>,
    /// A block cannot hold: a clause without literals, a cell that is to differ from itself.
    impossible: bool,
}

/// The digits left to each cell before any decision: what filters are made for.
#[derive(Debug)]
pub(super) struct Domain<'a, W> {
    pub(super) geometry: &'a Geometry<W>,
    pub(super) cells: &'a [W],
}

impl<W> Clone for Domain<'_, W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<W> Copy for Domain<'_, W> {}

impl<W: Word> Domain<'_, W> {
    /// The digits of some cells.
    fn of(self, cells: &[u32]) -> Box<[W]> {
        cells.iter().map(|&cell| self.cells[cell as usize]).collect()
    }
}

/// A filter and its cells.
#[derive(Debug)]
pub(super) struct Filtered<W> {
    pub(super) cells: Box<[u32]>,
    /// Their digits before any decision.
    all: Box<[W]>,
    pub(super) filter: Filter<W>,
}

impl<W: Word> Filtered<W> {
    /// The cells that wake it.
    pub(super) fn woken_by(&self) -> &[u32] {
        match &self.filter {
            Filter::Clique(clique) => &self.cells[..clique.own()],
            _ => &self.cells,
        }
    }

    /// About how many steps it takes.
    pub(super) fn cost(&self) -> u64 {
        u64::try_from(self.cells.len() + self.filter.size()).unwrap_or(u64::MAX)
    }

    /// The steps that its last call took.
    pub(super) fn spent(&self) -> u64 {
        self.cells.len() as u64 + self.filter.spent()
    }

    /// That some cell has one of the digits listed for it.
    pub(super) fn clause(parts: &[(usize, W)], domain: Domain<'_, W>) -> Self {
        let cells: Box<[u32]> = parts.iter().map(|&(cell, _)| number(cell)).collect();
        let filter = Filter::Clause(parts.iter().map(|&(_, set)| set).collect());
        Filtered { all: domain.of(&cells), cells, filter }
    }
}

/// Sets without a filling, made larger: whole cells, else single digits, are put back as long as the sets are refuted.
/// `is_refuted` gets the sets and the only position where they differ from those that it refuted last; they stay so
/// exactly if it says yes.
fn put_back<W: Word>(
    sets: &[W],
    all: &[W],
    mut is_refuted: impl FnMut(&[W], usize) -> bool,
) -> Vec<W> {
    let mut relaxed = sets.to_vec();
    for k in 0..sets.len() {
        let narrow = relaxed[k];
        relaxed[k] = all[k];
        if relaxed[k] == narrow || is_refuted(&relaxed, k) {
            continue;
        }
        relaxed[k] = narrow;
        for digit in all[k].without(narrow).numbers() {
            let before = relaxed[k];
            relaxed[k] = before.or(W::bit(digit));
            if !is_refuted(&relaxed, k) {
                relaxed[k] = before;
            }
        }
    }
    relaxed
}

impl<W: Word> Blocks<W> {
    /// Those of a puzzle without rules.
    pub(super) fn none() -> Self {
        Blocks {
            implications: Implications::default(),
            peers: Peers::default(),
            arcs: Arcs::default(),
            filtered: Vec::new(),
            edges: 0,
            woken_by: Box::default(),
            waiting: Default::default(),
            is_waiting: Vec::new(),
            before: Vec::new(),
            after: Vec::new(),
            explained: RefCell::default(),
            work: Counter::new(0),
            impossible: false,
        }
    }

    /// The blocks of a puzzle; longer clauses go to the database. `None` if a limit is reached.
    pub(super) fn new(
        puzzle: &Puzzle,
        state: &mut State<'_, W>,
        database: &mut Clauses,
        limits: &Limits,
    ) -> Option<Self> {
        let mut this = Blocks::none();
        for block in puzzle.rules().iter().flat_map(|rule| rule.blocks()) {
            if limits.expired() {
                return None;
            }
            match block {
                Block::Clauses(block) => {
                    for clause in block.clauses() {
                        this.impossible |= !this.implications.add(clause, state, database);
                    }
                }
                Block::Pairs(block) => _ = this.arcs.add(block, state.domain(), false),
                Block::Distinct(block) => {
                    this.impossible |= !this.peers.add(block, state.domain());
                }
                _ => {}
            }
        }
        for clause in filled::clauses(puzzle, state.domain()) {
            this.impossible |= !this.implications.add(&clause, state, database);
        }
        this.filtered = filters(puzzle, state.domain(), &this.peers, true, limits)?;
        this.edges = edges(&this.filtered);
        this.start(0, state);
        Some(this)
    }

    /// Adds sums that follow from the puzzle's sums and houses, of what is open before any decision;
    /// false if a limit is reached.
    pub(super) fn imply(
        &mut self,
        kind: Implied,
        puzzle: &Puzzle,
        state: &State<'_, W>,
        limits: &Limits,
    ) -> bool {
        let first = self.filtered.len();
        let Some(more) = implied(kind, puzzle, state.domain(), &self.peers, limits) else {
            return false;
        };
        self.filtered.extend(more);
        self.start(first, state);
        true
    }

    /// Begins with the filters from one on.
    fn start(&mut self, first: usize, state: &State<'_, W>) {
        if self.woken_by.is_empty() && !self.filtered.is_empty() {
            self.woken_by = vec![Vec::new(); state.cells.len()].into();
        }
        for (id, filtered) in (0u32..).zip(&self.filtered).skip(first) {
            for &cell in filtered.woken_by() {
                let list = &mut self.woken_by[cell as usize];
                if list.last() != Some(&id) {
                    list.push(id);
                }
            }
        }
        self.is_waiting.resize(self.filtered.len(), false);
        (first..self.filtered.len()).for_each(|id| self.wake(number(id)));
    }

    /// Whether there are blocks with filters.
    pub(super) fn have_filters(&self) -> bool {
        !self.filtered.is_empty()
    }

    /// Whether a block cannot hold.
    pub(super) fn is_impossible(&self) -> bool {
        self.impossible
    }

    /// Notes that the rules contradict the clues.
    pub(super) fn fail(&mut self) {
        self.impossible = true;
    }

    /// Forgets what waits, after the trail was cut back.
    pub(super) fn cut(&mut self) {
        for id in self.waiting.iter_mut().flat_map(|queue| queue.drain(..)) {
            self.is_waiting[id as usize] = false;
        }
    }

    fn wake(&mut self, id: u32) {
        if !std::mem::replace(&mut self.is_waiting[id as usize], true) {
            self.waiting[self.filtered[id as usize].filter.queue()].push_back(id);
        }
    }

    /// Draws the binary consequences of a literal that is true, and wakes filters.
    pub(super) fn follow(
        &mut self,
        state: &mut State<'_, W>,
        lit: Lit,
        conflict: &mut Vec<Lit>,
    ) -> Result<(), Contradiction> {
        let (cell, digit) = state.place_of(lit.var());
        self.implications.follow(state, lit, conflict)?;
        if lit.is_positive() {
            return self.peers.placed(state, cell, digit, conflict);
        }
        self.arcs.removed(state, cell, digit, conflict)?;
        if !self.woken_by.is_empty() {
            for k in 0..self.woken_by[cell].len() {
                self.wake(self.woken_by[cell][k]);
            }
        }
        Ok(())
    }

    /// Runs one filter that waits; whether there was one.
    pub(super) fn run(
        &mut self,
        state: &mut State<'_, W>,
        conflict: &mut Vec<Lit>,
    ) -> Result<bool, Contradiction> {
        let Some(id) = self.waiting.iter_mut().find_map(VecDeque::pop_front) else {
            return Ok(false);
        };
        self.is_waiting[id as usize] = false;
        let filtered = &self.filtered[id as usize];
        let Filtered { cells, filter, .. } = filtered;
        self.before.clear();
        self.before.extend(cells.iter().map(|&cell| state.cells[cell as usize]));
        self.after.clone_from(&self.before);
        let holds = filter.narrow(&mut self.after);
        self.work.update(|work| work.saturating_add(filtered.spent()));
        if !holds {
            conflict.clear();
            self.reason(state, id, &self.before, None, conflict);
            return Err(Contradiction);
        }
        let mut reason = None;
        for (k, &cell) in cells.iter().enumerate() {
            for digit in self.before[k].without(self.after[k]).numbers() {
                let lit = Lit::not(state.var(cell as usize, digit));
                match state.value(lit) {
                    0 => {
                        let reason =
                            *reason.get_or_insert_with(|| state.snapshot(id, &self.before));
                        state.assign(lit, reason);
                    }
                    1 => {}
                    _ => {
                        conflict.clear();
                        conflict.push(lit);
                        self.reason(state, id, &self.before, Some(lit), conflict);
                        return Err(Contradiction);
                    }
                }
            }
        }
        Ok(true)
    }

    /// Adds the reason of a literal that a filter made true: the literals that were false. As long as the
    /// literal stays true it is kept: later conflicts ask for it again.
    pub(super) fn explain_run(&self, state: &State<'_, W>, run: u32, lit: Lit, out: &mut Vec<Lit>) {
        let (run, sets) = state.run(run);
        let find = |lits: &mut Vec<Lit>| self.reason(state, run.block, sets, Some(lit), lits);
        out.extend_from_slice(self.explained.borrow_mut().reason(lit.var(), run.stamp, find));
    }

    /// Adds the reason of a literal made true for lack of support.
    pub(super) fn explain_support(
        &self,
        state: &State<'_, W>,
        arc: u32,
        digit: usize,
        out: &mut Vec<Lit>,
    ) {
        self.arcs.explain(state, arc, digit, out);
    }

    /// Adds literals, false where the cells of a block had these sets, without one of which the
    /// block has no filling, or none with the candidate that `removed` is the negation of.
    fn reason(
        &self,
        state: &State<'_, W>,
        id: u32,
        sets: &[W],
        removed: Option<Lit>,
        out: &mut Vec<Lit>,
    ) {
        let filtered = &self.filtered[id as usize];
        let Filtered { cells, all, filter } = filtered;
        let removed = removed.map(|lit| state.place_of(lit.var()));
        let mut narrow = sets[..cells.len()].to_vec();
        let mut all = all.to_vec();
        for (k, &cell) in cells.iter().enumerate() {
            let cell = cell as usize;
            match removed {
                Some((own, digit)) if own == cell => {
                    narrow[k] = W::bit(digit);
                    all[k] = narrow[k];
                }
                // What is false at level 0 needs no literal.
                _ => all[k] = all[k].and(state.at_level_0[cell]),
            }
        }
        let relaxed = filter.relax(&narrow, &all);
        self.work.update(|work| work.saturating_add(filtered.spent()));
        for (k, &cell) in cells.iter().enumerate() {
            let cell = cell as usize;
            let out_of = all[k].without(relaxed[k]);
            match narrow[k].first() {
                // The digit that stands there says as much as the others that do not.
                Some(digit) if !narrow[k].is_several() && out_of.is_several() => {
                    out.push(Lit::not(state.var(cell, digit)));
                }
                _ => out.extend(out_of.numbers().map(|digit| Lit::is(state.var(cell, digit)))),
            }
        }
    }
}

/// Whether at most so many cells are open.
fn are_few_open<W: Word>(sets: &[W], most: usize) -> bool {
    sets.iter().filter(|set| set.is_several()).nth(most).is_none()
}

/// Makes a literal true by a binary clause whose other literal is false.
///
/// # Errors
/// If it is false: the clause is then the conflict.
#[inline]
pub(super) fn imply<W: Word>(
    state: &mut State<'_, W>,
    lit: Lit,
    other: Lit,
    conflict: &mut Vec<Lit>,
) -> Result<(), Contradiction> {
    match state.value(lit) {
        0 => state.assign(lit, Reason::Binary(other)),
        1 => {}
        _ => {
            conflict.clear();
            conflict.extend([lit, other]);
            return Err(Contradiction);
        }
    }
    Ok(())
}
