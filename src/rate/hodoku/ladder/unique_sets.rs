//! Uniqueness test 3: what the two cells with more than the pair have more makes a naked set with
//! other cells of a house.

use std::ops::ControlFlow;

use super::unique::{Rectangle, TEST_3, open_cells, set_of};
use crate::rate::ground::{Cells, Digits, cells, size};
use crate::rate::hodoku::step::Step;
use crate::rate::hodoku::technique::{Flow, Take};
use crate::rate::hodoku::units::{Unit, shared};

/// Sets in the houses that the two cells with more share.
pub(super) fn three(rectangle: &Rectangle<'_>, take: Take<'_>) -> Flow {
    let extra = rectangle.position.digits_of(set_of(&rectangle.more)) & !rectangle.pair;
    for unit in shared(rectangle.more.iter().copied()).into_iter().flatten() {
        let ground = rectangle.position.ground;
        let others = open_cells(rectangle.position, unit.set(ground) & !rectangle.set());
        let without = |cell: &usize| rectangle.position.state.of[*cell] & rectangle.pair == 0;
        let others: Vec<_> = others.filter(without).collect();
        let search = Search { rectangle, unit, others };
        search.add(0, extra, set_of(&rectangle.more), take)?;
    }
    ControlFlow::Continue(())
}

struct Search<'a> {
    rectangle: &'a Rectangle<'a>,
    unit: Unit,
    others: Vec<usize>,
}

impl Search<'_> {
    /// Adds cells from the `next` on.
    fn add(&self, next: usize, digits: Digits, set: Cells, take: Take<'_>) -> Flow {
        for (k, &cell) in self.others.iter().enumerate().skip(next) {
            let (digits, set) = (digits | self.rectangle.position.state.of[cell], set | 1 << cell);
            let [row, column, _] = shared(cells(set));
            let in_line = self.unit.kind() == 2 && (row.is_some() || column.is_some());
            if !in_line && size(digits) + 1 == set.count_ones() as usize {
                self.found(digits, set, take)?;
            }
            self.add(k + 1, digits, set, take)?;
        }
        ControlFlow::Continue(())
    }

    fn found(&self, of: Digits, set: Cells, take: Take<'_>) -> Flow {
        let position = self.rectangle.position;
        let without = |mut step: Step, unit: Unit| {
            for cell in open_cells(position, unit.set(position.ground) & !set) {
                step = step.without_digits(cell, position.state.of[cell] & of);
            }
            step
        };
        let mut step = without(self.rectangle.step(&TEST_3), self.unit);
        if step.is_vain() {
            return ControlFlow::Continue(());
        }
        // Where all are in one box, that has the set too.
        if self.unit.kind() != 2
            && let [_, _, Some(block)] = shared(cells(set))
        {
            step = without(step, block);
        }
        take(step)
    }
}
