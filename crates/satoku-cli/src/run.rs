//! The commands that answer each puzzle of a stream: solve, count, unique, check, convert.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::args::{AskArgs, BatchArgs, InputArgs};
use super::bulk::{self, Ask, Bulk};
use super::cubes::{Part, Share};
use super::monitor::{Monitor, Vitals};
use super::reply::{Answer, Reply, Show, Style, Verdict, error_line};
use super::source::{Chunk, Numbered, Sources};
use super::tally::Tally;
use super::{Status, signal};
use satoku::Limits;
use satoku::engine::{End, EngineSpec};
use satoku::format::{CSV_HEADER, Entry, ReadOptions, Writer, line_of};
use satoku::jobs::answer::{self, Findings, Uniqueness};
use satoku::jobs::batch;
use satoku::puzzle::{Puzzle, Violation};
use satoku::{Error, Result};

/// What is asked of each puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Task {
    Solve,
    All { limit: Option<u64> },
    Count { limit: Option<u64> },
    Unique,
    Check,
    Convert,
}

/// One run over all inputs.
#[derive(Debug)]
pub(super) struct Run {
    task: Task,
    files: Vec<PathBuf>,
    options: ReadOptions,
    jobs: NonZeroUsize,
    json: bool,
    quiet: bool,
    output: Option<&'static Writer>,
    engine: EngineSpec,
    pair: Option<[EngineSpec; 2]>,
    time_limit: Option<Duration>,
    stats: bool,
    vitals: Vitals,
    cube: Option<Share>,
}

/// What became of a chunk.
#[derive(Debug, Default)]
pub(super) struct Printed {
    pub(super) text: Vec<u8>,
    diagnostics: Vec<String>,
    /// Statistics that were asked for: all of them are printed.
    statistics: Vec<String>,
    status: Status,
    tally: Tally,
    /// Whether the run was asked to stop before all was answered: what follows must not be printed.
    pub(super) cut: bool,
}

impl Printed {
    /// Counts puzzles that were answered.
    pub(super) fn note(&mut self, word: &'static str, status: Status, puzzles: u64) {
        self.status = self.status.and(status);
        self.tally.add(word, puzzles);
    }

    /// Counts a puzzle that was not, and says why.
    pub(super) fn fail(&mut self, source: &str, error: &Error) {
        self.note("error", Status::ERROR, 1);
        self.diagnostics.push(format!("satoku: {source}: {error}"));
    }
}

impl Run {
    pub(super) fn ask(task: Task, args: &AskArgs) -> Result<Self> {
        let threads = args.batch.jobs();
        let (engine, pair) = args.engine.engines(threads)?;
        let plain = Self::without_engine(task, &args.input, &args.batch, args.output);
        Ok(Run {
            engine,
            pair,
            time_limit: args.engine.time_limit,
            stats: args.engine.stats,
            cube: args.engine.cube,
            vitals: Vitals { memory_limit: args.engine.memory_limit, ..Vitals::default() },
            ..plain
        })
    }

    pub(super) fn without_engine(
        task: Task,
        input: &InputArgs,
        batch: &BatchArgs,
        output: Option<&'static Writer>,
    ) -> Self {
        Run {
            task,
            files: input.files.clone(),
            options: input.reading.options(),
            jobs: batch.jobs(),
            json: batch.json,
            quiet: batch.quiet,
            output,
            engine: EngineSpec::default(),
            pair: None,
            time_limit: None,
            stats: false,
            vitals: Vitals::default(),
            cube: None,
        }
    }

    pub(super) fn run(&self) -> anyhow::Result<Status> {
        let in_bulk = self.in_bulk().is_some();
        if in_bulk {
            bulk::keep_freed_memory();
        }
        let mut sources = Sources::new(&self.files, self.options.clone()).in_bulk(in_bulk);
        let out = Mutex::new(io::BufWriter::new(io::stdout()));
        if self.output.is_some_and(|writer| writer.name == "csv") && self.prints_grids() {
            writeln!(lock(&out), "{CSV_HEADER}")?;
        }
        let mut status = Status::OK;
        let mut failure = None;
        // All solutions of a puzzle are printed while they are found, so one thread does it all.
        let streams = matches!(self.task, Task::All { .. });
        let monitor = Monitor::new(self.quiet, streams, &self.vitals);
        // The threads of a portfolio are those of one puzzle.
        let by_itself = streams || self.engine.name() == "portfolio";
        let jobs = if by_itself { NonZeroUsize::MIN } else { self.jobs };
        let mut puzzles = Tally::default();
        batch::ordered(
            jobs,
            || if signal::interrupted() { None } else { sources.next_chunk() },
            |chunk| self.work(&chunk, &out),
            |printed| {
                let printed = match printed {
                    Ok(printed) => printed,
                    Err(error) => {
                        failure = Some(error);
                        return ControlFlow::Break(());
                    }
                };
                status = status.and(printed.status);
                monitor.count(&printed.tally);
                puzzles.and(&printed.tally);
                let mut out = lock(&out);
                let written =
                    monitor.aside(|| out.write_all(&printed.text).and_then(|()| out.flush()));
                drop(out);
                if let Err(error) = written {
                    failure = Some(error.into());
                    return ControlFlow::Break(());
                }
                monitor.say(&printed.statistics);
                monitor.complain(&printed.diagnostics);
                if printed.cut { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        );
        monitor.finish(&puzzles);
        failure.map_or(Ok(status), Err)
    }

    fn prints_grids(&self) -> bool {
        !self.json && matches!(self.task, Task::Solve | Task::Convert)
    }

    /// What plain puzzles are asked, where they can be answered in bulk: nothing is wanted of them
    /// but words, numbers or lines, from whatever engine is best, in whatever time it takes.
    fn in_bulk(&self) -> Option<Ask> {
        let ask = match self.task {
            Task::Solve => Ask::Solve,
            Task::Count { limit } => Ask::Count { limit },
            Task::Unique => Ask::Unique,
            Task::All { .. } | Task::Check | Task::Convert => return None,
        };
        let best = bulk::ENGINES.contains(&self.engine.name()) && self.pair.is_none();
        let plain = !self.json && !self.stats && self.output.is_none_or(|w| w.name == "line");
        let plain = plain && self.cube.is_none();
        (best && plain && self.time_limit.is_none()).then_some(ask)
    }

    fn work(&self, chunk: &Chunk, out: &Mutex<impl Write>) -> anyhow::Result<Printed> {
        let mut printed = Printed::default();
        let style = Style::new(self.output, chunk.by_lines);
        let ask = self.in_bulk().filter(|_| !chunk.plain.is_empty());
        let bulk = ask.map(|ask| Bulk::solve(ask, &chunk.plain, &self.limits()));
        let mut bulk = bulk.transpose()?;
        let mut print_plain = |end, printed: &mut Printed| {
            if let Some(bulk) = &mut bulk {
                bulk.print(end, &chunk.source, printed);
            }
        };
        let parsed = chunk
            .parser
            .iter()
            .flat_map(|parser| chunk.records.iter().map(|numbered| parser.parse(&numbered.record)));
        let entries: Vec<_> = parsed.collect();
        let together = self.together(&entries)?;
        for ((numbered, entry), found) in chunk.records.iter().zip(entries).zip(together) {
            print_plain(numbered.after, &mut printed);
            let is_found = matches!(&found, Some(Ok(found)) if found.end != End::Limit);
            if printed.cut || !is_found && signal::interrupted() {
                printed.cut = true;
                break;
            }
            let Numbered { index, .. } = numbered;
            let mut reply = Reply {
                index: *index,
                source: &chunk.source,
                entry: None,
                answer: Ok(Answer::none()),
                part: None,
            };
            let entry = match (entry, self.cube) {
                (Ok(entry), Some(share)) => {
                    Part::of(&entry.puzzle, share, &self.limits()).map(|part| {
                        reply.part = Some(part);
                        entry
                    })
                }
                (entry, _) => entry,
            };
            if let Task::All { limit } = self.task {
                self.stream(entry, limit, &mut reply, &mut *lock(out))?;
            } else {
                match entry {
                    Ok(entry) => {
                        let part = reply.part.as_ref().map(|part| &part.puzzle);
                        reply.answer = if let Some(found) = found {
                            found.map(|findings| self.judged(findings))
                        } else {
                            self.answer(part.unwrap_or(&entry.puzzle))
                        };
                        reply.entry = Some(entry);
                    }
                    Err(error) => reply.answer = Err(error),
                }
                self.print(&reply, style, &mut printed.text);
            }
            self.report(&reply, &mut printed);
        }
        if !printed.cut {
            print_plain(chunk.plain.len(), &mut printed);
        }
        if let Some(error) = &chunk.failure {
            printed.status = printed.status.and(Status::ERROR);
            printed.diagnostics.push(format!("satoku: {}: {error}", chunk.source));
            if self.json {
                let object = serde_json::json!({
                    "index": null,
                    "source": &*chunk.source,
                    "status": "error",
                    "error": error.to_string(),
                });
                printed.text.extend(format!("{object}\n").into_bytes());
            }
        }
        Ok(printed)
    }

    fn print(&self, reply: &Reply<'_>, style: Style, out: &mut Vec<u8>) {
        if self.json {
            out.extend(reply.json(self.stats).into_bytes());
            return;
        }
        let text = reply.text(self.show(style), style);
        if reply.index > 1 && text.trim_end().contains('\n') {
            out.push(b'\n');
        }
        out.extend(text.into_bytes());
    }

    /// Answers with all solutions, written as they are found.
    fn stream(
        &self,
        entry: Result<Entry>,
        limit: Option<u64>,
        reply: &mut Reply<'_>,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let index = reply.index;
        if self.json {
            let source = serde_json::Value::from(reply.source);
            write!(out, "{{\"index\":{index},\"source\":{source},\"solutions\":[")?;
        }
        match entry {
            Ok(entry) => {
                let part = reply.part.as_ref().map(|part| part.puzzle.clone());
                self.print_all(part.as_ref().unwrap_or(&entry.puzzle), limit, reply, out)?;
                reply.entry = Some(entry);
            }
            Err(error) => reply.answer = Err(error),
        }
        if self.json {
            return writeln!(out, "],{}", reply.json_tail(self.stats));
        }
        match &reply.answer {
            Ok(answer) => match answer.verdict {
                Verdict::None | Verdict::Unknown => writeln!(out, "{index} {}", reply.word()),
                _ => Ok(()),
            },
            Err(error) => write!(out, "{index} {}", error_line(error)),
        }
    }

    /// Notes what goes to standard error and into the exit status.
    fn report(&self, reply: &Reply<'_>, printed: &mut Printed) {
        match &reply.answer {
            Err(error) => printed.fail(reply.source, error),
            Ok(answer) => {
                printed.note(reply.word(), answer.verdict.status(), 1);
                printed.statistics.extend(self.stats.then(|| reply.stats()).flatten());
                let note = answer.stats.as_ref().and_then(|stats| stats.note.as_ref());
                if let (Some(note), false) = (note, self.stats) {
                    let at = format!("satoku: {} #{}", reply.source, reply.index);
                    printed.diagnostics.push(format!("{at}: {note}"));
                }
            }
        }
    }

    fn show(&self, style: Style) -> Show {
        match self.task {
            Task::Solve | Task::All { .. } | Task::Convert => Show::Grid,
            Task::Count { .. } => Show::Count,
            Task::Unique if style.writer.in_rows => Show::WordAndWitnesses,
            Task::Unique | Task::Check => Show::Word,
        }
    }

    fn limits(&self) -> Limits {
        let Vitals { gauge, too_much, .. } = &self.vitals;
        let limits = Limits::none()
            .with_stop(signal::stop_flag())
            .with_stop(Arc::clone(too_much))
            .with_gauge(Arc::clone(gauge));
        self.time_limit.map_or(limits.clone(), |time| limits.with_time(time))
    }

    /// What is known of puzzles that are answered together, if all that is wanted of them allows
    /// that.
    fn together(&self, entries: &[Result<Entry>]) -> Result<Vec<Option<Result<Findings>>>> {
        let mut found: Vec<_> = entries.iter().map(|_| None).collect();
        let Some((limit, keep)) = self.wanted() else { return Ok(found) };
        let apart = self.pair.is_some() || self.cube.is_some();
        if apart || self.time_limit.is_some() || signal::interrupted() {
            return Ok(found);
        }
        let puzzles: Vec<_> = entries.iter().flatten().map(|entry| &entry.puzzle).collect();
        let limits = self.limits();
        let together = answer::find_together(&puzzles, &self.engine, &limits, limit, keep)?;
        let places = found.iter_mut().zip(entries).filter(|(_, entry)| entry.is_ok());
        places.zip(together).for_each(|((place, _), answer)| *place = answer);
        Ok(found)
    }

    /// How many solutions are looked for, and how many kept; `None` where none are.
    fn wanted(&self) -> Option<(Option<u64>, usize)> {
        match self.task {
            Task::Solve => Some((Some(1), 1)),
            Task::Count { limit } => Some((limit, usize::from(self.pair.is_some()))),
            Task::Unique => Some((Some(2), 2)),
            // All solutions are found by `stream`.
            Task::All { .. } | Task::Check | Task::Convert => None,
        }
    }

    fn find(&self, puzzle: &Puzzle, limit: Option<u64>, keep: usize) -> Result<Findings> {
        let limits = self.limits();
        match &self.pair {
            Some([a, b]) => answer::cross_check(puzzle, [a, b], &limits, limit, keep),
            None => answer::find(puzzle, &self.engine, &limits, limit, keep),
        }
    }

    /// The answer that a search gives to what was asked.
    fn judged(&self, mut findings: Findings) -> Answer {
        if findings.end == End::Limit && self.vitals.too_much.load(Ordering::Relaxed) {
            findings.stats.note.get_or_insert_with(|| "the memory limit was reached".into());
        }
        match self.task {
            Task::Count { limit } => {
                let answer = Answer::of(solved_fully(&findings, limit), findings);
                Answer { solutions: Vec::new(), ..answer }
            }
            Task::Unique => {
                let verdict = match findings.uniqueness() {
                    Uniqueness::Unique(_) => Verdict::Unique,
                    Uniqueness::Multiple(_) => Verdict::Multiple,
                    Uniqueness::None => Verdict::None,
                    Uniqueness::Unknown => Verdict::Unknown,
                };
                let mut answer = Answer::of(verdict, findings);
                if answer.verdict == Verdict::Unknown {
                    answer.solutions.clear();
                }
                answer
            }
            _ => Answer::of(solved(&findings), findings),
        }
    }

    fn answer(&self, puzzle: &Puzzle) -> Result<Answer> {
        if let Some((limit, keep)) = self.wanted() {
            return Ok(self.judged(self.find(puzzle, limit, keep)?));
        }
        match self.task {
            Task::Check => Ok(Answer {
                verdict: match puzzle.check_filled() {
                    Ok(_) => Verdict::Valid,
                    Err(gap @ Violation::Empty { .. }) => Verdict::Incomplete(gap.to_string()),
                    Err(violation) => Verdict::Invalid(violation.to_string()),
                },
                ..Answer::none()
            }),
            _ => Ok(Answer { verdict: Verdict::Written, ..Answer::none() }),
        }
    }

    /// Prints solutions as they are found, each behind the puzzle's index, or as one growing JSON
    /// object.
    fn print_all(
        &self,
        puzzle: &Puzzle,
        limit: Option<u64>,
        reply: &mut Reply<'_>,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let index = reply.index;
        let mut written = Ok(());
        let mut separator = "";
        let mut print = |solution| {
            let line = line_of(&solution);
            written = if self.json {
                write!(out, "{}\"{line}\"", std::mem::replace(&mut separator, ","))
            } else {
                writeln!(out, "{index} {line}")
            };
            if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let findings = match &self.pair {
            // Compared first, printed then.
            Some(_) => self.find(puzzle, limit, usize::MAX).map(|mut findings| {
                let _ = findings.solutions.drain(..).try_for_each(&mut print);
                findings
            }),
            None => answer::visit(puzzle, &self.engine, &self.limits(), limit, &mut print),
        };
        written?;
        reply.answer =
            findings.map(|findings| Answer::of(solved_fully(&findings, limit), findings));
        Ok(())
    }
}

/// The verdict on a search for one solution.
fn solved(findings: &Findings) -> Verdict {
    match (findings.count, findings.is_complete()) {
        (0, true) => Verdict::None,
        (0, false) => Verdict::Unknown,
        _ => Verdict::Solved,
    }
}

/// The verdict on a search for all solutions or a number of them.
fn solved_fully(findings: &Findings, limit: Option<u64>) -> Verdict {
    match findings.end {
        End::Limit if limit.is_none_or(|limit| findings.count < limit) => Verdict::Unknown,
        _ => solved(findings),
    }
}

impl Answer {
    pub(super) fn none() -> Self {
        Answer {
            verdict: Verdict::None,
            solutions: Vec::new(),
            count: None,
            complete: false,
            stats: None,
            time: None,
        }
    }

    fn of(verdict: Verdict, findings: Findings) -> Self {
        Answer {
            verdict,
            complete: findings.is_complete(),
            count: Some(findings.count),
            solutions: findings.solutions,
            stats: Some(findings.stats),
            time: Some(findings.time),
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
