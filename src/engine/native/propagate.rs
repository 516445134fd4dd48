//! Consequences: singles, locked candidates, learned clauses.
//!
//! What is cheap comes first; what contradicts is left as a clause of which every literal is false.

use super::clauses::Clauses;
use super::state::{Lit, Reason, State, number};
use super::word::Word;
use crate::puzzle::Contradiction;

/// What waits to be followed.
#[derive(Debug, Default)]
pub(super) struct Queue {
    /// Literals of the trail whose direct consequences were drawn.
    direct: usize,
    /// Literals of the trail whose clauses were looked at.
    learned: usize,
    /// Places, `house * side + digit`, that became few: perhaps all in another house.
    narrow: Vec<u32>,
    /// What cannot hold.
    pub(super) conflict: Vec<Lit>,
}

impl Queue {
    /// After the trail was cut back to a length.
    pub(super) fn cut(&mut self, length: usize) {
        self.direct = self.direct.min(length);
        self.learned = self.learned.min(length);
        self.narrow.clear();
    }

    /// Follows everything to the end.
    ///
    /// # Errors
    /// If there is a contradiction: `conflict` then says what cannot hold.
    pub(super) fn run<W: Word>(
        &mut self,
        state: &mut State<'_, W>,
        clauses: &mut Clauses,
    ) -> Result<(), Contradiction> {
        loop {
            if let Some(&lit) = state.trail.get(self.direct) {
                self.direct += 1;
                if lit.places() {
                    self.placed(state, lit)?;
                } else {
                    self.removed(state, lit)?;
                }
            } else if let Some(at) = self.narrow.pop() {
                self.lock(state, at as usize)?;
            } else if let Some(&lit) = state.trail.get(self.learned) {
                self.learned += 1;
                if let Some(clause) = clauses.follow(state, !lit) {
                    clauses.bump(clause);
                    self.conflict.clear();
                    self.conflict.extend(clauses.lits(clause));
                    return Err(Contradiction);
                }
            } else {
                return Ok(());
            }
        }
    }

    /// Makes a literal false because of a candidate that is true.
    fn exclude<W: Word>(
        &mut self,
        state: &mut State<'_, W>,
        var: u32,
        by: u32,
    ) -> Result<(), Contradiction> {
        let lit = Lit::not(var);
        match state.value(lit) {
            0 => state.assign(lit, Reason::Other(by)),
            1 => {}
            _ => {
                self.conflict.clear();
                self.conflict.extend([lit, Lit::not(by)]);
                return Err(Contradiction);
            }
        }
        Ok(())
    }

    /// A digit stands in a cell: no other there, and it nowhere else in its houses.
    fn placed<W: Word>(&mut self, state: &mut State<'_, W>, lit: Lit) -> Result<(), Contradiction> {
        let chart = state.chart;
        let (cell, digit) = state.place_of(lit.var());
        let by = number(lit.var());
        for other in state.cells[cell].without(W::bit(digit)).numbers() {
            let var = state.var(cell, other);
            self.exclude(state, var, by)?;
        }
        for &(house, position) in chart.stands(cell) {
            let house = house as usize;
            let places = state.places[house * chart.side + digit];
            for position in places.without(W::bit(usize::from(position))).numbers() {
                let var = state.var(chart.cell(house, position), digit);
                self.exclude(state, var, by)?;
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
        let chart = state.chart;
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
        for &(house, _) in chart.stands(cell) {
            let at = house as usize * chart.side + digit;
            let left = state.places[at];
            if left.is_several() {
                if left.count() <= chart.overlap {
                    self.narrow.push(number(at));
                }
                continue;
            }
            let Some(only) = left.first() else {
                self.conflict.clear();
                state.clause_of_places(house as usize, digit, W::EMPTY, &mut self.conflict);
                return Err(Contradiction);
            };
            let lit = Lit::is(state.var(chart.cell(house as usize, only), digit));
            if state.value(lit) == 0 {
                state.assign(lit, Reason::House(house));
            }
        }
        Ok(())
    }

    /// If all places of a digit in a house lie in another house too, the digit has no place
    /// elsewhere in that one.
    fn lock<W: Word>(&mut self, state: &mut State<'_, W>, at: usize) -> Result<(), Contradiction> {
        let chart = state.chart;
        let (house, digit) = (at / chart.side, at % chart.side);
        let places = state.places[at];
        if !places.is_several() {
            return Ok(());
        }
        for pair in chart.pairs_of(house) {
            let &super::chart::Pair { other, here, there, .. } = chart.pair(pair);
            if !places.without(here).is_empty() {
                continue;
            }
            let elsewhere = state.places[other as usize * chart.side + digit].without(there);
            for position in elsewhere.numbers() {
                let lit = Lit::not(state.var(chart.cell(other as usize, position), digit));
                if state.value(lit) < 0 {
                    self.conflict.clear();
                    self.conflict.push(lit);
                    state.clause_of_places(house, digit, here, &mut self.conflict);
                    return Err(Contradiction);
                }
                state.assign(lit, Reason::Pair(pair));
            }
        }
        Ok(())
    }
}
