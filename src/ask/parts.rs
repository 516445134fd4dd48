//! Parts of a puzzle, and the backends of a build: documents without a status.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};

use crate::error::Result;
use crate::jobs::cubes::{self, Cube, Split, Whole};
use crate::limits::Limits;
use crate::puzzle::Puzzle;
use crate::sat::backend::{BACKENDS, Capabilities, External};

/// A part of a puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Part {
    /// The SHA-256 of the puzzle as text.
    pub puzzle_sha256: String,
    /// What was decided in the cube that was split, if it was not the whole puzzle.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub within: Vec<String>,
    /// How it was split: `count 16`, `depth 4`.
    pub split: String,
    /// Which part, from 1.
    pub number: usize,
    /// Of how many.
    pub of: usize,
    /// What was decided, such as `r1c2=3` or `r1c2!=3`; null where there are fewer parts than asked
    /// for.
    pub decisions: Option<Vec<String>>,
    /// How much is open in it: the candidates that propagation leaves beyond one a cell. The more,
    /// the harder it is likely to be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub freedom: Option<usize>,
}

impl Part {
    /// A part of so many.
    pub fn new(whole: &Whole, number: usize, of: usize, cube: Option<&Cube>) -> Self {
        let words = |cube: &Cube| cube.decisions.iter().map(ToString::to_string).collect();
        let (decisions, within) = (cube.map(words), words(&whole.within));
        let Whole { puzzle_sha256, split, .. } = whole.clone();
        Part { puzzle_sha256, within, split, number, of, decisions, freedom: None }
    }

    /// All parts of a puzzle, or of a cube of it, in the order of the tree.
    ///
    /// # Errors
    /// As [`cubes::split_cube`].
    pub fn all(puzzle: &Puzzle, within: &Cube, split: Split, limits: &Limits) -> Result<Vec<Self>> {
        let all = cubes::split_cube(puzzle, within, split, limits)?;
        let freedom = cubes::freedom(puzzle, &all, limits)?;
        let whole = Whole::new(puzzle, within, split);
        let part = |(k, (cube, freedom))| Part {
            freedom: Some(freedom),
            ..Part::new(&whole, k, all.len(), Some(cube))
        };
        Ok((1..).zip(all.iter().zip(freedom)).map(part).collect())
    }

    /// Puts those first in which most is open.
    pub fn hardest_first(parts: &mut [Self]) {
        parts.sort_by_key(|part| Reverse(part.freedom));
    }
}

/// What the answers of a shard begin with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ShardBegins {
    /// Which shard, of how many, such as `3/16`.
    pub shard: String,
    /// The hash of the run: of program, question and puzzles. Shards of one run have the same.
    pub run: String,
}

/// What the answers of a shard end with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ShardEnds {
    /// How many puzzles the shard answers.
    pub end: u64,
}

/// A SAT backend and what it can do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(clippy::struct_excessive_bools, reason = "one for each capability")]
pub struct Backend {
    /// The word on the command line.
    pub name: &'static str,
    /// One line about it.
    pub about: &'static str,
    /// Whether it is the default.
    pub default: bool,
    /// Whether it keeps what it learned from one call to the next.
    pub incremental: bool,
    /// Whether it can be stopped by time or request.
    pub interruptible: bool,
    /// Whether it goes on where a limit stopped it.
    pub resumes: bool,
    /// Whether it takes assumptions and tells which of them cannot hold together.
    pub assumptions: bool,
    /// Whether it counts its conflicts and can be limited by them.
    pub conflicts: bool,
    /// Whether the solver is able to write proofs.
    pub proofs: bool,
}

impl Backend {
    /// The backends of this build, the default first, and what stands for any program.
    pub fn all() -> Vec<Self> {
        let embedded = BACKENDS.iter().map(|b| (b.name, b.about, b.capabilities));
        let about = "any DIMACS solver, as a child process";
        let program = ("cmd:PROGRAM", about, External::CAPABILITIES);
        let all = embedded.chain(External::obstacle().is_none().then_some(program));
        let backend = |(k, (name, about, can)): (usize, (_, _, Capabilities))| Backend {
            name,
            about,
            default: k == 0 && !BACKENDS.is_empty(),
            incremental: can.incremental,
            interruptible: can.interruptible,
            resumes: can.resumes,
            assumptions: can.assumptions,
            conflicts: can.counts_conflicts,
            proofs: can.proofs,
        };
        all.enumerate().map(backend).collect()
    }

    /// What it is and can do, in two lines.
    pub fn text(&self) -> String {
        let able = [
            (self.incremental, "incremental"),
            (self.interruptible, "interruptible"),
            (self.resumes, "resumes"),
            (self.assumptions, "assumptions"),
            (self.conflicts, "conflicts"),
            (self.proofs, "proofs"),
        ];
        let able: Vec<_> = able.into_iter().filter_map(|(can, word)| can.then_some(word)).collect();
        let default = if self.default { " (default)" } else { "" };
        format!("{}: {}{default}\n    {}\n", self.name, self.about, able.join(", "))
    }
}
