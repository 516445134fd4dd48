//! From the text of a record to a puzzle; shared by threads.

use std::cell::RefCell;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use satoku_check::shown;

use super::candidates::is_line_of_27;
use super::preamble::Annotations;
use super::symbols::{self, Evidence};
use super::{Entry, Head, ParseFn, ReadOptions, Record, Symbols, rules};
use crate::error::{Error, Result};
use crate::grid::{Layout, LayoutSpec, MAX_SIDE};
use crate::puzzle::Puzzle;

/// Most layouts other than those of the options that are kept at hand.
const MAX_KEPT: usize = 64;

/// Parses the records of one source. It knows what the source's beginning told: its format, its
/// conventions, the usual side.
pub struct Parser {
    parse: Box<ParseFn>,
    columns: Vec<String>,
    layout: LayoutSpec,
    symbols: Option<Symbols>,
    rules: Vec<String>,
    ignore: Vec<String>,
    evidence: Vec<Evidence>,
    usual_side: Option<usize>,
    /// What was assumed of the source, and whether that was told.
    note: OnceLock<String>,
    told: AtomicBool,
    /// By side, the layouts of the options alone.
    plain: Vec<OnceLock<Arc<Layout>>>,
    /// The layouts that comments and files name.
    named: RwLock<Vec<(LayoutSpec, usize, Arc<Layout>)>>,
}

/// What a format may ask while it parses one record.
#[derive(Debug)]
pub struct Context<'a> {
    parser: &'a Parser,
    layout: Option<&'a LayoutSpec>,
    symbols: Option<Symbols>,
    /// What was passed over so far.
    ignored: &'a RefCell<Vec<String>>,
}

impl Parser {
    pub(super) fn new(
        parse: Box<ParseFn>,
        columns: Vec<String>,
        options: &ReadOptions,
        head: &Head<'_>,
    ) -> Self {
        let mut evidence = vec![Evidence::default(); symbols::MAX_SYMBOLS_SIDE + 1];
        let mut usual = [0; symbols::MAX_SYMBOLS_SIDE + 1];
        for line in head.content() {
            for field in super::line::fields(line).take(1) {
                let length = field.text.len();
                let cube = length == 729 && !is_line_of_27(field.text);
                if options.layout.side() != Some(27) && cube {
                    usual[9] += 1;
                } else if let Some(side) = symbols::side_of(length) {
                    usual[side] += 1;
                    evidence[side] = evidence[side].and(Evidence::of(field.text));
                }
            }
        }
        let most = (4..usual.len()).rev().max_by_key(|&side| usual[side]);
        Parser {
            parse,
            columns,
            layout: options.layout.clone(),
            symbols: options.symbols,
            rules: options.rules.clone(),
            ignore: options.ignore.clone(),
            evidence,
            usual_side: options.layout.side().or(most.filter(|&side| usual[side] > 0)),
            note: OnceLock::new(),
            told: AtomicBool::new(false),
            plain: (0..=MAX_SIDE).map(|_| OnceLock::new()).collect(),
            named: RwLock::default(),
        }
    }

    /// The names of columns beside puzzle, solution and layout, where records are rows of a table.
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// Parses a record.
    ///
    /// # Errors
    /// If it is not a puzzle, with line and column in the source; or if its layout cannot be built.
    pub fn parse(&self, record: &Record) -> Result<Entry> {
        let said = record.said.as_deref();
        let layout = self.layout_of_comments(said)?;
        let symbols = self.symbols_of_comments(said)?;
        let ignored = RefCell::default();
        let context = Context { parser: self, layout, symbols, ignored: &ignored };
        let text = match &record.text {
            Ok(text) => text,
            Err(flaw) => {
                return Err(Error::input(flaw.message.as_str()).at(record.line, flaw.column));
            }
        };
        let mut entry = (self.parse)(text, &context).map_err(|error| match error.location() {
            None => error.at(record.line, None),
            Some(at) if at.line == 1 => {
                let column = at.column.map(|column| column + record.column);
                error.at(record.line, column)
            }
            Some(_) => error.shifted(record.line - 1),
        })?;
        if let Some(said) = said {
            entry.puzzle = said.apply(entry.puzzle)?;
        }
        entry.puzzle = self.rules.iter().try_fold(entry.puzzle, |puzzle, rule| {
            let several = self.rules.len() > 1;
            rules::with(puzzle, [rule.as_str()]).map_err(|error| {
                if several {
                    Error::input(format!("{}, in {:?}", error.message(), shown(rule)))
                } else {
                    error
                }
            })
        })?;
        entry.ignored = ignored.take();
        Ok(entry)
    }

    /// Notes what is assumed of the source.
    pub(super) fn assume(&self, note: String) {
        // What was noted before weighs as much.
        _ = self.note.set(note);
    }

    /// What had to be assumed of the records so far, where their text leaves it open. It is told
    /// once for all of them.
    pub fn note(&self) -> Option<&str> {
        let note = self.note.get()?;
        (!self.told.swap(true, Ordering::Relaxed)).then_some(note)
    }

    /// The layout that the comments before a record name.
    ///
    /// # Errors
    /// If what they name is none, and the options say nothing.
    fn layout_of_comments<'a>(
        &self,
        said: Option<&'a Annotations>,
    ) -> Result<Option<&'a LayoutSpec>> {
        match said.and_then(|said| said.layout.as_ref()) {
            Some((line, Err(message))) if self.layout.is_empty() => {
                Err(Error::layout(message.as_str()).at(*line, None))
            }
            Some((_, spec)) => Ok(spec.as_ref().ok()),
            None => Ok(None),
        }
    }

    /// The symbols of the options, else those that the comments before a record name.
    ///
    /// # Errors
    /// If what they name is none, and the options say nothing.
    fn symbols_of_comments(&self, said: Option<&Annotations>) -> Result<Option<Symbols>> {
        match (self.symbols, said) {
            (None, Some(said)) => said.symbols(),
            (symbols, _) => Ok(symbols),
        }
    }

    /// Whether 81 symbols are a 9×9 of the usual houses here, the digits `1` to `9` its clues.
    pub(super) fn is_classic(&self, said: Option<&Annotations>) -> bool {
        let layout = self.layout_of_comments(said).and_then(|named| self.layout(named, 9));
        let symbols = self.symbols_of_comments(said);
        matches!(symbols, Ok(None | Some(Symbols::OneBased)))
            && self.rules.is_empty()
            && said.is_none_or(|said| said.rules.is_empty())
            && layout.is_ok_and(|layout| layout.is_classic())
    }

    fn layout(&self, named: Option<&LayoutSpec>, side: usize) -> Result<Arc<Layout>> {
        let Some(named) = named else {
            let Some(slot) = self.plain.get(side) else {
                return self.layout.build(side).map(Layout::shared);
            };
            if let Some(layout) = slot.get() {
                return Ok(Arc::clone(layout));
            }
            let layout = self.layout.build(side)?.shared();
            return Ok(Arc::clone(slot.get_or_init(|| layout)));
        };
        let spec = self.layout.or(named);
        {
            let known = self.named.read().unwrap_or_else(PoisonError::into_inner);
            if let Some((_, _, layout)) = known.iter().find(|(s, n, _)| *n == side && *s == spec) {
                return Ok(Arc::clone(layout));
            }
        }
        let layout = spec.build(side)?.shared();
        let mut known = self.named.write().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MAX_KEPT {
            known.clear();
        }
        known.push((spec, side, Arc::clone(&layout)));
        Ok(layout)
    }
}

impl Context<'_> {
    /// The layout of a side, as the options say, else the file's comments, else the usual one.
    ///
    /// # Errors
    /// If what they say does not fit the side.
    pub fn layout(&self, side: usize) -> Result<Arc<Layout>> {
        self.parser.layout(self.layout, side)
    }

    /// The layout of a side with boxes or regions that are drawn around the cells, unless options
    /// or comments say which there are.
    ///
    /// # Errors
    /// If what is said does not fit the side.
    pub fn layout_drawn(&self, drawn: Option<LayoutSpec>, side: usize) -> Result<Arc<Layout>> {
        let said = self.layout.cloned().unwrap_or_default();
        let is_silent = !self.parser.layout.or(&said).names_boxes();
        match drawn.filter(|_| is_silent) {
            Some(drawn) => self.parser.layout(Some(&said.or(&drawn)), side),
            None => self.layout(side),
        }
    }

    /// Whether options, comments or the puzzle itself say something of the layout.
    pub fn names_layout(&self) -> bool {
        !self.parser.layout.is_empty() || self.layout.is_some_and(|spec| !spec.is_empty())
    }

    /// The layout, where options, comments or the puzzle itself say which cells there are.
    ///
    /// # Errors
    /// If what they say does not fit together.
    pub fn framed(&self) -> Result<Option<Arc<Layout>>> {
        let other = self.layout.cloned().unwrap_or_default();
        let spec = self.parser.layout.or(&other);
        Ok(spec.layout()?.map(Layout::shared))
    }

    /// The same with regions that came with the puzzle.
    ///
    /// # Errors
    /// If regions and side do not fit.
    pub fn layout_with_regions(&self, regions: Box<[u16]>, side: usize) -> Result<Arc<Layout>> {
        // A box comment does not stand beside the regions of the puzzle itself.
        let spec = LayoutSpec::default().with_regions(regions);
        self.parser.layout(Some(&spec), side)
    }

    /// The same record with a layout that it names itself.
    #[must_use]
    pub fn with_layout<'b>(&'b self, layout: Option<&'b LayoutSpec>) -> Context<'b> {
        Context { layout: layout.or(self.layout), ..*self }
    }

    /// The same record with symbols that it names itself; the options go before them.
    #[must_use]
    pub fn with_symbols(&self, symbols: Option<Symbols>) -> Context<'_> {
        Context { symbols: self.parser.symbols.or(symbols).or(self.symbols), ..*self }
    }

    /// The same record, as far as nothing but the options says its symbols.
    #[must_use]
    pub fn without_symbols(&self) -> Context<'_> {
        Context { symbols: self.parser.symbols, ..*self }
    }

    /// The same record, in the symbols that its solution decides where nothing is said of them and
    /// the cells of the puzzle leave them open.
    #[must_use]
    pub fn with_solution(&self, puzzle: &str, solution: &str) -> Context<'_> {
        let side = symbols::side_of(puzzle.len()).filter(|_| puzzle.len() == solution.len());
        let decided = side.and_then(|side| {
            let evidence = Evidence::of(puzzle);
            let both = || evidence.and(Evidence::of(solution)).decides(side);
            evidence.decides(side).or_else(both)
        });
        Context { symbols: self.symbols.or(decided), ..*self }
    }

    /// Whether the options name a key as one that is passed over; it is noted then.
    pub fn ignores(&self, key: &str) -> bool {
        let ignores = self.parser.ignore.iter().any(|other| other == key);
        if ignores {
            self.pass_over(key);
        }
        ignores
    }

    /// Notes that a part of the puzzle is passed over, whatever the options say: a drawing.
    pub fn pass_over(&self, part: impl Into<String>) {
        let (mut ignored, part) = (self.ignored.borrow_mut(), part.into());
        if !ignored.contains(&part) {
            ignored.push(part);
        }
    }

    /// How digits are written, if the options, the file's comments or the puzzle itself say.
    pub fn symbols(&self) -> Option<Symbols> {
        self.symbols
    }

    /// The side that the options, the file's comments or the puzzle itself ask for.
    pub fn asked_side(&self) -> Option<usize> {
        self.parser.layout.side().or_else(|| self.layout.and_then(LayoutSpec::side))
    }

    /// The side that the options or most of the source's first lines have.
    pub fn usual_side(&self) -> Option<usize> {
        self.parser.usual_side
    }

    /// A puzzle of symbols, blanks included, row by row.
    ///
    /// # Errors
    /// At line 1 and the column of a symbol that stands for no digit (`text` begins in column 1),
    /// or without a place, if the number of symbols is wrong.
    pub fn puzzle_of_symbols(
        &self,
        text: &str,
        layout: Arc<Layout>,
        side: usize,
    ) -> Result<Puzzle> {
        let convention = self.symbols_of(text, side);
        let mut numbers = Vec::with_capacity(text.len());
        symbols::read(text, side, convention, &mut numbers)
            .map_err(|(place, message)| Error::input(message).at(1, Some(place as u64 + 1)))?;
        Ok(Puzzle::from_numbers(layout, &numbers)?.with_symbols(convention))
    }

    fn symbols_of(&self, text: &str, side: usize) -> Symbols {
        if let Some(symbols) = self.symbols {
            return symbols;
        }
        if side <= 9 {
            return Symbols::OneBased;
        }
        let evidence = Evidence::of(text);
        let usual = || self.parser.evidence.get(side).and_then(|e| e.decides(side));
        if let Some(symbols) = evidence.decides(side).or_else(usual) {
            return symbols;
        }
        if let Some(other) = evidence.may_be(side) {
            self.parser.note.get_or_init(|| {
                let [read, otherwise] = [Symbols::OneBased, other].map(|it| it.range(side));
                let option = other.name();
                format!(
                    "the symbols could be {read} or {otherwise}: read as {read} (--symbols \
                     {option} reads the other, --symbols one this)"
                )
            });
        }
        Symbols::OneBased
    }
}

impl fmt::Debug for Parser {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Parser")
            .field("layout", &self.layout)
            .field("symbols", &self.symbols)
            .field("usual_side", &self.usual_side)
            .finish_non_exhaustive()
    }
}
