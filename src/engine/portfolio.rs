//! All engines at once, each on a thread of its own: solutions are taken from whichever has them
//! first, and the first engine that knows that there are no more ends the contest. The others are
//! stopped.
//!
//! Which engine wins depends on the machine, so this one alone does not promise the same answer
//! everywhere; only the number of solutions, where it is final.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::thread;

use super::{End, Engine, EngineOptions, EngineSpec, Outcome, Stats, Visitor};
use crate::error::{Error, Result};
use crate::grid::Digit;
use crate::limits::Limits;
use crate::platform::{HAS_THREADS, MAX_THREADS};
use crate::puzzle::Puzzle;
use crate::sat::backend::{BACKENDS, BackendSpec};
use crate::sat::encode::ENCODINGS;

/// With more solutions than this, they are counted by one engine alone: to tell which of them are
/// new would take too much memory.
const MANY_SOLUTIONS: usize = 100_000;

/// The engines in a contest.
#[derive(Debug)]
pub(super) struct Portfolio {
    options: EngineOptions,
}

/// What a contestant has to say.
enum Event {
    Solution(Box<[Digit]>),
    End(Result<Outcome>),
}

impl Portfolio {
    pub(super) fn new(options: EngineOptions) -> Self {
        Portfolio { options }
    }

    /// Who takes part, as many as there are threads: what differs most comes first. Where the
    /// list ends, further threads go to local search from other seeds, if it takes the puzzle.
    fn contestants(&self, puzzle: &Puzzle) -> Vec<EngineSpec> {
        let spec = |name: &str, change: &dyn Fn(&mut EngineOptions)| {
            // Each has the thread that it runs on.
            let mut options = EngineOptions { threads: NonZeroUsize::MIN, ..self.options.clone() };
            change(&mut options);
            EngineSpec::new(name, options).ok().filter(|spec| spec.takes(puzzle))
        };
        let as_asked = |_: &mut EngineOptions| {};
        let mut all: Vec<_> = ["lanes", "sat", "local", "native"]
            .into_iter()
            .filter_map(|name| spec(name, &as_asked))
            .collect();
        let asked = self.options.backend.to_string();
        for backend in BACKENDS.iter().filter(|backend| backend.name != asked) {
            all.extend(spec("sat", &|o| o.backend = BackendSpec::Embedded(backend)));
        }
        let another = |k: usize| {
            spec("local", &move |o| {
                o.seed = o.seed.wrapping_add(k as u64);
                o.strategy += k;
            })
        };
        all.extend(another(1));
        for encoding in ENCODINGS.iter().filter(|e| e.name == "extended") {
            all.extend(spec("sat", &|o| o.encoding = encoding));
        }
        let threads = self.options.threads.get().min(MAX_THREADS);
        all.extend((2..).map_while(another).take(threads));
        all.truncate(threads);
        all
    }
}

impl Engine for Portfolio {
    fn search(
        &mut self,
        puzzle: &Puzzle,
        limits: &Limits,
        visit: &mut Visitor<'_>,
    ) -> Result<Outcome> {
        if !HAS_THREADS {
            return Err(Error::unsupported("engine `portfolio`: WebAssembly has no threads"));
        }
        let contestants = self.contestants(puzzle);
        let stop = Arc::new(AtomicBool::new(false));
        let all_limits = limits.clone().with_stop(Arc::clone(&stop));
        let mut contest = Contest::default();
        let outcome = thread::scope(|scope| {
            // Few solutions wait, so that nobody runs far ahead.
            let (sender, receiver) = mpsc::sync_channel(16);
            for (number, spec) in contestants.iter().enumerate() {
                let (sender, limits) = (sender.clone(), &all_limits);
                let take_part = move || {
                    let outcome = spec.open().search(puzzle, limits, &mut |digits| match sender
                        .send((number, Event::Solution(digits.into())))
                    {
                        Ok(()) => ControlFlow::Continue(()),
                        Err(_) => ControlFlow::Break(()),
                    });
                    // Nobody listens any more once the contest is over.
                    _ = sender.send((number, Event::End(outcome)));
                };
                match thread::Builder::new().spawn_scoped(scope, take_part) {
                    Ok(_) => {}
                    // The system has no more threads: those that are there go on.
                    Err(_) if number > 0 => break,
                    Err(error) => return Err(error.into()),
                }
            }
            drop(sender);
            let outcome = contest.referee(receiver, &contestants, visit);
            stop.store(true, Ordering::Relaxed);
            outcome
        })?;
        match outcome {
            Some(outcome) => Ok(outcome),
            None => self.alone(puzzle, limits, &contest.seen, visit),
        }
    }
}

impl Portfolio {
    /// Visits all solutions but those seen, by the search that stores none.
    fn alone(
        &self,
        puzzle: &Puzzle,
        limits: &Limits,
        seen: &BTreeSet<Box<[Digit]>>,
        visit: &mut Visitor<'_>,
    ) -> Result<Outcome> {
        let mut native = EngineSpec::new("native", self.options.clone())?.open();
        native.search(puzzle, limits, &mut |digits| {
            if seen.contains(digits) { ControlFlow::Continue(()) } else { visit(digits) }
        })
    }
}

#[derive(Default)]
struct Contest {
    seen: BTreeSet<Box<[Digit]>>,
}

impl Contest {
    /// Follows the contest to its end; `None` if there are too many solutions for one.
    fn referee(
        &mut self,
        receiver: Receiver<(usize, Event)>,
        contestants: &[EngineSpec],
        visit: &mut Visitor<'_>,
    ) -> Result<Option<Outcome>> {
        let mut found = vec![0; contestants.len()];
        let mut last = Outcome { end: End::Limit, stats: Stats::default() };
        let mut failure = None;
        for (number, event) in receiver {
            match event {
                Event::Solution(digits) => {
                    found[number] += 1;
                    if self.seen.contains(&digits) {
                        continue;
                    }
                    if visit(&digits).is_break() {
                        let stats = contestants[number].origin();
                        return Ok(Some(Outcome { end: End::Stopped, stats }));
                    }
                    self.seen.insert(digits);
                    if self.seen.len() > MANY_SOLUTIONS {
                        return Ok(None);
                    }
                }
                Event::End(Ok(outcome)) if outcome.end == End::Exhausted => {
                    if found[number] < self.seen.len() {
                        return Err(Error::disagreement(format!(
                            "engine {} ended with {} solutions, but {} were found by others",
                            contestants[number].name(),
                            found[number],
                            self.seen.len()
                        )));
                    }
                    return Ok(Some(outcome));
                }
                Event::End(Ok(outcome)) => last.stats = outcome.stats,
                Event::End(Err(error)) => _ = failure.get_or_insert(error),
            }
        }
        // Everybody has given up: at a limit, unless none of them could do anything.
        match failure {
            Some(error) if last.stats.engine.is_empty() => Err(error),
            _ => Ok(Some(last)),
        }
    }
}

impl EngineSpec {
    /// What is known of an answer whose engine had no time to tell.
    fn origin(&self) -> Stats {
        let is_sat = self.name() == "sat";
        Stats {
            engine: self.name(),
            backend: is_sat.then(|| self.options.backend.to_string()),
            seed: (self.name() == "local").then_some(self.options.seed),
            ..Stats::default()
        }
    }
}
