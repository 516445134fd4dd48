//! The words of a text, one at a time, with their places: lines may be of any length.

use std::io::{BufRead, ErrorKind};

use crate::error::{Error, Result};
use crate::sat::cnf::{Lit, MAX_VAR};

/// Bytes kept of a word; numbers are shorter, and no more is wanted in a message.
const KEPT: usize = 40;

/// Reads words from a text.
#[derive(Debug)]
pub(super) struct Scanner<R> {
    input: R,
    /// Where the next byte stands, from 1; the column counts characters.
    line: u64,
    column: u64,
    /// The last word read, cut short, and where it stands.
    word: Vec<u8>,
    word_at: (u64, u64),
}

impl<R: BufRead> Scanner<R> {
    pub(super) fn new(input: R) -> Self {
        Scanner { input, line: 1, column: 1, word: Vec::with_capacity(KEPT), word_at: (1, 1) }
    }

    /// Reads the next word of the line; `false` at the end of the line.
    pub(super) fn next_word(&mut self) -> Result<bool> {
        self.next_word_with(|_| {})
    }

    /// The same; `each` is handed all of the word, in pieces.
    fn next_word_with(&mut self, mut each: impl FnMut(&[u8])) -> Result<bool> {
        self.skip_blanks()?;
        self.word.clear();
        self.word_at = (self.line, self.column);
        loop {
            let buffered = fill(&mut self.input)?;
            let end = buffered.iter().position(|&byte| is_blank(byte) || byte == b'\n');
            let part = &buffered[..end.unwrap_or(buffered.len())];
            each(part);
            let room = KEPT - self.word.len();
            self.word.extend_from_slice(&part[..part.len().min(room)]);
            self.column += part.iter().filter(|&&byte| byte & 0xC0 != 0x80).count() as u64;
            let length = part.len();
            self.input.consume(length);
            if end.is_some() || length == 0 {
                return Ok(!self.word.is_empty());
            }
        }
    }

    /// Reads the next word of the line; if it is the values of up to `most` variables, a 0 or 1 for
    /// each without a space, these. No literal of so many variables looks like that.
    pub(super) fn next_bits(&mut self, most: u32) -> Result<Option<Vec<bool>>> {
        let (mut bits, mut all) = (Vec::new(), true);
        self.next_word_with(|part| {
            let fits = bits.len() + part.len() <= most as usize;
            all = all && fits && part.iter().all(|byte| b"01".contains(byte));
            if all {
                bits.extend(part.iter().map(|&byte| byte == b'1'));
            }
        })?;
        let is_literal = || parse(&self.word).is_some_and(|value| value <= u64::from(most));
        let is_number = bits.len() < 2 || bits[0] && bits.len() < KEPT && is_literal();
        Ok((all && !is_number).then_some(bits))
    }

    fn skip_blanks(&mut self) -> Result<()> {
        loop {
            let buffered = fill(&mut self.input)?;
            let blanks = buffered.iter().take_while(|&&byte| is_blank(byte)).count();
            let all = blanks > 0 && blanks == buffered.len();
            self.input.consume(blanks);
            self.column += blanks as u64;
            if !all {
                return Ok(());
            }
        }
    }

    /// The last word read, cut short if it is long; empty at the end of the line.
    pub(super) fn word(&self) -> &[u8] {
        &self.word
    }

    /// Passes over the rest of the line; `false` at the end of the text.
    pub(super) fn next_line(&mut self) -> Result<bool> {
        loop {
            let buffered = fill(&mut self.input)?;
            let length = buffered.len();
            if length == 0 {
                return Ok(false);
            }
            if let Some(end) = memchr::memchr(b'\n', buffered) {
                self.input.consume(end + 1);
                self.line += 1;
                self.column = 1;
                return Ok(true);
            }
            self.input.consume(length);
            self.column += length as u64;
        }
    }

    /// The last word as a literal, `None` if it is the 0 that ends a clause or a model.
    pub(super) fn literal(&self, max_var: u32) -> Result<Option<Lit>> {
        let (negative, digits) = match self.word.as_slice() {
            [b'-', digits @ ..] => (true, digits),
            digits => (false, digits),
        };
        let value = parse(digits).ok_or_else(|| self.unexpected("a literal or 0"))?;
        if value == 0 {
            return Ok(None);
        }
        match u32::try_from(value) {
            Ok(var) if var <= max_var.min(MAX_VAR) => {
                let lit = Lit::positive(var);
                Ok(Some(if negative { !lit } else { lit }))
            }
            _ => Err(self.unexpected(&format!("a variable up to {max_var}"))),
        }
    }

    /// The last word as a number without sign, which is called `what` in messages.
    pub(super) fn number(&self, what: &str, max: u64) -> Result<u64> {
        parse(&self.word)
            .filter(|&value| value <= max)
            .ok_or_else(|| self.unexpected(&format!("the {what}, 0 to {max}")))
    }

    /// That the last word is not what was expected.
    pub(super) fn unexpected(&self, expected: &str) -> Error {
        let word = String::from_utf8_lossy(&self.word);
        let found = match self.word.len() {
            0 => "end of line".to_owned(),
            KEPT.. => format!("{:?}…", word.trim_end_matches(char::REPLACEMENT_CHARACTER)),
            _ => format!("{word:?}"),
        };
        self.error_at_word(format!("found {found}, expected {expected}"))
    }

    /// An error at the last word.
    pub(super) fn error_at_word(&self, message: String) -> Error {
        Error::input(message).at(self.word_at.0, Some(self.word_at.1))
    }

    /// An error at the line that was reached.
    pub(super) fn error_at_line(&self, message: impl Into<String>) -> Error {
        // A text that ends in a newline ends on the line before.
        let line = if self.column == 1 { self.line - 1 } else { self.line };
        Error::input(message).at(line.max(1), None)
    }
}

/// What is buffered; empty at the end of the text.
fn fill(input: &mut impl BufRead) -> Result<&[u8]> {
    while let Err(error) = input.fill_buf() {
        if error.kind() != ErrorKind::Interrupted {
            return Err(error.into());
        }
    }
    Ok(input.fill_buf()?)
}

/// White space within a line; a carriage return before the newline is that as well.
fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\x0b' | b'\x0c')
}

/// A number of decimal digits only; one too large for the type comes back as its maximum.
fn parse(digits: &[u8]) -> Option<u64> {
    if digits.is_empty() {
        return None;
    }
    digits.iter().try_fold(0u64, |value, &byte| {
        let digit = byte.is_ascii_digit().then(|| u64::from(byte - b'0'))?;
        Some(value.saturating_mul(10).saturating_add(digit))
    })
}
