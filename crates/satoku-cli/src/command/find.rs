//! `satoku find`: where techniques are found in each puzzle as it stands.

use clap::Args;

use super::scale::{Scale, asked, scales};
use super::techniques::{named_on, technique};
use super::tell::TellArgs;
use satoku::ask::{Outcome, StepsAsked, Want};

#[derive(Debug, Args)]
#[command(
    after_help = "All steps by these techniques in the position that a puzzle is, as `satoku steps \
    --all` prints them; `stuck` where there are none. Of steps with the same cells and conclusions \
    the first is printed. With --scale hodoku steps are in HoDoKu's order, each in all forms that \
    its library has, so chains with almost locked sets too; of chains and of almost locked \
    sets with one result the least is printed. Techniques that are not looked for when a puzzle is rated are found by their own \
    names, and not by kinds that others share.\n\n\
    Examples:\n  satoku find --technique x-wing puzzle.txt\n  \
    satoku find --technique wing --notation eureka puzzles.txt\n  \
    satoku find --scale hodoku --technique skyscraper puzzle.txt"
)]
pub(super) struct FindArgs {
    /// Find steps by TECHNIQUE, a name or kind as `satoku techniques` lists them (repeatable)
    #[arg(long, value_name = "TECHNIQUE", value_parser = technique, required = true)]
    technique: Vec<String>,
    /// The scale whose techniques these are [default: se121]
    #[arg(long, value_name = "SCALE", value_parser = scales())]
    scale: Option<Scale>,
    #[command(flatten)]
    tell: TellArgs,
}

impl FindArgs {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        let (only, notation) = (self.technique.clone(), self.tell.notation());
        let no_uniqueness = self.tell.no_uniqueness;
        let scale = asked(self.scale);
        named_on(scale, "--technique", &only)?;
        let want = StepsAsked { scale, only, all: true, no_uniqueness, notation, until: None };
        self.tell.run(Want::Steps(want), None)
    }
}
