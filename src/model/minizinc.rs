//! MiniZinc.
//!
//! - Nicholas Nethercote and others: *MiniZinc: Towards a Standard CP Modelling Language*, CP 2007.

use std::io::Write;

use itertools::Itertools;

use super::reply::{self, Reply};
use super::{are_numbers, clue, heading};
use crate::error::{Error, Result};
use crate::grid::{Cell, Digit};
use crate::puzzle::Puzzle;
use crate::rule::{Block, Choice, Connected, Line, NValue, Pairs, Sum};

/// Cells are an array, counted from 1, row by row without holes; the output is rows of numbers.
pub(super) fn write(
    puzzle: &Puzzle,
    excluded: Option<&[Digit]>,
    out: &mut dyn Write,
) -> Result<()> {
    let layout = puzzle.layout();
    let (first, last) = (layout.first(), layout.first() + layout.digits() - 1);
    let digits = format!("{first}..{last}");
    writeln!(out, "% {}", heading(puzzle, excluded.is_some()))?;
    let blocks = || puzzle.rules().iter().flat_map(|rule| rule.blocks());
    let includes = [
        ("all_different", true),
        ("table", blocks().any(has_pairs)),
        ("regular", blocks().any(|block| matches!(block, Block::Line(_)))),
    ];
    for (name, _) in includes.iter().filter(|(_, used)| *used) {
        writeln!(out, "include \"{name}.mzn\";")?;
    }
    writeln!(out, "array[1..{}] of var {digits}: cell;", layout.cells())?;
    for cell in puzzle.cells() {
        match clue(puzzle, cell).as_deref() {
            None => {}
            Some([]) => writeln!(out, "constraint false;")?,
            Some([number]) => writeln!(out, "constraint {} = {number};", name(cell))?,
            Some(numbers) => {
                writeln!(out, "constraint {} in {{{}}};", name(cell), numbers.iter().join(", "))?;
            }
        }
    }
    for house in layout.houses() {
        writeln!(out, "constraint all_different([{}]);", list(house.cells()))?;
    }
    let mut terms = Terms { puzzle, digits, out, within: None };
    for (number, block) in (1_usize..).zip(blocks()) {
        say(block, &number.to_string(), &mut terms)?;
    }
    let Terms { out, .. } = terms;
    if let Some(solution) = excluded {
        let cells = puzzle.cells().zip(solution);
        let differs =
            cells.map(|(cell, &digit)| format!("{} != {}", name(cell), layout.number_of(digit)));
        writeln!(out, "constraint {};", differs.collect::<Vec<_>>().join(" \\/ "))?;
    }
    writeln!(out, "solve satisfy;")?;
    let frame = layout.frame();
    let rows = (0..frame.rows()).map(|row| {
        let cells = (0..frame.columns()).map(|column| match frame.cell(row, column) {
            Some(cell) => format!("\\({})", name(cell)),
            None => "#".into(),
        });
        format!("  \"{}\\n\"", cells.collect::<Vec<_>>().join(" "))
    });
    writeln!(out, "output [\n{}\n];", rows.collect::<Vec<_>>().join(",\n"))?;
    Ok(())
}

/// The line behind a solution.
const END: &str = "----------";

/// Whether a line is the end of a solution, or tells that there is none.
pub(super) fn is_answer(line: &str) -> bool {
    let line = line.trim_end();
    line == END || line.starts_with("=====") && line.ends_with("=====")
}

/// Reads the first solution: rows of numbers, `#` where there is no cell.
pub(super) fn read(puzzle: &Puzzle, text: &str) -> Result<Reply> {
    let is_row = |line: &&str| {
        line.split_whitespace().all(|word| word == "#" || word.bytes().all(|c| c.is_ascii_digit()))
    };
    let lines = text.lines().map(str::trim_end);
    if !lines.clone().any(|line| line == END) {
        return if lines.clone().any(|line| line == "=====UNSATISFIABLE=====") {
            Ok(Reply::None)
        } else if lines.clone().any(|line| line.starts_with("=====UN")) {
            Ok(Reply::Unknown)
        } else {
            Err(reply::no_verdict())
        };
    }
    let rows = lines.take_while(|line| *line != END).filter(is_row);
    let words: Vec<_> = rows.flat_map(str::split_whitespace).collect();
    let frame = puzzle.layout().frame();
    if words.len() != frame.rows() * frame.columns() {
        let expected = format!("{} rows of {}", frame.rows(), frame.columns());
        return Err(Error::input(format!("{} numbers: expected {expected}", words.len())));
    }
    let mut digits = vec![None; puzzle.layout().cells()];
    for (at, word) in words.iter().enumerate() {
        if let Some(cell) = frame.cell(at / frame.columns(), at % frame.columns()) {
            digits[cell.index()] = Some(reply::digit(puzzle, word)?);
        }
    }
    reply::filled(puzzle, &digits)
}

fn name(cell: Cell) -> String {
    format!("cell[{}]", cell.index() + 1)
}

fn list(cells: &[Cell]) -> String {
    cells.iter().map(|&cell| name(cell)).collect::<Vec<_>>().join(", ")
}

/// Whether a block is or has pairs.
fn has_pairs(block: &Block) -> bool {
    match block {
        Block::Pairs(_) => true,
        Block::Choice(block) => block.options().iter().flatten().any(has_pairs),
        _ => false,
    }
}

/// Terms that hold, each a constraint by itself; or all that an option of a choice says.
struct Terms<'a> {
    puzzle: &'a Puzzle,
    digits: String,
    out: &'a mut dyn Write,
    within: Option<Vec<String>>,
}

impl Terms<'_> {
    fn add(&mut self, term: &str) -> Result<()> {
        match &mut self.within {
            Some(terms) => terms.push(format!("({term})")),
            None => writeln!(self.out, "constraint {term};")?,
        }
        Ok(())
    }
}

/// What a block says.
fn say(block: &Block, number: &str, terms: &mut Terms<'_>) -> Result<()> {
    match block {
        Block::Clauses(block) => {
            let layout = terms.puzzle.layout();
            for clause in block.clauses() {
                let literals = clause.iter().map(|it| {
                    let sign = if it.stands { "=" } else { "!=" };
                    format!("{} {sign} {}", name(it.cell), layout.number_of(it.digit))
                });
                let clause = literals.collect::<Vec<_>>().join(" \\/ ");
                terms.add(if clause.is_empty() { "false" } else { &clause })?;
            }
            Ok(())
        }
        Block::Pairs(block) => pairs(block, number, terms),
        Block::Distinct(block) => terms.add(&format!("all_different([{}])", list(block.cells()))),
        Block::Sum(block) => sum(block, terms),
        Block::Line(block) => line(block, number, terms),
        Block::Choice(block) => choice(block, number, terms),
        Block::Connected(block) => connected(block, number, terms),
        Block::DistinctPairs(block) => {
            // A number for each two digits.
            let digits = terms.puzzle.digits();
            let pairs = block.pairs().iter();
            let tuples = pairs.map(|&(a, b)| format!("{digits} * {} + {}", name(a), name(b)));
            terms.add(&format!("all_different([{}])", tuples.collect::<Vec<_>>().join(", ")))
        }
        Block::NValue(block) => nvalue(block, terms),
    }
}

/// As many digits occur as one tells.
fn nvalue(block: &NValue, terms: &mut Terms<'_>) -> Result<()> {
    let layout = terms.puzzle.layout();
    let occurs = |digit: usize| {
        let number = layout.number_of(Digit::new(digit));
        let mut equal = block.cells().iter().map(|&cell| format!("{} = {number}", name(cell)));
        format!("exists([{}])", equal.join(", "))
    };
    let occurs = (0..terms.puzzle.digits()).map(occurs).join(", ");
    let told = worth(block.teller(), block.counts(), terms);
    terms.add(&format!("sum([{occurs}]) = {told}"))
}

/// What the digit of a cell is worth.
fn worth(cell: Cell, weights: &[i32], terms: &Terms<'_>) -> String {
    if are_numbers(terms.puzzle, weights) {
        return name(cell);
    }
    format!("array1d({}, [{}])[{}]", terms.digits, weights.iter().join(", "), name(cell))
}

/// Of each cell its distance from the first member, from 1 on; 0 for others.
fn connected(block: &Connected, number: &str, terms: &mut Terms<'_>) -> Result<()> {
    let (cells, layout) = (block.cells(), terms.puzzle.layout());
    let digits = block.digits().iter().map(|digit| layout.number_of(digit)).join(", ");
    let member = |k: usize| format!("{} in {{{digits}}}", name(cells[k]));
    let distance = |k: usize| format!("distance{number}[{}]", k + 1);
    let most = cells.len();
    writeln!(terms.out, "array[1..{most}] of var 0..{most}: distance{number};")?;
    let mut said = Vec::new();
    for k in 0..cells.len() {
        said.push(format!("({} > 0) = ({})", distance(k), member(k)));
        let before =
            block.neighbours(k).map(|to| format!("{} = {} - 1", distance(to), distance(k)));
        let before = before.chain(["false".to_owned()]).join(" \\/ ");
        said.push(format!("{} > 1 -> ({before})", distance(k)));
    }
    said.push(format!(
        "forall(k in 1..{most})(distance{number}[k] = 1 -> \
         forall(j in 1..k - 1)(distance{number}[j] = 0))"
    ));
    for (a, b) in block.edges() {
        let [a, b] = [distance(a), distance(b)];
        said.push(format!("({a} > 0 /\\ {b} > 0) -> abs({a} - {b}) <= 1"));
    }
    for term in said {
        terms.add(&term)?;
    }
    match block.count(terms.puzzle.digits()) {
        Some(count) => sum(&count, terms),
        None => Ok(()),
    }
}

/// One of the options holds, that is, all that it says.
fn choice(choice: &Choice, number: &str, terms: &mut Terms<'_>) -> Result<()> {
    let mut options = Vec::with_capacity(choice.options().len());
    for (k, blocks) in (1_usize..).zip(choice.options()) {
        let digits = terms.digits.clone();
        let (puzzle, out) = (terms.puzzle, &mut *terms.out);
        let mut option = Terms { puzzle, digits, out, within: Some(Vec::new()) };
        for (at, block) in (1_usize..).zip(blocks) {
            say(block, &format!("{number}_{k}_{at}"), &mut option)?;
        }
        let said = option.within.unwrap_or_default().join(" /\\ ");
        options.push(if said.is_empty() { "true".into() } else { format!("({said})") });
    }
    let options = options.join(" \\/ ");
    terms.add(if options.is_empty() { "false" } else { &options })
}

/// A table of two columns, of each pair.
fn pairs(pairs: &Pairs, number: &str, terms: &mut Terms<'_>) -> Result<()> {
    let layout = terms.puzzle.layout();
    let rows = pairs.allowed().iter().enumerate().flat_map(|(first, seconds)| {
        let first = layout.number_of(Digit::new(first));
        seconds.iter().map(move |second| (first, layout.number_of(second)))
    });
    let rows = rows.map(|(a, b)| format!("{a}, {b}")).collect::<Vec<_>>().join(" | ");
    if rows.is_empty() {
        if !pairs.pairs().is_empty() {
            terms.add("false")?;
        }
        return Ok(());
    }
    writeln!(terms.out, "array[int, 1..2] of int: allowed{number} = [| {rows} |];")?;
    for &(a, b) in pairs.pairs() {
        terms.add(&format!("table([{}, {}], allowed{number})", name(a), name(b)))?;
    }
    Ok(())
}

/// A linear sum; of weights that are no numbers, elements of arrays.
fn sum(sum: &Sum, terms: &mut Terms<'_>) -> Result<()> {
    let each = sum.cells().iter().zip(sum.weights());
    let each = each.map(|(&cell, weights)| worth(cell, weights, terms));
    let total = each.collect::<Vec<_>>().join(" + ");
    let total = if total.is_empty() { "0" } else { &total };
    match sum.targets() {
        [target] => terms.add(&format!("{total} = {target}")),
        targets => terms.add(&format!("{total} in {{{}}}", targets.iter().join(", "))),
    }
}

/// A word of an automaton: its states and the digits count from 1, and 0 is the end. Within a
/// choice the states are told step by step, the end being one more of them, and all that is said is
/// whether the last is accepted: `regular` can only be a constraint.
fn line(line: &Line, number: &str, terms: &mut Terms<'_>) -> Result<()> {
    let automaton = line.automaton();
    let (states, digits) = (automaton.states(), automaton.digits());
    let is_within = terms.within.is_some();
    let dead = if is_within { states + 1 } else { 0 };
    let row = |state| {
        let next = |digit| automaton.next(state, Digit::new(digit)).map_or(dead, |to| to + 1);
        (0..digits).map(next).join(", ")
    };
    let end = is_within.then(|| vec![dead; digits].iter().join(", "));
    let rows = (0..states).map(row).chain(end).collect::<Vec<_>>().join(" | ");
    let first = terms.puzzle.layout().first();
    let cells = line.cells().iter().map(|&cell| match first {
        1 => name(cell),
        first => format!("{} - {first} + 1", name(cell)),
    });
    let accepting = (0..states).filter(|&state| automaton.accepts(state)).map(|state| state + 1);
    let accepting = accepting.collect::<Vec<_>>().iter().join(", ");
    let (all, start) = (states + usize::from(is_within), automaton.start() + 1);
    let out = &mut *terms.out;
    writeln!(out, "array[1..{all}, 1..{digits}] of int: next{number} = [| {rows} |];")?;
    if !is_within {
        let cells = cells.collect::<Vec<_>>().join(", ");
        return terms.add(&format!(
            "regular([{cells}], {states}, {digits}, next{number}, {start}, {{{accepting}}})"
        ));
    }
    let last = line.cells().len();
    writeln!(out, "array[0..{last}] of var 1..{all}: state{number};")?;
    writeln!(out, "constraint state{number}[0] = {start};")?;
    for (k, cell) in cells.enumerate() {
        let (before, after) = (format!("state{number}[{k}]"), format!("state{number}[{}]", k + 1));
        writeln!(out, "constraint {after} = next{number}[{before}, {cell}];")?;
    }
    terms.add(&format!("state{number}[{last}] in {{{accepting}}}"))
}
