//! The command line as clap sees it. Value lists come from the registries.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;

use super::cubes::Share;
use super::rules::RuleArgs;
use satoku::Result;
use satoku::engine::{ENGINES, EngineSpec, SatOptions};
use satoku::format::{self, FORMATS, Format, ReadOptions, Symbols, WRITERS, Writer};
use satoku::grid::{EXTRAS, LayoutSpec};
use satoku::sat::backend::BackendSpec;
use satoku::sat::cnf::{AtMostOne, amo};
use satoku::sat::encode::{ENCODINGS, Encoding};

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
    pub(super) command: Command,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Print a solution of each puzzle, or all of them
    #[command(after_help = "Examples:\n  \
        satoku solve puzzle.txt\n  \
        satoku solve --engine sat --stats big-25x25.grid\n  \
        satoku solve --all --limit 100 puzzle.txt\n  \
        zcat million.txt.gz | satoku solve --jobs 8 > solved.txt")]
    Solve {
        /// Print every solution, one a line, behind the puzzle's index
        #[arg(long)]
        all: bool,
        /// With --all: at most K solutions a puzzle
        #[arg(long, value_name = "K", requires = "all", value_parser = clap::value_parser!(u64).range(1..))]
        limit: Option<u64>,
        #[command(flatten)]
        ask: AskArgs,
    },
    /// Count the solutions of each puzzle
    #[command(after_help = "A number is exact; with `+` behind it a limit was reached first.\n\n\
        Examples:\n  satoku count puzzles.txt\n  satoku count --limit 1000 --json puzzles.txt\n  \
        satoku count --estimate --seed 7 empty.txt     # 95 % confidence interval")]
    Count {
        /// Stop at K solutions a puzzle
        #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
        limit: Option<u64>,
        #[command(flatten)]
        estimate: EstimateArgs,
        #[command(flatten)]
        ask: AskArgs,
    },
    /// Tell why each puzzle has no solution, several, or one
    Explain(super::explain::ExplainArgs),
    /// Print the true candidates of each puzzle: what its solutions have in their cells
    Candidates(super::certain::CandidatesArgs),
    /// Take the redundant clues out of each puzzle
    Minimize(super::minimize::MinimizeArgs),
    /// Turn, mirror, exchange, relabel; or find out which puzzles are essentially the same
    Transform(super::transform::TransformArgs),
    /// Tell whether each puzzle has exactly one solution
    #[command(after_help = "Answers: unique, multiple, none, unknown. The two solutions of a \
        puzzle that has several are printed for grids, and with --json.\n\n\
        Examples:\n  satoku unique puzzles.txt\n  satoku unique --cross-check --json puzzle.grid")]
    Unique {
        #[command(flatten)]
        ask: AskArgs,
    },
    /// Tell whether each filled grid is valid, and if not, which house clashes
    #[command(after_help = "Answers: valid, invalid: WHY, incomplete: WHERE.\n\n\
        Example:\n  satoku solve puzzle.txt | satoku check")]
    Check {
        #[command(flatten)]
        input: InputArgs,
        #[command(flatten)]
        batch: BatchArgs,
        /// The output form; only `--json` changes what is printed
        #[arg(long, hide = true, value_parser = writer_values())]
        output: Option<&'static Writer>,
    },
    /// Write a puzzle as DIMACS CNF
    #[command(after_help = "Candidate literals of `minimal` and `extended` are numbered as in \
        textbooks, (row-1)·side² + (column-1)·side + digit; `reduced` lists its map in comments.\n\n\
        Examples:\n  \
        satoku encode puzzle.txt > puzzle.cnf\n  \
        satoku encode --block puzzle.txt | kissat      # UNSATISFIABLE: the puzzle is unique\n  \
        satoku encode --encoding reduced --amo product -o big.cnf big.grid")]
    Encode(EncodeArgs),
    /// Turn a solver's answer to an encoded puzzle back into a grid, and check it
    #[command(after_help = "Example:\n  \
        satoku encode puzzle.txt > puzzle.cnf\n  \
        kissat puzzle.cnf > answer.txt\n  \
        satoku decode puzzle.txt answer.txt")]
    Decode(DecodeArgs),
    /// Make puzzles: of any size, with one solution, to order
    Generate(super::generate::GenerateArgs),
    /// Split a puzzle into parts that can be solved apart, or put their answers together
    #[command(after_help = "Without --dir or --json the formula is written with a line of \
        assumptions for each cube (iCNF).\n\n\
        Examples:\n  \
        satoku cubes --count 64 hard.grid > hard.icnf\n  \
        satoku unique --cube 3/64 --json hard.grid > 3.json     # one of 64, anywhere\n  \
        satoku cubes --combine hard.grid *.json\n  \
        satoku cubes --count 64 --dir parts hard.grid\n  \
        for f in parts/*.cnf; do kissat $f > ${f%.cnf}.out; done\n  \
        satoku cubes --combine hard.grid parts")]
    Cubes(CubesArgs),
    /// Make a certificate of each answer, which anybody can check
    #[command(after_help = "DIR then holds puzzle.txt, solution.txt, formula.cnf, proof.lrat and \
        manifest.json; of several puzzles, each has a numbered folder in DIR. Of a puzzle without \
        solution, the proof alone shows it; of one with several, two solutions do.\n\n\
        Answers: unique, none, multiple, unknown. Exit status: 0 all made, and verified; 2 bad \
        usage or input; 3 a limit left something unknown.\n\n\
        Examples:\n  \
        satoku prove puzzle.txt -o certificate\n  \
        satoku verify certificate\n  \
        lrat-check certificate/formula.cnf certificate/proof.lrat   # a checker of others")]
    Prove(ProveArgs),
    /// Check certificates, without any solver
    #[command(after_help = "Exit status: 0 all hold; 1 one does not; 2 one cannot be read.\n\n\
        Example:\n  satoku verify certificate")]
    Verify(VerifyArgs),
    /// Write puzzles in another form
    #[command(after_help = "Examples:\n  \
        satoku convert --output grid puzzles.txt\n  \
        satoku convert --output line --input pencilmark sukaku.txt")]
    Convert {
        #[command(flatten)]
        input: InputArgs,
        #[command(flatten)]
        batch: BatchArgs,
        /// The form to write
        #[arg(long, value_name = "FORM", value_parser = writer_values())]
        output: Option<&'static Writer>,
    },
    /// List the SAT backends of this build and what each can do
    #[command(
        after_help = "Beside these, any DIMACS solver works as `--backend 'cmd:PROGRAM ARGS'`.\n\n\
        Examples:\n  satoku backends\n  satoku backends --json"
    )]
    Backends {
        /// One JSON object a line
        #[arg(long)]
        json: bool,
    },
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page of the program or of a command (troff)
    #[command(after_help = "Example:\n  satoku man solve | man -l -")]
    Man {
        /// The command
        command: Option<String>,
    },
}

/// What solve, count and unique share.
#[derive(Debug, Args)]
pub(super) struct AskArgs {
    #[command(flatten)]
    pub(super) input: InputArgs,
    #[command(flatten)]
    pub(super) batch: BatchArgs,
    #[command(flatten)]
    pub(super) engine: EngineArgs,
    /// The output form [default: line for line input, pretty on a terminal, else grid]
    #[arg(long, value_name = "FORM", value_parser = writer_values())]
    pub(super) output: Option<&'static Writer>,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Input")]
pub(super) struct InputArgs {
    /// Files of puzzles, gzipped or not; `-` or none for standard input
    #[arg(value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(super) reading: ReadingArgs,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Input")]
pub(super) struct ReadingArgs {
    /// Boxes R rows high and C columns wide (sides R·C, 2x2 to 20x20)
    #[arg(long = "box", value_name = "RxC", value_parser = box_spec)]
    boxes: Option<LayoutSpec>,
    #[arg(long, help = "The houses: RxC, boxes, latin, regions=MAP, with + and extra houses", value_name = "LAYOUT", value_parser = LayoutSpec::from_str, long_help = layout_help())]
    layout: Option<LayoutSpec>,
    /// The input format [default: detected]
    #[arg(long, value_name = "FORMAT", value_parser = format_values())]
    input: Option<&'static dyn Format>,
    /// What letters mean: one (1-9, A=10), zero (0-9, A=10, all shifted by one), letters (A=1)
    #[arg(long, value_name = "CONVENTION", value_parser = Symbols::from_str)]
    symbols: Option<Symbols>,
    #[command(flatten)]
    rules: RuleArgs,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Batches and output")]
pub(super) struct BatchArgs {
    /// Threads [default: all cores]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// One JSON object a line
    #[arg(long)]
    pub(super) json: bool,
    /// No progress, no summary
    #[arg(long, short)]
    pub(super) quiet: bool,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Solving")]
pub(super) struct EngineArgs {
    /// How to search
    #[arg(long, value_name = "ENGINE", default_value = "auto", value_parser = named(ENGINES.iter().map(|e| (e.name, e.about))))]
    engine: String,
    /// The SAT solver: an embedded one, or `cmd:PROGRAM ARGS` with {in} and {out} for files
    #[arg(long, value_name = "BACKEND", default_value_t, value_parser = BackendSpec::from_str)]
    backend: BackendSpec,
    /// The encoding of the SAT engine; auto is reduced
    #[arg(long, value_name = "ENCODING", default_value = AUTO, value_parser = OrAuto::encodings())]
    encoding: OrAuto<Encoding>,
    /// Its at-most-one scheme; auto is pairwise, and product where that makes too many clauses
    #[arg(long, value_name = "SCHEME", default_value = AUTO, value_parser = OrAuto::schemes())]
    amo: OrAuto<AtMostOne>,
    /// What random choices begin with, where an engine makes any
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(super) seed: u64,
    /// Give up on a puzzle after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(super) time_limit: Option<Duration>,
    /// Give up while the program has more memory than this resident, such as 500M or 4G
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    pub(super) memory_limit: Option<u64>,
    /// Look only at the I-th of N cubes of each puzzle (see `satoku cubes`)
    #[arg(long, value_name = "I/N", conflicts_with = "cross_check")]
    pub(super) cube: Option<Share>,
    /// Ask both the SAT and the native engine, and fail if they disagree
    #[arg(long)]
    pub(super) cross_check: bool,
    /// Tell on standard error what each answer took
    #[arg(long)]
    pub(super) stats: bool,
}

/// How many solutions there are roughly, for puzzles that have far too many.
#[derive(Debug, Args)]
pub(super) struct EstimateArgs {
    /// Estimate the number from samples of the search tree, with a confidence interval
    #[arg(long, conflicts_with_all = ["limit", "cross_check"])]
    pub(super) estimate: bool,
    /// With --estimate: the samples to draw of each puzzle
    #[arg(long, value_name = "N", default_value_t = 1000, requires = "estimate", value_parser = clap::value_parser!(u64).range(2..=10_000_000))]
    pub(super) samples: u64,
}

/// The SAT solver where there is no other engine to choose.
#[derive(Debug, Args)]
#[command(next_help_heading = "Solving")]
pub(super) struct SolverArgs {
    /// The SAT solver: an embedded one, or `cmd:PROGRAM ARGS` with {in} and {out} for files
    #[arg(long, value_name = "BACKEND", default_value_t, value_parser = BackendSpec::from_str)]
    backend: BackendSpec,
    /// Give up on a puzzle after so many seconds; what is known by then is printed
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(super) time_limit: Option<Duration>,
}

#[derive(Debug, Args)]
pub(super) struct EncodeArgs {
    /// The puzzle; `-` or none for standard input
    #[arg(value_name = "FILE")]
    pub(super) file: Option<PathBuf>,
    #[command(flatten)]
    pub(super) reading: ReadingArgs,
    #[command(flatten)]
    pub(super) formula: FormulaArgs,
    /// Exclude a solution (a line, or a file; found, if none is given): a unique puzzle's formula
    /// becomes unsatisfiable
    #[expect(clippy::option_option, reason = "clap's way to tell an option without its value")]
    #[arg(long, value_name = "SOLUTION", num_args = 0..=1)]
    pub(super) block: Option<Option<String>>,
    /// Write to a file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
    /// Write it however large it is
    #[arg(long)]
    pub(super) force: bool,
}

#[derive(Debug, Args)]
pub(super) struct CubesArgs {
    /// The puzzle; `-` for standard input
    #[arg(value_name = "PUZZLE")]
    pub(super) puzzle: PathBuf,
    /// With --combine: files of JSON lines of `solve`, `count` or `unique --cube I/N --json`, or
    /// the folder of --dir with each solver's output in cube-K.out
    #[arg(value_name = "RESULT", requires = "combine")]
    pub(super) results: Vec<PathBuf>,
    /// Split until there are N cubes [default: 16]
    #[arg(long, value_name = "N")]
    pub(super) count: Option<NonZeroUsize>,
    /// Split so many times in every part
    #[arg(long, value_name = "D", conflicts_with = "count", value_parser = depth)]
    pub(super) depth: Option<usize>,
    /// Put the answer together from the results of all cubes
    #[arg(long, conflicts_with_all = ["count", "depth", "dir"])]
    pub(super) combine: bool,
    /// Write a DIMACS file for each cube into a folder
    #[arg(long, value_name = "DIR")]
    pub(super) dir: Option<PathBuf>,
    /// Write to a file instead of standard output
    #[arg(long, short, value_name = "FILE", conflicts_with_all = ["dir", "combine", "json"])]
    pub(super) output: Option<PathBuf>,
    /// A JSON object for each cube, or for the answer
    #[arg(long, conflicts_with = "dir")]
    pub(super) json: bool,
    /// Write formulas however large they are
    #[arg(long)]
    pub(super) force: bool,
    #[command(flatten)]
    pub(super) reading: ReadingArgs,
    #[command(flatten)]
    pub(super) formula: FormulaArgs,
}

#[derive(Debug, Args)]
pub(super) struct DecodeArgs {
    /// The puzzle that was encoded
    #[arg(value_name = "PUZZLE")]
    pub(super) puzzle: PathBuf,
    /// What the solver printed; `-` for standard input
    #[arg(value_name = "SOLVER_OUTPUT")]
    pub(super) answer: PathBuf,
    #[command(flatten)]
    pub(super) reading: ReadingArgs,
    #[command(flatten)]
    pub(super) formula: FormulaArgs,
    /// The output form [default: line for line input, pretty on a terminal, else grid]
    #[arg(long, value_name = "FORM", value_parser = writer_values())]
    pub(super) output: Option<&'static Writer>,
}

#[derive(Debug, Args)]
pub(super) struct ProveArgs {
    #[command(flatten)]
    pub(super) input: InputArgs,
    #[command(flatten)]
    pub(super) batch: BatchArgs,
    /// The folder to write to, created if need be
    #[arg(long, short, value_name = "DIR")]
    pub(super) output: PathBuf,
    /// Write the proof in the compressed form of LRAT, proof.clrat, instead
    #[arg(long)]
    pub(super) compressed: bool,
    /// Write the proof in the format DRAT, proof.drat, as well
    #[arg(long)]
    pub(super) drat: bool,
    /// Give up on a puzzle after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(super) time_limit: Option<Duration>,
    /// Tell on standard error what each certificate took
    #[arg(long)]
    pub(super) stats: bool,
}

#[derive(Debug, Args)]
pub(super) struct VerifyArgs {
    /// Folders of certificates, or of numbered folders of certificates
    #[arg(value_name = "DIR", required = true)]
    pub(super) dirs: Vec<PathBuf>,
    #[command(flatten)]
    pub(super) batch: BatchArgs,
}

/// Which formula: encode and decode must be told the same.
#[derive(Debug, Args)]
pub(super) struct FormulaArgs {
    /// The encoding
    #[arg(long, value_name = "ENCODING", default_value = "extended", value_parser = encoding_values())]
    pub(super) encoding: &'static Encoding,
    /// The at-most-one scheme
    #[arg(long, value_name = "SCHEME", default_value = "pairwise", value_parser = amo_values())]
    pub(super) amo: &'static AtMostOne,
    /// Which puzzle of the file, from 1 (needed only if there are several)
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) index: Option<u64>,
}

impl ReadingArgs {
    pub(super) fn options(&self) -> ReadOptions {
        let silent = LayoutSpec::default();
        let layout = self.layout.as_ref().unwrap_or(&silent);
        ReadOptions {
            format: self.input,
            layout: self.boxes.as_ref().unwrap_or(&silent).or(layout),
            symbols: self.symbols,
            rules: self.rules.texts(),
        }
    }
}

impl BatchArgs {
    pub(super) fn jobs(&self) -> NonZeroUsize {
        let cores = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        self.jobs.unwrap_or_else(cores)
    }
}

impl EngineArgs {
    /// The engine asked for, and with --cross-check the two to compare.
    pub(super) fn engines(
        &self,
        threads: NonZeroUsize,
    ) -> Result<(EngineSpec, Option<[EngineSpec; 2]>)> {
        let options = SatOptions {
            backend: self.backend.clone(),
            encoding: self.encoding.0.unwrap_or(SatOptions::default().encoding),
            amo: self.amo.0,
            seed: self.seed,
            threads,
        };
        let engine = |name: &str| EngineSpec::new(name, options.clone());
        let both = if self.cross_check { Some([engine("sat")?, engine("native")?]) } else { None };
        Ok((engine(&self.engine)?, both))
    }
}

impl SolverArgs {
    pub(super) fn options(&self) -> SatOptions {
        SatOptions { backend: self.backend.clone(), ..SatOptions::default() }
    }
}

fn named(entries: impl Iterator<Item = (&'static str, &'static str)>) -> PossibleValuesParser {
    PossibleValuesParser::new(
        entries.map(|(name, about)| PossibleValue::new(name).help(about)).collect::<Vec<_>>(),
    )
}

/// A parser from the names of registry entries to the entries.
macro_rules! registry_values {
    ($($v:vis fn $function:ident -> $entry:ty = $registry:expr, $name:expr, $about:expr;)*) => {$(
        $v fn $function() -> impl TypedValueParser<Value = &'static $entry> {
            let parser = named($registry.iter().map(|entry| ($name(entry), $about(entry))));
            parser.map(|word: String| {
                let mut entries = $registry.iter();
                entries.find(|entry| $name(entry) == word).expect("clap allows only these names")
            })
        }
    )*};
}

registry_values! {
    pub(super) fn writer_values -> Writer = WRITERS, |w: &Writer| w.name, |w: &Writer| w.about;
    fn encoding_values -> Encoding = ENCODINGS, |e: &Encoding| e.name, |e: &Encoding| e.about;
    fn amo_values -> AtMostOne = amo::SCHEMES, |a: &AtMostOne| a.name, |a: &AtMostOne| a.about;
}

/// The word that leaves a choice to the program.
const AUTO: &str = "auto";

/// An entry of a registry, or none: then the choice is made by what is left of the puzzle.
#[derive(Debug)]
struct OrAuto<T: 'static>(Option<&'static T>);

impl<T> Clone for OrAuto<T> {
    fn clone(&self) -> Self {
        Self(self.0)
    }
}

impl<T: Sync> OrAuto<T> {
    fn values(
        all: &'static [T],
        name: fn(&T) -> &'static str,
        about: fn(&T) -> &'static str,
    ) -> impl TypedValueParser<Value = Self> {
        let auto = (AUTO, "chosen by what propagation leaves");
        let entries = all.iter().map(move |entry| (name(entry), about(entry)));
        let parser = named(std::iter::once(auto).chain(entries));
        parser.map(move |word: String| Self(all.iter().find(|entry| name(entry) == word)))
    }
}

impl OrAuto<Encoding> {
    fn encodings() -> impl TypedValueParser<Value = Self> {
        Self::values(ENCODINGS, |e| e.name, |e| e.about)
    }
}

impl OrAuto<AtMostOne> {
    fn schemes() -> impl TypedValueParser<Value = Self> {
        Self::values(amo::SCHEMES, |a| a.name, |a| a.about)
    }
}

fn format_values() -> impl TypedValueParser<Value = &'static dyn Format> {
    named(FORMATS.iter().map(|format| (format.name(), format.about())))
        .map(|word: String| format::by_name(&word).expect("clap allows only these names"))
}

pub(super) fn box_spec(text: &str) -> Result<LayoutSpec> {
    let shape = text.split_once(['x', 'X', '×']);
    let shape = shape.and_then(|(r, c)| Some((r.trim().parse().ok()?, c.trim().parse().ok()?)));
    match shape {
        Some((rows, columns)) => LayoutSpec::boxes(rows, columns),
        None => text.parse(),
    }
}

pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let time = text.parse().ok().and_then(|s| Duration::try_from_secs_f64(s).ok());
    time.ok_or_else(|| "expected a number of seconds, such as 10 or 0.5".to_owned())
}

/// A number of bytes; K, M, G and T are powers of 1024.
fn bytes(text: &str) -> Result<u64, String> {
    let unit = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(unit);
    let power = match unit.to_ascii_uppercase().trim_end_matches("IB").trim_end_matches('B') {
        "" => Some(0),
        "K" => Some(10),
        "M" => Some(20),
        "G" => Some(30),
        "T" => Some(40),
        _ => None,
    };
    let bytes = number.parse::<f64>().ok().zip(power).map(|(n, power)| n * 2f64.powi(power));
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked")]
    let bytes = bytes.filter(|bytes| (1.0..1e18).contains(bytes)).map(|bytes| bytes as u64);
    bytes.ok_or_else(|| "expected a size in bytes, such as 500M or 4G".to_owned())
}

/// More cubes than 2 to the 20th would only be in each other's way.
fn depth(text: &str) -> Result<usize, String> {
    let depth = text.parse().ok().filter(|depth| *depth <= 20);
    depth.ok_or_else(|| "expected a number from 0 to 20".to_owned())
}

pub(super) fn layout_help() -> String {
    let mut help = String::from(
        "The houses beside rows and columns, joined by +: RxC boxes, `boxes` (the shape follows \
         from the side), `latin` (none), regions=MAP (a symbol a cell), and extra houses:",
    );
    for extra in EXTRAS {
        help.extend(["\n- ", extra.name, ": ", extra.about]);
    }
    help
}
