//! What the commands that exchange formulas with other solvers share: encode, decode, cubes.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, bail};

use super::monitor::say;
use super::options::ReadingArgs;
use super::source::{Numbered, Sources};
use super::stream::passed_over;
use satoku::format::{self, Entry};
use satoku::grid::{Cell, Digit, Layout};
use satoku::input::Bounded;
use satoku::model;
use satoku::sat::cnf::amo::{AtMostOne, SCHEMES};
use satoku::sat::cnf::{Lit, Size};
use satoku::sat::encode::{Atom, ENCODINGS, Encoding, VarMap};

/// Bytes of a formula's head that are read for the puzzle and the encoding.
const MAX_HEAD: u64 = 64 << 20;

/// What stands in place of an encoding where the formula is that of a certificate.
pub(crate) const CERTIFICATE: &str = "certificate";

/// Bytes at the end of a formula in which its last clause is: 400² literals are less.
const MAX_CLAUSE: u64 = 4 << 20;

/// A formula larger than this is written only when insisted on.
const MAX_BYTES: u64 = 1 << 30;

pub(crate) fn refuse_absurd(size: Size) -> anyhow::Result<()> {
    let bytes = size.dimacs_bytes();
    if bytes > MAX_BYTES || size.vars > u64::from(satoku::sat::cnf::MAX_VAR) {
        bail!(
            "the formula would have {} variables, {} clauses and {} literals, about {}.{} GB; another \
             encoding (reduced) or scheme (product) may make it smaller, --force writes it anyway",
            size.vars,
            size.clauses,
            size.lits,
            bytes / 1_000_000_000,
            bytes / 100_000_000 % 10
        );
    }
    Ok(())
}

/// Variables that a line of comments names at most.
const MAX_SHOWN: usize = 1 << 16;

/// The variables of cells, for counters that project on them: `p show V1 V2 … 0`, in the format of
/// the Model Counting Competition.
pub(crate) fn shown_variables(map: &VarMap, layout: &Layout) -> Vec<String> {
    let cells = (0..layout.cells()).map(Cell::new);
    let digits = || (0..layout.digits()).map(Digit::new);
    let atoms = cells.flat_map(|cell| digits().map(move |digit| map.get(cell, digit)));
    let variables: Vec<_> = atoms
        .filter_map(|atom| match atom {
            Atom::Lit(lit) => Some(lit.var().to_string()),
            Atom::True | Atom::False => None,
        })
        .collect();
    variables.chunks(MAX_SHOWN).map(|some| format!("p show {} 0", some.join(" "))).collect()
}

/// What the head of a formula written here says of it.
#[derive(Debug)]
pub(crate) struct Told {
    pub(crate) entry: Entry,
    pub(crate) encoding: &'static Encoding,
    pub(crate) amo: &'static AtMostOne,
    /// How many variables it has.
    pub(crate) vars: u32,
    /// The clause that excludes a solution, if the formula has one.
    pub(crate) blocking: Option<Vec<Lit>>,
}

/// Reads the head of a formula that `encode` wrote; `None` if the file is something else.
///
/// # Errors
/// If the file cannot be read, or its head is damaged.
pub(crate) fn told(path: &Path) -> anyhow::Result<Option<Told>> {
    if path.as_os_str() == "-" || !path.is_file() {
        return Ok(None);
    }
    let file = BufReader::new(Bounded::new(File::open(path)?, MAX_HEAD));
    // Whatever else it is need not be text.
    let mut lines = file.lines().map_while(Result::ok);
    let first = lines.next().unwrap_or_default();
    // OPB has its size on the first line.
    let second = first.starts_with("* #variable=").then(|| lines.next()).flatten();
    if let Some((text, is_blocked)) = model::told(second.as_deref().unwrap_or(&first)) {
        let (entry, blocking) = (format::parse(text)?.into(), is_blocked.then(Vec::new));
        let (encoding, amo) = (&ENCODINGS[0], &SCHEMES[0]);
        return Ok(Some(Told { entry, encoding, amo, vars: 0, blocking }));
    }
    if !first.starts_with("c satoku ") {
        return Ok(None);
    }
    let (mut puzzle, mut how) = (None, None);
    // WCNF has no size.
    let (mut is_blocked, mut vars) = (false, 0);
    for line in lines {
        if let Some(size) = line.strip_prefix("p cnf ") {
            vars = size.split_whitespace().next().and_then(|it| it.parse().ok()).unwrap_or(0);
            break;
        }
        let Some(line) = line.strip_prefix("c ") else { break };
        if let Some(text) = line.strip_prefix("puzzle ") {
            puzzle = Some(format::parse(text)?);
        } else if let Some(what) = line.strip_prefix("blocking clause: ") {
            is_blocked = what != "none";
        } else if let Some(words) = line.strip_prefix("encoding ") {
            let names = words.split_once(" at-most-one ");
            how = names.and_then(|(encoding, amo)| {
                // Its candidates have the variables of the extended one.
                let name = if encoding == CERTIFICATE { "extended" } else { encoding };
                let encoding = ENCODINGS.iter().find(|entry| entry.name == name)?;
                Some((encoding, SCHEMES.iter().find(|entry| entry.name == amo)?))
            });
        }
    }
    let (Some(puzzle), Some((encoding, amo))) = (puzzle, how) else {
        bail!("{}: the head of the formula names no puzzle and encoding", path.display());
    };
    let blocking = is_blocked.then(|| last_clause(path)).transpose()?;
    Ok(Some(Told { entry: puzzle.into(), encoding, amo, vars, blocking }))
}

/// The last clause of a formula.
fn last_clause(path: &Path) -> anyhow::Result<Vec<Lit>> {
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(MAX_CLAUSE)))?;
    let mut text = String::new();
    file.take(MAX_CLAUSE).read_to_string(&mut text)?;
    let line = text.trim_end().lines().next_back().unwrap_or_default();
    let words = line.split_whitespace().filter(|word| *word != "h");
    let numbers = words.map(|word| word.parse::<i32>().unwrap_or(0));
    Ok(numbers.map_while(Lit::from_dimacs).collect())
}

/// The comments at the head of the file: what was encoded, how, and what the variables mean.
pub(crate) fn comments(
    entry: &Entry,
    [encoding, amo]: [&str; 2],
    map: &VarMap,
    blocked: bool,
) -> impl Iterator<Item = String> {
    let puzzle = &entry.puzzle;
    let layout = Arc::clone(puzzle.layout());
    let digits = layout.digits();
    let head = vec![
        format!("satoku {}", env!("CARGO_PKG_VERSION")),
        format!("puzzle {puzzle}"),
        match layout.square() {
            Some(side) => {
                format!("side {side} layout {} givens {}", layout.spec(), puzzle.givens())
            }
            None => format!("layout {} givens {}", layout.spec(), puzzle.givens()),
        },
        format!("encoding {encoding} at-most-one {amo}"),
        if blocked { "blocking clause: the last clause" } else { "blocking clause: none" }.into(),
        if map.is_textbook() {
            numbering(&layout)
        } else {
            "map ROW COLUMN DIGIT VARIABLE; fixed ROW COLUMN DIGIT; no other candidate is left"
                .into()
        },
    ];
    let map = (!map.is_textbook()).then(|| map.clone());
    head.into_iter().chain(map.into_iter().flat_map(move |map| {
        let layout = Arc::clone(&layout);
        let candidates = (0..layout.cells()).flat_map(move |c| (0..digits).map(move |d| (c, d)));
        candidates.filter_map(move |(c, d)| {
            let (cell, digit) = (Cell::new(c), Digit::new(d));
            let (row, column) = layout.frame().place(cell)?;
            let (row, column, number) = (row + 1, column + 1, layout.number_of(digit));
            match map.get(cell, digit) {
                Atom::Lit(lit) => Some(format!("map {row} {column} {number} {lit}")),
                Atom::True => Some(format!("fixed {row} {column} {number}")),
                Atom::False => None,
            }
        })
    }))
}

/// What the variables of the textbook's numbering mean.
fn numbering(layout: &Layout) -> String {
    let digits = layout.digits();
    let digit = match layout.first() {
        1 => "digit".to_owned(),
        first => format!("(digit-{first}) + 1"),
    };
    let frame = layout.frame();
    if frame.has_holes() {
        return format!("variable = {digits}*(cell-1) + {digit}, cells row by row without holes");
    }
    format!("variable = {}*(row-1) + {digits}*(column-1) + {digit}", frame.columns() * digits)
}

/// The one puzzle of a file, or the one asked for; and whether it was a line.
pub(crate) fn read_one(
    path: &Path,
    reading: &ReadingArgs,
    index: Option<u64>,
) -> anyhow::Result<(Entry, bool)> {
    let mut sources = Sources::new(&[path.to_owned()], reading.options()?);
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
                if !entry.ignored.is_empty() {
                    say(format!("satoku: {source}: {}", passed_over(&entry.ignored)));
                }
                found = Some((entry, chunk.by_lines));
            }
        }
        if let Some(note) = chunk.note() {
            say(format!("satoku: {source}: {note}"));
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
