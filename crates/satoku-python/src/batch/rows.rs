//! The rows of a batch: numbers, characters, or texts.

use std::sync::Arc;

use satoku::ask::{Options, Want};
use satoku::engine::lanes::CELLS;
use satoku::format::{PlainLine, plain_line};
use satoku::grid::Layout;
use satoku::{Error, LayoutSpec, Puzzle, Result};

use crate::wait::question;

/// Rows of a puzzle each.
#[derive(Debug)]
pub(crate) struct Rows<'a> {
    kind: Kind<'a>,
    len: usize,
    /// The houses of every row, or of the first that can be read.
    layout: Arc<Layout>,
}

#[derive(Debug)]
enum Kind<'a> {
    /// A byte a cell: its number, 0 if empty.
    Numbers(&'a [u8]),
    /// A character a cell.
    Characters(&'a [u8]),
    /// Whole texts, and the houses as they are named.
    Texts(Vec<Option<String>>, Option<String>),
}

/// A row, read.
#[derive(Debug)]
pub(crate) enum Row {
    /// A 9×9 with nothing but digits.
    Plain(PlainLine),
    /// Any other.
    Puzzle(Box<Puzzle>),
    /// None.
    Bad(Error),
}

impl<'a> Rows<'a> {
    /// Numbers, a byte each.
    ///
    /// # Errors
    /// If the digits of the layout are no bytes, or 0 is one of them.
    pub(crate) fn numbers(data: &'a [u8], layout: Arc<Layout>) -> Result<Self> {
        if layout.first() == 0 {
            return Err(Error::unsupported("0 is a digit here: it cannot stand for an empty cell"));
        }
        Self::new(Kind::Numbers(data), data.len() / layout.cells(), layout)
    }

    /// Characters, one a cell.
    ///
    /// # Errors
    /// As [`Rows::numbers`].
    pub(crate) fn text(data: &'a [u8], layout: Arc<Layout>) -> Result<Self> {
        Self::new(Kind::Characters(data), data.len() / layout.cells(), layout)
    }

    /// Texts, whose houses are those named, or those of the first that can be read.
    ///
    /// # Errors
    /// If the layout is none.
    pub(crate) fn texts(texts: Vec<Option<String>>, spec: Option<String>) -> Result<Self> {
        if let Some(spec) = &spec {
            spec.parse::<LayoutSpec>()?;
        }
        let read = |text: &String| read(text, spec.as_deref()).ok();
        let first = texts.iter().flatten().find_map(read);
        let layout = match first {
            Some(puzzle) => Arc::clone(puzzle.layout()),
            None => Layout::boxes(3, 3)?.shared(),
        };
        let len = texts.len();
        Self::new(Kind::Texts(texts, spec), len, layout)
    }

    fn new(kind: Kind<'a>, len: usize, layout: Arc<Layout>) -> Result<Self> {
        if layout.first() + layout.digits() > 255 {
            let message = "batches are of numbers to 254; ask for larger puzzles one by one";
            return Err(Error::unsupported(message));
        }
        Ok(Rows { kind, len, layout })
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// How many cells each has.
    pub(crate) fn cells(&self) -> usize {
        self.layout.cells()
    }

    /// One of them, read.
    pub(crate) fn read(&self, row: usize) -> Row {
        let cells = self.cells();
        let made = match &self.kind {
            Kind::Numbers(data) => {
                let data = &data[row * cells..(row + 1) * cells];
                if self.layout.is_classic()
                    && let Some(line) = plain_of_numbers(data)
                {
                    return Row::Plain(line);
                }
                let numbers: Vec<u16> = data.iter().map(|&number| number.into()).collect();
                Puzzle::from_numbers(Arc::clone(&self.layout), &numbers)
            }
            Kind::Characters(data) => {
                let data = &data[row * cells..(row + 1) * cells];
                if self.layout.is_classic()
                    && let Some(line) = plain_line(data)
                {
                    return Row::Plain(*line);
                }
                let text = str::from_utf8(data).map_err(|_| Error::input("the text is not UTF-8"));
                text.and_then(|text| read(text, Some(&self.layout.spec().to_string())))
            }
            Kind::Texts(texts, spec) => {
                let Some(text) = &texts[row] else { return Row::Bad(Error::input("no text")) };
                if self.layout.is_classic()
                    && let Some(line) = plain_line(text.as_bytes())
                {
                    return Row::Plain(*line);
                }
                read(text, spec.as_deref())
            }
        };
        match made {
            Ok(puzzle) if puzzle.layout().cells() != cells => {
                let found = puzzle.layout().cells();
                Row::Bad(Error::input(format!("{found} cells in a batch of {cells}")))
            }
            Ok(puzzle) => Row::Puzzle(Box::new(puzzle)),
            Err(error) => Row::Bad(error),
        }
    }
}

/// The puzzle of a text.
fn read(text: &str, layout: Option<&str>) -> Result<Puzzle> {
    let mut question = question(Want::Read, Options::default());
    (question.puzzle, question.layout) = (Some(text.to_owned()), layout.map(str::to_owned));
    question.puzzle()
}

/// A row of numbers as characters, if it is one of a 9×9.
fn plain_of_numbers(row: &[u8]) -> Option<PlainLine> {
    let row: &[u8; CELLS] = row.try_into().ok()?;
    let largest = row.iter().fold(0, |largest, &number| largest.max(number));
    (largest <= 9).then(|| row.map(|number| number + b'0'))
}
