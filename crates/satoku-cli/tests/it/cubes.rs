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
        // Numbers alone show no solution, so nobody has seen the only one.
        let (_, whole) = combined(puzzle, &answers("count", puzzle, cubes));
        let (word, count) = if word == "unique" { ("unknown", 0) } else { (word, count) };
        assert_eq!((&whole["status"], &whole["count"]), (&word.into(), &count.into()), "{puzzle}");
        assert_eq!(whole["complete"], word != "unknown", "{puzzle}");
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
#[ignore = "needs the program cadical"]
fn outside_cadical_solves_the_formulas_of_parts() {
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

/// What `--combine` says of results that it does not take.
fn refused(puzzle: &str, answers: &[String], words: &str) {
    let dir = tempfile::tempdir().unwrap();
    let path = file(dir.path(), "answers.json", answers.concat());
    let ran = satoku(&["cubes", "--combine", puzzle, &path]);
    assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{words}: {}", ran.err);
    assert!(ran.err.contains(words), "{words}: {}", ran.err);
}

#[test]
fn parts_of_another_puzzle_are_refused() {
    let of_two = answers("unique", TWO, 3);
    refused(SIXTEEN, &of_two, "a part of another puzzle");
    refused("puzzles/9x9/empty.txt", &of_two, "a part of another puzzle");
    refused(
        SIXTEEN,
        &[&answers("unique", SIXTEEN, 3)[..2], &of_two[2..]].concat(),
        "another puzzle",
    );
    // The same clues with other rules are another puzzle, and so is one with a clue more.
    let empty = "puzzles/9x9/empty.txt";
    let share = ["solve", "--cube", "1/2", "--json", empty];
    let diagonal = satoku(&[&share[..], &["--layout", "diagonals"]].concat()).out;
    let cage = satoku(&[&share[..], &["--constraint", "cage 3 r1c1 r1c2"]].concat()).out;
    refused(empty, &[diagonal], "a part of another puzzle");
    refused(empty, &[cage], "a part of another puzzle");
    // A folder of another puzzle's formulas, each of them refuted.
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().to_str().unwrap();
    assert_eq!(satoku(&["cubes", "--count", "3", "--dir", path, SIXTEEN]).status, 0);
    for k in 1..=3 {
        file(dir.path(), &format!("cube-0000{k}.out"), "s UNSATISFIABLE\n");
    }
    let ran = satoku(&["cubes", "--combine", empty, path]);
    assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{}", ran.err);
    assert!(ran.err.contains("a part of another puzzle"), "{}", ran.err);
    // Nor are new formulas put beside answers to old ones.
    let ran = satoku(&["cubes", "--count", "3", "--dir", path, empty]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("holds parts already"), "{}", ran.err);
}

#[test]
fn parts_that_contradict_each_other_are_refused() {
    let parts = answers("unique", SIXTEEN, 3);
    let with = |old: &str, new: &str| -> Vec<String> {
        assert!(parts.concat().contains(old), "{old}");
        parts.iter().map(|part| part.replace(old, new)).collect()
    };
    let twice = [&parts[..], &parts[1..2]].concat();
    refused(SIXTEEN, &twice, "cube 2 a second time");
    let other = answers("unique", SIXTEEN, 4);
    refused(SIXTEEN, &[&parts[..2], &other[2..3]].concat(), "of the split by count 4");
    refused(
        SIXTEEN,
        &with("\"status\":\"none\",\"count\":0", "\"status\":\"none\",\"count\":1"),
        "contradicts",
    );
    let unique = "\"count\":1,\"complete\":true";
    let whole: Vec<_> = with(unique, "\"count\":0,\"complete\":true");
    refused(SIXTEEN, &whole, "contradicts its count");
    let words = |parts: &[String]| -> Vec<String> {
        parts
            .iter()
            .map(|part| part.replace("\"status\":\"unique\"", "\"status\":\"multiple\""))
            .collect()
    };
    refused(SIXTEEN, &words(&whole), "shows more solutions than it counts");
    // The solution of one cube as that of another.
    let of = |part: &String| serde_json::from_str::<Value>(part).unwrap()["solution"].clone();
    let place = parts.iter().position(|part| of(part).is_string()).unwrap();
    let solution = of(&parts[place]);
    let next = (place + 1) % parts.len();
    let mut moved = parts.clone();
    let field = format!("\"status\":\"unique\",\"solution\":{solution},\"count\":1");
    moved[next] = moved[next].replace("\"status\":\"none\",\"count\":0", &field);
    refused(SIXTEEN, &moved, "does not lie in its cube");
}

#[test]
fn sums_do_not_wrap() {
    let parts = answers("count", "puzzles/9x9/two-solutions.txt", 2);
    let huge = |count: u64| -> Vec<String> {
        let one = "\"count\":1,";
        assert!(parts.iter().all(|part| part.contains(one)), "{parts:?}");
        parts.iter().map(|part| part.replace(one, &format!("\"count\":{count},"))).collect()
    };
    refused(TWO, &huge(1 << 63), "add up to more than 18446744073709551615");
    let (_, whole) = combined(TWO, &huge((1 << 63) - 1));
    assert_eq!(whole["count"], u64::MAX - 1);
}

/// The parts that `cubes --json` prints.
fn parts(args: &[&str]) -> Vec<Value> {
    let ran = satoku(&[&["cubes", "--json"], args].concat());
    assert_eq!(ran.status, 0, "{}", ran.err);
    ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The decisions of a part as --of takes them.
fn decisions(part: &Value) -> String {
    let words: Vec<_> =
        part["decisions"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
    words.join(" ")
}

#[test]
fn a_cube_split_again_takes_its_own_place() {
    let all = parts(&["--count", "4", SIXTEEN]);
    let again = decisions(&all[3]);
    let within = parts(&["--count", "5", "--of", &again, SIXTEEN]);
    assert_eq!((within.len(), &within[0]["within"]), (5, &all[3]["decisions"]));
    assert!(within.iter().all(|part| decisions(part).starts_with(&again)));
    let mut of_all = answers("unique", SIXTEEN, 4);
    let asked = ["unique", "--json", SIXTEEN, "--of", &again, "--cube"];
    let of_one: Vec<_> =
        (1..=5).map(|k| satoku(&[&asked[..], &[&format!("{k}/5")]].concat()).out).collect();
    // The cube itself, and all of it.
    let itself = satoku(&[&asked[..], &["1/1"]].concat()).out;
    let each = satoku(&[&asked[..], &["all/5"]].concat()).out;
    let status = |text: &str| serde_json::from_str::<Value>(text).unwrap()["status"].clone();
    assert_eq!(status(&itself), status(&of_all[3]));
    assert_eq!(
        each.lines().map(status).collect::<Vec<_>>(),
        of_one.iter().map(|it| status(it)).collect::<Vec<_>>()
    );
    let gone = of_all.remove(3);
    let (_, less) = combined(SIXTEEN, &of_all);
    assert_eq!(less["complete"], false);
    for rest in [of_one.clone(), vec![each], vec![itself]] {
        let (code, whole) = combined(SIXTEEN, &[&of_all[..], &rest].concat());
        assert_eq!((code, &whole["status"]), (0, &"unique".into()), "{gone}");
    }
    // One of them less, or twice, or of another split.
    let (_, less) = combined(SIXTEEN, &[&of_all[..], &of_one[..4]].concat());
    let last = status(&of_one[4]);
    assert!(less["complete"] == false || last == "none", "{less}");
    refused(SIXTEEN, &[&of_one[..], &of_one[..1]].concat(), "cube 1 a second time");
    let other = satoku(&[&asked[..], &["2/6"]].concat()).out;
    refused(SIXTEEN, &[of_one[0].clone(), other], "of the split by count 6");
    let ran = satoku(&["unique", "--cube", "1/2", "--of", "r17c1=1", SIXTEEN]);
    assert!(ran.status == 2 && ran.out.starts_with("error"), "{} {}", ran.out, ran.err);
}

#[test]
fn the_hardest_cubes_come_first_if_asked() {
    let plain = parts(&["--count", "12", SIXTEEN]);
    let mut sorted = plain.clone();
    sorted.sort_by_key(|part| std::cmp::Reverse(part["freedom"].as_u64().unwrap()));
    assert_ne!(plain, sorted);
    assert_eq!(parts(&["--count", "12", "--hardest-first", SIXTEEN]), sorted);
}

#[test]
fn cubes_are_dealt_to_shards() {
    let dir = tempfile::tempdir().unwrap();
    let two = [SIXTEEN, TWO];
    let asked = ["count", "--json", "--quiet", "--cube", "all/6"];
    let whole = satoku(&[&asked[..], &two].concat()).out;
    assert_eq!(whole.lines().count(), 12);
    let merged: Vec<_> = (1..=4)
        .map(|number| {
            let (part, shard) = (dir.path().join(number.to_string()), format!("{number}/4"));
            let part = part.to_str().unwrap().to_owned();
            let long = ["--shard", &shard, "--resume", "-o", &part];
            satoku(&[&asked[..], &two, &long].concat());
            part
        })
        .collect();
    let merged: Vec<_> =
        std::iter::once("merge").chain(merged.iter().map(String::as_str)).collect();
    let ran = satoku(&merged);
    let kept = |text: &str| -> Vec<Value> {
        let read = |line| {
            let mut value: Value = serde_json::from_str(line).unwrap();
            value.as_object_mut().unwrap().remove("time_us");
            value
        };
        text.lines().map(read).collect()
    };
    assert_eq!((ran.status, kept(&ran.out)), (0, kept(&whole)), "{}", ran.err);
    let first: Vec<_> = whole.lines().take(6).map(|line| format!("{line}\n")).collect();
    let (_, answer) = combined(SIXTEEN, &first);
    assert_eq!(answer["status"], "unknown", "nobody shows the only solution: {answer}");
    let rest: Vec<_> = whole.lines().skip(6).map(|line| format!("{line}\n")).collect();
    assert_eq!(combined(TWO, &rest).1["count"], 2);
}
