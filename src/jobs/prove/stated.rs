//! Puzzles as certificates state them: the text of `puzzle.txt`.

use std::fmt::Write as _;

use crate::error::{Error, Result};
use crate::grid::{CandidateSet, Cell, Digit};
use crate::puzzle::Puzzle;
use crate::rule::{Automaton, Block, Literal};
use satoku_check::Statement;

/// The text of a puzzle as certificates state it, `puzzle.txt`; that of a puzzle without rules is
/// read by [`format`](crate::format) too. The same puzzle gives the same text.
///
/// # Errors
/// If the rules cannot be stated ([`Error::is_input`]): they name cells or digits that the grid does
/// not have, tell of fewer digits than it has, or are larger than statements may be (sums and
/// automata with millions of states, targets of more than 18 digits).
pub fn text_of(puzzle: &Puzzle) -> Result<String> {
    Ok(stated(puzzle)?.0)
}

/// The text of a puzzle, and the statement that it makes.
pub(super) fn stated(puzzle: &Puzzle) -> Result<(String, Statement)> {
    let layout = puzzle.layout();
    let terms = layout.name().split('+').map(|term| match (term, layout.regions()) {
        ("regions", Some(regions)) => {
            let map: String = regions.iter().copied().map(symbol).collect();
            format!("regions={map}")
        }
        _ => term.to_owned(),
    });
    let terms: Vec<_> = terms.collect();
    let mut text = format!("{{\n\"layout\": \"{}\",\n\"puzzle\": [\n", terms.join("+"));
    let side = puzzle.side();
    for cell in puzzle.cells() {
        text.push(if cell.column(side) == 0 { '[' } else { ',' });
        let clues = puzzle.clues();
        if clues.len(cell) == side && side > 1 {
            text.push('0');
        } else if let Some(digit) = puzzle.given(cell) {
            _ = write!(text, "{digit}");
        } else {
            let numbers: Vec<_> = clues.digits(cell).map(|digit| digit.to_string()).collect();
            _ = write!(text, "[{}]", numbers.join(","));
        }
        if cell.column(side) + 1 == side {
            text.push_str(if cell.index() + 1 < side * side { "],\n" } else { "]\n" });
        }
    }
    text.push(']');
    let rules = puzzle.rules().iter().flat_map(|rule| rule.blocks().iter().map(move |b| (rule, b)));
    let mut before = ",\n\"rules\": [\n";
    for (rule, block) in rules {
        for form in forms(block, side)? {
            _ = write!(text, "{before}{{\"of\":\"{}\",{form}}}", plain(rule.name()));
            before = ",\n";
        }
    }
    text.push_str(if before == ",\n" { "\n]\n}\n" } else { "\n}\n" });
    let statement = read(puzzle, &text)?;
    Ok((text, statement))
}

/// A name as strings of statements may hold it: without quotes, escapes and control characters.
fn plain(name: &str) -> String {
    name.chars().map(|c| if c.is_control() || "\"\\".contains(c) { ' ' } else { c }).collect()
}

/// What a block says, in the forms of statements: one, or two where a cell is paired with itself;
/// none where it says nothing.
fn forms(block: &Block, side: usize) -> Result<Vec<String>> {
    let cell = |cell: Cell| format!("\"{}\"", cell.name(side));
    let cells = |cells: &[Cell]| list(cells.iter().map(|&c| cell(c)));
    let mut found = Vec::new();
    match block {
        Block::Clauses(block) => {
            let stated = block.clauses().iter().filter_map(|clause| clause_of(clause));
            found.push(clauses(stated, side));
        }
        Block::Pairs(block) => {
            let row = |digits: &CandidateSet| list(digits.iter());
            let allowed = list(block.allowed().iter().map(row));
            let pairs = block.pairs().iter().filter(|(first, second)| first != second);
            let pairs = list(pairs.map(|&(a, b)| format!("[{},{}]", cell(a), cell(b))));
            found.push(format!("\"pairs\":{pairs},\"allowed\":{allowed}"));
            let alone = block.pairs().iter().filter(|(first, second)| first == second);
            let alone: Vec<_> = alone.map(|&(cell, _)| cell).collect();
            let refused = block.allowed().iter().zip((0..side).map(Digit::new));
            let refused = refused.filter(|(seconds, digit)| !seconds.contains(*digit));
            let refused: Vec<_> = refused.map(|(_, digit)| digit).collect();
            if !alone.is_empty() {
                found.push(clauses(not(&alone, &refused), side));
            }
        }
        Block::Distinct(block) => {
            let mut sorted = block.cells().to_vec();
            sorted.sort_unstable();
            let twice: Vec<_> = sorted.windows(2).filter(|w| w[0] == w[1]).map(|w| w[0]).collect();
            if twice.is_empty() {
                found.push(format!("\"distinct\":{}", cells(&sorted)));
            } else {
                let digits: Vec<_> = (0..side).map(Digit::new).collect();
                found.push(clauses(not(&twice, &digits), side));
            }
        }
        Block::Sum(block) if !block.cells().is_empty() => {
            let mut weights = block.weights();
            if weights.iter().all(|table| *table == weights[0]) {
                weights = &weights[..1];
            }
            let weights = list(weights.iter().map(|table| list(table.iter())));
            let (cells, targets) = (cells(block.cells()), list(block.targets().iter()));
            found.push(format!("\"sum\":{cells},\"weights\":{weights},\"targets\":{targets}"));
        }
        Block::Line(block) if !block.cells().is_empty() => {
            let automaton = automaton_of(block.automaton(), side)?;
            found.push(format!("\"line\":{},{automaton}", cells(block.cells())));
        }
        // Of no cells at all: it holds whatever stands in the grid, or never does.
        Block::Sum(_) | Block::Line(_) => {
            if !block.holds(&[]) {
                found.push(clauses([Vec::new()], side));
            }
        }
    }
    Ok(found)
}

/// A list of JSON.
fn list<T: std::fmt::Display>(items: impl IntoIterator<Item = T>) -> String {
    let items: Vec<_> = items.into_iter().map(|item| item.to_string()).collect();
    format!("[{}]", items.join(","))
}

/// A clause in order and without doubles; `None` if it holds always.
fn clause_of(clause: &[Literal]) -> Option<Vec<Literal>> {
    let mut clause = clause.to_vec();
    clause.sort_unstable();
    clause.dedup();
    let same = |pair: &[Literal]| (pair[0].cell, pair[0].digit) == (pair[1].cell, pair[1].digit);
    (!clause.windows(2).any(same)).then_some(clause)
}

/// That none of some digits stands in any of some cells.
fn not(cells: &[Cell], digits: &[Digit]) -> Vec<Vec<Literal>> {
    let each = cells.iter().flat_map(|&cell| digits.iter().map(move |&digit| (cell, digit)));
    each.map(|(cell, digit)| vec![Literal { cell, digit, stands: false }]).collect()
}

fn clauses(clauses: impl IntoIterator<Item = Vec<Literal>>, side: usize) -> String {
    let literal = |lit: &Literal| {
        let sign = if lit.stands { "" } else { "-" };
        format!("[\"{}\",{sign}{}]", lit.cell.name(side), lit.digit)
    };
    let clauses = clauses.into_iter().map(|clause| list(clause.iter().map(literal)));
    format!("\"clauses\":{}", list(clauses))
}

fn automaton_of(automaton: &Automaton, side: usize) -> Result<String> {
    if automaton.digits() < side {
        let digits = automaton.digits();
        return Err(Error::input(format!("an automaton of {digits} digits in a grid of {side}")));
    }
    let states = || 0..automaton.states();
    let accepting = list(states().filter(|&s| automaton.accepts(s)).map(|s| s + 1));
    let row = |state| {
        let next = |digit| automaton.next(state, digit).map_or(0, |to| to + 1);
        list((0..side).map(Digit::new).map(next))
    };
    let next = list(states().map(row));
    let start = automaton.start() + 1;
    Ok(format!("\"start\":{start},\"accepting\":{accepting},\"next\":{next}"))
}

/// The symbol of a region: a letter, or beyond 52 one of the further characters.
fn symbol(region: u16) -> char {
    let code = match u32::from(region) {
        region @ 0..26 => u32::from('A') + region,
        region @ 26..52 => u32::from('a') + region - 26,
        region => 0x100 + region - 52,
    };
    char::from_u32(code).expect("at most 400 regions")
}

/// Reads a text and makes sure that it is about this puzzle: the same houses and clues. What its
/// rules say is compared in tests.
fn read(puzzle: &Puzzle, text: &str) -> Result<Statement> {
    let statement = Statement::read(text.as_bytes());
    let statement = statement.map_err(|error| match puzzle.rules() {
        [] => error.into(),
        _ => Error::input(format!("the rules cannot be stated: {error}")),
    })?;
    let sorted = |house: &mut Vec<usize>| house.sort_unstable();
    let houses = puzzle.layout().houses().iter();
    let mut ours: Vec<Vec<usize>> =
        houses.map(|house| house.cells().iter().map(|cell| cell.index()).collect()).collect();
    let mut stated = statement.houses().to_vec();
    ours.iter_mut().chain(&mut stated).for_each(sorted);
    ours.sort_unstable();
    stated.sort_unstable();
    let side = puzzle.side();
    let same_clues = puzzle.cells().all(|cell| {
        let allowed = (0..side).filter(|&digit| statement.allows(cell.index(), digit));
        puzzle.clues().digits(cell).map(Digit::index).eq(allowed)
    });
    if side == statement.side() && ours == stated && same_clues {
        return Ok(statement);
    }
    Err(Error::disagreement(format!("layout {} is stated wrongly", puzzle.layout().name())))
}
