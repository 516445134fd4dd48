//! Puzzles as certificates state them: the text of `puzzle.txt`.

use std::fmt::Write as _;

use crate::error::{Error, Result};
use crate::format::document;
use crate::grid::{CandidateSet, Cell, Digit, House, Layout};
use crate::puzzle::Puzzle;
use crate::rule::{Automaton, Block, Literal};
use satoku_check::Statement;

/// The text of a puzzle as certificates state it, `puzzle.txt`; that of a puzzle without rules is
/// read by [`format`](crate::format) too. The same puzzle gives the same text.
///
/// # Errors
/// If the rules cannot be stated ([`Error::is_input`]): they name cells or digits that the grid
/// does not have, tell of fewer digits than it has, or are larger than statements may be (sums and
/// automata with millions of states, targets of more than 18 digits).
pub fn text_of(puzzle: &Puzzle) -> Result<String> {
    Ok(stated(puzzle)?.0)
}

/// The statement of a puzzle, and its text: by its layout where the checker knows it, else with all
/// its houses.
pub(super) fn stated(puzzle: &Puzzle) -> Result<(String, Statement)> {
    let rules = rules_of(puzzle)?;
    if puzzle.layout().plain_side().is_some() {
        let text = by_layout(puzzle, &rules);
        // A layout that the checker does not know is listed; rules are refused either way.
        match Statement::read(text.as_bytes()) {
            Ok(statement) => return agree(puzzle, &statement).map(|()| (text, statement)),
            Err(error) if is_known(puzzle) => return Err(refused(&error)),
            Err(_) => {}
        }
    }
    let text = listed(puzzle, &rules);
    let statement = Statement::read(text.as_bytes()).map_err(|error| match puzzle.rules() {
        [] => error.into(),
        _ => refused(&error),
    })?;
    agree(puzzle, &statement)?;
    Ok((text, statement))
}

/// Whether the checker knows the layout, whatever it says of the rules.
fn is_known(puzzle: &Puzzle) -> bool {
    !puzzle.rules().is_empty() && Statement::read(by_layout(puzzle, "").as_bytes()).is_ok()
}

fn refused(error: &satoku_check::Error) -> Error {
    Error::input(format!("the rules cannot be written into a certificate: {error}"))
}

/// The text of a puzzle of a square grid, as statements read it, and without rules
/// [`format`](crate::format) does too.
pub(super) fn by_layout(puzzle: &Puzzle, rules: &str) -> String {
    let text = document(puzzle);
    let end = "\n}\n";
    let head = text.strip_suffix(end).unwrap_or(&text);
    format!("{head}{rules}{end}")
}

/// The text of a puzzle with all its houses, as statements read it.
pub(super) fn listed(puzzle: &Puzzle, rules: &str) -> String {
    let layout = puzzle.layout();
    let (first, last) = (layout.first(), layout.first() + layout.digits() - 1);
    let house = |house: &House| list(house.cells().iter().map(|cell| cell.index() + 1));
    let houses: Vec<_> = layout.houses().iter().map(house).collect();
    let clue = |cell| match puzzle.given(cell) {
        _ if puzzle.clues().len(cell) == layout.digits() => "null".to_owned(),
        Some(digit) => layout.number_of(digit).to_string(),
        None => list(puzzle.clues().digits(cell).map(|digit| layout.number_of(digit))),
    };
    let place = |cell: Option<Cell>| cell.map_or("false".to_owned(), clue);
    let rows: Vec<_> = layout.frame().by_rows().map(|row| list(row.map(place))).collect();
    format!(
        "{{\n\"layout\": \"{}\",\n\"digits\": \"{first}-{last}\",\n\"houses\": [\n{}\n],\n\
         \"puzzle\": [\n{}\n]{rules}\n}}\n",
        layout.name(),
        houses.join(",\n"),
        rows.join(",\n")
    )
}

/// What follows the clues: the rules, one form after the other.
fn rules_of(puzzle: &Puzzle) -> Result<String> {
    let mut text = String::new();
    for rule in puzzle.rules() {
        for block in rule.blocks() {
            for form in forms(block, puzzle.layout())? {
                let before = if text.is_empty() { ",\n\"rules\": [\n" } else { ",\n" };
                _ = write!(text, "{before}{{\"of\":\"{}\",{form}}}", plain(rule.name()));
            }
        }
    }
    if !text.is_empty() {
        text.push_str("\n]");
    }
    Ok(text)
}

/// A name as strings of statements may hold it: without quotes, escapes and control characters.
fn plain(name: &str) -> String {
    name.chars().map(|c| if c.is_control() || "\"\\".contains(c) { ' ' } else { c }).collect()
}

/// What a block says, in the forms of statements: one, or two where a cell is paired with itself;
/// none where it says nothing.
fn forms(block: &Block, layout: &Layout) -> Result<Vec<String>> {
    let side = layout.digits();
    let cell = |cell: Cell| format!("\"{}\"", layout.name_of(cell));
    let cells = |cells: &[Cell]| list(cells.iter().map(|&c| cell(c)));
    let mut found = Vec::new();
    match block {
        Block::Clauses(block) => {
            let stated = block.clauses().iter().filter_map(|clause| clause_of(clause));
            found.push(clauses(stated, layout));
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
                found.push(clauses(not(&alone, &refused), layout));
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
                found.push(clauses(not(&twice, &digits), layout));
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
        Block::Choice(block) => {
            let options = block.options().iter().map(|blocks| {
                let forms = blocks.iter().map(|block| forms(block, layout));
                let forms = forms.collect::<Result<Vec<_>>>()?;
                Ok(list(forms.iter().flatten().map(|form| format!("{{{form}}}"))))
            });
            let options = options.collect::<Result<Vec<_>>>()?;
            found.push(format!("\"any\":{}", list(options)));
        }
        Block::Connected(block) => {
            let all = block.cells();
            let mut order: Vec<_> = (0..all.len()).collect();
            order.sort_unstable_by_key(|&k| all[k]);
            let mut place = vec![0; order.len()];
            (1..).zip(&order).for_each(|(new, &old)| place[old] = new);
            let edges = block.edges().into_iter().map(|(a, b)| (place[a], place[b]));
            let mut edges: Vec<_> = edges.map(|(a, b)| (a.min(b), a.max(b))).collect();
            edges.sort_unstable();
            let edges = list(edges.into_iter().map(|(a, b)| format!("[{a},{b}]")));
            let (members, steps) = (list(block.digits().iter()), block.steps());
            let sorted: Vec<_> = order.iter().map(|&k| all[k]).collect();
            let sorted = cells(&sorted);
            found.push(format!(
                "\"connected\":{sorted},\"digits\":{members},\"edges\":{edges},\"steps\":{steps}"
            ));
            if let Some(count) = block.count(side) {
                found.extend(forms(&Block::Sum(count), layout)?);
            }
        }
        Block::DistinctPairs(block) => {
            let pairs = block.pairs().iter();
            let pairs = list(pairs.map(|&(a, b)| format!("[{},{}]", cell(a), cell(b))));
            found.push(format!("\"distinct pairs\":{pairs}"));
        }
        Block::NValue(block) => {
            let mut sorted = block.cells().to_vec();
            sorted.sort_unstable();
            let (teller, counts) = (cell(block.teller()), list(block.counts()));
            let sorted = cells(&sorted);
            found.push(format!("\"nvalue\":{sorted},\"teller\":{teller},\"counts\":{counts}"));
        }
        // Of no cells at all: it holds whatever stands in the grid, or never does.
        Block::Sum(_) | Block::Line(_) => {
            if !block.holds(&[]) {
                found.push(clauses([Vec::new()], layout));
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

fn clauses(clauses: impl IntoIterator<Item = Vec<Literal>>, layout: &Layout) -> String {
    let literal = |lit: &Literal| {
        let sign = if lit.stands { "" } else { "-" };
        format!("[\"{}\",{sign}{}]", layout.name_of(lit.cell), lit.digit)
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

/// Makes sure that the statement is about this puzzle: the same houses and clues. What its rules
/// say is compared in tests.
pub(super) fn agree(puzzle: &Puzzle, statement: &Statement) -> Result<()> {
    let sorted = |house: &mut Vec<usize>| house.sort_unstable();
    let houses = puzzle.layout().houses().iter();
    let mut ours: Vec<Vec<usize>> =
        houses.map(|house| house.cells().iter().map(|cell| cell.index()).collect()).collect();
    let mut stated = statement.houses().to_vec();
    ours.iter_mut().chain(&mut stated).for_each(sorted);
    ours.sort_unstable();
    stated.sort_unstable();
    let (digits, layout) = (puzzle.digits(), puzzle.layout());
    let same_size = digits == statement.digits()
        && layout.cells() == statement.cells()
        && layout.first() == statement.number(0);
    let same_clues = || {
        puzzle.cells().all(|cell| {
            let allowed = (0..digits).filter(|&digit| statement.allows(cell.index(), digit));
            puzzle.clues().digits(cell).map(Digit::index).eq(allowed)
        })
    };
    if same_size && ours == stated && same_clues() {
        return Ok(());
    }
    let name = layout.name();
    Err(Error::disagreement(format!("internal error: statement differs from layout {name}")))
}
