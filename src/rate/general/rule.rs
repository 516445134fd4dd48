//! What a rule excludes by itself, given the candidates of its cells.

use std::ops::ControlFlow;

use super::found::Found;
use super::view::{View, bits};
use crate::grid::{CandidateGrid, CandidateSet, Cell, Digit};
use crate::rate::technique::{Sink, Technique};

pub(super) static RULE: Technique = Technique::new("rule", "Rule", 2.5);

pub(super) fn find(view: &View<'_>, sink: &mut Sink) -> ControlFlow<()> {
    let rules = view.ground.puzzle.rules();
    if rules.is_empty() {
        return ControlFlow::Continue(());
    }
    let mut grid = CandidateGrid::full(view.of.len(), view.ground.digits);
    for (cell, &of) in view.of.iter().enumerate() {
        let digits = view.filled[cell].map_or(of, |digit| 1 << digit);
        let set: CandidateSet = bits(digits).map(Digit::new).collect();
        grid.set(Cell::new(cell), &set);
    }
    for (number, rule) in rules.iter().enumerate() {
        for block in rule.blocks() {
            for part in 0..block.parts() {
                let mut excluded = Vec::new();
                block.filter(part, &grid, &mut excluded);
                let removed = excluded.iter().map(|(cell, digit)| (cell.index(), digit.index()));
                let removed: Vec<_> =
                    removed.filter(|&(cell, digit)| view.has(cell, digit)).collect();
                if !removed.is_empty() {
                    let digits = removed.iter().fold(0, |set, (_, digit)| set | 1 << digit);
                    let cells = block.cells_of_part(part).into_iter().map(Cell::index);
                    let found = Found::new(&RULE).removing(removed).with(cells, digits);
                    sink.take(found.by_rule(number).step())?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}
