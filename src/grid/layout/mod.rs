//! A layout is a set of cells and a set of houses. Boxes of any shape, jigsaw regions, diagonals,
//! windows and disjoint groups differ only in which cells their houses hold; no solver knows them
//! apart.

mod name;

use std::sync::Arc;

use itertools::Itertools;

use super::house::{Area, House, HouseKind, SHORTHANDS};
use super::incidence::Incidence;
use super::{Cell, Digit, Frame, MAX_SIDE};
use crate::error::{Error, Result};

/// Cells, digits and houses: rows and columns, unless the layout is [raw](Layout::raw), then whatever
/// else was added.
///
/// A house with as many cells as there are digits is *full*: it has each digit once. One with fewer
/// is *distinct*: it has no digit twice.
///
/// Built by [`Layout::boxes`], [`Layout::latin`] or [`Layout::jigsaw`] for a square grid with as
/// many digits as rows, by [`Layout::on`] for any other frame, by [`Layout::gattai`] for grids that
/// overlap; extended by [`Layout::with`] and the other `with_…` methods; or described as text by a
/// [`LayoutSpec`](super::LayoutSpec). Rows, columns and digits go up to [`MAX_SIDE`]; memory is
/// about 32 bytes a cell. Layouts with the same houses are equal, in whatever order they were
/// added.
#[derive(Debug, Clone)]
pub struct Layout {
    digits: usize,
    /// The number shown for the first digit.
    first: usize,
    /// The places of the grid, or of all grids.
    grid: Frame,
    /// How many cells there are in each row of extra cells.
    extra: Box<[usize]>,
    /// The places of the grid and of the extra cells, if there are any.
    whole: Option<Frame>,
    /// Top row and left column of each grid: of one but in a gattai.
    grids: Vec<(usize, usize)>,
    /// What each grid is.
    area: Area,
    /// Whether rows and columns are no houses.
    is_raw: bool,
    /// First the full ones, then the distinct ones.
    houses: Vec<House>,
    full: usize,
    incidence: Incidence,
    regions: Option<Box<[u16]>>,
    /// What stands in front of the name: nothing for a square grid.
    base: String,
    /// The words for the named kinds of houses.
    extras: Vec<&'static str>,
    name: String,
}

impl PartialEq for Layout {
    fn eq(&self, other: &Self) -> bool {
        let sorted = |layout: &Layout| {
            let house = |house: &House| {
                let cells = house.cells.iter().copied().sorted_unstable().collect_vec();
                (cells, house.kind.name)
            };
            layout.houses.iter().map(house).sorted_unstable().dedup().collect_vec()
        };
        std::ptr::eq(self, other)
            || (self.digits, self.first) == (other.digits, other.first)
                && (&self.grid, &self.extra) == (&other.grid, &other.extra)
                && (self.houses == other.houses || sorted(self) == sorted(other))
    }
}

impl Eq for Layout {}

impl Layout {
    /// Rows and columns only: a Latin square of the given side, 1 to [`MAX_SIDE`].
    ///
    /// # Errors
    /// If the side is out of range.
    pub fn latin(side: usize) -> Result<Self> {
        if !(1..=MAX_SIDE).contains(&side) {
            return Err(Error::layout(format!("side {side}: expected 1 to {MAX_SIDE}")));
        }
        Self::on(Frame::new(side, side), side)
    }

    /// The usual Sudoku: boxes `rows` high and `columns` wide, each 2 to 20, so a side of
    /// `rows × columns`.
    ///
    /// # Errors
    /// If the shape is out of range.
    pub fn boxes(rows: usize, columns: usize) -> Result<Self> {
        Self::latin(box_side(rows, columns)?)?.with_boxes(rows, columns)
    }

    /// Irregular regions in place of boxes: `region_of[cell]` numbers each cell's region from 0.
    ///
    /// # Errors
    /// If there are not exactly `side` regions of `side` cells each.
    pub fn jigsaw(region_of: &[u16]) -> Result<Self> {
        let side = region_of.len().isqrt();
        if side * side != region_of.len() {
            return Err(Error::layout(format!(
                "region map of {} cells: expected a square number",
                region_of.len()
            )));
        }
        Self::latin(side)?.with_regions(region_of)
    }

    /// The rows and columns of a frame with that many digits, 1 to [`MAX_SIDE`].
    ///
    /// # Errors
    /// If the frame has no cell or is too large, or a row or a column has more cells than there are
    /// digits.
    pub fn on(frame: Frame, digits: usize) -> Result<Self> {
        let is_square = frame.rows() == frame.columns() && frame.rows() == digits;
        let is_said = frame.has_holes() || !is_square;
        let base = if is_said { name::of_frame(&frame) } else { String::new() };
        let area = Area { rows: frame.rows(), columns: frame.columns(), boxes: None };
        Self::new(frame, digits, vec![(0, 0)], area, base, false)
    }

    /// The cells of a frame with that many digits, 1 to [`MAX_SIDE`], and nothing that must differ:
    /// rows and columns are no houses. What must is added, as houses or as rules.
    ///
    /// # Errors
    /// If the frame has no cell or is too large.
    pub fn raw(frame: Frame, digits: usize) -> Result<Self> {
        let base = name::of_frame(&frame);
        let area = Area { rows: frame.rows(), columns: frame.columns(), boxes: None };
        Self::new(frame, digits, vec![(0, 0)], area, base, true)
    }

    /// Square grids of one side that overlap in a frame: their top rows and left columns, from 0.
    /// Each has rows and columns as houses, and whatever is added to the layout. A cell in two
    /// grids is one cell.
    ///
    /// # Errors
    /// If there is no grid, or the frame is larger than [`MAX_SIDE`].
    pub fn gattai(side: usize, grids: &[(usize, usize)]) -> Result<Self> {
        let extent = |starts: &mut dyn Iterator<Item = usize>| {
            starts.max().and_then(|start| start.checked_add(side)).unwrap_or(0)
        };
        let rows = extent(&mut grids.iter().map(|grid| grid.0));
        let columns = extent(&mut grids.iter().map(|grid| grid.1));
        in_range(rows, columns, side)?;
        let mut is_cell = vec![false; rows * columns];
        for &(top, left) in grids {
            for (r, c) in (top..top + side).cartesian_product(left..left + side) {
                is_cell[r * columns + c] = true;
            }
        }
        let frame = Frame::with_holes(columns, &is_cell);
        if grids.len() == 1 && !frame.has_holes() {
            return Self::on(frame, side);
        }
        let offsets = || grids.iter().map(|(row, column)| format!("{row},{column}")).join(";");
        let base =
            if grids == SAMURAI { "samurai".into() } else { format!("gattai={}", offsets()) };
        let area = Area { rows: side, columns: side, boxes: None };
        Self::new(frame, side, grids.to_vec(), area, base, false)
    }

    fn new(
        frame: Frame,
        digits: usize,
        grids: Vec<(usize, usize)>,
        area: Area,
        base: String,
        is_raw: bool,
    ) -> Result<Self> {
        in_range(frame.rows(), frame.columns(), digits)?;
        if frame.cells() == 0 {
            return Err(Error::layout("no cell"));
        }
        let mut this = Layout {
            digits,
            first: 1,
            grid: frame,
            extra: Box::default(),
            whole: None,
            grids,
            area,
            is_raw,
            houses: Vec::with_capacity(3 * digits),
            full: 0,
            incidence: Incidence::default(),
            regions: None,
            base,
            extras: Vec::new(),
            name: String::new(),
        };
        if !is_raw {
            this.add(&HouseKind::ROW)?;
            this.add(&HouseKind::COLUMN)?;
        }
        Ok(this.indexed())
    }

    /// Adds boxes `rows` high and `columns` wide.
    ///
    /// # Errors
    /// If the shape is out of range, or the boxes do not tile the grid or have more cells than
    /// there are digits. There may be no boxes already.
    pub fn with_boxes(mut self, rows: usize, columns: usize) -> Result<Self> {
        let size = box_side(rows, columns)?;
        let Area { rows: height, columns: width, .. } = self.area;
        if !self.is_raw && height == width && height == self.digits && size != self.digits {
            return Err(Error::layout(format!(
                "boxes {rows}x{columns} make a side of {size}, but the grid has {height}"
            )));
        }
        if !height.is_multiple_of(rows) || !width.is_multiple_of(columns) {
            return Err(Error::layout(format!(
                "boxes {rows}x{columns} do not tile a grid of {height}x{width}"
            )));
        }
        if self.area.boxes.is_some() {
            return Err(Error::layout(format!("boxes {rows}x{columns}: there are boxes already")));
        }
        self.area.boxes = Some((rows, columns));
        self.add(&HouseKind::BOX)?;
        Ok(self.indexed())
    }

    /// Adds irregular regions: the region of every cell, from 0.
    ///
    /// # Errors
    /// If there is not a region for each cell, or a region has more cells than there are digits; in
    /// a square grid, if it has fewer.
    pub fn with_regions(mut self, region_of: &[u16]) -> Result<Self> {
        if self.regions.is_some() {
            return Err(Error::layout("regions: there are regions already"));
        }
        if region_of.len() != self.grid.cells() {
            let (found, expected) = (region_of.len(), self.grid.cells());
            return Err(Error::layout(format!("region map of {found} cells: expected {expected}")));
        }
        let most = self.square().unwrap_or(self.grid.cells());
        let mut cells: Vec<Vec<Cell>> = Vec::new();
        for (index, &region) in region_of.iter().enumerate() {
            let region = usize::from(region);
            if region >= most {
                return Err(Error::layout(format!(
                    "more than {most} regions in a grid of side {most}"
                )));
            }
            cells.resize_with(cells.len().max(region + 1), Vec::new);
            cells[region].push(Cell::new(index));
        }
        if let Some(side) = self.square() {
            cells.resize_with(side, Vec::new);
            if let Some((k, list)) = cells.iter().find_position(|list| list.len() != side) {
                return Err(Error::layout(format!(
                    "region {} has {} cells: expected {side}",
                    k + 1,
                    list.len()
                )));
            }
        }
        for (number, list) in (1..).zip(cells) {
            self.push(House { kind: &HouseKind::REGION, number, grid: 0, cells: list.into() })?;
        }
        self.regions = Some(region_of.into());
        Ok(self.indexed())
    }

    /// Adds the houses of a kind: a name in [`HOUSE_KINDS`](super::HOUSE_KINDS) or
    /// [`SHORTHANDS`], such as `diagonals`.
    ///
    /// # Errors
    /// If there is no such name, or the layout cannot have such houses.
    pub fn with(self, name: &str) -> Result<Self> {
        if let Some((.., kinds)) = SHORTHANDS.iter().find(|(short, ..)| *short == name) {
            return kinds.iter().try_fold(self, |layout, kind| layout.with(kind));
        }
        let kind = HouseKind::by_name(name);
        self.with_kind(kind.ok_or_else(|| Error::layout(format!("houses `{name}`")))?)
    }

    /// Adds the houses of a kind.
    ///
    /// # Errors
    /// If the layout cannot have such houses.
    pub fn with_kind(mut self, kind: &'static HouseKind) -> Result<Self> {
        self.add(kind)?;
        self.extras.push(kind.name);
        Ok(self.indexed())
    }

    /// The same with the digits shown from another number on than 1, such as 0.
    ///
    /// # Errors
    /// If a number would be larger than [`MAX_SIDE`].
    pub fn with_first(mut self, first: usize) -> Result<Self> {
        if first.saturating_add(self.digits - 1) > MAX_SIDE {
            let digits = self.digits;
            let message = format!("{digits} digits from {first}: expected at most {MAX_SIDE}");
            return Err(Error::layout(message));
        }
        self.first = first;
        self.name = name::of(&self);
        Ok(self)
    }

    /// The same with extra cells, which are in no house: rows of so many cells each below the grid.
    /// Rules use them for what is to be found out and stands in no cell of the grid.
    ///
    /// # Errors
    /// If there are extra cells already, a row has none or more than [`MAX_SIDE`], or the rows are
    /// more than that with those of the grid.
    pub fn with_extra(mut self, rows: &[usize]) -> Result<Self> {
        if !self.extra.is_empty() {
            return Err(Error::layout("extra: there are extra cells already"));
        }
        let columns = rows.iter().copied().fold(self.grid.columns(), usize::max);
        in_range(self.grid.rows() + rows.len(), columns, self.digits)?;
        if rows.contains(&0) {
            return Err(Error::layout("extra: a row without cells"));
        }
        let cell = |row, column| self.grid.cell(row, column).is_some();
        let of_grid = (0..self.grid.rows()).cartesian_product(0..columns);
        let is_cell = of_grid.map(|(row, column)| cell(row, column));
        let extra = rows.iter().flat_map(|&cells| (0..columns).map(move |column| column < cells));
        self.whole = Some(Frame::with_holes(columns, &is_cell.chain(extra).collect_vec()));
        self.extra = rows.into();
        Ok(self.indexed())
    }

    /// The number of cells, extra ones too.
    pub fn cells(&self) -> usize {
        self.frame().cells()
    }

    /// The number of digits.
    #[inline]
    pub fn digits(&self) -> usize {
        self.digits
    }

    /// The number shown for the first digit: 1 unless something else is said.
    pub fn first(&self) -> usize {
        self.first
    }

    /// The number shown for a digit.
    pub fn number_of(&self, digit: Digit) -> usize {
        self.first + digit.index()
    }

    /// The digit that a number shows, if there is one.
    pub fn digit_of(&self, number: usize) -> Option<Digit> {
        let digit = number.checked_sub(self.first)?;
        (digit < self.digits).then(|| Digit::new(digit))
    }

    /// Where the cells are shown: the grid, and below it the extra cells.
    pub fn frame(&self) -> &Frame {
        self.whole.as_ref().unwrap_or(&self.grid)
    }

    /// The places of the grid alone, without extra cells: what rows, columns and neighbours are.
    pub fn grid(&self) -> &Frame {
        &self.grid
    }

    /// How many cells there are in each row of [extra cells](Self::with_extra).
    pub fn extra(&self) -> &[usize] {
        &self.extra
    }

    /// The name of a cell, `r1c1` for the first.
    pub fn name_of(&self, cell: Cell) -> String {
        match self.frame().place(cell) {
            Some((row, column)) => format!("r{}c{}", row + 1, column + 1),
            None => format!("cell {}", cell.index() + 1),
        }
    }

    /// Whether rows and columns are no houses ([`Layout::raw`]).
    pub fn is_raw(&self) -> bool {
        self.is_raw
    }

    /// The side of a square grid: of one with as many rows, columns and digits, without holes or
    /// extra cells, whose rows and columns are houses.
    pub fn square(&self) -> Option<usize> {
        let all = [self.grid.rows(), self.grid.columns(), self.digits];
        let whole = !self.grid.has_holes() && self.extra.is_empty() && !self.is_raw;
        let square = whole && self.grids.len() == 1 && all.iter().all_equal();
        square.then_some(self.digits)
    }

    /// The side of a square grid with digits from 1: such a grid needs no frame said.
    pub fn plain_side(&self) -> Option<usize> {
        self.square().filter(|_| self.first() == 1)
    }

    /// The side of a square grid.
    ///
    /// # Panics
    /// If the grid is not square ([`Layout::square`]).
    pub fn side(&self) -> usize {
        self.square().expect("a square grid")
    }

    /// The side of a square grid of full houses; an error, with what it is needed for, if it is
    /// none.
    pub(crate) fn needs_square(&self, what: &str) -> Result<usize> {
        let side = self.square().filter(|_| self.full == self.houses.len());
        side.ok_or_else(|| {
            let name = self.name();
            Error::unsupported(format!(
                "{what}: only of square grids with as many digits as rows, not of {name}"
            ))
        })
    }

    /// All houses, first those that are full: rows, columns, then the others in the order they were
    /// added; then, in the same order, those with fewer cells than digits.
    pub fn houses(&self) -> &[House] {
        &self.houses
    }

    /// The houses with as many cells as there are digits, which have each digit once: the first of
    /// [`Layout::houses`].
    pub fn full_houses(&self) -> &[House] {
        &self.houses[..self.full]
    }

    /// The houses a cell belongs to, as indices into [`Layout::houses`].
    #[inline]
    pub fn houses_of(&self, cell: Cell) -> &[u32] {
        self.incidence.of(cell)
    }

    /// The full houses a cell belongs to, as indices into [`Layout::houses`].
    #[inline]
    pub fn full_houses_of(&self, cell: Cell) -> &[u32] {
        self.incidence.full_of(cell)
    }

    /// The cells that share a house with a cell, each once, in order, without itself.
    ///
    /// Computed on each call: stored, they would take 740 MB at side 400.
    pub fn peers(&self, cell: Cell) -> Vec<Cell> {
        let houses = self.houses_of(cell).iter().map(|&h| &self.houses[h as usize]);
        houses
            .flat_map(|house| house.cells.iter().copied())
            .filter(|&peer| peer != cell)
            .sorted_unstable()
            .dedup()
            .collect()
    }

    /// The most cells that a full house shares with another house, not counting equal houses.
    pub(crate) fn largest_overlap(&self) -> u16 {
        self.incidence.overlap
    }

    /// The shape (rows, columns) of the boxes, if there are boxes.
    pub fn box_shape(&self) -> Option<(usize, usize)> {
        self.area.boxes
    }

    /// The shape of the boxes, if the houses are the rows, columns and boxes of a square grid and
    /// no others.
    pub fn plain_boxes(&self) -> Option<(usize, usize)> {
        let side = self.square()?;
        self.box_shape().filter(|_| self.houses.len() == 3 * side)
    }

    /// Whether it is the 9×9 that everybody knows: rows, columns and boxes, nothing else.
    pub fn is_classic(&self) -> bool {
        self.plain_boxes() == Some((3, 3)) && self.first == 1
    }

    /// The region of every cell of the grid, from 0, if there are irregular regions.
    pub fn regions(&self) -> Option<&[u16]> {
        self.regions.as_deref()
    }

    /// A short name in the words of [`LayoutSpec`](super::LayoutSpec): `3x3`, `latin`,
    /// `3x3+diagonal`; irregular regions are only named, `regions`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Behind an [`Arc`], as puzzles share it.
    pub fn shared(self) -> Arc<Self> {
        Arc::new(self)
    }

    /// Adds the houses of a kind, in every grid, not yet to the index.
    fn add(&mut self, kind: &'static HouseKind) -> Result<()> {
        for (grid, (top, left)) in (1..).zip(self.grids.clone()) {
            let houses = (kind.build)(&self.area)?;
            let is_line = *kind == HouseKind::ROW || *kind == HouseKind::COLUMN;
            let several = houses.len() > 1 || is_line;
            let grid = if self.grids.len() > 1 { grid } else { 0 };
            for (number, places) in (u32::from(several)..).zip(houses) {
                let cells = places.into_iter();
                let cells = cells.filter_map(|(r, c)| self.grid.cell(top + r, left + c));
                let cells: Box<[Cell]> = cells.collect();
                let known = |house: &House| house.kind == kind && house.cells == cells;
                if grid == 0 || !self.houses.iter().any(known) {
                    self.push(House { kind, number, grid, cells })?;
                }
            }
        }
        Ok(())
    }

    fn push(&mut self, house: House) -> Result<()> {
        let cells = house.cells.len();
        if cells > self.digits {
            let digits = self.digits;
            return Err(Error::layout(format!("{house} has {cells} cells, but {digits} digits")));
        }
        if cells == self.digits {
            self.houses.insert(self.full, house);
            self.full += 1;
        } else if cells > 1 {
            self.houses.push(house);
        }
        Ok(())
    }

    fn indexed(mut self) -> Self {
        self.name = name::of(&self);
        let lines = self.square().map_or(0, |side| 2 * side);
        self.incidence = Incidence::new(self.cells(), &self.houses, self.full, lines);
        self
    }
}

/// The grids of a samurai: five 9×9, of which one shares a box with each other.
pub(super) const SAMURAI: &[(usize, usize)] = &[(0, 0), (0, 12), (6, 6), (12, 0), (12, 12)];

fn in_range(rows: usize, columns: usize, digits: usize) -> Result<()> {
    let range = 1..=MAX_SIDE;
    if range.contains(&rows) && range.contains(&columns) && range.contains(&digits) {
        return Ok(());
    }
    Err(Error::layout(format!(
        "{rows} rows, {columns} columns, {digits} digits: expected 1 to {MAX_SIDE} of each"
    )))
}

/// The box shape (rows, columns) that a side has unless something else is said: square where the
/// side is a square number, else the flattest shape nearest to it (6 is 2×3, 12 is 3×4); none
/// where the side is prime or too small.
pub fn default_box(side: usize) -> Option<(usize, usize)> {
    (2..=side.isqrt())
        .rev()
        .find(|rows| side.is_multiple_of(*rows))
        .map(|rows| (rows, side / rows))
        .filter(|&(rows, columns)| box_side(rows, columns).is_ok())
}

/// The side of a grid of such boxes.
///
/// # Errors
/// If there are none.
pub(super) fn box_side(rows: usize, columns: usize) -> Result<usize> {
    let range = 2..=20;
    if range.contains(&rows) && range.contains(&columns) {
        Ok(rows * columns)
    } else {
        Err(Error::layout(format!(
            "box {rows}x{columns}: expected 2 to 20 rows and 2 to 20 columns (for none, use the \
             layout `latin`)"
        )))
    }
}

#[cfg(test)]
mod tests;
