//! XY- and XYZ-wings: a pivot of two or three digits and two pincers of two that it sees.

use std::ops::ControlFlow;

use crate::rate::finder::Finder;
use crate::rate::ground::{self, CELLS, Cells, cells};
use crate::rate::marks::Marks;
use crate::rate::step::Step;
use crate::rate::technique::{Producer, Sink, Technique};

static XY_WING: Technique = Technique::new("xy-wing", "XY-Wing", 4.2);
static XYZ_WING: Technique = Technique::new("xyz-wing", "XYZ-Wing", 4.4);

pub(super) const XY: Producer =
    Producer { techniques: &[&XY_WING], find: |finder, sink| find(finder, sink, 2, &XY_WING) };
pub(super) const XYZ: Producer =
    Producer { techniques: &[&XYZ_WING], find: |finder, sink| find(finder, sink, 3, &XYZ_WING) };

/// Pivots row by row; pincers as they stand in the pivot's box, row, column.
fn find(
    finder: &mut Finder,
    sink: &mut Sink,
    size: usize,
    technique: &'static Technique,
) -> ControlFlow<()> {
    let (ground, state) = (finder.ground, &finder.state);
    let twos = cells(state.empty).filter(|&cell| state.count(cell) == 2);
    let twos: Cells = twos.fold(0, |set, cell| set | 1 << cell);
    for pivot in cells(state.empty).filter(|&cell| state.count(cell) == size) {
        let of = state.of[pivot];
        let near = twos & ground.peers[pivot];
        if near & near.wrapping_sub(1) == 0 {
            continue;
        }
        // A pincer has one digit of two, or both its digits of three.
        let (mut pincers, mut count) = ([0; CELLS], 0);
        for &cell in ground.peer_list[pivot].iter().filter(|&&cell| near >> cell & 1 == 1) {
            if ground::size(of & state.of[usize::from(cell)]) == size - 1 {
                pincers[count] = usize::from(cell);
                count += 1;
            }
        }
        for &one in &pincers[..count] {
            for &other in &pincers[..count] {
                let (a, b) = (state.of[one], state.of[other]);
                if ground::size(of | a | b) != 3 || ground::size(of & a & b) != size - 2 {
                    continue;
                }
                let digit = (a & b).trailing_zeros() as usize;
                let mut seen = ground.peers[one] & ground.peers[other];
                if size == 3 {
                    seen &= ground.peers[pivot];
                }
                let wing = 1 << pivot | 1 << one | 1 << other;
                let removed = state.at.0[digit] & seen & !wing;
                if removed != 0 {
                    let step = Step::new(technique).removing(Marks::of(digit, removed));
                    sink.take(step.with(wing, of | a | b))?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}
