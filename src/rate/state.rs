//! The position: candidates by cell, by digit over cells, and by digit over the places of each
//! house, kept in step.

use super::ground::{CELLS, Cells, DIGITS, Digits, Ground, HOUSES, Places, bits, cells, size};
use super::marks::Marks;

/// The candidates of a position. Filled cells have none.
#[derive(Debug, Clone)]
pub(super) struct State {
    /// By cell.
    pub(super) of: [Digits; CELLS],
    /// By digit.
    pub(super) at: Marks,
    /// By house and digit.
    pub(super) places: [[Places; DIGITS]; HOUSES],
    /// The cells that are empty.
    pub(super) empty: Cells,
    /// How many these are, by house.
    pub(super) open: [u8; HOUSES],
    /// How often each digit stands in the grid.
    pub(super) placed: [u8; DIGITS],
    /// Houses that have lost a candidate since they were last seen to have no single.
    pub(super) changed: u32,
}

impl State {
    /// A position with some cells filled, by cell the digit from 1, or 0; the other cells have what
    /// no peer has, of `marks`.
    pub(super) fn filled(ground: &Ground, digits: &[u8; CELLS], marks: &[Digits; CELLS]) -> Self {
        let mut state = State {
            of: [0; CELLS],
            at: Marks::default(),
            places: [[0; DIGITS]; HOUSES],
            empty: 0,
            open: [0; HOUSES],
            placed: [0; DIGITS],
            changed: (1 << HOUSES) - 1,
        };
        let mut taken: [Digits; HOUSES] = [0; HOUSES];
        for (cell, &digit) in digits.iter().enumerate().filter(|(_, digit)| **digit > 0) {
            state.placed[usize::from(digit) - 1] += 1;
            for &house in &ground.houses_of[cell] {
                taken[usize::from(house)] |= 1 << (digit - 1);
            }
        }
        for (cell, _) in digits.iter().enumerate().filter(|(_, digit)| **digit == 0) {
            state.empty |= 1 << cell;
            let houses = ground.houses_of[cell].map(usize::from);
            let of = marks[cell] & !houses.iter().fold(0, |all, &house| all | taken[house]);
            state.of[cell] = of;
            for &house in &houses {
                state.open[house] += 1;
            }
            for digit in bits(of) {
                state.at.0[digit] |= 1 << cell;
                for (&house, &place) in houses.iter().zip(&ground.place_in[cell]) {
                    state.places[house][digit] |= 1 << place;
                }
            }
        }
        state
    }

    /// Whether a candidate is there.
    #[inline]
    pub(super) fn has(&self, cell: usize, digit: usize) -> bool {
        self.of[cell] >> digit & 1 == 1
    }

    /// Removes a candidate, if it is there.
    #[inline]
    pub(super) fn remove(&mut self, ground: &Ground, cell: usize, digit: usize) {
        if !self.has(cell, digit) {
            return;
        }
        self.of[cell] &= !(1 << digit);
        self.at.0[digit] &= !(1 << cell);
        self.changed |= ground.set_of[cell];
        for (&house, &place) in ground.houses_of[cell].iter().zip(&ground.place_in[cell]) {
            self.places[usize::from(house)][digit] &= !(1 << place);
        }
    }

    /// Removes candidates.
    pub(super) fn remove_all(&mut self, ground: &Ground, marks: &Marks) {
        for digit in 0..DIGITS {
            for cell in cells(marks.0[digit]) {
                self.remove(ground, cell, digit);
            }
        }
    }

    /// Fills an empty cell.
    pub(super) fn place(&mut self, ground: &Ground, cell: usize, digit: usize) {
        let set = 1 << cell;
        self.empty &= !set;
        self.changed |= ground.set_of[cell];
        self.placed[digit] += 1;
        for other in bits(self.of[cell]) {
            self.at.0[other] &= !set;
        }
        for (&house, &place) in ground.houses_of[cell].iter().zip(&ground.place_in[cell]) {
            let house = usize::from(house);
            self.open[house] -= 1;
            for places in &mut self.places[house] {
                *places &= !(1 << place);
            }
            self.places[house][digit] = 0;
        }
        self.of[cell] = 0;
        for peer in cells(ground.peers[cell] & self.at.0[digit]) {
            self.remove(ground, peer, digit);
        }
    }

    /// How many candidates a cell has.
    #[inline]
    pub(super) fn count(&self, cell: usize) -> usize {
        size(self.of[cell])
    }
}
