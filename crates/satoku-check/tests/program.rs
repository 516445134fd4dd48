//! The program `satoku-check`: what it prints and its exit status.
//!
//! `unique-4x4` is what `satoku prove` makes of `1.....3..4.....2`.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const GOOD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/unique-4x4");

/// Runs the program: exit status, standard output, standard error.
fn run(args: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_satoku-check")).args(args).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// A copy of the good certificate in which one file is changed.
fn spoilt(name: &str, file: &str, old: &str, new: &str) -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&dir).unwrap();
    for entry in fs::read_dir(GOOD).unwrap().map(Result::unwrap) {
        fs::copy(entry.path(), dir.join(entry.file_name())).unwrap();
    }
    let text = fs::read_to_string(dir.join(file)).unwrap();
    assert!(text.contains(old), "{file} has {old}");
    fs::write(dir.join(file), text.replacen(old, new, 1)).unwrap();
    dir
}

#[test]
fn a_good_certificate_holds() {
    let (status, out, err) = run(&[GOOD]);
    assert_eq!((status, out, err.as_str()), (Some(0), format!("{GOOD}: holds: unique\n"), ""));
}

#[test]
fn a_spoilt_certificate_is_refused() {
    let changes = [
        ("lemma", "proof.lrat", "454 -3 0 1 7 0", "454 3 0 1 7 0"),
        ("end", "proof.lrat", "494 0 1 483", "494 1 0 1 483"),
        ("solution", "solution.txt", "1 3 2 4", "1 3 4 2"),
        ("claim", "manifest.json", "\"givens\": 4", "\"givens\": 5"),
    ];
    for (name, file, old, new) in changes {
        let dir = spoilt(name, file, old, new);
        let (status, out, _) = run(&[dir.to_str().unwrap()]);
        assert_eq!(status, Some(1), "{name}: {out}");
        assert!(out.starts_with(&format!("{}: refused: ", dir.display())), "{name}: {out}");
        fs::remove_dir_all(dir).unwrap();
    }
}

#[test]
fn what_is_no_certificate_is_an_error() {
    let empty = Path::new(env!("CARGO_TARGET_TMPDIR")).join("empty");
    fs::create_dir_all(&empty).unwrap();
    for dir in [empty.to_str().unwrap(), "no such folder", file!()] {
        let (status, out, _) = run(&[dir]);
        assert_eq!(status, Some(2), "{out}");
        assert!(out.starts_with(&format!("{dir}: error: ")), "{out}");
    }
    assert_eq!(run(&[]).0, Some(2));
}

#[test]
fn the_worst_of_several_decides() {
    let bad = spoilt("several", "solution.txt", "1", "2");
    let bad = bad.to_str().unwrap();
    let (status, out, _) = run(&[GOOD, bad, GOOD]);
    assert_eq!((status, out.lines().count()), (Some(1), 3));
    assert_eq!(run(&[bad, "no such folder", GOOD]).0, Some(2));
    fs::remove_dir_all(bad).unwrap();
}

#[test]
fn help_and_version_are_shown() {
    let (status, out, _) = run(&["--help"]);
    assert!(status == Some(0) && out.contains("Usage: satoku-check DIR..."), "{out}");
    let (status, out, _) = run(&["--version"]);
    assert_eq!((status, out), (Some(0), format!("satoku-check {}\n", env!("CARGO_PKG_VERSION"))));
}

#[test]
fn a_batch_is_whole_or_refused() {
    let batch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("batch");
    _ = fs::remove_dir_all(&batch);
    for number in ["1", "2"] {
        fs::create_dir_all(batch.join(number)).unwrap();
        for entry in fs::read_dir(GOOD).unwrap().map(Result::unwrap) {
            fs::copy(entry.path(), batch.join(number).join(entry.file_name())).unwrap();
        }
    }
    let path = batch.to_str().unwrap();
    let (status, out, _) = run(&[path]);
    assert!(status == Some(1) && out.contains("without index.json"), "{out}");
    let index = satoku_check::Index { puzzles: 3, without: vec![3], shard: None };
    fs::write(batch.join("index.json"), index.write()).unwrap();
    let (status, out, _) = run(&[path]);
    assert_eq!((status, out.matches(": holds: unique").count()), (Some(0), 2), "{out}");
    assert!(out.ends_with(&format!("{path}/3: no certificate\n")), "{out}");
    fs::remove_dir_all(batch.join("2")).unwrap();
    let (status, out, _) = run(&[path]);
    assert!(status == Some(1) && out.contains("2 is missing"), "{out}");
    let shard = satoku_check::Shard { number: 2, of: 3, run: "a".into() };
    let index = satoku_check::Index { puzzles: 9, without: vec![5, 8], shard: Some(shard) };
    fs::write(batch.join("index.json"), index.write()).unwrap();
    assert_eq!(satoku_check::Index::of(&batch).unwrap(), Some(index.clone()));
    assert_eq!(index.numbers().collect::<Vec<_>>(), [2, 5, 8]);
    let (status, out, _) = run(&[path]);
    assert!(status == Some(1) && out.contains("1 is not among"), "{out}");
    fs::rename(batch.join("1"), batch.join("2")).unwrap();
    let (status, out, _) = run(&[path]);
    assert!(status == Some(0) && out.contains("2: holds"), "{out}");
    assert_eq!(out.matches("no certificate").count(), 2, "{out}");
    fs::rename(batch.join("2"), batch.join("1")).unwrap();
    fs::write(batch.join("index.json"), index.write().replace("2/3", "4/3")).unwrap();
    let (status, out, _) = run(&[path]);
    assert!(status == Some(2) || status == Some(1), "{out}");
    assert!(out.contains("expected the format"), "{out}");
    fs::remove_dir_all(batch.join("1")).unwrap();
    for (puzzles, without) in [(2, vec![1, 2]), (0, vec![])] {
        let index = satoku_check::Index { puzzles, without, shard: None };
        fs::write(batch.join("index.json"), index.write()).unwrap();
        let (status, out, _) = run(&[path]);
        assert_eq!(status, Some(2), "{out}");
        assert!(out.starts_with(&format!("{path}: error: index.json: ")), "{out}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_written_is_an_error() {
    for args in [&["--help"][..], &["--version"], &[GOOD]] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_satoku-check"));
        assert_eq!(command.args(args).stdout(full).status().unwrap().code(), Some(2), "{args:?}");
    }
    let (status, out, _) = run(&["\u{1b}[31m\u{9b}2J"]);
    assert_eq!(status, Some(2));
    assert!(out.starts_with(r"\u{1b}[31m\u{9b}2J: error: "), "{out}");
}
