//! The integration tests, one program. What they hold the crate to:
//!
//! - [`oracle`]: engines and encodings find what plain recursion over small grids finds;
//! - [`corpus`]: the puzzles of the repository, by everything there is;
//! - [`shared`]: thousands of real puzzles with known answers, where they are at hand.

mod corpus;
mod data;
mod oracle;
mod shared;
mod ways;
