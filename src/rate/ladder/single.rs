//! Last cells, hidden singles, naked singles.

use crate::rate::finder::Finder;
use crate::rate::ground::cells;
use crate::rate::step::Step;
use crate::rate::technique::{Producer, Technique};

static LAST_CELL: Technique = Technique::new("last-cell", "Last Cell", 1.0);
static IN_BOX: Technique = Technique::new("hidden-single-box", "Hidden Single in a Box", 1.2);
static IN_LINE: Technique = Technique::new("hidden-single-line", "Hidden Single in a Line", 1.5);
static NAKED_SINGLE: Technique = Technique::new("naked-single", "Naked Single", 2.3);

pub(super) const HIDDEN: Producer =
    Producer { techniques: &[&LAST_CELL, &IN_BOX, &IN_LINE], find: hidden };

pub(super) const NAKED: Producer = Producer { techniques: &[&NAKED_SINGLE], find: naked };

/// A digit with one place in a house; in one with a single empty cell before all others.
fn hidden(finder: &mut Finder) -> Option<Step> {
    let (ground, state) = (finder.ground, &finder.state);
    let step = |technique, house: usize, digit: usize| {
        let place = state.places[house][digit].trailing_zeros() as usize;
        let cell = ground.houses[house].cells[place].into();
        let step = Step::new(technique).placing(cell, digit).with(1 << cell, 1 << digit);
        step.within(ground, house)
    };
    let single =
        |house: usize| state.places[house].iter().position(|places| places.is_power_of_two());
    let houses = 0..ground.houses.len();
    let mut last = houses.clone().filter(|&house| state.open[house] == 1);
    let found = last.find_map(|house| Some(step(&LAST_CELL, house, single(house)?)));
    let mut others = houses.filter(|&house| state.open[house] > 1);
    found.or_else(|| {
        others.find_map(|house| {
            let technique = if ground.houses[house].kind == 0 { &IN_BOX } else { &IN_LINE };
            Some(step(technique, house, single(house)?))
        })
    })
}

/// A cell with one candidate.
fn naked(finder: &mut Finder) -> Option<Step> {
    let state = &finder.state;
    let cell = cells(state.empty).find(|&cell| state.of[cell].is_power_of_two())?;
    let digit = state.of[cell].trailing_zeros() as usize;
    Some(Step::new(&NAKED_SINGLE).placing(cell, digit).with(1 << cell, 1 << digit))
}
