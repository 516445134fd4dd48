//! Unique rectangles: four cells in which two digits could be exchanged without any house noticing,
//! whatever houses there are. Types 1 and 2.

use std::ops::ControlFlow;

use super::found::Found;
use super::named;
use super::view::{View, bits};
use crate::grid::Cell;
use crate::rate::technique::Sink;

/// Whether each house has as many cells of one pair as of the other, so that an exchange of two
/// digits between them leaves it as it is.
fn may_exchange(view: &View<'_>, one: [usize; 2], other: [usize; 2]) -> bool {
    let layout = view.ground.puzzle.layout();
    let houses = one.iter().chain(&other).flat_map(|&cell| layout.houses_of(Cell::new(cell)));
    let mut houses: Vec<_> = houses.copied().collect();
    houses.sort_unstable();
    houses.dedup();
    houses.iter().all(|&house| {
        let has = |cell: &&usize| layout.houses_of(Cell::new(**cell)).contains(&house);
        one.iter().filter(has).count() == other.iter().filter(has).count()
    })
}

pub(super) fn find(view: &View<'_>, sink: &mut Sink) -> ControlFlow<()> {
    if !view.ground.unique {
        return ControlFlow::Continue(());
    }
    let ground = view.ground;
    for first in view.empty().filter(|&cell| view.count(cell) == 2) {
        let pair = view.of[first];
        let both = |cell: &usize| view.of[*cell] & pair == pair;
        let near: Vec<_> = ground.peers[first].iter().copied().filter(both).collect();
        for (n, &a) in near.iter().enumerate() {
            for &b in near[..n].iter().filter(|&&b| !ground.sees(a, b)) {
                let far = ground.peers[a].iter().copied().filter(both);
                for far in far.filter(|&far| far != first && ground.sees(far, b)) {
                    if ground.sees(far, first) || !may_exchange(view, [first, far], [a, b]) {
                        continue;
                    }
                    let cells = [first, a, b, far];
                    let more: Vec<_> =
                        cells.into_iter().filter(|&cell| view.of[cell] != pair).collect();
                    let extra = more.iter().fold(0, |extra, &cell| extra | view.of[cell]) & !pair;
                    let (slug, removed) = match *more.as_slice() {
                        [one] => {
                            let removed = bits(pair).map(|digit| (one, digit)).collect();
                            ("unique-rectangle-1", removed)
                        }
                        [_, ..] if extra.is_power_of_two() => {
                            let digit = extra.trailing_zeros() as usize;
                            ("unique-rectangle-2", view.seen_by_all(digit, &more))
                        }
                        _ => continue,
                    };
                    if !removed.is_empty() {
                        let found = Found::new(named(slug)).removing(removed);
                        sink.take(found.with(cells, pair).step())?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}
