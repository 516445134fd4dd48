//! What reaches the terminal: nothing that was read moves its cursor or floods it, and what cannot
//! be written is told by the exit status.

use std::fs::OpenOptions;
use std::process::Stdio;

use serde_json::json;

use crate::program::{Ran, command, file, satoku, satoku_on};

const FIRST: &str = "puzzles/9x9/first.txt";

/// Turns the text red, clears the screen, and writes from right to left.
const EVIL: &str = "\u{1b}[31m\u{9b}2J\u{7f}\u{202e}\u{7}\r";

/// Nothing was printed but lines of plain characters.
fn is_plain(ran: &Ran, what: &str) {
    for text in [&ran.out, &ran.err] {
        let bad = text.chars().find(|&c| c != '\n' && satoku_check::is_active(c));
        assert_eq!(bad, None, "{what}: {text:?}");
    }
}

#[test]
fn nothing_read_moves_the_cursor() {
    let empty = ".".repeat(16);
    let free = json!({ "name": EVIL, "blocks": [{ "distinct": ["r1c1", "r2c2"] }] });
    for text in [
        format!("# layout={EVIL}\n{empty}\n"),
        format!("{empty} # layout={EVIL}\n"),
        format!("{EVIL}\n"),
        format!("1.....3..4.....{EVIL}2\n"),
        format!("puzzle,{EVIL}\n{EVIL},{empty}\n"),
        json!({ "puzzle": empty, "layout": EVIL }).to_string(),
        json!({ "puzzle": EVIL }).to_string(),
        json!({ "puzzle": [[EVIL]] }).to_string(),
        json!({ "status": EVIL }).to_string(),
        json!([EVIL, [EVIL], { EVIL: EVIL }]).to_string(),
        json!({ "puzzle": empty, "rules": [EVIL] }).to_string(),
        json!({ "puzzle": empty, "rules": [{ "name": EVIL }] }).to_string(),
        json!({ "puzzle": empty, "rules": [free] }).to_string(),
        json!({ "puzzle": "11..............", "rules": [free] }).to_string(),
    ] {
        for args in [
            &["solve"][..],
            &["solve", "--json"],
            &["convert"],
            &["convert", "--json"],
            &["explain"],
            &["encode"],
            &["check"],
            &["solve", "--engine", "lanes"],
        ] {
            is_plain(&satoku_on(args, &text), &format!("{args:?} {text:?}"));
        }
    }
    for args in [
        &["solve", EVIL][..],
        &["solve", "--json", EVIL],
        &["solve", "--layout", EVIL, FIRST],
        &["solve", "--box", EVIL, FIRST],
        &["solve", "--constraint", EVIL, FIRST],
        &["solve", "--engine", EVIL, FIRST],
        &["solve", "--rules", EVIL, FIRST],
        &["solve", "--symbols", EVIL, FIRST],
        &["encode", FIRST, "--block", EVIL],
        &["encode", EVIL],
        &["decode", FIRST, EVIL],
        &["generate", "--pattern", EVIL],
        &["generate", "--clues", EVIL],
        &["cubes", "--combine", FIRST, EVIL],
        &["verify", EVIL],
        &["verify", "--json", EVIL],
        &["transform", "--op", EVIL, FIRST],
        &[EVIL],
        &["solve", "--engine", "sat", "--backend", &format!("cmd:{EVIL}"), FIRST],
    ] {
        let ran = satoku(args);
        assert_eq!(ran.status, 2, "{args:?}");
        assert!(!ran.err.is_empty() || !ran.out.is_empty(), "{args:?}");
        is_plain(&ran, &format!("{args:?}"));
    }
}

#[cfg(unix)]
#[test]
fn nor_do_names_of_files_and_what_solvers_say() {
    let dir = tempfile::tempdir().unwrap();
    let evil = dir.path().join(EVIL);
    std::fs::create_dir(&evil).unwrap();
    let text = std::fs::read_to_string(crate::data::root().join(FIRST)).unwrap();
    let puzzle = file(&evil, "puzzle.txt", text);
    let bad = file(&evil, "bad.txt", "1....\n");
    let out = evil.join("out");
    let out = out.to_str().unwrap();
    let solver = file(dir.path(), "solver.sh", format!("printf '{EVIL}' >&2; exit 3"));
    let backend = format!("cmd:sh {solver}");
    for (args, status) in [
        (&["solve", "--json", &puzzle][..], 0),
        (&["solve", "--stats", &puzzle], 0),
        (&["solve", &bad], 2),
        (&["solve", "--json", &bad], 2),
        (&["prove", &puzzle, "-o", out], 0),
        (&["verify", out], 0),
        (&["verify", "--json", out], 0),
        (&["verify", evil.to_str().unwrap()], 2),
        (&["prove", &puzzle, "-o", evil.to_str().unwrap()], 2),
        (&["generate", "--seed", "1", "--size", "4", "--json", "--prove", out], 0),
        (&["cubes", "--combine", &puzzle, &bad], 2),
        (&["solve", "--engine", "sat", "--backend", &backend, FIRST], 2),
    ] {
        let ran = satoku(args);
        assert_eq!(ran.status, status, "{args:?}: {}", ran.err);
        is_plain(&ran, &format!("{args:?}"));
    }
}

#[test]
fn little_is_said_of_much() {
    let much = "z\u{7f}\"\\".repeat(250_000);
    for text in [
        format!("# layout={much}\n{}\n", ".".repeat(16)),
        format!("{much}\n"),
        json!({ "puzzle": "................", "layout": much }).to_string(),
        json!({ "puzzle": much }).to_string(),
        json!({ "status": much }).to_string(),
        json!({ "puzzle": [[much]] }).to_string(),
        json!({ "puzzle": [[[[much]]], [1, 2]] }).to_string(),
        json!({ "puzzle": "................", "rules": [much] }).to_string(),
        json!({ "puzzle": "................", "rules": [{ "name": much, "blocks": much }] })
            .to_string(),
        json!({ "puzzle": { "a": much } }).to_string(),
        json!({ "puzzle": "................", "box": much }).to_string(),
    ] {
        for args in [&["solve"][..], &["solve", "--json"]] {
            let ran = satoku_on(args, &text);
            let (out, err) = (ran.out.len(), ran.err.len());
            assert!(ran.status == 2 && out < 10_000 && err < 10_000, "{out} {err} {text:.99}");
        }
    }
    let option = "q".repeat(100_000);
    let ran = satoku(&["solve", "--layout", &option, FIRST]);
    assert!(ran.status == 2 && ran.err.len() < 10_000, "{}", ran.err.len());
}

/// Every command whose output cannot be written says so by its exit status, and none fails where
/// nobody hears what it says.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let full = || Stdio::from(OpenOptions::new().write(true).open("/dev/full").unwrap());
    let status = |command: &mut std::process::Command| command.status().unwrap().code();
    for args in [
        &["--help"][..],
        &["-h"],
        &["--version"],
        &["solve", "--help"],
        &["help", "solve"],
        &["man"],
        &["schema"],
        &["completions", "bash"],
        &["backends"],
        &["solve", FIRST],
        &["generate", "--seed", "1"],
        &["encode", FIRST],
        &["cubes", "--json", "puzzles/9x9/empty.txt"],
    ] {
        let told = status(command(args).stdout(full()).stderr(Stdio::null()));
        assert_eq!(told, Some(2), "{args:?}");
    }
    for args in [
        &["solve", "no such file"][..],
        &["solve", "--jobs"],
        &["solve", "--no-such-option"],
        &["solve", "--layout", EVIL, FIRST],
        &["generate", "--seed", "1", "--clues", "1"],
        &["solve", "--stats", FIRST],
        &["cubes", "--combine", FIRST],
        &[],
    ] {
        let heard = status(command(args).stdout(Stdio::null()).stderr(Stdio::null()));
        let unheard = status(command(args).stdout(Stdio::null()).stderr(full()));
        assert_eq!(unheard, heard, "{args:?}");
        let nothing = status(command(args).stdout(full()).stderr(full()));
        assert!(nothing.is_some_and(|code| (1..=3).contains(&code)), "{args:?}: {nothing:?}");
    }
}

#[test]
fn sizes_are_told_as_they_are() {
    let dir = tempfile::tempdir().unwrap();
    for text in ["", "\n", "# a comment\n"] {
        let pattern = file(dir.path(), "pattern.txt", text);
        let ran = satoku(&["generate", "--pattern", &pattern]);
        assert!(ran.status == 2 && ran.err.contains("no pattern found"), "{text:?}: {}", ran.err);
    }
    for (row, what) in [
        (".".repeat(401), "rows of 401 cells: expected at most 400"),
        (". ".repeat(401), "rows of 401 cells: expected at most 400"),
        ("0,".repeat(500) + "0", "rows of 501 cells: expected at most 400"),
        (vec!["0"; 401].join("\t"), "rows of 401 cells: expected at most 400"),
    ] {
        let ran = satoku_on(&["solve"], format!("{row}\n").repeat(401));
        assert!(ran.status == 2 && ran.err.contains(what), "{}", ran.err);
    }
    let rows = vec![vec![0; 401]; 401];
    let ran = satoku_on(&["solve"], json!({ "puzzle": rows }).to_string());
    assert!(ran.err.contains("side 401: expected 1 to 400"), "{}", ran.err);
    let ran = satoku_on(&["solve"], ".".repeat(401 * 401));
    assert!(ran.err.contains("160801 symbols: expected at most 1225"), "{}", ran.err);
}
