//! What differs by platform: the clock and threads.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub(crate) use std::time::Instant;
/// The standard library's clock panics there.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub(crate) use web_time::Instant;

/// Whether threads can be started.
pub(crate) const HAS_THREADS: bool = !cfg!(target_family = "wasm");
