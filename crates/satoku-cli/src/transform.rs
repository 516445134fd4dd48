//! `satoku transform`: symmetry operations, canonical forms, lists without duplicates.

use std::collections::HashSet;
use std::io::{self, Write};
use std::ops::ControlFlow;

use clap::Args;
use serde_json::{Map, Value, json};

use super::args::{BatchArgs, InputArgs, writer_values};
use super::monitor::{Monitor, Vitals};
use super::reply::{Style, error_line};
use super::source::{Chunk, Sources};
use super::tally::Tally;
use super::{Status, signal};
use satoku::format::{CSV_HEADER, Entry, PlainLine, Sheet, Writer};
use satoku::grid::Digit;
use satoku::jobs::batch;
use satoku::jobs::transform::{
    Canonical, OPERATIONS, Operations, Transformation, canonical, canonical_numbers,
};
use satoku::puzzle::Puzzle;
use satoku::{Error, Result};

#[derive(Debug, Args)]
#[command(
    after_help = "The canonical form (min-lex) is the smallest of all images of a puzzle, read \
    row by row with 0 for an empty cell; puzzles are essentially the same if their canonical forms \
    are. It is known for plain boxes up to side 9. In --json, `automorphisms` is the number of \
    symmetries (digits included) that leave the puzzle as it is.\n\n\
    Examples:\n  \
    satoku transform --op rot90,relabel=213456789 puzzle.txt\n  \
    satoku transform --random --seed 7 --count 10 puzzle.txt\n  \
    satoku transform --canonical puzzles.txt\n  \
    satoku transform --unique puzzles.txt > different.txt"
)]
pub(super) struct TransformArgs {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    batch: BatchArgs,
    #[arg(long = "op", value_name = "OPERATIONS", help = "Operations one after the other, joined by commas", long_help = operations_help(), conflicts_with_all = ["random", "canonical", "unique"], required_unless_present_any = ["random", "canonical", "unique"])]
    operations: Option<Operations>,
    /// A random symmetry of the layout, another one for each puzzle
    #[arg(long, conflicts_with_all = ["canonical", "unique"])]
    random: bool,
    /// What random symmetries begin with
    #[arg(long, value_name = "N", default_value_t = 0, requires = "random")]
    seed: u64,
    /// With --random: so many images of each puzzle
    #[arg(long, value_name = "K", default_value_t = 1, requires = "random", value_parser = clap::value_parser!(u64).range(1..))]
    count: u64,
    /// The canonical form
    #[arg(long)]
    canonical: bool,
    /// Only the first of puzzles that are essentially the same, as it stands or with --canonical
    #[arg(long, visible_alias = "dedup")]
    unique: bool,
    /// The output form [default: line for line input, pretty on a terminal, else grid]
    #[arg(long, value_name = "FORM", value_parser = writer_values())]
    output: Option<&'static Writer>,
}

/// A canonical form in few bytes: four bits a cell, the shape of the boxes in the last word.
type Key = [u64; 6];

/// What is printed of one image.
struct Piece {
    word: &'static str,
    status: Status,
    /// What may be printed only once.
    key: Option<Key>,
    /// Where its text ends.
    end: usize,
}

#[derive(Default)]
struct Printed {
    text: Vec<u8>,
    pieces: Vec<Piece>,
    complaints: Vec<String>,
}

pub(super) fn run(args: &TransformArgs) -> anyhow::Result<Status> {
    let by_lines = !args.batch.json && args.output.is_none_or(|writer| writer.name == "line");
    let in_bulk = by_lines && (args.canonical || args.unique);
    let mut sources =
        Sources::new(&args.input.files, args.input.reading.options()).in_bulk(in_bulk);
    let monitor = Monitor::new(args.batch.quiet, false, &Vitals::default());
    let mut out = io::BufWriter::new(io::stdout());
    if !args.batch.json && args.output.is_some_and(|writer| writer.name == "csv") {
        writeln!(out, "{CSV_HEADER}")?;
    }
    let mut once = Once { seen: args.unique.then(HashSet::new), any: false };
    let mut status = Status::OK;
    let mut puzzles = Tally::default();
    let mut written = Ok(());
    batch::ordered(
        args.batch.jobs(),
        || if signal::interrupted() { None } else { sources.next_chunk() },
        |chunk| args.work(&chunk),
        |printed| {
            let mut tally = Tally::default();
            let text = once.filter(&printed, &mut tally, &mut status);
            monitor.count(&tally);
            puzzles.and(&tally);
            written = monitor.aside(|| out.write_all(&text).and_then(|()| out.flush()));
            monitor.complain(&printed.complaints);
            if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        },
    );
    monitor.finish(&puzzles);
    written?;
    Ok(status)
}

/// What was printed before.
struct Once {
    seen: Option<HashSet<Key>>,
    any: bool,
}

impl Once {
    /// The text to be printed.
    fn filter(&mut self, printed: &Printed, tally: &mut Tally, status: &mut Status) -> Vec<u8> {
        let mut text = Vec::with_capacity(printed.text.len());
        let mut start = 0;
        for piece in &printed.pieces {
            let this = &printed.text[start..piece.end];
            start = piece.end;
            *status = status.and(piece.status);
            let is_new = match (&mut self.seen, piece.key) {
                (Some(seen), Some(key)) => seen.insert(key),
                _ => true,
            };
            tally.add(if is_new { piece.word } else { "duplicate" }, 1);
            if is_new {
                // Grids of several lines stand apart.
                let several = this.iter().filter(|&&byte| byte == b'\n').nth(1).is_some();
                if several && self.any {
                    text.push(b'\n');
                }
                text.extend_from_slice(this);
                self.any = true;
            }
        }
        text
    }
}

impl TransformArgs {
    /// All images of the puzzles of a chunk.
    fn work(&self, chunk: &Chunk) -> Printed {
        let mut printed = Printed::default();
        let style = Style::new(self.output, chunk.by_lines);
        let mut plain = chunk.plain.iter();
        let mut plain_until = |end: usize, printed: &mut Printed| {
            let have = chunk.plain.len() - plain.len();
            plain.by_ref().take(end - have).for_each(|line| self.plain(line, printed));
        };
        for numbered in &chunk.records {
            if signal::interrupted() {
                return printed;
            }
            plain_until(numbered.after, &mut printed);
            let Some(parser) = &chunk.parser else { continue };
            let entry = parser.parse(&numbered.record);
            let all = entry
                .and_then(|entry| self.images(&entry, numbered.index, chunk, style, &mut printed));
            if let Err(error) = all {
                self.fail(&error, Some(numbered.index), chunk, &mut printed);
            }
        }
        plain_until(chunk.plain.len(), &mut printed);
        if let Some(error) = &chunk.failure {
            self.fail(error, None, chunk, &mut printed);
        }
        printed
    }

    /// A plain line, canonical or as it stands.
    fn plain(&self, line: &PlainLine, printed: &mut Printed) {
        let numbers = line.map(|symbol| match symbol {
            b'1'..=b'9' => symbol - b'0',
            _ => 0,
        });
        let form = canonical_numbers(&numbers);
        let shown = if self.canonical { &form } else { &numbers };
        let symbol = |&number: &u8| if number == 0 { b'.' } else { b'0' + number };
        printed.text.extend(shown.iter().map(symbol));
        printed.text.push(b'\n');
        printed.end("written", Status::OK, Some(key((3, 3), form)));
    }

    /// The images of a puzzle that are asked for.
    fn images(
        &self,
        entry: &Entry,
        index: u64,
        chunk: &Chunk,
        style: Style,
        printed: &mut Printed,
    ) -> Result<()> {
        let puzzle = &entry.puzzle;
        let mut head = Map::new();
        head.insert("index".into(), json!(index));
        head.insert("source".into(), json!(&*chunk.source));
        if let Some(operations) = &self.operations {
            let made = operations.on(puzzle.layout())?;
            self.image(&made.apply(puzzle)?, &made, entry, head, style, None, printed);
        } else if self.random {
            for k in 0..self.count {
                let number = (index - 1).wrapping_mul(self.count).wrapping_add(k);
                let made = Transformation::random(puzzle.layout(), self.seed, number);
                let mut head = head.clone();
                if self.count > 1 {
                    head.insert("image".into(), json!(k + 1));
                }
                self.image(&made.apply(puzzle)?, &made, entry, head, style, None, printed);
            }
        } else {
            let form = canonical(puzzle)?;
            let key = key_of(&form);
            head.insert("automorphisms".into(), json!(form.automorphisms));
            let none = Transformation::identity(puzzle.side());
            let (image, made) =
                if self.canonical { (&form.puzzle, &form.transformation) } else { (puzzle, &none) };
            self.image(image, made, entry, head, style, Some(key), printed);
        }
        Ok(())
    }

    #[expect(clippy::too_many_arguments, reason = "all that is known of an image")]
    fn image(
        &self,
        image: &Puzzle,
        made: &Transformation,
        entry: &Entry,
        mut object: Map<String, Value>,
        style: Style,
        key: Option<Key>,
        printed: &mut Printed,
    ) {
        let mut text = String::new();
        if self.batch.json {
            object.insert("status".into(), json!("written"));
            object.insert("layout".into(), json!(image.layout().spec().to_string()));
            object.insert("transformation".into(), json!(made.to_string()));
            object.insert("puzzle".into(), json!(image.to_string()));
            text = format!("{}\n", Value::Object(object));
        } else {
            let (color, flat_json) = (style.color, entry.flat_json);
            let sheet = Sheet { puzzle: image, solution: None, color, flat_json };
            (style.writer.write)(&sheet, &mut text);
        }
        printed.text.extend(text.into_bytes());
        printed.end("written", Status::OK, key);
    }

    fn fail(&self, error: &Error, index: Option<u64>, chunk: &Chunk, printed: &mut Printed) {
        printed.complaints.push(format!("satoku: {}: {error}", chunk.source));
        if self.batch.json {
            let source = &*chunk.source;
            let object = json!({"index": index, "source": source, "status": "error", "error": error.to_string()});
            printed.text.extend(format!("{object}\n").into_bytes());
        } else if index.is_some() {
            printed.text.extend(error_line(error).into_bytes());
        }
        printed.end("error", Status::ERROR, None);
    }
}

impl Printed {
    /// What was appended to the text since the last piece is a piece.
    fn end(&mut self, word: &'static str, status: Status, key: Option<Key>) {
        self.pieces.push(Piece { word, status, key, end: self.text.len() });
    }
}

fn key_of(form: &Canonical) -> Key {
    let puzzle = &form.puzzle;
    let shape = puzzle.layout().box_shape().unwrap_or_default();
    let number = |cell| puzzle.given(cell).map_or(0, Digit::number);
    key(shape, puzzle.cells().map(|cell| u8::try_from(number(cell)).expect("at most 9")))
}

fn key((rows, columns): (usize, usize), numbers: impl IntoIterator<Item = u8>) -> Key {
    let mut key = [0; 6];
    for (cell, number) in numbers.into_iter().enumerate() {
        key[cell / 16] |= u64::from(number) << (4 * (cell % 16));
    }
    key[5] |= (rows as u64) << 40 | (columns as u64) << 48;
    key
}

fn operations_help() -> String {
    let mut help = String::from(
        "Operations one after the other, joined by commas. An order is all its numbers, a digit \
         each or joined by `-`: `rows=213456789` exchanges the first two rows, `relabel=213456789` \
         the digits 1 and 2.",
    );
    for (name, about) in OPERATIONS {
        help.extend(["\n- ", name, ": ", about]);
    }
    help
}
