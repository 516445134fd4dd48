#![cfg(feature = "varisat")]

use crate::limits::Query;
use std::time::Duration;

use proptest::prelude::*;

use super::*;
use crate::grid::{Layout, LayoutSpec};
use crate::jobs::generate::full::full;
use crate::rule::{Block, Pairs, Rule};

fn empty(spec: &str, side: usize) -> Puzzle {
    let spec: LayoutSpec = spec.parse().unwrap();
    Puzzle::new(spec.build(side).unwrap().shared())
}

/// All cells of a random solution.
fn filled(rules: &Puzzle, random: &mut Random) -> (Puzzle, Solution) {
    let solution = full(rules, random, &Limits::none()).unwrap().unwrap();
    let mut puzzle = rules.clone();
    rules.cells().for_each(|cell| puzzle.set(cell, solution.digit(cell)));
    (puzzle, solution)
}

fn order(puzzle: &Puzzle, random: &mut Random) -> Vec<Vec<Cell>> {
    let mut order: Vec<_> = puzzle.cells().map(|cell| vec![cell]).collect();
    random.shuffle(&mut order);
    order
}

fn solutions(puzzle: &Puzzle, engine: &str) -> u64 {
    let engine = EngineSpec::new(engine, EngineOptions::default()).unwrap();
    answer::find(puzzle, &engine, &Limits::none(), Query::count(Some(2))).unwrap().count
}

fn without(puzzle: &Puzzle, cells: &[Cell]) -> Puzzle {
    let mut puzzle = puzzle.clone();
    let full = CandidateSet::full(puzzle.side());
    for &cell in cells {
        puzzle.set_candidates(cell, &full);
    }
    puzzle
}

/// What an order leaves, by its meaning: a question for each group.
fn by_definition(puzzle: &Puzzle, order: &[Vec<Cell>], target: usize) -> Puzzle {
    let mut left = puzzle.clone();
    for group in order {
        let next = without(&left, group);
        if clues(&next).len() >= target && solutions(&next, "native") == 1 {
            left = next;
        }
    }
    left
}

fn done(minimized: Minimized) -> Reduction {
    match minimized {
        Minimized::Done(dug) => *dug,
        other => panic!("{other:?}"),
    }
}

fn check(puzzle: &Puzzle, solution: &Solution, order: &[Vec<Cell>], target: usize) -> Reduction {
    let sat = Options::default().sat;
    let goal = Goal { target, effort: None, passes: false, sat: &sat };
    let dug = dig(puzzle, solution, order, &goal, &Limits::none(), &mut |_| {}).unwrap();
    assert!(dug.complete);
    assert_eq!(dug.puzzle.clues(), by_definition(puzzle, order, target).clues());
    assert_eq!(dug.clues() + dug.removed.len(), clues(puzzle).len());
    dug
}

#[test]
fn an_order_decides_alone_in_every_layout() {
    let mut random = Random::new(5);
    for (spec, side) in [
        ("2x2", 4),
        ("2x3", 6),
        ("latin", 5),
        ("3x3", 9),
        ("windoku", 9),
        ("boxes+diagonals", 9),
        ("regions=AABBAABBCCDDCCDD", 4),
        ("regions=AAABCABBCCDBCDDD", 4),
        ("2x4", 8),
    ] {
        let (puzzle, solution) = filled(&empty(spec, side), &mut random);
        let order = order(&puzzle, &mut random);
        let dug = check(&puzzle, &solution, &order, 0);
        assert_eq!(dug.needed, dug.clues(), "{spec}");
        assert_eq!(solutions(&dug.puzzle, "native"), 1);
    }
}

#[test]
fn the_solver_decides_as_the_lanes_do() {
    let mut random = Random::new(6);
    let sat = Options::default().sat;
    let goal = Goal { target: 0, effort: None, passes: false, sat: &sat };
    for spec in ["3x3", "4x4"] {
        let (puzzle, solution) =
            filled(&empty(spec, if spec == "3x3" { 9 } else { 16 }), &mut random);
        let order = order(&puzzle, &mut random);
        let lanes = check(&puzzle, &solution, &order, 0);
        let mut cores = cores::Cores::new(&puzzle, &sat);
        let limits = Limits::none();
        let dug = dig_with(&mut cores, &puzzle, &solution, &order, &goal, &limits, &mut |_| {});
        assert_eq!(dug.unwrap().removed, lanes.removed);
    }
}

#[test]
fn groups_go_together_and_a_target_is_met() {
    let mut random = Random::new(7);
    for (spec, side) in [("3x3", 9), ("2x4", 8)] {
        let (puzzle, solution) = filled(&empty(spec, side), &mut random);
        let cells = side * side;
        // A cell and the one opposite.
        let half = (0..cells.div_ceil(2)).map(|k| (k, cells - 1 - k));
        let pair = |(a, b)| {
            if a == b {
                vec![Cell::new(a)]
            } else {
                vec![a, b].into_iter().map(Cell::new).collect()
            }
        };
        let mut order: Vec<Vec<Cell>> = half.map(pair).collect();
        random.shuffle(&mut order);
        let dug = check(&puzzle, &solution, &order, 0);
        let has = |k: usize| dug.puzzle.given(Cell::new(k)).is_some();
        assert!((0..cells).all(|k| has(k) == has(cells - 1 - k)));
        for target in [30, 37] {
            let dug = check(&puzzle, &solution, &order, target);
            assert!((target..target + 2).contains(&dug.clues()));
            let removed = dug.removed.iter().map(|&(cell, _)| cell).collect::<Vec<_>>();
            assert_eq!(without(&puzzle, &removed).clues(), dug.puzzle.clues());
        }
    }
}

#[test]
fn rules_count() {
    let mut random = Random::new(8);
    let mut rules = empty("2x3", 6);
    for pair in [(0, 1), (8, 9), (20, 26), (31, 32)] {
        let pair = (Cell::new(pair.0), Cell::new(pair.1));
        let table = Pairs::from_relation(6, |a, b| a.abs_diff(b) == 1, [pair]);
        rules = rules.with_rule(Rule::from_blocks("consecutive", [Block::Pairs(table)]));
    }
    let (puzzle, solution) = filled(&rules, &mut random);
    let order = order(&puzzle, &mut random);
    check(&puzzle, &solution, &order, 0);
}

#[test]
fn pencilmarks_of_a_cell_are_one_clue() {
    let mut random = Random::new(9);
    for (spec, side) in [("2x2", 4), ("2x3", 6), ("3x3", 9)] {
        let (mut puzzle, solution) = filled(&empty(spec, side), &mut random);
        for cell in puzzle.cells() {
            let mut marks = CandidateSet::single(solution.digit(cell));
            (0..random.below(3)).for_each(|_| marks.insert(Digit::new(random.below(side))));
            puzzle.set_candidates(cell, &marks);
        }
        if solutions(&puzzle, "native") == 1 {
            let order = order(&puzzle, &mut random);
            check(&puzzle, &solution, &order, 0);
        }
    }
}

#[test]
fn puzzles_without_one_solution_are_left_alone() {
    let ask = |symbols: &str, limits: &Limits| {
        let layout = Layout::boxes(2, 2).unwrap().shared();
        let puzzle = Puzzle::from_symbols(layout, symbols).unwrap();
        minimize(&puzzle, &Options::default(), limits, &mut |_| {}).unwrap()
    };
    assert!(matches!(ask("11..............", &Limits::none()), Minimized::None));
    let Minimized::Multiple(both) = ask("12..34..........", &Limits::none()) else { panic!() };
    assert_ne!(both[0], both[1]);
    let expired = Limits::none().with_time(Duration::ZERO);
    assert!(matches!(ask("1.3.34..2..3.32.", &expired), Minimized::Unknown));
    assert_eq!(done(ask("1234341221434321", &Limits::none())).clues(), 4);
}

#[test]
fn limits_leave_a_puzzle_with_one_solution() {
    let mut random = Random::new(10);
    let (puzzle, solution) = filled(&empty("4x5", 20), &mut random);
    let order = order(&puzzle, &mut random);
    let sat = Options::default().sat;
    // A limit on conflicts is the same everywhere.
    let goal = Goal { target: 0, effort: Some(3), passes: false, sat: &sat };
    let dig =
        |limits: &Limits| dig(&puzzle, &solution, &order, &goal, limits, &mut |_| {}).unwrap();
    let dug = dig(&Limits::none());
    assert!(!dug.complete && dug.needed < dug.clues() && dug.clues() < 250);
    assert_eq!(solutions(&dug.puzzle, "auto"), 1);
    assert_eq!(dig(&Limits::none()).removed, dug.removed);
    let stopped = dig(&Limits::none().with_time(Duration::ZERO));
    assert!(!stopped.complete && stopped.removed.is_empty());
}

#[test]
fn what_is_put_off_is_decided_in_the_end() {
    let mut random = Random::new(12);
    let (puzzle, solution) = filled(&empty("3x5", 15), &mut random);
    let order = order(&puzzle, &mut random);
    let sat = Options::default().sat;
    let goal = Goal { target: 0, effort: None, passes: true, sat: &sat };
    let dig = || dig(&puzzle, &solution, &order, &goal, &Limits::none(), &mut |_| {}).unwrap();
    let dug = dig();
    assert!(dug.complete && dug.needed == dug.clues());
    assert_eq!(dig().removed, dug.removed);
    let left = clues(&dug.puzzle);
    assert!(left.iter().all(|&cell| solutions(&without(&dug.puzzle, &[cell]), "native") == 2));
    assert_eq!(solutions(&dug.puzzle, "native"), 1);
}

#[test]
fn the_search_for_fewer_finds_fewer() {
    let mut random = Random::new(11);
    for (spec, side, fewest) in [("2x2", 4, 5), ("3x3", 9, 23)] {
        let (puzzle, _) = filled(&empty(spec, side), &mut random);
        let options = Options { tries: 300, ..Options::default() };
        let find = || done(minimize(&puzzle, &options, &Limits::none(), &mut |_| {}).unwrap());
        let dug = find();
        assert!(dug.clues() <= fewest, "{} clues", dug.clues());
        assert_eq!(find().puzzle.clues(), dug.puzzle.clues());
        assert_eq!(dug.clues() + dug.removed.len(), side * side);
        for cell in clues(&dug.puzzle) {
            assert_eq!(solutions(&without(&dug.puzzle, &[cell]), "native"), 2);
        }
        assert_eq!(solutions(&dug.puzzle, "native"), 1);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_left_is_minimal(seed: u64, six: bool) {
        let rules = if six { empty("2x3", 6) } else { empty("2x2", 4) };
        let mut random = Random::new(seed);
        let (puzzle, solution) = filled(&rules, &mut random);
        let order = order(&puzzle, &mut random);
        check(&puzzle, &solution, &order, 0);
    }
}
