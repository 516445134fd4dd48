//! `satoku convert`: puzzles in another form.

use clap::Args;

use crate::options::{BatchArgs, InputArgs, writer_values};
use crate::stream::Stream;
use satoku::ask::{Outcome, Want};
use satoku::format::Writer;

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    satoku convert --output grid puzzles.txt\n  \
    satoku convert --output line --input pencilmarks sukaku.txt")]
pub(super) struct ConvertArgs {
    /// Output form
    #[arg(long, value_name = "FORM", value_parser = writer_values(), conflicts_with = "json")]
    output: Option<&'static Writer>,
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    batch: BatchArgs,
}

impl ConvertArgs {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        let stream = Stream::new(Want::Read, &self.input, &self.batch);
        Stream { output: self.output, ..stream }.run()
    }
}
