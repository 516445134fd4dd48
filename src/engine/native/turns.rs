//! The two searches of a puzzle with rules, or of a small one.
//!
//! The [`Descent`] begins, and once it will take long the search that learns takes over. Which of the
//! two ends sooner cannot be told in advance: learning is lost on some sums, where a branch of the
//! descent costs a quarter of a decision, and makes a hundredth of the branches do on some lines. So
//! when learning has not come to an end after a while, the descent goes on beside it: with half of the
//! time while its estimate is that little is left, and a little of it otherwise. What both take is
//! counted in decisions and steps of filters, so the answer is the same on every machine.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::descent::Descent;
use super::{Client, Taken};
use crate::grid::Digit;
use crate::limits::{End, Limits};
use crate::puzzle::Puzzle;

/// How the searches share the time. What they cost is in steps of filters.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pace {
    /// The cost of learning before the descent goes on beside it.
    pub(super) alone: u64,
    /// The least cost of a turn of the descent.
    pub(super) turn: u64,
    /// The conflicts between two looks at whose turn it is.
    pub(super) conflicts: u64,
}

impl Pace {
    /// What all searches but those of tests have.
    pub(super) const USUAL: Pace = Pace { alone: 60_000_000, turn: 1_000_000, conflicts: 50 };
}

/// What a decision costs with learning, in branches of the descent.
const DECISION: u64 = 4;
/// The descent gets as much as learning took since it was alone, as long as its rest is estimated to cost
/// no more than that, and else one part of so many.
const FAR: u64 = 8;
/// With so many solutions that only one of them has found, the descent is given up.
const MOST_KNOWN: usize = 64;

/// The client of both searches, which visits each solution once.
pub(super) struct Turns<'a, 'g> {
    client: &'a mut dyn Client,
    puzzle: &'a Puzzle,
    /// Those of the descent's turns: its branches do not count as effort, the decisions of learning do.
    limits: Limits,
    pace: Pace,
    /// The descent, unless it is at work or given up.
    descent: Option<Descent<'g, u32>>,
    /// Whether the search that learns is at work.
    learns: bool,
    /// Solutions that one of them has found, and the other not yet, while both go on.
    known: BTreeSet<Box<[Digit]>>,
    by_descent: Taken,
    by_learning: Taken,
    /// What the descent cost before learning began.
    before: u64,
}

impl<'a, 'g> Turns<'a, 'g> {
    /// With no descent: it begins with this client, and is [taken](Self::take) then.
    pub(super) fn new(
        client: &'a mut dyn Client,
        puzzle: &'a Puzzle,
        limits: &'a Limits,
        pace: Pace,
    ) -> Self {
        Turns {
            client,
            puzzle,
            limits: limits.clone().with_effort(u64::MAX),
            pace,
            descent: None,
            learns: false,
            known: BTreeSet::new(),
            by_descent: Taken::default(),
            by_learning: Taken::default(),
            before: 0,
        }
    }

    /// Takes the descent, to go on with it later: the search that learns begins.
    pub(super) fn take(&mut self, descent: Descent<'g, u32>) {
        self.by_descent = descent.taken();
        self.before = self.by_descent.cost(1);
        self.descent = Some(descent).filter(|descent| !descent.is_spent());
        self.learns = true;
    }

    /// The branches of the descent.
    pub(super) fn nodes(&self) -> u64 {
        self.by_descent.nodes
    }

    /// Lets the descent go on for as long as it has the time: how it has ended the search, if it did.
    fn turn(&mut self) -> Option<End> {
        let mut descent = self.descent.take()?;
        let spent = self.by_learning.cost(DECISION).saturating_sub(self.pace.alone);
        let (cost, rest) = (self.by_descent.cost(1), descent.rest());
        let due = self.before.saturating_add(if rest <= spent { spent } else { spent / FAR });
        if cost.saturating_add(self.pace.turn) <= due {
            // Estimates can be far too low: after twice the rest another look is due.
            let more = rest.saturating_mul(2).max(self.pace.turn);
            let most = due.min(cost.saturating_add(more));
            self.learns = false;
            let limits = self.limits.clone();
            let end = descent.go_on(self.puzzle, most, &limits, self);
            self.by_descent = descent.taken();
            self.learns = true;
            if end.is_some() {
                return end;
            }
        }
        self.descent = Some(descent).filter(|descent| !descent.is_spent());
        None
    }
}

impl Client for Turns<'_, '_> {
    fn visit(&mut self, digits: &[Digit]) -> ControlFlow<()> {
        if self.known.remove(digits) {
            return ControlFlow::Continue(());
        }
        if self.learns && self.known.len() >= MOST_KNOWN {
            // What it has found stays known.
            self.descent = None;
        }
        if !self.learns || self.descent.is_some() {
            self.known.insert(digits.into());
        }
        self.client.visit(digits)
    }

    fn pause(&mut self, taken: Taken) -> Option<End> {
        if self.learns {
            self.by_learning = taken;
            let end = self.turn();
            if end.is_some() {
                return end;
            }
        } else {
            self.by_descent = taken;
        }
        self.client.pause(self.by_descent.with(self.by_learning))
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::super::geometry::Geometry;
    use super::*;
    use crate::grid::Layout;
    use crate::rule::Rule;

    /// Counts visits and pauses, and ends the search in one of them once it is told to.
    #[derive(Default)]
    struct Told {
        visits: Cell<usize>,
        stops: Cell<bool>,
        end: Cell<Option<End>>,
    }

    impl Client for &Told {
        fn visit(&mut self, _: &[Digit]) -> ControlFlow<()> {
            self.visits.set(self.visits.get() + 1);
            if self.stops.get() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }

        fn pause(&mut self, _: Taken) -> Option<End> {
            self.end.get()
        }
    }

    /// So much that the descent can go to the end.
    const LONG: Taken = Taken { nodes: 0, steps: 1 << 60, edges: 0 };

    /// Checks turns of a puzzle of many solutions, whose descent has begun and found none.
    fn check(effort: Option<u64>, check: impl FnOnce(&Told, &mut Turns<'_, '_>)) {
        let layout = Layout::boxes(3, 3).unwrap().shared();
        let rule = Rule::parse("thermometer r1c1 r1c2", &layout).unwrap();
        let puzzle = Puzzle::new(layout).with_rule(rule);
        let (told, none) = (Told::default(), Limits::none());
        let limits = effort.map_or_else(Limits::none, |effort| Limits::none().with_effort(effort));
        let geometry = Geometry::new(puzzle.layout(), &[]);
        let mut client = &told;
        let mut turns = Turns::new(&mut client, &puzzle, &limits, Pace::USUAL);
        let mut descent = Descent::new(&geometry, &puzzle, &none).unwrap();
        assert_eq!(descent.begin(&puzzle, 1, false, &none, &mut turns), None);
        turns.take(descent);
        assert_eq!(told.visits.get(), 0);
        check(&told, &mut turns);
    }

    #[test]
    fn a_client_ends_the_search_in_a_turn_of_the_descent() {
        check(None, |told, turns| {
            // Not its turn yet.
            assert_eq!(turns.pause(Taken::default()), None);
            told.end.set(Some(End::Limit));
            assert_eq!(turns.pause(LONG), Some(End::Limit));
            // From within the turn, so that the descent is not kept.
            assert!(turns.descent.is_none() && turns.by_descent.nodes > 2);
        });
        check(None, |told, turns| {
            told.stops.set(true);
            assert_eq!(turns.pause(LONG), Some(End::Stopped));
            assert_eq!(told.visits.get(), 1);
        });
    }

    #[test]
    fn branches_of_the_descent_are_no_effort() {
        check(Some(1), |told, turns| {
            assert_eq!(turns.pause(LONG), None);
            assert!(told.visits.get() > 1);
        });
    }

    #[test]
    fn the_descent_is_given_up_where_learning_finds_many_solutions() {
        check(None, |told, turns| {
            let grid = |k: usize| [Digit::new(k), Digit::new(0)];
            for k in 0..2 * MOST_KNOWN {
                assert!(turns.visit(&grid(k)).is_continue());
                assert!(turns.known.len() <= MOST_KNOWN);
            }
            assert_eq!(told.visits.get(), 2 * MOST_KNOWN);
            assert!(turns.descent.is_none());
        });
    }
}
