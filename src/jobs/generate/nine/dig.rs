//! Clues removed from a complete grid, group by group in a given order, where the solution stays
//! the only one.
//!
//! A removal fails just if there is another solution, and then the cells in which it differs from
//! the first are a **witness**: of these cells some clue must always be left. So witnesses settle
//! many later steps without a question. They also make it safe to ask about several removals at
//! once: if the solution is still the only one after all of them, it was after each; if not, the
//! other solution is a witness that stops the last of them that it needs, at least, and the next
//! question is about fewer.

use super::cells::{ALL, CANDIDATES, Cells, cells_of, difference};
use super::{Ask, Grid, Plan};
use crate::engine::lanes::CELLS;
use crate::random::Random;

/// A grid that is being dug.
#[derive(Debug)]
pub(super) struct Dig {
    solution: Grid,
    /// Fewest clues that are left.
    pub(super) least: u32,
    /// The clues left, and those of them that stay.
    clues: Cells,
    kept: Cells,
    /// The groups in the order in which they are tried, and how many have been.
    order: Vec<u8>,
    tried: usize,
    removed: Vec<u8>,
    /// Sets of cells of which one must stay a clue, none of them in `kept` yet.
    witnesses: Vec<Cells>,
    /// Candidates: what remains of the grid, and of the cells that are asked about.
    query: [u16; CELLS],
    /// What is asked about: the clues left after it, the groups tried then.
    left: Cells,
    until: usize,
    /// How many clues are asked about at once, at most.
    reach: u32,
    /// Whether a clue was found redundant in the end.
    redundant: bool,
}

/// How many clues are removed at once where this many are left, so that it often succeeds.
fn reach(clues: u32) -> u32 {
    match clues {
        60.. => clues - 48,
        42..60 => 6,
        36..42 => 3,
        32..36 => 2,
        _ => 1,
    }
}

impl Dig {
    pub(super) fn new() -> Self {
        Dig {
            solution: [0; CELLS],
            least: 0,
            clues: 0,
            kept: 0,
            order: Vec::with_capacity(CELLS),
            tried: 0,
            removed: Vec::with_capacity(CELLS),
            witnesses: Vec::new(),
            query: [CANDIDATES; CELLS],
            left: 0,
            until: 0,
            reach: 1,
            redundant: false,
        }
    }

    /// Begins with some clues of a grid, which must make it the only solution.
    pub(super) fn start(&mut self, solution: Grid, clues: Cells) {
        self.solution = solution;
        self.clues = clues;
        self.kept = 0;
        self.tried = 0;
        self.witnesses.clear();
        self.removed.clear();
        self.removed.extend(cells_of(ALL & !clues).map(|cell| cell as u8));
        for (cell, (candidates, number)) in self.query.iter_mut().zip(solution).enumerate() {
            let is_clue = clues >> cell & 1 == 1;
            *candidates = if is_clue { 1 << (number - 1) } else { CANDIDATES };
        }
        self.reach = reach(clues.count_ones());
        self.redundant = false;
    }

    /// Draws the order of the groups.
    pub(super) fn shuffle(&mut self, plan: &Plan<'_>, random: &mut Random) {
        self.order.clear();
        self.order.extend(0..plan.orbits.len() as u8);
        random.shuffle(&mut self.order);
    }

    pub(super) fn solution(&self) -> &Grid {
        &self.solution
    }

    pub(super) fn clues(&self) -> Cells {
        self.clues
    }

    pub(super) fn removed(&self) -> &[u8] {
        &self.removed
    }

    pub(super) fn query(&self) -> &[u16; CELLS] {
        &self.query
    }

    /// Asks about as many of the next groups as it reaches.
    pub(super) fn ask(&mut self, plan: &Plan<'_>) -> Ask {
        let mut left = self.clues;
        let mut groups = 0;
        let mut at = self.tried;
        let reach = self.clues.count_ones().saturating_sub(self.reach);
        while at < self.order.len() && left.count_ones() > reach {
            let orbit = plan.orbits[usize::from(self.order[at])];
            let after = left & !orbit;
            at += 1;
            if after == left {
                continue;
            }
            if after.count_ones() < self.least || self.witnesses.iter().any(|&w| w & after == 0) {
                // As long as nothing is asked about, this is settled.
                if groups == 0 {
                    self.keep(orbit);
                    self.tried = at;
                }
                continue;
            }
            left = after;
            groups += 1;
        }
        (self.left, self.until) = (left, at);
        if groups == 0 {
            self.tried = at;
            return Ask::Nothing;
        }
        let open = self.clues & !left;
        if open.is_power_of_two() {
            let cell = open.trailing_zeros() as usize;
            self.query[cell] ^= CANDIDATES;
            return Ask::One;
        }
        for cell in cells_of(open) {
            self.query[cell] = CANDIDATES;
        }
        Ask::Two
    }

    /// These clues stay.
    fn keep(&mut self, orbit: Cells) {
        self.kept |= orbit & self.clues;
        let kept = self.kept;
        self.witnesses.retain(|witness| witness & kept == 0);
    }

    pub(super) fn answer(&mut self, solutions: &[Grid], plan: &Plan<'_>) {
        let open = self.clues & !self.left;
        let mut is_only = true;
        for solution in solutions {
            let witness = difference(solution, &self.solution);
            if witness != 0 {
                self.witnesses.push(witness);
                is_only = false;
            }
        }
        if is_only {
            for &orbit in &self.order[self.tried..self.until] {
                let orbit = plan.orbits[usize::from(orbit)];
                if orbit & open == 0 {
                    self.kept |= orbit & self.clues;
                } else {
                    self.removed.extend(cells_of(orbit & open).map(|cell| cell as u8));
                }
            }
            for cell in cells_of(open) {
                self.query[cell] = CANDIDATES;
            }
            self.clues = self.left;
            self.tried = self.until;
            self.keep(0);
            self.reach = reach(self.clues.count_ones());
        } else {
            for cell in cells_of(open) {
                self.query[cell] = 1 << (self.solution[cell] - 1);
            }
            self.reach = (open.count_ones() / 2).max(1);
        }
    }

    /// Asks whether a clue is redundant that stayed because others went with it.
    pub(super) fn ask_for_redundant(&mut self) -> Ask {
        if self.redundant {
            return Ask::Nothing;
        }
        // Here, the clues that are not known to be needed are the ones that may go.
        if self.tried != usize::MAX {
            self.tried = usize::MAX;
            self.left = self.clues;
        }
        if self.left == 0 {
            return Ask::Nothing;
        }
        self.query[self.left.trailing_zeros() as usize] ^= CANDIDATES;
        Ask::One
    }

    pub(super) fn answer_for_redundant(&mut self, solutions: &[Grid]) {
        self.query[self.left.trailing_zeros() as usize] ^= CANDIDATES;
        self.left &= self.left - 1;
        self.redundant = solutions.is_empty();
    }

    pub(super) fn has_redundant(&self) -> bool {
        self.redundant
    }
}
