//! The position: candidates, digits and givens, with the queues of singles kept in step.

use super::queue::Queue;
use super::units::{Unit, units_of};
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
        let ground = classic();
        let all: Digits = (1 << DIGITS) - 1;
        Position {
            ground,
            state: State::filled(ground, &[0; CELLS], &[all; CELLS]),
            values: [0; CELLS],
            givens: 0,
            naked: Queue::default(),
            hidden: Queue::default(),
        }
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
        self.take(cell, digit);
        for peer in cells(peers) {
            self.state.remove(self.ground, peer, digit);
            self.queue_cell(peer);
            for unit in units_of(peer) {
                // In its own houses the digit is done with.
                if !units.contains(&unit) {
                    self.queue_house(unit, digit);
                }
            }
        }
        for other in bits(own).filter(|&other| other != digit) {
            for unit in units {
                if unit.count(self, other) == 1 {
                    self.queue_house(unit, other);
                }
            }
        }
    }

    /// Fills a cell, and leaves the digit where others could have it.
    fn take(&mut self, cell: usize, digit: usize) {
        let (ground, state) = (self.ground, &mut self.state);
        for other in bits(state.of[cell]) {
            state.remove(ground, cell, other);
        }
        state.empty &= !(1 << cell);
        state.placed[digit] += 1;
        for &house in &ground.houses_of[cell] {
            state.open[usize::from(house)] -= 1;
        }
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
    fn queue_house(&mut self, unit: Unit, digit: usize) {
        match unit.count(self, digit) {
            0 => self.hidden.forget(self.ground, unit, digit),
            1 => self.hidden.push(unit.places(self, digit).trailing_zeros() as usize, digit),
            _ => {}
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
