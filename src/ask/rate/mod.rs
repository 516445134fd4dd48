//! Ratings, steps and hints: how hard a puzzle is for people, and how it is solved by them.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `rated` | the rating, and which ratings are wanted |
//! | `hodoku` | score, level, steps and hints on the scale of HoDoKu |
//! | `steps`, `hint` | all steps; the next one, disclosed little by little |
//! | `step` | a step as a document |
//! | `asked` | what steps and hints are asked for |
//! | `marks`, `draw` | candidates by the parts they play; the grid drawn with them |
//! | `eureka`, `library` | a step in other notations |
//! | `notation`, `reason` | a step as `Naked Pair: 1,2 in r1c12 => r1c3<>1`; in a sentence |
//! | `replay`, `claims` | chains followed by other code; what a step claims, to be proved |
//! | `position` | the candidates between steps |
//! | `kind` | kinds of techniques; techniques by name |

mod asked;
mod claims;
mod draw;
mod eureka;
mod hint;
mod hodoku;
mod kind;
mod library;
mod marks;
mod notation;
mod position;
mod rated;
mod reason;
mod replay;
mod step;
mod steps;

pub use asked::{HintAsked, Notation, ScaleAsked, StepsAsked};
pub use hint::Hint;
pub use hodoku::{ScoreFilter, Scored, StepScored, TechniqueScored, levels, techniques_scored};
pub use kind::{Kind, TechniqueKnown, techniques_named};
pub use marks::{End, Link, Mark, Role};
pub use rated::{Rated, RatingFilter, TechniqueCount};
pub use step::{Candidate, NestedFound, NodeFound, StepFound};
pub use steps::Steps;

use super::answer::Status;
use crate::rate::{Verdict, tenths};

/// The status of a puzzle that has no rating.
fn unrated(verdict: &Verdict) -> Status {
    match verdict {
        Verdict::Filled => Status::Filled,
        Verdict::None => Status::None,
        Verdict::Several => Status::Multiple,
        _ => Status::Unknown,
    }
}

/// A rating as it is published, with one decimal.
pub(super) fn rounded(rating: f64) -> f64 {
    tenths(rating) / 10.0
}
