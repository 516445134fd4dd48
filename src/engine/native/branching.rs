//! Branching, always on a candidate that is to be true.
//!
//! By dom/wdeg: on the cell, or the places of a digit in a house, with the fewest candidates for the
//! weight of the conflicts it took part in; there on the candidate with the saved phase, then of the
//! highest activity. By EVSIDS: on the candidate of the highest activity.
//!
//! - Frédéric Boussemart, Fred Hemery, Christophe Lecoutre, Lakhdar Sais: *Boosting systematic
//!   search by weighting constraints*, ECAI 2004.
//! - Matthew Moskewicz and others: *Chaff: engineering an efficient SAT solver*, DAC 2001 (VSIDS).
//! - Niklas Eén, Niklas Sörensson: *An extensible SAT-solver*, SAT 2003 (its activities by a growing
//!   increment, EVSIDS).

use super::analysis::Analysis;
use super::heap::Heap;
use super::restarts::Mode;
use super::state::{Lit, State, number};
use super::word::Word;
use crate::random::Random;

/// Weights of cells and places, activities and phases of variables.
#[derive(Debug, Clone)]
pub(super) struct Branching {
    cells: Box<[f32]>,
    places: Box<[f32]>,
    /// How much each variable took part in recent conflicts.
    activity: Box<[f32]>,
    /// Those that are open, and others.
    heap: Heap,
    /// Its value when it was last assigned.
    phase: Box<[bool]>,
    increment: f32,
    /// How many times as much the next conflict counts: until there is a solution, and to refute.
    growth: [f32; 2],
    /// Cells and places with several candidates before any decision.
    open_cells: Vec<u32>,
    open_places: Vec<u32>,
}

/// A conflict counts as many times as much as the one before, so that older ones decay: until there
/// is a solution, and to refute.
const GROWTH: [f32; 2] = [1.0 / 0.99, 1.0 / 0.95];
/// The same for what [`Branching::vary`] makes.
const OTHER_GROWTH: [f32; 2] = [1.0 / 0.995, 1.0 / 0.97];
/// The same where there are filters: their conflicts say more of the place at hand.
const GROWTH_OF_RULES: [f32; 2] = [1.0 / 0.96; 2];
/// Weights are rescaled before they overflow.
const LARGE: f32 = 1e15;

impl Branching {
    /// Of the candidates of a state; whether blocks have filters.
    pub(super) fn new<W: Word>(state: &State<'_, W>, have_filters: bool) -> Self {
        let open = |sets: &[W]| -> Vec<u32> {
            (0u32..).zip(sets).filter(|(_, set)| set.is_several()).map(|(k, _)| k).collect()
        };
        Branching {
            cells: vec![1.0; state.cells.len()].into(),
            places: vec![1.0; state.places.len()].into(),
            activity: vec![0.0; state.vars()].into(),
            heap: Heap::full(state.vars()),
            phase: vec![false; state.vars()].into(),
            increment: 1.0,
            growth: if have_filters { GROWTH_OF_RULES } else { GROWTH },
            open_cells: open(&state.cells),
            open_places: open(&state.places),
        }
    }

    /// Branches in another way from now on, which depends on a number: by other activities, each
    /// greater by up to what one conflict counts, that decay more slowly.
    pub(super) fn vary(&mut self, seed: u64) {
        let mut random = Random::new(seed);
        for activity in &mut self.activity {
            #[expect(clippy::cast_precision_loss, reason = "16 bits")]
            let part = random.below(1 << 16) as f32 / 65536.0;
            *activity += self.increment * part;
        }
        self.growth = OTHER_GROWTH;
        self.heap = Heap::full(self.activity.len());
        for var in 0..number(self.activity.len()) {
            self.heap.raised(var, &self.activity);
        }
    }

    /// Saves the phase of a literal that is unassigned; its variable is open again.
    #[inline]
    pub(super) fn unassigned(&mut self, lit: Lit) {
        self.heap.insert(number(lit.var()), &self.activity);
        self.phase[lit.var()] = lit.is_positive();
    }

    /// Raises the weights of what took part in a conflict; whether what is left is mostly to refute.
    pub(super) fn bump(&mut self, analysis: &Analysis, refutes: bool) {
        for &var in &analysis.involved {
            self.activity[var as usize] += self.increment;
            self.heap.raised(var, &self.activity);
        }
        for &cell in &analysis.cells {
            self.cells[cell as usize] += self.increment;
        }
        for &place in &analysis.places {
            self.places[place as usize] += self.increment;
        }
        self.increment *= self.growth[usize::from(refutes)];
        if self.increment > LARGE {
            let scale = 1.0 / self.increment;
            self.increment = 1.0;
            for weights in [&mut self.cells, &mut self.places, &mut self.activity] {
                // Above zero, so that any open cell can be chosen.
                weights.iter_mut().for_each(|weight| *weight = (*weight * scale).max(1.0 / LARGE));
            }
        }
    }

    /// The next decision; there is an open cell.
    pub(super) fn choose<W: Word>(&mut self, state: &State<'_, W>, mode: Mode) -> Lit {
        if mode == Mode::Evsids {
            while let Some(var) = self.heap.pop(&self.activity) {
                if state.value(Lit::is(var)) == 0 {
                    return Lit::is(var);
                }
            }
        }
        self.weighted(state)
    }

    /// The decision of dom/wdeg.
    fn weighted<W: Word>(&self, state: &State<'_, W>) -> Lit {
        let cells = best(&self.open_cells, &self.cells, &state.cells, 0.0);
        let least = cells.map_or(0.0, |(score, _)| score);
        let places = best(&self.open_places, &self.places, &state.places, least);
        let side = state.geometry.side;
        let var = if let Some((_, at)) = places {
            let (house, digit) = (at / side, at % side);
            let cells = state.places[at].numbers().map(|k| state.geometry.cell(house, k));
            self.most_active(cells.map(|cell| state.var(cell, digit)))
        } else {
            let cell = cells.map_or(0, |(_, cell)| cell);
            self.most_active(state.cells[cell].numbers().map(|digit| state.var(cell, digit)))
        };
        Lit::is(var)
    }

    fn most_active(&self, vars: impl Iterator<Item = u32>) -> u32 {
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

/// The first open set with the highest weight for its size, if above a score.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::native::geometry::Geometry;
    use crate::grid::{Digit, Layout};
    use crate::puzzle::{Board, Puzzle};

    #[test]
    fn fewest_candidates_come_first_unless_others_have_more_weight() {
        let layout = Layout::latin(4).unwrap().shared();
        let mut puzzle = Puzzle::new(layout);
        let two = [0, 1].map(Digit::new).into_iter().collect();
        puzzle.set_candidates(crate::grid::Cell::new(5), &two);
        let geometry = Geometry::<u32>::new(puzzle.layout(), &[]);
        let state = State::new(&geometry, &Board::new(&puzzle), &crate::Limits::none()).unwrap();
        let mut branching = Branching::new(&state, false);
        assert_eq!(state.place_of(branching.choose(&state, Mode::DomWdeg).var()), (5, 0));
        let mut analysis = Analysis::new(state.vars());
        analysis.involved.push(state.var(5, 1));
        branching.bump(&analysis, false);
        assert_eq!(state.place_of(branching.choose(&state, Mode::DomWdeg).var()), (5, 1));
        branching.unassigned(Lit::is(state.var(5, 0)));
        assert_eq!(state.place_of(branching.choose(&state, Mode::DomWdeg).var()), (5, 0));
        analysis.cells.extend([7, 7, 7]);
        branching.bump(&analysis, false);
        assert_eq!(state.place_of(branching.choose(&state, Mode::DomWdeg).var()).0, 7);
    }
}
