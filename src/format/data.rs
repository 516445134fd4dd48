//! Real files: every one must read, with the clues it is known to have.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::*;

/// The folder of real puzzles, which the variable `SATOKU_SHARED` names. Tests that need it are
/// called `real_…` and ignored, so that they show where they are not run.
fn data() -> PathBuf {
    let given = std::env::var_os("SATOKU_SHARED").expect("SATOKU_SHARED names a folder of puzzles");
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join(given);
    assert!(data.is_dir(), "SATOKU_SHARED: no folder {}", data.display());
    data
}

/// All files below a directory with one of the endings, in order.
fn files(dir: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let Ok(entries) = std::fs::read_dir(dir) else { return found };
    for path in entries.map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            found.extend(files(&path, endings));
        } else if endings.iter().any(|e| path.extension().is_some_and(|x| x == *e)) {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn read(path: &Path, options: &ReadOptions) -> Result<Vec<Entry>> {
    let mut reader = Reader::open(path, options)?;
    let parser = reader.parser();
    let mut entries = Vec::new();
    while let Some(record) = reader.next_record()? {
        entries.push(parser.parse(&record)?);
    }
    Ok(entries)
}

fn read_auto(path: &Path) -> Vec<Entry> {
    read(path, &ReadOptions::default()).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

#[test]
#[ignore = "needs SATOKU_SHARED, a folder of real puzzles"]
fn real_lines_of_nine_by_nine() {
    let data = data();
    let mut paths = files(&data.join("9x9"), &["txt", "csv"]);
    paths.push(data.join("hints/sudokuwiki_techniques.txt"));
    for path in paths {
        let text = std::fs::read_to_string(&path).unwrap();
        let lines = text.lines().filter(|l| !l.trim().is_empty() && !l.starts_with('#')).count();
        let header = usize::from(path.extension().is_some_and(|e| e == "csv"));
        let entries = read_auto(&path);
        assert_eq!(entries.len(), lines - header, "{}", path.display());
        assert!(entries.iter().all(|entry| entry.puzzle.side() == 9), "{}", path.display());
        let name = path.file_name().unwrap().to_string_lossy();
        if ["emerentius", "dclamage", "kaggle"].iter().any(|known| name.starts_with(known)) {
            for entry in &entries {
                let solution =
                    entry.solution.as_ref().expect("the file states it").as_ref().unwrap();
                entry.puzzle.check(solution).unwrap();
            }
        }
        if name.starts_with("royle") {
            assert!(entries.iter().all(|entry| entry.puzzle.givens() == 17));
        }
    }
}

#[test]
#[ignore = "needs SATOKU_SHARED, a folder of real puzzles"]
fn real_grids_of_every_side() {
    let data = data();
    let verified = std::fs::read_to_string(data.join("VERIFIED.tsv")).unwrap();
    let clues: HashMap<_, usize> = verified
        .lines()
        .filter_map(|line| {
            let (path, rest) = line.split_once('\t')?;
            let clues = rest.split_once("clues=")?.1.split_whitespace().next()?;
            Some((data.join(path), clues.parse().ok()?))
        })
        .collect();
    let mut checked = 0;
    for path in files(&data, &["grid"]) {
        let text = std::fs::read_to_string(&path).unwrap();
        let number = |key: &str| -> Option<usize> {
            let word = text.split_whitespace().find_map(|word| word.strip_prefix(key))?;
            word.parse().ok()
        };
        let entries = read_auto(&path);
        assert_eq!(entries.len(), 1, "{}", path.display());
        let puzzle = &entries[0].puzzle;
        assert_eq!(Some(puzzle.side()), number("n="), "{}", path.display());
        let shape = text.split_whitespace().find_map(|word| word.strip_prefix("box="));
        assert_eq!(puzzle.layout().name(), shape.unwrap_or("latin"), "{}", path.display());
        if let Some(&clues) = clues.get(&path) {
            assert_eq!(puzzle.givens(), clues, "{}", path.display());
            checked += 1;
        }
    }
    assert!(checked > 100, "only {checked} clue counts compared");
}

/// Files as their authors wrote them that are not read.
const SPECIAL: &[(&str, &str)] =
    &[("lorran_49", "letters among the numbers"), ("shnarazk_64", "64 case-sensitive symbols")];

#[test]
#[ignore = "needs SATOKU_SHARED, a folder of real puzzles"]
fn real_originals_are_the_same_puzzles() {
    let data = data();
    let mut bad = Vec::new();
    for path in files(&data, &["txt"]) {
        if path.parent().and_then(Path::file_name).is_none_or(|name| name != "orig") {
            continue;
        }
        let name = path.file_stem().unwrap().to_string_lossy();
        if SPECIAL.iter().any(|(special, _)| name.starts_with(special)) {
            continue;
        }
        let beside = path.parent().unwrap().parent().unwrap().join(format!("{name}.grid"));
        let expected = read_auto(&beside).remove(0).puzzle;
        // Zero is a digit here, which only an option can tell at a side of 6.
        let symbols = name.starts_with("ricciardi_6x6").then_some(Symbols::ZeroBased);
        match read(&path, &ReadOptions { symbols, ..ReadOptions::default() }) {
            Err(error) => bad.push(format!("{name}: {error}")),
            Ok(entries) if entries.len() != 1 => {
                bad.push(format!("{name}: {} puzzles", entries.len()));
            }
            Ok(entries) if entries[0].puzzle.clues() != expected.clues() => {
                bad.push(format!("{name}: a different puzzle"));
            }
            Ok(_) => {}
        }
    }
    assert!(bad.is_empty(), "{bad:#?}");
}

#[test]
#[ignore = "needs SATOKU_SHARED, a folder of real puzzles"]
fn real_generated_grids() {
    let data = data();
    for path in files(&data.join("large/generated"), &["txt"]) {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let order = name.split('_').find_map(|word| {
            word.trim_start_matches(|c: char| c.is_ascii_alphabetic()).parse::<usize>().ok()
        });
        let entries = read_auto(&path);
        assert_eq!(entries.len(), 1, "{name}");
        assert_eq!(Some(entries[0].puzzle.side()), order.map(|order| order * order), "{name}");
        assert_eq!(entries[0].puzzle.givens() == 0, name.starts_with("empty"), "{name}");
    }
}

#[test]
#[ignore = "needs SATOKU_SHARED, a folder of real puzzles"]
fn real_jigsaws() {
    let data = data();
    let entries = read_auto(&data.join("variants/jigsaw_layouts_sat_unsat.txt"));
    assert_eq!(entries.len(), 655);
    assert!(entries.iter().all(|entry| entry.puzzle.layout().regions().is_some()));
    let colours = data.join("variants/colour_sudoku.txt");
    let options = ReadOptions { layout: "boxes".parse().unwrap(), ..ReadOptions::default() };
    for entry in read(&colours, &options).unwrap() {
        assert_eq!(entry.puzzle.layout().houses().len(), 9 * 4);
        entry.puzzle.check(&entry.solution.expect("the file states it").unwrap()).unwrap();
    }
    let latin = files(&data.join("qwh/hakank"), &["txt"]);
    assert!(latin.iter().all(|path| read_auto(path).len() == 1));
}

/// Every f-puzzles file reads, and is the same puzzle when it was written as JSON of ours and as
/// f-puzzles and read again, but for the order of its rules.
#[test]
#[ignore = "needs SATOKU_SHARED, a folder of real puzzles"]
fn real_fpuzzles_come_back() {
    let same = |one: &Puzzle, other: &Puzzle| {
        let rules = |puzzle: &Puzzle| {
            let mut rules: Vec<_> =
                puzzle.rules().iter().map(|rule| rule.text(puzzle.layout())).collect();
            rules.sort_unstable();
            rules
        };
        one.layout() == other.layout() && one.clues() == other.clues() && rules(one) == rules(other)
    };
    let paths = files(&data().join("variants"), &["jsonl"]).into_iter();
    let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
    let mut wrong = Vec::new();
    let mut count = 0;
    for path in paths.filter(|path| name(path).starts_with("fpuzzles_")) {
        for (k, line) in std::fs::read_to_string(&path).unwrap().lines().enumerate() {
            let record: serde_json::Value = serde_json::from_str(line).unwrap();
            let keys = ["fpuzzles", "before", "after"];
            for body in keys.iter().filter_map(|key| record.get(*key)?.as_str()) {
                count += 1;
                let at = format!("{}: {}", name(&path), k + 1);
                let packed = lz::pack(&lz::unpack(body.trim_end_matches('=')).unwrap());
                assert_eq!(packed.trim_end_matches('='), body.trim_end_matches('='), "{at}");
                let puzzle = match parse(body) {
                    Ok(puzzle) => puzzle,
                    Err(error) => {
                        wrong.push(format!("{at}: {error}"));
                        continue;
                    }
                };
                let mut json = String::new();
                (writer_by_name("json").unwrap().write)(&Sheet::of(&puzzle), &mut json);
                let ours = parse(&json).unwrap_or_else(|error| panic!("{at}: {error}: {json}"));
                assert!(ours == puzzle, "{at}: {json}");
                for export in EXPORTS.iter().filter(|export| export.name.starts_with("fpuzzles")) {
                    let text = (export.write)(&ours, None);
                    let text = text.unwrap_or_else(|error| panic!("{at}: {error}: {json}"));
                    assert!(same(&parse(&text).unwrap(), &puzzle), "{at}: {text}");
                }
            }
        }
    }
    assert_eq!(count, 158);
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
}
