//! Constraints beyond the houses: cages, thermometers and the like come here, one file each.
//!
//! One method gives a constraint its meaning, [`Constraint::violated`]; propagation and clauses
//! have defaults derived from it, slow but right, which a constraint overrides to be fast.

use std::fmt::Debug;

use crate::error::{Error, Result};
use crate::puzzle::{Board, Contradiction, Puzzle};
use crate::rule::{Block, Clauses, Literal, Rule};
use crate::sat::cnf::{ClauseSink, Lit};
use crate::sat::encode::{Atom, VarMap};

use crate::grid::{Cell, Digit, Layout};

/// Something that must hold of some cells beside the houses.
pub trait Constraint: Debug + Send + Sync {
    /// What it is called in messages.
    fn name(&self) -> &str;

    /// The cells it is about, each once.
    fn cells(&self) -> &[Cell];

    /// The meaning: whether the digits known so far (indexed by cell, `None` = unknown) break it.
    /// Exact once all its cells are known; before that it may answer `false` too often, but never
    /// `true` where the rest could still make it hold.
    fn violated(&self, digits: &[Option<Digit>]) -> bool;

    /// Removes candidates that cannot be. The default tries each candidate of each cell against
    /// [`Constraint::violated`] with the decided cells.
    ///
    /// # Errors
    /// If nothing is left of a cell.
    fn propagate(&self, layout: &Layout, board: &mut Board) -> Result<(), Contradiction> {
        let mut digits = vec![None; layout.cells()];
        for &cell in self.cells() {
            digits[cell.index()] = board.digit(cell);
        }
        if self.violated(&digits) {
            return Err(Contradiction);
        }
        for &cell in self.cells() {
            if board.digit(cell).is_some() {
                continue;
            }
            let candidates = board.candidates().get(cell);
            for digit in candidates.iter() {
                digits[cell.index()] = Some(digit);
                if self.violated(&digits) {
                    board.remove(layout, cell, digit)?;
                }
            }
            digits[cell.index()] = None;
        }
        Ok(())
    }

    /// Writes clauses over the literals of its cells. The default walks the digits of its cells in
    /// order and forbids every smallest prefix that is violated.
    ///
    /// # Errors
    /// If that takes more than a million steps, or the sink fails.
    fn encode(&self, vars: &VarMap, sink: &mut dyn ClauseSink) -> Result<()> {
        let mut walk =
            Walk { constraint: self, vars, digits: Vec::new(), clause: Vec::new(), steps: 0 };
        walk.digits = vec![None; vars.cells()];
        walk.from(0, sink)
    }
}

const MAX_STEPS: usize = 1_000_000;

/// The default encoding under way.
struct Walk<'a, C: ?Sized> {
    constraint: &'a C,
    vars: &'a VarMap,
    digits: Vec<Option<Digit>>,
    clause: Vec<Lit>,
    steps: usize,
}

impl<C: Constraint + ?Sized> Walk<'_, C> {
    fn from(&mut self, k: usize, sink: &mut dyn ClauseSink) -> Result<()> {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return Err(Error::too_large(format!(
                "{} of {} cells takes too many clauses without an encoding of its own",
                self.constraint.name(),
                self.constraint.cells().len()
            )));
        }
        if self.constraint.violated(&self.digits) {
            return sink.add_clause(&self.clause);
        }
        let Some(&cell) = self.constraint.cells().get(k) else { return Ok(()) };
        for digit in (0..self.vars.digits()).map(Digit::new) {
            let atom = self.vars.get(cell, digit);
            if atom == Atom::False {
                continue;
            }
            if let Atom::Lit(lit) = atom {
                self.clause.push(!lit);
            }
            self.digits[cell.index()] = Some(digit);
            let result = self.from(k + 1, sink);
            self.digits[cell.index()] = None;
            if let Atom::Lit(_) = atom {
                self.clause.pop();
            }
            result?;
        }
        Ok(())
    }
}

/// The constraint as a rule: clauses that forbid the smallest prefixes of its cells that violate it.
pub(crate) fn rule_of(constraint: &dyn Constraint, puzzle: &Puzzle) -> Rule {
    let mut clauses = Vec::new();
    let mut digits = vec![None; puzzle.layout().cells()];
    prefixes(constraint, puzzle.side(), &mut digits, &mut Vec::new(), &mut clauses);
    Rule::from_blocks(constraint.name(), [Block::Clauses(Clauses::new(clauses))])
}

fn prefixes(
    constraint: &dyn Constraint,
    side: usize,
    digits: &mut [Option<Digit>],
    clause: &mut Vec<Literal>,
    out: &mut Vec<Box<[Literal]>>,
) {
    if constraint.violated(digits) {
        out.push(clause.clone().into());
        return;
    }
    let Some(&cell) = constraint.cells().get(clause.len()) else { return };
    for digit in (0..side).map(Digit::new) {
        clause.push(Literal { cell, digit, stands: false });
        digits[cell.index()] = Some(digit);
        prefixes(constraint, side, digits, clause, out);
        digits[cell.index()] = None;
        clause.pop();
    }
}
