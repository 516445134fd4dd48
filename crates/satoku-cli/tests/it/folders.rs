//! Folders of certificates: what is replaced and what never, and what a whole batch is.

use std::fs;
use std::path::Path;

use crate::program::{Ran, command, file, satoku, satoku_on};

const FIRST: &str = "puzzles/9x9/first.txt";
const TWO: &str = "puzzles/9x9/two-solutions.txt";

fn names(dir: &Path) -> Vec<String> {
    let entries = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<_> = entries.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    names
}

/// A list of so many easy puzzles.
fn list(dir: &Path, count: usize) -> String {
    file(dir, "list.txt", "1.....3..4.....2\n".repeat(count))
}

fn refused(ran: &Ran, words: &str) {
    assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{}", ran.err);
    assert!(ran.err.contains(words), "{}", ran.err);
}

#[test]
fn files_of_others_are_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().to_str().unwrap();
    let notes = file(dir.path(), "solution.txt", "my notes");
    refused(&satoku(&["prove", FIRST, "-o", path]), "(solution.txt)");
    refused(
        &satoku(&["generate", "--seed", "1", "--size", "4", "--prove", path]),
        "(solution.txt)",
    );
    refused(&satoku(&["prove", &list(dir.path(), 2), "-o", path]), "and 1 more");
    assert_eq!(fs::read_to_string(&notes).unwrap(), "my notes");
    assert_eq!(names(dir.path()), ["list.txt", "solution.txt"]);

    // A manifest of another program is nobody's to delete.
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().to_str().unwrap();
    file(dir.path(), "manifest.json", "{\"name\":\"an app\"}");
    refused(&satoku(&["prove", FIRST, "-o", path]), "(manifest.json)");
    assert_eq!(names(dir.path()), ["manifest.json"]);
}

#[test]
fn an_input_is_never_replaced() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().to_str().unwrap();
    let text = fs::read_to_string(crate::data::root().join(FIRST)).unwrap();
    let input = file(dir.path(), "puzzle.txt", &text);
    for force in [&[][..], &["--force"]] {
        refused(&satoku(&[&["prove", &input, "-o", path], force].concat()), "is an input");
        let here =
            command(&["prove", "puzzle.txt", "-o", "."]).args(force).current_dir(path).output();
        assert_eq!(here.unwrap().status.code(), Some(2));
    }
    assert_eq!(fs::read_to_string(&input).unwrap(), text);
    assert_eq!(names(dir.path()), ["puzzle.txt"]);

    // Nor is one that standard input comes from.
    #[cfg(target_os = "linux")]
    {
        let standard = fs::File::open(&input).unwrap();
        let ran = command(&["prove", "-o", path, "--force"]).stdin(standard).output().unwrap();
        assert_eq!(ran.status.code(), Some(2));
        assert_eq!(fs::read_to_string(&input).unwrap(), text);
    }

    // The puzzle of a certificate is a puzzle too.
    let made = dir.path().join("made");
    let path = made.to_str().unwrap();
    assert_eq!(satoku(&["prove", FIRST, "-o", path]).status, 0);
    let puzzle = made.join("puzzle.txt");
    refused(&satoku(&["prove", puzzle.to_str().unwrap(), "-o", path]), "is an input");
    assert_eq!(satoku(&["verify", path]).status, 0);
}

/// Nor is it by a formula.
#[test]
fn a_formula_does_not_replace_its_puzzle() {
    let dir = tempfile::tempdir().unwrap();
    let text = fs::read_to_string(crate::data::root().join(TWO)).unwrap();
    let input = file(dir.path(), "puzzle.txt", &text);
    for command in ["encode", "cubes"] {
        refused(&satoku(&[command, &input, "-o", &input]), "is an input");
        let other = file(dir.path(), "formula.cnf", "");
        assert_eq!(satoku(&[command, &input, "-o", &other]).status, 0);
        assert!(fs::read_to_string(other).unwrap().starts_with("c "));
    }
    assert_eq!(fs::read_to_string(input).unwrap(), text);
}

/// Nor is anything else that is read, by whatever name it is written to.
#[cfg(unix)]
#[test]
fn nothing_that_is_read_is_replaced() {
    let dir = tempfile::tempdir().unwrap();
    let text = |name: &str| fs::read_to_string(crate::data::root().join(name)).unwrap();
    let puzzle = file(dir.path(), "puzzle.txt", text(FIRST));
    let linked = dir.path().join("linked.txt").to_str().unwrap().to_owned();
    fs::hard_link(&puzzle, &linked).unwrap();
    let pointed = dir.path().join("pointed.txt").to_str().unwrap().to_owned();
    std::os::unix::fs::symlink(&puzzle, &pointed).unwrap();
    let solution = file(dir.path(), "solution.txt", satoku(&["solve", &puzzle]).out);
    let rules = file(dir.path(), "rules.txt", "# none\n");
    for args in [
        &["encode", "-o", &puzzle][..],
        &["encode", "-", "-o", &linked],
        &["encode", "--block", "--out", &puzzle],
        &["encode", &puzzle, "-o", &linked],
        &["encode", &linked, "-o", &pointed],
        &["encode", &puzzle, "--rules", &rules, "-o", &rules],
        &["encode", &puzzle, "--block", &solution, "-o", &solution],
        &["encode", "--block", &puzzle, "-o", &linked],
        &["cubes", "-", "-o", &puzzle],
        &["cubes", &puzzle, "-o", &linked],
        &["cubes", &puzzle, "--rules", &rules, "-o", &rules],
    ] {
        let standard = fs::File::open(&puzzle).unwrap();
        let ran = command(args).stdin(standard).output().unwrap();
        let err = String::from_utf8(ran.stderr).unwrap();
        assert_eq!(ran.status.code(), Some(2), "{args:?}: {err}");
        assert!(err.contains(args.last().unwrap()) && err.contains("is an input"), "{err}");
        assert_eq!(fs::read_to_string(&puzzle).unwrap(), text(FIRST), "{args:?}");
        assert_eq!(fs::read_to_string(&rules).unwrap(), "# none\n", "{args:?}");
        assert!(fs::read_to_string(&solution).unwrap().len() < 100, "{args:?}");
    }
    // What is not read may be written to, whatever else standard input is.
    let standard = fs::File::open(&rules).unwrap();
    let ran = command(&["encode", &puzzle, "-o", &rules]).stdin(standard).output().unwrap();
    assert_eq!(ran.status.code(), Some(0));
    assert!(fs::read_to_string(&rules).unwrap().starts_with("c "));
}

/// Nor by a certificate, in a numbered folder or out of what an interrupted run left.
#[cfg(unix)]
#[test]
fn certificates_replace_nothing_that_is_read() {
    let dir = tempfile::tempdir().unwrap();
    let made = dir.path().join("made");
    let path = made.to_str().unwrap();
    // A pattern that is the puzzle of the certificate to be replaced.
    assert_eq!(satoku(&["prove", FIRST, "-o", path]).status, 0);
    let pattern = made.join("puzzle.txt");
    let pattern = pattern.to_str().unwrap();
    let before = fs::read_to_string(pattern).unwrap();
    refused(
        &satoku(&["generate", "--seed", "1", "--pattern", pattern, "--prove", path]),
        "is an input",
    );
    assert_eq!(fs::read_to_string(pattern).unwrap(), before);
    assert_eq!(satoku(&["verify", path]).status, 0);

    let two = list(dir.path(), 2);
    fs::create_dir_all(dir.path().join("aside")).unwrap();
    for folder in ["", "1", ".partial/1"] {
        let out = dir.path().join(format!("out{}", folder.len()));
        let here = out.join(folder);
        fs::create_dir_all(&here).unwrap();
        let path = out.to_str().unwrap();
        let rules = file(&here, "puzzle.txt", "# none\n");
        refused(&satoku(&["prove", &two, "--force", "--rules", &rules, "-o", path]), "is an input");
        assert_eq!(fs::read_to_string(&rules).unwrap(), "# none\n");
        // The name that is replaced need not be the name that was read.
        let linked = dir.path().join("aside/rules.txt");
        _ = fs::remove_file(&linked);
        fs::hard_link(&rules, &linked).unwrap();
        let linked = linked.to_str().unwrap();
        let ran = satoku(&["prove", &two, "--force", "--rules", linked, "-o", path]);
        refused(&ran, "is an input");
        assert!(ran.err.contains(linked), "{}", ran.err);
    }
}

#[test]
fn other_files_are_written_beside_where_a_user_wants_it() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().to_str().unwrap();
    file(dir.path(), "README", "mine");
    file(dir.path(), "solution.txt", "notes");
    assert_eq!(satoku(&["prove", FIRST, "-o", path, "--force"]).status, 0);
    assert_eq!(fs::read_to_string(dir.path().join("README")).unwrap(), "mine");
    assert_eq!(satoku(&["verify", path]).status, 0);
    refused(&satoku(&["prove", FIRST, "-o", path]), "(README)");
    assert_eq!(satoku(&["prove", TWO, "-o", path, "--force"]).status, 0);
    let files = ["README", "manifest.json", "puzzle.txt", "solution.txt"];
    assert_eq!(names(dir.path()), files);
    assert_eq!(satoku(&["verify", path]).status, 0);
}

#[test]
fn certificates_replace_certificates() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("out");
    let path = out.to_str().unwrap();
    let prove = |count| {
        let ran = satoku(&["prove", &list(dir.path(), count), "-o", path]);
        assert_eq!(ran.status, 0, "{}", ran.err);
        let ran = satoku(&["verify", path]);
        assert_eq!((ran.status, ran.out.lines().count()), (0, count), "{}", ran.out);
    };
    prove(5);
    prove(2);
    assert_eq!(names(&out), ["1", "2", "index.json"]);
    prove(1);
    assert!(names(&out).contains(&"manifest.json".to_owned()) && !out.join("1").exists());
    prove(3);
    assert_eq!(names(&out), ["1", "2", "3", "index.json"]);
    // What failed changes nothing.
    let ran = satoku(&["prove", FIRST, "-o", path, "--time-limit", "0"]);
    assert_eq!(ran.status, 3);
    assert_eq!(satoku(&["prove", "no such file", "-o", path]).status, 2);
    assert_eq!(names(&out), ["1", "2", "3", "index.json"]);
    let nothing = dir.path().join("nothing");
    satoku(&["prove", "no such file", "-o", nothing.to_str().unwrap()]);
    assert!(!nothing.exists());
}

/// The programs that verify folders say the same of them.
fn verified(path: &str) -> (i32, String) {
    let ran = satoku(&["verify", path]);
    (ran.status, ran.out)
}

#[test]
fn what_is_mixed_or_incomplete_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("out");
    let path = out.to_str().unwrap();
    // The second of four is no puzzle, and the index says so.
    let puzzle = "1.....3..4.....2\n";
    let input = file(dir.path(), "list.txt", format!("{puzzle}no puzzle\n{puzzle}{puzzle}"));
    assert_eq!(satoku(&["prove", &input, "-o", path]).status, 2);
    let index: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(out.join("index.json")).unwrap()).unwrap();
    assert_eq!((&index["puzzles"], &index["without"]), (&4.into(), &[2].into()));
    let (status, text) = verified(path);
    let lines: Vec<_> = text.lines().collect();
    assert_eq!((status, lines.len(), lines[1]), (0, 4, &*format!("{path}/2: no certificate")));
    assert!([0, 2, 3].iter().all(|&k| lines[k].contains(": holds: unique")), "{text}");
    let json = satoku(&["verify", "--json", path]);
    let second: serde_json::Value = serde_json::from_str(json.out.lines().nth(1).unwrap()).unwrap();
    assert_eq!((json.status, &second["dir"]), (0, &format!("{path}/2").into()));
    assert_eq!(
        (&second["status"], &second["error"]),
        (&"unknown".into(), &"no certificate".into())
    );
    let check = |words: &str| {
        let (status, text) = verified(path);
        assert_eq!((status, text.lines().count()), (1, 1), "{text}");
        assert!(text.starts_with(&format!("{path}: does not hold: ")), "{text}");
        assert!(text.contains(words), "{text}");
    };
    let copy = |from: &Path, to: &Path| {
        fs::create_dir_all(to).unwrap();
        for name in names(from) {
            fs::copy(from.join(&name), to.join(&name)).unwrap();
        }
    };
    let aside = dir.path().join("aside");
    for (number, words) in [("3", "3 is missing"), ("1", "1 is missing"), ("4", "4 is missing")] {
        fs::rename(out.join(number), &aside).unwrap();
        check(words);
        fs::rename(&aside, out.join(number)).unwrap();
    }
    for number in ["2", "5", "0", "18446744073709551615"] {
        copy(&out.join("1"), &out.join(number));
        check(&format!("{number} is not among"));
        fs::remove_dir_all(out.join(number)).unwrap();
    }
    fs::create_dir(out.join(".partial")).unwrap();
    check(".partial");
    fs::remove_dir(out.join(".partial")).unwrap();
    fs::rename(out.join("index.json"), &aside).unwrap();
    check("without index.json");
    fs::rename(&aside, out.join("index.json")).unwrap();
    // An old single certificate beside a batch.
    copy(&out.join("1"), &out);
    check("beside those of several");
    for name in names(&out.join("1")) {
        fs::remove_file(out.join(name)).unwrap();
    }
    assert_eq!(verified(path).0, 0);
    for text in [
        "{}",
        "no JSON",
        "{\"format\":\"satoku certificates 1\",\"puzzles\":-1,\"without\":[]}",
        "{\"format\":\"satoku certificates 1\",\"puzzles\":4,\"without\":[2,2]}",
        "{\"format\":\"satoku certificates 1\",\"puzzles\":4,\"without\":[9]}",
    ] {
        fs::write(out.join("index.json"), text).unwrap();
        assert_eq!(verified(path).0, 2, "{text}");
    }
    let text =
        "{\"format\":\"satoku certificates 1\",\"puzzles\":18446744073709551615,\"without\":[]}";
    fs::write(out.join("index.json"), text).unwrap();
    check("2 is missing");
}

/// A batch in which nothing is claimed holds no more than an empty folder.
#[test]
fn a_batch_without_certificates_does_not_hold() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().to_str().unwrap();
    for rest in ["\"puzzles\":2,\"without\":[1,2]", "\"puzzles\":0,\"without\":[]"] {
        let index = format!("{{\"format\":\"satoku certificates 1\",{rest}}}");
        file(dir.path(), "index.json", index);
        let (status, text) = verified(path);
        assert_eq!((status, text.lines().count()), (2, 1), "{text}");
        assert!(text.starts_with(&format!("{path}: error: index.json: ")), "{text}");
        assert!(text.contains("no certificate"), "{text}");
    }
}

#[test]
fn two_runs_do_not_write_to_one_folder() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("out");
    let path = out.to_str().unwrap();
    // What a run does first, and takes away last.
    fs::create_dir_all(out.join(".partial/1")).unwrap();
    refused(&satoku(&["prove", FIRST, "-o", path]), "another run is writing here");
    assert!(out.join(".partial/1").exists());
    assert_eq!(satoku(&["prove", FIRST, "-o", path, "--force"]).status, 0);
    assert!(!out.join(".partial").exists());

    // Many at once: the folder is that of one which says so.
    for round in 0..5 {
        let input = list(dir.path(), 40);
        let runs: Vec<_> = (0..4)
            .map(|_| {
                let mut command = command(&["prove", &input, "-o", path]);
                command.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null());
                command.spawn().unwrap()
            })
            .collect();
        let codes = runs.into_iter().map(|mut run| run.wait().unwrap().code().unwrap());
        let codes: Vec<_> = codes.collect();
        assert!(codes.iter().all(|code| [0, 2].contains(code)), "{round}: {codes:?}");
        assert!(codes.contains(&0), "{round}: {codes:?}");
        let ran = satoku(&["verify", path]);
        assert_eq!((ran.status, ran.out.lines().count()), (0, 40), "{round}: {}", ran.out);
    }
}

/// A run that is stopped keeps what it has, but says not that it is all.
#[cfg(unix)]
#[test]
fn a_batch_cut_short_is_incomplete() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("out");
    let path = out.to_str().unwrap();
    let input = file(dir.path(), "list.txt", "1.....3..4.....2\n".repeat(200_000));
    let mut run = command(&["prove", &input, "-o", path]);
    let mut run = run.stdout(std::process::Stdio::null()).spawn().unwrap();
    while !out.join(".partial/20/manifest.json").exists() {
        assert_eq!(run.try_wait().unwrap(), None, "it ended before anything was made");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let signal = std::process::Command::new("kill").args(["-INT", &run.id().to_string()]).status();
    assert!(signal.unwrap().success());
    assert_eq!(run.wait().unwrap().code(), Some(130));
    assert!(out.join("20/manifest.json").exists() && !out.join(".partial").exists());
    assert_eq!(satoku(&["verify", path]).status, 1);
    assert_eq!(satoku_on(&["prove", "-o", path], "1.....3..4.....2\n").status, 0);
    assert_eq!(satoku(&["verify", path]).status, 0);
}
