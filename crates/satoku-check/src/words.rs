//! The text of a statement, piece by piece: the few forms of JSON that statements use.

use crate::error::{Error, Result};

/// The text, one piece at a time; white space between pieces does not count.
pub(super) struct Words<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Words<'a> {
    pub(super) fn new(text: &'a [u8]) -> Self {
        Words { text, at: 0 }
    }

    /// The next byte that is no white space.
    pub(super) fn peek(&mut self) -> Option<u8> {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.text.get(self.at) {
            self.at += 1;
        }
        self.text.get(self.at).copied()
    }

    /// Passes over exactly these bytes, white space aside.
    pub(super) fn expect(&mut self, what: &str) -> Result<()> {
        for byte in what.bytes() {
            if self.peek() != Some(byte) {
                return Err(self.wrong(what));
            }
            self.at += 1;
        }
        Ok(())
    }

    /// Whether these bytes, without white space, come next.
    pub(super) fn starts(&mut self, what: &str) -> bool {
        self.peek();
        self.text[self.at..].starts_with(what.as_bytes())
    }

    /// Reads a list, `[` and `]` around it and commas between its items.
    pub(super) fn list(&mut self, mut item: impl FnMut(&mut Self) -> Result<()>) -> Result<()> {
        self.expect("[")?;
        if self.peek() == Some(b']') {
            return self.expect("]");
        }
        loop {
            item(self)?;
            if self.peek() != Some(b',') {
                return self.expect("]");
            }
            self.expect(",")?;
        }
    }

    /// A string without escapes.
    pub(super) fn string(&mut self) -> Result<&'a str> {
        self.expect("\"")?;
        let rest = &self.text[self.at..];
        let end = rest.iter().position(|&byte| byte == b'"').unwrap_or(rest.len());
        let text = std::str::from_utf8(&rest[..end]).ok();
        let text = text.filter(|text| !text.contains('\\') && !text.chars().any(char::is_control));
        let text = text.ok_or_else(|| self.wrong("a plain string"))?;
        self.at += end;
        self.expect("\"")?;
        Ok(text)
    }

    /// A whole number of at most 18 digits.
    pub(super) fn integer(&mut self) -> Result<i64> {
        let negative = self.peek() == Some(b'-');
        let rest = &self.text[self.at + usize::from(negative)..];
        let count = rest.iter().take(19).take_while(|byte| byte.is_ascii_digit()).count();
        if count == 0 || count > 18 || rest[0] == b'0' && (negative || count > 1) {
            return Err(self.wrong("a number of at most 18 digits"));
        }
        let value = rest[..count].iter().fold(0, |value, byte| 10 * value + i64::from(byte - b'0'));
        self.at += count + usize::from(negative);
        Ok(if negative { -value } else { value })
    }

    /// A number from 0 up to a limit.
    pub(super) fn number(&mut self, most: usize) -> Result<usize> {
        let start = self.at;
        let value = self.integer().ok().and_then(|value| usize::try_from(value).ok());
        value.filter(|&value| value <= most).ok_or_else(|| {
            self.at = start;
            self.wrong(&format!("a number up to {most}"))
        })
    }

    pub(super) fn wrong(&self, expected: &str) -> Error {
        Error::proof(format!("puzzle.txt: byte {}: expected {expected}", self.at + 1))
    }
}
