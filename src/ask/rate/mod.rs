//! Ratings, steps and hints: how hard a puzzle is for people, and how it is solved by them.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `rated` | the rating, and which ratings are wanted |
//! | `steps`, `hint` | all steps; the next one, disclosed little by little |
//! | `step` | a step as a document |
//! | `notation`, `reason` | a step as `Naked Pair: 1,2 in r1c12 => r1c3<>1`; in a sentence |
//! | `position` | the candidates between steps |
//! | `kind` | kinds of techniques; techniques by name |

mod hint;
mod kind;
mod notation;
mod position;
mod rated;
mod reason;
mod step;
mod steps;

pub use hint::Hint;
pub use kind::{Kind, TechniqueKnown, techniques_named};
pub use rated::{Rated, RatingFilter, TechniqueCount};
pub use step::{Candidate, NodeFound, StepFound};
pub use steps::Steps;

use super::answer::Status;
use crate::rate::{Verdict, shown};

/// The scale of ratings: that of Sudoku Explainer 1.2.1.
pub(super) const SCALE: &str = "se121";

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
    shown(rating).parse().unwrap_or(rating)
}
