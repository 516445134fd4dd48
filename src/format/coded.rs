//! Nine rows, then a line for each clue: the cells as two digits each, then what they are:
//! `1112R` a renban of r1c1 and r1c2, `111213K10` a cage of sum 10; `antiknight: true`.

use super::{Context, Entry, Fit, Format, Head, Plan, Splitting, rules};
use crate::error::{Error, Result};

/// See the [module](self).
#[derive(Debug)]
pub(super) struct Coded;

/// What stands behind the cells, the kind of rule, and how many cells there are at least.
const CODES: &[(&str, &str, usize)] = &[
    ("RSL", "regionsumline", 2),
    ("ENT", "entropic", 2),
    ("GW", "whispers 5", 2),
    ("ER", "distinct", 2),
    ("T", "thermometer", 2),
    ("P", "palindrome", 2),
    ("R", "renban", 2),
    ("E", "even", 1),
    ("O", "odd", 1),
    ("X", "pairsum 10", 2),
    ("V", "pairsum 5", 2),
    ("W", "difference 1", 2),
    ("B", "ratio 2", 2),
    ("A", "arrow", 2),
    ("Q", "contains", 1),
    ("K", "cage", 1),
];

/// Words that may be true, and the rules that they are.
const WORDS: &[(&str, &str)] = &[
    ("anticonsecutive", "nonconsecutive"),
    ("antiking", "antiking"),
    ("antiknight", "antiknight"),
    ("diagonal", "diagonals"),
];

impl Format for Coded {
    fn name(&self) -> &'static str {
        "coded"
    }

    fn about(&self) -> &'static str {
        "nine rows, then lines of cells and letters for clues: 1112R; antiknight: true"
    }

    fn fit(&self, head: &Head<'_>) -> Fit {
        let mut lines = head.content().skip_while(|line| !is_row(line));
        let rows = lines.by_ref().take(9).filter(|line| is_row(line)).count();
        let mut codes = lines.peekable();
        let fits = rows == 9 && codes.peek().is_some() && codes.all(is_clue);
        if fits { Fit::Sure } else { Fit::No }
    }

    fn plan(&self, _: &Head<'_>) -> Plan {
        Plan::new(Splitting::Chunks { lines: usize::MAX, gaps: false }, read)
    }
}

fn is_row(line: &str) -> bool {
    line.len() == 9 && line.bytes().all(|byte| byte == b'.' || byte.is_ascii_digit())
}

/// Whether a line is a clue: digits and one of the codes, or a word and whether it holds.
pub(super) fn is_clue(line: &str) -> bool {
    let holds = line.split_once(':').map(|(_, holds)| holds.trim().to_ascii_lowercase());
    holds.is_some_and(|holds| ["true", "false"].contains(&&*holds)) || clue(line).is_some()
}

/// The cells of a clue, its code, and the number behind that.
fn clue(line: &str) -> Option<(&str, &'static (&'static str, &'static str, usize), &str)> {
    let end = line.find(|c: char| !c.is_ascii_digit())?;
    let (cells, rest) = line.split_at(end);
    let code = CODES.iter().find(|(code, ..)| rest.starts_with(code))?;
    let number = &rest[code.0.len()..];
    let fits =
        number.bytes().all(|byte| byte.is_ascii_digit()) && (number.is_empty() || code.0 == "K");
    (fits && !cells.is_empty()).then_some((cells, code, number))
}

fn read(text: &str, context: &Context<'_>) -> Result<Entry> {
    let lines = (1..).zip(text.lines().map(str::trim)).filter(|(_, line)| !line.is_empty());
    let mut lines = lines.skip_while(|(_, line)| !is_row(line)).peekable();
    let mut grid = String::new();
    let mut rows: u64 = 0;
    while let Some((_, row)) = lines.next_if(|(_, line)| rows < 9 && is_row(line)) {
        grid += row;
        rows += 1;
    }
    if rows != 9 {
        return Err(Error::input(format!("{rows} rows of 9 cells: expected 9")));
    }
    let mut texts = Vec::new();
    let mut diagonals = None;
    for (number, line) in lines {
        let at = |error: Error| error.at(number, None);
        if let Some((word, holds)) = line.split_once(':') {
            let word = word.trim();
            let rule = WORDS.iter().find(|(known, _)| known.eq_ignore_ascii_case(word));
            match (holds.trim().to_ascii_lowercase().as_str(), rule) {
                ("false", _) => {}
                ("true", Some((_, "diagonals"))) => diagonals = Some("diagonals".parse()?),
                ("true", Some((_, rule))) => texts.push((number, (*rule).to_owned())),
                _ => {
                    let word = satoku_check::shown(word);
                    let known: Vec<_> = WORDS.iter().map(|(word, _)| *word).collect();
                    let message = format!("{word:?}: expected one of {}", known.join(", "));
                    return Err(at(Error::input(message)));
                }
            }
            continue;
        }
        texts.push((number, rule_of(line).map_err(at)?));
    }
    let layout = context.with_layout(diagonals.as_ref()).layout(9)?;
    let mut puzzle = context.puzzle_of_symbols(&grid, layout, 9)?;
    for (number, text) in &texts {
        puzzle = rules::with(puzzle, [text.as_str()]).map_err(|error| error.at(*number, None))?;
    }
    Ok(puzzle.into())
}

/// The rule of a clue.
fn rule_of(line: &str) -> Result<String> {
    let wrong = |why: &str| Error::input(format!("{:?}: {why}", satoku_check::shown(line)));
    let (digits, (code, kind, least), number) =
        clue(line).ok_or_else(|| wrong("expected cells and a code such as 1112R"))?;
    let place = |digit: u8| digit - b'0';
    // The digits of a quadruple stand behind its first cell.
    let (cells, values) =
        if *code == "Q" { digits.split_at(digits.len().min(2)) } else { (digits, "") };
    let mut names = Vec::new();
    for pair in cells.as_bytes().chunks(2) {
        match *pair {
            [row, column] if row > b'0' && column > b'0' => {
                names.push(format!("r{}c{}", place(row), place(column)));
            }
            _ => return Err(wrong("expected two digits a cell, each from 1")),
        }
    }
    if names.len() < *least {
        return Err(wrong("expected more cells"));
    }
    let cells = names.join(" ");
    Ok(match *code {
        "K" if number.trim_start_matches('0').is_empty() => format!("cage {cells}"),
        "K" => format!("cage {number} {cells}"),
        "A" => format!("arrow {}; {}", names[0], names[1..].join(" ")),
        "Q" => {
            let (row, column) = (place(digits.as_bytes()[0]), place(digits.as_bytes()[1]));
            let values: Vec<_> = values.chars().map(String::from).collect();
            let [below, beside] = [row + 1, column + 1];
            format!("contains {} r{row}-{below}c{column}-{beside}", values.join(" "))
        }
        _ => format!("{kind} {cells}"),
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{error, one};

    #[test]
    fn clues_stand_below_the_rows() {
        let rows = format!("https://a.b\n\n1........\n{}\n", ".........\n".repeat(8));
        let puzzle = one(&format!("{rows}1112T\n212223K10\n3132K0\n\ndiagonal: true\n"));
        let rules: Vec<_> = puzzle.rules().iter().map(ToString::to_string).collect();
        assert_eq!(rules, ["thermometer r1c1 r1c2", "cage 10 r2c1 r2c2 r2c3", "cage r3c1 r3c2"]);
        assert_eq!((puzzle.givens(), puzzle.layout().houses().len()), (1, 29));
        assert_eq!(one(&format!("{rows}antiknight: true\nantiking: false")).rules().len(), 1);
        assert!(
            error(&format!("{rows}1112T\n111T\n")).starts_with("line 14: \"111T\": expected two")
        );
        assert!(error(&format!("{rows}antis: true\n")).contains("\"antis\": expected one of"));
    }
}
