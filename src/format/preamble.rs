//! What text says of a puzzle beside its cells: its layout. Whatever else belongs to a puzzle and
//! not to a cell has its place here, in [`Named`] where it is read and in [`of`] where it is written.
//!
//! It stands in one of three places:
//!
//! - A comment line `# layout=SPEC` speaks of all puzzles after it, up to the next such line.
//! - A comment line `# puzzle: layout=SPEC` speaks of the next puzzle alone. Forms of several lines
//!   are written with it.
//! - A remark `# layout=SPEC` behind a puzzle on its own line speaks of that puzzle. Forms of one
//!   line are written with it, so that lines can be sorted, shuffled and taken out.
//!
//! JSON has the field `layout` instead. A layout that its side has anyway is not written at all.

use std::sync::Arc;

use crate::error::{Error, Result};
use crate::grid::LayoutSpec;
use crate::puzzle::Puzzle;

use super::{Context, Entry, rules};

/// What is said, and the line where.
#[derive(Debug)]
pub(super) struct Named {
    pub(super) line: u64,
    pub(super) spec: Result<LayoutSpec, String>,
}

/// What the comment lines so far say of the puzzle that comes next.
#[derive(Debug, Clone, Default)]
pub(super) struct Preamble {
    /// Of all that follow.
    lasting: Option<Arc<Named>>,
    /// Of that puzzle alone.
    next: Option<Arc<Named>>,
}

/// What a comment line of one puzzle begins with, after its `#`.
const ONE: &str = "puzzle:";

impl Preamble {
    /// Obeys a comment line.
    pub(super) fn note(&mut self, comment: &str, line: u64) {
        if let Some(spec) = layout_of_comment(comment) {
            let spec = spec.map_err(|error| error.message().to_owned());
            let named = Some(Arc::new(Named { line, spec }));
            if is_of_one(comment) {
                self.next = named;
            } else {
                self.lasting = named;
            }
        }
    }

    /// What is said of the puzzle that comes next.
    pub(super) fn current(&self) -> Option<&Named> {
        self.next.as_deref().or(self.lasting.as_deref())
    }

    /// Whether something is said of the puzzle that comes next alone.
    pub(super) fn is_of_one(&self) -> bool {
        self.next.is_some()
    }

    /// What is said of the puzzle that comes next; the one after it is on.
    pub(super) fn take(&mut self) -> Option<Arc<Named>> {
        self.next.take().or_else(|| self.lasting.clone())
    }
}

/// Whether a line is a comment as a whole.
pub(super) fn is_comment(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with(['#', '%', ';']) || line.starts_with("//")
}

/// Whether a comment line speaks of the next puzzle alone.
pub(super) fn is_of_one(comment: &str) -> bool {
    comment.trim_start().trim_start_matches(['#', '%', ';', '/']).trim_start().starts_with(ONE)
}

/// The layout that a comment names: `box=3x4`, `layout=SPEC`, or the words "no boxes".
///
/// # Errors
/// If what stands there is no layout.
pub(super) fn layout_of_comment(comment: &str) -> Option<Result<LayoutSpec>> {
    let mut words = comment.split_whitespace();
    let spec = words.find_map(|word| {
        let shape = |spec: &&str| spec.starts_with(|c: char| "xX×".contains(c) || c.is_numeric());
        match word.strip_prefix("box=").filter(shape) {
            Some(spec) => Some(parse(spec)),
            None => layout_of_word(word),
        }
    });
    spec.or_else(|| comment.contains("no boxes").then(|| Ok(LayoutSpec::latin())))
}

/// A line and the word of the remark behind it that speaks of the puzzle, if one does.
fn cut(line: &str) -> (&str, Option<&str>) {
    let is_json = line.starts_with(['[', '{']);
    let place = memchr::memchr(b'#', line.as_bytes()).filter(|_| !is_json);
    let Some(place) = place else { return (line, None) };
    let (puzzle, remark) = line.split_at(place);
    let mut words = remark.split(|c: char| c == '#' || c.is_whitespace());
    match words.find(|word| word.starts_with("layout=") || word.starts_with("rule=")) {
        Some(word) => (puzzle.trim_end(), Some(word)),
        None => (line, None),
    }
}

/// A line without the remark behind it, if that speaks of the puzzle.
pub(super) fn without_remark(line: &str) -> &str {
    cut(line).0
}

/// Reads a line without the remark behind it, as the remark says.
///
/// # Errors
/// Those of `read`, or if the remark names a layout that is none.
pub(super) fn obey(
    line: &str,
    context: &Context<'_>,
    read: impl FnOnce(&str, &Context<'_>) -> Result<Entry>,
) -> Result<Entry> {
    let (line, word) = cut(line);
    let spec = word.and_then(layout_of_word).transpose().map_err(|error| error.at(1, None))?;
    read(line, &context.with_layout(spec.as_ref()))
}

/// The layout that `layout=SPEC` names.
///
/// # Errors
/// If it is none, or the word names a rule: no rule can be read.
fn layout_of_word(word: &str) -> Option<Result<LayoutSpec>> {
    match word.strip_prefix("layout=") {
        Some(spec) => Some(parse(spec)),
        None => word.strip_prefix("rule=").map(|rule| Err(unknown_rule(rule))),
    }
}

/// The error for a rule beside a puzzle that is not JSON.
fn unknown_rule(name: &str) -> Error {
    Error::unsupported(format!("rule {name}: rules are read from JSON and from options"))
}

/// The spec of a comment, which may be within a sentence.
fn parse(spec: &str) -> Result<LayoutSpec> {
    spec.trim_end_matches([',', ';', ':', ')', ']', '.']).parse()
}

/// What must be said of a puzzle beside its cells, in the words that are read back; `None` where
/// there is nothing. Puzzles with rules are written as JSON ([`fields`]).
pub(super) fn of(puzzle: &Puzzle) -> Option<String> {
    (!puzzle.layout().is_usual()).then(|| layout_word(puzzle))
}

/// The word that says the layout.
pub(super) fn layout_word(puzzle: &Puzzle) -> String {
    format!("layout={}", puzzle.layout().spec())
}

/// What must be said of a puzzle beside its cells, as fields of a JSON object, their values in JSON.
pub(super) fn fields(puzzle: &Puzzle) -> Vec<(&'static str, String)> {
    let layout = puzzle.layout();
    let layout = (!layout.is_usual()).then(|| ("layout", format!("\"{}\"", layout.spec())));
    let rules = rules::json(puzzle).map(|rules| ("rules", rules));
    layout.into_iter().chain(rules).collect()
}

/// The comment line of one puzzle that says this.
pub(super) fn comment_line(words: &str) -> String {
    format!("# {ONE} {words}\n")
}

#[cfg(test)]
mod tests {
    use super::super::tests::{error, read_all};
    use super::*;

    #[test]
    fn comments_name_layouts() {
        let name = |comment: &str| {
            layout_of_comment(comment).map(|spec| {
                spec.unwrap().build(12).map_or_else(|e| e.to_string(), |l| l.name().to_owned())
            })
        };
        assert_eq!(name("# x n=12 box=4x3 (rows x cols)").unwrap(), "4x3");
        assert_eq!(name("# QCP (latin square completion, no boxes) n=10").unwrap(), "latin");
        assert_eq!(name("% layout=3x4+diagonals").unwrap(), "3x4+diagonal+antidiagonal");
        assert!(layout_of_comment("# box=0x3").unwrap().is_err());
        assert!(layout_of_comment("# layout=some").unwrap().is_err());
        assert_eq!(name("# the box=es of it"), None);
        assert_eq!(name("# with box 3x2: none"), None);
    }

    #[test]
    fn what_is_said_of_one_puzzle_ends_with_it() {
        let rows = "0 0 0 0 0 6\n".repeat(6);
        let line = "1.....3..4.....2";
        let names = |text: &str| {
            let entries = read_all(text);
            entries.iter().map(|it| it.puzzle.layout().name().to_owned()).collect::<Vec<_>>()
        };
        for puzzle in [&format!("{line}\n"), &rows] {
            let text = format!("# puzzle: layout=latin\n{puzzle}\n{puzzle}");
            assert_eq!(names(&text)[0], "latin");
            assert_ne!(names(&text)[1], "latin");
            let text = format!("# layout=diagonal\n{puzzle}\n{text}");
            assert!(
                names(&text).iter().map(|name| name.contains("diagonal")).eq([true, false, true])
            );
        }
        let text = format!(
            "{line} # layout=latin\n{line}\n# layout=2x2+diagonal\n{line}\n{line} # 7, layout=latin.\n{line}\n"
        );
        assert_eq!(names(&text), ["latin", "2x2", "2x2+diagonal", "latin", "2x2+diagonal"]);
        // Between the rows of a grid there is no room for it: the grid is not complete.
        let text = format!("{}# puzzle: layout=latin\n{rows}", &rows[12..]);
        assert!(error(&text).contains("5 rows of 6 cells"), "{}", error(&text));
    }

    #[test]
    fn remarks_that_name_no_layout_are_errors() {
        let line = "1.....3..4.....2";
        assert!(
            error(&format!("{line}\n{line} # layout=some")).starts_with("line 2: layout `some`")
        );
        let message = error(&format!("{line} # rule=knights"));
        assert!(message.contains("rule knights"), "{message}");
        assert_eq!(read_all(&format!("{line} # a layout = 2x2")).len(), 1);
    }
}
