//! The scale of HoDoKu: scores equal to the reference's; its library of examples, technique by
//! technique, and examples of our own; every step sound.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use satoku::ask::{Hint, HintAsked, Notation, ScaleAsked, ScoreFilter, Scored, Status, StepsAsked};
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
#[ignore = "takes seconds; cargo test --locked -- --ignored long_"]
fn long_scores_are_the_references() {
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

/// What all steps of a position by some techniques are asked for with.
fn all_by(only: &[&str], notation: Notation) -> StepsAsked {
    let only = only.iter().map(|&name| name.to_owned()).collect();
    StepsAsked { scale: ScaleAsked::Hodoku, only, all: true, notation, ..StepsAsked::default() }
}

/// What a line of the library says of a technique: its code without the variant, and the result.
fn said(line: &str) -> (&str, BTreeSet<String>) {
    let parts: Vec<_> = line.split(':').collect();
    let code = parts[1].split('-').next().unwrap();
    let words = parts[5].split_whitespace().chain(parts[6].split_whitespace());
    (code, words.map(str::to_owned).collect())
}

/// Whether the steps of a technique in the position of a line have its result, and if not what they
/// have. Each of them is a line of the library again, by which it is found.
fn look_for(line: &str) -> Result<(), String> {
    let puzzle = satoku::parse(line).unwrap();
    let (code, result) = said(line);
    let technique = techniques().find(|it| it.code == code).unwrap();
    let asked = all_by(&[technique.slug], Notation::Library);
    let found = Scored::steps(&puzzle, &asked, &Limits::none()).unwrap();
    let steps = found.steps.unwrap();
    for step in &steps {
        assert_eq!(step.technique, technique.slug);
        assert_eq!(said(&step.text).0, code, "{}", step.text);
    }
    if let Some(last) = steps.last() {
        assert_eq!(found.status, Status::Told);
        assert_eq!(fault(&last.text), Some(Ok(())), "{line}");
    }
    if steps.iter().any(|step| said(&step.text).1 == result) {
        return Ok(());
    }
    Err(format!("{line}\n{:?}", steps.iter().map(|it| &it.text).collect::<Vec<_>>()))
}

#[test]
fn techniques_are_found_in_positions() {
    for line in read("examples.txt").lines() {
        assert_eq!(look_for(line), Ok(()));
    }
}

/// Avoidable rectangles are looked for where digits are known to have been placed, and rest on the others:
/// not where these are given, nor where they have several solutions.
#[test]
fn avoidable_rectangles_need_to_know_what_was_placed() {
    let text = read("examples.txt");
    for code in [":0607", ":0608"] {
        let line = text.lines().find(|line| line.starts_with(code)).unwrap();
        let steps = |line: &str| {
            let puzzle = satoku::parse(line).unwrap();
            let asked = all_by(&["avoidable-rectangle"], Notation::Hodoku);
            Scored::steps(&puzzle, &asked, &Limits::none()).unwrap().steps.unwrap().len()
        };
        assert!(steps(line) > 0, "{line}");
        assert_eq!(steps(&line.replace('+', "")), 0, "{line}");
        // All placed: nothing is given that they could follow from.
        let fields: Vec<_> = line.split(':').collect();
        let bare = fields[3].replace('+', "");
        let placed: String = bare
            .chars()
            .flat_map(|c| [c.is_ascii_digit().then_some('+'), Some(c)])
            .flatten()
            .collect();
        assert_eq!(steps(&line.replacen(fields[3], &placed, 1)), 0, "{line}");
    }
}

/// What the givens have not was placed.
#[test]
fn hints_know_what_was_placed_by_the_givens() {
    let text = read("examples.txt");
    let line = text.lines().find(|line| line.starts_with(":0607")).unwrap();
    let fields: Vec<_> = line.split(':').collect();
    let mut givens = fields[3].to_owned();
    while let Some(at) = givens.find('+') {
        givens.replace_range(at..at + 2, ".");
    }
    let puzzle = satoku::parse(&line.replace('+', "")).unwrap();
    let asked = HintAsked {
        givens: Some(givens),
        scale: ScaleAsked::Hodoku,
        notation: Notation::Library,
        ..HintAsked::default()
    };
    let told = Hint::find(&puzzle, &asked, &Limits::none()).unwrap().text.unwrap();
    assert_eq!(told.split(':').nth(3), Some(fields[3]));
}

/// Chains from the fins, and from places in a house across, are told one by one, and each ends in what is
/// removed.
#[test]
fn kraken_fish_tell_their_chains() {
    let text = read("examples.txt");
    for (code, slug) in [(":0371:", "kraken-fish-1"), (":0372:", "kraken-fish-2")] {
        let line = text.lines().find(|line| line.starts_with(code)).unwrap();
        let puzzle = satoku::parse(line).unwrap();
        let found = Scored::steps(&puzzle, &all_by(&[slug], Notation::Hodoku), &Limits::none());
        let mut results = BTreeSet::new();
        for step in found.unwrap().steps.unwrap() {
            assert_eq!((step.technique, step.score, step.level), (slug, 500, "Extreme"));
            let (pattern, gone) = step.text.split_once(" => ").unwrap();
            assert!(pattern.contains(": ") && pattern.contains(" f"), "{pattern}");
            assert!(results.insert(gone.to_owned()), "twice: {gone}");
            let fins = pattern.matches(" f").count();
            assert!(step.chains.len() >= fins + usize::from(slug == "kraken-fish-2"));
            assert!(step.chains.iter().all(|chain| chain.ends_with(gone)), "{:?}", step.chains);
            assert!(step.why.contains("chain leads to the same"), "{}", step.why);
            for claim in step.claims(&puzzle) {
                assert!(claim.solve().unwrap().is_none(), "{}", step.text);
            }
        }
    }
}

/// They take no part in ratings, and hold in positions on the way.
#[test]
#[ignore = "takes seconds; cargo test --locked -- --ignored long_"]
fn long_kraken_fish_are_sound() {
    let kraken = |it: &satoku::rate::hodoku::Technique| it.slug.starts_with("kraken");
    assert!(techniques().filter(|it| kraken(it)).all(|it| !it.rated));
    let mut count = 0;
    for (puzzle, _) in scored().into_iter().step_by(30) {
        let Start::At(mut path) = start(&puzzle, &Limits::none()).unwrap() else { panic!() };
        let mut number = 0;
        while let Some((step, _)) = path.step().unwrap() {
            number += 1;
            if step.placements().next().is_none() && number % 3 == 0 {
                // What contradicts the solution is an error.
                count += path.found_by(&kraken, &Limits::none()).unwrap().len();
            }
        }
    }
    assert!(count > 100, "{count}");
}

/// Forms of the library that need more than its code.
#[test]
fn variants_are_told() {
    let text = read("examples.txt");
    let variants: BTreeSet<_> = text.lines().map(|line| line.split(':').nth(1).unwrap()).collect();
    for code in ["0709-2", "0710-3", "0710-4", "0711-3", "0711-4"] {
        assert!(variants.contains(code), "{code}");
    }
    // A code of five digits is one, too.
    let siamese = text.lines().next().unwrap().replacen(":0000:", ":03111:", 1);
    assert!(satoku::parse(&siamese).is_ok());
}

#[test]
fn names_and_ratings_of_the_other_scale_are_refused() {
    let (puzzle, _) = scored().swap_remove(0);
    let steps = |asked| Scored::steps(&puzzle, &asked, &Limits::none());
    assert!(steps(all_by(&["aligned-pair-exclusion"], Notation::Hodoku)).is_err());
    let asked = StepsAsked { until: Some(4.0), ..all_by(&[], Notation::Hodoku) };
    assert!(steps(asked).unwrap_err().to_string().contains("se121"));
}

/// Without uniqueness there is another path, to the same solution.
#[test]
fn paths_without_uniqueness_have_no_deadly_patterns() {
    let unique: BTreeSet<_> = techniques().filter(|it| it.unique).map(|it| it.slug).collect();
    let mut other = 0;
    for (puzzle, _) in scored().into_iter().step_by(5) {
        let steps = |no_uniqueness| {
            let scale = ScaleAsked::Hodoku;
            let asked = StepsAsked { scale, no_uniqueness, ..StepsAsked::default() };
            Scored::steps(&puzzle, &asked, &Limits::none()).unwrap()
        };
        let [with, without] = [steps(false), steps(true)];
        assert_eq!((with.scale, without.scale), ("hodoku", "hodoku-nu"));
        assert_eq!(without.status, Status::Rated, "{puzzle}");
        let uses = |it: &Scored| it.techniques.iter().any(|it| unique.contains(it.technique));
        assert!(!uses(&without), "{puzzle}");
        other += usize::from(uses(&with));
        assert!(without.steps.unwrap().iter().all(|step| step.assumes.is_empty()));
    }
    assert!(other > 0);
}

/// Deadly patterns are looked for where candidates are gone, if the digits alone have one solution.
#[test]
fn deadly_patterns_are_found_among_candidates() {
    let text = read("examples.txt");
    let line = text.lines().find(|line| line.starts_with(":0600:")).unwrap();
    let puzzle = satoku::parse(line).unwrap();
    assert!(puzzle.has_pencilmarks());
    let asked = all_by(&["uniqueness-test-1"], Notation::Hodoku);
    let none = StepsAsked { no_uniqueness: true, ..asked.clone() };
    let status = |asked| Scored::steps(&puzzle, asked, &Limits::none()).unwrap().status;
    assert_eq!((status(&asked), status(&none)), (Status::Told, Status::Stuck));
}

/// What steps claim are puzzles without a solution.
#[test]
fn claims_of_steps_have_no_solution() {
    let mut count = 0;
    for (puzzle, _) in scored().into_iter().step_by(25) {
        let asked = StepsAsked { scale: ScaleAsked::Hodoku, ..StepsAsked::default() };
        let found = Scored::steps(&puzzle, &asked, &Limits::none()).unwrap();
        for step in found.steps.unwrap() {
            let claims = step.claims(&puzzle);
            assert_eq!(
                claims.len(),
                step.placements.len().max(if step.placements.is_empty() {
                    step.eliminations.len()
                } else {
                    0
                })
            );
            for claim in claims {
                assert!(claim.solve().unwrap().is_none(), "{puzzle}: {}", step.text);
                count += 1;
            }
        }
    }
    assert!(count > 100);
}

/// Chains in Eureka, by the text in HoDoKu's notation of the same step.
#[test]
fn chains_are_written_in_eureka() {
    let mut seen = BTreeSet::new();
    let text = read("examples.txt");
    for line in text.lines().filter(|line| line.starts_with(":07")) {
        let puzzle = satoku::parse(line).unwrap();
        let slug = techniques().find(|it| it.code == said(line).0).unwrap().slug;
        let texts = |notation| {
            let steps = Scored::steps(&puzzle, &all_by(&[slug], notation), &Limits::none());
            steps.unwrap().steps.unwrap().into_iter().map(|step| step.text)
        };
        for (plain, eureka) in texts(Notation::Hodoku).zip(texts(Notation::Eureka)) {
            let (chain, result) = eureka.split_once(" => ").unwrap();
            assert!(chain.starts_with('(') && result.starts_with(['-', '+']), "{eureka}");
            assert!(!chain.contains(':') && !chain.contains("()"), "{eureka}");
            assert_eq!(
                chain.ends_with(" - loop"),
                plain.contains("Continuous") && !plain.contains("Disc")
            );
            assert_eq!(chain.matches('(').count(), chain.matches(')').count());
            if plain.contains("ALS:") {
                seen.insert("set");
            }
            seen.insert(slug);
        }
    }
    assert!(seen.len() >= 9, "{seen:?}");
    assert!(seen.contains("set"));
}

/// Every line of the library as a position: its technique is found there, and where it must not be
/// found it is not.
#[test]
#[ignore = "needs SATOKU_SHARED, a folder of real puzzles"]
fn real_hodoku_library_in_positions() {
    let path = data::shared().join("hints/hodoku_reglib-1.4.txt");
    let text = std::fs::read_to_string(path).unwrap();
    let mut faults = Vec::new();
    for line in text.lines().filter(|line| line.starts_with(':')) {
        let is_negative = line.split(':').nth(1).unwrap().ends_with("-x");
        match look_for(line) {
            Ok(()) if !is_negative => {}
            Err(_) if is_negative => {}
            other => faults.push(format!("{line}: {other:?}")),
        }
    }
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}

/// Every step of tens of thousands of puzzles, of all levels, agrees with the solution, which native
/// search finds; so do all steps in the positions that some of them are.
#[test]
#[ignore = "needs SATOKU_SHARED, a folder of real puzzles; minutes"]
fn real_hodoku_steps_are_sound() {
    let (mut puzzles, mut steps, mut looks) = (0, 0_usize, 0_usize);
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for (list, every) in [
        ("9x9/kaggle3m_rated.csv", 3),
        ("9x9/sudoku_exchange_rated.txt", 3),
        ("9x9/royle_17clue.txt", 3),
        ("9x9/magictour_top1465.txt", 20),
        ("9x9/hodoku_q2_taxonomy.txt", 3),
        ("hints/cbg000_ser.txt", 3),
    ] {
        let text = std::fs::read_to_string(data::shared().join(list)).unwrap();
        let lines =
            text.lines().filter_map(|line| line.split([',', ' ', '\t']).find(|it| it.len() == 81));
        let all = lines.filter_map(|line| satoku::parse(line).ok());
        for puzzle in all.step_by(every).take(6000) {
            let Start::At(mut path) = start(&puzzle, &Limits::none()).unwrap() else { continue };
            let solution = puzzle.solve().unwrap().unwrap();
            let mut is_sound = |step: &satoku::rate::hodoku::Step| {
                *counts.entry(step.technique().slug).or_default() += 1;
                let right = step.placements().all(|(cell, digit)| solution.digit(cell) == digit)
                    && step.eliminations().all(|(cell, digit)| solution.digit(cell) != digit);
                assert!(right, "{puzzle}: {step:?}");
            };
            if puzzles % 40 == 0 {
                let usual = |it: &satoku::rate::hodoku::Technique| {
                    it.rated || it.slug.starts_with("kraken")
                };
                for step in path.found_by(&usual, &Limits::none()).unwrap() {
                    is_sound(&step);
                    looks += 1;
                }
            }
            while let Some((step, _)) = path.step().unwrap() {
                is_sound(&step);
                steps += 1;
            }
            assert!(path.is_solved(), "{puzzle}");
            puzzles += 1;
        }
    }
    eprintln!("{puzzles} puzzles, {steps} steps, {looks} in positions: {counts:?}");
    assert!(puzzles >= 10_000 && steps > 400_000 && looks > 1000, "{puzzles} {steps} {looks}");
}

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
