//! The tests of the program, one executable. What they hold it to:
//!
//! - [`ask`]: questions and expected answers, of the library and of the program; the JSON Schema;
//! - [`flags`]: every flag does something or is refused;
//! - [`outside`]: formulas through the program, other solvers and back;
//! - [`bounds`]: files and numbers without end are refused;
//! - [`bulk`]: lines of 9×9 answered by the thousand, as if they were not;
//! - [`certificates`], [`certificate_rules`]: answers proved, and proofs spoilt;
//! - [`cli`], [`input`]: the program's answers and exit statuses, what it reads and refuses;
//! - [`cubes`], [`cube_certificates`]: puzzles in parts, solved or proved apart and put together;
//! - [`examples`]: the examples of help texts and documents, run;
//! - [`folders`]: what certificates replace, and what a batch must have;
//! - [`forms`]: commands by layouts by forms, what one prints read by another;
//! - [`generate`]: puzzles made to order, held against engines that did not make them;
//! - [`given`]: what a file says beside its puzzles: solutions, names, symbols;
//! - `person`: what is printed at a terminal, on Linux;
//! - [`proved`]: steps and hints with certificates;
//! - [`print`]: images, pages, and the files that they are written to;
//! - [`rules`]: rules beside puzzles, on the command line and in JSON;
//! - [`setters`]: the forms of setters' programs, and what is passed over of them;
//! - [`shards`]: shards merged, killed runs resumed;
//! - [`terminal`]: nothing that was read moves the cursor or floods the screen;
//! - [`transform`]: images of puzzles and canonical forms, by the program.

#![allow(dead_code, reason = "helpers shared with the tests of the library")]
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]
#![expect(clippy::print_stderr, reason = "what is skipped is said")]

mod ask;
mod bounds;
mod bulk;
mod certificate_rules;
mod certificates;
mod cli;
mod cube_certificates;
mod cubes;
#[path = "../../../../tests/it/data.rs"]
mod data;
mod examples;
mod flags;
mod folders;
mod forms;
mod generate;
mod given;
mod input;
mod outside;
#[cfg(target_os = "linux")]
mod person;
mod print;
mod program;
mod proved;
mod rules;
mod setters;
mod shard_proofs;
mod shards;
mod terminal;
mod transform;
#[path = "../../../../tests/it/ways.rs"]
mod ways;
