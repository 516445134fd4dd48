//! Plain recursion against everything else. The oracle fills cell after cell with what their clues
//! and houses allow: no propagation, no choice of cells, nothing of the library but the houses.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use satoku::engine::EngineSpec;
use satoku::jobs::answer;
use satoku::{Cell, Digit, Layout, Limits, Puzzle, Query};

use crate::ways::{encodings, engine, engines, outside};

pub(crate) type Solutions = BTreeSet<Vec<usize>>;

/// Solutions of a puzzle, all or the first `limit`, by plain recursion.
pub(crate) fn oracle(puzzle: &Puzzle, limit: usize) -> Solutions {
    let layout = puzzle.layout();
    let houses: Vec<Vec<usize>> = layout
        .houses()
        .iter()
        .map(|house| house.cells().iter().map(|cell| cell.index()).collect())
        .collect();
    let allowed: Vec<Vec<usize>> = puzzle
        .cells()
        .map(|cell| puzzle.clues().digits(cell).map(|digit| layout.number_of(digit)).collect())
        .collect();
    let of_cell = |c: &usize| houses.iter().filter(|h| h.contains(c)).cloned().collect();
    let houses_of: Vec<Vec<Vec<usize>>> = (0..layout.cells()).map(|c| of_cell(&c)).collect();
    let mut found = Solutions::new();
    fill(0, &mut vec![0; layout.cells()], &allowed, &houses_of, limit, &mut found);
    found
}

fn fill(
    at: usize,
    grid: &mut Vec<usize>,
    allowed: &[Vec<usize>],
    houses_of: &[Vec<Vec<usize>>],
    limit: usize,
    found: &mut Solutions,
) {
    if found.len() >= limit {
        return;
    }
    if at == grid.len() {
        found.insert(grid.clone());
        return;
    }
    for &number in &allowed[at] {
        let clashes = houses_of[at].iter().flatten().any(|&c| c < at && grid[c] == number);
        if !clashes {
            grid[at] = number;
            fill(at + 1, grid, allowed, houses_of, limit, found);
        }
    }
}

/// The solutions that an engine visits, each once, and that there are no more.
pub(crate) fn by_engine(puzzle: &Puzzle, spec: &EngineSpec) -> Solutions {
    let mut found = Solutions::new();
    let findings = answer::visit(puzzle, spec, &Limits::none(), None, &mut |solution| {
        assert!(found.insert(solution.numbers().collect()), "a solution came twice");
        ControlFlow::Continue(())
    });
    assert!(findings.unwrap().is_complete());
    found
}

fn boxes(rows: usize, columns: usize) -> Arc<Layout> {
    Layout::boxes(rows, columns).unwrap().shared()
}

#[test]
fn every_way_finds_all_288_grids_of_4x4() {
    let empty = Puzzle::new(boxes(2, 2));
    let expected = oracle(&empty, usize::MAX);
    assert_eq!(expected.len(), 288);
    for way in engines(&empty).iter().chain(&encodings()) {
        assert!(by_engine(&empty, &way.spec) == expected, "{}", way.name);
    }
}

/// Also by another program.
fn finds_all_288_grids_of_4x4(program: &str) {
    let empty = Puzzle::new(boxes(2, 2));
    assert!(by_engine(&empty, &outside(program).spec) == oracle(&empty, usize::MAX));
}

#[test]
#[ignore = "needs the program cadical"]
fn outside_cadical_finds_all_288_grids_of_4x4() {
    finds_all_288_grids_of_4x4("cadical");
}

#[test]
#[ignore = "needs the program minisat"]
fn outside_minisat_finds_all_288_grids_of_4x4() {
    finds_all_288_grids_of_4x4("minisat");
}

#[test]
fn every_engine_counts_latin_squares() {
    for (side, count) in [(1, 1), (2, 2), (3, 12), (4, 576)] {
        let empty = Puzzle::new(Layout::latin(side).unwrap().shared());
        for way in engines(&empty) {
            let found =
                answer::find(&empty, &way.spec, &Limits::none(), Query::count(None)).unwrap();
            assert_eq!((found.count, found.is_complete()), (count, true), "{} {side}", way.name);
        }
    }
}

/// All grids of 6×6 with boxes 2 high and 3 wide.
const GRIDS_6X6: u64 = 28_200_960;

#[test]
fn grids_of_6x6_that_begin_with_a_row() {
    let mut puzzle = Puzzle::new(boxes(2, 3));
    for k in 0..6 {
        puzzle.set(Cell::new(k), Digit::new(k));
    }
    let found =
        answer::find(&puzzle, &engine("native"), &Limits::none(), Query::count(None)).unwrap();
    assert!(found.is_complete());
    assert_eq!(found.count, 39_168);
    // Relabelling digits takes any first row to any other: each has as many grids.
    assert_eq!(found.count * 720, GRIDS_6X6);
}

#[test]
#[ignore = "a minute; cargo test --release --test it -- --ignored all_grids_of_6x6"]
fn all_grids_of_6x6() {
    let empty = Puzzle::new(boxes(2, 3));
    let found =
        answer::find(&empty, &engine("native"), &Limits::none(), Query::count(None)).unwrap();
    assert!(found.is_complete());
    assert_eq!(found.count, GRIDS_6X6);
}

/// Some clues of a random full grid, one of them perhaps wrong.
fn puzzles() -> impl Strategy<Value = Puzzle> {
    let layout = prop::sample::select(vec![boxes(2, 2), boxes(2, 3), boxes(3, 2)]);
    let order = prop::collection::vec(any::<u32>(), 36);
    (layout, order, 0..=5_usize, any::<bool>()).prop_map(|(layout, order, extra, spoil)| {
        let side = layout.side();
        // A random first row, and a random choice among the grids that begin with it.
        let mut row: Vec<usize> = (0..side).collect();
        row.sort_by_key(|&d| order[d]);
        let mut start = Puzzle::new(Arc::clone(&layout));
        for (k, &d) in row.iter().enumerate() {
            start.set(Cell::new(k), Digit::new(d));
        }
        let some = oracle(&start, 40);
        let grid = some.iter().nth(order[35] as usize % some.len()).unwrap();
        let mut cells: Vec<usize> = (0..side * side).collect();
        cells.sort_by_key(|&c| order[c]);
        let mut puzzle = Puzzle::new(layout);
        let clues = if side == 4 { extra } else { 9 + extra };
        for &c in &cells[..clues] {
            puzzle.set(Cell::new(c), Digit::new(grid[c] - 1));
        }
        if spoil && clues > 0 {
            puzzle.set(Cell::new(cells[0]), Digit::new(grid[cells[0]] % side));
        }
        puzzle
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn every_way_finds_the_solutions_of_small_puzzles(puzzle in puzzles()) {
        let expected = oracle(&puzzle, 300);
        if expected.len() == 300 {
            return Err(TestCaseError::reject("too many solutions to list"));
        }
        for way in engines(&puzzle).iter().chain(&encodings()) {
            let found = by_engine(&puzzle, &way.spec);
            prop_assert!(found == expected, "{}: {} of {}", way.name, found.len(), expected.len());
        }
    }
}
