//! Rows that are answered together.

use std::ops::Range;
use std::sync::Arc;

use satoku::ask::{Status, Want};
use satoku::engine::EngineSpec;
use satoku::engine::lanes::{self, Clues};
use satoku::grid::Layout;
use satoku::jobs::answer::{self, Findings};
use satoku::puzzle::solves_classic;
use satoku::{End, Error, Limits, Puzzle, Query, Result};

use super::rows::{Row, Rows};

/// What is asked of all rows.
#[derive(Debug)]
pub(super) struct Asked<'a> {
    rows: &'a Rows<'a>,
    want: &'a Want,
    query: Query,
    engine: EngineSpec,
    /// Whether plain 9×9 go straight to the lanes.
    lanes: bool,
}

/// Rows and where their answers go.
#[derive(Debug)]
pub(super) struct Chunk<'a> {
    rows: Range<usize>,
    pub(super) status: &'a mut [u8],
    pub(super) grids: Option<&'a mut [u8]>,
    /// How many solutions, and whether these are all.
    pub(super) counts: Option<(&'a mut [u64], &'a mut [bool])>,
}

/// What is found of a row.
struct Found<'a> {
    count: u64,
    complete: bool,
    limited: bool,
    /// The numbers of the first solution.
    grid: Option<&'a [u8]>,
}

/// A status as a number: as in Python's `Status`.
pub(super) fn code(status: Status) -> u8 {
    match status {
        Status::None => 0,
        Status::Unique => 1,
        Status::Multiple => 2,
        Status::Solved => 5,
        Status::Counted => 6,
        Status::Rated => 7,
        Status::Filled => 8,
        Status::Error => 4,
        _ => 3,
    }
}

impl<'a> Asked<'a> {
    pub(super) fn new(rows: &'a Rows<'a>, want: &'a Want, keep: bool, engine: EngineSpec) -> Self {
        let query = match want {
            Want::Count { limit } => Query::count_past(*limit),
            Want::Unique if keep => Query::UNIQUE,
            Want::Unique => Query::count(Some(2)),
            _ => Query::FIRST,
        };
        let lanes = matches!(engine.name(), "auto" | "lanes");
        Asked { rows, want, query, engine, lanes }
    }

    /// Whether solutions are part of the answer.
    pub(super) fn keeps(&self) -> bool {
        self.query.keep > 0
    }

    fn status(&self, found: &Found<'_>) -> Status {
        match (self.want, found.count, found.complete) {
            (_, 0, true) => Status::None,
            (Want::Solve, 1.., _) => Status::Solved,
            (Want::Unique, 1, true) => Status::Unique,
            (Want::Unique, 2.., _) => Status::Multiple,
            (Want::Count { limit }, count @ 1.., _)
                if !found.limited || limit.is_some_and(|limit| count >= limit) =>
            {
                Status::Counted
            }
            _ => Status::Unknown,
        }
    }
}

impl Chunk<'_> {
    /// All rows in chunks of a size, without places for answers yet.
    pub(super) fn all(number: usize, size: usize) -> Vec<Self> {
        let starts = (0..number).step_by(size);
        let chunk = |start: usize| Chunk {
            rows: start..(start + size).min(number),
            status: &mut [],
            grids: None,
            counts: None,
        };
        starts.map(chunk).collect()
    }

    /// Answers all rows; what is wrong with which.
    ///
    /// # Errors
    /// If an engine fails altogether.
    pub(super) fn answer(
        mut self,
        asked: &Asked<'_>,
        limits: &Limits,
    ) -> Result<Vec<(usize, String)>> {
        let first = self.rows.start;
        let (mut plain, mut others) = (Vec::with_capacity(self.rows.len()), Vec::new());
        let mut errors: Vec<(usize, Error)> = Vec::new();
        for row in self.rows.clone() {
            match asked.rows.read(row) {
                Row::Plain(line) if asked.lanes => plain.push((row - first, line)),
                Row::Plain(line) => others.push((row - first, puzzle_of(&line)?)),
                Row::Puzzle(puzzle) => others.push((row - first, *puzzle)),
                Row::Bad(error) => errors.push((row - first, error)),
            }
        }
        let clues: Vec<_> = plain.iter().map(|(_, line)| Clues::Text(line)).collect();
        let answers = lanes::solve(&clues, asked.query, limits)?;
        for (number, (row, line)) in plain.iter().enumerate() {
            let (answer, grids) = (answers[number], answers.solutions(number));
            if let Some(wrong) = grids.iter().find(|grid| !solves_classic(grid, line)) {
                let message = format!("engine lanes returned an invalid solution: {wrong:?}");
                errors.push((*row, Error::disagreement(message)));
                continue;
            }
            let grid = grids.first().map(|grid| &grid[..]);
            let (count, complete) = (answer.count, answer.complete);
            self.put(asked, *row, &Found { count, complete, limited: answer.interrupted, grid });
        }
        let puzzles: Vec<_> = others.iter().map(|(_, puzzle)| puzzle).collect();
        let together = answer::find_together(&puzzles, &asked.engine, limits, asked.query)?;
        for ((row, puzzle), found) in others.iter().zip(together) {
            let found = found
                .unwrap_or_else(|| answer::find(puzzle, &asked.engine, limits, asked.query))
                .map(|found| self.put_findings(asked, *row, &found));
            if let Err(error) = found {
                errors.push((*row, error));
            }
        }
        Ok(errors.into_iter().map(|(row, error)| self.fail(row, first, &error)).collect())
    }

    /// Leaves all rows open, as there is no time for them.
    pub(super) fn leave(self) {
        self.status.fill(code(Status::Unknown));
        if let Some(grids) = self.grids {
            grids.fill(0);
        }
    }

    fn put_findings(&mut self, asked: &Asked<'_>, row: usize, found: &Findings) {
        // Numbers of batches are bytes.
        let number = |number| u8::try_from(number).unwrap_or(u8::MAX);
        let grid = found.solutions.first();
        let grid = grid.map(|grid| grid.numbers().map(number).collect::<Vec<_>>());
        let (count, complete) = (found.count, found.is_complete());
        let limited = found.end == End::Limit;
        self.put(asked, row, &Found { count, complete, limited, grid: grid.as_deref() });
    }

    fn put(&mut self, asked: &Asked<'_>, row: usize, found: &Found<'_>) {
        let status = asked.status(found);
        self.status[row] = code(status);
        let is_shown = matches!(status, Status::Solved | Status::Unique);
        if let Some(grids) = &mut self.grids {
            let cells = asked.rows.cells();
            let place = &mut grids[row * cells..(row + 1) * cells];
            match found.grid {
                Some(grid) if is_shown => place.copy_from_slice(grid),
                _ => place.fill(0),
            }
        }
        if let Some((counts, all)) = &mut self.counts {
            let limit = if let Want::Count { limit } = asked.want { *limit } else { None };
            (counts[row], all[row]) = Query::counted(limit, found.count, found.complete);
        }
    }

    /// Notes a row that has no answer.
    fn fail(&mut self, row: usize, first: usize, error: &Error) -> (usize, String) {
        self.status[row] = code(Status::Error);
        if let Some(grids) = &mut self.grids {
            let cells = grids.len() / self.rows.len();
            grids[row * cells..(row + 1) * cells].fill(0);
        }
        (first + row, error.to_string())
    }
}

/// The puzzle of a 9×9 with nothing but digits.
pub(super) fn puzzle_of(line: &[u8; lanes::CELLS]) -> Result<Puzzle> {
    let clue = |symbol: u8| u16::from(if symbol.is_ascii_digit() { symbol - b'0' } else { 0 });
    Puzzle::from_numbers(Arc::new(Layout::boxes(3, 3)?), &line.map(clue))
}
