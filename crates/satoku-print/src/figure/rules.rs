//! Rules that are drawn: cages dashed with their sums, thermometers, lines of whispers, sandwich
//! sums outside the grid. What a picture would not say without doubt is left to words: cages that
//! overlap or are not in one piece, lines that jump, whispers of several numbers.

use std::collections::{BTreeMap, BTreeSet};

use satoku::grid::{Cell, Layout};
use satoku::puzzle::Puzzle;
use satoku::rule::Rule;

use super::Place;
use super::frame::{WINDOW, is_window};
use crate::drawing::{Anchor, Area, Pen, Point, Shape, Type};
use crate::font::{CAP_HEIGHT, Face};

const BULB: f64 = 0.8;
const WHISPER: f64 = 0.72;
const CAGE: f64 = 0.25;
/// How far within its cells a cage runs, in parts of a cell.
const INSET: f64 = 0.08;

/// The height of the sums of cages, in parts of a cell.
const SUM: f64 = 0.19;

type Spot = (usize, usize);

/// The rules that are drawn.
#[derive(Debug, Default)]
pub(super) struct Drawn {
    /// Rows and columns of each cage, and its sum.
    cages: Vec<(BTreeSet<Spot>, Option<i64>)>,
    thermometers: Vec<Vec<Spot>>,
    whispers: Vec<Vec<Spot>>,
    /// By how much neighbours on whispers differ.
    pub(super) apart: Option<i64>,
    /// The numbers left of rows and above columns.
    left: BTreeMap<usize, i64>,
    top: BTreeMap<usize, i64>,
    /// The places of these among the rules of the puzzle.
    known: BTreeSet<usize>,
}

impl Drawn {
    /// Those of a puzzle.
    pub(super) fn of(puzzle: &Puzzle) -> Self {
        let layout = puzzle.layout();
        let mut this = Drawn::default();
        let mut caged = BTreeSet::new();
        let numbers: BTreeSet<_> = puzzle
            .rules()
            .iter()
            .filter(|rule| is(rule, "whispers"))
            .map(|rule| number(rule))
            .collect();
        for (at, rule) in puzzle.rules().iter().enumerate() {
            let (Some(kind), Some(arguments)) = (rule.kind(), rule.arguments()) else { continue };
            let places = arguments.cells().iter().map(|&cell| layout.frame().place(cell));
            let Some(places) = places.collect::<Option<Vec<Spot>>>() else { continue };
            let taken = match kind.name {
                "cage" => {
                    let cells: BTreeSet<_> = places.iter().copied().collect();
                    let fits = is_one_piece(&cells) && cells.is_disjoint(&caged);
                    if fits {
                        caged.extend(cells.iter().copied());
                        this.cages.push((cells, arguments.number()));
                    }
                    fits
                }
                "thermometer" if are_steps(&places) => {
                    this.thermometers.push(places);
                    true
                }
                "whispers" if are_steps(&places) && numbers.len() == 1 => {
                    this.apart = arguments.number();
                    this.whispers.push(places);
                    true
                }
                "sandwich" => this.beside(&places, arguments.number()),
                _ => false,
            };
            if taken {
                this.known.insert(at);
            }
        }
        this
    }

    /// A number beside a row or above a column, if there is none yet.
    fn beside(&mut self, places: &[Spot], number: Option<i64>) -> bool {
        let (Some(&(row, column)), Some(number)) = (places.first(), number) else { return false };
        let (side, at) = if places.iter().all(|place| place.0 == row) {
            (&mut self.left, row)
        } else {
            (&mut self.top, column)
        };
        let is_free = !side.contains_key(&at);
        side.entry(at).or_insert(number);
        is_free
    }

    /// Whether the rule at a place is drawn.
    pub(super) fn has(&self, rule: usize) -> bool {
        self.known.contains(&rule)
    }

    pub(super) fn has_cages(&self) -> bool {
        !self.cages.is_empty()
    }

    pub(super) fn has_sums(&self) -> bool {
        self.cages.iter().any(|(_, sum)| sum.is_some())
    }

    pub(super) fn has_thermometers(&self) -> bool {
        !self.thermometers.is_empty()
    }

    pub(super) fn has_left(&self) -> bool {
        !self.left.is_empty()
    }

    pub(super) fn has_top(&self) -> bool {
        !self.top.is_empty()
    }

    /// What lies below the lines of the grid.
    pub(super) fn ground(&self, place: &Place, shapes: &mut Vec<Shape>) {
        let middle = |&(row, column): &Spot| place.middle(row, column);
        let path = |spots: &Vec<Spot>| spots.iter().map(middle).collect::<Vec<_>>();
        let pen = |width, gray| Pen { is_round: true, ..Pen::plain(width * place.cell, gray) };
        if !self.thermometers.is_empty() {
            let lines = self.thermometers.iter().map(path).collect();
            shapes.push(Shape::Lines(lines, pen(0.26, BULB)));
            let bulbs = self.thermometers.iter().filter_map(|spots| spots.first());
            shapes.extend(bulbs.map(|spot| Shape::Disc(middle(spot), 0.39 * place.cell, BULB)));
        }
        if !self.whispers.is_empty() {
            let lines = self.whispers.iter().map(path).collect();
            shapes.push(Shape::Lines(lines, pen(0.12, WHISPER)));
        }
    }

    /// What lies above the lines of the grid: cages, and numbers outside.
    pub(super) fn lines(&self, layout: &Layout, place: &Place, shapes: &mut Vec<Shape>) {
        let lines = self.cages.iter().flat_map(|(cells, _)| outline(cells, place)).collect();
        let pen = Pen {
            dash: Some(0.08 * place.cell),
            ..Pen::plain((place.thin() * 1.4).max(0.02 * place.cell), CAGE)
        };
        if self.has_cages() {
            shapes.push(Shape::Lines(lines, pen));
        }
        for (cells, sum) in &self.cages {
            if let (Some(&first), Some(sum)) = (cells.first(), sum) {
                Self::sum(layout, place, first, *sum, shapes);
            }
        }
        let size = 0.42 * place.cell / CAP_HEIGHT;
        let kind = Type { face: Face::Regular, size, gray: 0.0, anchor: Anchor::Middle };
        let mut outside = |middle: Point, number: i64| {
            let text = number.to_string();
            let size = size.min(0.8 * place.cell / Face::Regular.width(&text));
            let at = Point::new(middle.x, middle.y + size * CAP_HEIGHT / 2.0);
            shapes.push(Shape::Text(text, at, Type { size, ..kind }));
        };
        for (&row, &number) in &self.left {
            let Point { x, y } = place.middle(row, 0);
            outside(Point::new(x - place.cell, y), number);
        }
        for (&column, &number) in &self.top {
            let Point { x, y } = place.middle(0, column);
            outside(Point::new(x, y - place.cell), number);
        }
    }

    /// The sum of a cage in the corner of its first cell, on a piece of ground that interrupts the
    /// dashes.
    fn sum(layout: &Layout, place: &Place, (row, column): Spot, sum: i64, shapes: &mut Vec<Shape>) {
        let text = sum.to_string();
        let size =
            (SUM * place.cell / CAP_HEIGHT).min(0.8 * place.cell / Face::Regular.width(&text));
        let corner = place.corner(row, column);
        let inset = place.thick() / 2.0;
        let width = Face::Regular.width(&text) * size + 0.05 * place.cell;
        let height = size * CAP_HEIGHT + 0.05 * place.cell;
        let cell = layout.frame().cell(row, column);
        let shaded = cell.is_some_and(|cell| is_in_window(layout, cell));
        let (x, y) = (corner.x + inset, corner.y + inset);
        let gray = if shaded { WINDOW } else { 1.0 };
        shapes.push(Shape::Fill(Area { x, y, width, height }, gray));
        let at = Point::new(x + 0.025 * place.cell, y + height - 0.025 * place.cell);
        let kind = Type { face: Face::Regular, size, gray: 0.0, anchor: Anchor::Start };
        shapes.push(Shape::Text(text, at, kind));
    }
}

fn is(rule: &Rule, name: &str) -> bool {
    rule.kind().is_some_and(|kind| kind.name == name)
}

fn number(rule: &Rule) -> Option<i64> {
    rule.arguments().and_then(satoku::rule::Arguments::number)
}

fn is_in_window(layout: &Layout, cell: Cell) -> bool {
    let houses = layout.houses_of(cell).iter().map(|&house| &layout.houses()[house as usize]);
    let mut houses = houses;
    houses.any(|house| is_window(house, layout))
}

/// Whether each cell touches the next, by a side or a corner.
fn are_steps(places: &[Spot]) -> bool {
    places
        .windows(2)
        .all(|pair| pair[0].0.abs_diff(pair[1].0) <= 1 && pair[0].1.abs_diff(pair[1].1) <= 1)
}

/// Whether cells hang together by their sides.
fn is_one_piece(cells: &BTreeSet<Spot>) -> bool {
    let mut reached = BTreeSet::new();
    let mut open: Vec<_> = cells.first().copied().into_iter().collect();
    while let Some((row, column)) = open.pop() {
        if reached.insert((row, column)) {
            let (up, left) = (row.wrapping_sub(1), column.wrapping_sub(1));
            let beside = [(up, column), (row + 1, column), (row, left), (row, column + 1)];
            open.extend(beside.into_iter().filter(|spot| cells.contains(spot)));
        }
    }
    !cells.is_empty() && reached.len() == cells.len()
}

/// The closed lines around a cage, within its cells.
fn outline(cells: &BTreeSet<Spot>, place: &Place) -> Vec<Vec<Point>> {
    // Sides of cells, clockwise around the cage: from each corner to the next.
    let mut sides: BTreeMap<(Spot, u8), Spot> = BTreeMap::new();
    for &(row, column) in cells {
        let has = |row: usize, column: usize| cells.contains(&(row, column));
        let (down, right) = (row + 1, column + 1);
        let corners = [(row, column), (row, right), (down, right), (down, column)];
        let others = [
            has(row.wrapping_sub(1), column),
            has(row, right),
            has(down, column),
            has(row, column.wrapping_sub(1)),
        ];
        for (k, way) in (0..4_usize).zip(0_u8..) {
            if !others[k] {
                sides.insert((corners[k], way), corners[(k + 1) % 4]);
            }
        }
    }
    let mut lines = Vec::new();
    while let Some((&first, _)) = sides.first_key_value() {
        let mut line: Vec<Point> = Vec::new();
        let (mut corner, mut way) = first;
        while let Some(next) = sides.remove(&(corner, way)) {
            // Where two sides could go on, the one that turns right keeps to the same cell.
            let turns = [(way + 1) % 4, way, (way + 3) % 4];
            let onward = turns
                .into_iter()
                .find(|&turn| sides.contains_key(&(next, turn)) || (next, turn) == first);
            let Some(turn) = onward else { break };
            if turn != way {
                line.push(bend(next, way, turn, place));
            }
            (corner, way) = (next, turn);
        }
        if let Some(&start) = line.first() {
            line.push(start);
        }
        lines.push(line);
    }
    lines
}

/// Where an outline turns at a corner: within the cells on its right.
fn bend((row, column): Spot, way: u8, turn: u8, place: &Place) -> Point {
    // Right, down, left, up; what lies to the right of each way.
    let inward = |way: u8| match way {
        0 => (0.0, 1.0),
        1 => (-1.0, 0.0),
        2 => (0.0, -1.0),
        _ => (1.0, 0.0),
    };
    let ((x, y), (u, v)) = (inward(way), inward(turn));
    let corner = place.corner(row, column);
    let by = INSET * place.cell;
    Point::new(corner.x + (x + u) * by, corner.y + (y + v) * by)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outlines_close_within_their_cells() {
        let place = Place { left: 0.0, top: 0.0, cell: 10.0 };
        let lines = |cells: &[Spot]| outline(&cells.iter().copied().collect(), &place);
        let square = lines(&[(0, 0)]);
        let inset = 10.0 * INSET;
        assert_eq!(square.len(), 1);
        assert_eq!(square[0].len(), 5);
        let at = |x: f64, y: f64| Point::new(x, y);
        let near = |a: Point, b: Point| (a.x - b.x).abs() < 1e-9 && (a.y - b.y).abs() < 1e-9;
        for corner in [
            at(inset, inset),
            at(10.0 - inset, inset),
            at(10.0 - inset, 10.0 - inset),
            at(inset, 10.0 - inset),
        ] {
            assert!(square[0].iter().any(|&point| near(point, corner)), "{corner:?} {square:?}");
        }
        // An L has six corners, one of them the other way.
        let corner = lines(&[(0, 0), (1, 0), (1, 1)]);
        assert_eq!((corner.len(), corner[0].len()), (1, 7));
        assert!(corner[0].iter().any(|&p| near(p, at(10.0 - inset, 10.0 + inset))), "{corner:?}");
        // A ring has an outline within.
        let ring: Vec<_> = (0..9).map(|k| (k / 3, k % 3)).filter(|&s| s != (1, 1)).collect();
        let ring = lines(&ring);
        assert_eq!(ring.iter().map(Vec::len).collect::<Vec<_>>(), [5, 5]);
    }
}
