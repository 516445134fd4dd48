//! A position with what the search for its next step needs to know.

use std::collections::HashMap;
use std::ops::ControlFlow;

use super::ladder::LADDER;
use super::position::Position;
use super::sort::least;
use super::step::Step;
use super::technique::{Level, Producer, Technique};
use crate::limits::Limits;
use crate::rate::ground::{CELLS, cells};

/// What some techniques may do that they do not do when a puzzle is rated.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each stands alone")]
pub(super) struct Options {
    /// Of steps with one result all are told, and chains of sets go back and forth.
    pub(super) all: bool,
    /// Empty rectangles may have two candidates alone.
    pub(super) bare_rectangles: bool,
    /// Unique rectangles must have both digits in all cells.
    pub(super) complete: bool,
    /// Almost locked sets may share cells.
    pub(super) overlap: bool,
    /// Chains with groups may have almost locked sets, too.
    pub(super) sets: bool,
}

impl Options {
    /// All that may be done.
    pub(super) const ALL: Options =
        Options { all: true, bare_rectangles: true, complete: false, overlap: true, sets: true };
}

/// The position, and what is known of the puzzle.
#[derive(Debug, Clone)]
pub(super) struct Finder {
    pub(super) position: Position,
    /// The digits of the solution, from 1.
    pub(super) solution: [u8; CELLS],
    /// Whether the puzzle has one solution, as was proved.
    pub(super) unique: bool,
    pub(super) options: Options,
    /// The highest level that is looked for: a step of a higher one is taken where it comes before
    /// others, and what comes after all of this level is left out.
    pub(super) most: Level,
}

impl Finder {
    /// The first step of the first producer that has one, of those that are rated, and what it adds
    /// to the score.
    pub(super) fn next(&mut self) -> Option<(Step, &'static Producer)> {
        let (unique, end) = (self.unique, self.end());
        let usable = LADDER[..end].iter().filter(|it| it.techniques[0].rated);
        let mut usable = usable.filter(|it| unique || !it.techniques[0].unique);
        usable.find_map(|producer| Some((self.step_of(producer)?, producer)))
    }

    /// Where the producers end that are looked for.
    fn end(&self) -> usize {
        let within = |it: &Producer| it.techniques[0].rated && it.techniques[0].level <= self.most;
        LADDER.iter().rposition(within).map_or(0, |last| last + 1)
    }

    /// Whether producers are left out that are rated.
    pub(super) fn above(&self) -> bool {
        LADDER[self.end()..].iter().any(|it| it.techniques[0].rated)
    }

    /// The step of a producer that is taken, if it has one.
    fn step_of(&mut self, producer: &Producer) -> Option<Step> {
        let is_one = |step: &Step| producer.takes(step.technique());
        let Some(order) = producer.order else {
            let mut found = None;
            _ = (producer.visit)(self, &mut |step| {
                if is_one(&step) {
                    found = Some(step);
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            });
            return found;
        };
        least(&self.all_of(producer), order)
    }

    /// All steps of a producer, in the order in which they are found.
    pub(super) fn all_of(&self, producer: &Producer) -> Vec<Step> {
        let mut all = Vec::new();
        _ = (producer.visit)(self, &mut |step| {
            if producer.takes(step.technique()) {
                all.push(step);
            }
            ControlFlow::Continue(())
        });
        all
    }

    /// All steps of some techniques, in the order of the ladder; see [`Path::found_by`].
    ///
    /// [`Path::found_by`]: super::path::Path::found_by
    pub(super) fn all(&self, wanted: &dyn Fn(&Technique) -> bool, limits: &Limits) -> Vec<Step> {
        let mut all: Vec<Step> = Vec::new();
        let mut place = HashMap::new();
        for producer in LADDER {
            let usable = |it: &&Technique| wanted(it) && (self.unique || !it.unique);
            if limits.expired() {
                break;
            }
            if !producer.techniques.iter().any(usable) {
                continue;
            }
            _ = (producer.visit)(self, &mut |step| {
                if usable(&step.technique()) && producer.takes(step.technique()) {
                    let at = *place.entry(step.key()).or_insert(all.len());
                    match all.get_mut(at) {
                        None => all.push(step),
                        Some(known) if step.extent() < known.extent() => *known = step,
                        Some(_) => {}
                    }
                }
                if limits.expired() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
        }
        all
    }

    /// Removes and places what a step says.
    pub(super) fn apply(&mut self, step: &Step) {
        let position = &mut self.position;
        for &(cell, digit) in &step.placed {
            position.place(cell.into(), digit.into());
        }
        if step.placed.is_empty() {
            for &(cell, digit) in &step.removed {
                position.remove(cell.into(), digit.into());
            }
        }
    }

    /// Whether a step agrees with the solution.
    pub(super) fn is_sound(&self, step: &Step) -> bool {
        let digit = |cell: u8| self.solution[usize::from(cell)];
        step.placed.iter().all(|&(cell, d)| digit(cell) == d + 1)
            && step.removed.iter().all(|&(cell, d)| digit(cell) != d + 1)
    }

    /// The empty cells, ascending.
    pub(super) fn open(&self) -> impl Iterator<Item = usize> + use<> {
        cells(self.position.state.empty)
    }
}
