//! What the blocks of a rule are written with, in the numbers that are shown.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::Range;
use std::sync::Arc;

use foldhash::HashMap;
use smallvec::SmallVec;

use super::arguments::{Arguments, digit_of, value, worth};
use super::block::{
    Automaton, Block, Choice, Clauses, Connected, Distinct, DistinctPairs, Line, Literal, NValue,
    Pairs, Sum,
};
use crate::grid::{CandidateSet, Cell, Digit, Layout};

/// Automata of more steps, states by digits, are not built.
const MOST_STEPS: usize = 1 << 22;
/// All automata of a rule have no more together.
const MOST_STEPS_OF_ALL: usize = 1 << 24;

/// The rows of a table as bits, each row of whole words.
type Rows = SmallVec<[u64; 16]>;

thread_local! {
    /// The last table of this thread, with its rows: many rules of a puzzle have the same.
    static LAST: std::cell::Cell<Option<(Rows, Arc<[CandidateSet]>)>> =
        const { std::cell::Cell::new(None) };
}

/// A table of so many digits, the same in memory as the last one if they are equal.
fn shared(digits: usize, rows: Rows) -> Arc<[CandidateSet]> {
    let is_same = |last: &(Rows, Arc<[CandidateSet]>)| last.1.len() == digits && last.0 == rows;
    let last = LAST.take().filter(is_same).unwrap_or_else(|| {
        let row = |row: &[u64]| {
            CandidateSet::filtered(digits, |digit| row[digit / 64] >> (digit % 64) & 1 == 1)
        };
        let table = rows.chunks(digits.div_ceil(64)).map(row).collect();
        (rows, table)
    });
    let table = Arc::clone(&last.1);
    LAST.set(Some(last));
    table
}

/// Takes the blocks of a rule: all of them must hold.
#[derive(Debug)]
pub struct Lowering<'a> {
    layout: &'a Layout,
    blocks: Vec<Block>,
    /// The steps that further automata may have.
    steps: usize,
    too_large: bool,
}

impl<'a> Lowering<'a> {
    pub(super) fn new(of: &'a Arguments) -> Self {
        // Most kinds make one block or two.
        let (layout, steps) = (of.layout(), MOST_STEPS_OF_ALL);
        Lowering { layout, blocks: Vec::with_capacity(2), steps, too_large: false }
    }

    /// The blocks; or that they are too large.
    pub(super) fn finish(self) -> Result<Vec<Block>, String> {
        if self.too_large {
            return Err("too large: it takes millions of steps of an automaton".to_owned());
        }
        Ok(self.blocks)
    }

    fn values(&self) -> Range<i64> {
        let first = value(self.layout, Digit::new(0));
        first..first + i64::try_from(self.layout.digits()).expect("few")
    }

    /// A relation holds of the numbers of each of these pairs.
    pub fn pairs(&mut self, pairs: Vec<(Cell, Cell)>, relation: impl Fn(i64, i64) -> bool) {
        let values = self.values();
        let mut rows = Rows::new();
        for a in values.clone() {
            let mut start = values.start;
            while start < values.end {
                let some = start..values.end.min(start + 64);
                rows.push(some.rev().fold(0, |row, b| row << 1 | u64::from(relation(a, b))));
                start += 64;
            }
        }
        self.blocks.push(Block::Pairs(Pairs::new(shared(self.layout.digits(), rows), pairs)));
    }

    /// No number stands twice among these cells.
    pub fn distinct(&mut self, cells: &[Cell]) {
        self.blocks.push(Block::Distinct(Distinct::new(cells)));
    }

    /// No two of these pairs of cells have the same two numbers, in order.
    pub fn distinct_pairs(&mut self, pairs: Vec<(Cell, Cell)>) {
        self.blocks.push(Block::DistinctPairs(DistinctPairs::new(pairs)));
    }

    /// The number of a cell tells how many different numbers some cells have.
    pub fn nvalue(&mut self, cells: &[Cell], teller: Cell) {
        let counts = worth(self.layout);
        self.blocks.push(Block::NValue(NValue::new(cells, teller, counts)));
    }

    /// The cells whose number has a property are connected, by edges between positions among them;
    /// exactly `size` of them, if it is said.
    pub fn connected(
        &mut self,
        cells: &[Cell],
        edges: &[(usize, usize)],
        property: impl Fn(i64) -> bool,
        size: Option<usize>,
    ) {
        let digits = (0..self.layout.digits()).map(Digit::new);
        let digits = digits.filter(|&digit| property(value(self.layout, digit))).collect();
        self.blocks.push(Block::Connected(Connected::new(cells, edges, digits, size)));
    }

    /// The numbers of these cells add up to one of some totals.
    pub fn sum(&mut self, cells: &[Cell], totals: impl IntoIterator<Item = i64>) {
        let weights = vec![worth(self.layout); cells.len()];
        let totals: Vec<_> = totals.into_iter().collect();
        self.blocks.push(Block::Sum(Sum::new(cells, weights, totals)));
    }

    /// These multiples of the numbers of cells add up to one of some totals.
    pub fn weighted(&mut self, terms: &[(Cell, i64)], totals: impl IntoIterator<Item = i64>) {
        let mut tables = BTreeMap::new();
        let mut table = |factor| {
            let known = tables.entry(factor);
            Arc::clone(known.or_insert_with(|| self.table(|value| factor * value)))
        };
        let weights: Vec<_> = terms.iter().map(|&(_, factor)| table(factor)).collect();
        let cells: Vec<_> = terms.iter().map(|&(cell, _)| cell).collect();
        let totals: Vec<_> = totals.into_iter().collect();
        self.too_large |= weights.iter().any(|table| table.is_empty());
        self.blocks.push(Block::Sum(Sum::new(cells, weights, totals)));
    }

    /// So many of these cells have a number with a property.
    pub fn count(
        &mut self,
        cells: &[Cell],
        property: impl Fn(i64) -> bool,
        counts: impl IntoIterator<Item = i64>,
    ) {
        let weights = vec![self.table(|value| i64::from(property(value))); cells.len()];
        let counts: Vec<_> = counts.into_iter().collect();
        self.blocks.push(Block::Sum(Sum::new(cells, weights, counts)));
    }

    /// What the numbers of each cell are worth, a table for each, adds up to 0.
    pub fn balance(&mut self, cells: &[Cell], of: impl Fn(usize, i64) -> i64) {
        let weights: Vec<_> = (0..cells.len()).map(|k| self.table(|value| of(k, value))).collect();
        self.too_large |= weights.iter().any(|table| table.is_empty());
        self.blocks.push(Block::Sum(Sum::new(cells, weights, [0])));
    }

    /// What each number is worth; empty if a worth is too large.
    fn table(&self, of: impl Fn(i64) -> i64) -> Arc<[i32]> {
        let table: Option<Vec<_>> = self.values().map(|v| i32::try_from(of(v)).ok()).collect();
        table.unwrap_or_default().into()
    }

    /// Each of these cells has a number with a property.
    pub fn only(&mut self, cells: &[Cell], property: impl Fn(i64) -> bool) {
        let refused: Vec<_> = self.values().filter(|&value| !property(value)).collect();
        for &cell in cells {
            for &value in &refused {
                self.clause(&[(cell, value, false)]);
            }
        }
    }

    /// One of these holds: that a number stands in a cell, or that it does not. A number that is
    /// not shown for any digit stands nowhere.
    pub fn clause(&mut self, literals: &[(Cell, i64, bool)]) {
        let mut clause = Vec::with_capacity(literals.len());
        for &(cell, value, stands) in literals {
            match digit_of(self.layout, value) {
                Some(digit) => clause.push(Literal { cell, digit, stands }),
                None if stands => {}
                None => return,
            }
        }
        // Clauses that follow one another are one block.
        if let Some(Block::Clauses(last)) = self.blocks.last_mut() {
            last.push(clause);
        } else {
            self.blocks.push(Block::Clauses(Clauses::new([clause.into()])));
        }
    }

    /// A number stands in one of these cells.
    pub fn stands(&mut self, cells: &[Cell], value: i64) {
        self.clause(&cells.iter().map(|&cell| (cell, value, true)).collect::<Vec<_>>());
    }

    /// At least one of these groups of blocks holds.
    pub fn any<F: FnOnce(&mut Self)>(&mut self, options: impl IntoIterator<Item = F>) {
        let options = options.into_iter().map(|write| {
            let Lowering { layout, steps, too_large, .. } = *self;
            let mut option = Lowering { layout, blocks: Vec::new(), steps, too_large };
            if !too_large {
                write(&mut option);
            }
            (self.steps, self.too_large) = (option.steps, option.too_large);
            option.blocks.into_boxed_slice()
        });
        let options: Vec<_> = options.collect();
        self.blocks.push(Block::Choice(Choice::new(options)));
    }

    /// Of each cell: where its number names a cell, that one has the number that goes with it; it has
    /// no number that names none.
    pub fn indexes(
        &mut self,
        some: &Arguments,
        named: impl Fn(&Arguments, Cell, i64) -> Option<(Cell, i64)>,
    ) {
        for &cell in some.cells() {
            for number in some.values() {
                match named(some, cell, number) {
                    Some((other, own)) => self.clause(&[(cell, number, false), (other, own, true)]),
                    None => self.clause(&[(cell, number, false)]),
                }
            }
        }
    }

    /// Groups of cells hold the same numbers, each as often.
    pub fn same<C: AsRef<[Cell]>>(&mut self, groups: &[C]) {
        for two in groups.windows(2) {
            let (a, b) = (two[0].as_ref(), two[1].as_ref());
            if let ([a], [b]) = (a, b) {
                self.pairs(vec![(*a, *b)], |a, b| a == b);
                continue;
            }
            for number in self.values() {
                let sign = |k| if k < a.len() { 1 } else { -1 };
                self.balance(
                    &[a, b].concat(),
                    |k, value| if value == number { sign(k) } else { 0 },
                );
            }
        }
    }

    /// Nothing satisfies it.
    pub fn never(&mut self) {
        self.clause(&[]);
    }

    /// From `start`, `next` of each state and number in turn leads to a state that `accepts`.
    pub fn word<S: Hash + Eq + Clone + Debug>(
        &mut self,
        cells: &[Cell],
        start: S,
        next: impl Fn(&S, i64) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
    ) {
        if let Some(automaton) = self.automaton(cells.len(), start, next, accepts) {
            self.line(cells, &automaton);
        }
    }

    /// The numbers of some cells, in order, are a word that an automaton accepts: one of
    /// [`Lowering::automaton`] for as many cells.
    pub fn line(&mut self, cells: &[Cell], automaton: &Arc<Automaton>) {
        self.blocks.push(Block::Line(Line::new(cells, Arc::clone(automaton))));
    }

    /// The automaton of a [word](Lowering::word) of so many numbers, which several lines may share;
    /// `None` if it is too large, and then the rule is refused.
    pub fn automaton<S: Hash + Eq + Clone + Debug>(
        &mut self,
        length: usize,
        start: S,
        next: impl Fn(&S, i64) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
    ) -> Option<Arc<Automaton>> {
        let values: Vec<_> = self.values().collect();
        // States in the order in which they are reached, up to as many steps as there are numbers.
        let mut states = vec![start.clone()];
        let mut numbers = HashMap::from_iter([(start, 0)]);
        let mut steps: Vec<u32> = Vec::new();
        let mut done = 0;
        for _ in 0..length {
            let known = states.len();
            for state in done..known {
                for &value in &values {
                    let to = next(&states[state], value).map(|to| {
                        *numbers.entry(to).or_insert_with_key(|to| {
                            states.push(to.clone());
                            // Always small enough: states are bounded, see below.
                            u32::try_from(states.len() - 1).unwrap_or(Automaton::DEAD)
                        })
                    });
                    steps.push(to.unwrap_or(Automaton::DEAD));
                }
                if states.len() * values.len() > MOST_STEPS.min(self.steps) {
                    self.too_large = true;
                    return None;
                }
            }
            done = known;
        }
        steps.resize(states.len() * values.len(), Automaton::DEAD);
        self.steps -= steps.len();
        let accepting: Vec<_> = states.iter().map(accepts).collect();
        Some(Arc::new(Automaton::of_steps(values.len(), accepting, steps)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::LayoutSpec;
    use crate::rule::Rule;

    /// A choice of many automata counts them all.
    #[test]
    fn loops_of_large_sums_are_read_unless_too_large() {
        let nine = Layout::boxes(3, 3).unwrap().shared();
        let text = |sum: usize| format!("sumloop {sum} r1c1-9 r2c9 r3c9-1 r2c1");
        for (sum, options) in [(20, 20), (40, 40), (180, 180), (181, 0)] {
            let rule = Rule::parse(&text(sum), &nine).unwrap();
            let [Block::Choice(choice)] = rule.blocks() else { panic!("{:?}", rule.blocks()) };
            assert_eq!(choice.options().len(), options);
        }
        let large = Layout::boxes(5, 5).unwrap().shared();
        let refused = Rule::parse("sumloop 3000 r1-12", &large).unwrap_err();
        assert!(refused.to_string().contains("too large"), "{refused}");
    }

    /// A 0 belongs to the piece before it or behind it, so cuts around it are the same.
    #[test]
    fn loops_of_sums_may_have_zeros() {
        let layout: LayoutSpec = "2x2+digits=0-3".parse().unwrap();
        let layout = layout.build(4).unwrap().shared();
        let rule = Rule::parse("sumloop 3 r1c1 r1c2 r1c3 r1c4", &layout).unwrap();
        for (numbers, holds) in [
            ([0, 3, 0, 0], true),
            ([0, 0, 0, 0], false),
            ([1, 0, 1, 1], true),
            ([1, 1, 2, 2], true),
            ([2, 0, 2, 2], false),
            ([3, 0, 0, 3], true),
            ([1, 0, 2, 0], true),
            ([0, 1, 0, 1], false),
        ] {
            let mut digits = vec![Digit::new(0); 16];
            for (digit, number) in digits.iter_mut().zip(numbers) {
                *digit = Digit::new(number);
            }
            let by_blocks = rule.blocks().iter().all(|block| block.holds(&digits));
            assert_eq!((rule.holds(&digits), by_blocks), (holds, holds), "{numbers:?}");
        }
    }

    /// A full house has each digit, which need not be said.
    #[test]
    fn connected_cells_are_not_none() {
        let layout = Layout::boxes(2, 2).unwrap().shared();
        let ones = vec![Digit::new(0); 16];
        for (text, blocks, holds) in [
            ("connected 1 r1c1 r1c2", 2, true),
            ("connected 2 3 r1c1 r1c2", 2, false),
            ("connected 2 r1 r2c1", 1, false),
            ("connected 2", 1, false),
        ] {
            let rule = Rule::parse(text, &layout).unwrap();
            assert_eq!((rule.blocks().len(), rule.holds(&ones)), (blocks, holds), "{text}");
        }
    }
}
