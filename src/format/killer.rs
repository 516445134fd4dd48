//! Killers on one line: 81 symbols with sums and arrows, `3x3::k:` and 81 numbers, lists of cages
//! `17=r1c1,r2c1;…`; inequalities `1>2,3>2,…` between cells numbered from 1.

use std::sync::Arc;

use super::{Context, Entry, Fit, Format, Head, Plan, Splitting, line, solution};
use crate::error::{Error, Result};
use crate::grid::{Cell, Layout};
use crate::puzzle::Puzzle;
use crate::rule::{Kind, Rule};

/// See the [module](self).
#[derive(Debug)]
pub(super) struct Killer;

impl Format for Killer {
    fn name(&self) -> &'static str {
        "killer"
    }

    fn about(&self) -> &'static str {
        "killers a line: sums with arrows, 3x3::k: and numbers, 17=r1c1,r2c1;…; or 1>2,3>2,…"
    }

    fn by_lines(&self) -> bool {
        true
    }

    fn fit(&self, head: &Head<'_>) -> Fit {
        let Some(first) = head.content().next() else { return Fit::No };
        if Form::of(first).is_some() { Fit::Sure } else { Fit::No }
    }

    fn is_settled(&self, head: &Head<'_>) -> bool {
        self.fit(head) == Fit::Sure
    }

    fn plan(&self, _: &Head<'_>) -> Plan {
        Plan::new(Splitting::Lines { skip: 0 }, read)
    }
}

/// A cage: its sum, none where any will do, and its cells by their places from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Cage {
    pub(super) sum: u64,
    pub(super) cells: Vec<usize>,
}

/// How a line is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Arrows,
    Numbers,
    List,
    Inequalities,
}

impl Form {
    fn of(line: &str) -> Option<Self> {
        let mut words = line.split_whitespace();
        let first = words.next()?;
        if is_short(first) && first.chars().filter(|c| "<>^".contains(*c)).count() > 3 {
            return Some(Form::Arrows);
        }
        if is_long(first) {
            return Some(Form::Numbers);
        }
        let second = words.next().unwrap_or_default();
        let is_list = |word: &str| {
            let cage = word.split(';').next().and_then(|cage| cage.split_once('='));
            cage.is_some_and(|(sum, cells)| {
                sum.bytes().all(|byte| byte.is_ascii_digit())
                    && !sum.is_empty()
                    && cells.starts_with(['r', 'R'])
            })
        };
        if is_list(first) || is_list(second) {
            return Some(Form::List);
        }
        pairs(first).all(|pair| pair.is_some()).then_some(Form::Inequalities)
    }
}

/// The pairs of a list of inequalities, `5>6,15>6`: the greater cell's number first; `None` for what is no
/// pair of numbers of one digit or two.
fn pairs(list: &str) -> impl Iterator<Item = Option<(usize, usize)>> {
    let number = |digits: &[u8]| {
        let is_number = matches!(digits.len(), 1..=2) && digits.iter().all(u8::is_ascii_digit);
        let more = |number, &digit| 10 * number + usize::from(digit - b'0');
        is_number.then(|| digits.iter().fold(0, more))
    };
    list.as_bytes().split(|&byte| byte == b',').map(move |pair| {
        let sign = pair.iter().position(|&byte| byte == b'>')?;
        number(&pair[..sign]).zip(number(&pair[sign + 1..]))
    })
}

/// Whether a line is a killer.
pub(super) fn is_line(line: &str) -> bool {
    // Most lines need not be looked at any longer.
    line.as_bytes().iter().any(|byte| b"=<>^:".contains(byte)) && Form::of(line).is_some()
}

/// Whether a text is the short form: 81 sums and arrows.
pub(super) fn is_short(text: &str) -> bool {
    let is_known = |c: char| {
        c.is_ascii_digit()
            || c.is_ascii_uppercase()
            || "<>^v`',.".contains(c)
            || ('a'..='j').contains(&c)
    };
    text.len() == 81 && text.chars().all(is_known) && text.contains(is_arrow)
}

fn is_arrow(c: char) -> bool {
    "<>^v`',".contains(c)
}

/// Whether a text begins the long form, of numbers.
pub(super) fn is_long(text: &str) -> bool {
    text.starts_with("3x3::k:") || text.starts_with("3x3:d:k:")
}

/// The cages of the short form: a sum where a cage begins, 0-9, A-Z from 10 and a-j from 36, arrows
/// towards it in all other cells.
///
/// # Errors
/// If an arrow leads out of the grid, or arrows lead round and round.
pub(super) fn short(text: &str) -> Result<Vec<Cage>> {
    let symbols: Vec<char> = text.chars().collect();
    let wrong = |cell: usize, message: &str| {
        let (row, column, symbol) = (cell / 9 + 1, cell % 9 + 1, symbols[cell]);
        Error::input(format!("r{row}c{column}: {symbol:?} {message}"))
    };
    let mut cages: Vec<(usize, Cage)> = Vec::new();
    for cell in 0..81 {
        let mut head = cell;
        let mut steps = 0;
        let sum = loop {
            let (down, right) = match symbols[head] {
                '<' => (0, -1),
                '>' => (0, 1),
                '^' => (-1, 0),
                'v' => (1, 0),
                '`' => (-1, -1),
                '\'' => (-1, 1),
                ',' => (1, -1),
                '.' => (1, 1),
                sum => break sum,
            };
            let place =
                (head / 9).checked_add_signed(down).zip((head % 9).checked_add_signed(right));
            let place = place.filter(|&(row, column)| row < 9 && column < 9);
            let (row, column) = place.ok_or_else(|| wrong(head, "leads out of the grid"))?;
            head = row * 9 + column;
            steps += 1;
            if steps > 81 {
                return Err(wrong(cell, "leads to no sum"));
            }
        };
        if let Some((_, cage)) = cages.iter_mut().find(|(known, _)| *known == head) {
            cage.cells.push(cell);
            continue;
        }
        let sum = match sum {
            '0'..='9' => sum as u64 - '0' as u64,
            'A'..='Z' => sum as u64 - 'A' as u64 + 10,
            'a'..='j' => sum as u64 - 'a' as u64 + 36,
            _ => return Err(wrong(head, "is no sum")),
        };
        cages.push((head, Cage { sum, cells: vec![cell] }));
    }
    Ok(cages.into_iter().map(|(_, cage)| cage).collect())
}

/// The cages of the long form, and whether both diagonals are houses: `3x3:` and `d` for diagonals,
/// `:k:` and for each cell its cage and 256 times its sum. A cell without a sum is in no cage.
///
/// # Errors
/// If these are not 81 numbers, or cells of one cage have different sums.
pub(super) fn long(text: &str) -> Result<(Vec<Cage>, bool)> {
    let mut fields = text.trim_end_matches(':').split(':');
    let (_, diagonals, _) = (fields.next(), fields.next(), fields.next());
    let mut cages: Vec<(u64, Cage)> = Vec::new();
    let mut count = 0;
    for (cell, field) in fields.enumerate() {
        let number = field.parse::<u64>().ok().filter(|number| *number < 1 << 32);
        let number = number.ok_or_else(|| {
            Error::input(format!("number {}: found {:?}", cell + 1, satoku_check::shown(field)))
        })?;
        count += 1;
        let (cage, sum) = (number % 256, number / 256);
        match cages.iter_mut().find(|(known, _)| *known == cage) {
            _ if count > 81 || sum == 0 => {}
            Some((_, known)) if known.sum == sum => known.cells.push(cell),
            Some((_, known)) => {
                let sums = [known.sum, sum].map(|sum| sum.to_string()).join(" and ");
                return Err(Error::input(format!("cage {cage} has sums {sums}")));
            }
            None => cages.push((cage, Cage { sum, cells: vec![cell] })),
        }
    }
    if count != 81 {
        return Err(Error::input(format!("{count} numbers behind 3x3::k: expected 81")));
    }
    Ok((cages.into_iter().map(|(_, cage)| cage).collect(), diagonals == Some("d")))
}

/// The cages of a map, a symbol a cell, and of the sums in the order in which cages begin.
///
/// # Errors
/// If there are not as many sums as cages.
pub(super) fn mapped(map: &str, sums: &str) -> Result<Vec<Cage>> {
    let mut cages: Vec<(char, Cage)> = Vec::new();
    for (cell, symbol) in map.chars().enumerate() {
        match cages.iter_mut().find(|(known, _)| *known == symbol) {
            Some((_, cage)) => cage.cells.push(cell),
            None => cages.push((symbol, Cage { sum: 0, cells: vec![cell] })),
        }
    }
    let sums: Vec<&str> = sums.split([',', ' ']).filter(|sum| !sum.is_empty()).collect();
    if sums.len() != cages.len() {
        let message = format!("{} sums for {} cages", sums.len(), cages.len());
        return Err(Error::input(message));
    }
    for ((_, cage), sum) in cages.iter_mut().zip(sums) {
        let shown =
            || Error::input(format!("sum {:?}: expected a number", satoku_check::shown(sum)));
        cage.sum = sum.parse().map_err(|_| shown())?;
    }
    Ok(cages.into_iter().map(|(_, cage)| cage).collect())
}

impl Cage {
    /// Its rule.
    ///
    /// # Errors
    /// If the layout has no such cells, or a cage cannot have them.
    fn rule(&self, layout: &Arc<Layout>) -> Result<Rule> {
        let frame = layout.frame();
        let place = |&place: &usize| {
            let (row, column) = (place / frame.columns(), place % frame.columns());
            let wrong = || Error::input(format!("cage: r{}c{}: no such cell", row + 1, column + 1));
            frame.cell(row, column).ok_or_else(wrong)
        };
        let cells = self.cells.iter().map(place).collect::<Result<Vec<_>>>()?;
        let sum = i64::try_from(self.sum).unwrap_or(i64::MAX);
        let numbers: &[i64] = if self.sum == 0 { &[] } else { &[sum] };
        Rule::new(kind("cage")?, numbers, [cells], layout)
    }
}

/// A kind that there is.
fn kind(name: &str) -> Result<&'static Kind> {
    Kind::by_name(name).ok_or_else(|| Error::input(format!("{name}: no such kind")))
}

/// A puzzle of nothing but cages.
///
/// # Errors
/// If one is none.
pub(super) fn with_cages(puzzle: Puzzle, cages: &[Cage]) -> Result<Puzzle> {
    cages.iter().try_fold(puzzle, |puzzle, cage| {
        let rule = cage.rule(puzzle.layout())?;
        Ok(puzzle.with_rule(rule))
    })
}

pub(super) fn read(text: &str, context: &Context<'_>) -> Result<Entry> {
    let mut words = text.split_whitespace();
    let first = words.next().unwrap_or_default();
    let empty = |diagonals: bool| -> Result<Puzzle> {
        let spec = if diagonals { Some("diagonals".parse()?) } else { None };
        context.with_layout(spec.as_ref()).layout(9).map(Puzzle::new)
    };
    let at_start = |error: Error| error.at(1, None);
    let (puzzle, id) = match Form::of(text) {
        Some(Form::Arrows) => (with_cages(empty(false)?, &short(first)?).map_err(at_start)?, None),
        Some(Form::Numbers) => {
            let (cages, diagonals) = long(first).map_err(at_start)?;
            (with_cages(empty(diagonals)?, &cages).map_err(at_start)?, None)
        }
        Some(Form::List) => {
            let is_named = !first.contains('=');
            let list = if is_named { words.next().unwrap_or_default() } else { first };
            let texts = list.split(';').filter(|cage| !cage.is_empty()).map(|cage| {
                let (sum, cells) = cage.split_once('=').unwrap_or((cage, ""));
                format!("cage {sum} {}", cells.replace(',', " "))
            });
            let puzzle = empty(false)?;
            let cages = texts.map(|text| Rule::parse(&text, puzzle.layout()));
            let mut cages = cages.collect::<Result<Vec<_>>>().map_err(at_start)?;
            // By their first cells, as in all other forms.
            cages.sort_by_key(|cage| cage.cells().first().copied());
            (cages.into_iter().fold(puzzle, Puzzle::with_rule), is_named.then(|| first.to_owned()))
        }
        Some(Form::Inequalities) => {
            let cell = |number: usize| {
                let place = number.checked_sub(1)?;
                (place < 81).then(|| Cell::new(place))
            };
            let lines = pairs(first).zip(first.split(',')).map(|(pair, text)| {
                let cells = pair.and_then(|(more, less)| Some(vec![cell(more)?, cell(less)?]));
                let wrong = || Error::input(format!("{text}: expected cells from 1 to 81"));
                cells.ok_or_else(|| at_start(wrong()))
            });
            let lines: Vec<_> = lines.collect::<Result<_>>()?;
            let greater = kind("greater")?;
            let puzzle = lines.into_iter().try_fold(empty(false)?, |puzzle, line| {
                let rule = Rule::new(greater, &[], [line], puzzle.layout())?;
                Ok(puzzle.with_rule(rule))
            });
            (puzzle.map_err(at_start)?, None)
        }
        // Lines of other sorts may stand between.
        None => return line::read(text, context),
    };
    let word = words.next().filter(|word| word.len() == 81);
    let solution = word.and_then(|word| solution::of_text(word, &puzzle, context));
    Ok(Entry { id, solution, ..puzzle.into() })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{error, one, read_all};
    use super::*;

    const SHORT: &str =
        "R<<<M<<<U^M<<<^J>^R<<^S<^R^^O>>^>^^^^^<R6^>^MP^>^V<<^^^^^>^L>>^^<^K>^<<R^>>^<>>>^";

    #[test]
    fn sums_and_arrows() {
        let cages = short(SHORT).unwrap();
        assert_eq!(cages.iter().map(|cage| cage.cells.len()).sum::<usize>(), 81);
        assert_eq!(cages[0].sum, 27);
        let puzzle = one(SHORT);
        assert_eq!(puzzle.rules().len(), cages.len());
        let out = format!(">>>>>>>>>{}", &SHORT[9..]);
        assert!(short(&out).unwrap_err().message().starts_with("r1c9: '>' leads out"));
        let round = format!("><{}", &SHORT[2..]);
        assert!(short(&round).unwrap_err().message().contains("leads to no sum"));
    }

    #[test]
    fn numbers_of_cages_and_sums() {
        let mut numbers = vec!["5".to_owned(); 81];
        numbers[0] = (3 * 256 + 1).to_string();
        numbers[1] = numbers[0].clone();
        let text = |numbers: &[String]| format!("3x3:d:k:{}:", numbers.join(":"));
        let puzzle = one(&text(&numbers));
        assert_eq!(puzzle.rules()[0].to_string(), "cage 3 r1c1 r1c2");
        assert_eq!(puzzle.layout().name(), "3x3+diagonal+antidiagonal");
        assert!(error(&text(&numbers[..80])).contains("80 numbers"));
        numbers[2] = (4 * 256 + 1).to_string();
        assert!(error(&text(&numbers)).contains("cage 1 has sums 3 and 4"));
    }

    #[test]
    fn lists_of_cages() {
        let grid =
            "437891625815726934962345187586913742324687591179254368291538476743162859658479213";
        let entries = read_all(&format!("one 17=r1c1,r2c1;4=r1c5,r1c6 {grid}\n8=r1c1,r1c2 -\n"));
        assert_eq!(entries[0].id.as_deref(), Some("one"));
        assert!(entries[0].solution.as_ref().unwrap().is_ok());
        assert_eq!(entries[1].puzzle.rules()[0].to_string(), "cage 8 r1c1 r1c2");
        assert!(error("8=r1c1,r1c0").contains("r1c0"));
    }

    #[test]
    fn inequalities_between_numbered_cells() {
        let puzzle = one("1>2,12>81");
        let rules: Vec<_> = puzzle.rules().iter().map(ToString::to_string).collect();
        assert_eq!(rules, ["greater r1c1 r1c2", "greater r2c3 r9c9"]);
        for (list, pair) in [("0>5,1>2", "0>5"), ("1>2,3>82", "3>82")] {
            let error = error(list);
            assert!(error.contains(&format!("{pair}: expected cells from 1 to 81")), "{error}");
        }
        for other in ["1>2>3", "100>1", "1>2,3>", ">1", "1>2,", "+1>2", "1>2;3>4"] {
            assert!(!is_line(other), "{other}");
        }
    }

    #[test]
    fn maps_need_a_sum_each() {
        let cages = mapped("AABA", "3,4").unwrap();
        assert_eq!(cages[0], Cage { sum: 3, cells: vec![0, 1, 3] });
        assert!(mapped("AAB", "3").is_err() && mapped("A", "x").is_err());
    }
}
