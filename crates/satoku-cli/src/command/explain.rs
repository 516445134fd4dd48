//! `satoku explain`: why each puzzle has no solution, several, or one; with a marked grid.

use clap::Args;

use crate::long::{LongArgs, OutArgs};
use crate::options::{BatchArgs, InputArgs, SolverArgs};
use crate::stream::Stream;
use satoku::ask::{Outcome, Want};

#[derive(Debug, Args)]
#[command(after_help = "\
    No solution: a minimal unsatisfiable set of clues, houses and rules; * marks the clues.\n\
    Several: two solutions, a minimal unavoidable set of cells (* marks them, a/b are their \
    digits), and the fewest clues that make the puzzle unique (+ marks them).\n\
    One: the redundant clues (* marks them) and rules, each removable on its own.\n\n\
    Example:\n  satoku explain --time-limit 10 puzzle.txt")]
pub(super) struct ExplainArgs {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    batch: BatchArgs,
    #[command(flatten)]
    solver: SolverArgs,
    #[command(flatten)]
    long: LongArgs,
    #[command(flatten)]
    out: OutArgs,
}

impl ExplainArgs {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        Stream {
            long: self.long.to(self.out.out.as_ref()),
            time_limit: self.solver.time_limit,
            engine: self.solver.engine()?,
            ..Stream::new(Want::Explain, &self.input, &self.batch)
        }
        .run()
    }
}
