//! Books: puzzles on pages, their solutions after them.

use satoku::{Error, Result};

use crate::drawing::{Anchor, Area, Figure, Page, Point, Shape, Type, count};
use crate::figure::{Style, alone, fit};
use crate::font::Face;
use crate::paper::{PAPERS, Paper};
use crate::plate::{Plate, one_line};

/// Most puzzles of a book.
pub const MAX_PUZZLES: usize = 100_000;
/// Most cells of a book, solutions not counted: cells of more than 64 digits count once for each 64.
pub const MAX_CELLS: usize = 20_000_000;

/// How many puzzles a page may have.
pub const PER_PAGE: &[usize] = &[1, 2, 4, 6];

/// The margins of a page, in points: 15 mm.
const MARGIN: f64 = 42.5;
/// The space between puzzles, in points.
const GAP: f64 = 24.0;
const TITLE: f64 = 15.0;
const NUMBER: f64 = 9.0;

/// How a book looks.
#[derive(Debug, Clone)]
pub struct Options {
    /// The title, at the top of each page.
    pub title: Option<String>,
    /// How many puzzles a page has, of [`PER_PAGE`].
    pub per_page: usize,
    /// The paper.
    pub paper: &'static Paper,
}

impl Default for Options {
    /// No title, one puzzle a page, the first of [`PAPERS`].
    fn default() -> Self {
        Options { title: None, per_page: 1, paper: &PAPERS[0] }
    }
}

/// Puzzles in order, as they are to be printed.
#[derive(Debug, Clone)]
pub struct Book {
    options: Options,
    plates: Vec<Plate>,
    cells: usize,
    /// The widest frame.
    columns: usize,
}

impl Book {
    /// A book without puzzles.
    pub fn new(mut options: Options) -> Self {
        let title = options.title.take().map(|title| one_line(&title));
        options.title = title.filter(|title| !title.is_empty());
        Book { options, plates: Vec::new(), cells: 0, columns: 0 }
    }

    /// Adds a puzzle.
    ///
    /// # Errors
    /// If there are more than [`MAX_PUZZLES`], or [`MAX_CELLS`] cells.
    pub fn push(&mut self, plate: Plate) -> Result<()> {
        let layout = plate.puzzle.layout();
        self.cells += layout.cells() * layout.digits().div_ceil(64);
        if self.plates.len() == MAX_PUZZLES || self.cells > MAX_CELLS {
            return Err(Error::too_large(format!(
                "a book has at most {MAX_PUZZLES} puzzles, and {MAX_CELLS} cells of 64 digits: print \
                 it in parts"
            )));
        }
        self.columns = self.columns.max(layout.frame().columns());
        self.plates.push(plate);
        Ok(())
    }

    /// The title, on one line.
    pub fn title(&self) -> Option<&str> {
        self.options.title.as_deref()
    }

    /// The paper.
    pub fn paper(&self) -> &'static Paper {
        self.options.paper
    }

    /// The puzzles.
    pub fn plates(&self) -> &[Plate] {
        &self.plates
    }

    /// A book of each puzzle.
    pub fn apart(self) -> impl Iterator<Item = Book> {
        let options = self.options;
        self.plates.into_iter().map(move |plate| {
            let mut book = Book::new(options.clone());
            book.columns = plate.puzzle.layout().frame().columns();
            book.plates.push(plate);
            book
        })
    }

    /// The only puzzle on paper of its own size, the title above; none if there are several.
    pub fn alone(&self) -> Option<Page> {
        let [plate] = &self.plates[..] else { return None };
        let style = Style { heading: plate.id.is_some(), words: true };
        let (mut figure, width, height) = alone(plate, style);
        let mut page = Page { width, height, shapes: Vec::new(), figures: Vec::new() };
        if let Some(title) = self.title() {
            let above = TITLE * 1.6;
            figure.title = format!("{title} – {}", figure.title);
            figure.shapes.iter_mut().for_each(|shape| lower(shape, above));
            page.width = width.max(Face::Bold.width(title) * TITLE + 12.0);
            page.height += above;
            let by = (page.width - width) / 2.0;
            figure.shapes.iter_mut().for_each(|shape| shift(shape, by));
            page.shapes.push(heading(title, page.width, 6.0));
        }
        page.figures.push(figure);
        Some(page)
    }

    /// How many solutions a page has.
    fn solutions_per_page(&self) -> usize {
        let many = match self.columns {
            0..=9 => 12,
            10..=16 => 6,
            17..=25 => 4,
            _ => 1,
        };
        many.max(self.options.per_page)
    }

    /// How many pages there are.
    pub fn page_count(&self) -> usize {
        let answers = self.plates.iter().filter(|plate| plate.answer.is_some()).count();
        self.plates.len().div_ceil(self.options.per_page)
            + answers.div_ceil(self.solutions_per_page())
    }

    /// The pages, puzzles first, each drawn when its turn comes.
    ///
    /// # Errors
    /// Of a page: if the words of a puzzle leave no room for its grid.
    pub fn pages(&self) -> impl Iterator<Item = Result<Page>> {
        let many = self.plates.len() > 1;
        let has_heading = move |plate: &Plate| many || plate.id.is_some();
        let figure = move |plate: &Plate, area| {
            fit(plate, Style { heading: has_heading(plate), words: true }, area)
        };
        let puzzles = self.plates.chunks(self.options.per_page);
        let puzzles = puzzles.map(move |plates| {
            (self.title().map(str::to_owned), self.options.per_page, plates.iter().collect())
        });
        let puzzles = puzzles.map(move |(title, per_page, plates): (_, _, Vec<&Plate>)| {
            self.page(title.as_deref(), per_page, plates.into_iter(), figure)
        });
        let title = match self.title() {
            Some(title) => format!("{title} – Solutions"),
            None => "Solutions".to_owned(),
        };
        let per_page = self.solutions_per_page();
        let mut answers = self.plates.iter().filter_map(Plate::at_the_end);
        let solutions = std::iter::from_fn(move || {
            let plates: Vec<_> = answers.by_ref().take(per_page).collect();
            (!plates.is_empty()).then(|| {
                let figure = |plate: &Plate, area| {
                    fit(plate, Style { heading: has_heading(plate), words: false }, area)
                };
                self.page(Some(&title), per_page, plates.iter(), figure)
            })
        });
        let is_only = self.page_count() == 1;
        (1_usize..).zip(puzzles.chain(solutions)).map(move |(number, page)| {
            let mut page = page?;
            if !is_only {
                page.shapes.push(page_number(number, &page));
            }
            Ok(page)
        })
    }

    /// A page of some plates.
    fn page<'a>(
        &self,
        title: Option<&str>,
        per_page: usize,
        plates: impl Iterator<Item = &'a Plate>,
        figure: impl Fn(&'a Plate, Area) -> Result<Figure>,
    ) -> Result<Page> {
        let Paper { width, height, .. } = *self.options.paper;
        let mut page = Page { width, height, shapes: Vec::new(), figures: Vec::new() };
        let mut top = MARGIN;
        if let Some(title) = title {
            page.shapes.push(heading(title, width, MARGIN));
            top += TITLE * 2.0;
        }
        let (across, down) = match per_page {
            1 => (1, 1),
            2 => (1, 2),
            4 => (2, 2),
            6 => (2, 3),
            _ => (3, 4),
        };
        let room = (width - 2.0 * MARGIN, height - top - MARGIN - NUMBER);
        let wide = (room.0 - GAP * count(across - 1)) / count(across);
        let high = (room.1 - GAP * count(down - 1)) / count(down);
        for (k, plate) in plates.enumerate() {
            let (row, column) = (k / across, k % across);
            let area = Area {
                x: MARGIN + (wide + GAP) * count(column),
                y: top + (high + GAP) * count(row),
                width: wide,
                height: high,
            };
            page.figures.push(figure(plate, area)?);
        }
        Ok(page)
    }
}

/// A title at the top, in the middle, as large as fits.
fn heading(title: &str, width: f64, top: f64) -> Shape {
    let room = (width - 2.0 * top).max(1.0);
    let size = TITLE.min(room / Face::Bold.width(title).max(0.1)).max(4.0);
    let kind = Type { face: Face::Bold, size, gray: 0.0, anchor: Anchor::Middle };
    Shape::Text(title.to_owned(), Point::new(width / 2.0, top + TITLE), kind)
}

fn page_number(number: usize, page: &Page) -> Shape {
    let kind = Type { face: Face::Regular, size: NUMBER, gray: 0.0, anchor: Anchor::Middle };
    let at = Point::new(page.width / 2.0, page.height - MARGIN * 0.6);
    Shape::Text(number.to_string(), at, kind)
}

/// Moves a shape down.
fn lower(shape: &mut Shape, by: f64) {
    each_point(shape, |point| point.y += by);
}

/// Moves a shape to the right.
fn shift(shape: &mut Shape, by: f64) {
    each_point(shape, |point| point.x += by);
}

fn each_point(shape: &mut Shape, mut change: impl FnMut(&mut Point)) {
    match shape {
        Shape::Fill(area, _) => {
            let mut corner = Point::new(area.x, area.y);
            change(&mut corner);
            (area.x, area.y) = (corner.x, corner.y);
        }
        Shape::Disc(point, ..) | Shape::Text(_, point, _) => change(point),
        Shape::Lines(lines, _) => lines.iter_mut().flatten().for_each(change),
    }
}
