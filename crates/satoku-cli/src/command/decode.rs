//! `satoku decode`: a solver's answer turned back into a grid.

use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::formula::{Told, read_one, told};
use crate::options::{FormulaArgs, ReadingArgs, writer_values};
use crate::stream::form;
use satoku::Solution;
use satoku::ask::{Answer, Form, Outcome, Solve, Status};
use satoku::format::{Entry, Writer};
use satoku::input::{Bounded, MAX_FILE};
use satoku::model::{self, LANGUAGES, Language, Reply, language_by_name};
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
    /// Language of the model that the solver was given [default: recognized from the answer, else
    /// DIMACS]
    #[arg(long, value_name = "LANGUAGE", value_parser = languages())]
    format: Option<&'static Language>,
    /// Output form [default: line for line input, pretty on a terminal, else grid]
    #[arg(long, value_name = "FORM", value_parser = writer_values())]
    output: Option<&'static Writer>,
    #[command(flatten)]
    reading: ReadingArgs,
    #[command(flatten)]
    formula: FormulaArgs,
}

/// The bytes of an answer by which it is told of which language the model was.
const MAX_HEAD: u64 = 1 << 20;

/// The names of languages, as values.
fn languages() -> impl TypedValueParser<Value = &'static Language> {
    let values = LANGUAGES.iter().map(|it| PossibleValue::new(it.name).help(it.about));
    PossibleValuesParser::new(values.collect::<Vec<_>>())
        .map(|name| language_by_name(&name).expect("one of them"))
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
        let name = self.answer.display().to_string();
        let mut input: Box<dyn Read> = if name == "-" {
            Box::new(io::stdin())
        } else {
            Box::new(File::open(&self.answer).with_context(|| name.clone())?)
        };
        let mut head = Vec::new();
        input.by_ref().take(MAX_HEAD).read_to_end(&mut head).with_context(|| name.clone())?;
        let beginning = String::from_utf8_lossy(&head);
        let input = head.chain(input);
        if let Some(language) = self.format.or_else(|| model::language_of(&beginning)) {
            let mut text = String::new();
            Bounded::new(input, MAX_FILE)
                .read_to_string(&mut text)
                .with_context(|| name.clone())?;
            let reply = (language.read)(&entry.puzzle, &text).with_context(|| name.clone())?;
            let (status, solution) = match reply {
                Reply::Filled(digits) => {
                    let hint = "is this the answer to a model of that puzzle?";
                    let checked = entry.puzzle.check(&digits);
                    let checked = checked.with_context(|| format!("{name}: {hint}"))?;
                    (Status::Solved, Some(checked))
                }
                Reply::None if blocking.is_some() => (Status::Unique, None),
                Reply::None => (Status::None, None),
                _ => (Status::Unknown, None),
            };
            return self.print(&entry, by_lines, status, solution);
        }

        let mut counter = Counter::new();
        let map = (encoding.encode)(&entry.puzzle, amo, &mut counter)?;
        let max_var = u32::try_from(counter.size().vars)?.max(vars);

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
        self.print(&entry, by_lines, status, solution)
    }

    fn print(
        &self,
        entry: &Entry,
        by_lines: bool,
        status: Status,
        solution: Option<Solution>,
    ) -> anyhow::Result<Outcome> {
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
