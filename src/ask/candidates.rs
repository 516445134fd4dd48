//! True candidates and the backbone; candidates that propagation leaves.

use serde::{Deserialize, Serialize};

use super::answer::Status;
use super::value::{Clue, Form, Written};
use crate::grid::{CandidateGrid, CandidateSet, Cell, Digit, Layout};
use crate::jobs::candidates::{self, TrueCandidates};
use crate::limits::Limits;
use crate::puzzle::Puzzle;

/// Which candidates are wanted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Marks {
    /// Those that no given of a peer excludes.
    Plain,
    /// Those that singles, locked candidates and each rule by itself leave.
    Basic,
    /// Those that some solution has.
    #[default]
    True,
}

impl Marks {
    /// All of them, from most to fewest candidates.
    pub const ALL: [Marks; 3] = [Marks::Plain, Marks::Basic, Marks::True];

    /// The word for it in options.
    pub fn name(self) -> &'static str {
        match self {
            Marks::Plain => "plain",
            Marks::Basic => "basic",
            Marks::True => "true",
        }
    }

    /// One line for help texts.
    pub fn about(self) -> &'static str {
        match self {
            Marks::Plain => "those that no given in a house of the cell excludes",
            Marks::Basic => {
                "those that propagation leaves: naked and hidden singles, locked candidates, each \
                 rule by itself"
            }
            Marks::True => "those that some solution has",
        }
    }
}

/// The candidates of a puzzle: those that solutions have, or those that propagation leaves.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Candidates {
    /// `decided`, or `marked` for `plain` and `basic` marks; `none` where there is no solution, or
    /// `unknown` where a limit left some open.
    pub status: Status,
    /// With `plain` and `basic` marks: which.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub marks: Option<Marks>,
    /// Whether all candidates are decided: with marks, whether they are a solution.
    pub complete: bool,
    /// Row by row, cell by cell: the digits that some solution has there, or that are marked;
    /// `null` where the frame has no cell.
    pub candidates: Vec<Vec<Option<Vec<usize>>>>,
    /// The cells that have the same digit in all solutions: with marks, those left with one.
    pub backbone: Vec<Clue>,
    /// The candidates that the clues allow and no solution has; with marks, those not left.
    pub excluded: Vec<Clue>,
    /// The candidates that a limit left undecided, as in `candidates`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open: Option<Vec<Vec<Option<Vec<usize>>>>>,
    /// What the text shows: the candidates that are left, or the backbone alone.
    #[serde(skip)]
    pub shown: Written,
    /// Whether the text shows the backbone alone.
    #[serde(skip)]
    pub shows_backbone: bool,
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
            marks: None,
            complete,
            candidates: rows(found.possible(), layout),
            backbone: clues(fixed),
            excluded: clues(found.excluded()),
            open: (!complete).then(|| rows(found.open(), layout)),
            shown: Written::new(puzzle.clone().with_clues(grid), form),
            shows_backbone: backbone,
            undecided: found.undecided(),
        }
    }

    /// The candidates that are left without a solver: `plain` ones or `basic` ones. A contradiction
    /// is answered as `none`.
    pub(super) fn marked(puzzle: &Puzzle, marks: Marks, limits: &Limits, form: Form) -> Self {
        let layout = puzzle.layout();
        let left = match marks {
            Marks::Plain => candidates::plain(puzzle).map(|grid| (grid, true)),
            _ => candidates::basic(puzzle, limits),
        };
        let status = match &left {
            None => Status::None,
            Some((_, false)) => Status::Unknown,
            Some((_, true)) => Status::Marked,
        };
        let mut empty = CandidateGrid::full(layout.cells(), layout.digits());
        puzzle.cells().for_each(|cell| empty.set(cell, &CandidateSet::EMPTY));
        let grid = left.map_or(empty, |(grid, _)| grid);
        let single = |cell| Some(Clue::single(cell, grid.get(cell).only()?, layout));
        let digits: Option<Vec<_>> = puzzle.cells().map(|cell| grid.get(cell).only()).collect();
        let excluded = puzzle.cells().flat_map(|cell| {
            let gone = puzzle.clues().digits(cell).filter(|&digit| !grid.contains(cell, digit));
            gone.map(|digit| Clue::single(cell, digit, layout)).collect::<Vec<_>>()
        });
        Candidates {
            status,
            marks: Some(marks),
            complete: status == Status::None
                || digits.is_some_and(|digits| puzzle.check(&digits).is_ok()),
            candidates: rows(&grid, layout),
            backbone: puzzle.cells().filter_map(single).collect(),
            excluded: excluded.collect(),
            open: None,
            shown: Written::new(puzzle.clone().with_clues(grid.clone()), form),
            shows_backbone: false,
            undecided: 0,
        }
    }

    pub(super) fn text(&self) -> String {
        if self.status == Status::None {
            return "none\n".into();
        }
        let mut text = self.shown.text();
        if self.marks.is_some() && self.status == Status::Unknown {
            text.push_str("unknown: a limit ended propagation\n");
        } else if !self.complete && self.marks.is_none() {
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
