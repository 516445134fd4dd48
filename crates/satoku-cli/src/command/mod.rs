//! The commands: a file each, with its options. To add one, write a file and add a line to
//! [`Command`] and one to [`Cli::run`].

mod backends;
mod candidates;
mod check;
mod combine;
mod completions;
mod convert;
mod count;
mod cubes;
mod decode;
mod encode;
mod explain;
mod find;
mod gather;
mod generate;
mod hint;
mod late;
mod man;
mod merge;
mod minimize;
mod prove;
mod proved;
mod rate;
mod rating;
mod scale;
mod schema;
mod solve;
mod steps;
mod techniques;
mod tell;
mod transform;
mod unique;
mod verify;

use anstream::ColorChoice;
use clap::{Parser, Subcommand};
use late::Late;
use satoku::ask::Outcome;

/// Sudoku of any size by SAT: solve, count, prove unique, export DIMACS.
#[derive(Debug, Parser)]
#[command(
    name = "satoku",
    version,
    max_term_width = 100,
    after_help = "Exit status: 0 all answered positively; 1 some puzzle has no solution or is not \
                  unique; 2 bad usage or input; 3 some answer unknown, as a limit was reached, or \
                  about a part of a puzzle, as others were passed over.\n\n\
                  `satoku COMMAND --help` shows examples."
)]
pub(super) struct Cli {
    #[command(subcommand)]
    command: Command,
    /// When to color text: auto (on a terminal), always or never
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_default_value = true,
        hide_possible_values = true,
        value_parser = ["auto", "always", "never"]
    )]
    color: String,
}

#[derive(Debug, Subcommand)]
#[command(defer = true)]
enum Command {
    /// Print a solution of each puzzle, or all of them
    Solve(Late<solve::SolveArgs>),
    /// Count the solutions of each puzzle
    Count(Late<count::CountArgs>),
    /// Explain why each puzzle has no solution, several, or exactly one
    Explain(Late<explain::ExplainArgs>),
    /// Print the true candidates of each cell: the digits that occur in some solution
    Candidates(Late<candidates::CandidatesArgs>),
    /// Rate how hard each puzzle is for people: ER/EP/ED, as Sudoku Explainer does
    Rate(Late<rate::RateArgs>),
    /// Print the steps by which people solve each puzzle, with reasons
    Steps(Late<steps::StepsArgs>),
    /// Tell the next step of each puzzle, little by little
    Hint(Late<hint::HintArgs>),
    /// Find where techniques apply in each puzzle as it stands
    Find(Late<find::FindArgs>),
    /// List the techniques of ratings, steps and hints
    Techniques(Late<techniques::TechniquesArgs>),
    /// Remove redundant clues from each puzzle, keeping its solution unique
    Minimize(Late<minimize::MinimizeArgs>),
    /// Apply symmetries, compute canonical forms, drop isomorphic duplicates
    Transform(Late<transform::TransformArgs>),
    /// Decide whether each puzzle has exactly one solution
    Unique(Late<unique::UniqueArgs>),
    #[command(alias = "validate")]
    /// Check filled grids, and name the house or rule that each invalid one breaks
    Check(Late<check::CheckArgs>),
    /// Write a puzzle as DIMACS CNF
    Encode(Late<encode::EncodeArgs>),
    /// Turn a SAT solver's output back into a grid, and check it
    Decode(Late<decode::DecodeArgs>),
    /// Generate puzzles of any size with exactly one solution
    Generate(Late<generate::GenerateArgs>),
    /// Split a hard puzzle into cubes to solve separately, or combine their answers
    Cubes(Late<cubes::CubesArgs>),
    /// Write a certificate of each answer that anyone can check
    Prove(Late<prove::ProveArgs>),
    /// Verify certificates, without any solver
    Verify(Late<verify::VerifyArgs>),
    /// Put the answers of shards together
    Merge(Late<merge::MergeArgs>),
    /// Convert puzzles between text forms
    Convert(Late<convert::ConvertArgs>),
    /// List the SAT backends of this build and their capabilities
    Backends(Late<backends::BackendsArgs>),
    /// Print the JSON Schema of the --json output
    Schema(Late<schema::SchemaArgs>),
    /// Print a completion script for a shell
    Completions(Late<completions::CompletionsArgs>),
    /// Print the manual page of the program or of a command (troff)
    Man(Late<man::ManArgs>),
}

impl Cli {
    /// Runs the command.
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        match &*self.color {
            "always" => ColorChoice::Always,
            "never" => ColorChoice::Never,
            _ => ColorChoice::Auto,
        }
        .write_global();
        match &self.command {
            Command::Solve(args) => args.run(),
            Command::Count(args) => args.run(),
            Command::Explain(args) => args.run(),
            Command::Candidates(args) => args.run(),
            Command::Rate(args) => args.run(),
            Command::Steps(args) => args.run(),
            Command::Hint(args) => args.run(),
            Command::Find(args) => args.run(),
            Command::Techniques(args) => args.run(),
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
            Command::Merge(args) => args.run(),
            Command::Convert(args) => args.run(),
            Command::Backends(args) => args.run(),
            Command::Schema(args) => args.run(),
            Command::Completions(args) => args.run(),
            Command::Man(args) => args.run(),
        }
    }
}
