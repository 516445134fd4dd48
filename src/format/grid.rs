//! Grids of numbers, row by row: the only form for every side.

use std::sync::Arc;

use super::numbers::{is_zero_based, number, read_number};
use super::rows::{Row, RowRule, Style};
use super::{Context, Entry, Fit, Format, Head, Plan, Splitting, Symbols, drawn};
use crate::error::{Error, Result};
use crate::grid::Layout;
use crate::puzzle::Puzzle;

/// See the [module](self).
#[derive(Debug)]
pub(super) struct Grid;

impl Format for Grid {
    fn name(&self) -> &'static str {
        "grid"
    }

    fn about(&self) -> &'static str {
        "rows of numbers, separated by spaces, commas or bars"
    }

    fn fit(&self, head: &Head<'_>) -> Fit {
        let mut rule = rule(head);
        let Some(side @ 2..) = rule.usual_side() else { return Fit::No };
        let rows = head.lines().iter();
        let rows: Vec<_> = rows.filter(|line| rule.row(line) == Row::Cells(side)).collect();
        let numeric = rows.iter().all(|row| rule.cells(row).all(|(_, t)| number(t).is_some()));
        let small = || {
            let mut cells = rows.iter().flat_map(|row| rule.cells(row));
            cells.all(|(_, token)| number(token).is_some_and(|n| n <= side))
        };
        if numeric && side >= 4 && rule.is_complete(head) && small() {
            Fit::Sure
        } else if rule.is_mostly_usual() && (numeric || rows.len() > side / 2 && side >= 4) {
            Fit::Perhaps
        } else {
            Fit::No
        }
    }

    fn plan(&self, head: &Head<'_>) -> Plan {
        let rule = rule(head);
        Plan::new(Splitting::Rows(rule.clone()), move |text, context| read(text, &rule, context))
    }
}

/// How the cells of a source are told apart: as fields, where some are empty and the number of
/// rows confirms it.
pub(super) fn rule(head: &Head<'_>) -> RowRule {
    let styles = ['|', ',', ';', '\t'].into_iter().filter_map(|d| fields(head, d));
    RowRule::new(styles.take(1).next().unwrap_or(Style::Tokens), head)
}

/// The style of fields between a delimiter, if that is what the head has.
fn fields(head: &Head<'_>, delimiter: char) -> Option<Style> {
    let lines: Vec<_> = head.content().filter(|line| line.contains(delimiter)).collect();
    let count = lines.first()?.split(delimiter).count();
    let is_cell = |field: &str| field.trim().is_empty() || number(field.trim()).is_some();
    let fits = lines
        .iter()
        .all(|line| line.split(delimiter).count() == count && line.split(delimiter).all(is_cell));
    // Bars at both ends of every line are a frame: outer columns that are all empty are not so common.
    let is_framed =
        delimiter == '|' && lines.iter().all(|line| line.starts_with('|') && line.ends_with('|'));
    let least = if is_framed { 2 } else { 0 };
    let edges =
        (least..=2).find(|edges| count - edges.min(&count) >= 4 && lines.len() == count - edges)?;
    let has_empty = lines.iter().any(|line| {
        line.split(delimiter).skip(1).take(count - 2).any(|field| field.trim().is_empty())
    });
    (fits && has_empty).then_some(Style::Fields { delimiter, edges })
}

/// Reads rows of numbers.
pub(super) fn read(text: &str, rule: &RowRule, context: &Context<'_>) -> Result<Entry> {
    let rows = rule.rows(text);
    let side = rule.side_of(&rows)?;
    let layout = context.layout_drawn(drawn::layout(text, &rows, side, rule), side)?;
    read_rows(&rows, side, rule, context, layout).map(Entry::from)
}

/// Reads the numbers of complete rows.
pub(super) fn read_rows(
    rows: &[(usize, &str)],
    side: usize,
    rule: &RowRule,
    context: &Context<'_>,
    layout: Arc<Layout>,
) -> Result<Puzzle> {
    let tokens = rows.iter().flat_map(|&(_, row)| rule.cells(row)).map(|(_, token)| token);
    let zero_based = is_zero_based(tokens, side, context.symbols());
    let letters = context.symbols() == Some(Symbols::Letters);
    // An x or an @ is an empty cell only where nothing else is.
    let is_x = |token: &str| ["x", "X", "@"].contains(&token);
    let mut tokens = rows.iter().flat_map(|&(_, row)| rule.cells(row)).map(|(_, token)| token);
    let blank = tokens.any(|token| number(token) == Some(0) && !is_x(token));
    let mut numbers = Vec::with_capacity(side * side);
    for &(line, row) in rows {
        for (place, token) in rule.cells(row) {
            let number = if let Some(letter) = letter(token).filter(|_| letters) {
                let expected = || Symbols::Letters.expected(side);
                let wrong = || Error::input(format!("found {token:?}: expected {}", expected()));
                if usize::from(letter) > side { Err(wrong()) } else { Ok(letter) }
            } else if blank && is_x(token) {
                let expected = format!("a number from 1 to {side} or a blank (. 0 _ * -)");
                Err(Error::input(format!("found {token:?}: expected {expected}")))
            } else {
                read_number(token, side, zero_based)
            };
            let number = number.map_err(|error| {
                let column = row[..place].chars().count() as u64 + 1;
                error.at(line as u64 + 1, Some(column))
            })?;
            numbers.push(number);
        }
    }
    let symbols = match context.symbols() {
        Some(Symbols::Letters) => Symbols::Letters,
        _ if zero_based => Symbols::ZeroBased,
        _ => Symbols::OneBased,
    };
    Ok(Puzzle::from_numbers(layout, &numbers)?.with_symbols(symbols))
}

/// The number of a letter that stands alone, `A` as 1.
fn letter(token: &str) -> Option<u16> {
    let [letter] = token.as_bytes() else { return None };
    letter.is_ascii_alphabetic().then(|| u16::from(letter.to_ascii_uppercase() - b'A' + 1))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{error, one, read_all};

    #[test]
    fn letters_have_their_place() {
        let rows = "A . . .\n. . C .\n. x . .\n. . . B\n";
        let message = error(&format!("# symbols=letters\n{rows}"));
        let expected = "line 4, column 3: found \"x\": expected A-D or a blank (. 0 _ * -)";
        assert_eq!(message, expected);
    }

    #[test]
    fn separators_of_all_kinds() {
        for text in [
            "1 . . .\n. . 3 .\n. 4 . .\n. . . 2\n",
            "4\n1 0 0 0\n0 0 3 0\n0 4 0 0\n0 0 0 2\n",
            "2\n2\n1 0 0 0\n0 0 3 0\n0 4 0 0\n0 0 0 2\n",
            "{\n{1,0,0,0},\n{0,0,3,0},\n{0,4,0,0},\n{0,0,0,2}}",
            "01,00,00,00,\n00,00,03,00,\n00,04,00,00,\n00,00,00,02,\n",
            "|1| | | |\n| | |3| |\n| |4| | |\n| | | |2|\n",
            "1|||\n||3|\n|4||\n|||2\n",
            "1,,,\n,,3,\n,4,,\n,,,2\n",
            "+-----+-----+\n| 1 . | . . |\n| . . | 3 . |\n+-----+-----+\n| . 4 | . . |\n| . . | . 2 |\n+-----+-----+",
            "% c\nx = array2d(1..n, 1..n, [\n 1, _, _, _,\n _, _, 3, _,\n _, 4, _, _,\n _, _, _, 2\n]);\n\nn = 4;\n",
            "1 - - -\n- - 3 -\n\n- 4 - -\n- - - 2\n",
        ] {
            let puzzle = one(text);
            assert_eq!((puzzle.side(), puzzle.givens()), (4, 4), "{text}");
        }
    }

    #[test]
    fn comments_name_the_boxes() {
        let rows = "0 0 0 0 0 6\n".repeat(6);
        let entries = read_all(&format!("# box=3x2\n{rows}\n# no boxes\n{rows}# box=2x3\n{rows}"));
        let names = entries.iter().map(|entry| entry.puzzle.layout().name());
        assert!(names.eq(["3x2", "latin", "2x3"]));
        assert_eq!(one(&format!("3\n2\n{rows}")).layout().name(), "3x2");
    }

    #[test]
    fn a_comment_that_names_no_layout_is_an_error() {
        let rows = "0 0 0 0 0 6\n".repeat(6);
        assert!(error(&format!("\n# box=0x3\n{rows}")).starts_with("line 2: "));
        assert!(error(&format!("# layout=some\n{rows}")).starts_with("line 1: layout `some`"));
        assert_eq!(one(&format!("# a box=like thing\n{rows}")).layout().name(), "2x3");
    }

    /// Three bars a line are not four cells.
    #[test]
    fn a_frame_around_spaces_is_no_cell() {
        let framed = "| 1   |     |\n|     | 2   |\n|   3 |     |\n|     |   4 |\n";
        let plain = "1...\n..2.\n.3..\n...4\n";
        assert_eq!(one(framed), one(plain));
        let map = "\nAABB\nAACB\nDCCB\nDDDC\n";
        assert_eq!(one(&format!("{framed}{map}")), one(&format!("{plain}{map}")));
        // Without bars at the ends of every line, nothing there is an empty cell.
        assert_eq!(one("|1|2|\n3|||4\n|||\n|||\n"), one(".12.\n3..4\n....\n....\n"));
    }

    #[test]
    fn zero_beside_another_blank_is_a_digit() {
        let rows = "0 . . . . . . . . 9\n".repeat(10);
        assert_eq!(one(&rows).given(crate::Cell::new(0)).unwrap().number(), 1);
        assert_eq!(one(&rows.replace('9', "10")).given(crate::Cell::new(0)), None);
    }

    #[test]
    fn empty_grids_of_any_side_are_grids() {
        for side in [4, 9, 16, 25, 36, 49, 81] {
            let row = format!("{}\n", ["0"; 81][..side].join(" "));
            assert_eq!(one(&row.repeat(side)).side(), side);
        }
    }

    #[test]
    fn errors_have_their_place() {
        let grid = "1 . . .\n. . 3 .\n. 4 . .\n";
        assert_eq!(
            error(&format!("{grid}. . .\n")),
            "line 4, column 5: row 4 has 3 cells: expected 4"
        );
        assert_eq!(
            error(&format!("{grid}. . . 5\n")),
            "line 4, column 7: number 5: expected 1 to 4"
        );
        let message =
            "line 4, column 5: found \"x7\": expected a number from 1 to 4 or a blank (. 0 _ * -)";
        assert_eq!(error(&format!("{grid}. . x7 4\n")), message);
        assert_eq!(error(&format!("{grid}. . x 4\n")), message.replace("x7", "x"));
        assert_eq!(one(&format!("{grid}. . . x\n").replace('.', "x")).givens(), 3);
    }
}
