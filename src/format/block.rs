//! Rows collected until they are a grid: where one record ends and the next begins.

use std::collections::VecDeque;
use std::sync::Arc;

use super::preamble::{Annotations, Preamble, is_of_one};
use super::reader::Flaw;
use super::rows::{Row, RowRule};
use super::split::MAX_RECORD;
use super::{Record, below};
use crate::grid::{LayoutSpec, MAX_SIDE, default_box};

/// Rows being collected.
#[derive(Debug, Default)]
pub(super) struct Block {
    first: u64,
    text: String,
    pub(super) lines: usize,
    /// The number of cells of every row so far, of the first two.
    widths: Vec<usize>,
    rows: usize,
    /// How many more it needs.
    missing: usize,
    /// Numbers that stood alone on a line before the first row.
    sizes: Vec<usize>,
    flaw: Option<String>,
    /// Whether it began right after another grid, no line between.
    follows: bool,
}

impl Block {
    /// Takes one line of a source of rows.
    pub(super) fn row(
        &mut self,
        rule: &mut RowRule,
        number: u64,
        text: Result<&str, Flaw>,
        preamble: &mut Preamble,
        ready: &mut VecDeque<Record>,
    ) {
        let in_map = rule.has_maps() && self.rows > 1 && self.rows >= self.side(rule);
        let row = text
            .as_ref()
            .map_or(Row::Cells(0), |line| if in_map { rule.map_row(line) } else { rule.row(line) });
        if row == Row::Comment && text.as_ref().is_ok_and(|line| is_of_one(line)) {
            // Such a line stands before a grid, never within one.
            ready.extend(self.finish(preamble));
        }
        let begun = self.rows > 0;
        if !begun && !matches!(row, Row::Cells(_)) {
            self.follows = false;
        }
        match row {
            Row::Comment if !begun => {
                if let Ok(line) = text {
                    preamble.note(line, number);
                }
            }
            Row::Blank | Row::Frame | Row::Skipped if !begun => {}
            Row::Size(size) if !begun => {
                if self.sizes.len() < 2 {
                    self.sizes.push(size);
                }
            }
            Row::Text if text.as_ref().is_ok_and(|line| below::is_rule(line)) => {
                // Where all of a source is known these were taken out.
                ready.extend(self.finish(preamble));
                let message = "a rule below a grid can only be read if the input is complete and \
                               shorter than 1 MB: write `# puzzle: rule=RULE` above the grid instead";
                let text = Err(Flaw { message: message.into(), column: None });
                ready.push_back(Record { line: number, column: 0, text, said: None });
            }
            Row::Text if !begun => self.sizes.clear(),
            Row::Text | Row::Size(_) => ready.extend(self.finish(preamble)),
            Row::Blank if !self.may_pause(rule, preamble.current()) => {
                ready.extend(self.finish(preamble));
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
                let complete = self.rows >= expected && (self.rows > 1 || side == 1);
                self.missing = expected.saturating_sub(self.rows);
                if complete || self.flaw.is_some() {
                    ready.extend(self.finish(preamble));
                    self.follows = complete;
                }
            }
        }
        if self.is_too_large() {
            ready.extend(self.finish(preamble));
        }
    }

    /// Takes note of empty lines before the first row.
    pub(super) fn pause(&mut self) {
        self.follows = false;
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

    /// Whether a blank line may stand here within a grid: between two rows of boxes, or before the
    /// region map.
    fn may_pause(&self, rule: &RowRule, said: Option<&Annotations>) -> bool {
        let side = self.side(rule);
        let built = said.and_then(|said| said.spec()?.build(side).ok());
        let shape = built.map_or_else(|| default_box(side), |layout| layout.box_shape());
        self.rows == side || shape.is_some_and(|(rows, _)| self.rows.is_multiple_of(rows))
    }

    pub(super) fn add(&mut self, number: u64, text: Result<&str, Flaw>) {
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

    pub(super) fn is_too_large(&mut self) -> bool {
        let large = self.text.len() > MAX_RECORD || self.lines > 16 * MAX_SIDE;
        if large {
            self.flaw.get_or_insert_with(|| "a grid longer than any can be".to_owned());
        }
        large
    }

    /// The record of what was collected, if anything was.
    pub(super) fn finish(&mut self, preamble: &mut Preamble) -> Option<Record> {
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
        let mut said = preamble.take();
        if let Some(spec) = shape
            && said.as_ref().is_none_or(|said| said.layout.is_none())
        {
            let said = Arc::make_mut(said.get_or_insert_default());
            said.layout = Some((block.first, Ok(spec)));
        }
        let flaw = block.flaw.or_else(|| {
            let (rows, expected) = (block.rows, block.rows + block.missing);
            (block.follows && block.missing > 0).then(|| {
                format!(
                    "{rows} rows left of a grid of {expected}: where a row is missing above, the \
                     grids after it are shifted"
                )
            })
        });
        let text = match flaw {
            None => Ok(block.text),
            Some(message) => Err(Flaw { message, column: None }),
        };
        Some(Record { line: block.first, column: 0, text, said })
    }
}
