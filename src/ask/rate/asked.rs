//! What steps and hints are asked for.

use serde::{Deserialize, Serialize};

use super::Hint;
use super::steps::is_classic;
use crate::error::{Error, Result};
use crate::puzzle::Puzzle;
use crate::rate::Scale;
use crate::rate::hodoku::{SCALE, SCALE_NU};

/// How steps are written on a line.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Notation {
    /// That of HoDoKu: `Naked Pair: 1,2 in r1c12 => r1c3<>1`.
    #[default]
    Hodoku,
    /// Eureka: `(7=4)r2c3 - r2c7 = r5c7 - (4=7)r5c1 => -7 r4c3`.
    Eureka,
    /// A line of HoDoKu's library, which has the position and what follows from it.
    Library,
}

impl Notation {
    /// All of them.
    pub const ALL: [Notation; 3] = [Notation::Hodoku, Notation::Eureka, Notation::Library];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Notation::Hodoku => "hodoku",
            Notation::Eureka => "eureka",
            Notation::Library => "library",
        }
    }

    /// One line for help texts.
    pub fn about(self) -> &'static str {
        match self {
            Notation::Hodoku => "Naked Pair: 1,2 in r1c12 => r1c3<>1",
            Notation::Eureka => "chains as (7=4)r2c3 - r2c7 = r5c7 - (4=7)r5c1 => -7 r4c3",
            Notation::Library => "a line of HoDoKu's library: the position and what follows",
        }
    }

    /// Refuses a puzzle whose steps it cannot hold.
    pub(super) fn holds(self, puzzle: &Puzzle) -> Result<()> {
        if self == Notation::Library && !is_classic(puzzle) {
            return Err(Error::unsupported("lines of the library are of plain 9×9"));
        }
        Ok(())
    }
}

/// Which steps are told, and how.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct StepsAsked {
    /// The scale. On that of HoDoKu the answer is a `score` with steps.
    pub scale: ScaleAsked,
    /// On the scale of Sudoku Explainer: end with the first step that is rated so or higher. With `all`: tell steps by techniques
    /// whose ratings begin below it; below 9.0 by default, unless techniques are named. On the scale
    /// of HoDoKu these are the techniques that are rated, below the level Extreme.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<f64>,
    /// Tell the steps by these techniques alone: slugs such as `x-wing`, what several slugs
    /// begin with such as `hidden-single`, or kinds such as `chain`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub only: Vec<String>,
    /// Tell what could be the next step, in place of a path: all steps in the position as it is.
    pub all: bool,
    /// Leave out techniques that rest on there being one solution: the scale is `se121-nu` or
    /// `hodoku-nu`.
    pub no_uniqueness: bool,
    /// How steps are written.
    pub notation: Notation,
}

/// The scale whose techniques are looked for, in its order.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ScaleAsked {
    /// That of Sudoku Explainer 1.2.1, or the one for other layouts.
    #[default]
    Se121,
    /// That of HoDoKu.
    Hodoku,
}

/// How much of the next step is told, and how.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct HintAsked {
    /// How much is told: 1 the kind, 2 the technique, 3 where, 4 the pattern, 5 all.
    pub level: u8,
    /// The puzzle as it was given, in any form that is read: entries and marks are held against
    /// its solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub givens: Option<String>,
    /// The scale.
    pub scale: ScaleAsked,
    /// Leave out techniques that rest on there being one solution: the scale is `se121-nu` or
    /// `hodoku-nu`.
    pub no_uniqueness: bool,
    /// How the step is written.
    pub notation: Notation,
}

impl Default for HintAsked {
    fn default() -> Self {
        let level = *Hint::LEVELS.end();
        let (scale, notation) = (ScaleAsked::default(), Notation::default());
        HintAsked { level, givens: None, scale, no_uniqueness: false, notation }
    }
}

/// The name of the scale of HoDoKu, with or without techniques that rest on there being one solution.
pub(super) fn scale_of_hodoku(no_uniqueness: bool) -> &'static str {
    if no_uniqueness { SCALE_NU } else { SCALE }
}

/// The scale of a puzzle, with or without techniques that rest on there being one solution.
pub(super) fn scale(puzzle: &Puzzle, no_uniqueness: bool) -> Scale {
    match no_uniqueness {
        true if !is_classic(puzzle) => Scale::SeGeneralNu,
        false if !is_classic(puzzle) => Scale::SeGeneral,
        true => Scale::Se121Nu,
        false => Scale::Se121,
    }
}
