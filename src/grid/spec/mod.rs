//! Layouts as people write them: `3x4`, `latin`, `boxes+diagonals`, `regions=AAB…`, `samurai`,
//! `grid=6x9+digits=0-8`.

use std::fmt;
use std::str::FromStr;

use itertools::Itertools;

use super::house::{HOUSE_KINDS, SHORTHANDS};
use super::layout::{SAMURAI, box_side};
use super::{Frame, Layout, default_box};
use crate::error::{Error, Result};

/// What is known of a layout before its side is: terms joined by `+` or `,`.
///
/// The grid is square unless one of these says what it is: `grid=RxC` (R rows of C cells),
/// `cells=ROW/ROW/…` (each place `x` for a cell or `.` for a hole), `gattai=R,C;R,C;…` (square
/// grids that overlap, with their top rows and left columns from 0) and `samurai` (five 9×9 grids).
/// The digits are those of `digits=0-8`, else from 1 to the larger of rows and columns. `extra=2/1`
/// adds cells that are in no house, for rules: rows of so many cells below the grid. In a `raw`
/// grid rows and columns are no houses.
///
/// The houses: `RxC` (boxes R rows high and C columns wide), `boxes` (the shape follows from the
/// side), `latin` (no boxes), `regions=…` (a symbol a cell, row by row) and the names of
/// [`HOUSE_KINDS`] and [`SHORTHANDS`]. Where nothing is said, boxes follow from the side
/// ([`default_box`]); where regions are given, they stand in place of boxes unless boxes are named
/// too. In a grid that is not square, boxes follow from the number of digits, if such boxes tile
/// it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LayoutSpec {
    grid: Option<Grid>,
    /// The numbers of the first and the last digit.
    digits: Option<(usize, usize)>,
    /// Whether rows and columns are no houses.
    raw: bool,
    boxes: Option<Boxes>,
    regions: Option<Box<[u16]>>,
    /// Positions in [`HOUSE_KINDS`], in the order of the text.
    extras: Vec<usize>,
    /// The numbers of extra cells in each row below the grid.
    extra_cells: Box<[usize]>,
}

/// A grid that is not simply square.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Grid {
    /// Of rows and columns.
    Rectangle(usize, usize),
    /// The number of columns, and whether each place holds a cell.
    Cells(usize, Box<[bool]>),
    /// Top rows and left columns of square grids.
    Gattai(Box<[(usize, usize)]>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Boxes {
    None,
    OfSide,
    Shape(usize, usize),
}

impl LayoutSpec {
    /// Boxes of one shape, `rows` high and `columns` wide.
    ///
    /// # Errors
    /// If the shape is out of range.
    pub fn boxes(rows: usize, columns: usize) -> Result<Self> {
        Layout::boxes(rows, columns)?;
        Ok(LayoutSpec { boxes: Some(Boxes::Shape(rows, columns)), ..Self::default() })
    }

    /// No boxes at all.
    pub fn latin() -> Self {
        LayoutSpec { boxes: Some(Boxes::None), ..Self::default() }
    }

    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The side, where the spec alone determines it: from a box shape or a region map.
    pub fn side(&self) -> Option<usize> {
        match (&self.grid, self.boxes, &self.regions) {
            (Some(Grid::Rectangle(rows, columns)), ..) => Some(*rows).filter(|_| rows == columns),
            (None, Some(Boxes::Shape(rows, columns)), _) => Some(rows * columns),
            (None, _, Some(map)) => Some(map.len().isqrt()),
            _ => None,
        }
    }

    /// Whether the spec alone says which cells there are, as `samurai`, `grid=6x9` and `digits=0-8`
    /// do.
    pub fn names_cells(&self) -> bool {
        self.grid.is_some() || self.digits.is_some() || !self.extra_cells.is_empty()
    }

    /// Whether the spec says which boxes or regions there are, if any.
    pub fn names_boxes(&self) -> bool {
        self.raw || self.boxes.is_some() || self.regions.is_some()
    }

    /// The layout, where the spec alone says which cells there are. Digits alone are those of a
    /// square grid.
    ///
    /// # Errors
    /// If what is said does not fit together.
    pub fn layout(&self) -> Result<Option<Layout>> {
        match (&self.grid, self.digits) {
            (Some(grid), _) => self.on(grid).map(Some),
            (None, Some((first, last))) => self.build(last - first + 1).map(Some),
            (None, None) if self.extra_cells.is_empty() => Ok(None),
            (None, None) => {
                let side = self.side();
                let silent = || Error::layout("extra: the grid is not said: add grid=RxC or RxC");
                self.build(side.ok_or_else(silent)?).map(Some)
            }
        }
    }

    /// What `self` says, completed by `other` where `self` is silent.
    #[must_use]
    pub fn or(&self, other: &LayoutSpec) -> Self {
        LayoutSpec {
            grid: self.grid.clone().or_else(|| other.grid.clone()),
            digits: self.digits.or(other.digits),
            raw: self.raw || other.raw,
            boxes: self.boxes.or(other.boxes),
            regions: self.regions.clone().or_else(|| other.regions.clone()),
            extras: if self.extras.is_empty() { &other.extras } else { &self.extras }.clone(),
            extra_cells: if self.extra_cells.is_empty() { other } else { self }.extra_cells.clone(),
        }
    }

    /// The same with irregular regions, the region of every cell from 0.
    #[must_use]
    pub fn with_regions(mut self, region_of: Box<[u16]>) -> Self {
        self.regions = Some(region_of);
        self
    }

    /// The layout for a square grid of the given side. Where the spec says itself which cells there
    /// are, it is that [`LayoutSpec::layout`], whatever the side.
    ///
    /// # Errors
    /// If what is said does not fit the side.
    pub fn build(&self, side: usize) -> Result<Layout> {
        if let Some(grid) = &self.grid {
            return self.on(grid);
        }
        let side = if self.extra_cells.is_empty() { side } else { self.side().unwrap_or(side) };
        if self.raw || self.digits.is_some_and(|(first, last)| last - first + 1 != side) {
            return self.on(&Grid::Rectangle(side, side));
        }
        let layout = match (self.boxes, &self.regions) {
            (None | Some(Boxes::None), Some(map)) => Layout::jigsaw(map)?,
            (None | Some(Boxes::OfSide), None) => match default_box(side) {
                Some((rows, columns)) => Layout::boxes(rows, columns)?,
                None if self.boxes.is_none() => Layout::latin(side)?,
                None => {
                    return Err(Error::layout(format!("side {side} does not divide into boxes")));
                }
            },
            (Some(Boxes::None), None) => Layout::latin(side)?,
            (Some(Boxes::Shape(rows, columns)), None) => Layout::boxes(rows, columns)?,
            (Some(Boxes::Shape(rows, columns)), Some(map)) => {
                Layout::boxes(rows, columns)?.with_regions(map)?
            }
            (Some(Boxes::OfSide), Some(map)) => {
                let spec = LayoutSpec { boxes: self.boxes, ..Self::default() };
                spec.build(side)?.with_regions(map)?
            }
        };
        if layout.side() != side {
            return Err(Error::layout(format!(
                "layout {} has a side of {}, but the grid has {side}",
                layout.name(),
                layout.side()
            )));
        }
        self.completed(layout)
    }

    /// The layout on a grid.
    fn on(&self, grid: &Grid) -> Result<Layout> {
        let digits = self.digits.map(|(first, last)| last - first + 1);
        let mut shape = match self.boxes {
            Some(Boxes::Shape(rows, columns)) => Some((rows, columns)),
            _ => None,
        };
        let of_boxes = shape.map(|(rows, columns)| rows * columns);
        let new = if self.raw { Layout::raw } else { Layout::on };
        let (mut layout, (rows, columns)) = match grid {
            Grid::Rectangle(rows, columns) => {
                let most = (*rows).max(*columns).max(of_boxes.unwrap_or(0));
                let frame = Frame::new(*rows, *columns);
                (new(frame, digits.unwrap_or(most))?, (*rows, *columns))
            }
            Grid::Cells(columns, is_cell) => {
                let frame = Frame::with_holes(*columns, is_cell);
                let size = (frame.rows(), frame.columns());
                let most = size.0.max(size.1).max(of_boxes.unwrap_or(0));
                (new(frame, digits.unwrap_or(most))?, size)
            }
            Grid::Gattai(_) if self.raw => {
                return Err(Error::layout("raw: the grids of a gattai have rows and columns"));
            }
            Grid::Gattai(grids) => {
                let side = of_boxes.or(digits).unwrap_or(9);
                if digits.is_some_and(|digits| digits != side) {
                    return Err(Error::layout(format!(
                        "gattai: the digits of grids of side {side}"
                    )));
                }
                (Layout::gattai(side, grids)?, (side, side))
            }
        };
        let is_silent = self.regions.is_none() && self.boxes.is_none() && !self.raw;
        let usual = is_silent || self.boxes == Some(Boxes::OfSide);
        if usual {
            shape = default_box(layout.digits())
                .filter(|&(r, c)| rows.is_multiple_of(r) && columns.is_multiple_of(c));
        }
        if let Some((rows, columns)) = shape {
            layout = layout.with_boxes(rows, columns)?;
        } else if self.boxes == Some(Boxes::OfSide) {
            let digits = layout.digits();
            return Err(Error::layout(format!("no boxes of {digits} cells tile the grid")));
        }
        if let Some(map) = &self.regions {
            layout = layout.with_regions(map)?;
        }
        self.completed(layout)
    }

    /// With the named houses, and the digits shown as they are asked for.
    fn completed(&self, layout: Layout) -> Result<Layout> {
        let first = self.digits.map_or(1, |(first, _)| first);
        let mut kinds = self.extras.iter().map(|&extra| &HOUSE_KINDS[extra]);
        let layout = kinds.try_fold(layout.with_first(first)?, Layout::with_kind)?;
        if self.extra_cells.is_empty() { Ok(layout) } else { layout.with_extra(&self.extra_cells) }
    }
}

impl FromStr for LayoutSpec {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let mut spec = LayoutSpec::default();
        for term in terms(text) {
            if let Some((word, value)) = term.split_once('=').filter(|(word, _)| *word != "regions")
            {
                match word {
                    "grid" => spec.grid = Some(rectangle(value)?),
                    "cells" => spec.grid = Some(places(value)?),
                    "gattai" => spec.grid = Some(gattai(value)?),
                    "digits" => spec.digits = Some(range(value)?),
                    "extra" => spec.extra_cells = extra(value)?,
                    _ => return Err(unknown(term)),
                }
            } else if term == "samurai" {
                spec.grid = Some(Grid::Gattai(SAMURAI.into()));
            } else if term == "latin" || term == "none" {
                spec.boxes = Some(Boxes::None);
            } else if term == "raw" {
                spec.raw = true;
            } else if term == "boxes" {
                spec.boxes = Some(Boxes::OfSide);
            } else if let Some(map) = term.strip_prefix("regions=") {
                spec.regions = Some(numbered(map.chars())?);
            } else if let Some(kinds) = house_kinds(term) {
                for kind in kinds {
                    if !spec.extras.contains(&kind) {
                        spec.extras.push(kind);
                    }
                }
            } else {
                let (rows, columns) = box_shape(term)?;
                spec.boxes = Some(Boxes::Shape(rows, columns));
            }
        }
        if let (None, None, Some(map)) = (&spec.grid, spec.digits, &spec.regions) {
            Layout::jigsaw(map)?;
        }
        Ok(spec)
    }
}

/// The terms of a spec, between `+` or `,`. A comma before a digit belongs to the term.
fn terms(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let is_gattai = text.trim_start().starts_with("gattai=");
        let end = |(k, c): (usize, char)| {
            let is_end = c == '+'
                || c == ',' && {
                    let next = text[k + 1..].trim_start();
                    !(is_gattai && next.starts_with(|c: char| c.is_ascii_digit()))
                };
            is_end.then_some(k)
        };
        let end = text.char_indices().find_map(end);
        rest = end.map(|end| &text[end + 1..]);
        Some(text[..end.unwrap_or(text.len())].trim())
    })
}

/// Rows and columns, `RxC`.
fn rectangle(value: &str) -> Result<Grid> {
    let size = value.split_once(['x', 'X', '×']);
    let size = size.and_then(|(r, c)| Some((number(r)?, number(c)?)));
    let (rows, columns) = size.ok_or_else(|| {
        Error::layout(format!("grid={value}: expected RxC (rows by columns), such as 6x9"))
    })?;
    Ok(Grid::Rectangle(rows, columns))
}

/// Which places hold cells, row by row.
fn places(value: &str) -> Result<Grid> {
    let rows: Vec<&str> = value.split('/').collect();
    let columns = rows[0].len();
    let known = value.chars().all(|c| matches!(c, 'x' | '.' | '/'));
    if !known || columns == 0 || rows.iter().any(|row| row.len() != columns) {
        return Err(Error::layout(format!(
            "cells={value}: expected rows of one length with / between them, x for a cell, . for a hole"
        )));
    }
    Ok(Grid::Cells(columns, rows.iter().flat_map(|row| row.chars()).map(|c| c == 'x').collect()))
}

/// Top rows and left columns, `R,C;R,C`.
fn gattai(value: &str) -> Result<Grid> {
    let offset = |text: &str| {
        let (row, column) = text.split_once(',')?;
        Some((number(row)?, number(column)?))
    };
    let offsets: Option<Box<[_]>> = value.split(';').map(offset).collect();
    let offsets = offsets.ok_or_else(|| {
        let expected = "expected top row and left column of each grid, from 0, such as 0,0;0,6";
        Error::layout(format!("gattai={value}: {expected}"))
    })?;
    Ok(Grid::Gattai(offsets))
}

/// The numbers of extra cells in rows, `2/1`.
fn extra(value: &str) -> Result<Box<[usize]>> {
    let rows: Option<Box<[_]>> = value.split('/').map(number).collect();
    rows.ok_or_else(|| {
        Error::layout(format!("extra={value}: expected numbers of cells in rows, such as 2/1"))
    })
}

/// The first and the last digit, `0-8`.
fn range(value: &str) -> Result<(usize, usize)> {
    let range = value.split_once(['-', '–']);
    let range = range.and_then(|(first, last)| Some((number(first)?, number(last)?)));
    range.filter(|(first, last)| first <= last).ok_or_else(|| {
        Error::layout(format!("digits={value}: expected the first and the last, such as 0-8"))
    })
}

/// A number of at most three digits.
fn number(text: &str) -> Option<usize> {
    let text = text.trim();
    let plain = text.len() <= 3 && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| plain)
}

/// The kinds of houses that a word names, as positions in [`HOUSE_KINDS`].
fn house_kinds(word: &str) -> Option<Vec<usize>> {
    let short = SHORTHANDS.iter().find(|(name, ..)| *name == word);
    let names = short.map_or(std::slice::from_ref(&word), |(.., kinds)| kinds);
    names.iter().map(|name| HOUSE_KINDS.iter().position(|kind| kind.name == *name)).collect()
}

/// The text that [`LayoutSpec::from_str`] reads; nothing where nothing is said.
impl fmt::Display for LayoutSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let grid = self.grid.as_ref().map(|grid| match grid {
            Grid::Rectangle(rows, columns) => format!("grid={rows}x{columns}"),
            Grid::Cells(columns, is_cell) => {
                let row = |row: &[bool]| {
                    row.iter().map(|&cell| if cell { 'x' } else { '.' }).collect::<String>()
                };
                format!("cells={}", is_cell.chunks(*columns).map(row).join("/"))
            }
            Grid::Gattai(grids) if **grids == *SAMURAI => "samurai".to_owned(),
            Grid::Gattai(grids) => {
                format!("gattai={}", grids.iter().map(|(r, c)| format!("{r},{c}")).join(";"))
            }
        });
        let digits = self.digits.map(|(first, last)| format!("digits={first}-{last}"));
        let raw = self.raw.then(|| "raw".to_owned());
        let boxes = self.boxes.map(|boxes| match boxes {
            Boxes::None => "latin".to_owned(),
            Boxes::OfSide => "boxes".to_owned(),
            Boxes::Shape(rows, columns) => format!("{rows}x{columns}"),
        });
        let regions = self.regions.as_ref().map(|map| {
            let symbols: String = map.iter().copied().map(region_symbol).collect();
            format!("regions={symbols}")
        });
        let extras = self.extras.iter().map(|&extra| HOUSE_KINDS[extra].name.to_owned());
        let head = [grid, digits, raw, boxes, regions].into_iter().flatten();
        let extra = Some(self.extra_cells.iter().join("/")).filter(|rows| !rows.is_empty());
        let extra = extra.map(|rows| format!("extra={rows}"));
        f.write_str(&head.chain(extras).chain(extra).join("+"))
    }
}

impl Layout {
    /// The spec that builds an equal layout: `3x3`, `latin`, `regions=…`, `3x3+diagonal`.
    ///
    /// ```
    /// use satoku::grid::LayoutSpec;
    /// let layout = "boxes+diagonals".parse::<LayoutSpec>()?.build(9)?;
    /// assert_eq!(layout.spec().to_string(), "3x3+diagonal+antidiagonal");
    /// assert_eq!(layout.spec().build(9)?, layout);
    /// # Ok::<(), satoku::Error>(())
    /// ```
    pub fn spec(&self) -> LayoutSpec {
        let regions = self.regions().unwrap_or_default();
        let term = |term: &str| match term {
            "regions" => {
                let map: String = regions.iter().copied().map(region_symbol).collect();
                format!("regions={map}")
            }
            _ => term.to_owned(),
        };
        let text = self.name().split('+').map(term).join("+");
        text.parse().unwrap_or_else(|error| unreachable!("{text}: {error}"))
    }

    /// Whether it is what a square grid of its side has unless something else is said
    /// ([`default_box`]), so that text need not say it.
    pub fn is_usual(&self) -> bool {
        let Some(side) = self.plain_side() else { return false };
        let boxes = default_box(side);
        let houses = if boxes.is_some() { 3 } else { 2 } * side;
        self.box_shape() == boxes && self.houses().len() == houses
    }
}

/// The symbol of a region in a map: a letter, beyond 52 regions one of the characters after U+00FF.
pub(crate) fn region_symbol(region: u16) -> char {
    let code = match u32::from(region) {
        region @ 0..26 => u32::from('A') + region,
        region @ 26..52 => u32::from('a') + region - 26,
        region => 0x100 + region - 52,
    };
    char::from_u32(code).expect("a cell for each region at most")
}

/// Reads a box shape, `RxC`.
fn box_shape(term: &str) -> Result<(usize, usize)> {
    let shape = term.split_once(['x', 'X', '×']);
    let shape = shape.and_then(|(r, c)| Some((r.trim().parse().ok()?, c.trim().parse().ok()?)));
    let (rows, columns) = shape.ok_or_else(|| unknown(term))?;
    box_side(rows, columns).map(|_| (rows, columns))
}

fn unknown(term: &str) -> Error {
    let short = SHORTHANDS.iter().map(|(name, ..)| *name);
    let extras: Vec<_> = short.chain(HOUSE_KINDS.iter().map(|kind| kind.name)).collect();
    Error::layout(format!(
        "layout `{term}`: expected RxC (rows by columns of a box), boxes, latin, raw, regions=MAP, {}; for \
         grids that are not square, grid=RxC, cells=ROWS, gattai=OFFSETS, samurai; digits=RANGE; extra=CELLS",
        extras.join(", ")
    ))
}

/// Numbers the symbols of a region map in the order they first occur; white space is skipped.
///
/// # Errors
/// If the cells are not a square number, or the symbols not as many as the side, each as often.
pub(crate) fn region_map(symbols: impl IntoIterator<Item = char>) -> Result<Box<[u16]>> {
    let map = numbered(symbols)?;
    Layout::jigsaw(&map)?;
    Ok(map)
}

/// Numbers symbols in the order they first occur; white space is skipped.
fn numbered(symbols: impl IntoIterator<Item = char>) -> Result<Box<[u16]>> {
    let mut seen = Vec::new();
    let mut map = Vec::new();
    for symbol in symbols.into_iter().filter(|c| !c.is_whitespace()) {
        let number = seen.iter().position(|&s| s == symbol).unwrap_or_else(|| {
            seen.push(symbol);
            seen.len() - 1
        });
        map.push(u16::try_from(number).map_err(|_| Error::layout("too many regions"))?);
    }
    Ok(map.into())
}

#[cfg(test)]
mod tests;
