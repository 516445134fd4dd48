//! Steps and hints with certificates: what each claims is verified from its files.

use std::fs;

use crate::program::satoku;

const UNIQUE: &str = "puzzles/9x9/first.txt";
const HARD: &str =
    "..5........6..2..8..4...1.7....1..7....8....4.2..47..9..175.6...8...3....5.....9.";

#[test]
fn every_claim_has_a_certificate() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("proofs");
    let path = path.to_str().unwrap();
    let ran = satoku(&["steps", "--until", "7.1", "--prove", path, "--json", HARD]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let answer: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    let mut number = 0;
    for step in answer["steps"].as_array().unwrap() {
        assert_eq!(step["proof"], "certified");
        let count = |name: &str| step[name].as_array().unwrap().len();
        let claims = if count("placements") > 0 { 1 } else { count("eliminations") };
        let numbers: Vec<_> = (number + 1..=number + claims).collect();
        assert_eq!(step["certificates"], serde_json::json!(numbers));
        number += claims;
    }
    let verified = satoku(&["verify", path]);
    assert_eq!(verified.status, 0, "{}", verified.err);
    assert_eq!(verified.out.matches(": holds: none").count(), number, "{}", verified.out);

    // What was tampered with does not hold.
    let first = dir.path().join("proofs/1/puzzle.txt");
    let text = fs::read_to_string(&first).unwrap();
    fs::write(&first, text.replacen('5', "null", 1)).unwrap();
    assert_ne!(satoku(&["verify", path]).status, 0);
}

#[test]
fn hints_are_proved_and_folders_of_others_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().to_str().unwrap();
    let ran = satoku(&["hint", "--prove", path, UNIQUE]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.contains("certified: 1\n"), "{}", ran.out);
    let ran = satoku(&["find", "--technique", "single", "--prove", path, UNIQUE]);
    assert!(ran.out.contains("certified: 2\n"), "{}", ran.out);
    fs::write(dir.path().join("notes.txt"), "mine").unwrap();
    assert_eq!(satoku(&["hint", "--prove", path, UNIQUE]).status, 2);
}

/// With no time at all there are no steps, which is no failure; with enough all are certified.
#[test]
fn a_limit_ends_the_steps_that_are_certified() {
    let dir = tempfile::tempdir().unwrap();
    for (limit, status, word) in [("0", 3, "unknown"), ("1000", 0, "solved")] {
        let path = dir.path().join(limit);
        let path = path.to_str().unwrap();
        let ran = satoku(&["steps", "--time-limit", limit, "--prove", path, "--json", UNIQUE]);
        assert_eq!(ran.status, status, "{}", ran.err);
        let answer: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
        assert_eq!(answer["status"], word);
        let steps = answer["steps"].as_array().unwrap();
        assert_eq!(steps.is_empty(), status == 3);
        assert!(steps.iter().all(|step| step["proof"] == "certified"));
    }
}
