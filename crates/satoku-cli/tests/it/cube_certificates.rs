//! Certificates of cubes, and one of the puzzle from all of them.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::program::{Ran, satoku};

const SIXTEEN: &str = "puzzles/16x16/minimal.txt";
const FIRST: &str = "puzzles/9x9/first.txt";
const TWO: &str = "puzzles/9x9/two-solutions.txt";
const NONE: &str = "puzzles/9x9/clash.txt";
const JIGSAW: &str = "puzzles/9x9/jigsaw.txt";
/// Searching it takes longer than is done to fill gaps.
const LARGE: &str = "puzzles/25x25/sparse.txt";
/// One solution, and it takes some search; with rules; without a solution, which takes search too.
const HARD: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
const NOT: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9..2.4..";

/// A folder for certificates.
fn path(dir: &Path, name: &str) -> String {
    dir.join(name).to_str().unwrap().to_owned()
}

/// Proves all cubes; the folders of their certificates.
fn parts(dir: &Path, args: &[&str], cubes: usize) -> Vec<String> {
    let out = path(dir, "parts");
    let share = format!("all/{cubes}");
    let ran = satoku(&[&["prove", "-q", "--cube", &share, "-o", &out], args].concat());
    assert!(matches!(ran.status, 0 | 1), "{}", ran.err);
    (1..=cubes).map(|number| path(dir, &format!("parts/{number}"))).collect()
}

/// A certificate of the puzzle from these.
fn whole(dir: &Path, args: &[&str], parts: &[String]) -> (Ran, String) {
    let out = path(dir, "whole");
    _ = fs::remove_dir_all(&out);
    let parts: Vec<_> = parts.iter().map(String::as_str).collect();
    let combine = ["cubes", "--combine", "--certificate", &out];
    (satoku(&[&combine[..], args, &parts].concat()), out)
}

/// The folder of the cubes' certificates is not the one of the whole.
#[test]
fn parts_are_not_replaced_by_the_whole() {
    let dir = tempfile::tempdir().unwrap();
    let parts = parts(dir.path(), &[FIRST], 3);
    let folder = path(dir.path(), "parts");
    let ran = satoku(&["cubes", "--combine", "--certificate", &folder, FIRST, &folder]);
    assert_eq!(ran.status, 2, "{}", ran.out);
    assert!(ran.err.contains("is an input"), "{}", ran.err);
    assert!(parts.iter().all(|part| Path::new(part).join("manifest.json").exists()));
}

#[test]
fn the_parts_make_a_certificate_of_the_whole() {
    let layout = ["--layout", "3x3+diagonals", "puzzles/9x9/diagonals.txt"];
    let cage = ["--constraint", "cage 11 r1c2 r1c3 r2c2", HARD];
    for (args, cubes) in [
        (&[SIXTEEN][..], 6),
        (&[FIRST], 2),
        (&[HARD], 12),
        (&[NOT], 9),
        (&[TWO], 3),
        (&[NONE], 3),
        (&[JIGSAW], 4),
        (&layout, 5),
        (&cage, 7),
    ] {
        let dir = tempfile::tempdir().unwrap();
        let alone = path(dir.path(), "alone");
        let ran = satoku(&[&["prove", "--json", "-o", &alone], args].concat());
        let status = |text: &str| serde_json::from_str::<Value>(text).unwrap()["status"].clone();
        let parts = parts(dir.path(), args, cubes);
        let (made, out) = whole(dir.path(), &[&["--json"], args].concat(), &parts);
        assert_eq!(made.status, ran.status, "{args:?}: {}", made.err);
        assert_eq!(status(&made.out), status(&ran.out), "{args:?}");
        // It is of the puzzle, and says what one made at once does, but for the proof.
        for file in ["puzzle.txt", "solution.txt", "formula.cnf"] {
            let both = [&alone, &out].map(|dir| fs::read(Path::new(dir).join(file)).ok());
            if status(&ran.out) != "multiple" {
                assert_eq!(both[0], both[1], "{args:?}: {file}");
            }
        }
        let verified = satoku(&["verify", &out]);
        assert_eq!(verified.status, 0, "{args:?}: {}", verified.err);
        // In any order.
        let turned: Vec<_> = parts.iter().rev().cloned().collect();
        assert_eq!(whole(dir.path(), args, &turned).0.status, ran.status, "{args:?}");
    }
}

#[test]
#[ignore = "takes seconds; cargo test --locked -- --ignored long_"]
fn long_a_missing_part_is_missed() {
    let dir = tempfile::tempdir().unwrap();
    let all = parts(dir.path(), &[LARGE], 4);
    let mut missed = 0;
    for gone in 0..all.len() {
        let mut rest = all.clone();
        rest.remove(gone);
        let (ran, out) = whole(dir.path(), &[LARGE], &rest);
        // A part that is easy enough is proved on the spot.
        if ran.status == 0 {
            assert_eq!(satoku(&["verify", &out]).status, 0);
            continue;
        }
        missed += 1;
        assert_eq!(ran.status, 2);
        assert!(ran.err.contains("leave a part of the puzzle out"), "{}", ran.err);
        assert!(!Path::new(&out).exists());
    }
    assert!(missed > 0);
    assert_eq!(whole(dir.path(), &[LARGE], &all).0.status, 0);
    let (ran, _) = whole(dir.path(), &[LARGE], &[]);
    assert_eq!(ran.status, 2);
}

#[test]
fn cubes_of_cubes_take_their_place() {
    let dir = tempfile::tempdir().unwrap();
    let mut all = parts(dir.path(), &[SIXTEEN], 4);
    let cubes = satoku(&["cubes", "--count", "4", "--json", SIXTEEN]).out;
    let cube: Value = serde_json::from_str(cubes.lines().nth(3).unwrap()).unwrap();
    let words: Vec<_> =
        cube["decisions"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
    let again = path(dir.path(), "again");
    let of = words.join(" ");
    satoku(&["prove", "-q", "--cube", "all/5", "--of", &of, "-o", &again, SIXTEEN]);
    all.remove(3);
    all.push(again);
    let (ran, out) = whole(dir.path(), &[SIXTEEN], &all);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert_eq!(satoku(&["verify", &out]).status, 0);
}

#[test]
fn parts_that_are_none_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let all = parts(dir.path(), &[HARD], 6);
    let refused = |parts: &[String], why: &str| {
        let (ran, out) = whole(dir.path(), &[HARD], parts);
        assert_eq!(ran.status, 2, "{why}: {}", ran.out);
        assert!(ran.err.contains(why), "{why}: {}", ran.err);
        assert!(!Path::new(&out).exists(), "{why}");
    };
    let with = |place: usize, other: String| {
        let mut parts = all.clone();
        parts[place] = other;
        parts
    };
    let made = |name: &str, args: &[&str]| {
        let out = path(dir.path(), name);
        satoku(&[&["prove", "-q", "-o", &out], args].concat());
        out
    };
    // Of another puzzle; of the same with another rule; of one with more candidates.
    refused(&with(0, made("first", &[FIRST])), "a certificate of another puzzle");
    refused(&with(0, made("sixteen", &[SIXTEEN])), "a certificate of another puzzle");
    let diagonal = made("diagonal", &["--layout", "3x3+diagonals", HARD]);
    refused(&with(0, diagonal), "a certificate of another puzzle");
    let fewer = HARD.replacen('8', ".", 1);
    refused(&with(0, made("fewer", &[&fewer])), "a certificate of another puzzle");
    refused(
        &with(0, made("compressed", &["--compressed", "--cube", "1/6", HARD])),
        "without --compressed",
    );
    // Of less than the cube, though it holds.
    let place =
        (0..all.len()).find(|&place| Path::new(&all[place]).join("solution.txt").exists()).unwrap();
    let cubes = satoku(&["cubes", "--count", "6", "--json", HARD]).out;
    let cube: Value = serde_json::from_str(cubes.lines().nth(place).unwrap()).unwrap();
    let words: Vec<_> =
        cube["decisions"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
    // Its solution is in one half: without that nobody shows it.
    let halves = [1, 2].map(|half| {
        made(
            &format!("half-{half}"),
            &["--cube", &format!("{half}/2"), "--of", &words.join(" "), HARD],
        )
    });
    let (less, _) = (0..2)
        .map(|half| {
            (half, fs::read_to_string(Path::new(&halves[half]).join("solution.txt")).is_ok())
        })
        .find(|(_, is_shown)| !is_shown)
        .unwrap();
    refused(&with(place, halves[less].clone()), "leave a part of the puzzle out");
    // With a byte changed anywhere in its files.
    for file in ["puzzle.txt", "formula.cnf", "proof.lrat", "manifest.json"] {
        let spoilt = path(dir.path(), "spoilt");
        _ = fs::remove_dir_all(&spoilt);
        fs::create_dir(&spoilt).unwrap();
        let files: Vec<PathBuf> =
            fs::read_dir(&all[place]).unwrap().map(|it| it.unwrap().path()).collect();
        for from in files {
            fs::copy(&from, Path::new(&spoilt).join(from.file_name().unwrap())).unwrap();
        }
        let text = fs::read_to_string(Path::new(&spoilt).join(file)).unwrap();
        let (at, digit) = text.char_indices().rfind(|(_, c)| ('1'..='8').contains(c)).unwrap();
        let mut bytes = text.into_bytes();
        bytes[at] = u8::try_from(u32::from(digit) + 1).unwrap();
        fs::write(Path::new(&spoilt).join(file), bytes).unwrap();
        let (ran, out) = whole(dir.path(), &[HARD], &with(place, spoilt));
        assert_eq!((ran.status, Path::new(&out).exists()), (2, false), "{file}: {}", ran.out);
    }
    // The same cubes, whole again.
    assert_eq!(whole(dir.path(), &[HARD], &all).0.status, 0);
}
