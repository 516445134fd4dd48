//! Every engine gives the same solutions, obeys its limits and its visitor.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::*;
use crate::constraint::Constraint;
use crate::grid::{Cell, Layout};
use crate::sat::BACKENDS;

fn engines() -> Vec<EngineSpec> {
    let engines = ENGINES.iter().filter(|entry| entry.name == "native" || !BACKENDS.is_empty());
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

#[test]
fn small_grids_are_counted_right() {
    for engine in engines() {
        let count = |layout| solutions(&engine, &empty(layout)).len();
        assert_eq!(count(Layout::boxes(2, 2).unwrap()), 288);
        assert_eq!(count(Layout::latin(1).unwrap()), 1);
        assert_eq!(count(Layout::latin(3).unwrap()), 12);
        assert_eq!(count(Layout::latin(4).unwrap()), 576);
        let diagonals = Layout::boxes(2, 2).unwrap().with_diagonal().with_antidiagonal();
        assert_eq!(count(diagonals), 48);
    }
}

#[test]
fn engines_give_the_same_sets_of_solutions() {
    let layouts = [
        (Layout::boxes(2, 3), "1....23........4...........5......6."),
        (Layout::boxes(3, 2), "1....23........4...........5......6."),
        (Layout::latin(5), "1....23........4.........."),
        (Layout::boxes(2, 2), "11.............."),
    ];
    for (layout, symbols) in layouts {
        let layout = layout.unwrap();
        let symbols = &symbols[..layout.cells()];
        let puzzle = Puzzle::from_symbols(layout.shared(), symbols).unwrap();
        let expected = solutions(&engines()[0], &puzzle);
        for engine in &engines()[1..] {
            assert_eq!(solutions(engine, &puzzle), expected, "{}", engine.name());
        }
    }
}

#[test]
fn impossible_cells_mean_no_solution() {
    let mut puzzle = empty(Layout::boxes(2, 2).unwrap());
    puzzle.set_candidates(Cell::new(5), &crate::grid::CandidateSet::EMPTY);
    for engine in engines() {
        assert!(solutions(&engine, &puzzle).is_empty(), "{}", engine.name());
    }
}

#[test]
fn the_visitor_can_stop_and_the_flag_too() {
    let puzzle = empty(Layout::boxes(2, 2).unwrap());
    for engine in engines() {
        let mut seen = 0;
        let outcome = engine.open().search(&puzzle, &Limits::none(), &mut |_| {
            seen += 1;
            if seen == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!((outcome.unwrap().end, seen), (End::Stopped, 3), "{}", engine.name());

        let raised = Limits::none().with_stop(Arc::new(AtomicBool::new(true)));
        let mut never = |_: &[Digit]| panic!("nothing is searched");
        let outcome = engine.open().search(&puzzle, &raised, &mut never).unwrap();
        assert_eq!(outcome.end, End::Limit, "{}", engine.name());
    }
}

#[test]
fn a_time_limit_gives_unknown() {
    // No engine empties a 12×12 of its solutions.
    let puzzle = empty(Layout::boxes(3, 4).unwrap());
    for engine in engines() {
        let limits = Limits::none().with_time(Duration::from_millis(50));
        let mut go_on = |_: &[Digit]| ControlFlow::Continue(());
        let outcome = engine.open().search(&puzzle, &limits, &mut go_on).unwrap();
        assert_eq!(outcome.end, End::Limit, "{}", engine.name());
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
    let expected = solutions(&engines()[0], &free).into_iter().filter(|digits| {
        cells.windows(2).all(|pair| digits[pair[0].index()] < digits[pair[1].index()])
    });
    let expected: Vec<_> = expected.collect();
    assert!(!expected.is_empty());
    let bound = free.with_constraint(Arc::new(Ascending(cells.to_vec())));
    for engine in engines() {
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
