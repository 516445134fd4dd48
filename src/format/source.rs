//! Bytes in, lines out: packings, byte order marks, line ends, binary data and overlong lines are dealt
//! with here, so that no format has to.
//!
//! The buffer holds what was read and not yet taken: a chunk, or the one line (or head) that is
//! longer than a chunk, never a file.

use std::io::{self, Cursor, Read};
use std::ops::{Deref, DerefMut};

use super::unpack::{MAX_MAGIC, PACKINGS};
use crate::error::{Error, Result};

/// The longest line, in bytes: longer ones are skipped and reported.
pub(super) const MAX_LINE: usize = 16 << 20;

const CHUNK: usize = 128 << 10;

/// The room that is taken first: a chunk behind what is left of the last line of another.
const ROOM: usize = CHUNK + (CHUNK >> 3);

/// A text being read.
pub(super) struct Source {
    input: Box<dyn Read + Send>,
    buffer: Buffer,
    /// Where the first byte not yet taken is.
    start: usize,
    /// No line end is before this place.
    scanned: usize,
    /// The number of the line at `start`, from 1.
    line: u64,
    ending: Ending,
    marked: bool,
    packing: Option<&'static str>,
    /// Where nothing may be waited for: whether it should have been.
    waits: Option<bool>,
}

/// Bytes that were read. The room behind them is kept, so that it is cleared only once.
#[derive(Default)]
struct Buffer {
    room: Vec<u8>,
    len: usize,
}

impl Buffer {
    /// Drops the first bytes.
    fn pass(&mut self, count: usize) {
        self.room.copy_within(count..self.len, 0);
        self.len -= count;
    }

    fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }

    /// Reads a chunk more, or less of it; how many bytes.
    fn read(&mut self, input: &mut impl Read) -> io::Result<usize> {
        if self.room.is_empty() {
            // New memory, which the system clears where it is written to: most sources are short.
            self.room = vec![0; ROOM];
        }
        let end = self.len + CHUNK;
        if self.room.len() < end {
            self.room.resize(end, 0);
        }
        let read = loop {
            match input.read(&mut self.room[self.len..end]) {
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                other => break other?,
            }
        };
        self.len += read;
        Ok(read)
    }
}

impl Deref for Buffer {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.room[..self.len]
    }
}

impl DerefMut for Buffer {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.room[..self.len]
    }
}

/// What follows the buffer.
enum Ending {
    /// Perhaps more.
    Open,
    /// Nothing.
    Closed,
    /// An error, handed out once all complete lines before it are.
    Failed(Option<Error>),
}

/// One line, without its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Line<'a> {
    Bytes(&'a [u8]),
    TooLong,
}

impl<'a> Line<'a> {
    /// A line of these bytes, which may end in half a line end.
    fn of(bytes: &'a [u8]) -> Self {
        match bytes.len() {
            0..=MAX_LINE => Line::Bytes(bytes.strip_suffix(b"\r").unwrap_or(bytes)),
            _ => Line::TooLong,
        }
    }
}

impl Source {
    /// A source of plain or compressed text, told apart by its first bytes.
    pub(super) fn new(mut input: impl Read + Send + 'static) -> Result<Self> {
        let mut first = [0; MAX_MAGIC];
        let mut known = 0;
        let may_be_packed = |first: &[u8]| PACKINGS.iter().any(|it| it.magic.starts_with(first));
        let packing = loop {
            let packing = PACKINGS.iter().find(|it| first[..known].starts_with(it.magic));
            if packing.is_some() || !may_be_packed(&first[..known]) {
                break packing;
            }
            match input.read(&mut first[known..=known]) {
                Ok(0) => break None,
                Ok(n) => known += n,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) => return Err(e.into()),
            }
        };
        let plain = Box::new(Cursor::new(first[..known].to_vec()).chain(input));
        let input = match packing {
            Some(packing) => packing.unpacked(plain)?,
            None => plain,
        };
        let packing = packing.map(|packing| packing.name);
        let ending = Ending::Open;
        let (buffer, start, scanned) = (Buffer::default(), 0, 0);
        Ok(Source {
            input,
            buffer,
            start,
            scanned,
            line: 1,
            ending,
            marked: false,
            packing,
            waits: None,
        })
    }

    /// A text that is here, to its end.
    pub(super) fn of_text(text: impl Into<Vec<u8>>) -> Self {
        let room = text.into();
        let mut this = Source {
            input: Box::new(io::empty()),
            buffer: Buffer { len: room.len(), room },
            start: 0,
            scanned: 0,
            line: 1,
            ending: Ending::Closed,
            marked: false,
            packing: None,
            waits: None,
        };
        this.check(0);
        this
    }

    /// What is read and not yet taken.
    pub(super) fn buffered(&self) -> &[u8] {
        &self.buffer[self.start..]
    }

    /// Whether nothing follows what is buffered.
    pub(super) fn is_closed(&self) -> bool {
        !matches!(self.ending, Ending::Open)
    }

    /// Whether a line can be taken without waiting, or all is here.
    pub(super) fn has_line(&self) -> bool {
        self.is_closed() || memchr::memchr(b'\n', &self.buffer[self.scanned..]).is_some()
    }

    /// Finds the end of the next line in what is here.
    fn find_end(&mut self) -> Option<usize> {
        let end = memchr::memchr(b'\n', &self.buffer[self.scanned..]);
        self.scanned = end.map_or(self.buffer.len(), |k| self.scanned + k);
        end.map(|_| self.scanned)
    }

    /// Does something with what is here already; where that is not enough, undoes it.
    pub(super) fn without_waiting<T>(&mut self, act: impl FnOnce(&mut Self) -> T) -> Option<T> {
        let (start, scanned, line) = (self.start, self.scanned, self.line);
        self.waits = Some(false);
        let result = act(self);
        if self.waits.take() == Some(true) {
            (self.start, self.scanned, self.line) = (start, scanned, line);
            return None;
        }
        Some(result)
    }

    /// The number of the next line, from 1.
    pub(super) fn line(&self) -> u64 {
        self.line
    }

    /// Reads another chunk; false where there is none.
    pub(super) fn more(&mut self) -> bool {
        if self.is_closed() {
            return false;
        }
        if let Some(waits) = &mut self.waits {
            *waits = true;
            return false;
        }
        self.buffer.pass(self.start);
        self.scanned -= self.start;
        self.start = 0;
        let old = self.buffer.len();
        let read = self.buffer.read(&mut self.input);
        match read {
            Ok(0) => self.ending = Ending::Closed,
            Ok(_) => self.check(old),
            Err(e) => {
                let e = match self.packing {
                    Some(packing) => io::Error::new(e.kind(), format!("{packing}: {e}")),
                    None => e,
                };
                self.ending = Ending::Failed(Some(e.into()));
            }
        }
        self.buffer.len() > old
    }

    /// Looks for what is not text in what was just read, and makes every line end a `\n`.
    fn check(&mut self, from: usize) {
        const UTF16: [&[u8]; 2] = [b"\xff\xfe", b"\xfe\xff"];
        if !self.marked && (self.buffer.len() >= 3 || self.buffer.first() != Some(&0xef)) {
            if UTF16.iter().any(|mark| self.buffer.starts_with(mark)) {
                let error = Error::input("UTF-16 text: expected UTF-8").at(1, None);
                return self.fail(0, error);
            }
            if self.buffer.starts_with(b"\xef\xbb\xbf") {
                self.start = 3;
                self.scanned = 3;
            }
            self.marked = self.buffer.len() >= 2;
        }
        if let Some(place) = memchr::memchr(0, &self.buffer[from..]) {
            let before = &self.buffer[self.start..from + place];
            let lines = memchr::memchr_iter(b'\n', before).count() as u64;
            let line = &before[memchr::memrchr(b'\n', before).map_or(0, |k| k + 1)..];
            let column = String::from_utf8_lossy(line).chars().count() as u64 + 1;
            let error = Error::input("binary data (a NUL byte): expected text");
            self.fail(from + place, error.at(self.line + lines, Some(column)));
        }
        self.end_lines(from);
    }

    /// Ends a line at every `\r` that no `\n` follows, as far as the next byte is known.
    fn end_lines(&mut self, from: usize) {
        let mut next = from.saturating_sub(1).max(self.start);
        while let Some(k) = self.buffer.get(next..).and_then(|rest| memchr::memchr(b'\r', rest)) {
            next += k + 1;
            if self.buffer.get(next).is_some_and(|&byte| byte != b'\n') {
                self.buffer[next - 1] = b'\n';
                self.scanned = self.scanned.min(next - 1);
            }
        }
    }

    fn fail(&mut self, length: usize, error: Error) {
        self.buffer.truncate(length);
        self.start = self.start.min(length);
        self.scanned = self.scanned.min(length);
        self.ending = Ending::Failed(Some(error));
    }

    /// Passes over the empty lines that are here, which a file may have any number of; whether
    /// there were any.
    pub(super) fn skip_empty_lines(&mut self) -> bool {
        let rest = self.buffered();
        let is_end = |byte: u8| byte == b'\n' || byte == b'\r';
        let mut run = rest.iter().position(|&byte| !is_end(byte)).unwrap_or(rest.len());
        run -= usize::from(rest[..run].ends_with(b"\r"));
        self.line += memchr::memchr_iter(b'\n', &rest[..run]).count() as u64;
        self.start += run;
        self.scanned = self.scanned.max(self.start);
        run > 0
    }

    /// Takes the next line: its number and its bytes.
    ///
    /// # Errors
    /// If reading failed; a line cut off by that is lost.
    pub(super) fn next_line(&mut self) -> Result<Option<(u64, Line<'_>)>> {
        let end = loop {
            if let Some(end) = self.find_end() {
                break end;
            }
            if self.buffered().len() > MAX_LINE {
                return self.skip_line().map(Some);
            }
            if !self.more() {
                if let Ending::Failed(error) = &mut self.ending {
                    let error = error.take().unwrap_or_else(|| Error::input("unreadable"));
                    let placed = error.location().is_some();
                    return Err(if placed { error } else { error.at(self.line, None) });
                }
                if self.buffered().is_empty() {
                    return Ok(None);
                }
                break self.buffer.len();
            }
        };
        let number = self.line;
        let start = self.start;
        self.line += 1;
        self.start = (end + 1).min(self.buffer.len());
        self.scanned = self.start;
        Ok(Some((number, Line::of(&self.buffer[start..end]))))
    }

    /// The next line and its number, left in place, if its end is here.
    pub(super) fn peek_line(&mut self) -> Option<(u64, Line<'_>)> {
        let end = self.find_end()?;
        Some((self.line, Line::of(&self.buffer[self.start..end])))
    }

    /// Passes over so many bytes, which end so many lines.
    pub(super) fn pass(&mut self, bytes: usize, lines: usize) {
        self.start += bytes;
        self.scanned = self.scanned.max(self.start);
        self.line += lines as u64;
    }

    /// Passes over the line that [`Source::peek_line`] showed.
    pub(super) fn pass_line(&mut self) {
        self.pass(self.scanned + 1 - self.start, 1);
    }

    /// Takes a line without keeping it.
    fn skip_line(&mut self) -> Result<(u64, Line<'static>)> {
        let number = self.line;
        self.line += 1;
        loop {
            if let Some(k) = memchr::memchr(b'\n', self.buffered()) {
                self.start += k + 1;
                self.scanned = self.start;
                return Ok((number, Line::TooLong));
            }
            self.start = self.buffer.len();
            self.scanned = self.start;
            if !self.more() {
                // A failure is reported by the next call.
                return Ok((number, Line::TooLong));
            }
        }
    }

    /// The next byte, left in place.
    pub(super) fn peek(&mut self) -> Result<Option<u8>> {
        while self.start == self.buffer.len() {
            if !self.more() {
                return match &mut self.ending {
                    Ending::Failed(Some(_)) => self.next_line().map(|_| None),
                    _ => Ok(None),
                };
            }
        }
        Ok(Some(self.buffer[self.start]))
    }

    /// Passes over the byte that [`Source::peek`] showed.
    pub(super) fn bump(&mut self) {
        self.line += u64::from(self.buffer[self.start] == b'\n');
        self.start += 1;
        self.scanned = self.scanned.max(self.start);
    }
}

impl std::fmt::Debug for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Source").field("line", &self.line).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    fn lines(bytes: &[u8]) -> (Vec<String>, Option<String>) {
        let mut source = Source::new(Cursor::new(bytes.to_vec())).unwrap();
        let mut lines = Vec::new();
        loop {
            match source.next_line() {
                Ok(None) => return (lines, None),
                Ok(Some((number, Line::Bytes(line)))) => {
                    lines.push(format!("{number} {}", String::from_utf8_lossy(line)));
                }
                Ok(Some((number, Line::TooLong))) => lines.push(format!("{number} too long")),
                Err(error) => return (lines, Some(error.to_string())),
            }
        }
    }

    #[test]
    fn lines_of_any_ending() {
        let all = vec!["1 a".to_owned(), "2 ".to_owned(), "3 b".to_owned()];
        assert_eq!(lines(b"a\n\nb"), (all.clone(), None));
        assert_eq!(lines(b"\xef\xbb\xbfa\r\n\r\nb\r\n"), (all, None));
        assert_eq!(lines(b""), (vec![], None));
        assert_eq!(lines(b"a\r\rb\r").0, ["1 a", "2 ", "3 b"]);
        assert_eq!(lines(b"a\rb\r\nc\n").0, ["1 a", "2 b", "3 c"]);
    }

    /// An input that counts how often it is read.
    struct Counted(Cursor<Vec<u8>>, Arc<AtomicUsize>);

    impl Read for Counted {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.1.fetch_add(1, Ordering::Relaxed);
            self.0.read(buffer)
        }
    }

    /// Lines are taken one by one, chunks are read whole.
    #[test]
    fn long_inputs_are_read_in_chunks() {
        let text = "1.3\n".repeat(CHUNK);
        let reads = Arc::default();
        let counted = Counted(Cursor::new(text.into()), Arc::clone(&reads));
        let mut source = Source::new(counted).unwrap();
        let mut lines = 0;
        while let Some((_, Line::Bytes(line))) = source.next_line().unwrap() {
            assert_eq!(line, b"1.3");
            lines += 1;
        }
        assert_eq!(lines, CHUNK);
        let reads = reads.load(Ordering::Relaxed);
        assert!(reads <= 4 + MAX_MAGIC + 2, "{reads}");
    }

    /// What is here to its end reads as it would from elsewhere.
    #[test]
    fn texts_that_are_here_read_as_others() {
        for text in ["", "a", "a\n\nb\r\n", "\u{feff}a\r\rb\r", "a\0b\nc", "\u{feff}"] {
            let (mut read, mut here) =
                (Source::new(Cursor::new(text)).unwrap(), Source::of_text(text));
            assert!(here.is_closed());
            loop {
                let lines = [read.next_line(), here.next_line()].map(|line| format!("{line:?}"));
                assert_eq!(lines[0], lines[1], "{text:?}");
                if lines[0].starts_with("Ok(None") || lines[0].starts_with("Err") {
                    break;
                }
            }
        }
    }

    #[test]
    fn line_ends_may_lie_across_reads() {
        let mut source = Source::new(Cursor::new(b"ab\r").chain(&b"c\r"[..]).chain(&b"\nd"[..]));
        let source = source.as_mut().unwrap();
        let mut lines = Vec::new();
        while let Some((number, Line::Bytes(line))) = source.next_line().unwrap() {
            lines.push(format!("{number} {}", String::from_utf8_lossy(line)));
        }
        assert_eq!(lines, ["1 ab", "2 c", "3 d"]);
    }

    #[test]
    fn empty_lines_are_counted_when_they_are_skipped() {
        let mut source = Source::new(Cursor::new(b"\n\r\n\na\n\r\r\nb".to_vec())).unwrap();
        while source.more() {}
        source.skip_empty_lines();
        assert_eq!(source.next_line().unwrap(), Some((4, Line::Bytes(b"a"))));
        source.skip_empty_lines();
        assert_eq!(source.next_line().unwrap(), Some((7, Line::Bytes(b"b"))));
    }

    /// `a`, `b` and an empty end, packed by the usual programs; two after each other where a packing
    /// allows that.
    #[test]
    fn compressed_text_is_text() {
        let packed: &[(&str, &[u8], bool)] = &[
            ("gzip", include_bytes!("packed/ab.gz"), cfg!(feature = "gzip")),
            ("xz", include_bytes!("packed/ab.xz"), cfg!(feature = "xz")),
            ("zstd", include_bytes!("packed/ab.zst"), cfg!(feature = "zstd")),
            ("zip", include_bytes!("packed/ab.zip"), cfg!(feature = "zip")),
        ];
        for &(name, bytes, has_feature) in packed {
            if !has_feature {
                let error = Source::new(bytes).unwrap_err();
                let says = error.to_string().contains(&format!("`{name}`"));
                assert!(error.is_unsupported() && says, "{error}");
                continue;
            }
            let (read, error) = lines(bytes);
            let read: Vec<&str> =
                read.iter().map(|line| &**line).filter(|line| line.contains(['a', 'b'])).collect();
            assert_eq!((read, error), (vec!["1 a", "2 b"], None), "{name}");
            if name != "zip" {
                let (read, error) = lines(&bytes.repeat(2));
                assert_eq!((read.len(), error), (4, None), "{name}");
            }
            // Half an archive has a file, and lacks what nobody reads.
            let cut = if name == "zip" { bytes.len() / 3 } else { bytes.len() / 2 };
            let (_, error) = lines(&bytes[..cut]);
            let error = error.unwrap_or_else(|| panic!("{name}: a truncated file is an error"));
            assert!(error.contains(&format!("{name}: ")), "{error}");
        }
    }

    #[test]
    fn what_is_not_text_fails_with_its_place() {
        let (before, error) = lines(b"a\nb\0c\n");
        assert_eq!(before, ["1 a"]);
        assert_eq!(error.unwrap(), "line 2, column 2: binary data (a NUL byte): expected text");
        let (_, error) = lines(b"\xff\xfea\0");
        assert_eq!(error.unwrap(), "line 1: UTF-16 text: expected UTF-8");
    }

    #[test]
    fn endless_lines_are_skipped_in_bounded_memory() {
        let zeros = io::repeat(b'0').take(MAX_LINE as u64 * 5);
        let mut source = Source::new(zeros.chain(&b"\nx"[..])).unwrap();
        assert_eq!(source.next_line().unwrap(), Some((1, Line::TooLong)));
        assert!(source.buffer.room.capacity() < 3 * MAX_LINE);
        assert_eq!(source.next_line().unwrap(), Some((2, Line::Bytes(b"x"))));
        assert_eq!(source.next_line().unwrap(), None);
        let mut nothing = Source::new(io::repeat(0)).unwrap();
        assert!(nothing.next_line().is_err());
    }
}
