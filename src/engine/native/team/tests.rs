//! Teams on small puzzles: the same on any number of threads, every solution once, limits obeyed.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::*;
use crate::engine::native::geometry::Geometry;
use crate::engine::{EngineOptions, EngineSpec};
use crate::grid::{Cell, Digit, Layout};
use crate::puzzle::{Board, Puzzle};
use crate::random::Random;

/// What a search visited, its decisions, how it ended, and whether there was more than one member.
type Seen = (Vec<Vec<Digit>>, u64, End, bool);

/// Several members from the first conflicts on.
fn by_team(puzzle: &Puzzle, pace: Pace, threads: usize, limits: &Limits, most: usize) -> Seen {
    let mut found = Vec::new();
    let mut board = Board::new(puzzle);
    if board.propagate(puzzle).is_err() {
        return (found, 0, End::Exhausted, false);
    }
    if board.is_full() {
        found.push(puzzle.cells().filter_map(|cell| board.digit(cell)).collect());
        return (found, 0, End::Exhausted, false);
    }
    let geometry = Geometry::<u32>::new(puzzle.layout(), &[]);
    let search = Search::new(&geometry, puzzle, &board, limits).unwrap();
    let mut team = Team { pace, ..Team::new(search) };
    let end = team.run(
        true,
        NonZeroUsize::new(threads).unwrap(),
        50,
        limits,
        &mut |digits: &[Digit]| {
            puzzle.check(digits).unwrap();
            found.push(digits.to_vec());
            if found.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        },
    );
    (found, team.nodes(), end, team.members.len() > 1)
}

/// Some cells of a full grid of boxes, and now and then a wrong one.
fn random_puzzle(rows: usize, columns: usize, clues: usize, seed: u64) -> Puzzle {
    let side = rows * columns;
    let mut random = Random::new(seed);
    let mut digits: Vec<usize> = (0..side).collect();
    random.shuffle(&mut digits);
    let mut puzzle = Puzzle::new(Layout::boxes(rows, columns).unwrap().shared());
    for k in 0..clues {
        let (row, column) = (random.below(side), random.below(side));
        let wrong = usize::from(k == 0 && random.below(4) == 0);
        let digit = digits[(columns * row + row / rows + column + wrong) % side];
        puzzle.set(Cell::at(row, column, side), Digit::new(digit));
    }
    puzzle
}

const QUICK: Pace = Pace { alone: 1, members: 3, round: 2 };

/// What the lanes find, which share nothing with native search.
fn by_lanes(puzzle: &Puzzle) -> BTreeSet<Vec<Digit>> {
    let lanes = EngineSpec::new("lanes", EngineOptions::default()).unwrap();
    let mut found = BTreeSet::new();
    let outcome = lanes.open().search(puzzle, &Limits::none(), &mut |digits| {
        found.insert(digits.to_vec());
        ControlFlow::Continue(())
    });
    assert_eq!(outcome.unwrap().end, End::Exhausted);
    found
}

#[test]
fn what_is_told_costs_no_solution_and_makes_none() {
    let (mut teams, mut none, mut few, mut many) = (0, 0, 0, 0);
    for seed in 0..60 {
        let puzzle = random_puzzle(3, 3, 33, seed);
        let expected = by_lanes(&puzzle);
        for members in [2, 3] {
            let pace = Pace { members, round: 1 + seed % 5, ..QUICK };
            let (found, _, end, several) = by_team(&puzzle, pace, 1, &Limits::none(), usize::MAX);
            assert_eq!(end, End::Exhausted);
            assert_eq!(found.len(), expected.len(), "seed {seed}");
            assert!(found.into_iter().collect::<BTreeSet<_>>() == expected, "seed {seed}");
            teams += usize::from(several);
        }
        match expected.len() {
            0 => none += 1,
            1..=64 => few += 1,
            _ => many += 1,
        }
    }
    assert!(teams > 30 && few > 5 && many > 5, "{teams} {none} {few} {many}");
}

#[test]
fn threads_change_nothing() {
    let mut teams = 0;
    for seed in 0..12 {
        let puzzle = random_puzzle(4, 4, 60 + 10 * usize::try_from(seed % 3).unwrap(), seed);
        let limits = Limits::none().with_effort(3000);
        let with = |threads| by_team(&puzzle, QUICK, threads, &limits, 80);
        let expected = with(1);
        for threads in 2..5 {
            assert!(with(threads) == expected, "seed {seed}, {threads} threads");
        }
        teams += usize::from(expected.3);
    }
    assert!(teams > 6, "{teams}");
}

/// One of 25×25 with one solution that is far.
fn sparse() -> Puzzle {
    crate::parse(include_str!("../../../../puzzles/25x25/sparse.txt")).unwrap()
}

#[test]
fn threads_change_nothing_of_a_sparse_puzzle() {
    let limits = Limits::none().with_effort(3000);
    let with = |threads| by_team(&sparse(), PACE, threads, &limits, 2);
    let expected = with(1);
    assert!(expected.3);
    assert!(with(2) == expected);
}

#[test]
fn limits_end_a_team() {
    let puzzle = sparse();
    let pace = Pace { alone: 1, members: 2, round: 50 };
    let (_, nodes, end, several) =
        by_team(&puzzle, pace, 2, &Limits::none().with_effort(2000), usize::MAX);
    assert!((end, several) == (End::Limit, true) && nodes >= 2000, "{end:?} {several} {nodes}");

    let time = Limits::none().with_time(std::time::Duration::from_millis(20));
    for threads in [1, 2] {
        let stopped = by_team(&puzzle, pace, threads, &time.clone().renewed(), usize::MAX);
        assert_eq!(stopped.2, End::Limit);
    }

    // The observer sees decisions of all members, and can stop them.
    let looked = Arc::new(AtomicBool::new(false));
    let observer = {
        let looked = Arc::clone(&looked);
        Arc::new(move |_: &crate::limits::Gauge| {
            looked.store(true, Ordering::Relaxed);
            false
        })
    };
    let watched = by_team(&puzzle, pace, 2, &Limits::none().with_watch(observer), usize::MAX);
    assert!(watched.2 == End::Limit && looked.load(Ordering::Relaxed));

    // Memory for one search alone leaves it alone.
    let board = {
        let mut board = Board::new(&puzzle);
        board.propagate(&puzzle).unwrap();
        board
    };
    let open: usize = puzzle.cells().map(|cell| board.count(cell)).filter(|&n| n > 1).sum();
    let room = u64::try_from(open).unwrap() * 96;
    let small = Limits::none().with_memory(room).with_effort(2000);
    let single = by_team(&puzzle, pace, 2, &small, usize::MAX);
    assert!((single.2, single.3) == (End::Limit, false));
}
