//! Text as people paste it: a short source that cannot be read as it stands is read another way, if
//! there is one in which nothing is left unread.
//!
//! [`better`] rewrites a source into a form that [`FORMATS`](super::FORMATS) know. Each way is a
//! function and a line in [`WAYS`]; what a way assumes is told. Those of other programs' files are in
//! `programs`, those of source code and pages in `code`. A source that reads as it stands is never
//! rewritten, nor is one whose format was asked for.

mod code;
mod programs;

use std::collections::BTreeSet;

use super::preamble::is_comment;
use super::{coded, symbols};
use crate::grid::LayoutSpec;

/// The longest source that is looked at, in bytes.
pub(super) const MAX_PASTE: usize = 32 << 10;

/// A text rewritten, and what was assumed of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Paste {
    pub(super) text: String,
    pub(super) note: String,
}

/// How to read a text another way, if that applies to it.
type Way = fn(&str) -> Option<Paste>;

/// All ways, those that assume least first.
const WAYS: &[Way] = &[
    programs::data_of_xml,
    programs::sumocue,
    programs::library,
    programs::moves_below,
    programs::marked_cells,
    code::sides_of_boxes,
    code::arrays,
    code::facts,
    code::table_of_html,
    code::table_of_wiki,
    code::word_in_code,
    quoted_lines,
    numbered_lines,
    named_lines,
    groups_on_a_line,
    fields_between_delimiters,
    spaces_between_bars,
    lines_of_dashes,
    lines_of_words,
    negative_blanks,
    other_blanks,
    spaces_on_a_line,
    plus_signs,
    two_digits,
    letters,
];

/// The first way in which a text can be read, as far as `reads` tells.
pub(super) fn better(text: &str, reads: impl Fn(&str) -> bool) -> Option<Paste> {
    let plain = plain_characters(text);
    let plain = without_quoting(&plain).unwrap_or(plain);
    if plain != text && reads(&plain) {
        let note = "quoting and special characters are read as plain text".into();
        return Some(Paste { text: plain, note });
    }
    let better = |text: &str, rest: &str| {
        let with_rest = |paste: Paste| Paste { text: paste.text + rest, ..paste };
        let mut pastes = WAYS.iter().filter_map(|way| way(text)).map(with_rest);
        pastes.find(|paste| reads(&paste.text))
    };
    // The map of its regions may stand below a grid.
    let map = || plain.split_once("\n\n").and_then(|(grid, map)| better(grid, &format!("\n{map}")));
    better(&plain, "").or_else(map)
}

/// Letters that optical character recognition puts for digits, as these: in words of such letters,
/// digits and blanks alone, outside comments.
pub(super) fn recognized(text: &str) -> Option<Paste> {
    const MISTAKEN: &[(char, char)] =
        &[('O', '0'), ('o', '0'), ('l', '1'), ('I', '1'), ('S', '5'), ('Z', '2'), ('B', '8')];
    let digit = |c: char| MISTAKEN.iter().find(|(from, _)| *from == c).map(|(_, to)| *to);
    let mut found = BTreeSet::new();
    let mut word = |word: &str| {
        let is_cells = |c: char| c.is_ascii_digit() || "._*-".contains(c) || digit(c).is_some();
        if !word.chars().all(is_cells) {
            return word.to_owned();
        }
        let symbol = |c: char| {
            let Some(to) = digit(c) else { return c };
            found.insert(format!("{c} as {to}"));
            to
        };
        word.chars().map(symbol).collect()
    };
    let mut line = |line: &str| {
        let (cells, remark) = line.split_at(remark_of(line));
        let is_space = |c: char| c.is_whitespace() || "|,;+[]{}()\"'".contains(c);
        let words: String = cells
            .split_inclusive(is_space)
            .map(|piece| {
                let end = piece.len()
                    - piece.chars().next_back().filter(|&c| is_space(c)).map_or(0, char::len_utf8);
                word(&piece[..end]) + &piece[end..]
            })
            .collect();
        words + remark + "\n"
    };
    let rewritten: String = text.lines().map(&mut line).collect();
    let note = found.into_iter().collect::<Vec<_>>().join(", ");
    (!note.is_empty()).then_some(Paste { text: rewritten, note })
}

/// Where the comment of a line begins, or the line ends.
fn remark_of(line: &str) -> usize {
    if is_comment(line) { 0 } else { line.find('#').unwrap_or(line.len()) }
}

impl Paste {
    fn new(text: String, note: &str) -> Self {
        Paste { text, note: note.into() }
    }
}

/// Each line rewritten; blank lines and comments, which may name layouts and rules, stay.
fn each_line(text: &str, rewritten: impl Fn(&str) -> Option<String>) -> Option<String> {
    let line = |line: &str| {
        let stays = line.trim().is_empty() || is_comment(line.trim_start());
        let line = if stays { line.to_owned() } else { rewritten(line)? };
        Some(line + "\n")
    };
    text.lines().map(line).collect()
}

/// Digits, blanks, spaces and quotes of other scripts and fonts as those of ASCII.
fn plain_characters(text: &str) -> String {
    let plain = |c: char| match c {
        '\u{ff10}'..='\u{ff19}' => char::from_digit(c as u32 - 0xff10, 10),
        '．' | '·' | '•' | '∙' | '・' | '□' | '▢' | '☐' | '■' => Some('.'),
        '“' | '”' | '„' => Some('"'),
        '‘' | '’' => Some('\''),
        '−' | '–' | '—' => Some('-'),
        '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}' => None,
        _ if c != '\n' && c.is_whitespace() && !c.is_ascii() => Some(' '),
        _ => Some(c),
    };
    text.chars().filter_map(plain).collect()
}

/// Without the `>` of quoted mail and the fences of code.
fn without_quoting(text: &str) -> Option<String> {
    let is_quoted = |line: &str| line.trim().is_empty() || line.trim_start().starts_with('>');
    let all_quoted = text.lines().all(is_quoted);
    let is_fence = |line: &str| {
        let line = line.trim();
        line.starts_with("```") || ["[code]", "[/code]"].contains(&line)
    };
    let fenced = text.lines().any(is_fence);
    if !all_quoted && !fenced {
        return None;
    }
    // A fence may say more than the name of a language.
    if text.lines().any(|line| line.trim_start().starts_with("```") && line.contains('=')) {
        return None;
    }
    let unquoted = |line| {
        let mut line: &str = line;
        while let Some(rest) = line.strip_prefix('>').filter(|_| all_quoted) {
            // One space belongs to the mark, others may be empty cells.
            line = rest.strip_prefix(' ').unwrap_or(rest);
        }
        line
    };
    let lines = text.lines().filter(|line| !is_fence(line));
    Some(lines.map(unquoted).collect::<Vec<_>>().join("\n") + "\n")
}

/// Lines quoted below a heading: `> 53..7....`.
fn quoted_lines(text: &str) -> Option<Paste> {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let quoted = |line: &&&str| line.starts_with('>');
    let first = lines.iter().position(|line| line.starts_with('>'))?;
    let count = lines.iter().filter(quoted).count();
    // One block, and words around it.
    let is_block = lines[first..].iter().take_while(quoted).count() == count;
    let is_word = |word: &str| word.chars().count() > 2 && word.contains(char::is_lowercase);
    let says =
        |line: &&str| !line.contains('=') && line.split(|c: char| !c.is_alphabetic()).any(is_word);
    let others = lines.iter().filter(|line| !line.starts_with('>'));
    if !is_block || count == lines.len() || !others.into_iter().all(says) {
        return None;
    }
    let unquoted = lines[first..first + count].iter().map(|line| {
        let rest = line.trim_start_matches('>');
        rest.strip_prefix(' ').unwrap_or(rest)
    });
    let text = unquoted.collect::<Vec<_>>().join("\n") + "\n";
    Some(Paste::new(text, "what is quoted (>) is read, and no other line"))
}

/// A list: lines with their numbers before them, `1. ` or `1) `.
fn numbered_lines(text: &str) -> Option<Paste> {
    let lines = text.lines().filter(|line| !line.trim().is_empty()).enumerate();
    let bare = lines.map(|(k, line)| {
        let (number, rest) = line.trim_start().split_once(['.', ')', ':'])?;
        let counts = number.parse() == Ok(k + 1) && rest.starts_with(' ');
        counts.then(|| rest.trim().to_owned())
    });
    let bare: Option<Vec<String>> = bare.collect();
    Some(Paste::new(bare?.join("\n") + "\n", "numbers of lines are not read"))
}

/// Lines that begin with a name, as in banks of puzzles: `HASH PUZZLE RATING`.
fn named_lines(text: &str) -> Option<Paste> {
    let puzzle = |line: &str| {
        let (name, rest) = line.trim().split_once([' ', '\t', ','])?;
        let is_name = name.len() < 64
            && name.chars().all(|c| c.is_ascii_alphanumeric())
            && name.parse::<LayoutSpec>().is_err();
        let next = rest.trim_start().split([' ', '\t', ',']).next()?;
        let side = symbols::side_of(next.len())?;
        (is_name && side >= 6 && symbols::is_puzzle(next, side) && next.contains(is_blank))
            .then(|| rest.trim_start().to_owned())
    };
    Some(Paste::new(each_line(text, puzzle)?, "the first word of each line is read as a name"))
}

/// A grid on one line: as many words as each has symbols.
fn groups_on_a_line(text: &str) -> Option<Paste> {
    let puzzle = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let side = words.len();
        let fits = side >= 4 && words.iter().all(|word| word.len() == side);
        // Without a blank it may be the map of a jigsaw.
        (fits && line.contains(is_blank)).then(|| words.concat())
    };
    Some(Paste::new(each_line(text, puzzle)?, "the words of a line are read as the rows of a grid"))
}

/// Whether a character stands for an empty cell.
fn is_blank(c: char) -> bool {
    ".0_*-".contains(c)
}

/// Whether a line is drawn and has no cell.
fn is_drawn(line: &str) -> bool {
    let drawn = |c: char| " \t-+|=*_:.'`".contains(c) || ('\u{2500}'..='\u{257f}').contains(&c);
    let mut all = line.trim().chars();
    let joined = ["--", "==", "-+", "+-"].iter().any(|pair| line.contains(pair));
    let joined = joined || line.contains(['─', '═', '━']);
    !line.trim().is_empty() && joined && all.all(drawn)
}

/// Cells between tabs, semicolons, commas or bars, nothing between two for an empty cell.
fn fields_between_delimiters(text: &str) -> Option<Paste> {
    let note = "what is empty between two delimiters is read as an empty cell";
    // Frames have bars of several weights.
    let text = &text.replace(['│', '┃', '║'], "|");
    let rows = ['\t', ';', ',', '|'].iter().find_map(|&it| fields(text, it))?;
    let cell = |field: &&str| if field.is_empty() { ".".to_owned() } else { (*field).to_owned() };
    let row = |row: &Vec<&str>| row.iter().map(cell).collect::<Vec<_>>().join(" ");
    let comments = text.lines().filter(|line| line.starts_with('#')).map(str::to_owned);
    let lines: Vec<String> = comments.chain(rows.iter().map(row)).collect();
    Some(Paste::new(lines.join("\n") + "\n", note))
}

/// The fields of one grid, without numbers at its edges.
fn fields(text: &str, delimiter: char) -> Option<Vec<Vec<&str>>> {
    let is_bar = !"\t;,".contains(delimiter);
    let is_row = |line: &&str| {
        let begins = line.trim_start_matches(' ').starts_with(delimiter);
        begins || !line.trim_matches(' ').is_empty() && !is_comment(line)
    };
    let cells = |line| {
        let line: &str = line;
        let trimmed = line.trim_matches(' ');
        let bare = trimmed.strip_prefix(delimiter).unwrap_or(trimmed);
        let bare = bare.strip_suffix(delimiter).unwrap_or(bare);
        let fields = if is_bar { bare } else { line }.split(delimiter);
        fields.map(str::trim).collect::<Vec<_>>()
    };
    let lines = text.lines().filter(|line| !is_drawn(line)).filter(is_row);
    let mut rows: Vec<Vec<&str>> = lines.map(cells).collect();
    let mut width = rows.iter().map(Vec::len).max()?;
    let is_cell = |field: &&str| {
        field.len() < 3 && field.chars().all(|c| c.is_ascii_alphanumeric() || is_blank(c))
    };
    if width < 4 || !rows.iter().flatten().all(is_cell) || rows.iter().any(|row| row.len() < 2) {
        return None;
    }
    // Spreadsheets leave out empty fields at the end.
    if is_bar && rows.iter().any(|row| row.len() != width) {
        return None;
    }
    for row in &mut rows {
        row.resize(width, "");
    }
    let counts = |fields: &mut dyn Iterator<Item = &str>| {
        fields.enumerate().all(|(k, field)| field.parse() == Ok(k + 1))
    };
    let says_nothing = |row: &[&str]| row.iter().all(|field| field.is_empty());
    if rows.len() + 1 == width && rows.iter().all(|row| row[width - 1].is_empty()) {
        width -= 1;
        for row in &mut rows {
            row.truncate(width);
        }
    }
    if counts(&mut rows.iter().skip(1).map(|row| row[0])) && rows[0][0].is_empty() {
        // Numbers of rows, below the corner of a header.
        width -= 1;
        for row in &mut rows {
            row.remove(0);
        }
    }
    let is_header = says_nothing(&rows[0]) || counts(&mut rows[0].iter().copied());
    if rows.len() == width + 1 && is_header {
        rows.remove(0);
    }
    (rows.len() == width).then_some(rows)
}

/// Cells in every second column between bars, spaces for empty ones.
fn spaces_between_bars(text: &str) -> Option<Paste> {
    let mut rows = String::new();
    for line in text.lines().filter(|line| !is_drawn(line) || !line.contains(['-', '─', '='])) {
        let line = line.trim();
        if line.is_empty() || is_comment(line) {
            rows.extend([line, "\n"]);
            continue;
        }
        let bars = ['|', '│', '┃', '║'];
        let groups: Vec<&str> = line.split(bars).collect();
        let has_edges = groups.first()?.is_empty() && groups.last()?.is_empty();
        let groups = groups.get(1..groups.len() - 1).filter(|groups| groups.len() > 1)?;
        if !has_edges {
            return None;
        }
        for group in groups {
            let cells: Vec<char> = group.chars().collect();
            if cells.len().is_multiple_of(2) || cells.iter().step_by(2).any(|&c| c != ' ') {
                return None;
            }
            let symbols = cells.iter().skip(1).step_by(2);
            rows.extend(symbols.map(|&c| if c == ' ' { '.' } else { c }));
        }
        rows.push('\n');
    }
    Some(Paste::new(rows, "a space between bars is read as an empty cell"))
}

/// Rows with lines of dashes between them.
fn lines_of_dashes(text: &str) -> Option<Paste> {
    let (drawn, rows): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| is_drawn(line));
    // A long one may be a puzzle without clues.
    let is_line = |line: &&str| symbols::side_of(line.trim().len()).is_some_and(|side| side > 5);
    // Nothing between two bars may be an empty cell.
    let is_empty_between = |row: &&str| row.replace(char::is_whitespace, "").contains("||");
    let has_dashes = rows.iter().any(|row| row.contains('-'));
    let leaves_open = rows.iter().any(is_empty_between) || drawn.iter().any(is_line);
    if drawn.is_empty() || has_dashes || leaves_open {
        return None;
    }
    Some(Paste::new(rows.join("\n") + "\n", "lines of dashes are read as a frame"))
}

/// Rows with titles, notes and names around them.
fn lines_of_words(text: &str) -> Option<Paste> {
    // What begins with a cell may be a puzzle with a remark, and what has no space a row of letters
    // or of the map of a jigsaw.
    let is_word = |word: &str| word.chars().count() > 2 && word.contains(char::is_lowercase);
    let is_said = |line: &&str| {
        let line = line.trim();
        !is_comment(line)
            && !coded::is_clue(line)
            && !line.contains('=')
            && line.contains(' ')
            && !line.starts_with(|c: char| c.is_ascii_digit() || "._*-|+'\"[{".contains(c))
            && line.split(|c: char| !c.is_alphabetic()).any(is_word)
    };
    let lines: Vec<&str> = text.lines().collect();
    let first = lines.iter().position(|line| !line.trim().is_empty() && !is_said(line))?;
    let behind = lines.iter().rposition(|line| !line.trim().is_empty() && !is_said(line))? + 1;
    let rows = &lines[first..behind];
    let is_puzzle = |line: &&str| {
        let line = line.trim();
        symbols::side_of(line.len()).is_some_and(|side| side > 3 && symbols::is_puzzle(line, side))
    };
    // Of a list of puzzles every line has its place.
    if rows.len() == lines.len() || rows.iter().any(is_said) || rows.iter().any(is_puzzle) {
        return None;
    }
    Some(Paste::new(rows.join("\n") + "\n", "lines of words around the grid are not read"))
}

/// Numbers with -1 for an empty cell.
fn negative_blanks(text: &str) -> Option<Paste> {
    let mut rest = text;
    let mut rewritten = String::new();
    while let Some(at) = rest.find("-1") {
        let (before, behind) = (&rest[..at], &rest[at + 2..]);
        let stands_alone = !before.ends_with(|c: char| c.is_alphanumeric())
            && !behind.starts_with(|c: char| c.is_alphanumeric());
        rewritten.extend([before, if stands_alone { "0" } else { "-1" }]);
        rest = behind;
    }
    rewritten.push_str(rest);
    if rewritten == text {
        return None;
    }
    Some(Paste::new(rewritten, "-1 is read as an empty cell"))
}

/// Rows of digits and one other character, which is no delimiter: `~` or `#`.
fn other_blanks(text: &str) -> Option<Paste> {
    let rows: Vec<&str> = text.lines().map(str::trim).filter(|row| !row.is_empty()).collect();
    let other = |c: char| !c.is_alphanumeric() && !is_blank(c) && !" \t|,;+[]{}()<>\"'".contains(c);
    let blank = text.chars().find(|&c| other(c))?;
    let side = rows.len();
    let is_cell = |c: char| c == blank || c.is_ascii_digit();
    let is_row = |row: &&str| row.chars().count() == side && row.chars().all(is_cell);
    let note = format!("{blank} is read as an empty cell");
    (side >= 4 && rows.iter().all(is_row)).then(|| {
        let text = rows.join("\n").replace(blank, ".") + "\n";
        Paste { text, note }
    })
}

/// A grid on one line, spaces for empty cells.
fn spaces_on_a_line(text: &str) -> Option<Paste> {
    let line = text.trim_end_matches(['\r', '\n']);
    let side = symbols::side_of(line.len()).filter(|&side| side >= 6)?;
    let is_cell = |c: char| c == ' ' || c.is_ascii_digit();
    let joined = line.split(' ').any(|word| word.len() > 1) && line.contains("  ");
    (joined && side < 10 && line.chars().all(is_cell)).then(|| {
        let text = line.replace(' ', ".") + "\n";
        Paste::new(text, "a space is read as an empty cell")
    })
}

/// Digits marked as placed.
fn plus_signs(text: &str) -> Option<Paste> {
    let unmarked = |line: &str| {
        let (cells, remark) = line.split_at(remark_of(line));
        let mut next = cells.match_indices('+').map(|(at, _)| &cells[at + 1..]);
        let is_mark = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit());
        next.all(is_mark).then(|| cells.replace('+', "") + remark)
    };
    let rewritten = each_line(text, unmarked).filter(|_| text.contains('+'))?;
    Some(Paste::new(rewritten, "digits marked as placed (+) are read as clues"))
}

/// Two digits a cell, on one line.
fn two_digits(text: &str) -> Option<Paste> {
    let puzzle = |line: &str| {
        let line = line.trim();
        let side = symbols::side_of(line.len() / 2).filter(|_| line.len().is_multiple_of(2))?;
        let cell = |pair: &[u8]| {
            let text = std::str::from_utf8(pair).ok()?;
            let number = if text == ".." { 0 } else { text.parse::<usize>().ok()? };
            (number <= side).then(|| number.to_string())
        };
        let cells: Option<Vec<String>> = line.as_bytes().chunks(2).map(cell).collect();
        Some(cells?.join(" "))
    };
    Some(Paste::new(each_line(text, puzzle)?, "two digits are read as the number of a cell"))
}

/// As many letters as digits, in place of these.
fn letters(text: &str) -> Option<Paste> {
    let blank = |c: char| ".0_*-".contains(c);
    let cells: Vec<char> = text.chars().filter(|&c| c.is_ascii_alphabetic() || blank(c)).collect();
    let side = symbols::side_of(cells.len()).filter(|&side| side <= 9)?;
    let foreign = |c: char| !c.is_ascii_alphabetic() && !is_blank(c) && !c.is_whitespace();
    let mut names: Vec<char> = cells.iter().copied().filter(|&c| !is_blank(c)).collect();
    names.sort_unstable();
    names.dedup();
    // A letter that is there more often than a digit can be stands for an empty cell; without any
    // empty cell it may be the map of a jigsaw.
    let often = |name: &char| cells.iter().filter(|c| *c == name).count() > side;
    let mixed =
        names.iter().any(char::is_ascii_lowercase) && names.iter().any(char::is_ascii_uppercase);
    let is_other = mixed || names.iter().any(often) || !text.contains(is_blank);
    if text.contains(foreign) || is_other || names.len() > side || names.len() + 1 < side {
        return None;
    }
    let number = |c: char| names.iter().position(|&name| name == c).map(|k| k + 1);
    let digits = cells.iter().map(|&c| number(c).map_or(".".into(), |number| number.to_string()));
    let told: Vec<String> = names.iter().map(char::to_string).collect();
    let note = format!("{} are read as 1 to {}", told.join(", "), names.len());
    Some(Paste { text: digits.collect::<String>() + "\n", note })
}
