//! A puzzle: a layout, what is known of every cell, and further rules; and its solutions.

mod board;
mod classic;
mod symbols;

use std::fmt;
use std::sync::Arc;

pub use board::{Board, Contradiction};
pub use classic::solves_classic;
pub use symbols::Symbols;

use crate::error::{Error, Result};
use crate::grid::{CandidateGrid, CandidateSet, Cell, Digit, Layout};
use crate::rule::Rule;

/// What is asked: a layout, a candidate set per cell, and rules beyond the houses.
///
/// A given is a set of one digit, an empty cell the full set, so pencilmark puzzles need no type
/// of their own. Clues that clash are allowed: such a puzzle has no solution, which is an answer.
///
/// ```
/// use satoku::{Cell, Layout, Puzzle};
/// let puzzle = Puzzle::from_symbols(Layout::boxes(2, 2)?.shared(), "1...4...........")?;
/// let cell = puzzle.next_empty().expect("most of it is empty");
/// assert_eq!(cell, Cell::new(1));
/// assert_eq!(puzzle.possible(cell).iter().map(|d| d.number()).collect::<Vec<_>>(), [2, 3]);
/// # Ok::<(), satoku::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Puzzle {
    layout: Arc<Layout>,
    clues: CandidateGrid,
    rules: Vec<Arc<Rule>>,
    symbols: Symbols,
    /// Cells that were filled on the way.
    placed: Vec<Cell>,
}

/// A filled grid that was checked against its puzzle: only [`Puzzle::check`] makes one.
#[derive(Debug, Clone)]
pub struct Solution {
    layout: Arc<Layout>,
    digits: Box<[Digit]>,
    symbols: Symbols,
}

/// Why a filled grid is not a solution.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Violation {
    /// The grid has a wrong number of cells.
    Size {
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// A cell is empty.
    Empty {
        /// Where, as people write it.
        cell: String,
    },
    /// A digit stands twice in a house.
    Repeated {
        /// The house, as people call it: `row 3`.
        house: String,
        /// The number shown for the digit.
        number: usize,
        /// The two cells, as people write them.
        cells: [String; 2],
    },
    /// A cell has a digit that its clue does not allow.
    Clue {
        /// Where, as people write it.
        cell: String,
        /// The number shown for the digit that stands there.
        number: usize,
    },
    /// A rule does not hold.
    Rule {
        /// What it is called.
        name: String,
    },
}

impl Puzzle {
    /// An empty grid.
    pub fn new(layout: Arc<Layout>) -> Self {
        let clues = CandidateGrid::full(layout.cells(), layout.digits());
        Puzzle { layout, clues, rules: Vec::new(), symbols: Symbols::default(), placed: Vec::new() }
    }

    /// A puzzle of numbers, cell by cell: those that the digits are shown as, 0 for an empty cell.
    ///
    /// # Errors
    /// If there is not a number for each cell, a number is no digit of the layout, or 0 is one.
    pub fn from_numbers(layout: Arc<Layout>, numbers: &[u16]) -> Result<Self> {
        let (count, cells) = (layout.digits(), layout.cells());
        if numbers.len() != cells {
            let (found, name) = (numbers.len(), layout.name());
            return Err(Error::input(format!("{found} numbers: {name} has {cells} cells")));
        }
        if layout.first() == 0 {
            return Err(Error::input("0 is a digit here: it cannot stand for an empty cell"));
        }
        let mut this = Self::new(layout);
        for (cell, &number) in numbers.iter().enumerate().filter(|(_, number)| **number != 0) {
            let digit = this.layout.digit_of(number.into()).ok_or_else(|| {
                let first = this.layout.first();
                let last = first + count - 1;
                Error::input(format!("number {number}: expected {first} to {last}, or 0"))
            })?;
            this.set(Cell::new(cell), digit);
        }
        Ok(this)
    }

    /// A puzzle of symbols, row by row: `1`-`9`, then `A` for 10 up to `Z` for 35; `.` or `0` for
    /// an empty cell; white space is skipped. For every other form see [`format`](crate::format).
    ///
    /// # Errors
    /// If the number of symbols is not side², or a symbol stands for no digit of the side.
    pub fn from_symbols(layout: Arc<Layout>, symbols: &str) -> Result<Self> {
        let number = |c: char| match c {
            '.' => Ok(0),
            _ => c.to_digit(36).and_then(|n| u16::try_from(n).ok()).ok_or_else(|| {
                Error::input(format!("symbol {c:?}: expected 1-9, A-Z, or . for an empty cell"))
            }),
        };
        let numbers = symbols.chars().filter(|c| !c.is_whitespace()).map(number);
        Self::from_numbers(layout, &numbers.collect::<Result<Vec<_>>>()?)
    }

    /// The same clues with one more rule.
    ///
    /// # Panics
    /// If the rule is about a cell that is not of this grid.
    #[must_use]
    pub fn with_rule(mut self, rule: impl Into<Arc<Rule>>) -> Self {
        let rule = rule.into();
        assert!(rule.cells().last().is_none_or(|cell| cell.index() < self.layout.cells()));
        self.rules.push(rule);
        self
    }

    /// The same puzzle without one of its rules, by index in [`Puzzle::rules`].
    ///
    /// # Panics
    /// If there is no such rule.
    #[must_use]
    pub fn without_rule(mut self, rule: usize) -> Self {
        self.rules.remove(rule);
        self
    }

    /// The same puzzle with these candidates in place of its clues.
    ///
    /// # Panics
    /// If they are not of as many cells and digits.
    #[must_use]
    pub fn with_clues(mut self, clues: CandidateGrid) -> Self {
        assert_eq!((clues.cells(), clues.digit_count()), (self.layout.cells(), self.digits()));
        self.clues = clues;
        self
    }

    /// The same puzzle as a position, in which these cells were filled on the way to the solution.
    /// Their digits are clues as those of other cells; steps may make a difference.
    #[must_use]
    pub fn with_placed(self, placed: Vec<Cell>) -> Self {
        Puzzle { placed, ..self }
    }

    /// The same puzzle, its digits and those of its solutions written in these symbols: in
    /// [`Symbols::OneBased`] where the grid is not square, its digits are not those from 1 on, or
    /// there are more than 26 for letters.
    #[must_use]
    pub fn with_symbols(self, symbols: Symbols) -> Self {
        let symbols = symbols.on(&self.layout);
        Puzzle { symbols, ..self }
    }

    /// Makes a digit the clue of a cell.
    ///
    /// # Panics
    /// If cell or digit are not of this grid.
    pub fn set(&mut self, cell: Cell, digit: Digit) {
        assert!(digit.index() < self.digits());
        self.clues.set_only(cell, digit);
    }

    /// Makes a set of digits the clue of a cell; the full set empties it, the empty set makes the
    /// puzzle impossible.
    ///
    /// # Panics
    /// If cell or digits are not of this grid.
    pub fn set_candidates(&mut self, cell: Cell, candidates: &CandidateSet) {
        assert!(candidates.iter().all(|digit| digit.index() < self.digits()));
        self.clues.set(cell, candidates);
    }

    /// The layout.
    pub fn layout(&self) -> &Arc<Layout> {
        &self.layout
    }

    /// The number of digits.
    #[inline]
    pub fn digits(&self) -> usize {
        self.layout.digits()
    }

    /// The side of a square grid: rows, columns and digits.
    ///
    /// # Panics
    /// If the grid is not square ([`Layout::square`]).
    pub fn side(&self) -> usize {
        self.layout.side()
    }

    /// The candidate sets that are given.
    pub fn clues(&self) -> &CandidateGrid {
        &self.clues
    }

    /// The rules beyond the houses.
    pub fn rules(&self) -> &[Arc<Rule>] {
        &self.rules
    }

    /// The symbols in which digits are written: those in which the puzzle was read.
    pub fn symbols(&self) -> Symbols {
        self.symbols
    }

    /// The cells that were filled on the way, of those with a digit; none where that is not known.
    pub fn placed(&self) -> impl Iterator<Item = Cell> + '_ {
        self.placed.iter().copied().filter(|&cell| self.given(cell).is_some())
    }

    /// The digit given in a cell, if just one is.
    pub fn given(&self, cell: Cell) -> Option<Digit> {
        self.clues.only(cell)
    }

    /// How many cells have a digit given.
    pub fn givens(&self) -> usize {
        self.cells().filter(|&cell| self.given(cell).is_some()).count()
    }

    /// Whether some cell has more than one candidate given but not all: a pencilmark puzzle, which
    /// a line of one symbol a cell cannot hold.
    pub fn has_pencilmarks(&self) -> bool {
        self.clues.has_pencilmarks()
    }

    /// All cells, in order.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        (0..self.layout.cells()).map(Cell::new)
    }

    /// The candidates of a cell that no given of a peer excludes.
    pub fn possible(&self, cell: Cell) -> CandidateSet {
        let mut set = self.clues.get(cell);
        for peer in self.layout.peers(cell) {
            if let Some(digit) = self.given(peer) {
                set.remove(digit);
            }
        }
        set
    }

    /// Whether a digit may be put into a cell: its clue allows it, no peer has it, and it
    /// breaks no rule whose other cells are all given.
    pub fn is_legal(&self, cell: Cell, digit: Digit) -> bool {
        if !self.possible(cell).contains(digit) {
            return false;
        }
        let given = |other| if other == cell { Some(digit) } else { self.given(other) };
        let known = |rule: &&Arc<Rule>| rule.cells().iter().all(|&cell| given(cell).is_some());
        let mut rules = self.rules.iter().filter(|rule| rule.cells().contains(&cell)).filter(known);
        // A rule looks at no cells but its own.
        let digits: Vec<_> = self.cells().map(|c| given(c).unwrap_or(Digit::new(0))).collect();
        rules.all(|rule| rule.holds(&digits))
    }

    /// The first cell without a given.
    pub fn next_empty(&self) -> Option<Cell> {
        self.cells().find(|&cell| self.given(cell).is_none())
    }

    /// Checks a filled grid against everything the puzzle asks.
    ///
    /// # Errors
    /// The first thing that does not hold: size, a digit twice in a house, a clue, a rule.
    pub fn check(&self, digits: &[Digit]) -> Result<Solution, Violation> {
        let expected = self.layout.cells();
        if digits.len() != expected {
            return Err(Violation::Size { found: digits.len(), expected });
        }
        self.check_houses(|cell| digits.get(cell.index()).copied())?;
        if let Some(cell) = self.cells().find(|&c| !self.clues.contains(c, digits[c.index()])) {
            let number = self.layout.number_of(digits[cell.index()]);
            return Err(Violation::Clue { cell: self.name(cell), number });
        }
        if let Some(broken) = self.rules.iter().find(|rule| !rule.holds(digits)) {
            return Err(Violation::Rule { name: broken.name().to_owned() });
        }
        let (layout, symbols) = (Arc::clone(&self.layout), self.symbols);
        Ok(Solution { layout, digits: digits.into(), symbols })
    }

    /// Whether digits fill the grid alone, of a puzzle with [extra cells](Layout::with_extra).
    pub fn lacks_extra(&self, digits: &[Digit]) -> bool {
        !self.layout.extra().is_empty() && digits.len() == self.layout.grid().cells()
    }

    /// Checks the digits of the grid alone, without those of [extra cells](Layout::with_extra):
    /// houses, clues, and the rules that are about no extra cell.
    ///
    /// # Errors
    /// As [`check`](Self::check).
    pub fn check_grid(&self, digits: &[Digit]) -> Result<(), Violation> {
        let (found, expected) = (digits.len(), self.layout.grid().cells());
        if found != expected {
            return Err(Violation::Size { found, expected });
        }
        self.check_houses(|cell| digits.get(cell.index()).copied())?;
        let mut cells = self.cells().zip(digits);
        if let Some((cell, digit)) =
            cells.find(|(cell, digit)| !self.clues.contains(*cell, **digit))
        {
            let number = self.layout.number_of(*digit);
            return Err(Violation::Clue { cell: self.name(cell), number });
        }
        // What stands in cells that a rule is not about makes no difference.
        let mut whole = digits.to_vec();
        whole.resize(self.layout.cells(), Digit::new(0));
        let is_inside = |rule: &&Arc<Rule>| rule.cells().iter().all(|cell| cell.index() < found);
        let mut inside = self.rules.iter().filter(is_inside);
        match inside.find(|rule| !rule.holds(&whole)) {
            Some(broken) => Err(Violation::Rule { name: broken.name().to_owned() }),
            None => Ok(()),
        }
    }

    /// The digits of all cells, where each has one.
    ///
    /// # Errors
    /// The first cell that is empty.
    pub fn filled(&self) -> Result<Box<[Digit]>, Violation> {
        let digit =
            |cell| self.given(cell).ok_or_else(|| Violation::Empty { cell: self.name(cell) });
        self.cells().map(digit).collect()
    }

    /// Checks the givens themselves as a filled grid: what `satoku check` answers.
    ///
    /// # Errors
    /// A digit that stands twice in a house comes before a cell that is empty.
    pub fn check_filled(&self) -> Result<Solution, Violation> {
        let clash = self.check_houses(|cell| self.given(cell));
        if let (Err(Violation::Empty { .. }) | Ok(()), Some(cell)) = (&clash, self.next_empty()) {
            return Err(Violation::Empty { cell: self.name(cell) });
        }
        clash?;
        self.check(&self.filled()?)
    }

    /// No digit twice in a house. Empty cells are passed over.
    fn check_houses(&self, digit_of: impl Fn(Cell) -> Option<Digit>) -> Result<(), Violation> {
        let mut seen_in = vec![(usize::MAX, Cell::new(0)); self.digits()];
        for (h, house) in self.layout.houses().iter().enumerate() {
            for &cell in house.cells() {
                let Some(digit) = digit_of(cell) else { continue };
                let Some(seen) = seen_in.get_mut(digit.index()) else {
                    let number = self.layout.number_of(digit);
                    return Err(Violation::Clue { cell: self.name(cell), number });
                };
                if seen.0 == h {
                    let number = self.layout.number_of(digit);
                    let cells = [self.name(seen.1), self.name(cell)];
                    return Err(Violation::Repeated { house: house.to_string(), number, cells });
                }
                *seen = (h, cell);
            }
        }
        Ok(())
    }

    fn name(&self, cell: Cell) -> String {
        self.layout.name_of(cell)
    }
}

impl PartialEq for Puzzle {
    /// Whether layout, clues and rules are the same, whatever symbols they are written in and
    /// whatever was filled on the way.
    fn eq(&self, other: &Self) -> bool {
        let same_layout = Arc::ptr_eq(&self.layout, &other.layout) || self.layout == other.layout;
        same_layout && self.clues == other.clues && self.rules == other.rules
    }
}

impl Eq for Puzzle {}

impl PartialEq for Solution {
    /// Whether layout and digits are the same, whatever symbols they are written in.
    fn eq(&self, other: &Self) -> bool {
        self.layout == other.layout && self.digits == other.digits
    }
}

impl Eq for Solution {}

impl Solution {
    /// The same solution, its digits written in these symbols, as [`Puzzle::with_symbols`] says.
    #[must_use]
    pub fn with_symbols(self, symbols: Symbols) -> Self {
        let symbols = symbols.on(&self.layout);
        Solution { symbols, ..self }
    }

    /// The symbols in which digits are written: those of the puzzle.
    pub fn symbols(&self) -> Symbols {
        self.symbols
    }

    /// The layout of the grid.
    pub fn layout(&self) -> &Arc<Layout> {
        &self.layout
    }

    /// The digits, cell by cell.
    pub fn digits(&self) -> &[Digit] {
        &self.digits
    }

    /// The numbers that the digits are shown as, cell by cell.
    pub fn numbers(&self) -> impl Iterator<Item = usize> + '_ {
        self.digits.iter().map(|&digit| self.layout.number_of(digit))
    }

    /// The digit of a cell.
    pub fn digit(&self, cell: Cell) -> Digit {
        self.digits[cell.index()]
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Violation::Size { found, expected } => {
                write!(f, "{found} cells where {expected} belong")
            }
            Violation::Empty { cell } => write!(f, "{cell} is empty"),
            Violation::Repeated { house, number, cells: [a, b] } => {
                write!(f, "{house} has {number} twice, at {a} and {b}")
            }
            Violation::Clue { cell, number } => write!(f, "{cell} may not be {number}"),
            Violation::Rule { name } => {
                write!(f, "{name} does not hold")
            }
        }
    }
}

impl std::error::Error for Violation {}

#[cfg(test)]
mod tests {
    use super::*;

    fn puzzle(symbols: &str) -> Puzzle {
        Puzzle::from_symbols(Layout::boxes(2, 2).unwrap().shared(), symbols).unwrap()
    }

    fn digits(symbols: &str) -> Vec<Digit> {
        symbols.chars().map(|c| Digit::new(c.to_digit(10).unwrap() as usize - 1)).collect()
    }

    #[test]
    fn questions_a_program_asks() {
        let puzzle = puzzle("12..3...........");
        assert_eq!(puzzle.givens(), 3);
        assert_eq!(puzzle.next_empty(), Some(Cell::new(2)));
        let possible = puzzle.possible(Cell::new(2));
        assert!(possible.iter().map(Digit::number).eq([3, 4]));
        assert!(puzzle.is_legal(Cell::new(5), Digit::new(3)));
        assert!(!puzzle.is_legal(Cell::new(5), Digit::new(2)));
    }

    #[test]
    fn check_names_the_house_that_clashes() {
        let empty = puzzle("................");
        assert!(empty.check(&digits("1234341221434321")).is_ok());
        let error = empty.check(&digits("1234341221434312")).unwrap_err();
        assert_eq!(error.to_string(), "column 3 has 1 twice, at r2c3 and r4c3");
        let error = puzzle("2...............").check(&digits("1234341221434321")).unwrap_err();
        assert_eq!(error.to_string(), "r1c1 may not be 1");
        assert!(matches!(empty.check(&digits("1234")), Err(Violation::Size { .. })));
    }

    #[test]
    fn check_filled_sees_clashes_before_gaps() {
        let violation = puzzle("1.1.............").check_filled().unwrap_err();
        assert_eq!(violation.to_string(), "row 1 has 1 twice, at r1c1 and r1c3");
        let violation = puzzle("123434122143432.").check_filled().unwrap_err();
        assert_eq!(violation.to_string(), "r4c4 is empty");
        assert!(puzzle("1234341221434321").check_filled().is_ok());
    }

    #[test]
    fn numbers_out_of_range_are_errors() {
        let layout = Layout::boxes(2, 2).unwrap().shared();
        assert!(Puzzle::from_numbers(Arc::clone(&layout), &[5; 16]).is_err());
        assert!(Puzzle::from_numbers(Arc::clone(&layout), &[0; 15]).is_err());
        assert!(Puzzle::from_symbols(layout, "12?4341221434321").is_err());
    }
}
