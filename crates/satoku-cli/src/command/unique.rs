//! `satoku unique`: whether each puzzle has exactly one solution.

use clap::Args;

use crate::long::{LongArgs, OutArgs};
use crate::options::{SearchArgs, witness_values};
use crate::stream::Stream;
use satoku::ask::{Outcome, Want};
use satoku::format::Writer;

#[derive(Debug, Args)]
#[command(
    after_help = "Answers: unique, multiple, none, unknown. For grids and with --json, two solutions of \
    a puzzle that has several are printed.\n\n\
    Examples:\n  satoku unique puzzles.txt\n  satoku unique --cross-check --json puzzle.grid"
)]
pub(super) struct UniqueArgs {
    /// Form of the two solutions [default: frames for one puzzle on a terminal; else line for lines, rows for others]
    #[arg(long, value_name = "FORM", value_parser = witness_values(), conflicts_with = "json")]
    output: Option<&'static Writer>,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    long: LongArgs,
    #[command(flatten)]
    out: OutArgs,
}

impl UniqueArgs {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        let long = self.long.to(self.out.out.as_ref());
        Stream { output: self.output, long, ..Stream::search(Want::Unique, &self.search)? }.run()
    }
}
