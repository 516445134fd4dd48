//! Depth-first search that learns nothing, of puzzles with rules and small ones, before conflict-driven search.
//!
//! Most puzzles of setters take few branches. There, reasons, watches and tables cost more than they
//! save: here a branch is a copy of the digits left to each cell, and propagation works on these sets
//! alone. Whoever needs many branches is handed to the search that learns, beside which it can go on.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `tables` | houses, blocks and their cells, which never change during the search |
//! | `node` | the sets of the cells, propagated |
//! | `estimate` | how many branches there will be, and whether these are too many |

mod estimate;
mod node;
mod tables;

use super::blocks;
use super::geometry::Geometry;
use super::word::Word;
use super::{Client, Taken};
use crate::grid::{CandidateGrid, Cell, Digit};
use crate::limits::{End, Limits, Work};
use crate::puzzle::Puzzle;
use crate::rule::Implied;
use estimate::Estimate;
pub(super) use estimate::STEPS;
use node::Node;
use tables::Tables;

/// Grids with more cells than this are left to conflict-driven search.
const MOST_CELLS: usize = 1024;
/// Without rules, so are grids without boxes, and grids of boxes with more cells than this.
const MOST_PLAIN: usize = 100;
/// After so many solutions conflict-driven search goes on, which knows interchangeable digits.
const MOST_SOLUTIONS: usize = 64;
/// So many times the patience may be spent where little is left, and with cages within houses in any case:
/// there learning brings less, unless cells are to be connected.
pub(super) const MORE: u64 = 11;
pub(super) const CAGES: u64 = 300;
/// Filters that take longer to make than easy puzzles to solve are added after this part of the patience, but after
/// [`LEAST`] branches at least.
const HARD: u64 = 50;
const LEAST: u64 = 10;
/// Failures after which weights are halved.
const HALVING: u64 = 512;
/// What a failure adds to the weight of each cell of what failed.
const OF_FAILURE: u32 = 2;
/// What it adds to the weight of the cell that was branched on before.
const OF_BRANCH: u32 = 8;
/// Where regions are to be found, learning brings more: patience is divided by this.
const SOONER: u64 = 4;
/// How many times its weight a cell has whose label is known, and a label whose cell is; digits with two places have
/// to be better by as much.
const BESIDE: u64 = 4;

/// The search of a puzzle.
pub(super) struct Descent<'a, W> {
    tables: Tables<'a, W>,
    node: Node<W>,
    /// What is still to be searched: the sets of all cells, one branch after the other.
    stack: Vec<W>,
    /// Of each of these branches the cell that lost a digit, and the digit.
    branches: Vec<(u32, W)>,
    estimate: Estimate,
    /// The cell of the last branch.
    last: Option<usize>,
    /// What is about each cell, and [more](OF_BRANCH) for each failure that it was part of or branched on before.
    weights: Vec<u32>,
    failures: u64,
    nodes: u64,
    /// The sets that the clues leave, before all branches.
    root: Vec<W>,
    /// Whether nothing has failed since the last branch.
    sound: bool,
    solutions: usize,
    since_solution: u64,
    /// The branches that limits have counted.
    counted: u64,
    /// The branches after which the filters are added that take longer to be made than easy puzzles
    /// to be solved.
    hard: u64,
}

/// A branch to be taken.
#[derive(Debug)]
struct Choice<W> {
    cell: usize,
    digit: W,
    /// The ways there are to go on, of which this is one.
    ways: u32,
}

/// Whether a puzzle is searched in this way first: with rules, or small and of boxes, of which many share a layout.
pub(super) fn takes(puzzle: &Puzzle) -> bool {
    let layout = puzzle.layout();
    let is_small = || layout.box_shape().is_some() && layout.cells() <= MOST_PLAIN;
    let most = if puzzle.rules().is_empty() && !is_small() { 0 } else { MOST_CELLS };
    layout.cells() <= most && puzzle.digits() <= 32
}

impl<'a, W: Word> Descent<'a, W> {
    /// The search of a puzzle; `None` if a limit is reached.
    pub(super) fn new(geometry: &'a Geometry<W>, puzzle: &Puzzle, limits: &Limits) -> Option<Self> {
        let clues = puzzle.clues();
        let sets = puzzle.cells().map(|cell| {
            clues.digits(cell).fold(W::EMPTY, |set, digit| set.or(W::bit(digit.index())))
        });
        let sets: Vec<W> = sets.collect();
        let weights = vec![1; sets.len()];
        let mut tables = Tables::new(geometry, puzzle, &sets, limits)?;
        let node = Node::new(&mut tables, sets);
        let (stack, branches, last) = (Vec::new(), Vec::new(), None);
        let estimate = Estimate::new(0, 0);
        let root = Vec::new();
        Some(Descent {
            tables,
            node,
            stack,
            branches,
            estimate,
            last,
            weights,
            failures: 0,
            nodes: 0,
            root,
            sound: false,
            solutions: 0,
            since_solution: 0,
            counted: 0,
            hard: 0,
        })
    }

    /// The branches so far, and the steps of filters in them.
    pub(super) fn taken(&self) -> Taken {
        Taken { nodes: self.nodes, steps: self.node.work, edges: self.tables.edges }
    }

    /// The candidates that the clues leave, once it has begun: nothing more follows from them without a
    /// branch.
    pub(super) fn root(&self) -> CandidateGrid {
        let mut grid = CandidateGrid::full(self.root.len(), self.tables.geometry.side);
        for (cell, set) in self.root.iter().enumerate() {
            grid.set(Cell::new(cell), &set.numbers().map(Digit::new).collect());
        }
        grid
    }

    /// Visits all solutions, each once; `None` if there will be too many branches, or steps in them, or
    /// too many solutions. It can go on [later](Self::go_on).
    pub(super) fn begin(
        &mut self,
        puzzle: &Puzzle,
        patience: u64,
        is_case: bool,
        limits: &Limits,
        client: &mut dyn Client,
    ) -> Option<End> {
        let patience = if self.tables.knows_labels() { patience / SOONER } else { patience };
        let Some(sound) = self.prepare(puzzle, limits) else { return Some(End::Limit) };
        self.sound = sound;
        let has_cages = !is_case && self.tables.has_cages() && !self.tables.has_connected();
        let most = patience.saturating_mul(if has_cages { CAGES } else { MORE });
        self.estimate = Estimate::new(if has_cages { most } else { patience }, most);
        self.hard = (patience / HARD).max(patience.min(LEAST));
        self.root = self.node.sets.clone();
        self.advance(puzzle, None, limits, client)
    }

    /// Goes on until its branches and steps have cost so much in all; `None` if they have.
    pub(super) fn go_on(
        &mut self,
        puzzle: &Puzzle,
        cost: u64,
        limits: &Limits,
        client: &mut dyn Client,
    ) -> Option<End> {
        self.advance(puzzle, Some(cost), limits, client)
    }

    /// Whether there are too many solutions for it to go on.
    pub(super) fn is_spent(&self) -> bool {
        self.solutions >= MOST_SOLUTIONS
    }

    /// About what the rest of the search will cost.
    pub(super) fn rest(&self) -> u64 {
        self.estimate.rest(self.taken().cost(1))
    }

    /// Goes on up to a cost, or without one for as long as the estimate allows.
    fn advance(
        &mut self,
        puzzle: &Puzzle,
        most: Option<u64>,
        limits: &Limits,
        client: &mut dyn Client,
    ) -> Option<End> {
        let mut digits = Vec::with_capacity(self.node.sets.len());
        let mut steps = 0u64;
        loop {
            steps += 1;
            if steps.is_multiple_of(16) {
                limits.count(Work::Nodes, self.nodes - self.counted);
                self.counted = self.nodes;
                if limits.expired() {
                    return Some(End::Limit);
                }
                if let Some(end) = client.pause(self.taken()) {
                    return Some(end);
                }
            }
            if !self.sound {
                if !self.next() {
                    return Some(End::Exhausted);
                }
            } else if self.solutions == 0 && self.nodes >= self.hard {
                self.hard = u64::MAX;
                if self.distinguish(puzzle, limits).is_none() {
                    return Some(End::Limit);
                }
            } else if let Some(choice) = self.choose() {
                if limits.effort().is_some_and(|effort| self.since_solution >= effort) {
                    return Some(End::Limit);
                }
                let goes_on = match most {
                    Some(most) => self.taken().cost(1) < most,
                    None => self.estimate.goes_on(self.nodes, self.node.work),
                };
                if !goes_on {
                    return None;
                }
                self.nodes += 1;
                self.since_solution += 1;
                self.branch(choice);
            } else {
                digits.clear();
                let sets = self.node.sets.iter();
                digits.extend(sets.filter_map(|set| set.first()).map(Digit::new));
                self.solutions += 1;
                self.since_solution = 0;
                if client.visit(&digits).is_break() {
                    return Some(End::Stopped);
                }
                if !self.next() {
                    return Some(End::Exhausted);
                }
                if self.is_spent() {
                    return None;
                }
            }
            match self.propagate(limits) {
                Some(next) => self.sound = next,
                None => return Some(End::Limit),
            }
        }
    }

    /// Propagates the clues, and adds what follows from sums, kind by kind, as long as cells are
    /// open; whether there may be a solution, `None` if a limit is reached.
    fn prepare(&mut self, puzzle: &Puzzle, limits: &Limits) -> Option<bool> {
        if self.tables.impossible || !self.propagate(limits)? {
            return Some(false);
        }
        let mut may_imply = None;
        for kind in Implied::ALL {
            if self.node.sets.iter().all(|set| !set.is_several()) {
                break;
            }
            let mut first = self.tables.filtered.len();
            if kind == Implied::Complement {
                // One filter for a cage and the rest of its house sees more than two.
                self.tables.look_beside();
                first = 0;
            } else if *may_imply.get_or_insert_with(|| blocks::may_imply(puzzle)) {
                self.tables.imply(kind, puzzle, &self.node.sets, limits)?;
            }
            self.node.wake_from(&self.tables, first);
            if !self.propagate(limits)? {
                return Some(false);
            }
        }
        self.weights = self.tables.priorities();
        Some(true)
    }

    /// Whether there may be a solution; `None` if a limit is reached.
    fn propagate(&mut self, limits: &Limits) -> Option<bool> {
        let failure = match self.node.propagate(&self.tables, limits) {
            Ok(whole) => return whole.then_some(true),
            Err(failure) => failure,
        };
        self.failures += 1;
        self.tables.cells_of(failure, |cell| self.weights[cell] += OF_FAILURE);
        if let Some(cell) = self.last {
            self.weights[cell] += OF_BRANCH;
        }
        if self.failures.is_multiple_of(HALVING) {
            self.weights.iter_mut().for_each(|weight| *weight = (*weight).div_ceil(2));
        }
        Some(false)
    }

    /// The open cell with the greatest weight for the square of the number of its digits, and its first
    /// digit; or, where that has more than two digits, a digit with two places in a house where one has more
    /// weight than that for the square of two, and the place with the greatest.
    fn choose(&self) -> Option<Choice<W>> {
        let mut best: Option<(usize, u64, u64)> = None;
        for (cell, set) in self.node.sets.iter().enumerate() {
            if set.is_several() {
                let (count, mut weight) = (u64::from(set.count()), u64::from(self.weights[cell]));
                if let Some(&other) = self.tables.partner.get(cell)
                    && !self.node.sets[other as usize].is_several()
                {
                    weight *= BESIDE;
                }
                let square = count * count;
                if best.is_none_or(|(_, other, least)| weight * other > least * square) {
                    best = Some((cell, square, weight));
                }
            }
        }
        let (cell, square, weight) = best?;
        if square > 4
            && let Some(choice) = self.choose_place(4 * weight / square)
        {
            return Some(choice);
        }
        let set = self.node.sets[cell];
        Some(Choice { cell, digit: W::bit(set.first()?), ways: set.count() })
    }

    /// The place with the greatest weight, above some, of a digit that has two places in a house.
    fn choose_place(&self, mut least: u64) -> Option<Choice<W>> {
        let mut best = None;
        for house in 0..self.tables.geometry.full {
            let cells = self.tables.geometry.cells_of(house);
            let (mut once, mut twice, mut thrice) = (W::EMPTY, W::EMPTY, W::EMPTY);
            for &cell in cells {
                let set = self.node.sets[cell as usize];
                thrice = thrice.or(twice.and(set));
                twice = twice.or(once.and(set));
                once = once.or(set);
            }
            let pairs = twice.without(thrice);
            if pairs.is_empty() {
                continue;
            }
            for &cell in cells {
                let (cell, digits) = (cell as usize, self.node.sets[cell as usize].and(pairs));
                let weight = u64::from(self.weights[cell]);
                if let Some(digit) = digits.first().filter(|_| weight > least) {
                    least = weight;
                    best = Some(Choice { cell, digit: W::bit(digit), ways: 2 });
                }
            }
        }
        best
    }

    /// Leaves a cell only one digit, and keeps for later that it has another.
    fn branch(&mut self, Choice { cell, digit, ways }: Choice<W>) {
        let (start, sets) = (self.stack.len(), &mut self.node.sets);
        self.stack.extend_from_slice(sets);
        self.stack[start + cell] = sets[cell].without(digit);
        self.branches.push((u32::try_from(cell).expect("few cells"), digit));
        self.estimate.branch(ways);
        self.node.place(cell, digit);
        self.last = Some(cell);
    }

    /// Adds filters of lines that know that their cells differ; if there are any, begins again from the
    /// sets before all branches. `None` if a limit is reached.
    fn distinguish(&mut self, puzzle: &Puzzle, limits: &Limits) -> Option<()> {
        let first = self.tables.filtered.len();
        self.tables.distinguish(puzzle, &self.root, limits)?;
        if self.tables.filtered.len() > first {
            self.stack.clear();
            self.branches.clear();
            self.last = None;
            self.estimate.begin_again(self.taken().cost(1));
            self.node.begin_again(&self.root);
            self.node.wake_from(&self.tables, first);
        }
        Some(())
    }

    /// Goes on with what was kept last; whether there was anything.
    fn next(&mut self) -> bool {
        let Some((cell, digit)) = self.branches.pop() else { return false };
        self.estimate.next();
        let start = self.stack.len() - self.node.sets.len();
        self.node.restart(&self.stack[start..], cell, digit);
        self.last = Some(cell as usize);
        self.stack.truncate(start);
        true
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::engine::native::geometry::Geometry;
    use crate::grid::{Cell, Layout};
    use crate::rule::{Block, Clauses, Distinct, Literal, Pairs, Rule, Sum};

    #[test]
    fn digits_of_a_cage_across_houses_are_taken_from_what_sees_their_places() {
        // A cage of 6 on r1c3, r1c4 and r2c4 has a 1, which r2c4 cannot have.
        let mut puzzle = Puzzle::new(Layout::boxes(3, 3).unwrap().shared());
        let cells: Vec<Cell> = [2, 3, 12].map(Cell::new).into();
        let weights: Arc<[i32]> = (1..=9).collect();
        let sum = Sum::new(cells.clone(), vec![weights; 3], [6]);
        let blocks = [Block::Sum(sum), Block::Distinct(Distinct::new(cells))];
        puzzle = puzzle.with_rule(Rule::from_blocks("cage", blocks));
        let others = [1, 2].map(Digit::new).into_iter().collect();
        puzzle.set_candidates(Cell::new(12), &others);
        let geometry = Geometry::<u32>::new(puzzle.layout(), &[]);
        let limits = Limits::none();
        let mut descent = Descent::new(&geometry, &puzzle, &limits).unwrap();
        assert_eq!(descent.prepare(&puzzle, &limits), Some(true));
        let has_one: Vec<bool> = descent.node.sets[..9].iter().map(|set| set.has(0)).collect();
        assert_eq!(has_one, [false, false, true, true, false, false, false, false, false]);
    }

    /// The digits left to each cell of a 9×9 with a rule, before any branch.
    fn root(block: Block) -> Vec<u32> {
        let layout = Layout::boxes(3, 3).unwrap().shared();
        let puzzle = Puzzle::new(layout).with_rule(Rule::from_blocks("rule", [block]));
        let geometry = Geometry::<u32>::new(puzzle.layout(), &[]);
        let limits = Limits::none();
        let mut descent = Descent::new(&geometry, &puzzle, &limits).unwrap();
        assert_eq!(descent.prepare(&puzzle, &limits), Some(true));
        descent.node.sets
    }

    #[test]
    fn the_digit_of_a_clause_is_taken_from_what_sees_its_places() {
        // A 1 in r1c3, r1c4 or r2c4: r1c5 and r1c6 see all three. In r1c3 or r2c4: six cells see both.
        let cases: [(&[usize], &[usize]); 2] =
            [(&[2, 3, 12], &[4, 5]), (&[2, 12], &[3, 4, 5, 9, 10, 11])];
        for (places, seeing) in cases {
            let digit = Digit::new(0);
            let places = places.iter().map(|&cell| Cell::new(cell));
            let clause = places.map(|cell| Literal { cell, digit, stands: true }).collect();
            let sets = root(Block::Clauses(Clauses::new([clause])));
            let without: Vec<usize> = (0..81).filter(|&cell| !sets[cell].has(0)).collect();
            assert_eq!(without, seeing);
        }
    }

    #[test]
    fn cells_in_one_house_have_partners_of_another_digit() {
        // Two cells of a row that come to 10 have no 5; cells apart may both have it.
        for (other, left) in [(1, 8), (12, 9)] {
            let pairs = [(Cell::new(0), Cell::new(other))];
            let sets = root(Block::Pairs(Pairs::from_relation(9, |a, b| a + b == 8, pairs)));
            assert_eq!([sets[0].count(), sets[other].count()], [left, left]);
        }
    }
}
