//! Every flag of every command does something, or is refused: none is silently ignored.

use std::collections::BTreeSet;

use crate::program::{Ran, satoku};

const UNIQUE: &str = "puzzles/9x9/first.txt";
const TWO: &str = "puzzles/9x9/two-solutions.txt";
const JIGSAW: &str = "puzzles/9x9/jigsaw.txt";

/// A run of each command that answers puzzles.
const RUNS: &[&[&str]] = &[
    &["solve", TWO],
    &["count", TWO],
    &["unique", TWO],
    &["check", TWO],
    &["convert", TWO],
    &["explain", TWO],
    &["candidates", TWO],
    &["minimize", UNIQUE],
    &["rate", UNIQUE],
    &["steps", UNIQUE],
    &["hint", UNIQUE],
    &["find", "--technique", "single", UNIQUE],
    &["techniques"],
    &["transform", "--random", TWO],
    &["generate", "--seed", "1"],
    &["cubes", "puzzles/9x9/empty.txt"],
    &["encode", TWO],
    &["backends"],
    &["schema"],
];

/// Flags that change what is asked, so that others may have nothing left to change.
const MODES: &[&[&str]] =
    &[&["--json"], &["--all"], &["--estimate"], &["--backbone"], &["--full"], &["--smallest"]];

/// Flags whose effect is seen in the output of the runs above, with a value that changes it.
const SEEN: &[&[&str]] = &[
    &["--json"],
    &["--all"],
    &["--estimate"],
    &["--backbone"],
    &["--full"],
    &["--output", "pretty"],
    &["--clues", "40"],
    &["--symmetry", "rot180"],
    &["--block"],
    &["--certificate"],
    &["--format", "opb"],
    &["--depth", "1"],
    &["--question"],
    &["--marks", "plain"],
    &["--min", "9"],
    &["--max", "1"],
    &["--ep", "9.0..9.5"],
    &["--ed", "9"],
    &["--rating", "7.3"],
    &["--uses", "swordfish"],
    &["--without", "single"],
    &["--until", "1"],
    &["--scale", "hodoku"],
    &["--only", "fish"],
    &["--level", "1"],
    &["--notation", "library"],
    &["--grid"],
    &["--branches", "2"],
    &["--title", "x"],
    &["--per-page", "2"],
    &["--paper", "a5"],
    &["--solutions", "end"],
];

/// Flags that leave the answer as it is (another engine, threads, limits that are not reached) or
/// change it for some puzzles alone.
const SAME: &[&str] = &[
    "amo",
    "backend",
    "box",
    "canonical",
    "check",
    "color",
    "constraint",
    "count",
    "cross-check",
    "cube",
    "diamond",
    "drop-rules",
    "effort",
    "encoding",
    "engine",
    "force",
    "hardest-first",
    "help",
    "ignore",
    "index",
    "input",
    "jobs",
    "layout",
    "limit",
    "memory-limit",
    "minimal",
    "no-uniqueness",
    "ocr",
    "of",
    "op",
    "out",
    "pattern",
    "pearl",
    "prove",
    "quiet",
    "rules",
    "random",
    "resume",
    "samples",
    "seed",
    "size",
    "shard",
    "smallest",
    "stats",
    "symbols",
    "technique",
    "time-limit",
    "tries",
    "unique",
    "why",
    "method",
    "combine",
    "dir",
];

/// What is refused, as it would change nothing.
const REFUSED: &[&[&str]] = &[
    &["count", "--estimate", "--engine", "native", TWO],
    &["count", "--estimate", "--backend", "batsat", TWO],
    &["count", "--estimate", "--encoding", "minimal", TWO],
    &["count", "--estimate", "--amo", "product", TWO],
    &["count", "--estimate", "--cube", "1/4", "--memory-limit", "1K", TWO],
    &["count", "--estimate", "--cross-check", TWO],
    &["count", "--estimate", "--stats", TWO],
    &["count", "--estimate", "--limit", "1", TWO],
    &["count", "--samples", "10", TWO],
    &["count", "--output", "grid", TWO],
    &["solve", "--all", "--output", "pretty", TWO],
    &["solve", "--limit", "1", TWO],
    &["solve", "--json", "--output", "csv", TWO],
    &["solve", "--engine", "native", "--backend", "batsat", TWO],
    &["solve", "--engine", "lanes", "--encoding", "minimal", TWO],
    &["solve", "--engine", "local", "--amo", "product", TWO],
    &["solve", "--cross-check", "--engine", "lanes", TWO],
    &["solve", "--cross-check", "--cube", "1/2", TWO],
    &["unique", "--json", "--output", "grid", TWO],
    &["unique", "--output", "csv", TWO],
    &["check", "--output", "grid", TWO],
    &["check", "--engine", "native", TWO],
    &["candidates", "--json", "--backbone", TWO],
    &["candidates", "--json", "--output", "grid", TWO],
    &["explain", "--engine", "native", TWO],
    &["minimize", "--tries", "5", UNIQUE],
    &["transform", "--canonical", "--seed", "7", TWO],
    &["transform", "--canonical", "--count", "2", TWO],
    &["generate", "--json", "--output", "grid"],
    &["generate", "--full", "--clues", "30"],
    &["generate", "--full", "--minimal"],
    &["generate", "--full", "--rating", "7.2"],
    &["generate", "--rating", "hard"],
    &["generate", "--uses", "x-wing"],
    &["generate", "--pearl"],
    &["generate", "--scale", "hodoku"],
    &["generate", "--level", "hard"],
    &["generate", "--level", "hard", "--scale", "se121"],
    &["generate", "--level", "hard..easy", "--scale", "hodoku"],
    &["generate", "--rating", "6.5", "--scale", "hodoku"],
    &["generate", "--rating", "650", "--scale", "se121"],
    &["generate", "--level", "hard", "--scale", "hodoku", "--pearl"],
    &["generate", "--level", "hard", "--scale", "hodoku", "--uses", "nishio"],
    &["generate", "--full", "--level", "hard", "--scale", "hodoku"],
    &["generate", "--ep", "1.2"],
    &["generate", "--rating", "7.2", "--uses", "sword-fish"],
    &["generate", "--box", "3x3", "--layout", "latin"],
    &["generate", "--size", "9", "--box", "3x3"],
    &["solve", "--box", "3x3", "--layout", "latin", TWO],
    &["encode", "--box", "3x3", "--layout", "3x3+windoku", TWO],
    &["unique", "--all", TWO],
    &["count", "--json", "--output", "line", TWO],
    &["transform", TWO],
    &["transform", "--canonical", "--json", "--output", "line", TWO],
    &["minimize", "--json", "--output", "line", TWO],
    &["convert", "--json", "--output", "line", TWO],
    &["convert", "--per-page", "4", TWO],
    &["convert", "--output", "grid", "--title", "x", TWO],
    &["convert", "--json", "--paper", "a4", TWO],
    &["convert", "--json", "--output", "pdf", TWO],
    &["convert", "--output", "svg", "--per-page", "1", TWO],
    &["convert", "--output", "svg", "--paper", "a5", TWO],
    &["convert", "--output", "svg", "--solutions", "end", TWO],
    &["solve", "--all", "-o", "x", TWO],
    &["generate", "--solutions", "end"],
    &["solve", "--all", "--output", "pdf", TWO],
    &["solve", "--all", "--title", "x", TWO],
    &["solve", "--output", "html", "--solutions", "end", TWO],
    &["unique", "--output", "svg", TWO],
    &["candidates", "--marks", "basic", "--backbone", TWO],
    &["candidates", "--marks", "plain", "--backend", "batsat", TWO],
    &["candidates", "--marks", "basic", "--time-limit", "1", TWO],
    &["rate", "--json", "--output", "csv", TWO],
    &["rate", "--uses", "sword-fish", TWO],
    &["rate", "--min", "hard", TWO],
    &["rate", "--scale", "hodoku", "--min", "3.5", TWO],
    &["rate", "--scale", "hodoku", "--ep", "3", TWO],
    &["rate", "--scale", "hodoku", "--pearl", TWO],
    &["rate", "--scale", "hodoku", "--branches", "2", TWO],
    &["rate", "--scale", "hodoku", "--uses", "aligned-pair-exclusion", TWO],
    &["rate", "--scale", "se121", "--level", "hard", TWO],
    &["rate", "--scale", "se121", "--uses", "skyscraper", TWO],
    &["rate", "--level", "hard", TWO],
    &["rate", "--min", "21", TWO],
    &["find", "--scale", "hodoku", "--technique", "aligned-pair-exclusion", TWO],
    &["find", "--technique", "skyscraper", TWO],
    &["steps", "--scale", "hodoku", "--only", "nishio", TWO],
    &["steps", "--scale", "hodoku", "--until", "3", TWO],
    &["hint", "--level", "6", TWO],
    &["hint", "--all", "--level", "1", TWO],
    &["hint", "--all", "--grid", TWO],
    &["hint", "--json", "--grid", TWO],
    &["hint", "--notation", "german", TWO],
    &["find", TWO],
    &["find", "--technique", "sword-fish", TWO],
    &["generate", "--no-uniqueness"],
    &["cubes", "--json", "--force", TWO],
    &["encode", "--certificate", "--encoding", "minimal", TWO],
    &["encode", "--certificate", "--stats", TWO],
    &["encode", "--certificate", "--format", "wcnf", TWO],
    &["encode", "--format", "opb", "--amo", "product", TWO],
    &["encode", "--format", "opb", "--stats", TWO],
    &["verify", "--layout", "latin", "."],
    &["prove", "-o", "x", "--proof", "x", "--backend", "varisat", TWO],
    &["cubes", "--json", "--out", "x", TWO],
];

fn run(parts: &[&[&str]]) -> Ran {
    satoku(&parts.concat())
}

/// The flags that the help of a command names.
fn flags(command: &str) -> BTreeSet<String> {
    let help = satoku(&[command, "-h"]).out;
    let words = help.lines().filter_map(|line| {
        let line = line.trim_start();
        let line = line.strip_prefix("-").map_or(line, |_| line);
        let line = if line.get(2..4) == Some(", ") { &line[4..] } else { line };
        let name = line.strip_prefix("--")?;
        Some(name.split(|c: char| !c.is_ascii_lowercase() && c != '-').next()?.to_owned())
    });
    words.collect()
}

#[test]
fn every_flag_is_known_to_this_test() {
    for base in RUNS {
        let command = base[0];
        let known = |flag: &String| {
            let name = format!("--{flag}");
            SAME.contains(&flag.as_str()) || SEEN.iter().any(|seen| seen[0] == name)
        };
        let unknown: Vec<_> = flags(command).into_iter().filter(|flag| !known(flag)).collect();
        assert!(unknown.is_empty(), "{command}: say what is seen of {unknown:?}");
    }
}

#[test]
#[ignore = "takes seconds; cargo test --locked -- --ignored long_"]
fn long_a_flag_of_another_command_is_refused() {
    let all: BTreeSet<_> = RUNS.iter().flat_map(|run| flags(run[0])).collect();
    assert!(all.len() > 30, "{all:?}");
    for base in RUNS {
        let own = flags(base[0]);
        for flag in all.difference(&own) {
            let ran = run(&[base, &[&format!("--{flag}")]]);
            assert_eq!(ran.status, 2, "{base:?} --{flag}");
            let why = ["unexpected argument", "a formula is of one puzzle"];
            let is_said = why.iter().any(|why| ran.err.contains(why));
            assert!(is_said, "{base:?} --{flag}: {}", ran.err);
        }
    }
}

/// Also of two flags each does something, or they are refused together.
#[test]
#[ignore = "takes seconds; cargo test --locked -- --ignored long_"]
fn long_a_flag_is_seen_or_refused() {
    for base in RUNS {
        let own = flags(base[0]);
        let has = |flag: &&&[&str]| own.contains(flag[0].trim_start_matches("--"));
        let none: &[&str] = &[];
        for mode in [none].iter().chain(MODES.iter().filter(has)) {
            let without = run(&[base, mode]);
            assert!(without.status < 2, "{base:?} {mode:?}: {}", without.err);
            for flag in SEEN.iter().filter(has).filter(|flag| *flag != mode) {
                let with = run(&[base, mode, flag]);
                let seen = with.out != without.out || with.status != without.status;
                assert!(seen, "{base:?} {mode:?} {flag:?} is ignored");
            }
        }
    }
}

#[test]
fn what_would_be_ignored_is_refused() {
    for args in REFUSED {
        let ran = satoku(args);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{args:?}: {}", ran.err);
        assert!(ran.err.contains("--"), "{args:?}: {}", ran.err);
    }
    // A program that is not there is missed before it comes to its turn.
    for command in ["solve", "count", "unique", "explain", "candidates", "minimize"] {
        for engine in [&[][..], &["--engine", "auto"], &["--engine", "portfolio"]] {
            let engine = if ["solve", "count", "unique"].contains(&command) { engine } else { &[] };
            let ran = satoku(&[&[command, "--backend", "cmd:nope", TWO], engine].concat());
            assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{command}: {}", ran.err);
            assert!(ran.err.contains("`cmd:nope`: no such program"), "{}", ran.err);
        }
    }
    // A backend, an encoding or a scheme asks for formulas.
    for option in [["--backend", "batsat"], ["--encoding", "minimal"], ["--amo", "product"]] {
        let ran = satoku(&[&["solve", "--json", JIGSAW], &option[..]].concat());
        assert!(ran.out.contains("\"engine\":\"sat\""), "{option:?}: {} {}", ran.out, ran.err);
    }
}
