//! Why a puzzle has no solution: clues, houses and rules that clash, none of which can be spared.
//!
//! A clash is a minimal unsatisfiable subset of the clues. Propagation alone, which is cheap, takes
//! away what it can; SAT with the clues as assumptions then tries each clue that is left: it goes
//! if the others still clash, and stays with a grid that shows that they do not. The smallest clash
//! is looked for by hitting sets: whatever clashes must hold a clue from each set of clues that
//! some grid breaks, so a smallest set that does, and clashes, is a smallest clash.
//!
//! - João Marques-Silva: *Minimal Unsatisfiability: Models, Algorithms and Applications*, ISMVL
//!   2010.
//! - Alexey Ignatiev et al.: *Smallest MUS Extraction with Minimal Hitting Set Dualization*, CP
//!   2015.

use super::formula::{Formula, clues, restricted};
use super::houses;
use crate::error::{Error, Result};
use crate::grid::{Cell, Digit};
use crate::limits::Limits;
use crate::puzzle::{Board, Puzzle, Solution};
use crate::random::Random;
use crate::sat::hitting::HittingSets;
use crate::sat::oracle::{Options, Reply};

/// Clues, houses and rules that cannot be kept together.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Clash {
    /// The cells of the clues, row by row. None, if houses and rules clash by themselves.
    pub clues: Vec<Cell>,
    /// For each clue of the clash, a grid that keeps all others (and all houses and rules): what
    /// shows that it cannot be spared. `None` where a limit was reached before.
    pub without: Vec<Option<Solution>>,
    /// The houses, as indices into [`Layout::houses`](crate::Layout::houses): with these clues,
    /// they and [`Clash::rules`] alone cannot be filled.
    pub houses: Vec<usize>,
    /// The rules, as indices into [`Puzzle::rules`]. A rule stands for what it says where the houses of the
    /// layout are kept.
    pub rules: Vec<usize>,
    /// Whether no house or rule can be spared; `false` only where a limit was reached before that
    /// was shown.
    pub houses_minimal: bool,
    /// No clash of this puzzle has fewer clues than this.
    pub at_least: usize,
}

impl Clash {
    /// Whether no clue can be spared; `false` only where a limit was reached before that was shown.
    pub fn is_minimal(&self) -> bool {
        self.without.iter().all(Option::is_some)
    }

    /// Whether it is proved that no clash has fewer clues.
    pub fn is_smallest(&self) -> bool {
        self.clues.len() == self.at_least
    }
}

/// Orders of clues that are tried by propagation, for grids of some side.
fn orders(side: usize) -> u64 {
    match side {
        0..=16 => 12,
        17..=25 => 4,
        _ => 1,
    }
}

/// Questions to the solver that the search for a smallest clash may take, for grids of some side:
/// about as long as a person waits.
fn patience(side: usize) -> usize {
    4_000_000 / side.pow(3).max(1)
}

/// Conflicts of one question for a smallest hitting set.
const HITTING_EFFORT: u64 = 20_000;

/// The clash of a puzzle that is known to have no solution.
pub(super) fn clash(puzzle: &Puzzle, options: &Options, limits: &Limits) -> Result<Clash> {
    let cells = clues(puzzle);
    let mut search = Search { puzzle, cells, options, limits, spent: false };
    let set = search.propagated();
    let (shown, at_least) = match search.obvious(&set) {
        Some(shown) => {
            let at_least = set.len();
            (shown, at_least)
        }
        None => search.by_sat(set)?,
    };
    let mut shown = shown;
    shown.sort_by_key(|(k, _)| *k);
    let clues: Vec<_> = shown.iter().map(|(k, _)| search.cells[*k]).collect();
    let (mut houses, houses_minimal) = houses::needed(puzzle, &clues, options, limits)?;
    let count = puzzle.layout().houses().len();
    let rules = houses.split_off(houses.partition_point(|&id| id < count));
    let rules = rules.into_iter().map(|id| id - count).collect();
    let mut without = Vec::with_capacity(shown.len());
    for (k, digits) in shown {
        let others = clues.iter().copied().filter(|&cell| cell != search.cells[k]);
        let check = |digits: Box<[Digit]>| {
            restricted(puzzle, others).check(&digits).map_err(|violation| {
                Error::disagreement(format!("the solution without a clue is invalid: {violation}"))
            })
        };
        without.push(digits.map(check).transpose()?);
    }
    Ok(Clash { clues, without, houses, rules, houses_minimal, at_least })
}

/// A clue, and a grid that keeps all other clues of a clash.
type Shown = (usize, Option<Box<[Digit]>>);

/// The search for a clash. Sets of clues are indices into `cells`.
struct Search<'a> {
    puzzle: &'a Puzzle,
    cells: Vec<Cell>,
    options: &'a Options,
    limits: &'a Limits,
    /// A limit was reached.
    spent: bool,
}

impl Search<'_> {
    /// Clues that clash: where propagation shows it, a set of which it needs every clue.
    fn propagated(&self) -> Vec<usize> {
        let all: Vec<_> = (0..self.cells.len()).collect();
        if let Some(few) = self.direct() {
            return few;
        }
        if !self.is_refuted(&all) {
            return all;
        }
        let mut best = self.shrunk(all.clone());
        for seed in 1..orders(self.puzzle.digits()) {
            if self.limits.expired() {
                break;
            }
            let mut order = all.clone();
            Random::new(seed).shuffle(&mut order);
            let found = self.shrunk(order);
            if found.len() < best.len() {
                best = found;
            }
        }
        best
    }

    /// A clue without candidates, or two of the same digit in a house.
    fn direct(&self) -> Option<Vec<usize>> {
        let clues = self.puzzle.clues();
        if let Some(k) = self.cells.iter().position(|&cell| clues.len(cell) == 0) {
            return Some(vec![k]);
        }
        let place = |cell| self.cells.binary_search(&cell).ok();
        for house in self.puzzle.layout().houses() {
            let mut seen = vec![None; self.puzzle.digits()];
            for &cell in house.cells() {
                let Some(digit) = self.puzzle.given(cell) else { continue };
                if let Some(other) = seen[digit.index()].replace(cell) {
                    let mut pair = vec![place(other)?, place(cell)?];
                    pair.sort_unstable();
                    return Some(pair);
                }
            }
        }
        None
    }

    /// Whether propagation finds that clues clash.
    fn is_refuted(&self, set: &[usize]) -> bool {
        let part = restricted(self.puzzle, set.iter().map(|&k| self.cells[k]));
        Board::new(&part).propagate(&part).is_err()
    }

    /// Takes away clues while propagation still finds that the others clash: in halves, quarters
    /// and so on, one by one at last.
    fn shrunk(&self, mut set: Vec<usize>) -> Vec<usize> {
        let mut size = set.len().div_ceil(2).max(1);
        loop {
            let mut end = set.len();
            while end > 0 {
                if self.limits.expired() {
                    return set;
                }
                let start = end.saturating_sub(size);
                let rest = [&set[..start], &set[end..]].concat();
                if self.is_refuted(&rest) {
                    set = rest;
                }
                end = start;
            }
            if size == 1 {
                return set;
            }
            size = size.div_ceil(2);
        }
    }

    /// Grids that show that one or two clues are a clash without a clue to spare, and that no
    /// smaller one exists: any clue alone is kept by a grid with two digits exchanged.
    fn obvious(&self, set: &[usize]) -> Option<Vec<Shown>> {
        let clues = self.puzzle.clues();
        let grid = pattern(self.puzzle)?;
        match *set {
            [k] => Some(vec![(k, Some(grid))]),
            [a, b] if self.cells.iter().all(|&cell| clues.len(cell) > 0) => {
                let keeping = |k: usize| {
                    let cell = self.cells[k];
                    let (is, wanted) = (grid[cell.index()], clues.next_at(cell, 0)?);
                    let exchanged = |&digit: &Digit| match digit {
                        digit if digit == is => wanted,
                        digit if digit == wanted => is,
                        digit => digit,
                    };
                    Some(grid.iter().map(exchanged).collect::<Box<[_]>>())
                };
                Some(vec![(a, keeping(b)), (b, keeping(a))])
            }
            _ => None,
        }
    }

    /// Makes a set of clues a clash without a clue to spare, small if there is time.
    fn by_sat(&mut self, set: Vec<usize>) -> Result<(Vec<Shown>, usize)> {
        let unknown = |set: Vec<usize>| set.into_iter().map(|k| (k, None)).collect();
        let formula = Formula::new(self.puzzle, &self.cells, self.options, self.limits);
        let mut formula = match formula {
            Ok(formula) => formula,
            Err(error) if error.is_limit() => return Ok((unknown(set), 0)),
            Err(error) => return Err(error),
        };
        let shown = self.minimal(set, &mut formula)?;
        if self.spent { Ok((shown, 0)) } else { self.smallest(shown, &mut formula) }
    }

    /// Takes away clues while the others still clash.
    fn minimal(&mut self, set: Vec<usize>, formula: &mut Formula) -> Result<Vec<Shown>> {
        let mut shown: Vec<Shown> = Vec::new();
        let mut near: Box<[Digit]> = pattern(self.puzzle).unwrap_or_default();
        let mut left = match formula.ask(&set, self.limits)? {
            Reply::Core(core) => core,
            Reply::Grid(_) => {
                return Err(Error::disagreement("SAT finds a solution of a puzzle that has none"));
            }
            Reply::Unknown => {
                self.spent = true;
                set
            }
        };
        while !self.spent
            && let Some(k) = left.pop()
        {
            let mut rest = left.clone();
            rest.extend(shown.iter().map(|(k, _)| *k));
            if self.is_refuted(&rest) {
                continue;
            }
            match formula.ask_near(&rest, &near, self.limits)? {
                Reply::Grid(digits) => {
                    near.clone_from(&digits);
                    shown.push((k, Some(digits)));
                }
                Reply::Core(core) => left.retain(|k| core.contains(k)),
                Reply::Unknown => {
                    self.spent = true;
                    left.push(k);
                }
            }
        }
        shown.extend(left.into_iter().map(|k| (k, None)));
        Ok(shown)
    }

    /// A smallest clash, and how many clues every clash has at least.
    fn smallest(
        &mut self,
        mut best: Vec<Shown>,
        formula: &mut Formula,
    ) -> Result<(Vec<Shown>, usize)> {
        if best.len() <= 1 {
            let at_least = best.len();
            return Ok((best, at_least));
        }
        let count = self.cells.len();
        let mut chooser = HittingSets::new(count, best.len(), &self.options.backend)?;
        for digits in best.iter().filter_map(|(_, digits)| digits.as_deref()) {
            chooser.add(self.broken(digits))?;
        }
        let effort = self.limits.clone().with_effort(HITTING_EFFORT);
        let mut patience = patience(self.puzzle.digits());
        while patience > 0
            && let Some(set) = chooser.smallest(&effort)?
        {
            patience -= 1;
            match formula.ask(&set, self.limits)? {
                Reply::Core(core) => {
                    // As small as can be: it only lacks the grids that show it.
                    let shown = self.minimal(core, formula)?;
                    if shown.iter().all(|(_, digits)| digits.is_some()) {
                        best = shown;
                    }
                    break;
                }
                Reply::Grid(digits) => {
                    let digits = self.grown(digits, formula, &mut patience)?;
                    chooser.add(self.broken(&digits))?;
                    if self.spent {
                        break;
                    }
                }
                Reply::Unknown => break,
            }
        }
        Ok((best, chooser.at_least()))
    }

    /// A grid that keeps all clues that the given one keeps, and as many others as it can.
    fn grown(
        &mut self,
        mut digits: Box<[Digit]>,
        formula: &mut Formula,
        patience: &mut usize,
    ) -> Result<Box<[Digit]>> {
        let mut broken: Vec<_> = self.broken(&digits).collect();
        Random::new(*patience as u64).shuffle(&mut broken);
        for k in broken {
            if *patience == 0 || self.keeps(k, &digits) {
                continue;
            }
            *patience -= 1;
            let mut set: Vec<_> =
                (0..self.cells.len()).filter(|&k| self.keeps(k, &digits)).collect();
            set.push(k);
            match formula.ask(&set, self.limits)? {
                Reply::Grid(better) => digits = better,
                Reply::Core(_) => {}
                Reply::Unknown => {
                    self.spent = true;
                    break;
                }
            }
        }
        Ok(digits)
    }

    fn keeps(&self, k: usize, digits: &[Digit]) -> bool {
        let cell = self.cells[k];
        self.puzzle.clues().contains(cell, digits[cell.index()])
    }

    fn broken<'a>(&'a self, digits: &'a [Digit]) -> impl Iterator<Item = usize> + 'a {
        (0..self.cells.len()).filter(|&k| !self.keeps(k, digits))
    }
}

/// A grid of a layout that is rows and columns, with or without rectangular boxes; `None` for all
/// others.
fn pattern(puzzle: &Puzzle) -> Option<Box<[Digit]>> {
    let layout = puzzle.layout();
    let side = layout.square()?;
    let (rows, columns) = layout.box_shape().unwrap_or((1, side));
    let houses = if layout.box_shape().is_some() { 3 * side } else { 2 * side };
    if layout.houses().len() != houses || !puzzle.rules().is_empty() {
        return None;
    }
    let digit = |cell: Cell| {
        let (r, c) = (cell.row(side), cell.column(side));
        Digit::new((columns * (r % rows) + r / rows + c) % side)
    };
    Some(puzzle.cells().map(digit).collect())
}
