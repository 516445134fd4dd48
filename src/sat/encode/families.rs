//! The groups of candidates, one of which must hold: those of each cell, and those of each digit
//! in each house. And what may be said of a group.

use super::{Atom, VarMap};
use crate::error::Result;
use crate::grid::{Cell, Digit, House, Layout};
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

/// Writes a rule for each cell, another for each house and digit, and the puzzle's own rules. In a
/// house with fewer cells than digits no digit needs a place.
pub(super) fn encode(
    puzzle: &Puzzle,
    map: &VarMap,
    of_cells: Rule<'_>,
    of_houses: Rule<'_>,
    sink: &mut dyn ClauseSink,
) -> Result<()> {
    cells(puzzle.layout(), map, of_cells, of_houses, sink)?;
    puzzle.layout().houses().iter().try_for_each(|h| house(h, map, of_houses, sink))?;
    let amo = of_houses.at_most.or(of_cells.at_most).unwrap_or(&SCHEMES[0]);
    super::rules(puzzle, map, amo, of_houses.at_most.is_some(), sink)
}

/// Writes a rule for the digits of each cell. With a digit at most once in a full house, none of
/// its cells can have two; a cell of no full house is told so, in the scheme of the houses.
pub(super) fn cells(
    layout: &Layout,
    map: &VarMap,
    of_cells: Rule<'_>,
    of_houses: Rule<'_>,
    sink: &mut dyn ClauseSink,
) -> Result<()> {
    let mut lits = Vec::with_capacity(map.digits());
    for cell in (0..map.cells()).map(Cell::new) {
        let digits = (0..map.digits()).map(Digit::new);
        let is_free = layout.full_houses_of(cell).is_empty();
        let at_most = of_cells.at_most.or(of_houses.at_most.filter(|_| is_free));
        let rule = Rule { at_most, ..of_cells };
        group(map, digits.map(|digit| (cell, digit)), rule, &mut lits, sink)?;
    }
    Ok(())
}

/// Writes a rule for the places of each digit in a house.
pub(super) fn house(
    house: &House,
    map: &VarMap,
    rule: Rule<'_>,
    sink: &mut dyn ClauseSink,
) -> Result<()> {
    let at_least = rule.at_least && house.cells().len() == map.digits();
    let rule = Rule { at_least, ..rule };
    let mut lits = Vec::with_capacity(map.digits());
    for digit in (0..map.digits()).map(Digit::new) {
        let places = house.cells().iter();
        group(map, places.map(|&cell| (cell, digit)), rule, &mut lits, sink)?;
    }
    Ok(())
}

/// Writes a rule for a group of candidates. One that holds already excludes all others.
fn group(
    map: &VarMap,
    group: impl Iterator<Item = (Cell, Digit)>,
    rule: Rule<'_>,
    lits: &mut Vec<Lit>,
    sink: &mut dyn ClauseSink,
) -> Result<()> {
    lits.clear();
    let mut held = 0;
    for (cell, digit) in group {
        match map.get(cell, digit) {
            Atom::True => held += 1,
            Atom::False => {}
            Atom::Lit(lit) => lits.push(lit),
        }
    }
    match held {
        0 => rule.add(lits, sink),
        1 => lits.iter().try_for_each(|&lit| sink.add_clause(&[!lit])),
        _ => sink.add_clause(&[]),
    }
}

/// Hands out the textbook's variables and writes the clues: a unit clause for a given, one for
/// each digit that pencilmarks exclude, the empty clause for a cell without candidates.
pub(crate) fn textbook(puzzle: &Puzzle, sink: &mut dyn ClauseSink) -> Result<VarMap> {
    let map = VarMap::textbook(puzzle.clues().clone());
    allocate(&map, sink)?;
    for cell in puzzle.cells() {
        let candidates = puzzle.clues().get(cell);
        if candidates.is_empty() {
            sink.add_clause(&[])?;
        }
        let given = candidates.only();
        for digit in (0..map.digits()).map(Digit::new) {
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
