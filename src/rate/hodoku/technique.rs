//! What a technique is to the registry: its name, its level and score, and how its steps are found.

use std::cmp::Ordering;
use std::fmt;
use std::ops::ControlFlow;

use super::finder::Finder;
use super::step::Step;

/// How hard a puzzle is: the highest level of a step, or higher if the score is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Singles.
    Easy,
    /// Intersections, pairs and triples.
    Medium,
    /// Fish, wings, single-digit patterns, uniqueness, colours.
    Hard,
    /// Chains, almost locked sets, large fish.
    Unfair,
    /// Forcing chains and nets, brute force.
    Extreme,
}

impl Level {
    /// All levels, from easy to hard.
    pub const ALL: [Level; 5] =
        [Level::Easy, Level::Medium, Level::Hard, Level::Unfair, Level::Extreme];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Level::Easy => "Easy",
            Level::Medium => "Medium",
            Level::Hard => "Hard",
            Level::Unfair => "Unfair",
            Level::Extreme => "Extreme",
        }
    }

    /// The highest score of a puzzle of this level.
    pub fn most(self) -> u32 {
        match self {
            Level::Easy => 800,
            Level::Medium => 1000,
            Level::Hard => 1600,
            Level::Unfair => 1800,
            Level::Extreme => u32::MAX,
        }
    }

    /// The level of a score, where no step has a higher one.
    #[must_use]
    pub fn of(self, score: u32) -> Self {
        let fits = Level::ALL.into_iter().find(|level| *level >= self && score <= level.most());
        fits.unwrap_or(Level::Extreme)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A technique of the scale.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Technique {
    /// Its name in options and documents, such as `hidden-single`; stable.
    pub slug: &'static str,
    /// Its name in texts, as HoDoKu has it.
    pub name: &'static str,
    /// Its number in HoDoKu's library of examples, such as `0801`; empty if it has none.
    pub code: &'static str,
    /// The level of a puzzle that needs it, or a higher one.
    pub level: Level,
    /// What a step adds to the score.
    pub score: u32,
    /// Whether it is looked for when a puzzle is rated.
    pub rated: bool,
    /// Whether it is right only if the puzzle has one solution.
    pub unique: bool,
}

impl Technique {
    pub(super) const fn new(
        (code, slug, name): (&'static str, &'static str, &'static str),
        level: Level,
        score: u32,
    ) -> Self {
        Technique { slug, name, code, level, score, rated: true, unique: false }
    }

    /// The same, not looked for when a puzzle is rated.
    pub(super) const fn off(self) -> Self {
        Technique { rated: false, ..self }
    }

    /// The same, right only where there is one solution.
    pub(super) const fn unique(self) -> Self {
        Technique { unique: true, ..self }
    }
}

/// What goes on after a step that was found.
pub(super) type Flow = ControlFlow<()>;

/// Takes steps as they are found, until it has seen enough.
pub(super) type Take<'a> = &'a mut dyn FnMut(Step) -> Flow;

/// Techniques that are looked for together. What they add to the score is that of the first.
#[derive(Debug, Clone, Copy)]
pub struct Producer {
    /// The techniques.
    pub techniques: &'static [&'static Technique],
    /// Others whose steps it takes too.
    pub(super) also: &'static [&'static Technique],
    /// Goes through their steps in order; may meet steps of other techniques, which do not count.
    pub(super) visit: fn(&Finder, Take<'_>) -> Flow,
    /// Which of the steps is taken: the first that is found, or the least, of equals the first.
    pub(super) order: Option<fn(&Step, &Step) -> Ordering>,
}

impl Producer {
    /// Whether it takes the steps of a technique.
    pub(super) fn takes(&self, technique: &Technique) -> bool {
        self.techniques.iter().chain(self.also).any(|it| it.slug == technique.slug)
    }
}
