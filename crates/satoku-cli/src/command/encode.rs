//! `satoku encode`: a puzzle as DIMACS CNF, or in the languages of other solvers.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::slice;

use anyhow::{Context, bail};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::formula::{CERTIFICATE, comments, read_one, refuse_absurd, shown_variables};
use crate::long::OneArgs;
use crate::monitor::say;
use crate::options::{FormulaArgs, ReadingArgs};
use crate::signal;
use crate::whole;
use satoku::Limits;
use satoku::ask::Outcome;
use satoku::engine::EngineSpec;
use satoku::format::{self, Entry};
use satoku::grid::Digit;
use satoku::input;
use satoku::jobs::{answer, prove};
use satoku::model::{self, LANGUAGES};
use satoku::puzzle::Puzzle;
use satoku::sat::cnf::amo::SCHEMES;
use satoku::sat::cnf::dimacs;
use satoku::sat::cnf::{ClauseSink, Counter, LimitedSink, Size};
use satoku::sat::encode::{ENCODINGS, VarMap};
use satoku_check::Statement;

#[derive(Debug, Args)]
#[command(after_help = "Candidate literals of `minimal` and `extended` are numbered as in \
    textbooks, (row-1)·side² + (column-1)·side + digit; `reduced` lists its map in comments.\n\n\
    Examples:\n  \
    satoku encode puzzle.txt > puzzle.cnf\n  \
    satoku encode --block puzzle.txt | kissat      # UNSATISFIABLE: the puzzle is unique\n  \
    satoku encode --stats puzzle.txt               # how large it is in every encoding\n  \
    satoku encode --format minizinc -o puzzle.mzn puzzle.txt\n  \
    satoku encode --encoding reduced --amo product -o big.cnf big.grid")]
pub(super) struct EncodeArgs {
    /// Puzzle file; `-` or none reads standard input
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// Add the blocking clause of SOLUTION (a line or a file; by default one is found), which
    /// makes the formula of a unique puzzle unsatisfiable
    #[expect(clippy::option_option, reason = "clap's way to tell an option without its value")]
    #[arg(long, value_name = "SOLUTION", num_args = 0..=1)]
    block: Option<Option<String>>,
    /// Write the formula of a certificate, for a solver's proof that `satoku prove` takes over: the
    /// clauses of `extended` by pairs, with other variables for rules
    #[arg(long, conflicts_with_all = ["encoding", "amo"])]
    certificate: bool,
    /// Language of what is written: clauses, or constraints of which solvers know more
    #[arg(long, value_name = "FORMAT", value_parser = format_values(), default_value = "dimacs")]
    format: Language,
    /// Write to FILE instead of standard output, in place once all is written
    #[arg(long, short = 'o', value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write the formula, however large
    #[arg(long)]
    force: bool,
    /// Print the size of the formula in every encoding and scheme (bytes approximate), and no
    /// formula
    #[arg(long, conflicts_with_all = ["block", "out", "force", "encoding", "amo", "certificate", "format"])]
    stats: bool,
    #[command(flatten)]
    reading: ReadingArgs,
    #[command(flatten)]
    formula: FormulaArgs,
    #[command(flatten)]
    one: OneArgs,
}

/// What a puzzle is written in.
#[derive(Debug, Clone, Copy)]
enum Language {
    /// Clauses.
    Dimacs,
    /// Hard clauses.
    Weighted,
    /// Constraints.
    Model(&'static model::Language),
}

/// The names of languages.
fn format_values() -> impl TypedValueParser<Value = Language> {
    let clauses = [
        ("dimacs", "DIMACS CNF"),
        ("wcnf", "WCNF of the MaxSAT Evaluation 2022, all clauses hard"),
    ];
    let models = LANGUAGES.iter().map(|language| (language.name, language.about));
    let values = clauses.into_iter().chain(models);
    let parser =
        PossibleValuesParser::new(values.map(|(name, about)| PossibleValue::new(name).help(about)));
    parser.map(|word| match (&*word, model::language_by_name(&word)) {
        (_, Some(language)) => Language::Model(language),
        ("wcnf", _) => Language::Weighted,
        _ => Language::Dimacs,
    })
}

impl EncodeArgs {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        let (file, solution) = match (&self.file, &self.block) {
            // `--block FILE`: the word was meant as the puzzle, not as its solution.
            (None, Some(Some(word))) if Path::new(word).exists() => (PathBuf::from(word), None),
            (file, block) => (
                file.clone().unwrap_or_else(|| "-".into()),
                block.as_ref().and_then(Option::as_ref),
            ),
        };
        let (entry, _) = read_one(&file, &self.reading, self.formula.index)?;
        let puzzle = &entry.puzzle;
        if self.stats {
            io::stdout().write_all(sizes(puzzle)?.as_bytes())?;
            return Ok(Outcome::Positive);
        }
        let FormulaArgs { encoding, amo, .. } = self.formula;
        if self.certificate && !matches!(self.format, Language::Dimacs)
            || matches!(self.format, Language::Model(_))
                && (encoding.name != "extended" || amo.name != "pairwise")
        {
            bail!("--certificate, --encoding and --amo are of formulas: --format dimacs or wcnf");
        }
        let limits = Limits::none().with_stop(signal::stop_flag());

        let mut counter = Counter::new();
        let map = (encoding.encode)(puzzle, amo, &mut LimitedSink::new(&mut counter, &limits))?;
        let mut status = Outcome::Positive;
        let excluded = match (&self.block, solution) {
            (None, _) => None,
            (Some(_), Some(text)) => Some(given_solution(puzzle, text)?),
            (Some(_), None) => {
                let solution = answer::solve(puzzle, &EngineSpec::default(), &limits)?;
                if solution.is_none() {
                    say("satoku: --block: the puzzle has no solution to exclude");
                    status = Outcome::Negative;
                }
                solution.map(|solution| solution.digits().to_vec())
            }
        };
        if let Language::Model(language) = self.format {
            self.write(&file, solution, |out| {
                let mut out = BufWriter::new(out);
                (language.write)(puzzle, excluded.as_deref(), &mut out)?;
                Ok(out.flush()?)
            })?;
            return Ok(status);
        }
        if self.certificate {
            self.write_certificate(&file, solution, &entry, &map, excluded.as_deref())?;
            return Ok(status);
        }
        let blocking = excluded.map(|digits| map.blocking_clause(&digits));
        if let Some(clause) = &blocking {
            counter.add_clause(clause)?;
        }
        let size = counter.size();
        if !self.force {
            refuse_absurd(size)?;
        }

        let has_auxiliary = size.vars > map.vars() as u64;
        let shown = has_auxiliary.then(|| shown_variables(&map, puzzle.layout()));
        let comments = comments(&entry, [encoding.name, amo.name], &map, blocking.is_some());
        let comments = comments.chain(shown.into_iter().flatten());
        self.write(&file, solution, |out| {
            let mut writer = match self.format {
                Language::Weighted => dimacs::Writer::weighted(out, size, comments)?,
                _ => dimacs::Writer::new(out, size, comments)?,
            };
            (encoding.encode)(puzzle, amo, &mut LimitedSink::new(&mut writer, &limits))?;
            if let Some(clause) = &blocking {
                writer.add_clause(clause)?;
            }
            writer.finish()?;
            Ok(())
        })?;
        Ok(status)
    }

    /// Writes the formula to where it goes.
    fn write(
        &self,
        file: &PathBuf,
        solution: Option<&String>,
        fill: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        // What is no file is the solution itself.
        let solution = solution.map(Path::new);
        let inputs = self.reading.inputs(slice::from_ref(file)).and(solution);
        whole::write(self.out.as_deref(), &inputs, fill)
    }

    /// Writes the formula that a certificate of the puzzle has.
    fn write_certificate(
        &self,
        file: &PathBuf,
        solution: Option<&String>,
        entry: &Entry,
        map: &VarMap,
        excluded: Option<&[Digit]>,
    ) -> anyhow::Result<()> {
        let statement = Statement::read(prove::text_of(&entry.puzzle)?.as_bytes())?;
        let excluded = excluded.map(|it| it.iter().map(|digit| digit.index()).collect::<Vec<_>>());
        let (vars, clauses) = satoku_check::formula::size(&statement, excluded.is_some());
        if !self.force {
            // Nearly all clauses have two literals.
            refuse_absurd(Size { vars, clauses, lits: 2 * clauses })?;
        }
        let how = [CERTIFICATE, "pairwise"];
        self.write(file, solution, |out| {
            let mut out = BufWriter::new(out);
            for comment in comments(entry, how, map, excluded.is_some()) {
                writeln!(out, "c {comment}")?;
            }
            if vars > map.vars() as u64 {
                for comment in shown_variables(map, entry.puzzle.layout()) {
                    writeln!(out, "c {comment}")?;
                }
            }
            satoku_check::formula::write(&statement, excluded.as_deref(), &mut out)?;
            Ok(out.flush()?)
        })
    }
}

/// The sizes of a puzzle's formula, a line for each encoding and scheme.
fn sizes(puzzle: &Puzzle) -> anyhow::Result<String> {
    let mut lines = vec![
        ["encoding", "at-most-one", "variables", "clauses", "literals", "bytes"].map(str::to_owned),
    ];
    for encoding in ENCODINGS {
        for amo in SCHEMES {
            let limits = Limits::none().with_stop(signal::stop_flag());
            let mut counter = Counter::new();
            (encoding.encode)(puzzle, amo, &mut LimitedSink::new(&mut counter, &limits))?;
            let size = counter.size();
            let numbers = [size.vars, size.clauses, size.lits, size.dimacs_bytes()];
            let [vars, clauses, lits, bytes] = numbers.map(|number| number.to_string());
            lines.push([encoding.name.into(), amo.name.into(), vars, clauses, lits, bytes]);
        }
    }
    let width = |k: usize| lines.iter().map(|line| line[k].len()).max().unwrap_or(0);
    let widths: Vec<_> = (0..6).map(width).collect();
    let line = |line: &[String; 6]| {
        let words = line.iter().zip(&widths).enumerate().map(|(k, (word, &width))| match k {
            0 | 1 => format!("{word:<width$}"),
            _ => format!("{word:>width$}"),
        });
        words.collect::<Vec<_>>().join("  ") + "\n"
    };
    Ok(lines.iter().map(line).collect())
}

/// A solution given on the command line, as text or as a file.
fn given_solution(puzzle: &Puzzle, text: &str) -> anyhow::Result<Vec<Digit>> {
    let path = Path::new(text);
    let (name, text) = if path.exists() {
        (text, input::read_text(path).with_context(|| format!("--block: {text}"))?)
    } else {
        ("SOLUTION", text.to_owned())
    };
    let grid = format::parse_like(puzzle, &text).with_context(|| format!("--block: {name}"))?;
    let digits = grid.filled().with_context(|| format!("--block: {name}: not a filled grid"))?;
    puzzle.check(&digits).with_context(|| format!("--block: {name}: not a solution"))?;
    Ok(digits.into())
}
