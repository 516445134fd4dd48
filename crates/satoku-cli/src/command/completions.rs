//! `satoku completions`: a completion script for a shell.

use std::io::{self, Write};

use clap::{Args, CommandFactory};
use clap_complete::Shell;
use satoku::ask::Outcome;

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  satoku completions bash > satoku.bash")]
pub(super) struct CompletionsArgs {
    /// Shell
    shell: Shell,
}

impl CompletionsArgs {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        // clap_complete panics on a closed pipe, so it writes to memory.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut super::Cli::command(), "satoku", &mut script);
        io::stdout().write_all(&script)?;
        Ok(Outcome::Positive)
    }
}
