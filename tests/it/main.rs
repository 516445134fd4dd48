//! The integration tests, one program. What they hold the crate to:
//!
//! - [`oracle`]: engines and encodings find what plain recursion over small grids finds;
//! - [`corpus`]: the puzzles of the repository, by everything there is;
//! - [`shared`]: thousands of real puzzles with known answers, where they are at hand;
//! - [`variants`]: puzzles of setters in other programs' forms, likewise;
//! - [`setters`]: real puzzles in formats of setters, likewise;
//! - [`paste`]: puzzles as people paste them, a file for each form;
//! - [`properties`]: symmetries keep the number of solutions, more clues never make more;
//! - [`lanes`]: the fast engine for 9×9, every instruction set and size of batch;
//! - [`explain`]: clashes, deadly patterns, true candidates, estimates;
//! - [`grids`]: grids that are not square, with holes, that overlap;
//! - [`houses`]: a kind of house is one entry in a table;
//! - [`rules`]: every kind of rule, by its meaning, its blocks, formulas, engines and text;
//! - [`rate`]: ratings equal to the reference's, every step sound;
//! - [`faces`]: steps and hints as they are seen: notations, all steps of a position;
//! - [`general`]: ratings of any layout and of rules;
//! - [`hodoku`]: scores of HoDoKu, its library of examples;
//! - [`encodings`]: the formulas and tables of ENCODINGS.md are what is written;
//! - [`fuzz`]: the fuzz targets on their seeds;
//! - [`layering`]: no module names one above it.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]
#![expect(clippy::print_stderr, reason = "what is skipped is said")]

// Fuzz targets name their macro by this crate.
extern crate self as libfuzzer_sys;

mod corpus;
mod data;
mod encodings;
mod explain;
mod faces;
mod fuzz;
mod general;
mod grids;
mod hodoku;
mod houses;
mod iss;
mod lanes;
mod layering;
mod oracle;
mod paste;
mod properties;
mod rate;
mod rules;
mod setters;
mod shared;
mod variants;
mod ways;
