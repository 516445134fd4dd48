//! Puzzles in parts, through the program: split, solved apart, and put together again.

use serde_json::Value;

use crate::program::{file, satoku};

const SIXTEEN: &str = "puzzles/16x16/minimal.txt";
const TWO: &str = "puzzles/9x9/two-solutions.txt";
const NONE: &str = "puzzles/9x9/clash.txt";

/// The answers of a command to each of so many cubes.
fn answers(task: &str, puzzle: &str, cubes: usize) -> Vec<String> {
    let answer = |k: usize| {
        let share = format!("{k}/{cubes}");
        satoku(&[task, "--cube", &share, "--json", puzzle]).out
    };
    (1..=cubes).map(answer).collect()
}

fn combined(puzzle: &str, answers: &[String]) -> (i32, Value) {
    let dir = tempfile::tempdir().unwrap();
    let path = file(dir.path(), "answers.json", answers.concat());
    let ran = satoku(&["cubes", "--combine", "--json", puzzle, &path]);
    (ran.status, serde_json::from_str(&ran.out).unwrap())
}

#[test]
fn the_parts_say_what_the_whole_does() {
    for (puzzle, cubes, word, count) in
        [(SIXTEEN, 5, "unique", 1), (TWO, 3, "multiple", 2), (NONE, 3, "none", 0)]
    {
        let (_, whole) = combined(puzzle, &answers("unique", puzzle, cubes));
        assert_eq!((&whole["status"], &whole["count"]), (&word.into(), &count.into()), "{puzzle}");
        assert_eq!(whole["complete"], true, "{puzzle}");
        let (_, whole) = combined(puzzle, &answers("count", puzzle, cubes));
        assert_eq!((&whole["status"], &whole["count"]), (&word.into(), &count.into()), "{puzzle}");
    }
}

#[test]
fn a_solution_in_one_part_is_one_of_the_whole() {
    let parts = answers("solve", SIXTEEN, 5);
    let (status, whole) = combined(SIXTEEN, &parts);
    assert_eq!((status, &whole["status"]), (0, &"solved".into()));
    let solution = satoku(&["solve", "--output", "line", SIXTEEN]).out;
    assert_eq!(whole["solution"], solution.trim());
}

#[test]
fn nothing_is_concluded_from_less_than_all() {
    let parts = answers("unique", SIXTEEN, 5);
    for missing in 0..parts.len() {
        let mut rest = parts.clone();
        let gone: Value = serde_json::from_str(&rest.remove(missing)).unwrap();
        let (status, whole) = combined(SIXTEEN, &rest);
        let (word, code) = if gone["count"] == 1 { ("unknown", 3) } else { ("solved", 0) };
        assert_eq!((status, &whole["status"]), (code, &word.into()));
        assert_eq!(whole["complete"], false);
    }
}

#[test]
fn made_up_answers_are_not_believed() {
    let parts = answers("unique", SIXTEEN, 3);
    let wrong: Vec<_> =
        parts.iter().map(|part| part.replace("\"solution\":\"", "\"solution\":\"1")).collect();
    let dir = tempfile::tempdir().unwrap();
    let path = file(dir.path(), "answers.json", wrong.concat());
    let ran = satoku(&["cubes", "--combine", SIXTEEN, &path]);
    assert_eq!(ran.status, 2, "{}", ran.out);
    let path = file(dir.path(), "answers.json", "{\"status\":\"none\"}\n");
    let ran = satoku(&["cubes", "--combine", SIXTEEN, &path]);
    assert!(ran.err.contains("no field `cube`"), "{}", ran.err);
}

#[test]
fn formulas_of_parts_are_solved_by_others() {
    if std::process::Command::new("cadical").arg("--version").output().is_err() {
        eprintln!("SKIPPED, LOUDLY: no cadical on this machine");
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().to_str().unwrap();
    assert_eq!(satoku(&["cubes", "--count", "4", "--dir", path, SIXTEEN]).status, 0);
    for k in 1..=4 {
        let formula = dir.path().join(format!("cube-0000{k}.cnf"));
        let answer = std::process::Command::new("cadical").arg("-q").arg(&formula).output();
        std::fs::write(formula.with_extension("out"), answer.unwrap().stdout).unwrap();
    }
    let ran = satoku(&["cubes", "--combine", "--json", SIXTEEN, path]);
    let whole: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((ran.status, &whole["status"]), (0, &"solved".into()), "{}", ran.err);
}

#[test]
fn icnf_has_a_line_of_assumptions_for_each_cube() {
    let text = satoku(&["cubes", "--count", "6", SIXTEEN]).out;
    assert!(text.lines().any(|line| line == "p inccnf"));
    assert_eq!(
        text.lines().filter(|line| line.starts_with("a ") && line.ends_with(" 0")).count(),
        6
    );
}
