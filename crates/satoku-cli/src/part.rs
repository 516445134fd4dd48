//! `--cube I/N`: one of the parts into which each puzzle is split.

use satoku::Limits;
use satoku::ask::Part;
use satoku::grid::CandidateSet;
use satoku::jobs::cubes::{self, MAX_CUBES, Split, Whole};
use satoku::puzzle::Puzzle;

/// One part of so many, as the command line says it: `3/16`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Share {
    /// From 1.
    number: usize,
    of: usize,
}

impl std::str::FromStr for Share {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once('/');
        let parts = parts.and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
        match parts {
            Some((number, of)) if (1..=of).contains(&number) && of <= MAX_CUBES => {
                Ok(Share { number, of })
            }
            _ => {
                Err(format!("expected I/N, the I-th of N cubes, such as 1/16; at most {MAX_CUBES}"))
            }
        }
    }
}

impl Share {
    /// This share of a puzzle; a puzzle without solution where there are fewer cubes than asked
    /// for.
    pub(crate) fn of(self, puzzle: &Puzzle, limits: &Limits) -> satoku::Result<(Part, Puzzle)> {
        let split = Split::Count(self.of);
        let cubes = cubes::split(puzzle, split, limits)?;
        let cube = cubes.get(self.number - 1);
        let part = Part::new(&Whole::new(puzzle, split), self.number, self.of, cube);
        if let Some(cube) = cube {
            return Ok((part, cube.of(puzzle)?));
        }
        let mut nothing = puzzle.clone();
        for cell in puzzle.cells() {
            nothing.set_candidates(cell, &CandidateSet::EMPTY);
        }
        Ok((part, nothing))
    }
}
