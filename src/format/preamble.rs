//! What text says of a puzzle beside its cells: its layout and its rules. Whatever else belongs to
//! a puzzle and not to a cell has its place here, in [`Annotations`] where it is read and in
//! [`words`] where it is written.
//!
//! It stands in one of three places:
//!
//! - A comment line `# layout=SPEC` speaks of all puzzles after it, up to the next such line;
//!   `# symbols=zero` says how their digits are written, and `# rule=RULE` adds a rule to them. A
//!   layout ends the rules of the puzzles before it.
//! - Comment lines `# puzzle: layout=SPEC`, `# puzzle: symbols=zero` and `# puzzle: rule=RULE`
//!   speak of the next puzzle alone, beside what is said of all. Forms of several lines are written
//!   with them.
//! - A remark `# layout=SPEC symbols=zero rule=RULE rule=RULE` behind a puzzle on its own line
//!   speaks of that puzzle likewise. Forms of one line are written with it, so that lines can be
//!   sorted, shuffled and taken out. A comment line may say as much at once.
//!
//! `placed=r1c2,r3c4` likewise names the cells of a position that were filled on the way.
//!
//! JSON has the fields `layout`, `symbols`, `rules` and `placed` instead. A layout that its side has anyway,
//! and symbols that the cells tell, are not written at all.

use std::sync::Arc;

use super::{Context, Entry, Symbols, rules};
use crate::error::{Error, Result};
use crate::grid::LayoutSpec;
use crate::puzzle::Puzzle;
use crate::rule::cells_of;

/// What is said of a puzzle.
#[derive(Debug, Clone, Default)]
pub(super) struct Annotations {
    /// The layout, or why it is none, and the line where.
    pub(super) layout: Option<(u64, Result<LayoutSpec, String>)>,
    /// The symbols of its digits, or why they are none, and the line where.
    symbols: Option<(u64, Result<Symbols, String>)>,
    /// The texts of rules, and the lines where.
    pub(super) rules: Vec<(u64, String)>,
    /// The bytes of these texts.
    size: usize,
    /// How many of them some puzzle was read with.
    used: usize,
    /// The names of the cells that were filled on the way, and the line where.
    placed: Option<(u64, String)>,
}

/// Most bytes of rules that comments say of a puzzle: those after them are one rule that is none.
const MAX_RULES: usize = 1 << 22;

impl Annotations {
    /// Takes in a comment. A layout ends the rules of puzzles before it.
    fn add(&mut self, comment: &str, line: u64) {
        let message = |error: Error| error.message().to_owned();
        if let Some(spec) = layout_of_comment(comment) {
            self.layout = Some((line, spec.map_err(message)));
            let ended = self.rules.drain(..std::mem::take(&mut self.used));
            self.size -= ended.map(|(_, rule)| rule.len().max(1)).sum::<usize>();
            self.placed = None;
        }
        if let Some(placed) = placed_of(words_of_comment(comment)) {
            self.placed = Some((line, placed.to_owned()));
        }
        if let Some(symbols) = symbols_of(words_of_comment(comment)) {
            self.symbols = Some((line, symbols.map_err(message)));
        }
        rules_of_comment(comment).for_each(|rule| self.add_rule(rule, line));
    }

    /// Takes in a rule.
    pub(super) fn add_rule(&mut self, rule: &str, line: u64) {
        if self.size <= MAX_RULES {
            self.size += rule.len().max(1);
            let rule = if self.size > MAX_RULES { "" } else { rule };
            self.rules.push((line, rule.to_owned()));
        }
    }

    /// The symbols.
    ///
    /// # Errors
    /// If what is said is none; the line is that of the comment.
    pub(super) fn symbols(&self) -> Result<Option<Symbols>> {
        match &self.symbols {
            Some((line, Err(message))) => Err(Error::input(message.as_str()).at(*line, None)),
            Some((_, Ok(symbols))) => Ok(Some(*symbols)),
            None => Ok(None),
        }
    }

    /// The layout, where it is one.
    pub(super) fn spec(&self) -> Option<&LayoutSpec> {
        self.layout.as_ref()?.1.as_ref().ok()
    }

    /// The puzzle with the rules that are said of it, and the cells that were filled on the way.
    ///
    /// # Errors
    /// If one is no rule for its layout, or a cell none of it; the line is that of the comment.
    pub(super) fn apply(&self, puzzle: Puzzle) -> Result<Puzzle> {
        let puzzle = self.rules.iter().try_fold(puzzle, |puzzle, (line, rule)| {
            rules::with(puzzle, [rule.as_str()]).map_err(|error| error.at(*line, None))
        })?;
        match &self.placed {
            Some((line, cells)) => {
                with_placed(puzzle, cells).map_err(|error| error.at(*line, None))
            }
            None => Ok(puzzle),
        }
    }
}

/// What the comment lines so far say of the puzzle that comes next.
#[derive(Debug, Clone, Default)]
pub(super) struct Preamble {
    /// Of all that follow.
    lasting: Option<Arc<Annotations>>,
    /// Of that puzzle, where something is said of it alone.
    next: Option<Arc<Annotations>>,
}

/// What a comment line of one puzzle begins with, after its `#`.
const ONE: &str = "puzzle:";

impl Preamble {
    /// Obeys a comment line.
    pub(super) fn note(&mut self, comment: &str, line: u64) {
        let says_nothing = rules_of_comment(comment).next().is_none()
            && layout_of_comment(comment).is_none()
            && symbols_of(words_of_comment(comment)).is_none()
            && placed_of(words_of_comment(comment)).is_none();
        if says_nothing {
            return;
        }
        let said = if is_of_one(comment) {
            self.next.get_or_insert_with(|| {
                let lasting = self.lasting.as_deref().cloned().unwrap_or_default();
                Arc::new(Annotations { used: 0, ..lasting })
            })
        } else {
            self.lasting.get_or_insert_default()
        };
        Arc::make_mut(said).add(comment, line);
    }

    /// What is said of the puzzle that comes next.
    pub(super) fn current(&self) -> Option<&Annotations> {
        self.next.as_deref().or(self.lasting.as_deref())
    }

    /// Whether something is said of the puzzle that comes next alone.
    pub(super) fn is_of_one(&self) -> bool {
        self.next.is_some()
    }

    /// What is said of the puzzle that comes next; the one after it is on.
    pub(super) fn take(&mut self) -> Option<Arc<Annotations>> {
        if let Some(lasting) = self.lasting.as_mut().filter(|it| it.used < it.rules.len()) {
            let lasting = Arc::make_mut(lasting);
            lasting.used = lasting.rules.len();
        }
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
    body(comment).starts_with(ONE)
}

/// A comment line without what makes it one.
fn body(comment: &str) -> &str {
    comment.trim_start().trim_start_matches(['#', '%', ';', '/']).trim_start()
}

/// Where the rules of a comment begin: at the first word `rule=`.
fn split_rules(comment: &str) -> (&str, &str) {
    let before = |c: char| c.is_whitespace() || "#%;/:".contains(c);
    let starts = |&(at, _): &(usize, &str)| at == 0 || comment[..at].ends_with(before);
    let found = comment.match_indices(RULE).find(starts);
    comment.split_at(found.map_or(comment.len(), |(at, _)| at))
}

/// What the words of a rule begin with.
const RULE: &str = "rule=";

/// What a comment says beside rules.
fn words_of_comment(comment: &str) -> &str {
    split_rules(comment).0
}

/// The texts of the rules that a comment line says: several only behind other words, as free rules
/// may have such words in them.
fn rules_of_comment(comment: &str) -> impl Iterator<Item = &str> {
    let (words, rules) = split_rules(comment);
    let is_alone = body(words).trim_end().trim_end_matches(ONE).is_empty();
    let one = is_alone.then(|| rules.strip_prefix(RULE)).flatten();
    let several = rules.split(RULE).skip(1).filter(move |_| !is_alone);
    one.map(str::trim).into_iter().chain(several.map(without_end))
}

/// The layout that a comment names: `box=3x4`, `layout=SPEC`, or the words "no boxes".
///
/// # Errors
/// If what stands there is no layout.
pub(super) fn layout_of_comment(comment: &str) -> Option<Result<LayoutSpec>> {
    let comment = words_of_comment(comment);
    let mut words = comment.split_whitespace();
    let spec = words.find_map(|word| {
        let shape = |spec: &&str| spec.starts_with(|c: char| "xX×".contains(c) || c.is_numeric());
        match word.strip_prefix("box=").filter(shape) {
            Some(spec) => Some(parse(spec)),
            None => word.strip_prefix("layout=").map(parse),
        }
    });
    spec.or_else(|| comment.contains("no boxes").then(|| Ok(LayoutSpec::latin())))
}

/// The symbols that some words name: `symbols=zero`.
///
/// # Errors
/// If what stands there names none.
fn symbols_of(words: &str) -> Option<Result<Symbols>> {
    let mut words = words.split_whitespace();
    words.find_map(|word| Some(word.strip_prefix("symbols=")?.trim_end_matches(END).parse()))
}

/// The cells that some words name as filled on the way: `placed=r1c2,r3c4`.
fn placed_of(words: &str) -> Option<&str> {
    let mut words = words.split_whitespace().filter_map(|word| word.strip_prefix(PLACED));
    words.find(|cells| cells.starts_with('r')).map(|cells| cells.trim_end_matches(END))
}

/// What the word for cells that were filled on the way begins with.
const PLACED: &str = "placed=";

/// The puzzle as a position in which the cells that a text names were filled on the way.
///
/// # Errors
/// If it names no cells of the layout.
pub(super) fn with_placed(puzzle: Puzzle, cells: &str) -> Result<Puzzle> {
    let cells =
        cells_of(cells, puzzle.layout()).map_err(|why| Error::input(format!("placed: {why}")))?;
    Ok(puzzle.with_placed(cells))
}

/// The names of the cells that were filled on the way, if any were.
fn placed(puzzle: &Puzzle) -> Option<String> {
    let names: Vec<_> = puzzle.placed().map(|cell| puzzle.layout().name_of(cell)).collect();
    (!names.is_empty()).then(|| names.join(","))
}

/// A line and what the remark behind it says of the puzzle, from its first such word on.
fn cut(line: &str) -> (&str, Option<&str>) {
    let is_json = line.starts_with(['[', '{']);
    let place = memchr::memchr(b'#', line.as_bytes()).filter(|_| !is_json);
    let Some(place) = place else { return (line, None) };
    let (puzzle, remark) = line.split_at(place);
    let words = ["layout=", "symbols=", "rule=", PLACED].iter();
    let words = words.flat_map(|word| remark.match_indices(word));
    let starts_word = |&(at, _): &(usize, &str)| remark[..at].ends_with([' ', '\t', '#']);
    match words.filter(starts_word).map(|(at, _)| at).min() {
        Some(at) => (puzzle.trim_end(), Some(&remark[at..])),
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
/// Those of `read`, or if the remark names a layout, a rule or a cell that is none.
pub(super) fn obey(
    line: &str,
    context: &Context<'_>,
    read: impl FnOnce(&str, &Context<'_>) -> Result<Entry>,
) -> Result<Entry> {
    let (line, said) = cut(line);
    let Some(said) = said else { return read(line, context) };
    let words = said.split("rule=").next().unwrap_or_default();
    let spec = words.split_whitespace().find_map(|word| word.strip_prefix("layout="));
    let spec = spec.filter(|spec| !spec.is_empty()).map(parse).transpose();
    let spec = spec.map_err(|error| error.at(1, None))?;
    let context = context.with_layout(spec.as_ref());
    let symbols = symbols_of(words).transpose().map_err(|error| error.at(1, None))?;
    let mut entry = read(line, &context.with_symbols(symbols))?;
    let texts = said.split("rule=").skip(1).map(without_end);
    entry.puzzle = rules::with(entry.puzzle, texts).map_err(|error| error.at(1, None))?;
    if let Some(cells) = placed_of(words) {
        entry.puzzle = with_placed(entry.puzzle, cells).map_err(|error| error.at(1, None))?;
    }
    Ok(entry)
}

/// What may end the words of a comment, which may be within a sentence.
const END: [char; 6] = [',', ';', ':', ')', ']', '.'];

/// The text of a rule without what may end it; a parenthesis that closes one of its own stays.
fn without_end(rule: &str) -> &str {
    let count = |parenthesis| rule.matches(parenthesis).count();
    let mut strange = count(')').saturating_sub(count('('));
    rule.trim().trim_end_matches(|c| {
        let stays = c == ')' && strange == 0;
        strange -= usize::from(c == ')' && !stays);
        END.contains(&c) && !stays
    })
}

/// The spec of a comment.
fn parse(spec: &str) -> Result<LayoutSpec> {
    spec.trim_end_matches(END).parse()
}

/// What must be said of a puzzle beside its cells, each part in the words that are read back. Of its
/// solution only the layout.
pub(super) fn words(puzzle: &Puzzle, is_solution: bool) -> impl Iterator<Item = String> {
    let layout = puzzle.layout();
    let spec = (!layout.is_usual()).then(|| layout_word(puzzle));
    let placed = placed(puzzle).filter(|_| !is_solution).map(|cells| format!("{PLACED}{cells}"));
    let rules = puzzle.rules().iter().filter(move |_| !is_solution);
    let rules = rules.map(|rule| format!("rule={}", rule.text(layout)));
    spec.into_iter().chain(placed).chain(rules)
}

/// The word that says the symbols.
pub(super) fn symbols_word(symbols: Symbols) -> String {
    format!("symbols={}", symbols.name())
}

/// The word that says the layout.
pub(super) fn layout_word(puzzle: &Puzzle) -> String {
    format!("layout={}", puzzle.layout().spec())
}

/// What must be said of a puzzle beside its cells, as fields of a JSON object, their values in
/// JSON. Of its solution only the layout.
pub(super) fn fields(puzzle: &Puzzle, is_solution: bool) -> Vec<(&'static str, String)> {
    let layout = puzzle.layout();
    let layout = (!layout.is_usual()).then(|| ("layout", format!("\"{}\"", layout.spec())));
    if is_solution {
        return layout.into_iter().collect();
    }
    let rules = rules::json(puzzle).map(|rules| ("rules", rules));
    let placed = placed(puzzle).map(|cells| ("placed", format!("\"{cells}\"")));
    layout.into_iter().chain(rules).chain(placed).collect()
}

/// The comment line of one puzzle that says this.
pub(super) fn comment_line(word: &str) -> String {
    format!("# {ONE} {word}\n")
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
        for text in [format!("{line} # symbols=zeero"), format!("# symbols=zeero.\n{line}")] {
            assert!(error(&text).starts_with("line 1: symbols `zeero`"), "{}", error(&text));
        }
        let message = error(&format!("{line} # rule=knights"));
        assert!(message.starts_with("line 1: rule `knights`"), "{message}");
        let message = error(&format!("# rule=cage 5\n\n{line}"));
        assert!(message.starts_with("line 1: cage: "), "{message}");
        assert_eq!(read_all(&format!("{line} # a layout = 2x2")).len(), 1);
        assert_eq!(read_all(&format!("# no sub-rule=5\n{line}")).len(), 1);
    }

    #[test]
    fn comments_name_rules() {
        let line = "1.....3..4.....2";
        let rows = "1 . . .\n. . 3 .\n. 4 . .\n. . . 2\n";
        let rules = |text: &str| {
            let entries = read_all(text);
            let names = |entry: &Entry| {
                let rules: Vec<_> = entry.puzzle.rules().iter().map(ToString::to_string).collect();
                format!("{} {}", entry.puzzle.layout().name(), rules.join(", ")).trim().to_owned()
            };
            entries.iter().map(names).collect::<Vec<_>>()
        };
        for puzzle in [&format!("{line}\n"), rows] {
            let text = format!(
                "# rule=antiknight\n{puzzle}\n# puzzle: rule=cage 5 r1c1 r1c2\n# puzzle: rule=cage r3c3\n\
                 {puzzle}\n{puzzle}\n# layout=latin\n{puzzle}"
            );
            let wanted = ["2x2 antiknight", "2x2 antiknight, cage 5 r1c1 r1c2, cage r3c3"];
            assert_eq!(rules(&text), [wanted[0], wanted[1], wanted[0], "latin"], "{text}");
        }
        let text = format!(
            "{line} # layout=latin rule=cage 5 r1c1 r1c2 rule=antiknight\n{line}\n\
             {line} # easy; rule=thermo r1c1 r1c2.\n"
        );
        let wanted = ["latin cage 5 r1c1 r1c2, antiknight", "2x2", "2x2 thermometer r1c1 r1c2"];
        assert_eq!(rules(&text), wanted);
        // In whatever order, on one line or several: nothing that is said is lost.
        for said in [
            "# layout=2x2 rule=cage 5 r1c1 r1c2\n",
            "# box=2x2, rule=cage 5 r1c1 r1c2\n",
            "# rule=cage 5 r1c1 r1c2\n# box=2x2\n",
            "# layout=latin\n# rule=cage 5 r1c1 r1c2\n# layout=2x2\n",
            "# puzzle: rule=cage 5 r1c1 r1c2\n# puzzle: layout=2x2\n",
            "# rule=cage 5 r1c1 r1c2\n# puzzle: layout=2x2\n",
            "# puzzle: layout=2x2 symbols=one rule=cage 5 r1c1 r1c2\n",
        ] {
            assert_eq!(rules(&format!("{said}{line}\n")), ["2x2 cage 5 r1c1 r1c2"], "{said}");
            assert_eq!(rules(&format!("{said}{rows}")), ["2x2 cage 5 r1c1 r1c2"], "{said}");
        }
        let text = format!("# rule=antiknight\n{line} # layout=latin\n# layout=2x2\n{line}\n");
        assert_eq!(rules(&text), ["latin antiknight", "2x2"]);
        let text = format!("# layout=2x2 rule=cage 5 r1c1 r1c2 rule=antiknight\n{line}\n{line}\n");
        assert_eq!(rules(&text), ["2x2 cage 5 r1c1 r1c2, antiknight"; 2]);
        let free = r#"{"name":"rule=x # layout=latin","blocks":[{"distinct":"r1c1 r2c3"}]}"#;
        let text = format!("# puzzle: rule={free}\n{rows}");
        assert_eq!(rules(&text), ["2x2 rule=x # layout=latin"]);
    }

    #[test]
    fn rules_of_comments_are_bounded() {
        let mut preamble = Preamble::default();
        let rule = format!("# rule={}", "x".repeat(1 << 16));
        (1..1000).for_each(|line| preamble.note(&rule, line));
        let said = preamble.take().unwrap();
        assert!(said.rules.len() < 100 && said.rules.last().unwrap().1.is_empty());
        preamble.note("# layout=latin", 1000);
        assert!(preamble.take().unwrap().rules.is_empty());
    }
}
