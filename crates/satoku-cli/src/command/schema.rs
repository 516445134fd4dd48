//! `satoku schema`: the JSON Schema of what is written with `--json`.

use std::io::{self, Write};

use clap::Args;
use satoku::ask::{self, Outcome};

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  satoku schema > satoku.schema.json")]
pub(super) struct SchemaArgs {
    /// Print the schema of questions instead of answers
    #[arg(long)]
    question: bool,
}

impl SchemaArgs {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        let schema = if self.question { ask::question_schema() } else { ask::schema() };
        let text = serde_json::to_string_pretty(&schema)?;
        writeln!(io::stdout(), "{text}")?;
        Ok(Outcome::Positive)
    }
}
