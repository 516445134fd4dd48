//! How much of a source is needed before its format is chosen.

use super::below;
use super::head::{HEAD_BYTES, HEAD_LINES, Head};
use super::reader::{ReadOptions, Reader};
use super::source::Source;
use super::{FORMATS, Format};

/// What is known of a source while its beginning comes in.
#[derive(Debug, Default)]
pub(super) struct Beginning {
    /// How much of it was tried, to the last empty line.
    tried: usize,
    /// How many beginnings were tried.
    tries: usize,
    /// Whether a part of it, to an empty line, reads as it stands. This does not depend on how the
    /// source comes in.
    pub(super) reads: bool,
    /// How much of it was searched for rules, to the end of a line.
    searched: usize,
    /// Whether rules stand below a grid in it: then all of the source is needed.
    has_rules: bool,
}

/// Beginnings that are tried: enough for two 25×25 with a gap after each band.
const MAX_TRIES: usize = 16;

impl Beginning {
    /// Whether enough of a source is here to tell its format: the head is full, or its first line
    /// leaves no doubt, or its first grids do, so that a pipe held open is answered as grids come.
    pub(super) fn is_enough(&mut self, source: &Source, options: &ReadOptions) -> bool {
        let bytes = source.buffered();
        if bytes.len() >= HEAD_BYTES {
            return true;
        }
        if !source.is_closed() && self.has_rules(bytes) {
            return false;
        }
        self.reads = self.reads || self.has_puzzles(bytes, options);
        if self.reads || source.is_closed() {
            return true;
        }
        let Some(end) = memchr::memrchr(b'\n', bytes) else { return false };
        let text = String::from_utf8_lossy(&bytes[..=end]);
        let head = Head::new(&text, false, &options.layout);
        let settled = |format: &&dyn Format| format.is_settled(&head);
        // Where a format of lines was asked for, one line is all it needs.
        let begun = |format: &dyn Format| format.by_lines() && head.content().next().is_some();
        head.lines().len() >= HEAD_LINES
            || options.format.map_or_else(
                || FORMATS.iter().any(settled),
                |format| settled(&format) || begun(format),
            )
    }

    /// Whether some line is a rule; each line is looked at once.
    fn has_rules(&mut self, bytes: &[u8]) -> bool {
        let end = memchr::memrchr(b'\n', bytes).map_or(0, |end| end + 1);
        if !self.has_rules && end > self.searched {
            let lines = String::from_utf8_lossy(&bytes[self.searched..end]);
            self.has_rules = lines.lines().any(below::is_rule)
                && below::may_have_rules(&String::from_utf8_lossy(&bytes[..end]));
            self.searched = end;
        }
        self.has_rules
    }

    /// Whether what comes before an empty line reads: two puzzles, as what follows one may be the
    /// map of its regions; one is enough where the format is known.
    fn has_puzzles(&mut self, bytes: &[u8], options: &ReadOptions) -> bool {
        let enough = match options.format {
            Some(format) if format.needs_all() => return false,
            Some(_) => 1,
            None => 2,
        };
        while self.tries < MAX_TRIES
            && let Some(end) = gap(&bytes[self.tried..])
        {
            self.tried += end;
            self.tries += 1;
            let text = std::str::from_utf8(&bytes[..self.tried]).ok();
            let puzzles = text.and_then(|text| Reader::puzzles(text, false, options));
            if puzzles.is_some_and(|puzzles| puzzles >= enough) {
                return true;
            }
        }
        false
    }
}

/// The end of the first empty line that comes after another line.
fn gap(bytes: &[u8]) -> Option<usize> {
    let mut begun = false;
    let mut start = 0;
    for end in memchr::memchr_iter(b'\n', bytes) {
        let is_empty = bytes[start..end].trim_ascii().is_empty();
        start = end + 1;
        if is_empty && begun {
            return Some(start);
        }
        begun |= !is_empty;
    }
    None
}
