//! The next step on this scale, disclosed little by little.

use super::notation::pattern;
use super::reason::Told;
use super::scored::Walk;
use super::step::StepScored;
use crate::ask::answer::Status;
use crate::ask::rate::draw::{Drawing, Shown};
use crate::ask::rate::{Hint, HintAsked, Kind, Notation};
use crate::ask::value::Place;
use crate::error::Result;
use crate::grid::{Cell, Digit};
use crate::limits::Limits;
use crate::puzzle::Puzzle;
use crate::rate::hodoku::Part;

/// Tells the next step of a puzzle as far as the hint's level says.
///
/// # Errors
/// If the puzzle is not one of plain 9×9, or the step contradicts the solution.
pub(in crate::ask::rate) fn hint(
    hint: &mut Hint,
    puzzle: &Puzzle,
    asked: &HintAsked,
    limits: &Limits,
) -> Result<()> {
    let mut walk = match Walk::start(puzzle, asked.no_uniqueness, limits)? {
        Ok(walk) => walk,
        Err(status) => {
            hint.status = status;
            return Ok(());
        }
    };
    if limits.expired() {
        hint.status = Status::Unknown;
    } else if walk.next(|told, score| tell(hint, told, asked.notation, score))?.is_none() {
        hint.status = Status::Stuck;
    }
    Ok(())
}

fn tell(hint: &mut Hint, told: Told<'_>, notation: Notation, score: u32) {
    let Told { step, layout, .. } = told;
    let technique = step.technique();
    hint.kind = Some(Kind::of_scored(technique));
    if hint.level >= 2 {
        (hint.technique, hint.name) = (Some(technique.slug), technique.name);
        (hint.score, hint.difficulty) = (Some(score), Some(technique.level.name()));
    }
    if hint.level >= 3 {
        hint.place = told.place();
    }
    if hint.level >= 4 {
        let found = StepScored::new(told, notation, 1, score);
        let pattern = pattern(step, layout);
        hint.pattern = Some(pattern).filter(|pattern| !pattern.is_empty());
        hint.chains = found.chains;
        let mut shown = told.shown();
        let mut digits: Vec<_> = shown.pattern.iter().map(|(_, digit)| *digit).collect();
        digits.sort_unstable();
        digits.dedup();
        hint.cells = shown.cells.iter().map(|&cell| Place::of(cell, layout)).collect();
        hint.digits = digits.into_iter().map(|digit| layout.number_of(digit)).collect();
        if hint.level == 5 {
            shown.removed = step.eliminations().collect();
            shown.placed = step.placements().collect();
            (hint.text, hint.why) = (Some(found.text), Some(found.why));
            (hint.eliminations, hint.placements) = (found.eliminations, found.placements);
            (hint.assumes, hint.proof) = (found.assumes, Some(found.proof));
        }
        hint.drawing = Some(Drawing::new(layout, told.before, &shown));
    }
}

impl Told<'_> {
    /// The cells of the pattern and the candidates that play a part in it.
    fn shown(self) -> Shown {
        let (mut cells, mut pattern): (Vec<Cell>, Vec<(Cell, Digit)>) = Default::default();
        let parts = self.step.pattern();
        let told: Vec<_> = self.digits().flatten().copied().collect();
        for part in parts {
            match part {
                Part::Cells(of) => {
                    cells.extend(of);
                    let all = of.iter().flat_map(|&cell| told.iter().map(move |&d| (cell, d)));
                    pattern.extend(all.filter(|&(cell, digit)| self.before.has(cell, digit)));
                }
                Part::Chain(links) | Part::Implication(links) => {
                    for link in links {
                        cells.extend(&link.cells);
                        pattern.extend(link.cells.iter().map(|&cell| (cell, link.digit)));
                    }
                }
                _ => {}
            }
        }
        // Singles and fish tell their houses, or nothing.
        if cells.is_empty() {
            let places = self.places_of_bases();
            cells.extend(places.iter().map(|(cell, _)| *cell));
            pattern.extend(places);
        }
        cells.sort_unstable();
        cells.dedup();
        pattern.sort_unstable();
        pattern.dedup();
        Shown { cells, pattern, ..Shown::default() }
    }

    /// The places of the digit in the houses of the base, or in the house that is told.
    fn places_of_bases(self) -> Vec<(Cell, Digit)> {
        let digit = self.digits().next().and_then(|all| all.first().copied());
        match (self.houses().next(), digit) {
            (Some(base), Some(digit)) => {
                let places = base.iter().flat_map(|&house| self.places(house, digit));
                places.map(|cell| (cell, digit)).collect()
            }
            _ => self.step.placements().collect(),
        }
    }
}
