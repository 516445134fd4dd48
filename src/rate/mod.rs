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
//! Below 9.0 the reference is a function of the puzzle as it is written down, and so is this. It is
//! not always the same for images of a puzzle: from 7.5 on, which of several chains is taken depends
//! on the order of rows and digits, and ratings of images differ by up to 0.4, as the reference's do.
//! From 9.0 on the reference goes through what is removed within chains in an order of chance, that of
//! a map by the identity of objects; here it is row by row. Up to 10.4 no rating was found to depend on
//! it. Published ratings above, by several programs, differ from these by 0.1 for one puzzle in nine.
//!
//! Unique rectangles, loops and graves are looked for only if the digits of the puzzle were proved to
//! have one solution, without whatever candidates it has beside them.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `ground` | cells, houses, peers, crossings: what a layout is to the techniques |
//! | `marks`, `state` | sets of candidates; the position, as bits kept in step |
//! | `technique`, `step` | what a technique is, what is found by it |
//! | `ladder` | the techniques, a file for those of a kind, and the registry in their order |
//! | `chain` | chains of implications, which the upper half of the ladder is made of |
//! | `general` | the same for any layout, and for rules |
//! | `finder` | the next step of a position |
//! | `path`, `rating` | all steps to the solution, and what is read off them |
//! | `scale` | the scales of ratings |
//! | `wanted` | which ratings are wanted |
//! | `hodoku` | another scale on the same state, with techniques of its own |
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
mod general;
mod ground;
pub mod hodoku;
mod ladder;
mod marks;
mod path;
mod rating;
mod scale;
mod state;
mod step;
mod technique;
mod wanted;

pub use general::General;
pub use ladder::{LADDER, by_slug, techniques};
pub use path::{Path, Start, path, rate, rate_while, start, start_on};
pub use rating::{Rating, Verdict, shown, tenths};
pub use scale::Scale;
pub use step::{Nested, Node, Rule, Step};
pub use technique::{Producer, Technique};
pub use wanted::Wanted;
