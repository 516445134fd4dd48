//! `satoku backends`: what this build can solve formulas with.

use std::io::{self, Write};

use clap::Args;
use satoku::ask::{self, Backend, Outcome};

#[derive(Debug, Args)]
#[command(after_help = "Any other DIMACS solver works as `--backend 'cmd:PROGRAM ARGS'`.\n\n\
    Examples:\n  satoku backends\n  satoku backends --json")]
pub(super) struct BackendsArgs {
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

/// Meaning of the capabilities listed.
const LEGEND: &str = "\
incremental    keeps learned clauses from one call to the next
interruptible  can be stopped by a time limit or on request
resumes        continues where a limit stopped it
assumptions    solves under assumptions and reports failed ones (a core)
conflicts      counts its conflicts and accepts a limit on them
proofs         can write proofs
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
