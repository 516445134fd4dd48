//! Which ratings are wanted, as options.

use std::ops::RangeInclusive;

use clap::Args;

use super::techniques::technique;
use satoku::ask::RatingFilter;

/// Ratings of puzzles to be generated.
#[derive(Debug, Args)]
#[command(next_help_heading = "Rating (plain 9x9, by the scale of Sudoku Explainer 1.2.1)")]
pub(super) struct RatingArgs {
    /// ER, the rating of the hardest step: X, or a range LO..HI
    #[arg(long, value_name = "LO..HI", value_parser = ratings)]
    rating: Option<RangeInclusive<f64>>,
    /// EP, the highest rating up to the first digit that is placed
    #[arg(long, value_name = "LO..HI", value_parser = ratings, requires = "rating")]
    ep: Option<RangeInclusive<f64>>,
    /// ED, the rating of the first step
    #[arg(long, value_name = "LO..HI", value_parser = ratings, requires = "rating")]
    ed: Option<RangeInclusive<f64>>,
    /// Have a step by TECHNIQUE (repeatable: by each of them)
    #[arg(long, value_name = "TECHNIQUE", value_parser = technique, requires = "rating")]
    uses: Vec<String>,
    /// Have no step by TECHNIQUE (repeatable)
    #[arg(long, value_name = "TECHNIQUE", value_parser = technique, requires = "rating")]
    without: Vec<String>,
    /// Have ER equal to EP
    #[arg(long, requires = "rating")]
    pearl: bool,
    /// Have ER equal to EP and ED
    #[arg(long, requires = "rating")]
    diamond: bool,
    /// Leave out techniques that rest on there being one solution: the scale is se121-nu
    #[arg(long, requires = "rating")]
    no_uniqueness: bool,
}

impl RatingArgs {
    /// The ratings that are wanted, if it matters.
    pub(super) fn filter(&self) -> Option<RatingFilter> {
        let rating = self.rating.as_ref()?;
        Some(RatingFilter {
            min: Some(*rating.start()),
            max: Some(*rating.end()),
            ep: ends(self.ep.as_ref()),
            ed: ends(self.ed.as_ref()),
            uses: self.uses.clone(),
            without: self.without.clone(),
            pearl: self.pearl,
            diamond: self.diamond,
            no_uniqueness: self.no_uniqueness,
            branches: None,
        })
    }
}

/// The ends of a range.
pub(super) fn ends(range: Option<&RangeInclusive<f64>>) -> Option<(f64, f64)> {
    range.map(|range| (*range.start(), *range.end()))
}

/// A rating in an option.
pub(super) fn rating(text: &str) -> Result<f64, String> {
    let rating = text.trim().parse().ok().filter(|rating| (0.0..=20.0).contains(rating));
    rating.ok_or_else(|| "expected a rating, such as 4.5".to_owned())
}

/// A range of ratings in an option.
pub(super) fn ratings(text: &str) -> Result<RangeInclusive<f64>, String> {
    let range = match text.split_once("..") {
        None => rating(text).map(|it| it..=it),
        Some((least, most)) => rating(least).and_then(|least| Ok(least..=rating(most)?)),
    };
    let range = range.ok().filter(|range| !range.is_empty());
    range.ok_or_else(|| "expected a rating, or a range such as 6.5..7.4".to_owned())
}
