//! The commands: a file each, with its options. To add one, write a file and add a line to
//! [`Command`] and one to [`Cli::run`].

mod backends;
mod candidates;
mod check;
mod completions;
mod convert;
mod count;
mod cubes;
mod decode;
mod encode;
mod explain;
mod generate;
mod man;
mod minimize;
mod prove;
mod schema;
mod solve;
mod transform;
mod unique;
mod verify;

use clap::{Parser, Subcommand};
use satoku::ask::Outcome;

/// Sudoku of any size by SAT: solve, count, prove unique, export DIMACS.
#[derive(Debug, Parser)]
#[command(
    name = "satoku",
    version,
    max_term_width = 100,
    after_help = "Exit status: 0 all answered positively; 1 some puzzle has no solution or is not \
                  unique; 2 bad usage or input; 3 a limit left something unknown.\n\n\
                  `satoku COMMAND --help` shows examples."
)]
pub(super) struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Print a solution of each puzzle, or all of them
    Solve(solve::SolveArgs),
    /// Count the solutions of each puzzle
    Count(count::CountArgs),
    /// Tell why each puzzle has no solution, several, or one
    Explain(explain::ExplainArgs),
    /// Print the true candidates of each puzzle: what its solutions have in their cells
    Candidates(candidates::CandidatesArgs),
    /// Take the redundant clues out of each puzzle
    Minimize(minimize::MinimizeArgs),
    /// Turn, mirror, exchange, relabel; or find out which puzzles are essentially the same
    Transform(transform::TransformArgs),
    /// Tell whether each puzzle has exactly one solution
    Unique(unique::UniqueArgs),
    /// Tell whether each filled grid is valid, and if not, which house clashes
    Check(check::CheckArgs),
    /// Write a puzzle as DIMACS CNF
    Encode(encode::EncodeArgs),
    /// Turn a solver's answer to an encoded puzzle back into a grid, and check it
    Decode(decode::DecodeArgs),
    /// Make puzzles: of any size, with one solution, to order
    Generate(generate::GenerateArgs),
    /// Split a puzzle into parts that can be solved apart, or put their answers together
    Cubes(cubes::CubesArgs),
    /// Make a certificate of each answer, which anybody can check
    Prove(prove::ProveArgs),
    /// Check certificates, without any solver
    Verify(verify::VerifyArgs),
    /// Write puzzles in another form
    Convert(convert::ConvertArgs),
    /// List the SAT backends of this build and what each can do
    Backends(backends::BackendsArgs),
    /// Print the JSON Schema of what is written with --json
    Schema(schema::SchemaArgs),
    /// Print a completion script for a shell
    Completions(completions::CompletionsArgs),
    /// Print the manual page of the program or of a command (troff)
    Man(man::ManArgs),
}

impl Cli {
    /// Does what the command line says.
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        match &self.command {
            Command::Solve(args) => args.run(),
            Command::Count(args) => args.run(),
            Command::Explain(args) => args.run(),
            Command::Candidates(args) => args.run(),
            Command::Minimize(args) => args.run(),
            Command::Transform(args) => args.run(),
            Command::Unique(args) => args.run(),
            Command::Check(args) => args.run(),
            Command::Encode(args) => args.run(),
            Command::Decode(args) => args.run(),
            Command::Generate(args) => args.run(),
            Command::Cubes(args) => args.run(),
            Command::Prove(args) => args.run(),
            Command::Verify(args) => args.run(),
            Command::Convert(args) => args.run(),
            Command::Backends(args) => args.run(),
            Command::Schema(args) => args.run(),
            Command::Completions(args) => args.run(),
            Command::Man(args) => args.run(),
        }
    }
}
