//! `satoku man`: manual pages.

use std::io;

use anyhow::Context;
use clap::{Args, CommandFactory};
use satoku::ask::Outcome;

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  satoku man solve | man -l -")]
pub(super) struct ManArgs {
    /// Command; none for the program itself
    command: Option<String>,
}

impl ManArgs {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        let mut program = super::Cli::command();
        program.build();
        let page = match &self.command {
            None => program,
            Some(name) => program
                .find_subcommand(name)
                .cloned()
                .with_context(|| format!("no command `{name}`"))?,
        };
        clap_mangen::Man::new(page).render(&mut io::stdout())?;
        Ok(Outcome::Positive)
    }
}
