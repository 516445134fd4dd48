//! Where puzzles come from: files and standard input, one after the other, cut into chunks of
//! records that threads work on.

use std::collections::VecDeque;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::error::{Error, Result};
use crate::format::{Parser, ReadOptions, Reader, Record};

/// Records of one source that are worked on together.
#[derive(Debug)]
pub(super) struct Chunk {
    pub(super) source: Arc<str>,
    pub(super) by_lines: bool,
    pub(super) parser: Option<Arc<Parser>>,
    /// Puzzles, each with its number in the whole run, from 1.
    pub(super) records: Vec<(u64, Record)>,
    /// Why the source ended early, or could not be read at all.
    pub(super) failure: Option<Error>,
}

/// The puzzles of all inputs.
#[derive(Debug)]
pub(super) struct Sources {
    paths: VecDeque<PathBuf>,
    options: ReadOptions,
    reader: Option<Reader>,
    read: u64,
}

/// A chunk ends at whichever comes first: enough for handing it over to cost nothing, little
/// enough to keep all threads busy. It also ends where reading on would wait for input.
const MAX_RECORDS: usize = 32;
const MAX_BYTES: usize = 16 << 10;

impl Sources {
    pub(super) fn new(paths: &[PathBuf], options: ReadOptions) -> Self {
        let mut paths: VecDeque<_> = paths.iter().cloned().collect();
        if paths.is_empty() {
            paths.push_back("-".into());
        }
        Sources { paths, options, reader: None, read: 0 }
    }

    /// The next records, `None` after the last source.
    pub(super) fn next_chunk(&mut self) -> Option<Chunk> {
        loop {
            let mut reader = if let Some(reader) = self.reader.take() {
                reader
            } else {
                let path = self.paths.pop_front()?;
                match open(&path, &self.options) {
                    Ok(reader) => reader,
                    Err(error) => {
                        return Some(Chunk {
                            source: name(&path).into(),
                            by_lines: false,
                            parser: None,
                            records: Vec::new(),
                            failure: Some(error),
                        });
                    }
                }
            };
            let mut chunk = Chunk {
                source: reader.name().into(),
                by_lines: reader.by_lines(),
                parser: Some(reader.parser()),
                records: Vec::new(),
                failure: None,
            };
            let ended = self.fill(&mut reader, &mut chunk);
            if !ended {
                self.reader = Some(reader);
            }
            if !chunk.records.is_empty() || chunk.failure.is_some() {
                return Some(chunk);
            }
        }
    }

    /// Reads records into the chunk; whether the source is at its end.
    fn fill(&mut self, reader: &mut Reader, chunk: &mut Chunk) -> bool {
        let mut bytes = 0;
        while chunk.records.len() < MAX_RECORDS && bytes < MAX_BYTES {
            match reader.next_record() {
                Ok(Some(record)) => {
                    bytes += record.len();
                    self.read += 1;
                    chunk.records.push((self.read, record));
                }
                Ok(None) => return true,
                Err(error) => {
                    chunk.failure = Some(error);
                    return true;
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
        Reader::new(name(path), io::stdin(), options)
    } else {
        Reader::open(path, options)
    }
}

fn name(path: &Path) -> String {
    if path.as_os_str() == "-" { "standard input".into() } else { path.display().to_string() }
}
