//! Rules as clauses: a way for each block, chosen by size where there are several.
//!
//! | file | what it writes |
//! | --- | --- |
//! | `pairs` | clauses and tables of pairs |
//! | `distinct` | no digit twice, no two digits twice; and which cells differ |
//! | `connected` | members and how they are reached |
//! | `nvalue` | which digits occur, and how many |
//! | `cage` | sums of distinct cells: which digits are there, which combination it is |
//! | `diagram` | layered diagrams: all words of an automaton, all ways to a total |
//! | `layers` | the clauses of a diagram |
//!
//! The options of a choice are written in the same ways, each under a selector.

mod cage;
mod connected;
mod diagram;
mod distinct;
mod layers;
mod nvalue;
mod pairs;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::sync::Arc;

use self::diagram::Diagram;
use self::distinct::Differ;
use super::{Atom, VarMap};
use crate::error::Result;
use crate::grid::{Cell, Digit};
use crate::puzzle::Puzzle;
use crate::rule::{Block, Choice, Line, Pairs, Sum};
use crate::sat::cnf::{AtMostOne, ClauseSink, Counter, Lit, under_selector};

/// Writes the rules of a puzzle over the literals of a map. That no digit is twice in a house may
/// be relied on where `houses` says that the formula has it.
///
/// # Errors
/// If a block takes too many clauses, or the sink fails.
pub(crate) fn encode(
    puzzle: &Puzzle,
    map: &VarMap,
    amo: &AtMostOne,
    houses: bool,
    sink: &mut dyn ClauseSink,
) -> Result<()> {
    if puzzle.rules().is_empty() {
        return Ok(());
    }
    let blocks = puzzle.rules().iter().flat_map(|rule| rule.blocks());
    encode_all(blocks, puzzle, map, amo, houses, sink)
}

/// The same of some blocks of its rules.
///
/// # Errors
/// As [`encode`].
pub(crate) fn encode_all<'a>(
    blocks: impl Iterator<Item = &'a Block>,
    puzzle: &Puzzle,
    map: &VarMap,
    amo: &AtMostOne,
    houses: bool,
    sink: &mut dyn ClauseSink,
) -> Result<()> {
    let mut differ = Differ::new(puzzle, houses);
    let mut writer = Writer { map, sink, lits: Vec::new() };
    write(blocks, &mut differ, amo, &mut writer)
}

fn write<'a>(
    blocks: impl Iterator<Item = &'a Block>,
    differ: &mut Differ,
    amo: &AtMostOne,
    writer: &mut Writer<'_>,
) -> Result<()> {
    for block in blocks {
        match block {
            Block::Clauses(block) => pairs::clauses(block, writer)?,
            Block::Pairs(block) => pairs::encode(block, writer)?,
            Block::Distinct(block) => distinct::encode(block, differ, amo, writer)?,
            Block::Sum(block) => sum(block, differ, writer)?,
            Block::Line(block) => line(block, writer)?,
            Block::Choice(block) => choice(block, differ, amo, writer)?,
            Block::Connected(block) => {
                connected::encode(block, writer)?;
                if let Some(count) = block.count(writer.map.digits()) {
                    sum(&count, differ, writer)?;
                }
            }
            Block::DistinctPairs(block) => distinct::encode_pairs(block, amo, writer)?,
            Block::NValue(block) => nvalue::encode(block, writer)?,
        }
    }
    Ok(())
}

/// A choice: the clauses of each option under a selector, and one of the selectors; of a single
/// option just its clauses. A digit that some options exclude from the start needs one of the others.
fn choice(
    choice: &Choice,
    differ: &mut Differ,
    amo: &AtMostOne,
    writer: &mut Writer<'_>,
) -> Result<()> {
    let map = writer.map;
    let mut write_option = |blocks: &[Block], sink: &mut dyn ClauseSink| {
        differ.enter(blocks);
        let mut writer = Writer { map, sink, lits: Vec::new() };
        let written = write(blocks.iter(), differ, amo, &mut writer);
        differ.leave(blocks);
        written
    };
    if let [blocks] = choice.options() {
        return write_option(blocks, writer.sink);
    }
    let mut selectors = Vec::with_capacity(choice.options().len());
    for blocks in choice.options() {
        selectors.push(under_selector(writer.sink, |sink| write_option(blocks, sink))?);
    }
    let selectors: Vec<_> = selectors.into_iter().map(Atom::Lit).collect();
    writer.clause(selectors.iter().copied())?;
    let excluded = choice.excluded(map.candidates());
    let known: BTreeSet<_> = excluded.iter().flatten().flatten().collect();
    for &(cell, digit) in known {
        let allows = |excluded: &Option<BTreeSet<_>>| {
            excluded.as_ref().is_some_and(|excluded| !excluded.contains(&(cell, digit)))
        };
        let options = selectors.iter().zip(&excluded).filter(|(_, excluded)| allows(excluded));
        let options: Vec<_> = options.map(|(&selector, _)| selector).collect();
        writer.clause([!writer.atom(cell, digit)].into_iter().chain(options))?;
    }
    Ok(())
}

/// A word: the layers of the automaton.
fn line(line: &Line, writer: &mut Writer<'_>) -> Result<()> {
    let automaton = line.automaton();
    let step = |_, &state: &usize, digit| automaton.next(state, digit);
    let domains = writer.domains(line.cells());
    let accepts = |&state: &usize| automaton.accepts(state);
    let diagram = Diagram::new(&domains, automaton.start(), step, accepts)?;
    layers::encode(diagram.as_ref(), line.cells(), writer)
}

/// A sum: a table for two cells; else combinations, if the cells differ, or the layers of partial
/// sums, whichever takes fewer clauses.
fn sum(sum: &Sum, differ: &Differ, writer: &mut Writer<'_>) -> Result<()> {
    if let (&[a, b], [of_a, of_b]) = (sum.cells(), sum.weights())
        && a != b
    {
        let worth = |a: usize, b: usize| i64::from(of_a[a]) + i64::from(of_b[b]);
        let holds = |a, b| sum.targets().binary_search(&worth(a, b)).is_ok();
        let table = Pairs::from_relation(of_a.len(), holds, [(a, b)]);
        return pairs::encode(&table, writer);
    }
    let equal =
        sum.weights().windows(2).all(|two| Arc::ptr_eq(&two[0], &two[1]) || two[0] == two[1]);
    let all_differ = equal && differ.all(sum.cells());
    let cage = all_differ.then(|| cage::Cage::new(sum, writer)).flatten();
    let diagram = Diagram::of_sum(sum, &writer.domains(sum.cells()));
    let (Some(cage), Ok(layers)) = (&cage, &diagram) else {
        return match cage {
            Some(cage) => cage.encode(writer),
            None => layers::encode(diagram?.as_ref(), sum.cells(), writer),
        };
    };
    let of_cage = writer.count(|writer| cage.encode(writer))?;
    let of_layers = writer.count(|writer| layers::encode(layers.as_ref(), sum.cells(), writer))?;
    if of_cage <= of_layers {
        cage.encode(writer)
    } else {
        layers::encode(layers.as_ref(), sum.cells(), writer)
    }
}

/// Writes clauses of atoms.
struct Writer<'a> {
    map: &'a VarMap,
    sink: &'a mut dyn ClauseSink,
    lits: Vec<Lit>,
}

impl Writer<'_> {
    fn atom(&self, cell: Cell, digit: Digit) -> Atom {
        self.map.get(cell, digit)
    }

    /// The digits that a cell may have as far as the map knows.
    fn domain(&self, cell: Cell) -> Vec<Digit> {
        let digits = (0..self.map.digits()).map(Digit::new);
        digits.filter(|&digit| self.atom(cell, digit) != Atom::False).collect()
    }

    fn domains(&self, cells: &[Cell]) -> Vec<Vec<Digit>> {
        cells.iter().map(|&cell| self.domain(cell)).collect()
    }

    /// Adds a clause, unless it holds already.
    fn clause(&mut self, atoms: impl IntoIterator<Item = Atom>) -> Result<()> {
        self.lits.clear();
        for atom in atoms {
            match atom {
                Atom::True => return Ok(()),
                Atom::False => {}
                Atom::Lit(lit) => self.lits.push(lit),
            }
        }
        self.add()
    }

    /// Adds the clause of `lits`, unless it holds always.
    fn add(&mut self) -> Result<()> {
        self.lits.sort_unstable_by_key(|lit| (lit.var(), lit.is_positive()));
        self.lits.dedup();
        if self.lits.windows(2).any(|two| two[0].var() == two[1].var()) {
            return Ok(());
        }
        self.sink.add_clause(&self.lits)
    }

    /// New variables, as many as asked.
    fn fresh(&mut self, count: usize) -> Result<Vec<Atom>> {
        if count == 0 {
            return Ok(Vec::new());
        }
        let first = self.sink.new_vars(count)?;
        Ok((first..).take(count).map(|var| Atom::Lit(Lit::positive(var))).collect())
    }

    /// How many clauses something writes.
    fn count(&self, write: impl Fn(&mut Writer<'_>) -> Result<()>) -> Result<u64> {
        let mut counter = Counter::new();
        // Variables of the map are in use; what they are numbered does not matter to the count,
        // but new ones must not be taken for them.
        counter.new_vars(self.map.vars())?;
        write(&mut Writer { map: self.map, sink: &mut counter, lits: Vec::new() })?;
        Ok(counter.size().clauses)
    }
}
