//! A puzzle without its redundant clues, and rules.

use serde::Serialize;

use super::answer::Status;
use super::value::{Clue, Form, Written, list};
use crate::jobs::minimize::{Minimized, Reduction, clues};
use crate::puzzle::{Puzzle, Solution};

/// What became of a puzzle whose redundant clues were to be removed.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Minimize {
    /// `minimal`; `reduced` where a limit left clues undecided; `multiple`, `none` or `unknown`
    /// where the puzzle was left as it is.
    pub status: Status,
    /// What was removed, where the puzzle has one solution.
    #[serde(flatten)]
    pub reduced: Option<Reduced>,
    /// Two solutions, where there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<Vec<Solution>>,
}

/// A puzzle with clues removed.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Reduced {
    /// Whether every clue left is needed, and every rule, if rules were to be removed.
    pub complete: bool,
    /// How many clues are left.
    pub clues: usize,
    /// How many there were.
    pub clues_before: usize,
    /// The puzzle with the clues that are left.
    pub puzzle: Written,
    /// Its solution.
    pub solution: Solution,
    /// The clues removed, in order.
    pub removed: Vec<Clue>,
    /// The rules removed, in order, where any were.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub removed_rules: Vec<String>,
    /// The random seed of the order.
    pub seed: u64,
    /// How many clues and rules are not decided.
    #[serde(skip)]
    pub undecided: usize,
}

impl Minimize {
    /// What became of a puzzle.
    pub fn new(puzzle: &Puzzle, found: Minimized, seed: u64, form: Form) -> Self {
        let bare = |status| Minimize { status, reduced: None, solutions: None };
        match found {
            Minimized::Done(dug) => {
                let status = if dug.complete { Status::Minimal } else { Status::Reduced };
                Minimize { reduced: Some(Reduced::new(puzzle, *dug, seed, form)), ..bare(status) }
            }
            Minimized::Multiple(both) => {
                Minimize { solutions: Some(both.to_vec()), ..bare(Status::Multiple) }
            }
            Minimized::None => bare(Status::None),
            Minimized::Unknown => bare(Status::Unknown),
        }
    }

    pub(super) fn text(&self) -> String {
        self.reduced.as_ref().map_or_else(|| format!("{}\n", self.status.word()), Reduced::text)
    }
}

impl Reduced {
    fn new(puzzle: &Puzzle, dug: Reduction, seed: u64, form: Form) -> Self {
        let removed = dug.removed.iter().map(|&(cell, digit)| match puzzle.given(cell) {
            Some(_) => Clue::single(cell, digit, puzzle.layout()),
            None => Clue::of(puzzle, cell),
        });
        Reduced {
            complete: dug.complete,
            clues: dug.clues(),
            clues_before: clues(puzzle).len(),
            removed: removed.collect(),
            seed,
            removed_rules: dug.removed_rules.iter().map(ToString::to_string).collect(),
            undecided: dug.clues() - dug.needed + dug.open_rules,
            puzzle: Written::new(dug.puzzle, form),
            solution: dug.solution,
        }
    }

    fn text(&self) -> String {
        let Reduced { clues, clues_before: before, removed, .. } = self;
        let mut text = String::new();
        if self.puzzle.form.writer.in_rows {
            text = match (removed.len(), self.complete) {
                (0, true) => format!("# {before} clues, none redundant"),
                (n, true) => format!("# {clues} of {before} clues left, {n} redundant"),
                (n, false) => format!(
                    "# {clues} of {before} clues left, {n} redundant, {} undecided, as a limit was reached",
                    self.undecided
                ),
            };
            if !removed.is_empty() {
                text.extend([": ", &list(removed)]);
            }
            text.push('\n');
            if !self.removed_rules.is_empty() {
                let rules = self.removed_rules.len();
                text.extend([
                    &format!("# {rules} redundant rules: "),
                    &*self.removed_rules.join("; "),
                    "\n",
                ]);
            }
        }
        text + &self.puzzle.text()
    }
}
