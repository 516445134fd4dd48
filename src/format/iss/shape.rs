//! The grid of a constraint string: rows, columns and digits of `.Shape`, boxes, `.Jigsaw`,
//! diagonals and windows.

use std::sync::Arc;

use super::text::Item;
use crate::error::{Error, Result};
use crate::grid::{Cell, Layout, LayoutSpec};

/// Rows, columns and digits at most.
pub(super) const MAX_SIZE: usize = 16;

/// The grid of a puzzle, and the sets of distinct cells that no layout has.
#[derive(Debug)]
pub(super) struct Shape {
    pub(super) layout: Arc<Layout>,
    pub(super) distinct: Vec<Vec<Cell>>,
    pub(super) extra: Vec<Extra>,
}

/// Extra cells of one name, which stand in a row or in several of the frame.
#[derive(Debug, Clone)]
pub(super) struct Extra {
    /// With the `V` of those that the puzzle names itself.
    pub(super) name: String,
    first: Cell,
    count: usize,
    /// How many stand in a row.
    columns: usize,
}

impl Extra {
    /// All of them.
    pub(super) fn cells(&self) -> Vec<Cell> {
        (0..self.count).map(|k| Cell::new(self.first.index() + k)).collect()
    }

    /// The row and the column of one of them, from 0.
    pub(super) fn place(&self, cell: Cell) -> Option<(usize, usize)> {
        let index = cell.index().checked_sub(self.first.index())?;
        (index < self.count).then(|| (index / self.columns, index % self.columns))
    }

    /// The one in a row and a column, from 0.
    pub(super) fn at(&self, row: usize, column: usize) -> Option<Cell> {
        let index = row * self.columns + column;
        let is_there = column < self.columns && index < self.count;
        is_there.then(|| Cell::new(self.first.index() + index))
    }

    /// The cell some rows and columns away from the one with an index.
    pub(super) fn moved(&self, index: usize, by: (isize, isize)) -> Option<Cell> {
        let (row, column) = (index / self.columns, index % self.columns);
        self.at(row.checked_add_signed(by.0)?, column.checked_add_signed(by.1)?)
    }

    /// By how much the cell with an index is away from another one.
    pub(super) fn shift(&self, from: usize, to: usize) -> Option<(isize, isize)> {
        let place = |index: usize| (index / self.columns, index % self.columns);
        let ((a, b), (c, d)) = (place(from), place(to));
        let by = |from: usize, to: usize| to.cast_signed() - from.cast_signed();
        (to < self.count).then(|| (by(a, c), by(b, d)))
    }

    /// The index of the cell of the name and a number from 1; the name alone is the only one.
    pub(super) fn index(&self, name: &str) -> Option<usize> {
        let number = name.strip_prefix(&*self.name)?;
        let plain = number.bytes().all(|byte| byte.is_ascii_digit()) && number.len() <= 3;
        let index = match number {
            "" => Some(0).filter(|_| self.count == 1)?,
            number => number.parse::<usize>().ok().filter(|_| plain)?.checked_sub(1)?,
        };
        Some(index).filter(|index| *index < self.count)
    }
}

/// Rows, columns, the first digit and the number of digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Size {
    rows: usize,
    columns: usize,
    first: usize,
    digits: usize,
    /// Whether rows and columns are no houses.
    is_raw: bool,
}

/// The types that say what the grid is.
pub(super) const TYPES: [&str; 8] =
    ["Shape", "NoBoxes", "RegionSize", "Jigsaw", "Diagonal", "Windoku", "DisjointSets", "Var"];

/// Those of them that a raw grid has not.
const SUDOKU: [&str; 6] =
    ["NoBoxes", "RegionSize", "Jigsaw", "Diagonal", "Windoku", "DisjointSets"];

/// Why a raw grid has not some type.
pub(super) const OF_SUDOKU: &str = "it needs rows and columns that are houses, not a Raw grid";

/// Extra cells at most, and rows of them.
const MAX_EXTRA: usize = 1024;

impl Shape {
    /// The grid that the constraints of a puzzle say; 9×9 if they are silent.
    ///
    /// # Errors
    /// If they do not fit together, or it cannot be a grid here.
    pub(super) fn of(items: &[Item]) -> Result<Self> {
        let all = |kind: &'static str| items.iter().filter(move |item| item.kind == kind);
        let has = |kind| all(kind).next().is_some();
        let mut size = None;
        for item in all("Shape") {
            let said = size_of(item).map_err(|error| in_item(item, &error))?;
            if size.is_some_and(|size| size != said) {
                return Err(Error::input(format!("{}: another shape was said", item.shown())));
            }
            size = Some(said);
        }
        let usual = Size { rows: 9, columns: 9, first: 1, digits: 9, is_raw: false };
        let size = size.unwrap_or(usual);
        let of_sudoku = |item: &&Item| SUDOKU.contains(&&*item.kind);
        if let Some(item) = items.iter().find(of_sudoku).filter(|_| size.is_raw) {
            return Err(wrong(item, OF_SUDOKU));
        }
        let most = size.rows.max(size.columns);
        let mut region = None;
        for item in all("RegionSize") {
            let said = item.args.first().and_then(|arg| arg.parse::<usize>().ok());
            let said = said.filter(|said| (1..=MAX_SIZE).contains(said) && item.args.len() == 1);
            region = Some(said.ok_or_else(|| wrong(item, "expected a number of cells"))?);
        }
        let boxes = box_shape(size.rows, size.columns, region.unwrap_or(most));
        let shown = boxes.filter(|_| !has("NoBoxes") && !size.is_raw);
        let mut shape =
            Shape { layout: size.layout(shown)?.shared(), distinct: Vec::new(), extra: Vec::new() };
        let is_plain = size.rows == size.columns && size.digits == size.rows;
        for item in all("Jigsaw") {
            shape.add_regions(item, region.unwrap_or(most))?;
        }
        for item in all("Diagonal") {
            let name = match item.args.first().map(String::as_str) {
                Some("1") => "antidiagonal",
                Some("-1") => "diagonal",
                _ => return Err(wrong(item, "expected 1 or -1")),
            };
            shape.add_houses(name).map_err(|error| in_item(item, &error))?;
        }
        if let Some(item) = all("Windoku").next() {
            // With oblong boxes a layout has windows up to the edge, a string only those that cells surround.
            let are_square = boxes.is_some_and(|(rows, columns)| rows == columns);
            if is_plain && are_square && boxes == shown {
                shape.add_houses("windoku").map_err(|error| in_item(item, &error))?;
            } else {
                shape.add_windows(boxes.ok_or_else(|| wrong(item, "there are no boxes"))?);
            }
        }
        if let Some(item) = all("DisjointSets").next() {
            if shown.is_some() {
                shape.add_houses("disjoint").map_err(|error| in_item(item, &error))?;
            } else {
                shape.add_positions(boxes.ok_or_else(|| wrong(item, "there are no boxes"))?);
            }
        }
        let own = shape.extra_of(items, shown);
        shape.add_extra(&all("Var").collect::<Vec<_>>(), &own)?;
        Ok(shape)
    }

    fn add_houses(&mut self, name: &str) -> Result<()> {
        let text = self.layout.spec().to_string();
        if !text.split('+').any(|term| term == name) {
            self.layout = Layout::clone(&self.layout).with(name)?.shared();
        }
        Ok(())
    }

    /// The regions of `.Jigsaw`, a symbol a cell. One of another size than all others is none.
    fn add_regions(&mut self, item: &Item, region: usize) -> Result<()> {
        let map = item.args.last().filter(|_| item.args.len() <= 2);
        let map = map.ok_or_else(|| wrong(item, "expected a map of regions"))?;
        let (found, expected) = (map.chars().count(), self.layout.cells());
        if found != expected {
            let message = format!("a map of {found} cells: expected {expected}");
            return Err(wrong(item, &message));
        }
        let mut pieces: Vec<(char, Vec<Cell>)> = Vec::new();
        for (index, symbol) in map.chars().enumerate() {
            let cell = Cell::new(index);
            match pieces.iter_mut().find(|(known, _)| *known == symbol) {
                Some((_, cells)) => cells.push(cell),
                None => pieces.push((symbol, vec![cell])),
            }
        }
        if pieces.len() == 1 {
            return Ok(());
        }
        let (whole, others): (Vec<_>, Vec<_>) =
            pieces.iter().partition(|(_, cells)| cells.len() == region);
        if let Some((symbol, cells)) = others.get(usize::from(others.len() == 1)) {
            let message = format!("region {symbol} has {} cells: expected {region}", cells.len());
            return Err(wrong(item, &message));
        }
        if others.is_empty() && self.layout.regions().is_none() {
            let mut region_of = vec![0; self.layout.cells()];
            for (number, (_, cells)) in (0u16..).zip(&pieces) {
                for cell in cells {
                    region_of[cell.index()] = number;
                }
            }
            let layout = Layout::clone(&self.layout).with_regions(&region_of);
            self.layout = layout.map_err(|error| in_item(item, &error))?.shared();
        } else {
            self.distinct.extend(whole.into_iter().map(|(_, cells)| cells.clone()));
        }
        Ok(())
    }

    /// Extra cells that come with other types: the region of each cell, and what houses lack.
    fn extra_of(
        &self,
        items: &[Item],
        boxes: Option<(usize, usize)>,
    ) -> Vec<(&'static str, usize, usize)> {
        let frame = self.layout.grid();
        let has = |kind| items.iter().any(|item| item.kind == kind);
        let mut found = Vec::new();
        if has("ChaosConstruction") {
            found.push(("CC", frame.rows(), frame.columns()));
        }
        if has("Doppelganger") {
            let used = |name: &str| items.iter().any(|item| item.names(name));
            // A row below the columns, a column beside the rows, boxes as they stand.
            let (rows, columns) = (frame.rows(), frame.columns());
            let boxes = boxes.map_or((0, 0), |(height, width)| (rows / height, columns / width));
            let lacking = [("DGR", 1, columns), ("DGC", rows, 1), ("DGB", boxes.0, boxes.1)];
            found.extend(lacking.into_iter().filter(|(name, height, _)| *height > 0 && used(name)));
        }
        found
    }

    /// The extra cells of `.Var~name~label~count`, of which the count may be rows by columns, and
    /// those that come with other types, in rows by columns.
    fn add_extra(&mut self, items: &[&Item], own: &[(&str, usize, usize)]) -> Result<()> {
        let mut rows = Vec::new();
        let (grid, mut cells) = (self.layout.cells(), 0);
        for &(name, height, width) in own {
            let (first, count) = (Cell::new(grid + cells), height * width);
            self.extra.push(Extra { name: name.to_owned(), first, count, columns: width });
            rows.extend(std::iter::repeat_n(width, height));
            cells += count;
        }
        for item in items {
            let arg = |k: usize| item.args.get(k).map_or("", String::as_str);
            let number = |text: &str| {
                let number = text.parse::<usize>().ok().filter(|_| text.len() <= 3);
                number.filter(|number| (1..=MAX_EXTRA).contains(number))
            };
            // A count alone: rows as long as those of the grid.
            let columns = self.layout.grid().columns();
            let size = match arg(2).split_once('x') {
                Some((height, width)) => number(height).zip(number(width)),
                None if arg(2).is_empty() => Some((1, 1)),
                None => number(arg(2)).map(|count| (1, count)),
            };
            let expected = "expected a name, a label, and how many cells";
            let (height, width) = size.ok_or_else(|| wrong(item, expected))?;
            let name = &*format!("V{}", arg(0));
            if arg(0).is_empty() || item.args.len() > 3 || name.ends_with(|c: char| c.is_numeric())
            {
                return Err(wrong(item, expected));
            }
            if self.extra.iter().any(|extra| extra.name == name) {
                return Err(wrong(item, "this name was said before"));
            }
            let count = height * width;
            let columns = if arg(2).contains('x') { width } else { columns };
            let (first, name) = (Cell::new(grid + cells), name.to_owned());
            self.extra.push(Extra { name, first, count, columns });
            // A long row goes on in the next.
            let most = columns.min(self.layout.grid().columns().max(MAX_SIZE));
            rows.extend((0..count).step_by(most).map(|done| most.min(count - done)));
            cells += count;
            if cells > MAX_EXTRA || rows.len() > MAX_EXTRA {
                return Err(wrong(item, "too many extra cells"));
            }
        }
        if !rows.is_empty() {
            self.layout = Layout::clone(&self.layout).with_extra(&rows)?.shared();
        }
        Ok(())
    }

    /// Windows of a box's shape with one row and column around each.
    fn add_windows(&mut self, (height, width): (usize, usize)) {
        let frame = self.layout.grid();
        let starts = |size: usize, all: usize| {
            (1..all).step_by(size + 1).take_while(move |start| start + size < all)
        };
        for left in starts(width, frame.columns()) {
            for top in starts(height, frame.rows()) {
                let cells = (top..top + height)
                    .flat_map(|row| (left..left + width).map(move |column| (row, column)));
                let cells = cells.filter_map(|(row, column)| frame.cell(row, column));
                self.distinct.push(cells.collect());
            }
        }
    }

    /// The cells at the same position of every box, where there are no boxes.
    fn add_positions(&mut self, (height, width): (usize, usize)) {
        let frame = self.layout.grid();
        for (top, left) in (0..height).flat_map(|r| (0..width).map(move |c| (r, c))) {
            let rows = (top..frame.rows()).step_by(height);
            let places =
                rows.flat_map(|row| (left..frame.columns()).step_by(width).map(move |c| (row, c)));
            self.distinct.push(places.filter_map(|(row, c)| frame.cell(row, c)).collect());
        }
    }
}

impl Size {
    fn layout(self, boxes: Option<(usize, usize)>) -> Result<Layout> {
        let boxes = boxes.map_or("latin".to_owned(), |(rows, columns)| format!("{rows}x{columns}"));
        let Size { rows, columns, first, digits, is_raw } = self;
        if rows == columns && digits == rows && first == 1 && !is_raw {
            return boxes.parse::<LayoutSpec>()?.build(rows);
        }
        let boxes = if is_raw { "raw" } else { &boxes };
        let last = first + digits - 1;
        let text = format!("grid={rows}x{columns}+digits={first}-{last}+{boxes}");
        text.parse::<LayoutSpec>()?.build(rows)
    }
}

/// What `.Shape` says: `9x9`, `9x9~10`, `6x6~0-8`, `9x9~~Raw`.
fn size_of(item: &Item) -> Result<Size> {
    let expected = || Error::input("expected rows and columns, then perhaps digits: 6x6~0-8");
    let number = |text: &str| {
        let plain = text.len() <= 2 && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse::<usize>().ok().filter(|_| plain).ok_or_else(expected)
    };
    let mut args = item.args.iter().map(String::as_str);
    let (rows, columns) = match args.next().filter(|size| !size.is_empty()) {
        Some(size) => size.split_once('x').ok_or_else(expected)?,
        None => ("9", "9"),
    };
    let (rows, columns) = (number(rows)?, number(columns)?);
    let most = rows.max(columns);
    let (first, last) = match args.next().filter(|range| !range.is_empty()) {
        None => (1, most),
        Some(range) => match range.split_once('-') {
            Some((first, last)) => (number(first)?, number(last)?),
            None => (1, number(range)?),
        },
    };
    let is_raw = match args.next() {
        None | Some("" | "Sudoku") => false,
        Some("Raw") => true,
        Some(kind) => {
            let kind = satoku_check::shown(kind);
            return Err(Error::input(format!("{kind:?}: expected Sudoku or Raw")));
        }
    };
    let inside = 1..=MAX_SIZE;
    let digits = (last + 1).saturating_sub(first);
    let least = if is_raw { 1 } else { most };
    if !inside.contains(&rows.min(columns)) || !inside.contains(&most) {
        return Err(Error::input(format!("expected 1 to {MAX_SIZE} rows and columns")));
    }
    if first > 1 || digits < least || digits > MAX_SIZE {
        let message = format!("expected {least} to {MAX_SIZE} digits from 0 or 1");
        return Err(Error::input(message));
    }
    Ok(Size { rows, columns, first, digits, is_raw })
}

/// The boxes of so many cells that tile a grid: those nearest to a square, rather broad than high.
pub(super) fn box_shape(rows: usize, columns: usize, cells: usize) -> Option<(usize, usize)> {
    let tiles = |&(height, width): &(usize, usize)| {
        rows.is_multiple_of(height) && columns.is_multiple_of(width)
    };
    let small = (2..=cells.isqrt()).rev().filter(|small| cells.is_multiple_of(*small));
    small.flat_map(|small| [(small, cells / small), (cells / small, small)]).find(tiles)
}

/// An error of a constraint.
pub(super) fn wrong(item: &Item, message: &str) -> Error {
    Error::input(format!("{}: {message}", item.shown()))
}

/// The error of something within a constraint.
pub(super) fn in_item(item: &Item, error: &Error) -> Error {
    wrong(item, error.message())
}

#[cfg(test)]
mod tests {
    use super::super::text::items;
    use super::*;

    fn shape(text: &str) -> Result<Shape> {
        Shape::of(&items(text).unwrap())
    }

    #[test]
    fn grids_are_those_that_are_said() {
        for (text, spec) in [
            (".", "3x3"),
            (".Shape~9x9", "3x3"),
            (".Shape~9x9~0-8", "grid=9x9+digits=0-8+3x3"),
            (".Shape~6x6", "2x3"),
            (".Shape~12x12", "3x4"),
            (".Shape~7x7", "latin"),
            (".Shape~7x7~9.RegionSize~9", "grid=7x7+digits=1-9+latin"),
            (".Shape~6x6~9.RegionSize~9", "grid=6x6+digits=1-9+3x3"),
            (".Shape~9x8", "grid=9x8+digits=1-9+latin"),
            (".Shape~9x9~0-8~Raw", "grid=9x9+digits=0-8+raw"),
            (".Shape~9x9~~Raw", "grid=9x9+raw"),
            (".Shape~2x7~3~Raw", "grid=2x7+digits=1-3+raw"),
            (".Shape~6x8", "grid=6x8+digits=1-8+2x4"),
            (".Diagonal~1.Diagonal~-1.Windoku", "3x3+antidiagonal+diagonal+windoku"),
            (".DisjointSets.Diagonal~1.Diagonal~1", "3x3+antidiagonal+disjoint"),
            (".Shape~4x4.NoBoxes.Jigsaw~0011001122332233", "regions=AABBAABBCCDDCCDD"),
            (".Shape~4x4.Jigsaw~0000111122223333", "2x2+regions=AAAABBBBCCCCDDDD"),
        ] {
            let found = shape(text).unwrap().layout;
            let wanted = spec.parse::<LayoutSpec>().unwrap();
            let wanted = wanted.build(found.plain_side().unwrap_or(9)).unwrap();
            assert_eq!(*found, wanted, "{text}");
        }
        assert_eq!(shape(".NoBoxes.Windoku").unwrap().distinct.len(), 4);
        let oblong = shape(".Shape~6x6.Windoku").unwrap();
        let window = [7, 8, 9, 13, 14, 15].map(Cell::new).to_vec();
        assert_eq!((oblong.layout.name(), oblong.distinct), ("2x3", vec![window]));
        assert_eq!(shape(".NoBoxes.DisjointSets").unwrap().distinct[1][1], Cell::new(4));
        let error = shape(".NoBoxes.Shape~4x4.Jigsaw~0011001122332222").unwrap_err();
        assert!(error.message().contains("region 2 has 6 cells: expected 4"), "{error}");
        let partly =
            shape(".Shape~6x6~9.RegionSize~9.NoBoxes.Jigsaw~000111000111000111222222222222222222");
        assert_eq!(partly.unwrap().distinct.len(), 2);
    }

    #[test]
    fn what_is_no_grid_is_refused() {
        for (text, message) in [
            (".Shape~9", "expected rows and columns"),
            (".Shape~17x17", "expected 1 to 16 rows and columns"),
            (".Shape~9x9~8", "expected 9 to 16 digits from 0 or 1"),
            (".Shape~9x9~2-10", "expected 9 to 16 digits from 0 or 1"),
            (".Shape~9x9~~Hex", "\"Hex\": expected Sudoku or Raw"),
            (".Shape~9x9~~Raw.NoBoxes", ".NoBoxes: it needs rows and columns that are houses"),
            (".Shape~9x9~17~Raw", "expected 1 to 16 digits from 0 or 1"),
            (".Shape~9x9.Shape~4x4", "another shape was said"),
            (".Diagonal~2", "expected 1 or -1"),
            (".Shape~9x8.Diagonal~1", "diagonal"),
            (".Shape~7x7.Windoku", "there are no boxes"),
            (".RegionSize~x", "expected a number of cells"),
            (".Jigsaw~0011", "a map of 4 cells: expected 81"),
        ] {
            let error = shape(text).unwrap_err();
            assert!(error.message().contains(message), "{text}: {error}");
        }
    }
}
