//! Cases by what groups with one sum come to.
//!
//! As long as that is open, groups that are equal say little. With each sum that it may be they are cages, most
//! of which cannot be filled; no branch on a cell says as much.

use std::ops::ControlFlow;

use super::{Client, Taken};
use crate::grid::Digit;
use crate::limits::{End, Limits};
use crate::puzzle::Puzzle;
use crate::rule::{Rule, totals};

/// The descent before the cases has so much less patience than one without.
pub(super) const SOONER: u64 = 10;
/// With automata of more edges than this, which each case makes anew, cases are not looked at.
pub(super) const MOST_EDGES: u64 = 1500;

/// The most cases of a puzzle, with the cases of cases.
pub(super) const MOST: usize = 1000;
/// The fewest groups with one sum for which there are cases; and those of cases again.
const FEWEST: usize = 4;
const FEWEST_AGAIN: usize = 3;

/// The cases of a puzzle, each by the rule that makes it; of at most [`MOST`], or of what a case of it may have
/// again.
pub(super) fn of(puzzle: &Puzzle, most: usize) -> Vec<Rule> {
    let blocks = puzzle.rules().iter().flat_map(|rule| rule.blocks());
    let fewest = if most == MOST { FEWEST } else { FEWEST_AGAIN };
    let cases = totals(puzzle.layout(), blocks, fewest);
    if cases.len() <= most { cases } else { Vec::new() }
}

/// The client of all cases.
pub(super) struct Cases<'a> {
    client: &'a mut dyn Client,
    /// What the cases before took.
    before: Taken,
    /// What this one took when it paused last.
    now: Taken,
    /// The decisions since the last solution, of the cases before; and those of this one up to a solution.
    since_solution: u64,
    up_to_solution: Option<u64>,
    /// How the client ended the search.
    end: Option<End>,
}

impl<'a> Cases<'a> {
    pub(super) fn new(client: &'a mut dyn Client) -> Self {
        let (before, now) = (Taken::default(), Taken::default());
        Cases { client, before, now, since_solution: 0, up_to_solution: None, end: None }
    }

    /// Searches the cases of a puzzle one by one; the decisions, and how it ended.
    pub(super) fn search(
        mut self,
        puzzle: &Puzzle,
        cases: Vec<Rule>,
        limits: &Limits,
        search: impl Fn(&Puzzle, &Limits, &mut dyn Client) -> (u64, End),
    ) -> (u64, End) {
        for rule in cases {
            (self.now, self.up_to_solution) = (Taken::default(), None);
            // All of them together take no more decisions without a solution than one search.
            let left = limits.effort().map(|effort| effort.saturating_sub(self.since_solution));
            let limits = match left {
                Some(0) => return (self.before.nodes, End::Limit),
                Some(left) => limits.clone().with_effort(left),
                None => limits.clone(),
            };
            let (nodes, end) = search(&puzzle.clone().with_rule(rule), &limits, &mut self);
            self.before = self.before.with(Taken { nodes, ..self.now });
            self.since_solution = match self.up_to_solution {
                Some(before) => nodes.saturating_sub(before),
                None => self.since_solution.saturating_add(nodes),
            };
            match self.end {
                Some(end) => return (self.before.nodes, end),
                None if end == End::Exhausted => {}
                None => return (self.before.nodes, end),
            }
        }
        (self.before.nodes, End::Exhausted)
    }
}

impl Client for Cases<'_> {
    fn visit(&mut self, digits: &[Digit]) -> ControlFlow<()> {
        self.up_to_solution = Some(self.now.nodes);
        self.client.visit(digits)
    }

    fn pause(&mut self, taken: Taken) -> Option<End> {
        self.now = taken;
        self.end = self.client.pause(self.before.with(taken));
        self.end
    }
}

#[cfg(test)]
mod tests {
    use super::super::turns::Pace;
    use super::super::{Native, PATIENCE};
    use super::*;
    use crate::grid::{Cell, Layout};

    #[test]
    fn cases_have_the_solutions_of_the_whole_each_once() {
        let layout = Layout::boxes(2, 3).unwrap().shared();
        let mut state = 7u64;
        let mut below = |n: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            usize::try_from(state >> 33).unwrap() % n
        };
        let digit = |cell: usize| (3 * (cell / 6 % 2) + cell / 12 + cell % 6) % 6;
        let (mut with_cases, mut solved) = (0, 0);
        for _ in 0..60 {
            let cells = layout.cells();
            // Two cells each, which come to 7 in one grid at least.
            let mut equal = |count: usize| {
                let groups = (0..count).map(|_| {
                    let first = below(cells);
                    let others = (0..cells).filter(|&it| digit(it) + digit(first) == 5);
                    let second = others.collect::<Vec<_>>()[below(6)];
                    [first, second].map(|cell| layout.name_of(Cell::new(cell))).join(" ")
                });
                format!("equalsums {}", groups.collect::<Vec<_>>().join("; "))
            };
            // In cases of the first those of the second are cases again.
            let texts = [equal(5), equal(3)];
            let rules = texts.iter().map(|text| Rule::parse(text, &layout).unwrap());
            let mut puzzle = rules.fold(Puzzle::new(layout.clone()), Puzzle::with_rule);
            for _ in 0..7 {
                let cell = below(cells);
                puzzle.set(Cell::new(cell), Digit::new(digit(cell)));
            }
            with_cases += usize::from(!of(&puzzle, MOST).is_empty());
            let solutions = |patience: u64, pace: Pace| {
                let mut all = Vec::new();
                let mut visit = |digits: &[Digit]| {
                    all.push(digits.to_vec());
                    if all.len() < 3000 {
                        ControlFlow::Continue(())
                    } else {
                        ControlFlow::Break(())
                    }
                };
                let mut native = Native::with_patience(patience, pace);
                let end = native.search(&puzzle, &Limits::none(), &mut visit).1;
                (end == End::Exhausted).then_some(all)
            };
            let Some(mut whole) = solutions(0, Pace::USUAL) else { continue };
            whole.sort();
            solved += usize::from(!whole.is_empty());
            // And with a descent that goes on beside the cases at once.
            for pace in [Pace::USUAL, Pace { alone: 0, turn: 1, conflicts: 1 }] {
                let mut by_cases = solutions(SOONER, pace).unwrap();
                by_cases.sort();
                assert_eq!(by_cases, whole, "{texts:?}");
            }
        }
        assert!(with_cases > 20 && solved > 20 && PATIENCE >= SOONER, "{with_cases}, {solved}");
    }
}
