//! Rules as text: the word of a kind, numbers, cells.
//!
//! ```text
//! cage 15 r1c1 r1c2 r2c1        thermometer r1c1-4        whispers r1c1 r2c2 r3c1
//! sandwich 12 r3                sandwich 7 c4             antiknight
//! ```
//!
//! A colon may stand before the cells or behind the kind, whose name may have spaces and hyphens:
//! `german whispers: r1c1-4`, `X-sum 23: row 3 right`. Cells are `r1c1`; `r1-3c2` are three of them,
//! `r1c3-1` three from right to left, `r1-2c1-2` four, row by row; `r9c6-r4c1` are those of a
//! diagonal; `r3` is all of a row, `c4` of a column, `row 3 right` and `column 4 bottom` from the other
//! end. Lines of cells are separated by `;`. A free rule is a JSON object; `regex (12|21).* r1` is one whose lines match a pattern. `or` and
//! `and` are followed by rules in parentheses.

use std::fmt::Write as _;
use std::str::FromStr;
use std::sync::Arc;

use satoku_check::shown;

use super::arguments::Arguments;
use super::junction::{self, Junction};
use super::kinds::{self, KINDS, Kind, Shape};
use super::{Block, Line, Rule, Source, json, pattern};
use crate::error::{Error, Result};
use crate::grid::{Cell, Layout};

impl Rule {
    /// The rule that a text says, for a layout.
    ///
    /// # Errors
    /// If it is not the text of a rule, or not of one for this layout.
    pub fn parse(text: &str, layout: &Arc<Layout>) -> Result<Self> {
        Self::parse_within(text, layout, junction::MAX_DEPTH)
    }

    /// The same, where `depth` more rules may be within one another.
    fn parse_within(text: &str, layout: &Arc<Layout>, depth: usize) -> Result<Self> {
        let text = text.trim();
        if text.starts_with('{') {
            let value = serde_json::from_str(text)
                .map_err(|error| Error::input(format!("rule in JSON: {error}")))?;
            return json::read(&value, layout);
        }
        if let Some((junction, rest)) = junction_of(text) {
            let wrong = |message| Error::input(format!("{}: {message}", junction.word()));
            let depth = depth.checked_sub(1).ok_or_else(|| wrong(junction::too_deep()))?;
            let parts = parts_of(without_colon(rest)).map_err(wrong)?.into_iter();
            let parts = parts.map(|part| Self::parse_within(part, layout, depth));
            return Self::joined(junction, parts.collect::<Result<Vec<_>>>()?);
        }
        let (word, rest) = first_word(text);
        if word.eq_ignore_ascii_case(PATTERN) {
            return patterned(without_colon(rest), layout)
                .map_err(|message| Error::input(format!("{PATTERN}: {message}")));
        }
        let (kind, rest) = kind_of(text).ok_or_else(|| {
            let word = shown(word);
            Error::input(format!("rule `{word}`: no such kind; known are {}", near(&word)))
        })?;
        let wrong = |message| Error::input(format!("{}: {message}", kind.name));
        let (mut numbers, mut rest) = (Vec::new(), rest);
        while rest.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
            let between = |c: char| c.is_whitespace() || ",:;".contains(c);
            let (number, others) = rest.split_at(rest.find(between).unwrap_or(rest.len()));
            let parsed = i64::from_str(number);
            numbers.push(parsed.map_err(|_| wrong(format!("`{number}`: expected a number")))?);
            rest = others.trim_start_matches(between);
        }
        let lines = rest.split(';').filter(|_| !rest.is_empty());
        let lines = lines.map(|line| cells_of(line, layout).map_err(wrong));
        Self::new(kind, &numbers, lines.collect::<Result<Vec<_>>>()?, layout)
    }

    /// The text that [`Rule::parse`] reads: that of its kind or its parts, or a JSON object of its
    /// blocks.
    pub fn text(&self, layout: &Layout) -> String {
        match &self.source {
            Source::Kind(..) => self.name().to_owned(),
            Source::Parts(junction, parts) => {
                joined(*junction, parts.iter().map(|part| part.text(layout)))
            }
            Source::Blocks => json::write(self, layout).to_string(),
        }
    }
}

/// The first word of a text, up to a space or a colon, and what follows.
fn first_word(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c: char| c.is_whitespace() || c == ':').unwrap_or(text.len()))
}

/// A text without the space and the colon that it begins with.
fn without_colon(text: &str) -> &str {
    let text = text.trim_start();
    text.strip_prefix(':').unwrap_or(text).trim_start()
}

/// The kind that a text begins with, and what follows. Its name may be cut into words: the most of
/// them that are a name count.
fn kind_of(text: &str) -> Option<(&'static Kind, &str)> {
    const MOST_WORDS: usize = 4;
    let (mut rest, mut name, mut found) = (text, String::new(), None);
    for _ in 0..MOST_WORDS {
        let (word, behind) = first_word(rest);
        name.extend(word.chars().filter(|&c| c != '-' && c != '_'));
        // `anti-knight` is a name itself.
        let kind = Kind::by_name(word).filter(|_| found.is_none() && name.len() <= word.len());
        if let Some(kind) = kind.or_else(|| Kind::by_name(&name)) {
            found = Some((kind, without_colon(behind)));
        }
        rest = behind.trim_start();
        if !rest.starts_with(char::is_alphabetic) {
            break;
        }
    }
    found
}

/// Whether a line is meant as a rule, and is no sentence: a kind and nothing but numbers and cells,
/// or with the name of a cell among other words; `or` and `and` with parentheses.
pub(crate) fn is_meant(line: &str) -> bool {
    let line = line.trim();
    let is_cell = |word: &str| {
        let word = word.trim_matches(|c: char| !c.is_ascii_alphanumeric()).to_ascii_lowercase();
        let (row, column) =
            word.strip_prefix('r').and_then(|of| of.split_once('c')).unwrap_or_default();
        let number = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
        number(row) && number(column)
    };
    let words = |rest: &str| -> Vec<String> {
        let words = rest.split(|c: char| c.is_whitespace() || ",:;".contains(c));
        words.filter(|word| !word.is_empty()).map(str::to_ascii_lowercase).collect()
    };
    if let Some((_, rest)) = junction_of(line) {
        return without_colon(rest).starts_with('(');
    }
    let (word, rest) = first_word(line);
    if word.eq_ignore_ascii_case(PATTERN) {
        return words(rest).iter().any(|word| is_cells(word));
    }
    let Some((kind, rest)) = kind_of(line) else { return false };
    let words = words(rest);
    let is_number = |word: &String| word.parse::<i64>().is_ok();
    let names_cells = words.iter().any(|word| is_cells(word) || is_line(word));
    let alone = matches!(kind.shape, Shape::Grid | Shape::Among | Shape::Exempt);
    let only = |word: &String| is_number(word) || is_cells(word) || is_line(word) || is_end(word);
    words.iter().any(|word| is_cell(word)) || words.iter().all(only) && (alone || names_cells)
}

/// Whether a word is cells by its letters: `r1c1`, `r1-3c2`, `r3`, `c4`.
fn is_cells(word: &str) -> bool {
    let legal = |c: char| c.is_ascii_digit() || "rc-".contains(c);
    word.starts_with(['r', 'c'])
        && word.contains(|c: char| c.is_ascii_digit())
        && word.chars().all(legal)
}

/// Whether a word stands before the number of a row or a column.
fn is_line(word: &str) -> bool {
    ["row", "column", "col"].contains(&word)
}

/// Whether a word says from which end a row or a column is seen.
fn is_end(word: &str) -> bool {
    ["left", "right", "top", "bottom"].contains(&word)
}

/// The word before a regular expression and the lines that match it.
pub(super) const PATTERN: &str = "regex";

/// The free rule that lines of cells, read as words, match a regular expression; or what is wrong.
fn patterned(text: &str, layout: &Arc<Layout>) -> Result<Rule, String> {
    let (pattern, lines) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let message = |error: Error| error.message().to_owned();
    let automaton = Arc::new(pattern::automaton(pattern, layout).map_err(message)?);
    let line = |text: &str| match cells_of(text, layout)? {
        cells if cells.is_empty() => Err("expected cells behind the pattern".to_owned()),
        cells => Ok(Block::Line(Line::new(cells, Arc::clone(&automaton)))),
    };
    let lines = lines.split(';').map(line).collect::<Result<Vec<_>, _>>()?;
    Ok(Rule::from_blocks(format!("{PATTERN} {pattern}"), lines))
}

/// The text of some rules together.
pub(super) fn joined(junction: Junction, parts: impl Iterator<Item = String>) -> String {
    parts.fold(junction.word().to_owned(), |text, part| text + " (" + &part + ")")
}

/// The word `or` or `and` at the start of a text, and what follows.
fn junction_of(text: &str) -> Option<(Junction, &str)> {
    let end = text.find(|c: char| "(:".contains(c) || c.is_whitespace()).unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    let is = |junction: &Junction| junction.word().eq_ignore_ascii_case(word);
    Junction::ALL.into_iter().find(is).map(|junction| (junction, rest))
}

/// What stands in each of some parentheses, one after the other; or what is wrong. Those in strings
/// of JSON do not count.
fn parts_of(mut text: &str) -> Result<Vec<&str>, String> {
    let mut parts = Vec::new();
    while let Some(first) = text.trim_start().chars().next() {
        text = text.trim_start();
        if first != '(' {
            let word = shown(text.split(['(', ' ']).next().unwrap_or_default());
            return Err(format!("`{word}`: expected rules in parentheses"));
        }
        let (mut open, mut in_string, mut escaped) = (0, false, false);
        let end = text.char_indices().find_map(|(at, c)| {
            match c {
                _ if std::mem::take(&mut escaped) => {}
                '\\' => escaped = in_string,
                '"' => in_string = !in_string,
                '(' if !in_string => open += 1,
                ')' if !in_string => open -= 1,
                _ => {}
            }
            (open == 0).then_some(at)
        });
        let end = end.ok_or_else(|| "a parenthesis is not closed".to_owned())?;
        parts.push(&text[1..end]);
        text = &text[end + 1..];
    }
    Ok(parts)
}

/// The kinds whose names look like a word, or all.
fn near(word: &str) -> String {
    let word = word.to_ascii_lowercase();
    let start = |text: &str| text.chars().take(3).collect::<String>();
    let is_near = |name: &&str| name.contains(&start(&word)) || word.contains(&start(name));
    let names = KINDS.iter().map(|kind| kind.name);
    let near: Vec<_> = names.clone().filter(is_near).collect();
    if near.is_empty() { names.collect::<Vec<_>>() } else { near }.join(", ")
}

/// The text of a rule of a kind.
pub(super) fn of(kind: &Kind, arguments: &Arguments) -> String {
    let mut text = kind.name.to_owned();
    for number in arguments.numbers() {
        _ = write!(text, " {number}");
    }
    for (k, line) in arguments.lines().iter().enumerate() {
        text += if k > 0 { "; " } else { " " };
        text += &names_of(line, arguments.layout());
    }
    text
}

/// Cells as text.
pub(super) fn names_of(cells: &[Cell], layout: &Layout) -> String {
    let frame = layout.grid();
    match kinds::row_of(cells, layout) {
        Some((letter, number, true)) => format!("{letter}{number}"),
        Some(('r', row, _)) => format!("r{row}c{}-1", frame.columns()),
        Some((_, column, _)) => format!("r{}-1c{column}", frame.rows()),
        None => cells.iter().map(|&cell| layout.name_of(cell)).collect::<Vec<_>>().join(" "),
    }
}

/// The cells that a text names; or what is wrong with it.
pub(crate) fn cells_of(text: &str, layout: &Layout) -> Result<Vec<Cell>, String> {
    let frame = layout.frame();
    let mut cells = Vec::new();
    let mut tokens = text.split([' ', '\t', ',']).filter(|token| !token.is_empty()).peekable();
    while let Some(token) = tokens.next() {
        let wrong = || format!("`{token}`: expected cells such as r1c1, r1-3c2, r3 or c4");
        let lower = token.to_ascii_lowercase();
        if is_line(&lower) {
            let number = tokens.next().unwrap_or_default();
            let mut line = cells_of(&format!("{}{number}", &lower[..1]), layout)?;
            let ends = if lower == "row" { ["left", "right"] } else { ["top", "bottom"] };
            if let Some(end) = tokens.next_if(|next| is_end(&next.to_ascii_lowercase())) {
                match ends.iter().position(|known| end.eq_ignore_ascii_case(known)) {
                    Some(0) => {}
                    Some(_) => line.reverse(),
                    None => return Err(format!("`{end}`: expected {} or {}", ends[0], ends[1])),
                }
            }
            cells.extend(line);
            continue;
        }
        let mut rest = &*lower;
        while !rest.is_empty() {
            let rows = range('r', &mut rest, token, frame.rows())?;
            let columns = range('c', &mut rest, token, frame.columns())?;
            if rows.is_none() && columns.is_none() {
                return Err(wrong());
            }
            if let Some(end) = rest.strip_prefix('-') {
                rest = end;
                let last_rows = range('r', &mut rest, token, frame.rows())?;
                let last_columns = range('c', &mut rest, token, frame.columns())?;
                let places = rows.zip(columns).zip(last_rows.zip(last_columns)).and_then(straight);
                let bent =
                    || format!("`{token}`: expected two cells of a row, a column or a diagonal");
                for (row, column) in places.ok_or_else(bent)? {
                    let none =
                        || format!("`{token}`: there is no cell r{}c{}", row + 1, column + 1);
                    cells.push(frame.cell(row, column).ok_or_else(none)?);
                }
                continue;
            }
            let whole = rows.is_none() || columns.is_none();
            let columns = columns.unwrap_or_else(|| (0..frame.columns()).collect());
            for row in rows.unwrap_or_else(|| (0..layout.grid().rows()).collect()) {
                for &column in &columns {
                    match frame.cell(row, column) {
                        Some(cell) => cells.push(cell),
                        // Of a whole row or column those that there are.
                        None if whole => {}
                        None => return Err(format!("`{token}`: there is no such cell")),
                    }
                }
            }
        }
    }
    Ok(cells)
}

/// Rows and columns that are named together.
type Ranges = (Vec<usize>, Vec<usize>);

/// The places from one to another in a row, a column or a diagonal; none if they are not in one, or are
/// several.
fn straight((from, to): (Ranges, Ranges)) -> Option<Vec<(usize, usize)>> {
    let (&[row], &[column], &[last_row], &[last_column]) = (&*from.0, &*from.1, &*to.0, &*to.1)
    else {
        return None;
    };
    let (down, right) = (row.abs_diff(last_row), column.abs_diff(last_column));
    let steps = down.max(right);
    let is_straight = [0, steps].contains(&down) && [0, steps].contains(&right);
    let at = |from: usize, to: usize, step: usize| match () {
        () if from < to => from + step,
        () if from > to => from - step,
        () => from,
    };
    let place = |step| (at(row, last_row, step), at(column, last_column, step));
    is_straight.then(|| (0..=steps).map(place).collect())
}

/// The rows or columns, from 0, at the start of a text, which is moved on; none if it does not
/// start with the letter.
fn range(
    letter: char,
    rest: &mut &str,
    token: &str,
    side: usize,
) -> Result<Option<Vec<usize>>, String> {
    let Some(after) = rest.strip_prefix(letter) else { return Ok(None) };
    let number = |text: &mut &str| {
        let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let (number, after) = text.split_at(end);
        *text = after;
        let inside = |number: &usize| (1..=side).contains(number);
        let number = number.parse::<usize>().ok().filter(inside);
        number.ok_or_else(|| {
            let what = if letter == 'r' { "row" } else { "column" };
            format!("`{token}`: expected a {what} from 1 to {side}")
        })
    };
    *rest = after;
    let first = number(rest)? - 1;
    let last = match rest.strip_prefix('-') {
        // From this cell to another.
        Some(after) if after.starts_with('r') => first,
        Some(after) => {
            *rest = after;
            number(rest)? - 1
        }
        None => first,
    };
    let rising = first.min(last)..=first.max(last);
    Ok(Some(if first <= last { rising.collect() } else { rising.rev().collect() }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Digit;

    fn nine() -> Arc<Layout> {
        Layout::boxes(3, 3).unwrap().shared()
    }

    #[test]
    fn lines_match_patterns() {
        let layout = Layout::boxes(2, 2).unwrap().shared();
        let rule = Rule::parse("Regex .*(12|21).* r1; r4c4-1", &layout).unwrap();
        assert_eq!((rule.name(), rule.blocks().len()), ("regex .*(12|21).*", 2));
        // Written as blocks.
        let again = Rule::parse(&rule.text(&layout), &layout).unwrap();
        assert_eq!(again, rule);
        let grid = |text: &str| -> Vec<Digit> {
            text.bytes().map(|byte| Digit::new(usize::from(byte - b'1'))).collect()
        };
        assert!(rule.holds(&grid("1234341243212143")));
        assert!(!rule.holds(&grid("1324241342313142")));
        for (text, message) in [
            ("regex", "expected cells behind the pattern"),
            ("regex 12", "expected cells behind the pattern"),
            ("regex 1(2 r1", "expected ')'"),
            ("regex 15 r1", "5"),
            ("regex 12 x1", "expected cells such as"),
        ] {
            let error = Rule::parse(text, &layout).unwrap_err();
            assert!(error.message().contains(message), "{text}: {error}");
        }
    }

    #[test]
    fn rules_are_read_and_written() {
        for (text, written) in [
            ("cage 15 r1c2 r1c1", "cage 15 r1c1 r1c2"),
            ("Killer R1C1R1C2", "cage r1c1 r1c2"),
            ("cage r1-2c1-2", "cage r1c1 r1c2 r2c1 r2c2"),
            ("littlekiller 9 r4c1-r1c4", "littlekiller 9 r1c4 r2c3 r3c2 r4c1"),
            ("thermo r3c2-r1c2", "thermometer r3c2 r2c2 r1c2"),
            ("thermo r1c2-r1c3r2c2", "thermometer r1c2 r1c3 r2c2"),
            ("cage r1c1-r1c1", "cage r1c1"),
            ("thermo r3-1c2", "thermometer r3c2 r2c2 r1c2"),
            ("whispers r1c1,r2c1", "whispers 5 r1c1 r2c1"),
            ("whispers 4 r1c1 r2c1", "whispers 4 r1c1 r2c1"),
            ("sandwich 12 r3", "sandwich 12 r3"),
            ("sandwich 12 r3c9-1", "sandwich 12 r3c9-1"),
            ("sandwich 0 r1-9c4", "sandwich 0 c4"),
            ("sandwich 0 r9-1c4", "sandwich 0 r9-1c4"),
            ("cage 15 5 r1c1 r1c2", "cage 15 5 r1c1 r1c2"),
            ("nonconsecutive r2c1 r1c1; r1c1 r1c2", "nonconsecutive 1 r1c1 r1c2; r1c1 r2c1"),
            ("arrow r1c1; r2c2 r3c3", "arrow r1c1; r2c2 r3c3"),
            ("entropic r1c1 r1c2 r2c2 r2c1 r1c1 r1c2", "entropic r1c1 r1c2 r2c2 r2c1 r1c1 r1c2"),
            ("modular r7c4 r7c3 r6c3 r6c2 r7c2 r7c3", "modular 3 r7c4 r7c3 r6c3 r6c2 r7c2 r7c3"),
            ("anti-knight", "antiknight"),
            ("Anti Knight:", "antiknight"),
            ("thermo: r1c1-3 r2c3", "thermometer r1c1 r1c2 r1c3 r2c3"),
            ("killer 15: r1c1 r1c2", "cage 15 r1c1 r1c2"),
            ("killer cage: 15: r1c1r1c2", "cage 15 r1c1 r1c2"),
            ("whispers:5;r1c1r1c2", "whispers 5 r1c1 r1c2"),
            ("German whispers: r1c1r1c2", "whispers 5 r1c1 r1c2"),
            ("region-sum line : r1c3 r1c4", "regionsumline r1c3 r1c4"),
            ("X-sum 23: row 3 left", "xsum 23 r3"),
            ("xsum 23 row 3 right", "xsum 23 r3c9-1"),
            ("sandwich sum: 12, column 4 bottom", "sandwich 12 r9-1c4"),
            ("odd: row 3, r4c1", "odd r3c1 r3c2 r3c3 r3c4 r3c5 r3c6 r3c7 r3c8 r3c9 r4c1"),
            ("arrow: r1c1; r2c2 r3c3", "arrow r1c1; r2c2 r3c3"),
            ("or: (antiknight) (thermo: r1c1-2)", "or (antiknight) (thermometer r1c1 r1c2)"),
            (
                "OR(killer 10 r1c1-2)  ( and (antiknight)(thermo r1c1-2) )",
                "or (cage 10 r1c1 r1c2) (and (antiknight) (thermometer r1c1 r1c2))",
            ),
            ("or (antiknight)", "or (antiknight)"),
            (
                r#"or ({"name":"a) \"(","blocks":[{"distinct":"r1"}]}) (antiknight)"#,
                "or (a) \"() (antiknight)",
            ),
        ] {
            let rule = Rule::parse(text, &nine()).unwrap();
            assert_eq!(rule.to_string(), written);
            assert_eq!(Rule::parse(&rule.text(&nine()), &nine()).unwrap(), rule);
        }
    }

    #[test]
    fn sentences_are_no_rules() {
        for line in [
            "thermo: r1c1-3 r2c3",
            "killer 15: r1c1 r1c2",
            "Killer cage 15: R1C1 and R1C2",
            "xsum 23: row 3 left",
            "sandwich 4 r3",
            "Anti-knight",
            "nonconsecutive 2",
            "taxicab 3",
            "or (antiking) (antiknight)",
            "regex 1.* r3",
            "clone r1c1; x9",
        ] {
            assert!(is_meant(line), "{line}");
        }
        for line in [
            "Thermo: digits increase from the bulb",
            "Killer 15",
            "antiknight: true",
            "Sandwich of row 3",
            "Even cells, odd cells",
            "or so",
            "regex is not a rule",
            "1......2",
            "r1c1",
            "",
        ] {
            assert!(!is_meant(line), "{line}");
        }
    }

    #[test]
    fn errors_name_what_is_wrong() {
        let deep = "or (".repeat(100_000) + "antiking" + &")".repeat(100_000);
        let deeper = "and (antiking) (".repeat(17) + "antiking" + &")".repeat(17);
        for (text, message) in [
            (
                "cage 15 r1c1-r2c3",
                "cage: `r1c1-r2c3`: expected two cells of a row, a column or a diag",
            ),
            ("cage 15 r1-2c1-r3c3", "cage: `r1-2c1-r3c3`: expected two cells of a row, "),
            ("cage 15 r1c1-r3", "cage: `r1c1-r3`: expected two cells of a row, "),
            ("cage 15 r1-r3", "cage: `r1-r3`: expected two cells of a row, "),
            ("cage 15 r1c1-r10c10", "cage: `r1c1-r10c10`: expected a row from 1 to 9"),
            ("cage 15 r1c1-", "cage: `r1c1-`: expected a column from 1 to 9"),
            ("contains 12 r1c1 r1c2", "contains: 12: expected a digit of the grid, 1 to 9"),
            (
                "containsexactly 1 0 r1c1 r1c2",
                "containsexactly: 0: expected a digit of the grid, 1 to 9",
            ),
            ("numberedroom 10 r1", "numberedroom: 10: expected a digit of the grid, 1 to 9"),
            (
                "hiddenskyscraper -1 c1",
                "hiddenskyscraper: -1: expected a digit of the grid, 1 to 9",
            ),
            ("lookandsay 2 10 r1c1-4", "lookandsay: 10: expected a digit of the grid, 1 to 9"),
            ("chess 1 3 10", "chess: 10: expected a digit of the grid, 1 to 9"),
            ("connectedsize 12 10", "connectedsize: 10: expected a digit of the grid, 1 to 9"),
            ("connected 10", "connected: 10: expected a digit of the grid, 1 to 9"),
            ("cages 15 r1c1", "rule `cages`: no such kind; known are cage, equalitycage"),
            ("!", "rule `!`: no such kind; known are cage, distinct, sum, "),
            ("cage 15", "cage: no cells: expected cage [NUMBER…] CELLS"),
            ("cage 15 r1c0", "cage: `r1c0`: expected a column from 1 to 9"),
            ("cage 15 r10c1", "cage: `r10c1`: expected a row from 1 to 9"),
            ("cage 15 a1", "cage: `a1`: expected cells such as r1c1, "),
            ("killers: 15", "rule `killers`: no such kind; known are "),
            ("xsum 23: row 3 top", "xsum: `top`: expected left or right"),
            ("xsum 23: row", "xsum: `r`: expected a row from 1 to 9"),
            ("xsum 23: column 10 top", "xsum: `c10`: expected a column from 1 to 9"),
            ("xsum 23: left", "xsum: `left`: expected cells such as "),
            ("cage 1x r1c1", "cage: `1x`: expected a number"),
            ("littlekiller 1 2 r1c1", "littlekiller: 2 numbers: expected one"),
            ("littlekiller 1 r1c1-3", "littlekiller: expected the cells of a diagonal"),
            ("sum 9999999 r1c1", "sum: 9999999: expected a number up to 1000000"),
            ("equalsums r1c1", "equalsums: 1 group of cells: expected equalsums CELLS; CELLS; …"),
            ("nonconsecutive r1c1 r2c2", "nonconsecutive: expected pairs of neighbours, "),
            (
                "entropic r1c1 r1c2 r1c3 r1c2",
                "entropic: r1c2 is named twice within 3 cells in a row",
            ),
            ("modular 1000 r1 r2c1", "modular: 10 cells that must differ: more than the 9 digits"),
            ("modular 4 r1 r2c1 r1c8", "modular: r1c8 is named twice within 4 cells in a row"),
            ("clone r1; ", "clone: no cells between `;`"),
            ("cage 15 r1c1 r1c1", "cage: r1c1 is named twice"),
            ("cage 50 r1 r2c1", "cage: 10 cells: more than the 9 digits"),
            ("cage 50 r1c1; r2c1", "cage: 2 lines of cells: expected one"),
            ("thermometer 3 r1c1-2", "thermometer: takes no number"),
            ("thermometer r1c1", "thermometer: 1 cell: expected two or more"),
            ("whispers r1c1 r1c1", "whispers: r1c1 is named twice in a row"),
            ("sandwich r3", "sandwich: 0 numbers: expected one"),
            ("sandwich 3 r3c1-8", "sandwich: expected a row or a column, "),
            ("antiknight r1c1", "antiknight: takes no cells"),
            ("{", "rule in JSON: "),
            ("or", "or: no rules: expected or (RULE) (RULE) …"),
            ("and ()", "rule ``: no such kind; known are "),
            ("or (antiknight", "or: a parenthesis is not closed"),
            ("or (antiknight) antiking", "or: `antiking`: expected rules in parentheses"),
            ("or (cages) (antiknight)", "rule `cages`: no such kind; "),
            (&deep, "or: too many rules within one another"),
            (&deeper, "and: too many rules within one another"),
        ] {
            let error = Rule::parse(text, &nine()).unwrap_err();
            assert!(error.is_input() && error.to_string().starts_with(message), "{text}: {error}");
        }
    }
}
