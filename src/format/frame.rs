//! Grids that are not simply square, in the rows and columns of their frame: of a layout that the
//! options, a comment or a JSON object name.

use std::sync::Arc;

use serde_json::Value;

use super::preamble::{Preamble, is_comment, layout_of_comment};
use super::{Fit, Format, Head, Plan, Splitting};
use crate::error::{Error, Result};
use crate::grid::{CandidateSet, Cell, Layout, LayoutSpec};
use crate::puzzle::Puzzle;

/// See the [module](self).
#[derive(Debug)]
pub(super) struct Frame;

impl Format for Frame {
    fn name(&self) -> &'static str {
        "frame"
    }

    fn about(&self) -> &'static str {
        "rows of a grid that is not square; the layout must be named, but for samurai"
    }

    fn fit(&self, head: &Head<'_>) -> Fit {
        let is_json = head.content().next().is_none_or(|line| line.starts_with(['{', '[']));
        if !is_json && named(head).names_cells() { Fit::Sure } else { Fit::No }
    }

    fn plan(&self, head: &Head<'_>) -> Plan {
        let spec = named(head);
        // The whole source is one puzzle.
        let splitting = Splitting::Chunks { lines: usize::MAX, gaps: false };
        Plan::new(splitting, move |text, _| {
            let layout = spec.layout()?.ok_or_else(|| Error::layout("frame: name the layout"))?;
            let puzzle = read_rows(text, &layout.shared())?;
            let mut preamble = Preamble::default();
            let lines = (1..).zip(text.lines()).filter(|(_, line)| is_comment(line));
            lines.for_each(|(number, line)| preamble.note(line, number));
            let said = preamble.take().unwrap_or_default();
            said.apply(puzzle).map(Into::into)
        })
    }
}

/// The layout that options and comments name, or that rows are those of.
fn named(head: &Head<'_>) -> LayoutSpec {
    let mut comments = head.lines().iter().filter(|line| is_comment(line));
    let named = comments.find_map(|line| layout_of_comment(line)?.ok());
    let named = head.layout().or(&named.unwrap_or_default());
    let is_samurai = named.is_empty() && is_samurai(head);
    if is_samurai { "samurai".parse().unwrap_or(named) } else { named }
}

/// Whether the rows are those of five grids that overlap: 18, 21 or 9 symbols, or points where there
/// are no cells and nowhere else.
fn is_samurai(head: &Head<'_>) -> bool {
    let rows: Vec<String> = head
        .content()
        .take(22)
        .map(|line| line.chars().filter(|c| !c.is_whitespace()).collect())
        .collect();
    let Ok(Some(layout)) = "samurai".parse::<LayoutSpec>().and_then(|spec| spec.layout()) else {
        return false;
    };
    let frame = layout.frame();
    let is_row = |row: &String, places: Vec<Option<Cell>>, short: bool| {
        let cells = places.iter().flatten().count();
        let is_symbol = |c: char| c.is_ascii_digit() || "._*-".contains(c);
        let holes = || row.chars().zip(&places).all(|(c, cell)| (c == '.') == cell.is_none());
        row.chars().all(is_symbol)
            && if short { row.len() == cells } else { row.len() == places.len() && holes() }
    };
    let all = |short: bool| {
        rows.len() == frame.rows()
            && rows
                .iter()
                .zip(frame.by_rows())
                .all(|(row, places)| is_row(row, places.collect(), short))
    };
    all(true) || all(false)
}

/// A puzzle of a layout from the rows of its frame, a line each or with `/` between them: symbols
/// where numbers have one digit, else numbers with spaces between. Blanks may stand for holes, or
/// nothing. Blank lines and comments are passed over. Rows of extra cells may be left out.
///
/// # Errors
/// If rows or their cells are not as many as in the frame, or something is no digit.
pub fn read_rows(text: &str, layout: &Arc<Layout>) -> Result<Puzzle> {
    let lines = text.lines().filter(|line| !is_comment(line));
    let rows = lines.flat_map(|line| line.split('/')).map(str::trim);
    let rows: Vec<_> = rows.filter(|row| !row.is_empty()).collect();
    let frame = layout.frame();
    // Rows of extra cells may be left out.
    if rows.len() != frame.rows() && rows.len() != layout.grid().rows() {
        let (found, expected) = (rows.len(), frame.rows());
        return Err(Error::input(format!("{found} rows: {} has {expected}", layout.name())));
    }
    let has_symbols = layout.first() + layout.digits() <= 10;
    let mut puzzle = Puzzle::new(Arc::clone(layout));
    for (k, (row, places)) in rows.into_iter().zip(frame.by_rows()).enumerate() {
        let tokens: Vec<String> = if has_symbols {
            row.chars().filter(|c| !c.is_whitespace()).map(String::from).collect()
        } else {
            row.split_whitespace().map(str::to_owned).collect()
        };
        let places: Vec<_> = places.collect();
        let cells: Vec<Option<Cell>> = if tokens.len() == places.len() {
            places
        } else {
            places.into_iter().flatten().map(Some).collect()
        };
        if tokens.len() != cells.len() {
            let (k, found, expected) = (k + 1, tokens.len(), cells.len());
            return Err(Error::input(format!("row {k} has {found} cells: expected {expected}")));
        }
        for (cell, token) in cells.into_iter().zip(&tokens) {
            let is_blank = [".", "_", "*", "-"].contains(&token.as_str());
            match (cell, token.parse()) {
                (_, Err(_)) if is_blank => {}
                (Some(_), Ok(0)) if layout.first() > 0 => {}
                (Some(cell), Ok(number)) => puzzle.set(cell, digit(layout, number)?),
                (Some(_), Err(_)) => {
                    return Err(Error::input(format!("row {}: found {token:?}", k + 1)));
                }
                (None, _) => {
                    let message = format!("row {}: found {token:?} in a hole", k + 1);
                    return Err(Error::input(message));
                }
            }
        }
    }
    Ok(puzzle)
}

/// A puzzle of a layout from JSON: an array of rows of cells, `false` where there is none, or a
/// string as for [`read_rows`].
pub(super) fn read_json(value: &Value, layout: &Arc<Layout>) -> Result<Puzzle> {
    if let Value::String(text) = value {
        return read_rows(text, layout);
    }
    let wrong = |value: &Value| Error::input(format!("found {value}: expected rows of cells"));
    let rows = value.as_array().ok_or_else(|| wrong(value))?;
    if rows.len() != layout.frame().rows() {
        let (found, expected) = (rows.len(), layout.frame().rows());
        return Err(Error::input(format!("{found} rows: {} has {expected}", layout.name())));
    }
    let mut puzzle = Puzzle::new(Arc::clone(layout));
    for (k, (row, places)) in rows.iter().zip(layout.frame().by_rows()).enumerate() {
        let row = row.as_array().ok_or_else(|| wrong(row))?;
        let places: Vec<_> = places.collect();
        if row.len() != places.len() {
            let (k, found, expected) = (k + 1, row.len(), places.len());
            return Err(Error::input(format!("row {k} has {found} cells: expected {expected}")));
        }
        for (place, value) in places.into_iter().zip(row) {
            let Some(cell) = place else {
                match value {
                    Value::Bool(false) | Value::Null => continue,
                    _ => return Err(Error::input(format!("row {}: {value} in a hole", k + 1))),
                }
            };
            let number = |value: &Value| {
                let number = value.as_u64().and_then(|number| usize::try_from(number).ok());
                number.ok_or_else(|| wrong(value))
            };
            let set = match value {
                Value::Null => continue,
                Value::Array(marks) => {
                    let digits = marks.iter().map(|mark| digit(layout, number(mark)?));
                    digits.collect::<Result<CandidateSet>>()?
                }
                _ => match number(value)? {
                    0 if layout.first() > 0 => continue,
                    number => CandidateSet::single(digit(layout, number)?),
                },
            };
            puzzle.set_candidates(cell, &set);
        }
    }
    Ok(puzzle)
}

fn digit(layout: &Layout, number: usize) -> Result<crate::grid::Digit> {
    layout.digit_of(number).ok_or_else(|| {
        let (first, last) = (layout.first(), layout.first() + layout.digits() - 1);
        Error::input(format!("number {number}: expected {first} to {last}"))
    })
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::super::write::{Sheet, WRITERS};
    use super::*;
    use crate::grid::Digit;

    fn layout(spec: &str) -> Arc<Layout> {
        spec.parse::<LayoutSpec>().unwrap().build(9).unwrap().shared()
    }

    #[test]
    fn every_writer_writes_what_reads_back() {
        for spec in [
            "samurai",
            "grid=3x4+latin",
            "grid=6x6+digits=1-9",
            "digits=0-8",
            "digits=4-12",
            "grid=2x12+latin",
            "cells=xx./xxx/.xx+latin+digits=0-3",
            "grid=2x3+regions=AABBCC",
            "grid=4x4+raw",
            "grid=2x12+digits=0-3+raw",
            "grid=6x6+raw+2x3+diagonal",
        ] {
            let layout = layout(spec);
            let mut puzzle = Puzzle::new(Arc::clone(&layout));
            let last = Digit::new(layout.digits() - 1);
            puzzle.set(Cell::new(0), Digit::new(0));
            puzzle.set(Cell::new(layout.cells() - 1), last);
            let mut marked = puzzle.clone();
            marked.set_candidates(Cell::new(1), &[Digit::new(1), last].into_iter().collect());
            for puzzle in [puzzle, marked] {
                for writer in WRITERS {
                    let mut text = writer.header.to_owned();
                    (writer.write)(&Sheet::of(&puzzle), &mut text);
                    let read = parse(&text);
                    let read =
                        read.unwrap_or_else(|e| panic!("{spec} {}: {e}\n{text}", writer.name));
                    assert_eq!(read.layout(), puzzle.layout(), "{spec} {}", writer.name);
                    assert_eq!(read.clues(), puzzle.clues(), "{spec} {}:\n{text}", writer.name);
                }
            }
        }
    }

    #[test]
    fn rows_are_read_with_holes_or_without() {
        let layout = layout("cells=xx./xxx/.xx+latin");
        let read = |text: &str| read_rows(text, &layout).map_err(|error| error.to_string());
        let one = read("1 2 .\n\n0 0 3\n# a comment\n. . 1\n").unwrap();
        assert_eq!(one.clues(), read("12/..3/.1").unwrap().clues());
        assert_eq!(one.givens(), 4);
        assert!(read("12./..3").unwrap_err().contains("2 rows"));
        assert!(read("12./..3/.14").unwrap_err().contains("number 4"));
        assert!(read("12./..3/1.1").unwrap_err().contains("in a hole"));
        assert!(read("12./..3/1").unwrap_err().contains("row 3 has 1 cells"));
        assert!(read("1a./..3/.1.").unwrap_err().contains("\"a\""));
    }
}
