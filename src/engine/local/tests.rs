//! Swaps keep the books right, and searches find solutions, the same ones every time.

use super::*;
use crate::grid::LayoutSpec;
use crate::random::Random;

/// Jigsaw regions of side 5.
const REGIONS: &str = "0001102011222134233344443";

fn jigsaw() -> Layout {
    let regions: Vec<u16> = REGIONS.bytes().map(|byte| u16::from(byte - b'0')).collect();
    Layout::jigsaw(&regions).unwrap()
}

fn boxes(rows: usize, columns: usize) -> Layout {
    Layout::boxes(rows, columns).unwrap()
}

/// Boxes of several shapes, jigsaw regions, further houses that cover the grid or do not, and a
/// side whose digits need more than one word.
fn layouts() -> Vec<Layout> {
    let windows = "3x3+windoku+diagonal+antidiagonal".parse::<LayoutSpec>().unwrap();
    vec![
        boxes(3, 3),
        boxes(2, 3),
        boxes(3, 4),
        boxes(4, 4),
        boxes(8, 9),
        jigsaw(),
        boxes(2, 2).with("diagonals").unwrap(),
        boxes(3, 4).with("disjoint").unwrap(),
        windows.build(9).unwrap(),
    ]
}

/// A puzzle with one given and a cell that cannot hold the same digit, propagated.
fn propagated(layout: Layout) -> (Puzzle, Board) {
    let side = layout.side();
    let mut puzzle = Puzzle::new(layout.shared());
    puzzle.set(crate::grid::Cell::new(0), Digit::new(1));
    let others = (0..side).filter(|&digit| digit != 1).map(Digit::new).collect();
    puzzle.set_candidates(crate::grid::Cell::new(side * side - 2), &others);
    let mut board = Board::new(&puzzle);
    board.propagate(&puzzle).unwrap();
    assert!(!board.is_full());
    (puzzle, board)
}

fn is_right<const D: usize>(layout: Layout) {
    let name = layout.name().to_owned();
    let (puzzle, board) = propagated(layout);
    let houses = puzzle.layout().houses().len();
    let mut state = State::<D>::new(&cells(&puzzle, &board).unwrap(), houses);
    let mut rng = Random::new(3);
    state.shuffle(&mut rng);
    let mut walked = 0;
    // Hot, so that much happens; solutions on the way are left by shuffling.
    let hot = temperature::Acceptance::new(1.0);
    for _ in 0..300 {
        if state.walk(20, &hot, &mut rng) {
            assert_eq!(state.cost(), 0);
            state.shuffle(&mut rng);
        } else {
            walked += 1;
        }
        state.check(&puzzle, &board);
    }
    assert!(walked > 20, "{name}: solved too soon to test anything, {walked}");
}

#[test]
fn what_swaps_change_is_what_a_recount_finds() {
    for layout in layouts() {
        if layout.side() <= 64 {
            is_right::<1>(layout.clone());
        }
        is_right::<4>(layout);
    }
}

fn solve(puzzle: &Puzzle, seed: u64, turns: u64) -> (Option<Vec<Digit>>, u64) {
    let mut search = Search::new(puzzle, seed, seed as usize).unwrap();
    let found = search.advance(turns << 15, &Limits::none()).solution();
    (found, search.steps())
}

#[test]
fn empty_grids_are_filled() {
    for layout in layouts().into_iter().filter(|layout| layout.side() <= 16) {
        let puzzle = Puzzle::new(layout.shared());
        assert!(takes(&puzzle));
        let name = puzzle.layout().name();
        let (found, _) = solve(&puzzle, 5, 2000);
        puzzle.check(&found.unwrap_or_else(|| panic!("{name} not filled"))).unwrap();
    }
}

#[test]
fn a_search_is_fixed_by_its_seed_and_can_be_cut() {
    let puzzle = Puzzle::new(boxes(5, 5).shared());
    let mut steps = std::collections::BTreeSet::new();
    for seed in 0..3 {
        let (found, taken) = solve(&puzzle, seed, 2000);
        let found = found.unwrap();
        puzzle.check(&found).unwrap();
        let mut again = Search::new(&puzzle, seed, seed as usize).unwrap();
        let mut cut = None;
        while cut.is_none() {
            cut = again.advance(10_000, &Limits::none()).solution();
        }
        assert_eq!((cut, again.steps()), (Some(found), taken));
        steps.insert(taken);
    }
    assert!(steps.len() > 1, "all seeds took {steps:?} steps");
}

#[test]
fn limits_are_heeded() {
    let (puzzle, _) = propagated(boxes(8, 8));
    let expired = Limits::none().with_time(std::time::Duration::ZERO);
    let mut search = Search::new(&puzzle, 1, 1).unwrap();
    assert_eq!((search.advance(u64::MAX, &expired), search.steps()), (Progress::Open, 0));
    let none = Limits::none();
    assert_eq!((search.advance(2 << 15, &none), search.steps()), (Progress::Open, 2 << 15));
}

#[test]
fn what_is_not_taken() {
    let takes_layout = |layout: Layout| takes(&Puzzle::new(layout.shared()));
    assert!(takes_layout(boxes(15, 17)) && takes_layout(jigsaw()));
    assert!(!takes_layout(boxes(16, 16)) && !takes_layout(Layout::latin(9).unwrap()));
}

#[test]
fn a_board_has_to_be_propagated() {
    let (puzzle, _) = propagated(boxes(3, 3));
    let mut clash = puzzle.clone();
    clash.set(crate::grid::Cell::new(1), Digit::new(1));
    assert!(Search::new(&clash, 1, 0).is_none());
    assert!(Search::on(&clash, &Board::new(&clash), 1, 0).is_none());
    let latin = Puzzle::new(Layout::latin(4).unwrap().shared());
    assert!(Search::new(&latin, 1, 0).is_none());
}

/// After a solution others follow, and a puzzle with few has all of them found.
#[test]
fn other_solutions_follow() {
    let few = "9.6.7.4.3...4..2...7..23.1.5.....1...4.2.8.6...3.....5.3.7...5...7..5...4.5.1.7.8";
    let empty = ".".repeat(81);
    for (symbols, solutions) in [(few, 2), (&*empty, 50)] {
        let puzzle = Puzzle::from_symbols(boxes(3, 3).shared(), symbols).unwrap();
        let mut search = Search::new(&puzzle, 4, 0).unwrap();
        let mut found = std::collections::BTreeSet::new();
        for _ in 0..20 * solutions {
            found.extend(search.advance(20_000_000, &Limits::none()).solution());
        }
        assert!(found.iter().all(|digits| puzzle.check(digits).is_ok()));
        assert!(found.len() >= solutions, "{} of {solutions}", found.len());
    }
}

#[test]
fn searches_go_to_threads() {
    fn sent<T: Send>(_: &T) {}
    sent(&Search::new(&Puzzle::new(boxes(3, 3).shared()), 0, 0));
}

/// What is large and nothing else is solved by the first descent.
#[test]
fn cold_enough_for_large_empty_grids() {
    let puzzle = Puzzle::new(boxes(8, 8).shared());
    let (found, _) = solve(&puzzle, 0, 1500);
    puzzle.check(&found.unwrap()).unwrap();
}
