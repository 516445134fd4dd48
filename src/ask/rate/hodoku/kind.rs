//! Kinds of the techniques of this scale, and techniques by their names.

use super::super::Kind;
use super::super::kind::named;
use crate::error::Result;
use crate::rate::hodoku::{Technique, techniques};

impl Kind {
    /// The kind of a technique of the scale of HoDoKu.
    pub fn of_scored(technique: &Technique) -> Self {
        let slug = technique.slug;
        let has = |parts: &[&str]| parts.iter().any(|part| slug.contains(part));
        if has(&["single", "full-house"]) {
            Kind::Single
        } else if has(&["locked-candidates"]) {
            Kind::Intersection
        } else if has(&["remote-pair"]) {
            Kind::Chain
        } else if has(&["naked", "hidden-pair", "hidden-triple", "hidden-quad", "locked-"]) {
            Kind::Subset
        } else if has(&["als-", "death-blossom", "sue-de-coq"]) {
            Kind::AlmostLocked
        } else if has(&["w-wing", "xy-wing", "xyz-wing"]) {
            Kind::Wing
        } else if has(&["skyscraper", "kite", "empty-rectangle", "turbot"]) {
            Kind::SingleDigit
        } else if has(&["unique", "bug", "rectangle"]) {
            Kind::Uniqueness
        } else if has(&["colors"]) {
            Kind::Color
        } else if has(&["chain", "loop", "aic", "net"]) {
            Kind::Chain
        } else if has(&["template", "brute"]) {
            Kind::Guess
        } else {
            Kind::Fish
        }
    }
}

/// The techniques of a name on the scale of HoDoKu: a slug such as `x-wing`, the beginning that several
/// share such as `uniqueness-test`, or a kind such as `chain`.
///
/// # Errors
/// If there are none; the nearest name is told.
pub fn techniques_scored(name: &str) -> Result<Vec<&'static Technique>> {
    named(name, techniques().map(|it| (it, it.slug, Kind::of_scored(it))))
}

/// The same as far as they are looked for in a position: those that are not rated by their own slugs
/// alone, since larger fish take long.
///
/// # Errors
/// If there are none; the nearest name is told.
pub(super) fn techniques_looked_for(name: &str) -> Result<Vec<&'static Technique>> {
    let mut found = techniques_scored(name)?;
    let several = found.len() > 1;
    if several && found.iter().any(|it| it.rated) {
        found.retain(|it| it.rated);
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_technique_is_found_by_its_name_and_kind() {
        for technique in techniques() {
            let found = techniques_scored(technique.slug).unwrap();
            assert!(found.iter().any(|it| it.slug == technique.slug), "{}", technique.slug);
            let of_kind = techniques_scored(Kind::of_scored(technique).name()).unwrap();
            assert!(of_kind.iter().any(|it| it.slug == technique.slug), "{}", technique.slug);
        }
        assert_eq!(techniques_scored("uniqueness-test").unwrap().len(), 6);
        let error = techniques_scored("x-wings").unwrap_err().to_string();
        assert!(error.contains("`x-wing`"), "{error}");
    }

    #[test]
    fn fish_are_what_is_left() {
        let parts = ["wing", "fish", "squirmbag", "whale", "leviathan"];
        for fish in techniques().filter(|it| Kind::of_scored(it) == Kind::Fish) {
            assert!(parts.iter().any(|part| fish.slug.contains(part)), "{}", fish.slug);
        }
    }
}
