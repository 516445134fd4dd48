//! A drawing that no medium has to do with: shapes on a page, in points (1/72 inch) from its top
//! left corner, y downwards; ink is a gray.

use crate::font::Face;

/// A place, in points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// From the left edge.
    pub x: f64,
    /// From the top edge.
    pub y: f64,
}

impl Point {
    /// A place so many points from the left and from the top.
    pub const fn new(x: f64, y: f64) -> Self {
        Point { x, y }
    }
}

/// A rectangle, in points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Area {
    /// Its left edge.
    pub x: f64,
    /// Its top edge.
    pub y: f64,
    /// How wide it is.
    pub width: f64,
    /// How high it is.
    pub height: f64,
}

/// How light ink is, from 0, black, to 1, the paper.
pub type Gray = f64;

/// How lines are drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pen {
    /// How wide they are, in points.
    pub width: f64,
    /// Their ink.
    pub gray: Gray,
    /// The length of dashes and of the gaps between them, in points; none for whole lines.
    pub dash: Option<f64>,
    /// Whether ends and corners are round rather than square.
    pub is_round: bool,
}

impl Pen {
    /// A whole line with square ends.
    pub const fn plain(width: f64, gray: Gray) -> Self {
        Pen { width, gray, dash: None, is_round: false }
    }
}

/// Which part of a text stands at its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    /// Its beginning.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

/// How a text looks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Type {
    /// The face.
    pub face: Face,
    /// The size of the font, in points.
    pub size: f64,
    /// The ink.
    pub gray: Gray,
    /// Which part of the text stands at its place.
    pub anchor: Anchor,
}

/// One thing that is drawn. What comes later lies above.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// A rectangle filled with ink.
    Fill(Area, Gray),
    /// A disc filled with ink: its middle and its radius in points.
    Disc(Point, f64, Gray),
    /// Lines, each through two places or more, drawn with one pen.
    Lines(Vec<Vec<Point>>, Pen),
    /// A text: the place of its baseline.
    Text(String, Point, Type),
}

/// The drawing of one puzzle or solution.
#[derive(Debug, Clone)]
pub struct Figure {
    /// What it is called, on one line.
    pub title: String,
    /// The puzzle as text, in the line form or as JSON, and its solution where that is drawn.
    pub description: String,
    /// Its shapes, at their places on the page.
    pub shapes: Vec<Shape>,
}

/// A page, or the paper around a single figure.
#[derive(Debug, Clone)]
pub struct Page {
    /// How wide it is, in points.
    pub width: f64,
    /// How high it is, in points.
    pub height: f64,
    /// Title and page number.
    pub shapes: Vec<Shape>,
    /// The puzzles on it.
    pub figures: Vec<Figure>,
}

impl Page {
    /// All shapes in order.
    pub fn all_shapes(&self) -> impl Iterator<Item = &Shape> {
        self.shapes.iter().chain(self.figures.iter().flat_map(|figure| &figure.shapes))
    }
}

/// A number of cells or lines, to be measured with.
#[expect(clippy::cast_precision_loss, reason = "far fewer than 2⁵²")]
pub(crate) fn count(n: usize) -> f64 {
    n as f64
}
