//! Puzzles as formulas: the encodings, and the map from candidates to literals that they share.

mod vars;

pub use vars::{Atom, VarMap};
