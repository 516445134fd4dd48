//! `satoku hint`: the next step of each puzzle, told little by little.

use std::path::Path;

use anyhow::{Context, bail};
use clap::Args;

use super::scale::{Scale, asked, scales};
use super::tell::TellArgs;
use crate::options::within;
use crate::source::is_like_a_puzzle;
use crate::terminal;
use satoku::ask::{Hint, HintAsked, Outcome, StepsAsked, Want};
use satoku::format::{parse_with, writer_by_name};
use satoku::input;

#[derive(Debug, Args)]
#[command(
    after_help = "Levels: 1 the kind of technique, 2 the technique and its rating, 3 where to look, \
    4 the pattern, with the chain if it is one, 5 what follows and why. Each prints what those \
    before it do. On a terminal the grid is drawn above levels 4 and 5.\n\n\
    A puzzle with candidates is taken as it stands: those that are missing are removed. With --check \
    wrong entries are named, and cells whose candidates lack the digit of the solution. Deadly \
    patterns are looked for where the digits alone have one solution.\n\n\
    Examples:\n  satoku hint --level 2 puzzle.txt\n  satoku hint --check puzzle.txt half-solved.txt\n  \
    satoku hint --scale hodoku puzzle.txt"
)]
pub(super) struct HintArgs {
    /// The scale: the next step in its order, with its names [default: se121]
    #[arg(long, value_name = "SCALE", value_parser = scales())]
    scale: Option<Scale>,
    /// How much is told [default: 5]
    #[arg(long, value_name = "LEVEL", value_parser = within(1, 5))]
    level: Option<u64>,
    /// The puzzle as it was given, a file or itself: name the entries and candidates that
    /// contradict its solution
    #[arg(long, value_name = "GIVENS")]
    check: Option<String>,
    /// Print all steps that could be next, in place of one: as `satoku steps --all`
    #[arg(long, conflicts_with_all = ["level", "check", "grid"])]
    all: bool,
    /// Draw the grid above the hint, also where the output is no terminal: `*` cells of the
    /// pattern, `-` where candidates go, `+` the digit (levels 4 and 5)
    #[arg(long, conflicts_with = "json")]
    grid: bool,
    #[command(flatten)]
    tell: TellArgs,
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
        // As the puzzles are read: with their layout and rules.
        let givens = givens.map(|text| -> anyhow::Result<String> {
            let puzzle = parse_with(&text, &self.tell.reading()?).context("--check")?;
            Ok(puzzle.to_string())
        });
        let givens = givens.transpose()?;
        let level = self.level.and_then(|level| u8::try_from(level).ok());
        if self.tell.proves() && level.is_some_and(|level| level < *Hint::LEVELS.end()) {
            bail!("--prove: with --level 5, as certificates are of what a step removes or places");
        }
        let (notation, no_uniqueness) = (self.tell.notation(), self.tell.no_uniqueness);
        let scale = asked(self.scale);
        let want = if self.all {
            let asked = StepsAsked { scale, all: true, ..StepsAsked::default() };
            Want::Steps(StepsAsked { no_uniqueness, notation, ..asked })
        } else {
            let level = level.unwrap_or(*Hint::LEVELS.end());
            Want::Hint(HintAsked { level, givens, scale, no_uniqueness, notation })
        };
        let draws = self.grid || terminal::is_read();
        let output = writer_by_name("pretty").filter(|_| draws);
        self.tell.run_beside(want, output, self.check.as_deref().map(Path::new))
    }
}
