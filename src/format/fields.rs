//! The fields of a JSON object beside its puzzle: those that are read, those that leave the puzzle
//! as it is, and all others, which may say more than is understood.

use serde_json::{Map, Value};

use super::Context;
use super::json::{INPUT, PUZZLE, RULES};
use crate::error::{Error, Result};

/// What an object may say of a puzzle beside its cells, which leaves the puzzle as it is.
const REMARKS: &str = "\
    id name title author authors by source url link date created created_at updated updated_at \
    difficulty level rating score rank grade index number no status comment comments note \
    description tags lang version seed size side licence license src known";

/// What else it may say beside a puzzle in the form of another program, which says all itself.
const BESIDE_OTHERS: &str = "kinds inherits";

/// The fields that are read.
const READ: [&str; 6] = ["layout", "box", "symbols", "placed", "solution", "solutions"];

/// What else answers say beside the puzzle that they are about.
const ANSWER: &str = "\
    about added assumes assumptions automorphisms backbone branches candidates cells certificate certificates chains clash \
    clues_before column complete confidence conflicts count cube decisions default diamond difference \
    digits dir drawn ed eliminations ends engine ep er er_at_least error estimate exact excluded fewest_solutions givens \
    hits holds ignored image incremental interruptible kind lacking line links log10 log10_high log10_low \
    marks minimal needed needed_rules nested nodes of open open_rules pattern pearl place placements proof proofs puzzle_sha256 reason \
    redundant redundant_rules removed removed_rules resumes samples scale split stats steps symmetry technique techniques text \
    time_us transformation tries why wrong";

/// Whether a list of words has one.
fn has(words: &str, word: &str) -> bool {
    words.split(' ').any(|other| other == word)
}

/// Whether a field says nothing: null, false, or empty.
pub(super) fn says_nothing(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::String(text) => text.is_empty(),
        Value::Array(all) => all.is_empty(),
        Value::Object(all) => all.is_empty(),
        _ => false,
    }
}

/// Whether all that an object says is read, or leaves the puzzle as it is. An answer of satoku's
/// has its place in a run and a status; a puzzle may be in the form of another program.
///
/// # Errors
/// If some field might say more: killer cages, diagonals, the text of another program.
pub(super) fn understood(
    fields: &Map<String, Value>,
    puzzle: &Value,
    is_other: bool,
    context: &Context<'_>,
) -> Result<()> {
    let is_answer =
        fields.contains_key("index") && fields.get("status").is_some_and(Value::is_string);
    let is_known = |name: &str, value: &Value| {
        let word = name.to_ascii_lowercase();
        READ.contains(&name)
            || RULES.contains(&name)
            || has(REMARKS, &word)
            || std::ptr::eq(value, puzzle)
            || (PUZZLE.contains(&name) || INPUT.contains(&name)) && value.is_number()
            || is_answer && has(ANSWER, name)
            || is_other && has(BESIDE_OTHERS, name)
            || says_nothing(value)
            || context.ignores(name)
    };
    match fields.iter().find(|(name, value)| !is_known(name, value)) {
        None => Ok(()),
        Some((name, _)) => Err(Error::input(format!(
            "field {name:?} is not understood, and may say more of the puzzle: write it as `rules` or \
             `layout`, remove it, or pass it over (--ignore {name})"
        ))),
    }
}
