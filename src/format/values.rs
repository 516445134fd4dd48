//! Cutting JSON into records without holding more than one: every value is one, but a list of
//! puzzles is taken apart.

use std::collections::VecDeque;
use std::ops::Range;

use serde_json::Value;

use super::Record;
use super::preamble::Preamble;
use super::reader::Flaw;
use super::source::Source;
use super::split::MAX_RECORD;
use crate::error::{Error, Result};
use crate::grid::MAX_SIDE;

/// Cuts one source.
#[derive(Debug, Clone, Default)]
pub(super) struct Values {
    /// Within a list of puzzles.
    in_list: bool,
    /// Characters of the current line that were passed.
    column: u64,
}

/// A piece of the source and where it began.
struct Piece {
    range: Range<usize>,
    line: u64,
    column: u64,
}

/// What the first element of an array tells of the array.
enum Shape {
    /// It is a puzzle.
    Whole,
    /// It is a list of puzzles.
    List,
    /// It is a puzzle if it has so many elements, else a list.
    Either(usize),
}

impl Values {
    /// Takes the next value, or the beginning of a list; false at the end.
    pub(super) fn step(
        &mut self,
        source: &mut Source,
        preamble: &mut Preamble,
        ready: &mut VecDeque<Record>,
    ) -> Result<bool> {
        let Some(byte) = self.skip_space(source, &mut Vec::new())? else { return Ok(false) };
        let mut text = Vec::new();
        match byte {
            b']' if self.in_list => {
                self.take(source, &mut text)?;
                self.in_list = false;
            }
            b'#' | b'%' | b';' | b'/' if !self.in_list => {
                while source.peek()?.is_some_and(|b| b != b'\n') {
                    self.take(source, &mut text)?;
                }
                preamble.note(&String::from_utf8_lossy(&text), source.line());
            }
            b'0'..=b'9' | b'A'..=b'Z' | b'.' if !self.in_list => {
                // A puzzle in the line form among others that only JSON can hold.
                let (line, column) = (source.line(), self.column);
                while source.peek()?.is_some_and(|b| b != b'\n') {
                    self.take(source, &mut text)?;
                }
                let range = 0..text.trim_ascii_end().len();
                ready.push_back(record(&text, &Piece { range, line, column }, preamble));
            }
            b'[' if !self.in_list => {
                for piece in self.array(source, &mut text)? {
                    ready.push_back(record(&text, &piece, preamble));
                }
            }
            _ => {
                let piece = self.value(source, &mut text)?;
                ready.push_back(record(&text, &piece, preamble));
            }
        }
        Ok(true)
    }

    /// Takes an array that is a puzzle, or the first puzzles of a list.
    fn array(&mut self, source: &mut Source, text: &mut Vec<u8>) -> Result<Vec<Piece>> {
        let (line, column) = (source.line(), self.column);
        self.take(source, text)?;
        let mut elements = Vec::new();
        let mut shape = Shape::Whole;
        let closed = loop {
            match self.skip_space(source, text)? {
                None => break false,
                Some(b']') => {
                    self.take(source, text)?;
                    break true;
                }
                Some(_) => elements.push(self.value(source, text)?),
            }
            if let [first] = &elements[..] {
                shape = shape_of(&text[first.range.clone()]);
            }
            match shape {
                Shape::List => break false,
                Shape::Either(count) if elements.len() > count => {
                    shape = Shape::List;
                    break false;
                }
                Shape::Either(_) => {}
                // The places of the elements of a puzzle are of no use.
                Shape::Whole => elements.truncate(1),
            }
        };
        if let Shape::Either(count) = shape
            && closed
            && elements.len() < count
        {
            shape = Shape::List;
        }
        if matches!(shape, Shape::List) {
            self.in_list = !closed;
            return Ok(elements);
        }
        Ok(vec![Piece { range: 0..text.len(), line, column }])
    }

    /// Takes one value, whatever is in it.
    fn value(&mut self, source: &mut Source, text: &mut Vec<u8>) -> Result<Piece> {
        let (line, column, start) = (source.line(), self.column, text.len());
        let mut depth = 0_usize;
        let mut quoted = false;
        while let Some(byte) = source.peek()? {
            let scalar = depth == 0 && !quoted;
            if scalar && text.len() > start && b",]}[{\" \t\r\n".contains(&byte) {
                break;
            }
            self.take(source, text)?;
            match byte {
                b'\\' if quoted && source.peek()?.is_some() => self.take(source, text)?,
                b'"' => quoted = !quoted,
                b'[' | b'{' if !quoted => depth += 1,
                b']' | b'}' if !quoted => depth = depth.saturating_sub(1),
                _ => continue,
            }
            if depth == 0 && !quoted {
                break;
            }
        }
        Ok(Piece { range: start..text.len(), line, column })
    }

    /// Passes over white space and commas; the byte after them.
    fn skip_space(&mut self, source: &mut Source, text: &mut Vec<u8>) -> Result<Option<u8>> {
        while let Some(byte) = source.peek()? {
            if !byte.is_ascii_whitespace() && byte != b',' {
                return Ok(Some(byte));
            }
            self.take(source, text)?;
        }
        Ok(None)
    }

    /// Takes the next byte, which is there.
    fn take(&mut self, source: &mut Source, text: &mut Vec<u8>) -> Result<()> {
        let Some(byte) = source.peek()? else { return Ok(()) };
        source.bump();
        match byte {
            b'\n' => self.column = 0,
            // The rest of a character of several bytes counts no more.
            0x80..=0xbf => {}
            _ => self.column += 1,
        }
        if text.len() >= MAX_RECORD {
            let message = format!("a JSON value longer than {MAX_RECORD} bytes");
            return Err(Error::input(message).at(source.line(), Some(self.column)));
        }
        text.push(byte);
        Ok(())
    }
}

fn record(text: &[u8], piece: &Piece, preamble: &mut Preamble) -> Record {
    let text = String::from_utf8(text[piece.range.clone()].to_vec())
        .map_err(|_| Flaw { message: "not UTF-8 text".to_owned(), column: None });
    Record { line: piece.line, column: piece.column, text, said: preamble.take() }
}

/// Judges an array by its first element.
fn shape_of(first: &[u8]) -> Shape {
    let either = |length: usize| match length {
        n if n > MAX_SIDE => Shape::List,
        n if n >= 16 && n.isqrt().pow(2) == n => Shape::Either(n),
        _ => Shape::Whole,
    };
    match serde_json::from_slice(first) {
        Ok(Value::Object(_)) => Shape::List,
        Ok(Value::String(row)) => either(row.chars().count()),
        Ok(Value::Array(row)) => {
            let side = row.len();
            let is_row = |value: &Value| match value {
                Value::Array(cells) => cells.len() == side,
                Value::String(cells) => cells.chars().count() == side,
                _ => false,
            };
            if side >= 2 && row.iter().all(is_row) { Shape::List } else { either(side) }
        }
        _ => Shape::Whole,
    }
}
