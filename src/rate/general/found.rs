//! What was found, as a step.

use super::view::Set;
use super::view::bits;
use crate::grid::{Cell, Digit};
use crate::rate::step::{Node, Step, Wide};
use crate::rate::technique::Technique;

/// A step in the making.
#[derive(Debug, Clone)]
pub(super) struct Found {
    technique: &'static Technique,
    rating: f64,
    wide: Wide,
}

fn candidate((cell, digit): (usize, usize)) -> (Cell, Digit) {
    (Cell::new(cell), Digit::new(digit))
}

impl Found {
    pub(super) fn new(technique: &'static Technique) -> Self {
        Found { technique, rating: technique.rating, wide: Wide::default() }
    }

    pub(super) fn rated(self, rating: f64) -> Self {
        Found { rating, ..self }
    }

    pub(super) fn placing(mut self, cell: usize, digit: usize) -> Self {
        self.wide.placed = Some(candidate((cell, digit)));
        self
    }

    pub(super) fn removing(mut self, removed: impl IntoIterator<Item = (usize, usize)>) -> Self {
        self.wide.removed = removed.into_iter().map(candidate).collect();
        self.wide.removed.sort_unstable_by_key(|(cell, digit)| (cell.index(), digit.index()));
        self.wide.removed.dedup();
        self
    }

    /// The cells and digits of the pattern.
    pub(super) fn with(mut self, cells: impl IntoIterator<Item = usize>, digits: Set) -> Self {
        self.wide.cells = cells.into_iter().map(Cell::new).collect();
        self.wide.cells.sort_unstable();
        self.wide.digits = bits(digits).map(Digit::new).collect();
        self
    }

    pub(super) fn within(mut self, house: usize) -> Self {
        self.wide.houses.push(house);
        self
    }

    pub(super) fn by_rule(mut self, rule: usize) -> Self {
        self.wide.rule = Some(rule);
        self
    }

    pub(super) fn step(self) -> Step {
        Step::wide(self.technique, self.rating, self.wide)
    }

    /// The step with a chain, whose cells and digits are the pattern's.
    pub(super) fn told(mut self, nodes: Vec<Node>, ends: Vec<usize>) -> Step {
        let wide = &mut self.wide;
        wide.cells.extend(nodes.iter().map(|node| node.cell));
        wide.cells.sort_unstable();
        wide.cells.dedup();
        wide.digits.extend(nodes.iter().map(|node| node.digit));
        wide.digits.sort_unstable();
        wide.digits.dedup();
        self.step().with_nodes(nodes, ends)
    }
}
