//! The rules of puzzles in text: which form takes them, and what is made of them.

use serde_json::Value;

use crate::error::{Error, Result};
use crate::puzzle::Puzzle;
use crate::rule::Rule;

/// The puzzle with the rules that these texts say.
///
/// # Errors
/// If one is not the text of a rule for its layout.
pub(super) fn with<'a>(puzzle: Puzzle, texts: impl IntoIterator<Item = &'a str>) -> Result<Puzzle> {
    texts.into_iter().try_fold(puzzle, |puzzle, text| {
        let rule = Rule::parse(text, puzzle.layout())?;
        Ok(puzzle.with_rule(rule))
    })
}

/// The puzzle with the rules of a JSON array: strings, and objects of blocks.
///
/// # Errors
/// If the value is no such array.
pub(super) fn with_json(puzzle: Puzzle, rules: &Value) -> Result<Puzzle> {
    let wrong = || Error::input("rules: expected an array of strings and objects");
    let texts = rules.as_array().ok_or_else(wrong)?.iter().map(|rule| match rule {
        Value::String(text) => Ok(text.clone()),
        Value::Object(_) => Ok(rule.to_string()),
        _ => Err(wrong()),
    });
    let texts = texts.collect::<Result<Vec<_>>>()?;
    with(puzzle, texts.iter().map(String::as_str))
}

/// The rules of a puzzle as a JSON array; none if it has none.
pub(super) fn json(puzzle: &Puzzle) -> Option<String> {
    let rules = puzzle.rules().iter().map(|rule| {
        let text = rule.text(puzzle.layout());
        if rule.is_free() { text } else { Value::from(text).to_string() }
    });
    let rules: Vec<_> = rules.collect();
    (!rules.is_empty()).then(|| format!("[{}]", rules.join(",")))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{error, one};
    use super::super::write::{Sheet, WRITERS};

    const PUZZLE: &str = r#"{"puzzle":"1.....3..4.....2","rules":["cage 5 r1c1 r1c2",
        {"name":"apart","blocks":[{"distinct":"r1c1 r2c3"}]}]}"#;

    #[test]
    fn rules_are_read_and_written() {
        let puzzle = one(PUZZLE);
        assert_eq!(puzzle.rules().len(), 2);
        for writer in WRITERS {
            let mut text = writer.header.to_owned();
            (writer.write)(&Sheet::of(&puzzle), &mut text);
            let again = one(&text);
            assert_eq!(again.rules(), puzzle.rules(), "{text}");
            assert_eq!(again.clues(), puzzle.clues(), "{text}");
        }
    }

    #[test]
    fn errors_name_the_rule() {
        let text = |rules: &str| format!("{{\"puzzle\":\"1.....3..4.....2\",\"rules\":{rules}}}");
        assert!(error(&text("[\"cages\"]")).starts_with("line 1: rule `cages`: no such kind; "));
        assert!(error(&text("\"cage r1c1\"")).starts_with("line 1: rules: expected an array"));
    }
}
