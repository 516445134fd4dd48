//! A step of the scale as a document.

use serde::Serialize;

use super::super::Kind;
use super::super::step::Candidate;
use super::notation;
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
    /// The step in the notation of HoDoKu.
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
    /// How it was made sure of: `checked` against the one solution.
    pub proof: &'static str,
}

impl StepScored {
    /// Whether the reason is printed: singles go without.
    pub(super) fn is_reasoned(&self) -> bool {
        self.kind != Kind::Single
    }

    /// The step of a number, and what it adds to the score.
    pub(super) fn new(told: Told<'_>, number: usize, score: u32) -> Self {
        let Told { step, layout, .. } = told;
        let technique = step.technique();
        let candidate = |it| Candidate::new(it, layout);
        StepScored {
            step: number,
            technique: technique.slug,
            kind: Kind::of_scored(technique),
            score,
            level: technique.level.name(),
            text: notation::text(step, layout),
            why: told.reason(),
            chains: notation::chains(step, layout),
            eliminations: step.eliminations().map(candidate).collect(),
            placements: step.placements().map(candidate).collect(),
            assumes: if technique.unique { vec!["unique"] } else { Vec::new() },
            proof: "checked",
        }
    }
}
