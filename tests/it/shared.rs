//! Real puzzles from elsewhere with known answers (see `SOURCES.md` beside them): thousands of
//! 9×9, large and oblong grids, Latin squares, jigsaws, windows, colours. Ignored unless asked for,
//! as they need the data.

use std::path::Path;
use std::time::Duration;

use satoku::engine::EngineSpec;
use satoku::format::{Entry, line_of};
use satoku::jobs::answer;
use satoku::jobs::answer::{Uniqueness, unique};
use satoku::{Limits, Puzzle, Query};

use crate::data;
use crate::ways::engine;

/// `sat` answers every line of a file up to this many, and of a longer one about as many.
const SAMPLE: usize = 200;

fn word(found: &Uniqueness) -> &'static str {
    match found {
        Uniqueness::Unique(_) => "unique",
        Uniqueness::Multiple(_) => "multiple",
        Uniqueness::None => "none",
        Uniqueness::Unknown => "unknown",
    }
}

/// The solutions up to a limit.
fn count(puzzle: &Puzzle, spec: &EngineSpec, limit: u64) -> u64 {
    answer::find(puzzle, spec, &Limits::none(), Query::count(Some(limit))).unwrap().count
}

/// Every line by native search and a sample by SAT: the word of each must be the expected one, and
/// a solution that the file states be ours.
fn all_are(path: &Path, entries: &[Entry], expected: &str) {
    let (native, sat) = (engine("native"), engine("sat"));
    let step = entries.len().div_ceil(SAMPLE);
    for (k, entry) in entries.iter().enumerate() {
        for spec in [&native, &sat] {
            if spec.name() == "sat" && k % step != 0 {
                continue;
            }
            let found = unique(&entry.puzzle, spec, &Limits::none()).unwrap();
            let place = format!("{} #{} by {}", path.display(), k + 1, spec.name());
            assert_eq!(word(&found), expected, "{place}");
            if let (Uniqueness::Unique(ours), Some(stated)) = (found, &entry.solution) {
                assert_eq!(Ok(ours.digits()), stated.as_deref(), "{place}");
            }
        }
    }
}

#[test]
#[ignore = "needs SATOKU_SHARED, a folder of real puzzles"]
fn real_nine_by_nine_with_one_solution() {
    let data = data::shared();
    let mut files = 0;
    let mut stated = 0;
    for (name, verdict) in data::verdicts(&data) {
        let list = name.starts_with("9x9/") || name.starts_with("hints/");
        let Some(rest) = verdict.strip_prefix("unique ").filter(|_| list) else { continue };
        let Some((number, _)) = rest.split_once(", multiple 0, none 0") else { continue };
        let path = data.join(&name);
        let entries = data::read(&path, "-");
        assert_eq!(entries.len().to_string(), number, "{name}");
        all_are(&path, &entries, "unique");
        stated += entries.iter().filter(|entry| entry.solution.is_some()).count();
        files += 1;
    }
    assert!(files >= 14, "only {files} files");
    assert!(stated > 2600, "only {stated} solutions stated");
}

#[test]
#[ignore = "needs SATOKU_SHARED, a folder of real puzzles"]
fn real_nine_by_nine_with_many_solutions() {
    let data = data::shared();
    let path = data.join("9x9/serg_benchmark_multi.txt");
    let counts = std::fs::read_to_string(path.with_extension("counts")).unwrap();
    let counts: Vec<u64> = counts.lines().map(|line| line.trim().parse().unwrap()).collect();
    let entries = data::read(&path, "-");
    assert_eq!(entries.len(), counts.len());
    let (native, sat) = (engine("native"), engine("sat"));
    for (k, (entry, expected)) in entries.iter().zip(counts).enumerate() {
        assert_eq!(count(&entry.puzzle, &native, u64::MAX), expected, "#{}", k + 1);
        if k % 100 == 0 {
            assert_eq!(count(&entry.puzzle, &sat, 150), expected.min(150), "#{} by sat", k + 1);
        }
    }
}

#[test]
#[ignore = "needs SATOKU_SHARED, a folder of real puzzles"]
fn real_nine_by_nine_with_stated_counts() {
    const ENOUGH: u64 = 20_000;
    let data = data::shared();
    let mut files = 0;
    for (name, verdict) in data::verdicts(&data) {
        let Some((_, list)) = verdict.split_once("exact counts [") else { continue };
        let list = list.split(']').next().unwrap().split(", ");
        let mut expected: Vec<u64> =
            list.map(|number| number.parse::<u64>().unwrap().min(ENOUGH)).collect();
        let (native, sat) = (engine("native"), engine("sat"));
        let mut found = Vec::new();
        for (k, entry) in data::read(&data.join(&name), "-").iter().enumerate() {
            let number = count(&entry.puzzle, &native, ENOUGH);
            assert_eq!(count(&entry.puzzle, &sat, 150), number.min(150), "{name} #{}", k + 1);
            found.push(number);
        }
        expected.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, expected, "{name}");
        files += 1;
    }
    assert_eq!(files, 5);
}

/// A verdict of large grids, or the Latin squares: as known, or unknown where that is allowed.
fn grids(folder: &str, ways: &[(&str, u64)]) {
    let data = data::shared();
    let verdicts = data::verdicts(&data);
    let (mut answered, mut unknown) = (0, 0);
    for path in data::files(&data.join(folder), "grid") {
        let name = format!("{folder}/{}", path.file_name().unwrap().to_string_lossy());
        let Some(verdict) = verdicts.get(&name) else { continue };
        let expected = verdict.split([' ', '(']).next().unwrap();
        let puzzle = data::read_one(&path, "-").puzzle;
        for &(way, seconds) in ways {
            let limits = Limits::none().with_time(Duration::from_secs(seconds));
            let found = unique(&puzzle, &engine(way), &limits).unwrap();
            if word(&found) == "unknown" {
                eprintln!("{name}: unknown to {way} within {seconds} s");
                unknown += 1;
            } else {
                answered += 1;
                let open = expected == "unknown";
                assert!(open || word(&found) == expected, "{name} by {way}: {}", word(&found));
            }
        }
    }
    // How many is a matter of speed, which benches measure.
    eprintln!("{folder}: {answered} answers, {unknown} unknown");
    assert!(answered > 0, "{folder}: no answer, {unknown} unknown");
}

#[test]
#[ignore = "needs SATOKU_SHARED, a folder of real puzzles"]
fn real_sixteen() {
    grids("large/16x16", &[("auto", 20), ("sat", 20), ("native", 2)]);
}

#[test]
#[ignore = "needs SATOKU_SHARED, a folder of real puzzles"]
fn real_twenty_five() {
    grids("large/25x25", &[("auto", 3), ("sat", 3)]);
}

#[test]
#[ignore = "needs SATOKU_SHARED, a folder of real puzzles"]
fn real_thirty_six_and_sixty_four() {
    grids("large/36x36", &[("auto", 15), ("sat", 15)]);
    grids("large/64x64", &[("auto", 15), ("sat", 15)]);
}

#[test]
#[ignore = "needs SATOKU_SHARED, a folder of real puzzles"]
fn real_boxes_that_are_oblong() {
    for side in ["6x6", "8x8", "10x10", "12x12"] {
        grids(&format!("rect/{side}"), &[("auto", 10), ("sat", 10), ("native", 10)]);
    }
    grids("rect/30x30", &[("auto", 15)]);
}

#[test]
#[ignore = "needs SATOKU_SHARED, a folder of real puzzles"]
fn real_latin_squares() {
    grids("qwh/qcp", &[("sat", 2)]);
}

#[test]
#[ignore = "needs SATOKU_SHARED, a folder of real puzzles"]
fn real_jigsaws_that_can_be_filled_and_others() {
    let data = data::shared();
    let path = data.join("variants/jigsaw_layouts_sat_unsat.txt");
    let text = std::fs::read_to_string(&path).unwrap();
    // The layouts of this list keep the usual boxes beside their regions.
    let with_boxes = data::read(&path, "boxes");
    let entries = data::read(&path, "-");
    let (mut valid, mut invalid, mut unknown) = (0, 0, 0);
    for (k, line) in text.lines().enumerate().step_by(10) {
        let boxes = line.split_whitespace().nth(2).unwrap().contains("BOX");
        let puzzle = if boxes { &with_boxes[k].puzzle } else { &entries[k].puzzle };
        let limits = Limits::none().with_time(Duration::from_secs(10));
        let found = answer::solve(puzzle, &engine("auto"), &limits);
        let stated = line.split_whitespace().nth(1).unwrap();
        match found {
            Ok(Some(_)) => {
                assert_eq!(stated, "valid", "line {}", k + 1);
                valid += 1;
            }
            Ok(None) => {
                assert_eq!(stated, "invalid", "line {}", k + 1);
                invalid += 1;
            }
            Err(error) => {
                assert!(error.is_limit(), "line {}: {error}", k + 1);
                unknown += 1;
            }
        }
    }
    eprintln!("jigsaws: {valid} valid, {invalid} invalid, {unknown} unknown");
    assert!(valid > 0 && invalid > 0);
}

#[test]
#[ignore = "needs SATOKU_SHARED, a folder of real puzzles"]
fn real_colour_groups_beside_boxes() {
    let data = data::shared();
    let path = data.join("variants/colour_sudoku.txt");
    let entries = data::read(&path, "boxes");
    assert_eq!(entries.len(), 200);
    assert!(entries.iter().all(|entry| entry.solution.is_some()));
    all_are(&path, &entries, "unique");
}

#[test]
#[ignore = "needs SATOKU_SHARED, a folder of real puzzles"]
fn real_windows() {
    let data = data::shared();
    let text = std::fs::read_to_string(data.join("variants/nrc_windoku.txt")).unwrap();
    let mut tested = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<_> = line.split_whitespace().collect();
        let layout = "windoku".parse::<satoku::LayoutSpec>().unwrap().build(9).unwrap().shared();
        let puzzle = Puzzle::from_symbols(layout, fields[2]).unwrap();
        for way in ["native", "sat", "auto"] {
            let found = unique(&puzzle, &engine(way), &Limits::none()).unwrap();
            assert_eq!(word(&found), fields[1], "{} by {way}", fields[0]);
            if let (Uniqueness::Unique(ours), Some(stated)) = (found, fields.get(3)) {
                assert_eq!(line_of(&ours), *stated, "{} by {way}", fields[0]);
            }
        }
        tested += 1;
    }
    assert!(tested > 0);
}
