//! The puzzles of the repository by every engine, encoding, at-most-one scheme and backend, against
//! `puzzles/expected.tsv`: file, layout (`-` = as the file says), number of solutions (`2+` = too
//! many to list), and the solution where it is the only one.

use std::collections::BTreeSet;

use satoku::format::line_of;
use satoku::jobs::answer;
use satoku::jobs::answer::Uniqueness;
use satoku::{Limits, Puzzle, Query};

use crate::data;
use crate::ways::{Way, encodings, engines, incomplete, outside};

/// Lists of puzzles, and the tests that know their answers.
const LISTS: [(&str, &str); 5] = [
    ("16x16/hundred.txt", include_str!("lanes/sixteen.rs")),
    ("16x16/rules.jsonl", include_str!("variants.rs")),
    ("25x25/killers.jsonl", include_str!("variants.rs")),
    (LIST, LIST),
    ("9x9/rated.csv", include_str!("rate.rs")),
];

/// Puzzles with their solution, if they have only one, and the number of solutions.
const LIST: &str = "9x9/three-hundred.csv";

struct Expected {
    file: String,
    puzzle: Puzzle,
    count: String,
    solution: String,
}

impl Expected {
    /// Large, and with so few clues that search takes seconds.
    fn is_sparse(&self) -> bool {
        self.file.ends_with("sparse.txt")
    }
}

fn expected() -> Vec<Expected> {
    let text = std::fs::read_to_string(data::puzzles().join("expected.tsv")).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let rows = lines.map(|line| {
        let fields: Vec<_> = line.split('\t').collect();
        let [file, layout, count, solution] = fields[..] else { panic!("not 4 fields: {line}") };
        Expected {
            file: file.into(),
            puzzle: data::read_one(&data::puzzles().join(file), layout).puzzle,
            count: count.into(),
            solution: solution.into(),
        }
    });
    rows.collect()
}

fn check(row: &Expected, way: &Way) {
    let Expected { file, puzzle, count, solution } = row;
    let name = &way.name;
    let found = answer::unique(puzzle, &way.spec, &Limits::none()).unwrap();
    match (count.as_str(), found) {
        ("0", Uniqueness::None) | ("2+", Uniqueness::Multiple(_)) => {}
        ("1", Uniqueness::Unique(it)) => assert_eq!(line_of(&it), *solution, "{file} by {name}"),
        (number, Uniqueness::Multiple(_)) => {
            let all = answer::find(puzzle, &way.spec, &Limits::none(), Query::count(None)).unwrap();
            assert!(all.is_complete(), "{file} by {name}");
            assert_eq!(all.count.to_string(), number, "{file} by {name}");
        }
        (count, found) => panic!("{file} by {name}: {found:?}, expected {count} solutions"),
    }
}

#[test]
#[ignore = "takes seconds; cargo test --locked -- --ignored long_"]
fn long_every_engine() {
    for row in expected() {
        for way in engines(&row.puzzle) {
            if way.name == "native" && row.is_sparse() {
                eprintln!("{}: not by native search, which may take hours", row.file);
                continue;
            }
            check(&row, &way);
        }
    }
}

#[test]
fn every_engine_counts_the_list() {
    let path = data::puzzles().join(LIST);
    let entries = data::read(&path, "-");
    let text = std::fs::read_to_string(path).unwrap();
    let counts: Vec<u64> =
        text.lines().skip(1).map(|row| row.rsplit(',').next().unwrap().parse().unwrap()).collect();
    assert_eq!(entries.len(), counts.len());
    for way in engines(&entries[0].puzzle) {
        for (entry, &count) in entries.iter().zip(&counts) {
            // A few solutions are enough of those that have many.
            let limit = count.min(9) + 1;
            let found = answer::find(
                &entry.puzzle,
                &way.spec,
                &Limits::none(),
                Query { limit: Some(limit), keep: 1 },
            )
            .unwrap();
            assert_eq!(found.count, count.min(limit), "{} by {}", entry.puzzle, way.name);
            let stated = entry.solution.as_ref().filter(|_| count == 1);
            assert_eq!(stated.is_some(), count == 1);
            if let Some(stated) = stated {
                assert_eq!(found.solutions[0].digits(), &**stated.as_ref().unwrap());
            }
        }
    }
}

/// Incomplete engines may know no answer, but none that is wrong; and they do solve some.
#[test]
fn every_incomplete_engine() {
    let mut solved = 0;
    for row in expected() {
        for way in incomplete(&row.puzzle) {
            let limits = Limits::none().with_effort(100);
            let Expected { file, puzzle, count, solution } = &row;
            let found = answer::find(puzzle, &way.spec, &limits, Query::UNIQUE).unwrap();
            let name = &way.name;
            assert!(found.count == 0 || count != "0", "{file} by {name}");
            match found.uniqueness() {
                Uniqueness::Unique(it) => assert_eq!(line_of(&it), *solution, "{file} by {name}"),
                Uniqueness::None => assert_eq!(count, "0", "{file} by {name}"),
                Uniqueness::Multiple(_) => assert_ne!(count, "1", "{file} by {name}"),
                Uniqueness::Unknown => {}
            }
            solved += found.count;
        }
    }
    assert!(solved > 5, "only {solved} solved");
}

/// Large sparse grids take long by any encoding. The minimal one says too little for propagation to
/// get anywhere on large grids and where clues are few; unknown regions take any of them seconds.
fn takes_long(row: &Expected, way: &Way) -> bool {
    if row.file == "variants/chaos.json" {
        return true;
    }
    let has_few_clues = ["9x9/pencilmarks.txt", "9x9/jigsaw-diagonals.txt"].contains(&&*row.file);
    let is_minimal = way.name.contains("minimal");
    row.is_sparse() || is_minimal && (row.puzzle.digits() > 9 || has_few_clues)
}

#[test]
fn every_encoding_and_scheme() {
    let rows = expected();
    for way in encodings() {
        for row in rows.iter().filter(|row| !takes_long(row, &way)) {
            check(row, &way);
        }
    }
}

/// By the minimal encoding large sparse grids are searched for a while only: answers may be missing
/// but not wrong.
#[test]
#[ignore = "minutes; .ci/deep runs it: cargo test --release --test it -- --ignored every_encoding"]
fn every_encoding_and_scheme_where_it_takes_long() {
    let rows = expected();
    for way in encodings() {
        for row in rows.iter().filter(|row| takes_long(row, &way)) {
            if !(row.is_sparse() && way.name.contains("minimal")) {
                check(row, &way);
                continue;
            }
            let limits = Limits::none().with_effort(300);
            match answer::unique(&row.puzzle, &way.spec, &limits).unwrap() {
                Uniqueness::Unique(it) => assert_eq!(line_of(&it), row.solution),
                Uniqueness::Unknown => eprintln!("{}: unknown to {}", row.file, way.name),
                found => panic!("{} by {}: {found:?}", row.file, way.name),
            }
        }
    }
}

fn answers_all(program: &str) {
    let way = outside(program);
    for row in expected() {
        check(&row, &way);
    }
}

#[test]
#[ignore = "needs the program cadical"]
fn outside_cadical_answers_all() {
    answers_all("cadical");
}

#[test]
#[ignore = "needs the program minisat"]
fn outside_minisat_answers_all() {
    answers_all("minisat");
}

/// A puzzle that nobody wrote down the answer of would be tested by nobody.
#[test]
fn every_puzzle_is_expected_and_described() {
    let mut named: BTreeSet<_> = expected().into_iter().map(|row| row.file).collect();
    for (list, tests) in LISTS {
        assert!(tests.contains(list), "{list} is not tested");
        named.insert(list.into());
    }
    let readme = std::fs::read_to_string(data::puzzles().join("README.md")).unwrap();
    let mut there = BTreeSet::new();
    for dir in std::fs::read_dir(data::puzzles()).unwrap().map(|entry| entry.unwrap().path()) {
        let Ok(files) = std::fs::read_dir(&dir) else { continue };
        for path in files.map(|entry| entry.unwrap().path()) {
            let relative = path.strip_prefix(data::puzzles()).unwrap();
            there.insert(data::slashes(relative));
        }
    }
    assert_eq!(named, there);
    let undescribed: Vec<_> =
        there.iter().filter(|f| !readme.contains(&format!("`{f}`"))).collect();
    assert!(undescribed.is_empty(), "{undescribed:?}");
}
