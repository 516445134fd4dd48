//! Cutting a source into records: by lines, by rows, by a fixed number of lines, by JSON values.

use std::collections::VecDeque;
use std::sync::Arc;

use super::Record;
use super::head::{is_comment, layout_of_comment};
use super::reader::Flaw;
use super::rows::{Row, RowRule};
use super::source::{Line, MAX_LINE, Source};
use super::values::Values;
use crate::error::Result;
use crate::grid::{LayoutSpec, MAX_SIDE, default_box};

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

/// Rows being collected.
#[derive(Debug, Default)]
struct Block {
    first: u64,
    text: String,
    lines: usize,
    /// The number of cells of every row so far, of the first two.
    widths: Vec<usize>,
    rows: usize,
    /// Numbers that stood alone on a line before the first row.
    sizes: Vec<usize>,
    flaw: Option<String>,
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

    /// Takes a line or a value; false at the end.
    fn step(&mut self, source: &mut Source) -> Result<bool> {
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

impl Block {
    /// Takes one line of a source of rows.
    fn row(
        &mut self,
        rule: &mut RowRule,
        number: u64,
        text: Result<&str, Flaw>,
        layout: &mut Option<Arc<LayoutSpec>>,
        ready: &mut VecDeque<Record>,
    ) {
        let in_map = rule.has_maps() && self.rows > 1 && self.rows >= self.side(rule);
        let row = text
            .as_ref()
            .map_or(Row::Cells(0), |line| if in_map { rule.map_row(line) } else { rule.row(line) });
        let begun = self.rows > 0;
        match row {
            Row::Comment if !begun => {
                if let Ok(line) = text {
                    note_layout(line, layout);
                }
            }
            Row::Blank | Row::Frame | Row::Skipped if !begun => {}
            Row::Size(size) if !begun => {
                if self.sizes.len() < 2 {
                    self.sizes.push(size);
                }
            }
            Row::Text if !begun => self.sizes.clear(),
            Row::Text | Row::Size(_) => ready.extend(self.finish(layout.as_ref())),
            Row::Blank if !self.may_pause(rule, layout.as_deref()) => {
                ready.extend(self.finish(layout.as_ref()));
            }
            Row::Blank | Row::Frame | Row::Skipped | Row::Comment => self.add(number, text),
            Row::Cells(width) => {
                self.add(number, text);
                self.rows += 1;
                if self.widths.len() < 2 {
                    self.widths.push(width);
                }
                let side = self.side(rule);
                if width > MAX_SIDE && self.rows == 1 {
                    self.flaw.get_or_insert(format!(
                        "a row of {width} cells: the largest side is {MAX_SIDE}"
                    ));
                }
                let expected = if rule.has_maps() { 2 * side } else { side };
                if self.rows >= expected && (self.rows > 1 || side == 1) || self.flaw.is_some() {
                    ready.extend(self.finish(layout.as_ref()));
                }
            }
        }
        if self.is_too_large() {
            ready.extend(self.finish(layout.as_ref()));
        }
    }

    /// The side that the rows so far suggest. Where the first two disagree, the usual one decides.
    fn side(&self, rule: &RowRule) -> usize {
        let usual = rule.usual_side();
        match self.widths[..] {
            [a, b] if a != b => usual.filter(|n| [a, b].contains(n)).unwrap_or(a),
            [a, ..] => a,
            [] => usual.unwrap_or(0),
        }
    }

    /// How many rows are missing of a complete record.
    fn missing(&self, rule: &RowRule) -> usize {
        let side = self.side(rule);
        let rows = if rule.has_maps() { 2 * side } else { side };
        rows.saturating_sub(self.rows).max(1)
    }

    /// Whether a blank line may stand here within a grid: between two rows of boxes, or before the
    /// region map.
    fn may_pause(&self, rule: &RowRule, layout: Option<&LayoutSpec>) -> bool {
        let side = self.side(rule);
        let built = layout.and_then(|spec| spec.build(side).ok());
        let shape = built.map_or_else(|| default_box(side), |layout| layout.box_shape());
        self.rows == side || shape.is_some_and(|(rows, _)| self.rows.is_multiple_of(rows))
    }

    fn add(&mut self, number: u64, text: Result<&str, Flaw>) {
        if self.lines == 0 {
            self.first = number;
        } else {
            self.text.push('\n');
        }
        self.lines += 1;
        match text {
            Ok(text) => self.text.push_str(text),
            Err(flaw) => {
                self.flaw.get_or_insert(flaw.message);
            }
        }
    }

    fn is_too_large(&mut self) -> bool {
        let large = self.text.len() > MAX_RECORD || self.lines > 16 * MAX_SIDE;
        if large {
            self.flaw.get_or_insert_with(|| "a grid longer than any can be".to_owned());
        }
        large
    }

    /// The record of what was collected, if anything was.
    fn finish(&mut self, layout: Option<&Arc<LayoutSpec>>) -> Option<Record> {
        let block = std::mem::take(self);
        if block.lines == 0 {
            return None;
        }
        let shape = match (&block.sizes[..], block.widths.first()) {
            (&[r, c], Some(&side)) if r.checked_mul(c) == Some(side) => {
                LayoutSpec::boxes(r, c).ok()
            }
            _ => None,
        };
        let layout = layout.cloned().or(shape.map(Arc::new));
        let text = match block.flaw {
            None => Ok(block.text),
            Some(message) => Err(Flaw { message, column: None }),
        };
        Some(Record { line: block.first, column: 0, text, layout })
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
