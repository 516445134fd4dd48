//! Questions and expected answers (`tests/ask`), asked of the library and of the program; and every
//! line of JSON held against the schema.

use std::fs;
use std::sync::{Arc, Mutex};

use jsonschema::Validator;
use satoku::ask::{Event, Question, ask};
use serde_json::Value;

use crate::data;
use crate::program::{satoku, satoku_on};

/// A line of the table.
struct Case {
    question: Value,
    /// The command that asks the same; none where there is no such command.
    args: Option<Vec<String>>,
    /// What the answer has, among other fields; null where there is none.
    answer: Value,
    /// The number of events of each kind.
    events: Value,
    name: String,
}

fn cases() -> Vec<Case> {
    let mut files: Vec<_> = fs::read_dir(data::root().join("tests/ask")).unwrap().collect();
    files.sort_by_key(|file| file.as_ref().unwrap().path());
    let mut found = Vec::new();
    for file in files {
        let path = file.unwrap().path();
        for (number, line) in fs::read_to_string(&path).unwrap().lines().enumerate() {
            let mut case: Value = serde_json::from_str(line).unwrap();
            let words = |args: &Vec<Value>| {
                args.iter().map(|word| word.as_str().unwrap().to_owned()).collect()
            };
            found.push(Case {
                args: case["args"].as_array().map(words),
                question: case["question"].take(),
                answer: case["answer"].take(),
                events: case["events"].take(),
                name: format!("{}:{}", path.display(), number + 1),
            });
        }
    }
    assert!(!found.is_empty());
    found
}

fn schema(args: &[&str]) -> Validator {
    let text = satoku(&[&["schema"], args].concat()).out;
    let schema: Value = serde_json::from_str(&text).unwrap();
    jsonschema::draft202012::meta::validate(&schema).expect("a schema");
    jsonschema::validator_for(&schema).unwrap()
}

fn assert_valid(schema: &Validator, document: &Value, name: &str) {
    let errors: Vec<_> = schema.iter_errors(document).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{name}: {document}: {errors:?}");
}

/// Whether an answer has all that is expected of it.
fn assert_answers(answer: &Value, expected: &Value, name: &str) {
    for (key, value) in expected.as_object().into_iter().flatten() {
        assert_eq!(&answer[key], value, "{name}: {key} of {answer}");
    }
}

#[test]
fn the_library_answers_as_the_table_says() {
    let questions = schema(&["--question"]);
    for Case { question, answer, events, name, .. } in cases() {
        assert_valid(&questions, &question, &name);
        let question: Question = serde_json::from_value(question).unwrap();
        let told = Arc::new(Mutex::new(Vec::new()));
        let all = Arc::clone(&told);
        let watch = move |event: Event| {
            all.lock().unwrap().push(serde_json::to_value(event).unwrap());
            true
        };
        ask(&question, &(Arc::new(watch) as _));
        let told = told.lock().unwrap();
        let answers: Vec<_> = told.iter().filter_map(|event| event.get("answer")).collect();
        assert_eq!(answers.len(), usize::from(!answer.is_null()), "{name}: {answers:?}");
        for found in answers {
            assert_answers(found, &answer, &name);
        }
        for (kind, count) in events.as_object().into_iter().flatten() {
            let found = told.iter().filter(|event| event.get(kind).is_some()).count();
            assert_eq!(Some(found as u64), count.as_u64(), "{name}: {kind}");
        }
    }
}

#[test]
fn the_program_answers_as_the_table_says() {
    let lines = schema(&[]);
    for Case { question, args, answer, name, .. } in cases() {
        let Some(args) = args else { continue };
        let args: Vec<_> = args.iter().map(String::as_str).chain(["--json"]).collect();
        let ran = match question["puzzle"].as_str() {
            Some(puzzle) => satoku_on(&args, format!("{puzzle}\n")),
            None => satoku(&args),
        };
        let found: Value = serde_json::from_str(ran.out.trim_end()).unwrap();
        assert_valid(&lines, &found, &name);
        assert_answers(&found, &answer, &name);
    }
}

/// A puzzle with most kinds of steps, chains with several branches among them: rated 9.0.
const HARD: &str =
    "..5........6..2..8..4...1.7....1..7....8....4.2..47..9..175.6...8...3....5.....9.";

/// What the commands write for the puzzles of the repository; what names a puzzle is read again.
#[test]
fn every_line_of_json_is_as_the_schema_says() {
    let schema = schema(&[]);
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().to_str().unwrap();
    let [unique, two, none] =
        ["first", "two-solutions", "clash"].map(|name| format!("puzzles/9x9/{name}.txt"));
    let (files, bad) = ([&*unique, &*two, &*none], "puzzles/README.md");
    let runs: &[&[&str]] = &[
        &["solve"],
        &["solve", "--all"],
        &["solve", "--stats", "--engine", "sat"],
        &["count", "--cube", "1/2"],
        &["unique"],
        &["check"],
        &["convert"],
        &["explain"],
        &["explain", "--time-limit", "0"],
        &["candidates"],
        &["candidates", "--time-limit", "0"],
        &["count", "--estimate", "--samples", "10"],
        &["rate"],
        &["rate", "--time-limit", "0"],
        &["rate", "--scale", "hodoku"],
        &["steps", "--scale", "hodoku"],
        &["steps"],
        &["steps", "--until", "1.0", "--only", "single"],
        &["steps", "--all", "--no-uniqueness"],
        &["find", "--technique", "subset"],
        &["hint", "--notation", "library"],
        &["hint"],
        &["hint", "--level", "1"],
        &["hint", "--level", "4", "--check", &unique],
        &["minimize"],
        &["minimize", "--time-limit", "0"],
        &["transform", "--canonical"],
        &["transform", "--random", "--count", "2"],
        &["prove", "-o", out],
    ];
    let alone: &[&[&str]] = &[
        &["verify", out],
        &["cubes", "--count", "4", &two],
        &["backends"],
        &["techniques"],
        &["techniques", "--scale", "hodoku"],
        &["steps", HARD],
        &["steps", "--all", "--until", "7.6", HARD],
        &["hint", HARD],
        &["generate"],
        &["generate", "--full"],
        &["generate", "--clues", "16"],
        &["generate", "--rating", "6.5..7.2", "--count", "2"],
        &["generate", "--rating", "11.9", "--tries", "1"],
        &["generate", "--clues", "60", "--minimal", "--tries", "1"],
        &["solve", "no such file"],
    ];
    let with_files = runs.iter().map(|run| [run, &files[..], &[bad]].concat());
    for run in with_files.chain(alone.iter().map(|run| run.to_vec())) {
        let ran = satoku(&[&run[..], &["--json"]].concat());
        assert!(!ran.out.is_empty(), "{run:?}: {}", ran.err);
        for line in ran.out.lines() {
            let object: Value = serde_json::from_str(line).unwrap();
            assert_valid(&schema, &object, &format!("{run:?}"));
            if object.get("puzzle").is_some() {
                let read = satoku_on(&["convert", "--json"], line);
                assert_eq!(read.status, 0, "{line}\n{}", read.err);
            }
        }
    }
    // A schema that allows anything would not have told.
    for wrong in [
        r#"{"status":"solved","counts":1}"#,
        r#"{"status":"solved","count":"one"}"#,
        r#"{"status":"nonsense"}"#,
        r#"{"index":1}"#,
        "[]",
    ] {
        let wrong: Value = serde_json::from_str(wrong).unwrap();
        assert!(!schema.is_valid(&wrong), "{wrong}");
    }
}

/// A certificate in memory is the one in the folder, byte for byte.
#[test]
fn certificates_are_files_in_memory() {
    let dir = tempfile::tempdir().unwrap();
    let puzzle = fs::read_to_string(data::root().join("puzzles/9x9/first.txt")).unwrap();
    let out = dir.path().to_str().unwrap();
    assert_eq!(satoku(&["prove", "puzzles/9x9/first.txt", "-o", out]).status, 0);
    let question = serde_json::json!({"puzzle": puzzle, "want": {"prove": {}}});
    let question: Question = serde_json::from_value(question).unwrap();
    let files = Arc::new(Mutex::new(Vec::new()));
    let told = Arc::clone(&files);
    let watch = move |event| {
        if let Event::File(file) = event {
            told.lock().unwrap().push(file);
        }
        true
    };
    ask(&question, &(Arc::new(watch) as _));
    let files = files.lock().unwrap();
    assert_eq!(files.len(), fs::read_dir(dir.path()).unwrap().count());
    for file in files.iter() {
        assert!(fs::read(dir.path().join(&file.name)).unwrap() == file.bytes, "{}", file.name);
    }
}

/// An observer sees work go on, and stops it.
#[test]
fn a_watch_stops_a_search() {
    let question = serde_json::json!({"puzzle": ".".repeat(144), "want": {"count": {}}});
    let question: Question = serde_json::from_value(question).unwrap();
    let seen = Arc::new(Mutex::new((0, None)));
    let told = Arc::clone(&seen);
    let watch = move |event| {
        let mut seen = told.lock().unwrap();
        match event {
            Event::Progress(now) => {
                seen.0 += 1;
                now.nodes + now.conflicts + now.steps == 0 || seen.0 < 3
            }
            Event::Answer(answer) => {
                seen.1 = Some(answer.status());
                true
            }
            _ => true,
        }
    };
    ask(&question, &(Arc::new(watch) as _));
    let seen = seen.lock().unwrap();
    assert!(seen.0 >= 3, "{}", seen.0);
    assert_eq!(seen.1, Some(satoku::ask::Status::Unknown));
}

/// The page that explains every field says what the schema says.
#[test]
fn json_page_is_the_schema_in_words() {
    let schema: Value = serde_json::from_str(&satoku(&["schema"]).out).unwrap();
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../JSON.md");
    let text = fs::read_to_string(page).unwrap();
    let (head, _) = text.split_once(FIELDS).expect("a heading");
    let expected = format!("{head}{FIELDS}{}", fields(&schema));
    if std::env::var_os("SATOKU_WRITE_PAGES").is_some() {
        fs::write(page, expected).unwrap();
        return;
    }
    assert!(text == expected, "JSON.md is not of this schema: run with SATOKU_WRITE_PAGES=1");
}

const FIELDS: &str = "## Fields\n";

/// A table of fields for each document and value of a schema.
fn fields(schema: &Value) -> String {
    let words = |value: &Value| {
        let text = value["description"].as_str().unwrap_or_default();
        text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
    };
    let mut out = String::new();
    for (name, definition) in schema["$defs"].as_object().unwrap() {
        out.extend([format!("\n### {name}\n\n{}\n", words(definition))]);
        for variant in definition["oneOf"].as_array().into_iter().flatten() {
            let word = variant["const"].as_str().unwrap_or("?");
            out.extend([format!("\n- `{word}`: {}", words(variant))]);
        }
        if definition["oneOf"].is_array() {
            out.push('\n');
        }
        let Some(properties) = definition["properties"].as_object() else { continue };
        out += "\n| field | value | |\n|---|---|---|\n";
        let required = definition["required"].as_array();
        for (field, value) in properties {
            let is_always = required.is_some_and(|all| all.iter().any(|one| one == field));
            let kind = kind(value).join(" or ");
            let is_null = |value: &Value| value["type"] == "null" || value["type"][1] == "null";
            let may_be_null = is_null(value)
                || value["anyOf"].as_array().is_some_and(|it| it.iter().any(is_null));
            let kind = match (is_always, may_be_null) {
                (true, false) => kind,
                (true, true) => format!("{kind} or null"),
                (false, _) => format!("{kind}, or absent"),
            };
            out.extend([format!("| `{field}` | {kind} | {} |\n", words(value))]);
        }
    }
    out
}

/// What a value may be, without null, which only fields that may be absent are said to be.
fn kind(value: &Value) -> Vec<String> {
    let reference = |value: &Value| {
        let name = value["$ref"].as_str()?.rsplit('/').next()?;
        Some(format!("[{name}](#{})", name.to_lowercase()))
    };
    if let Some(name) = reference(value) {
        return vec![name];
    }
    if let Some(any) = value["anyOf"].as_array() {
        return any.iter().flat_map(kind).collect();
    }
    let types = match &value["type"] {
        Value::Array(types) => types.iter().filter_map(Value::as_str).collect(),
        one => Vec::from_iter(one.as_str()),
    };
    let types = types.into_iter().filter(|&it| it != "null");
    types
        .map(|it| match it {
            "array" => format!("array of {}", kind(&value["items"]).join(" or ")),
            other => other.to_owned(),
        })
        .collect()
}
