//! The program: reads the command line, hands work to the library, prints what comes back. No
//! algorithm lives here.

#![expect(clippy::print_stderr, reason = "diagnostics belong on standard error")]

mod args;
mod backends;
mod bulk;
mod certain;
mod classic;
mod cubes;
mod dimacs;
mod each;
mod estimate;
mod explain;
mod generate;
mod minimize;
mod monitor;
mod prove;
mod reply;
mod rules;
mod run;
mod signal;
mod source;
mod tally;
mod transform;

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Context;
use clap::{CommandFactory, Parser};

use args::{Cli, Command};
use run::{Run, Task};

/// What the run has met so far; decides the exit status. A worse one wins: input errors over
/// limits, limits over negative answers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Status {
    negative: bool,
    unknown: bool,
    error: bool,
}

impl Status {
    const OK: Status = Status { negative: false, unknown: false, error: false };
    const NEGATIVE: Status = Status { negative: true, ..Status::OK };
    const UNKNOWN: Status = Status { unknown: true, ..Status::OK };
    const ERROR: Status = Status { error: true, ..Status::OK };

    fn and(self, other: Status) -> Status {
        Status {
            negative: self.negative || other.negative,
            unknown: self.unknown || other.unknown,
            error: self.error || other.error,
        }
    }

    fn code(self) -> u8 {
        match self {
            Status { error: true, .. } => 2,
            Status { unknown: true, .. } => 3,
            Status { negative: true, .. } => 1,
            Status::OK => 0,
        }
    }
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { 2 } else { 0 });
        }
    };
    signal::install();
    let result = dispatch(cli.command);
    signal::finished();
    match result {
        _ if signal::interrupted() => ExitCode::from(130),
        Ok(status) => ExitCode::from(status.code()),
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("satoku: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn dispatch(command: Command) -> anyhow::Result<Status> {
    match command {
        Command::Solve { all: true, limit, ask } => Run::ask(Task::All { limit }, &ask)?.run(),
        Command::Solve { ask, .. } => Run::ask(Task::Solve, &ask)?.run(),
        Command::Count { estimate, ask, .. } if estimate.estimate => estimate::run(&estimate, &ask),
        Command::Count { limit, ask, .. } => Run::ask(Task::Count { limit }, &ask)?.run(),
        Command::Explain(args) => explain::run(&args),
        Command::Candidates(args) => certain::run(&args),
        Command::Minimize(args) => minimize::run(&args),
        Command::Transform(args) => transform::run(&args),
        Command::Unique { ask } => Run::ask(Task::Unique, &ask)?.run(),
        Command::Check { input, batch, output } => {
            Run::without_engine(Task::Check, &input, &batch, output).run()
        }
        Command::Convert { input, batch, output } => {
            Run::without_engine(Task::Convert, &input, &batch, output).run()
        }
        Command::Encode(args) => dimacs::encode(&args),
        Command::Decode(args) => dimacs::decode(&args),
        Command::Cubes(args) => cubes::cubes(&args),
        Command::Generate(args) => generate::run(&args),
        Command::Backends { json } => {
            backends::list(json, &mut io::stdout())?;
            Ok(Status::OK)
        }
        Command::Prove(args) => prove::prove(&args),
        Command::Verify(args) => prove::verify(&args),
        Command::Completions { shell } => {
            // clap_complete panics on a closed pipe, so it writes to memory.
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "satoku", &mut script);
            io::stdout().write_all(&script)?;
            Ok(Status::OK)
        }
        Command::Man { command } => {
            let mut program = Cli::command();
            program.build();
            let page = match &command {
                None => program,
                Some(name) => program
                    .find_subcommand(name)
                    .cloned()
                    .with_context(|| format!("no command `{name}`"))?,
            };
            clap_mangen::Man::new(page).render(&mut io::stdout())?;
            Ok(Status::OK)
        }
    }
}

/// Whether whoever read our output has gone: ordinary in a pipeline.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe)
            || cause.downcast_ref::<satoku::Error>().is_some_and(satoku::Error::is_broken_pipe)
    })
}
