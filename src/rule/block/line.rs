//! Words of automata.

use std::hash::{BuildHasher, Hash, Hasher};
use std::sync::Arc;

use foldhash::fast::FixedState;

use crate::grid::{Cell, Digit};

/// A deterministic automaton over digits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Automaton {
    /// The hash of the other fields: lines of a puzzle often share large automata, which tables look up.
    hash: u64,
    digits: usize,
    start: usize,
    accepting: Box<[bool]>,
    /// `[state * digits + digit]`; [`Automaton::DEAD`] where no step leads on.
    next: Box<[u32]>,
}

impl Hash for Automaton {
    fn hash<H: Hasher>(&self, to: &mut H) {
        to.write_u64(self.hash);
    }
}

impl Automaton {
    pub(in super::super) const DEAD: u32 = u32::MAX;

    /// The automaton with as many states as `accepting` has entries, whose step from a state by a
    /// digit is `next(state, digit)`; `None` where the word is refused whatever follows.
    ///
    /// # Panics
    /// If `start` or a step leads to a state that is not there.
    pub fn new(
        digits: usize,
        start: usize,
        accepting: impl Into<Box<[bool]>>,
        next: impl Fn(usize, usize) -> Option<usize>,
    ) -> Self {
        let accepting = accepting.into();
        let states = accepting.len();
        assert!(start < states);
        let step = |state, digit| {
            next(state, digit).map_or(Self::DEAD, |to| {
                assert!(to < states);
                u32::try_from(to).expect("far fewer states than 2³²")
            })
        };
        let next = (0..states).flat_map(|state| (0..digits).map(move |digit| (state, digit)));
        let next = next.map(|(state, digit)| step(state, digit)).collect();
        Self::made_of(digits, start, accepting, next)
    }

    /// The automaton that starts in state 0, by all its steps: `[state * digits + digit]`.
    pub(in super::super) fn of_steps(
        digits: usize,
        accepting: impl Into<Box<[bool]>>,
        next: impl Into<Box<[u32]>>,
    ) -> Self {
        let (accepting, next) = (accepting.into(), next.into());
        debug_assert_eq!(next.len(), accepting.len() * digits);
        Self::made_of(digits, 0, accepting, next)
    }

    fn made_of(digits: usize, start: usize, accepting: Box<[bool]>, next: Box<[u32]>) -> Self {
        let hash = FixedState::default().hash_one((digits, start, &accepting, &next));
        Automaton { hash, digits, start, accepting, next }
    }

    /// The number of digits.
    pub fn digits(&self) -> usize {
        self.digits
    }

    /// The number of states.
    pub fn states(&self) -> usize {
        self.accepting.len()
    }

    /// The state before the first digit.
    pub fn start(&self) -> usize {
        self.start
    }

    /// Whether a word may end in a state.
    pub fn accepts(&self, state: usize) -> bool {
        self.accepting[state]
    }

    /// The state after a digit.
    pub fn next(&self, state: usize, digit: Digit) -> Option<usize> {
        let to = self.next[state * self.digits + digit.index()];
        (to != Self::DEAD).then_some(to as usize)
    }
}

/// An automaton accepts the digits of some cells, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    cells: Box<[Cell]>,
    automaton: Arc<Automaton>,
}

impl Line {
    /// Of these cells, in this order.
    pub fn new(cells: impl Into<Box<[Cell]>>, automaton: Arc<Automaton>) -> Self {
        Line { cells: cells.into(), automaton }
    }

    /// The cells.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The automaton.
    pub fn automaton(&self) -> &Arc<Automaton> {
        &self.automaton
    }

    /// Whether the automaton accepts these digits of the cells, with a digit in place of those that
    /// are open.
    pub(crate) fn accepts(&self, digits: &[Option<Digit>], open: Digit) -> bool {
        let mut digits = digits.iter().map(|digit| digit.unwrap_or(open));
        let end =
            digits.try_fold(self.automaton.start(), |at, digit| self.automaton.next(at, digit));
        end.is_some_and(|end| self.automaton.accepts(end))
    }

    /// Whether a filled grid keeps it.
    pub fn holds(&self, digits: &[Digit]) -> bool {
        let start = Some(self.automaton.start());
        let end = self.cells.iter().fold(start, |state, cell| {
            state.and_then(|state| self.automaton.next(state, digits[cell.index()]))
        });
        end.is_some_and(|state| self.automaton.accepts(state))
    }
}
