//! Cutting a source into records: by lines, by rows, by a fixed number of lines, by JSON values.

use std::collections::VecDeque;
use std::sync::Arc;

use super::Record;
use super::block::Block;
use super::head::{is_comment, layout_of_comment};
use super::reader::Flaw;
use super::rows::RowRule;
use super::source::{Line, MAX_LINE, Source};
use super::values::Values;
use crate::error::Result;
use crate::grid::LayoutSpec;

/// The largest record, in bytes.
pub(super) const MAX_RECORD: usize = 4 * MAX_LINE;

/// How a source is cut into records.
#[derive(Debug, Clone)]
pub enum Splitting {
    /// A record is a line.
    Lines {
        /// Lines of content at the beginning that are none.
        skip: usize,
    },
    /// A record is as many rows as the side.
    Rows(RowRule),
    /// A record is a number of lines, blank ones and comments included.
    Chunks(usize),
    /// A record is a JSON value, or an element of a list of puzzles.
    Values,
}

/// Cuts one source.
#[derive(Debug)]
pub(super) struct Splitter {
    how: How,
    layout: Option<Arc<LayoutSpec>>,
    ready: VecDeque<Record>,
}

#[derive(Debug)]
enum How {
    Lines { skip: usize },
    Rows { rule: RowRule, block: Block },
    Chunks { lines: usize, block: Block },
    Values(Values),
    Done,
}

impl Splitter {
    pub(super) fn new(splitting: Splitting) -> Self {
        let block = Block::default();
        let how = match splitting {
            Splitting::Lines { skip } => How::Lines { skip },
            Splitting::Rows(rule) => How::Rows { rule, block },
            Splitting::Chunks(lines) => How::Chunks { lines, block },
            Splitting::Values => How::Values(Values::default()),
        };
        Splitter { how, layout: None, ready: VecDeque::new() }
    }

    /// One that has nothing more to give.
    pub(super) fn done() -> Self {
        Splitter { how: How::Done, layout: None, ready: VecDeque::new() }
    }

    /// Whether a record is there without waiting for more of the source.
    pub(super) fn has_record(&self, source: &Source) -> bool {
        let lines = match &self.how {
            How::Done => return true,
            How::Lines { .. } | How::Values(_) => 1,
            How::Rows { rule, block } => block.missing(rule),
            How::Chunks { lines, block } => lines.saturating_sub(block.lines).max(1),
        };
        !self.ready.is_empty() || source.has_lines(lines)
    }

    /// The next record.
    pub(super) fn next(&mut self, source: &mut Source) -> Result<Option<Record>> {
        loop {
            if let Some(record) = self.ready.pop_front() {
                return Ok(Some(record));
            }
            let more = self.step(source).inspect_err(|_| self.how = How::Done)?;
            if !more && self.ready.is_empty() {
                self.how = How::Done;
                return Ok(None);
            }
        }
    }

    /// Whether an empty line would mean nothing here.
    fn is_between(&self) -> bool {
        match &self.how {
            How::Lines { .. } => true,
            How::Rows { block, .. } => block.lines == 0,
            How::Chunks { .. } | How::Values(_) | How::Done => false,
        }
    }

    /// Takes a line or a value; false at the end.
    fn step(&mut self, source: &mut Source) -> Result<bool> {
        if self.is_between() {
            source.skip_empty_lines();
        }
        let Splitter { how, layout, ready } = self;
        match how {
            How::Done => Ok(false),
            How::Values(values) => values.step(source, layout, ready),
            How::Lines { skip } => {
                let Some((number, line)) = source.next_line()? else { return Ok(false) };
                let text = decode(line);
                if let Ok(text) = &text {
                    if text.trim_ascii().is_empty() {
                        return Ok(true);
                    }
                    if is_comment(text) {
                        note_layout(text, layout);
                        return Ok(true);
                    }
                }
                if *skip > 0 {
                    *skip -= 1;
                    return Ok(true);
                }
                let text = text.map(str::to_owned);
                ready.push_back(Record { line: number, column: 0, text, layout: layout.clone() });
                Ok(true)
            }
            How::Chunks { lines, block } => {
                let line = source.next_line()?;
                let ended = line.is_none();
                if let Some((number, line)) = line {
                    block.add(number, decode(line));
                }
                if block.lines >= *lines || ended || block.is_too_large() {
                    ready.extend(block.finish(None));
                }
                Ok(!ended)
            }
            How::Rows { rule, block } => match source.next_line()? {
                None => {
                    ready.extend(block.finish(layout.as_ref()));
                    Ok(false)
                }
                Some((number, line)) => {
                    let text = decode(line);
                    block.row(rule, number, text, layout, ready);
                    Ok(true)
                }
            },
        }
    }
}

/// The text of a line.
fn decode(line: Line<'_>) -> Result<&str, Flaw> {
    let Line::Bytes(bytes) = line else {
        return Err(Flaw { message: format!("line longer than {MAX_LINE} bytes"), column: None });
    };
    std::str::from_utf8(bytes).map_err(|error| {
        let before = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        let column = Some(before.chars().count() as u64 + 1);
        Flaw { message: "not UTF-8 text".to_owned(), column }
    })
}

/// Obeys a comment that names a layout.
pub(super) fn note_layout(comment: &str, layout: &mut Option<Arc<LayoutSpec>>) {
    if let Some(spec) = layout_of_comment(comment) {
        *layout = Some(Arc::new(spec));
    }
}
