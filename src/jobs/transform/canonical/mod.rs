//! Canonical forms: of all images of a puzzle the one whose text is smallest (min-lex), row by row
//! with 0 for an empty cell. Two puzzles are essentially the same if their canonical forms are.
//!
//! - [`search`]: any grid of boxes up to side 9, by a search with pruning by symmetries;
//! - [`full`]: complete 9×9 grids.

mod full;
mod search;

use super::Transformation;
use crate::error::{Error, Result};
use crate::grid::{Cell, Digit};
use crate::puzzle::Puzzle;
use search::{Both, Form};

/// The canonical form of a puzzle.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Canonical {
    /// The smallest image.
    pub puzzle: Puzzle,
    /// What makes it of the puzzle.
    pub transformation: Transformation,
    /// The order of the puzzle's group of symmetries: how many transformations map it onto itself.
    /// Digits that do not occur can be exchanged in any way, and that is counted.
    pub automorphisms: u64,
}

/// The canonical form of a puzzle with plain boxes, of a side up to 9: of all images by symmetries
/// of its layout the one whose text is smallest, empty cells as 0.
///
/// A puzzle of 17 clues takes some microseconds, a complete grid some ten; nothing takes long, not
/// even the empty grid, whose 1,218,998,108,160 automorphisms are counted, not tried.
///
/// ```
/// let puzzle = satoku::parse("1...\n....\n...4\n....\n")?;
/// let canonical = satoku::jobs::transform::canonical(&puzzle)?;
/// let given = |cell| canonical.puzzle.given(cell).map_or(".".into(), |digit| digit.to_string());
/// let line: String = canonical.puzzle.cells().map(given).collect();
/// assert_eq!(line, ".......1.....2..");
/// # Ok::<(), satoku::Error>(())
/// ```
///
/// # Errors
/// If the layout is another, or the puzzle has candidate sets or rules of its own.
pub fn canonical(puzzle: &Puzzle) -> Result<Canonical> {
    let layout = puzzle.layout();
    if !puzzle.rules().is_empty() || puzzle.has_pencilmarks() {
        return Err(Error::input(
            "canonical form: only of puzzles of givens, without candidate sets and rules of their own",
        ));
    }
    match layout.plain_boxes().filter(|_| layout.first() == 1) {
        Some((2, 2)) => of(puzzle, search::smallest::<4, 2, 2>),
        Some((2, 3)) => of(puzzle, search::smallest::<6, 2, 3>),
        Some((3, 2)) => of(puzzle, search::smallest::<6, 3, 2>),
        Some((2, 4)) => of(puzzle, search::smallest::<8, 2, 4>),
        Some((4, 2)) => of(puzzle, search::smallest::<8, 4, 2>),
        Some((3, 3)) => of(puzzle, of_nine),
        _ => Err(Error::input(format!(
            "canonical form: only of plain boxes up to side 9, not of {}",
            layout.name()
        ))),
    }
}

/// The numbers of a plain 9×9 in canonical form; 0 is an empty cell.
///
/// # Panics
/// If a number is larger than 9.
pub fn canonical_numbers(numbers: &[u8; 81]) -> [u8; 81] {
    assert!(numbers.iter().all(|&number| number <= 9));
    let grids = both(|row, column| numbers[9 * row + column]);
    let form = of_nine(&grids);
    let grid = &grids[usize::from(form.transposed)];
    std::array::from_fn(|place| {
        let (row, column) = (form.rows[place / 9], form.columns[place % 9]);
        form.labels[usize::from(grid[usize::from(row)][usize::from(column)])]
    })
}

fn of<const N: usize>(puzzle: &Puzzle, smallest: fn(&Both<N>) -> Form<N>) -> Result<Canonical> {
    let grids = both(|row, column| {
        let given = puzzle.given(Cell::at(row, column, N)).map_or(0, Digit::number);
        u8::try_from(given).expect("at most 9")
    });
    let form = smallest(&grids);
    let mut labels = form.labels;
    let unused: Vec<_> = (1..=N).filter(|&number| labels[number] == 0).collect();
    for (label, &number) in (1 + N - unused.len()..).zip(&unused) {
        labels[number] = u8::try_from(label).expect("at most 9");
    }
    let transformation = Transformation {
        transpose: form.transposed,
        rows: form.rows.map(u16::from).into(),
        columns: form.columns.map(u16::from).into(),
        digits: labels[1..=N].iter().map(|&label| u16::from(label) - 1).collect(),
    };
    let exchanges: u64 = (1..=unused.len() as u64).product();
    Ok(Canonical {
        puzzle: transformation.apply(puzzle)?,
        transformation,
        automorphisms: form.ways * exchanges,
    })
}

fn of_nine(grids: &Both<9>) -> Form<9> {
    if is_solution(&grids[0]) { full::smallest(grids) } else { search::smallest::<9, 3, 3>(grids) }
}

/// A grid and the same transposed.
fn both<const N: usize>(number: impl Fn(usize, usize) -> u8) -> Both<N> {
    let grid = |number: &dyn Fn(usize, usize) -> u8| {
        std::array::from_fn(|row| std::array::from_fn(|column| number(row, column)))
    };
    [grid(&number), grid(&|row, column| number(column, row))]
}

/// Whether every digit stands once in each row, column and box.
fn is_solution(grid: &[[u8; 9]; 9]) -> bool {
    let mut seen = [[0u16; 9]; 3];
    for (row, column) in (0..81).map(|place| (place / 9, place % 9)) {
        let bit = 1 << grid[row][column];
        seen[0][row] |= bit;
        seen[1][column] |= bit;
        seen[2][row / 3 * 3 + column / 3] |= bit;
    }
    seen.as_flattened().iter().all(|&digits| digits == 0b11_1111_1110)
}

#[cfg(test)]
mod tests;
