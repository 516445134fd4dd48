//! Where puzzles come from: files and standard input, one after the other, cut into chunks of
//! records that threads work on.

use std::collections::VecDeque;
use std::io::{self, Cursor, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::monitor::say;
use super::shard::Shard;
use super::signal;
use super::terminal::is_typed;
use satoku::format::{self, Entry, Format, Parser, PlainLine, ReadOptions, Reader, Record};
use satoku::{Error, Result};

/// Records of one source that are worked on together.
#[derive(Debug)]
pub(super) struct Chunk {
    pub(super) source: Arc<str>,
    /// What it is read as, by whom it was found or asked for.
    pub(super) format: Option<&'static dyn Format>,
    pub(super) by_lines: bool,
    pub(super) parser: Option<Arc<Parser>>,
    pub(super) records: Vec<Numbered>,
    /// Puzzles that need no parser.
    pub(super) plain: Vec<PlainLine>,
    /// Whether it holds the only puzzle of the run, or one that was typed at a terminal.
    pub(super) is_alone: bool,
    /// The number of its first puzzle in the whole run, from 1.
    pub(super) first: u64,
    /// The numbers of its plain puzzles, where they do not follow each other.
    pub(super) numbers: Option<Vec<u64>>,
    /// Whether its source begins with it.
    pub(super) begins: bool,
    /// Why the source ended early, or could not be read at all.
    pub(super) failure: Option<Error>,
}

/// A record and its place.
#[derive(Debug)]
pub(super) struct Numbered {
    /// Its number in the whole run, from 1.
    pub(super) index: u64,
    /// How many of the chunk's plain puzzles come before it.
    pub(super) after: usize,
    pub(super) record: Record,
}

/// The puzzles of all inputs.
#[derive(Debug)]
pub(super) struct Sources {
    paths: VecDeque<PathBuf>,
    options: ReadOptions,
    /// Whether plain puzzles are taken in bulk.
    in_bulk: bool,
    /// How often each puzzle is handed out, each time with a number of its own.
    each: u64,
    /// The last record, and how often it is still handed out.
    again: Option<(Record, u64)>,
    /// Which puzzles are handed out, and how many of these were before.
    shard: Shard,
    done: u64,
    reader: Option<Reader>,
    /// Whether the reader reads what is typed.
    typed: bool,
    read: u64,
    begun: Instant,
}

/// A chunk ends at whichever comes first: enough for handing it over to cost nothing, little
/// enough to keep all threads busy. It also ends where reading on would wait for input.
const MAX_RECORDS: usize = 32;
const MAX_BYTES: usize = 16 << 10;
/// Where answers come fast, chunks are so many times larger, for the engines that answer many
/// together; but no larger than what took this time on average.
const MAX_GROWTH: usize = 16;
const MAX_WAIT: Duration = Duration::from_millis(50);
/// Plain puzzles come in larger chunks, as most are answered in no time.
const MAX_PLAIN: usize = 2048;
/// Chunks grow with the run, to this part of what was read: of a few hard
/// puzzles all threads have their share.
const SHARE: u64 = 16;

impl Chunk {
    fn of(source: &str) -> Self {
        Chunk {
            source: source.into(),
            format: None,
            by_lines: false,
            parser: None,
            records: Vec::new(),
            plain: Vec::new(),
            is_alone: false,
            first: 1,
            numbers: None,
            begins: true,
            failure: None,
        }
    }

    /// Its puzzle, if it is alone and needs no parser.
    pub(super) fn alone(&self) -> Option<Result<Entry>> {
        let [line] = &self.plain[..] else { return None };
        let text = String::from_utf8_lossy(line);
        self.is_alone.then(|| format::parse(&text).map(Entry::from))
    }

    /// The puzzles of the records.
    pub(super) fn entries(&self) -> impl Iterator<Item = Result<Entry>> {
        self.parser
            .iter()
            .flat_map(|parser| self.records.iter().map(|numbered| parser.parse(&numbered.record)))
    }

    /// What had to be assumed of its source, if that was not told yet.
    pub(super) fn note(&self) -> Option<&str> {
        self.parser.as_ref()?.note()
    }

    fn is_empty(&self) -> bool {
        self.records.is_empty() && self.plain.is_empty() && self.failure.is_none()
    }
}

impl Sources {
    pub(super) fn new(paths: &[PathBuf], options: ReadOptions) -> Self {
        let mut paths: VecDeque<_> = paths.iter().cloned().collect();
        if paths.is_empty() {
            paths.push_back("-".into());
        }
        let (in_bulk, reader, typed, begun) = (false, None, false, Instant::now());
        let (shard, done, each, again, read) = (Shard::ALL, 0, 1, None, 0);
        Sources { paths, options, in_bulk, each, again, shard, done, reader, typed, read, begun }
    }

    /// The same with the puzzles of a shard alone, without the first ones.
    pub(super) fn of_shard(self, shard: Shard, done: u64) -> Self {
        Sources { shard, done, ..self }
    }

    /// Whether the puzzle of a number is to be handed out.
    fn is_wanted(&self, index: u64) -> bool {
        self.shard.place(index).is_some_and(|place| place >= self.done)
    }

    /// The same, with plain puzzles taken in bulk or not.
    pub(super) fn in_bulk(self, in_bulk: bool) -> Self {
        Sources { in_bulk, ..self }
    }

    /// The same, with each puzzle handed out so often, alone: what is answered of it takes long.
    pub(super) fn each(self, times: u64) -> Self {
        Sources { each: times, ..self }
    }

    /// The next record of a reader, or the last one again.
    fn next_record(&mut self, reader: &mut Reader) -> Result<Option<Record>> {
        let (record, left) = match self.again.take() {
            Some(again) => again,
            None => match reader.next_record()? {
                Some(record) => (record, self.each),
                None => return Ok(None),
            },
        };
        if left > 1 {
            self.again = Some((record.clone(), left - 1));
        }
        Ok(Some(record))
    }

    /// The next records, `None` after the last source.
    pub(super) fn next_chunk(&mut self) -> Option<Chunk> {
        loop {
            let (mut reader, begins) = if let Some(reader) = self.reader.take() {
                (reader, false)
            } else {
                let path = self.paths.pop_front()?;
                self.typed = is_typed(&path);
                match open(&path, &self.options) {
                    Ok(reader) => (reader, true),
                    Err(error) => {
                        return Some(Chunk { failure: Some(error), ..Chunk::of(&name(&path)) });
                    }
                }
            };
            let (by_lines, parser) = (reader.by_lines(), Some(reader.parser()));
            let first = self.read + 1;
            let format = Some(reader.format());
            let mut chunk = Chunk::of(reader.name());
            chunk.numbers = (self.shard != Shard::ALL || self.done > 0).then(Vec::new);
            let mut chunk = Chunk { format, by_lines, parser, first, begins, ..chunk };
            let mut ended = self.fill(&mut reader, &mut chunk);
            let is_last = self.paths.is_empty();
            if self.read == 1 && is_last && !ended && reader.name() != STANDARD_INPUT {
                // Whether there are more costs no wait.
                ended = self.fill(&mut reader, &mut chunk);
            }
            let is_only = self.read == 1 && is_last && ended;
            let is_one = chunk.records.len() + chunk.plain.len() == 1;
            chunk.is_alone = is_one && (self.typed || is_only);
            if !ended {
                self.reader = Some(reader);
            }
            if !chunk.is_empty() {
                return Some(chunk);
            }
        }
    }

    /// Whether no chunk is left; false where only reading on would tell.
    pub(super) fn is_over(&self) -> bool {
        self.reader.is_none() && self.paths.is_empty() && self.again.is_none()
    }

    /// How many puzzles were read, handed out or not.
    pub(super) fn read(&self) -> u64 {
        self.read
    }

    /// How many times larger than at first a chunk of records may be.
    fn growth(&self) -> usize {
        let rounds = self.begun.elapsed().as_nanos() / MAX_WAIT.as_nanos() + 1;
        let most = u128::from(self.read / SHARE).min(u128::from(self.read) / rounds);
        usize::try_from(most).map_or(MAX_GROWTH, |most| most / MAX_RECORDS).clamp(1, MAX_GROWTH)
    }

    /// Reads puzzles into the chunk; whether the source is at its end.
    fn fill(&mut self, reader: &mut Reader, chunk: &mut Chunk) -> bool {
        let share = usize::try_from(self.read / SHARE).unwrap_or(MAX_PLAIN);
        let room = share.clamp(MAX_RECORDS, MAX_PLAIN);
        let growth = self.growth();
        let records = if self.each > 1 { 1 } else { growth * MAX_RECORDS };
        let most_bytes = growth * MAX_BYTES;
        let mut bytes = 0;
        while chunk.records.len() < records && bytes < most_bytes && chunk.plain.len() < room {
            let before = chunk.plain.len();
            let plain = if self.in_bulk { reader.take_plain(&mut chunk.plain, room) } else { 0 };
            if let Some(numbers) = &mut chunk.numbers {
                let mut kept = before;
                for (index, place) in (self.read + 1..).zip(before..before + plain) {
                    if self.is_wanted(index) {
                        chunk.plain[kept] = chunk.plain[place];
                        kept += 1;
                        numbers.push(index);
                    }
                }
                chunk.plain.truncate(kept);
            }
            self.read += plain as u64;
            if plain == 0 {
                match self.next_record(reader) {
                    Ok(Some(record)) => {
                        self.read += 1;
                        if !self.is_wanted(self.read) {
                            continue;
                        }
                        bytes += record.len();
                        let (index, after) = (self.read, chunk.plain.len());
                        chunk.records.push(Numbered { index, after, record });
                    }
                    Ok(None) => return true,
                    Err(error) => {
                        chunk.failure = Some(error);
                        return true;
                    }
                }
            }
            if reader.is_starved() {
                break;
            }
        }
        false
    }
}

fn open(path: &Path, options: &ReadOptions) -> Result<Reader> {
    if path.as_os_str() == "-" {
        if is_typed(path) {
            signal::typed();
            if io::stderr().is_terminal() {
                say("satoku: paste a puzzle, then press Ctrl-D");
            }
        }
        return Reader::new(name(path), io::stdin(), options);
    }
    match (Reader::open(path, options), path.to_str()) {
        (Err(_), Some(text)) if !path.exists() && is_like_a_puzzle(text) => {
            if !format::is_link(text) {
                let read = format::parse_with(text, options);
                read.map_err(|error| {
                    Error::input(format!("no such file; read as a puzzle: {}", error.message()))
                })?;
            }
            Reader::new("argument", Cursor::new(text.to_owned()), options)
        }
        (reader, _) => reader,
    }
}

/// Whether an argument is meant as a puzzle rather than as the name of a file: digits and blanks,
/// with few letters, as many as are likely to be a grid; or a link.
pub(crate) fn is_like_a_puzzle(text: &str) -> bool {
    if format::is_link(text) {
        return true;
    }
    let is_cell = |c: char| c.is_ascii_digit() || "._*-".contains(c);
    let cells = text.chars().take_while(|&c| is_cell(c) || c.is_ascii_alphabetic()).count();
    let plain = text.chars().take(cells).filter(|&c| is_cell(c)).count();
    let mut rest = text.chars().skip(cells);
    cells >= 16 && plain * 5 >= cells * 4 && rest.next().is_none_or(|c| " ,;#:".contains(c))
}

const STANDARD_INPUT: &str = "standard input";

fn name(path: &Path) -> String {
    if path.as_os_str() == "-" { STANDARD_INPUT.into() } else { path.display().to_string() }
}
