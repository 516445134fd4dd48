//! Tests of what lies between the operations and the answers: the rules of a pass, the choice of a
//! branch, and that one puzzle alone is searched as many are. Every instruction set that the
//! machine has is held to a plain model of one grid, and to the solutions of grids.
//!
//! Whole batches, real puzzles and other engines are the matter of `tests/it/lanes.rs`.

mod branches;
mod model;
mod reading;
mod rules;
mod searches;

use proptest::prelude::*;

use super::super::isa::{InstructionSet, Isa, Work};
use super::CELLS;
use super::sweep::{ALL, Block};

/// The candidates of a grid, row by row.
type Marks = [u16; CELLS];

/// The ways of each band's digits, rows first.
type Ways1 = [[u16; 6]; 6];

/// Grids that are looked at together: as many as the widest vector has lanes.
const MANY: usize = if cfg!(miri) { 2 } else { 32 };

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig::with_cases(if cfg!(miri) { 1 } else { cases })
}

/// Does some work with every instruction set.
fn everywhere<W: Work + Copy>(work: W) {
    for set in InstructionSet::available() {
        set.dispatch(work);
    }
}

/// The houses of a cell: row, column and box.
fn houses(cell: usize) -> [usize; 3] {
    [cell / 9, cell % 9, cell / 27 * 3 + cell % 9 / 3]
}

/// Solutions of a grid, up to a limit, by plain recursion on the cell with the fewest candidates.
fn solutions(marks: &Marks, limit: usize) -> Vec<Marks> {
    let mut found = Vec::new();
    fill(marks, &mut [false; CELLS], limit, &mut found);
    found
}

fn fill(marks: &Marks, set: &mut [bool; CELLS], limit: usize, found: &mut Vec<Marks>) {
    let open = (0..CELLS).filter(|&cell| !set[cell]);
    let Some(cell) = open.min_by_key(|&cell| marks[cell].count_ones()) else {
        found.push(*marks);
        return;
    };
    set[cell] = true;
    for digit in (0..9).map(|d| 1 << d).filter(|digit| marks[cell] & digit != 0) {
        if found.len() < limit {
            let mut more = *marks;
            let sees = |other: usize| houses(other).iter().zip(houses(cell)).any(|(a, b)| *a == b);
            (0..CELLS).filter(|&other| sees(other)).for_each(|other| more[other] &= !digit);
            more[cell] = digit;
            fill(&more, set, limit, found);
        }
    }
    set[cell] = false;
}

/// The grids that some candidates leave, each with one it began as, if it did.
#[derive(Debug, Clone, Copy)]
struct Sample {
    marks: Marks,
    solution: Option<Marks>,
}

/// A full grid: the boxes on the diagonal in the order of keys, the rest as it comes.
fn full_grid(keys: &[u16]) -> Marks {
    let mut marks = [ALL; CELLS];
    for k in 0..3 {
        let mut digits: Vec<_> = (0..9).collect();
        digits.sort_by_key(|&d| keys[9 * k + d]);
        for (place, digit) in digits.into_iter().enumerate() {
            marks[30 * k + 9 * (place / 3) + place % 3] = 1 << digit;
        }
    }
    solutions(&marks, 1)[0]
}

/// A full grid and other candidates beside it: hardly any to nearly all. `spoiled` grids have the
/// others alone, so that they mostly have no solution.
fn sample(most: u8, spoiled: bool) -> impl Strategy<Value = Sample> {
    let noise = || prop::collection::vec(any::<u16>(), CELLS);
    let noises = (noise(), noise(), noise(), 0..=most);
    (prop::collection::vec(any::<u16>(), 27), noises).prop_map(move |(keys, (a, b, c, density))| {
        let solution = full_grid(&keys);
        let marks = std::array::from_fn(|cell| {
            let noise = match density {
                0 => a[cell] & b[cell] & c[cell],
                1 => a[cell] & b[cell],
                2 => a[cell],
                3 => a[cell] | b[cell],
                // Clues among empty cells.
                _ if a[cell] % 3 == 0 => 0,
                _ => ALL,
            };
            (noise | if spoiled && density < 4 { 0 } else { solution[cell] }) & ALL
        });
        Sample { marks, solution: (!spoiled).then_some(solution) }
    })
}

fn samples(most: u8, spoiled: bool) -> impl Strategy<Value = Vec<Sample>> {
    prop::collection::vec(sample(most, spoiled), MANY)
}

/// Grids into lanes, from the first on; the lanes beyond them are empty grids.
fn block<I: Isa>(grids: impl Iterator<Item = Marks>) -> Block<I> {
    let mut all = I::Row::default();
    (0..I::LANES).for_each(|lane| all[lane] = ALL);
    let mut block: Block<I> = Block { rows: [all; CELLS] };
    for (lane, marks) in grids.enumerate() {
        for (row, mark) in block.rows.iter_mut().zip(marks) {
            row[lane] = mark;
        }
    }
    block
}

fn lane<I: Isa>(block: &Block<I>, lane: usize) -> Marks {
    std::array::from_fn(|cell| block.rows[cell][lane])
}

/// The ways in one lane.
fn ways<I: Isa>(ways: &super::sweep::Ways<I>, lane: usize) -> Ways1 {
    ways.map(|band| band.map(|way| way[lane]))
}

#[test]
fn the_solutions_of_known_grids_are_found() {
    let numbers =
        b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let marks = |text: &[u8]| {
        std::array::from_fn(|cell| match text[cell] {
            b'.' => ALL,
            digit => 1 << (digit - b'1'),
        })
    };
    let found = solutions(&marks(numbers), 3);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0][..9].iter().map(|mark| mark.trailing_zeros() + 1).max(), Some(9));
    // Two pairs of cells that may be exchanged.
    let mut two = found[0];
    assert_eq!((two[3], two[5], two[21], two[23]), (1 << 5, 1 << 7, 1 << 2, 1 << 1));
    two[3] |= 1 << 7;
    assert_eq!(solutions(&two, 3).len(), 1);
    two.fill(ALL);
    assert_eq!(solutions(&two, 7).len(), 7);
    two[0] = 0;
    assert_eq!(solutions(&two, 7).len(), 0);
}
