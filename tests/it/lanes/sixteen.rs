//! 16×16 in the lanes: a hundred minimal puzzles, and what becomes of them with a clue less, one
//! more or another, against SAT.

use std::collections::BTreeSet;

use satoku::engine::lanes::sixteen::{CELLS, Candidates, solve_with};
use satoku::engine::lanes::{InstructionSet, Query};
use satoku::engine::{EngineOptions, EngineSpec};
use satoku::jobs::answer;
use satoku::{End, Limits, Puzzle};

use super::Dice;
use crate::data;

const ANY: u16 = u16::MAX;

fn hundred() -> Vec<Candidates> {
    let text = std::fs::read_to_string(data::puzzles().join("16x16/hundred.txt")).unwrap();
    text.lines().map(|line| candidates(&satoku::parse(line).unwrap())).collect()
}

fn candidates(puzzle: &Puzzle) -> Candidates {
    let mask = |cell| puzzle.clues().get(cell).iter().fold(0, |mask, d| mask | 1 << d.index());
    let marks: Vec<u16> = puzzle.cells().map(mask).collect();
    marks.try_into().unwrap()
}

fn puzzle(candidates: &Candidates) -> Puzzle {
    let number = |mask: u16| u16::try_from(mask.trailing_zeros() + 1).unwrap();
    let clue = |mask: u16| if mask == ANY { 0 } else { number(mask) };
    let layout = satoku::Layout::boxes(4, 4).unwrap();
    Puzzle::from_numbers(layout.shared(), &candidates.map(clue)).unwrap()
}

#[test]
fn every_set_and_size_of_batch_answers_minimal_puzzles_alike() {
    let puzzles = hundred();
    assert_eq!(puzzles.len(), 100);
    let mut nodes = BTreeSet::new();
    for set in InstructionSet::available() {
        for size in [1, 7, 100] {
            let mut all = Vec::new();
            for batch in puzzles.chunks(size) {
                let found = solve_with(set, batch, Query::up_to(2), &Limits::none()).unwrap();
                for (number, answer) in found.iter().enumerate() {
                    assert!(answer.complete && answer.count == 1, "{} by {size}", set.name());
                    puzzle(&batch[number]).check(&digits(&found.solutions(number)[0])).unwrap();
                    all.push(answer.nodes);
                }
            }
            nodes.insert(all);
        }
    }
    assert_eq!(nodes.len(), 1, "the same search everywhere");
}

fn digits(grid: &[u8; CELLS]) -> Vec<satoku::grid::Digit> {
    grid.iter().map(|&number| satoku::grid::Digit::new(usize::from(number) - 1)).collect()
}

/// Solutions that are looked for.
const LIMIT: usize = 30;

/// Puzzles with clues taken away, changed or put in: of no, one, some and many solutions.
fn mutated() -> Vec<Candidates> {
    let mut dice = Dice(16);
    let mut all = Vec::new();
    for puzzle in hundred().into_iter().take(40) {
        for change in 0..3 {
            let mut other = puzzle;
            let is_clue = change < 2;
            let cells: Vec<_> = (0..CELLS).filter(|&c| (other[c] != ANY) == is_clue).collect();
            let changes = if change == 0 { 1 } else { 1 + dice.below(3) };
            for _ in 0..changes {
                let cell = cells[dice.below(cells.len())];
                other[cell] = if change == 0 { ANY } else { 1 << dice.below(16) };
            }
            all.push(other);
        }
    }
    all
}

#[test]
fn changed_puzzles_have_the_solutions_that_sat_finds() {
    let sat = EngineSpec::new("sat", EngineOptions::default()).unwrap();
    let puzzles = mutated();
    let set = InstructionSet::best();
    let found = solve_with(set, &puzzles, Query::up_to(LIMIT), &Limits::none()).unwrap();
    let mut counts = BTreeSet::new();
    for (number, candidates) in puzzles.iter().enumerate() {
        let puzzle = puzzle(candidates);
        let expected =
            answer::find(&puzzle, &sat, &Limits::none(), Query::count(Some(LIMIT as u64))).unwrap();
        assert_eq!(found[number].count, expected.count, "{number}");
        assert_eq!(found[number].complete, expected.is_complete(), "{number}");
        let grids = found.solutions(number);
        for grid in grids {
            assert!(puzzle.check(&digits(grid)).is_ok(), "{number}");
        }
        assert_eq!(BTreeSet::from_iter(grids).len(), grids.len(), "{number}");
        counts.insert(expected.count);
    }
    let some = counts.iter().any(|count| (2..LIMIT as u64).contains(count));
    let kinds = [0, 1, LIMIT as u64].iter().all(|count| counts.contains(count));
    assert!(kinds && some, "{counts:?}");
}

#[test]
fn counts_without_limit_are_those_of_visits() {
    // Without the clues of two digits there is at least the exchange of the two.
    for puzzle in hundred().into_iter().take(5) {
        let solved =
            solve_with(InstructionSet::best(), &[puzzle], Query::up_to(1), &Limits::none());
        let grid = solved.unwrap().solutions(0)[0];
        let open = grid.map(|number| if number <= 2 { ANY } else { 1 << (number - 1) });
        let counts = InstructionSet::available().into_iter().map(|set| {
            let answers = solve_with(set, &[open], Query::count(None), &Limits::none()).unwrap();
            assert!(answers[0].complete);
            answers[0].count
        });
        let counts: BTreeSet<_> = counts.collect();
        let mut visited = 0;
        let mut take = |_: &[u8; CELLS]| {
            visited += 1;
            std::ops::ControlFlow::Continue(())
        };
        let end = satoku::engine::lanes::sixteen::visit(&open, &Limits::none(), &mut take).unwrap();
        assert_eq!(end.1, End::Exhausted);
        assert_eq!(counts, BTreeSet::from([visited]));
        assert!(visited >= 2 && visited.is_power_of_two(), "{visited}");
    }
}
