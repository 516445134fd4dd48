//! The commands that exchange formulas with other solvers: encode and decode.

use std::fs::{self, File};
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use super::args::{DecodeArgs, EncodeArgs, FormulaArgs, ReadingArgs};
use super::reply::{Answer, Reply, Show, Style, Verdict};
use super::source::{Numbered, Sources};
use super::{Status, signal};
use satoku::Limits;
use satoku::engine::EngineSpec;
use satoku::format::{self, Entry};
use satoku::grid::{Cell, Digit};
use satoku::jobs::answer;
use satoku::puzzle::Puzzle;
use satoku::sat::cnf::dimacs::{self, SolverOutput};
use satoku::sat::cnf::{ClauseSink, Counter, LimitedSink, Size};
use satoku::sat::encode::{Atom, VarMap};

/// A formula larger than this is written only when insisted on.
const MAX_BYTES: u64 = 8 << 30;

pub(super) fn encode(args: &EncodeArgs) -> anyhow::Result<Status> {
    let (file, solution) = match (&args.file, &args.block) {
        // `--block FILE`: the word was meant as the puzzle, not as its solution.
        (None, Some(Some(word))) if Path::new(word).exists() => (PathBuf::from(word), None),
        (file, block) => {
            (file.clone().unwrap_or_else(|| "-".into()), block.as_ref().and_then(Option::as_ref))
        }
    };
    let (entry, _) = read_one(&file, &args.reading, args.formula.index)?;
    let puzzle = &entry.puzzle;
    let FormulaArgs { encoding, amo, .. } = args.formula;
    let limits = Limits::none().with_stop(signal::stop_flag());

    let mut counter = Counter::new();
    let map = (encoding.encode)(puzzle, amo, &mut LimitedSink::new(&mut counter, &limits))?;
    let mut status = Status::OK;
    let excluded = match (&args.block, solution) {
        (None, _) => None,
        (Some(_), Some(text)) => Some(given_solution(puzzle, text)?),
        (Some(_), None) => {
            let solution = answer::solve(puzzle, &EngineSpec::default(), &limits)?;
            if solution.is_none() {
                eprintln!("satoku: --block: the puzzle has no solution to exclude");
                status = Status::NEGATIVE;
            }
            solution.map(|solution| solution.digits().to_vec())
        }
    };
    let blocking = excluded.map(|digits| map.blocking_clause(&digits));
    if let Some(clause) = &blocking {
        counter.add_clause(clause)?;
    }
    let size = counter.size();
    if !args.force {
        refuse_absurd(size)?;
    }

    let out: Box<dyn Write> = match &args.output {
        Some(path) => Box::new(File::create(path).with_context(|| path.display().to_string())?),
        None => Box::new(io::stdout()),
    };
    let comments = comments(&entry, &args.formula, &map, blocking.is_some());
    let mut writer = dimacs::Writer::new(out, size, comments)?;
    (encoding.encode)(puzzle, amo, &mut LimitedSink::new(&mut writer, &limits))?;
    if let Some(clause) = &blocking {
        writer.add_clause(clause)?;
    }
    writer.finish()?;
    Ok(status)
}

pub(super) fn refuse_absurd(size: Size) -> anyhow::Result<()> {
    let bytes = size.dimacs_bytes();
    if bytes > MAX_BYTES || size.vars > u64::from(satoku::sat::cnf::MAX_VAR) {
        bail!(
            "the formula would have {} variables, {} clauses and {} literals, about {} GB; another \
             encoding (reduced) or scheme (product) may make it smaller, --force writes it anyway",
            size.vars,
            size.clauses,
            size.lits,
            bytes / 1_000_000_000
        );
    }
    Ok(())
}

/// The comments at the head of the file: what was encoded, how, and what the variables mean.
pub(super) fn comments(
    entry: &Entry,
    formula: &FormulaArgs,
    map: &VarMap,
    blocked: bool,
) -> impl Iterator<Item = String> {
    let puzzle = &entry.puzzle;
    let side = puzzle.side();
    let FormulaArgs { encoding, amo, .. } = formula;
    let head = vec![
        format!("satoku {}", env!("CARGO_PKG_VERSION")),
        format!("puzzle {puzzle}"),
        format!("side {side} layout {} givens {}", puzzle.layout().spec(), puzzle.givens()),
        format!("encoding {} at-most-one {}", encoding.name, amo.name),
        if blocked { "blocking clause: the last clause" } else { "blocking clause: none" }.into(),
        if map.is_textbook() {
            format!("variable = {}*(row-1) + {side}*(column-1) + digit", side * side)
        } else {
            "map ROW COLUMN DIGIT VARIABLE; fixed ROW COLUMN DIGIT; no other candidate is left"
                .into()
        },
    ];
    let map = (!map.is_textbook()).then(|| map.clone());
    head.into_iter().chain(map.into_iter().flat_map(move |map| {
        let candidates = (0..side * side).flat_map(move |c| (0..side).map(move |d| (c, d)));
        candidates.filter_map(move |(c, d)| {
            let (row, column) = (c / side + 1, c % side + 1);
            match map.get(Cell::new(c), Digit::new(d)) {
                Atom::Lit(lit) => Some(format!("map {row} {column} {} {lit}", d + 1)),
                Atom::True => Some(format!("fixed {row} {column} {}", d + 1)),
                Atom::False => None,
            }
        })
    }))
}

/// A solution given on the command line, as text or as a file.
fn given_solution(puzzle: &Puzzle, text: &str) -> anyhow::Result<Vec<Digit>> {
    let (name, text) = match fs::read_to_string(text) {
        Ok(content) => (text, content),
        Err(_) => ("SOLUTION", text.to_owned()),
    };
    let grid = format::parse(&text).with_context(|| format!("--block: {name}"))?;
    if grid.side() != puzzle.side() {
        bail!("--block: {name}: side {}, but the puzzle has {}", grid.side(), puzzle.side());
    }
    let digits: Option<Vec<_>> = grid.cells().map(|cell| grid.given(cell)).collect();
    let digits = digits.with_context(|| format!("--block: {name}: not a filled grid"))?;
    puzzle.check(&digits).with_context(|| format!("--block: {name}: not a solution"))?;
    Ok(digits)
}

pub(super) fn decode(args: &DecodeArgs) -> anyhow::Result<Status> {
    if args.puzzle.as_os_str() == "-" && args.answer.as_os_str() == "-" {
        bail!("only one of puzzle and solver output can be standard input");
    }
    let (entry, by_lines) = read_one(&args.puzzle, &args.reading, args.formula.index)?;
    let FormulaArgs { encoding, amo, .. } = args.formula;
    let mut counter = Counter::new();
    let map = (encoding.encode)(&entry.puzzle, amo, &mut counter)?;
    let max_var = u32::try_from(counter.size().vars)?;

    let name = args.answer.display().to_string();
    let input: Box<dyn Read> = if name == "-" {
        Box::new(io::stdin())
    } else {
        Box::new(File::open(&args.answer).with_context(|| name.clone())?)
    };
    let output = dimacs::read_output(BufReader::new(input), max_var);
    let (verdict, solutions) = match output.with_context(|| name.clone())? {
        SolverOutput::Sat(model) => {
            let hint = "was the formula made with the same --encoding, --amo and layout?";
            let digits = map.decode(&model).with_context(|| format!("{name}: {hint}"))?;
            let checked = entry.puzzle.check(&digits);
            (Verdict::Solved, vec![checked.with_context(|| format!("{name}: {hint}"))?])
        }
        SolverOutput::Unsat => (Verdict::None, Vec::new()),
        SolverOutput::Unknown => (Verdict::Unknown, Vec::new()),
    };
    let style = Style::new(args.output, by_lines);
    let answer = Answer { verdict, solutions, ..Answer::none() };
    let reply =
        Reply { index: 1, source: &name, entry: Some(entry), answer: Ok(answer), part: None };
    io::stdout().write_all(reply.text(Show::Grid, style).as_bytes())?;
    Ok(reply.status())
}

/// The one puzzle of a file, or the one asked for; and whether it was a line.
pub(super) fn read_one(
    path: &Path,
    reading: &ReadingArgs,
    index: Option<u64>,
) -> anyhow::Result<(Entry, bool)> {
    let mut sources = Sources::new(&[path.to_owned()], reading.options());
    let mut found = None;
    let mut seen = 0;
    while let Some(chunk) = sources.next_chunk() {
        let source = &chunk.source;
        for Numbered { index: number, record, .. } in &chunk.records {
            seen = *number;
            if *number == index.unwrap_or(1)
                && let Some(parser) = &chunk.parser
            {
                let entry = parser.parse(record).with_context(|| source.to_string())?;
                found = Some((entry, chunk.by_lines));
            }
        }
        if let Some(error) = chunk.failure {
            return Err(error).with_context(|| source.to_string());
        }
        if index.is_some() && found.is_some() {
            break;
        }
        if index.is_none() && seen > 1 {
            bail!("{source}: several puzzles; say which with --index K");
        }
    }
    found.with_context(|| match index {
        Some(index) => format!("{}: {seen} puzzles, no number {index}", path.display()),
        None => format!("{}: no puzzle found", path.display()),
    })
}
