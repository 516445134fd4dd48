//! What must hold of any puzzle: symmetries keep the number of solutions, and knowing more never
//! makes solutions more.

use std::sync::{Arc, LazyLock};

use proptest::prelude::*;
use satoku::grid::CandidateSet;
use satoku::jobs::answer;
use satoku::jobs::answer::Uniqueness;
use satoku::{Cell, Digit, Layout, Limits, Puzzle, Query};

use crate::ways::{engine, engines};

/// Counts go this far; equal counts beyond it are not told apart.
const FAR: u64 = 50;

fn count(puzzle: &Puzzle) -> u64 {
    let engines = [&engine("native"), &engine("sat")];
    answer::cross_check(puzzle, engines, &Limits::none(), Query { limit: Some(FAR), keep: 1 })
        .unwrap()
        .count
}

static NINE: LazyLock<Arc<Layout>> = LazyLock::new(|| Layout::boxes(3, 3).unwrap().shared());

fn index(row: usize, column: usize) -> usize {
    9 * row + column
}

/// A full grid: one that everybody knows, its digits, rows and columns shuffled by keys.
pub(crate) fn full_grid(keys: &[u16]) -> Vec<usize> {
    let digits = order(&keys[..9]);
    let rows = within_bands(&keys[9..18]);
    let columns = within_bands(&keys[18..27]);
    let known = |r: usize, c: usize| (3 * r + r / 3 + c) % 9;
    (0..81).map(|k| digits[known(rows[k / 9], columns[k % 9])] + 1).collect()
}

/// The numbers from 0 in the order of their keys.
fn order(keys: &[u16]) -> Vec<usize> {
    let mut numbers: Vec<_> = (0..keys.len()).collect();
    numbers.sort_by_key(|&k| keys[k]);
    numbers
}

/// The numbers 0 to 8, shuffled only within each three.
fn within_bands(keys: &[u16]) -> Vec<usize> {
    (0..3)
        .flat_map(|band| order(&keys[3 * band..][..3]).into_iter().map(move |k| 3 * band + k))
        .collect()
}

fn keys() -> impl Strategy<Value = Vec<u16>> {
    prop::collection::vec(any::<u16>(), 27 + 81)
}

/// The first cells in the order of keys, with what a grid has there.
fn clues_of(grid: &[usize], keys: &[u16], clues: usize) -> Vec<u16> {
    let mut numbers = vec![0; 81];
    for &c in &order(&keys[27..])[..clues] {
        numbers[c] = u16::try_from(grid[c]).unwrap();
    }
    numbers
}

/// Clues of a random grid, as numbers; with some luck one that is wrong.
fn numbers() -> impl Strategy<Value = (Vec<u16>, Vec<usize>)> {
    (keys(), 24..50_usize, 0..3_u8).prop_map(|(keys, clues, spoil)| {
        let grid = full_grid(&keys);
        let mut numbers = clues_of(&grid, &keys, clues);
        if spoil == 0 {
            let cell = order(&keys[27..])[0];
            numbers[cell] = numbers[cell] % 9 + 1;
        }
        (numbers, grid)
    })
}

fn puzzle(numbers: &[u16]) -> Puzzle {
    Puzzle::from_numbers(Arc::clone(&NINE), numbers).unwrap()
}

/// What stands where each cell is taken from.
fn moved(numbers: &[u16], from: impl Fn(usize, usize) -> usize) -> Vec<u16> {
    (0..81).map(|k| numbers[from(k / 9, k % 9)]).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn symmetries_keep_the_count((numbers, _) in numbers(), shuffle in keys()) {
        let before = count(&puzzle(&numbers));
        let rows = within_bands(&shuffle[..9]);
        let bands = order(&shuffle[9..12]);
        let digits = order(&shuffle[18..27]);
        let relabelled: Vec<u16> = numbers
            .iter()
            .map(|&n| if n == 0 { 0 } else { u16::try_from(digits[usize::from(n) - 1] + 1).unwrap() })
            .collect();
        for (name, image) in [
            ("transposed", moved(&numbers, |r, c| index(c, r))),
            ("rows of a band exchanged", moved(&numbers, |r, c| index(rows[r], c))),
            ("columns of a stack exchanged", moved(&numbers, |r, c| index(r, rows[c]))),
            ("bands exchanged", moved(&numbers, |r, c| index(3 * bands[r / 3] + r % 3, c))),
            ("digits relabelled", relabelled),
        ] {
            prop_assert_eq!(count(&puzzle(&image)), before, "{}", name);
        }
    }

    #[test]
    fn clues_never_add_solutions((numbers, grid) in numbers(), at in 0..81_usize, wrong in 0..9_usize) {
        let before = count(&puzzle(&numbers));
        for digit in [grid[at] - 1, wrong] {
            let mut more = puzzle(&numbers);
            let mut both = more.clues().get(Cell::new(at));
            if both.contains(Digit::new(digit)) {
                more.set(Cell::new(at), Digit::new(digit));
                prop_assert!(count(&more) <= before);
            }
            // What is left when that digit is excluded has no more solutions either; and the two
            // parts together have all of them.
            let with = if both.contains(Digit::new(digit)) { count(&more) } else { 0 };
            both.remove(Digit::new(digit));
            let mut less = puzzle(&numbers);
            less.set_candidates(Cell::new(at), &both);
            let without = count(&less);
            prop_assert!(without <= before);
            prop_assert_eq!((with + without).min(FAR), before);
        }
    }

    #[test]
    fn full_grids_are_their_own_solution(keys in keys(), empty in 0..4_usize) {
        let grid = full_grid(&keys);
        let full = puzzle(&clues_of(&grid, &keys, 81));
        for way in engines(&full) {
            // A few cells of candidates in place of clues: the digit and one that clashes.
            let mut puzzle = full.clone();
            for &c in &order(&keys[27..])[..empty] {
                let set: CandidateSet = [grid[c] - 1, grid[c] % 9].map(Digit::new).into_iter().collect();
                puzzle.set_candidates(Cell::new(c), &set);
            }
            let found = answer::unique(&puzzle, &way.spec, &Limits::none()).unwrap();
            let Uniqueness::Unique(solution) = found else { panic!("{}: {found:?}", way.name) };
            prop_assert!(solution.numbers().eq(grid.iter().copied()), "{}", way.name);
        }
    }
}
