//! Given solutions: the filled grid that a file states beside a puzzle, in the forms that puzzles
//! have.

use serde_json::Value;

use super::{Context, frame, json, numbers, symbols, write};
use crate::error::{Error, Result};
use crate::grid::{Cell, Digit, Layout};
use crate::puzzle::{Puzzle, Violation};

/// A given solution, unchecked; or why what stands in its place is no filled grid.
pub type Given = Result<Box<[Digit]>, String>;

/// Reads the text that a file has in the place of a puzzle's solution; `None` if there is none.
pub(super) fn of_text(text: &str, puzzle: &Puzzle, context: &Context<'_>) -> Option<Given> {
    let text = text.trim();
    if text.is_empty() {
        return None;
    }
    if text.starts_with(['[', '{'])
        && let Ok(value) = serde_json::from_str(text)
    {
        return of_value(&value, puzzle, context);
    }
    Some(filled(&grid(text, puzzle, context)))
}

/// Likewise what stands there in JSON.
pub(super) fn of_value(value: &Value, puzzle: &Puzzle, context: &Context<'_>) -> Option<Given> {
    if let Value::String(text) = value {
        return of_text(text, puzzle, context);
    }
    let layout = puzzle.layout();
    let grid = if write::is_framed(layout) {
        frame::read_json(value, layout)
    } else {
        json::read_value(value, context).map(|entry| entry.puzzle)
    };
    let (found, expected) = (grid.as_ref().map_or(0, |grid| grid.layout().cells()), layout.cells());
    if grid.is_ok() && found != expected {
        return Some(Err(Violation::Size { found, expected }.to_string()));
    }
    Some(filled(&grid))
}

/// The grid of a text, in the symbols of the puzzle.
fn grid(text: &str, puzzle: &Puzzle, context: &Context<'_>) -> Result<Puzzle> {
    let layout = puzzle.layout();
    if write::is_framed(layout) {
        return frame::read_rows(text, layout);
    }
    let symbols = context.symbols().unwrap_or(puzzle.symbols());
    let context = context.with_symbols(Some(symbols));
    let (side, cells) = (puzzle.side(), layout.cells());
    if numbers::is_puzzle(text) {
        return numbers::read(text, &context).map(|entry| entry.puzzle);
    }
    let found = text.chars().count();
    if found > cells
        && let Some(numbers) = run_together(text, layout)
    {
        return Puzzle::from_numbers(layout.clone(), &numbers);
    }
    if found != cells {
        let size = Violation::Size { found, expected: cells };
        return Err(Error::input(size.to_string()));
    }
    let mut numbers = Vec::with_capacity(cells);
    symbols::read(text, side, symbols, &mut numbers)
        .map_err(|(_, message)| Error::input(message))?;
    Puzzle::from_numbers(layout.clone(), &numbers)
}

/// The numbers of a filled grid with nothing between them, as some programs write sides of 10 to 99:
/// the first reading in which no house has a number twice.
fn run_together(text: &str, layout: &Layout) -> Option<Vec<u16>> {
    /// Most numbers that are tried.
    const MOST: usize = 1 << 20;
    let side = layout.plain_side().filter(|side| (10..100).contains(side))?;
    let length = side * (9 + 2 * (side - 9));
    let is_one = text.len() == length && text.bytes().all(|byte| byte.is_ascii_digit());
    let text = Some(text.as_bytes()).filter(|_| is_one)?;
    let mut used = vec![0_u128; layout.houses().len()];
    let mut numbers: Vec<u16> = Vec::new();
    // Where the next number begins, and how many digits it has at least.
    let (mut at, mut digits) = (0, 1);
    for _ in 0..MOST {
        if at == text.len() && numbers.len() == layout.cells() {
            return Some(numbers);
        }
        let houses = |cell: usize| layout.houses_of(Cell::new(cell)).iter().map(|&k| k as usize);
        let number = |digits: usize| {
            let digits = text.get(at..at + digits).filter(|digits| digits[0] != b'0')?;
            let number = digits.iter().fold(0, |n, &digit| 10 * n + u16::from(digit - b'0'));
            let is_free = |house: usize| used[house] >> number & 1 == 0;
            let fits = usize::from(number) <= side && numbers.len() < layout.cells();
            (fits && houses(numbers.len()).all(is_free)).then_some(number)
        };
        if let Some((digits, number)) = (digits..3).find_map(|k| Some((k, number(k)?))) {
            houses(numbers.len()).for_each(|house| used[house] |= 1 << number);
            numbers.push(number);
            at += digits;
        } else {
            let last = numbers.pop()?;
            houses(numbers.len()).for_each(|house| used[house] &= !(1 << last));
            digits = if last > 9 { 2 } else { 1 };
            at -= digits;
            digits += 1;
            continue;
        }
        digits = 1;
    }
    None
}

/// The digits of a grid without empty cells.
fn filled(grid: &Result<Puzzle>) -> Given {
    let grid = grid.as_ref().map_err(ToString::to_string)?;
    grid.filled().map_err(|gap| gap.to_string())
}

#[cfg(test)]
mod tests {
    use super::super::{Sheet, WRITERS, line_of, parse, tests::read_all};
    use super::*;
    use crate::ask::{Answer, Form, Read, Reply};
    use crate::grid::LayoutSpec;
    use crate::puzzle::Symbols;

    /// A filled grid of a layout without boxes, each row one further than the one before.
    fn grid(spec: &str, side: usize) -> Puzzle {
        let layout = spec.parse::<LayoutSpec>().unwrap().build(side).unwrap().shared();
        let mut puzzle = Puzzle::new(layout);
        let digits = puzzle.digits();
        for cell in puzzle.cells() {
            let (row, column) = puzzle.layout().frame().place(cell).unwrap();
            puzzle.set(cell, Digit::new((row + column) % digits));
        }
        puzzle
    }

    /// Solutions come back from CSV and answers, in all symbols, of large sides and other frames;
    /// also where nothing but they tell the symbols.
    #[test]
    fn solutions_come_back() {
        let specs = [
            ("latin", 2),
            ("latin", 4),
            ("latin", 9),
            ("latin", 12),
            ("latin", 27),
            ("latin", 30),
            ("latin", 36),
            ("latin+digits=0-8", 9),
            ("grid=2x3+latin", 3),
        ];
        for (spec, side) in specs {
            for symbols in Symbols::ALL {
                let full = grid(spec, side).with_symbols(symbols);
                let digits = full.filled().unwrap();
                let solution = full.check(&digits).unwrap();
                let mut few = Puzzle::new(full.layout().clone()).with_symbols(symbols);
                few.set(Cell::new(1), Digit::new(1));
                for puzzle in [&Puzzle::new(full.layout().clone()).with_symbols(symbols), &few] {
                    let csv = WRITERS.iter().find(|writer| writer.has_both).unwrap();
                    let mut text = csv.header.to_owned();
                    let sheet = Sheet { solution: Some(&solution), ..Sheet::of(puzzle) };
                    (csv.write)(&sheet, &mut text);
                    let mut read = Read::new(puzzle.clone(), Form::default());
                    read.solution = Some(solution.clone());
                    let reply = Reply::new(Some(1), "x", Answer::Read(read)).of(Some(puzzle));
                    for text in [text, reply.json()] {
                        let entries = read_all(&text);
                        assert_eq!(entries.len(), 1, "{text}");
                        assert!(entries[0].puzzle == *puzzle, "{text}");
                        assert_eq!(entries[0].solution, Some(Ok(digits.clone())), "{text}");
                    }
                }
            }
        }
        let line = format!("{:.<144}", "1.2..3");
        let full = grid("latin", 12).with_symbols(Symbols::ZeroBased);
        let full = line_of(&full.check(&full.filled().unwrap()).unwrap());
        for text in [format!("{line} {full}\n"), format!("puzzle,solution\n{line},{full}\n")] {
            let first = read_all(&text)[0].puzzle.given(Cell::new(0)).map(Digit::number);
            assert_eq!(first, Some(2), "{text}");
        }
    }

    #[test]
    fn numbers_may_run_together() {
        for side in [10, 12, 16, 25] {
            let full = grid("latin", side);
            let digits = full.filled().unwrap();
            let numbers = digits.iter().map(|digit| digit.number().to_string());
            let numbers: String = numbers.collect();
            let puzzle = format!("{:.<1$}", "1", side * side);
            let text = format!(
                "{{\"puzzle\":\"{puzzle}\",\"layout\":\"latin\",\"solution\":\"{numbers}\"}}"
            );
            let found = read_all(&text).remove(0).solution.unwrap().unwrap();
            let known = digits.iter().zip(&found).filter(|(a, b)| a == b).count();
            assert!(known > digits.len() / 2, "{side}: {known}");
            let wrong = text.replace("2345", "2335");
            assert!(read_all(&wrong).remove(0).solution.unwrap().is_err());
        }
    }

    #[test]
    fn what_is_no_filled_grid_is_told() {
        let line = "1.....3..4.....2";
        for (solution, words) in [
            ("Z234341243212143", "found 'Z'"),
            ("12343412", "8 cells where 16 belong"),
            (".234341243212143", "r1c1 is empty"),
        ] {
            for text in [
                format!("puzzle,solution\n{line},{solution}\n"),
                format!("{{\"puzzle\":\"{line}\",\"solution\":\"{solution}\"}}"),
            ] {
                let given = read_all(&text).remove(0).solution.unwrap();
                let message = given.unwrap_err();
                assert!(message.contains(words), "{text}: {message}");
            }
        }
        let nine = "[[9,2,3,4],[3,4,1,2],[4,3,2,1],[2,1,4,3]]";
        let text = format!("{{\"puzzle\":\"{line}\",\"solution\":{nine}}}");
        assert!(read_all(&text).remove(0).solution.unwrap().is_err());
        let text = format!("{{\"puzzle\":\"{line}\",\"solution\":5}}");
        assert!(read_all(&text).remove(0).solution.unwrap().is_err());
        let text = format!("{{\"puzzle\":\"{line}\",\"solution\":null}}");
        assert!(read_all(&text).remove(0).solution.is_none());
    }

    /// What may say more of a puzzle than is read is refused.
    #[test]
    fn what_is_not_read_is_refused() {
        let line = "1.....3..4.....2";
        for more in [
            r#""index":1,"status":"new","killercage":[{"cells":["R1C1"],"value":"5"}]"#,
            r#""layout":["AABB"]"#,
            r#""box":2"#,
            r#""symbols":3"#,
            r#""layout":"latin","box":"2x2""#,
        ] {
            assert!(parse(&format!("{{\"puzzle\":\"{line}\",{more}}}")).is_err(), "{more}");
        }
        assert!(parse(&format!("puzzle,rules\n{line},antiknight\n")).is_err());
        assert!(parse(&format!("puzzle,rules\n{line},\n")).is_ok());
        assert!(parse(&format!("puzzle,rules,cages\n{line},,x\n")).is_err());
        let rows = "[[1,0,0,0],[0,0,3,0],[0,4,0,0],[0,0,0,2]]";
        for (symbols, is_read) in [("one", true), ("zero", false), ("letters", false)] {
            let text = format!("{{\"puzzle\":{rows},\"symbols\":\"{symbols}\"}}");
            assert_eq!(parse(&text).is_ok(), is_read, "{text}");
        }
    }
}
