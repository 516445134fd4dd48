//! `satoku steps`: how people solve each puzzle.

use clap::Args;

use super::rating::rating;
use super::scale::{Scale, asked, refuse, scales};
use super::techniques::{named_on, technique};
use super::tell::TellArgs;
use satoku::ask::{Outcome, ScaleAsked, StepsAsked, Want};

#[derive(Debug, Args)]
#[command(
    after_help = "A line for each step: its number, its rating on the scale of Sudoku Explainer \
    1.2.1, what follows, in the notation of HoDoKu. Chains are told node by node below: (5) r1c2<>3 \
    is followed by the nodes that it follows from, and by the house or cell through which. A chain \
    within a chain stands further in, below the node that follows by it. Each step \
    is held against the solution before it is printed. Puzzles with one solution have \
    steps; candidates that a puzzle has are where they start from. With --scale hodoku the number behind \
    that of the step is what it adds to the score; the chains of forcing chains stand below it, and why \
    a step is right that is more than a single; `ALS:r1c23` in a chain is an almost locked set.\n\n\
    Examples:\n  satoku steps puzzle.txt\n  satoku steps --until 4.0 puzzle.txt\n  \
    satoku steps --only chain --json puzzles.txt\n  satoku steps --all --until 4.5 puzzle.txt\n  \
    satoku steps --notation library puzzle.txt\n  satoku steps --scale hodoku puzzle.txt\n  \
    satoku steps --scale hodoku --only chain --notation eureka puzzle.txt"
)]
pub(super) struct StepsArgs {
    /// The scale [default: se121]
    #[arg(long, value_name = "SCALE", value_parser = scales())]
    scale: Option<Scale>,
    /// End with the first step that is rated ER or higher
    #[arg(long, value_name = "ER", value_parser = rating)]
    until: Option<f64>,
    /// Print only steps by TECHNIQUE, a name or kind as `satoku techniques` lists them (repeatable)
    #[arg(long, value_name = "TECHNIQUE", value_parser = technique)]
    only: Vec<String>,
    /// Print all steps that could be next, from easy to hard, in place of a path: by techniques that
    /// begin below ER of --until [default: 9.0; those of --only, if any]; with --scale hodoku by those
    /// that are rated below Extreme, or those of --only
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    tell: TellArgs,
}

impl StepsArgs {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        let scale = asked(self.scale);
        refuse(scale == ScaleAsked::Hodoku && self.until.is_some(), "ratings, as of --until,")?;
        named_on(scale, "--only", &self.only)?;
        let (until, only, all) = (self.until, self.only.clone(), self.all);
        let (notation, no_uniqueness) = (self.tell.notation(), self.tell.no_uniqueness);
        let want = Want::Steps(StepsAsked { scale, until, only, all, no_uniqueness, notation });
        self.tell.run(want, None)
    }
}
