//! A bound on the memory of the process.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::prelude::*;
use satoku::{Error, Limits};

use crate::error::OrRaise;

/// A size as Python says it.
#[derive(Debug, FromPyObject)]
pub(crate) enum Size {
    /// A number of bytes.
    #[pyo3(transparent)]
    Bytes(u64),
    /// Such as `500M` or `4G`.
    #[pyo3(transparent)]
    Text(String),
}

/// How many bytes the process may have resident, all that Python has among them.
#[derive(Debug)]
pub(crate) struct Memory {
    limit: u64,
    /// Raised while it has more.
    too_much: Arc<AtomicBool>,
}

impl Memory {
    /// The bound that is asked for.
    pub(crate) fn new(py: Python<'_>, size: Option<Size>) -> PyResult<Option<Self>> {
        let limit = match size {
            None => return Ok(None),
            Some(Size::Bytes(bytes)) => Some(bytes),
            Some(Size::Text(text)) => Limits::parse_memory(&text),
        };
        let wrong = || Error::input("memory_limit: expected a size in bytes, such as \"4G\"");
        let limit = limit.filter(|&limit| limit > 0).ok_or_else(wrong).or_raise(py)?;
        Ok(Some(Memory { limit, too_much: Arc::default() }))
    }

    /// Looks how much there is.
    pub(crate) fn look(&self) {
        // Where the system does not tell, there is no bound but that on what a search begins with.
        if let Some(now) = memory_stats::memory_stats() {
            self.too_much.store(now.physical_mem as u64 > self.limit, Ordering::Relaxed);
        }
    }

    /// Limits, and this one.
    pub(crate) fn limits(&self, limits: Limits) -> Limits {
        limits.with_stop(Arc::clone(&self.too_much)).with_memory(self.limit)
    }
}

/// Limits, and a bound on memory if there is one.
pub(crate) fn within(memory: Option<&Memory>, limits: Limits) -> Limits {
    match memory {
        Some(memory) => memory.limits(limits),
        None => limits,
    }
}
