//! `satoku generate --rating`: puzzles are drawn and rated on threads; the first that fit are
//! printed.

use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::{GenerateArgs, Place};
use crate::pipeline::{Pipeline, Printed};
use crate::signal;
use satoku::Limits;
use satoku::ask::{Answer, Made, Outcome};
use satoku::jobs::generate::{Drawn, Hunt, RatedWish};

/// How far the search has come, and when the last puzzle was found.
struct State {
    hunt: Hunt,
    since: Instant,
}

/// Puzzles whose rating is as wanted, where they are written, and what is told of each.
pub(super) fn run(
    args: &GenerateArgs,
    wish: &RatedWish,
    seed: u64,
    place: Place<'_>,
    pipeline: Pipeline,
    mut settle: impl FnMut((Vec<(u64, Outcome)>, Printed)) -> Printed,
) -> anyhow::Result<Outcome> {
    let state = Mutex::new(State { hunt: Hunt::default(), since: Instant::now() });
    let state =
        || -> MutexGuard<'_, State> { state.lock().unwrap_or_else(PoisonError::into_inner) };
    let mut last = 0..0;
    let numbers = || -> Option<Range<u64>> {
        last = wish.next(&last);
        (!state().hunt.is_over(wish)).then(|| last.clone())
    };
    let work = |pipeline: &Pipeline, numbers: Range<u64>| -> anyhow::Result<Vec<Drawn>> {
        let (Hunt { found, drawn, .. }, since) = {
            let state = state();
            (state.hunt, state.since)
        };
        pipeline.monitor.message(&format!("#{}: {drawn} puzzles drawn", found + 1));
        // Each puzzle that is found has the time that is allowed.
        let left = |time: Duration| time.saturating_sub(since.elapsed());
        let limits = pipeline.limits(args.time_limit.map(left));
        Ok(wish.draw(seed, numbers, wish.count - found, &limits)?)
    };
    let limits = Limits::none().with_stop(signal::stop_flag());
    let mut failure = None;
    let take = |drawn: Vec<Drawn>| {
        let (mut made, mut printed) = (Vec::new(), Printed::default());
        let mut state = state();
        let mut answers = Vec::new();
        let was_over = state.hunt.is_over(wish);
        for drawn in drawn {
            if let Some(found) = state.hunt.take(wish, drawn) {
                state.since = Instant::now();
                answers.push((state.hunt.found, Made::rated(wish, seed, found)));
            }
        }
        printed.cut = state.hunt.is_over(wish);
        if printed.cut && !was_over {
            let short = Made::short_of(wish, seed, &state.hunt);
            answers.extend(short.map(|short| (state.hunt.found + 1, short)));
        }
        drop(state);
        for (number, answer) in answers {
            let answer = Answer::Made(Box::new(answer));
            made.push((number, answer.outcome()));
            if let Err(error) = args.print(answer, number, place, &limits, &mut printed) {
                failure.get_or_insert(error);
                printed.cut = true;
            }
        }
        settle((made, printed))
    };
    let outcome = pipeline.run(numbers, work, take)?;
    failure.map_or(Ok(outcome), |error| Err(error.into()))
}
