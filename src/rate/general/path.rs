//! The steps to the solution of a puzzle of any layout.

use std::collections::HashSet;

use super::LADDER;
use super::view::{BUDGET, Ground, Set, View};
use crate::error::{Error, Result};
use crate::grid::{Cell, Digit};
use crate::limits::Limits;
use crate::puzzle::{Puzzle, Solution};
use crate::rate::rating::tenths;
use crate::rate::step::Step;
use crate::rate::technique::{Sink, Technique};

/// More digits are not rated.
const MOST_DIGITS: usize = 36;

/// The steps that solve a puzzle of any layout, one by one.
#[derive(Debug, Clone)]
pub struct General {
    ground: Ground,
    of: Vec<Set>,
    filled: Vec<Option<usize>>,
    solution: Vec<usize>,
    limits: Limits,
    /// The highest rating, in tenths, that is looked for; whether what is higher was left out.
    pub(in crate::rate) most: f64,
    pub(in crate::rate) above: bool,
    /// Whether no step was found, and a search for one was given up.
    pub(in crate::rate) cut: bool,
    /// Whether a search for a step that is as easy as the last one, or easier, was given up.
    pub(in crate::rate) skipped: bool,
    /// How many links chains may follow in a position.
    pub(crate) budget: u64,
}

impl General {
    /// The path of a puzzle to its only solution. Deadly patterns are left out where `unique` is
    /// false; and where clues are candidates, or there are rules.
    ///
    /// # Errors
    /// If there are more than 36 digits.
    pub fn new(
        puzzle: &Puzzle,
        solution: &Solution,
        unique: bool,
        limits: &Limits,
    ) -> Result<Self> {
        let digits = puzzle.layout().digits();
        if digits > MOST_DIGITS {
            let message = format!("rating: {digits} digits; the most is {MOST_DIGITS}");
            return Err(Error::unsupported(message));
        }
        let set =
            |cell| puzzle.clues().digits(cell).fold(0, |set, it: Digit| set | 1 << it.index());
        let mut this = General {
            ground: Ground::new(puzzle, unique),
            of: puzzle.cells().map(set).collect(),
            filled: vec![None; puzzle.layout().cells()],
            solution: puzzle.cells().map(|cell| solution.digit(cell).index()).collect(),
            limits: limits.clone(),
            most: f64::INFINITY,
            above: false,
            cut: false,
            skipped: false,
            budget: BUDGET,
        };
        for cell in puzzle.cells() {
            if let Some(digit) = puzzle.given(cell) {
                this.place(cell.index(), digit.index());
            }
        }
        Ok(this)
    }

    fn place(&mut self, cell: usize, digit: usize) {
        self.filled[cell] = Some(digit);
        self.of[cell] = 0;
        for &peer in &self.ground.peers[cell] {
            self.of[peer] &= !(1 << digit);
        }
    }

    /// Whether all cells are filled.
    pub fn is_solved(&self) -> bool {
        self.filled.iter().all(Option::is_some)
    }

    /// Whether a limit was reached, or the search for the next step was given up as too long.
    pub fn is_stopped(&self) -> bool {
        self.cut || self.limits.expired()
    }

    /// Whether a step agrees with the solution.
    pub fn is_sound(&self, step: &Step) -> bool {
        let digit = |cell: Cell| self.solution[cell.index()];
        let placed = step.placement().is_none_or(|(cell, it)| digit(cell) == it.index());
        placed && step.eliminations().all(|(cell, it)| digit(cell) != it.index())
    }

    /// All steps of some techniques in the position, from low to high ratings.
    pub fn found_by(&mut self, wanted: &dyn Fn(&Technique) -> bool) -> Vec<Step> {
        let known = crate::rate::techniques().filter(|it| wanted(it));
        let highest = known.map(|it| it.rating).fold(0.0, f64::max);
        let view = View::new(&self.ground, &self.of, &self.filled, (&self.limits, self.budget));
        let mut all = Vec::new();
        for (_, find) in LADDER.iter().filter(|(rating, _)| *rating <= highest) {
            let mut sink = Sink::all();
            let _ = find(&view, &mut sink);
            all.extend(sink.into_all().into_iter().filter(|step| wanted(step.technique())));
        }
        self.cut = view.is_cut();
        all.sort_by(|a, b| a.rating().total_cmp(&b.rating()));
        let mut known = HashSet::new();
        all.retain(|step| known.insert(step.key()));
        all
    }
}

/// Ends when the puzzle is solved, no technique has a step, or a limit is reached or a search given up.
impl Iterator for General {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        if self.is_solved() {
            return None;
        }
        let view = View::new(&self.ground, &self.of, &self.filled, (&self.limits, self.budget));
        let mut found = None;
        for (rating, find) in LADDER {
            if tenths(*rating) > self.most {
                self.above = true;
                return None;
            }
            let mut sink = Sink::FIRST;
            if find(&view, &mut sink).is_break() {
                found = sink.into_first();
                break;
            }
            if self.limits.expired() {
                return None;
            }
        }
        self.cut = found.is_none() && view.is_cut();
        self.skipped = found.is_some() && view.is_cut();
        let step = found?;
        for (cell, digit) in step.eliminations() {
            self.of[cell.index()] &= !(1 << digit.index());
        }
        if let Some((cell, digit)) = step.placement() {
            self.place(cell.index(), digit.index());
        }
        Some(step)
    }
}
