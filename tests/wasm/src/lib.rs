//! The library as a WebAssembly module that answers questions, for `run.mjs`.
//!
//! The host writes a question to [`room`], calls [`ask`] and reads the events at [`events`].

#![allow(unsafe_code, reason = "exported names; no other unsafe code")]

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use satoku::ask::{Event, Question};
use serde_json::{Value, json};

/// The question, then the events of its answer: a JSON array.
static TEXT: Mutex<Vec<u8>> = Mutex::new(Vec::new());

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes room for a question of this length.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    let mut text = lock(&TEXT);
    text.clear();
    text.resize(length, 0);
    text.as_mut_ptr()
}

/// Answers the question; the length of the events.
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> usize {
    let mut text = lock(&TEXT);
    let events = match serde_json::from_slice::<Question>(&text) {
        Ok(question) => answered(&question),
        Err(error) => vec![json!({ "answer": { "status": "error", "error": error.to_string() } })],
    };
    *text = Value::from(events).to_string().into_bytes();
    text.len()
}

/// Where the events are.
#[unsafe(no_mangle)]
pub extern "C" fn events() -> *const u8 {
    lock(&TEXT).as_ptr()
}

fn answered(question: &Question) -> Vec<Value> {
    let told = Arc::new(Mutex::new(Vec::new()));
    let all = Arc::clone(&told);
    let watch = move |event: Event| {
        if !matches!(event, Event::Progress(_)) {
            lock(&all).push(serde_json::to_value(event).unwrap_or_default());
        }
        true
    };
    satoku::ask::ask(question, &(Arc::new(watch) as _));
    std::mem::take(&mut *lock(&told))
}
