//! `satoku candidates`: the true candidates of each puzzle.

use clap::Args;

use crate::options::{BatchArgs, InputArgs, SolverArgs, writer_values};
use crate::stream::Stream;
use satoku::ask::{Outcome, Want};
use satoku::format::Writer;

#[derive(Debug, Args)]
#[command(
    after_help = "A true candidate of a cell is a digit that some solution has there. Cells \
    with one true candidate are the backbone, the same in all solutions. --json lists the true \
    candidates of every cell, and those that a time limit left undecided.\n\n\
    Examples:\n  satoku candidates puzzle.txt\n  satoku candidates --backbone --output line puzzles.txt"
)]
pub(super) struct CandidatesArgs {
    /// Print only the backbone: the puzzle with every cell filled that all solutions agree on
    #[arg(long, conflicts_with = "json")]
    backbone: bool,
    /// Output form [default: pretty on a terminal, else grid; line for --backbone of lines]
    #[arg(long, value_name = "FORM", value_parser = writer_values(), conflicts_with = "json")]
    output: Option<&'static Writer>,
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    batch: BatchArgs,
    #[command(flatten)]
    solver: SolverArgs,
}

impl CandidatesArgs {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        let want = Want::Candidates { backbone: self.backbone };
        Stream {
            output: self.output,
            time_limit: self.solver.time_limit,
            engine: self.solver.engine()?,
            ..Stream::new(want, &self.input, &self.batch)
        }
        .run()
    }
}
