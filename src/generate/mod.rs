//! Puzzles made to order.
#![cfg_attr(
    not(test),
    allow(dead_code, reason = "complete grids come before puzzles made of them")
)]

pub(crate) mod full;
mod mix;
