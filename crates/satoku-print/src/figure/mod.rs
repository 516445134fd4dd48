//! The drawing of one puzzle: heading, grid, rules, digits, words below.
//!
//! - `frame`: lines, windows, diagonals;
//! - `cells`: digits and candidates;
//! - `rules`: cages, thermometers and whatever else is drawn;
//! - `words`: what is said below the grid, so that nothing is lost.

mod cells;
mod frame;
mod rules;
mod words;

use satoku::{Error, Result};

use crate::drawing::{Anchor, Area, Figure, Point, Shape, Type, count};
use crate::font::{CAP_HEIGHT, Face, wrap};
use crate::plate::{Plate, Shown};
use rules::Drawn;

/// The size of headings in points, where there is room.
const HEADING: f64 = 10.5;
/// The sizes of words below the grid, in points: the first is taken if there is room.
const WORDS: [f64; 5] = [9.0, 8.0, 7.0, 6.0, 5.0];
/// The height of a line, in parts of the font size.
const LEADING: f64 = 1.25;
/// The part of the height that words must leave to the grid.
const LEAST: f64 = 0.4;
/// The widest cell of a page, in points: 24 mm.
const WIDEST: f64 = 68.0;

/// What belongs to a figure beside its plate.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Style {
    /// Whether number, id and note stand above.
    pub(crate) heading: bool,
    /// Whether words stand below.
    pub(crate) words: bool,
}

/// Where the cells of a grid are, in points.
#[derive(Debug, Clone, Copy)]
struct Place {
    left: f64,
    top: f64,
    cell: f64,
}

impl Place {
    /// The upper left corner of a place; row and column may be one beyond the last.
    fn corner(&self, row: usize, column: usize) -> Point {
        Point::new(self.left + count(column) * self.cell, self.top + count(row) * self.cell)
    }

    fn middle(&self, row: usize, column: usize) -> Point {
        let Point { x, y } = self.corner(row, column);
        Point::new(x + self.cell / 2.0, y + self.cell / 2.0)
    }

    fn area(&self, row: usize, column: usize) -> Area {
        let Point { x, y } = self.corner(row, column);
        Area { x, y, width: self.cell, height: self.cell }
    }

    /// The width of lines between cells.
    fn thin(&self) -> f64 {
        (self.cell * 0.016).clamp(0.05, 0.6)
    }

    /// The width of lines around regions.
    fn thick(&self) -> f64 {
        (self.cell * 0.06).clamp(0.15, 2.2)
    }
}

/// How a plate is divided before its size is known.
struct Parts<'a> {
    plate: &'a Plate,
    style: Style,
    drawn: Drawn,
    words: Vec<String>,
    /// Rows and columns, with those that numbers outside take.
    rows: f64,
    columns: f64,
}

impl<'a> Parts<'a> {
    fn of(plate: &'a Plate, style: Style) -> Self {
        let layout = plate.puzzle.layout();
        let is_solved = matches!(plate.shown, Shown::Solution(_));
        let drawn = Drawn::of(&plate.puzzle);
        let words = if style.words { words::of(plate, &drawn) } else { Vec::new() };
        let (rows, columns) = (count(layout.frame().rows()), count(layout.frame().columns()));
        let drawn = if is_solved && !style.words { Drawn::default() } else { drawn };
        let rows = rows + f64::from(u8::from(drawn.has_top()));
        let columns = columns + f64::from(u8::from(drawn.has_left()));
        Parts { plate, style, drawn, words, rows, columns }
    }

    fn heading(&self) -> Option<String> {
        self.style.heading.then(|| self.plate.name())
    }

    /// The height of the heading, for a cell of that size.
    fn heading_height(&self) -> f64 {
        if self.style.heading || self.plate.note.is_some() { HEADING * 1.6 } else { 0.0 }
    }

    /// The words in lines.
    fn lines(&self, size: f64, width: f64) -> Vec<String> {
        self.words.iter().flat_map(|words| wrap(words, Face::Regular, size, width)).collect()
    }

    /// The figure, from the top of its heading on, in the middle of a width.
    fn draw(&self, area: Area, cell: f64, lines: &[String], size: f64) -> Figure {
        let layout = self.plate.puzzle.layout();
        let grid = self.columns * cell;
        let left = area.x + (area.width - grid) / 2.0;
        let mut shapes = Vec::new();
        let right = left + grid;
        let baseline = area.y + HEADING * CAP_HEIGHT + HEADING * 0.15;
        let kind = |face, anchor, gray| Type { face, size: HEADING, gray, anchor };
        let note = self.plate.note.as_deref();
        let wide = |text: Option<&str>, face: Face| text.map_or(0.0, |it| face.width(it) * HEADING);
        let heading = self.heading();
        let wanted = wide(heading.as_deref(), Face::Bold) + wide(note, Face::Regular) + HEADING;
        // Above the grid, or wider where that is too narrow.
        let beside = (wanted.min(area.width) - grid).max(0.0) / 2.0;
        let (from, to) = (left - beside, right + beside);
        if let Some(heading) = heading {
            let taken = wide(note, Face::Regular);
            let heading = shorten(&heading, Face::Bold, HEADING, to - from - taken);
            let kind = kind(Face::Bold, Anchor::Start, 0.0);
            shapes.push(Shape::Text(heading, Point::new(from, baseline), kind));
        }
        if let Some(note) = note {
            let kind = kind(Face::Regular, Anchor::End, 0.25);
            shapes.push(Shape::Text(note.to_owned(), Point::new(to, baseline), kind));
        }
        let place = Place {
            left: left + if self.drawn.has_left() { cell } else { 0.0 },
            top: area.y + self.heading_height() + if self.drawn.has_top() { cell } else { 0.0 },
            cell,
        };
        frame::ground(layout, &place, &mut shapes);
        self.drawn.ground(&place, &mut shapes);
        frame::lines(layout, &place, &mut shapes);
        self.drawn.lines(layout, &place, &mut shapes);
        cells::draw(self.plate, &place, self.drawn.has_cages(), &mut shapes);
        let mut y = area.y + self.heading_height() + self.rows * cell + size * 0.6;
        for line in lines {
            y += size * LEADING;
            let kind = Type { face: Face::Regular, size, gray: 0.0, anchor: Anchor::Middle };
            shapes.push(Shape::Text(line.clone(), Point::new(left + grid / 2.0, y), kind));
        }
        let what =
            if matches!(self.plate.shown, Shown::Solution(_)) { "Solution" } else { "Puzzle" };
        let title = self.heading().map_or(what.to_owned(), |name| format!("{what} {name}"));
        Figure { title, description: self.plate.description(), shapes }
    }
}

/// The height of lines of words, with the space above them.
fn height_of(lines: &[String], size: f64) -> f64 {
    if lines.is_empty() { 0.0 } else { count(lines.len()) * size * LEADING + size * 0.9 }
}

/// A text cut where it gets wider than some points.
fn shorten(text: &str, face: Face, size: f64, width: f64) -> String {
    if face.width(text) * size <= width {
        return text.to_owned();
    }
    let mut short = text.to_owned();
    while short.pop().is_some() {
        let candidate = format!("{}…", short.trim_end());
        if face.width(&candidate) * size <= width {
            return candidate;
        }
    }
    String::new()
}

/// The figure of a plate in an area of a page, as large as fits, in its middle.
///
/// # Errors
/// If the words leave no room for the grid.
pub(crate) fn fit(plate: &Plate, style: Style, area: Area) -> Result<Figure> {
    let parts = Parts::of(plate, style);
    let above = parts.heading_height();
    let widest = (area.width / parts.columns).min(WIDEST);
    for size in WORDS {
        let lines = parts.lines(size, area.width);
        let below = height_of(&lines, size);
        let room = area.height - above - below;
        if room < LEAST * area.height {
            continue;
        }
        let cell = widest.min(room / parts.rows);
        let rest = area.height - above - below - parts.rows * cell;
        // As if there were no words, so that the grids of a row of figures stand side by side.
        let down = f64::midpoint(rest, below).min(rest);
        let area = Area { y: area.y + down, ..area };
        return Ok(parts.draw(area, cell, &lines, size));
    }
    let rules = plate.puzzle.rules().len();
    Err(Error::too_large(format!(
        "No. {}: its {rules} rules in words leave no room for the grid: fewer puzzles a page, larger \
         paper, or SVG",
        plate.number
    )))
}

/// The figure of a plate by itself, from the top left corner on, and its width and height.
pub(crate) fn alone(plate: &Plate, style: Style) -> (Figure, f64, f64) {
    const CELL: f64 = 36.0;
    const LARGEST: f64 = 1440.0;
    let parts = Parts::of(plate, style);
    let cell = CELL.min(LARGEST / parts.rows.max(parts.columns));
    let margin = 6.0;
    let width = (parts.columns * cell).max(150.0);
    let lines = parts.lines(WORDS[0], width);
    let height = parts.heading_height() + parts.rows * cell + height_of(&lines, WORDS[0]);
    let area = Area { x: margin, y: margin, width, height };
    let figure = parts.draw(area, cell, &lines, WORDS[0]);
    (figure, width + 2.0 * margin, height + 2.0 * margin)
}

#[cfg(test)]
mod tests;
