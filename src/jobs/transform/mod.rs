//! Symmetries of Sudoku: what can be done to a puzzle so that its solutions stay solutions, and the
//! canonical form that all images of a puzzle share.
//!
//! - here: [`Transformation`], what it does to puzzles, solutions and candidates;
//! - `operation`: single operations by name, and lists of them as text;
//! - `layout`: what becomes of a layout, and whether it keeps its houses;
//! - `random`: a random symmetry of a layout;
//! - `canonical`: canonical forms (min-lex).

mod canonical;
mod layout;
mod operation;
mod random;

use std::fmt;
use std::sync::Arc;

use crate::error::{Error, Result};
use crate::grid::{CandidateGrid, CandidateSet, Cell, Digit, Layout};
use crate::puzzle::{Puzzle, Solution};

pub use canonical::{Canonical, canonical, canonical_numbers};
pub use operation::{OPERATIONS, Operation, Operations};

/// A symmetry of a grid: transposed or not, then rows and columns in another order, then digits
/// relabelled. All symmetries that move whole rows and columns are of this form, so they can be
/// composed and inverted. Whether a layout keeps its houses is known when it is applied.
///
/// ```
/// use satoku::jobs::transform::{Operations, Transformation};
/// let puzzle = satoku::parse("12..\n....\n....\n...4\n")?;
/// let operations: Operations = "rot90,relabel=2134".parse()?;
/// let turned = operations.on(puzzle.layout())?;
/// let image = turned.apply(&puzzle)?;
/// assert_eq!(image.given(satoku::Cell::new(3)).map(|d| d.number()), Some(2));
/// let back = turned.inverse().apply(&image)?;
/// assert_eq!(back.clues(), puzzle.clues());
/// assert!(turned.then(&turned.inverse()).is_identity());
/// # Ok::<(), satoku::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Transformation {
    transpose: bool,
    /// The row, of the transposed grid if it is, that stands in each row of the image.
    rows: Box<[u16]>,
    /// The same of columns.
    columns: Box<[u16]>,
    /// What each digit becomes.
    digits: Box<[u16]>,
}

impl Transformation {
    /// What leaves a grid of this side as it is.
    ///
    /// # Panics
    /// If the side is larger than [`MAX_SIDE`](crate::grid::MAX_SIDE).
    pub fn identity(side: usize) -> Self {
        let order: Box<[u16]> = (0..side).map(narrow).collect();
        Transformation {
            transpose: false,
            rows: order.clone(),
            columns: order.clone(),
            digits: order,
        }
    }

    /// A symmetry of a layout, chosen by a seed and the number of a puzzle. Each symmetry is as
    /// likely as any other for plain boxes, Latin squares and irregular regions (of those: turns
    /// and reflections, which carry the regions along); where there are diagonals, windows or
    /// disjoint groups, nearly so. Oblong boxes are never transposed, as that changes the layout.
    pub fn random(layout: &Layout, seed: u64, number: u64) -> Self {
        random::symmetry(layout, seed, number)
    }

    /// The side of the grids it is for.
    pub fn side(&self) -> usize {
        self.rows.len()
    }

    /// Whether it changes nothing.
    pub fn is_identity(&self) -> bool {
        let orders = [&self.rows, &self.columns, &self.digits];
        !self.transpose && orders.iter().all(|order| is_identity(order))
    }

    /// Whether rows become columns.
    pub fn transposes(&self) -> bool {
        self.transpose
    }

    /// The cell that a cell of the image comes from.
    pub fn source(&self, image: Cell) -> Cell {
        let side = self.side();
        let row = usize::from(self.rows[image.row(side)]);
        let column = usize::from(self.columns[image.column(side)]);
        if self.transpose { Cell::at(column, row, side) } else { Cell::at(row, column, side) }
    }

    /// What a digit becomes.
    pub fn digit(&self, digit: Digit) -> Digit {
        Digit::new(usize::from(self.digits[digit.index()]))
    }

    /// This one first, then another.
    ///
    /// # Panics
    /// If the sides differ.
    #[must_use]
    pub fn then(&self, next: &Self) -> Self {
        assert_eq!(self.side(), next.side(), "transformations of one side");
        let (rows, columns) =
            if next.transpose { (&self.columns, &self.rows) } else { (&self.rows, &self.columns) };
        Transformation {
            transpose: self.transpose != next.transpose,
            rows: through(&next.rows, rows),
            columns: through(&next.columns, columns),
            digits: through(&self.digits, &next.digits),
        }
    }

    /// What undoes it.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let (rows, columns) = (inverse(&self.rows), inverse(&self.columns));
        let (rows, columns) = if self.transpose { (columns, rows) } else { (rows, columns) };
        Transformation { transpose: self.transpose, rows, columns, digits: inverse(&self.digits) }
    }

    /// The image of a layout, with all its houses where they were moved to.
    ///
    /// # Errors
    /// If the sides differ, or the image of some house is no house: rows of different bands
    /// exchanged, a window moved aside. Irregular regions go wherever their cells go.
    pub fn layout(&self, layout: &Arc<Layout>) -> Result<Arc<Layout>> {
        layout::image(self, layout)
    }

    /// The image of a puzzle: layout, clues, rules, and the cells that were filled on the way.
    ///
    /// # Errors
    /// If the layout has no image, see [`Transformation::layout`].
    pub fn apply(&self, puzzle: &Puzzle) -> Result<Puzzle> {
        let layout = self.layout(puzzle.layout())?;
        let image = Puzzle::new(Arc::clone(&layout)).with_clues(self.candidates(puzzle.clues()));
        let back = self.inverse();
        let digits: Vec<_> = (0..self.side()).map(|digit| self.digit(Digit::new(digit))).collect();
        // Going back, a cell of the image is what the cell of the puzzle comes from.
        let rules = puzzle.rules().iter();
        let rules = rules.map(|rule| rule.image(&layout, &|cell| back.source(cell), &digits));
        let image = image.with_placed(puzzle.placed().map(|cell| back.source(cell)).collect());
        Ok(rules.fold(image, Puzzle::with_rule).with_symbols(puzzle.symbols()))
    }

    /// The image of a solution, a solution of the puzzle's image.
    ///
    /// # Errors
    /// If the layout has no image, see [`Transformation::layout`].
    pub fn apply_to_solution(&self, solution: &Solution) -> Result<Solution> {
        let cells = (0..solution.digits().len()).map(Cell::new);
        let digits: Vec<_> =
            cells.map(|cell| self.digit(solution.digit(self.source(cell)))).collect();
        let empty = Puzzle::new(self.layout(solution.layout())?).with_symbols(solution.symbols());
        empty.check(&digits).map_err(|violation| {
            Error::disagreement(format!("the image of a solution is invalid: {violation}"))
        })
    }

    /// The image of candidates.
    ///
    /// # Panics
    /// If the sides differ.
    pub fn candidates(&self, candidates: &CandidateGrid) -> CandidateGrid {
        let side = self.side();
        let size = (candidates.cells(), candidates.digit_count());
        assert_eq!(size, (side * side, side), "candidates of the side of the transformation");
        let mut image = CandidateGrid::full(side * side, side);
        for cell in (0..side * side).map(Cell::new) {
            let source = self.source(cell);
            if candidates.len(source) < side {
                let set: CandidateSet =
                    candidates.digits(source).map(|digit| self.digit(digit)).collect();
                image.set(cell, &set);
            }
        }
        image
    }
}

/// As a list of operations that makes it: `diagonal,rows=…,columns=…,relabel=…`, or `identity`.
impl fmt::Display for Transformation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        operation::write(self, f)
    }
}

/// `Digit`s, rows and columns in a row of 16-bit numbers.
#[expect(clippy::cast_possible_truncation, reason = "asserted")]
fn narrow(n: usize) -> u16 {
    assert!(n < crate::grid::MAX_SIDE, "a side of at most 400");
    n as u16
}

fn is_identity(order: &[u16]) -> bool {
    order.iter().zip(0..).all(|(&a, b)| a == b)
}

/// `second` of `first` of each.
fn through(first: &[u16], second: &[u16]) -> Box<[u16]> {
    first.iter().map(|&k| second[usize::from(k)]).collect()
}

fn inverse(order: &[u16]) -> Box<[u16]> {
    let mut inverse = vec![0; order.len()];
    for (k, &to) in order.iter().enumerate() {
        inverse[usize::from(to)] = narrow(k);
    }
    inverse.into()
}

#[cfg(test)]
mod tests;
