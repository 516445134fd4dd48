//! A layout is a set of houses. Boxes of any shape, jigsaw regions, diagonals, windows and
//! disjoint groups differ only in which cells their houses hold; no solver knows them apart.

use std::sync::Arc;

use itertools::Itertools;

use super::house::{Area, House, HouseKind, SHORTHANDS};
use super::{Cell, MAX_SIDE};
use crate::error::{Error, Result};

/// A square grid and its houses: rows and columns always, then whatever else was added.
///
/// Built by [`Layout::boxes`], [`Layout::latin`] or [`Layout::jigsaw`], extended by [`Layout::with`] and
/// the other `with_…` methods, or described as text by a [`LayoutSpec`](super::LayoutSpec). Sides go up to
/// [`MAX_SIDE`]; memory is about 28 bytes a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
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
        this.add(&HouseKind::ROW)?;
        this.add(&HouseKind::COLUMN)?;
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
    /// If the shape is out of range or does not make up the side.
    pub fn with_boxes(mut self, rows: usize, columns: usize) -> Result<Self> {
        let side = box_side(rows, columns)?;
        if side != self.side {
            return Err(Error::layout(format!(
                "boxes {rows}x{columns} make a side of {side}, but the grid has {}",
                self.side
            )));
        }
        self.box_shape = Some((rows, columns));
        self.add(&HouseKind::BOX)?;
        Ok(self.named(&format!("{rows}x{columns}")))
    }

    /// Adds irregular regions.
    ///
    /// # Errors
    /// If there are not exactly `side` regions of `side` cells each.
    pub fn with_regions(mut self, region_of: &[u16]) -> Result<Self> {
        let side = self.side;
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
        for (number, list) in (1..).zip(cells) {
            self.push(&HouseKind::REGION, number, list);
        }
        self.regions = Some(region_of.into());
        Ok(self.named("regions"))
    }

    /// Adds the houses of a kind: a name in [`HOUSE_KINDS`](super::HOUSE_KINDS) or
    /// [`SHORTHANDS`](super::SHORTHANDS), such as `diagonals`.
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
        Ok(self.named(kind.name))
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

    /// Adds the houses of a kind, not yet to the index.
    fn add(&mut self, kind: &'static HouseKind) -> Result<()> {
        let area = Area { rows: self.side, columns: self.side, boxes: self.box_shape };
        let houses = (kind.build)(&area)?;
        let several = houses.len() > 1 || *kind == HouseKind::ROW || *kind == HouseKind::COLUMN;
        for (number, places) in (u32::from(several)..).zip(houses) {
            let cells = places.into_iter().map(|(r, c)| Cell::at(r, c, self.side)).collect();
            self.push(kind, number, cells);
        }
        Ok(())
    }

    fn push(&mut self, kind: &'static HouseKind, number: u32, cells: Vec<Cell>) {
        debug_assert_eq!(cells.len(), self.side);
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
                let expected = [&HouseKind::ROW, &HouseKind::COLUMN, &HouseKind::BOX];
                assert!(kinds.map(House::kind).eq(expected));
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
        let layout = Layout::boxes(3, 3).unwrap().with("windoku").unwrap();
        let windows: Vec<_> =
            layout.houses().iter().filter(|h| h.kind().name == "windoku").collect();
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
        assert!(Layout::latin(7).unwrap().with("windoku").is_err());
        assert!(Layout::boxes(2, 5).unwrap().with("windoku").is_err());
    }

    #[test]
    fn names_tell_the_houses() {
        let layout = Layout::boxes(2, 3).unwrap().with("diagonals").unwrap();
        assert_eq!(layout.name(), "2x3+diagonal+antidiagonal");
        assert_eq!(layout.houses()[13].to_string(), "box 2");
        assert_eq!(layout.houses()[18].to_string(), "diagonal");
    }
}
