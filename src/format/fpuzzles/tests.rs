//! Tests of f-puzzles, read and written.

use serde_json::{Value, json};

use super::super::tests::{error, one, read_all, read_with, results};
use super::super::{EXPORTS, Entry, ReadOptions, export_by_name, lz, parse_with};
use crate::grid::{Cell, Layout};
use crate::puzzle::Puzzle;

/// A puzzle of a side and keys, with a 1 in the first cell.
fn document(side: usize, keys: &Value) -> Value {
    let mut grid = vec![vec![json!({}); side]; side];
    grid[0][0] = json!({"value": 1, "given": true});
    let mut document = json!({"size": side, "grid": grid});
    for (name, value) in keys.as_object().unwrap() {
        document[name] = value.clone();
    }
    document
}

fn read(side: usize, keys: &Value) -> Entry {
    read_all(&document(side, keys).to_string()).remove(0)
}

/// The texts of the rules of a puzzle.
fn rules(puzzle: &Puzzle) -> Vec<&str> {
    puzzle.rules().iter().map(|rule| rule.name()).collect()
}

/// The same, in order, whatever their order was.
fn sorted(puzzle: &Puzzle) -> Vec<String> {
    let mut rules: Vec<_> = puzzle.rules().iter().map(|rule| rule.text(puzzle.layout())).collect();
    rules.sort_unstable();
    rules
}

/// Written in every form and read again, a puzzle is the same, but for the order of its rules.
fn assert_comes_back(puzzle: &Puzzle) {
    for export in EXPORTS.iter().filter(|export| export.name.starts_with("fpuzzles")) {
        let text = (export.write)(puzzle, None).unwrap();
        let again = one(&text);
        assert_eq!(again.layout(), puzzle.layout(), "{text}");
        assert_eq!(again.clues(), puzzle.clues(), "{text}");
        assert_eq!(sorted(&again), sorted(puzzle), "{text}");
    }
}

#[test]
fn links_and_bodies_and_json_are_read() {
    let document = document(9, &json!({"title": "Łódź", "ruleset": "½ ".repeat(300)}));
    let body = lz::pack(&document.to_string());
    assert!(body.starts_with(super::BEGINNING) && body.contains('+'), "{body}");
    let bare = body.trim_end_matches('=');
    let escaped = body.replace('+', "%2B").replace('/', "%2F").replace('=', "%3D");
    for text in [
        body.clone(),
        bare.to_owned(),
        format!("{bare}\\"),
        body.replace('+', " "),
        format!("https://f-puzzles.com/?load={body}"),
        format!("https://www.f-puzzles.com/?load={escaped}\n"),
        format!("http://f-puzzles.com/?x=1&load={escaped}&y=2"),
        format!("fpuzzles{escaped}"),
        format!("fpuz{body}"),
        format!("https://sudokupad.app/fpuzzles{escaped}"),
        format!("https://app.crackingthecryptic.com/sudoku/fpuz{body}"),
        format!("https://sudokupad.app/?puzzleid=fpuz{body}"),
        format!("# two\n{body}\n"),
        document.to_string(),
        format!("{document:#}"),
        format!("[{document}]"),
        json!({"fpuzzles": body, "kinds": ["none"], "licence": "x"}).to_string(),
        json!({"fpuzzles": document}).to_string(),
    ] {
        let entries = read_all(&text);
        assert_eq!((entries.len(), entries[0].puzzle.givens()), (1, 1), "{text}");
        assert_eq!(entries[0].id.as_deref(), Some("Łódź"), "{text}");
    }
    assert_eq!(
        read_all(&format!("{body}\n{body} # layout=latin\n{body} # rule=antiknight\n")).len(),
        3
    );
    let options = |text: &str| ReadOptions {
        format: super::super::by_name("fpuzzles"),
        ..ReadOptions { ocr: text.is_empty(), ..ReadOptions::default() }
    };
    for text in [document.to_string(), body] {
        assert_eq!(read_with(&text, &options(&text)).len(), 1);
    }
}

#[test]
fn what_is_no_puzzle_is_told() {
    for (text, words) in [
        ("https://f-puzzles.com/?id=y2abcdef", "only the site has (?id=)"),
        ("https://f-puzzles.com/", "the link has no puzzle"),
        ("https://f-puzzles.com/?load=", "the link has no puzzle"),
        ("https://f-puzzles.com/?load=N4Ig!", "not base64"),
        ("N4IgzglgXgpiBcBOANCALhNAbO8QGUA7Aew", "ends too early"),
        (&lz::pack("{\"size\":9"), "no JSON"),
        (&lz::pack("{\"size\":9}"), "expected a key grid"),
        (&lz::pack(r#"{"grid":[[{}],[{}]]}"#), "row 1: expected a list of 2 cells"),
        (&lz::pack(r#"{"size":3,"grid":[[{},{}],[{},{}]]}"#), "2 rows, and size is 3"),
        (&lz::pack(r#"{"grid":[[{},1],[{},{}]]}"#), "r1c2: found 1: expected an object"),
        (&lz::pack(r#"{"grid":[[{"x":true},{}],[{},{}]]}"#), "r1c1: field \"x\" is not known"),
    ] {
        let message = error(text);
        assert!(message.starts_with("line 1: ") && message.contains(words), "{text}: {message}");
    }
}

#[test]
fn clues_are_what_is_given() {
    let mut document = document(4, &json!({}));
    document["grid"][0][1] = json!({"value": 2});
    document["grid"][0][2] = json!({"value": 2, "given": true, "givenPencilMarks": [2, 3]});
    document["grid"][0][3] = json!({"givenPencilMarks": [3, 4], "centerPencilMarks": [4]});
    document["grid"][1][0] =
        json!({"givenPencilMarks": null, "cornerPencilMarks": [4], "c": "#FFF"});
    let puzzle = one(&document.to_string());
    let counts: Vec<_> = (0..5).map(|k| puzzle.clues().len(Cell::new(k))).collect();
    assert_eq!(counts, [1, 4, 1, 2, 4]);
    assert_comes_back(&puzzle);
    document["grid"][0][3] = json!({"value": 5, "given": true});
    assert!(error(&document.to_string()).contains("r1c4: 5: expected a digit of the grid"));
}

#[test]
fn regions_are_houses() {
    let layout = |side: usize, region: &dyn Fn(usize, usize) -> Value| {
        let mut document = document(side, &json!({}));
        for k in 0..side * side {
            document["grid"][k / side][k % side] = match region(k / side, k % side) {
                Value::Bool(_) => json!({}),
                region => json!({"region": region}),
            };
        }
        let puzzle = one(&document.to_string());
        assert_comes_back(&puzzle);
        let rules = rules(&puzzle).join(", ");
        (puzzle.layout().spec().to_string(), rules)
    };
    let usual = |_, _| json!(false);
    assert_eq!(layout(6, &usual).0, "2x3");
    assert_eq!(layout(7, &usual).0, "latin");
    assert_eq!(layout(6, &|r, c| json!(r / 3 * 3 + c / 2)).0, "3x2");
    assert_eq!(layout(4, &|_, _| Value::Null), ("latin".into(), String::new()));
    let rows = |r: usize, _: usize| if r < 2 { json!(r.to_string()) } else { json!(r) };
    assert_eq!(layout(4, &rows).0, "latin");
    // Two cells exchanged, and no more said.
    let some = |r: usize, c: usize| match (r, c) {
        (1, 1) => json!(1),
        (1, 2) => json!(0),
        _ => json!(false),
    };
    assert_eq!(layout(4, &some).0, "regions=AABBABABCCDDCCDD");
}

#[test]
fn regions_that_are_rows_or_columns_are_none() {
    for (side, regions) in [(2, "ABAB"), (4, "ABCDABCDABCDABCD"), (4, "AAAABBBBCCCCDDDD")] {
        let spec: crate::grid::LayoutSpec = format!("latin,regions={regions}").parse().unwrap();
        let puzzle = Puzzle::new(spec.build(side).unwrap().shared());
        assert!(puzzle.layout().regions().is_some());
        let export = export_by_name("fpuzzles").unwrap();
        let text = (export.write)(&puzzle, None).unwrap();
        let again = one(&text);
        assert_eq!((export.write)(&again, None).unwrap(), text);
        assert_eq!(again.layout().spec().to_string(), "latin", "{regions}");
        assert_comes_back(&again);
        // Lines that they cut are refused, and read as what they mean.
        let line =
            crate::rule::Rule::parse("regionsumline r1c1-2 r2c2-1", puzzle.layout()).unwrap();
        let message = (export.write)(&puzzle.with_rule(line), None).unwrap_err().to_string();
        assert!(message.contains("where regions are rows or columns"), "{message}");
    }
    let lines = json!({"regionsumline": [{"lines": [["R1C1", "R1C2", "R2C2", "R2C1"]]}]});
    let mut document = document(4, &lines);
    let column = |k: usize| k % 4;
    let row = |k: usize| k / 4;
    for (region, read) in [
        (&column as &dyn Fn(usize) -> usize, "equalsums r1c1; r1c2 r2c2; r2c1"),
        (&row, "equalsums r1c1 r1c2; r2c2 r2c1"),
    ] {
        for k in 0..16 {
            document["grid"][k / 4][k % 4] = json!({"region": region(k)});
        }
        assert_eq!(rules(&one(&document.to_string())), [read]);
    }
}

/// Keys, and the rules that they are.
#[expect(clippy::too_many_lines, reason = "a table")]
fn keys() -> Vec<(Value, &'static str)> {
    vec![
        (json!({"antiknight": true, "antiking": true}), "antiknight, antiking"),
        (
            json!({"killercage": [{"cells": ["R1C1", "R1C2"], "value": "5"}, {"cells": ["R2C1", "R2C2"]}]}),
            "cage 5 r1c1 r1c2, cage r2c1 r2c2",
        ),
        (json!({"killercage": [{"cells": ["R1C1", "R1C2"], "value": 0}]}), "cage r1c1 r1c2"),
        (
            json!({"thermometer": [{"lines": [["R1C1", "R2C2"], ["R1C1", "R1C2"], ["R3C3"]]}]}),
            "thermometer r1c1 r2c2, thermometer r1c1 r1c2",
        ),
        (json!({"whispers": [{"lines": [["R1C1", "R2C2"]]}]}), "whispers 2 r1c1 r2c2"),
        (
            json!({"whispers": [{"lines": [["R1C1", "R2C2"]], "value": "1"}]}),
            "whispers 1 r1c1 r2c2",
        ),
        (
            json!({"sandwichsum": [{"cell": "R2C0", "value": "5"}, {"cell": "R5C3", "value": 2},
                {"cell": "R0C1", "value": ""}]}),
            "sandwich 5 r2, sandwich 2 r4-1c3",
        ),
        (json!({"extraregion": [{"cells": ["R1C2", "R1C1"]}]}), "distinct r1c1 r1c2"),
        (json!({"odd": [{"cell": "R1C1"}], "even": [{"cell": "R1C2"}]}), "odd r1c1, even r1c2"),
        (json!({"minimum": [{"cell": "R1C2"}, {"cell": "R1C1"}]}), "minimum r1c1 r1c2"),
        (json!({"maximum": [{"cell": "R4C4"}]}), "maximum r4c4"),
        (
            json!({"arrow": [{"cells": ["R1C1"], "lines": [["R1C1", "R1C2", "R1C3"], ["R1C1"]]},
                {"cells": ["R2C1", "R2C2"], "lines": [["R2C2", "R3C3"]]}, {"cells": ["R4C4"], "lines": []}]}),
            "arrow r1c1; r1c2 r1c3, arrow r2c1 r2c2; r3c3",
        ),
        (
            json!({"littlekillersum": [
                {"cell": "R0C0", "direction": "DR", "value": "9", "cells": ["R1C1", "R2C2", "R3C3", "R4C4"]},
                {"cell": "R5C2", "direction": "UL", "value": 3}, {"cell": "R0C3", "direction": "DL", "value": "4"},
                {"cell": "R0C3", "direction": "DL", "value": ""}]}),
            "littlekiller 9 r1c1 r2c2 r3c3 r4c4, littlekiller 3 r4c1, littlekiller 4 r1c2 r2c1",
        ),
        (json!({"rowindexer": [{"cells": ["R1C1"]}]}), "rowindexer r1c1"),
        (json!({"columnindexer": [{"cells": ["R1C1"]}]}), "columnindexer r1c1"),
        (json!({"boxindexer": [{"cells": ["R1C1"]}]}), "boxindexer r1c1"),
        (json!({"slowthermometer": [{"lines": [["R1C1", "R2C2"]]}]}), "slowthermometer r1c1 r2c2"),
        (json!({"palindrome": [{"lines": [["R1C1", "R2C2"]]}]}), "palindrome r1c1 r2c2"),
        (json!({"renban": [{"lines": [["R1C1", "R2C2"]]}]}), "renban r1c1 r2c2"),
        (
            json!({"regionsumline": [{"lines": [["R1C1", "R1C2", "R1C3"]]}]}),
            "regionsumline r1c1 r1c2 r1c3",
        ),
        (json!({"betweenline": [{"lines": [["R1C1", "R2C2", "R3C3"]]}]}), "between r1c1 r2c2 r3c3"),
        (json!({"lockout": [{"lines": [["R1C1", "R2C2", "R3C3"]]}]}), "lockout 2 r1c1 r2c2 r3c3"),
        (
            json!({"entropicline": [{"lines": [["R1C1", "R2C2", "R3C3"]]}]}),
            "entropic r1c1 r2c2 r3c3",
        ),
        (
            json!({"modularline": [{"lines": [["R1C1", "R2C2", "R3C3"]]}]}),
            "modular 3 r1c1 r2c2 r3c3",
        ),
        (json!({"nabner": [{"lines": [["R1C1", "R2C2"]]}]}), "nabner r1c1 r2c2"),
        (
            json!({"doublearrow": [{"lines": [["R1C1", "R2C2", "R3C3"]]}]}),
            "doublearrow r1c1 r2c2 r3c3",
        ),
        (json!({"zipperline": [{"lines": [["R1C1", "R2C2", "R3C3"]]}]}), "zipper r1c1 r2c2 r3c3"),
        (
            json!({"difference": [{"cells": ["R1C1", "R1C2"]}, {"cells": ["R2C1", "R2C2"], "value": "2"}]}),
            "difference 1 r1c1 r1c2, difference 2 r2c1 r2c2",
        ),
        (
            json!({"ratio": [{"cells": ["R1C1", "R1C2"]}, {"cells": ["R2C1", "R2C2"], "value": 3}]}),
            "ratio 2 r1c1 r1c2, ratio 3 r2c1 r2c2",
        ),
        (
            json!({"xv": [{"cells": ["R1C1", "R1C2"], "value": "V"}, {"cells": ["R2C1", "R2C2"], "value": "X"},
                {"cells": ["R3C1", "R3C2"], "value": "XV"}]}),
            "pairsum 5 r1c1 r1c2, pairsum 10 r2c1 r2c2, pairsum 15 r3c1 r3c2",
        ),
        (
            json!({"clone": [{"cells": ["R1C1", "R1C2"], "cloneCells": ["R3C3", "R3C4"]}]}),
            "clone r1c1 r1c2; r3c3 r3c4",
        ),
        (
            json!({"quadruple": [{"cells": ["R1C1", "R1C2", "R2C1", "R2C2"], "values": [1, 2, 2]},
                {"cells": ["R1C1", "R1C2", "R2C1", "R2C2"], "values": []}]}),
            "contains 1 2 2 r1c1 r1c2 r2c1 r2c2",
        ),
        (json!({"xsum": [{"cell": "R2C5", "value": "5"}]}), "xsum 5 r2c4-1"),
        (json!({"skyscraper": [{"cell": "R0C3", "value": "2"}]}), "skyscraper 2 c3"),
        (
            json!({"cage": [{"cells": ["R1C1", "R2C2"], "value": "DR7"}, {"cells": ["R1C1"], "value": "x"}]}),
            "digitalroot 7 r1c1 r2c2",
        ),
        (
            json!({"nonconsecutive": true, "ratio": [{"cells": ["R1C2", "R1C1"], "value": "3"}]}),
            "nonconsecutive 1 r1c1 r1c2, ratio 3 r1c2 r1c1",
        ),
        (
            json!({"negative": ["ratio", "xv"], "difference": [{"cells": ["R1C1", "R1C2"]}],
                "xv": [{"cells": ["R2C1", "R2C2"], "value": "X"}]}),
            "nonratio 2 r1c1 r1c2, nonsum 5 10 r2c1 r2c2, difference 1 r1c1 r1c2, pairsum 10 r2c1 r2c2",
        ),
    ]
}

#[test]
fn keys_are_rules() {
    let mut met: Vec<String> = Vec::new();
    for (keys, texts) in keys() {
        let entry = read(4, &keys);
        assert_eq!(rules(&entry.puzzle).join(", "), texts, "{keys}");
        assert_comes_back(&entry.puzzle);
        met.extend(keys.as_object().unwrap().keys().cloned());
    }
    for key in super::KEYS.iter().filter(|key| key.form.is_rule()) {
        assert!(met.iter().any(|name| name == key.name), "{}", key.name);
    }
    let houses = json!({"diagonal+": true, "diagonal-": true, "disjointgroups": true});
    let puzzle = read(4, &houses).puzzle;
    let spec = puzzle.layout().spec().to_string();
    assert!(["diagonal", "antidiagonal", "disjoint"].iter().all(|it| spec.contains(it)), "{spec}");
    assert_comes_back(&puzzle);
    // Windows have no key, and come back as rules.
    let layout = Layout::boxes(3, 3).unwrap().with("windoku").unwrap().with("disjoint").unwrap();
    let body = export_by_name("fpuzzles").unwrap();
    let text = (body.write)(&Puzzle::new(layout.shared()), None).unwrap();
    assert_eq!((body.write)(&one(&text), None).unwrap(), text);
}

#[test]
fn remarks_and_drawings_are_no_rules() {
    let entry = read(
        4,
        &json!({
            "author": "x", "ruleset": "No digit…", "successMessage": "well", "highlightConflicts": false,
            "disabledlogic": ["fishes"], "truecandidatesoptions": ["colored"], "antiknight": false,
            "fogofwar": ["R1C1"], "foglight": ["R1C1"], "thermometer": [], "somethingnew": [],
            "line": [{"lines": [["R1C1", "R2C2"]], "outlineC": "#67F067"}], "newtext": "x", "version": 3,
            "circle": [{"cells": ["R1C1"]}], "rectangle": [{"cells": ["R1C1"]}],
            "text": [{"cells": ["R1C1"], "value": "7"}], "cage": [{"cells": ["R1C1"], "value": "9"}],
        }),
    );
    assert!(entry.puzzle.rules().is_empty() && entry.ignored.is_empty());
}

#[test]
fn unknown_keys_are_errors_unless_they_are_passed_over() {
    for value in [json!([{"lines": []}]), json!(true), json!({"a": 1})] {
        let text = document(4, &json!({"chess": value})).to_string();
        assert!(error(&text).starts_with("line 1: key \"chess\" is not known"), "{text}");
        let options = ReadOptions { ignore: vec!["chess".into()], ..ReadOptions::default() };
        assert_eq!(read_with(&text, &options)[0].ignored, ["chess"]);
    }
    // So are those that are known.
    let text = document(4, &json!({"antiknight": true, "diagonal+": true})).to_string();
    let ignore = ["antiknight", "diagonal+"].map(str::to_owned).to_vec();
    let options = ReadOptions { ignore, ..ReadOptions::default() };
    let entry = read_with(&text, &options).remove(0);
    assert!(entry.puzzle.rules().is_empty() && entry.puzzle.layout().is_usual());
    assert_eq!(entry.ignored, ["diagonal+", "antiknight"]);
    assert!(parse_with(&text, &options).is_ok());
}

#[test]
fn errors_name_key_and_item() {
    for (keys, words) in [
        (json!({"killercage": [{}, 1]}), "killercage: item 1: expected a field cells"),
        (json!({"killercage": 5}), "killercage: expected a list of objects"),
        (
            json!({"killercage": [{"cells": ["R1C5"]}]}),
            "item 1: \"R1C5\": expected a cell of the grid",
        ),
        (json!({"killercage": [{"cells": ["R1"]}]}), "item 1: \"R1\": expected a cell such as"),
        (json!({"killercage": [{"cells": ["R1C1"], "value": "x"}]}), "\"x\": expected a number"),
        (
            json!({"killercage": [{"cells": ["R1C1", "R1C2", "R1C3", "R1C4", "R2C1"], "value": "x"}]}),
            "killercage: item 1",
        ),
        (json!({"sandwichsum": [{"cell": "R1C1", "value": 2}]}), "expected a cell beside the grid"),
        (json!({"arrow": [{"cells": ["R1C1"], "lines": [["R1C2", "R1C3"]]}]}), "outside its bulb"),
        (
            json!({"littlekillersum": [{"cell": "R0C0", "direction": "UL", "value": 2}]}),
            "no diagonal",
        ),
        (
            json!({"littlekillersum": [{"cell": "R0C0", "direction": "X", "value": 2}]}),
            "direction \"X\"",
        ),
        (
            json!({"xv": [{"cells": ["R1C1", "R1C2"], "value": "XX"}]}),
            "expected a value \"X\", \"V\" or \"XV\"",
        ),
        (json!({"difference": [{"cells": ["R1C1"]}]}), "1 cells: expected two"),
        (json!({"negative": ["x"]}), "negative: \"x\": expected \"ratio\" or \"xv\""),
        (json!({"antiknight": 1}), "antiknight: found 1: expected true or false"),
        (json!({"diagonal+": 1}), "diagonal+: found 1: expected true or false"),
    ] {
        let message = error(&document(4, &keys).to_string());
        assert!(message.contains(words), "{keys}: {message}");
    }
}

#[test]
fn solutions_are_read() {
    let rows = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
    let line: String = rows.iter().map(ToString::to_string).collect();
    for keys in [
        json!({"solution": rows}),
        json!({"solution": line}),
        json!({"cage": [{"cells": [], "value": format!("solution: {line}")}]}),
    ] {
        let entry = read(4, &keys);
        entry.puzzle.check(entry.solution.unwrap().as_ref().unwrap()).unwrap();
    }
    let mut some = json!(rows);
    some[3] = json!(0);
    for partial in [some, json!("1234..............")] {
        assert!(read(4, &json!({"solution": partial})).solution.is_none());
    }
    // That of a record goes before.
    let record = json!({"id": "a", "fpuzzles": document(4, &json!({"title": "b", "solution": rows})),
        "solution": line.replace('1', "5")});
    let entry = read_all(&record.to_string()).remove(0);
    assert!(entry.id.as_deref() == Some("a") && entry.solution.unwrap().is_err());
}

#[test]
fn what_has_no_key_is_refused_by_name() {
    let write = export_by_name("fpuzzles").unwrap().write;
    for (puzzle, words) in [
        (
            r#"{"puzzle":[[null]],"layout":"grid=1x1+digits=0-3"}"#,
            "square grids with digits from 1",
        ),
        ("1.....3..4.....2 # rule=sandwich 3 r1 rule=x", ""),
        (
            r#"{"puzzle":"1.....3..4.....2","rules":[{"name":"apart","blocks":[{"distinct":"r1c1 r2c3"}]}]}"#,
            "\"apart\", a free rule",
        ),
    ] {
        let Some(Ok(entry)) =
            results(puzzle.as_bytes(), &ReadOptions::default()).into_iter().next()
        else {
            assert!(words.is_empty(), "{puzzle}");
            continue;
        };
        let message = write(&entry.puzzle, None).unwrap_err();
        assert!(message.is_unsupported() && message.to_string().contains(words), "{message}");
    }
    // Windows are written as the cells that they are.
    let puzzle = one(&format!("{} # layout=3x3+windoku", ".".repeat(81)));
    let again = one(&write(&puzzle, None).unwrap());
    assert_eq!(again.rules().len(), 9);
}
