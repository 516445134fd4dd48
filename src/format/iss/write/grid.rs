//! The grid of a puzzle as constraints: its shape, boxes, regions, diagonals, extra cells.

use std::collections::BTreeSet;

use super::super::shape::{MAX_SIZE, Shape, box_shape};
use super::super::text::Item;
use super::refused;
use crate::error::Result;
use crate::grid::{Cell, House, Layout};
use crate::puzzle::Puzzle;
use crate::rule::Arguments;

/// Cells at most, those of the grid and others.
const MAX_CELLS: usize = 1000;

/// A grid as it is written.
pub(super) struct Grid {
    pub(super) items: Vec<Item>,
    /// What is read of them.
    pub(super) shape: Shape,
    /// The houses that they leave unsaid.
    pub(super) others: Vec<Vec<Cell>>,
}

/// The cells of houses, in order.
type Houses = BTreeSet<Vec<Cell>>;

impl Grid {
    /// The grid of a puzzle.
    ///
    /// # Errors
    /// If there is no such grid.
    pub(super) fn of(puzzle: &Puzzle) -> Result<Self> {
        let layout = puzzle.layout();
        let (rows, columns) = (layout.grid().rows(), layout.grid().columns());
        if layout.grid().has_holes() {
            return Err(refused("a grid with holes", "whole rectangles"));
        }
        if rows.max(columns).max(layout.digits()) > MAX_SIZE || layout.first() > 1 {
            let only = "up to 16 rows, columns and digits, from 0 or 1";
            return Err(refused(&format!("layout {}", layout.name()), only));
        }
        if layout.cells() > MAX_CELLS {
            return Err(refused(&format!("{} cells", layout.cells()), "up to 1000"));
        }
        let ours = houses(layout.houses().iter().map(House::cells));
        let is_sudoku = layout.digits() >= rows.max(columns)
            && lines(layout).is_subset(&ours)
            && !layout.is_raw();
        let mut fixed = Vec::from_iter(shape(layout, !is_sudoku));
        fixed.extend(extra(puzzle));
        // Of all ways to say the houses the one that says most of them.
        let mut best: Option<(usize, Self)> = None;
        for items in if is_sudoku { ways(layout) } else { vec![Vec::new()] } {
            let items = [&fixed[..], &items].concat();
            let Some((said, grid)) = read(items, &ours) else { continue };
            if best.as_ref().is_none_or(|(most, _)| said > *most) {
                best = Some((said, grid));
            }
        }
        let best = best.filter(|(_, grid)| grid.shape.layout.cells() == layout.cells());
        let (mut said, mut grid) =
            best.ok_or_else(|| refused(&format!("layout {}", layout.name()), "no such grid"))?;
        let more = [("Diagonal", "1"), ("Diagonal", "-1"), ("Windoku", ""), ("DisjointSets", "")];
        for (kind, arg) in more.into_iter().filter(|_| is_sudoku && rows == columns) {
            let args = Some(arg.to_owned()).filter(|arg| !arg.is_empty());
            let item = Item::new(kind, args.into_iter().collect());
            match read([&grid.items[..], &[item]].concat(), &ours) {
                // What is read as rules is written as rules are.
                Some((count, with))
                    if count > said && with.shape.distinct.len() == grid.shape.distinct.len() =>
                {
                    (said, grid) = (count, with);
                }
                _ => {}
            }
        }
        Ok(grid)
    }
}

/// The houses with more than one cell.
fn houses<'a>(all: impl Iterator<Item = &'a [Cell]>) -> Houses {
    let sorted = |cells: &[Cell]| {
        let mut cells = cells.to_vec();
        cells.sort_unstable();
        cells
    };
    all.filter(|cells| cells.len() > 1).map(sorted).collect()
}

/// The rows and columns of a grid.
fn lines(layout: &Layout) -> Houses {
    let frame = layout.grid();
    let rows = (0..frame.rows())
        .map(|row| (0..frame.columns()).filter_map(|column| frame.cell(row, column)).collect());
    let columns = (0..frame.columns())
        .map(|column| (0..frame.rows()).filter_map(|row| frame.cell(row, column)).collect());
    let lines: Vec<Vec<Cell>> = rows.chain(columns).collect();
    houses(lines.iter().map(|line| &line[..]))
}

/// What is read of some constraints, if that are houses of ours, and how many.
fn read(items: Vec<Item>, ours: &Houses) -> Option<(usize, Grid)> {
    let shape = Shape::of(&items).ok()?;
    let of_layout = shape.layout.houses().iter().map(House::cells);
    let said = houses(of_layout.chain(shape.distinct.iter().map(Vec::as_slice)));
    if !said.is_subset(ours) {
        return None;
    }
    let others = ours.difference(&said).cloned().collect();
    Some((said.len(), Grid { items, shape, others }))
}

/// Rows, columns and digits, unless they are the usual ones.
fn shape(layout: &Layout, is_raw: bool) -> Option<Item> {
    let (rows, columns) = (layout.grid().rows(), layout.grid().columns());
    let (first, digits) = (layout.first(), layout.digits());
    let range = match (first, digits) {
        (1, digits) if digits == rows.max(columns) => String::new(),
        (1, digits) => digits.to_string(),
        _ => format!("{first}-{}", first + digits - 1),
    };
    let mut args = vec![format!("{rows}x{columns}"), range];
    if is_raw {
        args.push("Raw".to_owned());
    } else if args[1].is_empty() {
        args.pop();
    }
    (args != ["9x9"]).then(|| Item::new("Shape", args))
}

/// The ways to say boxes and regions, those with the fewest words first.
fn ways(layout: &Layout) -> Vec<Vec<Item>> {
    let (rows, columns) = (layout.grid().rows(), layout.grid().columns());
    let most = rows.max(columns);
    let of_boxes = layout.box_shape().map(|(rows, columns)| rows * columns);
    let regions = layout.regions().map(<[u16]>::to_vec).or_else(|| box_map(layout));
    let of_regions = regions.as_ref().and_then(|map| {
        let size = map.iter().filter(|&&region| region == map[0]).count();
        let sizes = map.iter().map(|it| map.iter().filter(|other| *other == it).count());
        sizes.into_iter().all(|other| other == size).then_some(size)
    });
    let mut ways = Vec::new();
    for size in [None, of_boxes, of_regions] {
        let said = size.unwrap_or(most);
        if size == Some(most) {
            continue;
        }
        let has_boxes = box_shape(rows, columns, said).is_some();
        for boxes in [true, false] {
            if !boxes && !has_boxes {
                continue;
            }
            let mut items: Vec<_> = size
                .map(|size| Item::new("RegionSize", vec![size.to_string()]))
                .into_iter()
                .collect();
            if !boxes {
                items.push(Item::new("NoBoxes", Vec::new()));
            }
            ways.push(items.clone());
            // Pieces are as large as a row at least.
            if let Some(map) = regions.as_ref().filter(|_| of_regions == Some(said) && said >= most)
            {
                let symbol = |region: &u16| char::from_digit(u32::from(*region), 36).unwrap_or('z');
                items.push(Item::new("Jigsaw", vec![map.iter().map(symbol).collect()]));
                ways.push(items);
            }
        }
    }
    ways
}

/// Boxes as a map of regions.
fn box_map(layout: &Layout) -> Option<Vec<u16>> {
    let (height, width) = layout.box_shape()?;
    let frame = layout.grid();
    let across = frame.columns() / width;
    let places = (0..frame.cells()).filter_map(|cell| frame.place(Cell::new(cell)));
    let number =
        |(row, column): (usize, usize)| u16::try_from(row / height * across + column / width);
    places.map(|place| number(place).ok()).collect()
}

/// The extra cells, under names of their own: rows of one length are one name, unless a rule is
/// about some of them alone.
fn extra(puzzle: &Puzzle) -> Vec<Item> {
    let layout = puzzle.layout();
    let (rows, columns) = (layout.grid().rows(), layout.grid().columns());
    let mut items = Vec::new();
    let mut first = layout.grid().cells();
    let mut left = layout.extra();
    let of_kind = |kinds: &'static [&'static str]| {
        let rules = puzzle.rules().iter().filter_map(|rule| rule.kind().zip(rule.arguments()));
        rules.filter(|(kind, _)| kinds.contains(&kind.name)).map(|(_, arguments)| arguments)
    };
    // The regions of cells are extra cells that come with their rule.
    let labels: Vec<_> = (first..2 * first).map(Cell::new).collect();
    let starts = left.len() >= rows && left[..rows].iter().all(|&count| count == columns);
    if starts && of_kind(&["chaos"]).any(|chaos| chaos.cells() == labels) {
        items.push(Item::new("ChaosConstruction", Vec::new()));
        left = &left[rows..];
        first += labels.len();
    }
    let mut cuts = BTreeSet::new();
    for cells in of_kind(&["connected", "connectedsize"]).map(Arguments::cells) {
        cuts.extend(cells.iter().min().map(|cell| cell.index()));
        cuts.extend(cells.iter().max().map(|cell| cell.index() + 1));
    }
    let mut number = 0;
    while let Some(&width) = left.first() {
        let same = left.iter().take_while(|&&other| other == width && width <= MAX_SIZE).count();
        let is_whole = |height: &usize| !cuts.contains(&(first + height * width));
        let height = (1..same.max(1)).take_while(is_whole).count() + 1;
        let size = match (height, width) {
            (1, 1) => None,
            // A count alone is rows as long as those of the grid.
            (1, width) if width <= columns || width > MAX_SIZE => Some(width.to_string()),
            (height, width) => Some(format!("{height}x{width}")),
        };
        let args = [vec![name(number)], size.map_or(Vec::new(), |size| vec![String::new(), size])];
        items.push(Item::new("Var", args.concat()));
        number += 1;
        first += height * width;
        left = &left[height..];
    }
    items
}

/// `A` to `Z`, then `AA` and so on.
fn name(number: usize) -> String {
    let mut letters = Vec::new();
    let mut left = number + 1;
    while left > 0 {
        left -= 1;
        letters.push(char::from(b'A' + u8::try_from(left % 26).unwrap_or_default()));
        left /= 26;
    }
    letters.iter().rev().collect()
}
