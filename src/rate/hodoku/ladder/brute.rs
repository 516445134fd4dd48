//! Brute force: a digit of the solution, where nothing else is found.

use crate::rate::hodoku::finder::Finder;
use crate::rate::hodoku::step::Step;
use crate::rate::hodoku::technique::{Flow, Level, Producer, Take, Technique};

static BRUTE_FORCE_: Technique =
    Technique::new(("", "brute-force", "Brute Force"), Level::Extreme, 10_000);

pub(super) const BRUTE_FORCE: Producer =
    Producer { techniques: &[&BRUTE_FORCE_], also: &[], visit: find, order: None };

/// The cell in the middle of those that are open.
fn find(finder: &Finder, take: Take<'_>) -> Flow {
    let open: Vec<_> = finder.open().collect();
    let Some(&cell) = open.get(open.len() / 2) else { return Flow::Continue(()) };
    let digit = usize::from(finder.solution[cell]).saturating_sub(1);
    take(Step::new(&BRUTE_FORCE_).placing(cell, digit))
}
