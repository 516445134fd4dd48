//! What a solver must do to take part, and the text that all of them get.

/// Cells of a puzzle.
pub(crate) const CELLS: usize = 81;

/// Bytes of a line: the cells, `1` to `9` or `.`, and a line feed.
pub(crate) const LINE: usize = CELLS + 1;

/// Pushed in place of a count where a contestant cannot read the puzzle or fails on it: greater
/// than any limit, so it always shows.
pub(crate) const REFUSED: u8 = u8::MAX;

/// A solver that takes part.
pub(crate) trait Contestant {
    /// How it is called in the table and by `--only`.
    fn name(&self) -> String;

    /// Reads each line of `text` ([`LINE`] bytes each), looks for up to `limit` solutions, and
    /// pushes how many it found, at most `limit`, or [`REFUSED`]. With a limit of 1 it must have
    /// made the solution, not only known of it.
    ///
    /// Returns the guesses of the search over all lines, or 0 if it does not count them.
    fn run(&mut self, text: &[u8], limit: u32, counts: &mut Vec<u8>) -> u64;
}

/// Those who take part, in their order.
pub(crate) type Contestants = Vec<Box<dyn Contestant>>;

/// The lines of a text, each with its line feed.
pub(crate) fn lines(text: &[u8]) -> &[[u8; LINE]] {
    text.as_chunks().0
}

/// A count as it is pushed: at most the limit.
pub(crate) fn capped(count: u64, limit: u32) -> u8 {
    u8::try_from(count.min(u64::from(limit))).unwrap_or(REFUSED)
}
