//! Jigsaws: the symbols of a puzzle and the map of its irregular regions, as a line or as rows.

use super::preamble::{is_comment, is_of_one};
use super::rows::{self, Row, RowRule, Style};
use super::symbols::{self, MAX_SYMBOLS_SIDE};
use super::{Context, Entry, Fit, Format, Head, Plan, Splitting, grid, line, symbol_rows};
use crate::error::{Error, Result};
use crate::grid::default_box;

/// A puzzle and its region map on one line; or a region map alone.
#[derive(Debug)]
pub(super) struct Jigsaw;

impl Format for Jigsaw {
    fn name(&self) -> &'static str {
        "jigsaw"
    }

    fn about(&self) -> &'static str {
        "one puzzle per line, then its regions, one symbol per cell"
    }

    fn by_lines(&self) -> bool {
        true
    }

    fn fit(&self, head: &Head<'_>) -> Fit {
        if head.content().any(is_jigsaw) { Fit::Sure } else { Fit::No }
    }

    fn is_settled(&self, head: &Head<'_>) -> bool {
        // 16 and 25 symbols may be rows.
        head.content().next().is_some_and(|line| line.len() > 25 && is_jigsaw(line))
    }

    fn plan(&self, _: &Head<'_>) -> Plan {
        Plan::new(Splitting::Lines { skip: 0 }, line::read).with_plain_lines()
    }
}

fn is_jigsaw(line: &str) -> bool {
    let mut fields = line::fields(line);
    let Some(first) = fields.next() else { return false };
    let length = first.text.len();
    if let Some(side) = symbols::side_of(length) {
        let mut rest = fields.take(3).filter(|field| field.text.len() == length);
        return is_map_alone(first.text, side)
            || symbols::is_puzzle(first.text, side) && rest.any(|field| is_map(field.text, side));
    }
    let halves = first.text.split_at_checked(length / 2).filter(|_| length % 2 == 0);
    halves.is_some_and(|(givens, map)| {
        symbols::side_of(givens.len())
            .is_some_and(|side| symbols::is_puzzle(givens, side) && is_map(map, side))
    })
}

/// Whether a text is a region map: as many different symbols as the side, each as often, and not
/// a solution, right or wrong: letters that stand for no digits, or regions that hang together.
pub(super) fn is_map(text: &str, side: usize) -> bool {
    let mut counts = [0_usize; 256];
    for byte in text.bytes() {
        counts[usize::from(byte)] += 1;
    }
    text.len() == side * side
        && text.is_ascii()
        && counts.iter().all(|&count| count == 0 || count == side)
        && !is_latin(text.as_bytes(), side)
        && (side <= 9 && text.bytes().all(|b| b.is_ascii_alphabetic())
            || is_connected(text.as_bytes(), side))
}

/// Whether a text is meant as a region map, mistakes included: nearly as often each symbol, and
/// nearly all cells beside another one of the same, or letters that stand for no digits.
pub(super) fn is_nearly_map(text: &str, side: usize) -> bool {
    if text.len() != side * side || !text.bytes().all(|b| b.is_ascii_alphanumeric()) {
        return false;
    }
    let mut counts = [0_usize; 256];
    text.bytes().for_each(|byte| counts[usize::from(byte)] += 1);
    let used: Vec<_> = counts.into_iter().filter(|&count| count > 0).collect();
    let off: usize = used.iter().map(|&count| count.abs_diff(side)).sum();
    let map = text.as_bytes();
    let beside = |k: usize| {
        let next = k % side + 1 < side && map[k] == map[k + 1];
        usize::from(next) + usize::from(map.get(k + side) == Some(&map[k]))
    };
    let joined: usize = (0..map.len()).map(beside).sum();
    let letters = side <= 9 && text.bytes().all(|b| b.is_ascii_alphabetic());
    used.len().abs_diff(side) <= 1
        && off <= 2 * side
        && (letters || joined * 10 >= side * (side - 1) * 8)
        && !text.bytes().all(|b| b"xX".contains(&b))
}

/// Whether a text is a region map where a puzzle could stand.
pub(super) fn is_map_alone(text: &str, side: usize) -> bool {
    text.bytes().all(|b| b.is_ascii_alphanumeric()) && is_map(text, side)
}

/// Whether every region has a cell in every usual box: groups of one colour each, which stand beside
/// boxes.
pub(super) fn crosses_boxes(region_of: &[u16], side: usize) -> bool {
    let Some((rows, columns)) = default_box(side) else { return false };
    let mut seen = vec![false; side * side];
    region_of.iter().enumerate().all(|(cell, &region)| {
        let number = cell / side / rows * (side / columns) + cell % side / columns;
        let place = number * side + usize::from(region);
        !seen.get_mut(place).is_none_or(|seen| std::mem::replace(seen, true))
    })
}

/// Whether the cells of every symbol hang together by their edges.
fn is_connected(map: &[u8], side: usize) -> bool {
    let mut seen = vec![false; map.len()];
    let mut started = [false; 256];
    for start in 0..map.len() {
        if seen[start] {
            continue;
        }
        if std::mem::replace(&mut started[usize::from(map[start])], true) {
            return false;
        }
        seen[start] = true;
        let mut stack = vec![start];
        while let Some(cell) = stack.pop() {
            let (row, column) = (cell / side, cell % side);
            let mut visit = |inside: bool, next: usize| {
                if inside && map[next] == map[cell] && !seen[next] {
                    seen[next] = true;
                    stack.push(next);
                }
            };
            visit(row > 0, cell.wrapping_sub(side));
            visit(row + 1 < side, cell + side);
            visit(column > 0, cell.wrapping_sub(1));
            visit(column + 1 < side, cell + 1);
        }
    }
    true
}

/// Whether no symbol stands twice in a row or a column.
fn is_latin(symbols: &[u8], side: usize) -> bool {
    fn repeats<'a>(mut line: impl Iterator<Item = &'a u8>) -> bool {
        let mut seen = [false; 256];
        line.any(|&byte| std::mem::replace(&mut seen[usize::from(byte)], true))
    }
    !(0..side).any(|k| {
        repeats(symbols[k * side..(k + 1) * side].iter())
            || repeats(symbols[k..].iter().step_by(side))
    })
}

/// The region of every cell.
///
/// # Errors
/// If there are not as many different symbols as the side, each as often.
pub(super) fn regions(map: &str, side: usize) -> Result<Box<[u16]>> {
    let mut counts: Vec<(char, usize)> = Vec::new();
    for symbol in map.chars() {
        match counts.iter_mut().find(|(known, _)| *known == symbol) {
            Some((_, count)) => *count += 1,
            None => counts.push((symbol, 1)),
        }
    }
    // Beside a region of a single symbol that is wrong, the one it is missing in is no news.
    let many = counts.len() > side;
    let wrong = counts.iter().filter(|(_, count)| *count != side);
    let wrong = wrong.max_by_key(|(_, count)| if many { usize::MAX - count } else { *count });
    if let Some((symbol, count)) = wrong.filter(|_| map.chars().count() == side * side) {
        let plural = if *count == 1 { "" } else { "s" };
        let message = format!("region {symbol} has {count} cell{plural}: expected {side}");
        return Err(Error::layout(message).at(1, None));
    }
    let map = crate::grid::region_map(map.chars())?;
    if map.len() != side * side {
        let message = format!("{} region symbols: expected {}", map.len(), side * side);
        return Err(Error::layout(message));
    }
    Ok(map)
}

/// The rows of a puzzle, then the rows of its region map.
#[derive(Debug)]
pub(super) struct JigsawGrid;

impl Format for JigsawGrid {
    fn name(&self) -> &'static str {
        "jigsaw-grid"
    }

    fn about(&self) -> &'static str {
        "rows of a puzzle, then rows of its regions, one symbol per cell"
    }

    fn fit(&self, head: &Head<'_>) -> Fit {
        if head.lines().iter().any(|line| is_comment(line) && is_of_one(line)) {
            // Regions are named there, and no map follows.
            return Fit::No;
        }
        let (_, map) = rules(head);
        let lines: Vec<_> = head.content().collect();
        // The map is the first run of n lines of n region symbols, and n rows come before it.
        let side = lines.iter().map(|line| map.cells(line).take(MAX_SYMBOLS_SIDE + 1).count());
        let fits = side.enumerate().any(|(start, side)| {
            if start < side || !(4..=MAX_SYMBOLS_SIDE).contains(&side) {
                return false;
            }
            let Some(run) = lines.get(start..start + side) else { return false };
            let text: String = run.iter().flat_map(|l| map.cells(l)).map(|(_, c)| c).collect();
            is_map(&text, side) || is_nearly_map(&text, side)
        });
        if fits { Fit::Sure } else { Fit::No }
    }

    fn plan(&self, head: &Head<'_>) -> Plan {
        let (givens, map) = rules(head);
        let splitting = Splitting::Rows(givens.clone().with_maps());
        Plan::new(splitting, move |text, context| read(text, &givens, &map, context))
    }
}

/// How the givens and how the map are written.
fn rules(head: &Head<'_>) -> (RowRule, RowRule) {
    let first = head.content().next().unwrap_or_default();
    let map = RowRule::new(Style::Symbols, head);
    let tokens = rows::tokens(first).count();
    let spaced = tokens >= 4 && rows::tokens(first).any(|(_, token)| token.len() > 1);
    let lone = rows::tokens(first).all(|(_, token)| token.len() == 1);
    let givens = if spaced || lone { grid::rule(head) } else { map.clone() };
    (givens, map)
}

fn read(text: &str, givens: &RowRule, map: &RowRule, context: &Context<'_>) -> Result<Entry> {
    let is_row = |line: &str| matches!(map.map_row(line), Row::Cells(_));
    let lines: Vec<_> = text.lines().enumerate().filter(|(_, line)| is_row(line)).collect();
    let (upper, lower) = lines.split_at(lines.len() / 2);
    let side = givens.side_of(upper)?;
    map.side_of(lower)?;
    let symbols: String = lower.iter().flat_map(|(_, l)| map.cells(l)).map(|(_, c)| c).collect();
    let line = lower[0].0 as u64 + 1;
    let regions = regions(&symbols, side).map_err(|error| error.at(line, None))?;
    let layout = context.layout_with_regions(regions, side)?;
    if givens.style == Style::Symbols {
        return symbol_rows::read_rows(upper, side, givens, context, layout).map(Entry::from);
    }
    grid::read_rows(upper, side, givens, context, layout).map(Entry::from)
}

#[cfg(test)]
mod tests {
    use super::super::ReadOptions;
    use super::super::tests::{one, read_all, read_with, results};

    const MAP: &str = "AAAABBBBCCCCDDDD";
    const SQUARES: &str = "AABBAABBCCDDCCDD";

    #[test]
    fn regions_follow_the_symbols() {
        let givens = "1.....3..4.....2";
        for text in [
            format!("{givens}{MAP}"),
            format!("{givens} {MAP} x"),
            format!("{givens}\t{}", MAP.to_lowercase()),
        ] {
            let puzzle = one(&text);
            assert_eq!(puzzle.givens(), 4, "{text}");
            assert_eq!(puzzle.layout().regions().unwrap()[4], 1);
        }
        assert_eq!(one(MAP).givens(), 0);
        assert_eq!(read_all(&format!("{MAP} valid\n{SQUARES} valid\n")).len(), 2);
    }

    #[test]
    fn a_solution_is_no_region_map() {
        let entries = read_all("1.....3..4.....2 1234341243212143");
        assert!(entries[0].puzzle.layout().regions().is_none());
        assert!(entries[0].solution.is_some());
    }

    #[test]
    fn colours_stand_beside_boxes() {
        let layout = one("1.....3..4.....2 abcdcdabbadcdcba").layout().clone();
        assert_eq!(layout.name(), "2x2+regions");
        assert_eq!(one(&format!("1.....3..4.....2 {MAP}")).layout().name(), "regions");
    }

    #[test]
    fn boxes_stay_where_they_are_asked_for() {
        let options = ReadOptions { layout: "boxes".parse().unwrap(), ..ReadOptions::default() };
        let entries = read_with(&format!("1.....3..4.....2 {MAP}"), &options);
        assert_eq!(entries[0].puzzle.layout().houses().len(), 4 * 4);
    }

    #[test]
    fn a_map_out_of_balance_is_an_error() {
        let rows = "1...\n..3.\n.4..\n...2\n";
        let errors = |text: &str| {
            let results = results(text.as_bytes(), &ReadOptions::default());
            assert_eq!(results.len(), 1, "{text}");
            results.into_iter().next().unwrap().unwrap_err().to_string()
        };
        let message = "region B has 5 cells: expected 4";
        assert_eq!(
            errors(&format!("{rows}AABB\nAABB\nCCBD\nCCDD\n")),
            format!("line 5: {message}")
        );
        assert_eq!(errors("1.....3..4.....2 AABBAABBCCBDCCDD"), format!("line 1: {message}"));
        let message = "line 6: region Z has 1 cell: expected 4";
        assert_eq!(errors(&format!("{rows}\nAABB\nAABB\nCCZD\nCCDD\n")), message);
    }

    #[test]
    fn rows_of_regions_follow_the_rows() {
        let map = "AAAA\nBBBB\nCCCC\nDDDD\n";
        for givens in ["1...\n..3.\n.4..\n...2\n", "1 . . .\n. . 3 .\n. 4 . .\n. . . 2\n"] {
            for text in [format!("{givens}{map}"), format!("{givens}\n{map}\n{givens}\n{map}")] {
                for entry in read_all(&text) {
                    assert_eq!(entry.puzzle.givens(), 4);
                    assert!(entry.puzzle.layout().regions().is_some());
                }
            }
        }
    }
}
