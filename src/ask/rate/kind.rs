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
    /// Combinations of digits that other cells exclude.
    Exclusion,
    /// What follows from assumptions.
    Chain,
    /// What a rule beside the houses excludes.
    Rule,
}

impl Kind {
    /// All kinds, in the order of their easiest techniques.
    pub const ALL: [Kind; 9] = [
        Kind::Single,
        Kind::Intersection,
        Kind::Subset,
        Kind::Fish,
        Kind::Wing,
        Kind::Uniqueness,
        Kind::Exclusion,
        Kind::Chain,
        Kind::Rule,
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
            Kind::Exclusion => "exclusion",
            Kind::Chain => "chain",
            Kind::Rule => "rule",
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
    let begins = |slug: &str| slug.strip_prefix(name).is_some_and(|rest| rest.starts_with('-'));
    let exact: Vec<_> = techniques().filter(|technique| technique.slug == name).collect();
    if !exact.is_empty() {
        return Ok(exact);
    }
    let fits = |it: &&Technique| Kind::of(it).name() == name || begins(it.slug);
    let found: Vec<_> = techniques().filter(fits).collect();
    if !found.is_empty() {
        return Ok(found);
    }
    let names = techniques().map(|it| it.slug).chain(Kind::ALL.map(Kind::name));
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
            assert!(techniques().any(|technique| Kind::of(technique) == kind), "{kind:?}");
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
