//! Game ids of Simon Tatham's Solo: `2x3:a2b6…`, boxes and the cells; `9j:…,…` with regions; `x`
//! for both diagonals, `k` for cages.
//!
//! `2x3` has boxes of 2 rows and 3 columns. Cells are numbers, `a` to `z` for 1 to 26 empty cells,
//! `_` between two numbers. Regions and cages are the edges between cells: first between the cells
//! of each row, row by row, then between those of each column, column by column; each edge, and a
//! last one behind all, after as many pairs without one as a symbol says: `_` none, `a` to `y` 1 to
//! 25, `z` 25 with no edge behind them. The sums of cages stand in their first cells, as cells do.

use super::{Context, Entry, Fit, Format, Head, Plan, Splitting, line, rules};
use crate::error::{Error, Result};
use crate::grid::{Cell, Digit, LayoutSpec};
use crate::puzzle::Puzzle;

/// Symmetry and difficulty, wishes for puzzles to be made.
const WISHES: [&str; 15] =
    ["md2", "md4", "m2", "m4", "m8", "r2", "r4", "a", "dt", "db", "di", "da", "de", "du", "d"];

/// The largest side.
const MAX_SIDE: usize = 31;

/// See the [module](self).
#[derive(Debug)]
pub(super) struct Solo;

impl Format for Solo {
    fn name(&self) -> &'static str {
        "solo"
    }

    fn about(&self) -> &'static str {
        "game ids of Simon Tatham's Solo, one per line: 2x3:a2b6…, 9jk:…"
    }

    fn by_lines(&self) -> bool {
        true
    }

    fn fit(&self, head: &Head<'_>) -> Fit {
        let first = head.content().next().unwrap_or_default();
        if Parameters::split(first).is_some() { Fit::Sure } else { Fit::No }
    }

    fn is_settled(&self, head: &Head<'_>) -> bool {
        self.fit(head) == Fit::Sure
    }

    fn plan(&self, _: &Head<'_>) -> Plan {
        Plan::new(Splitting::Lines { skip: 0 }, line::read)
    }
}

/// The puzzle of a line, if it is an id.
///
/// # Errors
/// If it looks like one and is none.
pub(super) fn of_line(line: &str, context: &Context<'_>) -> Option<Result<Entry>> {
    // Most lines need not be looked at any longer.
    if !line.as_bytes().iter().take(16).any(|&byte| byte == b':') {
        return None;
    }
    let (parameters, description) = Parameters::split(line)?;
    let puzzle = read(&parameters, description, context);
    Some(puzzle.map(Entry::from).map_err(|error| error.at(1, None)))
}

/// What stands before the colon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Parameters {
    /// Rows and columns of a box; none where there are regions.
    boxes: Option<(usize, usize)>,
    side: usize,
    diagonals: bool,
    cages: bool,
}

impl Parameters {
    /// The parameters of a line and what follows them, if it is an id.
    fn split(line: &str) -> Option<(Self, &str)> {
        let (before, description) = line.trim().split_once(':')?;
        let number = |text: &str| text.parse::<usize>().ok().filter(|_| text.len() < 3);
        let is_digit = |c: char| c.is_ascii_digit();
        let end = before.find(|c| !is_digit(c))?;
        let first = number(&before[..end])?;
        let rest = &before[end..];
        let (boxes, side, mut words) = if let Some(rest) = rest.strip_prefix('j') {
            (None, first, rest)
        } else {
            let rest = rest.strip_prefix('x')?;
            let end = rest.find(|c| !is_digit(c)).unwrap_or(rest.len());
            let second = number(&rest[..end])?;
            (Some((first, second)), first.checked_mul(second)?, &rest[end..])
        };
        let mut found = Parameters { boxes, side, diagonals: false, cages: false };
        while !words.is_empty() {
            if let Some(rest) = words.strip_prefix('j').filter(|_| second_is_one(boxes)) {
                (found.boxes, found.side, words) = (None, first, rest);
            } else if let Some(rest) = words.strip_prefix('x') {
                (found.diagonals, words) = (true, rest);
            } else if let Some(rest) = words.strip_prefix('k') {
                (found.cages, words) = (true, rest);
            } else {
                words = WISHES.iter().find_map(|wish| words.strip_prefix(wish))?;
            }
        }
        let is_known = |c: char| c.is_ascii_lowercase() || is_digit(c) || c == '_' || c == ',';
        let parts = 1 + usize::from(found.boxes.is_none()) + 2 * usize::from(found.cages);
        let description = description.split_whitespace().next()?;
        let fits = description.chars().all(is_known) && description.split(',').count() == parts;
        (fits && (2..=MAX_SIDE).contains(&found.side)).then_some((found, description))
    }
}

fn second_is_one(boxes: Option<(usize, usize)>) -> bool {
    boxes.is_some_and(|(_, columns)| columns == 1)
}

fn read(parameters: &Parameters, description: &str, context: &Context<'_>) -> Result<Puzzle> {
    let side = parameters.side;
    let mut parts = description.split(',');
    let mut next = || parts.next().unwrap_or_default();
    let cells = numbers(next(), side * side, side)?;
    let mut spec = match parameters.boxes {
        Some((rows, columns)) => LayoutSpec::boxes(rows, columns)?,
        None => LayoutSpec::default().with_regions(groups(next(), side)?.into()),
    };
    if parameters.diagonals {
        spec = spec.or(&"diagonals".parse()?);
    }
    let mut puzzle = Puzzle::new(context.with_layout(Some(&spec)).layout(side)?);
    for (index, number) in cells.into_iter().enumerate().filter(|(_, number)| *number > 0) {
        puzzle.set(Cell::new(index), Digit::new(number - 1));
    }
    if !parameters.cages {
        return Ok(puzzle);
    }
    let cages = groups(next(), side)?;
    let sums = numbers(next(), side * side, side * side * side)?;
    let count = cages.iter().max().map_or(0, |last| usize::from(*last) + 1);
    let mut texts = vec![String::new(); count];
    for (index, &cage) in cages.iter().enumerate() {
        let text = &mut texts[usize::from(cage)];
        let name = format!("r{}c{}", index / side + 1, index % side + 1);
        if text.is_empty() {
            *text = format!("cage {}", sums[index]);
            if sums[index] == 0 {
                return Err(Error::input(format!("{name}: no sum for the cage that begins there")));
            }
        } else if sums[index] > 0 {
            return Err(Error::input(format!("{name}: a sum where no cage begins")));
        }
        text.extend([" ", &name]);
    }
    rules::with(puzzle, texts.iter().map(String::as_str))
}

/// Numbers and runs of empty places, 0 for these.
fn numbers(text: &str, count: usize, most: usize) -> Result<Vec<usize>> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        if digits > 0 {
            let number = rest[..digits].parse::<usize>().ok().filter(|n| (1..=most).contains(n));
            let wrong =
                || Error::input(format!("number {}: expected 1 to {most}", &rest[..digits.min(9)]));
            found.push(number.ok_or_else(wrong)?);
            rest = &rest[digits..];
            continue;
        }
        if first.is_ascii_lowercase() {
            found.resize(found.len() + usize::from(first as u8 - b'a') + 1, 0);
        } else if first != '_' {
            return Err(Error::input(format!("found {first:?} among numbers")));
        }
        rest = &rest[1..];
        if found.len() > count {
            break;
        }
    }
    if found.len() == count {
        return Ok(found);
    }
    let more = if found.len() > count { " or more" } else { "" };
    Err(Error::input(format!("{}{more} cells: expected {count}", found.len())))
}

/// The group of each cell, numbered from 0 by their first cells, of edges between cells.
fn groups(text: &str, side: usize) -> Result<Vec<u16>> {
    let pairs = 2 * side * (side - 1);
    // Groups are the lowest cell of each until the end.
    let mut group: Vec<usize> = (0..side * side).collect();
    let mut place = 0;
    for symbol in text.chars() {
        let (joined, has_edge) = match symbol {
            '_' => (0, true),
            'a'..='y' => (usize::from(symbol as u8 - b'a') + 1, true),
            'z' => (25, false),
            _ => return Err(Error::input(format!("found {symbol:?} among edges"))),
        };
        if place + joined + usize::from(has_edge) > pairs + 1 {
            return Err(Error::input(format!("more edges than between {side}×{side} cells")));
        }
        for pair in place..(place + joined).min(pairs) {
            let (a, b) = pair_of(pair, side);
            let (a, b) = (root(&mut group, a), root(&mut group, b));
            group[a.max(b)] = a.min(b);
        }
        place += joined + usize::from(has_edge);
    }
    if place != pairs + 1 {
        return Err(Error::input(format!("{place} edges or none: expected {}", pairs + 1)));
    }
    let mut names = Vec::new();
    let mut found = Vec::with_capacity(group.len());
    for cell in 0..group.len() {
        let root = root(&mut group, cell);
        let known = names.iter().position(|name| *name == root).unwrap_or_else(|| {
            names.push(root);
            names.len() - 1
        });
        found.push(u16::try_from(known).map_err(|_| Error::input("too many groups"))?);
    }
    Ok(found)
}

/// The lowest cell of a group.
fn root(group: &mut [usize], mut cell: usize) -> usize {
    while group[cell] != cell {
        group[cell] = group[group[cell]];
        cell = group[cell];
    }
    cell
}

/// The two cells of a pair: beside each other in a row, row by row, then in a column.
fn pair_of(pair: usize, side: usize) -> (usize, usize) {
    let (line, step) = (pair / (side - 1), pair % (side - 1));
    if line < side {
        (line * side + step, line * side + step + 1)
    } else {
        let column = line - side;
        (step * side + column, (step + 1) * side + column)
    }
}

/// The id of a puzzle; none if it has rules other than cages that fill the grid, in the order
/// of their first cells, houses other than
/// boxes or regions and both diagonals, or candidates.
pub(super) fn id_of(puzzle: &Puzzle) -> Option<String> {
    let layout = puzzle.layout();
    let side = layout.plain_side().filter(|side| (2..=MAX_SIDE).contains(side))?;
    let spec = layout.spec().to_string();
    let (diagonals, others): (Vec<&str>, Vec<&str>) =
        spec.split('+').partition(|term| term.ends_with("diagonal"));
    if puzzle.has_pencilmarks() || others.len() != 1 || diagonals.len() == 1 {
        return None;
    }
    let mut id = match (layout.box_shape(), layout.regions()) {
        (Some((rows, columns)), None) => format!("{rows}x{columns}"),
        (None, Some(_)) => format!("{side}j"),
        _ => return None,
    };
    if !diagonals.is_empty() {
        id.push('x');
    }
    let killer = if puzzle.rules().is_empty() { None } else { Some(cages_of(puzzle, side)?) };
    if killer.is_some() {
        id.push('k');
    }
    let given = |cell| puzzle.given(cell).map_or(0, Digit::number);
    id.extend([":", &run(&puzzle.cells().map(given).collect::<Vec<_>>())]);
    if let Some(regions) = layout.regions() {
        let text = edges(side, |a, b| regions[a] != regions[b]);
        id.extend([",", &unscattered(text, side, |a, b| regions[a] == regions[b])?]);
    }
    if let Some((cages, sums)) = killer {
        let text = edges(side, |a, b| cages[a] != cages[b]);
        let text = unscattered(text, side, |a, b| cages[a] == cages[b])?;
        id.extend([",", &text, ",", &run(&sums)]);
    }
    Some(id)
}

/// The cage of each cell, and the sums, each in the first cell of its cage; none if there are other
/// rules, or cells in no cage or in two.
fn cages_of(puzzle: &Puzzle, side: usize) -> Option<(Vec<Option<usize>>, Vec<usize>)> {
    let (mut cages, mut sums) = (vec![None; side * side], vec![0; side * side]);
    let mut before = None;
    for (number, rule) in puzzle.rules().iter().enumerate() {
        let arguments =
            rule.arguments().filter(|_| rule.kind().is_some_and(|it| it.name == "cage"))?;
        let [sum] = *arguments.numbers() else { return None };
        let sum = usize::try_from(sum).ok().filter(|sum| *sum > 0)?;
        // In the order in which they come back.
        if before.replace(arguments.cells()[0]) >= Some(arguments.cells()[0]) {
            return None;
        }
        for (k, cell) in arguments.cells().iter().enumerate() {
            if cages[cell.index()].replace(number).is_some() {
                return None;
            }
            sums[cell.index()] = if k == 0 { sum } else { 0 };
        }
    }
    let is_whole = side <= 9 && cages.iter().all(Option::is_some);
    is_whole.then_some((cages, sums))
}

/// The edges between groups, if these come back: no group is in several pieces.
fn unscattered(text: String, side: usize, same: impl Fn(usize, usize) -> bool) -> Option<String> {
    let again = groups(&text, side).ok()?;
    let is_same = |a: usize| (0..a).all(|b| (again[a] == again[b]) == same(a, b));
    (0..again.len()).all(is_same).then_some(text)
}

/// Numbers, and letters for runs of 0.
fn run(numbers: &[usize]) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for &number in numbers.iter().chain([&usize::MAX]) {
        if number == 0 {
            empty += 1;
            continue;
        }
        while empty > 0 {
            let run = u8::try_from(empty.min(26)).expect("at most 26");
            text.push(char::from(b'a' + run - 1));
            empty -= usize::from(run);
        }
        if number < usize::MAX {
            if text.ends_with(|c: char| c.is_ascii_digit()) {
                text.push('_');
            }
            text += &number.to_string();
        }
    }
    text
}

/// The symbols of the edges between groups.
fn edges(side: usize, is_edge: impl Fn(usize, usize) -> bool) -> String {
    let mut text = String::new();
    let mut joined: u8 = 0;
    let pairs = 2 * side * (side - 1);
    for pair in 0..=pairs {
        let edge = pair == pairs || {
            let (a, b) = pair_of(pair, side);
            is_edge(a, b)
        };
        if edge {
            text.push(if joined == 0 { '_' } else { char::from(b'a' + joined - 1) });
            joined = 0;
        } else {
            joined += 1;
            if joined == 25 {
                text.push('z');
                joined = 0;
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::tests::{error, one, read_all};
    use super::*;

    const IDS: &[&str] = &[
        "2x2:1e3b4e2",
        "2x3:a2b6a6a5b4d1b3d2b6a1a6b4a",
        "2x3x:1a4e5f1d3f6e3a4",
        "4j:1e3b4e2,abbbbbbba",
        "9jk:zzzc,e_a_ababbc_ab___d_a_b_a__b_dke_a_ca_a_aad__bb__b_a_b__bc_bcb__,__b_a__a____a___a_____a_a____aaa__aaa_a__aaa__abab_aa_a_a_____aa___aaa__a_a__a_______aa_a_a_aaaaab,9_9_14b13_11a9b17a3a16_11a6a12e21_6_14a11_12a10d6a14b19a16b11a14d13b11a10_9_18_10a14a5d10a16b5c",
    ];

    #[test]
    fn ids_are_read_and_written() {
        for id in IDS {
            let puzzle = one(id);
            assert_eq!(id_of(&puzzle).as_deref(), Some(*id));
        }
        assert_eq!(read_all(&(IDS.join("\n") + "\n")).len(), IDS.len());
        let puzzle = one(IDS[1]);
        assert_eq!((puzzle.side(), puzzle.givens()), (6, 12));
        assert_eq!(one("2x2dt:1e3b4e2"), one(IDS[0]));
        assert_eq!(*one(IDS[3]).layout(), *one("1.....3..4.....2 AABBAABBCCDDCCDD").layout());
        assert_eq!(id_of(&one("1.....3..4.....2 # rule=antiknight")), None);
    }

    #[test]
    fn errors_say_what_is_wrong() {
        for (text, message) in [
            ("2x2:1e3b4e", "15 cells: expected 16"),
            ("2x2:1e3b5e2", "number 5: expected 1 to 4"),
            ("2x2:zz", "26 or more cells"),
            ("4j:p,abb", "edges or none: expected 25"),
            ("4j:p,zzzzz", "more edges than between"),
            ("2x2k:p,x,10o", "16 cells"),
        ] {
            assert!(error(text).contains(message), "{text}: {}", error(text));
        }
        for text in ["3x3::k:1:2", "2x2:A", "x:1", "40j:a,b", "2x2#17"] {
            assert!(Parameters::split(text).is_none(), "{text}");
        }
    }
}
