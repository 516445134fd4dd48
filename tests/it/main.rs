//! The integration tests, one program. What they hold the crate to:
//!
//! - [`oracle`]: engines and encodings find what plain recursion over small grids finds;
//! - [`corpus`]: the puzzles of the repository, by everything there is;
//! - [`shared`]: thousands of real puzzles with known answers, where they are at hand;
//! - [`outside`]: formulas through the program, other solvers and back;
//! - [`properties`]: symmetries keep the number of solutions, more clues never make more;
//! - [`bulk`]: lines of 9×9 answered by the thousand, as if they were not;
//! - [`certificates`]: answers proved, and proofs spoilt;
//! - [`cli`], [`input`]: the program's answers and exit statuses, what it reads and refuses;
//! - [`lanes`]: the fast engine for 9×9, every instruction set and size of batch;
//! - [`cubes`]: puzzles in parts, solved apart and put together;
//! - [`explain`]: clashes, deadly patterns, true candidates, estimates;
//! - [`generate`]: puzzles made to order, held against engines that did not make them;
//! - [`transform`]: images of puzzles and canonical forms, by the program;
//! - [`layering`]: no module names one above it.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]
#![expect(clippy::print_stderr, reason = "what is skipped is said")]

mod bulk;
mod certificates;
mod cli;
mod corpus;
mod cubes;
mod data;
mod explain;
mod generate;
mod input;
mod lanes;
mod layering;
mod oracle;
mod outside;
mod program;
mod properties;
mod shared;
mod transform;
mod ways;
