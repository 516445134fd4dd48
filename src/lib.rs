//! Sudoku of any size by SAT: solve, count, prove unique, export DIMACS.
//!
//! ```
//! let puzzle = satoku::parse(
//!     "9.6.7.4.3...4..2...7..23.1.5.....1...4.2.8.6...3.....5.3.7...5...7..5...4.5.1.7.8",
//! )?;
//! assert_eq!(puzzle.count(None)?, 2);
//! assert!(!puzzle.is_unique()?);
//! for solution in puzzle.solutions() {
//!     println!("{}", satoku::format::line_of(&solution?));
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
//! | [`mod@rate`] | how hard a puzzle is for people, and the steps that solve it |
//! | [`input`] | files read with a bound |
//! | [`mod@ask`] | questions and answers as documents: text, JSON, a schema |
//! | [`jobs`] | what is asked: solve, count, unique, explain, generate, transform, prove … |
//!
//! Certificates are checked by the crate `satoku_check`, which depends on nothing of this one.
//!
//! # Features
//!
//! | feature | default | what it adds |
//! | --- | --- | --- |
//! | `varisat` | yes | an embedded SAT backend, and proofs |
//! | `batsat` | yes | another, in pure Rust too |
//! | `schema` | no | a JSON Schema of questions and answers |
//! | `cadical` | no | CaDiCaL, the strongest on hard formulas; needs a C++ compiler |
//! | `external` | yes | any DIMACS solver as a child process (`cmd:PROGRAM`) |
//! | `gzip` | yes | compressed text is read |
//! | `xz`, `zstd`, `zip` | no | other packings, by libraries in pure Rust |
//!
//! Features only add. What lacks one is an error that names it
//! ([`Error::is_unsupported`]).
//!
//! # WebAssembly
//!
//! On `wasm32-unknown-unknown` everything works but what needs threads (the engine
//! `portfolio`) or processes (`cmd:PROGRAM`): these are errors. Other engines do with one thread
//! what they do with several.
//!
//! # Examples
//!
//! In the repository: `solve` (text in, solution out), `unique` (uniqueness and the
//! two witnesses), `explain` (why not, and what is certain), `generate` (puzzles and hints),
//! `dimacs` (a formula into a file and a model back), `rule` (rules of a kind, and of blocks).

pub mod ask;
pub mod engine;
mod error;
pub mod format;
pub mod grid;
pub mod input;
pub mod jobs;
mod limits;
pub mod model;
mod platform;
pub mod puzzle;
mod random;
pub mod rate;
pub mod rule;
pub mod sat;

pub use error::{Error, Location, Result};
pub use format::parse;
pub use grid::{Cell, Digit, Layout, LayoutSpec};
pub use jobs::generate_one as generate;
pub use limits::{End, Gauge, Limits, Observer, Query, Work};
pub use platform::MAX_THREADS;
pub use puzzle::{Puzzle, Solution, Violation};

/// The Rust code of the README, run as a test.
#[cfg(all(doctest, feature = "varisat"))]
#[doc = include_str!("../README.md")]
struct Readme;
