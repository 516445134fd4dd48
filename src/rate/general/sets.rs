//! Naked and hidden sets of full houses: as many cells as digits between them. Larger than four
//! there are rarely any, and of a set and what remains of its house the smaller is looked for.

use std::ops::ControlFlow;

use super::found::Found;
use super::named;
use super::view::{Set, View, bits};
use crate::rate::technique::{Sink, Technique};

pub(super) static NAKED_SET: Technique = Technique::new("naked-set", "Naked Set", 5.1);
pub(super) static HIDDEN_SET: Technique = Technique::new("hidden-set", "Hidden Set", 5.5);

/// So many sets are tried in a house, for each size.
const TRIES: usize = 200_000;

/// Goes through unions of `size` of some sets that have no more than `size` members.
fn unions<T>(
    view: &View<'_>,
    sets: &[(usize, Set)],
    size: usize,
    mut found: impl FnMut(Set, Set) -> ControlFlow<T>,
) -> ControlFlow<T> {
    fn extend<T>(
        sets: &[(usize, Set)],
        left: usize,
        size: usize,
        (chosen, union): (Set, Set),
        tries: &mut usize,
        found: &mut impl FnMut(Set, Set) -> ControlFlow<T>,
    ) -> ControlFlow<T> {
        if left == 0 {
            return found(chosen, union);
        }
        for (n, &(number, set)) in sets.iter().enumerate() {
            let next = union | set;
            if *tries == 0 || sets.len() - n < left {
                break;
            }
            *tries -= 1;
            if next.count_ones() as usize <= size {
                extend(&sets[n + 1..], left - 1, size, (chosen | 1 << number, next), tries, found)?;
            }
        }
        ControlFlow::Continue(())
    }
    let mut tries = TRIES;
    let flow = extend(sets, size, size, (0, 0), &mut tries, &mut found);
    if tries == 0 {
        view.cut_short();
    }
    flow
}

/// Naked sets of a size.
pub(super) fn naked(view: &View<'_>, sink: &mut Sink, size: usize) -> ControlFlow<()> {
    let technique = match size {
        2 => named("naked-pair"),
        3 => named("naked-triplet"),
        4 => named("naked-quad"),
        _ => &NAKED_SET,
    };
    for (house, cells) in view.ground.houses.iter().enumerate() {
        if view.open[house] < 2 * size {
            continue;
        }
        let few = |&(_, cell): &(usize, &usize)| (2..=size).contains(&view.count(*cell));
        let few = cells.iter().enumerate().filter(few);
        let few: Vec<_> = few.map(|(place, &cell)| (place, view.of[cell])).collect();
        unions(view, &few, size, |places, digits| {
            let removed = cells.iter().enumerate().filter(|(place, _)| places >> place & 1 == 0);
            let removed = removed.flat_map(|(_, &cell)| {
                bits(view.of[cell] & digits).map(move |digit| (cell, digit))
            });
            let removed: Vec<_> = removed.collect();
            if removed.is_empty() {
                return ControlFlow::Continue(());
            }
            let found = Found::new(technique).rated(rating(technique, size)).removing(removed);
            sink.take(found.with(view.cells_at(house, places), digits).within(house).step())
        })?;
    }
    ControlFlow::Continue(())
}

/// Hidden sets of a size.
pub(super) fn hidden(view: &View<'_>, sink: &mut Sink, size: usize) -> ControlFlow<()> {
    let technique = match size {
        2 => named("hidden-pair"),
        3 => named("hidden-triplet"),
        4 => named("hidden-quad"),
        _ => &HIDDEN_SET,
    };
    for house in 0..view.ground.houses.len() {
        if view.open[house] <= 2 * size {
            continue;
        }
        let places = (0..view.ground.digits).map(|digit| (digit, view.places(house, digit)));
        let few = places.filter(|(_, places)| (2..=size).contains(&(places.count_ones() as usize)));
        let few: Vec<_> = few.collect();
        unions(view, &few, size, |digits, places| {
            let cells = view.cells_at(house, places);
            let removed = cells
                .iter()
                .flat_map(|&cell| bits(view.of[cell] & !digits).map(move |digit| (cell, digit)));
            let removed: Vec<_> = removed.collect();
            if removed.is_empty() {
                return ControlFlow::Continue(());
            }
            let found = Found::new(technique).rated(rating(technique, size)).removing(removed);
            sink.take(found.with(cells, digits).within(house).step())
        })?;
    }
    ControlFlow::Continue(())
}

/// A tenth more for each cell beyond five.
fn rating(technique: &Technique, size: usize) -> f64 {
    technique.rating + f64::from(size.saturating_sub(5) as u32) * 0.1
}

/// Naked sets of five cells or more, up to half a house.
pub(super) fn larger_naked(view: &View<'_>, sink: &mut Sink) -> ControlFlow<()> {
    (5..=view.ground.digits / 2).try_for_each(|size| naked(view, sink, size))
}

/// Hidden sets of five digits or more, up to half a house.
pub(super) fn larger_hidden(view: &View<'_>, sink: &mut Sink) -> ControlFlow<()> {
    (5..=view.ground.digits / 2).try_for_each(|size| hidden(view, sink, size))
}
