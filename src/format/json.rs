//! JSON: flat or nested arrays of numbers, strings, objects, and lists of all these.

use serde::de::IgnoredAny;
use serde_json::{Map, Value};

use super::fields::{says_nothing, understood};
use super::{
    Context, Entry, Fit, Format, Head, Plan, Splitting, fpuzzles, line, preamble, rules, solution,
    sudokupad,
};
use crate::error::{Error, Result};
use crate::grid::{CandidateSet, Cell, Digit, LayoutSpec, MAX_SIDE};
use crate::puzzle::{Puzzle, Symbols};

/// See the [module](self).
#[derive(Debug)]
pub(super) struct Json;

impl Format for Json {
    fn name(&self) -> &'static str {
        "json"
    }

    fn about(&self) -> &'static str {
        "JSON: flat or nested arrays, strings, objects with `puzzle`, lists of them"
    }

    fn fit(&self, head: &Head<'_>) -> Fit {
        let Some(first) = head.content().next() else { return Fit::No };
        if let Some(cells) = lone_row(first) {
            // Rows in brackets are a grid; a flat array has side² cells and no such company.
            let flat = cells >= 16 && cells.isqrt().pow(2) == cells;
            return if flat && head.first_block() != cells { Fit::Sure } else { Fit::No };
        }
        let bytes = head.content().flat_map(str::bytes).filter(|b| !b.is_ascii_whitespace());
        match bytes.take(2).collect::<Vec<_>>()[..] {
            // Numbers without commas are a grid in brackets.
            [b'[', b'[' | b'-' | b'n' | b'0'..=b'9'] if is_spaced(first) => Fit::No,
            [b'{', b'"'] | [b'[', b'[' | b'{' | b'"' | b'-' | b'n' | b'0'..=b'9' | b']'] => {
                Fit::Sure
            }
            [b'"', _] => Fit::Perhaps,
            _ => Fit::No,
        }
    }

    fn is_settled(&self, head: &Head<'_>) -> bool {
        let first = head.content().next().unwrap_or_default();
        // An array that is not at its end may be of another language: `None` may follow.
        let is_json = || {
            let text: String = head.content().flat_map(|line| [line, "\n"]).collect();
            let mut values = serde_json::Deserializer::from_str(&text).into_iter::<IgnoredAny>();
            first.starts_with('{') || values.next().is_some_and(|value| value.is_ok())
        };
        lone_row(first).is_none() && self.fit(head) == Fit::Sure && is_json()
    }

    fn plan(&self, _: &Head<'_>) -> Plan {
        Plan::new(Splitting::Values, read)
    }
}

/// The number of elements of a line that is an array of scalars, a comma after it allowed.
fn lone_row(line: &str) -> Option<usize> {
    let inside = line.strip_suffix(',').unwrap_or(line).strip_prefix('[')?.strip_suffix(']')?;
    (!inside.contains(['[', '{', '"'])).then(|| inside.split(',').count())
}

/// Whether numbers follow each other without a comma between.
fn is_spaced(line: &str) -> bool {
    let inside = line.trim_start_matches(['[', ' ']);
    let after = inside.trim_start_matches(|c: char| c.is_ascii_digit());
    after.trim_start().starts_with(|c: char| c.is_ascii_digit())
}

pub(super) const PUZZLE: [&str; 5] = ["puzzle", "grid", "board", "clues", "sudoku"];

/// Fields with a puzzle as another program writes it, and how each is read. To add one, add a line.
const OTHERS: &[(&str, ReadFn)] = &[("fpuzzles", fpuzzles::read), ("scl", sudokupad::read)];

type ReadFn = fn(&str, &Context<'_>) -> Result<Entry>;

/// Whole objects as other programs write them: whether it is one, and how it is read.
const DOCUMENTS: &[(IsFn, ReadObjectFn)] = &[
    (fpuzzles::is_document, fpuzzles::read_document),
    (sudokupad::is_document, sudokupad::read_document),
];

type IsFn = fn(&Map<String, Value>) -> bool;
type ReadObjectFn = fn(&Map<String, Value>, &Context<'_>) -> Result<Entry>;
/// The field of a constraint string.
pub(super) const INPUT: [&str; 2] = ["input", "iss"];

/// The fields of rules.
pub(super) const RULES: [&str; 2] = ["rules", "constraints"];

pub(super) fn read(text: &str, context: &Context<'_>) -> Result<Entry> {
    if text.starts_with(|c: char| c == '.' || c.is_ascii_digit() || c.is_ascii_uppercase()) {
        return line::read(text, context);
    }
    let value: Value = serde_json::from_str(text).map_err(|error| {
        let message = error.to_string();
        let message = message.split(" at line ").next().unwrap_or_default();
        Error::input(format!("JSON: {message}"))
            .at(error.line().max(1) as u64, Some(error.column().max(1) as u64))
    })?;
    read_value(&value, context)
}

pub(super) fn read_value(value: &Value, context: &Context<'_>) -> Result<Entry> {
    match value {
        Value::String(text) => line::read(text, context),
        Value::Array(cells) => match context.framed()? {
            Some(layout) => super::frame::read_json(value, &layout).map(Entry::from),
            None => read_array(cells, context),
        },
        Value::Object(fields) => {
            if let Some(name) = INPUT.into_iter().find(|name| fields.contains_key(*name)) {
                alone(fields, name)?;
                return with_rules(super::iss::read_object(fields, name, context)?, fields);
            }
            if let Some((_, read)) = DOCUMENTS.iter().find(|(is_it, _)| is_it(fields)) {
                return read(fields, context);
            }
            let other = OTHERS.iter().find(|(name, _)| fields.contains_key(*name));
            let other = other.map(|(name, read)| alone(fields, name).map(|value| (value, read)));
            let other = other.transpose()?;
            let puzzle = PUZZLE.iter().find_map(|name| fields.get(*name));
            let puzzle = puzzle.filter(|value| !value.is_object());
            let puzzle = other.map(|(puzzle, _)| puzzle).or(puzzle).or_else(|| answer(fields));
            let puzzle = puzzle.ok_or_else(|| no_grid(fields))?;
            understood(fields, puzzle, other.is_some(), context)?;
            // What an answer passed over is not there any more.
            let ignored = fields.get("ignored").and_then(Value::as_array).into_iter().flatten();
            ignored.filter_map(Value::as_str).for_each(|part| context.pass_over(part));
            let layout = match (word(fields, "layout")?, word(fields, "box")?) {
                (Some(_), Some(_)) => {
                    return Err(Error::input("fields layout and box: expected one of them"));
                }
                (layout, shape) => layout.or(shape).map(str::parse::<LayoutSpec>).transpose()?,
            };
            let context = context.with_layout(layout.as_ref());
            let symbols = word(fields, "symbols")?.map(str::parse).transpose()?;
            let has_numbers = |rows: &Vec<Value>| !rows.iter().all(Value::is_string);
            if symbols.is_some_and(|symbols| symbols != Symbols::OneBased)
                && puzzle.as_array().is_some_and(has_numbers)
            {
                return Err(Error::input(
                    "field symbols: numbers in an array count from 1; write the puzzle as a string",
                ));
            }
            let context = &context.with_symbols(symbols);
            let mut entry = match (other, puzzle, context.framed()?) {
                (Some((_, read)), Value::String(text), _) => read(text, context)?,
                // A document of its own says its symbols itself.
                (None, Value::String(text), _) if text.starts_with(['[', '{']) => {
                    read(text, &context.without_symbols())?
                }
                (None, _, Some(layout)) => Entry::from(super::frame::read_json(puzzle, &layout)?),
                _ => read_value(puzzle, context)?,
            };
            entry = with_rules(entry, fields)?;
            let other = fields.get("solution").filter(|value| !says_nothing(value));
            let solution = answer(fields).or(other).filter(|it| !std::ptr::eq(*it, puzzle));
            if let Some(value) = solution {
                entry.solution = solution::of_value(value, &entry.puzzle, context);
            }
            entry.id = match fields.get("id") {
                Some(Value::String(id)) => Some(id.clone()),
                Some(id @ Value::Number(_)) => Some(id.to_string()),
                _ => entry.id,
            };
            Ok(entry)
        }
        other => Err(Error::input(format!("JSON value {other}: expected a puzzle"))),
    }
}

/// The value of a field whose text has a layout and symbols of its own.
///
/// # Errors
/// If a layout or symbols stand beside it.
fn alone<'a>(fields: &'a Map<String, Value>, name: &str) -> Result<&'a Value> {
    for other in ["layout", "box", "symbols"] {
        if fields.get(other).is_some_and(|value| !says_nothing(value)) {
            let both = format!("fields {other} and {name}: expected one of them");
            return Err(Error::input(both));
        }
    }
    Ok(&fields[name])
}

/// A puzzle with the rules that stand beside it, and the cells that were filled on the way.
fn with_rules(mut entry: Entry, fields: &Map<String, Value>) -> Result<Entry> {
    let rules = RULES.iter().filter_map(|name| fields.get(*name));
    for rules in rules.filter(|rules| !says_nothing(rules)) {
        entry.puzzle = rules::with_json(entry.puzzle, rules)?;
    }
    if let Some(cells) = word(fields, "placed")? {
        entry.puzzle = preamble::with_placed(entry.puzzle, cells)?;
    }
    Ok(entry)
}

/// The text of a field; nothing, if it is null.
///
/// # Errors
/// If it is anything else.
fn word<'a>(fields: &'a Map<String, Value>, name: &str) -> Result<Option<&'a str>> {
    match fields.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(other) => Err(Error::input(format!("field {name}: expected a string, found {other}"))),
    }
}

/// The filled grid of an object that has no puzzle: an answer; of several, the first.
fn answer(fields: &Map<String, Value>) -> Option<&Value> {
    let several = || fields.get("solutions")?.as_array()?.first();
    fields.get("solution").or_else(several).filter(|grid| grid.is_string() || grid.is_array())
}

/// The error for an object with neither puzzle nor solution.
fn no_grid(fields: &Map<String, Value>) -> Error {
    let expected = format!("expected a field {} or solution", PUZZLE.join(" or "));
    Error::input(match fields.get("status").and_then(Value::as_str) {
        Some(status) => format!("an answer with status {status:?} and no grid: {expected}"),
        None => format!("a JSON object: {expected}"),
    })
}

fn read_array(array: &[Value], context: &Context<'_>) -> Result<Entry> {
    let side = array.len();
    let is_row = |value: &Value| match value {
        Value::Array(cells) => cells.len() == side,
        Value::String(cells) => side > 1 && cells.chars().count() == side,
        _ => false,
    };
    if side > 0 && array.iter().all(Value::is_string) && array.iter().all(is_row) {
        let text: String = array.iter().filter_map(Value::as_str).collect();
        return line::read(&text, context);
    }
    // A flat array may have arrays as cells: what is no row of its first elements tells.
    let flat_side = side.isqrt();
    let flat = flat_side.pow(2) == side && (2..=MAX_SIDE).contains(&flat_side);
    let nested = array.iter().all(Value::is_array) && (!flat || array.iter().any(is_row));
    let (side, rows): (usize, Vec<&[Value]>) = if nested || array.first().is_some_and(is_row) {
        let rows = array.iter().enumerate().map(|(k, row)| match row {
            Value::Array(cells) if cells.len() == side => Ok(cells.as_slice()),
            Value::Array(cells) => {
                let (k, found) = (k + 1, cells.len());
                Err(Error::input(format!("row {k} has {found} cells: expected {side}")))
            }
            other => Err(Error::input(format!("row {}: expected an array, found {other}", k + 1))),
        });
        (side, rows.collect::<Result<_>>()?)
    } else if flat {
        (flat_side, vec![array])
    } else {
        return Err(Error::input(format!("{side} cells: expected side² numbers, as 81")));
    };
    let nested = rows.len() > 1;
    let mut puzzle = Puzzle::new(context.layout(side)?);
    for (k, value) in rows.into_iter().flatten().enumerate() {
        let cell = Cell::new(k);
        let set = cell_of(value, side)
            .map_err(|e| Error::input(format!("{}: {}", cell.name(side), e.message())))?;
        if let Some(set) = set {
            puzzle.set_candidates(cell, &set);
        }
    }
    Ok(Entry { flat_json: !nested, ..puzzle.into() })
}

/// The candidates of a cell; `None` for an empty one.
fn cell_of(value: &Value, side: usize) -> Result<Option<CandidateSet>> {
    let digit = |number: usize| match number {
        n if (1..=side).contains(&n) => Ok(Digit::new(n - 1)),
        n => Err(Error::input(format!("number {n}: expected 1 to {side}"))),
    };
    let wrong = || Error::input(format!("found {value}: expected a number from 0 to {side}"));
    match value {
        Value::Null => Ok(None),
        Value::Number(number) if number.as_i64() == Some(-1) => Ok(None),
        Value::String(text) => match super::numbers::read_number(text.trim(), side, false)? {
            0 => Ok(None),
            n => Ok(Some(CandidateSet::single(digit(usize::from(n))?))),
        },
        Value::Array(marks) => {
            let numbers = marks.iter().map(|mark| {
                let number = mark.as_u64().and_then(|n| usize::try_from(n).ok());
                number.ok_or_else(wrong).and_then(digit)
            });
            numbers.collect::<Result<CandidateSet>>().map(Some)
        }
        Value::Number(_) => {
            let number = value.as_u64().and_then(|n| usize::try_from(n).ok()).ok_or_else(wrong)?;
            if number == 0 { Ok(None) } else { digit(number).map(CandidateSet::single).map(Some) }
        }
        _ => Err(wrong()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::ReadOptions;
    use super::super::tests::{error, one, read_all, read_with, results};

    const FLAT: &str = "[1,0,0,0, 0,0,3,null, 0,4,0,0, 0,0,0,2]";
    const NESTED: &str = "[[1,0,0,0],\n[0,0,3,0],\n[0,4,0,0],\n[0,0,0,2]]";

    #[test]
    fn arrays_of_all_shapes() {
        for text in [
            FLAT,
            NESTED,
            r#"[["1",".","",0],[0,0,3,0],[0,4,0,0],[0,0,0,"2"]]"#,
            r#"["1...","..3.",".4..","...2"]"#,
            r#"{"puzzle":"1.....3..4.....2"}"#,
            r#"{"name":"x","grid":[[1,0,0,0],[0,0,3,0],[0,4,0,0],[0,0,0,2]]}"#,
            r#"["1.....3..4.....2"]"#,
        ] {
            let puzzle = one(text);
            assert_eq!((puzzle.side(), puzzle.givens()), (4, 4), "{text}");
        }
        assert!(read_all(FLAT)[0].flat_json);
        assert!(!read_all(NESTED)[0].flat_json);
    }

    #[test]
    fn lists_are_several_puzzles() {
        for text in [
            format!("{FLAT}\n{FLAT}\n"),
            format!("[{FLAT},\n{FLAT}]"),
            format!("[{NESTED},{NESTED}]"),
            r#"["1.....3..4.....2","1.....3..4.....2"]"#.to_owned(),
            r#"# c
            {"puzzle":"1.....3..4.....2"} {"puzzle":"1.....3..4.....2"}"#
                .to_owned(),
        ] {
            assert_eq!(read_all(&text).len(), 2, "{text}");
        }
    }

    #[test]
    fn objects_name_layout_and_solution() {
        let text =
            r#"{"puzzle":"1.....3..4.....2","layout":"latin","solution":"1234341243212143"}"#;
        let entries = read_all(text);
        assert_eq!(entries[0].puzzle.layout().name(), "latin");
        assert!(entries[0].solution.is_some());
        let text = r#"{"id":7,"puzzle":"1.....3..4.....2","solutions":["1234341243212143"]}"#;
        let entries = read_all(text);
        assert_eq!((entries[0].id.as_deref(), entries[0].puzzle.givens()), (Some("7"), 4));
        assert!(entries[0].solution.is_some());
    }

    #[test]
    fn fields_that_may_say_more_are_errors() {
        let puzzle = r#"{"puzzle":"1.....3..4.....2","#;
        for field in [
            r#""killercage":[{"cells":["R1C1","R1C2"],"value":"5"}]"#,
            r#""diagonals":true"#,
            r#""regions":[1,2]"#,
            r#""grid":[[1]]"#,
            r#""Cages":{"a":1}"#,
        ] {
            let name = field.split(':').next().unwrap();
            let message = format!("line 1: field {name} is not understood");
            assert!(error(&format!("{puzzle}{field}}}")).starts_with(&message), "{field}");
        }
        for field in [
            r#""killercage":[]"#,
            r#""diagonals":false,"clues":4"#,
            r#""id":7,"Title":"x","author":null,"difficulty":"easy","size":4"#,
            r#""index":1,"status":"unique","removed":["r1c1"]"#,
        ] {
            assert_eq!(one(&format!("{puzzle}{field}}}")).givens(), 4, "{field}");
        }
        // The solution of something else is no puzzle.
        let other = r#"{"sukaku":"N4IgzglgXgpiBcBOANCA","solution":"1234341243212143"}"#;
        assert!(error(other).contains("field \"sukaku\""));
        let broken = r#"{"fpuzzles":"N4IgzglgXgpiBcBOANCA","solution":"1234341243212143"}"#;
        assert!(error(broken).starts_with("line 1: the packed text "));
    }

    #[test]
    fn what_stands_beside_other_programs_texts_is_obeyed_or_refused() {
        let rules = r#""rules":["antiking"],"constraints":["odd r1c1"],"placed":"r1c1""#;
        let fpuzzles = super::super::export_by_name("fpuzzles").unwrap();
        let packed = (fpuzzles.write)(&one("1.....3..4.....2"), None).unwrap();
        for (field, text) in [
            ("input", "1.....3..4.....2"),
            ("iss", "1.....3..4.....2"),
            ("fpuzzles", packed.trim()),
        ] {
            let object = |more: &str| format!("{{\"{field}\":\"{text}\",{more}}}");
            let puzzle = one(&object(rules));
            assert_eq!((puzzle.rules().len(), puzzle.placed().count()), (2, 1), "{field}");
            for (name, value) in [("layout", "diagonals"), ("box", "2x2"), ("symbols", "hex")] {
                assert_eq!(
                    error(&object(&format!("\"{name}\":\"{value}\""))),
                    format!("line 1: fields {name} and {field}: expected one of them")
                );
            }
        }
        let both = r#"{"input":"1.....3..4.....2","iss":"1.....3..4.....2"}"#;
        assert!(error(both).starts_with("line 1: field \"iss\" is not understood"));
    }

    #[test]
    fn fields_are_passed_over_on_demand() {
        let text = r#"{"puzzle":"1.....3..4.....2","killercage":[1],"x":true,"y":true}"#;
        let ignore = ["killercage", "x", "z"].map(str::to_owned).to_vec();
        let options = ReadOptions { ignore, ..ReadOptions::default() };
        let message = results(text.as_bytes(), &options).remove(0).unwrap_err().to_string();
        assert!(message.starts_with("line 1: field \"y\" is not understood"));
        let text = text.replace(",\"y\":true", "");
        assert_eq!(read_with(&text, &options)[0].ignored, ["killercage", "x"]);
        assert!(super::super::parse_with(&text, &options).is_ok());
    }

    #[test]
    fn answers_are_filled_grids() {
        let answer = "{\"index\":1,\"source\":\"-\",\"status\":\"solved\",";
        for text in [
            format!("{answer}\"solution\":\"1234341243212143\"}}"),
            format!("{answer}\"solutions\":[\"1234341243212143\",\"1234341221434321\"]}}"),
        ] {
            assert_eq!(one(&text).givens(), 16, "{text}");
        }
        let none = error("{\"index\":1,\"status\":\"none\"}");
        assert!(none.starts_with("line 1: an answer with status \"none\" and no grid: "), "{none}");
    }

    #[test]
    fn lines_may_stand_among_values() {
        let line = "1.....3..4.....2";
        let text = format!("{NESTED}\n{line} # layout=latin\n{FLAT}\n  {line}\n[{FLAT}]\n");
        assert_eq!(read_all(&format!("{NESTED}\n{:.<256}\n", "G1")).len(), 2);
        let entries = read_all(&text);
        let names: Vec<_> = entries.iter().map(|it| it.puzzle.layout().name()).collect();
        assert_eq!(names, ["2x2", "latin", "2x2", "2x2", "2x2"]);
        assert!(entries.iter().all(|entry| entry.puzzle.givens() == 4));
    }

    #[test]
    fn cells_may_be_candidates() {
        let puzzle = one("[[[1,2],0,0,0],[0,0,3,0],[0,4,0,0],[0,0,0,2]]");
        assert_eq!(puzzle.clues().len(crate::Cell::new(0)), 2);
    }

    #[test]
    fn errors_have_their_place() {
        assert_eq!(error("[1,0,\n]"), "line 2, column 1: JSON: trailing comma");
        assert_eq!(
            error("[[1,0,0,5],[0,0,3,0],[0,4,0,0],[0,0,0,2]]"),
            "line 1: r1c4: number 5: expected 1 to 4"
        );
        let text = "[[1,0,0,0],[0,0,3,0],[0,4,0],[0,0,0,2]]";
        assert_eq!(error(text), "line 1: row 3 has 3 cells: expected 4");
        assert_eq!(error("[1,2,\n3]"), "line 1: 3 cells: expected side² numbers, as 81");
        assert!(error(&"[".repeat(100_000)).contains("JSON"));
    }
}
