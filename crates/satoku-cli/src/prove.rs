//! The commands that settle answers: prove makes certificates, verify checks them.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Context;
use serde_json::{Value, json};

use super::args::{ProveArgs, VerifyArgs};
use super::monitor::{Monitor, Vitals};
use super::source::Sources;
use super::tally::Tally;
use super::{Status, signal};
use satoku::Limits;
use satoku::engine::EngineSpec;
use satoku::format::Entry;
use satoku::jobs::batch;
use satoku::jobs::prove;
use satoku::{Error, Result};
use satoku_check::{Form, Verified};

/// What became of one puzzle or certificate.
struct Done {
    dir: PathBuf,
    word: &'static str,
    status: Status,
    /// For people, behind the name of the folder.
    text: String,
    /// For programs.
    json: Value,
    diagnostic: Option<String>,
    statistics: Option<String>,
}

pub(super) fn prove(args: &ProveArgs) -> anyhow::Result<Status> {
    let mut sources = Sources::new(&args.input.files, args.input.reading.options());
    let mut entries = Entries { sources: &mut sources, waiting: VecDeque::new() };
    let (first, second) = (entries.next(), entries.next());
    let alone = second.is_none();
    let mut entries = first.into_iter().chain(second).chain(entries).zip(1u64..);
    run(
        args.batch.jobs(),
        args.batch.quiet,
        args.batch.json,
        || entries.next(),
        |((source, entry), index)| {
            let dir = if alone { args.output.clone() } else { args.output.join(index.to_string()) };
            let start = Instant::now();
            let found = entry.and_then(|entry| make(&entry, &dir, args));
            let mut done = Done::of(&dir, found);
            done.json["index"] = json!(index);
            done.json["source"] = json!(source);
            done.json["time_us"] = json!(u64::try_from(start.elapsed().as_micros()).ok());
            if args.stats {
                let time = 1e3 * start.elapsed().as_secs_f64();
                done.statistics =
                    Some(format!("{source} #{index}: {}, {time:.3} ms", done.json["proof"]));
            }
            done
        },
    )
}

/// Makes a certificate and checks it as anybody would.
fn make(entry: &Entry, dir: &Path, args: &ProveArgs) -> Result<Verified> {
    let limits = Limits::none().with_stop(signal::stop_flag());
    let limits = args.time_limit.map_or(limits.clone(), |time| limits.with_time(time));
    let certificate = prove::prove(&entry.puzzle, &EngineSpec::default(), &limits)?;
    let form = if args.compressed { Form::Compressed } else { Form::Text };
    certificate.save(dir, form, args.drat)?;
    Ok(satoku_check::verify(dir)?)
}

pub(super) fn verify(args: &VerifyArgs) -> anyhow::Result<Status> {
    let mut dirs = VecDeque::new();
    for dir in &args.dirs {
        let mut inner = if satoku_check::is_certificate(dir) { Vec::new() } else { numbered(dir)? };
        inner.sort_unstable();
        if inner.is_empty() {
            dirs.push_back(dir.clone());
        }
        dirs.extend(inner.into_iter().map(|(_, dir)| dir));
    }
    run(
        args.batch.jobs(),
        args.batch.quiet,
        args.batch.json,
        || dirs.pop_front(),
        |dir| {
            let found = satoku_check::verify(&dir).map_err(Error::from);
            let refused = found.as_ref().is_err_and(Error::is_proof);
            let mut done = Done::of(&dir, found);
            done.text = match (done.status, refused) {
                (Status::OK, _) => format!("holds: {}", done.text),
                (_, true) => done.text.replacen("error", "does not hold", 1),
                _ => done.text,
            };
            if refused {
                (done.word, done.status) = ("refused", Status::NEGATIVE);
                done.diagnostic = None;
            }
            done.json["holds"] = json!(done.status == Status::OK);
            done
        },
    )
}

/// The folders in a folder whose names are numbers.
fn numbered(dir: &Path) -> anyhow::Result<Vec<(u64, PathBuf)>> {
    let mut found = Vec::new();
    for entry in dir.read_dir().with_context(|| dir.display().to_string())? {
        let path = entry?.path();
        let number = path.file_name().and_then(|name| name.to_str()?.parse().ok());
        found.extend(number.filter(|_| path.is_dir()).map(|number| (number, path)));
    }
    Ok(found)
}

/// Works through items on threads and prints what comes back, in order.
fn run<T: Send>(
    jobs: std::num::NonZeroUsize,
    quiet: bool,
    json: bool,
    mut next: impl FnMut() -> Option<T> + Send,
    work: impl Fn(T) -> Done + Sync,
) -> anyhow::Result<Status> {
    let monitor = Monitor::new(quiet, false, &Vitals::default());
    let (mut status, mut tally, mut failure) = (Status::OK, Tally::default(), None);
    batch::ordered(
        jobs,
        || if signal::interrupted() { None } else { next() },
        work,
        |done| {
            status = status.and(done.status);
            let mut one = Tally::default();
            one.add(done.word, 1);
            monitor.count(&one);
            tally.and(&one);
            let line = if json {
                done.json.to_string()
            } else {
                format!("{}: {}", done.dir.display(), done.text)
            };
            let mut out = io::stdout().lock();
            let written = monitor.aside(|| writeln!(out, "{line}").and_then(|()| out.flush()));
            drop(out);
            if let Err(error) = written {
                failure = Some(error);
                return ControlFlow::Break(());
            }
            monitor.say(done.statistics.as_slice());
            monitor.complain(done.diagnostic.as_slice());
            ControlFlow::Continue(())
        },
    );
    monitor.finish(&tally);
    failure.map_or(Ok(status), |error| Err(error.into()))
}

impl Done {
    fn of(dir: &Path, found: Result<Verified>) -> Self {
        let name = dir.display().to_string();
        let dir = dir.to_owned();
        match found {
            Ok(verified) => {
                let word = verified.verdict.word();
                let mut text = format!(
                    "{word} ({}, {} givens",
                    verified.statement.layout(),
                    verified.statement.givens()
                );
                if verified.verdict.is_refuted() {
                    text.extend([", ", &verified.checked.lemmas.to_string(), " lemmas"]);
                }
                text.push(')');
                let checked = verified.checked;
                let json = json!({
                    "dir": name,
                    "status": word,
                    "layout": verified.statement.layout(),
                    "givens": verified.statement.givens(),
                    "proof": { "lemmas": checked.lemmas, "hints": checked.hints },
                });
                let (diagnostic, statistics, status) = (None, None, Status::OK);
                Done { dir, word, status, text, json, diagnostic, statistics }
            }
            Err(error) => {
                let limit = error.is_limit();
                let (word, status) =
                    if limit { ("unknown", Status::UNKNOWN) } else { ("error", Status::ERROR) };
                let json = json!({ "dir": name, "status": word, "error": error.to_string() });
                let text = if limit { word.into() } else { format!("{word}: {error}") };
                let diagnostic = (!limit).then(|| format!("satoku: {name}: {error}"));
                Done { dir, word, status, text, json, diagnostic, statistics: None }
            }
        }
    }
}

/// The puzzles of all sources, one by one.
struct Entries<'a> {
    sources: &'a mut Sources,
    waiting: VecDeque<(String, Result<Entry>)>,
}

impl Iterator for Entries<'_> {
    type Item = (String, Result<Entry>);

    fn next(&mut self) -> Option<Self::Item> {
        while self.waiting.is_empty() {
            let chunk = self.sources.next_chunk()?;
            if let Some(parser) = &chunk.parser {
                let parsed = chunk.records.iter().map(|numbered| parser.parse(&numbered.record));
                self.waiting.extend(parsed.map(|entry| (chunk.source.to_string(), entry)));
            }
            self.waiting.extend(chunk.failure.map(|error| (chunk.source.to_string(), Err(error))));
        }
        self.waiting.pop_front()
    }
}
