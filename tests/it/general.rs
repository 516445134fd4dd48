//! Ratings and steps of layouts other than plain 9×9, and of rules.

use satoku::ask::{Hint, HintAsked, Rated, RatingFilter, Status, StepFound, Steps, StepsAsked};
use satoku::engine::{EngineOptions, EngineSpec};
use satoku::grid::CandidateSet;
use satoku::jobs::answer::{self, Uniqueness};
use satoku::jobs::generate::{Made, Wish, generate};
use satoku::rate::{General, Step, Verdict, Wanted, rate};
use satoku::{Limits, Puzzle};

use crate::data;

fn solution(puzzle: &Puzzle) -> satoku::Solution {
    let engine = EngineSpec::new("native", EngineOptions::default()).unwrap();
    match answer::unique(puzzle, &engine, &Limits::none()).unwrap() {
        Uniqueness::Unique(solution) => solution,
        _ => panic!("not one solution: {puzzle}"),
    }
}

/// The steps of a puzzle; each agrees with the solution and says something.
fn walk(puzzle: &Puzzle) -> (Vec<Step>, bool) {
    let mut path = General::new(puzzle, &solution(puzzle), true, &Limits::none()).unwrap();
    let mut steps = Vec::new();
    while let Some(step) = path.next() {
        assert!(path.is_sound(&step), "{puzzle}: {step:?}");
        assert!(step.placement().is_some() || step.eliminations().next().is_some(), "{step:?}");
        steps.push(step);
    }
    (steps, path.is_solved())
}

fn generated(layout: &str, side: usize, count: u64) -> Vec<Puzzle> {
    let spec = layout.parse::<satoku::LayoutSpec>().unwrap();
    let layout = spec.build(side).unwrap().shared();
    let wish = Wish::new(layout);
    let made = generate(&wish, 5, 0..count, &Limits::none(), &|_| {}).unwrap();
    let puzzle = |made| match made {
        Made::Puzzle(made) => made.puzzle,
        _ => panic!("no puzzle"),
    };
    made.into_iter().map(puzzle).collect()
}

/// A puzzle of one solution without redundant clues, of a layout that is not generated.
fn dug(layout: &str, side: usize) -> Puzzle {
    let layout = layout.parse::<satoku::LayoutSpec>().unwrap().build(side).unwrap().shared();
    let mut puzzle = Puzzle::new(layout);
    let solution = puzzle.solve().unwrap().unwrap();
    let cells: Vec<_> = puzzle.cells().collect();
    for &cell in &cells {
        puzzle.set_candidates(cell, &CandidateSet::single(solution.digit(cell)));
    }
    let open = Puzzle::new(puzzle.layout().clone());
    for &cell in &cells {
        let mut fewer = puzzle.clone();
        fewer.set_candidates(cell, &open.clues().get(cell));
        if fewer.is_unique().unwrap() {
            puzzle = fewer;
        }
    }
    puzzle
}

/// Chains that go on from cells and houses with a single, grids that overlap, grids with holes.
#[test]
fn all_steps_and_hints_hold_on_any_layout() {
    let mut puzzles = vec![dug("2x2+gattai=0,0;2,2", 4), dug("2x2+gattai=0,0;0,2", 4)];
    for (layout, side) in [("2x2", 4), ("2x3", 6), ("3x3+windoku", 9), ("latin", 7)] {
        puzzles.extend(generated(layout, side, 2));
    }
    for puzzle in puzzles {
        let asked = StepsAsked { all: true, until: Some(10.0), ..StepsAsked::default() };
        let steps = Steps::find(&puzzle, &asked, &Limits::none()).unwrap();
        assert_eq!(steps.status, Status::Told, "{puzzle}");
        for level in Hint::LEVELS {
            let asked = HintAsked { level, ..HintAsked::default() };
            let hint = Hint::find(&puzzle, &asked, &Limits::none()).unwrap();
            assert_eq!(hint.status, Status::Told, "{puzzle}");
        }
    }
}

/// Layouts of every kind of house, with sides from 4 on.
#[test]
fn steps_of_any_layout_are_sound_and_mostly_solve() {
    let mut kinds = std::collections::BTreeSet::new();
    for (layout, side, count) in [
        ("2x2", 4, 10),
        ("2x3", 6, 10),
        ("4x2", 8, 6),
        ("3x3+diagonals", 9, 12),
        ("3x3+windoku", 9, 12),
        ("3x3+disjoint", 9, 12),
        ("latin", 7, 6),
        ("5x2", 10, 4),
    ] {
        let mut solved = 0;
        for puzzle in generated(layout, side, count) {
            let (steps, is_solved) = walk(&puzzle);
            kinds.extend(steps.iter().map(|step| step.technique().slug));
            solved += u64::from(is_solved);
        }
        assert!(solved * 2 > count, "{layout}: {solved} of {count}");
    }
    assert!(kinds.len() >= 12, "{kinds:?}");
}

#[test]
fn jigsaws_are_rated() {
    let puzzle = data::read_one(&data::puzzles().join("9x9/jigsaw.txt"), "-").puzzle;
    let rated = Rated::find(&puzzle, &RatingFilter::default(), 0, &Limits::none()).unwrap();
    assert_eq!((rated.status, rated.scale), (Status::Rated, "se-general"));
    let steps = Steps::find(&puzzle, &StepsAsked::default(), &Limits::none()).unwrap();
    assert_eq!(steps.status, Status::Solved);
    assert_eq!(steps.er, rated.er);
}

/// Rules remove by themselves, and their pairs are links of chains.
#[test]
#[ignore = "takes seconds; cargo test --locked -- --ignored long_"]
fn long_rules_have_steps_of_their_own() {
    let text = "................................................................................1";
    let open = satoku::parse(text).unwrap();
    assert_eq!(steps(&open).status, Status::Multiple);
    let mut ruled = 0;
    for file in ["antiknight", "cage", "thermometer", "whispers", "sandwich", "countdistinct"] {
        let path = data::puzzles().join(format!("variants/{file}.json"));
        let puzzle = data::read_one(&path, "-").puzzle;
        let found = steps(&puzzle);
        if found.status == Status::Multiple {
            continue;
        }
        let by_rule = found.steps.iter().filter(|step| step.technique == "rule");
        for step in by_rule {
            assert!(step.why.starts_with("The rule "), "{}", step.why);
            ruled += 1;
        }
    }
    assert!(ruled > 20, "{ruled}");
}

fn steps(puzzle: &Puzzle) -> Steps {
    Steps::find(puzzle, &StepsAsked::default(), &Limits::none()).unwrap()
}

/// Of plain 9×9 both engines say the same up to sets and fish, where no length and no choice among
/// chains plays a part: what is below 4.5 but for the direct techniques, which the general engine
/// has not.
#[test]
fn plain_puzzles_are_rated_as_by_their_own_engine() {
    let text = std::fs::read_to_string(data::puzzles().join("9x9/rated.csv")).unwrap();
    let mut count = 0;
    for line in text.lines().skip(1) {
        let puzzle = satoku::parse(line.split(',').next().unwrap()).unwrap();
        let Verdict::Rated(own) = rate(&puzzle, &Limits::none()).unwrap() else { panic!("{line}") };
        if own.er > 4.45 || own.counts.iter().any(|(it, _)| it.slug.starts_with("direct")) {
            continue;
        }
        let path = General::new(&puzzle, &solution(&puzzle), true, &Limits::none()).unwrap();
        let general = Wanted::default().rate_general(&puzzle, path, &Limits::none()).unwrap();
        let Verdict::Rated(general) = general else { panic!("{line}") };
        assert_eq!(satoku::rate::shown(general.er), satoku::rate::shown(own.er), "{line}");
        count += 1;
    }
    assert!(count >= 20, "{count}");
}

/// Nodes of chains follow one by one, as other code sees it.
#[test]
fn chains_of_any_layout_are_replayed() {
    let mut replayed = 0;
    for (layout, side) in [("3x3+diagonals", 9), ("latin", 7), ("4x2", 8)] {
        for puzzle in generated(layout, side, 8) {
            let chain = |step: &&StepFound| !step.nodes.is_empty();
            for step in steps(&puzzle).steps.iter().filter(chain) {
                assert_eq!(step.proof, "replayed", "{}", step.text);
                replayed += 1;
            }
        }
    }
    assert!(replayed > 10, "{replayed}");
}

/// Puzzles of 16×16 and 25×25 are rated, to the end or as far as the techniques go.
#[test]
fn large_puzzles_are_rated() {
    let path = data::puzzles().join("16x16/hundred.txt");
    let text = std::fs::read_to_string(path).unwrap();
    let puzzles = text.lines().filter(|line| !line.starts_with('#')).take(2);
    for puzzle in puzzles.map(|line| satoku::parse(line).unwrap()) {
        let rated = Rated::find(&puzzle, &RatingFilter::default(), 0, &Limits::none()).unwrap();
        assert_eq!((rated.status, rated.scale), (Status::Rated, "se-general"), "{puzzle}");
    }
}
