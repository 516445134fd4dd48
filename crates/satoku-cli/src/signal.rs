//! Ctrl-C and termination: searches are asked to stop, what is finished is printed.

use std::sync::Arc;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

static STOP: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
static FINISHED: AtomicBool = AtomicBool::new(false);
static TYPED: AtomicBool = AtomicBool::new(false);

/// How long a run may take to come to its end once it was asked to. A reader that waits for input
/// never comes to one.
const GRACE: Duration = Duration::from_secs(2);

/// The same where puzzles are typed: the run mostly waits for them.
const GRACE_OF_TYPING: Duration = Duration::from_millis(200);

/// Listens for Ctrl-C and termination. A second signal ends the program at once.
pub(super) fn install() {
    // Without a handler the signal ends the program as it always did: nothing to report.
    let _ = ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            leave();
        }
        thread::spawn(|| {
            let grace = if TYPED.load(Ordering::Relaxed) { GRACE_OF_TYPING } else { GRACE };
            let end = Instant::now() + grace;
            while Instant::now() < end && !FINISHED.load(Ordering::Relaxed) {
                thread::sleep(Duration::from_millis(10));
            }
            if !FINISHED.load(Ordering::Relaxed) {
                leave();
            }
        });
    });
}

#[expect(clippy::exit, reason = "the one way out while another thread waits for input")]
fn leave() {
    std::process::exit(130)
}

/// The flag that is raised when the run should stop.
pub(super) fn stop_flag() -> Arc<AtomicBool> {
    Arc::clone(&STOP)
}

/// Whether the run was asked to stop.
pub(super) fn interrupted() -> bool {
    STOP.load(Ordering::Relaxed)
}

/// Puzzles are typed at a terminal from now on.
pub(super) fn typed() {
    TYPED.store(true, Ordering::Relaxed);
}

/// The run is over: the program ends by itself now.
pub(super) fn finished() {
    FINISHED.store(true, Ordering::Relaxed);
}
