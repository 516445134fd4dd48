//! A puzzle whose houses and rules can each be switched off, to find those that a contradiction
//! needs.

use std::sync::Arc;

use super::VarMap;
use super::families::{self, Rule};
use crate::error::Result;
use crate::puzzle::Puzzle;
use crate::sat::cnf::{AtMostOne, ClauseSink, Lit, under_selector};

/// The extended encoding over the candidates of the clues, without propagation, with each house
/// under a selector of its own, and after the houses each rule. What returns beside the map
/// is these selectors, in this order.
///
/// # Errors
/// As [`Encoding::encode`](super::Encoding::encode).
pub(crate) fn selected(
    puzzle: &Puzzle,
    amo: &AtMostOne,
    sink: &mut dyn ClauseSink,
) -> Result<(VarMap, Vec<Lit>)> {
    let map = VarMap::remaining(puzzle.clues().clone())?;
    families::allocate(&map, sink)?;
    let exactly_one = Rule { at_least: true, at_most: Some(amo) };
    families::cells(puzzle.layout(), &map, exactly_one, exactly_one, sink)?;
    let mut selectors = Vec::new();
    for house in puzzle.layout().houses() {
        let write = |sink: &mut dyn ClauseSink| families::house(house, &map, exactly_one, sink);
        selectors.push(under_selector(sink, write)?);
    }
    for rule in puzzle.rules() {
        // Alone: whether cells differ by another rule is open here.
        let alone = Puzzle::new(Arc::clone(puzzle.layout())).with_rule(Arc::clone(rule));
        let write = |sink: &mut dyn ClauseSink| super::rules(&alone, &map, amo, false, sink);
        selectors.push(under_selector(sink, write)?);
    }
    Ok((map, selectors))
}
