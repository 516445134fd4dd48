//! All consequences of an assumption as sets, in whatever order: what can be found at all.
//!
//! Where no assumption leads to a conflict, what follows does not depend on the order in which
//! implications are followed, so a search that these sets show to be in vain need not be made.

use super::Candidate;
use super::links::{join, split};
use super::spread::Mode;
use crate::rate::ground::{Ground, bits, cells};
use crate::rate::marks::Marks;
use crate::rate::state::State;

/// What is on and off.
#[derive(Debug, Clone, Copy)]
pub(super) struct Closure {
    pub(super) on: Marks,
    pub(super) off: Marks,
}

impl Closure {
    /// What is in both.
    pub(super) fn and(&self, other: &Closure) -> Closure {
        Closure { on: self.on.and(&other.on), off: self.off.and(&other.off) }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.on.is_empty() && self.off.is_empty()
    }
}

/// A conflict.
pub(super) struct Clash;

/// Room for closures.
#[derive(Debug, Clone, Default)]
pub(super) struct Closing {
    todo: Vec<Candidate>,
}

impl Marks {
    fn has(&self, cell: usize, digit: usize) -> bool {
        self.0[digit] >> cell & 1 == 1
    }

    /// What is in both.
    fn and(&self, other: &Marks) -> Marks {
        let mut both = *self;
        for (cells, other) in both.0.iter_mut().zip(&other.0) {
            *cells &= other;
        }
        both
    }
}

impl Closing {
    /// What follows from a candidate that is on, or off, in a position without singles.
    pub(super) fn run(
        &mut self,
        ground: &Ground,
        state: &State,
        at: Candidate,
        on: bool,
        mode: Mode,
    ) -> Result<Closure, Clash> {
        let mut closure = Closure { on: Marks::default(), off: Marks::default() };
        let mut now = state.clone();
        self.todo.clear();
        let (cell, digit) = split(at);
        if on {
            closure.on.add(cell, 1 << digit);
            self.todo.push(at);
        } else {
            self.turn_off(ground, &mut now, &mut closure, cell, digit, mode)?;
        }
        while let Some(at) = self.todo.pop() {
            let (cell, digit) = split(at);
            if mode.by_cells {
                let others = state.of[cell] & !(1 << digit);
                for other in bits(others) {
                    self.turn_off(ground, &mut now, &mut closure, cell, other, mode)?;
                }
            }
            for peer in cells(state.at.0[digit] & ground.peers[cell] & !closure.off.0[digit]) {
                self.turn_off(ground, &mut now, &mut closure, peer, digit, mode)?;
            }
        }
        Ok(closure)
    }

    fn turn_off(
        &mut self,
        ground: &Ground,
        now: &mut State,
        closure: &mut Closure,
        cell: usize,
        digit: usize,
        mode: Mode,
    ) -> Result<(), Clash> {
        if closure.on.has(cell, digit) {
            return Err(Clash);
        }
        if closure.off.has(cell, digit) {
            return Ok(());
        }
        closure.off.0[digit] |= 1 << cell;
        // What is off is gone for what follows, or stays as it is.
        let mut left = now.of[cell] & !(1 << digit);
        if mode.dynamic {
            now.of[cell] = left;
        }
        if !mode.by_cells {
            left = 0;
        }
        if left.is_power_of_two() {
            self.turn_on(closure, cell, left.trailing_zeros() as usize)?;
        }
        for (&house, &place) in ground.houses_of[cell].iter().zip(&ground.place_in[cell]) {
            let house = usize::from(house);
            let places = &mut now.places[house][digit];
            let left = *places & !(1 << place);
            if mode.dynamic {
                *places = left;
            }
            if left.is_power_of_two() {
                let cell = ground.houses[house].cells[left.trailing_zeros() as usize];
                self.turn_on(closure, cell.into(), digit)?;
            }
        }
        Ok(())
    }

    fn turn_on(&mut self, closure: &mut Closure, cell: usize, digit: usize) -> Result<(), Clash> {
        if closure.off.has(cell, digit) {
            return Err(Clash);
        }
        if !closure.on.has(cell, digit) {
            closure.on.0[digit] |= 1 << cell;
            self.todo.push(join(cell, digit));
        }
        Ok(())
    }
}
