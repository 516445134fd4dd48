//! What is to be drawn of one puzzle.

use satoku::format::{Symbols, line_of};
use satoku::grid::{CandidateGrid, Cell, Digit};
use satoku::puzzle::{Puzzle, Solution};

/// What stands in the cells beside the givens.
#[derive(Debug, Clone)]
pub enum Shown {
    /// Nothing, but the candidates that the puzzle itself gives.
    Puzzle,
    /// The digits of a solution.
    Solution(Solution),
    /// The digits of cells that have just one of these candidates.
    Digits(CandidateGrid),
    /// These candidates: in every cell without a given.
    Marks(CandidateGrid),
}

/// What is printed of a puzzle at the end of a book.
#[derive(Debug, Clone)]
pub enum Answer {
    /// Its solution.
    Solution(Solution),
    /// A word in place of it, such as `none`.
    Word(String),
}

/// A puzzle as it is to be drawn.
#[derive(Debug, Clone)]
pub struct Plate {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// What stands in its cells beside the givens.
    pub shown: Shown,
    /// What stands at the end of the book, if anything.
    pub answer: Option<Answer>,
    /// Its number in the book.
    pub number: u64,
    /// What its source calls it.
    pub id: Option<String>,
    /// A word beside the number, such as a rating, or `none` where there is no solution.
    pub note: Option<String>,
}

/// What stands in a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Content {
    Empty,
    /// A digit of the puzzle.
    Given(Digit),
    /// A digit that was found.
    Found(Digit),
    Marks(Vec<Digit>),
    /// No digit can stand there.
    Impossible,
}

impl Plate {
    /// A puzzle alone.
    pub fn new(puzzle: Puzzle, number: u64) -> Self {
        Plate { puzzle, shown: Shown::Puzzle, answer: None, number, id: None, note: None }
    }

    /// What is drawn for it at the end of a book.
    pub(crate) fn at_the_end(&self) -> Option<Plate> {
        let plate = Plate { id: self.id.clone(), ..Plate::new(self.puzzle.clone(), self.number) };
        Some(match self.answer.clone()? {
            Answer::Solution(solution) => Plate { shown: Shown::Solution(solution), ..plate },
            Answer::Word(word) => Plate { note: Some(word), ..plate },
        })
    }

    pub(crate) fn content(&self, cell: Cell) -> Content {
        if let Some(digit) = self.puzzle.given(cell) {
            return Content::Given(digit);
        }
        let marks = |grid: &CandidateGrid| match grid.len(cell) {
            0 => Content::Impossible,
            _ => Content::Marks(grid.digits(cell).collect()),
        };
        match &self.shown {
            Shown::Solution(solution) => Content::Found(solution.digit(cell)),
            Shown::Digits(grid) | Shown::Marks(grid) if grid.len(cell) == 1 => {
                grid.get(cell).only().map_or(Content::Empty, Content::Found)
            }
            Shown::Puzzle | Shown::Digits(_)
                if self.puzzle.clues().len(cell) == self.puzzle.digits() =>
            {
                Content::Empty
            }
            Shown::Puzzle | Shown::Digits(_) => marks(self.puzzle.clues()),
            Shown::Marks(grid) => marks(grid),
        }
    }

    /// How a digit is written: in the symbols of the puzzle, one character each where these are
    /// letters or begin with 0; else as its number.
    pub(crate) fn text(&self, digit: Digit) -> String {
        match self.puzzle.symbols() {
            symbols @ (Symbols::Letters | Symbols::ZeroBased) if self.puzzle.digits() <= 36 => {
                symbols.symbol(digit.number()).to_string()
            }
            symbols @ Symbols::ZeroBased => symbols.text(digit.number()),
            _ => self.puzzle.layout().number_of(digit).to_string(),
        }
    }

    /// What it is called: its number and its id.
    pub(crate) fn name(&self) -> String {
        let id = self.id.as_deref().filter(|id| !id.trim().is_empty());
        match id {
            Some(id) => format!("No. {} – {}", self.number, one_line(id)),
            None => format!("No. {}", self.number),
        }
    }

    /// The puzzle, and what is drawn of its solution, as text.
    pub(crate) fn description(&self) -> String {
        match &self.shown {
            Shown::Puzzle => self.puzzle.to_string(),
            Shown::Solution(solution) => {
                format!("{}\nsolution: {}", self.puzzle, line_of(solution))
            }
            Shown::Digits(grid) | Shown::Marks(grid) => {
                format!(
                    "{}\ncandidates: {}",
                    self.puzzle,
                    self.puzzle.clone().with_clues(grid.clone())
                )
            }
        }
    }
}

/// A text on one line, without control characters and those that turn the direction of writing.
pub(crate) fn one_line(text: &str) -> String {
    let is_active =
        |c: char| c.is_control() || matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    let text: String = text.chars().map(|c| if is_active(c) { ' ' } else { c }).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
