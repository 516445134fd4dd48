//! `satoku solve`: a solution of each puzzle, or all of them while they are found.

use std::io::{self, Write};
use std::ops::ControlFlow;

use clap::Args;
use serde_json::Value;

use crate::long::LongArgs;
use crate::options::{SearchArgs, within};
use crate::pipeline::{Pipeline, Printed};
use crate::print::{Output, PageArgs, output_values};
use crate::signal;
use crate::source::{Chunk, Numbered};
use crate::stream::{Stream, compare, failed_source, tell_ignored};
use satoku::Result;
use satoku::ask::{self, Answer, At, Failure, Form, Outcome, Reply, Settings, Solve, Status, Want};
use satoku::format::{Entry, line_of};

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    satoku solve puzzle.txt\n  \
    satoku solve 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n  \
    satoku solve --engine sat --stats big-25x25.grid\n  \
    satoku solve --all --limit 100 puzzle.txt\n  \
    zcat million.txt.gz | satoku solve --jobs 8 > solved.txt")]
pub(super) struct SolveArgs {
    /// Print every solution, one per line, after the index of its puzzle
    #[arg(long)]
    all: bool,
    /// With --all: stop at K solutions per puzzle
    #[arg(long, value_name = "K", requires = "all", value_parser = within(1, u64::MAX))]
    limit: Option<u64>,
    /// Output form [default: frames for one puzzle on a terminal; else line for lines, rows for others]
    #[arg(long, value_name = "FORM", value_parser = output_values(), conflicts_with_all = ["json", "all"])]
    output: Option<Output>,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    pages: PageArgs,
    #[command(flatten)]
    long: LongArgs,
}

impl SolveArgs {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        let (press, long) =
            self.pages.press_or_text(self.output, None, self.search.input.inputs(), &self.long)?;
        if self.all {
            long.refuse("--all answers in any number of lines")?;
            let want = Want::Solutions { limit: self.limit };
            return All { stream: Stream::search(want, &self.search)?, limit: self.limit }.run();
        }
        let output = self.output.and_then(Output::text);
        Stream { output, long, ..Stream::search(Want::Solve, &self.search)? }.run_on(press)
    }
}

/// All solutions of each puzzle, written while they are found: one thread does it all.
struct All<'a> {
    stream: Stream<'a>,
    limit: Option<u64>,
}

impl All<'_> {
    fn run(&self) -> anyhow::Result<Outcome> {
        let mut sources = self.stream.sources(false)?;
        let pipeline =
            Pipeline::streaming(self.stream.input, self.stream.batch, self.stream.memory_limit);
        pipeline.run(
            || sources.next_chunk(),
            |pipeline, chunk| self.work(pipeline, &chunk),
            |printed| printed,
        )
    }

    fn work(&self, pipeline: &Pipeline, chunk: &Chunk) -> anyhow::Result<Printed> {
        let mut printed = Printed::default();
        for (Numbered { index, .. }, entry) in chunk.records.iter().zip(chunk.entries()) {
            if signal::interrupted() {
                printed.cut = true;
                break;
            }
            let mut at = At {
                index: Some(*index),
                source: Some((&*chunk.source).into()),
                id: None,
                cube: None,
            };
            let given = entry.as_ref().ok().and_then(|entry| {
                at.id.clone_from(&entry.id);
                Some((entry.puzzle.clone(), entry.solution.clone()?))
            });
            let ignored = entry.as_ref().map_or_else(|_| Vec::new(), |entry| entry.ignored.clone());
            let json = self.stream.batch.json;
            let place = (&*chunk.source, *index);
            tell_ignored(&ignored, &self.stream.want, json, place, &mut printed);
            let mut answer = self.print(pipeline, at, entry, &mut *pipeline.out())?;
            if let Some((puzzle, given)) = given {
                compare(&puzzle, &given, &mut answer, *index, &chunk.source, &mut printed);
            }
            printed.answer(&answer, &chunk.source);
            self.stream.tell(&answer, &chunk.source, *index, &mut printed);
        }
        if let Some(note) = chunk.note() {
            printed.complain(&chunk.source, note);
        }
        if let Some(error) = &chunk.failure {
            failed_source(&chunk.source, error, self.stream.batch.json, &mut printed);
        }
        Ok(printed)
    }

    /// Prints solutions as they are found, each behind the puzzle's index, or as one growing JSON
    /// object.
    fn print(
        &self,
        pipeline: &Pipeline,
        mut at: At<'_>,
        entry: Result<Entry>,
        out: &mut impl Write,
    ) -> io::Result<Answer> {
        let json = self.stream.batch.json;
        let index = at.index.unwrap_or_default();
        if json {
            let source = Value::from(at.source.as_deref());
            write!(out, "{{\"index\":{index},\"source\":{source},\"solutions\":[")?;
        }
        let mut written = Ok(());
        let (mut puzzle, mut ignored) = (None, Vec::new());
        let answer = entry.and_then(|entry| {
            puzzle = Some(entry.puzzle.clone());
            ignored.clone_from(&entry.ignored);
            let limits = &pipeline.limits(self.stream.time_limit);
            let part = self.stream.part.as_ref();
            let part = part.map(|part| part.of(&entry.puzzle, index, limits)).transpose()?;
            let part = part.map(|(part, puzzle)| {
                at.cube = Some(part);
                puzzle
            });
            let mut separator = "";
            let mut take = |solution| {
                let line = line_of(&solution);
                written = if json {
                    write!(out, "{}\"{line}\"", std::mem::replace(&mut separator, ","))
                } else {
                    writeln!(out, "{index} {line}")
                };
                if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            };
            let settings = Settings {
                engine: &self.stream.engine,
                pair: self.stream.pair.as_ref(),
                limits,
                form: Form::default(),
                progress: &|_| {},
            };
            let found = ask::visit(
                part.as_ref().unwrap_or(&entry.puzzle),
                &settings,
                self.limit,
                &mut take,
            )?;
            Ok(Answer::Solve(Solve { solutions: None, ..Solve::all(found, self.limit) }))
        });
        written?;
        let mut answer = answer.unwrap_or_else(|error| Answer::Failed(Failure::from(&error)));
        pipeline.note_memory(&mut answer);
        if json {
            let shown = answer.clone();
            let answer = if self.stream.stats { shown } else { shown.without_statistics() };
            // The fields that are there already are left out.
            let rest = At { index: None, source: None, ..at };
            let rest = Reply { at: Some(rest), ignored, ..Reply::alone(answer) }
                .of(puzzle.as_ref())
                .json();
            writeln!(out, "],{}", &rest["{\"index\":null,".len()..])?;
        } else if matches!(answer.status(), Status::None | Status::Unknown | Status::Error) {
            write!(out, "{index} {}", answer.text(None, Form::default()))?;
        }
        Ok(answer)
    }
}
