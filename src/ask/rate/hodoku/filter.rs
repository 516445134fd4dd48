//! Which scores and levels are wanted.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::techniques_scored;
use crate::error::{Error, Result};
use crate::rate::hodoku::{Level, Wanted};

/// Which scores and levels of the scale of HoDoKu are wanted; all, if nothing is said.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct ScoreFilter {
    /// The least score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<u32>,
    /// The highest score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<u32>,
    /// The level, such as `hard`, or a range such as `medium..unfair`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
    /// Techniques, each of which there is a step of: slugs such as `x-wing`, what several slugs
    /// begin with such as `uniqueness-test`, or kinds such as `chain`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub uses: Vec<String>,
    /// Techniques that there is no step of.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<String>,
    /// Leave out techniques that rest on there being one solution: the scale is `hodoku-nu`.
    pub no_uniqueness: bool,
    /// Tell the steps too.
    pub steps: bool,
}

/// A level, or a range of levels such as `medium..unfair`.
///
/// # Errors
/// If there are none such.
pub fn levels(text: &str) -> Result<RangeInclusive<Level>> {
    let level = |word: &str| {
        let is_it = |level: &Level| level.name().eq_ignore_ascii_case(word.trim());
        Level::ALL.into_iter().find(is_it)
    };
    let range = match text.split_once("..") {
        None => level(text).map(|it| it..=it),
        Some((least, most)) => level(least).zip(level(most)).map(|(least, most)| least..=most),
    };
    let range = range.filter(|range| !range.is_empty());
    let words = "easy, medium, hard, unfair, extreme, or a range such as medium..unfair";
    range.ok_or_else(|| Error::input(format!("`{text}`: expected a level: {words}")))
}

impl ScoreFilter {
    /// Whether all scores are wanted.
    pub fn is_empty(&self) -> bool {
        let (no_uniqueness, steps) = (self.no_uniqueness, self.steps);
        *self == ScoreFilter { no_uniqueness, steps, ..ScoreFilter::default() }
    }

    /// The same with its techniques looked up.
    ///
    /// # Errors
    /// If a level or a technique is not known.
    pub fn wanted(&self) -> Result<Wanted> {
        let named = |names: &[String]| -> Result<Vec<_>> {
            names.iter().map(|name| techniques_scored(name)).collect()
        };
        let level = self.level.as_deref().map(levels).transpose()?;
        Ok(Wanted {
            score: self.min.unwrap_or(0)..=self.max.unwrap_or(u32::MAX),
            level: level.unwrap_or(Level::Easy..=Level::Extreme),
            uses: named(&self.uses)?,
            without: named(&self.without)?.concat(),
            no_uniqueness: self.no_uniqueness,
        })
    }
}
