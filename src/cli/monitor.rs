//! What goes to standard error during a run: progress, diagnostics, the closing summary.

use std::cell::Cell;
use std::io::{self, IsTerminal};
use std::time::Instant;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::tally::Tally;

/// Progress, diagnostics and summary of one run.
pub(super) struct Monitor {
    bar: ProgressBar,
    start: Instant,
    quiet: bool,
    complaints: Cell<usize>,
}

/// Diagnostics of one run that are printed; of a file that is all wrong nobody reads more.
const MAX_COMPLAINTS: usize = 200;

impl Monitor {
    pub(super) fn new(quiet: bool) -> Self {
        // On a terminal that also shows the answers a bar would only get in their way.
        let hidden = quiet || io::stdout().is_terminal();
        let target =
            if hidden { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let bar = ProgressBar::with_draw_target(None, target);
        if let Ok(style) =
            ProgressStyle::with_template("{spinner} {human_pos} puzzles, {per_sec}, {elapsed}")
        {
            bar.set_style(style);
        }
        Monitor { bar, start: Instant::now(), quiet, complaints: Cell::new(0) }
    }

    pub(super) fn count(&self, puzzles: &Tally) {
        self.bar.inc(puzzles.total());
    }

    /// Prints lines past the progress bar.
    pub(super) fn say(&self, lines: &[String]) {
        if !lines.is_empty() {
            self.bar.suspend(|| lines.iter().for_each(|line| eprintln!("{line}")));
        }
    }

    /// Prints diagnostics, unless there were too many already.
    pub(super) fn complain(&self, diagnostics: &[String]) {
        let before = self.complaints.get();
        let room = MAX_COMPLAINTS.saturating_sub(before).min(diagnostics.len());
        self.say(&diagnostics[..room]);
        self.complaints.set(before + diagnostics.len());
    }

    pub(super) fn finish(&self, puzzles: &Tally) {
        self.bar.finish_and_clear();
        if let Some(more) = self.complaints.get().checked_sub(MAX_COMPLAINTS + 1) {
            eprintln!("satoku: and {} messages more", more + 1);
        }
        let total = puzzles.total();
        if self.quiet || total < 2 || !io::stderr().is_terminal() {
            return;
        }
        let time = self.start.elapsed().as_secs_f64();
        eprintln!("{total} puzzles: {} in {time:.3} s", puzzles.summary());
    }
}
