//! `satoku check`: whether each filled grid is a solution.

use clap::Args;

use crate::long::{LongArgs, OutArgs};
use crate::options::{BatchArgs, InputArgs};
use crate::stream::Stream;
use satoku::ask::{Outcome, Want};

#[derive(Debug, Args)]
#[command(after_help = "Answers: valid, invalid: WHY, incomplete: WHERE.\n\n\
    Example:\n  satoku solve puzzle.txt | satoku check")]
pub(super) struct CheckArgs {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    batch: BatchArgs,
    #[command(flatten)]
    long: LongArgs,
    #[command(flatten)]
    out: OutArgs,
}

impl CheckArgs {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        let long = self.long.to(self.out.out.as_ref());
        Stream { long, ..Stream::new(Want::Check, &self.input, &self.batch) }.run()
    }
}
