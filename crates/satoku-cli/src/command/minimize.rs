//! `satoku minimize`: each puzzle without its redundant clues.

use std::str::FromStr;
use std::time::Duration;

use clap::Args;

use crate::options::{BatchArgs, InputArgs, seconds, writer_values};
use crate::stream::Stream;
use satoku::ask::{Outcome, Want};
use satoku::engine::{EngineOptions, EngineSpec};
use satoku::format::Writer;
use satoku::jobs::minimize;
use satoku::sat::backend::BackendSpec;

#[derive(Debug, Args)]
#[command(
    after_help = "Clues are tried in a random order, and each goes if the others keep the one \
    solution; so none that stays could go. A cell's pencilmarks are one clue. A puzzle that has \
    several solutions or none is not touched. Grids come with a comment that names the clues that \
    went; lines come alone.\n\n\
    Examples:\n  satoku minimize puzzle.txt\n  satoku minimize --seed 7 --output line puzzles.txt\n  \
    satoku minimize --smallest --tries 10000 puzzle.txt"
)]
pub(super) struct MinimizeArgs {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    batch: BatchArgs,
    /// Draws the order: another seed, another minimal puzzle
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Look for fewer clues: put some back and take out others, many times
    #[arg(long)]
    smallest: bool,
    /// With --smallest: how many times
    #[arg(long, value_name = "N", default_value_t = 1000, requires = "smallest")]
    tries: u64,
    /// Leave a clue undecided after so many conflicts of the SAT solver
    #[arg(long, value_name = "N")]
    effort: Option<u64>,
    /// The SAT solver: an embedded one, or `cmd:PROGRAM ARGS` with {in} and {out} for files
    #[arg(long, value_name = "BACKEND", default_value_t = minimize::backend(), value_parser = BackendSpec::from_str)]
    backend: BackendSpec,
    /// Give up on a puzzle after so many seconds; what is left by then is printed
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time_limit: Option<Duration>,
    /// The output form [default: line for lines, pretty on a terminal, else grid]
    #[arg(long, value_name = "FORM", value_parser = writer_values(), conflicts_with = "json")]
    output: Option<&'static Writer>,
}

impl MinimizeArgs {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        let tries = if self.smallest { self.tries } else { 0 };
        let want = Want::Minimize { tries, effort: self.effort };
        let (backend, seed) = (self.backend.clone(), self.seed);
        Stream {
            output: self.output,
            time_limit: self.time_limit,
            engine: EngineSpec::new(
                "auto",
                EngineOptions { backend, seed, ..EngineOptions::default() },
            )?,
            ..Stream::new(want, &self.input, &self.batch)
        }
        .run()
    }
}
