//! Ratings: ER, EP and ED, and what else a puzzle may come to.

use std::{fmt, ptr};

use super::technique::Technique;

/// What the rating of a puzzle came to.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Verdict {
    /// It has one solution, and this rating.
    Rated(Rating),
    /// All its cells are filled.
    Filled,
    /// It has no solution.
    None,
    /// It has several solutions.
    Several,
    /// A limit was reached first.
    Unknown,
    /// The search for the next step was given up: the rating is this or a higher one. On other
    /// layouts and with rules alone.
    AtLeast(Rating),
    /// It has one solution; whoever asked saw enough before it was reached. The rating so far.
    Stopped(Rating),
}

/// The rating of a puzzle.
#[derive(Debug, Clone, PartialEq)]
pub struct Rating {
    /// The highest rating of a step; 20 if no technique of the scale solves the puzzle.
    pub er: f64,
    /// The highest rating of a step up to the first that places a digit.
    pub ep: f64,
    /// The rating of the first step.
    pub ed: f64,
    /// How many steps there were of each technique, in the order of the ladder.
    pub counts: Vec<(&'static Technique, usize)>,
}

/// ER/EP/ED, as in `7.2/1.2/1.2`.
impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}/{}", shown(self.er), shown(self.ep), shown(self.ed))
    }
}

/// A rating with one decimal, as it is published.
///
/// ```
/// assert_eq!(satoku::rate::shown(7.0 + 0.1 + 0.1), "7.2");
/// ```
#[expect(clippy::cast_sign_loss, reason = "ratings are not negative")]
pub fn shown(rating: f64) -> String {
    let tenths = tenths(rating);
    if !tenths.is_finite() {
        return tenths.to_string();
    }
    let tenths = tenths as u64;
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// A rating in tenths as it is published, a whole number; infinity as it is.
pub fn tenths(rating: f64) -> f64 {
    if rating.is_finite() { ((rating + 0.05) * 10.0).floor() } else { rating }
}

/// The rating of a step that is beyond the scale.
pub(super) const BEYOND: f64 = 20.0;

impl Rating {
    /// The rating before the first step.
    pub(super) const fn new() -> Self {
        Rating { er: 0.0, ep: 0.0, ed: 0.0, counts: Vec::new() }
    }

    /// Takes the next step into account, by its technique and rating.
    pub(super) fn add(&mut self, technique: &'static Technique, rating: f64, places: bool) {
        self.er = self.er.max(rating);
        if self.ep == 0.0 {
            if self.ed == 0.0 {
                self.ed = self.er;
            }
            if places {
                self.ep = self.er;
            }
        }
        match self.counts.iter_mut().find(|(known, _)| ptr::eq(*known, technique)) {
            Some((_, count)) => *count += 1,
            None => self.counts.push((technique, 1)),
        }
    }

    /// The counts in the order of the ladder.
    pub(super) fn sorted(mut self) -> Self {
        let place = |of| super::techniques().position(|technique| ptr::eq(technique, of));
        self.counts.sort_by_cached_key(|(technique, _)| place(*technique));
        self
    }
}
