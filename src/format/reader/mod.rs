//! A source of puzzles: opened, its format chosen, cut into records.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use super::beginning::Beginning;
use super::below::{self, Below};
use super::head::HEAD_BYTES;
use super::paste::{self, Paste};
use super::plain::{self, PlainLine};
use super::preamble::Annotations;
use super::source::{MAX_LINE, Source};
use super::split::Splitter;
use super::{FORMATS, Fit, Format, Head, Parser, Symbols, line};
use crate::error::{Error, Result};
use crate::grid::{LayoutSpec, MAX_SIDE};

/// What the caller knows of a source; by default nothing.
#[derive(Debug, Clone, Default)]
pub struct ReadOptions {
    /// The format, where it is not to be found out.
    pub format: Option<&'static dyn Format>,
    /// The layout; it goes before what the file says.
    pub layout: LayoutSpec,
    /// How digits are written as symbols, where it is not to be found out.
    pub symbols: Option<Symbols>,
    /// The texts of rules that every puzzle has beside its own.
    pub rules: Vec<String>,
    /// Whether letters that optical character recognition puts for digits are read as these, where
    /// a source cannot be read otherwise: O, l, S as 0, 1, 5 and the like.
    pub ocr: bool,
    /// Keys and fields of other programs' files that are passed over where they would be errors,
    /// as nobody knows what they say: [`Entry::ignored`](super::Entry::ignored) has those that were.
    pub ignore: Vec<String>,
}

/// The raw text of one puzzle and where it stood.
#[derive(Debug, Clone)]
pub struct Record {
    /// Its first line in the source, from 1.
    pub line: u64,
    /// How many characters come before it in that line.
    pub(super) column: u64,
    pub(super) text: Result<String, Flaw>,
    /// What the comments before it say.
    pub(super) said: Option<Arc<Annotations>>,
}

impl Record {
    /// The bytes of its text.
    pub fn len(&self) -> usize {
        self.text.as_ref().map_or(0, String::len)
    }

    /// Whether it has no text at all.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Why a record has no text.
#[derive(Debug, Clone)]
pub(super) struct Flaw {
    pub(super) message: String,
    pub(super) column: Option<u64>,
}

/// Cuts a source into records; nothing longer than one record is held.
#[derive(Debug)]
pub struct Reader {
    name: String,
    format: &'static dyn Format,
    source: Source,
    splitter: Splitter,
    parser: Arc<Parser>,
    /// Whether lines may be plain, as far as format and options tell.
    may_be_plain: bool,
    /// Why there is nothing to read.
    unreadable: Option<Error>,
    found_any: bool,
    /// The rules below grids.
    below: Below,
}

impl Reader {
    /// Opens a file.
    ///
    /// # Errors
    /// If it cannot be opened, or is a directory.
    pub fn open(path: &Path, options: &ReadOptions) -> Result<Reader> {
        let file = File::open(path)?;
        if file.metadata()?.is_dir() {
            return Err(std::io::Error::from(std::io::ErrorKind::IsADirectory).into());
        }
        Reader::new(path.display().to_string(), file, options)
    }

    /// Reads from anything; the name is for messages. Waits for as much of the beginning as is
    /// needed to tell the format.
    ///
    /// # Errors
    /// If nothing can be read.
    pub fn new(
        name: impl Into<String>,
        input: impl Read + Send + 'static,
        options: &ReadOptions,
    ) -> Result<Reader> {
        let mut source = Source::new(input)?;
        let mut beginning = Beginning::default();
        while !beginning.is_enough(&source, options) && source.more() {}
        let mut below = Below::default();
        if let Some((text, rules)) = whole(&source).and_then(below::take_out) {
            source = Source::of_text(text);
            below = rules;
        }
        let pasted = if beginning.reads { None } else { pasted(&source, options) };
        let Some((text, note)) = pasted else {
            let closed = source.is_closed();
            let reader = Reader::direct(name.into(), source, closed, options);
            return Ok(reader.with_below(below));
        };
        if let Some(text) = text {
            source = Source::of_text(text);
        }
        let reader = Reader::direct(name.into(), source, true, options);
        reader.parser.assume(note);
        Ok(reader.with_below(below))
    }

    fn with_below(self, below: Below) -> Reader {
        Reader { may_be_plain: self.may_be_plain && below.is_empty(), below, ..self }
    }

    /// A source of which enough is here, read as it stands; what is here may be known to be all.
    fn direct(name: String, source: Source, whole: bool, options: &ReadOptions) -> Reader {
        let bytes = source.buffered();
        let text = String::from_utf8_lossy(&bytes[..bytes.len().min(HEAD_BYTES)]);
        let head = Head::new(&text, whole && bytes.len() <= HEAD_BYTES, &options.layout)
            .with_format(options.format.is_some());
        let mut unreadable = None;
        let format = options.format.unwrap_or_else(|| {
            detect(&head).filter(|_| other_text(&head).is_none()).unwrap_or_else(|| {
                unreadable =
                    head.lines().iter().position(|line| !line.trim().is_empty()).map(|k| {
                        let message =
                            too_wide(&head).or_else(|| other_text(&head)).unwrap_or_else(|| {
                                "no known puzzle format: expected a line, a grid, CSV or JSON"
                                    .into()
                            });
                        Error::input(message).at(k as u64 + 1, None)
                    });
                &line::Line
            })
        });
        if head.content().next().is_none() {
            unreadable = None;
        }
        let plan = format.plan(&head);
        let parser = Arc::new(Parser::new(plan.parse, plan.columns, options, &head));
        let splitter = Splitter::new(plan.splitting);
        let may_be_plain = plan.plain_lines && parser.is_classic(None);
        let (found_any, below) = (false, Below::default());
        Reader {
            name,
            format,
            source,
            splitter,
            parser,
            may_be_plain,
            unreadable,
            found_any,
            below,
        }
    }

    /// How many puzzles there are in a text, which may be a beginning; `None` if not all of it can
    /// be read.
    pub(super) fn puzzles(text: &str, whole: bool, options: &ReadOptions) -> Option<usize> {
        let mut reader = Reader::direct(String::new(), Source::of_text(text), whole, options);
        let parser = reader.parser();
        let mut puzzles = 0;
        while let Some(record) = reader.next_record().ok()? {
            parser.parse(&record).ok()?;
            puzzles += 1;
        }
        Some(puzzles)
    }

    /// The name it was given: the path of a file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The format that is read.
    pub fn format(&self) -> &'static dyn Format {
        self.format
    }

    /// Whether a puzzle is a line here, so that an answer should be one too.
    pub fn by_lines(&self) -> bool {
        self.format.by_lines()
    }

    /// The next puzzle's text; `None` at the end. A record may be unreadable itself, which its
    /// parsing will tell.
    ///
    /// # Errors
    /// If the source failed, or has no puzzle at all; there is nothing more to read then.
    pub fn next_record(&mut self) -> Result<Option<Record>> {
        if let Some(error) = self.unreadable.take() {
            self.found_any = true;
            self.splitter = Splitter::done();
            return Err(error);
        }
        let mut read = || self.splitter.next(&mut self.source);
        let record = if self.below.is_empty() { read() } else { self.below.next(read) }?;
        if record.is_none() && !self.found_any {
            self.found_any = true;
            return Err(Error::input("no puzzle found"));
        }
        self.found_any = true;
        Ok(record)
    }

    /// Takes the plain lines that come next and are here, until there are `room`; how many were
    /// taken. None means that [`Reader::next_record`] has something else, or the end. Waits for
    /// more of the source only before the first line.
    pub fn take_plain(&mut self, lines: &mut Vec<PlainLine>, room: usize) -> usize {
        if !self.may_be_plain || !self.splitter.is_by_lines() || self.unreadable.is_some() {
            return 0;
        }
        while self.is_starved() && self.source.buffered().len() <= MAX_LINE && self.source.more() {}
        // Most records of other kinds need not be asked for their layout.
        let lasting = self.splitter.lasting();
        if !plain::is_next(&self.source) || !lasting.is_ok_and(|it| self.parser.is_classic(it)) {
            return 0;
        }
        self.found_any = true;
        plain::take(&mut self.source, lines, room)
    }

    /// Whether the next record may have to be waited for: time to hand on what is done.
    pub fn is_starved(&mut self) -> bool {
        !self.splitter.has_record(&mut self.source)
    }

    /// What turns this source's records into puzzles.
    pub fn parser(&self) -> Arc<Parser> {
        Arc::clone(&self.parser)
    }
}

/// The text of a source, if all of it is here.
fn whole(source: &Source) -> Option<&str> {
    let is_whole = source.is_closed() && source.buffered().len() < HEAD_BYTES;
    std::str::from_utf8(source.buffered()).ok().filter(|_| is_whole)
}

/// A short source that cannot be read as it stands: what it reads as, if there is a way, and what
/// that assumes.
fn pasted(source: &Source, options: &ReadOptions) -> Option<(Option<String>, String)> {
    let bytes = source.buffered();
    if !source.is_closed() || bytes.len() > paste::MAX_PASTE || options.format.is_some() {
        return None;
    }
    let text = std::str::from_utf8(bytes).ok()?;
    let reads = |text: &str| Reader::puzzles(text, true, options).is_some();
    if text.trim().is_empty() || reads(text) {
        return None;
    }
    if let Some(Paste { text, note }) = paste::better(text, reads) {
        return Some((Some(text), note));
    }
    let Paste { text, note } = paste::recognized(text).filter(|paste| reads(&paste.text))?;
    Some(if options.ocr {
        (Some(text), format!("{note}: letters are read as digits"))
    } else {
        (None, format!("with {note} it is a puzzle: correct it, or use --ocr"))
    })
}

/// What is wrong with rows of equal width that are wider than any grid.
fn too_wide(head: &Head<'_>) -> Option<String> {
    let cells = |line: &str| {
        let tokens = line.split([' ', ',', ';', '\t', '|']).filter(|token| !token.is_empty());
        match tokens.count() {
            0 | 1 => line.chars().count(),
            several => several,
        }
    };
    let mut widths = head.content().take(16).map(cells);
    let width = widths.next().filter(|&width| width > MAX_SIDE)?;
    let (mut others, mut all) = (0, true);
    widths.for_each(|other| (others, all) = (others + 1, all && other == width));
    (all && others > 0)
        .then(|| format!("rows of {width} cells: expected at most {MAX_SIDE}, the largest side"))
}

/// What a text is that has nothing of a puzzle.
fn other_text(head: &Head<'_>) -> Option<String> {
    let begins = |words: &[&str]| {
        head.lines().iter().any(|line| words.iter().any(|word| line.starts_with(word)))
    };
    if begins(&["p cnf "]) {
        Some("a formula in DIMACS: expected a puzzle, such as the one it was made of".into())
    } else if begins(&["s SATISFIABLE", "s UNSATISFIABLE"]) {
        let expected = "expected a puzzle; `satoku decode PUZZLE ANSWER` turns it into a grid";
        Some(format!("the answer of a SAT solver: {expected}"))
    } else {
        None
    }
}

/// The first format that is sure, else the first that might be meant.
fn detect(head: &Head<'_>) -> Option<&'static dyn Format> {
    let mut perhaps = None;
    for format in FORMATS.iter().copied() {
        match format.fit(head) {
            Fit::Sure => return Some(format),
            Fit::Perhaps => perhaps = perhaps.or(Some(format)),
            Fit::No => {}
        }
    }
    perhaps
}

#[cfg(test)]
mod tests;
