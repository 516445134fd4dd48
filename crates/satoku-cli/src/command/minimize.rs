//! `satoku minimize`: each puzzle without its redundant clues, and rules.

use std::time::Duration;

use clap::Args;

use crate::long::LongArgs;
use crate::options::{BatchArgs, InputArgs, backend, seconds};
use crate::print::{Output, PageArgs, SolutionArgs, output_values};
use crate::stream::Stream;
use satoku::ask::{Outcome, Want};
use satoku::engine::{EngineOptions, EngineSpec};
use satoku::jobs::minimize;
use satoku::sat::backend::BackendSpec;

#[derive(Debug, Args)]
#[command(
    after_help = "Clues are tried in random order, and each is removed if the solution stays \
    unique without it; every remaining clue is necessary. A cell's pencilmarks count as one clue. \
    A puzzle with several solutions or none is left unchanged. Grids are printed with a comment \
    that names the removed clues, lines without.\n\n\
    Examples:\n  satoku minimize puzzle.txt\n  satoku minimize --seed 7 --output line puzzles.txt\n  \
    satoku minimize --smallest --tries 10000 puzzle.txt"
)]
pub(super) struct MinimizeArgs {
    /// Random seed: it decides the order, and so which minimal puzzle is found
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Search for fewer clues by repeatedly restoring some and removing others
    #[arg(long)]
    smallest: bool,
    /// With --smallest: number of rounds
    #[arg(long, value_name = "N", default_value_t = 1000, requires = "smallest")]
    tries: u64,
    /// Then remove redundant rules too (cages, lines, …)
    #[arg(long)]
    drop_rules: bool,
    /// Leave a clue undecided after N conflicts of the SAT solver
    #[arg(long, value_name = "N")]
    effort: Option<u64>,
    /// SAT solver: an embedded one, or `cmd:PROGRAM ARGS` with {in} and {out} for files
    #[arg(long, value_name = "BACKEND", default_value_t = minimize::backend(), value_parser = backend)]
    backend: BackendSpec,
    /// Stop after SECONDS seconds per puzzle, and print the clues left by then
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time_limit: Option<Duration>,
    /// Output form [default: frames for one puzzle on a terminal; else line for lines, rows for others]
    #[arg(long, value_name = "FORM", value_parser = output_values(), conflicts_with = "json")]
    output: Option<Output>,
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    batch: BatchArgs,
    #[command(flatten)]
    pages: PageArgs,
    #[command(flatten)]
    long: LongArgs,
    #[command(flatten)]
    solutions: SolutionArgs,
}

impl MinimizeArgs {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        let (press, long) = self.pages.press_or_text(
            self.output,
            Some(&self.solutions),
            self.input.inputs(),
            &self.long,
        )?;
        let tries = if self.smallest { self.tries } else { 0 };
        let want = Want::Minimize { tries, effort: self.effort, rules: self.drop_rules };
        let (backend, seed) = (self.backend.clone(), self.seed);
        Stream {
            long,
            output: self.output.and_then(Output::text),
            time_limit: self.time_limit,
            engine: EngineSpec::new(
                "auto",
                EngineOptions { backend, seed, ..EngineOptions::default() },
            )?,
            ..Stream::new(want, &self.input, &self.batch)
        }
        .run_on(press)
    }
}
