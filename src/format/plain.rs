//! Plain lines: a classic 9×9 and nothing that could mean more. They are most of what files of
//! millions hold, so they are taken by the thousand, as they stand, without becoming records.
//!
//! A line is plain if it has 81 symbols and its end, or a remark between the two that says nothing
//! of the puzzle but its solution, a right one. Whatever is in any doubt is no plain line: it
//! becomes a record, and the parser decides. What a plain line is must therefore be what the parser
//! would make of it.

use std::sync::{Arc, OnceLock};

use super::line::is_separator;
use super::source::Source;
use crate::grid::Layout;
use crate::puzzle::Puzzle;

const SIDE: usize = 9;
const CELLS: usize = SIDE * SIDE;

/// The longest remark that a plain line may have, in bytes.
const MAX_REMARK: usize = 1 << 10;

/// Clues from which on a line could be the map of a jigsaw's regions: such a map has each of its
/// nine symbols nine times, so of empty cells it has nine or none.
const NEARLY_FULL: usize = 72;

/// The symbols of a classic 9×9, row by row: `1` to `9` are clues, any other is an empty cell.
pub type PlainLine = [u8; CELLS];

/// Takes the plain lines that the source begins with and that are here, until there are `room`;
/// how many were taken.
pub(super) fn take(source: &mut Source, lines: &mut Vec<PlainLine>, room: usize) -> usize {
    let text = source.buffered();
    let before = lines.len();
    lines.reserve(room.saturating_sub(before).min(text.len() / CELLS));
    let mut bytes = 0;
    while lines.len() < room
        && let Some((line, length)) = first(&text[bytes..])
    {
        lines.push(*line);
        bytes += length;
    }
    let taken = lines.len() - before;
    source.pass(bytes, taken);
    taken
}

/// Whether the source begins with a plain line, here to its end.
pub(super) fn is_next(source: &Source) -> bool {
    first(source.buffered()).is_some()
}

/// The plain line that a text begins with, and its length with all that belongs to it.
fn first(text: &[u8]) -> Option<(&PlainLine, usize)> {
    let (line, rest) = text.split_first_chunk()?;
    let rest = match rest {
        [b'\n', ..] => 1,
        [b'\r', b'\n', ..] => 2,
        _ => remark(line, rest)?,
    };
    is_classic(line).then_some((line, CELLS + rest))
}

/// The plain line that a text is, if it is one alone.
pub fn plain_line(text: &[u8]) -> Option<&PlainLine> {
    let line = text.try_into().ok()?;
    is_classic(line).then_some(line)
}

/// The puzzle of a text that is a plain line alone.
pub(crate) fn plain_puzzle(text: &str) -> Option<Puzzle> {
    static CLASSIC: OnceLock<Option<Arc<Layout>>> = OnceLock::new();
    let line = plain_line(text.trim_ascii().as_bytes())?;
    let layout = CLASSIC.get_or_init(|| Layout::boxes(3, 3).map(Layout::shared).ok());
    let number = |symbol: &u8| u16::from(if symbol.is_ascii_digit() { symbol - b'0' } else { 0 });
    let numbers: Vec<_> = line.iter().map(number).collect();
    Puzzle::from_numbers(Arc::clone(layout.as_ref()?), &numbers).ok()
}

/// The length of a remark, its line end included, if it says nothing of the puzzle before it.
fn remark(line: &PlainLine, rest: &[u8]) -> Option<usize> {
    let end = memchr::memchr(b'\n', &rest[..rest.len().min(MAX_REMARK)])?;
    let text = &rest[..end];
    let says_nothing =
        text.is_ascii() && !may_name_layout(text) && is_solution_or_short(line, text);
    (is_separator(*text.first()?) && says_nothing).then_some(end + 1)
}

/// Whether a remark may have a word such as `layout=3x3`.
fn may_name_layout(remark: &[u8]) -> bool {
    memchr::memchr(b'#', remark).is_some_and(|place| remark[place..].contains(&b'='))
}

/// Whether a remark has no field of as many symbols as the puzzle, or just its solution, at the
/// beginning: one that is wrong is left to the parser, and so may be the map of its regions.
fn is_solution_or_short(puzzle: &PlainLine, remark: &[u8]) -> bool {
    if remark.len() <= CELLS {
        return true;
    }
    let start = remark.iter().position(|&byte| !is_separator(byte)).unwrap_or(remark.len());
    let Some((field, rest)) = remark[start..].split_first_chunk() else { return true };
    let ends = rest.first().is_none_or(|&byte| is_separator(byte)) && rest.len() <= CELLS;
    ends && solves(field, puzzle)
}

/// Each byte that is a digit as a bit of its own.
const BITS: [u16; 256] = {
    let mut bits = [0; 256];
    let mut digit = 0;
    while digit < SIDE {
        bits[b'1' as usize + digit] = 1 << digit;
        digit += 1;
    }
    bits
};

/// Whether a grid has every digit in each row, column and box, and the clues of the puzzle. Without
/// branches, as most lines of a large file may be asked about.
fn solves(grid: &PlainLine, puzzle: &PlainLine) -> bool {
    let is_free = |byte: u8| byte.wrapping_sub(b'1') >= 9;
    let kept = grid.iter().zip(puzzle).fold(true, |kept, (a, b)| kept & (a == b || is_free(*b)));
    let or = |a: [u16; SIDE], b: [u16; SIDE]| std::array::from_fn(|k| a[k] | b[k]);
    let mut columns = [0; SIDE];
    let mut full = 0x1ff;
    for band in grid.as_chunks::<27>().0 {
        let mut boxes = [0; SIDE];
        for row in band.as_chunks::<SIDE>().0 {
            let row = row.map(|byte| BITS[usize::from(byte)]);
            full &= row.iter().fold(0, |all, bits| all | bits);
            boxes = or(boxes, row);
        }
        columns = or(columns, boxes);
        full &= boxes.as_chunks::<3>().0.iter().fold(0x1ff, |all, [a, b, c]| all & (a | b | c));
    }
    kept && columns.iter().fold(full, |all, bits| all & bits) == 0x1ff
}

/// Whether a line of symbols is a puzzle, and no map of regions.
fn is_classic(line: &PlainLine) -> bool {
    let legal = line.iter().fold(true, |legal, &byte| legal & is_cell(byte));
    let clues = count_clues(line);
    legal && (clues < NEARLY_FULL || !has_twins(line))
}

/// Whether a byte is a digit, or one of the signs that always stand for an empty cell.
fn is_cell(byte: u8) -> bool {
    // Comparisons without branches: many bytes are looked at together.
    let within = |first: u8, last: u8| byte.wrapping_sub(first) <= last - first;
    within(b'0', b'9')
        | within(b'-', b'.')
        | within(b'?', b'?')
        | within(b'*', b'*')
        | within(b'_', b'_')
}

fn count_clues(line: &PlainLine) -> usize {
    let clues = line.iter().fold(0, |sum, &byte| sum + u8::from(byte.wrapping_sub(b'1') < 9));
    usize::from(clues)
}

/// Whether two cells beside each other, in a row or a column, have the same symbol. In the map of
/// regions that hang together some have.
fn has_twins(line: &PlainLine) -> bool {
    let below = line.iter().zip(&line[SIDE..]).any(|(a, b)| a == b);
    let beside = |row: &[u8]| row.iter().zip(&row[1..]).any(|(a, b)| a == b);
    below || line.chunks_exact(SIDE).any(beside)
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use proptest::prelude::*;

    use super::super::tests::results;
    use super::super::{Entry, ReadOptions, Reader, by_name};
    use super::*;
    use crate::error::Result;
    use crate::grid::Digit;

    const PUZZLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const SOLUTION: &str =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    fn is_plain(text: &str) -> bool {
        let plain = first(text.as_bytes());
        assert!(plain.is_none_or(|(_, length)| length == text.find('\n').unwrap() + 1), "{text}");
        plain.is_some()
    }

    /// A plain line is what the parser makes of the same text.
    fn check(text: &str) {
        let Some((line, _)) = first(text.as_bytes()) else { return };
        let options = ReadOptions { format: by_name("line"), ..ReadOptions::default() };
        let found = results(text.as_bytes(), &options);
        let [Ok(entry)] = &found[..] else { panic!("{text}: {found:?}") };
        assert!(entry.puzzle.layout().is_classic(), "{text}");
        assert!(!entry.puzzle.has_pencilmarks(), "{text}");
        assert_eq!(plain_puzzle(str::from_utf8(line).unwrap()).as_ref(), Some(&entry.puzzle));
        for (cell, &byte) in entry.puzzle.cells().zip(line) {
            let clue = entry.puzzle.given(cell).map(Digit::number);
            let digit = usize::from(byte.wrapping_sub(b'0'));
            assert_eq!(clue, (1..=9).contains(&digit).then_some(digit), "{text}");
        }
    }

    #[test]
    fn lines_and_what_may_follow() {
        for rest in ["", "\r", " ", "  \r", "\teasy", ",1", ";x", "#x", ":1:", "\x0c"] {
            let text = format!("{PUZZLE}{rest}\n");
            assert!(is_plain(&text), "{rest:?}");
            check(&text);
        }
        for rest in [" ", ",", ", "] {
            for last in ["", "\r", " 17", ",1,2,3 # four"] {
                let text = format!("{PUZZLE}{rest}{SOLUTION}{last}\n");
                assert!(is_plain(&text), "{text}");
                check(&text);
                // A wrong one is to be told.
                for (one, other) in [("53467", "63457"), ("1", "2"), ("9", ".")] {
                    let wrong = SOLUTION.replace(one, other);
                    assert!(!is_plain(&format!("{PUZZLE}{rest}{wrong}{last}\n")), "{wrong}");
                }
            }
        }
        let (short, long) = (&PUZZLE[1..], format!("{PUZZLE}."));
        let late = format!("{PUZZLE},{}", "x ".repeat(MAX_REMARK));
        let jigsaws = ["111222333", "aaabbbccc", "abcdefghi"].map(|rows| {
            let map = rows.repeat(3) + &"444555666".repeat(3) + &"777888999".repeat(3);
            format!("{PUZZLE} {}", &map[..81])
        });
        let nbsp = format!("{PUZZLE}\u{a0}");
        let doubtful = format!("{PUZZLE} easy {SOLUTION}");
        let others = ["", "#", short, &long, &late, &nbsp, &doubtful];
        for text in others.into_iter().chain(jigsaws.iter().map(String::as_str)) {
            assert!(!is_plain(&format!("{text}\n")), "{text}");
        }
        assert!(first(PUZZLE.as_bytes()).is_none(), "its end may not be here");
        assert!(first(format!("{PUZZLE}\r").as_bytes()).is_none());
    }

    #[test]
    fn any_byte_is_what_the_parser_takes_it_for() {
        for byte in 0..128_u8 {
            for place in [0, 40, 80] {
                let mut text = PUZZLE.to_owned();
                text.replace_range(place..=place, &char::from(byte).to_string());
                check(&format!("{text}\n"));
            }
            let sign = char::from(byte).to_string();
            if !(b'1'..=b'9').contains(&byte) {
                let plain = is_plain(&format!("{}\n", PUZZLE.replace('.', &sign)));
                assert_eq!(plain, "0._*-?".contains(&sign), "{sign:?}");
            }
        }
        assert!(!is_plain(&format!("{}\n", PUZZLE.replacen('.', "é", 1))));
    }

    #[test]
    fn full_lines_may_be_maps() {
        let stripes = "111222333".repeat(3) + &"444555666".repeat(3) + &"777888999".repeat(3);
        for map in [&stripes, &stripes.replace('9', "0"), &"123456789".repeat(9)] {
            let text = format!("{map}\n");
            assert!(!is_plain(&text), "{map}");
            let found = results(text.as_bytes(), &ReadOptions::default());
            let entry = found[0].as_ref().unwrap();
            assert!(!entry.puzzle.layout().is_classic(), "{map}");
        }
        for full in [SOLUTION, &SOLUTION.replace('9', "0"), &SOLUTION.replace('9', ".")] {
            let text = format!("{full}\n");
            assert!(is_plain(&text), "{full}");
            check(&text);
        }
        // Two equal clues side by side are left to the parser only where a map could be meant.
        assert!(is_plain(&format!("11{}\n", &PUZZLE[2..])));
        assert!(!is_plain(&format!("11{}\n", &SOLUTION[2..])));
        check(&format!("11{}\n", &PUZZLE[2..]));
    }

    #[test]
    fn lines_are_taken_until_something_else_comes() {
        let text = format!("{PUZZLE}\n{SOLUTION} x\r\n# c\n{PUZZLE}\n");
        let mut source = Source::new(Cursor::new(text.into_bytes())).unwrap();
        while source.more() {}
        let mut lines = Vec::new();
        assert_eq!(take(&mut source, &mut lines, 1), 1);
        assert!(is_next(&source));
        assert_eq!(take(&mut source, &mut lines, 10), 1);
        assert!(!is_next(&source));
        assert_eq!(take(&mut source, &mut lines, 10), 0);
        assert_eq!(source.line(), 3);
        assert_eq!(lines.iter().map(|line| line[1]).collect::<Vec<_>>(), *b"33");
    }

    /// Lines that are plain, or nearly, and all kinds of others between them.
    fn lines() -> impl Strategy<Value = Vec<u8>> {
        fn one_of(list: &[&[u8]]) -> impl Strategy<Value = Vec<u8>> + use<> {
            prop::sample::select(list.iter().map(|bytes| bytes.to_vec()).collect::<Vec<_>>())
        }
        let (puzzle, solution) = (PUZZLE.as_bytes(), SOLUTION.as_bytes());
        let slip = prop::sample::select(b"....0_*-@?xX17Z!\n\r ,#\x0c\0\xc3".to_vec());
        let change = prop::collection::vec((0..CELLS, slip), 0..3);
        let remark = one_of(&[
            b"",
            b"",
            b" ",
            b"\t",
            b",1,2",
            b" # c",
            b":1:",
            b"!",
            b"5",
            b" \xc3\xa9",
            b" \xc3",
        ]);
        let (letters, columns) = (b"abcdefghi".repeat(9), b"123456789".repeat(9));
        let field = one_of(&[b"", b"", solution, &letters, &columns]);
        let end = one_of(&[
            b"\n",
            b"\n",
            b"\r\n",
            b"\r",
            b"\n\n",
            b"\n# c\n",
            b"\n% layout=3x3+windoku\n",
        ]);
        let line = (one_of(&[puzzle, solution]), change, remark, field, end);
        let line = line.prop_map(|(mut line, changes, remark, field, end)| {
            for (place, byte) in changes {
                line[place] = byte;
            }
            [line, remark, field, end].concat()
        });
        prop::collection::vec(line, 1..12).prop_map(|lines| lines.concat())
    }

    /// What a reader gives if it is asked for plain lines, each as the puzzle that it is.
    fn results_in_bulk(bytes: &[u8], options: &ReadOptions) -> Vec<Result<Entry>> {
        let mut reader = Reader::new("test", Cursor::new(bytes.to_vec()), options).unwrap();
        let parser = reader.parser();
        let classic = Layout::boxes(3, 3).unwrap().shared();
        let mut results = Vec::new();
        loop {
            let mut lines = Vec::new();
            if reader.take_plain(&mut lines, 3) > 0 {
                for line in lines {
                    let clue = |byte: u8| u16::from(byte.wrapping_sub(b'0'));
                    let numbers = line.map(|byte| if clue(byte) > 9 { 0 } else { clue(byte) });
                    let puzzle = Puzzle::from_numbers(classic.clone(), &numbers).unwrap();
                    results.push(Ok(puzzle.into()));
                }
                continue;
            }
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

    proptest! {
        #[test]
        fn plain_lines_are_what_records_would_have_been(bytes in lines(), named in any::<bool>()) {
            let format = by_name("line").filter(|_| named);
            let options = ReadOptions { format, ..ReadOptions::default() };
            let (plain, records) = (results_in_bulk(&bytes, &options), results(&bytes, &options));
            let text = String::from_utf8_lossy(&bytes);
            prop_assert_eq!(plain.len(), records.len(), "{}", text);
            for pair in plain.into_iter().zip(records) {
                match pair {
                    (Ok(a), Ok(b)) => {
                        prop_assert_eq!(a.puzzle.clues(), b.puzzle.clues(), "{}", text);
                        prop_assert_eq!(a.puzzle.layout(), b.puzzle.layout(), "{}", text);
                    }
                    (Err(a), Err(b)) => prop_assert_eq!(a.to_string(), b.to_string()),
                    (a, b) => prop_assert!(false, "{a:?} {b:?} {text}"),
                }
            }
        }
    }
}
