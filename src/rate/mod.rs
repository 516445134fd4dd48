//! How hard a puzzle is for people, by the steps that solve it: the ratings ER, EP and ED of
//! Sudoku Explainer 1.2.1 (N. Juillerat, 2006; the scale called SER or `se121`), and the steps
//! themselves.
//!
//! The techniques stand in an order, the [`LADDER`]. Of a position the first step of the first
//! technique that has one is taken, and the search begins anew at the easiest. ER is the highest
//! rating of a step on the way to the solution, EP of those to the first digit that is placed, ED
//! that of the first. Orders, ratings and limits are the reference's, quirks included, so that
//! ratings equal those that are published.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `ground` | cells, houses, peers, crossings: what a layout is to the techniques |
//! | `marks`, `state` | sets of candidates; the position, as bits kept in step |
//! | `technique`, `step` | what a technique is, what is found by it |
//! | `ladder` | the techniques, a file for those of a kind, and the registry in their order |
//! | `finder` | the next step of a position |
//! | `path` | all steps to the solution, and what is read off them |
//!
//! ```
//! use satoku::Limits;
//! use satoku::rate::{Verdict, rate};
//!
//! let puzzle = satoku::parse(
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
//! )?;
//! let Verdict::Rated(rating) = rate(&puzzle, &Limits::none())? else { unreachable!() };
//! assert_eq!(rating.to_string(), "1.2/1.2/1.2");
//! # Ok::<(), satoku::Error>(())
//! ```

#![allow(clippy::cast_possible_truncation, reason = "cells, digits, houses: small numbers")]

mod chain;
mod finder;
mod ground;
mod ladder;
mod marks;
mod path;
mod state;
mod step;
mod technique;

pub use ladder::{LADDER, by_slug, techniques};
pub use path::{Path, Rating, Verdict, path, rate, shown};
pub use step::{Node, Rule, Step};
pub use technique::{Producer, Technique};
