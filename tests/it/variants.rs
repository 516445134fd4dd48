//! Variants of setters in the forms of other programs, with known answers. Ignored unless asked
//! for, as they need the data.

use satoku::Limits;
use satoku::format::line_of;
use satoku::jobs::answer::{self, Uniqueness};

use crate::data;
use crate::ways::engine;

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
