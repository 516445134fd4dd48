//! Puzzles and complete grids that were made.

use serde::Serialize;

use super::answer::Status;
use super::rate::rounded;
use super::value::{Form, Place, Written};
use crate::format::Writer;
use crate::jobs::generate::{
    self, FoundRating, Hunt, RatedPuzzle, RatedWish, Short, WantedRating, Wish,
};
use crate::puzzle::{Puzzle, Solution};

/// A puzzle that was made, or how far the tries came.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Made {
    /// `unique`, or `short` where none was found within the tries or the time.
    pub status: Status,
    /// The puzzle; with `short` the closest one, if there was any.
    #[serde(flatten)]
    pub made: Option<MadePuzzle>,
    /// How many tries it took.
    pub tries: u64,
    /// With `short` and a pattern: the fewest solutions that clues on it were found to have.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fewest_solutions: Option<u64>,
    /// With `short`: how far the tries came.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// With a rating: how many puzzles had been drawn, this one too; with `short` in all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drawn: Option<u64>,
    /// With a rating: its scale, `se121`, `se121-nu` or `hodoku`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale: Option<&'static str>,
    /// With a rating: the highest rating of a step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub er: Option<f64>,
    /// With a rating: the highest rating of a step up to the first that places a digit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ep: Option<f64>,
    /// With a rating: the rating of the first step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ed: Option<f64>,
    /// With a score: the sum of the scores of the steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<u32>,
    /// With a score: the level, such as `Hard`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<&'static str>,
    /// The rating as text.
    #[serde(skip)]
    rating: Option<String>,
    /// The random seed; with the index, and the ratings that are wanted if any, it fixes the puzzle.
    pub seed: u64,
    /// The houses.
    pub layout: String,
    /// The symmetry of the cells with clues.
    pub symmetry: String,
    /// The folder of the certificate, where one was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<String>,
}

/// A puzzle with one solution.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct MadePuzzle {
    /// The puzzle.
    pub puzzle: Written,
    /// Its solution.
    pub solution: Solution,
    /// How many clues it has.
    pub clues: usize,
    /// Whether every clue is needed; false where that is not known either.
    pub minimal: bool,
    /// The cells that were emptied, in order: in reverse, hints from helpful to less helpful.
    pub removed: Vec<Place>,
}

/// A complete grid that was made.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct FullGrid {
    /// `full`.
    pub status: Status,
    /// The grid.
    pub solution: Solution,
    /// The random seed; with the index it fixes the grid.
    pub seed: u64,
    /// The houses.
    pub layout: String,
}

/// Why no puzzle can be as asked for.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Impossible {
    /// `impossible`.
    pub status: Status,
    /// Why.
    pub reason: String,
}

impl Made {
    /// Nothing yet.
    fn nothing(wish: &Wish, seed: u64) -> Self {
        Made {
            status: Status::Unique,
            made: None,
            tries: 0,
            fewest_solutions: None,
            reason: None,
            drawn: None,
            scale: None,
            er: None,
            ep: None,
            ed: None,
            score: None,
            level: None,
            rating: None,
            seed,
            layout: wish.layout.spec().to_string(),
            symmetry: wish.symmetry.to_string(),
            certificate: None,
        }
    }

    /// A puzzle whose rating is as wanted.
    pub fn rated(wish: &RatedWish, seed: u64, found: RatedPuzzle) -> Self {
        let RatedPuzzle { made, rating, drawn, .. } = found;
        let scale = Some(wish.wanted.scale());
        let (tries, drawn) = (made.tries, Some(drawn));
        let text = Some(rating.to_string());
        let made = Some(MadePuzzle::new(*made));
        let nothing = Made::nothing(&wish.wish, seed);
        let rated = Made { made, tries, drawn, scale, rating: text, ..nothing };
        match rating {
            FoundRating::Se(rating) => {
                let [er, ep, ed] = [rating.er, rating.ep, rating.ed].map(|it| Some(rounded(it)));
                Made { er, ep, ed, ..rated }
            }
            FoundRating::Hodoku(score) => {
                let (score, level) = (Some(score.score), Some(score.level.name()));
                Made { score, level, ..rated }
            }
        }
    }

    /// Why there are fewer puzzles with such a rating than are wanted; nothing if there are not.
    pub fn short_of(wish: &RatedWish, seed: u64, hunt: &Hunt) -> Option<Self> {
        let reason = Some(hunt.reason(wish)?);
        let (status, tries, drawn) = (Status::Short, hunt.tries, Some(hunt.drawn));
        let scale = Some(wish.wanted.scale());
        Some(Made { status, tries, reason, drawn, scale, ..Made::nothing(&wish.wish, seed) })
    }

    /// What became of a wish.
    pub fn new(wish: &Wish, seed: u64, made: generate::Made) -> Self {
        let mut answer = Made::nothing(wish, seed);
        match made {
            generate::Made::Puzzle(made) => {
                answer.tries = made.tries;
                answer.made = Some(MadePuzzle::new(*made));
            }
            generate::Made::Short(short) => {
                answer.status = Status::Short;
                answer.tries = short.tries;
                answer.fewest_solutions = short.solutions;
                answer.reason = Some(reason(wish, &short));
                answer.made = short.closest.map(|made| MadePuzzle::new(*made));
            }
        }
        answer
    }

    /// The puzzle; nothing if none was made.
    pub(super) fn text(&self, form: Form) -> String {
        let mut text = String::new();
        if let (Status::Unique, Some(made)) = (self.status, &self.made) {
            let solution = Some(&made.solution).filter(|_| form.writer.has_both);
            form.write(&made.puzzle.puzzle, solution, &mut text);
            if let Some(rating) = &self.rating {
                // Every reader passes over comments, and over columns that it does not know.
                match form.writer.name {
                    "csv" => {
                        let columns = rating.replace(['/', ' '], ",");
                        text.insert_str(text.trim_end().len(), &format!(",{columns}"));
                    }
                    "line" => {
                        text.insert_str(text.trim_end().len(), &format!(" # rating={rating}"));
                    }
                    _ if form.writer.in_rows => {
                        text.insert_str(0, &format!("# rating={rating}\n"));
                    }
                    _ => {}
                }
            }
        }
        text
    }

    /// The line before puzzles with a rating in a form.
    pub fn rated_header(wish: &RatedWish, form: &Writer) -> &'static str {
        match wish.wanted {
            _ if form.name != "csv" => form.header,
            WantedRating::Se(_) => "puzzle,solution,er,ep,ed\n",
            WantedRating::Hodoku(_) => "puzzle,solution,score,level\n",
        }
    }
}

impl MadePuzzle {
    fn new(made: generate::Generated) -> Self {
        MadePuzzle {
            clues: made.clues(),
            minimal: made.is_minimal,
            removed: Place::all(&made.removed, &made.puzzle),
            puzzle: Written::new(made.puzzle, Form::default()),
            solution: made.solution,
        }
    }
}

impl FullGrid {
    /// A grid made with a seed.
    pub fn new(solution: Solution, seed: u64) -> Self {
        let layout = solution.layout().spec().to_string();
        FullGrid { status: Status::Full, solution, seed, layout }
    }

    pub(super) fn text(&self, form: Form) -> String {
        let mut text = String::new();
        let empty = Puzzle::new(self.solution.layout().clone());
        form.write(&empty, Some(&self.solution), &mut text);
        text
    }
}

impl Impossible {
    /// Nothing can be made, for a reason.
    pub fn new(reason: String) -> Self {
        Impossible { status: Status::Impossible, reason }
    }
}

/// How far the tries came.
fn reason(wish: &Wish, short: &Short) -> String {
    let tries =
        if short.tries == 1 { "1 try".to_owned() } else { format!("{} tries", short.tries) };
    let why = if short.is_limit { "stopped" } else { "given up" };
    let closest = match (&short.closest, short.solutions) {
        (None, Some(0) | None) => "nothing was found".to_owned(),
        (None, Some(least)) => format!("clues on the pattern left {least} solutions at least"),
        (Some(made), _) => {
            let minimal = match (made.is_minimal, wish.minimal) {
                (false, true) => ", not minimal",
                _ => "",
            };
            format!("the closest had {} clues{minimal}", made.clues())
        }
    };
    format!("{why} after {tries}: {closest}")
}
