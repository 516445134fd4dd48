//! The integration tests, one program. What they hold the crate to:
//!
//! - [`oracle`]: engines and encodings find what plain recursion over small grids finds;
//! - [`corpus`]: the puzzles of the repository, by everything there is;
//! - [`shared`]: thousands of real puzzles with known answers, where they are at hand;
//! - [`properties`]: symmetries keep the number of solutions, more clues never make more;
//! - [`layering`]: no module names one above it.

mod corpus;
mod data;
mod layering;
mod oracle;
mod properties;
mod shared;
mod ways;
