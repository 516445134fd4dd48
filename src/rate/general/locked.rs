//! All places of a digit in a full house are in another house too, where it then stands nowhere
//! else.

use std::ops::ControlFlow;

use super::found::Found;
use super::named;
use super::view::View;
use crate::grid::{Cell, HouseKind};
use crate::rate::technique::Sink;

/// Houses in their order, boxes first; the other house may have fewer cells than digits.
pub(super) fn find(view: &View<'_>, sink: &mut Sink) -> ControlFlow<()> {
    let layout = view.ground.puzzle.layout();
    let houses = layout.houses();
    let is_box = |house: usize| houses[house].kind().name == HouseKind::BOX.name;
    let (boxes, others): (Vec<_>, Vec<_>) = (0..view.ground.houses.len()).partition(|&h| is_box(h));
    for first in boxes.into_iter().chain(others) {
        for digit in 0..view.ground.digits {
            let places = view.places(first, digit);
            if places.count_ones() < 2 {
                continue;
            }
            let cells = view.cells_at(first, places);
            for &second in layout.houses_of(Cell::new(cells[0])) {
                let second = second as usize;
                let within = houses[second].cells();
                if second == first || !cells.iter().all(|&cell| within.contains(&Cell::new(cell))) {
                    continue;
                }
                let removed = within.iter().map(|cell| cell.index());
                let removed =
                    removed.filter(|&cell| view.has(cell, digit) && !cells.contains(&cell));
                let removed: Vec<_> = removed.map(|cell| (cell, digit)).collect();
                if !removed.is_empty() {
                    let slug = if is_box(first) { "pointing" } else { "claiming" };
                    let found = Found::new(named(slug)).removing(removed);
                    let found = found.with(cells.iter().copied(), 1 << digit);
                    sink.take(found.within(first).within(second).step())?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}
