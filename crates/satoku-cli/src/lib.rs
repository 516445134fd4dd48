//! The program: reads the command line, hands work to the library, prints what comes back. No
//! algorithm lives here. It is a library, so that it compiles while machine code of `satoku` is still
//! being made; `main.rs` only calls it.

mod bulk;
mod command;
mod folder;
mod formula;
mod inputs;
mod long;
mod monitor;
mod options;
mod part;
mod pipeline;
mod print;
mod rules;
mod run;
mod shard;
mod signal;
mod source;
mod stream;
mod tally;
mod template;
mod terminal;
mod whole;

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use command::Cli;
use monitor::say;
use satoku::ask::Outcome;
use satoku_check::shown;
use source::is_like_a_puzzle;

/// Runs the command line of this process and returns its exit status.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse_from(words()) {
        Ok(cli) => cli,
        Err(error) => return no_command(&error),
    };
    signal::install();
    let result = cli.run().and_then(|outcome| Ok(io::stdout().flush().map(|()| outcome)?));
    signal::finished();
    match result {
        _ if signal::interrupted() => ExitCode::from(130),
        Ok(outcome) => ExitCode::from(status(outcome)),
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            say(format!("satoku: {error:#}"));
            ExitCode::from(2)
        }
    }
}

/// The words of the command line. A puzzle in place of a command is to be solved.
fn words() -> Vec<OsString> {
    let mut words: Vec<_> = std::env::args_os().collect();
    let is_puzzle = |word: &OsString| word.to_str().is_some_and(is_like_a_puzzle);
    if words.get(1).is_some_and(is_puzzle) {
        words.insert(1, "solve".into());
    }
    words
}

/// Prints help, or what is wrong with the command line.
fn no_command(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        return match error.print().and_then(|()| io::stdout().flush()) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                say(format!("satoku: standard output: {error}"));
                ExitCode::from(2)
            }
            _ => ExitCode::SUCCESS,
        };
    }
    let tip = tip(error).map(|tip| format!("  tip: {tip}"));
    let text = error.render().to_string();
    if text.lines().all(|line| shown(line) == line) {
        // In colours, if there are any.
        _ = error.print();
    } else {
        text.lines().for_each(say);
    }
    tip.into_iter().for_each(say);
    ExitCode::from(2)
}

/// What other programs call something, and what to write here.
const ELSEWHERE: &[(&str, &str)] = &[
    ("--pretty", "write `--output pretty`"),
    ("--threads", "write `--jobs N`"),
    ("--format", "write `--input FORMAT` for what is read, `--output FORM` for what is printed"),
    ("print", "write `satoku convert --output pdf -o FILE`, or `--output pretty` for text"),
    ("format", "write `satoku convert`"),
    ("dimacs", "write `satoku encode`"),
];

/// What to write instead of a word that other programs know.
fn tip(error: &clap::Error) -> Option<&'static str> {
    use clap::error::{ContextKind, ContextValue};

    let kinds = [ContextKind::InvalidSubcommand, ContextKind::InvalidArg];
    let said = kinds.iter().find_map(|&kind| match error.get(kind)? {
        ContextValue::String(word) => Some(word),
        _ => None,
    })?;
    let word = said.split_whitespace().next()?;
    ELSEWHERE.iter().find(|(name, _)| *name == word).map(|(_, tip)| *tip)
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
