//! Ratings of all rows: how hard they are for people.

use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use satoku::ask::{Options, Rated, RatingFilter, Status};
use satoku::{Limits, Result};

use super::chunk::{code, puzzle_of};
use super::rows::{Row, Rows};
use super::{on_threads, threads, told};
use crate::error::{OrRaise, type_error};
use crate::puzzle::layout_of;
use crate::wait::watched;

/// Rows of a chunk: a rating takes a millisecond, or a thousand.
const SIZE: usize = 8;

/// ER, EP and ED.
const RATINGS: usize = 3;

/// A status a row, its ratings, and what is wrong with which rows.
type Rates<'py> = (Bound<'py, PyArray1<u8>>, Bound<'py, PyArray2<f64>>, Bound<'py, PyDict>);

/// Rates rows of numbers, 0 for an empty cell, or of characters.
#[pyfunction]
#[pyo3(signature = (rows, *, text, jobs, time_limit))]
pub(crate) fn rate_rows<'py>(
    py: Python<'py>,
    rows: PyReadonlyArray2<'py, u8>,
    text: bool,
    jobs: Option<usize>,
    time_limit: Option<f64>,
) -> PyResult<Rates<'py>> {
    let layout = layout_of(None, rows.as_array().ncols()).or_raise(py)?;
    if !rows.is_c_contiguous() {
        return Err(type_error("rows: expected a contiguous array"));
    }
    let data = rows.as_slice()?;
    let source = if text { Rows::text(data, layout) } else { Rows::numbers(data, layout) };
    rate(py, &source.or_raise(py)?, threads(jobs), time_limit)
}

/// Rates texts of a puzzle each; None is no puzzle.
#[pyfunction]
#[pyo3(signature = (rows, *, jobs, time_limit))]
pub(crate) fn rate_texts(
    py: Python<'_>,
    rows: Vec<Option<String>>,
    jobs: Option<usize>,
    time_limit: Option<f64>,
) -> PyResult<Rates<'_>> {
    rate(py, &Rows::texts(rows, None).or_raise(py)?, threads(jobs), time_limit)
}

fn rate<'py>(
    py: Python<'py>,
    rows: &Rows<'_>,
    jobs: NonZeroUsize,
    time_limit: Option<f64>,
) -> PyResult<Rates<'py>> {
    let number = rows.len();
    let status = PyArray1::zeros(py, number, false);
    let ratings = PyArray2::zeros(py, [number, RATINGS], false);
    let options = Options { time_limit, ..Options::default() };
    let errors = {
        let (mut status, mut ratings) = (status.readwrite(), ratings.readwrite());
        let chunks = (0..number).step_by(SIZE).zip(
            status
                .as_slice_mut()?
                .chunks_mut(SIZE)
                .zip(ratings.as_slice_mut()?.chunks_mut(SIZE * RATINGS)),
        );
        let chunks: Vec<_> =
            chunks.map(|(first, (status, ratings))| Chunk { first, status, ratings }).collect();
        watched(py, None, None, |stop, _told| -> Result<_> {
            let limits = options.limits(stop.clone())?;
            Ok(answer(chunks, rows, jobs, &stop, &limits))
        })?
        .or_raise(py)?
    };
    Ok((status, ratings, told(py, errors)?))
}

/// Rows and where their ratings go.
struct Chunk<'a> {
    first: usize,
    status: &'a mut [u8],
    ratings: &'a mut [f64],
}

/// Rates all chunks within limits, none more once the run is stopped; what is wrong with which
/// rows.
fn answer(
    chunks: Vec<Chunk<'_>>,
    rows: &Rows<'_>,
    jobs: NonZeroUsize,
    stop: &Limits,
    limits: &Limits,
) -> Vec<(usize, String)> {
    let jobs = jobs.get().min(chunks.len());
    let (chunks, errors) = (Mutex::new(chunks.into_iter()), Mutex::new(Vec::new()));
    let work = || {
        loop {
            let next = chunks.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some(chunk) = next.filter(|_| !stop.expired()) else { return };
            let wrong = chunk.answer(rows, limits);
            errors.lock().unwrap_or_else(PoisonError::into_inner).extend(wrong);
        }
    };
    on_threads(jobs, work);
    errors.into_inner().unwrap_or_else(PoisonError::into_inner)
}

impl Chunk<'_> {
    fn answer(self, rows: &Rows<'_>, limits: &Limits) -> Vec<(usize, String)> {
        let mut errors = Vec::new();
        let places = self.status.iter_mut().zip(self.ratings.chunks_mut(RATINGS));
        for (row, (status, ratings)) in (self.first..).zip(places) {
            let puzzle = match rows.read(row) {
                Row::Plain(line) => puzzle_of(&line),
                Row::Puzzle(puzzle) => Ok(*puzzle),
                Row::Bad(error) => Err(error),
            };
            let filter = RatingFilter::default();
            let rated = puzzle.and_then(|puzzle| Rated::find(&puzzle, &filter, 0, limits));
            let found = match &rated {
                Ok(rated) => [rated.er, rated.ep, rated.ed],
                Err(_) => [None; RATINGS],
            };
            for (place, rating) in ratings.iter_mut().zip(found) {
                *place = rating.unwrap_or(f64::NAN);
            }
            *status = code(rated.as_ref().map_or(Status::Error, |rated| rated.status));
            errors.extend(rated.err().map(|error| (row, error.to_string())));
        }
        errors
    }
}
