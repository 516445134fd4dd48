//! What a technique is to the registry, and what is to be found by it.

use super::finder::Finder;
use super::step::Step;

/// A technique of the scale.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Technique {
    /// Its name in options and documents, such as `hidden-single`; stable.
    pub slug: &'static str,
    /// Its name in texts.
    pub name: &'static str,
    /// The rating of a step, or what the rating of a chain or loop begins at.
    pub rating: f64,
    /// Whether it is right only if the puzzle has one solution.
    pub unique: bool,
}

impl Technique {
    pub(super) const fn new(slug: &'static str, name: &'static str, rating: f64) -> Self {
        Technique { slug, name, rating, unique: false }
    }

    pub(super) const fn unique(slug: &'static str, name: &'static str, rating: f64) -> Self {
        Technique { slug, name, rating, unique: true }
    }
}

/// Techniques that are looked for together: the first step that is found is taken.
#[derive(Debug, Clone, Copy)]
pub struct Producer {
    /// The techniques, from easy to hard.
    pub techniques: &'static [&'static Technique],
    /// The first step in the order of Sudoku Explainer, if there is one.
    pub(super) find: fn(&mut Finder) -> Option<Step>,
}
