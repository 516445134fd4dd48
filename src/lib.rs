//! satoku
pub mod cnf;
pub mod constraint;
pub mod encode;
mod error;
pub mod format;
pub mod grid;
mod puzzle;

pub use error::{Error, Location, Result};
pub use format::parse;
pub use grid::{Cell, Digit, Layout, LayoutSpec};
pub use puzzle::{Puzzle, Solution, Violation};
