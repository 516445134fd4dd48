//! Constraints carried along: the image of a constraint means of the image of a grid what the
//! constraint means of the grid.

use std::sync::Arc;

use super::Transformation;
use crate::grid::{Cell, Digit};
use crate::rule::Constraint;

/// The image of a constraint. Propagation and clauses are the defaults, derived from its meaning.
#[derive(Debug)]
pub(super) struct Moved {
    constraint: Arc<dyn Constraint>,
    /// From the image back.
    back: Transformation,
    /// The cells of the image, as those of the constraint are in order.
    cells: Box<[Cell]>,
}

impl Moved {
    pub(super) fn new(transformation: &Transformation, constraint: &Arc<dyn Constraint>) -> Self {
        let back = transformation.inverse();
        // Going back, the cell of the image is what the constraint's cell comes from.
        let cells = constraint.cells().iter().map(|&cell| back.source(cell)).collect();
        Moved { constraint: Arc::clone(constraint), back, cells }
    }
}

impl Constraint for Moved {
    fn name(&self) -> &str {
        self.constraint.name()
    }

    fn cells(&self) -> &[Cell] {
        &self.cells
    }

    fn violated(&self, digits: &[Option<Digit>]) -> bool {
        let mut before = vec![None; digits.len()];
        for (&image, &cell) in self.cells.iter().zip(self.constraint.cells()) {
            before[cell.index()] = digits[image.index()].map(|digit| self.back.digit(digit));
        }
        self.constraint.violated(&before)
    }
}
