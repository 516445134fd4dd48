//! `satoku generate --pattern`: the cells that a file marks.

use std::collections::BTreeSet;
use std::io::Cursor;
use std::path::Path;

use anyhow::{Context, bail};

use satoku::Result;
use satoku::format::{ReadOptions, Reader};
use satoku::grid::{Cell, Layout};
use satoku::input;

/// What a file says of the cells that are to have clues.
pub(super) struct Pattern {
    name: String,
    text: String,
    /// Its symbols, without comments, frames and spaces.
    pub(super) marks: Vec<char>,
}

impl Pattern {
    pub(super) fn read(path: &Path) -> anyhow::Result<Self> {
        let name = path.display().to_string();
        let text = input::read_text(path).with_context(|| name.clone())?;
        // A row may begin with `#` too, but has no words.
        let is_comment = |line: &&str| {
            line.starts_with('#') && !line.chars().all(|c| "#.0_xX*|+- \t\r".contains(c))
        };
        let lines = text.lines().filter(|line| !is_comment(line));
        let is_mark = |mark: &char| !mark.is_whitespace() && !"|+-".contains(*mark);
        let marks: Vec<_> = lines.flat_map(str::chars).filter(is_mark).collect();
        if marks.is_empty() {
            bail!("{name}: no pattern found: expected a symbol for each cell, `.` for empty ones");
        }
        Ok(Pattern { name, text, marks })
    }

    /// The cells that are marked: symbols cell by cell, or else a puzzle in any form.
    pub(super) fn cells(self, layout: &Layout) -> anyhow::Result<BTreeSet<Cell>> {
        let Pattern { name, text, marks } = self;
        let cells = layout.cells();
        if marks.len() == cells {
            let marked = (0..cells).filter(|&k| !matches!(marks[k], '.' | '0' | '_'));
            return Ok(marked.map(Cell::new).collect());
        }
        let text = Cursor::new(text.into_bytes());
        let puzzle = || -> Result<_> {
            let mut reader = Reader::new(&*name, text, &ReadOptions::default())?;
            let parser = reader.parser();
            let record = reader.next_record()?;
            record.map(|record| parser.parse(&record)).transpose()
        };
        let puzzle = puzzle().ok().flatten().map(|entry| entry.puzzle);
        let Some(puzzle) = puzzle.filter(|puzzle| puzzle.layout().cells() == cells) else {
            let found = marks.len();
            let row = if found == layout.side() { " (a row of a grid?)" } else { "" };
            bail!(
                "{name}: {found} symbols: expected a pattern of {cells} cells, a symbol each{row}"
            )
        };
        Ok(puzzle.cells().filter(|&cell| puzzle.given(cell).is_some()).collect())
    }
}
