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

/// Where there are cases, they are searched after so much less of a descent without.
pub(super) const SOONER: u64 = 10;
/// With automata of more edges than this, which each case makes anew, cases are not looked at.
pub(super) const MOST_EDGES: u64 = 1500;

/// The fewest groups with one sum for which there are cases; and those of cases again.
const FEWEST: usize = 4;
const FEWEST_AGAIN: usize = 3;

/// The cases of a puzzle, or of one of its cases, each by the rule that makes it.
pub(super) fn of(puzzle: &Puzzle, is_case: bool) -> Vec<Rule> {
    let blocks = puzzle.rules().iter().flat_map(|rule| rule.blocks());
    let fewest = if is_case { FEWEST_AGAIN } else { FEWEST };
    totals(puzzle.layout(), blocks, fewest)
}

/// The client of all cases.
pub(super) struct Cases<'a> {
    client: &'a mut dyn Client,
    /// What the cases before took.
    before: Taken,
    /// What this one took when it paused last.
    now: Taken,
    /// How the client ended the search.
    end: Option<End>,
}

impl<'a> Cases<'a> {
    pub(super) fn new(client: &'a mut dyn Client) -> Self {
        Cases { client, before: Taken::default(), now: Taken::default(), end: None }
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
            self.now = Taken::default();
            // All of them together take no more decisions than one search.
            let left = limits.effort().map(|effort| effort.saturating_sub(self.before.nodes));
            let limits = match left {
                Some(0) => return (self.before.nodes, End::Limit),
                Some(left) => limits.clone().with_effort(left),
                None => limits.clone(),
            };
            let (nodes, end) = search(&puzzle.clone().with_rule(rule), &limits, &mut self);
            self.before = self.before.with(Taken { nodes, ..self.now });
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
    use std::collections::BTreeSet;

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
            let groups = (0..5).map(|_| {
                let first = below(cells);
                let others: Vec<_> =
                    (0..cells).filter(|&it| digit(it) + digit(first) == 5).collect();
                [first, others[below(others.len())]]
                    .map(|it| layout.name_of(Cell::new(it)))
                    .join(" ")
            });
            let text = format!("equalsums {}", groups.collect::<Vec<_>>().join("; "));
            let clues: Vec<_> = (0..9).map(|_| below(cells)).collect();
            let mut puzzle =
                Puzzle::new(layout.clone()).with_rule(Rule::parse(&text, &layout).unwrap());
            for cell in clues {
                puzzle.set(Cell::new(cell), Digit::new(digit(cell)));
            }
            with_cases += usize::from(!of(&puzzle, false).is_empty());
            let solutions = |patience: u64| {
                let mut all = Vec::new();
                let mut visit = |digits: &[Digit]| {
                    all.push(digits.to_vec());
                    if all.len() < 3000 {
                        ControlFlow::Continue(())
                    } else {
                        ControlFlow::Break(())
                    }
                };
                let mut native = Native::with_patience(patience, Pace::USUAL);
                let end = native.search(&puzzle, &Limits::none(), &mut visit).1;
                (end == End::Exhausted).then_some(all)
            };
            let (whole, by_cases) = (solutions(0), solutions(SOONER));
            if let (Some(whole), Some(mut by_cases)) = (whole, by_cases) {
                let set: BTreeSet<_> = whole.into_iter().collect();
                by_cases.sort();
                assert_eq!(by_cases, set.into_iter().collect::<Vec<_>>(), "{text}");
                solved += usize::from(!by_cases.is_empty());
            }
        }
        assert!(with_cases > 20 && solved > 20 && PATIENCE >= SOONER, "{with_cases}, {solved}");
    }
}
