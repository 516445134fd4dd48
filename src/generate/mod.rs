//! Puzzles made to order.

pub(crate) mod full;
mod mix;
