//! Native search: the second opinion, for every layout and every rule.
//!
//! Conflict-driven clause learning on candidates kept as two tables of small sets. The clauses of
//! Sudoku are never written down, so this shares nothing with the encodings, the SAT backends or
//! the lanes, and can be held against them.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `word` | small sets, a machine word each |
//! | `geometry` | positions of cells in houses, overlaps of houses |
//! | `state` | the assignment: trail, decision levels, reasons |
//! | `propagate` | singles, locked candidates, and the order of propagation |
//! | `blocks` | propagation of the blocks of rules, with reasons |
//! | `clauses` | the clause database: watched literals, LBD, reduction |
//! | `analysis` | 1-UIP conflict analysis, backjump level |
//! | `minimisation` | learned clauses made shorter |
//! | `branching` | EVSIDS, dom/wdeg, phases |
//! | `heap` | variables by activity |
//! | `restarts` | when to restart, and by which of the two to branch |
//! | `interchangeable` | symmetry breaking for interchangeable digits |
//! | `search` | the search: restarts, enumeration |

mod analysis;
mod blocks;
mod branching;
mod clauses;
pub(crate) mod engine;
mod geometry;
mod heap;
mod interchangeable;
mod minimisation;
mod propagate;
mod restarts;
mod search;
mod state;
mod word;

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::puzzle::{Board, Contradiction};

use crate::grid::{Digit, Layout};
use crate::limits::{End, Limits};
use crate::puzzle::Puzzle;
use geometry::Geometry;
use search::Search;
use word::{Wide, Word};

/// Native search. It remembers the layout of the last puzzle.
#[derive(Debug, Default)]
pub(crate) struct Native {
    layout: Option<Arc<Layout>>,
    geometry: Option<AnyGeometry>,
}

#[derive(Debug)]
enum AnyGeometry {
    To32(Geometry<u32>),
    To64(Geometry<u64>),
    To128(Geometry<u128>),
    Wide(Geometry<Wide>),
}

impl Native {
    /// Visits all solutions, each once; the number of decisions taken, and how it ended.
    pub(crate) fn search(
        &mut self,
        puzzle: &Puzzle,
        limits: &Limits,
        visit: &mut dyn FnMut(&[Digit]) -> ControlFlow<()>,
    ) -> (u64, End) {
        if limits.expired() {
            return (0, End::Limit);
        }
        let mut board = Board::new(puzzle);
        match board.propagate_within(puzzle, limits) {
            Ok(true) => {}
            Ok(false) => return (0, End::Limit),
            Err(Contradiction) => return (0, End::Exhausted),
        }
        if board.is_full() {
            let digits: Vec<Digit> = puzzle.cells().filter_map(|cell| board.digit(cell)).collect();
            let end = if visit(&digits).is_break() { End::Stopped } else { End::Exhausted };
            return (0, end);
        }
        match self.geometry(puzzle.layout()) {
            AnyGeometry::To32(geometry) => run(geometry, puzzle, &board, limits, visit),
            AnyGeometry::To64(geometry) => run(geometry, puzzle, &board, limits, visit),
            AnyGeometry::To128(geometry) => run(geometry, puzzle, &board, limits, visit),
            AnyGeometry::Wide(geometry) => run(geometry, puzzle, &board, limits, visit),
        }
    }

    fn geometry(&mut self, layout: &Arc<Layout>) -> &AnyGeometry {
        if self.layout.as_ref().is_none_or(|last| !Arc::ptr_eq(last, layout)) {
            self.layout = Some(Arc::clone(layout));
            self.geometry = None;
        }
        self.geometry.get_or_insert_with(|| match layout.digits() {
            0..=32 => AnyGeometry::To32(Geometry::new(layout)),
            33..=64 => AnyGeometry::To64(Geometry::new(layout)),
            65..=128 => AnyGeometry::To128(Geometry::new(layout)),
            _ => AnyGeometry::Wide(Geometry::new(layout)),
        })
    }
}

fn run<W: Word>(
    geometry: &Geometry<W>,
    puzzle: &Puzzle,
    board: &Board,
    limits: &Limits,
    visit: &mut dyn FnMut(&[Digit]) -> ControlFlow<()>,
) -> (u64, End) {
    let Some(mut search) = Search::new(geometry, puzzle, board, limits) else {
        return (0, End::Limit);
    };
    let end = search.run(limits, visit);
    (search.nodes(), end)
}
