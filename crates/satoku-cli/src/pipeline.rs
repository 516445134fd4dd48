//! The one way from items to what is printed of them: threads work, the results come out in order.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::monitor::{Monitor, Vitals};
use super::options::{BatchArgs, InputArgs};
use super::signal;
use super::tally::Tally;
use satoku::Limits;
use satoku::ask::{Answer, Outcome, Reply, Status};
use satoku::jobs::batch;
use satoku_print::Plate;

/// What became of an item.
#[derive(Debug, Default)]
pub(crate) struct Printed {
    /// For standard output.
    pub(crate) text: Vec<u8>,
    /// For standard error; of very many not all are printed.
    pub(crate) diagnostics: Vec<String>,
    /// Statistics that were asked for: all of them are printed, on standard error.
    pub(crate) statistics: Vec<String>,
    /// The worst answer.
    pub(crate) outcome: Outcome,
    /// How many puzzles got which word.
    pub(crate) tally: Tally,
    /// What is printed on pages.
    pub(crate) plates: Vec<Plate>,
    /// Whether a text has several lines, or none, where each must have one.
    pub(crate) has_blocks: bool,
    /// Whether the run was asked to stop before all was answered: what follows must not be printed.
    pub(crate) cut: bool,
}

impl Printed {
    /// Counts puzzles that were answered.
    pub(crate) fn note(&mut self, word: &'static str, outcome: Outcome, puzzles: u64) {
        self.outcome = self.outcome.max(outcome);
        self.tally.add(word, puzzles);
    }

    /// Counts a puzzle that was not, and says why.
    pub(crate) fn fail(&mut self, source: &str, error: impl std::fmt::Display) {
        self.note(Status::Error.word(), Outcome::Error, 1);
        self.complain(source, error);
    }

    /// Notes an answer, with what goes to standard error.
    pub(crate) fn answer(&mut self, answer: &Answer, source: &str) {
        if let Answer::Failed(failure) = answer
            && failure.status == Status::Error
        {
            return self.fail(source, &failure.error);
        }
        self.note(answer.status().word(), answer.outcome(), 1);
    }

    /// Prints a line of JSON.
    pub(crate) fn json(&mut self, reply: &Reply<'_>) {
        self.text.extend(reply.json().into_bytes());
        self.text.push(b'\n');
    }

    /// Says something about a source.
    pub(crate) fn complain(&mut self, source: &str, what: impl std::fmt::Display) {
        self.diagnostics.push(format!("satoku: {source}: {what}"));
    }
}

/// What is written to: standard output, or a file.
pub(crate) type Out = BufWriter<Box<dyn Write + Send>>;

/// One run of a command.
pub(crate) struct Pipeline {
    pub(crate) monitor: Monitor,
    vitals: Vitals,
    jobs: NonZeroUsize,
    out: Mutex<Out>,
}

impl Pipeline {
    /// A run with progress, and a bound on memory if there is one.
    pub(crate) fn new(batch: &BatchArgs, memory_limit: Option<u64>) -> Self {
        Self::with(batch, memory_limit, false)
    }

    /// A run over puzzles. While they are typed at a terminal it shows no progress.
    pub(crate) fn reading(input: &InputArgs, batch: &BatchArgs, memory_limit: Option<u64>) -> Self {
        Self::with(batch, memory_limit, input.is_typed())
    }

    /// A run over puzzles that prints solutions while they are found, in one thread.
    pub(crate) fn streaming(
        input: &InputArgs,
        batch: &BatchArgs,
        memory_limit: Option<u64>,
    ) -> Self {
        // A progress line would get in the way of what is printed meanwhile.
        let streams = io::stdout().is_terminal();
        Self::with(batch, memory_limit, input.is_typed() || streams).one_by_one()
    }

    fn with(batch: &BatchArgs, memory_limit: Option<u64>, without_bar: bool) -> Self {
        let vitals = Vitals::new(memory_limit);
        let monitor = Monitor::new(batch.quiet, without_bar, &vitals);
        let out = Mutex::new(BufWriter::new(Box::new(io::stdout()) as _));
        Pipeline { monitor, vitals, jobs: batch.jobs(), out }
    }

    /// The same with one item at a time.
    pub(crate) fn one_by_one(self) -> Self {
        Pipeline { jobs: NonZeroUsize::MIN, ..self }
    }

    /// The same with what is printed going elsewhere.
    pub(crate) fn to(self, out: Box<dyn Write + Send>) -> Self {
        Pipeline { out: Mutex::new(BufWriter::new(out)), ..self }
    }

    /// Standard output, or what is in its place, for what is printed before the items or past them.
    pub(crate) fn out(&self) -> MutexGuard<'_, Out> {
        self.out.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The limits of a search that begins now.
    pub(crate) fn limits(&self, time: Option<std::time::Duration>) -> Limits {
        let limits = self.vitals.limits().with_stop(signal::stop_flag());
        match time {
            Some(time) => limits.with_time(time),
            None => limits,
        }
    }

    /// Says of a search that memory ended it, if so.
    pub(crate) fn note_memory(&self, answer: &mut Answer) {
        if answer.status() == Status::Unknown && self.vitals.is_too_much() {
            answer.note("the memory limit was reached");
        }
    }

    /// Works through items on threads; `settle` turns what became of each, in order, into what is
    /// printed.
    ///
    /// # Errors
    /// If an item fails as a whole, or output cannot be written.
    pub(crate) fn run<T: Send, U: Send>(
        self,
        mut next: impl FnMut() -> Option<T> + Send,
        work: impl Fn(&Self, T) -> anyhow::Result<U> + Sync,
        mut settle: impl FnMut(U) -> Printed,
    ) -> anyhow::Result<Outcome> {
        let (mut outcome, mut tally) = (Outcome::default(), Tally::default());
        let mut failure = None;
        let mut print = |done: anyhow::Result<U>| -> anyhow::Result<ControlFlow<()>> {
            let printed = settle(done?);
            outcome = outcome.max(printed.outcome);
            self.monitor.count(&printed.tally);
            tally.and(&printed.tally);
            let mut out = self.out();
            self.monitor.aside(|| out.write_all(&printed.text).and_then(|()| out.flush()))?;
            drop(out);
            self.monitor.say(&printed.statistics);
            self.monitor.complain(&printed.diagnostics);
            Ok(if printed.cut { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        };
        batch::ordered(
            self.jobs,
            || if signal::interrupted() { None } else { next() },
            |item| work(&self, item),
            |done| {
                print(done).unwrap_or_else(|error| {
                    failure = Some(error);
                    ControlFlow::Break(())
                })
            },
        );
        self.monitor.finish(&tally);
        failure.map_or(Ok(outcome), Err)
    }
}
