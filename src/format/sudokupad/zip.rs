//! The shortened JSON of `SudokuPad`: `'` for quotation marks, keys without any, `t` and `f`, no
//! quotation marks around colours, nothing for an empty object in a list.

use serde_json::{Map, Number, Value};

use crate::error::{Error, Result};

/// Most lists and objects within each other.
const MAX_DEPTH: usize = 64;

/// Reads shortened JSON; plain JSON is read too, but that a list has an object where nothing stands.
///
/// # Errors
/// If it is something else.
pub(super) fn read(text: &str) -> Result<Value> {
    let mut zipped = Zipped { text, at: 0, depth: 0 };
    let value = zipped.value()?;
    match zipped.peek() {
        None => Ok(value),
        Some(_) => Err(zipped.wrong("the end")),
    }
}

struct Zipped<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

impl Zipped<'_> {
    fn wrong(&self, expected: &str) -> Error {
        let before = self.text[..self.at].chars().count();
        let message = format!("SudokuPad: character {}: expected {expected}", before + 1);
        Error::input(message)
    }

    /// The next character that is no space.
    fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        self.text[self.at..].chars().next()
    }

    /// Takes this character, if it is next.
    fn take(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        self.at += if found { wanted.len_utf8() } else { 0 };
        found
    }

    fn expect(&mut self, wanted: char) -> Result<()> {
        if self.take(wanted) { Ok(()) } else { Err(self.wrong(&format!("{wanted:?}"))) }
    }

    fn value(&mut self) -> Result<Value> {
        match self.peek() {
            Some('{' | '[') if self.depth == MAX_DEPTH => Err(self.wrong("fewer brackets")),
            Some('{') => self.deeper(Self::object),
            Some('[') => self.deeper(Self::array),
            Some('\'' | '"') => self.string().map(Value::String),
            Some(_) => self.word(),
            None => Err(self.wrong("a value")),
        }
    }

    fn deeper(&mut self, read: fn(&mut Self) -> Result<Value>) -> Result<Value> {
        self.depth += 1;
        self.at += 1;
        let value = read(self)?;
        self.depth -= 1;
        Ok(value)
    }

    fn object(&mut self) -> Result<Value> {
        let mut fields = Map::new();
        while !self.take('}') {
            let key = match self.peek() {
                Some('\'' | '"') => self.string()?,
                _ => self.bare(),
            };
            self.expect(':')?;
            let value = self.value()?;
            fields.insert(key, value);
            if !self.take(',') && self.peek() != Some('}') {
                return Err(self.wrong("',' or '}'"));
            }
        }
        Ok(fields.into())
    }

    fn array(&mut self) -> Result<Value> {
        let mut values = Vec::new();
        loop {
            match self.peek() {
                Some(',' | ']') => values.push(Value::Object(Map::new())),
                _ => values.push(self.value()?),
            }
            if self.take(']') {
                return Ok(values.into());
            }
            self.expect(',')?;
        }
    }

    /// What stands before the next mark.
    fn bare(&mut self) -> String {
        let rest = &self.text[self.at..];
        let end = rest.find([',', ':', '}', ']', '{', '[']).unwrap_or(rest.len());
        self.at += end;
        rest[..end].trim().to_owned()
    }

    /// A number, a word, or a colour.
    fn word(&mut self) -> Result<Value> {
        let word = self.bare();
        let number = || {
            let whole = word.parse::<i64>().ok().map(Number::from);
            whole.or_else(|| Number::from_f64(word.parse().ok()?))
        };
        let is_number = word.starts_with(|c: char| c == '-' || c.is_ascii_digit());
        Ok(match &*word {
            "" => return Err(self.wrong("a value")),
            "t" | "true" => Value::Bool(true),
            "f" | "false" => Value::Bool(false),
            "null" => Value::Null,
            _ => number().filter(|_| is_number).map_or(Value::String(word), Value::Number),
        })
    }

    fn string(&mut self) -> Result<String> {
        let mut characters = self.text[self.at..].char_indices();
        let quote = characters.next().map(|(_, quote)| quote);
        let mut text = String::new();
        while let Some((at, c)) = characters.next() {
            match c {
                '\\' => match characters.next() {
                    Some((_, 'n')) => text.push('\n'),
                    Some((_, 't')) => text.push('\t'),
                    Some((_, 'b' | 'f' | 'r')) => {}
                    Some((_, 'u')) => {
                        let code: String = characters.by_ref().take(4).map(|(_, c)| c).collect();
                        let code = u32::from_str_radix(&code, 16).ok().and_then(char::from_u32);
                        text.push(code.unwrap_or(char::REPLACEMENT_CHARACTER));
                    }
                    Some((_, other)) => text.push(other),
                    None => break,
                },
                c if Some(c) == quote => {
                    self.at += at + c.len_utf8();
                    return Ok(text);
                }
                c => text.push(c),
            }
        }
        self.at = self.text.len();
        Err(self.wrong("the end of a string"))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn shortened_json_is_read() {
        for (text, value) in [
            ("{id:'x',cs:50,h:f,u:t}", json!({"id": "x", "cs": 50, "h": false, "u": true})),
            ("[[,,{v:5},],[{v:'7'}]]", json!([[{}, {}, {"v": 5}, {}], [{"v": "7"}]])),
            ("{c:34BBE6,c1:#0,c2:12e456}", json!({"c": "34BBE6", "c1": "#0", "c2": "12e456"})),
            ("{te:'it\\'s \\u00bd', wp:[[0.5,-1]] }", json!({"te": "it's ½", "wp": [[0.5, -1]]})),
        ] {
            assert_eq!(read(text).unwrap(), value, "{text}");
        }
    }

    #[test]
    fn other_texts_are_errors() {
        for text in ["", "{", "[", "[1", "{a}", "{a:}", "'x", "{a:{} b:2}", "]", &"[".repeat(99)] {
            let message = read(text).unwrap_err().to_string();
            assert!(message.contains("expected"), "{text}: {message}");
        }
    }
}
