//! What a step claims, as puzzles without a solution: a candidate that is removed put in, one that
//! is placed taken out. A certificate of such a puzzle is a proof of the step.

use super::step::Candidate;
use super::{Hint, StepFound, StepScored};
use crate::grid::{CandidateSet, Digit};
use crate::puzzle::Puzzle;

/// The puzzles, of a placement alone where there is one, since it removes the rest.
fn claims(puzzle: &Puzzle, placements: &[Candidate], eliminations: &[Candidate]) -> Vec<Puzzle> {
    let layout = puzzle.layout();
    let claim = |it: &Candidate, placed: bool| {
        let cell = it.cell.cell(layout);
        let digit = Digit::new(it.digit - layout.first());
        let mut set = CandidateSet::single(digit);
        if placed {
            set = puzzle.clues().get(cell);
            set.remove(digit);
        }
        let mut claim = puzzle.clone();
        claim.set_candidates(cell, &set);
        claim
    };
    match placements {
        [] => eliminations.iter().map(|it| claim(it, false)).collect(),
        _ => placements.iter().map(|it| claim(it, true)).collect(),
    }
}

impl StepFound {
    /// Puzzles that have no solution if, and only if, the step is right of a puzzle.
    pub fn claims(&self, puzzle: &Puzzle) -> Vec<Puzzle> {
        claims(puzzle, &self.placements, &self.eliminations)
    }

    /// The step has certificates of its claims, of these numbers.
    pub fn certified(&mut self, certificates: Vec<u64>) {
        (self.proof, self.certificates) = ("certified", certificates);
    }
}

impl StepScored {
    /// The same of a step on the scale of HoDoKu.
    pub fn claims(&self, puzzle: &Puzzle) -> Vec<Puzzle> {
        claims(puzzle, &self.placements, &self.eliminations)
    }

    /// The step has certificates of its claims, of these numbers.
    pub fn certified(&mut self, certificates: Vec<u64>) {
        (self.proof, self.certificates) = ("certified", certificates);
    }
}

impl Hint {
    /// The same of the step that is told, if all of it is.
    pub fn claims(&self, puzzle: &Puzzle) -> Vec<Puzzle> {
        claims(puzzle, &self.placements, &self.eliminations)
    }

    /// The step has certificates of its claims, of these numbers.
    pub fn certified(&mut self, certificates: Vec<u64>) {
        (self.proof, self.certificates) = (Some("certified"), certificates);
    }
}
