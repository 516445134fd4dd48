//! The fields of a JSON object beside its puzzle: those that are read, those that leave the puzzle as
//! it is, and all others, which may say more than is understood.

use serde_json::{Map, Value};

use super::json::PUZZLE;
use crate::error::{Error, Result};

/// What an object may say of a puzzle beside its cells, which leaves the puzzle as it is.
const REMARKS: [&str; 34] = [
    "id",
    "name",
    "title",
    "author",
    "authors",
    "by",
    "source",
    "url",
    "link",
    "date",
    "created",
    "created_at",
    "updated",
    "updated_at",
    "difficulty",
    "level",
    "rating",
    "score",
    "rank",
    "grade",
    "index",
    "number",
    "no",
    "status",
    "comment",
    "comments",
    "note",
    "description",
    "tags",
    "lang",
    "version",
    "seed",
    "size",
    "side",
];

/// The fields that are read.
const READ: [&str; 6] = ["layout", "box", "symbols", "rules", "solution", "solutions"];

/// Whether all that an object says is read, or leaves the puzzle as it is. What satoku prints of a
/// puzzle has its place in a run and a status.
///
/// # Errors
/// If some field might say more: killer cages, diagonals, the text of another program.
pub(super) fn understood(fields: &Map<String, Value>, puzzle: &Value) -> Result<()> {
    if fields.contains_key("index") && fields.get("status").is_some_and(Value::is_string) {
        return Ok(());
    }
    let says_nothing = |value: &Value| match value {
        Value::Null | Value::Bool(false) => true,
        Value::String(text) => text.is_empty(),
        Value::Array(all) => all.is_empty(),
        Value::Object(all) => all.is_empty(),
        _ => false,
    };
    let is_known = |name: &str, value: &Value| {
        let word = name.to_ascii_lowercase();
        READ.contains(&name)
            || REMARKS.contains(&word.as_str())
            || PUZZLE.contains(&name) && (std::ptr::eq(value, puzzle) || value.is_number())
            || says_nothing(value)
    };
    match fields.iter().find(|(name, value)| !is_known(name, value)) {
        None => Ok(()),
        Some((name, _)) => Err(Error::input(format!(
            "field {name:?} is not understood, and may say more of the puzzle: write it as `rules` or \
             `layout`, or remove it"
        ))),
    }
}
