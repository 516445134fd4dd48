//! `--cube I/N`: one of the parts into which each puzzle is split; `--cube all/N`: each of them.

use std::sync::{Arc, Mutex, PoisonError};

use satoku::Limits;
use satoku::ask::Part;
use satoku::grid::CandidateSet;
use satoku::jobs::cubes::{self, Cube, MAX_CUBES, Split, Whole};
use satoku::puzzle::Puzzle;

/// One part of so many, as the command line says it: `3/16`; or each of them: `all/16`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Share {
    /// From 1.
    number: Option<usize>,
    of: usize,
}

impl std::str::FromStr for Share {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once('/');
        let parts = parts.and_then(|(number, of)| {
            let number = if number == "all" { None } else { Some(number.parse().ok()?) };
            Some((number, of.parse().ok()?))
        });
        match parts {
            Some((number, of))
                if number.is_none_or(|number| number <= of)
                    && number != Some(0)
                    && (1..=MAX_CUBES).contains(&of) =>
            {
                Ok(Share { number, of })
            }
            _ => Err(format!(
                "expected I/N, the I-th of N cubes, such as 1/16, or all/N; at most {MAX_CUBES}"
            )),
        }
    }
}

impl Share {
    /// How many answers a puzzle has.
    pub(crate) fn answers(self) -> u64 {
        if self.number.is_some() { 1 } else { self.of as u64 }
    }
}

/// What is answered of each puzzle in place of the whole.
#[derive(Debug)]
pub(crate) struct Parting {
    pub(crate) share: Share,
    /// The cube that is split; that of no decisions is the whole puzzle.
    within: Cube,
    /// The puzzle that was split last: the next answer may be about it too.
    last: Mutex<Option<(Whole, Arc<Vec<Cube>>)>>,
}

impl Parting {
    /// A share of each puzzle, or of a cube of it.
    pub(crate) fn new(share: Share, within: Cube) -> Self {
        Parting { share, within, last: Mutex::new(None) }
    }

    /// What the answer of a number, from 1 in the whole run, is about: a puzzle without solution
    /// where there are fewer cubes than asked for.
    ///
    /// # Errors
    /// If what is split is no cube of the puzzle, or a limit is reached.
    pub(crate) fn of(
        &self,
        puzzle: &Puzzle,
        index: u64,
        limits: &Limits,
    ) -> satoku::Result<(Part, Puzzle)> {
        let Share { number, of } = self.share;
        let in_turn = usize::try_from(index.saturating_sub(1) % of as u64).unwrap_or(0) + 1;
        let number = number.unwrap_or(in_turn);
        let (whole, cubes) = self.split(puzzle, limits)?;
        let cube = cubes.get(number - 1);
        let part = Part::new(&whole, number, of, cube);
        if let Some(cube) = cube {
            return Ok((part, cube.of(puzzle)?));
        }
        let mut nothing = puzzle.clone();
        for cell in puzzle.cells() {
            nothing.set_candidates(cell, &CandidateSet::EMPTY);
        }
        Ok((part, nothing))
    }

    /// The cubes of a puzzle, split once for all answers that follow each other.
    fn split(&self, puzzle: &Puzzle, limits: &Limits) -> satoku::Result<(Whole, Arc<Vec<Cube>>)> {
        let split = Split::Count(self.share.of);
        let whole = Whole::new(puzzle, &self.within, split);
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((of, cubes)) = last.as_ref().filter(|(of, _)| *of == whole) {
            return Ok((of.clone(), Arc::clone(cubes)));
        }
        let cubes = Arc::new(cubes::split_cube(puzzle, &self.within, split, limits)?);
        *last = Some((whole.clone(), Arc::clone(&cubes)));
        Ok((whole, cubes))
    }
}
