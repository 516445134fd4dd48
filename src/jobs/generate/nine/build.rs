//! Clues put into an empty grid in random order until it has one solution.
//!
//! All 729 pairs of a cell and a number are gone through in random order. One is skipped if
//! its cell has a clue, if its cell has got its number from the clues by naked and hidden singles,
//! or if no solution has it.
//!
//! Whether a solution has it is asked about several of them at once: if the last is in a solution,
//! all are; if there are several solutions then, there were before. Else it is asked about fewer.

use super::cells::{CANDIDATES, Cells};
use super::dig::Dig;
use super::singles::Singles;
use super::{Ask, Grid};
use crate::engine::lanes::CELLS;
use crate::random::Random;

const PAIRS: usize = 9 * CELLS;

/// So far a puzzle has come.
#[derive(Debug, Clone, Copy)]
struct State {
    clues: Cells,
    singles: Singles,
    /// How many pairs have been gone through.
    tried: usize,
}

impl State {
    fn new() -> Self {
        State { clues: 0, singles: Singles::new(), tried: 0 }
    }
}

/// A puzzle that is being built.
#[derive(Debug)]
pub(super) struct Build {
    /// Nine times the cell, and the digit.
    order: [u16; PAIRS],
    /// What is settled: there are several solutions.
    settled: State,
    /// What is asked about, and its candidates.
    asked: State,
    query: [u16; CELLS],
    /// How many clues are asked about at once, at most.
    reach: u32,
    /// The only solution, once there is one.
    solution: Option<Grid>,
}

/// How many clues are added at once to this many, so that several solutions mostly remain.
fn reach(clues: u32) -> u32 {
    match clues {
        0..21 => 21 - clues,
        21..24 => 3,
        24..26 => 2,
        _ => 1,
    }
}

impl Build {
    pub(super) fn new() -> Self {
        let state = State::new();
        Build {
            order: [0; PAIRS],
            settled: state,
            asked: state,
            query: [CANDIDATES; CELLS],
            reach: 1,
            solution: None,
        }
    }

    pub(super) fn start(&mut self, random: &mut Random) {
        for (k, pair) in self.order.iter_mut().enumerate() {
            *pair = k as u16;
        }
        random.shuffle(&mut self.order);
        self.settled = State::new();
        self.reach = reach(0);
        self.solution = None;
    }

    pub(super) fn query(&self) -> &[u16; CELLS] {
        &self.query
    }

    /// Asks about as many clues as it reaches.
    pub(super) fn ask(&mut self) -> Ask {
        if self.solution.is_some() {
            return Ask::Nothing;
        }
        let mut state = self.settled;
        let mut tried = state.tried;
        let until = state.clues.count_ones() + self.reach;
        while state.clues.count_ones() < until && state.tried < PAIRS {
            let pair = usize::from(self.order[state.tried]);
            state.tried += 1;
            let (cell, digit) = (pair / 9, pair % 9);
            let (candidates, bit) = (state.singles.candidates(cell), 1 << digit);
            if candidates & bit == 0 || candidates == bit {
                continue;
            }
            let before = state.singles;
            if state.singles.put(cell, digit) {
                state.clues |= 1 << cell;
                tried = state.tried;
            } else {
                state.singles = before;
            }
        }
        // What was skipped after the last clue was so because of it, which may not stay.
        state.tried = tried;
        self.query = *state.singles.all();
        self.asked = state;
        Ask::Two
    }

    pub(super) fn answer(&mut self, solutions: &[Grid]) {
        let more = self.asked.clues.count_ones() - self.settled.clues.count_ones();
        match solutions {
            [_, _, ..] => {
                self.settled = self.asked;
                self.reach = reach(self.settled.clues.count_ones());
            }
            // One clue less left several.
            [only] if more == 1 => {
                self.settled = self.asked;
                self.solution = Some(*only);
            }
            // The clue leaves no solution; nor do those that were skipped before it.
            [] if more == 1 => self.settled.tried = self.asked.tried,
            _ => self.reach = more / 2,
        }
    }

    /// Gives the clues away to be dug.
    pub(super) fn hand_over(&self, dig: &mut Dig) {
        if let Some(solution) = self.solution {
            dig.start(solution, self.settled.clues);
        }
    }
}
