//! The examples of help texts and documents, run as they stand.

use std::path::Path;
use std::process::Command;

use crate::data;
use crate::program::satoku;

/// Files that examples name, and what they stand for here.
const FILES: &[(&str, &str)] = &[
    ("puzzle.txt", "9x9/first.txt"),
    ("puzzle.grid", "9x9/rows.txt"),
    ("puzzles.txt", "9x9/two-solutions.txt"),
    ("p.txt", "9x9/first.txt"),
    ("half-solved.txt", "9x9/first.txt"),
    ("hard.txt", "9x9/first.txt"),
    ("hard.grid", "9x9/empty.txt"),
    ("empty.txt", "9x9/empty.txt"),
    ("big.grid", "16x16/minimal.txt"),
    ("big-25x25.grid", "25x25/sparse.txt"),
    ("sukaku.txt", "9x9/pencilmarks.txt"),
];

/// Text that examples name.
const TEXTS: &[(&str, &str)] = &[
    (
        "filled.txt",
        "428159673196374825375862941981423567564718392732596184243681759617945238859237416\n",
    ),
    (
        "heart.txt",
        "# heart\n.........\n.##...##.\n#########\n#########\n#########\n.#######.\n..#####..\n...###...\n....#....\n",
    ),
    ("answer.txt", "s UNKNOWN\n"),
    ("puzzle.drat", "0\n"),
];

/// A folder with these files, and with solvers that give up.
fn folder() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    for (name, puzzle) in FILES {
        std::fs::copy(data::puzzles().join(puzzle), dir.path().join(name)).unwrap();
    }
    for (name, text) in TEXTS {
        std::fs::write(dir.path().join(name), text).unwrap();
    }
    let script = "gzip -c p.txt > million.txt.gz; cp million.txt.gz millions.gz; mkdir bin; \
                  printf '#!/bin/sh\\ncat > /dev/null; echo s UNKNOWN\\n' > bin/kissat; \
                  chmod +x bin/kissat; cp bin/kissat bin/cadical; \
                  cp bin/kissat bin/lrat-check";
    assert!(
        Command::new("sh").args(["-c", script]).current_dir(dir.path()).status().unwrap().success()
    );
    #[cfg(unix)]
    std::os::unix::fs::symlink(data::puzzles(), dir.path().join("puzzles")).unwrap();
    dir
}

/// Runs a line of an example, which must be understood.
fn run(line: &str, dir: &Path) {
    let program = Path::new(env!("CARGO_BIN_EXE_satoku")).parent().unwrap();
    let path = std::env::var("PATH").unwrap();
    let path = format!("{}:{}:{path}", program.display(), dir.join("bin").display());
    let output = Command::new("sh").args(["-c", line]).env("PATH", path).current_dir(dir).output();
    let output = output.unwrap();
    let err = String::from_utf8_lossy(&output.stderr);
    let asks_others = line.contains("cmd:") || line.contains("man -l");
    assert!(output.status.code() != Some(2) || asks_others, "{line}: {err}");
    for wrong in ["Usage:", "--help", "error:", "not found", "No such file"] {
        assert!(!err.contains(wrong) || asks_others, "{line}: {err}");
    }
}

/// The lines of a help text from its examples on.
fn examples(help: &str) -> Vec<&str> {
    let examples = help.lines().skip_while(|line| !line.starts_with("Example"));
    examples.skip(1).map(str::trim).filter(|line| !line.is_empty()).collect()
}

#[test]
#[cfg(unix)]
#[ignore = "takes seconds; cargo test --locked -- --ignored long_"]
fn long_examples_of_help_are_run() {
    let help = satoku(&["--help"]).out;
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let commands: Vec<_> = commands.map_while(|line| line.split_whitespace().next()).collect();
    assert!(commands.len() > 15, "{commands:?}");
    let mut count = 0;
    for command in commands.iter().filter(|command| **command != "help") {
        let help = satoku(&[command, "--help"]).out;
        let dir = folder();
        if *command == "verify" {
            run("satoku prove puzzle.txt -o certificate", dir.path());
        }
        let lines = examples(&help);
        assert!(lines.iter().any(|line| line.contains("satoku")), "{command} has no example");
        for line in lines {
            run(line, dir.path());
            count += 1;
        }
    }
    assert!(count > 30, "{count}");
}

#[test]
#[cfg(unix)]
fn examples_of_documents_are_run() {
    for document in ["README.md", "PROOFS.md"] {
        let text = std::fs::read_to_string(data::root().join(document)).unwrap();
        let dir = folder();
        let lines = text.lines().map(|line| line.trim_start_matches("$ "));
        let lines = lines.filter(|line| line.starts_with("satoku ") || line.contains("| satoku "));
        let lines: Vec<_> = lines.filter(|line| !line.starts_with('|')).collect();
        assert!(!lines.is_empty(), "{document}");
        for line in lines {
            // Certificates do not replace those of other puzzles.
            _ = std::fs::remove_dir_all(dir.path().join("certificate"));
            run(line, dir.path());
        }
    }
}
