//! What a technique is to the registry, and what is to be found by it.

use std::ops::ControlFlow;

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
    /// Hands out steps in the order of Sudoku Explainer, as long as they are taken.
    pub(super) find: fn(&mut Finder, &mut Sink) -> ControlFlow<()>,
}

/// Where steps go as they are found: the first is kept, or all are.
#[derive(Debug, Default)]
pub(super) struct Sink {
    first: Option<Step>,
    /// All of them, where they are wanted.
    all: Option<Vec<Step>>,
}

impl Sink {
    /// One that takes the first step.
    pub(super) const FIRST: Sink = Sink { first: None, all: None };

    /// One that takes all steps.
    pub(super) fn all() -> Self {
        Sink { first: None, all: Some(Vec::new()) }
    }

    /// Whether all steps are wanted.
    pub(super) fn wants_all(&self) -> bool {
        self.all.is_some()
    }

    /// Takes a step; breaks off if no more are wanted.
    pub(super) fn take(&mut self, step: Step) -> ControlFlow<()> {
        let Some(all) = &mut self.all else {
            self.first = Some(step);
            return ControlFlow::Break(());
        };
        all.push(step);
        ControlFlow::Continue(())
    }

    /// The first step, where that alone was wanted.
    pub(super) fn into_first(self) -> Option<Step> {
        self.first
    }

    /// All steps, where they were wanted.
    pub(super) fn into_all(self) -> Vec<Step> {
        self.all.unwrap_or_default()
    }
}
