//! Fish: lines of one direction whose places of a digit are in as many lines of the other.

use std::ops::ControlFlow;

use crate::rate::finder::Finder;
use crate::rate::ground::{self, DIGITS, Ground, bits, subsets};
use crate::rate::marks::Marks;
use crate::rate::state::State;
use crate::rate::step::Step;
use crate::rate::technique::{Producer, Sink, Technique};

static X_WING_: Technique = Technique::new("x-wing", "X-Wing", 3.2);
static SWORDFISH_: Technique = Technique::new("swordfish", "Swordfish", 3.8);
static JELLYFISH_: Technique = Technique::new("jellyfish", "Jellyfish", 5.2);

pub(super) const X_WING: Producer =
    Producer { techniques: &[&X_WING_], find: |finder, sink| find(finder, sink, 2, &X_WING_) };
pub(super) const SWORDFISH: Producer = Producer {
    techniques: &[&SWORDFISH_],
    find: |finder, sink| find(finder, sink, 3, &SWORDFISH_),
};
pub(super) const JELLYFISH: Producer = Producer {
    techniques: &[&JELLYFISH_],
    find: |finder, sink| find(finder, sink, 4, &JELLYFISH_),
};

/// Columns and rows begin here among the houses.
const COLUMNS: usize = DIGITS;
const ROWS: usize = 2 * DIGITS;

/// Lines whose places of a digit are in as many lines across.
pub(in crate::rate) struct Found {
    pub(in crate::rate) digit: usize,
    /// The first house of the direction of the base lines, and of those across.
    base: usize,
    cover: usize,
    /// Which lines.
    lines: u16,
    across: u16,
}

impl Found {
    /// The base lines, as houses.
    pub(in crate::rate) fn bases(&self) -> impl Iterator<Item = usize> + use<> {
        let base = self.base;
        bits(self.lines).map(move |line| base + line)
    }

    /// The lines across, as houses.
    pub(in crate::rate) fn covers(&self) -> impl Iterator<Item = usize> + use<> {
        let cover = self.cover;
        bits(self.across).map(move |line| cover + line)
    }

    /// The digit elsewhere in the lines across.
    pub(in crate::rate) fn removed(&self, ground: &Ground, state: &State) -> u128 {
        let bases = self.bases().fold(0, |set, house| set | ground.houses[house].set);
        let covers = self.covers().fold(0, |set, house| set | ground.houses[house].set);
        state.at.0[self.digit] & covers & !bases
    }
}

/// Goes through all fish of a size, whether or not anything is removed: bases first columns, then
/// rows; by lines, then by digits.
pub(in crate::rate) fn visit<T>(
    state: &State,
    size: usize,
    mut found: impl FnMut(Found) -> ControlFlow<T>,
) -> ControlFlow<T> {
    for (base, cover) in [(COLUMNS, ROWS), (ROWS, COLUMNS)] {
        // By digit, the lines that could take part.
        let mut few = [0u16; DIGITS];
        for (digit, few) in few.iter_mut().enumerate() {
            // Lines where the digit stands already are no base.
            if usize::from(state.placed[digit]) + 2 * size > DIGITS {
                continue;
            }
            for line in 0..DIGITS {
                let count = ground::size(state.places[base + line][digit]);
                *few |= u16::from(2 <= count && count <= size) << line;
            }
        }
        let any = few.iter().fold(0, |any, few| any | few);
        for lines in subsets(any, size) {
            for digit in (0..DIGITS).filter(|&digit| lines & !few[digit] == 0) {
                let lines_of = bits(lines).map(|line| state.places[base + line][digit]);
                let across: u16 = lines_of.fold(0, |across, places| across | places);
                if ground::size(across) == size {
                    found(Found { digit, base, cover, lines, across })?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

fn find(
    finder: &mut Finder,
    sink: &mut Sink,
    size: usize,
    technique: &'static Technique,
) -> ControlFlow<()> {
    let (ground, state) = (finder.ground, &finder.state);
    visit(state, size, |at| {
        let removed = at.removed(ground, state);
        if removed == 0 {
            return ControlFlow::Continue(());
        }
        let bases = at.bases().fold(0, |set, house| set | ground.houses[house].set);
        let step = Step::new(technique).removing(Marks::of(at.digit, removed));
        let step = step.with(bases & state.at.0[at.digit], 1 << at.digit);
        let houses = at.bases().chain(at.covers());
        sink.take(houses.fold(step, |step, house| step.within(ground, house)))
    })
}
