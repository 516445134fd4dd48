//! Tests of what is read of drawings, and what is told of the rest.

use serde_json::{Value, json};

use super::super::tests::{error, read_all};
use super::super::{Entry, lz, parse};
use crate::grid::Cell;

/// A drawing of side 4 with boxes and one given.
fn document() -> Value {
    let cells: Vec<Value> = (0..4).map(|_| json!([{}, {}, {}, {}])).collect();
    let place = |k: usize| json!([k / 8 * 2 + k % 4 / 2, k / 4 % 2 * 2 + k % 2]);
    let regions: Vec<Value> =
        (0..4).map(|region| (4 * region..4 * region + 4).map(place).collect()).collect();
    let mut document = json!({"id": "x", "cellSize": 50, "cells": cells, "regions": regions});
    document["cells"][0][0] = json!({"value": "1"});
    document
}

fn read(document: &Value) -> Entry {
    read_all(&document.to_string()).remove(0)
}

#[test]
fn identifiers_links_and_json_are_read() {
    let plain = document().to_string();
    let zipped = "{id:'it\\'s',cs:50,ce:[[{v:1},,,],[,,,],[,,,],[,,,]],metadata:{title:'x'},\
        re:[[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],[1,3]],[[2,0],[2,1],[3,0],[3,1]],\
        [[2,2],[2,3],[3,2],[3,3]]]}";
    let mut texts = vec![plain.clone(), format!("scl{plain}"), format!("scl{zipped}")];
    for json in [&*plain, zipped] {
        let packed = lz::pack(json);
        let escaped = packed.replace('+', "%2B").replace('/', "%2F").replace('=', "%3D");
        texts.extend([
            format!("scl{packed}"),
            format!("ctc{}", packed.trim_end_matches('=')),
            format!("https://sudokupad.app/scl{escaped}?setting-nogrid=1"),
            format!("https://sudokupad.app/?puzzleid=scl{packed}"),
            format!("https://app.crackingthecryptic.com/sudoku/scl{packed}"),
            json!({ "scl": format!("scl{packed}") }).to_string(),
            json!({ "scl": packed }).to_string(),
        ]);
    }
    for text in texts {
        let entries = read_all(&text);
        assert_eq!((entries.len(), entries[0].puzzle.givens()), (1, 1), "{text}");
        assert!(entries[0].puzzle.layout().is_usual() && entries[0].ignored.is_empty(), "{text}");
    }
}

#[test]
fn what_is_no_puzzle_is_told() {
    let mut oblong = document();
    oblong["cells"][1] = json!([{}, {}]);
    let mut uneven = document();
    uneven["regions"][0] = json!([[0, 0], [0, 1], [1, 0]]);
    let mut twice = document();
    twice["regions"][0][0] = json!([3, 3]);
    let mut outside = document();
    outside["cages"] = json!([{"cells": [[4, 0]], "value": 4}]);
    let mut letter = document();
    letter["cells"][0][0]["value"] = json!("A");
    let mut apart = document();
    apart["metadata"]["norowcol"] = json!(true);
    let texts = [oblong, uneven, twice, outside, letter, apart].map(|it| format!("scl{it}"));
    let words = [
        "expected as many cells in each",
        "expected 4 of 4 cells",
        "a cell of two regions",
        "[4,0]: expected the row and column of a cell",
        "r1c1: \"A\": expected a number",
        "norowcol",
    ];
    let others = [
        ("https://sudokupad.app/abc123def".to_owned(), "only the site has"),
        ("sclN4IgzglgXgpiBcBOANCALhNAbO8QGUA7Aew".to_owned(), "ends too early"),
        (format!("scl{}", lz::pack("{a:1}")), "expected an object with cells"),
        (format!("scl{}", lz::pack("{a:[1")), "expected"),
    ];
    for (text, words) in texts.into_iter().zip(words).chain(others) {
        let message = error(&text);
        assert!(message.starts_with("line 1: ") && message.contains(words), "{text}: {message}");
    }
}

#[test]
fn rules_are_read_and_drawings_counted() {
    let mut drawn = document();
    drawn["cells"][0][1] = json!({"centremarks": [1, 2], "pencilMarks": [3]});
    drawn["cells"][0][2] = json!({"value": 3, "given": false});
    drawn["metadata"] = json!({"antiknight": true, "title": " T ", "rules": "…", "fancy": true,
        "solution": "1234341221434321"});
    drawn["cages"] = json!([
        {"cells": [[0, 0], [0, 1]], "value": "5"},
        {"cells": [[1, 0], [1, 1]], "value": "", "sum": 6},
        {"cells": [[2, 0], [2, 1]], "value": "?", "hidden": true},
        {"cells": [[0, 0], [0, 1], [0, 2], [0, 3]], "unique": true, "type": "rowcol"},
        {"value": "author: me"},
    ]);
    drawn["lines"] = json!([
        {"wayPoints": [[0, 0], [4, 4]], "color": "#34bbe6", "thickness": 1},
        {"wayPoints": [[4, 0], [0, 4]], "color": "34BBE6FF"},
        {"wayPoints": [[0, 0], [4, 4]], "color": "#000000"},
        {"wayPoints": [[0.5, 0.5], [1.5, 1.5]], "color": "#34BBE6"},
    ]);
    drawn["arrows"] = json!([{}]);
    drawn["overlays"] = json!([{}, {}]);
    drawn["underlays"] = json!([{}]);
    drawn["foglight"] = json!([[0, 0]]);
    drawn["stickers"] = json!([{}, {}]);
    let entry = read(&drawn);
    let puzzle = &entry.puzzle;
    let rules: Vec<_> = puzzle.rules().iter().map(|rule| rule.name()).collect();
    assert_eq!(rules, ["antiknight", "cage 5 r1c1 r1c2", "cage 6 r2c1 r2c2"]);
    assert_eq!(puzzle.layout().spec().to_string(), "2x2+diagonal+antidiagonal");
    assert_eq!((1..3).map(|k| puzzle.clues().len(Cell::new(k))).collect::<Vec<_>>(), [2, 4]);
    assert_eq!(entry.id.as_deref(), Some("T"));
    assert_eq!(entry.solution.as_ref().unwrap().as_ref().unwrap().len(), 16);
    let ignored = "2 lines, metadata fancy, 1 cage, 1 corner mark, 1 arrow, 2 overlays, 1 underlay, 2 stickers";
    assert_eq!(entry.ignored.join(", "), ignored);
    // Whoever asks for a puzzle alone cannot be told of the rest.
    let message = parse(&drawn.to_string()).unwrap_err().to_string();
    assert_eq!(message, "2 lines: not read, and may be rules");
}
