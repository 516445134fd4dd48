//! Plain 9×9 lines are answered in bulk, past records, parser and search. Nobody may notice: what
//! is printed, and the status, are those of the long way, which `--engine native` takes.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use crate::program::{Ran, command, file, satoku, satoku_on};

const UNIQUE: &str =
    "...15..7.1.6...82.3..86..4.9..4..567..47.83..732..6..4.4..81..9.17...2.8.5..37...";
const SOLUTION: &str =
    "428159673196374825375862941981423567564718392732596184243681759617945238859237416";
const TWO: &str =
    "9.6.7.4.3...4..2...7..23.1.5.....1...4.2.8.6...3.....5.3.7...5...7..5...4.5.1.7.8";
const NONE: &str =
    "11......................................................3........................";

/// A line of each kind, ended in all ways; the last has no end.
fn all_kinds() -> Vec<u8> {
    let map = "AAABBBCCC".repeat(3) + &"DDDEEEFFF".repeat(3) + &"GGGHHHIII".repeat(3);
    let marks = format!("{}{}", "1.3......", "123456789".repeat(80));
    let [zeros, signs, crosses] = ["0", "_", "x"].map(|sign| UNIQUE.replace('.', sign));
    let (short, start, rest) = (&UNIQUE[1..], &UNIQUE[..40], &UNIQUE[41..]);
    let first = format!(
        "\u{feff}# first\r\n\r\n{UNIQUE}\n{TWO}  \r\n{NONE}\r{zeros}\n\n \n{signs}\n{crosses}\n  {TWO}\n\
         {short}\n{UNIQUE}.\n{start}!{rest}\n{start}é{rest}\n// c\n\
         {UNIQUE},{SOLUTION}\n{UNIQUE}:1:{SOLUTION}\r\n{SOLUTION}\n\
         {TWO} {map}\n{map}\n1..2....3.......\n{marks}\n{TWO} "
    );
    let last = format!(
        "\n% layout=3x3+diagonals\n{UNIQUE}\n# layout=nonsense\n{UNIQUE}\n; box=3x3\n\
         {UNIQUE}\n{TWO}"
    );
    // What is no UTF-8 may be in a remark or in a puzzle.
    let bytes = [first.as_bytes(), b"\xff\n", start.as_bytes(), b"\xff", rest.as_bytes()];
    [&bytes.concat(), last.as_bytes()].concat()
}

/// Some thousands of lines of one solution, of two and of none, other lines now and then.
fn many_lines() -> Vec<u8> {
    let mut text = Vec::new();
    let mut state = 1_u32;
    for _ in 0..4000 {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let line = [UNIQUE, TWO, NONE][(state >> 16) as usize % 3];
        let other = ["# c\n", "\n", "oh\n", "1.....3..4.....2\n"][(state >> 20) as usize % 4];
        let (end, other) = match (state >> 24) % 64 {
            0 => ("\r\n", other),
            1 => (" # remark\n", other),
            2 => ("\n", other),
            _ => ("\n", ""),
        };
        text.extend([line, end, other].concat().into_bytes());
    }
    text
}

fn assert_same(a: &Ran, b: &Ran, what: &str) {
    for (k, (a, b)) in a.out.lines().zip(b.out.lines()).enumerate() {
        assert_eq!(a, b, "{what}: line {}", k + 1);
    }
    assert_eq!(a.out.len(), b.out.len(), "{what}");
    assert_eq!((a.status, &a.err), (b.status, &b.err), "{what}");
}

#[test]
fn the_short_way_answers_what_the_long_way_does() {
    let all = all_kinds();
    let limited = &[&["unique"][..], &["count", "--limit", "2"], &["count", "--limit", "1"]][..];
    let all_tasks = &[&["unique"][..], &["count"], &["count", "--limit", "2"]][..];
    // Without candidates it is another format.
    let simple = String::from_utf8_lossy(&all).replace(&"123456789".repeat(80), "");
    for (text, tasks, what) in [
        (&[&all[..], b"\n"].concat().repeat(40), limited, "many times all kinds"),
        (&all, limited, "all kinds"),
        (&simple.into_bytes(), limited, "no candidates"),
        (&many_lines(), all_tasks, "many lines"),
        (&format!("{UNIQUE}\n\0").into_bytes(), all_tasks, "binary"),
        (&TWO.as_bytes().to_vec(), all_tasks, "one line"),
    ] {
        for task in tasks {
            let run = |more: &[&str]| satoku_on(&[task, more].concat(), text);
            let expected = run(&["--engine", "native", "--jobs", "1"]);
            for jobs in ["1", "2"] {
                assert_same(
                    &run(&["--jobs", jobs]),
                    &expected,
                    &format!("{what}, {task:?} {jobs}"),
                );
            }
            if task[0] != "count" {
                assert_same(&run(&["--output", "line"]), &expected, what);
            }
        }
    }
}

/// As many as the limit are all; one more, and they are not. 288 grids are of 4×4.
#[test]
fn exactly_the_limit_is_all() {
    let empty = ".".repeat(16);
    for (puzzle, limit, counted) in [
        (TWO, "1", "1+\n"),
        (TWO, "2", "2\n"),
        (UNIQUE, "1", "1\n"),
        (&empty, "287", "287+\n"),
        (&empty, "288", "288\n"),
        (TWO, "18446744073709551615", "2\n"),
    ] {
        for engine in ["auto", "native", "sat"] {
            let ran = satoku_on(&["count", "--limit", limit, "--engine", engine], puzzle);
            assert_eq!(ran.out, counted, "{puzzle} {limit} {engine}");
            let ran = satoku_on(&["count", "--limit", limit, "--engine", engine, "--json"], puzzle);
            let answer: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
            let number = counted.trim_end_matches(['+', '\n']);
            assert_eq!(answer["count"].to_string(), number);
            assert_eq!(answer["complete"], !counted.contains('+'));
        }
    }
}

/// Puzzles of one solution have only one answer.
#[test]
fn grids_are_those_of_the_long_way() {
    let text = format!("{UNIQUE}\n{NONE}\r\noops\n{UNIQUE} {SOLUTION}\n{SOLUTION}\n").repeat(300);
    let ran = satoku_on(&["solve", "--jobs", "2"], &text);
    assert_eq!(ran.out.lines().take(2).collect::<Vec<_>>(), [SOLUTION, "none"]);
    let native = satoku_on(&["solve", "--engine", "native"], &text);
    assert_same(&ran, &native, "solve");
}

/// JSON in bulk is filled into templates; with a time limit each document is made by itself.
#[test]
fn json_is_that_of_the_long_way() {
    let dir = tempfile::tempdir().unwrap();
    let name = "a \"name\" of 6666666666.txt";
    let all = file(dir.path(), name, all_kinds());
    let many = file(dir.path(), "many.txt", many_lines());
    let counts = [&["count"][..], &["count", "--limit", "1"], &["count", "--limit", "20"]];
    for task in [&["solve"][..], &["unique"]].iter().chain(&counts) {
        let run = |more: &[&str]| {
            // All but one of its kinds are endless to count.
            let files = if *task == ["count"] { &[&*many][..] } else { &[&*all, &*many] };
            let mut ran = satoku(&[task, &["--json"][..], more, files].concat());
            let untimed = ran.out.lines().map(|line| {
                let mut answer: serde_json::Value = serde_json::from_str(line).unwrap();
                let answer = answer.as_object_mut().unwrap();
                // In this order: the documents are equal to their last byte.
                assert!(answer.contains_key("error") || answer.shift_remove("time_us").is_some());
                serde_json::to_string(answer).unwrap() + "\n"
            });
            ran.out = untimed.collect();
            ran
        };
        let expected = run(&["--time-limit", "1000", "--jobs", "1"]);
        for jobs in ["1", "2"] {
            assert_same(&run(&["--jobs", jobs]), &expected, &format!("{task:?} {jobs}"));
        }
    }
}

#[test]
fn options_that_change_what_a_line_means() {
    let dir = tempfile::tempdir().unwrap();
    let path = file(dir.path(), "lines.txt", format!("{UNIQUE}\n{TWO}\n").replace('.', "0"));
    let mut answers = std::collections::BTreeSet::new();
    for options in [
        &[][..],
        &["--box", "3x3"],
        &["--layout", "diagonals"],
        &["--layout", "latin"],
        &["--box", "2x8"],
        &["--symbols", "one"],
        &["--symbols", "zero"],
        &["--symbols", "letters"],
        &["--input", "line"],
        &["--input", "candidates"],
        &["--input", "csv"],
        &["--output", "grid"],
    ] {
        let run = |more: &[&str]| satoku(&[&["unique", &path], options, more].concat());
        let ran = run(&[]);
        assert_same(&ran, &run(&["--engine", "native"]), &format!("{options:?}"));
        answers.insert(ran.out);
    }
    assert!(answers.len() > 4, "{answers:?}");
}

#[test]
fn several_files_are_one_run() {
    let dir = tempfile::tempdir().unwrap();
    let plain = file(dir.path(), "plain.txt", format!("{UNIQUE}\n{TWO}"));
    let rows = "puzzles/9x9/rows.txt";
    let bad = file(dir.path(), "bad.txt", format!("{NONE}\n{}\n{UNIQUE}\n", &UNIQUE[1..]));
    let files = [&plain, rows, &bad, "missing", &plain];
    let run = |more: &[&str]| satoku(&[&["count"], &files[..], more].concat());
    let ran = run(&["--jobs", "2"]);
    assert_same(&ran, &run(&["--engine", "native"]), "several files");
    // One of them says that a file is missing.
    assert_eq!((ran.status, ran.out.lines().count()), (2, 9));
    assert!(ran.err.contains("bad.txt: line 2, column 1: 80 symbols"), "{}", ran.err);
}

/// Whoever asks a line gets its answer before the next.
#[test]
fn a_pipe_held_open_is_answered_line_by_line() {
    for jobs in ["1", "2"] {
        let mut command = command(&["unique", "--jobs", jobs]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap()).lines();
        for (text, answers) in [
            (format!("{UNIQUE}\n"), &["unique"][..]),
            (format!("# c\n\n{TWO}\r\n{NONE}\n{}", &UNIQUE[..50]), &["multiple", "none"]),
            (format!("{}\n1..2....3.......\n", &UNIQUE[50..]), &["unique", "multiple"]),
            (format!("{TWO} remark\n"), &["multiple"]),
        ] {
            input.write_all(text.as_bytes()).unwrap();
            input.flush().unwrap();
            for answer in answers {
                assert_eq!(output.next().unwrap().unwrap(), *answer, "--jobs {jobs}: {text}");
            }
        }
        drop(input);
        assert!(output.next().is_none());
        assert_eq!(child.wait().unwrap().code(), Some(1));
    }
}

/// What a killed run has printed begins what it would have printed: only the last line may be cut,
/// so it can be gone on from there.
#[test]
fn a_killed_run_has_printed_the_beginning() {
    let dir = tempfile::tempdir().unwrap();
    let (nine, sixteen) = ("puzzles/9x9/three-hundred.csv", "puzzles/16x16/hundred.txt");
    for (engine, list, times) in [("auto", nine, 1000), ("native", sixteen, 10), ("sat", nine, 3)] {
        let text = std::fs::read_to_string(crate::data::root().join(list)).unwrap();
        let is_puzzle = |line: &&str| !line.starts_with(['#', 'p']);
        let puzzles = text.lines().filter(is_puzzle);
        let lines: Vec<_> = puzzles.filter_map(|line| line.split(',').next()).collect();
        let once = lines.join("\n") + "\n";
        let whole = satoku_on(&["solve", "--engine", engine], &once).out;
        let input = file(dir.path(), "lines.txt", once.repeat(times));
        for part in [3, 7, 20] {
            let path = dir.path().join("printed");
            let out = std::fs::File::create(&path).unwrap();
            let args = ["solve", "--engine", engine, &input];
            let mut run = command(&args).stdout(out).stderr(Stdio::null()).spawn().unwrap();
            let wanted = (whole.len() * times / part) as u64;
            while path.metadata().unwrap().len() < wanted && run.try_wait().unwrap().is_none() {
                std::thread::sleep(std::time::Duration::from_millis(1));
            }
            run.kill().unwrap();
            run.wait().unwrap();
            let printed = std::fs::read_to_string(&path).unwrap();
            assert!(printed.len() as u64 >= wanted, "{engine}: {}", printed.len());
            let expected = whole.repeat(printed.len() / whole.len() + 1);
            assert!(expected.starts_with(&printed), "{engine}, 1/{part}");
        }
    }
}
