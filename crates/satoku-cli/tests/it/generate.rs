//! Puzzles made to order are what was ordered: held against an engine that did not make them.

use std::collections::BTreeSet;

use itertools::Itertools;
use satoku::grid::{CandidateSet, Cell};
use satoku::jobs::answer::{self, Uniqueness};
use satoku::jobs::generate::{Generated, Made, Method, SYMMETRIES, Wish, generate, grids};
use satoku::{Layout, LayoutSpec, Limits, Puzzle};

use crate::program::{file, satoku, satoku_on};
use crate::ways::engine;

/// A jigsaw of side 6.
const JIGSAW: &str = "regions=AAABBBAACCBBADCCEBDDCCEEDDFFEEDFFFFE";

fn layouts() -> Vec<Layout> {
    let names = [
        "2x2",
        "2x3",
        "3x2",
        "2x4",
        "3x3",
        "2x5",
        "3x4",
        "latin",
        "3x3+diagonals",
        "3x3+windoku",
        JIGSAW,
        "3x3+disjoint",
    ];
    let layout = |name: &&str| {
        let spec: LayoutSpec = name.parse().unwrap();
        spec.build(spec.side().unwrap_or(5)).unwrap()
    };
    names.iter().map(layout).collect()
}

fn made(wish: &Wish, seed: u64, count: u64) -> Vec<Generated> {
    let made = generate(wish, seed, 0..count, &Limits::none(), &|_| {}).unwrap();
    assert_eq!(made.len() as u64, count);
    let puzzle = |made| match made {
        Made::Puzzle(made) => *made,
        other => panic!("{wish:?}: {other:?}"),
    };
    made.into_iter().map(puzzle).collect()
}

fn is_unique(puzzle: &Puzzle, by: &str) -> bool {
    let found = answer::unique(puzzle, &engine(by), &Limits::none()).unwrap();
    assert!(!matches!(found, Uniqueness::Unknown | Uniqueness::None));
    matches!(found, Uniqueness::Unique(_))
}

fn clues(puzzle: &Puzzle) -> Vec<Cell> {
    puzzle.cells().filter(|&cell| puzzle.given(cell).is_some()).collect()
}

/// Whether every clue is needed, by native search alone.
fn is_minimal(puzzle: &Puzzle) -> bool {
    let without = |cell: Cell| {
        let mut puzzle = puzzle.clone();
        puzzle.set_candidates(cell, &CandidateSet::full(puzzle.side()));
        puzzle
    };
    clues(puzzle).into_iter().all(|cell| !is_unique(&without(cell), "native"))
}

fn check(wish: &Wish, made: &Generated) {
    let name = wish.layout.name();
    let Generated { puzzle, solution, .. } = made;
    assert!(is_unique(puzzle, "sat") && is_unique(puzzle, "native"), "{name}");
    puzzle.check(solution.digits()).unwrap();
    assert_eq!(made.is_minimal, is_minimal(puzzle), "{name}");
    let clues = clues(puzzle);
    assert_eq!(made.clues(), clues.len());
    assert!(wish.clues.as_ref().is_none_or(|range| range.contains(&clues.len())));
    assert!(made.is_minimal || !wish.minimal);
    let side = wish.layout.side();
    assert!(wish.symmetry.holds(side, |cell| clues.contains(&cell)), "{name} {}", wish.symmetry);
    // All empty cells, each once.
    let removed: BTreeSet<_> = made.removed.iter().copied().collect();
    assert_eq!(removed.len(), made.removed.len());
    assert!(puzzle.cells().all(|cell| removed.contains(&cell) != clues.contains(&cell)));
}

#[test]
fn every_layout_is_dug_and_built() {
    for layout in layouts() {
        let layout = layout.shared();
        for method in [Method::Dig, Method::Build] {
            let wish = Wish { method, ..Wish::new(layout.clone()) };
            let all = made(&wish, 5, 4);
            for one in &all {
                check(&wish, one);
                assert!(one.is_minimal, "{} {method:?}", layout.name());
            }
            assert!(all.iter().map(|one| one.solution.digits()).all_unique() || layout.side() == 4);
            // A number's puzzle is its own.
            let again = generate(&wish, 5, 2..3, &Limits::none(), &|_| {}).unwrap();
            let Made::Puzzle(again) = &again[0] else { panic!("it was there before") };
            assert_eq!(again.solution, all[2].solution);
            assert_eq!((&again.removed, again.clues()), (&all[2].removed, all[2].clues()));
        }
    }
}

#[test]
fn symmetries_and_numbers_are_kept() {
    for (layout, clues) in [((3, 3), 28..=34), ((2, 3), 14..=20)] {
        let layout = Layout::boxes(layout.0, layout.1).unwrap().shared();
        for entry in SYMMETRIES {
            let symmetry = entry.name.parse().unwrap();
            let clues = Some(clues.clone());
            let wish = Wish { symmetry, clues, ..Wish::new(layout.clone()) };
            for one in made(&wish, 1, 3) {
                check(&wish, &one);
            }
        }
    }
    let wish = Wish {
        symmetry: "diagonal+anti-diagonal".parse().unwrap(),
        ..Wish::new(Layout::boxes(3, 3).unwrap().shared())
    };
    check(&wish, &made(&wish, 1, 1)[0]);
}

#[test]
fn minimal_and_symmetric_at_once() {
    let wish = Wish {
        symmetry: "rot180".parse().unwrap(),
        minimal: true,
        ..Wish::new(Layout::boxes(3, 3).unwrap().shared())
    };
    for one in made(&wish, 3, 3) {
        check(&wish, &one);
    }
}

#[test]
fn what_cannot_be_is_said_soon() {
    let nine = Layout::boxes(3, 3).unwrap().shared();
    let wish = Wish { clues: Some(16..=16), ..Wish::new(nine.clone()) };
    assert!(generate(&wish, 0, 0..1, &Limits::none(), &|_| {}).is_err());
    // Far beyond what so few tries find.
    let wish = Wish { clues: Some(60..=60), minimal: true, tries: Some(3), ..Wish::new(nine) };
    let made = generate(&wish, 0, 0..1, &Limits::none(), &|_| {}).unwrap();
    let Made::Short(short) = &made[0] else { panic!("no puzzle has 60 clues that are all needed") };
    assert_eq!((short.tries, short.is_limit), (3, false));
}

#[test]
fn clues_on_a_pattern() {
    // 21 clues, those of Arto Inkala's puzzle of 2012.
    let nine = Layout::boxes(3, 3).unwrap().shared();
    let marks = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let marked = (0..).zip(marks.chars()).filter(|&(_, mark)| mark != '.');
    let pattern: BTreeSet<_> = marked.map(|(cell, _)| Cell::new(cell)).collect();
    let wish = Wish { pattern: Some(pattern.clone()), ..Wish::new(nine) };
    let one = &made(&wish, 2, 1)[0];
    check(&wish, one);
    assert_eq!(clues(&one.puzzle).into_iter().collect::<BTreeSet<_>>(), pattern);
    let six = Layout::boxes(2, 3).unwrap().shared();
    let pattern: BTreeSet<_> = (0..36).filter(|cell| cell % 3 != 1).map(Cell::new).collect();
    let wish = Wish { pattern: Some(pattern), ..Wish::new(six) };
    check(&wish, &made(&wish, 2, 1)[0]);
}

#[test]
fn grids_are_those_that_are_dug() {
    for layout in layouts() {
        let layout = layout.shared();
        let full = grids(&layout, 9, 3..5, &Limits::none()).unwrap();
        let wish = Wish::new(layout);
        let dug = generate(&wish, 9, 3..5, &Limits::none(), &|_| {}).unwrap();
        for (grid, made) in full.iter().zip(dug) {
            let Made::Puzzle(made) = made else { panic!("nothing was asked for") };
            assert_eq!(*grid, made.solution);
        }
    }
}

#[test]
fn the_program_prints_the_same_whatever_it_runs_on() {
    let orders: [&[&str]; 4] = [
        &["--count", "40", "--seed", "7"],
        &["--count", "5", "--symmetry", "rot90", "--clues", "30-36", "--seed", "7", "--json"],
        &["--size", "6", "--count", "9", "--seed", "7", "--json"],
        &["--count", "6", "--clues", "21-22", "--seed", "7"],
    ];
    for order in orders {
        let run = |more: &[&str]| {
            let ran = satoku(&[&["generate"], order, more].concat());
            assert_eq!((ran.status, ran.err.as_str()), (0, ""));
            ran.out
        };
        let one = run(&["--jobs", "1"]);
        assert_eq!(run(&["--jobs", "2"]), one);
        let portable = crate::program::command(&[&["generate"], order].concat())
            .env("SATOKU_ISA", "portable")
            .output()
            .unwrap();
        assert_eq!(String::from_utf8(portable.stdout).unwrap(), one);
    }
}

#[test]
fn certificates_come_with_puzzles() {
    let dir = tempfile::tempdir().unwrap();
    let target = dir.path().join("made").to_str().unwrap().to_owned();
    let ran = satoku(&[
        "generate", "--seed", "0", "--size", "6", "--count", "2", "--json", "--prove", &target,
    ]);
    assert_eq!((ran.status, ran.out.lines().count()), (0, 2), "{}", ran.err);
    let checked = satoku(&["verify", &target]);
    assert_eq!((checked.status, checked.out.matches("holds: unique").count()), (0, 2));
    let pattern = file(dir.path(), "pattern.txt", "x.xx\n....\nx.x.\n.x..\n");
    let ran = satoku(&["generate", "--seed", "0", "--pattern", &pattern]);
    assert_eq!(ran.status, 0);
    let given: String = ran.out.trim().chars().map(|c| if c == '.' { '.' } else { 'x' }).collect();
    assert_eq!(given, "x.xx....x.x..x..");
    // What is marked with # is no comment.
    let pattern = file(dir.path(), "hash.txt", "# a pattern\n#.##\n....\n#.#.\n.#..\n");
    let hash = satoku(&["generate", "--seed", "0", "--pattern", &pattern]).out;
    let given: String = hash.trim().chars().map(|c| if c == '.' { '.' } else { 'x' }).collect();
    assert_eq!(given, "x.xx....x.x..x..");
    let row = file(dir.path(), "row.txt", "x..x.x..x\n");
    let ran = satoku(&["generate", "--pattern", &row]);
    assert!(ran.status == 2 && ran.err.contains("a row of a grid?"), "{}", ran.err);
}

/// A run without a seed draws one, says which, and is repeated by it.
#[test]
fn seeds_are_drawn_and_said() {
    let runs = [0, 1].map(|_| satoku(&["generate"]));
    assert_ne!(runs[0].out, runs[1].out);
    for ran in runs {
        let seed = ran.err.trim().strip_prefix("satoku: seed ").unwrap();
        assert_eq!(satoku(&["generate", "--seed", seed]).out, ran.out);
    }
    let json = satoku(&["generate", "--json", "--quiet"]);
    assert_eq!(json.err, "");
    let object: serde_json::Value = serde_json::from_str(json.out.trim()).unwrap();
    let seed = object["seed"].to_string();
    assert_eq!(satoku(&["generate", "--json", "--seed", &seed]).out, json.out);
}

/// Of a range, all numbers of clues occur, whatever makes the puzzles.
#[test]
fn clues_are_drawn_from_their_range() {
    for (more, range) in [
        (&["--clues", "30-40"][..], 30..=40),
        (&["--clues", "30-40", "--symmetry", "rot180"], 30..=40),
        (&["--clues", "24-40", "--symmetry", "rot90"], 24..=40),
        (&["--size", "6", "--clues", "12-18"], 12..=18),
    ] {
        let args = [&["generate", "--seed", "3", "-n", "200"], more].concat();
        let ran = satoku(&args);
        assert_eq!(ran.status, 0, "{more:?}: {}", ran.err);
        let clues = ran.out.lines().map(|line| line.chars().filter(|&c| c != '.').count());
        let clues: BTreeSet<_> = clues.collect();
        assert!(clues.iter().all(|clues| range.contains(clues)), "{more:?}: {clues:?}");
        let least = if more.contains(&"rot90") { 5 } else { range.clone().count() - 1 };
        assert!(clues.len() >= least, "{more:?}: {clues:?}");
    }
}

/// Puzzles made to a rating have it, are the same by any number of threads, and are read back.
#[test]
fn ratings_are_as_ordered() {
    let order = ["generate", "--seed", "7", "--rating", "2.6..7.0", "-n", "6", "--quiet"];
    let run = |more: &[&str]| {
        let ran = satoku(&[&order, more].concat());
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{more:?}");
        ran.out
    };
    let lines = run(&["--jobs", "1"]);
    assert_eq!(run(&["--jobs", "2"]), lines);
    let rated = satoku_on(&["rate", "--min", "2.6", "--max", "7.0"], &lines);
    let said = lines.replace("# rating=", "");
    assert_eq!((rated.status, rated.out), (0, said));
    assert_eq!(lines.lines().count(), 6);
    let plain = satoku_on(&["convert"], &lines).out;
    assert!(lines.lines().zip(plain.lines()).all(|(line, puzzle)| line.starts_with(puzzle)));
    for form in ["grid", "pretty", "csv", "json", "solo"] {
        let read = satoku_on(&["convert", "--output", "line"], run(&["--output", form]));
        assert_eq!((read.status, &read.out), (0, &plain), "{form}: {}", read.err);
    }
    let objects = run(&["--json"]);
    assert_eq!(satoku_on(&["convert", "--output", "line"], &objects).out, plain);
    let mut drawn = 0;
    for (line, object) in lines.lines().zip(objects.lines()) {
        let object: serde_json::Value = serde_json::from_str(object).unwrap();
        let [er, ep, ed] = ["er", "ep", "ed"].map(|key| object[key].as_f64().unwrap());
        assert!(line.ends_with(&format!("# rating={er:.1}/{ep:.1}/{ed:.1}")), "{line}: {object}");
        let now = object["drawn"].as_u64().unwrap();
        assert!(now > drawn);
        drawn = now;
    }
    // Fewer are the first of more.
    let three = satoku(&[&order[..5], &["-n", "3", "--quiet"]].concat()).out;
    assert!(lines.starts_with(&three) && three.lines().count() == 3);
}

/// Techniques and other options are heeded together.
#[test]
fn ratings_go_with_other_options() {
    let orders: [(&[&str], &[&str]); 4] = [
        (&["3.2..5.0", "--uses", "x-wing", "--without", "chain"], &["--uses", "x-wing"]),
        (&["2.0..9.0", "--pearl"], &["--pearl"]),
        (&["2.0..9.0", "--ep", "2.0..9.0", "--ed", "2.0..2.8"], &["--ed", "2.0..2.8"]),
        (&["1.0..2.5", "--clues", "30-34", "--symmetry", "rot180"], &["--max", "2.5"]),
    ];
    for (order, filter) in orders {
        let ran =
            satoku(&[&["generate", "--seed", "3", "-n", "2", "-q", "--rating"], order].concat());
        assert_eq!((ran.status, ran.out.lines().count()), (0, 2), "{order:?}: {}", ran.err);
        let rated = satoku_on(&[&["rate"], filter].concat(), &ran.out);
        assert_eq!(rated.out.lines().count(), 2, "{order:?}");
    }
}

/// What nobody can make, or nobody has found, is said.
#[test]
fn ratings_that_are_not_found_are_said() {
    let ordered =
        |more: &[&str]| satoku(&[&["generate", "--seed", "1", "--rating"], more].concat());
    let ran = ordered(&["11.8..11.9", "--tries", "20", "-n", "2"]);
    let said = "satoku: puzzle 1: given up after 40 puzzles drawn: none is rated as wanted\n";
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (3, "", said));
    let ran = ordered(&["7.3..7.4", "--tries", "4", "-n", "50", "--json"]);
    let last: serde_json::Value = serde_json::from_str(ran.out.lines().last().unwrap()).unwrap();
    let found = ran.out.lines().count() - 1;
    assert!(found > 0, "{}", ran.out);
    assert_eq!((ran.status, last["status"].as_str()), (3, Some("short")));
    assert_eq!(
        (last["drawn"].as_u64(), last["index"].as_u64()),
        (Some(200), Some(found as u64 + 1))
    );
    let ran = ordered(&["7.0..7.4", "--time-limit", "0"]);
    assert!(ran.status == 3 && ran.err.contains("stopped after 0 puzzles"), "{}", ran.err);
    let ran = ordered(&["0.2..0.9"]);
    assert!(ran.status == 1 && ran.err.contains("no ER is below 1.0"), "{}", ran.err);
    let ran = ordered(&["1.0..3.0", "--uses", "swordfish"]);
    assert!(ran.status == 1 && ran.err.contains("rated 3.8 or higher"), "{}", ran.err);
    for wrong in [&["7.4..6.5"][..], &["hard"], &["1..2", "--size", "6"], &["1..2", "--full"]] {
        let ran = ordered(wrong);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{wrong:?}: {}", ran.err);
    }
}
