//! Last cells, hidden singles, naked singles.

use std::ops::ControlFlow;

use crate::rate::finder::Finder;
use crate::rate::ground::{DIGITS, Ground, HOUSES, cells};
use crate::rate::state::State;
use crate::rate::step::Step;
use crate::rate::technique::{Producer, Sink, Technique};

static LAST_CELL: Technique = Technique::new("last-cell", "Last Cell", 1.0);
static IN_BOX: Technique = Technique::new("hidden-single-box", "Hidden Single in a Box", 1.2);
static IN_LINE: Technique = Technique::new("hidden-single-line", "Hidden Single in a Line", 1.5);
static NAKED_SINGLE: Technique = Technique::new("naked-single", "Naked Single", 2.3);

pub(super) const HIDDEN: Producer =
    Producer { techniques: &[&LAST_CELL, &IN_BOX, &IN_LINE], find: hidden };

pub(super) const NAKED: Producer = Producer { techniques: &[&NAKED_SINGLE], find: naked };

/// A digit with one place in a house.
pub(in crate::rate) struct Single {
    pub(in crate::rate) technique: &'static Technique,
    pub(in crate::rate) cell: usize,
    pub(in crate::rate) digit: usize,
    house: usize,
}

impl Single {
    fn new(ground: &Ground, state: &State, house: usize, digit: usize) -> Self {
        let technique = match ground.houses[house].kind {
            _ if state.open[house] == 1 => &LAST_CELL,
            0 => &IN_BOX,
            _ => &IN_LINE,
        };
        let place = state.places[house][digit].trailing_zeros() as usize;
        let cell = ground.houses[house].cells[place].into();
        Single { technique, cell, digit, house }
    }
}

/// The first hidden single: of houses with one empty cell before all others.
#[inline]
pub(in crate::rate) fn first(ground: &Ground, state: &State) -> Option<Single> {
    let has = |house: &usize| state.single[*house] != 0;
    let mut left = state.last;
    let mut last = std::iter::from_fn(|| {
        let house = left.trailing_zeros() as usize;
        (left != 0).then(|| left &= left - 1).map(|()| house)
    });
    let house = last.find(has).or_else(|| (0..HOUSES).find(has))?;
    let digit = state.single[house].trailing_zeros() as usize;
    Some(Single::new(ground, state, house, digit))
}

/// Hidden singles; in houses with one empty cell before all others.
fn hidden(finder: &mut Finder, sink: &mut Sink) -> ControlFlow<()> {
    let (ground, state) = (finder.ground, &finder.state);
    let wants_all = sink.wants_all();
    let mut take = |single: Single| {
        let Single { technique, cell, digit, house } = single;
        let step = Step::new(technique).placing(cell, digit).with(1 << cell, 1 << digit);
        sink.take(step.within(ground, house))
    };
    if !wants_all {
        return first(ground, state).map_or(ControlFlow::Continue(()), take);
    }
    let is_last = |house: &usize| state.open[*house] == 1;
    let (last, others): (Vec<_>, Vec<_>) = (0..ground.houses.len()).partition(is_last);
    last.into_iter().chain(others).try_for_each(|house| {
        let mut digits = (0..DIGITS).filter(|&digit| state.places[house][digit].is_power_of_two());
        digits.try_for_each(|digit| take(Single::new(ground, state, house, digit)))
    })
}

/// A cell with one candidate.
fn naked(finder: &mut Finder, sink: &mut Sink) -> ControlFlow<()> {
    let state = &finder.state;
    cells(state.empty).filter(|&cell| state.of[cell].is_power_of_two()).try_for_each(|cell| {
        let digit = state.of[cell].trailing_zeros() as usize;
        sink.take(Step::new(&NAKED_SINGLE).placing(cell, digit).with(1 << cell, 1 << digit))
    })
}
