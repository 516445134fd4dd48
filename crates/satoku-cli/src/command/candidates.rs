//! `satoku candidates`: the true candidates of each puzzle, or those that propagation leaves.

use anyhow::bail;
use clap::Args;
use clap::builder::TypedValueParser;

use crate::long::LongArgs;
use crate::options::{BatchArgs, InputArgs, SolverArgs, named};
use crate::print::{Output, PageArgs, output_values};
use crate::stream::Stream;
use satoku::ask::{Marks, Outcome, Want};

#[derive(Debug, Args)]
#[command(
    after_help = "A true candidate of a cell is a digit that some solution has there. Cells \
    with one true candidate are the backbone, the same in all solutions. --json lists the true \
    candidates of every cell, and those that a time limit left undecided. With --marks plain or \
    basic no solver runs; a contradiction is answered as `none`.\n\n\
    Examples:\n  satoku candidates puzzle.txt\n  satoku candidates --backbone --output line puzzles.txt\n  \
    satoku candidates --marks basic --output pdf -o marks.pdf puzzle.txt"
)]
pub(super) struct CandidatesArgs {
    /// Print only the backbone: the puzzle with every cell filled that all solutions agree on
    #[arg(long, conflicts_with = "json")]
    backbone: bool,
    /// Output form [default: pretty on a terminal, else grid; line for --backbone of lines]
    #[arg(long, value_name = "FORM", value_parser = output_values(), conflicts_with = "json")]
    output: Option<Output>,
    /// Which candidates [default: true]
    #[arg(long, value_name = "MARKS", value_parser = marks_values())]
    marks: Option<Marks>,
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    batch: BatchArgs,
    #[command(flatten)]
    solver: SolverArgs,
    #[command(flatten)]
    pages: PageArgs,
    #[command(flatten)]
    long: LongArgs,
}

fn marks_values() -> impl TypedValueParser<Value = Marks> {
    named(Marks::ALL.iter().map(|marks| (marks.name(), marks.about()))).map(|word: String| {
        let mut all = Marks::ALL.into_iter();
        all.find(|marks| marks.name() == word).expect("clap allows only these names")
    })
}

impl CandidatesArgs {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        let marks = self.marks.unwrap_or_default();
        let given = [
            ("--backbone", self.backbone),
            ("--backend", self.solver.backend.is_some()),
            ("--time-limit", self.solver.time_limit.is_some()),
        ];
        if let (false, Some((option, _))) =
            (marks == Marks::True, given.iter().find(|(_, given)| *given))
        {
            bail!("{option} applies to true candidates, and --marks {} are others", marks.name());
        }
        let (press, long) =
            self.pages.press_or_text(self.output, None, self.input.inputs(), &self.long)?;
        let want = Want::Candidates { backbone: self.backbone, marks };
        Stream {
            long,
            output: self.output.and_then(Output::text),
            time_limit: self.solver.time_limit,
            engine: self.solver.engine()?,
            ..Stream::new(want, &self.input, &self.batch)
        }
        .run_on(press)
    }
}
