//! XY- and XYZ-wings: a pivot of two or three digits and two pincers of two that it sees.

use std::ops::ControlFlow;

use super::found::Found;
use super::named;
use super::view::View;
use crate::rate::technique::Sink;

pub(super) fn find(view: &View<'_>, sink: &mut Sink, size: usize) -> ControlFlow<()> {
    let technique = if size == 2 { named("xy-wing") } else { named("xyz-wing") };
    for pivot in view.empty().filter(|&cell| view.count(cell) == size) {
        let of = view.of[pivot];
        let shares = |cell: &usize| {
            view.count(*cell) == 2 && (of & view.of[*cell]).count_ones() as usize == size - 1
        };
        let pincers: Vec<_> = view.ground.peers[pivot].iter().copied().filter(shares).collect();
        for (n, &one) in pincers.iter().enumerate() {
            for &other in &pincers[..n] {
                let (a, b) = (view.of[one], view.of[other]);
                let common = (of & a & b).count_ones() as usize;
                if (of | a | b).count_ones() != 3 || a == b || common != size - 2 {
                    continue;
                }
                let digit = (a & b).trailing_zeros() as usize;
                let wing = if size == 2 { vec![one, other] } else { vec![one, other, pivot] };
                let removed = view.seen_by_all(digit, &wing);
                let removed: Vec<_> = removed.into_iter().filter(|it| it.0 != pivot).collect();
                if !removed.is_empty() {
                    let found = Found::new(technique).removing(removed);
                    sink.take(found.with([pivot, one, other], of | a | b).step())?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}
