//! One puzzle: solve, count, unique, solutions.

use std::sync::{Mutex, PoisonError};
use std::task::Poll;

use pyo3::exceptions::PyStopIteration;
use pyo3::prelude::*;
use satoku::Limits;
use satoku::ask::{Answer, Event, Failure, Options, Status, Want};
use satoku::engine::{EngineOptions, EngineSpec};
use satoku::jobs::answer;

use crate::error::{OrRaise, of_failure, raised};
use crate::memory::{Memory, Size, within};
use crate::puzzle::Puzzle;
use crate::solution::Solution;
use crate::wait::{PULSE, asked, question};

/// Branches for which a plain 9×9 or 16×16 is searched without a thread that could be interrupted:
/// a fraction of a millisecond.
const SHORT: u64 = 200;

/// Solutions up to which that is done.
const FEW: u64 = 16;

/// A solution of a puzzle, or None if there is none; `LimitError` if a limit comes first.
#[pyfunction]
#[pyo3(signature = (
    puzzle, *, engine = None, backend = None, encoding = None, amo = None, seed = 0,
    time_limit = None, memory_limit = None, effort = None, progress = None,
))]
pub(crate) fn solve(
    py: Python<'_>,
    puzzle: &Puzzle,
    engine: Option<String>,
    backend: Option<String>,
    encoding: Option<String>,
    amo: Option<String>,
    seed: u64,
    time_limit: Option<f64>,
    memory_limit: Option<Size>,
    effort: Option<u64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Option<Solution>> {
    let options =
        Options { engine, backend, encoding, amo, seed, time_limit, effort, stats: false };
    let memory = Memory::new(py, memory_limit)?;
    match found(py, puzzle, Want::Solve, options, progress.as_ref(), memory.as_ref())? {
        Answer::Solve(answer) if answer.status == Status::Unknown => Err(no_answer(py)),
        Answer::Solve(answer) => Ok(answer.solution.map(Solution)),
        other => Err(unexpected(py, &other)),
    }
}

/// How many solutions a puzzle has, at most `limit` if there is one.
#[pyfunction]
#[pyo3(signature = (
    puzzle, limit = None, *, engine = None, backend = None, encoding = None, amo = None, seed = 0,
    time_limit = None, memory_limit = None, effort = None, progress = None,
))]
pub(crate) fn count(
    py: Python<'_>,
    puzzle: &Puzzle,
    limit: Option<u64>,
    engine: Option<String>,
    backend: Option<String>,
    encoding: Option<String>,
    amo: Option<String>,
    seed: u64,
    time_limit: Option<f64>,
    memory_limit: Option<Size>,
    effort: Option<u64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Count> {
    let options =
        Options { engine, backend, encoding, amo, seed, time_limit, effort, stats: false };
    let memory = Memory::new(py, memory_limit)?;
    match found(py, puzzle, Want::Count { limit }, options, progress.as_ref(), memory.as_ref())? {
        Answer::Count(answer) => {
            let (count, complete) =
                answer.search.map_or((0, false), |search| (search.count, search.complete));
            Ok(Count { status: answer.status.word(), found: count, complete })
        }
        other => Err(unexpected(py, &other)),
    }
}

/// Whether a puzzle has exactly one solution.
#[pyfunction]
#[pyo3(signature = (
    puzzle, *, engine = None, backend = None, encoding = None, amo = None, seed = 0,
    time_limit = None, memory_limit = None, effort = None, progress = None,
))]
pub(crate) fn unique(
    py: Python<'_>,
    puzzle: &Puzzle,
    engine: Option<String>,
    backend: Option<String>,
    encoding: Option<String>,
    amo: Option<String>,
    seed: u64,
    time_limit: Option<f64>,
    memory_limit: Option<Size>,
    effort: Option<u64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Uniqueness> {
    let options =
        Options { engine, backend, encoding, amo, seed, time_limit, effort, stats: false };
    let memory = Memory::new(py, memory_limit)?;
    match found(py, puzzle, Want::Unique, options, progress.as_ref(), memory.as_ref())? {
        Answer::Unique(answer) => {
            let several = answer.solutions.unwrap_or_default();
            let solutions: PyResult<Vec<_>> = answer
                .solution
                .into_iter()
                .chain(several)
                .map(|solution| Py::new(py, Solution(solution)))
                .collect();
            Ok(Uniqueness { status: answer.status.word(), solutions: solutions? })
        }
        other => Err(unexpected(py, &other)),
    }
}

/// The answer to a search.
fn found(
    py: Python<'_>,
    puzzle: &Puzzle,
    want: Want,
    options: Options,
    progress: Option<&Py<PyAny>>,
    memory: Option<&Memory>,
) -> PyResult<Answer> {
    let puzzle = &puzzle.0;
    let asks_for_formulas = [&options.backend, &options.encoding, &options.amo];
    if options.time_limit.is_none()
        && memory.is_none()
        && asks_for_formulas.iter().all(|option| option.is_none())
        && let Some(query) = want.query()
        && query.limit.is_some_and(|limit| limit <= FEW)
        && matches!(options.engine.as_deref(), None | Some("auto" | "lanes"))
        && let Ok(lanes) = EngineSpec::new("lanes", EngineOptions::default())
        && lanes.takes(puzzle)
    {
        let effort = options.effort.map_or(SHORT, |effort| effort.min(SHORT));
        let limits = Limits::none().with_effort(effort);
        let findings = answer::find(puzzle, &lanes, &limits, query).or_raise(py)?;
        if findings.end != satoku::End::Limit
            && let Some(answer) = want.judge(findings)
        {
            return Ok(answer);
        }
    }
    let events = asked(py, Some(puzzle), &question(want, options), progress, memory)?;
    match events.into_iter().next_back() {
        Some(Event::Answer(answer)) => match *answer {
            Answer::Failed(failure) => Err(of_failure(py, &failure)),
            answer => Ok(answer),
        },
        _ => Err(no_answer(py)),
    }
}

fn no_answer(py: Python<'_>) -> PyErr {
    raised(py, &satoku::Error::limit("no answer within the limits"))
}

fn unexpected(py: Python<'_>, answer: &Answer) -> PyErr {
    let status = answer.status().word();
    of_failure(py, &Failure::from(&satoku::Error::unsupported(format!("answered {status}"))))
}

/// A number of solutions.
#[pyclass(frozen, module = "satoku", eq)]
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Count {
    status: &'static str,
    found: u64,
    complete: bool,
}

#[pymethods]
impl Count {
    /// `counted`, `none`, or `unknown` where a limit came before the number asked for.
    #[getter]
    fn status(&self) -> &str {
        self.status
    }

    /// How many were found.
    #[getter]
    fn count(&self) -> u64 {
        self.found
    }

    /// Whether these are all.
    #[getter]
    fn complete(&self) -> bool {
        self.complete
    }

    /// The number of all solutions; `LimitError` if that is not known.
    fn __int__(&self, py: Python<'_>) -> PyResult<u64> {
        if self.complete {
            return Ok(self.found);
        }
        let message = format!("{self}: there may be more", self = self.__str__());
        Err(raised(py, &satoku::Error::limit(message)))
    }

    fn __index__(&self, py: Python<'_>) -> PyResult<u64> {
        self.__int__(py)
    }

    fn __str__(&self) -> String {
        format!("{}{}", self.found, if self.complete { "" } else { "+" })
    }

    fn __repr__(&self) -> String {
        let complete = if self.complete { "True" } else { "False" };
        format!("<satoku.Count {} complete={complete}>", self.found)
    }
}

/// Whether a puzzle has one solution. True only if so.
#[pyclass(frozen, module = "satoku")]
#[derive(Debug)]
pub(crate) struct Uniqueness {
    status: &'static str,
    solutions: Vec<Py<Solution>>,
}

#[pymethods]
impl Uniqueness {
    /// `unique`, `multiple`, `none`, or `unknown` where a limit came first.
    #[getter]
    fn status(&self) -> &str {
        self.status
    }

    /// The one solution.
    #[getter]
    fn solution(&self, py: Python<'_>) -> Option<Py<Solution>> {
        let is_one = self.status == Status::Unique.word();
        self.solutions.first().filter(|_| is_one).map(|solution| solution.clone_ref(py))
    }

    /// The one solution, or two of several.
    #[getter]
    fn solutions(&self, py: Python<'_>) -> Vec<Py<Solution>> {
        self.solutions.iter().map(|solution| solution.clone_ref(py)).collect()
    }

    fn __bool__(&self) -> bool {
        self.status == Status::Unique.word()
    }

    fn __repr__(&self) -> String {
        format!("<satoku.Uniqueness {}>", self.status)
    }
}

/// The solutions of a puzzle, searched for while they are used; at most `limit` of them.
#[pyfunction]
#[pyo3(signature = (
    puzzle, limit = None, *, engine = None, backend = None, encoding = None, amo = None, seed = 0,
    time_limit = None, memory_limit = None, effort = None,
))]
pub(crate) fn solutions(
    py: Python<'_>,
    puzzle: &Puzzle,
    limit: Option<u64>,
    engine: Option<String>,
    backend: Option<String>,
    encoding: Option<String>,
    amo: Option<String>,
    seed: u64,
    time_limit: Option<f64>,
    memory_limit: Option<Size>,
    effort: Option<u64>,
) -> PyResult<Solutions> {
    let options =
        Options { engine, backend, encoding, amo, seed, time_limit, effort, stats: false };
    let memory = Memory::new(py, memory_limit)?;
    let engine = options.engine(&Want::Solutions { limit }).or_raise(py)?;
    let limits = options.limits(within(memory.as_ref(), Limits::none())).or_raise(py)?;
    let found = answer::solutions(&puzzle.0, &engine, &limits);
    Ok(Solutions { found: Mutex::new(Some(found)), left: Mutex::new(limit), memory })
}

/// An iterator over solutions; `close` ends the search.
#[pyclass(frozen, module = "satoku")]
#[derive(Debug)]
pub(crate) struct Solutions {
    found: Mutex<Option<answer::Solutions>>,
    left: Mutex<Option<u64>>,
    memory: Option<Memory>,
}

#[pymethods]
impl Solutions {
    fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Solution> {
        loop {
            if let Some(memory) = &self.memory {
                memory.look();
            }
            let next = py.detach(|| self.next_within_a_pulse());
            match next {
                Poll::Ready(Some(Ok(solution))) => return Ok(Solution(solution)),
                Poll::Ready(Some(Err(error))) => return Err(raised(py, &error)),
                Poll::Ready(None) => return Err(PyStopIteration::new_err(())),
                Poll::Pending => py.check_signals()?,
            }
        }
    }

    /// Ends the search.
    fn close(&self, py: Python<'_>) {
        py.detach(|| *self.found.lock().unwrap_or_else(PoisonError::into_inner) = None);
    }
}

impl Solutions {
    fn next_within_a_pulse(&self) -> Poll<Option<satoku::Result<satoku::Solution>>> {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        if *left == Some(0) {
            *found = None;
        }
        let next = found.as_mut().map_or(Poll::Ready(None), |found| found.next_within(PULSE));
        let is_one = matches!(next, Poll::Ready(Some(_)));
        *left = left.map(|left| left - u64::from(is_one));
        next
    }
}
