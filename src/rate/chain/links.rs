//! Which candidates turn off which others, and which are left if others are off.

use super::Candidate;
use crate::rate::ground::{CANDIDATES, CELLS, DIGITS, Ground, KINDS, bits};
use crate::rate::marks::Marks;
use crate::rate::state::State;

/// Which links are followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::rate) enum Via {
    /// Within a digit: what is in a house, places left in houses.
    Houses,
    /// Cells of two candidates; off goes by houses too.
    Cells,
    /// Both.
    Both,
}

/// The links of a position among candidates that lead on.
#[derive(Debug, Clone, Default)]
pub(in crate::rate) struct Links {
    /// What each candidate leaves if it is off, at most one by its cell and one by each house;
    /// and by what: 0 the cell, then the houses in their order.
    on: Vec<[(Candidate, u8); KINDS + 1]>,
    on_count: Vec<u8>,
    /// Those that leave something.
    leads: Marks,
    /// What each candidate turns off that leaves something, flattened.
    off: Vec<Candidate>,
    off_end: Vec<u32>,
}

/// Cell and digit of a candidate.
pub(in crate::rate) fn split(candidate: Candidate) -> (usize, usize) {
    (usize::from(candidate) / DIGITS, usize::from(candidate) % DIGITS)
}

/// The candidate of a cell and a digit.
pub(in crate::rate) fn join(cell: usize, digit: usize) -> Candidate {
    (cell * DIGITS + digit) as Candidate
}

impl Links {
    /// Reads the links of a position.
    pub(in crate::rate) fn read(&mut self, ground: &Ground, state: &State, via: Via) {
        // Only as many of each as are counted mean anything.
        self.on.resize(CANDIDATES, [(0, 0); KINDS + 1]);
        self.on_count.clear();
        self.on_count.resize(CANDIDATES, 0);
        self.leads = Marks::default();
        for cell in crate::rate::ground::cells(state.empty) {
            for digit in bits(state.of[cell]) {
                self.read_on(ground, state, via, cell, digit);
                if self.on_count[usize::from(join(cell, digit))] > 0 {
                    self.leads.add(cell, 1 << digit);
                }
            }
        }
        self.off.clear();
        self.off_end.clear();
        for cell in 0..CELLS {
            if state.of[cell] == 0 {
                self.off_end.extend([self.off.len() as u32; DIGITS]);
                continue;
            }
            for digit in 0..DIGITS {
                if state.has(cell, digit) {
                    self.read_off(ground, state, via, cell, digit);
                }
                self.off_end.push(self.off.len() as u32);
            }
        }
    }

    fn read_on(&mut self, ground: &Ground, state: &State, via: Via, cell: usize, digit: usize) {
        let from = usize::from(join(cell, digit));
        let (on, count) = (&mut self.on[from], &mut self.on_count[from]);
        let mut add = |to: Candidate, by: u8| {
            if !on[..usize::from(*count)].iter().any(|&(known, _)| known == to) {
                on[usize::from(*count)] = (to, by);
                *count += 1;
            }
        };
        if via != Via::Houses && state.count(cell) == 2 {
            let other = state.of[cell] & !(1 << digit);
            add(join(cell, other.trailing_zeros() as usize), 0);
        }
        if via != Via::Cells {
            for kind in 0..KINDS {
                let house = usize::from(ground.houses_of[cell][kind]);
                let places = state.places[house][digit];
                if places.count_ones() == 2 {
                    let other = places & !(1 << ground.place_in[cell][kind]);
                    let place = other.trailing_zeros() as usize;
                    let cell = ground.houses[house].cells[place].into();
                    add(join(cell, digit), kind as u8 + 1);
                }
            }
        }
    }

    fn read_off(&mut self, ground: &Ground, state: &State, via: Via, cell: usize, digit: usize) {
        if via != Via::Houses {
            for other in bits(state.of[cell] & !(1 << digit)) {
                if self.leads.0[other] >> cell & 1 == 1 {
                    self.off.push(join(cell, other));
                }
            }
        }
        let leads = self.leads.0[digit] & ground.peers[cell];
        if leads != 0 {
            let peers = ground.peer_list[cell].iter();
            let leading = peers.filter(|&&peer| leads >> peer & 1 == 1);
            self.off.extend(leading.map(|&peer| join(peer.into(), digit)));
        }
    }

    /// What a candidate that is on turns off, if that leaves something.
    pub(in crate::rate) fn off(&self, from: Candidate) -> &[Candidate] {
        let from = usize::from(from);
        let begin = if from == 0 { 0 } else { self.off_end[from - 1] };
        &self.off[begin as usize..self.off_end[from] as usize]
    }

    /// What is left if a candidate is off, and by what.
    pub(in crate::rate) fn on(&self, from: Candidate) -> &[(Candidate, u8)] {
        let from = usize::from(from);
        &self.on[from][..usize::from(self.on_count[from])]
    }
}
