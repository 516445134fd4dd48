//! The puzzle's constraints, which speak of a [`Board`]: one is kept that follows the trail.
//!
//! What a constraint removes has all assumptions for its reason, as it does not tell which candidates
//! it looked at.

use super::state::{Lit, Reason, State};
use super::word::Word;
use crate::puzzle::{Board, Contradiction};

use crate::grid::{Cell, Digit};
use crate::puzzle::Puzzle;

/// A board that follows the trail, where there are constraints to run on it.
#[derive(Debug)]
pub(super) struct Rules {
    board: Option<Board>,
    /// Lengths of the trail that the board has followed, and its marks before that.
    followed: Vec<(usize, usize)>,
}

impl Rules {
    /// From the board that the search starts with.
    pub(super) fn new(puzzle: &Puzzle, mut board: Board) -> Self {
        if puzzle.constraints().is_empty() {
            return Rules { board: None, followed: Vec::new() };
        }
        board.record();
        Rules { board: Some(board), followed: Vec::new() }
    }

    /// After the trail was cut back to a length.
    pub(super) fn cut(&mut self, puzzle: &Puzzle, length: usize) {
        let Some(board) = &mut self.board else { return };
        while let Some((_, mark)) = self.followed.pop_if(|(to, _)| *to > length) {
            board.undo(puzzle.layout(), mark);
        }
    }

    /// Runs the constraints; whether nothing new came of it.
    ///
    /// # Errors
    /// If one does not hold: `conflict` then says that not all assumptions hold.
    pub(super) fn run<W: Word>(
        &mut self,
        state: &mut State<'_, W>,
        puzzle: &Puzzle,
        conflict: &mut Vec<Lit>,
    ) -> Result<bool, Contradiction> {
        let Some(board) = &mut self.board else { return Ok(true) };
        let layout = puzzle.layout();
        let from = self.followed.last().map_or(0, |(to, _)| *to);
        self.followed.push((state.trail.len(), board.mark()));
        let mut all_hold = true;
        for lit in &state.trail[from..] {
            if !lit.places() {
                let (cell, digit) = state.place_of(lit.var());
                // An empty cell or house would have shown before.
                let _ = board.remove(layout, Cell::new(cell), Digit::new(digit));
            }
        }
        let before = board.mark();
        for constraint in puzzle.constraints() {
            all_hold &= constraint.propagate(layout, board).is_ok();
        }
        if !all_hold {
            conflict.clear();
            conflict.extend(state.levels.iter().map(|level| !level.lit));
            return Err(Contradiction);
        }
        let mut quiet = true;
        for (cell, digit) in board.removed_since(before) {
            if state.has_var(cell.index(), digit.index()) {
                let lit = Lit::not(state.var(cell.index(), digit.index()));
                quiet = false;
                if state.value(lit) < 0 {
                    conflict.clear();
                    conflict.push(lit);
                    conflict.extend(state.levels.iter().map(|level| !level.lit));
                    return Err(Contradiction);
                }
                if state.value(lit) == 0 {
                    state.assign(lit, Reason::Assumptions);
                }
            }
        }
        Ok(quiet)
    }
}
