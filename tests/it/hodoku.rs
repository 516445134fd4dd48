//! The scale of HoDoKu: scores equal to the reference's; its library of examples, technique by
//! technique, and examples of our own; every step sound.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use satoku::ask::{Hint, HintAsked, ScaleAsked, ScoreFilter, Scored};
use satoku::rate::hodoku::{Example, LADDER, Start, Verdict, by_slug, rate, start, techniques};
use satoku::{Limits, Puzzle};

use crate::data;

fn read(name: &str) -> String {
    std::fs::read_to_string(data::root().join("tests/hodoku").join(name)).unwrap()
}

/// Puzzles with score and level as HoDoKu 2.2 has them, `1182 Unfair`.
fn scored() -> Vec<(Puzzle, String)> {
    let text = read("scores.csv");
    let lines = text.lines().skip(1).map(|line| {
        let fields: Vec<_> = line.split(',').collect();
        (satoku::parse(fields[0]).unwrap(), fields[1..].join(" "))
    });
    lines.collect()
}

#[test]
fn scores_are_the_references() {
    let mut levels = BTreeMap::new();
    for (puzzle, known) in scored() {
        let Verdict::Rated(score) = rate(&puzzle, &Limits::none()).unwrap() else {
            panic!("{puzzle}")
        };
        assert_eq!(score.to_string(), known, "{puzzle}");
        let sum: usize = score.counts.iter().map(|(_, count)| count).sum();
        assert!(sum >= 81 - puzzle.givens(), "{puzzle}");
        *levels.entry(score.level).or_insert(0) += 1;
    }
    assert_eq!(levels.len(), 5, "{levels:?}");
}

/// Each step places or removes something that is there, as the solution has it, which the path holds
/// it against; the last leaves no cell open.
#[test]
fn steps_lead_to_the_solution() {
    for (puzzle, _) in scored().into_iter().step_by(7) {
        let Start::At(mut path) = start(&puzzle, &Limits::none()).unwrap() else {
            panic!("{puzzle}")
        };
        let mut total = 0;
        while let Some((step, score)) = path.step().unwrap() {
            assert!(step.placements().next().is_some() || step.eliminations().next().is_some());
            total += score;
        }
        assert!(path.is_solved(), "{puzzle}");
        assert_eq!(path.score().score, total);
    }
}

/// Each step has a reason of its own, and a hint tells more with each level.
#[test]
fn steps_and_hints_have_reasons() {
    let mut known = BTreeMap::new();
    for (puzzle, _) in scored().into_iter().step_by(3) {
        let filter = ScoreFilter { steps: true, ..ScoreFilter::default() };
        let scored = Scored::find(&puzzle, &filter, &Limits::none()).unwrap();
        for step in scored.steps.unwrap() {
            assert!(!step.why.starts_with("So "), "{step:?}");
            known.entry(step.technique).or_insert(step.why);
        }
    }
    assert!(known.len() > 35, "{known:#?}");
    let reasons: BTreeSet<_> = known.values().collect();
    assert_eq!(reasons.len(), known.len());
    for (puzzle, _) in scored().into_iter().step_by(40) {
        let hint = |level| {
            let asked = HintAsked { level, scale: ScaleAsked::Hodoku, ..HintAsked::default() };
            Hint::find(&puzzle, &asked, &Limits::none()).unwrap()
        };
        let json = |level| serde_json::to_value(hint(level)).unwrap();
        let fields = [
            (2, "technique"),
            (2, "score"),
            (2, "difficulty"),
            (3, "place"),
            (4, "cells"),
            (4, "digits"),
            (5, "text"),
            (5, "why"),
            (5, "proof"),
        ];
        for (from, field) in fields {
            let last = json(5)[field].clone();
            assert!(!last.is_null(), "{puzzle}: {field}");
            for level in 1..=5 {
                let is_told = json(level)[field] == last;
                assert_eq!(is_told, level >= from, "{puzzle}: {field} at {level}");
            }
        }
    }
}

/// What a hint says of the next step is what the path has.
#[test]
fn hints_go_along_the_path() {
    let (puzzle, _) = scored().pop().unwrap();
    let filter = ScoreFilter { steps: true, ..ScoreFilter::default() };
    let scored = Scored::find(&puzzle, &filter, &Limits::none()).unwrap();
    let first = &scored.steps.as_ref().unwrap()[0];
    let asked = HintAsked { scale: ScaleAsked::Hodoku, ..HintAsked::default() };
    let hint = Hint::find(&puzzle, &asked, &Limits::none()).unwrap();
    assert_eq!(hint.text.as_ref(), Some(&first.text));
    assert_eq!(hint.why.as_ref(), Some(&first.why));
    assert_eq!(hint.technique, Some(first.technique));
}

#[test]
fn what_has_no_score_is_told() {
    let verdict = |text: &str| rate(&satoku::parse(text).unwrap(), &Limits::none()).unwrap();
    assert!(matches!(verdict(&".".repeat(81)), Verdict::Several));
    assert!(matches!(verdict(&format!("11{}", ".".repeat(79))), Verdict::None));
    let other = satoku::parse(&".".repeat(16)).unwrap();
    assert!(rate(&other, &Limits::none()).is_err());
}

#[test]
fn techniques_have_names_of_their_own() {
    let mut slugs: Vec<_> = techniques().map(|it| it.slug).collect();
    for slug in &slugs {
        assert_eq!(by_slug(slug).unwrap().slug, *slug);
    }
    slugs.sort_unstable();
    slugs.dedup();
    assert_eq!(slugs.len(), techniques().count());
    assert!(LADDER.iter().all(|it| !it.techniques.is_empty()));
}

/// What does not hold of an example; none if its technique is not one of the ladder.
fn fault(line: &str) -> Option<Result<(), String>> {
    let example = Example::parse(line).unwrap();
    let steps = example.steps()?;
    let right = if example.is_negative() {
        steps.is_empty()
    } else {
        steps.iter().any(|step| example.is_result(step))
    };
    Some(if right { Ok(()) } else { Err(format!("{line}\n{steps:?}")) })
}

#[test]
fn techniques_are_found_alone() {
    for line in read("examples.txt").lines() {
        assert_eq!(fault(line), Some(Ok(())));
        // The same position with a result that nothing has.
        let (head, _) = line.rsplit_once(':').unwrap().0.rsplit_once(':').unwrap();
        let wrong = head.rsplit_once(':').unwrap().0;
        assert!(fault(&format!("{wrong}:999::::")).unwrap().is_err(), "{line}");
    }
    for wrong in ["", ":0100:", ":0100:::x:", "0100:1:::::::", ":0100::..:991 1::::"] {
        assert!(Example::parse(wrong).is_err(), "{wrong}");
    }
}

/// Examples with almost locked sets as nodes of chains, which are not looked for.
const OPEN: &[&str] = &["0709-2", "0710-3", "0710-4", "0711-3", "0711-4"];

#[test]
#[ignore = "needs SATOKU_SHARED, a folder of real puzzles"]
fn real_hodoku_library() {
    let path = data::shared().join("hints/hodoku_reglib-1.4.txt");
    let text = std::fs::read_to_string(path).unwrap();
    let mut classes: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let mut faults = Vec::new();
    for line in text.lines().filter(|line| line.starts_with(':')) {
        let name = line.split(':').nth(1).unwrap();
        let class = classes.entry(name).or_default();
        class.1 += 1;
        match fault(line) {
            Some(Ok(())) => class.0 += 1,
            _ if OPEN.contains(&name) => {}
            other => faults.push(format!("{line}: {other:?}")),
        }
    }
    let mut table = String::new();
    for (code, (right, all)) in &classes {
        _ = write!(table, "{code} {right}/{all}  ");
    }
    eprintln!("{table}");
    assert!(classes.len() > 70, "{table}");
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}
