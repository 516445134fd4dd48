//! The groups of candidates, one of which must hold: those of each cell, and those of each digit
//! in each house. And what may be said of a group.

use super::{Atom, VarMap};
use crate::error::Result;
use crate::grid::{Cell, Digit};
use crate::puzzle::Puzzle;
use crate::sat::cnf::amo::SCHEMES;
use crate::sat::cnf::{AtMostOne, ClauseSink, Lit};

/// What is said of a group of literals.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rule<'a> {
    /// At least one is true: a clause.
    pub(super) at_least: bool,
    /// At most one is true, in this scheme.
    pub(super) at_most: Option<&'a AtMostOne>,
}

impl Rule<'_> {
    fn add(self, lits: &[Lit], sink: &mut dyn ClauseSink) -> Result<()> {
        if self.at_least {
            sink.add_clause(lits)?;
        }
        self.at_most.map_or(Ok(()), |scheme| scheme.add(lits, sink))
    }
}

/// Writes a rule for each cell, another for each house and digit, and the puzzle's own rules. A
/// group with a candidate that holds already is done: the map must then have excluded the others.
pub(super) fn encode(
    puzzle: &Puzzle,
    map: &VarMap,
    of_cells: Rule<'_>,
    of_houses: Rule<'_>,
    sink: &mut dyn ClauseSink,
) -> Result<()> {
    let digits = || (0..map.side()).map(Digit::new);
    let mut lits = Vec::with_capacity(map.side());
    for cell in puzzle.cells() {
        if collect(map, digits().map(|digit| (cell, digit)), &mut lits) {
            of_cells.add(&lits, sink)?;
        }
    }
    for house in puzzle.layout().houses() {
        for digit in digits() {
            if collect(map, house.cells().iter().map(|&cell| (cell, digit)), &mut lits) {
                of_houses.add(&lits, sink)?;
            }
        }
    }
    let amo = of_houses.at_most.or(of_cells.at_most).unwrap_or(&SCHEMES[0]);
    super::rules(puzzle, map, amo, of_houses.at_most.is_some(), sink)
}

/// Makes `lits` the literals of a group; `false` if one of its candidates holds already.
fn collect(map: &VarMap, group: impl Iterator<Item = (Cell, Digit)>, lits: &mut Vec<Lit>) -> bool {
    lits.clear();
    for (cell, digit) in group {
        match map.get(cell, digit) {
            Atom::True => return false,
            Atom::False => {}
            Atom::Lit(lit) => lits.push(lit),
        }
    }
    true
}

/// Hands out the textbook's variables and writes the clues: a unit clause for a given, one for
/// each digit that pencilmarks exclude, the empty clause for a cell without candidates.
pub(super) fn textbook(puzzle: &Puzzle, sink: &mut dyn ClauseSink) -> Result<VarMap> {
    let map = VarMap::textbook(puzzle.clues().clone());
    allocate(&map, sink)?;
    for cell in puzzle.cells() {
        let candidates = puzzle.clues().get(cell);
        if candidates.is_empty() {
            sink.add_clause(&[])?;
        }
        let given = candidates.only();
        for digit in (0..map.side()).map(Digit::new) {
            if let Atom::Lit(lit) = map.get(cell, digit) {
                match given {
                    Some(given) if given == digit => sink.add_clause(&[lit])?,
                    None if !candidates.contains(digit) => sink.add_clause(&[!lit])?,
                    _ => {}
                }
            }
        }
    }
    Ok(map)
}

/// Hands out the variables of a map.
pub(super) fn allocate(map: &VarMap, sink: &mut dyn ClauseSink) -> Result<()> {
    let first = sink.new_vars(map.vars())?;
    assert_eq!(first, 1, "an encoding numbers its variables from 1");
    Ok(())
}
