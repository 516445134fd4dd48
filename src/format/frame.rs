//! Grids that are not simply square, in the rows and columns of their frame: of a layout that the
//! options, a comment or a JSON object name.

use std::sync::Arc;

use serde_json::Value;

use super::preamble::{is_comment, layout_of_comment};
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
        let usual = unsaid(head);
        Plan::new(Splitting::Grids(usual.clone()), move |text, context| {
            let said = context.framed()?;
            let layout = if said.is_some() { said } else { usual.layout()?.map(Layout::shared) };
            let layout = layout.ok_or_else(|| Error::layout("frame: name the layout"))?;
            read_rows(text, &layout).map(Into::into)
        })
    }
}

/// The layout that options and the first comment name, or that rows are those of.
fn named(head: &Head<'_>) -> LayoutSpec {
    unsaid(head).or(&commented(head))
}

/// The same where no comment says more: that of the options, or that rows are those of.
fn unsaid(head: &Head<'_>) -> LayoutSpec {
    let options = head.layout().clone();
    let is_samurai = options.is_empty() && commented(head).is_empty() && is_samurai(head);
    if is_samurai { "samurai".parse().unwrap_or(options) } else { options }
}

/// The layout that the first comment names that names any.
fn commented(head: &Head<'_>) -> LayoutSpec {
    let mut comments = head.lines().iter().filter(|line| is_comment(line));
    comments.find_map(|line| layout_of_comment(line)?.ok()).unwrap_or_default()
}

/// The rows of the frame of a samurai.
const SAMURAI_ROWS: usize = 21;

/// Whether the rows are those of five grids that overlap: 18, 21 or 9 symbols, or points where there
/// are no cells and nowhere else.
fn is_samurai(head: &Head<'_>) -> bool {
    let rows: Vec<String> = head
        .content()
        .take(SAMURAI_ROWS + 1)
        .map(|line| line.chars().filter(|c| !c.is_whitespace()).collect())
        .collect();
    // Most texts are told apart by this: the layout is not made for them.
    if rows.len() != SAMURAI_ROWS {
        return false;
    }
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
    use super::super::tests::{error, read_all};
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

    /// Each grid with its own layout and rules, comments between and behind them.
    #[test]
    fn grids_follow_one_another() {
        let specs = ["grid=2x3+regions=AABBCC", "cells=xx./xxx/.xx+latin", "2x2+extra=2"];
        let puzzles = specs.map(|spec| {
            let mut puzzle = Puzzle::new(layout(spec));
            puzzle.set(Cell::new(1), Digit::new(1));
            puzzle
        });
        let mut text = String::new();
        for puzzle in puzzles.iter().chain(puzzles.iter().rev()) {
            let grid = WRITERS.iter().find(|writer| writer.name == "grid").unwrap();
            (grid.write)(&Sheet::of(puzzle), &mut text);
        }
        for text in [text.replace('#', "\n#"), text.clone()] {
            let again: Vec<_> = read_all(&text).into_iter().map(|entry| entry.puzzle).collect();
            assert!(again.iter().eq(puzzles.iter().chain(puzzles.iter().rev())), "{text}");
        }

        let text = "# layout=cells=xx./xxx/.xx+latin\n12.\n\n...\n# title\n.3.\n21.\n...\n...\n\
                    # rule=cage 3 r1c1,r1c2\n";
        let counts: Vec<_> =
            read_all(text).iter().map(|entry| entry.puzzle.rules().len()).collect();
        assert_eq!(counts, [0, 1]);
        assert!(error(&text.replace(".3.\n21.", ".3.")).contains("2 rows"), "{text}");
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
