//! The assignment: candidates that are true or false, their decision levels and reasons, the trail.
//!
//! A literal is a candidate or its negation. The clauses of Sudoku (each cell has a digit, each
//! digit a place in each house, none twice) are not stored: propagation and reason clauses are read
//! from two tables of sets, the digits left to each cell and the places left to each digit in each
//! house.

use super::blocks::Domain;
use super::geometry::Geometry;
use super::word::Word;
use crate::puzzle::Board;

use crate::grid::{Cell, Digit};
use crate::limits::Limits;

/// A literal: a candidate or its negation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Lit(u32);

impl Lit {
    /// The candidate: the digit stands in the cell.
    #[inline]
    pub(super) fn is(var: u32) -> Self {
        Lit(2 * var)
    }

    /// Its negation.
    #[inline]
    pub(super) fn not(var: u32) -> Self {
        Lit(2 * var + 1)
    }

    #[inline]
    pub(super) fn var(self) -> usize {
        (self.0 / 2) as usize
    }

    #[inline]
    pub(super) fn number(self) -> usize {
        self.0 as usize
    }

    /// The literal of a [`Lit::number`].
    #[inline]
    pub(super) fn of(number: u32) -> Self {
        Lit(number)
    }

    /// Whether it is a candidate, not the negation of one.
    #[inline]
    pub(super) fn is_positive(self) -> bool {
        self.0.is_multiple_of(2)
    }
}

impl std::ops::Not for Lit {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Lit(self.0 ^ 1)
    }
}

/// Why a literal is true: names the reason clause, of which all other literals are false.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reason {
    /// It is a decision.
    Decision,
    /// It holds at level 0, whatever is decided.
    Fact,
    /// Its cell has no other digit left.
    Cell,
    /// Its digit has no other place left in this house.
    House(u32),
    /// A binary clause; this is its other literal. Two digits in a cell, one digit twice in a
    /// house, and whatever rules say about two candidates.
    Binary(Lit),
    /// Locked candidates: the places of its digit in the first house of this pair all lie in the
    /// second too.
    Locked(u32),
    /// A clause of the database.
    Clause(u32),
    /// Its digit has no partner left in the cell that this arc leads from.
    Support(u32),
    /// A block removed the candidate in this run of its filter.
    Run(u32),
}

/// A decision level.
#[derive(Debug, Clone, Copy)]
pub(super) struct Level {
    /// The length of the trail before it.
    pub(super) start: usize,
    /// The number of runs of filters before it.
    runs: usize,
    /// Its decision.
    pub(super) decision: Lit,
    /// Whether it is the second branch, the first one being exhausted.
    pub(super) flipped: bool,
}

/// The run of a block's filter in which it removed candidates: the sets of its cells as they were.
#[derive(Debug, Clone, Copy)]
pub(super) struct Run {
    /// The block.
    pub(super) block: u32,
    /// Where in the snapshots its sets begin.
    start: u32,
    /// The number of runs up to it, undone ones included: no other run has the same.
    pub(super) stamp: u64,
}

/// A value many times over; `None` if a limit is reached.
fn filled<T: Copy>(value: T, count: usize, limits: &Limits) -> Option<Box<[T]>> {
    let mut all = Vec::with_capacity(count);
    while all.len() < count {
        all.resize((all.len() + (1 << 16)).min(count), value);
        if limits.expired() {
            return None;
        }
    }
    Some(all.into())
}

/// Where a candidate stands among the places of its digit in a house: the number of these places,
/// `house * side + digit`, and the position.
#[derive(Debug, Clone, Copy)]
struct Spot(u32);

impl Spot {
    /// Bits of a position: below 400.
    const BITS: u32 = 9;

    fn new(place: usize, position: usize) -> Self {
        let place = u32::try_from(place).ok().filter(|place| place.leading_zeros() >= Self::BITS);
        Spot((place.expect("fewer than 2²³ places") << Self::BITS) + number(position))
    }

    /// The number of the places.
    #[inline]
    fn place(self) -> usize {
        (self.0 >> Self::BITS) as usize
    }

    /// The position.
    #[inline]
    fn position(self) -> usize {
        (self.0 % (1 << Self::BITS)) as usize
    }
}

/// No candidate.
const NONE: u32 = u32::MAX;

/// The assignment. Variables are the candidates that propagation of the clues left open, numbered
/// cell by cell, digit by digit.
#[derive(Debug, Clone)]
pub(super) struct State<'a, W> {
    pub(super) geometry: &'a Geometry<W>,
    /// Digits left to each cell.
    pub(super) cells: Box<[W]>,
    /// The same at level 0, as of the last decision there.
    pub(super) at_level_0: Box<[W]>,
    /// Positions left to each digit in each house: `[house * side + digit]`.
    pub(super) places: Box<[W]>,
    /// The same before any decision.
    pub(super) all_places: Box<[W]>,
    /// The variable of each candidate: `[cell * side + digit]`.
    number_of: Box<[u32]>,
    /// Cell and digit of each variable.
    pub(super) at: Box<[(u32, u16)]>,
    /// The houses of each variable's cell, full ones first: its [`Spot`]s, and where they begin.
    spots: Box<[Spot]>,
    spot_starts: Box<[u32]>,
    /// The first variable of each cell.
    first_of: Box<[u32]>,
    /// 1 for true, -1 for false, by literal.
    value: Box<[i8]>,
    pub(super) level: Box<[u32]>,
    pub(super) reason: Box<[Reason]>,
    pub(super) trail: Vec<Lit>,
    pub(super) levels: Vec<Level>,
    /// Runs of filters whose removals are on the trail above level 0.
    runs: Vec<Run>,
    /// The stamp of the last run.
    stamp: u64,
    /// What these runs saw, a set for each cell of the block.
    snapshots: Vec<W>,
    /// Cells without a digit.
    pub(super) open: usize,
}

impl<'a, W: Word> State<'a, W> {
    /// The bytes that the tables of a search take, by the number of variables.
    pub(super) const BYTES_A_VARIABLE: u64 = 64;

    /// The candidates of a board that was propagated to the end; `None` if a limit is reached.
    pub(super) fn new(geometry: &'a Geometry<W>, board: &Board, limits: &Limits) -> Option<Self> {
        let side = geometry.side;
        let grid = board.candidates();
        let count = grid.cells();
        let mut cells = vec![W::EMPTY; count].into_boxed_slice();
        let mut places = vec![W::EMPTY; geometry.houses * side].into_boxed_slice();
        let is_open = |cell: &Cell| grid.len(*cell) > 1;
        let vars = (0..count).map(Cell::new).filter(is_open).map(|cell| grid.len(cell)).sum();
        if !limits.allow(vars as u64 * Self::BYTES_A_VARIABLE) {
            return None;
        }
        let mut number_of = Vec::with_capacity(count * side);
        let mut at = Vec::with_capacity(vars);
        let mut first_of = Vec::with_capacity(count + 1);
        let (mut spots, mut spot_starts) = (Vec::new(), vec![0]);
        let mut open = 0;
        for (k, set) in cells.iter_mut().enumerate() {
            let cell = Cell::new(k);
            if k.is_multiple_of(64) && limits.expired() {
                return None;
            }
            number_of.resize((k + 1) * side, NONE);
            first_of.push(number(at.len()));
            let several = grid.len(cell) > 1;
            open += usize::from(several);
            for digit in grid.digits(cell).map(Digit::index) {
                *set = set.or(W::bit(digit));
                for &(house, position) in geometry.positions(k) {
                    let place = &mut places[house as usize * side + digit];
                    *place = place.or(W::bit(usize::from(position)));
                }
                if several {
                    number_of[k * side + digit] = number(at.len());
                    at.push((number(k), u16::try_from(digit).expect("below 400")));
                    spots.extend(geometry.positions(k).iter().map(|&(house, position)| {
                        Spot::new(house as usize * side + digit, usize::from(position))
                    }));
                    spot_starts.push(number(spots.len()));
                }
            }
        }
        first_of.push(number(at.len()));
        Some(State {
            geometry,
            at_level_0: cells.clone(),
            cells,
            all_places: places.clone(),
            places,
            number_of: number_of.into(),
            at: at.into(),
            spots: spots.into(),
            spot_starts: spot_starts.into(),
            first_of: first_of.into(),
            value: vec![0; 2 * vars].into(),
            level: vec![0; vars].into(),
            reason: filled(Reason::Fact, vars, limits)?,
            trail: Vec::with_capacity(vars),
            levels: Vec::new(),
            runs: Vec::new(),
            stamp: 0,
            snapshots: Vec::new(),
            open,
        })
    }

    /// The number of variables.
    pub(super) fn vars(&self) -> usize {
        self.at.len()
    }

    /// 1 for true, -1 for false, 0 for open.
    #[inline]
    pub(super) fn value(&self, lit: Lit) -> i8 {
        self.value[lit.number()]
    }

    /// The variable of a cell and a digit.
    #[inline]
    pub(super) fn var(&self, cell: usize, digit: usize) -> u32 {
        self.number_of[cell * self.geometry.side + digit]
    }

    /// Whether a cell and a digit have a variable.
    #[inline]
    pub(super) fn has_var(&self, cell: usize, digit: usize) -> bool {
        self.var(cell, digit) != NONE
    }

    /// The cell and the digit of a variable.
    #[inline]
    pub(super) fn place_of(&self, var: usize) -> (usize, usize) {
        let (cell, digit) = self.at[var];
        (cell as usize, usize::from(digit))
    }

    /// The decision level.
    #[inline]
    pub(super) fn depth(&self) -> usize {
        self.levels.len()
    }

    /// Makes an open literal true.
    #[inline]
    pub(super) fn assign(&mut self, lit: Lit, reason: Reason) {
        let var = lit.var();
        self.value[lit.number()] = 1;
        self.value[(!lit).number()] = -1;
        self.level[var] = number(self.levels.len());
        self.reason[var] = reason;
        self.trail.push(lit);
        if lit.is_positive() {
            // Before a conflict is seen, a cell may have two digits.
            self.open = self.open.wrapping_sub(1);
        } else {
            let (cell, digit) = self.place_of(var);
            self.cells[cell] = self.cells[cell].without(W::bit(digit));
            let spots = self.spot_starts[var] as usize..self.spot_starts[var + 1] as usize;
            for &spot in &self.spots[spots] {
                let place = &mut self.places[spot.place()];
                *place = place.without(W::bit(spot.position()));
            }
        }
    }

    /// Opens a level with a decision.
    pub(super) fn decide(&mut self, decision: Lit, flipped: bool) {
        if self.levels.is_empty() {
            self.at_level_0.copy_from_slice(&self.cells);
        }
        let (start, runs) = (self.trail.len(), self.runs.len());
        self.levels.push(Level { start, runs, decision, flipped });
        self.assign(decision, Reason::Decision);
    }

    /// Cuts the levels back to a number of them; the length the trail is to be cut back to, which
    /// is the caller's, as are the literals from there on.
    pub(super) fn cut_levels(&mut self, depth: usize) -> Option<usize> {
        let Level { start, runs, .. } = *self.levels.get(depth)?;
        self.levels.truncate(depth);
        if let Some(run) = self.runs.get(runs) {
            self.snapshots.truncate(run.start as usize);
            self.runs.truncate(runs);
        }
        Some(start)
    }

    /// Keeps what the filter of a block saw; the reason of what it removes. Level 0 needs none.
    pub(super) fn snapshot(&mut self, block: u32, sets: &[W]) -> Reason {
        if self.levels.is_empty() {
            return Reason::Fact;
        }
        let run = number(self.runs.len());
        self.stamp += 1;
        self.runs.push(Run { block, start: number(self.snapshots.len()), stamp: self.stamp });
        self.snapshots.extend_from_slice(sets);
        Reason::Run(run)
    }

    /// A run of a filter, and what it saw: as many sets as the block has cells, and more.
    pub(super) fn run(&self, run: u32) -> (Run, &[W]) {
        let run = self.runs[run as usize];
        (run, &self.snapshots[run.start as usize..])
    }

    /// Undoes the last assignment.
    #[inline]
    pub(super) fn unassign(&mut self) -> Option<Lit> {
        let lit = self.trail.pop()?;
        self.value[lit.number()] = 0;
        self.value[(!lit).number()] = 0;
        if lit.is_positive() {
            self.open = self.open.wrapping_add(1);
        } else {
            let var = lit.var();
            let (cell, digit) = self.place_of(var);
            self.cells[cell] = self.cells[cell].or(W::bit(digit));
            let spots = self.spot_starts[var] as usize..self.spot_starts[var + 1] as usize;
            for &spot in &self.spots[spots] {
                let place = &mut self.places[spot.place()];
                *place = place.or(W::bit(spot.position()));
            }
        }
        Some(lit)
    }

    /// Adds the clause that a cell has a digit.
    pub(super) fn clause_of_cell(&self, cell: usize, out: &mut Vec<Lit>) {
        out.extend((self.first_of[cell]..self.first_of[cell + 1]).map(Lit::is));
    }

    /// Adds the clause that a digit has a place in a house, without the literals of some positions.
    pub(super) fn clause_of_places(&self, house: usize, digit: usize, but: W, out: &mut Vec<Lit>) {
        let places = self.all_places[house * self.geometry.side + digit].without(but);
        let var = |position| self.var(self.geometry.cell(house, position), digit);
        out.extend(places.numbers().map(|position| Lit::is(var(position))));
    }

    /// The digits of a cell before any decision.
    #[cfg(test)]
    pub(super) fn all_digits(&self, cell: usize) -> W {
        let vars = self.first_of[cell] as usize..self.first_of[cell + 1] as usize;
        if vars.is_empty() {
            return self.cells[cell];
        }
        vars.fold(W::EMPTY, |set, var| set.or(W::bit(self.place_of(var).1)))
    }

    /// What is left to each cell.
    pub(super) fn domain(&self) -> Domain<'_, W> {
        Domain { geometry: self.geometry, cells: &self.cells }
    }

    /// The digit of every cell, where all have one.
    pub(super) fn digits(&self) -> impl Iterator<Item = usize> {
        self.cells.iter().filter_map(|set| set.first())
    }
}

/// Candidates are fewer than 2³¹: at most 400³.
#[inline]
pub(super) fn number(n: usize) -> u32 {
    debug_assert!(u32::try_from(n).is_ok());
    #[expect(clippy::cast_possible_truncation, reason = "at most 400³, a power of two to spare")]
    {
        n as u32
    }
}
