//! Pointing and claiming: all places of a digit in a house are in another house too, where it can
//! then stand nowhere else. *Direct* where that leaves a third house one place; then only the
//! digit there is placed, and the candidates stay.

use std::ops::ControlFlow;

use crate::rate::finder::Finder;
use crate::rate::ground::{Cells, Crossing, Ground, HOUSES, bits, size};
use crate::rate::marks::Marks;
use crate::rate::state::State;
use crate::rate::step::Step;
use crate::rate::technique::{Producer, Sink, Technique};

static DIRECT_POINTING: Technique = Technique::new("direct-pointing", "Direct Pointing", 1.7);
static DIRECT_CLAIMING: Technique = Technique::new("direct-claiming", "Direct Claiming", 1.9);
static POINTING: Technique = Technique::new("pointing", "Pointing", 2.6);
static CLAIMING: Technique = Technique::new("claiming", "Claiming", 2.8);

pub(super) const DIRECT: Producer =
    Producer { techniques: &[&DIRECT_POINTING, &DIRECT_CLAIMING], find: direct };

pub(super) const LOCKED: Producer = Producer { techniques: &[&POINTING, &CLAIMING], find: locked };

/// The most cells that two houses of different kinds share.
const SHARED: usize = 3;

/// A digit all of whose places in the first house are in the second.
pub(in crate::rate) struct Found<'a> {
    pub(in crate::rate) crossing: &'a Crossing,
    pub(in crate::rate) digit: usize,
    /// The places of the digit that are in the second house alone.
    pub(in crate::rate) removed: Cells,
}

/// Goes through all digits that are locked, whether or not anything is removed.
pub(in crate::rate) fn visit<'a, T>(
    ground: &'a Ground,
    state: &State,
    mut found: impl FnMut(Found<'a>) -> ControlFlow<T>,
) -> ControlFlow<T> {
    // By house, the digits that could all be in an intersection.
    let mut few = [0; HOUSES];
    for (few, places) in few.iter_mut().zip(&state.places) {
        for (digit, &places) in places.iter().enumerate() {
            *few |= u16::from((2..=SHARED).contains(&size(places))) << digit;
        }
    }
    for crossing in &ground.crossings {
        let places = &state.places[crossing.first];
        for digit in bits(few[crossing.first]) {
            if places[digit] & !crossing.inside == 0 {
                let second = ground.houses[crossing.second].set;
                let both = second & ground.houses[crossing.first].set;
                let removed = state.at.0[digit] & second & !both;
                found(Found { crossing, digit, removed })?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// The pattern of what was found as a step.
fn step(ground: &Ground, state: &State, at: &Found<'_>, technique: &'static Technique) -> Step {
    let Crossing { first, second, .. } = *at.crossing;
    let cells = ground.houses[first].set & state.at.0[at.digit];
    let step = Step::new(technique).with(cells, 1 << at.digit);
    step.within(ground, first).within(ground, second)
}

fn direct(finder: &mut Finder, sink: &mut Sink) -> ControlFlow<()> {
    let (ground, state) = (finder.ground, &finder.state);
    visit(ground, state, |at| {
        if at.removed == 0 {
            return ControlFlow::Continue(());
        }
        let second = ground.houses[at.crossing.second].set;
        for &rival in &at.crossing.rivals {
            let rival = &ground.houses[usize::from(rival)];
            let places = state.at.0[at.digit] & rival.set;
            let left = places & !second;
            if left.is_power_of_two() && places != left {
                let boxed = ground.houses[at.crossing.first].kind == 0;
                let technique = if boxed { &DIRECT_POINTING } else { &DIRECT_CLAIMING };
                let step = step(ground, state, &at, technique);
                sink.take(step.placing(left.trailing_zeros() as usize, at.digit))?;
            }
        }
        ControlFlow::Continue(())
    })
}

fn locked(finder: &mut Finder, sink: &mut Sink) -> ControlFlow<()> {
    let (ground, state) = (finder.ground, &finder.state);
    visit(ground, state, |at| {
        if at.removed == 0 {
            return ControlFlow::Continue(());
        }
        let boxed = ground.houses[at.crossing.first].kind == 0;
        let technique = if boxed { &POINTING } else { &CLAIMING };
        let step = step(ground, state, &at, technique);
        sink.take(step.removing(Marks::of(at.digit, at.removed)))
    })
}
