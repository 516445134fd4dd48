//! Work that takes long: other Python threads run meanwhile, Ctrl-C ends it, progress is told.

use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use satoku::Limits;
use satoku::ask::{Event, Options, Progress, Question, Want, ask_about};

use crate::memory::{Memory, within};

/// How often signals are looked for.
pub(crate) const PULSE: Duration = Duration::from_millis(10);

/// Does work on a thread of its own, while this one heeds signals and hands on what the work tells.
/// When a handler of signals or `tell` raises, the work is asked to stop by its limits, and the
/// exception goes on once it has. Memory is looked at meanwhile; whether it is a limit, the work
/// says by its own.
pub(crate) fn watched<T: Send>(
    py: Python<'_>,
    tell: Option<&Py<PyAny>>,
    memory: Option<&Memory>,
    work: impl FnOnce(Limits, Sender<Progress>) -> T + Send,
) -> PyResult<T> {
    let stop = Arc::new(AtomicBool::new(false));
    let (sender, told) = mpsc::channel();
    let limits = Limits::none().with_stop(Arc::clone(&stop));
    let (raised, done) = py.detach(move || {
        thread::scope(move |scope| {
            let mut raised = None;
            let worker = scope.spawn(move || work(limits, sender));
            loop {
                let progress = match told.recv_timeout(PULSE) {
                    Ok(progress) => Some(progress),
                    Err(RecvTimeoutError::Timeout) => None,
                    Err(RecvTimeoutError::Disconnected) => break,
                };
                if let Some(memory) = memory {
                    memory.look();
                }
                if raised.is_some() {
                    continue;
                }
                if let Err(error) = Python::attach(|py| heed(py, tell, progress)) {
                    raised = Some(error);
                    stop.store(true, Ordering::Relaxed);
                }
            }
            (raised, worker.join())
        })
    });
    match (raised, done) {
        (Some(error), _) => Err(error),
        (None, Ok(done)) => Ok(done),
        (None, Err(panic)) => resume_unwind(panic),
    }
}

/// Runs the handlers of signals that came, and tells progress.
fn heed(py: Python<'_>, tell: Option<&Py<PyAny>>, progress: Option<Progress>) -> PyResult<()> {
    py.check_signals()?;
    let (Some(tell), Some(now)) = (tell, progress) else { return Ok(()) };
    let document = PyDict::new(py);
    for (name, amount) in [("nodes", now.nodes), ("conflicts", now.conflicts), ("steps", now.steps)]
    {
        document.set_item(name, amount)?;
    }
    for (name, number) in [("open", now.open), ("clues", now.clues)] {
        if let Some(number) = number {
            document.set_item(name, number)?;
        }
    }
    tell.call1(py, (document,)).map(|_| ())
}

/// A question without its puzzle.
pub(crate) fn question(want: Want, options: Options) -> Question {
    let (puzzle, layout, rules, ignore) = (None, None, Vec::new(), Vec::new());
    Question { satoku: 1, puzzle, layout, rules, ignore, want, options }
}

/// All events of a question's answer but progress, which is told.
pub(crate) fn asked(
    py: Python<'_>,
    puzzle: Option<&satoku::Puzzle>,
    question: &Question,
    tell: Option<&Py<PyAny>>,
    memory: Option<&Memory>,
) -> PyResult<Vec<Event>> {
    let tells = tell.is_some();
    watched(py, tell, memory, |limits, progress| {
        let limits = within(memory, limits);
        let (sender, events) = mpsc::channel();
        let watch = move |event| {
            match event {
                // Nobody may be there to be told: then nothing is lost.
                Event::Progress(now) if tells => _ = progress.send(now),
                Event::Progress(_) => {}
                event => _ = sender.send(event),
            }
            true
        };
        ask_about(puzzle, question, limits, &(Arc::new(watch) as _));
        events.into_iter().collect()
    })
}
