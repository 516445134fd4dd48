//! What goes to standard error during a run: progress, diagnostics, the closing summary; and the
//! watch over memory.

use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{HumanBytes, HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::tally::Tally;
use satoku::ask::Progress;
use satoku::{Gauge, Limits, Work};
use satoku_check::shown;

/// Says something on standard error. Where nobody can hear it, that is no failure of the run.
pub(super) fn say(line: impl Into<String>) {
    _ = writeln!(io::stderr(), "{}", shown(line));
}

/// Progress, diagnostics and summary of one run.
pub(super) struct Monitor {
    bar: ProgressBar,
    start: Instant,
    quiet: bool,
    complaints: AtomicUsize,
    /// The thread that looks at the clock and the memory; it ends when its channel closes.
    watch: Option<(Sender<()>, JoinHandle<()>)>,
}

/// What the run tells of itself while it works, and the bound on its memory.
#[derive(Debug, Clone, Default)]
pub(super) struct Vitals {
    /// What the searches have done.
    gauge: Arc<Gauge>,
    /// Bytes of memory that the program may have resident.
    memory_limit: Option<u64>,
    /// Raised while it has more.
    too_much: Arc<AtomicBool>,
}

impl Vitals {
    /// Nothing done yet, and a bound on memory if there is one.
    pub(super) fn new(memory_limit: Option<u64>) -> Self {
        Vitals { memory_limit, ..Vitals::default() }
    }

    /// Limits of searches that are watched.
    pub(super) fn limits(&self) -> Limits {
        let stop = Arc::clone(&self.too_much);
        let limits = Limits::none().with_stop(stop).with_gauge(Arc::clone(&self.gauge));
        self.memory_limit.map_or(limits.clone(), |bytes| limits.with_memory(bytes))
    }

    /// Whether the program has more memory than it may.
    pub(super) fn is_too_much(&self) -> bool {
        self.too_much.load(Ordering::Relaxed)
    }
}

/// Diagnostics of one run that are printed; of a file that is all wrong nobody reads more.
const MAX_COMPLAINTS: usize = 200;

/// Runs that are over sooner show no progress.
const PATIENCE: Duration = Duration::from_secs(1);

/// The time between looks at the memory.
const BEAT: Duration = Duration::from_millis(20);

/// Looks at the memory between drawings of the progress line.
const BEATS: u32 = 8;

impl Monitor {
    /// Begins to watch; without a progress line where that would be in the way.
    pub(super) fn new(quiet: bool, without_bar: bool, vitals: &Vitals) -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let template = "{spinner} {human_pos} puzzles, {per_sec}, {elapsed}{vitals}{msg}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            let gauge = Arc::clone(&vitals.gauge);
            let write = move |_: &indicatif::ProgressState, out: &mut dyn fmt::Write| {
                _ = write_vitals(&gauge, out);
            };
            bar.set_style(style.with_key("vitals", write));
        }
        let shown = !quiet && !without_bar && io::stderr().is_terminal();
        let watch = (shown || vitals.memory_limit.is_some())
            .then(|| watch(vitals.clone(), shown.then(|| bar.clone())));
        Monitor { bar, start: Instant::now(), quiet, complaints: AtomicUsize::new(0), watch }
    }

    pub(super) fn count(&self, puzzles: &Tally) {
        self.bar.inc(puzzles.total());
    }

    /// Shows how far the answer to a puzzle has come.
    pub(super) fn progress(&self, index: u64, now: Progress) {
        let clues = now.clues.map(|clues| format!("{clues} clues"));
        let open = now.open.map(|open| format!("{open} open"));
        let parts: Vec<_> = clues.into_iter().chain(open).collect();
        self.message(&format!("#{index}: {}", parts.join(", ")));
    }

    /// Shows a message behind the progress line.
    pub(super) fn message(&self, message: &str) {
        self.bar.set_message(format!(", {message}"));
    }

    /// Does something that prints, with the progress line out of the way.
    pub(super) fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }

    /// Prints lines past the progress bar.
    pub(super) fn say(&self, lines: &[String]) {
        if !lines.is_empty() {
            self.aside(|| lines.iter().for_each(say));
        }
    }

    /// Prints diagnostics, unless there were too many already.
    pub(super) fn complain(&self, diagnostics: &[String]) {
        let before = self.complaints.load(Ordering::Relaxed);
        let room = MAX_COMPLAINTS.saturating_sub(before).min(diagnostics.len());
        self.say(&diagnostics[..room]);
        self.complaints.store(before + diagnostics.len(), Ordering::Relaxed);
    }

    pub(super) fn finish(mut self, puzzles: &Tally) {
        if let Some((sender, thread)) = self.watch.take() {
            drop(sender);
            // A watch that failed has nothing more to say.
            _ = thread.join();
        }
        self.bar.finish_and_clear();
        if let Some(more) = self.complaints.load(Ordering::Relaxed).checked_sub(MAX_COMPLAINTS + 1)
        {
            say(format!("satoku: and {} messages more", more + 1));
        }
        let total = puzzles.total();
        if self.quiet || total < 2 || !io::stderr().is_terminal() {
            return;
        }
        let time = self.start.elapsed().as_secs_f64();
        say(format!("{total} puzzles: {} in {time:.3} s", puzzles.summary()));
    }
}

/// Looks at the memory, and draws the progress line once the run gets long.
fn watch(vitals: Vitals, bar: Option<ProgressBar>) -> (Sender<()>, JoinHandle<()>) {
    let (sender, receiver) = mpsc::channel();
    let start = Instant::now();
    let thread = thread::spawn(move || {
        let mut drawn = false;
        let mut beat = 0u32;
        while let Err(RecvTimeoutError::Timeout) = receiver.recv_timeout(BEAT) {
            if let (Some(limit), Some(bytes)) = (vitals.memory_limit, resident()) {
                vitals.too_much.store(bytes > limit, Ordering::Relaxed);
            }
            beat = beat.wrapping_add(1);
            if let Some(bar) = &bar
                && start.elapsed() > PATIENCE
                && beat.is_multiple_of(BEATS)
            {
                if !drawn {
                    bar.set_draw_target(ProgressDrawTarget::stderr());
                    drawn = true;
                }
                bar.tick();
            }
        }
    });
    (sender, thread)
}

/// What the searches have done and what memory the program has.
fn write_vitals(gauge: &Gauge, out: &mut dyn fmt::Write) -> fmt::Result {
    for (work, word) in Work::ALL {
        let count = gauge.read(work);
        if count > 0 {
            write!(out, ", {} {word}", HumanCount(count))?;
        }
    }
    resident().map_or(Ok(()), |bytes| write!(out, ", {}", HumanBytes(bytes)))
}

/// Bytes of memory that the program has resident, where the system tells.
fn resident() -> Option<u64> {
    memory_stats::memory_stats().map(|stats| stats.physical_mem as u64)
}
