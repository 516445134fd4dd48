//! The board: candidates that shrink, propagated at once, every step undoable.
//!
//! The one mutable state of search and logic. Beside the candidates it counts, for every cell, the
//! digits left, and for every full house and digit, the places left, so that naked and hidden
//! singles are found the moment they arise. A trail records what was removed; undoing to a mark
//! costs what doing cost, whatever the size of the grid. Rules are filtered once a cell they are
//! about has lost a digit.

use std::fmt;

use super::Puzzle;
use crate::grid::{CandidateGrid, Cell, Digit, Layout};
use crate::limits::Limits;
use crate::rule::Block;

/// The board is impossible: a cell without candidates, a digit without a place, a rule
/// broken. An ordinary outcome of search, not an [`Error`](crate::Error).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contradiction;

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("contradiction")
    }
}

/// One entry of the trail.
#[derive(Debug, Clone, Copy)]
enum Event {
    Removed(Cell, Digit),
    Placed(Cell),
}

/// The candidates of a puzzle under propagation.
///
/// ```
/// use satoku::{Layout, Puzzle, puzzle::Board};
/// let layout = Layout::boxes(2, 2)?.shared();
/// let puzzle = Puzzle::from_symbols(layout, "12..34...1..4...")?;
/// let mut board = Board::new(&puzzle);
/// assert!(board.propagate(&puzzle).is_ok());
/// # Ok::<(), satoku::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Board {
    candidates: CandidateGrid,
    /// Candidates left in each cell.
    in_cell: Box<[u16]>,
    /// Places left for each digit of each full house: `in_house[house * digits + digit]`.
    in_house: Box<[u16]>,
    /// Whether each digit of each full house stands, as `in_house`.
    standing: Box<[bool]>,
    placed: Box<[bool]>,
    open: usize,
    /// The clues alone leave a cell or a digit nothing.
    dead: bool,
    trail: Vec<Event>,
    recording: bool,
    /// Cells with one candidate, not yet placed.
    naked: Vec<Cell>,
    /// Houses with one place for a digit, not yet placed.
    hidden: Vec<(u32, Digit)>,
    /// Houses that lost a place for a digit and have few left: perhaps all within another house.
    narrow: Vec<(u32, Digit)>,
    /// The most cells that a full house shares with another.
    overlap: u16,
    rules: Rules,
}

/// Parts of the blocks of the rules, and those that wait to be filtered.
#[derive(Debug, Clone, Default)]
struct Rules {
    /// By rule, block and part.
    parts: Box<[(u32, u32, u32)]>,
    /// The parts that each cell wakes; empty if there are no rules.
    woken_by: Box<[Vec<u32>]>,
    waiting: Vec<u32>,
    is_waiting: Box<[bool]>,
}

impl Rules {
    /// Those of a puzzle, all of them waiting.
    fn new(puzzle: &Puzzle) -> Self {
        if puzzle.rules().is_empty() {
            return Rules::default();
        }
        let number = |n: usize| u32::try_from(n).expect("fewer than 2³² parts");
        let mut parts = Vec::new();
        let mut woken_by = vec![Vec::new(); puzzle.layout().cells()];
        for (r, rule) in puzzle.rules().iter().enumerate() {
            for (b, block) in rule.blocks().iter().enumerate() {
                for part in 0..block.parts() {
                    let id = number(parts.len());
                    parts.push((number(r), number(b), number(part)));
                    for cell in block.cells_of_part(part) {
                        let list: &mut Vec<u32> = &mut woken_by[cell.index()];
                        if list.last() != Some(&id) {
                            list.push(id);
                        }
                    }
                }
            }
        }
        Rules {
            waiting: (0..number(parts.len())).collect(),
            is_waiting: vec![true; parts.len()].into(),
            parts: parts.into(),
            woken_by: woken_by.into(),
        }
    }

    /// A cell has lost a digit.
    #[inline]
    fn wake(&mut self, cell: Cell) {
        let Some(woken) = self.woken_by.get(cell.index()) else { return };
        for &id in woken {
            if !std::mem::replace(&mut self.is_waiting[id as usize], true) {
                self.waiting.push(id);
            }
        }
    }

    /// The next part that waits.
    fn pop(&mut self) -> Option<(usize, usize, usize)> {
        let id = self.waiting.pop()? as usize;
        self.is_waiting[id] = false;
        let (rule, block, part) = self.parts[id];
        Some((rule as usize, block as usize, part as usize))
    }

    fn clear(&mut self) {
        while self.pop().is_some() {}
    }
}

impl Board {
    /// The clues of a puzzle, nothing propagated yet.
    pub fn new(puzzle: &Puzzle) -> Self {
        let board = Self::without_rules(puzzle.layout(), puzzle.clues().clone());
        Board { rules: Rules::new(puzzle), ..board }
    }

    /// Some candidates of a layout, which no rules are about.
    pub(crate) fn without_rules(layout: &Layout, candidates: CandidateGrid) -> Self {
        let (digits, cells) = (layout.digits(), layout.cells());
        let mut in_cell = vec![0u16; cells].into_boxed_slice();
        let mut in_house = vec![0u16; layout.full_houses().len() * digits].into_boxed_slice();
        let mut naked = Vec::with_capacity(cells);
        for cell in (0..cells).map(Cell::new) {
            for digit in candidates.digits(cell) {
                in_cell[cell.index()] += 1;
                for &house in layout.full_houses_of(cell) {
                    in_house[house as usize * digits + digit.index()] += 1;
                }
            }
            if in_cell[cell.index()] == 1 {
                naked.push(cell);
            }
        }
        let hidden = (0u32..)
            .zip(in_house.chunks_exact(digits))
            .flat_map(|(h, counts)| {
                let single = counts.iter().enumerate().filter(|(_, count)| **count == 1);
                single.map(move |(d, _)| (h, Digit::new(d)))
            })
            .collect();
        let overlap = layout.largest_overlap();
        let narrow = (0u32..).zip(in_house.chunks_exact(digits)).flat_map(|(h, counts)| {
            let few = counts.iter().enumerate().filter(|(_, count)| (2..=overlap).contains(*count));
            few.map(move |(d, _)| (h, Digit::new(d)))
        });
        let narrow = narrow.collect();
        let dead = in_cell.contains(&0) || in_house.contains(&0);
        Board {
            candidates,
            in_cell,
            standing: vec![false; in_house.len()].into(),
            in_house,
            placed: vec![false; cells].into(),
            open: cells,
            dead,
            trail: Vec::new(),
            recording: false,
            naked,
            hidden,
            narrow,
            overlap,
            rules: Rules::default(),
        }
    }

    /// The candidates as they stand.
    pub fn candidates(&self) -> &CandidateGrid {
        &self.candidates
    }

    /// Whether a digit is still possible in a cell.
    #[inline]
    pub fn allows(&self, cell: Cell, digit: Digit) -> bool {
        self.candidates.contains(cell, digit)
    }

    /// The number of candidates left in a cell.
    #[inline]
    pub fn count(&self, cell: Cell) -> usize {
        usize::from(self.in_cell[cell.index()])
    }

    /// The number of places left for a digit in a full house (an index into [`Layout::houses`]).
    #[inline]
    pub fn places(&self, house: usize, digit: Digit) -> usize {
        usize::from(self.in_house[house * self.candidates.digit_count() + digit.index()])
    }

    /// The digit of a cell that is decided.
    pub fn digit(&self, cell: Cell) -> Option<Digit> {
        (self.count(cell) == 1).then(|| self.candidates.next_at(cell, 0)).flatten()
    }

    /// Whether propagation has placed every cell.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.open == 0
    }

    /// The number of cells not placed by propagation.
    pub fn open(&self) -> usize {
        self.open
    }

    /// Takes a digit out of a cell; singles that arise wait for [`Board::propagate`].
    ///
    /// # Errors
    /// If the cell or a house has nothing left. The removal is recorded all the same, so that
    /// undoing restores it.
    pub fn remove(
        &mut self,
        layout: &Layout,
        cell: Cell,
        digit: Digit,
    ) -> Result<(), Contradiction> {
        if !self.candidates.contains(cell, digit) {
            return Ok(());
        }
        self.candidates.remove(cell, digit);
        if self.recording {
            self.trail.push(Event::Removed(cell, digit));
        }
        self.rules.wake(cell);
        let left = &mut self.in_cell[cell.index()];
        *left -= 1;
        let mut possible = *left > 0;
        if *left == 1 {
            self.naked.push(cell);
        }
        let digits = self.candidates.digit_count();
        for &house in layout.full_houses_of(cell) {
            let at = house as usize * digits + digit.index();
            self.in_house[at] -= 1;
            match self.in_house[at] {
                0 => possible = false,
                1 if !self.standing[at] => self.hidden.push((house, digit)),
                count if count <= self.overlap && !self.standing[at] => {
                    self.narrow.push((house, digit));
                }
                _ => {}
            }
        }
        if possible { Ok(()) } else { Err(Contradiction) }
    }

    /// Leaves a cell only one digit; consequences wait for [`Board::propagate`].
    ///
    /// # Errors
    /// If the digit is not possible there, or the removals leave something empty.
    pub fn place(
        &mut self,
        layout: &Layout,
        cell: Cell,
        digit: Digit,
    ) -> Result<(), Contradiction> {
        if !self.candidates.contains(cell, digit) {
            return Err(Contradiction);
        }
        let mut result = Ok(());
        let mut from = 0;
        while let Some(other) = self.candidates.next_at(cell, from) {
            from = other.index() + 1;
            if other != digit {
                result = result.and(self.remove(layout, cell, other));
            }
        }
        result
    }

    /// Takes the digits of the cells that are decided now out of their peers, and follows nothing
    /// that arises from it: the marks that a person writes first.
    ///
    /// # Errors
    /// If the board turns out impossible.
    pub fn exclude_peers(&mut self, layout: &Layout) -> Result<(), Contradiction> {
        let decided = std::mem::take(&mut self.naked);
        decided.into_iter().try_for_each(|cell| self.settle(layout, cell))
    }

    /// Follows naked and hidden singles, locked candidates and the puzzle's rules until nothing
    /// changes.
    ///
    /// # Errors
    /// If the board turns out impossible; it must then be undone to a mark or thrown away.
    pub fn propagate(&mut self, puzzle: &Puzzle) -> Result<(), Contradiction> {
        self.propagate_within(puzzle, &Limits::none()).map(|_| ())
    }

    /// As [`Board::propagate`], unless a limit is reached first: whether it came to the end. The
    /// first propagation of a 400×400 takes seconds.
    ///
    /// # Errors
    /// If the board turns out impossible; it must then be undone to a mark or thrown away.
    pub fn propagate_within(
        &mut self,
        puzzle: &Puzzle,
        limits: &Limits,
    ) -> Result<bool, Contradiction> {
        if self.dead { Err(Contradiction) } else { self.fixpoint(puzzle, limits) }
    }

    fn fixpoint(&mut self, puzzle: &Puzzle, limits: &Limits) -> Result<bool, Contradiction> {
        let mut rounds = 0u32;
        loop {
            rounds += 1;
            if rounds.is_multiple_of(1024) && limits.expired() {
                return Ok(false);
            }
            if self.single(puzzle.layout())? {
                continue;
            }
            if let Some((house, digit)) = self.narrow.pop() {
                self.lock(puzzle.layout(), house, digit)?;
                continue;
            }
            if let Some((rule, block, part)) = self.rules.pop() {
                self.filter(puzzle, &puzzle.rules()[rule].blocks()[block], part)?;
                continue;
            }
            return Ok(true);
        }
    }

    /// Removes what part of a block excludes.
    fn filter(&mut self, puzzle: &Puzzle, block: &Block, part: usize) -> Result<(), Contradiction> {
        let mut excluded = Vec::new();
        if !block.filter(part, &self.candidates, &mut excluded) {
            return Err(Contradiction);
        }
        let mut excluded = excluded.into_iter();
        excluded.try_for_each(|(cell, digit)| self.remove(puzzle.layout(), cell, digit))
    }

    /// Locked candidates: if all places of a digit in a full house lie in another house too, the
    /// digit has no place elsewhere in that one.
    fn lock(&mut self, layout: &Layout, house: u32, digit: Digit) -> Result<(), Contradiction> {
        let count = self.places(house as usize, digit);
        if count < 2 {
            return Ok(());
        }
        let cells = layout.houses()[house as usize].cells();
        let mut places = cells.iter().filter(|&&cell| self.candidates.contains(cell, digit));
        let Some(&first) = places.next() else { return Err(Contradiction) };
        for &other in layout.houses_of(first) {
            // With as many places there as here there is nothing to remove.
            let is_full = (other as usize) < layout.full_houses().len();
            if other == house || is_full && self.places(other as usize, digit) == count {
                continue;
            }
            let inside = |cell: Cell| layout.houses_of(cell).contains(&other);
            let mut places = cells.iter().filter(|&&cell| self.candidates.contains(cell, digit));
            if places.all(|&cell| inside(cell)) {
                for &cell in layout.houses()[other as usize].cells() {
                    if !layout.houses_of(cell).contains(&house) {
                        self.remove(layout, cell, digit)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Follows one single; whether there was one.
    fn single(&mut self, layout: &Layout) -> Result<bool, Contradiction> {
        if let Some(cell) = self.naked.pop() {
            self.settle(layout, cell)?;
        } else if let Some((house, digit)) = self.hidden.pop() {
            let house = &layout.houses()[house as usize];
            let mut places = house.cells().iter();
            let place = places.find(|&&cell| self.candidates.contains(cell, digit));
            self.place(layout, *place.ok_or(Contradiction)?, digit)?;
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    /// Places a cell that has one candidate: its peers lose the digit.
    fn settle(&mut self, layout: &Layout, cell: Cell) -> Result<(), Contradiction> {
        if self.placed[cell.index()] {
            return Ok(());
        }
        let digit = self.candidates.next_at(cell, 0).ok_or(Contradiction)?;
        let digits = self.candidates.digit_count();
        self.placed[cell.index()] = true;
        self.open -= 1;
        if self.recording {
            self.trail.push(Event::Placed(cell));
        }
        for &house in layout.full_houses_of(cell) {
            self.standing[house as usize * digits + digit.index()] = true;
        }
        for &house in layout.houses_of(cell) {
            for &peer in layout.houses()[house as usize].cells() {
                if peer != cell {
                    self.remove(layout, peer, digit)?;
                }
            }
        }
        Ok(())
    }

    /// Starts recording, with room for all that can still be removed: from here on nothing
    /// allocates. Marks are valid from here on.
    pub(crate) fn record(&mut self) {
        let left: usize = self.in_cell.iter().map(|&n| usize::from(n)).sum();
        self.recording = true;
        self.trail.clear();
        self.trail.reserve(left + self.open);
        self.naked.reserve(self.in_cell.len());
        self.hidden.reserve(self.in_house.len());
        // A digit of a house waits once for each number of places from two to the overlap.
        self.narrow.reserve(self.in_house.len() * usize::from(self.overlap.saturating_sub(1)));
    }

    /// A point to undo to.
    #[inline]
    pub(crate) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Takes back everything since the mark, singles that wait to be followed included.
    pub(crate) fn undo(&mut self, layout: &Layout, mark: usize) {
        self.naked.clear();
        self.hidden.clear();
        self.narrow.clear();
        self.rules.clear();
        let digits = self.candidates.digit_count();
        while self.trail.len() > mark {
            match self.trail.pop() {
                Some(Event::Removed(cell, digit)) => {
                    self.candidates.insert(cell, digit);
                    self.in_cell[cell.index()] += 1;
                    for &house in layout.full_houses_of(cell) {
                        self.in_house[house as usize * digits + digit.index()] += 1;
                    }
                }
                // Undone in reverse order, so the cell still has just the digit it was placed with.
                Some(Event::Placed(cell)) => {
                    let digit = self.candidates.next_at(cell, 0);
                    self.placed[cell.index()] = false;
                    self.open += 1;
                    for &house in layout.full_houses_of(cell) {
                        if let Some(digit) = digit {
                            self.standing[house as usize * digits + digit.index()] = false;
                        }
                    }
                }
                None => return,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(board: &Board) -> (CandidateGrid, Vec<u16>, Vec<u16>, Vec<bool>, Vec<bool>, usize) {
        let Board { candidates, in_cell, in_house, standing, placed, open, .. } = board.clone();
        (candidates, in_cell.into(), in_house.into(), standing.into(), placed.into(), open)
    }

    #[test]
    fn undoing_restores_every_count() {
        let layout = Layout::boxes(2, 3).unwrap().with("diagonal").unwrap().shared();
        let puzzle = Puzzle::from_symbols(layout, "1....2.3......................4...5.").unwrap();
        let layout: &Layout = puzzle.layout();
        let mut board = Board::new(&puzzle);
        board.propagate(&puzzle).unwrap();
        board.record();
        let before = state(&board);
        let (mut possible, mut impossible) = (0, 0);
        for cell in puzzle.cells() {
            for digit in (0..6).map(Digit::new) {
                let mark = board.mark();
                match board.place(layout, cell, digit).and_then(|()| board.propagate(&puzzle)) {
                    Ok(()) => possible += 1,
                    Err(Contradiction) => impossible += 1,
                }
                board.undo(layout, mark);
                assert_eq!(state(&board), before);
            }
        }
        assert!(possible > 0 && impossible > 0);
    }

    #[test]
    fn locked_candidates_are_removed() {
        // In the top left box 1 is left only in the top row, so nowhere else in that row.
        let layout = Layout::boxes(3, 3).unwrap().shared();
        let symbols = format!("{}{}{}{}", ".........", "234......", "567......", ".".repeat(54));
        let puzzle = Puzzle::from_symbols(layout, &symbols).unwrap();
        let mut board = Board::new(&puzzle);
        board.propagate(&puzzle).unwrap();
        let one = Digit::new(0);
        assert!((0..3).all(|c| board.allows(Cell::new(c), one)));
        assert!((3..9).all(|c| !board.allows(Cell::new(c), one)));
        assert!((9..27).filter(|c| c % 9 >= 3).all(|c| board.allows(Cell::new(c), one)));
    }

    #[test]
    fn propagation_stops_at_a_limit() {
        let puzzle = Puzzle::new(Layout::boxes(20, 20).unwrap().shared());
        let mut full = puzzle.clone();
        // A shifted pattern fills the grid: 160,000 cells to place.
        for cell in puzzle.cells() {
            let (r, c) = (cell.row(400), cell.column(400));
            full.set(cell, Digit::new((20 * r + r / 20 + c) % 400));
        }
        let expired = Limits::none().with_time(std::time::Duration::ZERO);
        assert_eq!(Board::new(&full).propagate_within(&full, &expired), Ok(false));
    }
}
