//! The program: reads the command line, hands work to the library, prints what comes back. No
//! algorithm lives here.

#![expect(clippy::print_stderr, reason = "diagnostics belong on standard error")]

mod bulk;
mod classic;
mod command;
mod folder;
mod formula;
mod monitor;
mod options;
mod part;
mod pipeline;
mod rules;
mod signal;
mod source;
mod stream;
mod tally;

use std::io;
use std::process::ExitCode;

use clap::Parser;
use command::Cli;
use satoku::ask::Outcome;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { 2 } else { 0 });
        }
    };
    signal::install();
    let result = cli.run();
    signal::finished();
    match result {
        _ if signal::interrupted() => ExitCode::from(130),
        Ok(outcome) => ExitCode::from(status(outcome)),
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("satoku: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// The exit status: input errors win over limits, limits over negative answers.
fn status(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::Positive => 0,
        Outcome::Negative => 1,
        Outcome::Unknown => 3,
        Outcome::Error => 2,
    }
}

/// Whether whoever read our output has gone: ordinary in a pipeline.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe)
            || cause.downcast_ref::<satoku::Error>().is_some_and(satoku::Error::is_broken_pipe)
    })
}
