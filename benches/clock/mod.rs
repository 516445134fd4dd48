//! The clock of the benches that print tables of their own.

use std::time::Duration;

/// The processor time of this thread, which other programs do not lengthen much.
#[cfg(unix)]
pub(crate) fn time() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec.cast_unsigned(), u32::try_from(now.tv_nsec).unwrap_or_default())
}

/// The time since some moment.
#[cfg(not(unix))]
pub(crate) fn time() -> Duration {
    std::time::UNIX_EPOCH.elapsed().unwrap_or_default()
}
