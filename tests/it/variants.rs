//! Variants of setters in the forms of other programs, and large ones of the repository, with known answers.
//! Ignored unless asked for, as they need the data or seconds.

use satoku::Limits;
use satoku::format::line_of;
use satoku::jobs::answer::{self, Uniqueness};

use crate::data;
use crate::ways::engine;

#[test]
#[ignore = "takes seconds; cargo test --locked -- --ignored long_"]
fn long_large_puzzles_with_rules_have_their_solutions() {
    for (file, count) in [("16x16/rules.jsonl", 20), ("25x25/killers.jsonl", 3)] {
        let entries = data::read(&data::puzzles().join(file), "-");
        assert_eq!(entries.len(), count, "{file}");
        for (k, entry) in entries.iter().enumerate() {
            let place = format!("{file} #{}", k + 1);
            let found = answer::unique(&entry.puzzle, &engine("auto"), &Limits::none()).unwrap();
            let Uniqueness::Unique(ours) = found else { panic!("{place}: {found:?}") };
            let stated = entry.solution.as_ref().unwrap();
            assert_eq!(Ok(ours.digits()), stated.as_deref(), "{place}");
        }
    }
}

#[test]
#[ignore = "needs SATOKU_SHARED, a folder of real puzzles"]
fn real_fpuzzles_have_their_solutions() {
    let variants = data::shared().join("variants");
    let mut count = 0;
    for name in ["rangsk_js", "uniqueClassicFPuzzles", "uniqueVariantFPuzzles"] {
        let entries = data::read(&variants.join(format!("fpuzzles_{name}.jsonl")), "-");
        for (k, entry) in entries.iter().enumerate() {
            let place = format!("{name} #{}", k + 1);
            assert!(entry.ignored.is_empty(), "{place}");
            let found = answer::unique(&entry.puzzle, &engine("auto"), &Limits::none()).unwrap();
            let Uniqueness::Unique(ours) = found else { panic!("{place}: {found:?}") };
            let stated = entry.solution.as_ref().unwrap();
            assert_eq!(Ok(ours.digits()), stated.as_deref(), "{place}");
            count += 1;
        }
    }
    assert_eq!(count, 84);
}

/// Where the second puzzle of a pair has all rules of the first, its solutions are solutions of it.
#[test]
#[ignore = "needs SATOKU_SHARED, a folder of real puzzles"]
fn real_fpuzzles_that_say_more_have_no_other_solutions() {
    let path = data::shared().join("variants/fpuzzles_inheritance.jsonl");
    let (mut pairs, mut checked) = (0, 0);
    for line in std::fs::read_to_string(path).unwrap().lines() {
        let pair: serde_json::Value = serde_json::from_str(line).unwrap();
        let [before, after] = ["before", "after"].map(|key| {
            let text = pair[key].as_str().unwrap();
            satoku::parse(text).unwrap_or_else(|error| panic!("{}: {error}", pair["name"]))
        });
        if pair["inherits"] == true {
            pairs += 1;
            for solution in after.solutions().take(50) {
                let solution = solution.unwrap();
                let held = before.check(solution.digits());
                assert!(held.is_ok(), "{}: {held:?}: {}", pair["name"], line_of(&solution));
                checked += 1;
            }
        }
    }
    assert!(pairs == 18 && checked > 100, "{pairs} {checked}");
}
