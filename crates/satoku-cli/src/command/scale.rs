//! The scale of ratings, as an option.

use clap::builder::TypedValueParser;

use crate::options::named;
use satoku::ask::ScaleAsked;

/// A scale of ratings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scale {
    Se121,
    Hodoku,
}

/// The names of scales.
pub(super) fn scales() -> impl TypedValueParser<Value = Scale> {
    let hodoku = "hodoku";
    let scales = [
        ("se121", "ER/EP/ED, as Sudoku Explainer 1.2.1"),
        (hodoku, "score and level, compatible with HoDoKu 2.2"),
    ];
    named(scales.into_iter())
        .map(move |word: String| if word == hodoku { Scale::Hodoku } else { Scale::Se121 })
}

/// The scale that is asked for.
pub(super) fn asked(scale: Option<Scale>) -> ScaleAsked {
    if scale == Some(Scale::Hodoku) { ScaleAsked::Hodoku } else { ScaleAsked::Se121 }
}

/// Refuses an option that only the scale of HoDoKu has.
pub(super) fn only_hodoku(given: bool, options: &str) -> anyhow::Result<()> {
    anyhow::ensure!(!given, "{options}: with --scale hodoku");
    Ok(())
}

/// Refuses an option that the scale of HoDoKu leaves nothing to do.
pub(super) fn refuse(given: bool, options: &str) -> anyhow::Result<()> {
    anyhow::ensure!(!given, "--scale hodoku: {options} belong to the scale se121");
    Ok(())
}
