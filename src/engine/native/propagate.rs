//! Propagation: singles, locked candidates, clauses, the blocks of rules.
//!
//! What is cheap comes first, but clauses and houses can take turns ([`Queue::by_turns`]). A conflict
//! is a clause of which every literal is false.

use super::blocks::{self, Blocks};
use super::clauses::Clauses;
use super::state::{Lit, Reason, State, number};
use super::word::Word;
use crate::limits::Limits;
use crate::puzzle::Contradiction;

/// What waits to be propagated.
#[derive(Debug, Clone, Default)]
pub(super) struct Queue {
    /// Literals of the trail whose cells and houses were propagated.
    houses: usize,
    /// Literals of the trail whose clauses and blocks were propagated.
    clauses: usize,
    /// Places, `house * side + digit`, that became few: perhaps locked in another house.
    narrow: Vec<u32>,
    /// Whether the clauses and the houses of a literal come by turns, and locked candidates last; else
    /// houses and locked candidates come before clauses. Changes only when nothing waits.
    ///
    /// A learned clause needs fewer literals to imply another than the houses it came from do, so by
    /// turns the next one is shorter too.
    pub(super) by_turns: bool,
    /// The clause that is false.
    pub(super) conflict: Vec<Lit>,
}

/// Limits are looked at after so many steps of filters, some 70 µs.
const BETWEEN: u64 = 10_000;

impl Queue {
    /// After the trail was cut back to a length.
    pub(super) fn cut(&mut self, length: usize) {
        self.houses = self.houses.min(length);
        self.clauses = self.clauses.min(length);
        self.narrow.clear();
    }

    /// Propagates to the fixpoint; whether it came that far before a limit was reached.
    ///
    /// # Errors
    /// If there is a conflict, which is then in `conflict`.
    pub(super) fn run<W: Word>(
        &mut self,
        state: &mut State<'_, W>,
        clauses: &mut Clauses,
        blocks: &mut Blocks<W>,
        limits: &Limits,
    ) -> Result<bool, Contradiction> {
        let (mut steps, mut looked) = (0u32, blocks.work.get());
        loop {
            steps += 1;
            if steps.is_multiple_of(4096) && limits.expired() {
                return Ok(false);
            }
            if (self.clauses > self.houses || !self.by_turns)
                && let Some(&lit) = state.trail.get(self.houses)
            {
                self.houses += 1;
                if lit.is_positive() {
                    self.placed(state, lit)?;
                } else {
                    self.removed(state, lit)?;
                }
            } else if !self.by_turns
                && let Some(at) = self.narrow.pop()
            {
                self.lock(state, at as usize)?;
            } else if let Some(&lit) = state.trail.get(self.clauses) {
                self.clauses += 1;
                blocks.follow(state, lit, &mut self.conflict)?;
                if let Some(clause) = clauses.propagate(state, !lit) {
                    self.conflict.clear();
                    self.conflict.extend(clauses.lits(clause));
                    return Err(Contradiction);
                }
            } else if let Some(at) = self.narrow.pop() {
                self.lock(state, at as usize)?;
            } else if !blocks.run(state, &mut self.conflict)? {
                return Ok(true);
            } else if blocks.work.get() - looked > BETWEEN {
                looked = blocks.work.get();
                if limits.expired() {
                    return Ok(false);
                }
            }
        }
    }

    /// A digit stands in a cell: no other there, and it nowhere else in its houses.
    fn placed<W: Word>(&mut self, state: &mut State<'_, W>, lit: Lit) -> Result<(), Contradiction> {
        let geometry = state.geometry;
        let (cell, digit) = state.place_of(lit.var());
        let by = !lit;
        for other in state.cells[cell].without(W::bit(digit)).numbers() {
            let var = state.var(cell, other);
            blocks::imply(state, Lit::not(var), by, &mut self.conflict)?;
        }
        for &(house, position) in geometry.positions(cell) {
            let house = house as usize;
            let places = state.places[house * geometry.side + digit];
            for position in places.without(W::bit(usize::from(position))).numbers() {
                let var = state.var(geometry.cell(house, position), digit);
                blocks::imply(state, Lit::not(var), by, &mut self.conflict)?;
            }
        }
        Ok(())
    }

    /// A digit was taken out of a cell: perhaps one digit is left there, or one place for it.
    fn removed<W: Word>(
        &mut self,
        state: &mut State<'_, W>,
        lit: Lit,
    ) -> Result<(), Contradiction> {
        let geometry = state.geometry;
        let (cell, digit) = state.place_of(lit.var());
        let left = state.cells[cell];
        if !left.is_several() {
            let Some(only) = left.first() else {
                self.conflict.clear();
                state.clause_of_cell(cell, &mut self.conflict);
                return Err(Contradiction);
            };
            let lit = Lit::is(state.var(cell, only));
            if state.value(lit) == 0 {
                state.assign(lit, Reason::Cell);
            }
        }
        for &(house, _) in geometry.positions_in_full(cell) {
            let at = house as usize * geometry.side + digit;
            let left = state.places[at];
            if left.is_several() {
                let first = left.first().unwrap_or(0);
                let pairs = geometry.pairs_holding(house as usize, first);
                if pairs.iter().any(|&(_, here)| left.without(here).is_empty()) {
                    self.narrow.push(number(at));
                }
                continue;
            }
            let Some(only) = left.first() else {
                self.conflict.clear();
                state.clause_of_places(house as usize, digit, W::EMPTY, &mut self.conflict);
                return Err(Contradiction);
            };
            let lit = Lit::is(state.var(geometry.cell(house as usize, only), digit));
            if state.value(lit) == 0 {
                state.assign(lit, Reason::House(house));
            }
        }
        Ok(())
    }

    /// If all places of a digit in a full house lie in another house too, the digit has no place
    /// elsewhere in that one.
    fn lock<W: Word>(&mut self, state: &mut State<'_, W>, at: usize) -> Result<(), Contradiction> {
        let geometry = state.geometry;
        let (house, digit) = (at / geometry.side, at % geometry.side);
        let places = state.places[at];
        let Some(first) = places.first().filter(|_| places.is_several()) else { return Ok(()) };
        for &(pair, here) in geometry.pairs_holding(house, first) {
            if !places.without(here).is_empty() {
                continue;
            }
            let &super::geometry::Pair { other, there, .. } = geometry.pair(pair);
            let elsewhere = state.places[other as usize * geometry.side + digit].without(there);
            for position in elsewhere.numbers() {
                let lit = Lit::not(state.var(geometry.cell(other as usize, position), digit));
                if state.value(lit) < 0 {
                    self.conflict.clear();
                    self.conflict.push(lit);
                    state.clause_of_places(house, digit, here, &mut self.conflict);
                    return Err(Contradiction);
                }
                state.assign(lit, Reason::Locked(pair));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::native::geometry::Geometry;
    use crate::grid::Layout;
    use crate::puzzle::{Board, Puzzle};

    #[test]
    fn singles_and_locked_candidates_have_their_reasons() {
        let puzzle = Puzzle::new(Layout::boxes(2, 2).unwrap().shared());
        let geometry = Geometry::<u32>::new(puzzle.layout(), &[]);
        let mut state = State::new(&geometry, &Board::new(&puzzle), &Limits::none()).unwrap();
        let mut clauses = Clauses::new(state.vars());
        let none = Limits::none();
        let mut blocks = Blocks::new(&puzzle, &mut state, &mut clauses, &none).unwrap();
        let mut queue = Queue::default();
        let mut run = |state: &mut State<'_, u32>| {
            queue.run(state, &mut clauses, &mut blocks, &Limits::none())
        };
        // Without 1 in the lower half of the first box, 1 is locked in its first row.
        for cell in [4, 5] {
            let lit = Lit::not(state.var(cell, 0));
            if state.value(lit) == 0 {
                state.decide(lit, false);
            }
            run(&mut state).unwrap();
        }
        for cell in [2, 3] {
            let lit = Lit::not(state.var(cell, 0));
            assert_eq!(state.value(lit), 1);
            assert!(matches!(state.reason[lit.var()], Reason::Locked(_)));
        }
        // Two digits less leave one: with 4 gone, 2 and 3 gone, the cell is a naked single.
        for digit in [1, 2] {
            state.decide(Lit::not(state.var(0, digit)), false);
        }
        state.decide(Lit::not(state.var(0, 0)), false);
        run(&mut state).unwrap();
        let lit = Lit::is(state.var(0, 3));
        assert_eq!((state.value(lit), state.reason[lit.var()]), (1, Reason::Cell));
        let hidden = Lit::is(state.var(1, 0));
        assert!(matches!(state.reason[hidden.var()], Reason::House(_)));
    }

    #[test]
    fn clauses_by_turns_imply_the_same() {
        let puzzle = Puzzle::new(Layout::boxes(3, 3).unwrap().shared());
        let geometry = Geometry::<u32>::new(puzzle.layout(), &[]);
        let none = Limits::none();
        let mut random = 1u32;
        let mut below = |n: usize| {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (random >> 8) as usize % n
        };
        let vars = geometry.side.pow(3);
        let (mut conflicts, mut implied) = (0, 0);
        for _ in 0..200 {
            let mut all: Vec<Vec<Lit>> =
                (0..60).map(|_| (0..5).map(|_| Lit::is(number(below(vars)))).collect()).collect();
            for lits in &mut all {
                lits.sort_unstable();
                lits.dedup();
            }
            let decisions: Vec<Lit> = (0..12).map(|_| Lit::is(number(below(vars)))).collect();
            let outcome = |by_turns: bool| {
                let mut state = State::new(&geometry, &Board::new(&puzzle), &none).unwrap();
                let mut clauses = Clauses::new(state.vars());
                let mut blocks = Blocks::new(&puzzle, &mut state, &mut clauses, &none).unwrap();
                for clause in &all {
                    clauses.add(clause, None);
                }
                let mut queue = Queue { by_turns, ..Queue::default() };
                let mut is_conflict = false;
                for &lit in &decisions {
                    if state.value(lit) == 0 {
                        state.decide(lit, false);
                    }
                    is_conflict = queue.run(&mut state, &mut clauses, &mut blocks, &none).is_err();
                    if is_conflict {
                        assert!(queue.conflict.iter().all(|&lit| state.value(lit) < 0));
                        break;
                    }
                }
                let of_clauses = |lit: &&Lit| matches!(state.reason[lit.var()], Reason::Clause(_));
                implied += state.trail.iter().filter(of_clauses).count();
                let mut trail = if is_conflict { Vec::new() } else { state.trail.clone() };
                trail.sort_unstable();
                (is_conflict, state.depth(), trail)
            };
            let [houses_first, by_turns] = [false, true].map(outcome);
            assert_eq!(houses_first, by_turns);
            conflicts += usize::from(by_turns.0);
        }
        assert!((20..180).contains(&conflicts) && implied > 1000, "{conflicts} {implied}");
    }
}
