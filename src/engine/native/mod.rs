//! Native search: the second opinion, for every layout and rule.
//!
//! Depth first, learning a clause from every contradiction, on candidates kept as two tables of small
//! sets. The clauses of the game are never written down, so this shares nothing with the encodings,
//! the SAT backends or the lanes, and can be held against them.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `word` | small sets, a machine word each |
//! | `chart` | what is fixed by the layout |
//! | `state` | candidates, the trail of what is decided, and the reasons |
//! | `propagate` | singles, locked candidates, clauses |
//! | `clauses` | what was learned |
//! | `learn` | how it is learned |
//! | `choose` | which candidate is tried next |
//! | `alike` | digits that can be exchanged |
//! | `search` | the search itself |

mod alike;
mod chart;
mod choose;
mod clauses;
pub(crate) mod engine;
mod learn;
mod propagate;
mod search;
mod state;
mod word;

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::puzzle::{Board, Contradiction};

use crate::grid::{Digit, Layout};
use crate::limits::Limits;
use crate::puzzle::Puzzle;
use chart::Chart;
use search::Search;
use word::{Wide, Word};

/// How a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// There are no more solutions.
    Exhausted,
    /// The visitor broke it off.
    Stopped,
    /// A limit struck.
    Limit,
}

/// Native search. It remembers the layout of the last puzzle.
#[derive(Debug, Default)]
pub(crate) struct Native {
    layout: Option<Arc<Layout>>,
    chart: Option<AnyChart>,
}

#[derive(Debug)]
enum AnyChart {
    To16(Chart<u16>),
    To32(Chart<u32>),
    To64(Chart<u64>),
    To128(Chart<u128>),
    Wide(Chart<Wide>),
}

impl Native {
    /// Visits all solutions, each once; the number of decisions taken, and how it ended.
    pub(crate) fn search(
        &mut self,
        puzzle: &Puzzle,
        limits: &Limits,
        visit: &mut dyn FnMut(&[Digit]) -> ControlFlow<()>,
    ) -> (u64, End) {
        // Rules beyond the houses are not propagated: what breaks one is passed over.
        let (mut passed_over, mut given_up) = (0, false);
        let mut visit = |digits: &[Digit]| {
            if puzzle.rules().iter().all(|rule| rule.holds(digits)) {
                return visit(digits);
            }
            passed_over += 1;
            given_up = limits.effort().is_some_and(|effort| passed_over >= effort);
            if given_up { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let (nodes, end) = self.fillings(puzzle, limits, &mut visit);
        (nodes, if given_up { End::Limit } else { end })
    }

    /// Visits all grids that keep houses and clues.
    fn fillings(
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
        match self.chart(puzzle.layout()) {
            AnyChart::To16(chart) => run(chart, puzzle, &board, limits, visit),
            AnyChart::To32(chart) => run(chart, puzzle, &board, limits, visit),
            AnyChart::To64(chart) => run(chart, puzzle, &board, limits, visit),
            AnyChart::To128(chart) => run(chart, puzzle, &board, limits, visit),
            AnyChart::Wide(chart) => run(chart, puzzle, &board, limits, visit),
        }
    }

    fn chart(&mut self, layout: &Arc<Layout>) -> &AnyChart {
        if self.layout.as_ref().is_none_or(|last| !Arc::ptr_eq(last, layout)) {
            self.layout = Some(Arc::clone(layout));
            self.chart = None;
        }
        self.chart.get_or_insert_with(|| match layout.side() {
            0..=16 => AnyChart::To16(Chart::new(layout)),
            17..=32 => AnyChart::To32(Chart::new(layout)),
            33..=64 => AnyChart::To64(Chart::new(layout)),
            65..=128 => AnyChart::To128(Chart::new(layout)),
            _ => AnyChart::Wide(Chart::new(layout)),
        })
    }
}

fn run<W: Word>(
    chart: &Chart<W>,
    puzzle: &Puzzle,
    board: &Board,
    limits: &Limits,
    visit: &mut dyn FnMut(&[Digit]) -> ControlFlow<()>,
) -> (u64, End) {
    let mut search = Search::new(chart, puzzle, board);
    let end = search.run(limits, visit);
    (search.nodes(), end)
}
