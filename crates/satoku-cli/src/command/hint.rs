//! `satoku hint`: the next step of each puzzle, told little by little.

use std::path::Path;
use std::time::Duration;

use anyhow::Context;
use clap::Args;

use crate::options::{BatchArgs, InputArgs, seconds, within};
use crate::source::is_like_a_puzzle;
use crate::stream::Stream;
use satoku::ask::{Hint, Outcome, Want};
use satoku::input;

#[derive(Debug, Args)]
#[command(
    after_help = "Levels: 1 the kind of technique, 2 the technique and its rating, 3 where to look, \
    4 the pattern, with the chain if it is one, 5 what follows and why. Each prints what those \
    before it do.\n\n\
    A puzzle with candidates is taken as it stands: those that are missing are removed. With --check \
    wrong entries are named, and cells whose candidates lack the digit of the solution.\n\n\
    Examples:\n  satoku hint --level 2 puzzle.txt\n  satoku hint --check puzzle.txt half-solved.txt"
)]
pub(super) struct HintArgs {
    /// How much is told [default: 5]
    #[arg(long, value_name = "LEVEL", value_parser = within(1, 5))]
    level: Option<u64>,
    /// The puzzle as it was given, a file or itself: name the entries and candidates that
    /// contradict its solution
    #[arg(long, value_name = "GIVENS")]
    check: Option<String>,
    /// Give up on a puzzle after SECONDS seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time_limit: Option<Duration>,
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    batch: BatchArgs,
}

impl HintArgs {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        let givens = match &self.check {
            Some(text) if is_like_a_puzzle(text) => Some(text.clone()),
            Some(path) => {
                let text = input::read_text(Path::new(path));
                Some(text.with_context(|| format!("--check {path}"))?)
            }
            None => None,
        };
        if let Some(givens) = &givens {
            satoku::parse(givens).context("--check")?;
        }
        let level = self.level.and_then(|level| u8::try_from(level).ok());
        let want = Want::Hint { level: level.unwrap_or(*Hint::LEVELS.end()), givens };
        Stream { time_limit: self.time_limit, ..Stream::new(want, &self.input, &self.batch) }.run()
    }
}
