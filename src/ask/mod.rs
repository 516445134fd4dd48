//! Questions and answers as documents: what a front end (a command line, a page, another
//! language) takes in and gives out. Each answer has one form for people ([`Answer::text`]) and one
//! for programs (its JSON); a front end prints them and adds none of its own.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `answer` | [`Answer`], its [`Status`], and the [`Reply`] that places it in a run |
//! | `search` | solve, count, unique; check and read |
//! | `explain`, `candidates`, `estimate`, `minimize`, `generate`, `transform`, `certificate` | the answer of each job |
//! | `options` | how it is answered |
//! | `question`, `run` | [`Question`], what is wanted, and [`ask()`], which answers in [`Event`]s |
//! | `rate` | ratings, steps, hints |
//! | `parts` | cubes and backends |
//! | `combine` | the answer to a puzzle from those to its cubes |
//! | `value` | cells, clues, puzzles and solutions as JSON |
//!
//! With the feature `schema` all of it is described by a JSON Schema (`schema()`).

mod answer;
mod candidates;
mod certificate;
mod combine;
mod estimate;
mod explain;
mod generate;
mod minimize;
mod options;
mod parts;
mod question;
mod rate;
mod run;
#[cfg(feature = "schema")]
mod schema;
mod search;
mod transform;
mod value;

pub use answer::{Answer, At, Failure, Outcome, Reply, Status};
pub use candidates::{Candidates, Marks};
pub use certificate::{Certified, ProofSize};
pub use combine::{Combined, Known, Parts};
pub use estimate::Estimated;
pub use explain::{
    AddedClue, AddedFound, AmbiguityFound, ClashFound, ClashingClue, Explained, Pattern, Reason,
    RedundancyFound, RulesFound,
};
pub use generate::{FullGrid, Impossible, Made, MadePuzzle};
pub use minimize::{Minimize, Reduced};
pub use options::Options;
pub use parts::{Backend, Part, ShardBegins, ShardEnds};
pub use question::{Progress, Question, Settings, Want, visit};
pub use rate::{
    Candidate, End, Hint, HintAsked, Kind, Link, Mark, NestedFound, NodeFound, Notation, Rated,
    RatingFilter, Role, ScaleAsked, ScoreFilter, Scored, StepFound, StepScored, Steps, StepsAsked,
    TechniqueCount, TechniqueKnown, TechniqueScored, levels, techniques_named, techniques_scored,
};
pub use run::{Event, File, Watch, ask, ask_about};
#[cfg(feature = "schema")]
pub use schema::{question_schema, schema};
pub use search::{Call, Check, Count, Read, Search, Solve, Statistics, Unique};
pub use transform::Image;
pub use value::{Clue, Form, Place, Written};

use satoku_check::is_active;

/// A document as one line of JSON, without its end.
pub fn json<T: serde::Serialize>(document: &T) -> String {
    // Documents have string keys and no maps of their own: nothing in them can fail.
    let text = serde_json::to_string(document);
    let text = text.unwrap_or_else(|error| format!("{{\"error\":\"{error}\"}}"));
    if text.bytes().all(|byte| (b' '..=b'~').contains(&byte)) {
        return text;
    }
    // What JSON leaves as it is, though a terminal does not: it can only be in strings.
    let escaped = |c: char| match u32::from(c) {
        code if is_active(c) => format!("\\u{code:04x}"),
        _ => c.into(),
    };
    text.chars().map(escaped).collect()
}
