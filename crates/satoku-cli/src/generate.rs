//! `satoku generate`: puzzles made to order.

use std::collections::BTreeSet;
use std::io::{self, IsTerminal, Write};
use std::ops::{ControlFlow, Range, RangeInclusive};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use serde_json::{Map, Value, json};

use super::args::{BatchArgs, box_spec, layout_help, seconds, writer_values};
use super::each::bar;
use super::{Status, signal};
use satoku::Limits;
use satoku::Result;
use satoku::engine::EngineSpec;
use satoku::format::{CSV_HEADER, ReadOptions, Reader, Sheet, Writer, line_of, writer_by_name};
use satoku::grid::{Cell, Layout, LayoutSpec, default_box};
use satoku::jobs::batch;
use satoku::jobs::generate::{
    Generated, Made, Progress, SYMMETRIES, Short, Symmetry, Way, Wish, generate, grids,
};
use satoku::jobs::prove;
use satoku::puzzle::Puzzle;
use satoku_check::Form;

#[derive(Debug, Args)]
#[command(after_help = "\
    Every puzzle has one solution. The same seed and options give the same puzzles everywhere; with \
    another --count, the same ones first.\n\n\
    Exit status: 0 all made; 1 what was asked for is impossible; 2 bad usage; 3 some were not \
    found within the tries or the time.\n\n\
    Examples:\n  \
    satoku generate\n  \
    satoku generate --count 1000 --symmetry rot180 --clues 24-28 --seed 7 > book.txt\n  \
    satoku generate --size 16 --minimal --json\n  \
    satoku generate --box 3x4 --prove certificate\n  \
    satoku generate --pattern heart.txt")]
pub(super) struct GenerateArgs {
    /// The side; boxes as square as can be
    #[arg(long, value_name = "N", conflicts_with = "boxes")]
    size: Option<usize>,
    /// Boxes R rows high and C columns wide
    #[arg(long = "box", value_name = "RxC", value_parser = box_spec)]
    boxes: Option<LayoutSpec>,
    #[arg(long, help = "The houses: RxC, boxes, latin, regions=MAP, with + and extra houses", value_name = "LAYOUT", long_help = layout_help())]
    layout: Option<LayoutSpec>,
    /// How many puzzles
    #[arg(long, short = 'n', value_name = "N", default_value_t = 1)]
    count: u64,
    /// What random choices begin with
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// Complete grids, no puzzles
    #[arg(long, conflicts_with_all = ["clues", "minimal", "symmetry", "pattern", "way", "tries", "prove"])]
    full: bool,
    /// How many clues: K, or A-B
    #[arg(long, value_name = "K", value_parser = range, conflicts_with = "pattern")]
    clues: Option<RangeInclusive<usize>>,
    /// Every clue is needed
    #[arg(long)]
    minimal: bool,
    #[arg(long, value_name = "SYMMETRY", help = symmetry_help(), conflicts_with = "pattern", default_value = "none")]
    symmetry: Symmetry,
    /// Clues on the cells that a file marks, and on no others: `.` and `0` stand for empty cells,
    /// other symbols for clues
    #[arg(long, value_name = "FILE")]
    pattern: Option<PathBuf>,
    /// How clues are chosen
    #[arg(long, value_enum, default_value_t = WayArg::Dig, conflicts_with = "pattern")]
    way: WayArg,
    /// Begin a puzzle anew so often before it is given up [default: 20000 for plain 9x9, 1000 for
    /// others, 200 with a pattern]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    tries: Option<u64>,
    /// Give up on a puzzle after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time_limit: Option<Duration>,
    /// Make a certificate of each puzzle as `satoku prove` does; of several, in numbered folders
    #[arg(long, value_name = "DIR")]
    prove: Option<PathBuf>,
    /// The output form [default: pretty for one puzzle on a terminal, else line]
    #[arg(long, value_name = "FORM", value_parser = writer_values())]
    output: Option<&'static Writer>,
    #[command(flatten)]
    batch: BatchArgs,
}

/// [`Way`] as clap sees it.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum WayArg {
    /// All cells are full at first; clues are removed while the puzzle stays unique
    Dig,
    /// Clues are added until the puzzle is unique, then removed where they can be spared
    Build,
}

impl From<WayArg> for Way {
    fn from(way: WayArg) -> Self {
        match way {
            WayArg::Dig => Way::Dig,
            WayArg::Build => Way::Build,
        }
    }
}

fn symmetry_help() -> String {
    let all: Vec<_> =
        SYMMETRIES.iter().map(|entry| format!("{} ({})", entry.name, entry.about)).collect();
    format!("Cells have clues together; several with + between: {}", all.join(", "))
}

fn range(text: &str) -> std::result::Result<RangeInclusive<usize>, String> {
    let number = |text: &str| text.trim().parse::<usize>().ok();
    let range = match text.split_once('-') {
        None => number(text).map(|clues| clues..=clues),
        Some((least, most)) => number(least).zip(number(most)).map(|(least, most)| least..=most),
    };
    let range = range.filter(|range| !range.is_empty());
    range.ok_or_else(|| "expected a number of clues, or a range such as 24-28".to_owned())
}

pub(super) fn run(args: &GenerateArgs) -> anyhow::Result<Status> {
    let wish = args.wish()?;
    if let Some(why) = wish.impossible()? {
        eprintln!("satoku: impossible: {why}");
        if args.batch.json {
            writeln!(io::stdout(), "{}", json!({"status": "impossible", "reason": why}))?;
        }
        return Ok(Status::NEGATIVE);
    }
    let limits = Limits::none().with_stop(signal::stop_flag());
    let limits = args.time_limit.map_or(limits.clone(), |time| limits.with_time(time));
    let bar = bar(args.batch.quiet);
    let progress = |Progress { number, tries, clues }| {
        bar.set_message(format!("#{}, try {tries}: {clues} clues", number + 1));
    };
    if !args.json() && args.writer().name == "csv" {
        writeln!(io::stdout(), "{CSV_HEADER}")?;
    }
    let mut next = 0;
    // With a time limit, each puzzle has its own.
    let chunk = if args.time_limit.is_some() { 1 } else { wish.batch() };
    let numbers = || -> Option<Range<u64>> {
        let from = next;
        next = (from + chunk).min(args.count);
        (from < args.count && !signal::interrupted()).then_some(from..next)
    };
    let work = |numbers: Range<u64>| {
        if args.full {
            return numbers.map(|number| args.full(&wish, number, &limits)).collect();
        }
        let made = generate(&wish, args.seed, numbers.clone(), &limits, &progress)?;
        let each = numbers.zip(made).map(|(number, made)| args.print(&wish, number, &made));
        each.collect::<Result<Vec<_>>>()
    };
    let (mut status, mut failure) = (Status::OK, Ok(()));
    batch::ordered(args.batch.jobs(), numbers, work, |printed| {
        failure = printed.map_err(anyhow::Error::from).and_then(|printed| {
            let mut out = io::stdout().lock();
            for one in printed {
                status = status.and(one.status);
                bar.inc(1);
                bar.suspend(|| {
                    one.complaint.iter().for_each(|line| eprintln!("{line}"));
                    out.write_all(one.text.as_bytes())
                })?;
            }
            Ok(out.flush()?)
        });
        if failure.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    bar.finish_and_clear();
    failure.map(|()| status)
}

/// What is said of one puzzle.
struct Printed {
    text: String,
    complaint: Option<String>,
    status: Status,
}

impl GenerateArgs {
    fn wish(&self) -> anyhow::Result<Wish> {
        let silent = LayoutSpec::default();
        let layout = self.layout.as_ref().unwrap_or(&silent);
        let spec = self.boxes.as_ref().unwrap_or(&silent).or(layout);
        let marks = self.pattern.as_deref().map(marks).transpose()?;
        let size = self.size.or_else(|| {
            let cells = marks.as_ref().map(Vec::len).filter(|_| spec.side().is_none())?;
            Some(cells.isqrt()).filter(|side| side * side == cells)
        });
        let side = match (size, spec.side()) {
            (Some(size), Some(side)) if size != side => {
                bail!("--size {size}: the layout has side {side}")
            }
            (size, side) => size.or(side).unwrap_or(9),
        };
        if side == 0 || side > 400 {
            bail!("--size {side}: expected 1 to 400");
        }
        if spec.is_empty() && default_box(side).is_none() {
            bail!("--size {side}: no boxes fit; choose --layout latin or regions=MAP");
        }
        let layout = spec.build(side)?.shared();
        let pattern = self.pattern.as_deref().zip(marks);
        let pattern = pattern.map(|(path, marks)| marked(path, &marks, &layout)).transpose()?;
        Ok(Wish {
            way: self.way.into(),
            clues: self.clues.clone(),
            minimal: self.minimal,
            symmetry: self.symmetry.clone(),
            pattern,
            tries: self.tries,
            ..Wish::new(layout)
        })
    }

    fn print(&self, wish: &Wish, number: u64, made: &Made) -> Result<Printed> {
        let index = number + 1;
        let mut object = Map::new();
        object.insert("index".into(), json!(index));
        let (puzzle, word, complaint) = match made {
            Made::Puzzle(made) => (Some(made), "unique", None),
            Made::Short(short) => {
                let complaint = format!("satoku: puzzle {index}: {}", told(wish, short));
                (short.closest.as_ref(), "short", Some(complaint))
            }
        };
        object.insert("status".into(), json!(word));
        if let Some(puzzle) = puzzle {
            object.extend(fields(puzzle));
        }
        if let Made::Short(Short { tries, solutions, .. }) = made {
            object.insert("tries".into(), json!(tries));
            object.extend(solutions.map(|least| ("fewest_solutions".to_owned(), json!(least))));
        }
        object.insert("seed".into(), json!(self.seed));
        object.insert("layout".into(), json!(wish.layout.spec().to_string()));
        object.insert("symmetry".into(), json!(wish.symmetry.to_string()));
        let status = if complaint.is_none() { Status::OK } else { Status::UNKNOWN };
        let mut text = String::new();
        if self.json() {
            if let (Made::Puzzle(made), Some(dir)) = (made, &self.prove) {
                let dir = self.certify(&made.puzzle, dir, index)?;
                object.insert("certificate".into(), json!(dir.display().to_string()));
            }
            text = format!("{}\n", Value::Object(object));
        } else if let Made::Puzzle(made) = made {
            if let Some(dir) = &self.prove {
                self.certify(&made.puzzle, dir, index)?;
            }
            self.write(index, &Sheet::of(&made.puzzle), &mut text);
        }
        Ok(Printed { text, complaint, status })
    }

    /// A complete grid.
    fn full(&self, wish: &Wish, number: u64, limits: &Limits) -> Result<Printed> {
        let index = number + 1;
        let mut text = String::new();
        let grid = match grids(&wish.layout, self.seed, number..index, limits) {
            Err(error) if error.is_limit() => {
                let complaint = Some(format!("satoku: grid {index}: {error}"));
                return Ok(Printed { text, complaint, status: Status::UNKNOWN });
            }
            grids => grids?.remove(0),
        };
        if self.json() {
            let (layout, solution) = (wish.layout.spec().to_string(), line_of(&grid));
            let object = json!({"index": index, "status": "full", "solution": solution, "seed": self.seed, "layout": layout});
            text = format!("{object}\n");
        } else {
            let puzzle = Puzzle::new(wish.layout.clone());
            self.write(index, &Sheet { solution: Some(&grid), ..Sheet::of(&puzzle) }, &mut text);
        }
        Ok(Printed { text, complaint: None, status: Status::OK })
    }

    fn write(&self, index: u64, sheet: &Sheet<'_>, text: &mut String) {
        let writer = self.writer();
        (writer.write)(sheet, text);
        if writer.in_rows && index < self.count {
            text.push('\n');
        }
    }

    fn json(&self) -> bool {
        self.batch.json
    }

    fn writer(&self) -> &'static Writer {
        let pretty = self.count == 1 && io::stdout().is_terminal();
        let name = if pretty { "pretty" } else { "line" };
        self.output.or_else(|| writer_by_name(name)).expect("both are there")
    }

    /// Makes a certificate; where.
    fn certify(&self, puzzle: &Puzzle, dir: &Path, index: u64) -> Result<PathBuf> {
        let dir = if self.count == 1 { dir.to_owned() } else { dir.join(index.to_string()) };
        let limits = Limits::none().with_stop(signal::stop_flag());
        let certificate = prove::prove(puzzle, &EngineSpec::default(), &limits)?;
        certificate.save(&dir, Form::Text, false)?;
        satoku_check::verify(&dir)?;
        Ok(dir)
    }
}

fn fields(made: &Generated) -> Map<String, Value> {
    let side = made.puzzle.side();
    let removed: Vec<_> = made.removed.iter().map(|cell| cell.name(side)).collect();
    let fields = [
        ("puzzle", json!(made.puzzle.to_string())),
        ("solution", json!(line_of(&made.solution))),
        ("clues", json!(made.clues())),
        ("minimal", json!(made.is_minimal)),
        ("removed", json!(removed)),
        ("tries", json!(made.tries)),
    ];
    fields.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

/// How far the tries came, for people.
fn told(wish: &Wish, short: &Short) -> String {
    let tries =
        if short.tries == 1 { "1 try".to_owned() } else { format!("{} tries", short.tries) };
    let why = if short.is_limit { "the time was over" } else { "given up" };
    let closest = match (&short.closest, short.solutions) {
        (None, Some(0) | None) => "nothing was found".to_owned(),
        (None, Some(least)) => format!("clues on the pattern left {least} solutions at least"),
        (Some(made), _) => {
            let minimal = match (made.is_minimal, wish.minimal) {
                (false, true) => ", not minimal",
                _ => "",
            };
            format!("the closest had {} clues{minimal}", made.clues())
        }
    };
    format!("{why} after {tries}: {closest}")
}

/// The symbols of a pattern, without comments, frames and spaces.
fn marks(path: &Path) -> anyhow::Result<Vec<char>> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let is_mark = |mark: &char| !mark.is_whitespace() && !"|+-".contains(*mark);
    Ok(lines.flat_map(str::chars).filter(is_mark).collect())
}

/// The cells that a file marks: symbols cell by cell, or else a puzzle in any form.
fn marked(path: &Path, symbols: &[char], layout: &Layout) -> anyhow::Result<BTreeSet<Cell>> {
    let name = || path.display().to_string();
    let cells = layout.cells();
    if symbols.len() == cells {
        let marked = (0..cells).filter(|&k| !matches!(symbols[k], '.' | '0' | '_'));
        return Ok(marked.map(Cell::new).collect());
    }
    let mut reader = Reader::open(path, &ReadOptions::default()).with_context(name)?;
    let parser = reader.parser();
    let record = reader.next_record().with_context(name)?;
    let entry = record.map(|record| parser.parse(&record)).transpose().with_context(name)?;
    let puzzle = entry.map(|entry| entry.puzzle).filter(|puzzle| puzzle.layout().cells() == cells);
    let Some(puzzle) = puzzle else {
        bail!("{}: expected a pattern of {cells} cells", path.display())
    };
    Ok(puzzle.cells().filter(|&cell| puzzle.given(cell).is_some()).collect())
}
