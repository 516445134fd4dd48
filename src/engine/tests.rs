//! Every engine gives the same solutions, obeys its limits and its visitor.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::*;
use crate::constraint::Constraint;
use crate::grid::{Cell, Layout};
use crate::sat::BACKENDS;

/// The engines that can be asked about a puzzle.
fn engines(puzzle: &Puzzle) -> Vec<EngineSpec> {
    let alone = ["native", "lanes"];
    let there = |entry: &&EngineEntry| alone.contains(&entry.name) || !BACKENDS.is_empty();
    let engines = ENGINES.iter().filter(there).filter(|entry| (entry.takes)(puzzle));
    engines.map(|entry| EngineSpec::new(entry.name, SatOptions::default()).unwrap()).collect()
}

fn solutions(engine: &EngineSpec, puzzle: &Puzzle) -> Vec<Vec<Digit>> {
    let mut found = Vec::new();
    let outcome = engine.open().search(puzzle, &Limits::none(), &mut |digits| {
        puzzle.check(digits).unwrap();
        found.push(digits.to_vec());
        ControlFlow::Continue(())
    });
    assert_eq!(outcome.unwrap().end, End::Exhausted, "{}", engine.name());
    found.sort_unstable();
    found.windows(2).for_each(|pair| assert_ne!(pair[0], pair[1], "{}", engine.name()));
    found
}

fn empty(layout: Layout) -> Puzzle {
    Puzzle::new(layout.shared())
}

/// Several solutions, few enough for every engine to find all.
const SEVERAL: &str =
    "..6.7.4.3...4..2...7..23.1.5.....1...4.2.8.6...3.....5.3.7...5...7..5...4.5.1.7..";

#[test]
fn small_grids_are_counted_right() {
    let diagonals = Layout::boxes(2, 2).unwrap().with_diagonal().with_antidiagonal();
    let counts = [
        (Layout::boxes(2, 2).unwrap(), 288),
        (Layout::latin(1).unwrap(), 1),
        (Layout::latin(3).unwrap(), 12),
        (Layout::latin(4).unwrap(), 576),
        (diagonals, 48),
    ];
    for (layout, count) in counts {
        let puzzle = empty(layout);
        for engine in engines(&puzzle) {
            assert_eq!(solutions(&engine, &puzzle).len(), count, "{}", engine.name());
        }
    }
}

#[test]
fn engines_give_the_same_sets_of_solutions() {
    let layouts = [
        (Layout::boxes(2, 3), "1....23........4...........5......6."),
        (Layout::boxes(3, 2), "1....23........4...........5......6."),
        (Layout::latin(5), "1....23........4.........."),
        (Layout::boxes(2, 2), "11.............."),
        // With ten clues gone, several solutions; with one put in, none.
        (Layout::boxes(3, 3), SEVERAL),
        (Layout::boxes(3, 3), &SEVERAL.replace("..6.", "..66")),
    ];
    for (layout, symbols) in layouts {
        let layout = layout.unwrap();
        let symbols = &symbols[..layout.cells()];
        let puzzle = Puzzle::from_symbols(layout.shared(), symbols).unwrap();
        let expected = solutions(&engines(&puzzle)[0], &puzzle);
        for engine in &engines(&puzzle)[1..] {
            assert_eq!(solutions(engine, &puzzle), expected, "{}", engine.name());
        }
    }
}

#[test]
fn what_is_found_at_once_is_what_is_visited() {
    let layout = Layout::boxes(3, 3).unwrap().shared();
    let puzzle = Puzzle::from_symbols(layout, SEVERAL).unwrap();
    for engine in engines(&puzzle) {
        let mut visited = Vec::new();
        let mut take = |digits: &[Digit]| {
            visited.push(Box::from(digits));
            ControlFlow::Continue(())
        };
        engine.open().search(&puzzle, &Limits::none(), &mut take).unwrap();
        let count = visited.len() as u64;
        assert!(count > 3, "{count}");
        for (limit, keep) in [(None, 0), (None, 3), (Some(2), 2), (Some(3), 0), (Some(3), 1)] {
            let found = engine.open().find(&puzzle, &Limits::none(), limit, keep).unwrap();
            let Some(found) = found else { continue };
            assert_eq!(found.count, limit.unwrap_or(count));
            assert_eq!(found.solutions, visited[..keep]);
            assert_eq!(found.end, limit.map_or(End::Exhausted, |_| End::Stopped));
        }
    }
}

#[test]
fn an_engine_says_what_it_is_not_for() {
    let puzzle = empty(Layout::boxes(2, 2).unwrap());
    let others = ENGINES.iter().filter(|entry| !(entry.takes)(&puzzle));
    for entry in others {
        let engine = EngineSpec::new(entry.name, SatOptions::default()).unwrap();
        let mut never = |_: &[Digit]| panic!("nothing is searched");
        let outcome = engine.open().search(&puzzle, &Limits::none(), &mut never);
        assert!(outcome.unwrap_err().is_unsupported());
        let found = engine.open().find(&puzzle, &Limits::none(), None, 0);
        assert!(found.unwrap_err().is_unsupported());
    }
}

#[test]
fn impossible_cells_mean_no_solution() {
    let mut puzzle = empty(Layout::boxes(2, 2).unwrap());
    for puzzle in [&mut puzzle, &mut empty(Layout::boxes(3, 3).unwrap())] {
        puzzle.set_candidates(Cell::new(5), &crate::grid::CandidateSet::EMPTY);
        for engine in engines(puzzle) {
            assert!(solutions(&engine, puzzle).is_empty(), "{}", engine.name());
        }
    }
}

#[test]
fn the_visitor_can_stop_and_the_flag_too() {
    for puzzle in [Layout::boxes(2, 2), Layout::boxes(3, 3)].map(|layout| empty(layout.unwrap())) {
        the_visitor_can_stop(&puzzle);
    }
}

fn the_visitor_can_stop(puzzle: &Puzzle) {
    for engine in engines(puzzle) {
        let mut seen = 0;
        let outcome = engine.open().search(puzzle, &Limits::none(), &mut |_| {
            seen += 1;
            if seen == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!((outcome.unwrap().end, seen), (End::Stopped, 3), "{}", engine.name());

        let raised = Limits::none().with_stop(Arc::new(AtomicBool::new(true)));
        let mut never = |_: &[Digit]| panic!("nothing is searched");
        let outcome = engine.open().search(puzzle, &raised, &mut never).unwrap();
        assert_eq!(outcome.end, End::Limit, "{}", engine.name());
    }
}

#[test]
fn a_time_limit_gives_unknown() {
    // No engine empties these of their solutions.
    for puzzle in [Layout::boxes(3, 4), Layout::boxes(3, 3)].map(|layout| empty(layout.unwrap())) {
        a_time_limit_strikes(&puzzle);
    }
}

fn a_time_limit_strikes(puzzle: &Puzzle) {
    for engine in engines(puzzle) {
        let limits = Limits::none().with_time(Duration::from_millis(50));
        let mut go_on = |_: &[Digit]| ControlFlow::Continue(());
        let outcome = engine.open().search(puzzle, &limits, &mut go_on).unwrap();
        assert_eq!(outcome.end, End::Limit, "{}", engine.name());
        let found = engine.open().find(puzzle, &limits.renewed(), None, 0).unwrap();
        assert!(found.is_none_or(|found| found.end == End::Limit), "{}", engine.name());
    }
}

/// Each cell holds less than the next: only the meaning is given, the rest is derived.
#[derive(Debug)]
struct Ascending(Vec<Cell>);

impl Constraint for Ascending {
    fn name(&self) -> &'static str {
        "ascending"
    }

    fn cells(&self) -> &[Cell] {
        &self.0
    }

    fn violated(&self, digits: &[Option<Digit>]) -> bool {
        let known: Vec<_> = self.0.iter().filter_map(|cell| digits[cell.index()]).collect();
        known.windows(2).any(|pair| pair[0] >= pair[1])
    }
}

#[test]
fn constraints_are_kept_by_every_engine() {
    let cells = [0, 5, 6, 3].map(Cell::new);
    let free = empty(Layout::boxes(2, 2).unwrap());
    let expected = solutions(&engines(&free)[0], &free).into_iter().filter(|digits| {
        cells.windows(2).all(|pair| digits[pair[0].index()] < digits[pair[1].index()])
    });
    let expected: Vec<_> = expected.collect();
    assert!(!expected.is_empty());
    let bound = free.with_constraint(Arc::new(Ascending(cells.to_vec())));
    for engine in engines(&bound) {
        assert_eq!(solutions(&engine, &bound), expected, "{}", engine.name());
    }
}

#[test]
fn auto_hands_over_and_repeats_nothing() {
    if BACKENDS.is_empty() {
        return;
    }
    let puzzle = empty(Layout::latin(4).unwrap());
    for patience in [|_| 0, |_| 1, |_| 3] {
        let mut found = std::collections::BTreeSet::new();
        let mut auto = auto::Auto::with_patience(SatOptions::default(), patience);
        let outcome = auto.search(&puzzle, &Limits::none(), &mut |digits| {
            assert!(found.insert(digits.to_vec()));
            ControlFlow::Continue(())
        });
        assert_eq!((outcome.unwrap().end, found.len()), (End::Exhausted, 576));
    }
}
