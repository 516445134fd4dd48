//! What a rule of a kind is about: its numbers and cells, and what kinds ask of them.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use itertools::Itertools;
use smallvec::SmallVec;

use crate::grid::{Cell, Digit, House, Layout};

/// The arguments of a rule: numbers, and lines of cells, on a layout.
#[derive(Debug, Clone)]
pub struct Arguments {
    layout: Arc<Layout>,
    /// Most rules have one number and one line.
    numbers: SmallVec<[i64; 1]>,
    lines: SmallVec<[Box<[Cell]>; 1]>,
}

/// The number shown for a digit. The one place that knows where digits begin.
pub(super) fn value(layout: &Layout, digit: Digit) -> i64 {
    i64::try_from(layout.number_of(digit)).expect("at most 400")
}

/// The digit that a number is shown for.
pub(super) fn digit_of(layout: &Layout, value: i64) -> Option<Digit> {
    let index = usize::try_from(value.checked_sub(self::value(layout, Digit::new(0)))?).ok()?;
    (index < layout.digits()).then(|| Digit::new(index))
}

thread_local! {
    /// What the digits of the last layout of this thread were worth: sums share the table.
    static WORTH: RefCell<Arc<[i32]>> = RefCell::new([].into());
}

/// What each digit is worth as a number.
pub(super) fn worth(layout: &Layout) -> Arc<[i32]> {
    let first = value(layout, Digit::new(0));
    WORTH.with_borrow_mut(|last| {
        let known = last.len() == layout.digits();
        if !known || last.first().map(|&worth| i64::from(worth)) != Some(first) {
            *last = new_worth(layout);
        }
        Arc::clone(last)
    })
}

fn new_worth(layout: &Layout) -> Arc<[i32]> {
    let numbers = (0..layout.digits()).map(|digit| value(layout, Digit::new(digit)));
    numbers.map(|number| i32::try_from(number).expect("a small number")).collect()
}

impl Arguments {
    pub(super) fn new(
        layout: &Arc<Layout>,
        numbers: SmallVec<[i64; 1]>,
        lines: SmallVec<[Vec<Cell>; 1]>,
    ) -> Self {
        let lines = lines.into_iter().map(Vec::into_boxed_slice).collect();
        Arguments { layout: Arc::clone(layout), numbers, lines }
    }

    /// The layout.
    pub fn layout(&self) -> &Arc<Layout> {
        &self.layout
    }

    /// The numbers.
    pub fn numbers(&self) -> &[i64] {
        &self.numbers
    }

    /// The only number, or the first; none if there is none.
    pub fn number(&self) -> Option<i64> {
        self.numbers.first().copied()
    }

    /// The only number, or the first; 0 if there is none.
    pub fn k(&self) -> i64 {
        self.number().unwrap_or_default()
    }

    /// The lines of cells.
    pub fn lines(&self) -> &[Box<[Cell]>] {
        &self.lines
    }

    /// The only line of cells, or the first; empty if there is none.
    pub fn cells(&self) -> &[Cell] {
        self.lines.first().map_or(&[], |line| line)
    }

    /// How many digits there are.
    pub fn digits(&self) -> usize {
        self.layout.digits()
    }

    /// The smallest number that a digit is shown as.
    pub fn least(&self) -> i64 {
        value(&self.layout, Digit::new(0))
    }

    /// The largest number that a digit is shown as.
    pub fn greatest(&self) -> i64 {
        value(&self.layout, Digit::new(self.digits() - 1))
    }

    /// A line of cells; empty if there are fewer.
    pub fn line(&self, k: usize) -> &[Cell] {
        self.lines.get(k).map_or(&[], |line| line)
    }

    /// All numbers that digits are shown as.
    pub fn values(&self) -> std::ops::RangeInclusive<i64> {
        self.least()..=self.greatest()
    }

    /// What is wrong with numbers that are to be digits, if some are none.
    pub(super) fn no_digit(&self) -> Option<String> {
        self.no_digit_from(0)
    }

    /// The same for the numbers from one on.
    pub(super) fn no_digit_from(&self, first: usize) -> Option<String> {
        self.no_digit_of(self.numbers.iter().skip(first))
    }

    /// The same for some numbers.
    pub(super) fn no_digit_of<'n>(
        &self,
        mut numbers: impl Iterator<Item = &'n i64>,
    ) -> Option<String> {
        let (least, greatest) = (self.least(), self.greatest());
        let none = numbers.find(|number| !self.values().contains(number))?;
        Some(format!("{none}: expected a digit of the grid, {least} to {greatest}"))
    }

    /// How many numbers are low, and as many are high: half of them, rounded down. The one in the
    /// middle of an odd number of them is neither.
    pub fn half(&self) -> i64 {
        i64::try_from(self.digits() / 2).unwrap_or(i64::MAX)
    }

    /// Whether a number is low (-1), high (1) or the one in the middle (0).
    pub fn side_of(&self, value: i64) -> i64 {
        let low = value < self.least() + self.half();
        let high = value > self.greatest() - self.half();
        i64::from(high) - i64::from(low)
    }

    /// Whether a number is of the low, the middle or the high third (0, 1, 2). Where they cannot be
    /// alike, the middle one has more or fewer.
    pub fn third_of(&self, value: i64) -> usize {
        let third = i64::try_from((self.digits() + 1) / 3).unwrap_or(i64::MAX);
        match () {
            () if value < self.least() + third => 0,
            () if value > self.greatest() - third => 2,
            () => 1,
        }
    }

    /// Each two neighbours on the only line.
    pub fn neighbours(&self) -> Vec<(Cell, Cell)> {
        self.within(1)
    }

    /// Each two cells of the only line that are at most `reach` steps apart.
    pub fn within(&self, reach: usize) -> Vec<(Cell, Cell)> {
        let cells = self.cells();
        let behind = |k: usize| &cells[k + 1..][..reach.min(cells.len() - k - 1)];
        let most = reach.min(cells.len().saturating_sub(1));
        let mut pairs = Vec::with_capacity(most * cells.len() - most * (most + 1) / 2);
        for (k, &cell) in cells.iter().enumerate() {
            pairs.extend(behind(k).iter().map(|&other| (cell, other)));
        }
        pairs
    }

    /// Each two neighbours of the grid, one beside or below the other, but for the pairs that the
    /// lines of cells are.
    pub fn unmarked(&self) -> Vec<(Cell, Cell)> {
        let is = |line: &[Cell], (a, b)| line == [a, b] || line == [b, a];
        let marked = |pair| self.lines.iter().any(|line| is(line, pair));
        self.apart((0, 1)).into_iter().filter(|&pair| !marked(pair)).collect()
    }

    /// The cells beside, above and below one.
    pub fn beside(&self, cell: Cell) -> Vec<Cell> {
        let other = |(a, b): (Cell, Cell)| match () {
            () if a == cell => Some(b),
            () if b == cell => Some(a),
            () => None,
        };
        self.apart((0, 1)).into_iter().filter_map(other).collect()
    }

    /// All blocks of 2×2 cells.
    pub fn squares(&self) -> Vec<[Cell; 4]> {
        let frame = self.layout.grid();
        let places = (1..frame.rows()).flat_map(|row| (1..frame.columns()).map(move |c| (row, c)));
        let square = |(row, column): (usize, usize)| {
            let at = |up: usize, left: usize| frame.cell(row - up, column - left);
            Some([at(1, 1)?, at(1, 0)?, at(0, 1)?, at(0, 0)?])
        };
        places.filter_map(square).collect()
    }

    /// The cell in a row and a column, from 1.
    pub fn at(&self, row: i64, column: i64) -> Option<Cell> {
        let from_0 = |number: i64| usize::try_from(number.checked_sub(1)?).ok();
        self.layout.grid().cell(from_0(row)?, from_0(column)?)
    }

    /// The row and the column of a cell, from 1; none for one without a place.
    pub fn place(&self, cell: Cell) -> Option<(i64, i64)> {
        let (row, column) = self.layout.grid().place(cell)?;
        Some((i64::try_from(row).ok()? + 1, i64::try_from(column).ok()? + 1))
    }

    /// The box that a cell is in, or the irregular region where there are no boxes: its number, from
    /// 1, and its cells.
    pub fn region(&self, cell: Cell) -> Option<(i64, &[Cell])> {
        let houses = self.layout.houses_of(cell).iter();
        let houses = houses.map(|&house| &self.layout.houses()[house as usize]);
        let named = |name| houses.clone().find(|house| house.kind().name == name);
        let house = named("boxes").or_else(|| named("regions"))?;
        Some((i64::from(house.number()), house.cells()))
    }

    /// All cells of the grid.
    pub(super) fn all_cells(&self) -> impl ExactSizeIterator<Item = Cell> + use<> {
        (0..self.layout.grid().cells()).map(Cell::new)
    }

    /// The cells of the only line, or all of the grid where none are named.
    pub(super) fn among(&self) -> Vec<Cell> {
        match self.cells() {
            [] => self.all_cells().collect(),
            cells => cells.to_vec(),
        }
    }

    /// Neighbours among some different cells, by their positions: cells of the grid, or extra cells, that stand side by
    /// side.
    pub(super) fn edges(&self, cells: &[Cell]) -> Vec<(usize, usize)> {
        let frame = self.layout.frame();
        let is_extra = |cell: Cell| cell.index() >= self.layout.grid().cells();
        let position_of: BTreeMap<_, _> = cells.iter().copied().zip(0..).collect();
        let mut found = Vec::new();
        for (k, &cell) in cells.iter().enumerate() {
            let Some((row, column)) = frame.place(cell) else { continue };
            for other in [frame.cell(row, column + 1), frame.cell(row + 1, column)] {
                let other = other.filter(|&other| is_extra(other) == is_extra(cell));
                found.extend(other.and_then(|other| Some((k, *position_of.get(&other)?))));
            }
        }
        found
    }

    /// Whether a way over neighbours leads from the first of some cells to each other.
    pub(super) fn are_connected(&self, cells: &[Cell]) -> bool {
        let mut neighbours = vec![Vec::new(); cells.len()];
        for (a, b) in self.edges(cells) {
            neighbours[a].push(b);
            neighbours[b].push(a);
        }
        let mut is_new = vec![true; cells.len()];
        let mut reached = Vec::new();
        let mut at = Some(0).filter(|_| !cells.is_empty());
        is_new.iter_mut().take(1).for_each(|first| *first = false);
        while let Some(k) = at {
            reached.extend(neighbours[k].iter().filter(|&&to| std::mem::take(&mut is_new[to])));
            at = reached.pop();
        }
        !is_new.contains(&true)
    }

    /// Rows, columns, boxes and regions.
    pub(super) fn plain_houses(&self) -> impl Iterator<Item = &House> + Clone {
        self.layout.houses().iter().filter(|house| is_plain(house))
    }

    /// The row, the column, and the box or region of a cell.
    pub(super) fn plain_houses_of(&self, cell: Cell) -> impl Iterator<Item = &House> + Clone {
        let houses = self.layout.houses_of(cell).iter();
        houses.map(|&house| &self.layout.houses()[house as usize]).filter(|house| is_plain(house))
    }

    /// How many of some cells one house has at most: they hold at least so many different digits.
    pub(super) fn most_of_a_house(&self, cells: &[Cell]) -> usize {
        let mut count_of = vec![0; self.layout.houses().len()];
        for cell in cells.iter().unique() {
            self.layout.houses_of(*cell).iter().for_each(|&house| count_of[house as usize] += 1);
        }
        count_of.into_iter().max().unwrap_or(0)
    }

    /// Some cells, house by house, once for each kind of houses that has all of them and each once.
    pub fn by_house(&self, cells: &[Cell]) -> Vec<Vec<Vec<Cell>>> {
        let houses = self.layout.houses().chunk_by(|a, b| a.kind() == b.kind());
        let parts = houses.map(|houses| {
            let mut part = vec![None; self.layout.cells()];
            for (k, house) in houses.iter().enumerate() {
                for cell in house.cells() {
                    // A cell in two houses is in none that count.
                    let part = &mut part[cell.index()];
                    *part = if part.is_none() { Some(k) } else { Some(usize::MAX) };
                }
            }
            let mut parts = vec![Vec::new(); houses.len()];
            for &cell in cells {
                parts.get_mut(part[cell.index()]?)?.push(cell);
            }
            parts.retain(|part| !part.is_empty());
            Some(parts)
        });
        parts.flatten().collect()
    }

    /// Whether some cells, in order, have each digit, as a full house is among them.
    pub fn have_all_digits(&self, cells: &[Cell]) -> bool {
        let is_among =
            |house: &House| house.cells().iter().all(|it| cells.binary_search(it).is_ok());
        self.layout.full_houses().iter().any(is_among)
    }

    /// Each two cells of the grid that are so many steps apart, along rows and columns.
    pub fn taxi(&self, steps: i64) -> Vec<(Cell, Cell)> {
        let Ok(steps) = isize::try_from(steps) else { return Vec::new() };
        let reach = self.layout.grid().rows() + self.layout.grid().columns();
        if steps < 1 || steps.unsigned_abs() > reach {
            return Vec::new();
        }
        (0..=steps / 2).flat_map(|a| self.apart((a, steps - a))).collect()
    }

    /// Each two cells of the grid that are so many rows and columns apart, one way or the other.
    pub fn apart(&self, (a, b): (isize, isize)) -> Vec<(Cell, Cell)> {
        let frame = self.layout.grid();
        let moves = [(a, b), (a, -b), (b, a), (b, -a)];
        let forward: BTreeSet<_> = moves.into_iter().map(|by| by.max((-by.0, -by.1))).collect();
        let mut pairs = Vec::new();
        for cell in (0..self.layout.cells()).map(Cell::new) {
            let Some((row, column)) = frame.place(cell) else { continue };
            for &(down, right) in &forward {
                let row = row.checked_add_signed(down);
                let place = row.zip(column.checked_add_signed(right));
                let other = place.and_then(|(row, column)| frame.cell(row, column));
                pairs.extend(other.map(|other| (cell, other)));
            }
        }
        pairs
    }
}

/// Whether a house is a row, a column, a box or a region.
fn is_plain(house: &House) -> bool {
    ["rows", "columns", "boxes", "regions"].contains(&house.kind().name)
}

/// A filled grid, as the numbers shown.
#[derive(Debug, Clone, Copy)]
pub struct Values<'a> {
    pub(super) layout: &'a Layout,
    pub(super) digits: &'a [Digit],
}

impl Values<'_> {
    /// The number in a cell.
    pub fn at(&self, cell: Cell) -> i64 {
        value(self.layout, self.digits[cell.index()])
    }

    /// The numbers in some cells.
    pub fn of(&self, cells: &[Cell]) -> Vec<i64> {
        self.each(cells).collect()
    }

    /// The numbers in each two cells that follow one another.
    pub fn neighbours(&self, cells: &[Cell]) -> impl Iterator<Item = (i64, i64)> {
        cells.windows(2).map(|two| (self.at(two[0]), self.at(two[1])))
    }

    /// The number in each of some cells.
    pub fn each(&self, cells: &[Cell]) -> impl Iterator<Item = i64> {
        cells.iter().map(|&cell| self.at(cell))
    }

    /// Whether the number of each cell names one that has the number that goes with it.
    pub fn index(
        &self,
        some: &Arguments,
        named: impl Fn(&Arguments, Cell, i64) -> Option<(Cell, i64)>,
    ) -> bool {
        let named = |&cell: &Cell| named(some, cell, self.at(cell));
        some.cells().iter().map(named).all(|it| it.is_some_and(|(cell, own)| self.at(cell) == own))
    }

    /// Whether groups of cells hold the same numbers, each as often.
    pub fn are_same<C: AsRef<[Cell]>>(&self, groups: &[C]) -> bool {
        let sorted = |group: &C| {
            let mut numbers = self.of(group.as_ref());
            numbers.sort_unstable();
            numbers
        };
        groups.windows(2).all(|two| sorted(&two[0]) == sorted(&two[1]))
    }
}

#[cfg(test)]
mod tests {
    use smallvec::smallvec;

    use super::*;

    /// Each pair once, in the order of the line, with no room left over.
    #[test]
    fn cells_within_reach() {
        let layout = Layout::latin(5).unwrap().shared();
        for count in 0..5 {
            let line: Vec<Cell> = (0..count).map(Cell::new).collect();
            let arguments = Arguments::new(&layout, smallvec![], smallvec![line]);
            for reach in [0, 1, 2, 3, usize::MAX] {
                let near = |a: usize| (a + 1..count).filter(move |b| b - a <= reach);
                let near = (0..count).flat_map(|a| near(a).map(move |b| (a, b)));
                let expected: Vec<_> = near.map(|(a, b)| (Cell::new(a), Cell::new(b))).collect();
                let found = arguments.within(reach);
                assert_eq!(found, expected, "{count} {reach}");
                assert_eq!(found.capacity(), found.len());
            }
        }
    }

    #[test]
    fn cells_apart_are_named_once() {
        let layout = Layout::latin(5).unwrap().shared();
        let arguments = Arguments::new(&layout, smallvec![], smallvec![]);
        for (offset, count) in [((0, 1), 40), ((1, 1), 32), ((1, 2), 48), ((2, 2), 18)] {
            let pairs = arguments.apart(offset);
            assert!(pairs.iter().all(|(a, b)| {
                let rows = a.row(5).abs_diff(b.row(5)).cast_signed();
                let columns = a.column(5).abs_diff(b.column(5)).cast_signed();
                (rows, columns) == offset || (columns, rows) == offset
            }));
            let pairs: BTreeSet<_> = pairs.iter().map(|(a, b)| (a.min(b), a.max(b))).collect();
            assert_eq!(pairs.len(), count, "{offset:?}");
        }
    }
}
