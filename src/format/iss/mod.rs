//! Constraint strings of the Interactive Sudoku Solver: `.Type~argument~cell~cell…`, one after the
//! other, white space between as it likes; or their addresses, `…?q=…`; or one of the forms of its
//! first line: a grid, a grid and the map of its regions, a killer, candidates.
//!
//! ```text
//! .Shape~6x6~0-5.~R1C2_3.Thermo~R1C1~R2C2~R3C2.XSum~C4~11~.Cage~7~R5C5~R5C6
//! ```
//!
//! A cell is `R` and `C` with a symbol each, `a` for 10 to `g` for 16. All of a source is one
//! puzzle: comment lines begin with `#`, parts between empty lines add up. Lines that are addresses, or
//! all begin with `.Shape`, are a puzzle each; so they are written. In JSON the text stands under `input` or `iss`, its solution, a symbol a cell, under `solution`.
//!
//! - `text`: constraints taken apart;
//! - `lines`: the forms of a first line;
//! - `shape`: rows, columns, digits and houses;
//! - `types`: the types and the rules that they are, read and written;
//! - `reader`: constraints read one by one;
//! - `names`: what cells are called;
//! - `clues`, `sums`: types that are written in a way of their own;
//! - `regions`: regions that are to be found, connected cells, what houses lack;
//! - `free`: tables of pairs, state machines, patterns, groups;
//! - `automaton`: state machines as they are written;
//! - `parts`: state machines over cells in parts;
//! - `write`: puzzles as constraint strings.

mod automaton;
mod clues;
mod free;
mod lines;
mod names;
mod parts;
mod reader;
mod regions;
mod shape;
mod sums;
mod text;
mod types;
mod write;

use serde_json::{Map, Value};

use super::fields::understood;
use super::preamble::{Preamble, is_comment};
use super::solution::{self, Given};
use super::{Context, Entry, Fit, Format, Head, Plan, Splitting, Symbols, killer};
use crate::error::{Error, Result};
use crate::grid::{Cell, Digit, Layout};
use crate::puzzle::{Puzzle, Violation};
use shape::Shape;
use text::Item;

pub(super) use write::{write_address, write_line};

/// See the [module](self).
#[derive(Debug)]
pub(super) struct Iss;

impl Format for Iss {
    fn name(&self) -> &'static str {
        "iss"
    }

    fn about(&self) -> &'static str {
        "constraint strings or addresses of the Interactive Sudoku Solver: .Thermo~R1C1~R1C2"
    }

    fn fit(&self, head: &Head<'_>) -> Fit {
        let is_string = |line: &str| is_string(line) || text::is_address(line);
        if head.content().next().is_some_and(is_string) { Fit::Sure } else { Fit::No }
    }

    fn plan(&self, head: &Head<'_>) -> Plan {
        let addresses = head.content().next().is_some() && head.content().all(text::is_address);
        let shaped = head.content().nth(1).is_some() && head.content().all(text::begins_with_shape);
        let splitting = if addresses || shaped {
            Splitting::Lines { skip: 0 }
        } else {
            Splitting::Chunks { lines: usize::MAX, gaps: false }
        };
        Plan::new(splitting, read)
    }
}

/// Reads the puzzle of a text, as its comments say.
pub(super) fn read(text: &str, context: &Context<'_>) -> Result<Entry> {
    let puzzle = puzzle_of(text, context)?;
    let mut preamble = Preamble::default();
    let lines = (1..).zip(text.lines()).filter(|(_, line)| is_comment(line));
    lines.for_each(|(number, line)| preamble.note(line, number));
    preamble.take().unwrap_or_default().apply(puzzle).map(Entry::from)
}

/// Whether a line alone is a constraint string or an address of one.
pub(super) fn is_line(line: &str) -> bool {
    let line = line.trim();
    is_string(line) || text::is_address(line)
}

/// Whether a line begins a constraint string, rather than a grid whose first cells are empty.
fn is_string(line: &str) -> bool {
    let Some(rest) = line.strip_prefix('.') else { return false };
    let is_long = |kind: &str| kind.len() > 1 && types::is_known(kind);
    line.contains('~') || rest.trim_end_matches('.').split('.').all(|kind| is_long(kind.trim()))
}

/// The puzzle of a text.
///
/// # Errors
/// If some of it cannot be read.
fn puzzle_of(text: &str, context: &Context<'_>) -> Result<Puzzle> {
    if context.names_layout() {
        return Err(Error::layout(
            "a constraint string says its grid itself: leave out the layout",
        ));
    }
    puzzle_of_string(text)
}

/// The puzzle of a text that says its grid.
fn puzzle_of_string(text: &str) -> Result<Puzzle> {
    let mut items = Vec::new();
    let mut clues = Vec::new();
    let mut cages = Vec::new();
    let mut symbols = Symbols::OneBased;
    let add = |items: &mut Vec<Item>, kind: &str, args: &[&str]| {
        let args = args.iter().map(|arg| (*arg).to_owned()).collect();
        items.push(Item { kind: kind.to_owned(), args, inside: Vec::new() });
    };
    for section in text::sections(&text::of_address(text)) {
        let bare: String = section.chars().filter(|c| !c.is_whitespace()).collect();
        if killer::is_short(&bare) {
            cages.extend(killer::short(&bare)?);
        } else if killer::is_long(&bare) {
            let (more, diagonals) = killer::long(&bare)?;
            cages.extend(more);
            for direction in ["1", "-1"].into_iter().filter(|_| diagonals) {
                add(&mut items, "Diagonal", &[direction]);
            }
        } else if let Some(plain) = lines::read(&section) {
            add(&mut items, "Shape", &[&format!("{0}x{0}", plain.side)]);
            if let Some(map) = &plain.map {
                add(&mut items, "Jigsaw", &[map]);
                add(&mut items, "NoBoxes", &[]);
            }
            if plain.side > 9 {
                symbols = Symbols::Letters;
            }
            clues.push(plain.clues);
        } else if bare.starts_with('.') {
            items.extend(text::items(&bare)?);
        } else {
            return Err(no_puzzle(&section));
        }
    }
    let shape = Shape::of(&items)?;
    let mut puzzle = Puzzle::new(shape.layout.clone()).with_symbols(symbols);
    for (index, clue) in clues.iter().flat_map(|clues| clues.iter().enumerate()) {
        if let Some(clue) = clue.as_ref().filter(|_| index < shape.layout.grid().cells()) {
            let cell = Cell::new(index);
            let both = clue.iter().filter(|&digit| puzzle.clues().contains(cell, digit));
            let both = both.collect();
            puzzle.set_candidates(cell, &both);
        }
    }
    killer::with_cages(reader::apply(puzzle, &items, &shape)?, &cages)
}

/// The error for a text that is neither constraints nor a grid.
fn no_puzzle(section: &str) -> Error {
    let text = satoku_check::shown(section.trim().chars().take(60).collect::<String>());
    let is_name = section.trim().lines().count() == 1 && section.contains(char::is_alphabetic);
    Error::input(if is_name {
        format!("{text:?} is the name of a puzzle, not its text")
    } else {
        format!("{text:?}: expected constraints such as .Thermo~R1C1~R1C2, or a grid")
    })
}

/// The puzzle of a JSON object with its text in the field of that name.
pub(super) fn read_object(
    fields: &Map<String, Value>,
    name: &str,
    context: &Context<'_>,
) -> Result<Entry> {
    let wrong = |why: &str| Error::input(format!("field {name}: {why}"));
    let input = &fields[name];
    let text = input.as_str().ok_or_else(|| wrong("expected a string"))?;
    understood(fields, input, true, context)?;
    let puzzle = puzzle_of(text, context).map_err(|error| wrong(error.message()))?;
    let stated = fields.get("solution").filter(|value| !value.is_null());
    let solution = stated.and_then(|value| match value.as_str() {
        Some(text) => Some(filled(text, puzzle.layout())),
        None => solution::of_value(value, &puzzle, context),
    });
    let id = ["id", "name"].into_iter().find_map(|name| fields.get(name)?.as_str());
    Ok(Entry { id: id.map(str::to_owned), solution, ..puzzle.into() })
}

/// A filled grid, a symbol a cell.
fn filled(text: &str, layout: &Layout) -> Given {
    let greatest = layout.number_of(Digit::new(layout.digits() - 1));
    let symbols: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
    // What stands in extra cells may be left out.
    if symbols.len() != layout.cells() && symbols.len() != layout.grid().cells() {
        let size = Violation::Size { found: symbols.len(), expected: layout.cells() };
        return Err(size.to_string());
    }
    let digits = symbols.iter().enumerate().map(|(index, &symbol)| {
        let number = lines::number_of(symbol, greatest);
        number
            .and_then(|number| layout.digit_of(number))
            .ok_or_else(|| format!("{}: {symbol:?} is no digit", layout.name_of(Cell::new(index))))
    });
    digits.collect()
}

#[cfg(test)]
mod tests;
