//! A person at a terminal: one puzzle is answered as a framed grid, and tips say what to do next.
//! Pipes get lines.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::process::Child;

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use crate::program::{command, file, satoku};

const LINE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// A terminal and the program in it.
struct Terminal {
    keys: File,
    child: Child,
}

impl Terminal {
    fn begin(args: &[&str]) -> Self {
        let control = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&control).unwrap();
        unlockpt(&control).unwrap();
        let name = ptsname(&control, Vec::new()).unwrap().into_string().unwrap();
        let open = || OpenOptions::new().read(true).write(true).open(&name).unwrap();
        let mut command = command(args);
        command.env_remove("NO_COLOR").env("TERM", "xterm");
        let child = command.stdin(open()).stdout(open()).stderr(open()).spawn().unwrap();
        Terminal { keys: control.into(), child }
    }

    /// All that was shown, and the exit status.
    fn end(mut self) -> (String, i32) {
        let mut shown = Vec::new();
        let mut buffer = [0; 4096];
        // Once nobody has the other side open, reading is an error.
        while let Ok(read @ 1..) = self.keys.read(&mut buffer) {
            shown.extend_from_slice(&buffer[..read]);
        }
        let status = self.child.wait().unwrap().code().unwrap();
        (String::from_utf8(shown).unwrap().replace("\r\n", "\n"), status)
    }
}

fn shown(args: &[&str]) -> String {
    Terminal::begin(args).end().0
}

#[test]
fn one_puzzle_is_answered_in_a_frame() {
    let dir = tempfile::tempdir().unwrap();
    let one = file(dir.path(), "one.txt", format!("{LINE}\n"));
    let two = file(dir.path(), "two.txt", format!("{LINE}\n{LINE}\n"));
    let solution = satoku(&["solve", LINE]).out;
    for args in
        [&["solve", LINE][..], &[LINE], &["solve", &one], &["solve", "--engine", "sat", &one]]
    {
        let text = shown(args);
        assert!(text.starts_with("┌───"), "{args:?}: {text}");
        // Clues are set off from digits that were added.
        assert!(text.contains("\x1b[1;36m5\x1b[0m") && text.contains(" 4 "), "{args:?}: {text}");
    }
    assert!(!shown(&["solve", "--color", "never", LINE]).contains('\x1b'));
    assert_eq!(shown(&["solve", "--output", "line", LINE]), solution);
    assert!(shown(&["solve", &two]).starts_with(&solution.repeat(2)));
    let text = shown(&["minimize", "--effort", "0", LINE]);
    assert!(text.contains("┌───"), "{text}");
}

#[test]
fn what_is_no_text_is_not_shown() {
    let (text, status) = Terminal::begin(&["convert", "--output", "pdf", LINE]).end();
    assert_eq!((text.contains("add -o FILE"), status), (true, 2), "{text}");
    let (text, status) = Terminal::begin(&["convert", "--output", "svg", LINE]).end();
    assert_eq!((text.starts_with("<?xml"), status), (true, 0), "{text}");
}

#[test]
fn tips_go_beside_the_answer() {
    let none = LINE.replacen("53", "55", 1);
    for command in ["solve", "unique"] {
        let text = shown(&[command, &none]);
        assert!(text.contains("none\n") && text.contains("`satoku explain` shows"), "{text}");
    }
    let text = shown(&["unique", "puzzles/9x9/two-solutions.txt"]);
    assert!(text.starts_with("multiple\n") && text.matches("┌───").count() == 2, "{text}");
    assert!(text.contains("satoku: two solutions differ: r6c5 4 or 9, r6c6 9 or 4, "), "{text}");
}

#[test]
fn answers_of_several_files_are_named() {
    let (one, two) = ("puzzles/9x9/first.txt", "puzzles/9x9/two-solutions.txt");
    let text = shown(&["unique", one, "no such file", two]);
    let missing = "error: No such file or directory (os error 2)";
    let is_answer = |line: &&str| !line.is_empty() && !line.starts_with("satoku: ");
    let lines: Vec<_> = text.lines().filter(is_answer).collect();
    let names = [format!("# {one}"), "# no such file".into(), format!("# {two}")];
    assert_eq!(lines[..4], [&names[0], "unique", &names[1], missing]);
    assert_eq!(lines[4..6], [&names[2], "multiple"]);
    // In a pipe a missing file has its place all the same.
    let out = satoku(&["unique", one, "no such file", one]).out;
    assert_eq!(out, format!("unique\n{missing}\nunique\n"));
}

#[test]
fn puzzles_are_typed() {
    let mut terminal = Terminal::begin(&["solve"]);
    // What is typed, and the end of input at the beginning of a line.
    terminal.keys.write_all(format!("{LINE}\n\x04").as_bytes()).unwrap();
    let (text, status) = terminal.end();
    assert!(text.contains("satoku: paste a puzzle, then press Ctrl-D\n"), "{text}");
    assert!(text.contains("┌───") && !text.contains("puzzles,"), "{text}");
    assert_eq!(status, 0);
}
