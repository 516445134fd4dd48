//! Empty rectangles: a digit whose places in a box are in one row and one column of it, joined to two
//! places of a line that crosses one of these. *Dual* are two of the same box.

use std::ops::ControlFlow;

use super::double::{all, doubles};
use crate::rate::ground::{Cells, DIGITS, cells};
use crate::rate::hodoku::finder::Finder;
use crate::rate::hodoku::step::{Part, Step, digits, houses, places};
use crate::rate::hodoku::technique::{Flow, Level, Producer, Take, Technique};
use crate::rate::hodoku::units::{Unit, block, column, row};

static RECTANGLE_: Technique =
    Technique::new(("0402", "empty-rectangle", "Empty Rectangle"), Level::Hard, 120);
static DUAL_: Technique =
    Technique::new(("0405", "dual-empty-rectangle", "Dual Empty Rectangle"), Level::Hard, 120)
        .off();

pub(super) const RECTANGLE: Producer = Producer {
    techniques: &[&RECTANGLE_],
    also: &[],
    visit: |finder, take| visit(finder, &mut |_, step| take(step)),
    order: None,
};
pub(super) const DUAL_RECTANGLE: Producer =
    Producer { techniques: &[&DUAL_], also: &[], visit: dual, order: None };

/// What two rectangles share that are told as one: the digit, the box, its places.
type Shared = (usize, usize, Cells);

/// Boxes in order, and in each the crossings of its rows and columns: from the right and from below.
fn visit(finder: &Finder, found: &mut dyn FnMut(Shared, Step) -> Flow) -> Flow {
    let position = &finder.position;
    for digit in 0..DIGITS {
        for of_box in 0..DIGITS {
            let inside = Unit(2 * DIGITS + of_box).places(position, digit);
            if !(2..=5).contains(&inside.count_ones()) {
                continue;
            }
            let at = |line: usize, across: usize| {
                (of_box / 3 * 3 + 2 - line, of_box % 3 * 3 + 2 - across)
            };
            let crossings = (0..3).flat_map(|line| (0..3).map(move |across| (line, across)));
            for (line, across) in crossings {
                let (r, c) = at(line, across);
                let on_row = |cell: &usize| row(*cell) == r;
                let on_column = |cell: &usize| column(*cell) == c;
                if cells(inside).any(|cell| !on_row(&cell) && !on_column(&cell)) {
                    continue;
                }
                let in_row = cells(inside).filter(on_row).count();
                let in_column = cells(inside).filter(on_column).count();
                let beside_row = cells(inside).any(|cell| !on_row(&cell));
                let beside_column = cells(inside).any(|cell| !on_column(&cell));
                let few = in_row < 2 && in_column < 2;
                if !beside_row || !beside_column || few && !finder.options.bare_rectangles {
                    continue;
                }
                for along_row in [true, false] {
                    let here = Here { digit, of_box, inside, crossing: (r, c), along_row };
                    here.visit(finder, found)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// A crossing in a box, and the line along which a pair is looked for.
struct Here {
    digit: usize,
    of_box: usize,
    inside: Cells,
    crossing: (usize, usize),
    along_row: bool,
}

impl Here {
    fn visit(&self, finder: &Finder, found: &mut dyn FnMut(Shared, Step) -> Flow) -> Flow {
        let position = &finder.position;
        let &Here { digit, of_box, inside, crossing: (r, c), along_row } = self;
        for k in 0..DIGITS {
            let near = if along_row { r * DIGITS + k } else { k * DIGITS + c };
            if block(near) == of_box || !position.state.has(near, digit) {
                continue;
            }
            let across = if along_row { Unit(DIGITS + k) } else { Unit(k) };
            let pair = across.places(position, digit);
            if pair.count_ones() != 2 {
                continue;
            }
            let far = (pair & !(1 << near)).trailing_zeros() as usize;
            let removed = if along_row { row(far) * DIGITS + c } else { r * DIGITS + column(far) };
            if block(removed) != of_box && position.state.has(removed, digit) {
                let pattern = vec![
                    Part::Digits(digits(1 << digit)),
                    Part::Text(" in "),
                    houses(std::iter::once(Unit(2 * DIGITS + of_box))),
                    Part::Text(" ("),
                    Part::Cells(places(pair)),
                    Part::Text(")"),
                ];
                let step = Step::new(&RECTANGLE_).without(digit, 1 << removed).told(pattern);
                found((digit, of_box, inside), step)?;
            }
        }
        ControlFlow::Continue(())
    }
}

fn dual(finder: &Finder, take: Take<'_>) -> Flow {
    doubles(&all(|found| visit(finder, found)), |_| Some(&DUAL_), take)
}
