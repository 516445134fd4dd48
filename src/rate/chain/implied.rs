//! What follows from each candidate by single chains, as sets of what is off: whether a position can
//! have single chains, and static ones of cells and houses, at all.
//!
//! Links hold both ways round: if one candidate turns another off, this turns off that, and of two
//! that are all that is left of a cell or house each leaves the other. So whatever a chain
//! concludes shows in these sets: a candidate that is proved on turns off those it sees, and a cycle
//! what it removes.

use super::Candidate;
use super::links::{join, split};
use crate::rate::ground::{CELLS, DIGITS, Ground, KINDS, bits, cells, size};
use crate::rate::marks::Marks;
use crate::rate::state::State;

/// Words of a set of candidates. Positions with more are rare, and are not looked into.
const WORDS: usize = 4;

type Row = [u64; WORDS];

/// The candidates that each candidate turns off if it is on, at once or by single chains.
#[derive(Debug, Clone, Default)]
pub(super) struct Implied {
    /// The position that was read.
    of: Option<Marks>,
    /// Whether its candidates are few enough.
    fits: bool,
    all: Vec<Candidate>,
    /// By cell, the number of its first candidate.
    first: Vec<u16>,
    /// By number, what is left if the candidate is off.
    left: Vec<Row>,
    /// By number, what is on by one link each way if the candidate is.
    turn: Vec<Row>,
    off: Vec<Row>,
    /// By number, whether the candidate turns itself off.
    refuted: Row,
}

fn add(to: &mut Row, other: &Row) {
    for (word, other) in to.iter_mut().zip(other) {
        *word |= other;
    }
}

fn set(row: &mut Row, n: usize) {
    row[n / 64] |= 1 << (n % 64);
}

fn has(row: &Row, n: usize) -> bool {
    row[n / 64] >> (n % 64) & 1 == 1
}

fn members(row: &Row) -> impl Iterator<Item = usize> {
    row.iter().enumerate().flat_map(|(n, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(64 * n + bit)
        })
    })
}

impl Implied {
    /// The number of a candidate of the position.
    fn number(&self, state: &State, cell: usize, digit: usize) -> usize {
        let before = state.of[cell] & ((1 << digit) - 1);
        usize::from(self.first[cell]) + size(before)
    }

    /// Reads a position, if it is not the last that was read; whether it is small enough.
    fn read(&mut self, ground: &Ground, state: &State) -> bool {
        if self.of == Some(state.at) {
            return self.fits;
        }
        self.of = Some(state.at);
        self.all.clear();
        self.first.clear();
        self.first.resize(CELLS, 0);
        for cell in cells(state.empty) {
            self.first[cell] = self.all.len() as u16;
            self.all.extend(bits(state.of[cell]).map(|digit| join(cell, digit)));
        }
        self.fits = self.all.len() <= 64 * WORDS;
        if self.fits {
            self.read_links(ground, state);
            self.close();
        }
        self.fits
    }

    /// What each candidate turns off by one link, and what that leaves.
    fn read_links(&mut self, ground: &Ground, state: &State) {
        self.left.clear();
        self.off.clear();
        self.turn.clear();
        for &at in &self.all {
            let (cell, digit) = split(at);
            let (mut off, mut left) = (Row::default(), Row::default());
            for other in bits(state.of[cell] & !(1 << digit)) {
                set(&mut off, self.number(state, cell, other));
            }
            if state.count(cell) == 2 {
                left = off;
            }
            for peer in cells(state.at.0[digit] & ground.peers[cell]) {
                set(&mut off, self.number(state, peer, digit));
            }
            for kind in 0..KINDS {
                let house = usize::from(ground.houses_of[cell][kind]);
                let other = state.places[house][digit] & !(1 << ground.place_in[cell][kind]);
                if other.is_power_of_two() {
                    let cell = ground.houses[house].cells[other.trailing_zeros() as usize];
                    set(&mut left, self.number(state, cell.into(), digit));
                }
            }
            self.off.push(off);
            self.left.push(left);
        }
        for off in &self.off {
            let mut turn = Row::default();
            members(off).for_each(|n| add(&mut turn, &self.left[n]));
            self.turn.push(turn);
        }
    }

    /// What each candidate turns off by any number of links.
    fn close(&mut self) {
        let mut changed = true;
        while changed {
            changed = false;
            for n in 0..self.all.len() {
                let mut off = self.off[n];
                members(&self.turn[n]).for_each(|on| add(&mut off, &self.off[on]));
                changed |= off != self.off[n];
                self.off[n] = off;
            }
        }
        self.refuted = Row::default();
        for (n, off) in self.off.iter().enumerate() {
            if has(off, n) {
                set(&mut self.refuted, n);
            }
        }
    }

    /// Whether a position has no single chain.
    pub(super) fn is_plain(&mut self, ground: &Ground, state: &State) -> bool {
        self.read(ground, state) && self.refuted == Row::default()
    }

    /// Whether a position has neither a single chain nor anything that all candidates of a cell or
    /// all places of a digit in a house lead to by single chains. Of two it would be a single chain.
    pub(super) fn is_bare(&mut self, ground: &Ground, state: &State) -> bool {
        if !self.is_plain(ground, state) {
            return false;
        }
        let in_cells = cells(state.empty).filter(|&cell| state.count(cell) >= 3).any(|cell| {
            let first = usize::from(self.first[cell]);
            self.agree(first..first + state.count(cell))
        });
        let mut houses = ground.houses.iter().zip(&state.places);
        !in_cells
            && !houses.any(|(house, of_house)| {
                (0..DIGITS).filter(|&digit| size(of_house[digit]) >= 3).any(|digit| {
                    let among = bits(of_house[digit]).map(|place| house.cells[place].into());
                    self.agree(among.map(|cell| self.number(state, cell, digit)))
                })
            })
    }

    /// Whether all of some candidates turn the same off.
    fn agree(&self, mut among: impl Iterator<Item = usize>) -> bool {
        let mut common = [!0; WORDS];
        among.all(|n| {
            for (word, other) in common.iter_mut().zip(&self.off[n]) {
                *word &= other;
            }
            common != Row::default()
        })
    }

    /// Whether a candidate may imply that it is off, and whether its absence may imply that it is
    /// on; any may in a position that is too large.
    pub(super) fn leads(&self, state: &State, at: Candidate) -> [bool; 2] {
        if !self.fits {
            return [true; 2];
        }
        let (cell, digit) = split(at);
        let n = self.number(state, cell, digit);
        // What is proved on is all that its refuted partner leaves.
        let mut words = self.left[n].iter().zip(&self.refuted);
        let partner = words.any(|(left, refuted)| left & refuted != 0);
        [has(&self.refuted, n), partner]
    }
}
