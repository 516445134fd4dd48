//! `satoku count`: how many solutions each puzzle has, exactly or roughly.

use clap::Args;

use crate::long::{LongArgs, OutArgs};
use crate::options::{SearchArgs, within};
use crate::stream::Stream;
use satoku::ask::{Outcome, Want};

#[derive(Debug, Args)]
#[command(
    after_help = "A plain number is exact; a number followed by `+` is a lower bound, as there are \
    more than --limit or another limit was reached.\n\n\
    Examples:\n  satoku count puzzles.txt\n  satoku count --limit 1000 --json puzzles.txt\n  \
    satoku count --estimate --seed 7 empty.txt     # 95 % confidence interval"
)]
pub(super) struct CountArgs {
    /// Count up to K solutions per puzzle; K+ says that there are more
    #[arg(long, value_name = "K", value_parser = within(1, u64::MAX))]
    limit: Option<u64>,
    /// Estimate the number from samples of the search tree, with a confidence interval
    #[arg(long, conflicts_with_all = ["limit", "cross_check", "engine", "backend", "encoding", "amo", "cube", "stats"])]
    estimate: bool,
    /// With --estimate: number of samples per puzzle
    #[arg(long, value_name = "N", default_value_t = 1000, requires = "estimate", value_parser = within(2, 10_000_000))]
    samples: u64,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    long: LongArgs,
    #[command(flatten)]
    out: OutArgs,
}

impl CountArgs {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        let want = if self.estimate {
            Want::Estimate { samples: self.samples }
        } else {
            Want::Count { limit: self.limit }
        };
        let long = self.long.to(self.out.out.as_ref());
        Stream { long, ..Stream::search(want, &self.search)? }.run()
    }
}
