//! Commands that say something of their own about each puzzle of a stream: explain, candidates,
//! count --estimate.

use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::{Map, Value, json};

use super::args::{BatchArgs, InputArgs};
use super::reply::{Style, error_line, layout_field};
use super::source::{Chunk, Sources};
use super::{Status, signal};
use satoku::Limits;
use satoku::Result;
use satoku::format::{CSV_HEADER, Entry, Writer};
use satoku::jobs::batch;

/// What is said of one puzzle.
pub(super) struct Said {
    /// A word for it.
    pub(super) word: &'static str,
    /// What it does to the exit status.
    pub(super) status: Status,
    /// For people: lines, each ended.
    pub(super) text: String,
    /// For programs: what comes behind index, source and status.
    pub(super) fields: Map<String, Value>,
}

/// What is at hand while a puzzle is answered.
pub(super) struct Means<'a> {
    pub(super) style: Style,
    pub(super) limits: Limits,
    bar: &'a ProgressBar,
    index: u64,
}

impl Means<'_> {
    /// Tells how far the answer has come.
    pub(super) fn progress(&self, how_far: &str) {
        self.bar.set_message(format!("#{}: {how_far}", self.index));
    }
}

#[derive(Default)]
struct Printed {
    text: Vec<u8>,
    complaints: Vec<String>,
    status: Status,
    answers: u64,
}

/// Answers every puzzle of the inputs, in their order.
pub(super) fn each(
    input: &InputArgs,
    args: &BatchArgs,
    output: Option<&'static Writer>,
    time_limit: Option<Duration>,
    answer: impl Fn(&Entry, &Means<'_>) -> Result<Said> + Sync,
) -> anyhow::Result<Status> {
    let mut sources = Sources::new(&input.files, input.reading.options());
    // On a terminal that also shows the answers a bar would only get in their way.
    let bar = bar(args.quiet || io::stdout().is_terminal());
    let work = |chunk: Chunk| {
        let mut printed = Printed::default();
        let style = Style::new(output, chunk.by_lines);
        let entries = chunk.parser.iter().flat_map(|parser| {
            chunk.records.iter().map(|numbered| (numbered.index, parser.parse(&numbered.record)))
        });
        for (index, entry) in entries {
            if signal::interrupted() {
                break;
            }
            let limits = Limits::none().with_stop(signal::stop_flag());
            let limits = time_limit.map_or(limits.clone(), |time| limits.with_time(time));
            let means = Means { style, limits, bar: &bar, index };
            let said = entry.and_then(|entry| {
                let mut said = answer(&entry, &means)?;
                said.fields.extend(layout_field(&entry.puzzle));
                Ok(said)
            });
            printed.answers += 1;
            let head = |word: &str| {
                let mut object = Map::new();
                object.insert("index".into(), json!(index));
                object.insert("source".into(), json!(&*chunk.source));
                object.insert("status".into(), json!(word));
                object
            };
            let (status, text, object) = match said {
                Ok(said) => {
                    let mut object = head(said.word);
                    object.extend(said.fields);
                    (said.status, said.text, object)
                }
                Err(error) => {
                    printed.complaints.push(format!("satoku: {}: {error}", chunk.source));
                    let mut object = head("error");
                    object.insert("error".into(), json!(error.to_string()));
                    (Status::ERROR, error_line(&error), object)
                }
            };
            printed.status = printed.status.and(status);
            if args.json {
                printed.text.extend(format!("{}\n", Value::Object(object)).into_bytes());
            } else {
                if index > 1 && text.trim_end().contains('\n') {
                    printed.text.push(b'\n');
                }
                printed.text.extend(text.into_bytes());
            }
        }
        if let Some(error) = &chunk.failure {
            printed.status = printed.status.and(Status::ERROR);
            printed.complaints.push(format!("satoku: {}: {error}", chunk.source));
            if args.json {
                let source = &*chunk.source;
                let object = json!({"index": null, "source": source, "status": "error", "error": error.to_string()});
                printed.text.extend(format!("{object}\n").into_bytes());
            }
        }
        printed
    };
    let mut status = Status::OK;
    let mut written = Ok(());
    let mut out = io::stdout();
    if !args.json && output.is_some_and(|writer| writer.name == "csv") {
        writeln!(out, "{CSV_HEADER}")?;
    }
    batch::ordered(
        args.jobs(),
        || if signal::interrupted() { None } else { sources.next_chunk() },
        work,
        |printed| {
            status = status.and(printed.status);
            bar.inc(printed.answers);
            written = bar.suspend(|| {
                printed.complaints.iter().for_each(|line| eprintln!("{line}"));
                out.write_all(&printed.text).and_then(|()| out.flush())
            });
            if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        },
    );
    bar.finish_and_clear();
    written?;
    Ok(status)
}

/// The progress line of a run.
pub(super) fn bar(hidden: bool) -> ProgressBar {
    let target = if hidden { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let bar = ProgressBar::with_draw_target(None, target);
    let style = ProgressStyle::with_template("{spinner} {human_pos} puzzles, {elapsed} {msg}");
    if let Ok(style) = style {
        bar.set_style(style);
    }
    bar
}
