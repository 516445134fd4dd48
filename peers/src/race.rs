//! The contest: everyone in turn, round after round, on one core, and all must agree.

use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use rustix::thread::{CpuSet, sched_setaffinity};
use rustix::time::{ClockId, clock_gettime};

use crate::contestant::{Contestant, LINE, REFUSED, lines};
use crate::lists::List;

/// How it is measured.
#[derive(Debug)]
pub(crate) struct Rules {
    /// Solutions looked for, at most.
    pub(crate) limit: u32,
    /// Measured rounds.
    pub(crate) rounds: u32,
    /// One call a puzzle, instead of one for the whole list.
    pub(crate) single: bool,
}

/// What came out for one contestant.
#[derive(Debug)]
pub(crate) struct Outcome {
    /// The contestant.
    pub(crate) name: String,
    /// The time of the thread, a round each.
    pub(crate) times: Vec<Duration>,
    /// Guesses of one run.
    pub(crate) guesses: u64,
}

/// Keeps this thread on one core.
///
/// # Errors
/// If the system has no such core or forbids it.
pub(crate) fn pin(core: usize) -> Result<()> {
    let mut cores = CpuSet::new();
    cores.set(core);
    sched_setaffinity(None, &cores).with_context(|| format!("cannot stay on core {core}"))
}

/// Runs all contestants over a list: once unmeasured, then in turn for each round.
///
/// # Errors
/// If the contestants disagree on a puzzle, or one refuses a puzzle or changes its mind.
pub(crate) fn race(
    list: &List,
    contestants: &mut [Box<dyn Contestant>],
    rules: &Rules,
) -> Result<Vec<Outcome>> {
    let mut results = Vec::new();
    let mut counts = Vec::new();
    for contestant in contestants.iter_mut() {
        let mut found = Vec::new();
        let (_, guesses) = run(contestant.as_mut(), &list.text, rules, &mut found);
        results.push(Outcome { name: contestant.name(), times: Vec::new(), guesses });
        counts.push(found);
    }
    compare(list, &results, &counts)?;
    let mut again = Vec::new();
    for _ in 0..rules.rounds {
        for ((contestant, result), first) in contestants.iter_mut().zip(&mut results).zip(&counts) {
            let (time, _) = run(contestant.as_mut(), &list.text, rules, &mut again);
            result.times.push(time);
            ensure!(again == *first, "{}: {} answers now so, now so", list.name, result.name);
        }
    }
    Ok(results)
}

/// One run over the list: its time and guesses.
fn run(
    contestant: &mut dyn Contestant,
    text: &[u8],
    rules: &Rules,
    counts: &mut Vec<u8>,
) -> (Duration, u64) {
    counts.clear();
    counts.reserve(lines(text).len());
    let start = thread_time();
    let guesses = if rules.single {
        // The clock is read around all the calls: to ask it for each would cost as much as some
        // of them take.
        text.chunks_exact(LINE).map(|line| contestant.run(line, rules.limit, counts)).sum()
    } else {
        contestant.run(text, rules.limit, counts)
    };
    (thread_time().saturating_sub(start), guesses)
}

/// The CPU time that this thread has used.
pub(crate) fn thread_time() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).unwrap_or_default()
}

/// Whether all have the same count for every puzzle; if not, an error that names the first where
/// they differ.
fn compare(list: &List, results: &[Outcome], counts: &[Vec<u8>]) -> Result<()> {
    let puzzles = lines(&list.text);
    for (result, counts) in results.iter().zip(counts) {
        let (got, all) = (counts.len(), puzzles.len());
        ensure!(got == all, "{}: {} answers for {all} puzzles, {got}", list.name, result.name);
    }
    for (i, puzzle) in puzzles.iter().enumerate() {
        let mut found = counts.iter().map(|counts| counts[i]);
        let Some(first) = found.next() else { return Ok(()) };
        if first == REFUSED || found.any(|count| count != first) {
            let votes = results.iter().zip(counts).map(|(result, counts)| match counts[i] {
                REFUSED => format!("{} refuses", result.name),
                count => format!("{} {count}", result.name),
            });
            let votes: Vec<_> = votes.collect();
            let puzzle = String::from_utf8_lossy(puzzle);
            let puzzle = puzzle.trim_end();
            bail!("{}: puzzle {} ({puzzle}): {}", list.name, i + 1, votes.join(", "));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Says what it is told to, run by run.
    struct Says(&'static str, Vec<Vec<u8>>);

    impl Contestant for Says {
        fn name(&self) -> String {
            self.0.into()
        }

        fn run(&mut self, text: &[u8], limit: u32, counts: &mut Vec<u8>) -> u64 {
            assert_eq!((text.len(), limit), (3 * LINE, 2));
            counts.extend(self.1.remove(0));
            7
        }
    }

    fn contest(a: &[&[u8]], b: &[&[u8]]) -> Result<Vec<Outcome>> {
        let puzzle = format!("{}\n", ".".repeat(LINE - 1));
        let list = List { name: "list".into(), text: puzzle.repeat(3).into_bytes() };
        let says = |name, runs: &[&[u8]]| -> Box<dyn Contestant> {
            Box::new(Says(name, runs.iter().map(|run| run.to_vec()).collect()))
        };
        let rules = Rules { limit: 2, rounds: 2, single: false };
        race(&list, &mut [says("a", a), says("b", b)], &rules)
    }

    #[test]
    fn agreement_gives_a_time_a_round() {
        let runs: &[&[u8]] = &[&[1, 2, 1], &[1, 2, 1], &[1, 2, 1]];
        let results = contest(runs, runs).unwrap();
        assert_eq!(results.len(), 2);
        assert!(results.iter().all(|result| result.times.len() == 2 && result.guesses == 7));
    }

    #[test]
    fn disagreement_names_the_puzzle() {
        let error = contest(&[&[1, 2, 1]], &[&[1, 1, 1]]).unwrap_err().to_string();
        assert!(error.starts_with("list: puzzle 2 (....") && error.ends_with("): a 2, b 1"));
    }

    #[test]
    fn refusing_missing_and_wavering_are_errors() {
        let refused: &[&[u8]] = &[&[1, 2, REFUSED]];
        assert!(contest(refused, refused).unwrap_err().to_string().contains("puzzle 3"));
        assert!(contest(&[&[1, 2]], &[&[1, 2]]).is_err());
        let steady: &[&[u8]] = &[&[1, 2, 1], &[1, 2, 1], &[1, 2, 1]];
        assert!(contest(steady, &[&[1, 2, 1], &[1, 2, 1], &[1, 1, 1]]).is_err());
    }
}
