//! Puzzles written as constraint strings, where these can hold them.
//!
//! A rule is written by the first type that is read as the same rule, else by its blocks: tables of
//! pairs, state machines, sums, groups. Each is read at once, and what is read is held against what
//! was to be said; so is the whole text at the end.
//!
//! - `grid`: rows, columns, digits and houses;
//! - `blocks`: blocks, and free rules, as constraints;
//! - `meaning`: what blocks say, in one form.

mod blocks;
mod grid;
mod meaning;

use std::collections::BTreeSet;

use super::names::Names;
use super::reader::Reader;
use super::text::{Item, begins_with_shape};
use super::{puzzle_of_string, types};
use crate::error::{Error, Result};
use crate::grid::{Cell, Digit};
use crate::puzzle::{Puzzle, Solution};
use crate::rule::{Junction, Rule};
use grid::Grid;
use meaning::{Bits, Meaning};

/// The constraint string of a puzzle.
///
/// # Errors
/// If there is no such grid, or no such rule.
pub(in crate::format) fn write_string(puzzle: &Puzzle, _: Option<&Solution>) -> Result<String> {
    let grid = Grid::of(puzzle)?;
    let mut writer = Writer::new(puzzle, &grid);
    for house in &grid.others {
        let item = Item::new("AllDifferent", writer.names.all(house));
        let cells = house.iter().map(|cell| cell.index()).collect();
        let wanted = BTreeSet::from([Meaning::Distinct(cells)]);
        if !writer.try_item(vec![item], |got| *got == wanted) {
            return Err(refused("a house", "no such set of cells"));
        }
    }
    // What is exempt from a negative rule is written before it.
    let is_negative = |rule: &&Rule| {
        let kind = rule.kind().map_or("", |kind| kind.name);
        ["nonconsecutive", "nonratio", "nonsum"].contains(&kind)
    };
    let (last, first): (Vec<_>, Vec<_>) =
        puzzle.rules().iter().map(|rule| &**rule).partition(is_negative);
    for rule in first.into_iter().chain(last) {
        writer.rule(rule)?;
    }
    writer.finish(&grid)
}

/// The constraint string of a puzzle, beginning with its shape: of several, a line each, every line is read as a
/// puzzle.
///
/// # Errors
/// As [`write_string`].
pub(in crate::format) fn write_line(
    puzzle: &Puzzle,
    solution: Option<&Solution>,
) -> Result<String> {
    let text = write_string(puzzle, solution)?;
    Ok(if begins_with_shape(&text) { text } else { format!(".Shape~9x9{text}") })
}

/// The address of a puzzle.
///
/// # Errors
/// As [`write_string`].
pub(in crate::format) fn write_address(
    puzzle: &Puzzle,
    solution: Option<&Solution>,
) -> Result<String> {
    let text = write_string(puzzle, solution)?.replace('%', "%25");
    Ok(format!("https://sigh.github.io/Interactive-Sudoku-Solver/?q={text}"))
}

/// The error for what constraint strings have not.
fn refused(what: &str, only: &str) -> Error {
    Error::unsupported(format!("{what}: constraint strings hold {only}"))
}

/// What was written so far.
struct Writer<'a> {
    puzzle: &'a Puzzle,
    names: Names,
    /// Reads what is written.
    reader: Reader,
    items: Vec<Item>,
    /// The digits that cells may have.
    clues: Vec<Bits>,
    /// What all rules say, and what was said.
    whole: BTreeSet<Meaning>,
    said: BTreeSet<Meaning>,
}

impl<'a> Writer<'a> {
    fn new(puzzle: &'a Puzzle, grid: &Grid) -> Self {
        let digits = puzzle.layout().digits();
        let layout = &grid.shape.layout;
        let has_ties = |rule: &&Rule| {
            let words = rule.name().split(|c: char| !c.is_ascii_alphanumeric());
            words.into_iter().any(|word| word == "fullranktied")
        };
        let ties = puzzle.rules().iter().map(|rule| &**rule).any(|rule| has_ties(&rule));
        let mut writer = Writer {
            puzzle,
            names: Names::new(layout, &grid.shape.extra),
            reader: Reader::new(Puzzle::new(layout.clone()), &grid.shape, ties),
            items: Vec::new(),
            clues: clues(puzzle),
            whole: meaning::of(puzzle.rules().iter().flat_map(|rule| rule.blocks()), digits),
            said: BTreeSet::new(),
        };
        if ties {
            writer.items.push(Item::new("FullRankTies", vec!["any".to_owned()]));
        }
        writer
    }

    fn digits(&self) -> usize {
        self.puzzle.layout().digits()
    }

    /// What is read of some constraints; within a group, if `choices` are open.
    fn read(&mut self, items: &[Item], choices: usize) -> Option<BTreeSet<Meaning>> {
        let digits = self.digits();
        let rules = self.reader.trial(items, choices).ok()?;
        Some(meaning::of(rules.iter().flat_map(Rule::blocks), digits))
    }

    /// Adds constraints, if what is read of them is as it should be.
    fn try_item(
        &mut self,
        items: Vec<Item>,
        is_right: impl Fn(&BTreeSet<Meaning>) -> bool,
    ) -> bool {
        let before = self.reader.mark();
        match self.read(&items, 0) {
            Some(got) if is_right(&got) => {
                self.items.extend(items);
                self.said.extend(got);
                true
            }
            _ => {
                self.reader.reset(before);
                false
            }
        }
    }

    /// Adds a rule.
    fn rule(&mut self, rule: &Rule) -> Result<()> {
        if let Some((Junction::And, parts)) = rule.parts() {
            return parts.iter().try_for_each(|part| self.rule(part));
        }
        let wanted = meaning::of(rule.blocks(), self.digits());
        // As part of another one: of those that are written with it.
        if !wanted.is_empty() && wanted.is_subset(&self.said) {
            return Ok(());
        }
        let layout = self.puzzle.layout().clone();
        let whole = std::mem::take(&mut self.whole);
        let mut forms: Vec<_> =
            types::forms(rule, &self.names, &layout).map(|item| vec![item]).collect();
        forms.extend(blocks::free(rule, &self.names, self.digits()).map(|item| vec![item]));
        let is_right = |got: &BTreeSet<Meaning>| wanted.is_subset(got) && got.is_subset(&whole);
        let mut is_written = forms.into_iter().any(|form| self.try_item(form, is_right));
        if let Some((Junction::Or, parts)) = rule.parts().filter(|_| !is_written) {
            let digits = self.digits();
            let lowered = |all: &BTreeSet<Meaning>| blocks::lowered(all.clone(), digits);
            let group = self.group(parts);
            let is_right = |got: &BTreeSet<Meaning>| lowered(got) == lowered(&wanted);
            is_written = group.is_ok_and(|group| self.try_item(vec![group], is_right));
        }
        self.whole = whole;
        if is_written || wanted.is_empty() {
            return Ok(());
        }
        self.by_blocks(rule, wanted)
    }

    /// Adds what a rule says, by blocks.
    fn by_blocks(&mut self, rule: &Rule, wanted: BTreeSet<Meaning>) -> Result<()> {
        let why = |why: &str| refused(rule.name(), why);
        let mut wanted = blocks::lowered(wanted, self.digits());
        // What a cell may have is a clue.
        wanted.retain(|meaning| match *meaning {
            Meaning::Only(cell, bits) => {
                self.clues[cell] &= bits;
                false
            }
            _ => true,
        });
        let items = self.blocks(&wanted, rule.name()).map_err(why)?;
        if items.is_empty() || self.try_item(items, |got| *got == wanted) {
            return Ok(());
        }
        Err(why("no such rule, nor blocks that say it"))
    }

    fn blocks(
        &self,
        wanted: &BTreeSet<Meaning>,
        name: &str,
    ) -> std::result::Result<Vec<Item>, &'static str> {
        let first = self.puzzle.layout().first();
        blocks::items(wanted, &blocks::Words { names: &self.names, first, name })
    }

    /// The group of rules one of which holds.
    fn group(&mut self, parts: &[Rule]) -> Result<Item> {
        let options = parts.iter().map(|part| Ok(blocks::one(self.within(part)?)));
        Ok(Item::group("Or", options.collect::<Result<_>>()?))
    }

    /// What says a rule within a group.
    fn within(&mut self, rule: &Rule) -> Result<Vec<Item>> {
        match rule.parts() {
            Some((Junction::And, parts)) => {
                let parts = parts.iter().map(|part| self.within(part));
                return Ok(parts.collect::<Result<Vec<_>>>()?.concat());
            }
            Some((Junction::Or, parts)) => return Ok(vec![self.group(parts)?]),
            None => {}
        }
        let wanted = meaning::of(rule.blocks(), self.digits());
        let layout = self.puzzle.layout().clone();
        let mut forms: Vec<_> = types::forms(rule, &self.names, &layout).collect();
        forms.extend(blocks::free(rule, &self.names, self.digits()));
        for form in forms {
            let before = self.reader.mark();
            let got = self.read(std::slice::from_ref(&form), 1);
            self.reader.reset(before);
            if got.as_ref() == Some(&wanted) {
                return Ok(vec![form]);
            }
        }
        let wanted = blocks::lowered(wanted, self.digits());
        self.blocks(&wanted, rule.name()).map_err(|why| refused(rule.name(), why))
    }

    /// The text, which is read back.
    fn finish(mut self, grid: &Grid) -> Result<String> {
        let mut args = Vec::new();
        let layout = self.puzzle.layout();
        let full = meaning::full(layout.digits());
        for (cell, &bits) in self.clues.iter().enumerate().filter(|(_, bits)| **bits != full) {
            let name = self.names.one(Cell::new(cell));
            let number = |digit: usize| format!("_{}", layout.number_of(Digit::new(digit)));
            match bits {
                // Two that exclude each other.
                0 => {
                    let both = [0, layout.digits() - 1];
                    args.extend(both.map(|digit| name.clone() + &number(digit)));
                }
                bits => args.push(name + &meaning::digits_of(bits).map(number).collect::<String>()),
            }
        }
        let givens = Some(Item::new("", args)).filter(|item| !item.args.is_empty());
        let mut text = String::new();
        // That one is written as a rule.
        let head = grid.items.iter().filter(|item| item.kind != "ChaosConstruction");
        let items = head.chain(&givens).chain(&self.items);
        items.for_each(|item| item.write(&mut text));
        if text.is_empty() {
            text.push_str(".Shape~9x9");
        }
        let again = puzzle_of_string(&text)?;
        let got = meaning::of(again.rules().iter().flat_map(|rule| rule.blocks()), layout.digits());
        let of_houses = grid.shape.distinct.iter();
        let cells = |house: &Vec<Cell>| {
            let cells: BTreeSet<_> = house.iter().map(|cell| cell.index()).collect();
            Meaning::Distinct(cells.into_iter().collect())
        };
        self.said.extend(of_houses.map(cells));
        if clues(&again) != self.clues || got != self.said {
            return Err(refused("this puzzle", "no text that is read as the same puzzle"));
        }
        Ok(text)
    }
}

/// The digits that each cell may have.
fn clues(puzzle: &Puzzle) -> Vec<Bits> {
    let of = |cell: Cell| {
        puzzle.clues().digits(cell).fold(0, |bits: Bits, digit| bits | 1 << digit.index())
    };
    puzzle.cells().map(of).collect()
}
