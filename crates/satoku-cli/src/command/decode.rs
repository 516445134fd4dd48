//! `satoku decode`: a solver's answer turned back into a grid.

use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Args;

use crate::formula::{Told, read_one, told};
use crate::options::{FormulaArgs, ReadingArgs, writer_values};
use crate::stream::form;
use satoku::ask::{Answer, Form, Outcome, Solve, Status};
use satoku::format::Writer;
use satoku::input::Bounded;
use satoku::sat::cnf::Counter;
use satoku::sat::cnf::dimacs::{self, SolverOutput};

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  \
    satoku encode puzzle.txt > puzzle.cnf\n  \
    kissat puzzle.cnf > answer.txt\n  \
    satoku decode puzzle.cnf answer.txt")]
pub(super) struct DecodeArgs {
    /// Puzzle that was encoded, or the formula that `satoku encode` wrote, which says how
    #[arg(value_name = "PUZZLE")]
    puzzle: PathBuf,
    /// Output of the solver; `-` reads standard input
    #[arg(value_name = "SOLVER_OUTPUT")]
    answer: PathBuf,
    /// Output form [default: line for line input, pretty on a terminal, else grid]
    #[arg(long, value_name = "FORM", value_parser = writer_values())]
    output: Option<&'static Writer>,
    #[command(flatten)]
    reading: ReadingArgs,
    #[command(flatten)]
    formula: FormulaArgs,
}

impl DecodeArgs {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        if self.puzzle.as_os_str() == "-" && self.answer.as_os_str() == "-" {
            bail!("only one of puzzle and solver output can be standard input");
        }
        let FormulaArgs { encoding, amo, index } = self.formula;
        let told = told(&self.puzzle)?;
        let hint = if let Some(told) = &told {
            self.agrees_with(told)?;
            "is this the answer to that formula?"
        } else {
            "was the formula encoded with the same --encoding, --amo and --layout?"
        };
        let (Told { entry, encoding, amo, vars, blocking }, by_lines) = if let Some(told) = told {
            (told, false)
        } else {
            let (entry, by_lines) = read_one(&self.puzzle, &self.reading, index)?;
            (Told { entry, encoding, amo, vars: 0, blocking: None }, by_lines)
        };
        let mut counter = Counter::new();
        let map = (encoding.encode)(&entry.puzzle, amo, &mut counter)?;
        let max_var = u32::try_from(counter.size().vars)?.max(vars);

        let name = self.answer.display().to_string();
        let input: Box<dyn Read> = if name == "-" {
            Box::new(io::stdin())
        } else {
            Box::new(File::open(&self.answer).with_context(|| name.clone())?)
        };
        let output = {
            let input = Bounded::new(input, dimacs::max_output(max_var));
            dimacs::read_model(BufReader::new(input), max_var)
        };
        let (status, solution) = match output.with_context(|| name.clone())? {
            SolverOutput::Sat(model) => {
                if let Some(clause) = &blocking
                    && !clause.iter().any(|&lit| model.is_true(lit))
                {
                    bail!("{name}: the model breaks the blocking clause: {hint}");
                }
                let digits = map.decode(&model).with_context(|| format!("{name}: {hint}"))?;
                let checked = entry.puzzle.check(&digits);
                (Status::Solved, Some(checked.with_context(|| format!("{name}: {hint}"))?))
            }
            // What is excluded was a solution.
            SolverOutput::Unsat if blocking.is_some() => (Status::Unique, None),
            SolverOutput::Unsat => (Status::None, None),
            SolverOutput::Unknown => (Status::Unknown, None),
        };
        let answer = Answer::Solve(Solve { status, solution, solutions: None, search: None });
        let form = Form { flat_json: entry.flat_json, ..form(self.output, by_lines) };
        io::stdout().write_all(answer.text(Some(&entry.puzzle), form).as_bytes())?;
        Ok(answer.outcome())
    }

    /// Whether the options say nothing else than a formula says of itself.
    fn agrees_with(&self, told: &Told) -> anyhow::Result<()> {
        let FormulaArgs { encoding, amo, index } = &self.formula;
        let others = [
            (encoding.name != "extended" && encoding.name != told.encoding.name, "--encoding"),
            (amo.name != "pairwise" && amo.name != told.amo.name, "--amo"),
            (index.is_some(), "--index"),
            (self.reading.says_something(), "options for the input"),
        ];
        match others.iter().find(|(differs, _)| *differs) {
            Some((_, name)) => bail!("{name}: the formula says by itself what it is of"),
            None => Ok(()),
        }
    }
}
