//! Lines of HoDoKu's library: a technique and the position that it is found in,
//! `:0200:37:..1+2…:311 412:395::`. Between the colons stand the code of the technique, candidates of
//! its pattern, the grid (a digit that was placed and not given has a `+` before it), candidates that
//! are gone (digit, row, column), then what the step removes, what it places, and a remark. Grid and
//! lost candidates are the puzzle; the rest is passed over, but has to be there.

use super::{Context, Entry, Fit, Format, Head, Plan, Splitting};
use crate::error::{Error, Result};
use crate::grid::{CandidateSet, Cell, Digit};
use crate::puzzle::Puzzle;

/// See the [module](self).
#[derive(Debug)]
pub(super) struct Library;

const CELLS: usize = 81;

impl Format for Library {
    fn name(&self) -> &'static str {
        "library"
    }

    fn about(&self) -> &'static str {
        "positions of HoDoKu's library a line: :technique:candidates:grid:gone:removed:placed:"
    }

    fn by_lines(&self) -> bool {
        true
    }

    fn fit(&self, head: &Head<'_>) -> Fit {
        let first = head.content().next();
        if first.is_some_and(is_line) { Fit::Sure } else { Fit::No }
    }

    fn is_settled(&self, head: &Head<'_>) -> bool {
        self.fit(head) == Fit::Sure
    }

    fn plan(&self, _: &Head<'_>) -> Plan {
        Plan::new(Splitting::Lines { skip: 0 }, read)
    }
}

fn is_line(line: &str) -> bool {
    let grid = line.strip_prefix(':').and_then(|rest| rest.split(':').nth(2));
    grid.is_some_and(|grid| symbols(grid).count() == CELLS)
}

/// The cells of the grid with the columns at which they stand.
fn symbols(grid: &str) -> impl Iterator<Item = (usize, char)> + '_ {
    grid.char_indices().filter(|(_, symbol)| *symbol != '+')
}

/// The code of a technique, perhaps with a variant; or a name, as ours are.
fn is_technique(text: &str) -> bool {
    let (code, variant) = text.split_once('-').unwrap_or((text, "0"));
    let is_code = matches!(code.len(), 4 | 5) && code.bytes().all(|byte| byte.is_ascii_digit());
    let is_name = |text: &str| text.starts_with(|c: char| c.is_ascii_lowercase());
    let is_word = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    let is_variant =
        !variant.is_empty() && variant.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_code && is_variant || is_name(text) && text.bytes().all(is_word)
}

/// Cell and digit of a candidate: digit, row, column.
fn triple(word: &str) -> Option<(Cell, Digit)> {
    let &[digit @ b'1'..=b'9', row @ b'1'..=b'9', column @ b'1'..=b'9'] = word.as_bytes() else {
        return None;
    };
    let [digit, row, column] = [digit, row, column].map(|byte| usize::from(byte - b'1'));
    Some((Cell::at(row, column, 9), Digit::new(digit)))
}

fn read(text: &str, context: &Context<'_>) -> Result<Entry> {
    let line = text.trim_end();
    let at = |part: &str, message: String| {
        let column = part.as_ptr() as usize - text.as_ptr() as usize;
        Error::input(message).at(1, Some(column as u64 + 1))
    };
    let parts: Vec<_> = line.split(':').collect();
    let &[before, technique, _, grid, gone, _, _, ref rest @ ..] = &*parts else {
        let message = "expected :technique:candidates:grid:gone:removed:placed:";
        return Err(at(&line[line.len()..], format!("{} fields: {message}", parts.len() - 1)));
    };
    if !before.is_empty() {
        return Err(at(before, format!("found {before:?}: expected a colon first")));
    }
    if !is_technique(technique) {
        let message = "expected a technique: four digits such as 0200 or 0402-1, or a name";
        return Err(at(technique, format!("found {technique:?}: {message}")));
    }
    let count = symbols(grid).count();
    if count != CELLS {
        return Err(at(grid, format!("{count} cells: expected {CELLS}")));
    }
    let layout = context.layout(9)?;
    let (mut puzzle, mut placed) = (Puzzle::new(layout), Vec::new());
    for (cell, (place, symbol)) in symbols(grid).enumerate() {
        if grid[..place].ends_with('+') {
            placed.push(Cell::new(cell));
        }
        match symbol {
            '1'..='9' => {
                let digit = symbol.to_digit(10).map_or(0, |digit| digit as usize - 1);
                puzzle.set_candidates(Cell::new(cell), &CandidateSet::single(Digit::new(digit)));
            }
            '.' | '0' => {}
            _ => {
                let message = format!("found {symbol:?}: expected a digit, `.` or `+`");
                return Err(at(&grid[place..], message));
            }
        }
    }
    let triple = |word| {
        triple(word).ok_or_else(|| {
            let message = "expected digit, row and column, each 1 to 9";
            at(word, format!("found {word:?}: {message}"))
        })
    };
    for word in gone.split_whitespace() {
        let (cell, digit) = triple(word)?;
        let mut set = puzzle.clues().get(cell);
        if puzzle.given(cell) == Some(digit) {
            let message = format!("{word} cannot be gone: the grid has that digit there");
            return Err(at(word, message));
        }
        set.remove(digit);
        puzzle.set_candidates(cell, &set);
    }
    if rest.len() > 2 {
        return Err(at(rest[2], "expected the end of the line".into()));
    }
    Ok(puzzle.with_placed(placed).into())
}

#[cfg(test)]
mod tests {
    use super::super::tests::one;
    use super::super::{ReadOptions, by_name, parse_with};
    use crate::{Cell, Digit};

    const LINE: &str = ":0100:2:..5........6..2..8..4...1.7....1..7....8....4.2..47..9..175.6...8\
                        ...3....5.....9.:212 313:271 281 291:::";

    #[test]
    fn a_line_is_a_position() {
        let puzzle = one(LINE);
        assert_eq!(puzzle.given(Cell::new(2)).map(Digit::number), Some(5));
        assert!(puzzle.has_pencilmarks());
        // The 2 of r1c2 is gone.
        assert_eq!(puzzle.clues().len(Cell::new(1)), 8);
        let plain = one(&LINE.replace("212 313", ""));
        assert!(!plain.has_pencilmarks());
        assert!(one(&format!("# a remark\n{LINE}\n")).has_pencilmarks());
        // Which digits were placed is known.
        assert_eq!(puzzle.placed().count(), 0);
        let placed = one(&LINE.replace("..5........6", "..5.......+.+6"));
        assert_eq!(placed.placed().collect::<Vec<_>>(), [Cell::new(11)]);
        assert_eq!(one(&placed.to_string()).placed().collect::<Vec<_>>(), [Cell::new(11)]);
    }

    /// Each fault is told with its column.
    #[test]
    fn faults_are_located() {
        let told = |line: &str| {
            let error = parse_as(line).unwrap_err();
            let column = error.location().and_then(|it| it.column).unwrap();
            (error.message().to_owned(), line[usize::try_from(column).unwrap() - 1..].to_owned())
        };
        let with = |from: &str, to: &str| LINE.replacen(from, to, 1);
        let faults = [
            (with(":0100:", ":100:"), "four digits", "100:2:"),
            (with(":0100:", ":0100-:"), "four digits", "0100-:2:"),
            (with(":0100:", "::"), "four digits", ":2:"),
            (with("212 313", "212 013"), "each 1 to 9", "013:271"),
            (with("212 313", "212 3130"), "each 1 to 9", "3130:271"),
            (with("212 313", "212 513"), "cannot be gone", "513:271"),
            (with("271 281 291:::", "271 281 291"), "5 fields", ""),
            (with(":212 313:271 281 291:::", ""), "3 fields", ""),
            (format!("{LINE}::more"), "end of the line", ":more"),
        ];
        for (line, message, rest) in &faults {
            let (found, at) = told(line);
            assert!(found.contains(message), "{line}: {found}");
            assert!(at.starts_with(rest), "{line}: {found} at {at:?}");
        }
        for good in ["0100-1", "0311-x", "naked-pair", "dynamic-contradiction-chain"] {
            assert!(parse_as(&LINE.replace("0100", good)).is_ok(), "{good}");
        }
    }

    fn parse_as(text: &str) -> crate::Result<crate::Puzzle> {
        let format = by_name("library");
        parse_with(text, &ReadOptions { format, ..ReadOptions::default() })
    }
}
