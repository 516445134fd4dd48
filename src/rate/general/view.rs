//! The position: candidates by cell, places by full house and digit, and what sees what.

use std::cell::Cell as Slot;

use crate::grid::{Cell, Digit};
use crate::limits::Limits;
use crate::puzzle::Puzzle;
use crate::rule::Block;

/// A set of digits, or of places in a house.
pub(super) type Set = u64;

/// The members of a set, ascending.
pub(super) fn bits(set: Set) -> impl Iterator<Item = usize> + Clone {
    std::iter::successors((set != 0).then_some(set), |set| {
        let rest = set & (set - 1);
        (rest != 0).then_some(rest)
    })
    .map(|set| set.trailing_zeros() as usize)
}

/// What a puzzle is to the techniques.
#[derive(Debug, Clone)]
pub(super) struct Ground {
    pub(super) puzzle: Puzzle,
    pub(super) digits: usize,
    /// The cells of each full house.
    pub(super) houses: Vec<Vec<usize>>,
    /// The full houses of each cell.
    pub(super) houses_of: Vec<Vec<usize>>,
    /// What sees each cell, ascending.
    pub(super) peers: Vec<Vec<usize>>,
    /// By candidate, the candidates that a rule excludes with it, and which rule.
    pub(super) excluded: Vec<Vec<(u32, u32)>>,
    /// Whether deadly patterns are impossible: clues are digits and there are no rules.
    pub(super) unique: bool,
}

impl Ground {
    pub(super) fn new(puzzle: &Puzzle, unique: bool) -> Self {
        let layout = puzzle.layout();
        let index = |cells: &[Cell]| cells.iter().map(|cell| cell.index()).collect::<Vec<_>>();
        let houses = layout.full_houses().iter().map(|house| index(house.cells())).collect();
        let of = |cell| layout.full_houses_of(cell).iter().map(|&house| house as usize).collect();
        let mut ground = Ground {
            puzzle: puzzle.clone(),
            digits: layout.digits(),
            houses,
            houses_of: puzzle.cells().map(of).collect(),
            peers: puzzle.cells().map(|cell| index(&layout.peers(cell))).collect(),
            excluded: vec![Vec::new(); layout.cells() * layout.digits()],
            unique: unique && puzzle.rules().is_empty() && !puzzle.has_pencilmarks(),
        };
        ground.read_pairs();
        ground
    }

    /// What pairs of candidates the rules exclude, by their tables and clauses of two.
    fn read_pairs(&mut self) {
        let rules = self.puzzle.rules().to_vec();
        let blocks = |rule: usize| rules[rule].blocks().iter();
        for (rule, block) in
            (0..rules.len()).flat_map(|rule| blocks(rule).map(move |it| (rule, it)))
        {
            match block {
                Block::Pairs(pairs) => {
                    for &(one, other) in pairs.pairs() {
                        for (a, allowed) in pairs.allowed().iter().enumerate() {
                            let wrong =
                                (0..self.digits).filter(|&b| !allowed.contains(Digit::new(b)));
                            for b in wrong.collect::<Vec<_>>() {
                                self.exclude(rule, (one.index(), a), (other.index(), b));
                            }
                        }
                    }
                }
                Block::Clauses(clauses) => {
                    for clause in clauses.clauses() {
                        if let [one, other] = &**clause
                            && !one.stands
                            && !other.stands
                        {
                            let of =
                                |it: &crate::rule::Literal| (it.cell.index(), it.digit.index());
                            self.exclude(rule, of(one), of(other));
                        }
                    }
                }
                Block::Distinct(distinct) => {
                    for (n, one) in distinct.cells().iter().enumerate() {
                        for other in &distinct.cells()[..n] {
                            for digit in 0..self.digits {
                                self.exclude(rule, (one.index(), digit), (other.index(), digit));
                            }
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn exclude(&mut self, rule: usize, one: (usize, usize), other: (usize, usize)) {
        let id = |(cell, digit): (usize, usize)| cell * self.digits + digit;
        let (one, other) = (id(one), id(other));
        if one != other {
            self.excluded[one].push((other as u32, rule as u32));
            self.excluded[other].push((one as u32, rule as u32));
        }
    }

    pub(super) fn sees(&self, one: usize, other: usize) -> bool {
        self.peers[one].binary_search(&other).is_ok()
    }
}

/// A position.
#[derive(Debug)]
pub(super) struct View<'a> {
    pub(super) ground: &'a Ground,
    /// The candidates of each cell; of filled cells none.
    pub(super) of: &'a [Set],
    /// The digits of filled cells.
    pub(super) filled: &'a [Option<usize>],
    /// The places of digits in houses, `house * digits + digit`.
    places: Vec<Set>,
    /// How many cells of each house are empty.
    pub(super) open: Vec<usize>,
    /// How many links chains may still follow in this position.
    budget: Slot<u64>,
    /// Whether something was left out since that was too much.
    cut: Slot<bool>,
    pub(super) limits: &'a Limits,
}

/// So many links are followed in a position: some seconds.
pub(super) const BUDGET: u64 = 3_000_000_000;

impl<'a> View<'a> {
    pub(super) fn new(
        ground: &'a Ground,
        of: &'a [Set],
        filled: &'a [Option<usize>],
        (limits, budget): (&'a Limits, u64),
    ) -> Self {
        let digits = ground.digits;
        let mut places = vec![0; ground.houses.len() * digits];
        let mut open = vec![0; ground.houses.len()];
        for (h, house) in ground.houses.iter().enumerate() {
            for (place, &cell) in house.iter().enumerate() {
                open[h] += usize::from(filled[cell].is_none());
                bits(of[cell]).for_each(|digit| places[h * digits + digit] |= 1 << place);
            }
        }
        let (budget, cut) = (Slot::new(budget), Slot::new(false));
        View { ground, of, filled, places, open, budget, cut, limits }
    }

    pub(super) fn places(&self, house: usize, digit: usize) -> Set {
        self.places[house * self.ground.digits + digit]
    }

    /// The cells at some places of a house.
    pub(super) fn cells_at(&self, house: usize, places: Set) -> Vec<usize> {
        bits(places).map(|place| self.ground.houses[house][place]).collect()
    }

    pub(super) fn has(&self, cell: usize, digit: usize) -> bool {
        self.of[cell] >> digit & 1 == 1
    }

    pub(super) fn count(&self, cell: usize) -> usize {
        self.of[cell].count_ones() as usize
    }

    /// The cells that are empty, in order.
    pub(super) fn empty(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.of.len()).filter(|&cell| self.filled[cell].is_none())
    }

    /// The candidates of a digit that see all of some cells.
    pub(super) fn seen_by_all(&self, digit: usize, cells: &[usize]) -> Vec<(usize, usize)> {
        let Some(first) = cells.first() else { return Vec::new() };
        let near = self.ground.peers[*first].iter().copied();
        let all = near.filter(|&cell| self.has(cell, digit) && !cells.contains(&cell));
        let all = all.filter(|&cell| cells.iter().all(|&of| self.ground.sees(of, cell)));
        all.map(|cell| (cell, digit)).collect()
    }

    /// Notes that a search was given up, or not begun.
    pub(super) fn cut_short(&self) {
        self.cut.set(true);
    }

    /// Whether one was.
    pub(super) fn is_cut(&self) -> bool {
        self.cut.get()
    }

    /// Takes links off the budget; whether there were so many.
    pub(super) fn spend(&self, links: usize) -> bool {
        let left = self.budget.get().checked_sub(links as u64);
        self.budget.set(left.unwrap_or(0));
        if left.is_none() {
            self.cut_short();
        }
        left.is_some() && !self.limits.expired()
    }
}
