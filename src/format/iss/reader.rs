//! Constraints read one by one, on a grid that is known.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::free::{Parted, Read};
use super::shape::{self, Extra, OF_SUDOKU, Shape, in_item, wrong};
use super::text::{Item, is_group};
use super::types::{TYPES, Takes, Type};
use crate::error::{Error, Result};
use crate::grid::{Cell, Layout};
use crate::puzzle::Puzzle;
use crate::rule::block::Automaton;
use crate::rule::{Block, Kind, Rule};

/// Rules of a puzzle at most, and the size of its tables together.
const MAX_RULES: usize = 1 << 14;
const MAX_SIZE: usize = 1 << 20;

/// What was read so far of a puzzle whose grid is known.
pub(super) struct Reader {
    pub(super) layout: Arc<Layout>,
    /// The extra cells.
    pub(super) extra: Vec<Extra>,
    pub(super) puzzle: Puzzle,
    /// The rules so far; within a group, its own.
    pub(super) rules: Vec<Rule>,
    /// How many groups are open that are not all true.
    pub(super) choices: usize,
    /// Whether the option of such a group that is read cannot hold.
    pub(super) never: bool,
    /// By how much cells are shifted, and which extra cells; else those of the grid.
    pub(super) shift: (isize, isize),
    pub(super) shifted: Option<usize>,
    /// How many rules there are, and the size of tables.
    size: (usize, usize),
    /// Pairs of cells with dots, pairs with X or V, and whether some are within a choice.
    pub(super) dots: [Vec<Vec<Cell>>; 2],
    pub(super) chosen: [bool; 2],
    /// Whether all lines may share ranks.
    pub(super) ties: bool,
    /// State machines and expressions, by kind and text: groups repeat them for many cells.
    pub(super) machines: BTreeMap<(String, String), Read>,
    /// Automata of machines for parts of so many cells.
    pub(super) parted: BTreeMap<Parted, Arc<Automaton>>,
    /// What was said of places where only one thing can be said.
    said: BTreeMap<String, String>,
}

/// A puzzle with what constraints say beside its grid.
///
/// # Errors
/// If one is not read.
pub(super) fn apply(puzzle: Puzzle, items: &[Item], shape: &Shape) -> Result<Puzzle> {
    let is_any = |item: &Item| item.args.first().is_some_and(|arg| arg == "any");
    let ties = items.iter().any(|item| item.kind == "FullRankTies" && is_any(item));
    let mut reader = Reader::new(puzzle, shape, ties);
    for cells in &shape.distinct {
        reader.rule("distinct", &[], std::slice::from_ref(cells))?;
    }
    // What is exempt from a negative rule may stand behind it.
    let is_strict = |item: &&Item| item.kind.starts_with("Strict");
    for item in items.iter().filter(|item| !shape::TYPES.contains(&&*item.kind)) {
        if !is_strict(&item) {
            reader.read(item)?;
        }
    }
    items.iter().filter(is_strict).try_for_each(|item| reader.read(item))?;
    let Reader { puzzle, rules, .. } = reader;
    Ok(rules.into_iter().fold(puzzle, Puzzle::with_rule))
}

/// Where a reader was, to go back to.
pub(super) struct Mark {
    size: (usize, usize),
    dots: [usize; 2],
    chosen: [bool; 2],
    said: BTreeMap<String, String>,
}

impl Reader {
    /// Nothing read so far; `ties` if all lines may share ranks.
    pub(super) fn new(puzzle: Puzzle, shape: &Shape, ties: bool) -> Self {
        Reader {
            layout: puzzle.layout().clone(),
            extra: shape.extra.clone(),
            puzzle,
            rules: Vec::new(),
            choices: 0,
            never: false,
            shift: (0, 0),
            shifted: None,
            size: (0, 0),
            dots: [Vec::new(), Vec::new()],
            chosen: [false; 2],
            ties,
            machines: BTreeMap::new(),
            parted: BTreeMap::new(),
            said: BTreeMap::new(),
        }
    }

    /// The rules that some constraints are; within a group, if `choices` are open.
    ///
    /// # Errors
    /// If one is not read.
    pub(super) fn trial(&mut self, items: &[Item], choices: usize) -> Result<Vec<Rule>> {
        self.choices = choices;
        let all = items.iter().try_for_each(|item| self.read(item));
        // An error may have left them open.
        self.choices = 0;
        (self.shift, self.shifted) = ((0, 0), None);
        let rules = std::mem::take(&mut self.rules);
        if std::mem::take(&mut self.never) {
            return Err(Error::input("it cannot hold"));
        }
        all.map(|()| rules)
    }

    /// Where it is.
    pub(super) fn mark(&self) -> Mark {
        let dots = [self.dots[0].len(), self.dots[1].len()];
        Mark { size: self.size, dots, chosen: self.chosen, said: self.said.clone() }
    }

    /// Goes back to where it was.
    pub(super) fn reset(&mut self, to: Mark) {
        (self.size, self.chosen, self.said) = (to.size, to.chosen, to.said);
        for (dots, count) in self.dots.iter_mut().zip(to.dots) {
            dots.truncate(count);
        }
    }

    /// Reads a constraint.
    pub(super) fn read(&mut self, item: &Item) -> Result<()> {
        if is_group(&item.kind) {
            return self.group(item);
        }
        let known = TYPES.iter().find(|known| known.name == item.kind);
        let known = known.ok_or_else(|| {
            let why = if shape::TYPES.contains(&&*item.kind) {
                "it is of the whole grid, and may not stand in a group"
            } else {
                "there is no such type"
            };
            wrong(item, why)
        })?;
        if self.layout.is_raw() && known.on.needs_lines() {
            return Err(wrong(item, OF_SUDOKU));
        }
        self.take(item, known).map_err(|error| {
            let named = error.message().starts_with(&item.shown());
            if named { error } else { in_item(item, &error) }
        })
    }

    fn take(&mut self, item: &Item, known: &Type) -> Result<()> {
        let kind = known.kinds.first().copied().unwrap_or_default();
        match &known.takes {
            Takes::Other(read, _) => read(self, item),
            Takes::Grid if self.choices > 0 || self.shift != (0, 0) => {
                Err(Error::input("it is of the whole grid, and may not stand in a group"))
            }
            Takes::Grid => self.rule(kind, &[], &[]),
            Takes::Cells(least) => {
                let cells = self.cells(&item.args)?;
                if cells.len() < *least { Ok(()) } else { self.rule(kind, &[], &[cells]) }
            }
            Takes::NumberCells(least) => self.number_cells(item, kind, *least),
            Takes::NumbersCells => {
                let (numbers, cells) = split_first(item)?;
                let numbers = numbers.split('_').map(number_of).collect::<Result<Vec<_>>>()?;
                let cells = self.cells(cells)?;
                self.rule(kind, &numbers, &[cells])
            }
            Takes::Dots(number) => self.dots(item, kind, number),
            Takes::Ends(zero) => self.ends(item, kind, *zero),
        }
    }

    /// Adds the rule of a number and cells; of fewer than so many they say nothing.
    pub(super) fn number_cells(&mut self, item: &Item, kind: &str, least: usize) -> Result<()> {
        let (number, cells) = split_first(item)?;
        let (number, cells) = (number_of(number)?, self.cells(cells)?);
        if cells.len() < least { Ok(()) } else { self.rule(kind, &[number], &[cells]) }
    }

    /// Adds a rule of a kind. In a choice one whose cells have to differ and cannot is an option that cannot hold,
    /// whatever else is wrong with it.
    pub(super) fn rule(&mut self, kind: &str, numbers: &[i64], lines: &[Vec<Cell>]) -> Result<()> {
        self.spend(lines.iter().map(Vec::len).sum())?;
        let kind = Kind::by_name(kind)
            .ok_or_else(|| Error::input(format!("there is no kind of rule `{kind}`")))?;
        let never_holds = |line: &Vec<Cell>| kind.never_holds(numbers, line, &self.layout);
        if self.choices > 0 && lines.iter().any(never_holds) {
            self.never = true;
        } else {
            self.rules.push(Rule::new(kind, numbers, lines.to_vec(), &self.layout)?);
        }
        Ok(())
    }

    /// Counts a rule of some size.
    pub(super) fn spend(&mut self, size: usize) -> Result<()> {
        self.size = (self.size.0 + 1, self.size.1.saturating_add(size));
        if self.size.0 > MAX_RULES || self.size.1 > MAX_SIZE {
            return Err(Error::input("too many constraints for one puzzle"));
        }
        Ok(())
    }

    /// How much more rules may take.
    pub(super) fn room(&self) -> usize {
        MAX_SIZE.saturating_sub(self.size.1)
    }

    /// The cell of a name.
    pub(super) fn cell(&self, name: &str) -> Result<Cell> {
        let place = |symbol: char| {
            let place = symbol.to_digit(17).filter(|place| *place > 0)?;
            usize::try_from(place - 1).ok()
        };
        let wrong = |why: &str| {
            let name = satoku_check::shown(name.chars().take(20).collect::<String>());
            Error::input(format!("{name:?}: {why}"))
        };
        let found = match name.chars().collect::<Vec<_>>()[..] {
            ['R' | 'r', row, 'C' | 'c', column] => place(row).zip(place(column)),
            ['V' | 'v' | 'C' | 'D', ..] => {
                let (number, index) =
                    self.extra_cell(name).ok_or_else(|| wrong("there is no such extra cell"))?;
                if self.shift != (0, 0) && self.shifted != Some(number) {
                    return Err(wrong("cells of another kind are shifted"));
                }
                let cell = self.extra[number].moved(index, self.shift);
                return cell.ok_or_else(|| wrong("there is no such cell, shifted"));
            }
            _ => None,
        };
        if self.shift != (0, 0) && self.shifted.is_some() {
            return Err(wrong("cells of another kind are shifted"));
        }
        let (row, column) = found.ok_or_else(|| wrong("expected a cell such as R1C1"))?;
        let place =
            row.checked_add_signed(self.shift.0).zip(column.checked_add_signed(self.shift.1));
        let cell = place.and_then(|(row, column)| self.layout.grid().cell(row, column));
        cell.ok_or_else(|| {
            let moved = if self.shift == (0, 0) { "" } else { ", shifted" };
            wrong(&format!("there is no such cell{moved}"))
        })
    }

    /// Where a cell stands: in the grid or among the extra cells of a number, the row and the column there, from 0.
    pub(super) fn place(&self, cell: Cell) -> Option<(Option<usize>, usize, usize)> {
        if let Some((row, column)) = self.layout.grid().place(cell) {
            return Some((None, row, column));
        }
        let mut extra = self.extra.iter().enumerate();
        extra.find_map(|(number, extra)| {
            extra.place(cell).map(|(row, column)| (Some(number), row, column))
        })
    }

    /// The cell at a [place](Self::place).
    pub(super) fn at(&self, (extra, row, column): (Option<usize>, usize, usize)) -> Option<Cell> {
        match extra {
            None => self.layout.grid().cell(row, column),
            Some(number) => self.extra[number].at(row, column),
        }
    }

    /// Which extra cells a name is of, and its index among them.
    pub(super) fn extra_cell(&self, name: &str) -> Option<(usize, usize)> {
        let whole = name.replacen('v', "V", usize::from(name.starts_with('v')));
        let mut each = self.extra.iter().enumerate();
        each.find_map(|(number, extra)| Some((number, extra.index(&whole)?)))
    }

    /// The extra cells of a name, `V` before it.
    pub(super) fn extra_cells(&self, name: &str) -> Option<Vec<Cell>> {
        self.extra.iter().find(|extra| extra.name == name).map(Extra::cells)
    }

    /// The cells of some names.
    pub(super) fn cells(&self, names: &[String]) -> Result<Vec<Cell>> {
        names.iter().map(|name| self.cell(name)).collect()
    }

    /// Notes that something is said of a place; whether it was said before.
    pub(super) fn note(&mut self, place: String, what: String) -> Result<bool> {
        match self.said.get(&place) {
            _ if self.choices > 0 => Ok(false),
            Some(before) if *before == what => Ok(true),
            Some(_) => Err(Error::input(format!("{place} was said before, with something else"))),
            None => {
                self.said.insert(place, what);
                Ok(false)
            }
        }
    }

    /// The cells of a row or column, `R3` or `C10`, from its first cell on.
    pub(super) fn line(&self, name: &str) -> Result<Vec<Cell>> {
        let frame = self.layout.grid();
        let number = name.get(1..).and_then(|number| number.parse::<usize>().ok());
        let index = number.and_then(|number| number.checked_sub(1));
        let cells: Vec<_> = match (name.chars().next(), index) {
            (Some('R'), Some(row)) => {
                (0..frame.columns()).filter_map(|column| frame.cell(row, column)).collect()
            }
            (Some('C'), Some(column)) => {
                (0..frame.rows()).filter_map(|row| frame.cell(row, column)).collect()
            }
            _ => Vec::new(),
        };
        if cells.is_empty() || self.shift != (0, 0) {
            return Err(Error::input("expected a row or a column, such as R3 or C4"));
        }
        Ok(cells)
    }

    pub(super) fn ends(&mut self, item: &Item, kind: &str, zero: bool) -> Result<()> {
        let arg = |k: usize| item.args.get(k).map_or("", String::as_str);
        let mut line = self.line(arg(0))?;
        for (clue, end) in [(arg(1), "first"), (arg(2), "last")] {
            if !clue.is_empty() {
                let number = number_of(clue)?;
                if number == 0 && !zero {
                    return Err(Error::input("a clue of 0"));
                }
                let place = format!("the {end} clue of {} {}", item.kind, arg(0));
                if !self.note(place, clue.to_owned())? {
                    self.rule(kind, &[number], &[line.clone()])?;
                }
            }
            line.reverse();
        }
        Ok(())
    }

    /// Adds a free rule.
    pub(super) fn free(&mut self, name: &str, blocks: Vec<Block>) -> Result<()> {
        self.spend(1)?;
        self.rules.push(Rule::from_blocks(name, blocks));
        Ok(())
    }
}

/// The first argument of a constraint, and the others.
pub(super) fn split_first(item: &Item) -> Result<(&str, &[String])> {
    let parts = item.args.split_first();
    parts.map(|(first, rest)| (&**first, rest)).ok_or_else(|| Error::input("nothing is said"))
}

/// The number of a text.
pub(super) fn number_of(text: &str) -> Result<i64> {
    let number = text.parse::<i64>().ok().filter(|number| number.abs() < 1 << 31);
    number.ok_or_else(|| {
        let text = satoku_check::shown(text.chars().take(20).collect::<String>());
        Error::input(format!("{text:?}: expected a number"))
    })
}
