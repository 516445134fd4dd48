//! f-puzzles: links, packed bodies and JSON of the setting tool that most variants are made with.
//!
//! A body is JSON, packed ([`lz`]); a link is `https://f-puzzles.com/?load=BODY`. The
//! JSON has the grid and, by their keys, the rules:
//!
//! - `keys`: the table of keys, which says how each is read and written;
//! - `draft`: a puzzle while it is read;
//! - `special`: the keys that are like no others;
//! - `write`: the way back.
//!
//! What is only drawn (lines, circles, texts) never becomes a rule, as rules that are drawn stand
//! there a second time. A key that is not known may be a rule: it is an error, unless the options
//! say to pass it over.

pub(super) mod draft;
mod keys;
mod special;
#[cfg(test)]
mod tests;
mod write;

use serde_json::{Map, Value};

use super::fields::says_nothing;
use super::preamble::obey;
use super::{Context, Entry, Fit, Format, Head, Plan, Splitting, json, lz};
use crate::error::{Error, Result};
use draft::Draft;
use keys::KEYS;

pub(super) use write::{write_body, write_link};

/// See the [module](self).
#[derive(Debug)]
pub(super) struct FPuzzles;

impl Format for FPuzzles {
    fn name(&self) -> &'static str {
        "fpuzzles"
    }

    fn about(&self) -> &'static str {
        "f-puzzles: a link or a packed body per line, or JSON"
    }

    fn by_lines(&self) -> bool {
        true
    }

    fn fit(&self, head: &Head<'_>) -> Fit {
        if head.content().next().is_some_and(is_body) { Fit::Sure } else { Fit::No }
    }

    fn is_settled(&self, head: &Head<'_>) -> bool {
        self.fit(head) == Fit::Sure
    }

    fn plan(&self, head: &Head<'_>) -> Plan {
        if head.content().next().is_some_and(|line| line.starts_with(['{', '['])) {
            return Plan::new(Splitting::Values, json::read);
        }
        Plan::new(Splitting::Lines { skip: 0 }, |line, context| {
            obey(line.trim(), context, read).map_err(|error| error.at(1, None))
        })
    }
}

/// The words before a body in the identifiers of `SudokuPad`.
const PREFIXES: [&str; 2] = ["fpuzzles", "fpuz"];

/// The packed beginning of every JSON object.
const BEGINNING: &str = "N4Ig";

/// Whether a line is a link or a body.
pub(super) fn is_body(line: &str) -> bool {
    let bare = PREFIXES.iter().find_map(|prefix| line.strip_prefix(prefix)).unwrap_or(line);
    line.contains("f-puzzles.com/")
        || bare.starts_with(BEGINNING)
        || link(line).is_some_and(|id| PREFIXES.iter().any(|prefix| id.starts_with(prefix)))
}

/// What a link names, its last part.
pub(super) fn link(line: &str) -> Option<&str> {
    let is_link = line.starts_with("https://") || line.starts_with("http://");
    let (_, rest) = line.split_once("://").filter(|_| is_link)?;
    let (_, path) = rest.split_once('/')?;
    let id = path.split_once("puzzleid=").map_or(path, |(_, id)| id);
    Some(id.strip_prefix("sudoku/").unwrap_or(id))
}

/// The body of a text: a link or a body itself.
///
/// # Errors
/// If it is a link to a puzzle that the site alone has.
fn body(text: &str) -> Result<&str> {
    let parameter = |name: &str| {
        let (_, rest) = text.split_once(name).filter(|_| text.contains("://"))?;
        Some(rest.split(['&', '#']).next().unwrap_or_default())
    };
    if let Some(body) = parameter("?load=").or_else(|| parameter("&load=")) {
        return Ok(body);
    }
    if parameter("?id=").or_else(|| parameter("&id=")).is_some() {
        return Err(Error::input(
            "the link names a puzzle that only the site has (?id=): open it, and take the long link \
             (?load=) from its export",
        ));
    }
    let bare = link(text).unwrap_or(text);
    Ok(PREFIXES.iter().find_map(|prefix| bare.strip_prefix(prefix)).unwrap_or(bare))
}

/// The text of a body.
///
/// # Errors
/// If it cannot be unpacked.
pub(super) fn unpack(body: &str) -> Result<String> {
    let body = decode(body);
    match body.trim_end_matches(['=', '\\', '$']) {
        "" => Err(Error::input("the link has no puzzle")),
        packed => lz::unpack(packed),
    }
}

/// A text with what `%2B` and the like stand for.
pub(super) fn decode(text: &str) -> String {
    let mut parts = text.split('%');
    let mut decoded = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let code = part.get(..2).and_then(|code| u8::from_str_radix(code, 16).ok());
        match code.filter(u8::is_ascii) {
            Some(byte) => decoded.extend([&*char::from(byte).to_string(), &part[2..]]),
            None => decoded.extend(["%", part]),
        }
    }
    decoded
}

/// Reads a link, a body or JSON.
///
/// # Errors
/// If it is none of these, or says what is not known.
pub(super) fn read(text: &str, context: &Context<'_>) -> Result<Entry> {
    let text = text.trim();
    if text.starts_with('{') {
        return json::read(text, context);
    }
    let unpacked = unpack(body(text)?)?;
    let value: Value = serde_json::from_str(&unpacked)
        .map_err(|error| Error::input(format!("the packed text is no JSON: {error}")))?;
    match &value {
        Value::Object(fields) if is_document(fields) => read_document(fields, context),
        _ => Err(Error::input("the packed text is no puzzle of f-puzzles: expected a key grid")),
    }
}

/// Whether an object is such a puzzle: its grid has objects as cells.
pub(super) fn is_document(fields: &Map<String, Value>) -> bool {
    let row = fields.get("grid").and_then(Value::as_array).and_then(|rows| rows.first());
    row.and_then(Value::as_array).and_then(|row| row.first()).is_some_and(Value::is_object)
}

/// Reads the JSON.
///
/// # Errors
/// If it says what is not known, or no rule.
pub(super) fn read_document(fields: &Map<String, Value>, context: &Context<'_>) -> Result<Entry> {
    let mut draft = Draft::new(fields, context)?;
    for (name, value) in fields {
        if says_nothing(value) || KEYS.iter().any(|key| key.name == name && key.form.is_early()) {
            continue;
        }
        let Some(key) = KEYS.iter().find(|key| key.name == name) else {
            // What is no list and not on is text about the puzzle.
            let may_be_rule = matches!(value, Value::Array(_) | Value::Object(_) | Value::Bool(_));
            if may_be_rule && !context.ignores(name) {
                return Err(Error::input(format!(
                    "key {name:?} is not known, and may be a rule: --ignore {name} passes it over"
                )));
            }
            continue;
        };
        if key.form.is_rule() && context.ignores(name) {
            continue;
        }
        draft.read(key, value).map_err(|error| {
            let message = error.message();
            Error::input(format!("{name}: {message}"))
        })?;
    }
    Ok(draft.finish())
}
