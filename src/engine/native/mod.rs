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
//! | `precedence` | value precedence of regions that are to be found |
//! | `counted` | sizes of connected cells that are counted too |
//! | `search` | the search: restarts, enumeration |
//! | `team` | searches of one puzzle that tell each other what they learn, for hard ones |
//! | `descent` | search without learning, which puzzles with rules, and small ones, begin with |
//! | `turns` | both searches of such a puzzle, once neither ends soon |

mod analysis;
mod blocks;
mod branching;
mod cases;
mod clauses;
mod counted;
mod descent;
pub(crate) mod engine;
mod geometry;
mod heap;
mod interchangeable;
mod minimisation;
mod precedence;
mod propagate;
mod restarts;
mod search;
mod state;
mod team;
mod turns;
mod word;

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;

use itertools::Itertools;

use crate::puzzle::{Board, Contradiction};

use crate::grid::{Cell, Digit, House, Layout};
use crate::limits::{End, Limits};
use crate::puzzle::Puzzle;
use crate::rule::Block;
use cases::Cases;
use descent::Descent;
use geometry::Geometry;
use precedence::Precedence;
use search::Search;
use team::Team;
use turns::{Pace, Turns};
use word::{Wide, Word};

/// What a search has taken.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Taken {
    /// Decisions.
    pub(crate) nodes: u64,
    /// Steps of filters, as [`blocks`] counts them.
    pub(crate) steps: u64,
    /// The edges of the automata that lines and sums were made into.
    pub(crate) edges: u64,
}

impl Taken {
    /// With what another search took.
    fn with(self, other: Taken) -> Self {
        Taken {
            nodes: self.nodes.saturating_add(other.nodes),
            steps: self.steps.saturating_add(other.steps),
            edges: self.edges.max(other.edges),
        }
    }

    /// What it costs, in steps, where a decision costs as much as so many branches of a [`Descent`].
    fn cost(self, branches: u64) -> u64 {
        self.nodes.saturating_mul(branches * descent::STEPS).saturating_add(self.steps)
    }
}

/// Whom a search works for.
pub(crate) trait Client {
    /// Takes a solution; returns whether to continue.
    fn visit(&mut self, digits: &[Digit]) -> ControlFlow<()>;

    /// Called now and then while a puzzle that begins with a [`Descent`] is searched, with what it took so
    /// far: how the search has ended, if the client knows by other means.
    fn pause(&mut self, _taken: Taken) -> Option<End> {
        None
    }
}

impl<F: FnMut(&[Digit]) -> ControlFlow<()>> Client for F {
    fn visit(&mut self, digits: &[Digit]) -> ControlFlow<()> {
        self(digits)
    }
}

/// Native search.
#[derive(Debug)]
pub(crate) struct Native {
    /// Branches without a solution that puzzles with rules, and small ones, take before anything is learned.
    patience: u64,
    /// Threads for one puzzle, which change nothing but the time.
    threads: NonZeroUsize,
    pace: Pace,
}

/// The branches that [`descent`] takes without a solution.
const PATIENCE: u64 = 1000;

#[derive(Debug)]
enum AnyGeometry {
    To32(Geometry<u32>),
    To64(Geometry<u64>),
    Wide(Geometry<Wide>),
}

impl AnyGeometry {
    fn new(layout: &Layout, more: &[Box<[Cell]>]) -> Self {
        match layout.digits() {
            0..=32 => AnyGeometry::To32(Geometry::new(layout, more)),
            33..=64 => AnyGeometry::To64(Geometry::new(layout, more)),
            _ => AnyGeometry::Wide(Geometry::new(layout, more)),
        }
    }
}

/// The most branches without a solution that a puzzle with rules takes before anything is learned, or fewer where
/// cells are to be connected or there are [`cases`].
pub(super) fn branches(puzzle: &Puzzle) -> u64 {
    let mut blocks = puzzle.rules().iter().flat_map(|rule| rule.blocks());
    let has_cages = blocks.any(|block| {
        let Block::Sum(block) = block else { return false };
        let mut houses = puzzle.layout().houses().iter();
        houses.any(|house| block.cells().iter().all(|cell| house.cells().contains(cell)))
    });
    PATIENCE * if has_cages { descent::CAGES } else { descent::MORE }
}

/// Whether regions are to be found: sets of connected cells, each of as many as there are digits, and pairs of cells
/// and labels that differ.
pub(super) fn has_unknown_regions(puzzle: &Puzzle) -> bool {
    let sized = counted::with_sizes(puzzle);
    let puzzle = sized.as_ref().unwrap_or(puzzle);
    let blocks = || puzzle.rules().iter().flat_map(|rule| rule.blocks());
    let size = Some(puzzle.digits());
    let is_region = |block: &&Block| matches!(block, Block::Connected(it) if it.size() == size);
    let has_pairs = blocks().any(|block| matches!(block, Block::DistinctPairs(_)));
    has_pairs && blocks().filter(is_region).nth(1).is_some()
}

/// The full houses that rules make: cells that are to be distinct, as many as there are digits.
fn houses_of_rules(puzzle: &Puzzle) -> Vec<Box<[Cell]>> {
    let mut houses: Vec<Box<[Cell]>> = Vec::new();
    for block in puzzle.rules().iter().flat_map(|rule| rule.blocks()) {
        let Block::Distinct(block) = block else { continue };
        if block.cells().len() == puzzle.digits() {
            let cells: Box<[Cell]> = block.cells().iter().copied().sorted_unstable().collect();
            let same = |house: &House| {
                house.cells().iter().copied().sorted_unstable().eq(cells.iter().copied())
            };
            let is_known =
                houses.contains(&cells) || puzzle.layout().full_houses().iter().any(same);
            if cells.iter().all_unique() && !is_known {
                houses.push(cells);
            }
        }
    }
    houses
}

/// A layout, the full houses that rules added to it, and their geometry.
type Known = (Arc<Layout>, Vec<Box<[Cell]>>, AnyGeometry);

thread_local! {
    /// The geometry of the last layout of this thread, unless it is large.
    static LAST: std::cell::Cell<Option<Known>> = const { std::cell::Cell::new(None) };
}

/// Geometries of more cells are not kept.
const MOST_KEPT: usize = 4096;

impl Native {
    /// Search that learns after so many branches, and works at a pace from then on.
    #[cfg(test)]
    fn with_patience(patience: u64, pace: Pace) -> Self {
        Native { patience, threads: NonZeroUsize::MIN, pace }
    }

    /// Search on so many threads.
    pub(crate) fn new(threads: NonZeroUsize) -> Self {
        Native { patience: PATIENCE, threads, pace: Pace::USUAL }
    }

    /// Visits all solutions, each once; the number of decisions taken, and how it ended.
    pub(crate) fn search(
        &mut self,
        puzzle: &Puzzle,
        limits: &Limits,
        client: &mut dyn Client,
    ) -> (u64, End) {
        if limits.expired() {
            return (0, End::Limit);
        }
        let sized = counted::with_sizes(puzzle);
        let puzzle = sized.as_ref().unwrap_or(puzzle);
        let layout = puzzle.layout();
        // Houses in another order would be searched in another order.
        let same = |last: &Layout| last == &**layout && last.houses() == layout.houses();
        let more = houses_of_rules(puzzle);
        let same = |last: &Arc<Layout>| Arc::ptr_eq(last, layout) || same(last);
        let last = LAST.take().filter(|(last, known, _)| same(last) && *known == more);
        let mut geometry = last.map(|(_, _, geometry)| geometry);
        let answer = self.search_with(&mut geometry, &more, puzzle, limits, client);
        if let Some(geometry) = geometry.filter(|_| layout.cells() <= MOST_KEPT) {
            LAST.set(Some((Arc::clone(layout), more, geometry)));
        }
        answer
    }

    /// Whether a search begins with a [`Descent`]. Little effort for a puzzle without rules is all to learn with.
    fn begins_with_descent(&self, puzzle: &Puzzle, limits: &Limits) -> bool {
        let is_little =
            limits.effort().is_some_and(|effort| effort < 10 * descent::MORE * PATIENCE);
        let is_all_to_learn = is_little && puzzle.rules().is_empty();
        self.patience > 0 && !is_all_to_learn && descent::takes(puzzle)
    }

    /// [`Native::search`], where the geometry may be known.
    fn search_with(
        &mut self,
        geometry: &mut Option<AnyGeometry>,
        more: &[Box<[Cell]>],
        puzzle: &Puzzle,
        limits: &Limits,
        client: &mut dyn Client,
    ) -> (u64, End) {
        let make = || AnyGeometry::new(puzzle.layout(), more);
        if self.begins_with_descent(puzzle, limits)
            && let AnyGeometry::To32(geometry) = geometry.get_or_insert_with(make)
        {
            if let Some(precedence) = Precedence::of(puzzle, limits) {
                let mut client = precedence.client(client);
                let puzzle = &precedence.puzzle;
                return self.search_by_turns(geometry, puzzle, cases::MOST, limits, &mut client);
            }
            return self.search_by_turns(geometry, puzzle, cases::MOST, limits, client);
        }
        let mut board = Board::new(puzzle);
        match board.propagate_within(puzzle, limits) {
            Ok(true) => {}
            Ok(false) => return (0, End::Limit),
            Err(Contradiction) => return (0, End::Exhausted),
        }
        if board.is_full() {
            let digits: Vec<Digit> = puzzle.cells().filter_map(|cell| board.digit(cell)).collect();
            let end = if client.visit(&digits).is_break() { End::Stopped } else { End::Exhausted };
            return (0, end);
        }
        match geometry.get_or_insert_with(make) {
            AnyGeometry::To32(geometry) => self.run(geometry, puzzle, &board, limits, client),
            AnyGeometry::To64(geometry) => self.run(geometry, puzzle, &board, limits, client),
            AnyGeometry::Wide(geometry) => self.run(geometry, puzzle, &board, limits, client),
        }
    }

    /// The same for a puzzle that begins with a [`Descent`].
    fn search_by_turns(
        &self,
        geometry: &Geometry<u32>,
        puzzle: &Puzzle,
        most_cases: usize,
        limits: &Limits,
        client: &mut dyn Client,
    ) -> (u64, End) {
        let mut client = Turns::new(client, puzzle, limits, self.pace);
        let Some(mut descent) = Descent::new(geometry, puzzle, limits) else {
            return (0, End::Limit);
        };
        let few = descent.taken().edges <= cases::MOST_EDGES;
        let cases = if few { cases::of(puzzle, most_cases) } else { Vec::new() };
        let patience = if cases.is_empty() { self.patience } else { self.patience / cases::SOONER };
        let is_case = most_cases < cases::MOST;
        if let Some(end) = descent.begin(puzzle, patience, is_case, limits, &mut client) {
            // Who waits for many cases hears of each.
            let end = if is_case && end == End::Exhausted {
                client.pause(descent.taken()).unwrap_or(end)
            } else {
                end
            };
            return (descent.taken().nodes, end);
        }
        let root = descent.root();
        client.take(descent);
        if !cases.is_empty() {
            let most = most_cases / cases.len().max(2);
            let search = |case: &Puzzle, limits: &Limits, client: &mut dyn Client| {
                self.search_by_turns(geometry, case, most, limits, client)
            };
            let (nodes, end) = Cases::new(&mut client).search(puzzle, cases, limits, search);
            return (client.nodes() + nodes, end);
        }
        // Nothing more follows from the rules and these candidates without a branch, which the search
        // that learns relies on: it looks at cells that are decided no more.
        let mut board = Board::without_rules(puzzle.layout(), root.clone());
        match board.propagate_within(puzzle, limits) {
            Ok(true) => debug_assert!(*board.candidates() == root && !board.is_full()),
            Ok(false) => return (client.nodes(), End::Limit),
            Err(Contradiction) => return (client.nodes(), End::Exhausted),
        }
        let (nodes, end) = self.run(geometry, puzzle, &board, limits, &mut client);
        (client.nodes() + nodes, end)
    }

    fn run<W: Word>(
        &self,
        geometry: &Geometry<W>,
        puzzle: &Puzzle,
        board: &Board,
        limits: &Limits,
        client: &mut dyn Client,
    ) -> (u64, End) {
        let Some(search) = Search::new(geometry, puzzle, board, limits) else {
            return (0, End::Limit);
        };
        let mut team = Team::new(search);
        let is_plain = puzzle.rules().is_empty();
        let end = team.run(is_plain, self.threads, self.pace.conflicts, limits, client);
        (team.nodes(), end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::LayoutSpec;
    use crate::rule::Rule;

    #[test]
    fn small_grids_of_boxes_begin_without_learning() {
        let native = Native::new(NonZeroUsize::MIN);
        let begins = |side: usize, spec: &str, rule: Option<&str>, limits: Limits| {
            let layout = spec.parse::<LayoutSpec>().unwrap().build(side).unwrap().shared();
            let puzzle = Puzzle::new(Arc::clone(&layout));
            let puzzle = match rule {
                Some(text) => puzzle.with_rule(Rule::parse(text, &layout).unwrap()),
                None => puzzle,
            };
            native.begins_with_descent(&puzzle, &limits)
        };
        let none = Limits::none;
        assert!(begins(9, "3x3+diagonal", None, none()) && begins(10, "2x5", None, none()));
        // What the default engine gives native search is enough, what others have to spare is not.
        assert!(begins(10, "2x5", None, none().with_effort(1_000_000)));
        assert!(!begins(10, "2x5", None, none().with_effort(30_000)));
        assert!(begins(10, "2x5", Some("antiknight"), none().with_effort(30)));
        assert!(!begins(12, "3x4", None, none()) && !begins(9, "latin", None, none()));
        assert!(begins(12, "3x4", Some("antiknight"), none()));
    }
}
