//! Text: puzzles read and written. Nothing here calls an engine.
//!
//! Reading has three stages. A [`Reader`] takes lines from a source, looks at its beginning to
//! choose a [`Format`], and cuts it into [`Record`]s, the raw text of one puzzle each. A [`Parser`]
//! turns records into puzzles and can be shared by threads. Every format is one file here and one
//! line in [`FORMATS`]; every way of writing likewise in [`WRITERS`], those
//! of other programs, which hold some puzzles only, in [`EXPORTS`].
//!
//! What belongs to a puzzle beside its cells, its layout and rules, is written with it unless its
//! side has that layout anyway, and read again: `53..7… # layout=3x3+windoku` on a line, a comment
//! line `# puzzle: layout=SPEC` before rows, a field in JSON. Solutions carry their layout as
//! puzzles do, so that they can be checked. [`Layout::spec`](crate::grid::Layout::spec) is its
//! text. JSON holds every puzzle; what another form cannot hold is written as JSON.
//!
//! Lines that can only be classic 9×9 puzzles need neither record nor parser: a reader hands them
//! out by the thousand ([`Reader::take_plain`]).

mod beginning;
mod below;
mod block;
mod candidates;
mod coded;
mod csv;
#[cfg(test)]
mod data;
mod drawn;
mod fields;
mod fpuzzles;
mod frame;
mod grid;
mod grids;
mod head;
mod iss;
mod jigsaw;
mod json;
mod killer;
mod library;
mod line;
mod lz;
mod numbers;
mod parser;
mod paste;
mod pencilmarks;
mod plain;
mod preamble;
mod reader;
mod regions;
mod rows;
mod rules;
mod sdk;
mod solo;
mod solution;
mod source;
mod spaces;
mod split;
mod sudokupad;
mod symbol_rows;
mod symbols;
#[cfg(test)]
mod trips;
mod unpack;
mod values;
mod write;

use std::fmt;
use std::str::FromStr;

use crate::error::{Error, Result};
use crate::puzzle::Puzzle;

pub use crate::puzzle::Symbols;
pub use frame::read_rows;
pub use head::Head;
pub use parser::{Context, Parser};
pub(crate) use plain::plain_puzzle;
pub use plain::{PlainLine, plain_line};
pub use reader::{ReadOptions, Reader, Record};
pub use solution::Given;
pub use split::Splitting;
pub(crate) use write::document;
pub use write::{
    EXPORTS, Export, Sheet, WRITERS, Writer, export_by_name, line_of, write_columns, writer_by_name,
};

/// One puzzle as it was read, with what the file says beyond it.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Whether it was a flat JSON array, so that an answer may take the same shape.
    pub flat_json: bool,
    /// What the file calls it (`id`).
    pub id: Option<String>,
    /// The solution that the file states, unchecked; or why it is none.
    pub solution: Option<Given>,
    /// What else its row says, for each of [`Parser::columns`].
    pub columns: Vec<String>,
    /// What was passed over: parts that may say more of the puzzle than was read. Keys that the
    /// options name ([`ReadOptions::ignore`]), and how many drawings of which sort.
    pub ignored: Vec<String>,
}

impl From<Puzzle> for Entry {
    fn from(puzzle: Puzzle) -> Self {
        Entry {
            puzzle,
            flat_json: false,
            id: None,
            solution: None,
            columns: Vec::new(),
            ignored: Vec::new(),
        }
    }
}

impl Entry {
    /// The puzzle, if nothing was passed over but what the options name.
    ///
    /// # Errors
    /// If something was, drawings for instance: it is named.
    pub fn whole(self, options: &ReadOptions) -> Result<Puzzle> {
        match self.ignored.iter().find(|part| !options.ignore.contains(part)) {
            None => Ok(self.puzzle),
            Some(part) => Err(Error::input(format!("{part}: not read, and may be rules"))),
        }
    }
}

/// How well a format fits the beginning of a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fit {
    /// It is something else.
    No,
    /// It looks like an attempt at this format: the errors that reading it gives will help.
    Perhaps,
    /// It is this, unless a format earlier in [`FORMATS`] claims it too.
    Sure,
}

/// A form in which puzzles are written down.
pub trait Format: Sync + fmt::Debug {
    /// The word for it in options.
    fn name(&self) -> &'static str;

    /// One line for help texts.
    fn about(&self) -> &'static str;

    /// Whether a puzzle is a line, so that an answer should be one too.
    fn by_lines(&self) -> bool {
        false
    }

    /// How well it fits a source.
    fn fit(&self, head: &Head<'_>) -> Fit;

    /// Whether it is this format whatever follows the lines so far, so that a pipe held open need
    /// not be waited for.
    fn is_settled(&self, _: &Head<'_>) -> bool {
        false
    }

    /// Whether all lines tell the shape of each grid, so that none is given before the end.
    fn needs_all(&self) -> bool {
        false
    }

    /// How to read a source of this format that begins like this.
    fn plan(&self, head: &Head<'_>) -> Plan;
}

/// How a source is read: cut into records, and each parsed.
pub struct Plan {
    pub(crate) splitting: Splitting,
    pub(crate) parse: Box<ParseFn>,
    pub(crate) plain_lines: bool,
    pub(crate) columns: Vec<String>,
}

/// Turns the text of a record into a puzzle. Errors have their place within that text.
pub(crate) type ParseFn = dyn Fn(&str, &Context<'_>) -> Result<Entry> + Send + Sync;

impl Plan {
    /// A plan of its two parts; errors of `parse` have their place within the text it gets.
    pub fn new(
        splitting: Splitting,
        parse: impl Fn(&str, &Context<'_>) -> Result<Entry> + Send + Sync + 'static,
    ) -> Self {
        Plan { splitting, parse: Box::new(parse), plain_lines: false, columns: Vec::new() }
    }

    /// The same where 81 symbols on a line, with or without a remark, are always a 9×9.
    #[must_use]
    pub fn with_plain_lines(self) -> Self {
        Plan { plain_lines: true, ..self }
    }

    /// The same where each record has further columns, of these names.
    #[must_use]
    pub fn with_columns(self, columns: Vec<String>) -> Self {
        Plan { columns, ..self }
    }
}

impl fmt::Debug for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Plan").field("splitting", &self.splitting).finish_non_exhaustive()
    }
}

/// All formats; where several are sure of a source, the first is taken. To add one, write a file
/// and add a line here.
pub const FORMATS: &[&dyn Format] = &[
    &json::Json,
    &fpuzzles::FPuzzles,
    &sudokupad::SudokuPad,
    &iss::Iss,
    &killer::Killer,
    &solo::Solo,
    &coded::Coded,
    &library::Library,
    &frame::Frame,
    &csv::Csv,
    &sdk::Sdk,
    &candidates::Candidates,
    &jigsaw::Jigsaw,
    &jigsaw::JigsawGrid,
    &line::Line,
    &numbers::Numbers,
    &pencilmarks::Pencilmarks,
    &grid::Grid,
    &symbol_rows::SymbolRows,
    &spaces::Spaces,
];

/// The format of a name.
pub fn by_name(name: &str) -> Option<&'static dyn Format> {
    FORMATS.iter().copied().find(|format| format.name() == name)
}

/// Whether a text is a link to a puzzle, or the packed text of one, as setting tools write them.
pub fn is_link(text: &str) -> bool {
    fpuzzles::is_body(text) || sudokupad::is_id(text)
}

/// Reads exactly one puzzle, in whatever format it is.
///
/// ```
/// let puzzle = satoku::format::parse("1...\n..3.\n.4..\n...2\n")?;
/// assert_eq!(puzzle.side(), 4);
/// assert_eq!(puzzle.givens(), 4);
/// # Ok::<(), satoku::Error>(())
/// ```
///
/// # Errors
/// If there is no puzzle, more than one, or one that cannot be read.
pub fn parse(text: &str) -> Result<Puzzle> {
    parse_with(text, &ReadOptions::default())
}

/// Reads exactly one puzzle of which something is known.
///
/// # Errors
/// As [`parse`]; or if parts of it are passed over that the options do not name, as drawings are: a
/// [`Reader`] reads these puzzles.
pub fn parse_with(text: &str, options: &ReadOptions) -> Result<Puzzle> {
    let input = std::io::Cursor::new(text.to_owned());
    let mut reader = Reader::new("text", input, options)?;
    let Some(record) = reader.next_record()? else {
        return Err(Error::input("no puzzle found"));
    };
    let entry = reader.parser().parse(&record)?;
    match reader.next_record()? {
        None => entry.whole(options),
        Some(next) => Err(Error::input("a second puzzle: expected one").at(next.line, None)),
    }
}

/// Reads a grid with as many cells and digits as a puzzle, in its symbols: a solution of it, say.
///
/// # Errors
/// As [`parse`]; or if the grid has another side.
pub fn parse_like(puzzle: &Puzzle, text: &str) -> Result<Puzzle> {
    let layout = puzzle.layout();
    let Some(side) = layout.plain_side() else {
        return read_rows(text, layout);
    };
    let symbols = Some(puzzle.symbols()).filter(|&symbols| symbols != Symbols::default());
    let grid = parse_with(text, &ReadOptions { symbols, ..ReadOptions::default() })?;
    if grid.layout().square() != Some(side) {
        let cells = grid.layout().cells();
        let message = format!("a grid of {cells} cells, but the puzzle has side {side}");
        return Err(Error::input(message));
    }
    Ok(grid)
}

impl FromStr for Puzzle {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        parse(text)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    /// The puzzles and errors of a text, in order.
    pub(super) fn results(bytes: &[u8], options: &ReadOptions) -> Vec<Result<Entry>> {
        let mut reader = match Reader::new("test", Cursor::new(bytes.to_vec()), options) {
            Ok(reader) => reader,
            Err(error) => return vec![Err(error)],
        };
        let parser = reader.parser();
        let mut results = Vec::new();
        loop {
            match reader.next_record() {
                Ok(None) => return results,
                Ok(Some(record)) => results.push(parser.parse(&record)),
                Err(error) => {
                    results.push(Err(error));
                    return results;
                }
            }
        }
    }

    pub(super) fn read_with(text: &str, options: &ReadOptions) -> Vec<Entry> {
        let results = results(text.as_bytes(), options);
        results.into_iter().map(|r| r.unwrap_or_else(|e| panic!("{e}: {text}"))).collect()
    }

    pub(super) fn read_all(text: &str) -> Vec<Entry> {
        read_with(text, &ReadOptions::default())
    }

    /// The only puzzle of a text.
    pub(super) fn one(text: &str) -> Puzzle {
        parse(text).unwrap_or_else(|e| panic!("{e}: {text}"))
    }

    /// The first error of a text.
    pub(super) fn error(text: &str) -> String {
        let results = results(text.as_bytes(), &ReadOptions::default());
        results.into_iter().find_map(Result::err).expect("an error").to_string()
    }

    #[test]
    fn nothing_is_no_puzzle() {
        for text in ["", "\n\n", "# c\n", "   "] {
            assert_eq!(error(text), "no puzzle found");
        }
        assert!(error("hello world\n").starts_with("line 1: no known puzzle format"));
    }

    #[test]
    fn names_are_unique() {
        for (k, format) in FORMATS.iter().enumerate() {
            assert!(FORMATS[..k].iter().all(|other| other.name() != format.name()));
            assert!(by_name(format.name()).is_some());
        }
    }
}
