//! Which clues and rules of a puzzle with one solution could be left out.

use super::formula::{Formula, clues};
use crate::engine::EngineSpec;
use crate::error::Result;
use crate::grid::Cell;
use crate::jobs::answer;
use crate::limits::Limits;
use crate::puzzle::{Puzzle, Solution};
use crate::sat::oracle::{Options, Reply};

/// The clues of a puzzle with one solution, by whether it would keep it without them.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Redundancy {
    /// The solution.
    pub solution: Solution,
    /// Cells of clues each of which can be left out, the others staying: the solution remains the
    /// only one. Not always can two of them be left out together.
    pub redundant: Vec<Cell>,
    /// Cells of clues without which there are more solutions.
    pub needed: Vec<Cell>,
    /// Cells of clues that a limit left undecided.
    pub open: Vec<Cell>,
    /// The same of its rules, by index.
    pub rules: RuleRedundancy,
}

/// The rules of a puzzle with one solution, by whether it would keep it without them; as indices.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct RuleRedundancy {
    /// Rules each of which can be left out, the other rules and all clues staying.
    pub redundant: Vec<usize>,
    /// Rules without which there are more solutions.
    pub needed: Vec<usize>,
    /// Rules that a limit left undecided.
    pub open: Vec<usize>,
}

impl Redundancy {
    /// Whether no clue can be left out, as far as is known.
    pub fn is_minimal(&self) -> bool {
        self.redundant.is_empty() && self.open.is_empty()
    }

    /// Whether no limit left anything undecided.
    pub fn is_complete(&self) -> bool {
        self.open.is_empty() && self.rules.open.is_empty()
    }
}

/// Decides each clue and each rule of a puzzle that has just this solution: clues by the SAT options,
/// rules by the engine.
pub(super) fn redundancy(
    puzzle: &Puzzle,
    solution: Solution,
    engine: &EngineSpec,
    options: &Options,
    limits: &Limits,
) -> Result<Redundancy> {
    let cells = clues(puzzle);
    let all: Vec<_> = (0..cells.len()).collect();
    // What is known of each clue: whether it is needed.
    let mut known = vec![None; cells.len()];
    match Formula::new(puzzle, &cells, options, limits) {
        Ok(mut formula) => {
            formula.exclude(solution.digits())?;
            // The refutation without one clue is one without all that it does not use.
            let mut asked = all.clone();
            let mut next = None;
            loop {
                match formula.ask(&asked, limits)? {
                    Reply::Core(core) => {
                        if let Some(k) = next {
                            known[k] = Some(false);
                        }
                        for &k in all.iter().filter(|k| !core.contains(k)) {
                            known[k] = Some(false);
                        }
                    }
                    Reply::Grid(_) => next.into_iter().for_each(|k| known[k] = Some(true)),
                    Reply::Unknown => break,
                }
                next = known.iter().position(Option::is_none);
                let Some(k) = next else { break };
                asked = all.iter().copied().filter(|&other| other != k).collect();
            }
        }
        Err(error) if error.is_limit() => {}
        Err(error) => return Err(error),
    }
    let of = |wanted: Option<bool>| {
        let found = cells.iter().zip(&known).filter(|(_, known)| **known == wanted);
        found.map(|(&cell, _)| cell).collect()
    };
    let (redundant, needed, open) = (of(Some(false)), of(Some(true)), of(None));
    let mut rules = RuleRedundancy::default();
    for rule in 0..puzzle.rules().len() {
        match answer::needs_rule(puzzle, rule, engine, limits)? {
            Some(false) => rules.redundant.push(rule),
            Some(true) => rules.needed.push(rule),
            None => rules.open.push(rule),
        }
    }
    Ok(Redundancy { solution, redundant, needed, open, rules })
}
