//! The position: candidates, digits and givens, with the queues of singles kept in step.

use super::order::Order;
use super::queue::Queue;
use super::units::{Unit, place_in, units_of};
use crate::rate::ground::{CELLS, Cells, DIGITS, Digits, Ground, bits, cells, classic};
use crate::rate::state::State;

/// A position.
#[derive(Debug, Clone)]
pub(super) struct Position {
    pub(super) ground: &'static Ground,
    pub(super) state: State,
    /// By cell: the digit from 1, or 0.
    pub(super) values: [u8; CELLS],
    /// The cells that were given.
    pub(super) givens: Cells,
    /// Cells with one candidate, as they came up.
    pub(super) naked: Queue,
    /// Digits with one place in a house, as they came up.
    pub(super) hidden: Queue,
}

impl Position {
    /// The empty grid.
    pub(super) fn empty() -> Self {
        Position::filled([0; CELLS])
    }

    /// Some cells filled, without the singles that come up.
    fn filled(values: [u8; CELLS]) -> Self {
        let (ground, all) = (classic(), (1 << DIGITS) - 1);
        Position {
            ground,
            state: State::filled(ground, &values, &[all; CELLS]),
            values,
            givens: 0,
            naked: Queue::new(),
            hidden: Queue::new(),
        }
    }

    /// The position of a puzzle with one solution, by cell the digit from 1 or 0: as if the digits
    /// were given one by one, row by row.
    pub(super) fn of(values: [u8; CELLS]) -> Self {
        let mut position = Position::filled(values);
        let order = Order::new(&values);
        position.givens = order.givens;
        let state = &position.state;
        order.naked(state).into_iter().for_each(|(cell, digit)| position.naked.push(cell, digit));
        order.hidden(state).into_iter().for_each(|(cell, digit)| position.hidden.push(cell, digit));
        position
    }

    /// A digit that was given.
    pub(super) fn give(&mut self, cell: usize, digit: usize) {
        self.givens |= 1 << cell;
        self.place(cell, digit);
    }

    /// Fills a cell: first the digit goes from what the cell sees, by number, then the cell's other
    /// digits go from its row, column and box.
    pub(super) fn place(&mut self, cell: usize, digit: usize) {
        let own = self.state.of[cell];
        let units = units_of(cell);
        let peers = self.ground.peers[cell] & self.state.at.0[digit];
        self.values[cell] = digit as u8 + 1;
        self.state.fill(self.ground, cell, digit);
        self.state.at.0[digit] &= !peers;
        for peer in cells(peers) {
            self.state.of[peer] &= !(1 << digit);
            self.queue_cell(peer);
            for (k, unit) in units_of(peer).into_iter().enumerate() {
                // In its own houses the digit is done with.
                if unit != units[k] {
                    let places = unit.found(self, digit) & !(1 << place_in(peer)[k]);
                    self.state.set_places(unit.house(), digit, places);
                    self.queue_house(unit, digit);
                }
            }
        }
        for unit in units {
            self.state.set_places(unit.house(), digit, 0);
        }
        for other in bits(own & !(1 << digit)) {
            for unit in units {
                if unit.found(self, other).is_power_of_two() {
                    self.queue_house(unit, other);
                }
            }
        }
        let values = &self.values;
        let is_filled = |cell: usize| values[cell] > 0;
        self.naked.pass(is_filled);
        self.hidden.pass(is_filled);
    }

    /// Removes a candidate, if it is there.
    pub(super) fn remove(&mut self, cell: usize, digit: usize) {
        if !self.state.has(cell, digit) {
            return;
        }
        self.state.remove(self.ground, cell, digit);
        self.queue_cell(cell);
        for unit in units_of(cell) {
            self.queue_house(unit, digit);
        }
    }

    /// Queues a cell that has one candidate.
    fn queue_cell(&mut self, cell: usize) {
        let of = self.state.of[cell];
        if of.is_power_of_two() {
            self.naked.push(cell, of.trailing_zeros() as usize);
        }
    }

    /// Queues a digit that has one place in a house, as it has come to.
    #[inline]
    fn queue_house(&mut self, unit: Unit, digit: usize) {
        let places = unit.found(self, digit);
        if places.is_power_of_two() {
            let place = places.trailing_zeros() as usize;
            self.hidden.push(self.ground.houses[unit.house()].cells[place].into(), digit);
        } else if places == 0 {
            self.hidden.forget(self.ground, unit, digit);
        }
    }

    /// Whether all cells are filled.
    pub(super) fn is_solved(&self) -> bool {
        self.state.empty == 0
    }

    /// Where a digit could be by the digits that are placed: empty cells that see it nowhere.
    pub(super) fn allowed(&self, digit: usize) -> Cells {
        let placed = (0..CELLS).filter(|&cell| usize::from(self.values[cell]) == digit + 1);
        placed.fold(self.state.empty, |allowed, cell| allowed & !self.ground.peers[cell])
    }

    /// What sees all cells of a set.
    pub(super) fn seen_by(&self, set: Cells) -> Cells {
        self.ground.common_peers(set)
    }

    /// What sees all cells of a set, of those that have a digit.
    pub(super) fn seen_with(&self, set: Cells, digit: usize) -> Cells {
        self.seen_by(set) & self.state.at.0[digit]
    }

    pub(super) fn sees(&self, one: usize, other: usize) -> bool {
        self.ground.peers[one] >> other & 1 == 1
    }

    /// The digits of some cells.
    pub(super) fn digits_of(&self, set: Cells) -> Digits {
        cells(set).fold(0, |all, cell| all | self.state.of[cell])
    }

    /// The cells with a number of candidates, ascending.
    pub(super) fn with_count(&self, count: usize) -> Vec<usize> {
        cells(self.state.empty).filter(|&cell| self.state.count(cell) == count).collect()
    }
}
