//! Arrays of puzzles: chunks of rows are dealt to threads, each writes its part of the arrays. The
//! answers do not depend on the number of threads.

mod chunk;
mod ratings;
mod rows;

use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};
use std::thread;

use numpy::{
    PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray2, PyReadwriteArray2, PyUntypedArrayMethods,
};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use satoku::ask::{Options, Want};
use satoku::jobs::batch::keep_freed_memory;
use satoku::{Error, Limits, MAX_THREADS, Result};

use crate::error::{OrRaise, type_error};
use crate::memory::{Memory, Size, within};
use crate::puzzle::layout_of;
use crate::wait::watched;
use chunk::{Asked, Chunk};
pub(crate) use ratings::{rate_rows, rate_texts};
use rows::Rows;

/// Rows of a chunk at most: enough to fill the lanes, few enough to keep all threads busy.
const MOST: usize = 2000;

/// Rows of a chunk at least.
const LEAST: usize = 32;

/// What is found of all rows: as in Python's `Batch`.
type Found<'py> = (
    Bound<'py, PyArray1<u8>>,
    Option<Bound<'py, PyArray2<u8>>>,
    Option<(Bound<'py, PyArray1<u64>>, Bound<'py, PyArray1<bool>>)>,
    Bound<'py, PyDict>,
);

/// Answers rows of numbers, 0 for an empty cell, or of characters.
#[pyfunction]
#[pyo3(signature = (
    rows, want, *, text, layout, limit, keep, jobs, out, engine, backend, encoding, amo, seed,
    time_limit, memory_limit, effort,
))]
pub(crate) fn solve_rows<'py>(
    py: Python<'py>,
    rows: PyReadonlyArray2<'py, u8>,
    want: &str,
    text: bool,
    layout: Option<&str>,
    limit: Option<u64>,
    keep: bool,
    jobs: Option<usize>,
    out: Option<PyReadwriteArray2<'py, u8>>,
    engine: Option<String>,
    backend: Option<String>,
    encoding: Option<String>,
    amo: Option<String>,
    seed: u64,
    time_limit: Option<f64>,
    memory_limit: Option<Size>,
    effort: Option<u64>,
) -> PyResult<Found<'py>> {
    let cells = rows.as_array().ncols();
    let layout = layout_of(layout, cells).or_raise(py)?;
    if !rows.is_c_contiguous() {
        return Err(type_error("rows: expected a contiguous array"));
    }
    let data = rows.as_slice()?;
    let source = if text { Rows::text(data, layout) } else { Rows::numbers(data, layout) };
    let options =
        Options { engine, backend, encoding, amo, seed, time_limit, effort, stats: false };
    let memory = Memory::new(py, memory_limit)?;
    run(
        py,
        &source.or_raise(py)?,
        &wanted(want, limit)?,
        keep,
        jobs,
        out,
        (&options, memory.as_ref()),
    )
}

/// Answers texts of a puzzle each; None is no puzzle.
#[pyfunction]
#[pyo3(signature = (
    rows, want, *, layout, limit, keep, jobs, engine, backend, encoding, amo, seed, time_limit,
    memory_limit, effort,
))]
pub(crate) fn solve_texts<'py>(
    py: Python<'py>,
    rows: Vec<Option<String>>,
    want: &str,
    layout: Option<String>,
    limit: Option<u64>,
    keep: bool,
    jobs: Option<usize>,
    engine: Option<String>,
    backend: Option<String>,
    encoding: Option<String>,
    amo: Option<String>,
    seed: u64,
    time_limit: Option<f64>,
    memory_limit: Option<Size>,
    effort: Option<u64>,
) -> PyResult<Found<'py>> {
    let source = Rows::texts(rows, layout).or_raise(py)?;
    let options =
        Options { engine, backend, encoding, amo, seed, time_limit, effort, stats: false };
    let memory = Memory::new(py, memory_limit)?;
    run(py, &source, &wanted(want, limit)?, keep, jobs, None, (&options, memory.as_ref()))
}

fn wanted(want: &str, limit: Option<u64>) -> PyResult<Want> {
    match want {
        "solve" => Ok(Want::Solve),
        "unique" => Ok(Want::Unique),
        "count" => Ok(Want::Count { limit }),
        _ => Err(type_error(format!("no batch of `{want}`"))),
    }
}

fn run<'py>(
    py: Python<'py>,
    rows: &Rows<'_>,
    want: &Want,
    keep: bool,
    jobs: Option<usize>,
    out: Option<PyReadwriteArray2<'py, u8>>,
    (options, memory): (&Options, Option<&Memory>),
) -> PyResult<Found<'py>> {
    let (number, cells) = (rows.len(), rows.cells());
    let engine = options.engine(want).or_raise(py)?;
    let asked = Asked::new(rows, want, keep, engine);
    let status = PyArray1::zeros(py, number, false);
    let made = out.is_none() && asked.keeps();
    let made = made.then(|| PyArray2::zeros(py, [number, cells], false));
    let mut solutions = out.or_else(|| made.as_ref().map(PyArrayMethods::readwrite));
    if let Some(out) = &mut solutions
        && (out.as_array().dim() != (number, cells) || !out.is_c_contiguous())
    {
        let message = format!("out: expected contiguous uint8 of shape ({number}, {cells})");
        return Err(type_error(message));
    }
    let counts = matches!(want, Want::Count { .. });
    let counts =
        counts.then(|| (PyArray1::zeros(py, number, false), PyArray1::zeros(py, number, false)));
    let errors = {
        let mut said = status.readwrite();
        let mut numbers = counts.as_ref().map(|(count, all)| (count.readwrite(), all.readwrite()));
        let size = (number / (8 * threads(jobs).get())).clamp(LEAST, MOST);
        let mut chunks = Chunk::all(number, size);
        for (chunk, status) in chunks.iter_mut().zip(said.as_slice_mut()?.chunks_mut(size)) {
            chunk.status = status;
        }
        if let Some(solutions) = &mut solutions {
            let grids = solutions.as_slice_mut()?.chunks_mut((size * cells).max(1));
            chunks.iter_mut().zip(grids).for_each(|(chunk, grids)| chunk.grids = Some(grids));
        }
        if let Some((count, all)) = &mut numbers {
            let both =
                count.as_slice_mut()?.chunks_mut(size).zip(all.as_slice_mut()?.chunks_mut(size));
            chunks.iter_mut().zip(both).for_each(|(chunk, both)| chunk.counts = Some(both));
        }
        watched(py, None, memory, |stop, _told| {
            let limits = options.limits(within(memory, stop.clone()))?;
            answer(chunks, &asked, threads(jobs), &stop, &limits)
        })?
        .or_raise(py)?
    };
    let said = told(py, errors)?;
    drop(solutions);
    Ok((status, made, counts, said))
}

/// As many threads as were asked for, or as there are processors.
fn threads(jobs: Option<usize>) -> NonZeroUsize {
    let jobs = jobs.map_or_else(thread::available_parallelism, |jobs| {
        Ok(NonZeroUsize::new(jobs.min(MAX_THREADS)).unwrap_or(NonZeroUsize::MIN))
    });
    jobs.unwrap_or(NonZeroUsize::MIN)
}

/// Does work on so many threads at once, this one included.
fn on_threads(jobs: usize, work: impl Fn() + Copy + Send) {
    thread::scope(|scope| {
        for _ in 1..jobs {
            // Where the system has no more, those that are there do it all.
            if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        work();
    });
}

/// What is wrong with which rows, by number.
fn told(py: Python<'_>, mut errors: Vec<(usize, String)>) -> PyResult<Bound<'_, PyDict>> {
    errors.sort();
    let told = PyDict::new(py);
    for (row, error) in errors {
        told.set_item(row, error)?;
    }
    Ok(told)
}

/// Answers all chunks within limits, none more once the run is stopped; what is wrong with which
/// rows.
fn answer(
    chunks: Vec<Chunk<'_>>,
    asked: &Asked<'_>,
    jobs: NonZeroUsize,
    stop: &Limits,
    limits: &Limits,
) -> Result<Vec<(usize, String)>> {
    keep_freed_memory();
    let jobs = jobs.get().min(chunks.len());
    let chunks = Mutex::new(chunks.into_iter());
    let found = Mutex::new(Ok(Vec::new()));
    let work = || {
        loop {
            let next = chunks.lock().unwrap_or_else(PoisonError::into_inner).next();
            // Of what is stopped nobody sees the answers.
            let Some(chunk) = next.filter(|_| !stop.expired()) else { return };
            if limits.expired() {
                chunk.leave();
                continue;
            }
            let answered = chunk.answer(asked, limits);
            let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
            match (&mut *found, answered) {
                (Ok(all), Ok(errors)) => all.extend(errors),
                (Ok(_), Err(error)) => *found = Err(error),
                (Err(_), _) => return,
            }
        }
    };
    on_threads(jobs, work);
    let found: Result<_, Error> = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    found
}
