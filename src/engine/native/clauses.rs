//! The clause database: learned clauses and permanent ones in one vector, found by two watched
//! literals each.
//!
//! - Gilles Audemard, Laurent Simon: *Predicting learnt clauses quality in modern SAT solvers*,
//!   IJCAI 2009 (LBD).
//! - Ian Gent: *Optimal implementation of watched literals and more general techniques*, JAIR 48
//!   (2013) (looking for a literal to watch goes on where it ended).
//! - Chanseok Oh: *Between SAT and UNSAT: the fundamental difference in CDCL SAT*, SAT 2015 (tiers).

use super::state::{Lit, Reason, State, number};
use super::word::Word;

/// Words before the literals of a clause: length, LBD, reductions that it outlasts unused, and where
/// the last literal to watch was found.
const HEAD: usize = 4;
/// In place of the LBD of clauses that are never deleted.
const PERMANENT: u32 = 0;
/// Learned clauses of at most this LBD are never deleted either.
const GLUE: u32 = 2;
/// Those of at most this LBD are kept for as long as they are used.
const TIER: u32 = 6;
/// How many learned clauses there may be before the first reduction, and how many more after each.
const LIMIT: (usize, usize) = (2000, 300);

#[derive(Debug, Clone, Copy)]
struct Watch {
    clause: u32,
    /// Another literal of the clause: while it is true the clause holds.
    blocker: Lit,
}

/// A literal that its clause asserts on a lower level than it was assigned on: while that level
/// stands, backtracking undoes the literal though the rest of the clause stays false.
#[derive(Debug)]
pub(super) struct Late {
    pub(super) lit: Lit,
    /// The backjump level of its clause.
    pub(super) level: usize,
    /// The level it was assigned on.
    pub(super) assigned: usize,
    /// Its clause, or a fact.
    pub(super) reason: Reason,
}

/// All clauses.
#[derive(Debug, Clone)]
pub(super) struct Clauses {
    words: Vec<u32>,
    /// Lists of watches. Few literals have any where a grid is large, so lists are numbered as they
    /// come; the first is nobody's.
    watches: Vec<Vec<Watch>>,
    /// The list of each literal: clauses to visit when it becomes false.
    list_of: Box<[u32]>,
    learned: usize,
    /// How many learned clauses there may be before the next reduction.
    limit: usize,
}

impl Clauses {
    pub(super) fn new(vars: usize) -> Self {
        Clauses {
            words: Vec::new(),
            watches: vec![Vec::new()],
            list_of: vec![0; 2 * vars].into(),
            learned: 0,
            limit: LIMIT.0,
        }
    }

    /// Adds a clause of at least two literals; the first two are watched. `lbd` is the number of
    /// decision levels of a learned clause, `None` if the clause is permanent.
    pub(super) fn add(&mut self, lits: &[Lit], lbd: Option<u32>) -> u32 {
        let clause = number(self.words.len());
        self.words.extend([number(lits.len()), lbd.map_or(PERMANENT, |lbd| lbd.max(1)), 1, 0]);
        self.words.extend(lits.iter().map(|lit| number(lit.number())));
        self.learned += usize::from(lbd.is_some());
        self.watch(clause);
        clause
    }

    fn watch(&mut self, clause: u32) {
        let [a, b] = [0, 1].map(|k| self.lit(clause, k));
        self.list(a).push(Watch { clause, blocker: b });
        self.list(b).push(Watch { clause, blocker: a });
    }

    /// The list of a literal.
    #[inline]
    fn list(&mut self, lit: Lit) -> &mut Vec<Watch> {
        let list = &mut self.list_of[lit.number()];
        if *list == 0 {
            *list = number(self.watches.len());
            self.watches.push(Vec::new());
        }
        &mut self.watches[*list as usize]
    }

    #[inline]
    fn lit(&self, clause: u32, k: usize) -> Lit {
        Lit::of(self.words[clause as usize + HEAD + k])
    }

    fn len(&self, clause: u32) -> usize {
        self.words[clause as usize] as usize
    }

    /// The literals of a clause.
    pub(super) fn lits(&self, clause: u32) -> impl Iterator<Item = Lit> {
        let from = clause as usize + HEAD;
        self.words[from..from + self.len(clause)].iter().map(|&word| Lit::of(word))
    }

    /// Visits the clauses that watch a literal, now false: each finds another literal to watch, or
    /// is unit, or is the conflict, which is returned.
    pub(super) fn propagate<W: Word>(&mut self, state: &mut State<'_, W>, lit: Lit) -> Option<u32> {
        let own = self.list_of[lit.number()] as usize;
        let mut list = std::mem::take(&mut self.watches[own]);
        let (mut kept, mut conflict) = (0, None);
        let mut k = 0;
        while k < list.len() {
            let watch = list[k];
            k += 1;
            if state.value(watch.blocker) > 0 {
                list[kept] = watch;
                kept += 1;
                continue;
            }
            let at = watch.clause as usize;
            let end = at + HEAD + self.words[at] as usize;
            let (head, lits) = self.words[at..end].split_at_mut(HEAD);
            let (watched, rest) = lits.split_at_mut(2);
            // The first is the other one, as reasons have it.
            if Lit::of(watched[0]) == lit {
                watched.swap(0, 1);
            }
            let first = Lit::of(watched[0]);
            let watch = Watch { blocker: first, ..watch };
            if state.value(first) > 0 {
                list[kept] = watch;
                kept += 1;
                continue;
            }
            let is_free = |&word: &u32| state.value(Lit::of(word)) >= 0;
            let (before, after) = rest.split_at(head[3] as usize);
            let behind = after.iter().position(is_free).map(|k| before.len() + k);
            if let Some(k) = behind.or_else(|| before.iter().position(is_free)) {
                head[3] = number(k);
                let free = Lit::of(rest[k]);
                if state.value(free) > 0 {
                    list[kept] = Watch { blocker: free, ..watch };
                    kept += 1;
                    continue;
                }
                std::mem::swap(&mut watched[1], &mut rest[k]);
                self.list(free).push(watch);
                continue;
            }
            list[kept] = watch;
            kept += 1;
            if state.value(first) == 0 {
                state.assign(first, Reason::Clause(watch.clause));
            } else {
                conflict = Some(watch.clause);
                break;
            }
        }
        list.copy_within(k.., kept);
        list.truncate(kept + list.len() - k);
        self.watches[own] = list;
        conflict
    }

    /// Notes that a clause took part in a conflict; `lbd` counts the decision levels of its literals
    /// now. It may be fewer than when it was learned.
    pub(super) fn used(&mut self, clause: u32, lbd: impl FnOnce(&[u32]) -> u32) {
        let at = clause as usize;
        if self.words[at + 1] > GLUE {
            let lits = at + HEAD..at + HEAD + self.len(clause);
            let lbd = self.words[at + 1].min(lbd(&self.words[lits]));
            self.words[at + 1] = lbd;
            self.words[at + 2] = if lbd <= TIER { 2 } else { 1 };
        }
    }

    /// Whether there are more learned clauses than the limit.
    pub(super) fn are_many(&self) -> bool {
        self.learned > self.limit
    }

    /// Deletes half of the learned clauses that are neither glue nor reasons nor of the middle tier
    /// and used of late: those of highest LBD, then the older ones.
    pub(super) fn reduce<W: Word>(&mut self, state: &mut State<'_, W>, late: &mut [Late]) {
        let clause = |reason| if let Reason::Clause(clause) = reason { Some(clause) } else { None };
        let assigned = state.trail.iter().map(|lit| state.reason[lit.var()]);
        let mut reasons: Vec<u32> =
            assigned.chain(late.iter().map(|late| late.reason)).filter_map(clause).collect();
        reasons.sort_unstable();
        let mut weak = Vec::new();
        let mut clause = 0;
        while clause < self.words.len() {
            let [length, lbd, lasts] = [0, 1, 2].map(|k| self.words[clause + k]);
            self.words[clause + 2] = lasts.saturating_sub(1);
            let stays = lbd <= GLUE || (lbd <= TIER && lasts > 0);
            if !stays && reasons.binary_search(&number(clause)).is_err() {
                weak.push((std::cmp::Reverse(lbd), number(clause)));
            }
            clause += HEAD + length as usize;
        }
        weak.sort_unstable();
        weak.truncate(weak.len() / 2);
        let mut gone: Vec<u32> = weak.into_iter().map(|(_, clause)| clause).collect();
        gone.sort_unstable();
        self.learned -= gone.len();
        self.limit += LIMIT.1;
        self.delete(&gone, state, late);
    }

    /// Deletes clauses and moves the others together.
    fn delete<W: Word>(&mut self, gone: &[u32], state: &mut State<'_, W>, late: &mut [Late]) {
        let old = std::mem::take(&mut self.words);
        let mut moved = Vec::new();
        let (mut clause, mut next) = (0, 0);
        while clause < old.len() {
            let end = clause + HEAD + old[clause] as usize;
            if gone.get(next) == Some(&number(clause)) {
                next += 1;
            } else {
                moved.push((number(clause), number(self.words.len())));
                self.words.extend_from_slice(&old[clause..end]);
            }
            clause = end;
        }
        let follow = |reason: &mut Reason| {
            if let Reason::Clause(clause) = reason
                && let Ok(k) = moved.binary_search_by_key(clause, |pair| pair.0)
            {
                *clause = moved[k].1;
            }
        };
        for &lit in &state.trail {
            follow(&mut state.reason[lit.var()]);
        }
        for late in late {
            follow(&mut late.reason);
        }
        self.watches.iter_mut().for_each(Vec::clear);
        for (_, clause) in moved {
            self.watch(clause);
        }
    }
}

#[cfg(test)]
impl Clauses {
    /// How many learned clauses there are.
    pub(super) fn learned(&self) -> usize {
        self.learned
    }

    /// How many there may be before the next reduction.
    pub(super) fn set_limit(&mut self, limit: usize) {
        self.limit = limit;
    }

    /// After propagation: each clause is in the lists of its first two literals, and is neither
    /// false nor unit.
    pub(super) fn check_watches<W: Word>(&self, state: &State<'_, W>) {
        let mut clause = 0;
        while clause < self.words.len() {
            let id = number(clause);
            for k in [0, 1] {
                let list = &self.watches[self.list_of[self.lit(id, k).number()] as usize];
                assert_eq!(list.iter().filter(|watch| watch.clause == id).count(), 1);
            }
            let holds = self.lits(id).any(|lit| state.value(lit) > 0);
            let open = self.lits(id).filter(|&lit| state.value(lit) == 0).count();
            assert!(holds || open > 1);
            clause += HEAD + self.len(id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::native::geometry::Geometry;
    use crate::grid::Layout;
    use crate::puzzle::{Board, Puzzle};

    #[test]
    fn clauses_become_unit_and_conflict() {
        let puzzle = Puzzle::new(Layout::latin(4).unwrap().shared());
        let geometry = Geometry::<u32>::new(puzzle.layout(), &[]);
        let mut state =
            State::new(&geometry, &Board::new(&puzzle), &crate::Limits::none()).unwrap();
        let mut clauses = Clauses::new(state.vars());
        let lits = [0, 5, 10].map(|cell| Lit::is(state.var(cell, 0)));
        let clause = clauses.add(&lits, Some(3));
        clauses.check_watches(&state);
        state.decide(!lits[0], false);
        assert_eq!(clauses.propagate(&mut state, lits[0]), None);
        clauses.check_watches(&state);
        state.decide(!lits[2], false);
        assert_eq!(clauses.propagate(&mut state, lits[2]), None);
        assert_eq!(
            (state.value(lits[1]), state.reason[lits[1].var()]),
            (1, Reason::Clause(clause))
        );
        let other = [lits[0], lits[2], !lits[1]];
        let conflict = clauses.add(&other, Some(2));
        assert_eq!(clauses.propagate(&mut state, lits[0]), Some(conflict));
    }

    #[test]
    fn reduction_keeps_glue_permanent_clauses_and_reasons() {
        let puzzle = Puzzle::new(Layout::latin(4).unwrap().shared());
        let geometry = Geometry::<u32>::new(puzzle.layout(), &[]);
        let mut state =
            State::new(&geometry, &Board::new(&puzzle), &crate::Limits::none()).unwrap();
        let mut clauses = Clauses::new(state.vars());
        let lits: Vec<Lit> = (0..16).map(|cell| Lit::is(state.var(cell, 0))).collect();
        let weak: Vec<u32> =
            (0..4).map(|k| clauses.add(&[lits[k], lits[k + 1], lits[k + 2]], Some(9))).collect();
        clauses.add(&lits[4..7], None);
        clauses.add(&lits[7..10], Some(2));
        state.decide(!lits[10], false);
        state.assign(lits[0], Reason::Clause(weak[0]));
        // Of the three that may go the first, which is the older of equals.
        clauses.reduce(&mut state, &mut []);
        assert_eq!(clauses.learned, 4);
        let Reason::Clause(reason) = state.reason[lits[0].var()] else { unreachable!() };
        assert!(clauses.lits(reason).eq(lits[0..3].iter().copied()));
        clauses.check_watches(&state);
    }
}
