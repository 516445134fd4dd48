//! The lines of the grid: thin between cells, thick around regions and the frame; windows shaded,
//! diagonals drawn.

use std::collections::BTreeMap;

use satoku::grid::{Cell, House, HouseKind, Layout};

use super::Place;
use crate::drawing::{Pen, Point, Shape};

/// The gray of windows.
pub(super) const WINDOW: f64 = 0.87;
const THIN: f64 = 0.3;
const DIAGONAL: f64 = 0.6;

/// How the line between two cells is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Edge {
    None,
    Thin,
    Thick,
}

/// Which cells belong together.
pub(crate) struct Groups<'a> {
    layout: &'a Layout,
    of: Vec<u32>,
}

impl<'a> Groups<'a> {
    /// The regions of a layout, or its boxes where it has no regions; and extra cells by themselves.
    pub(crate) fn of(layout: &'a Layout) -> Self {
        let kind = region_kind(layout);
        let houses = (0_u32..).zip(layout.houses());
        let mut houses_of = vec![Vec::new(); layout.cells()];
        for (number, house) in houses.filter(|(_, house)| Some(house.kind()) == kind) {
            house.cells().iter().for_each(|cell| houses_of[cell.index()].push(number));
        }
        let mut known = BTreeMap::new();
        let group = |houses| {
            let next = u32::try_from(known.len()).expect("fewer groups than cells");
            *known.entry(houses).or_insert(next)
        };
        let grid = layout.grid().cells();
        let keys = houses_of.into_iter().enumerate().map(|(cell, houses)| (houses, cell >= grid));
        Groups { layout, of: keys.map(group).collect() }
    }

    /// The line between two places, which may lie outside the frame or be holes.
    fn between(&self, a: Option<Cell>, b: Option<Cell>) -> Edge {
        match (a, b) {
            (None, None) => Edge::None,
            (Some(a), Some(b)) if self.of[a.index()] == self.of[b.index()] => Edge::Thin,
            _ => Edge::Thick,
        }
    }

    fn cell(&self, row: Option<usize>, column: Option<usize>) -> Option<Cell> {
        self.layout.frame().cell(row?, column?)
    }

    /// The line above a place; the row may be one beyond the last.
    pub(crate) fn above(&self, row: usize, column: usize) -> Edge {
        let column = Some(column);
        self.between(self.cell(row.checked_sub(1), column), self.cell(Some(row), column))
    }

    /// The line left of a place; the column may be one beyond the last.
    pub(crate) fn left(&self, row: usize, column: usize) -> Edge {
        let row = Some(row);
        self.between(self.cell(row, column.checked_sub(1)), self.cell(row, Some(column)))
    }
}

/// The kind of houses that thick lines show.
pub(super) fn region_kind(layout: &Layout) -> Option<&'static HouseKind> {
    let kind =
        |wanted: &HouseKind| layout.houses().iter().map(House::kind).find(|kind| *kind == wanted);
    kind(&HouseKind::REGION).or_else(|| kind(&HouseKind::BOX))
}

/// Whether houses of a kind are diagonals, drawn as lines.
pub(super) fn is_diagonal(kind: &HouseKind) -> bool {
    ["diagonal", "antidiagonal"].contains(&kind.name)
}

/// Whether houses of a kind are shaded.
pub(super) fn is_shaded(kind: &HouseKind) -> bool {
    kind.name == "windoku"
}

/// Whether a house is a window: cells in one rectangle. The houses that windows leave over are not
/// shaded, as they follow from the others.
pub(super) fn is_window(house: &House, layout: &Layout) -> bool {
    let places = || house.cells().iter().filter_map(|&cell| layout.frame().place(cell));
    let extent = |part: fn((usize, usize)) -> usize| {
        let least = places().map(part).min().unwrap_or(0);
        places().map(part).max().map_or(0, |most| most - least + 1)
    };
    is_shaded(house.kind()) && extent(|it| it.0) * extent(|it| it.1) == house.cells().len()
}

/// What lies below the digits: shades and diagonals.
pub(super) fn ground(layout: &Layout, place: &Place, shapes: &mut Vec<Shape>) {
    let mut shaded = vec![false; layout.cells()];
    let houses = || layout.houses().iter();
    for house in houses().filter(|house| is_window(house, layout)) {
        house.cells().iter().for_each(|cell| shaded[cell.index()] = true);
    }
    let cells = (0..layout.cells()).map(Cell::new).filter(|cell| shaded[cell.index()]);
    let at = |cell| layout.frame().place(cell);
    shapes.extend(
        cells.filter_map(at).map(|(row, column)| Shape::Fill(place.area(row, column), WINDOW)),
    );
    let mut lines = Vec::new();
    for house in houses().filter(|house| is_diagonal(house.kind())) {
        let places: Vec<_> = house.cells().iter().filter_map(|&cell| at(cell)).collect();
        let [first, .., last] = places[..] else { continue };
        let half = if first.0 <= last.0 { 0.5 } else { -0.5 };
        let middle = |(row, column)| place.middle(row, column);
        let (from, to) = (middle(first), middle(last));
        let by = place.cell * 0.5;
        let down = 2.0 * half * by;
        lines
            .push(vec![Point::new(from.x - by, from.y - down), Point::new(to.x + by, to.y + down)]);
    }
    if !lines.is_empty() {
        shapes.push(Shape::Lines(lines, Pen::plain(place.thin() * 1.5, DIAGONAL)));
    }
}

/// The lines of the grid.
pub(super) fn lines(layout: &Layout, place: &Place, shapes: &mut Vec<Shape>) {
    let groups = Groups::of(layout);
    let (rows, columns) = (layout.frame().rows(), layout.frame().columns());
    for (edge, pen) in [
        (Edge::Thin, Pen::plain(place.thin(), THIN)),
        (Edge::Thick, Pen::plain(place.thick(), 0.0)),
    ] {
        let mut lines = Vec::new();
        for row in 0..=rows {
            for (from, to) in runs(columns, |column| groups.above(row, column) == edge) {
                lines.push(vec![place.corner(row, from), place.corner(row, to)]);
            }
        }
        for column in 0..=columns {
            for (from, to) in runs(rows, |row| groups.left(row, column) == edge) {
                lines.push(vec![place.corner(from, column), place.corner(to, column)]);
            }
        }
        if !lines.is_empty() {
            shapes.push(Shape::Lines(lines, pen));
        }
    }
}

/// The longest ranges of numbers below `end` that something holds for.
fn runs(end: usize, holds: impl Fn(usize) -> bool) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    for k in (0..end).filter(|&k| holds(k)) {
        match found.last_mut() {
            Some((_, last)) if *last == k => *last = k + 1,
            _ => found.push((k, k + 1)),
        }
    }
    found
}
