//! Scores, steps and hints on the scale of HoDoKu.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `scored` | score and level, with the steps that make them up |
//! | `filter` | which of them are wanted |
//! | `step` | a step as a document |
//! | `notation` | a step as `Naked Pair: 1,2 in r1c12 => r1c3<>1` |
//! | `eureka`, `library` | a step in other notations |
//! | `reason`, `pattern`, `chains` | in a sentence: why it is right |
//! | `hint` | the next step, disclosed little by little |
//! | `kind` | kinds of techniques; techniques by name |

mod chains;
mod eureka;
mod filter;
mod hint;
mod kind;
mod library;
mod notation;
mod pattern;
mod reason;
mod scored;
mod step;

pub use filter::{ScoreFilter, levels};
pub(super) use hint::hint;
pub use kind::techniques_scored;
pub use scored::{Scored, TechniqueScored};
pub use step::StepScored;
