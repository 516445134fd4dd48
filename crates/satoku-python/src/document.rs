//! Any question, answered in documents.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};
use satoku::Error;
use satoku::ask::{self, Answer, Event, Parts, Question};
use satoku::jobs::cubes::{Cube, Split, Whole};

use crate::error::OrRaise;
use crate::puzzle::Puzzle;
use crate::wait::{asked, watched};

/// The events that answer a question, which is JSON: each as JSON, and the content of a file.
#[pyfunction]
#[pyo3(signature = (question, puzzle = None, progress = None))]
pub(crate) fn events<'py>(
    py: Python<'py>,
    question: &str,
    puzzle: Option<&Puzzle>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyList>> {
    let question: Question = serde_json::from_str(question)
        .map_err(|error| Error::input(format!("question: {error}")))
        .or_raise(py)?;
    let puzzle = puzzle.map(|puzzle| &puzzle.0);
    let events = asked(py, puzzle, &question, progress.as_ref(), None)?;
    let told = PyList::empty(py);
    for event in events {
        let content = match &event {
            Event::File(file) => Some(PyBytes::new(py, &file.bytes)),
            _ => None,
        };
        told.append((ask::json(&event), content))?;
    }
    Ok(told)
}

/// The puzzle with the decisions of a part.
#[pyfunction]
pub(crate) fn part(py: Python<'_>, puzzle: &Puzzle, decisions: &str) -> PyResult<Puzzle> {
    let cube: Cube = decisions.parse().or_raise(py)?;
    cube.of(&puzzle.0).or_raise(py).map(Puzzle)
}

/// The SHA-256 of the puzzle as text, by which its parts name it.
#[pyfunction]
pub(crate) fn puzzle_sha256(puzzle: &Puzzle) -> String {
    Whole::new(&puzzle.0, &Cube::default(), Split::Count(1)).puzzle_sha256
}

/// The answer to a puzzle from those to its parts, which are JSON: as JSON, and what is missing.
#[pyfunction]
pub(crate) fn combine(
    py: Python<'_>,
    puzzle: &Puzzle,
    results: Vec<String>,
) -> PyResult<(String, Option<String>)> {
    let combined = watched(py, None, None, |limits, _told| {
        let mut parts = Parts::new(&puzzle.0);
        for (number, result) in results.iter().enumerate() {
            parts.take_line(result, &format!("result {}", number + 1))?;
        }
        parts.answer(&limits)
    })?;
    let combined = combined.or_raise(py)?;
    Ok((ask::json(&Answer::Unique(combined.answer)), combined.missing))
}
