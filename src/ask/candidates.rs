//! True candidates and the backbone.

use serde::Serialize;

use super::answer::Status;
use super::value::{Clue, Form, Written};
use crate::grid::{CandidateGrid, CandidateSet, Cell, Digit, Layout};
use crate::jobs::candidates::TrueCandidates;
use crate::puzzle::Puzzle;

/// The candidates of a puzzle that solutions have.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Candidates {
    /// `decided`, `none` where there is no solution, or `unknown` where a limit left some open.
    pub status: Status,
    /// Whether all candidates are decided.
    pub complete: bool,
    /// Row by row, cell by cell: the digits that some solution has there; `null` where
    /// the frame has no cell.
    pub candidates: Vec<Vec<Option<Vec<usize>>>>,
    /// The cells that have the same digit in all solutions.
    pub backbone: Vec<Clue>,
    /// The candidates that the clues allow and no solution has.
    pub excluded: Vec<Clue>,
    /// The candidates that a limit left undecided, as in `candidates`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open: Option<Vec<Vec<Option<Vec<usize>>>>>,
    /// What the text shows: the candidates that are left, or the backbone alone.
    #[serde(skip)]
    pub shown: Written,
    /// How many candidates are undecided.
    #[serde(skip)]
    pub undecided: usize,
}

impl Candidates {
    /// What was found out about a puzzle; `backbone` shows that alone.
    pub fn new(puzzle: &Puzzle, found: &TrueCandidates, backbone: bool, form: Form) -> Self {
        let layout = puzzle.layout();
        let complete = found.is_complete();
        let status = match (complete, found.is_impossible()) {
            (false, _) => Status::Unknown,
            (true, true) => Status::None,
            (true, false) => Status::Decided,
        };
        let fixed = found.backbone();
        let grid = if backbone {
            let mut grid = CandidateGrid::full(layout.cells(), layout.digits());
            for &(cell, digit) in &fixed {
                grid.set(cell, &CandidateSet::single(digit));
            }
            grid
        } else {
            found.remaining()
        };
        let clues = |all: Vec<(Cell, Digit)>| {
            all.into_iter().map(|(cell, digit)| Clue::single(cell, digit, layout)).collect()
        };
        Candidates {
            status,
            complete,
            candidates: rows(found.possible(), layout),
            backbone: clues(fixed),
            excluded: clues(found.excluded()),
            open: (!complete).then(|| rows(found.open(), layout)),
            shown: Written::new(puzzle.clone().with_clues(grid), form),
            undecided: found.undecided(),
        }
    }

    pub(super) fn text(&self) -> String {
        if self.status == Status::None {
            return "none\n".into();
        }
        let mut text = self.shown.text();
        if !self.complete {
            let open = self.undecided.to_string();
            text.extend(["unknown: ", &open, " candidates are not decided\n"]);
        }
        text
    }
}

/// Row by row of the frame; nothing where there is no cell.
fn rows(grid: &CandidateGrid, layout: &Layout) -> Vec<Vec<Option<Vec<usize>>>> {
    let cell = |cell| grid.digits(cell).map(|digit| layout.number_of(digit)).collect();
    layout.frame().by_rows().map(|row| row.map(|place| place.map(cell)).collect()).collect()
}
