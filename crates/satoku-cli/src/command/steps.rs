//! `satoku steps`: how people solve each puzzle.

use std::time::Duration;

use clap::Args;

use super::rating::rating;
use super::techniques::technique;
use crate::options::{BatchArgs, InputArgs, seconds};
use crate::stream::Stream;
use satoku::ask::{Outcome, Want};

#[derive(Debug, Args)]
#[command(
    after_help = "A line for each step: its number, its rating on the scale of Sudoku Explainer \
    1.2.1, what follows, in the notation of HoDoKu. Chains are told node by node below: (5) r1c2<>3 \
    is followed by the nodes that it follows from, and by the house or cell through which. Each step \
    is held against the solution before it is printed. Puzzles of plain 9×9 with one solution have \
    steps; candidates that a puzzle has are where they start from.\n\n\
    Examples:\n  satoku steps puzzle.txt\n  satoku steps --until 4.0 puzzle.txt\n  \
    satoku steps --only chain --json puzzles.txt"
)]
pub(super) struct StepsArgs {
    /// End with the first step that is rated ER or higher
    #[arg(long, value_name = "ER", value_parser = rating)]
    until: Option<f64>,
    /// Print only steps by TECHNIQUE, a name or kind as `satoku techniques` lists them (repeatable)
    #[arg(long, value_name = "TECHNIQUE", value_parser = technique)]
    only: Vec<String>,
    /// Give up on a puzzle after SECONDS seconds, and print the steps found by then
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time_limit: Option<Duration>,
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    batch: BatchArgs,
}

impl StepsArgs {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        let want = Want::Steps { until: self.until, only: self.only.clone() };
        Stream { time_limit: self.time_limit, ..Stream::new(want, &self.input, &self.batch) }.run()
    }
}
