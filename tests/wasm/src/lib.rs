//! The library as a WebAssembly module that answers questions, for `run.mjs`.
//!
//! The host writes a question to [`room`], calls [`ask`] and reads the answer at [`answer`].

#![allow(unsafe_code, reason = "exported names; no other unsafe code")]

use std::num::NonZeroUsize;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use satoku::engine::{EngineOptions, EngineSpec};
use satoku::format::line_of;
use satoku::jobs::answer::{self, Uniqueness};
use satoku::{Error, Limits, Query, Result, Solution};
use serde_json::{Value, json};

/// The question, then its answer.
static TEXT: Mutex<Vec<u8>> = Mutex::new(Vec::new());

fn text() -> MutexGuard<'static, Vec<u8>> {
    TEXT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes room for a question of this length.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    let mut text = text();
    text.clear();
    text.resize(length, 0);
    text.as_mut_ptr()
}

/// Answers the question; the length of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> usize {
    let mut text = text();
    let question = serde_json::from_slice(&text).unwrap_or_default();
    let answer = reply(&question)
        .unwrap_or_else(|error| json!({ "status": "error", "error": error.to_string() }));
    *text = answer.to_string().into_bytes();
    text.len()
}

/// Where the answer is.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    text().as_ptr()
}

fn reply(question: &Value) -> Result<Value> {
    let word = |name: &str| question[name].as_str();
    let puzzle = satoku::parse(word("puzzle").unwrap_or_default())?;
    let mut options = EngineOptions::default();
    if let Some(name) = word("backend") {
        options.backend = name.parse()?;
    }
    if let Some(threads) = question["threads"].as_u64() {
        options.threads = usize::try_from(threads)
            .ok()
            .and_then(NonZeroUsize::new)
            .ok_or_else(|| Error::input("threads: expected a positive number"))?;
    }
    let engine = EngineSpec::new(word("engine").unwrap_or("auto"), options)?;
    let mut limits = Limits::none();
    if let Some(seconds) = question["time_limit"].as_f64() {
        limits = limits.with_time(Duration::from_secs_f64(seconds));
    }
    let lines = |solutions: &[Solution]| solutions.iter().map(line_of).collect::<Vec<_>>();
    match word("want") {
        Some("count") => {
            let found =
                answer::find(&puzzle, &engine, &limits, Query::count(question["limit"].as_u64()))?;
            Ok(json!({ "status": "solved", "count": found.count, "complete": found.is_complete() }))
        }
        Some("unique") => Ok(match answer::unique(&puzzle, &engine, &limits)? {
            Uniqueness::Unique(solution) => {
                json!({ "status": "unique", "solution": line_of(&solution) })
            }
            Uniqueness::Multiple(witnesses) => {
                json!({ "status": "multiple", "solutions": lines(&witnesses[..]) })
            }
            Uniqueness::None => json!({ "status": "none" }),
            Uniqueness::Unknown => json!({ "status": "unknown" }),
        }),
        Some("solve") => Ok(match answer::solve(&puzzle, &engine, &limits)? {
            Some(solution) => json!({ "status": "solved", "solution": line_of(&solution) }),
            None => json!({ "status": "none" }),
        }),
        other => {
            Err(Error::unsupported(format!("want {other:?}: expected solve, count or unique")))
        }
    }
}
