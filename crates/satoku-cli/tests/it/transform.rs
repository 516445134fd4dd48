//! `satoku transform`: images of puzzles of all layouts, canonical forms of real puzzles.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use satoku::format::line_of;
use satoku::jobs::answer;
use satoku::jobs::transform::{Transformation, canonical};
use satoku::{Limits, Puzzle, Query};
use serde_json::Value;

use crate::data;
use crate::program::{satoku, satoku_on};
use crate::ways::engine;

/// Puzzles of the repository that are quickly counted.
const PUZZLES: [&str; 5] = [
    "puzzles/9x9/first.txt",
    "puzzles/9x9/two-solutions.txt",
    "puzzles/9x9/pencilmarks.txt",
    "puzzles/6x6/boxes-2x3.txt",
    "puzzles/16x16/minimal.txt",
];

#[test]
fn images_have_as_many_solutions() {
    for file in PUZZLES {
        let count = satoku(&["count", "--limit", "100", file]).out;
        let images = satoku(&["transform", "--random", "--seed", "3", "--count", "3", file]);
        assert_eq!(images.status, 0, "{file}: {}", images.err);
        let counts = satoku_on(&["count", "--limit", "100"], &images.out);
        assert_eq!(counts.out, count.repeat(3), "{file}");
    }
}

/// Layouts that a file states go along: diagonals are kept, regions turn.
#[test]
fn images_of_variants_have_the_solution() {
    for (file, layout) in
        [("puzzles/9x9/diagonals.txt", "boxes+diagonals"), ("puzzles/9x9/jigsaw.txt", "-")]
    {
        let entry =
            &data::read(&data::puzzles().join(file.trim_start_matches("puzzles/")), layout)[0];
        let find = |puzzle: &Puzzle| {
            answer::find(
                puzzle,
                &engine("native"),
                &Limits::none(),
                Query { limit: Some(2), keep: 1 },
            )
        };
        let before = find(&entry.puzzle).unwrap();
        for number in 0..10 {
            let made = Transformation::random(entry.puzzle.layout(), 1, number);
            let after = find(&made.apply(&entry.puzzle).unwrap()).unwrap();
            assert_eq!(before.count, after.count, "{file}");
            if before.count == 1 {
                let moved = made.apply_to_solution(&before.solutions[0]).unwrap();
                assert_eq!(line_of(&moved), line_of(&after.solutions[0]), "{file}");
            }
        }
    }
}

/// Each puzzle has its own symmetry, the same whatever the threads.
#[test]
fn random_images_depend_on_the_seed_alone() {
    let line = satoku(&["convert", "--output", "line", PUZZLES[0]]).out;
    let text = line.repeat(500);
    let run = |args: &[&str]| {
        let ran = satoku_on(&[&["transform", "--random", "--count", "2"], args].concat(), &text);
        assert_eq!(ran.status, 0, "{}", ran.err);
        ran.out
    };
    let first = run(&["--seed", "1", "--jobs", "1"]);
    assert_eq!(first, run(&["--seed", "1", "--jobs", "4"]));
    assert_ne!(first, run(&["--seed", "2", "--jobs", "4"]));
    let different: BTreeSet<_> = first.lines().collect();
    assert_eq!(different.len(), 1000);
    let forms = satoku_on(&["transform", "--canonical"], &first).out;
    assert_eq!(forms.lines().count(), 1000);
    assert_eq!(forms.lines().collect::<BTreeSet<_>>().len(), 1);
    let unique = satoku_on(&["transform", "--unique"], &first).out;
    assert_eq!(unique, format!("{}\n", first.lines().next().unwrap()));
}

/// Lines in bulk, JSON, and lines that are no puzzles, in order.
#[test]
fn what_is_printed_once() {
    let nine = satoku(&["convert", "--output", "line", PUZZLES[0]]).out;
    let other = satoku(&["convert", "--output", "line", PUZZLES[1]]).out;
    let turned = satoku_on(&["transform", "--op", "rot90,relabel=987654321"], &nine).out;
    let text = format!("{nine}{turned}bad\n{other}{nine}1...............\n...2............\n");
    for jobs in ["1", "3"] {
        let ran = satoku_on(&["transform", "--dedup", "--jobs", jobs], &text);
        assert_eq!(ran.status, 2);
        let lines: Vec<_> = ran.out.lines().collect();
        assert_eq!(lines.len(), 4, "{}", ran.out);
        assert_eq!(format!("{}\n{}\n", lines[0], lines[2]), nine.clone() + &other);
        assert!(lines[1].starts_with("error: line 3"), "{}", lines[1]);
        assert_eq!(lines[3], "1...............");
    }
    let ran = satoku_on(&["transform", "--unique", "--canonical", "--json"], &text);
    let objects: Vec<Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let indices: Vec<_> = objects.iter().map(|object| object["index"].as_u64().unwrap()).collect();
    assert_eq!(indices, [1, 3, 4, 6]);
    assert_eq!(objects[0]["automorphisms"], 1);
    // The transformation that is told makes the form that is told.
    let made = objects[0]["transformation"].as_str().unwrap();
    let form = satoku_on(&["transform", "--op", made], &nine).out;
    assert_eq!(form.trim_end(), objects[0]["puzzle"].as_str().unwrap());
    assert_eq!(objects[3]["automorphisms"], 128 / 16 * 6);
}

#[test]
fn options_that_make_no_sense() {
    for args in [
        &[][..],
        &["--op", "rot45"],
        &["--op", "rot90", "--random"],
        &["--canonical", "--random"],
        &["--canonical", "--count", "2"],
        &["--canonical", "puzzles/9x9/pencilmarks.txt"],
        &["--canonical", "puzzles/16x16/minimal.txt"],
        &["--op", "rows=2134", PUZZLES[0]],
    ] {
        assert_eq!(satoku(&[&["transform"], args].concat()).status, 2, "{args:?}");
    }
}

/// Puzzles of 17 clues that are known to be essentially different, and hard ones, and images.
#[test]
#[ignore = "needs SATOKU_SHARED, a folder of real puzzles"]
fn real_lists_have_as_many_forms_as_puzzles() {
    let data = data::shared();
    for (file, step) in [("royle_17clue.txt", 20), ("forum_hardest_1905_11plus.txt", 20)] {
        let entries = data::read(&data.join("9x9").join(file), "-");
        let puzzles: Vec<_> = entries.iter().step_by(step).map(|entry| &entry.puzzle).collect();
        let mut forms = BTreeSet::new();
        for (number, puzzle) in (0..).zip(&puzzles) {
            let form = canonical(puzzle).unwrap();
            let image = Transformation::random(puzzle.layout(), 1, number).apply(puzzle).unwrap();
            let mut line = String::new();
            for cell in form.puzzle.cells() {
                write!(line, "{}", form.puzzle.given(cell).map_or(0, satoku::Digit::number))
                    .unwrap();
            }
            assert_eq!(canonical(&image).unwrap().puzzle.clues(), form.puzzle.clues(), "{line}");
            forms.insert(line);
        }
        assert_eq!(forms.len(), puzzles.len(), "{file}");
    }
}
