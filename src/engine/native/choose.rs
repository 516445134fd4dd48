//! Which candidate is tried next: where fewest choices are left for the trouble that was had there,
//! a cell or the places of a digit in a house; there the candidate that was true last, or that took
//! most part in contradictions.
//!
//! - Frédéric Boussemart, Fred Hemery, Christophe Lecoutre, Lakhdar Sais: *Boosting systematic
//!   search by weighting constraints*, ECAI 2004.
//! - Matthew Moskewicz and others: *Chaff: engineering an efficient SAT solver*, DAC 2001.

use super::learn::Lesson;
use super::state::{Lit, State};
use super::word::Word;

/// Weights of cells, places and candidates.
#[derive(Debug)]
pub(super) struct Choice {
    cells: Box<[f32]>,
    places: Box<[f32]>,
    /// How much each candidate took part in contradictions lately.
    activity: Box<[f32]>,
    /// Whether it was true when it was last decided.
    phase: Box<[bool]>,
    step: f32,
    /// Cells and places that were open in the beginning.
    open_cells: Vec<u32>,
    open_places: Vec<u32>,
}

/// What a contradiction counts more than the one before.
const GROWTH: f32 = 1.0 / 0.95;
/// Weights are scaled down before they leave the range of numbers.
const LARGE: f32 = 1e15;

impl Choice {
    pub(super) fn new<W: Word>(state: &State<'_, W>) -> Self {
        let open = |sets: &[W]| -> Vec<u32> {
            (0u32..).zip(sets).filter(|(_, set)| set.is_several()).map(|(k, _)| k).collect()
        };
        Choice {
            cells: vec![1.0; state.cells.len()].into(),
            places: vec![1.0; state.places.len()].into(),
            activity: vec![0.0; state.vars()].into(),
            phase: vec![false; state.vars()].into(),
            step: 1.0,
            open_cells: open(&state.cells),
            open_places: open(&state.places),
        }
    }

    /// A literal was taken back.
    #[inline]
    pub(super) fn undone(&mut self, lit: Lit) {
        self.phase[lit.var()] = lit.places();
    }

    /// A clause was learned.
    pub(super) fn learned(&mut self, lesson: &Lesson) {
        for &var in &lesson.involved {
            self.activity[var as usize] += self.step;
        }
        for &cell in &lesson.cells {
            self.cells[cell as usize] += self.step;
        }
        for &place in &lesson.places {
            self.places[place as usize] += self.step;
        }
        self.step *= GROWTH;
        if self.step > LARGE {
            let scale = 1.0 / self.step;
            self.step = 1.0;
            for weights in [&mut self.cells, &mut self.places, &mut self.activity] {
                // Above zero, so that what is left can always be chosen.
                weights.iter_mut().for_each(|weight| *weight = (*weight * scale).max(1.0 / LARGE));
            }
        }
    }

    /// The candidate to try; there is an open cell.
    pub(super) fn choose<W: Word>(&self, state: &State<'_, W>) -> Lit {
        let cells = best(&self.open_cells, &self.cells, &state.cells, 0.0);
        let least = cells.map_or(0.0, |(score, _)| score);
        let places = best(&self.open_places, &self.places, &state.places, least);
        let side = state.chart.side;
        let var = if let Some((_, at)) = places {
            let (house, digit) = (at / side, at % side);
            let cells = state.places[at].numbers().map(|k| state.chart.cell(house, k));
            self.liveliest(cells.map(|cell| state.var(cell, digit)))
        } else {
            let cell = cells.map_or(0, |(_, cell)| cell);
            self.liveliest(state.cells[cell].numbers().map(|digit| state.var(cell, digit)))
        };
        Lit::is(var)
    }

    fn liveliest(&self, vars: impl Iterator<Item = u32>) -> u32 {
        let mut best = (false, -1.0, 0);
        for var in vars {
            let (phase, activity) = (self.phase[var as usize], self.activity[var as usize]);
            if (phase, activity) > (best.0, best.1) {
                best = (phase, activity, var);
            }
        }
        best.2
    }
}

/// Of the sets that are open the first with the highest weight for its size, above a score.
#[inline]
fn best<W: Word>(
    open: &[u32],
    weights: &[f32],
    sets: &[W],
    mut least: f32,
) -> Option<(f32, usize)> {
    let mut found = None;
    for &at in open {
        let set = sets[at as usize];
        if set.is_several() {
            #[expect(clippy::cast_precision_loss, reason = "at most 400")]
            let score = weights[at as usize] / set.count() as f32;
            if score > least {
                least = score;
                found = Some((score, at as usize));
            }
        }
    }
    found
}
