//! 2-string kites: a digit with two places in a row and two in a column, of which one each are in a
//! box. *Dual* are two of them with the same places in the box, of one digit or two.

use std::ops::ControlFlow;

use super::double::{all, doubles};
use crate::rate::ground::DIGITS;
use crate::rate::hodoku::finder::Finder;
use crate::rate::hodoku::ladder::skyscraper::pairs;
use crate::rate::hodoku::step::{Part, Step, digits, places};
use crate::rate::hodoku::technique::{Flow, Level, Producer, Take, Technique};
use crate::rate::hodoku::units::{COLUMNS, ROWS, block, column, row};

static KITE_: Technique =
    Technique::new(("0401", "two-string-kite", "2-String Kite"), Level::Hard, 150);
static DUAL_KITE_: Technique =
    Technique::new(("0404", "dual-two-string-kite", "Dual 2-String Kite"), Level::Hard, 150).off();

pub(super) const KITE: Producer = Producer {
    techniques: &[&KITE_],
    also: &[],
    visit: |finder, take| visit(finder, &mut |_, step| take(step)),
    order: None,
};
pub(super) const DUAL_KITE: Producer =
    Producer { techniques: &[&DUAL_KITE_], also: &[], visit: dual, order: None };

/// Goes through kites, by the places in the box.
fn visit(finder: &Finder, found: &mut dyn FnMut([usize; 2], Step) -> Flow) -> Flow {
    let position = &finder.position;
    for digit in 0..DIGITS {
        let mut rows = pairs(position, ROWS, digit);
        let mut columns = pairs(position, COLUMNS, digit);
        for of_row in &mut rows {
            for of_column in &mut columns {
                // The ends in one box are put first, and stay there for what comes next.
                let ends = [(0, 0), (0, 1), (1, 0), (1, 1)];
                let same = |(r, c): (usize, usize)| block(of_row[r]) == block(of_column[c]);
                let Some((r, c)) = ends.into_iter().find(|&ends| same(ends)) else { continue };
                of_row.swap(0, r);
                of_column.swap(0, c);
                if of_row.iter().any(|cell| of_column.contains(cell)) {
                    continue;
                }
                let removed = row(of_column[1]) * DIGITS + column(of_row[1]);
                if position.state.has(removed, digit) {
                    let set =
                        |end: usize| Part::Cells(places(1 << of_row[end] | 1 << of_column[end]));
                    let pattern = vec![
                        Part::Digits(digits(1 << digit)),
                        Part::Text(" in "),
                        set(1),
                        Part::Text(" (connected by "),
                        set(0),
                        Part::Text(")"),
                    ];
                    let near = [of_row[0].min(of_column[0]), of_row[0].max(of_column[0])];
                    found(near, Step::new(&KITE_).without(digit, 1 << removed).told(pattern))?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

fn dual(finder: &Finder, take: Take<'_>) -> Flow {
    doubles(&all(|found| visit(finder, found)), |_| Some(&DUAL_KITE_), take)
}
