//! What `steps`, `hint` and `find` have in common: how steps are told, of which puzzles, and where their
//! certificates go.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use clap::builder::TypedValueParser;

use super::proved::Proved;
use crate::long::{LongArgs, OutArgs};
use crate::options::{BatchArgs, InputArgs, named, seconds};
use crate::stream::Stream;
use satoku::Result;
use satoku::ask::{HintAsked, Notation, Outcome, Want};
use satoku::format::{ReadOptions, Writer};

#[derive(Debug, Args)]
pub(super) struct TellArgs {
    /// How steps are written [default: hodoku]
    #[arg(long, value_name = "NOTATION", value_parser = notations())]
    notation: Option<Notation>,
    /// Leave out techniques that rest on there being one solution: the scale is se121-nu or
    /// hodoku-nu
    #[arg(long)]
    pub(super) no_uniqueness: bool,
    /// Give up on a puzzle after SECONDS seconds, and print the steps found by then; with --prove
    /// those with certificates
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time_limit: Option<Duration>,
    /// Write a certificate of each removal and placement to DIR, and verify it before the step is
    /// printed: that the puzzle with the contrary has no solution
    #[arg(long, value_name = "DIR", conflicts_with_all = ["shard", "resume", "out"])]
    prove: Option<PathBuf>,
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    batch: BatchArgs,
    #[command(flatten)]
    long: LongArgs,
    #[command(flatten)]
    out: OutArgs,
}

fn notations() -> impl TypedValueParser<Value = Notation> {
    named(Notation::ALL.iter().map(|it| (it.name(), it.about()))).map(|word: String| {
        let mut all = Notation::ALL.into_iter();
        all.find(|it| it.name() == word).unwrap_or_default()
    })
}

impl TellArgs {
    pub(super) fn notation(&self) -> Notation {
        self.notation.unwrap_or_default()
    }

    /// How puzzles are read.
    pub(super) fn reading(&self) -> Result<ReadOptions> {
        self.input.reading.options()
    }

    /// Whether certificates are wanted.
    pub(super) fn proves(&self) -> bool {
        self.prove.is_some()
    }

    /// Answers every puzzle, with certificates if they are wanted.
    pub(super) fn run(
        &self,
        want: Want,
        output: Option<&'static Writer>,
    ) -> anyhow::Result<Outcome> {
        self.run_beside(want, output, None)
    }

    /// The same with a file that more of what is wanted was read from.
    pub(super) fn run_beside(
        &self,
        want: Want,
        output: Option<&'static Writer>,
        file: Option<&Path>,
    ) -> anyhow::Result<Outcome> {
        let (time_limit, input, batch) = (self.time_limit, &self.input, &self.batch);
        if let Some(dir) = &self.prove {
            return Proved { want, input, batch, time_limit, output }.run(dir);
        }
        let givens = match &want {
            Want::Hint(HintAsked { givens, .. }) => givens.clone(),
            _ => None,
        };
        let long = self.long.to(self.out.out.as_ref()).reading(givens, file);
        Stream { output, time_limit, long, ..Stream::new(want, input, batch) }.run()
    }
}
