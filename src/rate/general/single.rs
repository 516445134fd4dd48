//! Last cells, hidden singles, naked singles.

use std::ops::ControlFlow;

use super::found::Found;
use super::named;
use super::view::View;
use crate::grid::HouseKind;
use crate::rate::technique::Sink;

/// Digits with one place in a full house: where one cell is empty, in boxes, in other houses.
pub(super) fn hidden(view: &View<'_>, sink: &mut Sink) -> ControlFlow<()> {
    let houses = view.ground.puzzle.layout().full_houses();
    let slug = |house: usize| match houses[house].kind().name {
        _ if view.open[house] == 1 => "last-cell",
        name if name == HouseKind::BOX.name => "hidden-single-box",
        _ => "hidden-single-line",
    };
    for wanted in ["last-cell", "hidden-single-box", "hidden-single-line"] {
        for house in (0..houses.len()).filter(|&house| slug(house) == wanted) {
            for digit in 0..view.ground.digits {
                let places = view.places(house, digit);
                if places.is_power_of_two() {
                    let cell = view.ground.houses[house][places.trailing_zeros() as usize];
                    let found = Found::new(named(wanted)).placing(cell, digit);
                    sink.take(found.with([cell], 1 << digit).within(house).step())?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Cells with one candidate.
pub(super) fn naked(view: &View<'_>, sink: &mut Sink) -> ControlFlow<()> {
    view.empty().filter(|&cell| view.count(cell) == 1).try_for_each(|cell| {
        let digit = view.of[cell].trailing_zeros() as usize;
        let found = Found::new(named("naked-single")).placing(cell, digit);
        sink.take(found.with([cell], 1 << digit).step())
    })
}
