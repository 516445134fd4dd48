//! What follows from clues by naked and hidden singles: a cell with one candidate left, a number
//! with one cell left in a house.

use super::cells::CANDIDATES;
use crate::engine::lanes::CELLS;

/// The houses of each cell: row, column, box.
pub(in crate::jobs::generate) const HOUSES: [[u8; 3]; CELLS] = {
    let mut houses = [[0; 3]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let (row, column) = (cell / 9, cell % 9);
        houses[cell] = [row as u8, 9 + column as u8, 18 + (row / 3 * 3 + column / 3) as u8];
        cell += 1;
    }
    houses
};

/// The other cells in the houses of each cell.
pub(in crate::jobs::generate) const PEERS: [[u8; 20]; CELLS] = {
    let mut peers = [[0; 20]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let (mut found, mut other) = (0, 0);
        while other < CELLS {
            let (a, b) = (HOUSES[cell], HOUSES[other]);
            if other != cell && (a[0] == b[0] || a[1] == b[1] || a[2] == b[2]) {
                peers[cell][found] = other as u8;
                found += 1;
            }
            other += 1;
        }
        cell += 1;
    }
    peers
};

/// The cells of each house.
const MEMBERS: [[u8; 9]; 27] = {
    let mut members = [[0; 9]; 27];
    let mut found = [0; 27];
    let mut cell = 0;
    while cell < CELLS {
        let mut k = 0;
        while k < 3 {
            let house = HOUSES[cell][k] as usize;
            members[house][found[house]] = cell as u8;
            found[house] += 1;
            k += 1;
        }
        cell += 1;
    }
    members
};

/// Candidates, and how many cells of each house still have each.
#[derive(Debug, Clone, Copy)]
pub(super) struct Singles {
    candidates: [u16; CELLS],
    places: [[u8; 9]; 27],
}

impl Singles {
    pub(super) fn new() -> Self {
        Singles { candidates: [CANDIDATES; CELLS], places: [[9; 9]; 27] }
    }

    pub(super) fn candidates(&self, cell: usize) -> u16 {
        self.candidates[cell]
    }

    pub(super) fn all(&self) -> &[u16; CELLS] {
        &self.candidates
    }

    /// Puts a digit, from 0 on, into a cell and draws all conclusions; false if it cannot stand
    /// there, which leaves them unfinished.
    #[must_use]
    pub(super) fn put(&mut self, cell: usize, digit: usize) -> bool {
        // Cells that have become single and have not yet told their peers.
        let mut told = [0u8; CELLS];
        let mut len = 0;
        let fine = self.narrow(cell, 1 << digit, &mut told, &mut len);
        let mut next = 0;
        while fine && next < len {
            let cell = usize::from(told[next]);
            next += 1;
            let bit = self.candidates[cell];
            if bit == 0 {
                return false;
            }
            for &peer in &PEERS[cell] {
                let peer = usize::from(peer);
                if self.candidates[peer] & bit != 0
                    && !self.narrow(peer, self.candidates[peer] & !bit, &mut told, &mut len)
                {
                    return false;
                }
            }
        }
        fine
    }

    /// Leaves a cell fewer candidates.
    fn narrow(&mut self, cell: usize, to: u16, told: &mut [u8; CELLS], len: &mut usize) -> bool {
        let mut gone = self.candidates[cell] & !to;
        let was_open = !self.candidates[cell].is_power_of_two();
        self.candidates[cell] &= to;
        let left = self.candidates[cell];
        if left == 0 {
            return false;
        }
        if was_open && left.is_power_of_two() {
            told[*len] = cell as u8;
            *len += 1;
        }
        while gone != 0 {
            let digit = gone.trailing_zeros() as usize;
            gone &= gone - 1;
            for &house in &HOUSES[cell] {
                let places = &mut self.places[usize::from(house)][digit];
                *places -= 1;
                if *places > 1 {
                    continue;
                }
                if *places == 0 {
                    return false;
                }
                let bit = 1 << digit;
                let members = MEMBERS[usize::from(house)].map(usize::from);
                let Some(only) = members.into_iter().find(|&m| self.candidates[m] & bit != 0)
                else {
                    return false;
                };
                if self.candidates[only] != bit && !self.narrow(only, bit, told, len) {
                    return false;
                }
            }
        }
        true
    }
}
