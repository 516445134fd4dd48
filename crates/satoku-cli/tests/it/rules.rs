//! Rules from the command line, and what commands make of puzzles with rules.

use crate::program::{file, satoku};

const CAGES: &str = "puzzles/variants/cage.json";

#[test]
fn rules_are_given_beside_a_puzzle() {
    let dir = tempfile::tempdir().unwrap();
    let puzzle = file(dir.path(), "four.txt", "1...............\n");
    let rules = file(dir.path(), "rules.txt", "# two of them\ncage 3 r1c1-2\n\nthermo r2c1 r2c2\n");
    let count = |args: &[&str]| satoku(&[&["count", &puzzle], args].concat()).out.trim().to_owned();
    assert_eq!(count(&[]), "72");
    assert_eq!(count(&["--constraint", "antiknight"]), "6");
    let both = count(&["--constraint", "cage 3 r1c1-2", "--constraint", "thermometer r2c1-2"]);
    assert_eq!(count(&["--rules", &rules]), both);
    let ran = satoku(&["solve", "--constraint", "cages r1", &puzzle]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("rule `cages`: no such kind; known are cage, "), "{}", ran.err);
}

#[test]
fn formulas_of_rules_go_out_and_models_come_back() {
    let dir = tempfile::tempdir().unwrap();
    let solution = satoku(&["solve", "--output", "line", CAGES]).out;
    let numbers = solution.trim().bytes().enumerate();
    // Variables of candidates are numbered as in textbooks; what the solver says of others does
    // not matter.
    let lits = numbers.map(|(cell, digit)| (9 * cell + usize::from(digit - b'0')).to_string());
    let model = format!("s SATISFIABLE\nv {} 0\n", lits.collect::<Vec<_>>().join(" "));
    let model = file(dir.path(), "model.txt", &model);
    let encoding = ["--encoding", "extended"];
    let formula = satoku(&[&["encode", CAGES][..], &encoding].concat());
    assert!(formula.out.contains("\np cnf "), "{}", formula.err);
    let decoded = satoku(&[&["decode", CAGES, &model, "--output", "line"][..], &encoding].concat());
    assert_eq!((decoded.status, decoded.out), (0, solution), "{}", decoded.err);
}

#[test]
fn every_form_gives_rules_back() {
    for form in ["line", "grid", "pretty", "json"] {
        let dir = tempfile::tempdir().unwrap();
        let text = satoku(&["convert", "--output", form, CAGES]).out;
        let path = file(dir.path(), "puzzle", &text);
        assert_eq!(satoku(&["unique", &path]).out, "unique\n", "{form}: {text}");
    }
}

#[test]
fn what_knows_no_rules_says_so() {
    for args in [&["transform", "--canonical"][..], &["solve", "--engine", "lanes"]] {
        let ran = satoku(&[args, &[CAGES]].concat());
        assert_eq!(ran.status, 2, "{}", ran.out);
        assert!(ran.err.contains("rules"), "{}", ran.err);
    }
}
