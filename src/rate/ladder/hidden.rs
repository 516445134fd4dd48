//! Hidden sets: as many digits as they have places between them in a house. *Direct* where that
//! leaves another digit of the house one place; then only that digit is placed, and the candidates
//! stay.

use std::ops::ControlFlow;

use crate::rate::finder::Finder;
use crate::rate::ground::{DIGITS, Digits, Ground, Places, bits, size, subsets};
use crate::rate::marks::Marks;
use crate::rate::state::State;
use crate::rate::step::Step;
use crate::rate::technique::{Producer, Sink, Technique};

static D_PAIR: Technique = Technique::new("direct-hidden-pair", "Direct Hidden Pair", 2.0);
static D_TRIPLET: Technique = Technique::new("direct-hidden-triplet", "Direct Hidden Triplet", 2.5);
static HIDDEN_PAIR: Technique = Technique::new("hidden-pair", "Hidden Pair", 3.4);
static HIDDEN_TRIPLET: Technique = Technique::new("hidden-triplet", "Hidden Triplet", 4.0);
static HIDDEN_QUAD: Technique = Technique::new("hidden-quad", "Hidden Quad", 5.4);

pub(super) const DIRECT_PAIR: Producer =
    Producer { techniques: &[&D_PAIR], find: |finder, sink| direct(finder, sink, 2, &D_PAIR) };
pub(super) const DIRECT_TRIPLET: Producer = Producer {
    techniques: &[&D_TRIPLET],
    find: |finder, sink| direct(finder, sink, 3, &D_TRIPLET),
};
pub(super) const PAIR: Producer = Producer {
    techniques: &[&HIDDEN_PAIR],
    find: |finder, sink| find(finder, sink, 2, &HIDDEN_PAIR),
};
pub(super) const TRIPLET: Producer = Producer {
    techniques: &[&HIDDEN_TRIPLET],
    find: |finder, sink| find(finder, sink, 3, &HIDDEN_TRIPLET),
};
pub(super) const QUAD: Producer = Producer {
    techniques: &[&HIDDEN_QUAD],
    find: |finder, sink| find(finder, sink, 4, &HIDDEN_QUAD),
};

/// Digits of a house with as many places between them, of which each has two or more.
pub(in crate::rate) struct Found {
    pub(in crate::rate) house: usize,
    pub(in crate::rate) digits: Digits,
    pub(in crate::rate) places: Places,
}

impl Found {
    /// The other digits in these places.
    pub(in crate::rate) fn removed(&self, ground: &Ground, state: &State) -> Marks {
        let mut removed = Marks::default();
        for place in bits(self.places) {
            let cell = ground.houses[self.house].cells[place].into();
            removed.add(cell, state.of[cell] & !self.digits);
        }
        removed
    }
}

/// Goes through all hidden sets of a size in houses with more empty cells than `open`, whether or
/// not anything is removed.
pub(in crate::rate) fn visit<T>(
    state: &State,
    count: usize,
    open: usize,
    mut found: impl FnMut(Found) -> ControlFlow<T>,
) -> ControlFlow<T> {
    for (house, of_house) in state.places.iter().enumerate() {
        if usize::from(state.open[house]) <= open {
            continue;
        }
        let mut few = 0;
        for (digit, places) in of_house.iter().enumerate() {
            few |= u16::from((2..=count).contains(&size(*places))) << digit;
        }
        for digits in subsets(few, count) {
            let places = bits(digits).fold(0, |places, digit| places | of_house[digit]);
            if size(places) == count {
                found(Found { house, digits, places })?;
            }
        }
    }
    ControlFlow::Continue(())
}

fn step(ground: &Ground, at: &Found, technique: &'static Technique) -> Step {
    let cells = ground.cells_at(at.house, at.places);
    Step::new(technique).with(cells, at.digits).within(ground, at.house)
}

fn direct(
    finder: &mut Finder,
    sink: &mut Sink,
    size: usize,
    technique: &'static Technique,
) -> ControlFlow<()> {
    let (ground, state) = (finder.ground, &finder.state);
    visit(state, size, size, |at| {
        for digit in (0..DIGITS).filter(|digit| at.digits >> digit & 1 == 0) {
            let places = state.places[at.house][digit];
            let left = places & !at.places;
            if left.is_power_of_two() && places != left {
                let place = left.trailing_zeros() as usize;
                let cell = ground.houses[at.house].cells[place].into();
                sink.take(step(ground, &at, technique).placing(cell, digit))?;
            }
        }
        ControlFlow::Continue(())
    })
}

fn find(
    finder: &mut Finder,
    sink: &mut Sink,
    size: usize,
    technique: &'static Technique,
) -> ControlFlow<()> {
    let (ground, state) = (finder.ground, &finder.state);
    visit(state, size, 2 * size, |at| {
        let removed = at.removed(ground, state);
        if removed.is_empty() {
            return ControlFlow::Continue(());
        }
        sink.take(step(ground, &at, technique).removing(removed))
    })
}
