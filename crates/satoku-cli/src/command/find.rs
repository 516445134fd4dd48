//! `satoku find`: where techniques are found in each puzzle as it stands.

use clap::Args;

use super::techniques::technique;
use super::tell::TellArgs;
use satoku::ask::{Outcome, StepsAsked, Want};

#[derive(Debug, Args)]
#[command(
    after_help = "All steps by these techniques in the position that a puzzle is, as `satoku steps \
    --all` prints them; `stuck` where there are none. Of steps with the same cells and conclusions \
    the first is printed.\n\n\
    Examples:\n  satoku find --technique x-wing puzzle.txt\n  \
    satoku find --technique wing --notation eureka puzzles.txt"
)]
pub(super) struct FindArgs {
    /// Find steps by TECHNIQUE, a name or kind as `satoku techniques` lists them (repeatable)
    #[arg(long, value_name = "TECHNIQUE", value_parser = technique, required = true)]
    technique: Vec<String>,
    #[command(flatten)]
    tell: TellArgs,
}

impl FindArgs {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        let (only, notation) = (self.technique.clone(), self.tell.notation());
        let no_uniqueness = self.tell.no_uniqueness;
        let want = StepsAsked { only, all: true, no_uniqueness, notation, until: None };
        self.tell.run(Want::Steps(want), None)
    }
}
