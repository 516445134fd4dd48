//! Images of puzzles.

use serde::Serialize;

use super::answer::Status;
use super::value::{Form, Written};
use crate::jobs::transform::Transformation;
use crate::puzzle::Puzzle;

/// An image of a puzzle.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Image {
    /// With several images of each puzzle: which, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image: Option<u64>,
    /// With canonical forms: the number of symmetries, digits included, that leave the puzzle as it
    /// is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub automorphisms: Option<u64>,
    /// `written`.
    pub status: Status,
    /// The houses of the image.
    pub layout: String,
    /// The operations that make it of the puzzle.
    pub transformation: String,
    /// The image.
    pub puzzle: Written,
}

impl Image {
    /// The image that a transformation makes.
    pub fn new(image: Puzzle, made: &Transformation, form: Form) -> Self {
        Image {
            image: None,
            automorphisms: None,
            status: Status::Written,
            layout: image.layout().spec().to_string(),
            transformation: made.to_string(),
            puzzle: Written::new(image, form),
        }
    }
}
