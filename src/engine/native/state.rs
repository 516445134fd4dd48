//! Candidates under search: which are decided, when, and why.
//!
//! A literal says that a digit stands in a cell, or that it does not. The clauses of the game (one
//! digit a cell, one place a digit in each house) are nowhere written: they follow from two tables of
//! sets, the digits left to a cell and the places left to a digit in a house, and so do the reasons.

use super::chart::Chart;
use super::word::Word;
use crate::puzzle::Board;

use crate::grid::Digit;

/// A candidate that is true, or one that is false.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Lit(u32);

impl Lit {
    /// The digit stands there.
    #[inline]
    pub(super) fn is(var: u32) -> Self {
        Lit(2 * var)
    }

    /// The digit does not stand there.
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

    /// Whether it says that the digit stands there.
    #[inline]
    pub(super) fn places(self) -> bool {
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

/// Why a literal is true.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reason {
    /// It was assumed.
    Decision,
    /// It holds without any assumption.
    Fact,
    /// Its cell has no other digit left.
    Cell,
    /// Its digit has no other place left in this house.
    House(u32),
    /// Another digit stands in its cell, or its digit elsewhere in a house: this candidate.
    Other(u32),
    /// The places of its digit in the first house of this pair all lie in the second too.
    Pair(u32),
    /// All other literals of this clause are false.
    Clause(u32),
}

/// What was assumed, and where the trail stood before.
#[derive(Debug, Clone, Copy)]
pub(super) struct Level {
    pub(super) start: usize,
    pub(super) lit: Lit,
    /// Whether it is the other side of a decision whose first side is done with.
    pub(super) flipped: bool,
}

/// No candidate.
const NONE: u32 = u32::MAX;

/// The candidates that propagation of the clues left open are numbered, cell by cell, digit by digit.
#[derive(Debug)]
pub(super) struct State<'a, W> {
    pub(super) chart: &'a Chart<W>,
    /// Digits left to each cell.
    pub(super) cells: Box<[W]>,
    /// Positions left to each digit in each house: `[house * side + digit]`.
    pub(super) places: Box<[W]>,
    /// The same as they were in the beginning.
    pub(super) all_places: Box<[W]>,
    /// The number of each candidate that was open in the beginning: `[cell * side + digit]`.
    number_of: Box<[u32]>,
    /// Cell and digit of each candidate.
    pub(super) at: Box<[(u32, u16)]>,
    /// The first candidate of each cell.
    first_of: Box<[u32]>,
    /// 1 for true, -1 for false, by literal.
    value: Box<[i8]>,
    pub(super) level: Box<[u32]>,
    pub(super) reason: Box<[Reason]>,
    pub(super) trail: Vec<Lit>,
    pub(super) levels: Vec<Level>,
    /// Cells without a digit.
    pub(super) open: usize,
}

impl<'a, W: Word> State<'a, W> {
    /// The candidates of a board that was propagated to the end.
    pub(super) fn new(chart: &'a Chart<W>, board: &Board) -> Self {
        let side = chart.side;
        let grid = board.candidates();
        let count = grid.cells();
        let mut cells = vec![W::EMPTY; count].into_boxed_slice();
        let mut places = vec![W::EMPTY; chart.houses * side].into_boxed_slice();
        let mut number_of = vec![NONE; count * side].into_boxed_slice();
        let mut at = Vec::new();
        let mut first_of = Vec::with_capacity(count + 1);
        let mut open = 0;
        for (k, set) in cells.iter_mut().enumerate() {
            let cell = crate::grid::Cell::new(k);
            first_of.push(number(at.len()));
            let several = grid.len(cell) > 1;
            open += usize::from(several);
            for digit in grid.digits(cell).map(Digit::index) {
                *set = set.or(W::bit(digit));
                for &(house, position) in chart.stands(k) {
                    let place = &mut places[house as usize * side + digit];
                    *place = place.or(W::bit(usize::from(position)));
                }
                if several {
                    number_of[k * side + digit] = number(at.len());
                    at.push((number(k), u16::try_from(digit).expect("below 400")));
                }
            }
        }
        first_of.push(number(at.len()));
        let vars = at.len();
        State {
            chart,
            cells,
            all_places: places.clone(),
            places,
            number_of,
            at: at.into(),
            first_of: first_of.into(),
            value: vec![0; 2 * vars].into(),
            level: vec![0; vars].into(),
            reason: vec![Reason::Fact; vars].into(),
            trail: Vec::with_capacity(vars),
            levels: Vec::new(),
            open,
        }
    }

    /// How many candidates there are.
    pub(super) fn vars(&self) -> usize {
        self.at.len()
    }

    /// 1 for true, -1 for false, 0 for open.
    #[inline]
    pub(super) fn value(&self, lit: Lit) -> i8 {
        self.value[lit.number()]
    }

    /// The candidate of a cell and a digit.
    #[inline]
    pub(super) fn var(&self, cell: usize, digit: usize) -> u32 {
        self.number_of[cell * self.chart.side + digit]
    }

    /// The cell and the digit of a candidate.
    #[inline]
    pub(super) fn place_of(&self, var: usize) -> (usize, usize) {
        let (cell, digit) = self.at[var];
        (cell as usize, usize::from(digit))
    }

    /// The number of decisions in force.
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
        if lit.places() {
            // Before a contradiction is seen, a cell may have two digits.
            self.open = self.open.wrapping_sub(1);
        } else {
            let (cell, digit) = self.place_of(var);
            self.cells[cell] = self.cells[cell].without(W::bit(digit));
            for &(house, position) in self.chart.stands(cell) {
                let place = &mut self.places[house as usize * self.chart.side + digit];
                *place = place.without(W::bit(usize::from(position)));
            }
        }
    }

    /// Opens a level with an assumption.
    pub(super) fn assume(&mut self, lit: Lit, flipped: bool) {
        self.levels.push(Level { start: self.trail.len(), lit, flipped });
        self.assign(lit, Reason::Decision);
    }

    /// Takes back the last literal.
    #[inline]
    pub(super) fn unassign(&mut self) -> Option<Lit> {
        let lit = self.trail.pop()?;
        self.value[lit.number()] = 0;
        self.value[(!lit).number()] = 0;
        if lit.places() {
            self.open = self.open.wrapping_add(1);
        } else {
            let (cell, digit) = self.place_of(lit.var());
            self.cells[cell] = self.cells[cell].or(W::bit(digit));
            for &(house, position) in self.chart.stands(cell) {
                let place = &mut self.places[house as usize * self.chart.side + digit];
                *place = place.or(W::bit(usize::from(position)));
            }
        }
        Some(lit)
    }

    /// Adds the literals that the cell has a digit: one of them is true.
    pub(super) fn clause_of_cell(&self, cell: usize, out: &mut Vec<Lit>) {
        out.extend((self.first_of[cell]..self.first_of[cell + 1]).map(Lit::is));
    }

    /// Adds the literals that a digit has a place in a house, but for some positions.
    pub(super) fn clause_of_places(&self, house: usize, digit: usize, but: W, out: &mut Vec<Lit>) {
        let places = self.all_places[house * self.chart.side + digit].without(but);
        let var = |position| self.var(self.chart.cell(house, position), digit);
        out.extend(places.numbers().map(|position| Lit::is(var(position))));
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
