//! Sudoku of any size by SAT: solve, count, prove unique, export DIMACS.
//!
//! ```
//! use satoku::{Limits, engine::EngineSpec, jobs::answer, jobs::answer::Uniqueness};
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
//! | [`grid`] | cells, digits, candidate sets, [`Layout`] (a set of houses) |
//! | [`puzzle`] | clues on a layout, grids that were checked, the propagating board |
//! | [`rule`] | what must hold beside the houses |
//! | [`mod@format`] | text in and out, a registry of forms |
//! | [`sat`] | formulas: clauses, DIMACS, encodings, backends |
//! | [`engine`] | how solutions are found: lanes, native search, local search, SAT, or one after the other |
//! | [`jobs`] | what is asked: solve, count, unique, explain, generate, transform, prove … |
//!
//! Certificates are checked by the crate `satoku_check`, which depends on nothing of this one.
//!
//! # Features
//!
//! | feature | default | what it adds |
//! | --- | --- | --- |
//! | `varisat` | yes | the embedded SAT backend; without any only programs (`cmd:…`) |
//! | `batsat` | yes | another, in pure Rust too |
//! | `cadical` | no | CaDiCaL, the strongest on hard formulas; needs a C++ compiler |
//!
//! The examples of the repository: `solve` (text in, solution out), `unique` (uniqueness and the
//! two witnesses), `explain` (why not, and what is certain), `generate` (puzzles and hints),
//! `dimacs` (a formula into a file and a model back), `rule` (rules of a kind, and of blocks).

pub mod engine;
mod error;
pub mod format;
pub mod grid;
pub mod jobs;
mod limits;
pub mod puzzle;
mod random;
pub mod rule;
pub mod sat;

pub use error::{Error, Location, Result};
pub use format::parse;
pub use grid::{Cell, Digit, Layout, LayoutSpec};
pub use limits::{Gauge, Limits, Work};
pub use puzzle::{Puzzle, Solution, Violation};
