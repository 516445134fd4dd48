//! Which clues of a puzzle with one solution could be left out.

use super::formula::{Formula, clues};
use crate::error::Result;
use crate::grid::Cell;
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
}

impl Redundancy {
    /// Whether no clue can be left out, as far as is known.
    pub fn is_minimal(&self) -> bool {
        self.redundant.is_empty() && self.open.is_empty()
    }
}

/// Decides each clue of a puzzle that has just this solution.
pub(super) fn redundancy(
    puzzle: &Puzzle,
    solution: Solution,
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
    Ok(Redundancy { solution, redundant, needed, open })
}
