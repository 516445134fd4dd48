//! Last cells, hidden singles, naked singles.

use std::ops::ControlFlow;

use crate::rate::finder::Finder;
use crate::rate::ground::{DIGITS, Ground, cells};
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

/// The first hidden single: of houses with one empty cell before all others. Only houses that have
/// changed are looked at.
pub(in crate::rate) fn first(ground: &Ground, state: &mut State) -> Option<Single> {
    let mut found = None;
    let mut left = state.changed;
    while left != 0 {
        let house = left.trailing_zeros() as usize;
        left &= left - 1;
        let is_last = state.open[house] == 1;
        if found.is_some() && !is_last {
            continue;
        }
        let digit = state.places[house].iter().position(|places| places.is_power_of_two());
        match digit {
            Some(digit) if is_last => return Some(Single::new(ground, state, house, digit)),
            Some(digit) => found = Some((house, digit)),
            None => state.changed &= !(1 << house),
        }
    }
    found.map(|(house, digit)| Single::new(ground, state, house, digit))
}

/// Hidden singles; in houses with one empty cell before all others.
fn hidden(finder: &mut Finder, sink: &mut Sink) -> ControlFlow<()> {
    let (ground, state) = (finder.ground, &mut finder.state);
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
