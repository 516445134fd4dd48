//! The forms of text that are read and written.

use std::io::Cursor;

use pyo3::prelude::*;
use satoku::format::{FORMATS, ReadOptions, Reader, WRITERS};

use crate::error::OrRaise;

/// The forms of text that `Puzzle` reads: their names, in the order in which they are tried, and a
/// line about each.
#[pyfunction]
pub(crate) fn formats() -> Vec<(&'static str, &'static str)> {
    FORMATS.iter().map(|format| (format.name(), format.about())).collect()
}

/// The form that a text is read as: one of `formats()`.
#[pyfunction]
pub(crate) fn format_of(py: Python<'_>, text: String) -> PyResult<&'static str> {
    let reader = Reader::new("text", Cursor::new(text), &ReadOptions::default());
    reader.map(|reader| reader.format().name()).or_raise(py)
}

/// The forms that `to_text` writes: their names, and a line about each.
#[pyfunction]
pub(crate) fn forms() -> Vec<(&'static str, &'static str)> {
    WRITERS.iter().map(|writer| (writer.name, writer.about)).collect()
}
