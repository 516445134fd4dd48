//! The program's answers: order, exit statuses, JSON, limits. What people see is in `tests/cmd`.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::Stdio;

use serde_json::Value;

use crate::program::{command, file, satoku, satoku_on};

const UNIQUE: &str = "puzzles/9x9/first.txt";
const TWO: &str = "puzzles/9x9/two-solutions.txt";
const NONE: &str = "puzzles/9x9/clash.txt";
const BAD: &str = "puzzles/README.md";

fn line(name: &str) -> String {
    satoku(&["convert", "--output", "line", name]).out.trim().to_owned()
}

/// Some thousands of lines: one solution, two, none, and here and there a line that is no puzzle.
fn many_lines() -> (String, usize) {
    let lines = [line(UNIQUE), line(TWO), line(NONE)];
    let count = 3000;
    let text = (0..count).map(|k| match k % 100 {
        57 => "not a puzzle\n".to_owned(),
        _ => format!("{}\n", lines[k % 3]),
    });
    (text.collect(), count)
}

#[test]
fn a_line_for_each_line_whatever_the_threads() {
    let dir = tempfile::tempdir().unwrap();
    let (text, count) = many_lines();
    let path = file(dir.path(), "many.txt", &text);
    for task in [&["solve"][..], &["count"], &["unique"], &["check"], &["convert"]] {
        let mut first = None;
        for jobs in ["1", "2", "7", "2"] {
            let ran = satoku(&[task, &["--jobs", jobs, "--quiet", &path]].concat());
            assert_eq!(ran.status, 2);
            assert_eq!(ran.out.lines().count(), count, "{task:?} --jobs {jobs}");
            for (k, answer) in ran.out.lines().enumerate() {
                let bad = k % 100 == 57;
                assert_eq!(answer.starts_with("error: line"), bad, "{task:?}, line {k}: {answer}");
            }
            assert_eq!(ran.err.lines().count(), count / 100, "{}", ran.err);
            assert!(*first.get_or_insert(ran.out.clone()) == ran.out, "{task:?} --jobs {jobs}");
        }
    }
}

#[test]
fn json_keeps_the_order_too() {
    let (text, count) = many_lines();
    let ran = satoku_on(&["unique", "--json", "--jobs", "7"], text);
    let objects: Vec<Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(objects.len(), count);
    for (k, object) in objects.iter().enumerate() {
        let words = ["unique", "multiple", "none"];
        let word = if k % 100 == 57 { "error" } else { words[k % 3] };
        assert_eq!((&object["index"], &object["status"]), (&(k + 1).into(), &word.into()));
    }
}

/// Errors win over limits, limits over negative answers.
#[test]
fn exit_statuses() {
    let dir = tempfile::tempdir().unwrap();
    let endless = file(dir.path(), "endless.txt", format!("{}\n", ".".repeat(144)));
    for (args, status) in [
        (&["solve", UNIQUE][..], 0),
        (&["solve", TWO], 0),
        (&["unique", UNIQUE], 0),
        (&["unique", TWO], 1),
        (&["solve", NONE], 1),
        (&["count", NONE], 1),
        (&["count", TWO], 0),
        (&["solve", UNIQUE, NONE, UNIQUE], 1),
        (&["solve", BAD], 2),
        (&["solve", BAD, NONE], 2),
        (&["count", "--time-limit", "0.2", &endless], 3),
        (&["count", "--time-limit", "0.2", NONE, &endless, UNIQUE], 3),
        (&["count", "--time-limit", "0.2", &endless, BAD, NONE], 2),
        (&["solve", "--all", "--time-limit", "0.2", &endless], 3),
        (&["solve", "--time-limit", "0", "puzzles/25x25/sparse.txt"], 3),
        (&["check", UNIQUE], 1),
        (&["convert", NONE], 0),
    ] {
        let ran = satoku(args);
        assert_eq!(ran.status, status, "{args:?}: {}", ran.err);
    }
}

#[test]
fn counts_that_a_limit_ended() {
    let dir = tempfile::tempdir().unwrap();
    let endless = file(dir.path(), "endless.txt", format!("{}\n", ".".repeat(144)));
    let ran = satoku(&["count", "--limit", "5", &endless]);
    assert_eq!((ran.status, ran.out.as_str()), (0, "5+\n"));
    let ran = satoku(&["count", "--limit", "5", "--engine", "sat", TWO]);
    assert_eq!((ran.status, ran.out.as_str()), (0, "2\n"));
    let ran = satoku(&["count", "--time-limit", "0.2", "--json", &endless]);
    let object: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((&object["status"], &object["complete"]), (&"unknown".into(), &false.into()));
    assert!(object["count"].is_u64());
}

#[test]
fn all_solutions_behind_their_index() {
    let text = format!("{}\n{}\n???\n{}\n", line(TWO), line(NONE), line(UNIQUE));
    let ran = satoku_on(&["solve", "--all", "--jobs", "2"], &text);
    let indices: Vec<_> = ran.out.lines().map(|l| l.split_once(' ').unwrap()).collect();
    assert_eq!(indices.iter().map(|(k, _)| *k).collect::<Vec<_>>(), ["1", "1", "2", "3", "4"]);
    assert_ne!(indices[0].1, indices[1].1);
    assert_eq!(indices[2].1, "none");
    assert!(indices[3].1.starts_with("error: line 3"), "{}", ran.out);
    assert_eq!(ran.status, 2);
    let ran = satoku_on(&["solve", "--all", "--limit", "1"], &text);
    assert_eq!(ran.out.lines().filter(|line| line.starts_with("1 ")).count(), 1);
    let ran = satoku(&["solve", "--limit", "1", TWO]);
    assert_eq!(ran.status, 2, "--limit needs --all");
}

/// The fields of each command's JSON, exactly.
#[test]
fn json_fields() {
    let searched = ["count", "complete", "engine", "time_us"];
    let fields = |args: &[&str]| -> BTreeSet<String> {
        let ran = satoku(&[args, &["--json"]].concat());
        let mut lines = ran.out.lines();
        let object: Value = serde_json::from_str(lines.next().unwrap()).unwrap();
        assert_eq!(lines.next(), None);
        let object = object.as_object().unwrap();
        assert_eq!(object["index"], 1);
        let named = object["source"].as_str().unwrap();
        assert!(args.contains(&named), "{named}");
        let common = ["index", "source", "puzzle", "status"];
        assert!(common.iter().all(|key| object.contains_key(*key)), "{args:?}");
        object.keys().filter(|key| !common.contains(&key.as_str())).cloned().collect()
    };
    let with = |first: &[&str], rest: &[&str]| -> BTreeSet<String> {
        first.iter().chain(rest).map(|word| (*word).to_owned()).collect()
    };
    assert_eq!(fields(&["solve", UNIQUE]), with(&["solution"], &searched));
    assert_eq!(fields(&["solve", NONE]), with(&[], &searched));
    assert_eq!(fields(&["solve", "--all", TWO]), with(&["solutions"], &searched));
    assert_eq!(fields(&["solve", "--all", UNIQUE]), with(&["solutions"], &searched));
    assert_eq!(fields(&["count", TWO]), with(&[], &searched));
    assert_eq!(fields(&["unique", UNIQUE]), with(&["solution"], &searched));
    assert_eq!(fields(&["unique", TWO]), with(&["solutions"], &searched));
    assert_eq!(fields(&["unique", NONE]), with(&[], &searched));
    assert_eq!(
        fields(&["unique", "--stats", TWO]),
        with(&["solutions"], &[&searched[..], &["stats"]].concat())
    );
    assert_eq!(fields(&["check", UNIQUE]), with(&["reason"], &[]));
    assert_eq!(fields(&["convert", UNIQUE]), with(&[], &[]));
    let ran = satoku(&["solve", "--json", "missing"]);
    let object: Value = serde_json::from_str(&ran.out).unwrap();
    let keys: Vec<_> = object.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["index", "source", "status", "error", "kind"]);
    assert_eq!((&object["index"], &object["status"]), (&Value::Null, &"error".into()));
}

#[test]
fn both_engines_are_asked() {
    for (file, status) in [(UNIQUE, 0), (TWO, 1), (NONE, 1), ("puzzles/16x16/minimal.txt", 0)] {
        let ran = satoku(&["unique", "--cross-check", file]);
        assert_eq!(ran.status, status, "{file}: {}", ran.err);
    }
    // A program that answers SATISFIABLE without a model of the formula is found out.
    let ran = satoku(&["solve", "--engine", "sat", "--backend", "cmd:true", UNIQUE]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("true"), "{}", ran.err);
}

#[test]
fn nothing_is_said_unasked() {
    let (text, _) = many_lines();
    let clean = text.replace("not a puzzle\n", "");
    for quiet in [&["--quiet"][..], &[]] {
        let ran = satoku_on(&[&["solve"], quiet].concat(), &clean);
        assert_eq!((ran.status, ran.err.as_str()), (1, ""));
    }
    let ran = satoku(&["solve", "--stats", "--engine", "sat", UNIQUE]);
    assert!(ran.err.contains("encoding reduced pairwise"), "{}", ran.err);
}

/// Whoever reads may stop reading.
#[test]
fn a_closed_pipe_is_no_error() {
    let dir = tempfile::tempdir().unwrap();
    let text = format!("{}\n", line(UNIQUE)).repeat(20_000);
    let path = file(dir.path(), "long.txt", text);
    for args in [
        &["solve", &path][..],
        &["convert", "--json", &path],
        &["encode", "--encoding", "extended", "puzzles/36x36/sparse.txt"],
        &["solve", "--all", "puzzles/9x9/empty.txt"],
    ] {
        let mut command = command(args);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        assert!(out.read_line(&mut String::new()).unwrap() > 0);
        drop(out);
        let mut err = String::new();
        child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        assert!(child.wait().unwrap().success(), "{args:?}: {err}");
        assert_eq!(err, "", "{args:?}");
    }
}

#[test]
fn completions_and_manual() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let ran = satoku(&["completions", shell]);
        assert_eq!(ran.status, 0);
        assert!(ran.out.contains("cross-check"), "{shell}");
    }
    assert!(satoku(&["man"]).out.contains(".TH"));
    assert!(satoku(&["man", "solve"]).out.contains("time\\-limit"));
    assert_eq!(satoku(&["man", "nothing"]).status, 2);
}

/// The transcripts of `tests/cmd`.
#[test]
fn transcripts() {
    // They name files of the repository from its root; all other tests say where they run.
    std::env::set_current_dir(crate::data::root()).unwrap();
    trycmd::TestCases::new()
        .register_bin("satoku", Path::new(env!("CARGO_BIN_EXE_satoku")))
        .case(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cmd/*.trycmd"));
}

#[test]
fn a_limit_on_memory_leaves_it_unknown() {
    let ran =
        satoku(&["solve", "--engine", "sat", "--memory-limit", "1M", "puzzles/36x36/sparse.txt"]);
    assert_eq!((ran.status, ran.out.trim()), (3, "unknown"), "{}", ran.err);
    assert!(ran.err.contains("memory") || ran.err.contains("limit"), "{}", ran.err);
    for bad in ["", "x", "1Q", "-1", "0"] {
        let ran = satoku(&["solve", "--memory-limit", bad, UNIQUE]);
        assert_eq!(ran.status, 2, "{bad}");
    }
    assert_eq!(satoku(&["solve", "--memory-limit", "1.5GiB", UNIQUE]).status, 0);
}
