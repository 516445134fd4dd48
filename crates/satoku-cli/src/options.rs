//! The options that commands share, as clap sees them. Value lists come from the registries.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::LazyLock;
use std::thread::available_parallelism;
use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::part::{Parting, Share};
use crate::inputs::Inputs;
use crate::rules::RuleArgs;
use crate::terminal::is_typed;
use satoku::engine::{ENGINES, EngineOptions, EngineSpec};
use satoku::format::{self, FORMATS, Format, ReadOptions, Symbols, WRITERS, Writer};
use satoku::grid::{HOUSE_KINDS, LayoutSpec, SHORTHANDS};
use satoku::jobs::cubes::{Cube, MAX_DEPTH};
use satoku::sat::backend::BackendSpec;
use satoku::sat::cnf::{AtMostOne, amo};
use satoku::sat::encode::{ENCODINGS, Encoding};
use satoku::{Error, Limits, MAX_THREADS, Result};

#[derive(Debug, Args)]
#[command(next_help_heading = "Input")]
pub(crate) struct InputArgs {
    /// Puzzle files, plain or compressed (gzip, xz, zstd, zip), or puzzles themselves, a line each; `-` or none reads
    /// standard input
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

impl InputArgs {
    /// What the run reads.
    pub(crate) fn inputs(&self) -> Inputs {
        self.reading.inputs(&self.files)
    }

    /// Whether puzzles are typed at a terminal.
    pub(crate) fn is_typed(&self) -> bool {
        let standard = [PathBuf::from("-")];
        let files = if self.files.is_empty() { &standard[..] } else { &self.files };
        files.iter().any(|path| is_typed(path))
    }
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Input")]
pub(crate) struct ReadingArgs {
    /// Boxes of R rows and C columns, 2x2 to 20x20 (the side is R·C)
    #[arg(long = "box", value_name = "RxC", value_parser = box_spec)]
    boxes: Option<LayoutSpec>,
    #[arg(long, help = "Houses and frame, joined by +, such as 3x3+diagonals, latin, samurai", value_name = "LAYOUT", value_parser = LayoutSpec::from_str, long_help = layout_help())]
    layout: Option<LayoutSpec>,
    /// Input format [default: detected]
    #[arg(long, value_name = "FORMAT", value_parser = format_values())]
    input: Option<&'static dyn Format>,
    /// Meaning of symbols: one (1-9, A=10), zero (0-9, A=10, all shifted by one), letters (A=1)
    #[arg(long, value_name = "CONVENTION", value_parser = Symbols::from_str)]
    symbols: Option<Symbols>,
    /// Read letters that OCR puts for digits (O, l, S) as these, where nothing else fits
    #[arg(long)]
    ocr: bool,
    /// Pass over KEY in files of other programs where it may say more of a puzzle than is
    /// understood (repeatable); answers name what was passed over
    #[arg(long, value_name = "KEY")]
    ignore: Vec<String>,
    #[command(flatten)]
    rules: RuleArgs,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Batches and output")]
pub(crate) struct BatchArgs {
    /// Number of threads [default: all cores]
    #[arg(long, short, value_name = "N", value_parser = within(1, MAX_THREADS as u64))]
    jobs: Option<u64>,
    /// Print one JSON object per line
    #[arg(long)]
    pub(crate) json: bool,
    /// Suppress progress and summary
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Solving")]
pub(crate) struct EngineArgs {
    /// Search engine [default: auto; sat if a backend, an encoding or a scheme is given]
    #[arg(long, value_name = "ENGINE", hide_default_value = true, value_parser = named(ENGINES.iter().map(|e| (e.name, e.about))))]
    engine: Option<String>,
    #[arg(long, value_name = "BACKEND", help = backend_help(), value_parser = backend)]
    backend: Option<BackendSpec>,
    /// Encoding for the SAT engine [default: auto]
    #[arg(long, value_name = "ENCODING", value_parser = OrAuto::encodings())]
    encoding: Option<OrAuto<Encoding>>,
    /// At-most-one scheme for the SAT engine [default: auto]
    #[arg(long, value_name = "SCHEME", value_parser = OrAuto::schemes())]
    amo: Option<OrAuto<AtMostOne>>,
    /// Random seed, for engines that make random choices
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Give up on a puzzle after SECONDS seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) time_limit: Option<Duration>,
    /// Give up when resident memory exceeds SIZE, such as 500M or 4G
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    pub(crate) memory_limit: Option<u64>,
    #[command(flatten)]
    part: PartArgs,
    /// Run both the SAT and the native engine, and fail if they disagree
    #[arg(long, conflicts_with_all = ["engine", "cube"])]
    pub(crate) cross_check: bool,
    /// Print statistics for each answer to standard error
    #[arg(long)]
    pub(crate) stats: bool,
}

/// What is asked about in place of each whole puzzle.
#[derive(Debug, Args)]
#[command(next_help_heading = "Solving")]
pub(crate) struct PartArgs {
    /// Only the I-th of N cubes of each puzzle (see `satoku cubes`); with all/N each of them by
    /// itself, as if they were so many puzzles
    #[arg(long, value_name = "I/N")]
    cube: Option<Share>,
    /// With --cube: the N cubes are those of this one, in place of the puzzle; 1/1 is the cube itself
    #[arg(long, value_name = "CUBE", requires = "cube", value_parser = Cube::from_str)]
    of: Option<Cube>,
}

impl PartArgs {
    /// What is asked about, if not all of each puzzle.
    pub(crate) fn parting(&self) -> Option<Parting> {
        self.cube.map(|share| Parting::new(share, self.of.clone().unwrap_or_default()))
    }
}

/// What searches share.
#[derive(Debug, Args)]
pub(crate) struct SearchArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) batch: BatchArgs,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
}

/// The SAT solver where there is no other engine to choose.
#[derive(Debug, Args)]
#[command(next_help_heading = "Solving")]
pub(crate) struct SolverArgs {
    #[arg(long, value_name = "BACKEND", help = backend_help(), value_parser = backend)]
    pub(crate) backend: Option<BackendSpec>,
    /// Give up on a puzzle after SECONDS seconds, and print what is known by then
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) time_limit: Option<Duration>,
}

/// Which formula: encode and decode must be given the same.
#[derive(Debug, Args)]
pub(crate) struct FormulaArgs {
    /// Encoding
    #[arg(long, value_name = "ENCODING", default_value = "extended", value_parser = encoding_values())]
    pub(crate) encoding: &'static Encoding,
    /// At-most-one scheme
    #[arg(long, value_name = "SCHEME", default_value = "pairwise", value_parser = amo_values())]
    pub(crate) amo: &'static AtMostOne,
    /// Number of the puzzle in the file, from 1 (needed only if there are several)
    #[arg(long, value_name = "K", value_parser = within(1, u64::MAX))]
    pub(crate) index: Option<u64>,
}

impl ReadingArgs {
    /// What is known of the puzzles.
    ///
    /// # Errors
    /// If options contradict each other.
    pub(crate) fn options(&self) -> Result<ReadOptions> {
        Ok(ReadOptions {
            format: self.input,
            layout: one_layout(self.boxes.as_ref(), self.layout.as_ref())?,
            symbols: self.symbols,
            rules: self.rules.texts(),
            ocr: self.ocr,
            ignore: self.ignore.clone(),
        })
    }

    /// The rules for every puzzle.
    pub(crate) fn rules(&self) -> Vec<String> {
        self.rules.texts()
    }

    /// Whether any of these was given.
    pub(crate) fn says_something(&self) -> bool {
        let is_read = self.boxes.is_some() || self.layout.is_some() || self.input.is_some();
        let is_said = self.symbols.is_some() || self.ocr || !self.ignore.is_empty();
        is_read || is_said || !self.rules.texts().is_empty()
    }

    /// What a run reads that takes its puzzles from these files.
    pub(crate) fn inputs(&self, puzzles: &[PathBuf]) -> Inputs {
        Inputs::puzzles(puzzles).and(self.rules.files())
    }
}

impl BatchArgs {
    pub(crate) fn jobs(&self) -> NonZeroUsize {
        /// What the system allows, which takes it a dozen calls to tell.
        static CORES: LazyLock<NonZeroUsize> =
            LazyLock::new(|| available_parallelism().unwrap_or(NonZeroUsize::MIN));
        let asked = self.jobs.and_then(|jobs| NonZeroUsize::new(usize::try_from(jobs).ok()?));
        asked.unwrap_or_else(|| *CORES)
    }
}

impl EngineArgs {
    /// What is searched of each puzzle, if not all of it.
    pub(crate) fn parting(&self) -> Option<Parting> {
        self.part.parting()
    }

    /// The engine asked for, and with --cross-check the two to compare.
    ///
    /// # Errors
    /// If the engine makes no formulas, and options of formulas are given.
    pub(crate) fn engines(
        &self,
        threads: NonZeroUsize,
    ) -> Result<(EngineSpec, Option<[EngineSpec; 2]>)> {
        let default = EngineOptions::default();
        let given = [
            ("--backend", self.backend.is_some()),
            ("--encoding", self.encoding.is_some()),
            ("--amo", self.amo.is_some()),
        ];
        let given = given.iter().find_map(|(option, given)| given.then_some(*option));
        let name = match (&self.engine, given) {
            (Some(name), _) => name,
            (None, Some(_)) => "sat",
            (None, None) => "auto",
        };
        let entry = ENGINES.iter().find(|entry| entry.name == name);
        if let (Some(option), Some(false)) = (given, entry.map(|entry| entry.formulas)) {
            return Err(Error::input(format!(
                "{option} does not apply to --engine {name}, which makes no formulas"
            )));
        }
        let options = EngineOptions {
            backend: self.backend.clone().unwrap_or(default.backend),
            encoding: self.encoding.as_ref().and_then(|it| it.0).unwrap_or(default.encoding),
            amo: self.amo.as_ref().and_then(|it| it.0),
            seed: self.seed,
            threads,
            ..default
        };
        let engine = |name: &str| EngineSpec::new(name, options.clone());
        let both = if self.cross_check { Some([engine("sat")?, engine("native")?]) } else { None };
        Ok((engine(name)?, both))
    }
}

impl SolverArgs {
    /// The SAT solver, as the options of an engine.
    pub(crate) fn engine(&self) -> Result<EngineSpec> {
        let default = EngineOptions::default();
        let backend = self.backend.clone().unwrap_or(default.backend);
        EngineSpec::new("auto", EngineOptions { backend, ..default })
    }
}

pub(crate) fn named(
    entries: impl Iterator<Item = (&'static str, &'static str)>,
) -> PossibleValuesParser {
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

/// The forms in which two solutions can be printed behind a word: `line` prints the word alone.
pub(crate) fn witness_values() -> impl TypedValueParser<Value = &'static Writer> {
    let fit = || WRITERS.iter().filter(|writer| writer.in_rows || writer.name == "line");
    let parser = named(fit().map(|writer| (writer.name, writer.about)));
    parser.map(move |word: String| {
        fit().find(|writer| writer.name == word).expect("clap allows only these names")
    })
}

fn backend_help() -> String {
    let default = BackendSpec::default();
    format!(
        "SAT solver: an embedded one, or `cmd:PROGRAM ARGS` with {{in}} and {{out}} for files \
         [default: {default}]"
    )
}

registry_values! {
    pub(crate) fn writer_values -> Writer = WRITERS, |w: &Writer| w.name, |w: &Writer| w.about;
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
        auto: &'static str,
    ) -> impl TypedValueParser<Value = Self> {
        let auto = (AUTO, auto);
        let entries = all.iter().map(move |entry| (name(entry), about(entry)));
        let parser = named(std::iter::once(auto).chain(entries));
        parser.map(move |word: String| Self(all.iter().find(|entry| name(entry) == word)))
    }
}

impl OrAuto<Encoding> {
    fn encodings() -> impl TypedValueParser<Value = Self> {
        Self::values(ENCODINGS, |e| e.name, |e| e.about, "same as reduced")
    }
}

impl OrAuto<AtMostOne> {
    fn schemes() -> impl TypedValueParser<Value = Self> {
        let auto = "pairwise, or product where that makes too many clauses";
        Self::values(amo::SCHEMES, |a| a.name, |a| a.about, auto)
    }
}

fn format_values() -> impl TypedValueParser<Value = &'static dyn Format> {
    named(FORMATS.iter().map(|format| (format.name(), format.about())))
        .map(|word: String| format::by_name(&word).expect("clap allows only these names"))
}

pub(crate) fn box_spec(text: &str) -> Result<LayoutSpec> {
    let shape = text.split_once(['x', 'X', '×']);
    let shape = shape.and_then(|(r, c)| Some((r.trim().parse().ok()?, c.trim().parse().ok()?)));
    match shape {
        Some((rows, columns)) => LayoutSpec::boxes(rows, columns),
        None => text.parse(),
    }
}

/// A parser of a number that is neither less nor more.
pub(crate) fn within(
    least: u64,
    most: u64,
) -> impl Fn(&str) -> Result<u64, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse().ok().filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| match most {
            u64::MAX => format!("expected a whole number, {least} or more"),
            _ => format!("expected a whole number from {least} to {most}"),
        })
    }
}

/// The SAT solver of an option. A program that is asked for must be there, whether or not it comes
/// to its turn.
pub(crate) fn backend(text: &str) -> Result<BackendSpec> {
    let backend = BackendSpec::from_str(text)?;
    // Nobody asked for the default.
    if backend.to_string() != BackendSpec::default().to_string() {
        backend.find()?;
    }
    Ok(backend)
}

/// What boxes and layout say together.
///
/// # Errors
/// If both say which boxes or regions there are.
pub(crate) fn one_layout(
    boxes: Option<&LayoutSpec>,
    layout: Option<&LayoutSpec>,
) -> Result<LayoutSpec> {
    let silent = LayoutSpec::default();
    let (boxes, layout) = (boxes.unwrap_or(&silent), layout.unwrap_or(&silent));
    if boxes.names_boxes() && layout.names_boxes() {
        return Err(Error::input(
            "--box and --layout both say which boxes there are: give one of them",
        ));
    }
    Ok(boxes.or(layout))
}

pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let time = text.parse().ok().and_then(|s| Duration::try_from_secs_f64(s).ok());
    time.ok_or_else(|| "expected a number of seconds, such as 10 or 0.5".to_owned())
}

/// A number of bytes; K, M, G and T are powers of 1024.
fn bytes(text: &str) -> Result<u64, String> {
    let bytes = Limits::parse_memory(text);
    bytes.ok_or_else(|| "expected a size in bytes, such as 500M or 4G".to_owned())
}

/// Parses a depth of splitting; more than 2²⁰ cubes bring nothing.
pub(crate) fn depth(text: &str) -> Result<usize, String> {
    let depth = text.parse().ok().filter(|depth| *depth <= MAX_DEPTH);
    depth.ok_or_else(|| format!("expected a number from 0 to {MAX_DEPTH}"))
}

pub(crate) fn layout_help() -> String {
    let mut help = String::from(
        "Frame, digits and houses, joined by +. The grid is square unless given as grid=RxC (R rows \
         of C cells), cells=ROW/ROW/… (x for a cell, . for a hole), samurai, or \
         gattai=R,C;R,C;… (overlapping square grids, by top row and left column from 0); \
         extra=N/N/… adds rows of so many cells, in no house, for rules; \
         digits=A-B sets the range of digits, such as 0-8; in a `raw` grid rows and columns are no \
         houses. Houses beside rows and columns: RxC \
         boxes, `boxes` (shape from the side), `latin` (none), regions=MAP (one symbol per cell), \
         and extra houses:",
    );
    let short = SHORTHANDS.iter().map(|(name, about, _)| (*name, *about));
    for (name, about) in short.chain(HOUSE_KINDS.iter().map(|kind| (kind.name, kind.about))) {
        help.extend(["\n- ", name, ": ", about]);
    }
    help
}
