//! Naked sets: as many cells of a house as they have digits between them.

use std::ops::ControlFlow;

use crate::rate::finder::Finder;
use crate::rate::ground::{self, Cells, Digits, Ground, bits, cells, subsets};
use crate::rate::marks::Marks;
use crate::rate::state::State;
use crate::rate::step::Step;
use crate::rate::technique::{Producer, Sink, Technique};

static NAKED_PAIR: Technique = Technique::new("naked-pair", "Naked Pair", 3.0);
static NAKED_TRIPLET: Technique = Technique::new("naked-triplet", "Naked Triplet", 3.6);
static NAKED_QUAD: Technique = Technique::new("naked-quad", "Naked Quad", 5.0);

pub(super) const PAIR: Producer = Producer {
    techniques: &[&NAKED_PAIR],
    find: |finder, sink| find(finder, sink, 2, &NAKED_PAIR),
};
pub(super) const TRIPLET: Producer = Producer {
    techniques: &[&NAKED_TRIPLET],
    find: |finder, sink| find(finder, sink, 3, &NAKED_TRIPLET),
};
pub(super) const QUAD: Producer = Producer {
    techniques: &[&NAKED_QUAD],
    find: |finder, sink| find(finder, sink, 4, &NAKED_QUAD),
};

/// Cells of a house with as many digits between them, of which each has two or more.
pub(in crate::rate) struct Found {
    pub(in crate::rate) house: usize,
    pub(in crate::rate) cells: Cells,
    pub(in crate::rate) digits: Digits,
}

impl Found {
    /// The digits of the set elsewhere in the house.
    pub(in crate::rate) fn removed(&self, ground: &Ground, state: &State) -> Marks {
        let mut removed = Marks::default();
        for digit in bits(self.digits) {
            removed.0[digit] = state.at.0[digit] & ground.houses[self.house].set & !self.cells;
        }
        removed
    }
}

/// Goes through all naked sets of a size, whether or not anything is removed.
pub(in crate::rate) fn visit<T>(
    ground: &Ground,
    state: &State,
    size: usize,
    mut found: impl FnMut(Found) -> ControlFlow<T>,
) -> ControlFlow<T> {
    for (h, house) in ground.houses.iter().enumerate() {
        if usize::from(state.open[h]) < 2 * size {
            continue;
        }
        let mut few = 0;
        for (place, &cell) in house.cells.iter().enumerate() {
            let count = state.count(cell.into());
            few |= u16::from(2 <= count && count <= size) << place;
        }
        for set in subsets(few, size) {
            let among = bits(set).map(|place| usize::from(house.cells[place]));
            let digits = among.fold(0, |digits, cell| digits | state.of[cell]);
            if ground::size(digits) == size {
                let cells = ground.cells_at(h, set);
                found(Found { house: h, cells, digits })?;
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
    visit(ground, state, size, |at| {
        let removed = at.removed(ground, state);
        if removed.is_empty() {
            return ControlFlow::Continue(());
        }
        debug_assert_eq!(cells(at.cells).count(), size);
        let step = Step::new(technique).removing(removed).with(at.cells, at.digits);
        sink.take(step.within(ground, at.house))
    })
}
