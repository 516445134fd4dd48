//! What differs by platform: the clock and threads.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub(crate) use std::time::Instant;
/// The standard library's clock panics there.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub(crate) use web_time::Instant;

/// The most threads that are started for anything: whoever asks for more gets as many.
pub const MAX_THREADS: usize = 1024;

/// Whether threads can be started.
pub(crate) const HAS_THREADS: bool = !cfg!(target_family = "wasm");
