//! `satoku transform`: symmetry operations, canonical forms, lists without duplicates.

use std::collections::HashSet;
use std::io::Write;

use anyhow::bail;
use clap::Args;

use crate::long::{Long, LongArgs};
use crate::options::{BatchArgs, InputArgs, within};
use crate::pipeline::{Pipeline, Printed};
use crate::print::{Output, PageArgs, Plates, Press, output_values};
use crate::shard::Shard;
use crate::signal;
use crate::source::{Chunk, Sources};
use crate::stream::{for_file, form, passed_over};
use satoku::ask::{Answer, Failure, Form, Image, Outcome, Reply, Status};
use satoku::format::PlainLine;
use satoku::grid::Digit;
use satoku::jobs::transform::{
    Canonical, OPERATIONS, Operations, Transformation, canonical, canonical_numbers,
};
use satoku::puzzle::Puzzle;
use satoku::{Error, Limits, Result};
use satoku_print::Plate;

#[derive(Debug, Args)]
#[command(
    after_help = "The canonical form (min-lex) is the smallest of all images of a puzzle, read \
    row by row with 0 for an empty cell; two puzzles are isomorphic (essentially the same) if their \
    canonical forms are equal. It is defined here for plain boxes up to side 9. In --json, \
    `automorphisms` is the number of symmetries (digits included) that leave the puzzle unchanged.\n\n\
    Examples:\n  \
    satoku transform --op rot90,relabel=213456789 puzzle.txt\n  \
    satoku transform --random --seed 7 --count 10 puzzle.txt\n  \
    satoku transform --canonical puzzles.txt\n  \
    satoku transform --unique puzzles.txt > different.txt"
)]
pub(super) struct TransformArgs {
    #[arg(long = "op", value_name = "OPERATIONS", help = "Operations to apply in order, separated by commas", long_help = operations_help(), conflicts_with_all = ["random", "canonical", "unique"])]
    operations: Option<Operations>,
    /// Apply a random symmetry of the layout, a different one to each puzzle
    #[arg(long, conflicts_with_all = ["canonical", "unique"])]
    random: bool,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 0, requires = "random", conflicts_with_all = ["operations", "canonical", "unique"])]
    seed: u64,
    /// With --random: number of images of each puzzle
    #[arg(long, value_name = "K", default_value_t = 1, requires = "random", conflicts_with_all = ["operations", "canonical", "unique"], value_parser = within(1, 1_000_000))]
    count: u64,
    /// Print the canonical form
    #[arg(long)]
    canonical: bool,
    /// Print only the first of isomorphic puzzles, unchanged or, with --canonical, in canonical
    /// form
    #[arg(long, visible_alias = "dedup")]
    unique: bool,
    /// Output form [default: line for line input, pretty on a terminal, else grid]
    #[arg(long, value_name = "FORM", value_parser = output_values(), conflicts_with = "json")]
    output: Option<Output>,
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    batch: BatchArgs,
    #[command(flatten)]
    pages: PageArgs,
    #[command(flatten)]
    long: LongArgs,
}

/// A canonical form in few bytes: four bits a cell, the shape of the boxes in the last word.
type Key = [u64; 6];

/// The images of a chunk, not yet compared with those before.
#[derive(Default)]
struct Images {
    text: Vec<u8>,
    pieces: Vec<Piece>,
    diagnostics: Vec<String>,
    /// Whether the run was asked to stop before all was done.
    cut: bool,
}

/// What is printed of one image.
struct Piece {
    status: Status,
    /// What may be printed only once.
    key: Option<Key>,
    /// Where its text ends.
    end: usize,
    /// The image on a page, in place of text.
    plate: Option<Plate>,
}

/// What was printed before.
struct Once {
    seen: Option<HashSet<Key>>,
    any: bool,
}

impl Once {
    /// What is printed of images: those not seen before.
    fn filter(&mut self, mut images: Images) -> Printed {
        let pieces = std::mem::take(&mut images.pieces);
        let (cut, diagnostics) = (images.cut, images.diagnostics);
        let mut printed = Printed { diagnostics, cut, ..Printed::default() };
        let mut start = 0;
        for piece in pieces {
            let this = &images.text[start..piece.end];
            start = piece.end;
            let is_new = match (&mut self.seen, piece.key) {
                (Some(seen), Some(key)) => seen.insert(key),
                _ => true,
            };
            let word = if is_new { piece.status.word() } else { "duplicate" };
            printed.note(word, piece.status.outcome(), 1);
            if is_new {
                // Grids of several lines stand apart.
                let several = this.iter().filter(|&&byte| byte == b'\n').nth(1).is_some();
                if several && self.any {
                    printed.text.push(b'\n');
                }
                printed.text.extend_from_slice(this);
                printed.plates.extend(piece.plate);
                self.any = true;
            }
        }
        printed
    }
}

impl TransformArgs {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        if self.operations.is_none() && !(self.random || self.canonical || self.unique) {
            bail!("say what to do: --op OPERATIONS, --random, --canonical or --unique");
        }
        let (mut press, long) =
            self.pages.press_or_text(self.output, None, self.input.inputs(), &self.long)?;
        if long.counts_lines() && (self.unique || self.count > 1) {
            bail!("--shard and --resume: only where each puzzle has one image");
        }
        let text = self.output.and_then(Output::text);
        let is_text = !self.batch.json && press.is_none();
        let by_lines = is_text && text.is_none_or(|writer| writer.name == "line");
        let in_bulk = by_lines && (self.canonical || self.unique);
        let has_header = text.is_some_and(|writer| !writer.header.is_empty());
        if long.counts_lines() && has_header && !self.batch.json {
            bail!("--output: a form with a header cannot be merged or resumed");
        }
        let target = long.open(Some(&self.input), self.input.inputs(), self.batch.json)?;
        let shard = long.shard.unwrap_or(Shard::ALL);
        let sources = Sources::new(&self.input.files, self.input.reading.options()?);
        let mut sources = sources.in_bulk(in_bulk).of_shard(shard, target.done);
        let pipeline = Pipeline::reading(&self.input, &self.batch, None).to(target.writer()?);
        if let Some(writer) = text.filter(|_| !self.batch.json) {
            write!(pipeline.out(), "{}", writer.header)?;
        }
        let mut once = Once { seen: self.unique.then(HashSet::new), any: false };
        let outcome = pipeline.run(
            || sources.next_chunk(),
            |_, chunk| self.work(&chunk, &long),
            |images| {
                let mut printed = once.filter(images);
                if let Some(press) = &mut press {
                    press.take(&mut printed);
                }
                printed
            },
        )?;
        target.finish(shard.share(sources.read()))?;
        press.map_or(Ok(()), Press::finish)?;
        Ok(outcome)
    }

    /// All images of the puzzles of a chunk.
    ///
    /// # Errors
    /// Where lines are counted and an image has several, or a source could not be read to its end.
    fn work(&self, chunk: &Chunk, long: &Long) -> anyhow::Result<Images> {
        let mut images = Images::default();
        let mut plain = chunk.plain.iter();
        let mut plain_until = |end: usize, images: &mut Images| {
            let have = chunk.plain.len() - plain.len();
            plain.by_ref().take(end - have).for_each(|line| self.plain(line, images));
        };
        for (numbered, entry) in chunk.records.iter().zip(chunk.entries()) {
            if signal::interrupted() {
                images.cut = true;
                return Ok(images);
            }
            plain_until(numbered.after, &mut images);
            let index = numbered.index;
            let made = entry.and_then(|entry| {
                if !entry.ignored.is_empty() {
                    let ignored = passed_over(&entry.ignored);
                    let message = format!("satoku: {}: #{index}: {ignored}", chunk.source);
                    images.diagnostics.push(message);
                }
                let output = self.output.and_then(Output::text);
                let form = if long.out.is_some() || long.counts_lines() {
                    for_file(output, chunk.by_lines)
                } else {
                    form(output, chunk.by_lines)
                };
                let form = Form { flat_json: entry.flat_json, ..form };
                // Each is printed at once: they may be many.
                let mut print = |image: Image, key| {
                    self.print(Answer::Image(image.into()), Some(index), chunk, key, &mut images);
                };
                self.images(&entry.puzzle, index, form, &mut print)
            });
            if let Err(error) = made {
                self.fail(&error, Some(index), chunk, &mut images);
            }
        }
        plain_until(chunk.plain.len(), &mut images);
        if let Some(note) = chunk.note() {
            images.diagnostics.push(format!("satoku: {}: {note}", chunk.source));
        }
        if let Some(error) = &chunk.failure {
            if long.counts_lines() {
                bail!("{}: {error}", chunk.source);
            }
            self.fail(error, None, chunk, &mut images);
        }
        let answers = chunk.records.len() + chunk.plain.len();
        let lines = images.text.split(|&byte| byte == b'\n').count() - 1;
        if long.counts_lines() && lines != answers {
            bail!(
                "{}: an answer of several lines cannot be merged or resumed: give --json, or \
                 --output line",
                chunk.source
            );
        }
        Ok(images)
    }

    /// A plain line, canonical or as it stands.
    fn plain(&self, line: &PlainLine, images: &mut Images) {
        let numbers = line.map(|symbol| match symbol {
            b'1'..=b'9' => symbol - b'0',
            _ => 0,
        });
        let form = canonical_numbers(&numbers);
        let shown = if self.canonical { &form } else { &numbers };
        let symbol = |&number: &u8| if number == 0 { b'.' } else { b'0' + number };
        images.text.extend(shown.iter().map(symbol));
        images.text.push(b'\n');
        images.end(Status::Written, Some(key((3, 3), form)), None);
    }

    /// Hands out the images of a puzzle that are asked for.
    fn images(
        &self,
        puzzle: &Puzzle,
        index: u64,
        form: Form,
        print: &mut impl FnMut(Image, Option<Key>),
    ) -> Result<()> {
        if let Some(operations) = &self.operations {
            let made = operations.on(puzzle.layout())?;
            print(Image::new(made.apply(puzzle)?, &made, form), None);
            return Ok(());
        }
        if self.random {
            for k in (0..self.count).take_while(|_| !signal::interrupted()) {
                let number = (index - 1).wrapping_mul(self.count).wrapping_add(k);
                let made = Transformation::random(puzzle.layout(), self.seed, number);
                let mut image = Image::new(made.apply(puzzle)?, &made, form);
                image.image = (self.count > 1).then_some(k + 1);
                print(image, None);
            }
            return Ok(());
        }
        let found = canonical(puzzle)?;
        let (key, automorphisms) = (key_of(&found), Some(found.automorphisms));
        let (image, made) = if self.canonical {
            (found.puzzle, found.transformation)
        } else {
            (puzzle.clone(), Transformation::identity(puzzle.side()))
        };
        let image = Image { automorphisms, ..Image::new(image, &made, form) };
        print(image, Some(key));
        Ok(())
    }

    fn print(
        &self,
        answer: Answer,
        index: Option<u64>,
        chunk: &Chunk,
        key: Option<Key>,
        images: &mut Images,
    ) {
        let status = answer.status();
        if let Some(Output::Print(_)) = self.output {
            let mut printed = Printed::default();
            let at = (&*chunk.source, 0, None);
            Plates::default().of(&answer, None, at, &Limits::none(), &mut printed);
            images.end(status, key, printed.plates.pop());
            return;
        }
        if self.batch.json {
            let reply = Reply::new(index, &chunk.source, answer);
            images.text.extend((reply.json() + "\n").into_bytes());
        } else if index.is_some() {
            images.text.extend(answer.text(None, Form::default()).into_bytes());
        }
        images.end(status, key, None);
    }

    fn fail(&self, error: &Error, index: Option<u64>, chunk: &Chunk, images: &mut Images) {
        images.diagnostics.push(format!("satoku: {}: {error}", chunk.source));
        self.print(Answer::Failed(Failure::from(error)), index, chunk, None, images);
    }
}

impl Images {
    /// What was appended to the text since the last piece is a piece.
    fn end(&mut self, status: Status, key: Option<Key>, plate: Option<Plate>) {
        self.pieces.push(Piece { status, key, end: self.text.len(), plate });
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
        "Operations to apply in order, separated by commas. ORDER is a permutation of all numbers \
         from 1, written as digits (213456789) or joined by `-` (2-1-3-…-12): `rows=213456789` \
         swaps the first two rows, `relabel=213456789` the digits 1 and 2.",
    );
    for (name, about) in OPERATIONS {
        help.extend(["\n- ", name, ": ", about]);
    }
    help
}
