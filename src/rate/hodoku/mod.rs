//! The scale of HoDoKu 2.2 (B. Hobiger, 2012): each step adds to a score, and the level is that of the
//! hardest step, or a higher one if the score is.
//!
//! Techniques stand in an order, the [`LADDER`]. Of a position the first that has a step gives it.
//! Most give the first that they meet, in the reference's order; chains and almost locked sets are all
//! found and compared. A score is a sum, so it depends on every step: up to the level Medium scores
//! are the reference's, above it they are compatible with it rather than identical.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `units` | houses in the order of this scale |
//! | `queue`, `position` | singles as they come up; the position |
//! | `order` | in which order they come up while digits are given |
//! | `technique`, `step` | what a technique is, what is found by it |
//! | `ladder` | the techniques, a file for those of a kind, and the registry in their order |
//! | `sort` | the least of steps by an order that is not transitive |
//! | `finder` | the next step of a position |
//! | `library` | lines of HoDoKu's library, a position and a technique each |
//! | `path` | all steps to the solution, and the score |
//! | `wanted` | which scores are wanted |

/// The name of the scale.
pub const SCALE: &str = "hodoku";

/// The name of the scale without techniques that rest on there being one solution.
pub const SCALE_NU: &str = "hodoku-nu";

mod finder;
mod ladder;
mod library;
mod order;
mod path;
mod position;
mod queue;
mod sort;
mod step;
mod technique;
mod units;
mod wanted;

pub use ladder::{LADDER, by_slug, techniques};
pub use library::Example;
pub use path::{Path, Score, Start, Verdict, rate, rate_while, start, start_on};
pub use step::{Link, Part, Step};
pub use technique::{Level, Producer, Technique};
pub use wanted::Wanted;
