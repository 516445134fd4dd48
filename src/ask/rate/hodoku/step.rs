//! A step of the scale as a document.

use std::fmt::Write as _;

use serde::Serialize;

use super::super::step::{Candidate, certificate_line};
use super::super::{Kind, Notation};
use super::notation as notation_of;
use super::reason::Told;

/// A step and what it adds to the score.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StepScored {
    /// The number of the step on the way to the solution, from 1.
    pub step: usize,
    /// The slug of the technique, such as `naked-pair`.
    pub technique: &'static str,
    /// The kind of technique.
    pub kind: Kind,
    /// What the step adds to the score.
    pub score: u32,
    /// The level of a puzzle that needs the technique, or a higher one.
    pub level: &'static str,
    /// The step on a line, in the notation that was asked for: that of HoDoKu by default.
    pub text: String,
    /// Why it is right.
    pub why: String,
    /// The chains of a step that has several, node after node.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub chains: Vec<String>,
    /// The candidates that are removed, beside those that a placement removes.
    pub eliminations: Vec<Candidate>,
    /// The digits that are placed.
    pub placements: Vec<Candidate>,
    /// What the step takes for granted: `unique`, that there is one solution, which was proved.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub assumes: Vec<&'static str>,
    /// How it was made sure of: `checked` against the one solution; `certified` where there are
    /// certificates.
    pub proof: &'static str,
    /// With `--prove`: the numbers of the certificates, of the placement, or else of each
    /// elimination.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub certificates: Vec<u64>,
    /// Whether the text is all that is printed.
    #[serde(skip)]
    is_record: bool,
}

impl StepScored {
    /// A line with number, score and text; below it chains, and why, but for singles. A line of the
    /// library stands alone.
    pub(super) fn lines(&self, out: &mut String) {
        if self.is_record {
            out.extend([self.text.as_str(), "\n"]);
            return;
        }
        _ = writeln!(out, "{:>3} {:>5}  {}", self.step, self.score, self.text);
        let why = (self.kind != Kind::Single).then_some(&self.why);
        for line in self.chains.iter().chain(why) {
            _ = writeln!(out, "           {line}");
        }
        certificate_line(&self.certificates, out);
    }

    /// The step of a number, and what it adds to the score.
    pub(super) fn new(told: Told<'_>, notation: Notation, number: usize, score: u32) -> Self {
        let Told { step, layout, .. } = told;
        let technique = step.technique();
        let candidate = |it| Candidate::new(it, layout);
        StepScored {
            step: number,
            technique: technique.slug,
            kind: Kind::of_scored(technique),
            score,
            level: technique.level.name(),
            text: told.text_in(notation),
            why: told.reason(),
            chains: notation_of::chains(step, layout),
            eliminations: step.eliminations().map(candidate).collect(),
            placements: step.placements().map(candidate).collect(),
            assumes: if technique.unique { vec!["unique"] } else { Vec::new() },
            proof: "checked",
            certificates: Vec::new(),
            is_record: notation == Notation::Library,
        }
    }
}
