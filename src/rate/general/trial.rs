//! Trials: a candidate is assumed, and singles, intersections and the rules followed to a
//! contradiction. Told as a whole, not node by node: sums and automata exclude in no few words.

use std::ops::ControlFlow;

use super::found::Found;
use super::view::{View, bits};
use crate::grid::{CandidateSet, Cell, Digit};
use crate::puzzle::Board;
use crate::rate::technique::{Sink, Technique};

pub(super) static TRIAL: Technique = Technique::new("trial", "Trial", 9.0);

pub(super) fn find(view: &View<'_>, sink: &mut Sink) -> ControlFlow<()> {
    let mut puzzle = view.ground.puzzle.clone();
    for (cell, &of) in view.of.iter().enumerate() {
        let digits = view.filled[cell].map_or(of, |digit| 1 << digit);
        let set: CandidateSet = bits(digits).map(Digit::new).collect();
        puzzle.set_candidates(Cell::new(cell), &set);
    }
    let layout = puzzle.layout();
    let mut board = Board::new(&puzzle);
    board.record();
    if board.propagate(&puzzle).is_err() {
        return ControlFlow::Continue(());
    }
    for cell in view.empty() {
        for digit in bits(view.of[cell]) {
            let (at, it) = (Cell::new(cell), Digit::new(digit));
            let mark = board.mark();
            let tried = board.place(layout, at, it).and_then(|()| board.propagate(&puzzle));
            board.undo(layout, mark);
            if tried.is_err() {
                let found = Found::new(&TRIAL).removing([(cell, digit)]);
                sink.take(found.with([cell], 1 << digit).step())?;
            }
            if !view.spend(view.of.len() * view.ground.digits) {
                return ControlFlow::Continue(());
            }
        }
    }
    ControlFlow::Continue(())
}
