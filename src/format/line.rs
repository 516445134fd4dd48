//! The line form: side² symbols on a line, row by row; what follows is a comment, the solution, or
//! the regions of a jigsaw.

use super::symbols::{self, Evidence, MAX_SYMBOLS_SIDE};
use super::{
    Context, Entry, Fit, Format, Head, Plan, Splitting, candidates, fpuzzles, iss, jigsaw, json,
    killer, numbers, preamble, solo, solution, sudokupad,
};
use crate::error::{Error, Result};
use crate::grid::LayoutSpec;
use crate::puzzle::Puzzle;

/// See the [module](self).
#[derive(Debug)]
pub(super) struct Line;

impl Format for Line {
    fn name(&self) -> &'static str {
        "line"
    }

    fn about(&self) -> &'static str {
        "one puzzle per line, one symbol per cell (.sdm)"
    }

    fn by_lines(&self) -> bool {
        true
    }

    fn fit(&self, head: &Head<'_>) -> Fit {
        if is_block_of_rows(head) {
            return Fit::No;
        }
        let mut perhaps = false;
        for line in head.content() {
            let Some(field) = fields(line).next() else { continue };
            let length = field.text.len();
            if symbols::side_of(length).is_some_and(|side| symbols::is_puzzle(field.text, side)) {
                return Fit::Sure;
            }
            let rows = head.first_block();
            let symbols = field.text.bytes().filter(|&b| is_symbol(b)).count();
            let letters = field.text.chars().count();
            let foreign = letters < length && letters >= 36 && symbols::side_of(letters).is_some();
            perhaps |=
                foreign || length > 12 && symbols * 10 >= length * 8 && rows.abs_diff(length) > 2;
        }
        if perhaps { Fit::Perhaps } else { Fit::No }
    }

    fn is_settled(&self, head: &Head<'_>) -> bool {
        let Some(line) = head.content().next() else { return false };
        let fields: Vec<_> = fields(line).take(3).collect();
        let length = fields[..].first().map_or(0, |field| field.text.len());
        let Some(side) = symbols::side_of(length) else { return false };
        if !symbols::is_puzzle(fields[0].text, side) {
            return false;
        }
        // Above 9 later lines may tell the convention; 16 and 25 symbols may be rows.
        match side {
            6..=9 => true,
            4..=5 => fields[1..].iter().any(|field| field.text.len() == length),
            _ => Evidence::of(fields[0].text).decides(side).is_some(),
        }
    }

    fn plan(&self, head: &Head<'_>) -> Plan {
        let named = head.has_format();
        Plan::new(Splitting::Lines { skip: 0 }, move |text, context| {
            preamble::obey(text, context, |text, context| {
                let square = || fields(text).next().and_then(|f| symbols::side_of(f.text.len()));
                match named.then(square).flatten() {
                    Some(side @ 10..) => read_square(text, side, context),
                    _ => read_bare(text, context),
                }
            })
        })
        .with_plain_lines()
    }
}

/// A part of a line.
#[derive(Debug, Clone, Copy)]
pub(super) struct Field<'a> {
    /// Bytes before it in the line.
    pub(super) start: usize,
    pub(super) text: &'a str,
}

/// The parts of a line between white space and the characters that start a comment.
pub(super) fn fields(line: &str) -> impl Iterator<Item = Field<'_>> {
    let mut start = 0;
    std::iter::from_fn(move || {
        let rest = &line.as_bytes()[start..];
        let begin = start + rest.iter().position(|&b| !is_separator(b))?;
        let length = line.as_bytes()[begin..].iter().position(|&b| is_separator(b));
        start = length.map_or(line.len(), |length| begin + length);
        Some(Field { start: begin, text: &line[begin..start] })
    })
}

/// Whether a byte ends a field.
pub(super) fn is_separator(byte: u8) -> bool {
    byte.is_ascii_whitespace() || b",;#:".contains(&byte)
}

/// Whether the lines are the rows of grids: n lines of n symbols, some of which is no puzzle of
/// side √n. Where all are, they are lines.
fn is_block_of_rows(head: &Head<'_>) -> bool {
    let rows = head.first_block();
    let mut lines = head.content().take(rows);
    let Some(side) = lines.next().map(str::len).filter(|&n| n <= MAX_SYMBOLS_SIDE) else {
        return false;
    };
    let Some(small) = symbols::side_of(side) else { return false };
    let mut lines = head.content().take(rows);
    rows.is_multiple_of(side)
        && head.content().take(rows).all(|line| line.len() == side)
        && lines.any(|line| !symbols::is_puzzle(line, small))
}

fn is_symbol(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"._*-@?".contains(&byte)
}

/// Forms of other programs that a line alone may have: whether it does, and how it is read.
const OTHERS: &[(IsFn, ReadFn)] = &[
    (
        |line| !line.starts_with(|c: char| !c.is_ascii_alphabetic()) && fpuzzles::is_body(line),
        fpuzzles::read,
    ),
    (sudokupad::is_id, sudokupad::read),
    (iss::is_line, iss::read),
    (killer::is_line, killer::read),
];

type IsFn = fn(&str) -> bool;

type ReadFn = fn(&str, &Context<'_>) -> Result<Entry>;

/// Reads a line: a puzzle, then perhaps its regions and its solution; or a region map alone; or
/// candidates, or numbers, or JSON. Each can be told from the line alone, so a file may mix them.
/// A remark may name the layout.
pub(super) fn read(text: &str, context: &Context<'_>) -> Result<Entry> {
    preamble::obey(text, context, read_bare)
}

/// Reads a line that has no such remark.
pub(super) fn read_bare(text: &str, context: &Context<'_>) -> Result<Entry> {
    if text.starts_with(['[', '{']) {
        return json::read(text, context);
    }
    if let Some(entry) = solo::of_line(text, context) {
        return entry;
    }
    if let Some((_, read)) = OTHERS.iter().find(|(is_it, _)| is_it(text)) {
        return read(text.trim(), context);
    }
    let mut fields = fields(text);
    let first = fields.next().ok_or_else(|| Error::input("empty line").at(1, None))?;
    let length = first.text.len();
    if candidates::is_meant(first.text, context.asked_side()) {
        return candidates::read(text, context);
    }
    let Some(side) = symbols::side_of(length) else {
        if let Some(side) = symbols::side_of(length / 2).filter(|_| length % 2 == 0)
            && let Some((givens, map)) = first.text.split_at_checked(length / 2)
            && (jigsaw::is_map(map, side) || jigsaw::is_nearly_map(map, side))
        {
            let layout = context.layout_with_regions(jigsaw::regions(map, side)?, side)?;
            return with_layout(givens, first.start, context, layout, side).map(Entry::from);
        }
        if length < 4 && numbers::is_puzzle(text) {
            return numbers::read(text, context);
        }
        return Err(wrong_length(&first, context));
    };
    read_square(text, side, context)
}

/// Reads a line whose first field has side² symbols.
fn read_square(text: &str, side: usize, context: &Context<'_>) -> Result<Entry> {
    let mut fields = fields(text);
    let first = fields.next().ok_or_else(|| Error::input("empty line").at(1, None))?;
    let length = first.text.len();
    if jigsaw::is_map_alone(first.text, side) {
        let layout = context.layout_with_regions(jigsaw::regions(first.text, side)?, side)?;
        return Ok(Puzzle::new(layout).into());
    }
    let mut regions = None;
    let mut solution = None;
    for field in fields.take(3).filter(|field| field.text.len() == length) {
        if jigsaw::is_map(field.text, side) || jigsaw::is_nearly_map(field.text, side) {
            regions = Some(jigsaw::regions(field.text, side)?);
        } else if is_filled(field.text, side) {
            solution = Some(field.text);
        }
    }
    let layout = match regions {
        Some(regions) if jigsaw::crosses_boxes(&regions, side) => {
            let spec = LayoutSpec::default().with_regions(regions).or(&"boxes".parse()?);
            context.with_layout(Some(&spec)).layout(side)?
        }
        Some(regions) => context.layout_with_regions(regions, side)?,
        None => context.layout(side)?,
    };
    let context = &context.with_solution(first.text, solution.unwrap_or_default());
    let puzzle = with_layout(first.text, first.start, context, layout, side)?;
    let solution = solution.and_then(|text| solution::of_text(text, &puzzle, context));
    Ok(Entry { solution, ..puzzle.into() })
}

/// Whether a field can be meant as a filled grid: without blanks.
fn is_filled(field: &str, side: usize) -> bool {
    field.bytes().all(|byte| byte.is_ascii_alphanumeric() && (side > 9 || byte != b'0'))
}

/// Reads the symbols of a puzzle that begin after `start` characters of a line.
pub(super) fn with_layout(
    text: &str,
    start: usize,
    context: &Context<'_>,
    layout: std::sync::Arc<crate::grid::Layout>,
    side: usize,
) -> Result<Puzzle> {
    context.puzzle_of_symbols(text, layout, side).map_err(|error| {
        let column = error.location().and_then(|at| at.column).map(|c| c + start as u64);
        error.at(1, column)
    })
}

/// The error for a number of symbols that makes no square.
fn wrong_length(field: &Field<'_>, context: &Context<'_>) -> Error {
    let bad = field.text.char_indices().find(|&(_, c)| !u8::try_from(c).is_ok_and(is_symbol));
    let start = field.start as u64 + 1;
    let length = field.text.chars().count();
    let nearest = (4..=MAX_SYMBOLS_SIDE).min_by_key(|side| (side * side).abs_diff(length));
    let side = context.usual_side().or(nearest).unwrap_or(9);
    if let Some((place, found)) = bad {
        let symbols = context.symbols().unwrap_or_default();
        let message = if length == side * side {
            format!("found {found:?}: expected {}", symbols.expected(side))
        } else {
            format!("found {found:?}: expected {} symbols of a puzzle", side * side)
        };
        let column = field.text[..place].chars().count() as u64;
        return Error::input(message).at(1, Some(start + column));
    }
    let most = MAX_SYMBOLS_SIDE * MAX_SYMBOLS_SIDE;
    if length > most && context.usual_side().is_none() {
        let message = format!(
            "{length} symbols: expected at most {most}, those of side {MAX_SYMBOLS_SIDE}; larger \
             grids are written as numbers"
        );
        return Error::input(message).at(1, Some(start));
    }
    let plural = if length == 1 { "" } else { "s" };
    let digits = field.text.bytes().all(|byte| byte.is_ascii_digit());
    let hint = match symbols::side_of(length / 2) {
        _ if length == side => " (a row of a grid?)",
        Some(10..) if length.is_multiple_of(2) && digits => {
            " (numbers of two digits need spaces between)"
        }
        _ => "",
    };
    let expected = side * side;
    let message =
        format!("{length} symbol{plural}: expected {expected} for a {side}×{side} grid{hint}");
    Error::input(message).at(1, Some(start))
}

#[cfg(test)]
mod tests {
    use super::super::export_by_name;
    use super::super::tests::{error, one, read_all};

    const PUZZLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const SOLUTION: &str =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    #[test]
    fn lines_of_any_dialect() {
        for blank in ["0", "_", "*", "-", "X", "x", "@", "?"] {
            let puzzle = one(&PUZZLE.replace('.', blank));
            assert_eq!((puzzle.side(), puzzle.givens()), (9, 30), "blank {blank}");
        }
        for comment in [" easy", "\teasy", ",1.2", ";x", "#x", ":1:"] {
            assert_eq!(one(&format!("  {PUZZLE}{comment}\r\n")).givens(), 30);
        }
        assert_eq!(one("1..2....3.......").side(), 4);
        assert_eq!(read_all("# c\n1..2....3.......\n\n% d\n0000000000000000").len(), 2);
    }

    /// Lines of other programs stand among others, and as text in JSON.
    #[test]
    fn lines_of_other_programs_are_told_from_themselves() {
        let puzzle = one(PUZZLE);
        for name in ["fpuzzles-url", "iss", "iss-url"] {
            let text = (export_by_name(name).unwrap().write)(&puzzle, None).unwrap();
            let text = text.trim();
            for line in [text.to_owned(), format!("{{\"puzzle\":\"{text}\"}}")] {
                let entries = read_all(&format!("{PUZZLE}\n{line}\n{PUZZLE}\n"));
                assert!(
                    entries.len() == 3 && entries.iter().all(|it| it.puzzle == puzzle),
                    "{line}"
                );
            }
        }
        let killer = "12=r1c1,r1c2;9=r2c1,r2c2";
        for line in [killer.to_owned(), format!("{{\"puzzle\":\"{killer}\"}}")] {
            let entries = read_all(&format!("{PUZZLE}\n{line}\n"));
            assert_eq!(entries[1].puzzle.rules().len(), 2, "{line}");
        }
        let entries = read_all(r#"{"iss":".Thermo~R1C1~R1C2","id":"x"}"#);
        assert_eq!((entries[0].puzzle.rules().len(), entries[0].id.as_deref()), (1, Some("x")));
    }

    #[test]
    fn solutions_are_kept() {
        for separator in [" ", ",", ":1:", " easy "] {
            let entries = read_all(&format!("{PUZZLE}{separator}{SOLUTION}\n"));
            let solution = entries[0].solution.as_ref().expect("it is stated").as_ref().unwrap();
            assert!(solution.iter().map(|d| d.number()).take(3).eq([5, 3, 4]));
        }
    }

    #[test]
    fn conventions_above_nine() {
        let with = |text: &str| one(&format!("{text:.<256}"));
        let first = |text: &str| with(text).given(crate::Cell::new(0)).unwrap().number();
        assert_eq!(first("A1G"), 10);
        assert_eq!(first("A1F"), 10);
        assert_eq!(first("A10F"), 11);
        assert_eq!(first("AP"), 1);
        assert_eq!(one(&format!("{:.<625}", "BY")).given(crate::Cell::new(0)).unwrap().number(), 2);
    }

    #[test]
    fn errors_have_their_place() {
        let short = &PUZZLE[..80];
        assert_eq!(error(short), "line 1, column 1: 80 symbols: expected 81 for a 9×9 grid");
        let row = format!("{PUZZLE}\n53..7....\n");
        let message = "line 2, column 1: 9 symbols: expected 81 for a 9×9 grid (a row of a grid?)";
        assert_eq!(error(&row), message);
        let message = "line 2, column 1: 1 symbol: expected 81 for a 9×9 grid";
        assert_eq!(error(&format!("{PUZZLE}\n5\n")), message);
        let bad = format!("{PUZZLE}\n  {}Z\n", &PUZZLE[..80]);
        let message = "line 2, column 83: found 'Z': expected 1-9 or a blank (. 0 _ * -)";
        assert_eq!(error(&bad), message);
    }
}
