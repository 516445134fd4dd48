//! What one command prints another reads, with the same answer: commands by layouts by forms.

use satoku::format::WRITERS;

use crate::program::{satoku, satoku_on};

/// A jigsaw: the regions of `puzzles/9x9/jigsaw.txt`.
fn regions() -> String {
    let text = std::fs::read_to_string(crate::data::puzzles().join("9x9/jigsaw.txt")).unwrap();
    let line = text.lines().find(|line| !line.starts_with('#')).unwrap();
    format!("regions={}", line.split_whitespace().nth(1).unwrap())
}

/// Layouts of all kinds, as options of `generate`.
fn layouts() -> Vec<String> {
    let mut layouts: Vec<_> = ["3x3", "3x3+diagonals", "3x3+windoku", "3x3+disjoint", "3x2", "2x3"]
        .into_iter()
        .chain(["3x2+diagonal", "2x2+windoku+disjoint", "4x3"])
        .map(String::from)
        .collect();
    layouts.extend([regions(), regions() + "+diagonals"]);
    layouts
}

/// Forms by name, the default one of a pipe as an empty name.
fn forms() -> impl Iterator<Item = Vec<&'static str>> {
    WRITERS.iter().map(|writer| vec!["--output", writer.name]).chain([vec![], vec!["--json"]])
}

/// Whether a form has filled grids in place of puzzles: a record of CSV has both.
fn shows_grids(form: &[&str]) -> bool {
    form != ["--output", "csv"]
}

fn generated(more: &[&str]) -> String {
    let ran = satoku(&[&["generate", "--quiet", "--seed", "1"], more].concat());
    assert_eq!(ran.status, 0, "{more:?}: {}", ran.err);
    ran.out
}

/// What a command answers to a text that another one printed.
fn answers(command: &[&str], text: &str) -> Vec<String> {
    let ran = satoku_on(command, text);
    assert!(ran.err.is_empty(), "{command:?}: {}\n{text}", ran.err);
    ran.out.lines().map(String::from).collect()
}

#[test]
#[ignore = "takes seconds; cargo test --locked -- --ignored long_"]
fn long_generated_puzzles_are_unique_in_every_form() {
    let options = layouts().into_iter().map(|layout| vec!["--layout".to_owned(), layout]);
    let latin = ["4", "5", "7", "9"].map(|side| ["--layout", "latin", "--size", side]);
    let latin = latin.into_iter().map(|args| args.map(String::from).to_vec());
    for options in options.chain(latin) {
        let options: Vec<_> = options.iter().map(String::as_str).collect();
        for form in forms() {
            let text = generated(&[&options[..], &["-n", "3"], &form].concat());
            assert_eq!(answers(&["unique"], &text), ["unique"; 3], "{options:?} {form:?}: {text}");
            let full = generated(&[&options[..], &["-n", "2", "--full"], &form].concat());
            assert_eq!(answers(&["check"], &full), ["valid"; 2], "{options:?} {form:?}: {full}");
        }
    }
}

/// Each command that prints puzzles or grids, by layout and form: what it prints has the same
/// layout and the same answer.
#[test]
#[ignore = "takes seconds; cargo test --locked -- --ignored long_"]
fn long_what_commands_print_is_read() {
    let puzzles: &[&[&str]] = &[
        &["convert"],
        &["minimize"],
        &["transform", "--random", "--seed", "3"],
        &["transform", "--op", "transpose"],
    ];
    let grids: &[&[&str]] = &[&["solve"], &["candidates"], &["candidates", "--backbone"]];
    for layout in layouts() {
        let puzzle = generated(&["--layout", &layout]);
        for form in forms() {
            for command in puzzles {
                let ran = satoku_on(&[*command, &form].concat(), &puzzle);
                assert_eq!(ran.status, 0, "{command:?} {form:?} {layout}: {}", ran.err);
                let unique = answers(&["unique"], &ran.out);
                assert_eq!(unique, ["unique"], "{command:?} {form:?}: {}", ran.out);
            }
            let json = form == ["--json"];
            for command in grids {
                let is_solve = **command == ["solve"];
                if if is_solve { !shows_grids(&form) } else { json } {
                    continue;
                }
                let ran = satoku_on(&[*command, &form].concat(), &puzzle);
                let valid = answers(&["check"], &ran.out);
                assert_eq!(valid, ["valid"], "{command:?} {form:?} {layout}: {}", ran.out);
            }
        }
        for command in [&["explain"][..], &["solve", "--all"], &["unique"]] {
            let ran = satoku_on(&[command, &["--json"]].concat(), &puzzle);
            assert_eq!(answers(&["check"], &ran.out), ["valid"], "{command:?}: {}", ran.out);
        }
        let line = satoku_on(&["convert", "--output", "line"], &puzzle).out;
        let dimacs = satoku_on(&["encode"], &puzzle).out;
        let said = dimacs.lines().find_map(|line| line.strip_prefix("c puzzle ")).unwrap();
        assert_eq!(said, line.trim_end());
    }
}

/// Streams of several layouts: each puzzle keeps its own, in whatever order they come.
#[test]
fn streams_of_several_layouts() {
    let nine: Vec<_> = layouts().into_iter().filter(|layout| layout.starts_with("3x3")).collect();
    let mut lines: Vec<_> = nine.iter().map(|layout| generated(&["--layout", layout])).collect();
    lines.push(generated(&["--layout", &regions()]));
    lines.push(generated(&["--layout", "latin"]));
    let again: Vec<_> = lines.iter().rev().cloned().collect();
    let text = [lines, again].concat().concat();
    let count = text.lines().count();
    for form in forms() {
        let written = satoku_on(&[&["convert"], &form[..]].concat(), &text);
        assert_eq!(written.status, 0, "{form:?}: {}", written.err);
        let back = satoku_on(&["convert", "--output", "line"], &written.out);
        assert_eq!(back.out, text, "{form:?}: {}\n{}", back.err, written.out);
        assert_eq!(answers(&["unique"], &written.out), vec!["unique"; count], "{form:?}");
        let solved = satoku_on(&[&["solve"], &form[..]].concat(), &text);
        if shows_grids(&form) {
            assert_eq!(answers(&["check"], &solved.out), vec!["valid"; count], "{form:?}");
        }
    }
}

/// Puzzles with rules keep them, in every form and through every command that prints puzzles.
#[test]
#[ignore = "takes seconds; cargo test --locked -- --ignored long_"]
fn long_puzzles_with_rules_in_every_form() {
    let dir = crate::data::puzzles().join("variants");
    let paths: Vec<_> = dir.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(paths.len() >= 5);
    for path in paths {
        let file = &std::fs::read_to_string(&path).unwrap();
        let count = answers(&["unique"], file).len();
        // Unknown regions take seconds each time: read and written in every form, asked about in one.
        let is_slow = path.ends_with("chaos.json");
        for (index, form) in forms().enumerate() {
            for command in [&["convert"][..], &["transform", "--op", "rot90"], &["minimize"]] {
                if is_slow && index > 0 {
                    break;
                }
                // Symmetries are of square grids.
                if command[0] == "transform" && file.contains("grid=") {
                    let ran = satoku_on(command, file);
                    assert!(ran.err.contains("only of square grids"), "{}", ran.err);
                    continue;
                }
                let ran = satoku_on(&[command, &form].concat(), file);
                let unique = answers(&["unique"], &ran.out);
                assert_eq!(unique, vec!["unique"; count], "{command:?} {form:?}: {}", ran.out);
            }
            let written = satoku_on(&[&["convert"], &form[..]].concat(), file).out;
            let json = |text: &str| answers(&["convert", "--output", "json"], text);
            assert_eq!(json(&written), json(file), "{form:?}: {written}");
        }
        // What is said of rules is no rule of the puzzle.
        if is_slow {
            continue;
        }
        for command in [&["explain", "--json"][..], &["minimize", "--drop-rules", "--json"]] {
            let ran = satoku_on(command, file);
            let unique = answers(&["unique"], &ran.out);
            assert_eq!(unique, vec!["unique"; count], "{command:?}: {}", ran.out);
        }
    }
}
