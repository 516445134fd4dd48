//! The rating of a puzzle, and which ratings are wanted.

use serde::{Deserialize, Serialize};

use super::super::answer::Status;
use super::super::value::Form;
use super::steps::{general, is_classic};
use super::{asked, rounded, techniques_named, unrated};
use crate::error::Result;
use crate::jobs::branches;
use crate::limits::Limits;
use crate::puzzle::Puzzle;
use crate::rate::{Scale, Verdict, Wanted, shown};

/// Which ratings are wanted; all, if nothing is said.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct RatingFilter {
    /// The least ER.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<f64>,
    /// The highest ER.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<f64>,
    /// The least and the highest EP.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ep: Option<(f64, f64)>,
    /// The least and the highest ED.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ed: Option<(f64, f64)>,
    /// Techniques, each of which there is a step of: slugs such as `x-wing`, what several slugs
    /// begin with such as `hidden-single`, or kinds such as `chain`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub uses: Vec<String>,
    /// Techniques that there is no step of.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<String>,
    /// Whether ER must be EP.
    pub pearl: bool,
    /// Whether ER must be EP and ED.
    pub diamond: bool,
    /// Leave out techniques that rest on there being one solution: the scale is `se121-nu`.
    pub no_uniqueness: bool,
    /// Tell the mean number of branches of a search over this many random images, too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branches: Option<u32>,
}

/// How hard a puzzle is for people: ER, EP and ED.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rated {
    /// `rated`, or `unfit` where the rating is not one that is wanted; `filled`, `none` or
    /// `multiple` where there is nothing to rate, `unknown` where a limit was reached.
    pub status: Status,
    /// The scale: `se121`, that of Sudoku Explainer 1.2.1; `se121-nu`, the same without uniqueness;
    /// `se-general` and `se-general-nu` of other layouts and of rules.
    pub scale: &'static str,
    /// The highest rating of a step; 20 where no technique of the scale solves the puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub er: Option<f64>,
    /// With `unknown`, on other layouts and with rules, where the search for the next step was given
    /// up as too long: the highest rating of a step until then. ER is this or higher.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub er_at_least: Option<f64>,
    /// The highest rating of a step up to the first that places a digit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ep: Option<f64>,
    /// The rating of the first step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ed: Option<f64>,
    /// Whether ER is EP.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pearl: Option<bool>,
    /// Whether ER is EP and ED.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub diamond: Option<bool>,
    /// The techniques of the steps, from easy to hard.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub techniques: Vec<TechniqueCount>,
    /// Where it was asked for: the mean number of branches that native search takes over random
    /// images of the puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branches: Option<f64>,
    /// Whether a limit left these open.
    #[serde(skip)]
    lacks_branches: bool,
    /// The rating as text.
    #[serde(skip)]
    pub rating: Option<String>,
    /// Whether the text has the puzzle before the rating.
    #[serde(skip)]
    pub shows_puzzle: bool,
}

/// How many steps there are of a technique.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TechniqueCount {
    /// The slug of the technique.
    pub technique: &'static str,
    /// How many steps.
    pub count: usize,
}

impl RatingFilter {
    /// Whether all ratings are wanted, on whatever scale.
    pub fn is_empty(&self) -> bool {
        let (no_uniqueness, branches) = (self.no_uniqueness, self.branches);
        *self == RatingFilter { no_uniqueness, branches, ..RatingFilter::default() }
    }

    /// The same with its techniques looked up.
    ///
    /// # Errors
    /// If a technique is not known.
    pub fn wanted(&self) -> Result<Wanted> {
        let uses: Result<Vec<_>> = self.uses.iter().map(|name| techniques_named(name)).collect();
        let without: Result<Vec<_>> =
            self.without.iter().map(|name| techniques_named(name)).collect();
        let any = (0.0, f64::INFINITY);
        let range = |(least, most): (f64, f64)| least..=most;
        Ok(Wanted {
            er: self.min.unwrap_or(any.0)..=self.max.unwrap_or(any.1),
            ep: range(self.ep.unwrap_or(any)),
            ed: range(self.ed.unwrap_or(any)),
            uses: uses?,
            without: without?.concat(),
            pearl: self.pearl,
            diamond: self.diamond,
            scale: if self.no_uniqueness { Scale::Se121Nu } else { Scale::Se121 },
        })
    }
}

impl Rated {
    /// Rates a puzzle, as far as is needed to know whether the rating is wanted. The seed is that of
    /// images, for branches.
    ///
    /// # Errors
    /// If the layout or the rules are not those of plain 9×9, a technique of the filter is not
    /// known, or a step contradicts the solution.
    pub fn find(
        puzzle: &Puzzle,
        filter: &RatingFilter,
        seed: u64,
        limits: &Limits,
    ) -> Result<Self> {
        let wanted = filter.wanted()?;
        let verdict = if is_classic(puzzle) {
            Ok(wanted.rate(puzzle, limits)?)
        } else {
            match general(puzzle, filter.no_uniqueness, limits)? {
                Ok(path) => Ok(wanted.rate_general(puzzle, path, limits)?),
                Err(status) => Err(status),
            }
        };
        let rated = Rated {
            status: verdict.as_ref().map_or_else(|status| *status, unrated),
            scale: asked::scale(puzzle, filter.no_uniqueness).name(),
            er: None,
            er_at_least: None,
            ep: None,
            ed: None,
            pearl: None,
            diamond: None,
            techniques: Vec::new(),
            branches: None,
            lacks_branches: false,
            rating: None,
            shows_puzzle: !filter.is_empty(),
        };
        Ok(match verdict {
            Ok(Verdict::AtLeast(rating)) => {
                let er_at_least = Some(rounded(rating.er)).filter(|er| *er > 0.0);
                let text = er_at_least.map(|er| format!("{}+", shown(er)));
                Rated { er_at_least, rating: text, ..rated }
            }
            Ok(Verdict::Stopped(_)) => Rated { status: Status::Unfit, ..rated },
            Ok(Verdict::Rated(rating)) => {
                let [er, ep, ed] = [rating.er, rating.ep, rating.ed].map(rounded);
                let is_pearl = er.total_cmp(&ep).is_eq();
                let techniques = rating.counts.iter();
                let techniques =
                    techniques.map(|&(it, count)| TechniqueCount { technique: it.slug, count });
                let fits = wanted.fits(&rating);
                let branches = filter.branches.filter(|_| fits);
                let branches =
                    branches.map(|images| branches::branches(puzzle, images, seed, limits));
                Rated {
                    status: if fits { Status::Rated } else { Status::Unfit },
                    er: Some(er),
                    ep: Some(ep),
                    ed: Some(ed),
                    pearl: Some(is_pearl),
                    diamond: Some(is_pearl && er.total_cmp(&ed).is_eq()),
                    techniques: techniques.collect(),
                    lacks_branches: matches!(branches, Some(Ok(None))),
                    branches: branches.transpose()?.flatten(),
                    rating: Some(rating.to_string()),
                    ..rated
                }
            }
            _ => rated,
        })
    }

    pub(in crate::ask) fn text(&self, puzzle: Option<&Puzzle>, form: Form) -> String {
        let word = self.rating.as_deref().unwrap_or(self.status.word());
        let branches = match self.branches {
            Some(mean) => format!(" {mean:.1}"),
            None if self.lacks_branches => " unknown".into(),
            None => String::new(),
        };
        match puzzle {
            Some(puzzle) if form.writer.name == "csv" => {
                let one =
                    |value: Option<f64>| value.map_or_else(String::new, |it| format!("{it:.1}"));
                let [er, ep, ed] = [self.er, self.ep, self.ed].map(one);
                let mut puzzle = puzzle.to_string();
                if puzzle.contains([',', '"']) {
                    puzzle = format!("\"{}\"", puzzle.replace('"', "\"\""));
                }
                format!("{puzzle},{er},{ep},{ed},{}\n", self.status.word())
            }
            Some(puzzle) if self.shows_puzzle => format!("{puzzle} {word}{branches}\n"),
            _ => format!("{word}{branches}\n"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format;

    /// What is not looked for to the end is told as what is known of it.
    #[test]
    fn a_rating_that_is_given_up_is_a_bound() {
        let text = std::fs::read_to_string("puzzles/9x9/jigsaw.txt").unwrap();
        let (puzzle, none) = (format::parse(&text).unwrap(), Limits::none());
        let path = || general(&puzzle, false, &none).unwrap().unwrap();
        let wanted = Wanted::default();
        let Verdict::Rated(whole) = wanted.rate_general(&puzzle, path(), &none).unwrap() else {
            panic!("no rating")
        };
        let mut short = path();
        short.budget = 1;
        let Verdict::AtLeast(bound) = wanted.rate_general(&puzzle, short, &none).unwrap() else {
            panic!("rated without links")
        };
        assert!(0.0 < bound.er && bound.er < whole.er, "{bound} {whole}");
        // A harder step is not taken for the easiest where a search for an easier one was given up.
        for budget in (0..24).map(|k| 1 << k) {
            let mut short = path();
            short.budget = budget;
            match wanted.rate_general(&puzzle, short, &none).unwrap() {
                Verdict::Rated(rating) => assert_eq!(rating, whole, "{budget}"),
                Verdict::AtLeast(bound) => assert!(bound.er <= whole.er, "{budget}: {bound}"),
                other => panic!("{budget}: {other:?}"),
            }
        }
        let filter = RatingFilter { no_uniqueness: true, ..RatingFilter::default() };
        let rated = Rated::find(&puzzle, &filter, 0, &none).unwrap();
        assert_eq!(rated.scale, "se-general-nu");
    }
}
