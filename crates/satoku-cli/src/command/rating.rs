//! Which ratings are wanted, as options.

use std::ops::RangeInclusive;

use anyhow::Context;
use clap::{ArgGroup, Args};

use super::scale::{Scale, only_hodoku, refuse, scales};
use super::techniques::technique;
use satoku::ask::{RatingFilter, ScoreFilter, levels};
use satoku::jobs::generate::WantedRating;

/// Ratings of puzzles to be generated.
#[derive(Debug, Args)]
#[command(next_help_heading = "Rating (plain 9x9)")]
#[command(group(ArgGroup::new("ordered").args(["rating", "level"]).multiple(true)))]
pub(super) struct RatingArgs {
    /// ER, the rating of the hardest step: X, or a range LO..HI; with --scale hodoku the score
    #[arg(long, value_name = "LO..HI", value_parser = amounts)]
    rating: Option<RangeInclusive<f64>>,
    /// The scale [default: se121]
    #[arg(long, value_name = "SCALE", value_parser = scales(), requires = "ordered")]
    scale: Option<Scale>,
    /// The level on the scale of HoDoKu: easy, medium, hard, unfair or extreme, or a range LO..HI
    #[arg(long, value_name = "LEVEL", value_parser = level, requires = "scale")]
    level: Option<String>,
    /// EP, the highest rating up to the first digit that is placed
    #[arg(long, value_name = "LO..HI", value_parser = ratings, requires = "rating")]
    ep: Option<RangeInclusive<f64>>,
    /// ED, the rating of the first step
    #[arg(long, value_name = "LO..HI", value_parser = ratings, requires = "rating")]
    ed: Option<RangeInclusive<f64>>,
    /// Have a step by TECHNIQUE (repeatable: by each of them)
    #[arg(long, value_name = "TECHNIQUE", value_parser = technique, requires = "ordered")]
    uses: Vec<String>,
    /// Have no step by TECHNIQUE (repeatable)
    #[arg(long, value_name = "TECHNIQUE", value_parser = technique, requires = "ordered")]
    without: Vec<String>,
    /// Have ER equal to EP
    #[arg(long, requires = "rating")]
    pearl: bool,
    /// Have ER equal to EP and ED
    #[arg(long, requires = "rating")]
    diamond: bool,
    /// Leave out techniques that rest on there being one solution: the scale is se121-nu or
    /// hodoku-nu
    #[arg(long, requires = "ordered")]
    no_uniqueness: bool,
}

impl RatingArgs {
    /// The ratings that are wanted, if it matters.
    ///
    /// # Errors
    /// If an option belongs to the other scale.
    pub(super) fn wanted(&self) -> anyhow::Result<Option<WantedRating>> {
        let (rating, level) = (self.rating.as_ref(), self.level.clone());
        if rating.is_none() && level.is_none() {
            return Ok(None);
        }
        let (min, max) = (rating.map(|it| *it.start()), rating.map(|it| *it.end()));
        let (uses, without) = (self.uses.clone(), self.without.clone());
        if self.scale == Some(Scale::Hodoku) {
            let flags = [self.pearl, self.diamond];
            let chooses = self.ep.is_some() || self.ed.is_some() || flags.contains(&true);
            refuse(chooses, "--ep, --ed, --pearl and --diamond")?;
            let (min, max) = (score("--rating", min)?, score("--rating", max)?);
            let no_uniqueness = self.no_uniqueness;
            let filter =
                ScoreFilter { min, max, level, uses, without, no_uniqueness, steps: false };
            return Ok(Some(known(filter.wanted())?.into()));
        }
        only_hodoku(level.is_some(), "--level")?;
        let filter = RatingFilter {
            min: er("--rating", min)?,
            max: er("--rating", max)?,
            ep: ends(self.ep.as_ref()),
            ed: ends(self.ed.as_ref()),
            uses,
            without,
            pearl: self.pearl,
            diamond: self.diamond,
            no_uniqueness: self.no_uniqueness,
            branches: None,
        };
        Ok(Some(known(filter.wanted())?.into()))
    }
}

/// An amount as a rating.
pub(super) fn er(option: &str, amount: Option<f64>) -> anyhow::Result<Option<f64>> {
    let fits = amount.is_none_or(|it| it <= MOST);
    anyhow::ensure!(fits, "{option}: expected a rating, such as 4.5, to {MOST}");
    Ok(amount)
}

/// An amount as a score.
pub(super) fn score(option: &str, amount: Option<f64>) -> anyhow::Result<Option<u32>> {
    // A number that is not whole has a point.
    let whole = |it: f64| it.to_string().parse::<u32>().ok();
    let score = |it| whole(it).with_context(|| format!("{option}: a score is a whole number"));
    amount.map(score).transpose()
}

/// What is wanted, if the scale has the techniques.
pub(super) fn known<T>(wanted: satoku::Result<T>) -> anyhow::Result<T> {
    wanted.context("--uses, --without")
}

/// The ends of a range.
pub(super) fn ends(range: Option<&RangeInclusive<f64>>) -> Option<(f64, f64)> {
    range.map(|range| (*range.start(), *range.end()))
}

/// The highest rating there is.
const MOST: f64 = 20.0;

/// A rating in an option.
pub(super) fn rating(text: &str) -> Result<f64, String> {
    let rating = text.trim().parse().ok().filter(|rating| (0.0..=MOST).contains(rating));
    rating.ok_or_else(|| "expected a rating, such as 4.5".to_owned())
}

/// A rating or a score in an option; which of them the scale says.
pub(super) fn amount(text: &str) -> Result<f64, String> {
    let amount = text.trim().parse().ok().filter(|amount| (0.0..=1e9).contains(amount));
    amount.ok_or_else(|| "expected a rating, such as 4.5, or a score".to_owned())
}

/// A range of ratings in an option.
pub(super) fn ratings(text: &str) -> Result<RangeInclusive<f64>, String> {
    range(text, rating).ok_or("expected a rating, or a range such as 6.5..7.4".to_owned())
}

/// A range of ratings or scores in an option.
pub(super) fn amounts(text: &str) -> Result<RangeInclusive<f64>, String> {
    let words = "expected a rating or a score, or a range such as 6.5..7.4";
    range(text, amount).ok_or(words.to_owned())
}

fn range(text: &str, one: impl Fn(&str) -> Result<f64, String>) -> Option<RangeInclusive<f64>> {
    let range = match text.split_once("..") {
        None => one(text).ok().map(|it| it..=it),
        Some((least, most)) => one(least).ok().zip(one(most).ok()).map(|(a, b)| a..=b),
    };
    range.filter(|range| !range.is_empty())
}

/// A level or a range of them in an option.
pub(super) fn level(text: &str) -> satoku::Result<String> {
    levels(text)?;
    Ok(text.to_owned())
}
