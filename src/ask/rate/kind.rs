//! Kinds of techniques, and techniques by their names.

use serde::Serialize;

use crate::error::{Error, Result};
use crate::rate::{Technique, techniques};

/// A kind of technique: the first that a hint tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Kind {
    /// A digit with one place, or a cell with one candidate.
    Single,
    /// A digit that two houses share.
    Intersection,
    /// As many cells as digits.
    Subset,
    /// A digit in as many rows as columns.
    Fish,
    /// Two cells that a third one joins.
    Wing,
    /// A pattern that would have several solutions.
    Uniqueness,
    /// A digit that has two places in each of some houses.
    SingleDigit,
    /// The places of a digit in two colours, of which one is right.
    Color,
    /// Cells with one digit more than they are.
    AlmostLocked,
    /// Combinations of digits that other cells exclude.
    Exclusion,
    /// What follows from assumptions.
    Chain,
    /// What a rule beside the houses excludes.
    Rule,
    /// The solution itself, or all ways to place a digit.
    Guess,
}

impl Kind {
    /// All kinds, in the order of their easiest techniques.
    pub const ALL: [Kind; 13] = [
        Kind::Single,
        Kind::Intersection,
        Kind::Subset,
        Kind::Fish,
        Kind::Wing,
        Kind::Uniqueness,
        Kind::SingleDigit,
        Kind::Color,
        Kind::AlmostLocked,
        Kind::Exclusion,
        Kind::Chain,
        Kind::Rule,
        Kind::Guess,
    ];

    /// The kind of a technique.
    pub fn of(technique: &Technique) -> Self {
        let slug = technique.slug;
        let has = |parts: &[&str]| parts.iter().any(|part| slug.contains(part));
        if has(&["single", "last-cell"]) {
            Kind::Single
        } else if has(&["pointing", "claiming"]) {
            Kind::Intersection
        } else if has(&["aligned"]) {
            Kind::Exclusion
        } else if slug == "rule" {
            Kind::Rule
        } else if has(&["pair", "triplet", "quad", "-set"]) {
            Kind::Subset
        } else if has(&["xy-wing", "xyz-wing"]) {
            Kind::Wing
        } else if has(&["x-wing", "fish"]) {
            Kind::Fish
        } else if has(&["unique", "bug"]) {
            Kind::Uniqueness
        } else {
            Kind::Chain
        }
    }

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Single => "single",
            Kind::Intersection => "intersection",
            Kind::Subset => "subset",
            Kind::Fish => "fish",
            Kind::Wing => "wing",
            Kind::Uniqueness => "uniqueness",
            Kind::SingleDigit => "single-digit",
            Kind::Color => "color",
            Kind::AlmostLocked => "almost-locked",
            Kind::Exclusion => "exclusion",
            Kind::Chain => "chain",
            Kind::Rule => "rule",
            Kind::Guess => "guess",
        }
    }

    /// One line for hints and help texts.
    pub fn about(self) -> &'static str {
        match self {
            Kind::Single => "a digit with one place in a house, or a cell with one candidate",
            Kind::Intersection => "a digit whose places in a house are all in another house too",
            Kind::Subset => "some cells of a house, and as many digits",
            Kind::Fish => "a digit whose places in some lines are in as many lines across",
            Kind::Wing => "two cells with a digit in common, joined by a third",
            Kind::Uniqueness => "a pattern that would leave several solutions",
            Kind::SingleDigit => "a digit with two places in each of two houses",
            Kind::Color => "the places of a digit in two colours, of which one is right",
            Kind::AlmostLocked => "cells of a house with one candidate more than they are",
            Kind::Guess => "the solution itself, or all ways to place a digit",
            Kind::Exclusion => "cells whose combinations are excluded by others",
            Kind::Rule => "what a rule beside the houses excludes",
            Kind::Chain => "what follows from assuming a candidate, or its absence",
        }
    }
}

/// A technique of the scale.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TechniqueKnown {
    /// Its name in options and documents, such as `hidden-pair`.
    pub technique: &'static str,
    /// Its kind.
    pub kind: Kind,
    /// Its name in texts.
    pub name: &'static str,
    /// The rating of a step; where it grows with a length, what it begins at.
    pub rating: f64,
    /// Whether it takes for granted that there is one solution.
    pub unique: bool,
}

impl TechniqueKnown {
    /// A technique as a document.
    pub fn new(technique: &Technique) -> Self {
        let Technique { slug, name, rating, unique } = *technique;
        TechniqueKnown { technique: slug, kind: Kind::of(technique), name, rating, unique }
    }
}

/// The techniques of a name: a slug such as `x-wing`, the beginning that several share such as
/// `hidden-single`, or a kind such as `chain`.
///
/// # Errors
/// If there are none; the nearest name is told.
pub fn techniques_named(name: &str) -> Result<Vec<&'static Technique>> {
    named(name, techniques().map(|it| (it, it.slug, Kind::of(it))))
}

/// The same of any techniques, with their slugs and kinds.
pub(super) fn named<T>(
    name: &str,
    all: impl Iterator<Item = (T, &'static str, Kind)>,
) -> Result<Vec<T>> {
    let all: Vec<_> = all.collect();
    let begins = |slug: &str| slug.strip_prefix(name).is_some_and(|rest| rest.starts_with('-'));
    let exact = all.iter().any(|(_, slug, _)| *slug == name);
    let fits = |slug: &str, kind: Kind| {
        if exact { slug == name } else { kind.name() == name || begins(slug) }
    };
    if all.iter().any(|(_, slug, kind)| fits(slug, *kind)) {
        let found = all.into_iter().filter(|(_, slug, kind)| fits(slug, *kind));
        return Ok(found.map(|it| it.0).collect());
    }
    let names = all.iter().flat_map(|(_, slug, kind)| [*slug, kind.name()]);
    let nearest = names.min_by_key(|known| distance(known, name)).unwrap_or_default();
    Err(Error::input(format!("no technique `{name}`; the nearest is `{nearest}`")))
}

/// How many characters differ between two words: put in, left out or exchanged.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, a) in one.chars().enumerate() {
        let mut before = row[0];
        row[0] = i + 1;
        for (j, b) in other.iter().enumerate() {
            let exchanged = before + usize::from(a != *b);
            before = row[j + 1];
            row[j + 1] = exchanged.min(row[j] + 1).min(before + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_technique_is_found_by_its_name_and_kind() {
        for technique in techniques() {
            let found = techniques_named(technique.slug).unwrap();
            assert!(found.iter().any(|it| it.slug == technique.slug), "{}", technique.slug);
            let of_kind = techniques_named(Kind::of(technique).name()).unwrap();
            assert!(of_kind.iter().any(|it| it.slug == technique.slug), "{}", technique.slug);
        }
        assert_eq!(techniques_named("hidden-single").unwrap().len(), 2);
        assert_eq!(techniques_named("x-wing").unwrap().len(), 1);
    }

    #[test]
    fn each_kind_has_techniques() {
        for kind in Kind::ALL {
            let scored = crate::rate::hodoku::techniques().any(|it| Kind::of_scored(it) == kind);
            assert!(scored || techniques().any(|it| Kind::of(it) == kind), "{kind:?}");
        }
        let chains = techniques().filter(|it| Kind::of(it) == Kind::Chain);
        for chain in chains {
            let words = ["chain", "cycle", "nishio", "trial"];
            assert!(words.iter().any(|word| chain.slug.contains(word)), "{}", chain.slug);
        }
    }

    #[test]
    fn a_wrong_name_is_told_the_nearest() {
        let error = techniques_named("sword-fish").unwrap_err().to_string();
        assert!(error.contains("`swordfish`"), "{error}");
    }
}
