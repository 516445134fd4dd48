//! XY- and XYZ-wings: a pivot of two or three digits and two pincers of two that it sees.

use crate::rate::finder::Finder;
use crate::rate::ground::cells;
use crate::rate::marks::Marks;
use crate::rate::step::Step;
use crate::rate::technique::{Producer, Technique};

static XY_WING: Technique = Technique::new("xy-wing", "XY-Wing", 4.2);
static XYZ_WING: Technique = Technique::new("xyz-wing", "XYZ-Wing", 4.4);

pub(super) const XY: Producer =
    Producer { techniques: &[&XY_WING], find: |finder| find(finder, 2, &XY_WING) };
pub(super) const XYZ: Producer =
    Producer { techniques: &[&XYZ_WING], find: |finder| find(finder, 3, &XYZ_WING) };

/// Pivots row by row; pincers as they stand in the pivot's box, row, column.
fn find(finder: &mut Finder, size: u32, technique: &'static Technique) -> Option<Step> {
    let (ground, state) = (finder.ground, &finder.state);
    for pivot in cells(state.empty).filter(|&cell| state.count(cell) == size) {
        let of = state.of[pivot];
        let pincers = || ground.peer_list[pivot].iter().map(|&cell| usize::from(cell));
        let pincers = || pincers().filter(|&cell| state.count(cell) == 2);
        for one in pincers().filter(|&one| (of & !state.of[one]).count_ones() == 1) {
            for other in pincers() {
                let (a, b) = (state.of[one], state.of[other]);
                let all = (of | a | b).count_ones();
                let common = (of & a & b).count_ones();
                if all != 3 || common != size - 2 {
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
                    return Some(step.with(wing, of | a | b));
                }
            }
        }
    }
    None
}
