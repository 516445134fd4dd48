//! `satoku backends`: what this build can solve formulas with.

use std::io::{self, Write};

use clap::Args;
use satoku::ask::{self, Backend, Outcome};

#[derive(Debug, Args)]
#[command(
    after_help = "Beside these, any DIMACS solver works as `--backend 'cmd:PROGRAM ARGS'`.\n\n\
    Examples:\n  satoku backends\n  satoku backends --json"
)]
pub(super) struct BackendsArgs {
    /// One JSON object a line
    #[arg(long)]
    json: bool,
}

/// What the words of the list mean.
const LEGEND: &str = "\
incremental    keeps what it learned from one call to the next
interruptible  can be stopped by time or request
resumes        goes on where a limit stopped it
assumptions    takes assumptions, and tells which of them cannot hold together
conflicts      counts its conflicts, and can be limited by them
proofs         the solver is able to write proofs
";

impl BackendsArgs {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        let mut text = String::new();
        for backend in Backend::all() {
            if self.json {
                text.extend([ask::json(&backend).as_str(), "\n"]);
            } else {
                text.push_str(&backend.text());
            }
        }
        if !self.json {
            text.extend(["\n", LEGEND]);
        }
        io::stdout().write_all(text.as_bytes())?;
        Ok(Outcome::Positive)
    }
}
