//! A layout is a set of houses. Boxes of any shape, jigsaw regions, diagonals, windows and
//! disjoint groups differ only in which cells their houses hold; no solver knows them apart.

use std::fmt;
use std::sync::Arc;

use itertools::Itertools;

use super::{Cell, MAX_SIDE};
use crate::error::{Error, Result};

/// What a house is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HouseKind {
    /// A row.
    Row,
    /// A column.
    Column,
    /// A rectangular box.
    Box,
    /// A region of a jigsaw.
    Region,
    /// The diagonal from the top left to the bottom right.
    Diagonal,
    /// The diagonal from the bottom left to the top right.
    Antidiagonal,
    /// A window of a windoku: a box-sized block set in by one cell, or what its rows and columns
    /// leave over.
    Window,
    /// The cells at one position of every box.
    Disjoint,
}

impl HouseKind {
    fn word(self) -> &'static str {
        match self {
            HouseKind::Row => "row",
            HouseKind::Column => "column",
            HouseKind::Box => "box",
            HouseKind::Region => "region",
            HouseKind::Diagonal => "diagonal",
            HouseKind::Antidiagonal => "antidiagonal",
            HouseKind::Window => "window",
            HouseKind::Disjoint => "disjoint group",
        }
    }
}

/// As many cells as there are digits, in which every digit stands exactly once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct House {
    kind: HouseKind,
    number: u32,
    cells: Box<[Cell]>,
}

impl House {
    /// What it is called.
    pub fn kind(&self) -> HouseKind {
        self.kind
    }

    /// Its number among the houses of its kind, from 1.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// Its cells, exactly as many as the side.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }
}

impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            HouseKind::Diagonal | HouseKind::Antidiagonal => f.write_str(self.kind.word()),
            kind => write!(f, "{} {}", kind.word(), self.number),
        }
    }
}

/// A square grid and its houses: rows and columns always, then whatever else was added.
///
/// Built by [`Layout::boxes`], [`Layout::latin`] or [`Layout::jigsaw`], extended by the `with_…`
/// methods, or described as text by a [`LayoutSpec`](super::LayoutSpec). Sides go up to
/// [`MAX_SIDE`]; memory is about 28 bytes a cell. Layouts with the same houses are equal, in whatever
/// order they were added.
#[derive(Debug, Clone)]
pub struct Layout {
    side: usize,
    houses: Vec<House>,
    /// Houses of each cell, flat: `of_cell[starts[c]..starts[c + 1]]`.
    of_cell: Vec<u32>,
    starts: Vec<u32>,
    overlap: u16,
    box_shape: Option<(usize, usize)>,
    regions: Option<Box<[u16]>>,
    name: String,
}

impl Layout {
    /// Rows and columns only: a Latin square of the given side, 1 to [`MAX_SIDE`].
    ///
    /// # Errors
    /// If the side is out of range.
    pub fn latin(side: usize) -> Result<Self> {
        if !(1..=MAX_SIDE).contains(&side) {
            return Err(Error::layout(format!("side {side}: expected 1 to {MAX_SIDE}")));
        }
        let mut this = Layout {
            side,
            houses: Vec::with_capacity(3 * side),
            of_cell: Vec::new(),
            starts: Vec::new(),
            overlap: 1,
            box_shape: None,
            regions: None,
            name: "latin".into(),
        };
        for r in 0..side {
            this.push(HouseKind::Row, (0..side).map(|c| Cell::at(r, c, side)).collect());
        }
        for c in 0..side {
            this.push(HouseKind::Column, (0..side).map(|r| Cell::at(r, c, side)).collect());
        }
        this.index();
        Ok(this)
    }

    /// The usual Sudoku: boxes `rows` high and `columns` wide, each 2 to 20, so a side of
    /// `rows × columns`.
    ///
    /// # Errors
    /// If the shape is out of range.
    pub fn boxes(rows: usize, columns: usize) -> Result<Self> {
        let mut this = Self::latin(box_side(rows, columns)?)?;
        this.name.clear();
        this.with_boxes(rows, columns)
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
        let mut this = Self::latin(side)?;
        this.name.clear();
        this.with_regions(region_of)
    }

    /// Adds boxes `rows` high and `columns` wide.
    ///
    /// # Errors
    /// If the shape is out of range or does not make up the side, or if there are boxes already.
    pub fn with_boxes(mut self, rows: usize, columns: usize) -> Result<Self> {
        let side = box_side(rows, columns)?;
        if side != self.side {
            return Err(Error::layout(format!(
                "boxes {rows}x{columns} make a side of {side}, but the grid has {}",
                self.side
            )));
        }
        if self.box_shape.is_some() {
            return Err(Error::layout(format!("boxes {rows}x{columns}: there are boxes already")));
        }
        for b in 0..side {
            self.push(
                HouseKind::Box,
                block(b / rows * rows, b % rows * columns, rows, columns, side),
            );
        }
        self.box_shape = Some((rows, columns));
        Ok(self.named(&format!("{rows}x{columns}")))
    }

    /// Adds irregular regions.
    ///
    /// # Errors
    /// If there are not exactly `side` regions of `side` cells each, or if there are regions already.
    pub fn with_regions(mut self, region_of: &[u16]) -> Result<Self> {
        let side = self.side;
        if self.regions.is_some() {
            return Err(Error::layout("regions: there are regions already"));
        }
        if region_of.len() != side * side {
            return Err(Error::layout(format!(
                "region map of {} cells: expected {}",
                region_of.len(),
                side * side
            )));
        }
        let mut cells = vec![Vec::with_capacity(side); side];
        for (index, &region) in region_of.iter().enumerate() {
            match cells.get_mut(usize::from(region)) {
                Some(list) => list.push(Cell::new(index)),
                None => {
                    return Err(Error::layout(format!(
                        "more than {side} regions in a grid of side {side}"
                    )));
                }
            }
        }
        if let Some((k, list)) = cells.iter().find_position(|list| list.len() != side) {
            return Err(Error::layout(format!(
                "region {} has {} cells: expected {side}",
                k + 1,
                list.len()
            )));
        }
        for list in cells {
            self.push(HouseKind::Region, list);
        }
        self.regions = Some(region_of.into());
        Ok(self.named("regions"))
    }

    /// Adds the diagonal from the top left to the bottom right.
    #[must_use]
    pub fn with_diagonal(mut self) -> Self {
        let side = self.side;
        self.push(HouseKind::Diagonal, (0..side).map(|k| Cell::at(k, k, side)).collect());
        self.named("diagonal")
    }

    /// Adds the diagonal from the bottom left to the top right.
    #[must_use]
    pub fn with_antidiagonal(mut self) -> Self {
        let side = self.side;
        self.push(
            HouseKind::Antidiagonal,
            (0..side).map(|k| Cell::at(side - 1 - k, k, side)).collect(),
        );
        self.named("antidiagonal")
    }

    /// Adds the windows of a windoku: box-sized blocks one cell in from the edge and one cell
    /// apart (four at 9×9), and the houses that their rows and columns leave over.
    ///
    /// # Errors
    /// If the layout has no boxes, or boxes so oblong that the windows do not fit.
    pub fn with_windows(mut self) -> Result<Self> {
        let (rows, columns) = self.needs_boxes("windoku")?;
        let side = self.side;
        if rows.abs_diff(columns) > 1 {
            return Err(Error::layout(format!(
                "windoku: windows of {rows}x{columns} do not fit a side of {side}"
            )));
        }
        // Rows fall into classes: those of the k-th window row, and those between the windows.
        // There are `columns` box rows (hence columns - 1 window rows), each `rows` high.
        let classes = |length: usize, count: usize| -> Vec<Vec<usize>> {
            let mut classes: Vec<Vec<usize>> = (0..count - 1)
                .map(|k| (1 + k * (length + 1)..1 + k * (length + 1) + length).collect())
                .collect();
            let used: Vec<usize> = classes.concat();
            let left: Vec<usize> = (0..side).filter(|k| !used.contains(k)).collect();
            classes.push(left);
            classes
        };
        let row_classes = classes(rows, columns);
        let column_classes = classes(columns, rows);
        for (rs, cs) in row_classes.iter().cartesian_product(&column_classes) {
            let cells = rs.iter().cartesian_product(cs).map(|(&r, &c)| Cell::at(r, c, side));
            self.push(HouseKind::Window, cells.collect());
        }
        Ok(self.named("windoku"))
    }

    /// Adds the disjoint groups: the cells at one position of every box.
    ///
    /// # Errors
    /// If the layout has no boxes.
    pub fn with_disjoint_groups(mut self) -> Result<Self> {
        let (rows, columns) = self.needs_boxes("disjoint")?;
        let side = self.side;
        for (r, c) in (0..rows).cartesian_product(0..columns) {
            let cells = (r..side).step_by(rows).cartesian_product((c..side).step_by(columns));
            self.push(HouseKind::Disjoint, cells.map(|(r, c)| Cell::at(r, c, side)).collect());
        }
        Ok(self.named("disjoint"))
    }

    /// The side: the number of rows, of columns and of digits.
    pub fn side(&self) -> usize {
        self.side
    }

    /// The number of cells, side².
    pub fn cells(&self) -> usize {
        self.side * self.side
    }

    /// All houses: rows, columns, then the others in the order they were added.
    pub fn houses(&self) -> &[House] {
        &self.houses
    }

    /// The houses a cell belongs to, as indices into [`Layout::houses`].
    #[inline]
    pub fn houses_of(&self, cell: Cell) -> &[u32] {
        let c = cell.index();
        &self.of_cell[self.starts[c] as usize..self.starts[c + 1] as usize]
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

    /// The most cells that two houses have in common, not counting equal houses.
    pub(crate) fn largest_overlap(&self) -> u16 {
        self.overlap
    }

    /// The shape (rows, columns) of the boxes, if there are boxes.
    pub fn box_shape(&self) -> Option<(usize, usize)> {
        self.box_shape
    }

    /// Whether it is the 9×9 that everybody knows: rows, columns and boxes, nothing else.
    pub fn is_classic(&self) -> bool {
        self.box_shape == Some((3, 3)) && self.houses.len() == 27
    }

    /// The region of every cell, from 0, if there are irregular regions.
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

    fn needs_boxes(&self, what: &str) -> Result<(usize, usize)> {
        self.box_shape.ok_or_else(|| {
            Error::layout(format!("{what} needs boxes, and side {} has none here", self.side))
        })
    }

    fn push(&mut self, kind: HouseKind, cells: Vec<Cell>) {
        debug_assert_eq!(cells.len(), self.side);
        let number = 1 + self.houses.iter().rev().take_while(|h| h.kind == kind).count();
        let number = u32::try_from(number).expect("at most a few thousand houses");
        self.houses.push(House { kind, number, cells: cells.into() });
    }

    fn named(mut self, word: &str) -> Self {
        if !self.name.is_empty() {
            self.name.push('+');
        }
        self.name.push_str(word);
        self.index();
        self
    }

    fn index(&mut self) {
        let mut counts = vec![0u32; self.cells() + 1];
        for cell in self.houses.iter().flat_map(|h| &h.cells) {
            counts[cell.index() + 1] += 1;
        }
        for k in 1..counts.len() {
            counts[k] += counts[k - 1];
        }
        let mut next = counts.clone();
        self.of_cell = vec![0; counts[self.cells()] as usize];
        for (h, house) in (0u32..).zip(&self.houses) {
            for cell in &house.cells {
                let slot = &mut next[cell.index()];
                self.of_cell[*slot as usize] = h;
                *slot += 1;
            }
        }
        self.starts = counts;
        self.overlap = self.measure_overlap();
    }

    fn measure_overlap(&self) -> u16 {
        let mut shared = vec![0u16; self.houses.len()];
        let mut largest = 1;
        for (h, house) in self.houses.iter().enumerate().skip(2 * self.side) {
            shared.fill(0);
            for &other in house.cells.iter().flat_map(|&cell| self.houses_of(cell)) {
                shared[other as usize] += 1;
            }
            let others = shared
                .iter()
                .enumerate()
                .filter(|&(other, &n)| other != h && usize::from(n) < self.side);
            largest = others.map(|(_, &n)| n).fold(largest, u16::max);
        }
        largest
    }
}

impl PartialEq for Layout {
    fn eq(&self, other: &Self) -> bool {
        let sorted = |layout: &Layout| {
            let house = |house: &House| {
                let cells = house.cells.iter().copied().sorted_unstable().collect_vec();
                (cells, house.kind)
            };
            layout.houses.iter().map(house).sorted_unstable().dedup().collect_vec()
        };
        std::ptr::eq(self, other)
            || self.side == other.side
                && (self.houses == other.houses || sorted(self) == sorted(other))
    }
}

impl Eq for Layout {}

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

fn box_side(rows: usize, columns: usize) -> Result<usize> {
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

fn block(top: usize, left: usize, rows: usize, columns: usize, side: usize) -> Vec<Cell> {
    (top..top + rows)
        .cartesian_product(left..left + columns)
        .map(|(r, c)| Cell::at(r, c, side))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_box_shape_partitions_the_grid() {
        for (rows, columns) in (2..=20).cartesian_product(2..=20) {
            let layout = Layout::boxes(rows, columns).unwrap();
            assert_eq!(layout.side(), rows * columns);
            assert_eq!(layout.houses().len(), 3 * layout.side());
            for cell in [0, layout.cells() / 2, layout.cells() - 1].map(Cell::new) {
                let kinds = layout.houses_of(cell).iter().map(|&h| &layout.houses()[h as usize]);
                assert!(kinds.clone().all(|house| house.cells().contains(&cell)));
                assert!(kinds.map(House::kind).eq([
                    HouseKind::Row,
                    HouseKind::Column,
                    HouseKind::Box
                ]));
            }
        }
    }

    #[test]
    fn a_9x9_cell_has_20_peers() {
        let layout = Layout::boxes(3, 3).unwrap();
        assert!((0..81).all(|c| layout.peers(Cell::new(c)).len() == 20));
    }

    #[test]
    fn windows_of_9x9_are_four_and_the_five_they_imply() {
        let layout = Layout::boxes(3, 3).unwrap().with_windows().unwrap();
        let windows: Vec<_> =
            layout.houses().iter().filter(|h| h.kind() == HouseKind::Window).collect();
        assert_eq!(windows.len(), 9);
        assert_eq!(windows[0].cells()[0], Cell::at(1, 1, 9));
        assert_eq!(windows[1].cells()[0], Cell::at(1, 5, 9));
        assert_eq!(windows[3].cells()[0], Cell::at(5, 1, 9));
        assert_eq!(windows[8].cells()[0], Cell::at(0, 0, 9));
    }

    #[test]
    fn default_boxes_follow_the_usual_rule() {
        for (side, shape) in [
            (4, (2, 2)),
            (6, (2, 3)),
            (8, (2, 4)),
            (10, (2, 5)),
            (12, (3, 4)),
            (14, (2, 7)),
            (15, (3, 5)),
            (20, (4, 5)),
            (27, (3, 9)),
            (30, (5, 6)),
            (400, (20, 20)),
        ] {
            assert_eq!(default_box(side), Some(shape));
        }
        assert_eq!(default_box(7), None);
        assert_eq!(default_box(2), None);
    }

    #[test]
    fn impossible_layouts_are_refused() {
        for (rows, columns) in [(0, 3), (1, 9), (3, 0), (21, 2), (2, 21)] {
            assert!(Layout::boxes(rows, columns).unwrap_err().is_input());
        }
        assert!(Layout::latin(0).is_err());
        assert!(Layout::latin(401).is_err());
        assert!(Layout::jigsaw(&[0, 0, 1]).is_err());
        assert!(Layout::jigsaw(&[0, 0, 0, 1]).is_err());
        assert!(Layout::jigsaw(&[0, 0, 9, 1]).is_err());
        assert!(Layout::latin(7).unwrap().with_windows().is_err());
        assert!(Layout::boxes(2, 5).unwrap().with_windows().is_err());
        assert!(Layout::boxes(2, 6).unwrap().with_boxes(3, 4).is_err());
        let stripes = [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3];
        assert!(Layout::jigsaw(&stripes).unwrap().with_regions(&stripes).is_err());
    }

    #[test]
    fn names_tell_the_houses() {
        let layout = Layout::boxes(2, 3).unwrap().with_diagonal().with_antidiagonal();
        assert_eq!(layout.name(), "2x3+diagonal+antidiagonal");
        assert_eq!(layout.houses()[13].to_string(), "box 2");
        assert_eq!(layout.houses()[18].to_string(), "diagonal");
    }
}
