//! `satoku convert`: puzzles in another form.

use clap::Args;

use crate::long::LongArgs;
use crate::options::{BatchArgs, InputArgs};
use crate::print::{Output, PageArgs, SolutionArgs, convert_values};
use crate::stream::Stream;
use satoku::ask::{Outcome, Want};

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    satoku convert --output grid puzzles.txt\n  \
    satoku convert --output line --input pencilmarks sukaku.txt\n  \
    satoku convert --output pdf --per-page 4 --title Sudoku --solutions end -o book.pdf puzzles.txt\n  \
    satoku convert --output svg puzzle.txt > puzzle.svg\n  \
    satoku convert --output fpuzzles-url puzzle.txt\n  \
    satoku convert --output iss puzzle.txt")]
pub(super) struct ConvertArgs {
    /// Output form
    #[arg(long, value_name = "FORM", value_parser = convert_values(), conflicts_with = "json")]
    output: Option<Output>,
    /// Say on standard error which format each input is read as, beside what is assumed of pasted text
    #[arg(long)]
    why: bool,
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

impl ConvertArgs {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        let (press, long) = self.pages.press_or_text(
            self.output,
            Some(&self.solutions),
            self.input.inputs(),
            &self.long,
        )?;
        let stream = Stream::new(Want::Read, &self.input, &self.batch);
        let output = self.output.and_then(Output::text);
        let export = self.output.and_then(Output::export);
        Stream { output, export, long, why: self.why, ..stream }.run_on(press)
    }
}
