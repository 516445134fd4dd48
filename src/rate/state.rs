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
    /// By house: the digits with one place.
    pub(super) single: [Digits; HOUSES],
    /// The cells that are empty.
    pub(super) empty: Cells,
    /// How many these are, by house.
    pub(super) open: [u8; HOUSES],
    /// The houses with one empty cell.
    pub(super) last: u32,
    /// How often each digit stands in the grid.
    pub(super) placed: [u8; DIGITS],
}

/// The digits with one place.
fn single(places: &[Places; DIGITS]) -> Digits {
    let one = |(digit, places): (usize, &Places)| {
        if places.is_power_of_two() { 1 << digit } else { 0 }
    };
    places.iter().enumerate().map(one).fold(0, |set, digit| set | digit)
}

impl State {
    /// A position with some cells filled, by cell the digit from 1, or 0; the other cells have what
    /// no peer has, of `marks`.
    pub(super) fn filled(ground: &Ground, digits: &[u8; CELLS], marks: &[Digits; CELLS]) -> Self {
        let mut state = State {
            of: [0; CELLS],
            at: Marks::default(),
            places: [[0; DIGITS]; HOUSES],
            single: [0; HOUSES],
            empty: 0,
            open: [0; HOUSES],
            last: 0,
            placed: [0; DIGITS],
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
        }
        for (house, of_house) in ground.houses.iter().enumerate() {
            let places = &mut state.places[house];
            for (place, &cell) in of_house.cells.iter().enumerate() {
                let of = state.of[usize::from(cell)];
                for (digit, places) in places.iter_mut().enumerate() {
                    *places |= if of & 1 << digit == 0 { 0 } else { 1 << place };
                }
            }
            state.single[house] = single(places);
            state.last |= u32::from(state.open[house] == 1) << house;
        }
        // Rows come last, one after the other.
        for (row, places) in state.places[HOUSES - DIGITS..].iter().enumerate() {
            for (at, &places) in state.at.0.iter_mut().zip(places) {
                *at |= Cells::from(places) << (row * DIGITS);
            }
        }
        state
    }

    /// What places a digit has in a house.
    #[inline]
    pub(super) fn set_places(&mut self, house: usize, digit: usize, places: Places) {
        self.places[house][digit] = places;
        let others = self.single[house] & !(1 << digit);
        self.single[house] = others | Digits::from(places.is_power_of_two()) << digit;
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
        for (&house, &place) in ground.houses_of[cell].iter().zip(&ground.place_in[cell]) {
            let house = usize::from(house);
            self.set_places(house, digit, self.places[house][digit] & !(1 << place));
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
    #[inline]
    pub(super) fn place(&mut self, ground: &Ground, cell: usize, digit: usize) {
        self.fill(ground, cell, digit);
        let houses = ground.houses_of[cell];
        let peers = ground.peers[cell] & self.at.0[digit];
        self.at.0[digit] &= !peers;
        for house in houses {
            self.set_places(house.into(), digit, 0);
        }
        for peer in cells(peers) {
            self.of[peer] &= !(1 << digit);
            for (k, &house) in ground.houses_of[peer].iter().enumerate() {
                if house != houses[k] {
                    let (house, place) = (usize::from(house), ground.place_in[peer][k]);
                    self.set_places(house, digit, self.places[house][digit] & !(1 << place));
                }
            }
        }
    }

    /// Fills an empty cell, and leaves the digit where others have it.
    #[inline]
    pub(super) fn fill(&mut self, ground: &Ground, cell: usize, digit: usize) {
        let houses = ground.houses_of[cell].map(usize::from);
        let sets = ground.place_in[cell].map(|place| !(1 << place));
        for other in bits(self.of[cell]) {
            self.at.0[other] &= !(1 << cell);
            for (house, set) in houses.into_iter().zip(sets) {
                self.set_places(house, other, self.places[house][other] & set);
            }
        }
        self.of[cell] = 0;
        self.empty &= !(1 << cell);
        self.placed[digit] += 1;
        for house in houses {
            self.open[house] -= 1;
            let of = 1 << house;
            self.last = if self.open[house] == 1 { self.last | of } else { self.last & !of };
        }
    }

    /// How many candidates a cell has.
    #[inline]
    pub(super) fn count(&self, cell: usize) -> usize {
        size(self.of[cell])
    }
}
