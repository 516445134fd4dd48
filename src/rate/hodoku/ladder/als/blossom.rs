//! Death blossom: a cell, and for each of its digits an almost locked set that has it where the cell
//! sees it. A digit that all these sets have besides is in one of them.

use std::ops::ControlFlow;

use super::sets::{Set, extent, gone, sets, told};
use crate::rate::ground::{Cells, DIGITS, Digits, bits};
use crate::rate::hodoku::finder::Finder;
use crate::rate::hodoku::position::Position;
use crate::rate::hodoku::step::{Part, Step, digits, places};
use crate::rate::hodoku::technique::{Flow, Level, Producer, Take, Technique};

static BLOSSOM: Technique =
    Technique::new(("0904", "death-blossom", "Death Blossom"), Level::Unfair, 360).off();

pub(in super::super) const DEATH_BLOSSOM: Producer =
    Producer { techniques: &[&BLOSSOM], also: &[], visit, order: None };

struct Search<'a> {
    position: &'a Position,
    overlap: bool,
    stem: usize,
    /// The digits of the stem, and for each the sets that have it where the stem sees it.
    petals: Vec<Vec<&'a Set>>,
    chosen: Vec<&'a Set>,
}

fn visit(finder: &Finder, take: Take<'_>) -> Flow {
    let position = &finder.position;
    let sets = sets(position);
    for stem in finder.open() {
        let of = |digit: usize| sets.iter().filter(move |set| set.seen[digit] >> stem & 1 == 1);
        let petals = bits(position.state.of[stem]).map(|digit| of(digit).collect());
        let petals: Vec<Vec<_>> = petals.collect();
        if petals.iter().all(|of_digit| !of_digit.is_empty()) {
            let overlap = finder.options.overlap;
            let mut search = Search { position, overlap, stem, petals, chosen: Vec::new() };
            search.add((1 << DIGITS) - 1, 0, take)?;
        }
    }
    ControlFlow::Continue(())
}

impl Search<'_> {
    /// Chooses a set for the next digit.
    fn add(&mut self, common: Digits, taken: Cells, take: Take<'_>) -> Flow {
        if self.chosen.len() == self.petals.len() {
            return self.check(common, taken, take);
        }
        for k in 0..self.petals[self.chosen.len()].len() {
            let set = self.petals[self.chosen.len()][k];
            if !self.overlap && set.cells & taken != 0 || common & set.digits == 0 {
                continue;
            }
            self.chosen.push(set);
            let flow = self.add(common & set.digits, taken | set.cells, take);
            self.chosen.pop();
            flow?;
        }
        ControlFlow::Continue(())
    }

    fn check(&self, common: Digits, taken: Cells, take: Take<'_>) -> Flow {
        let mut step = Step::new(&BLOSSOM);
        for digit in bits(common & !self.position.state.of[self.stem]) {
            let at = self.chosen.iter().fold(0, |at, set| at | set.at[digit]);
            let removed = self.position.seen_with(at, digit) & !taken & !(1 << self.stem);
            step = step.without(digit, removed);
        }
        if step.is_vain() {
            return ControlFlow::Continue(());
        }
        let mut pattern = vec![Part::Cells(places(1 << self.stem)), Part::Text(", ")];
        pattern.extend(told(&self.chosen));
        pattern.extend([Part::Text(", Z="), Part::Digits(digits(gone(&step)))]);
        take(step.tidied().told(pattern).of_sets(extent(&self.chosen)))
    }
}
