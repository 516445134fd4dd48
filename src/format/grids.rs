//! Cutting a source into grids that are not simply square: each ends with the last row of its frame,
//! or before a comment that names the layout of another.

use std::collections::VecDeque;

use super::Record;
use super::block::Block;
use super::preamble::{Preamble, is_comment, is_of_one, layout_of_comment};
use super::reader::Flaw;
use crate::grid::{Layout, LayoutSpec};

/// Rows of such grids being collected.
#[derive(Debug)]
pub(super) struct Grids {
    /// The layout that the options name, or the rows suggest.
    usual: LayoutSpec,
    block: Block,
    /// How many rows the grid has that is being collected, and how many of them are here.
    expected: usize,
    rows: usize,
    /// Comment lines behind its last row: of the grid that follows, or of this one where none does.
    behind: Vec<(u64, String)>,
}

impl Grids {
    pub(super) fn new(usual: LayoutSpec) -> Self {
        Grids { usual, block: Block::default(), expected: 0, rows: 0, behind: Vec::new() }
    }

    /// Takes one line.
    pub(super) fn line(
        &mut self,
        number: u64,
        text: Result<&str, Flaw>,
        preamble: &mut Preamble,
        ready: &mut VecDeque<Record>,
    ) {
        let line = text.as_ref().map_or("", |text| text.trim_ascii());
        let is_complete = self.rows >= self.expected;
        if self.rows > 0 && is_comment(line) {
            if is_of_one(line) || layout_of_comment(line).is_some() {
                ready.extend(self.cut(preamble));
                preamble.note(line, number);
            } else if is_complete {
                self.behind.push((number, line.to_owned()));
            } else {
                // It speaks of this grid as well as of those that follow.
                preamble.note(line, number);
                self.block.add(number, text);
            }
        } else if is_comment(line) {
            preamble.note(line, number);
        } else if text.is_ok() && line.is_empty() {
            if self.rows > 0 && !is_complete {
                self.block.add(number, text);
            }
        } else {
            if self.rows > 0 && is_complete {
                ready.extend(self.cut(preamble));
            }
            if self.rows == 0 {
                self.expected = self.rows_of(preamble);
            }
            let rows = line.split('/').filter(|row| !row.trim_ascii().is_empty()).count();
            self.rows += rows.max(1);
            self.block.add(number, text);
        }
        if self.block.is_too_large() {
            ready.extend(self.cut(preamble));
        }
    }

    /// The last grid of the source.
    pub(super) fn end(&mut self, preamble: &mut Preamble) -> Option<Record> {
        self.note_behind(preamble);
        self.cut(preamble)
    }

    /// The grid so far; what stands behind it is said of the next.
    fn cut(&mut self, preamble: &mut Preamble) -> Option<Record> {
        self.rows = 0;
        let record = self.block.finish(preamble);
        self.note_behind(preamble);
        record
    }

    fn note_behind(&mut self, preamble: &mut Preamble) {
        for (number, line) in self.behind.drain(..) {
            preamble.note(&line, number);
        }
    }

    /// How many rows the frame has that is named.
    fn rows_of(&self, preamble: &Preamble) -> usize {
        let said = preamble.current().and_then(|said| said.spec().cloned());
        let layout = self.usual.or(&said.unwrap_or_default()).layout();
        layout.ok().flatten().map_or(usize::MAX, |layout: Layout| layout.frame().rows())
    }
}
