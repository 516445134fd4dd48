//! What can be asked of puzzles: short functions above the engines, and longer ones.
//!
//! | module | what lives there |
//! | --- | --- |
//! | [`answer`] | a solution, how many, only one? |
//! | [`explain`] | why a puzzle has no solution, several, or one |
//! | [`candidates`] | what all solutions have in common: true candidates, backbone |
//! | [`estimate`] | how many solutions there are, roughly |
//! | [`branches`] | how hard a puzzle is for a search |
//! | [`minimize`] | clues taken out for as long as there is one solution |
//! | [`mod@generate`] | random complete grids, puzzles made to order |
//! | [`transform`] | symmetries of puzzles, canonical forms |
//! | [`prove`] | certificates made; `satoku_check` checks them |
//! | [`cubes`] | a puzzle split into parts |
//! | [`batch`] | streams of puzzles over threads, in order |

pub mod answer;
pub mod batch;
pub mod branches;
pub mod candidates;
pub mod cubes;
pub mod estimate;
pub mod explain;
pub mod generate;
pub mod minimize;
pub mod prove;
mod short;
pub mod transform;

pub use short::generate as generate_one;
