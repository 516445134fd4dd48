//! Sudoku of any size by SAT: solve, count, prove unique, export DIMACS.
//!
//! ```
//! use satoku::{Limits, answer, answer::Uniqueness, engine::EngineSpec};
//!
//! let puzzle = satoku::parse(
//!     "9.6.7.4.3...4..2...7..23.1.5.....1...4.2.8.6...3.....5.3.7...5...7..5...4.5.1.7.8",
//! )?;
//! match answer::unique(&puzzle, &EngineSpec::default(), &Limits::none())? {
//!     Uniqueness::Unique(solution) => println!("{}", satoku::format::line_of(&solution)),
//!     Uniqueness::Multiple(witnesses) => assert_ne!(witnesses[0], witnesses[1]),
//!     Uniqueness::None | Uniqueness::Unknown => unreachable!("it has two"),
//! }
//! # Ok::<(), satoku::Error>(())
//! ```
//!
//! # Map
//!
//! | module | what lives there |
//! | --- | --- |
//! | [`grid`] | cells, digits, candidate sets, [`Layout`] (a set of houses), the propagating board |
//! | [`Puzzle`], [`Solution`] | clues on a layout; grids that were checked |
//! | [`constraint`] | what must hold beside the houses: one trait |
//! | [`mod@format`] | text in and out, a registry of forms |
//! | [`cnf`] | literals, clauses and where they flow, at-most-one schemes, DIMACS |
//! | [`encode`] | puzzles as formulas |
//! | [`sat`] | SAT backends: embedded, or any program |
//! | [`lanes`] | plain 9×9 and 16×16 puzzles, many at once |
//! | [`local`] | local search for a solution of a large puzzle |
//! | [`engine`] | how solutions are found: lanes, native search, SAT, or one after the other |
//! | [`answer`] | what is asked: a solution, how many, only one? |
//! | [`explain`] | why a puzzle has no solution, several, or one |
//! | [`candidates`] | what all solutions have in common: true candidates, backbone |
//! | [`minimize`] | clues taken out for as long as there is one solution |
//! | [`estimate`] | how many solutions there are, roughly |
//! | [`mod@generate`] | random complete grids, puzzles made to order |
//! | [`transform`] | symmetries of puzzles, canonical forms |
//! | [`batch`] | streams of puzzles over threads, in order |
//!
//! # Features
//!
//! | feature | default | what it adds |
//! | --- | --- | --- |
//! | `cli` | yes | the program `satoku` |
//! | `varisat` | yes | the embedded SAT backend; without any only programs (`cmd:…`) |
//! | `batsat` | yes | another, in pure Rust too |
//! | `cadical` | no | CaDiCaL, the strongest on hard formulas; needs a C++ compiler |
//!
//! The examples of the repository: `solve` (text in, solution out), `unique` (uniqueness and the
//! two witnesses), `explain` (why not, and what is certain), `generate` (puzzles and hints),
//! `dimacs` (a formula into a file and a model back), `custom_constraint` (a constraint of one's own).

pub mod answer;
pub mod batch;
pub mod candidates;
#[cfg(feature = "cli")]
pub mod cli;
pub mod cnf;
pub mod constraint;
pub mod cubes;
pub mod encode;
pub mod engine;
mod error;
pub mod estimate;
pub mod explain;
pub mod format;
pub mod generate;
pub mod grid;
pub mod lanes;
mod limits;
pub mod local;
pub mod minimize;
mod native;
pub mod proof;
pub mod prove;
mod puzzle;
mod random;
pub mod sat;
pub mod transform;

pub use error::{Error, Location, Result};
pub use format::parse;
pub use grid::{Cell, Digit, Layout, LayoutSpec};
pub use limits::{Gauge, Limits, Work};
pub use puzzle::{Puzzle, Solution, Violation};
