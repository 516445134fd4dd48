//! What the program reads, and how it refuses what it cannot: always with the place, on standard
//! error, and status 2.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use satoku::format::WRITERS;

use crate::data;
use crate::program::{file, satoku, satoku_on};

const FIRST: &str =
    "...15..7.1.6...82.3..86..4.9..4..567..47.83..732..6..4.4..81..9.17...2.8.5..37...";
const SOLVED: &str =
    "428159673196374825375862941981423567564718392732596184243681759617945238859237416";

#[test]
fn three_lines_with_the_middle_bad() {
    let ran = satoku_on(&["solve"], format!("{FIRST}\n{}\n{FIRST}\n", &FIRST[1..]));
    let error = "line 2, column 1: 80 symbols: expected 81 for a 9×9 grid";
    assert_eq!(ran.out, format!("{SOLVED}\nerror: {error}\n{SOLVED}\n"));
    assert_eq!(ran.err, format!("satoku: standard input: {error}\n"));
    assert_eq!(ran.status, 2);
}

#[test]
fn what_cannot_be_read() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name, content: &[u8]| file(dir.path(), name, content);
    let missing = dir.path().join("missing").to_str().unwrap().to_owned();
    let directory = dir.path().to_str().unwrap().to_owned();
    let symbol = format!("{FIRST}\n{}!\n", &FIRST[..80]);
    let binary: Vec<u8> = (0..=255_u8).cycle().take(5000).collect();
    let mut truncated = gzip(&format!("{FIRST}\n").repeat(5000));
    truncated.truncate(truncated.len() / 2);
    for (input, message) in [
        (path("short", &FIRST.as_bytes()[1..]), ": line 1, column 1: 80 symbols: expected 81"),
        (path("symbol", symbol.as_bytes()), ": line 2, column 81: found '!': expected 1-9"),
        (path("binary", &binary), ": line 1"),
        (path("empty", b""), ": no puzzle found"),
        (path("truncated.gz", &truncated), ""),
        (missing, ": No such file"),
        (directory, ": is a directory"),
    ] {
        let ran = satoku(&["solve", "--quiet", &input]);
        assert_eq!(ran.status, 2, "{input}: {}", ran.err);
        let expected = format!("satoku: {input}{message}");
        assert!(ran.err.contains(&expected), "{expected:?} is not in {:?}", ran.err);
    }
}

#[test]
fn what_cannot_be_meant() {
    for (args, message) in [
        (&["solve", "--box", "0x3"][..], "box 0x3: expected 2 to 20 rows and 2 to 20 columns"),
        (&["solve", "--box", "21x2"], "expected 2 to 20"),
        (&["solve", "--layout", "round"], "layout `round`"),
        (&["solve", "--nope"], "unexpected argument '--nope'"),
        (&["solve", "--engine", "steam"], "possible values"),
        (&["solve", "--backend", "steam"], "cmd:PROGRAM"),
        (&["solve", "--jobs", "0"], "'--jobs <N>': expected a whole number from 1 to 1024"),
        (&["generate", "--size", "9x9"], "expected the side alone, such as 9; --box RxC"),
        (&["transform", "puzzles/9x9/first.txt"], "say what to do: --op OPERATIONS"),
        (&["solve", "--time-limit=-1"], "--time-limit"),
        (&["count", "--limit", "0"], "--limit"),
        (&["colour"], "unrecognized subcommand"),
        (&[], "Usage"),
    ] {
        let ran = satoku(args);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{args:?}");
        assert!(ran.err.contains(message), "{args:?}: {}", ran.err);
    }
    let ran = satoku_on(&["solve", "--box", "4x4"], FIRST);
    assert_eq!(ran.status, 2, "81 cells are no 16×16");
}

/// What was read, what was expected, what to do.
#[test]
fn texts_that_are_no_puzzle() {
    let spaced = FIRST.replace('.', " ");
    let digits = "0103021600".repeat(52)[..511].to_owned();
    let formula = satoku(&["encode", "puzzles/9x9/first.txt"]).out;
    for (text, message) in [
        (FIRST.replacen('.', "¤", 1), "column 1: found '¤': expected 1-9 or a blank (. 0 _ * -)"),
        (FIRST.replace('.', "¤"), "column 1: found '¤': expected 1-9 or a blank (. 0 _ * -)"),
        (
            format!("{spaced}  1"),
            "a puzzle on one line has a symbol for each cell, `.` for an empty one",
        ),
        (digits, "511 symbols: expected 529"),
        (FIRST.replacen('1', "@", 1), "column 4: found '@': expected 1-9 or a blank (. 0 _ * -)"),
        (formula, "a formula in DIMACS: expected a puzzle"),
        ("s SATISFIABLE\nv 1 2 3 0".into(), "`satoku decode PUZZLE ANSWER` turns it into a grid"),
        ("1 @ . .\n. . 3 .\n. 4 . .\n. . . 2".into(), "found \"@\": expected a number from 1 to 4"),
    ] {
        let ran = satoku_on(&["solve"], format!("{text}\n"));
        assert_eq!(ran.status, 2, "{text}: {}", ran.out);
        assert!(ran.err.contains(message), "{text}: {}", ran.err);
    }
    let ran = satoku_on(&["solve"], format!("{}\n", FIRST.replace('.', "·")));
    assert_eq!((ran.status, ran.out), (0, format!("{SOLVED}\n")));
    let note = "quoting and special characters are read as plain text";
    assert!(ran.err.contains(note), "{}", ran.err);
    let ran = satoku_on(&["solve"], format!("{spaced}\n"));
    assert_eq!((ran.status, ran.out), (0, format!("{SOLVED}\n")));
    assert!(ran.err.contains("a space is read as an empty cell"), "{}", ran.err);
    let mistaken = format!("{}\n", FIRST.replace('1', "l"));
    let ran = satoku_on(&["solve"], &mistaken);
    assert!(ran.status == 2 && ran.err.contains("with l as 1 it is a puzzle"), "{}", ran.err);
    let ran = satoku_on(&["solve", "--ocr"], &mistaken);
    assert_eq!((ran.status, ran.out), (0, format!("{SOLVED}\n")));
    let ran = satoku_on(&["solve"], format!("{}\n", FIRST.replace('.', "@")));
    assert_eq!((ran.status, ran.out), (0, format!("{SOLVED}\n")));
}

/// Puzzles stand where files may, with or without the command.
#[test]
fn puzzles_are_arguments() {
    let one = format!("{SOLVED}\n");
    assert_eq!(satoku(&["solve", FIRST]).out, one);
    assert_eq!(satoku(&[FIRST]).out, one);
    assert_eq!(satoku(&[FIRST, FIRST, "--jobs", "1"]).out, one.repeat(2));
    assert_eq!(
        satoku_on(&["solve", FIRST, "-", "puzzles/9x9/first.txt"], FIRST).out.lines().count(),
        3
    );
    assert_eq!(satoku(&["unique", FIRST]).out, "unique\n");
    assert!(satoku(&["encode", FIRST]).out.contains("\np cnf "));
    let json = satoku(&["solve", "--json", &format!("{FIRST} # layout=3x3")]).out;
    assert!(json.contains("\"source\":\"argument\""), "{json}");
    let ran = satoku(&["solve", &FIRST[1..]]);
    let message = "no such file; read as a puzzle: 80 symbols: expected 81 for a 9×9 grid";
    assert!(ran.status == 2 && ran.err.contains(message), "{}", ran.err);
    let ran = satoku(&["solve", "puzzle-2024-01-31-hard.txt"]);
    assert!(ran.err.contains("No such file"), "{}", ran.err);
    // A file of that name goes before.
    let dir = tempfile::tempdir().unwrap();
    file(dir.path(), FIRST, format!("{SOLVED}\n{SOLVED}\n"));
    let ran = crate::program::command(&["solve", FIRST]).current_dir(dir.path()).output().unwrap();
    assert_eq!(String::from_utf8(ran.stdout).unwrap(), one.repeat(2));
}

fn gzip(text: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn files_gzip_and_standard_input() {
    let dir = tempfile::tempdir().unwrap();
    let zipped = file(dir.path(), "p.txt.gz", gzip(&format!("{FIRST}\n{FIRST}\n")));
    let plain = file(dir.path(), "p.txt", FIRST);
    let one = format!("{SOLVED}\n");
    assert_eq!(satoku(&["solve", &zipped]).out, one.repeat(2));
    assert_eq!(satoku_on(&["solve"], gzip(FIRST)).out, one);
    assert_eq!(satoku_on(&["solve"], FIRST).out, one);
    assert_eq!(satoku_on(&["solve", "-"], FIRST).out, one);
    assert_eq!(satoku_on(&["solve", &plain, "-", &zipped], FIRST).out, one.repeat(4));
    // A file that cannot be read does not keep the others from being answered.
    let ran = satoku(&["solve", &plain, "/nowhere", &plain]);
    let missing = "error: No such file or directory (os error 2)\n";
    assert_eq!((ran.status, ran.out), (2, [&one, missing, &one].concat()));
}

/// Every puzzle of the repository, in every form and back.
#[test]
fn every_form_reads_back() {
    let expected = std::fs::read_to_string(data::puzzles().join("expected.tsv")).unwrap();
    for row in expected.lines().filter(|row| !row.starts_with('#')) {
        let mut fields = row.split('\t');
        let (file, layout) = (fields.next().unwrap(), fields.next().unwrap());
        let layout = if layout == "-" { vec![] } else { vec!["--layout", layout] };
        let path = format!("puzzles/{file}");
        let line = satoku(&[&["convert", "--output", "line", &path], &layout[..]].concat()).out;
        for form in WRITERS.iter().map(|writer| writer.name) {
            let args = [&["convert", "--output", form, &path], &layout[..]].concat();
            let written = satoku(&args);
            assert_eq!((written.status, written.err.as_str()), (0, ""), "{path} as {form}");
            let back = satoku_on(&["convert", "--output", "line"], &written.out);
            assert_eq!(back.out, line, "{path} as {form}: {}", back.err);
        }
    }
}

/// The formula of an empty 400×400 takes gigabytes: it is counted, not written.
#[test]
fn absurd_formulas_are_refused() {
    let dots = ". ".repeat(400) + "\n";
    let args = ["encode", "--encoding", "extended", "--box", "20x20"];
    let ran = satoku_on(&args, dots.repeat(400));
    assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{}", ran.err);
    for part in ["64000000 variables", "clauses", "GB", "--force"] {
        assert!(ran.err.contains(part), "no {part} in {}", ran.err);
    }
}

#[test]
fn why_a_text_is_read_so_can_be_asked() {
    let texts = [
        ("1.....3..4.....2\n", "read as `line`"),
        ("1 0 0 0\n0 0 3 0\n0 4 0 0\n0 0 0 2\n", "read as `grid`"),
        ("puzzle\n1.....3..4.....2\n", "read as `csv`"),
        ("1. 1.....3..4.....2\n", "numbers of lines are not read"),
    ];
    for (text, said) in texts {
        let ran = satoku_on(&["convert", "--why", "--output", "line"], text);
        assert_eq!((ran.status, ran.out.as_str()), (0, "1.....3..4.....2\n"), "{text}");
        assert!(ran.err.contains(said) && ran.err.contains("read as `"), "{text}: {}", ran.err);
        let quiet = satoku_on(&["convert", "--output", "line"], text);
        assert!(!quiet.err.contains("read as `"), "{text}: {}", quiet.err);
    }
}
