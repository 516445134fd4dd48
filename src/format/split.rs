//! Cutting a source into records: by lines, by rows, by a fixed number of lines, by JSON values.

use std::collections::VecDeque;

use super::Record;
use super::block::Block;
use super::grids::Grids;
use super::preamble::{Annotations, Preamble, is_comment};
use super::reader::Flaw;
use super::rows::RowRule;
use super::source::{Line, MAX_LINE, Source};
use super::values::Values;
use crate::error::{Error, Result};
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
    /// A record is the rows of a grid whose layout comments name, or else is this one.
    Grids(LayoutSpec),
    /// A record is a number of lines, blank ones and comments included.
    Chunks {
        /// How many.
        lines: usize,
        /// Whether a blank line follows each.
        gaps: bool,
    },
    /// A record is a JSON value, or an element of a list of puzzles.
    Values,
}

/// Cuts one source.
#[derive(Debug)]
pub(super) struct Splitter {
    how: How,
    preamble: Preamble,
    ready: VecDeque<Record>,
    /// An error that comes after what is ready.
    failure: Option<Error>,
}

#[derive(Debug)]
enum How {
    Lines { skip: usize },
    Rows { rule: RowRule, block: Block },
    Grids(Grids),
    Chunks { lines: usize, gaps: bool, block: Block, begun: bool },
    Values(Values),
    Done,
}

impl Splitter {
    pub(super) fn new(splitting: Splitting) -> Self {
        let block = Block::default();
        let how = match splitting {
            Splitting::Lines { skip } => How::Lines { skip },
            Splitting::Rows(rule) => How::Rows { rule, block },
            Splitting::Grids(usual) => How::Grids(Grids::new(usual)),
            Splitting::Chunks { lines, gaps } => How::Chunks { lines, gaps, block, begun: false },
            Splitting::Values => How::Values(Values::default()),
        };
        Splitter { how, preamble: Preamble::default(), ready: VecDeque::new(), failure: None }
    }

    /// One that has nothing more to give.
    pub(super) fn done() -> Self {
        Splitter {
            how: How::Done,
            preamble: Preamble::default(),
            ready: VecDeque::new(),
            failure: None,
        }
    }

    /// Whether the next record, or the end, is there without waiting for more of the source. What
    /// is here and no record is passed over.
    pub(super) fn has_record(&mut self, source: &mut Source) -> bool {
        if let How::Lines { skip } = &mut self.how {
            return pass_over(source, skip, &mut self.preamble) || source.is_closed();
        }
        loop {
            let known = !self.ready.is_empty() || self.failure.is_some();
            if known || source.is_closed() || matches!(self.how, How::Done) {
                return true;
            }
            let stepped = if let How::Values(values) = &self.how {
                let (mut values, mut preamble) = (values.clone(), self.preamble.clone());
                let mut ready = VecDeque::new();
                let done =
                    source.without_waiting(|source| values.step(source, &mut preamble, &mut ready));
                if done.is_some() {
                    (self.how, self.preamble, self.ready) = (How::Values(values), preamble, ready);
                }
                done
            } else {
                // A step passes over these, and would then wait for a line.
                self.pass_empty_lines(source);
                source.has_line().then(|| self.step(source))
            };
            match stepped {
                None => return false,
                Some(Ok(_)) => {}
                Some(Err(error)) => self.failure = Some(error),
            }
        }
    }

    /// The next record.
    pub(super) fn next(&mut self, source: &mut Source) -> Result<Option<Record>> {
        loop {
            if let Some(record) = self.ready.pop_front() {
                return Ok(Some(record));
            }
            let more = match self.failure.take() {
                Some(error) => Err(error),
                None => self.step(source),
            };
            let more = more.inspect_err(|_| self.how = How::Done)?;
            if !more && self.ready.is_empty() {
                self.how = How::Done;
                return Ok(None);
            }
        }
    }

    /// Whether every line that is neither blank nor a comment is a record.
    pub(super) fn is_by_lines(&self) -> bool {
        matches!(self.how, How::Lines { skip: 0 })
    }

    /// What the comment lines so far say of the puzzles that come next, unless that ends with the
    /// next one.
    pub(super) fn lasting(&self) -> Result<Option<&Annotations>, ()> {
        if self.preamble.is_of_one() { Err(()) } else { Ok(self.preamble.current()) }
    }

    /// Whether an empty line would mean nothing here.
    fn is_between(&self) -> bool {
        match &self.how {
            How::Lines { .. } => true,
            How::Rows { block, .. } => block.lines == 0,
            How::Grids(_) | How::Chunks { .. } | How::Values(_) | How::Done => false,
        }
    }

    /// Passes over empty lines that are here and mean nothing.
    fn pass_empty_lines(&mut self, source: &mut Source) {
        if self.is_between()
            && source.skip_empty_lines()
            && let How::Rows { block, .. } = &mut self.how
        {
            block.pause();
        }
    }

    /// Takes a line or a value; false at the end.
    fn step(&mut self, source: &mut Source) -> Result<bool> {
        self.pass_empty_lines(source);
        let Splitter { how, preamble, ready, .. } = self;
        match how {
            How::Done => Ok(false),
            How::Values(values) => values.step(source, preamble, ready),
            How::Lines { skip } => {
                let Some((number, line)) = source.next_line()? else { return Ok(false) };
                let text = decode(line);
                if is_record(&text, number, skip, preamble) {
                    let (text, said) = (text.map(str::to_owned), preamble.take());
                    ready.push_back(Record { line: number, column: 0, text, said });
                }
                Ok(true)
            }
            How::Chunks { lines, gaps, block, begun } => {
                let Some((number, line)) = source.next_line()? else {
                    // Blank lines after the last grid are none.
                    ready.extend(
                        block
                            .finish(&mut Preamble::default())
                            .filter(|record| !*begun || !is_blank(record)),
                    );
                    return Ok(false);
                };
                let text = decode(line);
                let gap = *gaps && *begun && block.lines == 0;
                if gap && text.as_ref().is_ok_and(|text| text.trim_ascii().is_empty()) {
                    *begun = false;
                    return Ok(true);
                }
                block.add(number, text);
                if block.lines >= *lines || block.is_too_large() {
                    *begun = true;
                    ready.extend(block.finish(&mut Preamble::default()));
                }
                Ok(true)
            }
            How::Grids(grids) => match source.next_line()? {
                None => {
                    ready.extend(grids.end(preamble));
                    Ok(false)
                }
                Some((number, line)) => {
                    grids.line(number, decode(line), preamble, ready);
                    Ok(true)
                }
            },
            How::Rows { rule, block } => match source.next_line()? {
                None => {
                    ready.extend(block.finish(preamble));
                    Ok(false)
                }
                Some((number, line)) => {
                    let text = decode(line);
                    block.row(rule, number, text, preamble, ready);
                    Ok(true)
                }
            },
        }
    }
}

/// Passes over the lines that are here and no records; whether a record stands behind them.
fn pass_over(source: &mut Source, skip: &mut usize, preamble: &mut Preamble) -> bool {
    loop {
        source.skip_empty_lines();
        let Some((number, line)) = source.peek_line() else { return false };
        if is_record(&decode(line), number, skip, preamble) {
            return true;
        }
        source.pass_line();
    }
}

/// Whether a line is a record, not blank, a comment or one of those to be skipped. Obeys comments.
fn is_record(
    text: &Result<&str, Flaw>,
    number: u64,
    skip: &mut usize,
    preamble: &mut Preamble,
) -> bool {
    if let Ok(text) = text {
        if text.trim_ascii().is_empty() {
            return false;
        }
        if is_comment(text) {
            preamble.note(text, number);
            return false;
        }
    }
    let skipped = *skip > 0;
    *skip -= usize::from(skipped);
    !skipped
}

fn is_blank(record: &Record) -> bool {
    record.text.as_ref().is_ok_and(|text| text.trim().is_empty())
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
