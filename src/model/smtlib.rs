//! SMT-LIB, version 2.6: an integer for each cell, in the logic `QF_LIA`.
//!
//! - Clark Barrett, Pascal Fontaine, Cesare Tinelli: *The SMT-LIB Standard*, 2017.

use std::collections::BTreeMap;
use std::io::Write;

use itertools::Itertools;

use super::reply::{self, Reply};
use super::{are_numbers, clue, heading};
use crate::error::Result;
use crate::grid::{Cell, Digit, Layout};
use crate::puzzle::Puzzle;
use crate::rule::{Block, Choice, Connected, Line, NValue, Pairs, Sum};

/// Cells have the names `r1c2`; the values of all of them are asked for.
pub(super) fn write(
    puzzle: &Puzzle,
    excluded: Option<&[Digit]>,
    out: &mut dyn Write,
) -> Result<()> {
    let layout = puzzle.layout();
    let name = |cell: Cell| name(layout, cell);
    let (first, last) = (layout.first(), layout.first() + layout.digits() - 1);
    writeln!(out, "; {}", heading(puzzle, excluded.is_some()))?;
    writeln!(out, "(set-logic QF_LIA)")?;
    for cell in puzzle.cells() {
        writeln!(out, "(declare-fun {} () Int)", name(cell))?;
    }
    for cell in puzzle.cells() {
        match clue(puzzle, cell) {
            None => writeln!(out, "(assert (<= {first} {} {last}))", name(cell))?,
            Some(numbers) => {
                let equal = numbers.iter().map(|number| format!("(= {} {number})", name(cell)));
                writeln!(out, "(assert {})", or(equal))?;
            }
        }
    }
    let mut terms = Terms { puzzle, out, within: None };
    for house in layout.houses() {
        distinct(house.cells(), &mut terms)?;
    }
    let blocks = puzzle.rules().iter().flat_map(|rule| rule.blocks());
    for (number, block) in (1_usize..).zip(blocks) {
        say(block, &number.to_string(), &mut terms)?;
    }
    let Terms { out, .. } = terms;
    if let Some(solution) = excluded {
        let cells = puzzle.cells().zip(solution);
        let differs = cells.map(|(cell, &digit)| format!("(not {})", is(layout, cell, digit)));
        writeln!(out, "(assert {})", or(differs))?;
    }
    let all: Vec<_> = puzzle.cells().collect();
    writeln!(out, "(check-sat)\n(get-value ({}))", names(layout, &all))?;
    Ok(())
}

/// Whether a line is a verdict.
pub(super) fn is_answer(line: &str) -> bool {
    ["sat", "unsat", "unknown", "timeout"].contains(&line.trim())
}

/// Reads a verdict and the values of cells: `((r1c1 5) (r1c2 3))`, or `(define-fun r1c1 () Int 5)`.
pub(super) fn read(puzzle: &Puzzle, text: &str) -> Result<Reply> {
    match text.lines().map(str::trim).find(|line| is_answer(line)) {
        Some("sat") => {}
        Some("unsat") => return Ok(Reply::None),
        Some(_) => return Ok(Reply::Unknown),
        None => return Err(reply::no_verdict()),
    }
    let layout = puzzle.layout();
    let names: BTreeMap<_, _> = puzzle.cells().map(|cell| (name(layout, cell), cell)).collect();
    let mut digits = vec![None; layout.cells()];
    let words = text.split(|c: char| c.is_whitespace() || "()".contains(c));
    let mut words = words.filter(|word| !word.is_empty() && *word != "Int");
    while let Some(word) = words.next() {
        if let Some(cell) = names.get(word) {
            let number = words.next().unwrap_or_default();
            digits[cell.index()] = Some(reply::digit(puzzle, number)?);
        }
    }
    reply::filled(puzzle, &digits)
}

fn name(layout: &Layout, cell: Cell) -> String {
    layout.name_of(cell).replace(' ', "")
}

fn names(layout: &Layout, cells: &[Cell]) -> String {
    cells.iter().map(|&cell| name(layout, cell)).collect::<Vec<_>>().join(" ")
}

/// That a digit stands in a cell.
fn is(layout: &Layout, cell: Cell, digit: Digit) -> String {
    format!("(= {} {})", name(layout, cell), layout.number_of(digit))
}

/// Terms that hold, each asserted by itself; or all that an option of a choice says.
struct Terms<'a> {
    puzzle: &'a Puzzle,
    out: &'a mut dyn Write,
    within: Option<Vec<String>>,
}

impl Terms<'_> {
    fn add(&mut self, term: String) -> Result<()> {
        match &mut self.within {
            Some(terms) => terms.push(term),
            None => writeln!(self.out, "(assert {term})")?,
        }
        Ok(())
    }
}

/// The disjunction of some terms.
fn or(terms: impl Iterator<Item = String>) -> String {
    joined("or", "false", &terms.collect::<Vec<_>>())
}

/// Terms under a connective; what it is of none.
fn joined(connective: &str, none: &str, terms: &[String]) -> String {
    match terms {
        [] => none.into(),
        [term] => term.clone(),
        terms => format!("({connective} {})", terms.join(" ")),
    }
}

/// What a block says.
fn say(block: &Block, number: &str, terms: &mut Terms<'_>) -> Result<()> {
    match block {
        Block::Clauses(block) => {
            let layout = terms.puzzle.layout();
            for clause in block.clauses() {
                let literals = clause.iter().map(|it| {
                    let is = is(layout, it.cell, it.digit);
                    if it.stands { is } else { format!("(not {is})") }
                });
                terms.add(or(literals))?;
            }
            Ok(())
        }
        Block::Pairs(block) => pairs(block, terms),
        Block::Distinct(block) => distinct(block.cells(), terms),
        Block::Sum(block) => sum(block, terms),
        Block::Line(block) => line(block, number, terms),
        Block::Choice(block) => choice(block, number, terms),
        Block::Connected(block) => connected(block, number, terms),
        Block::DistinctPairs(block) => {
            // A number for each two digits.
            let (layout, digits) = (terms.puzzle.layout(), terms.puzzle.digits());
            let tuple = |&(a, b): &(Cell, Cell)| {
                format!("(+ (* {digits} {}) {})", name(layout, a), name(layout, b))
            };
            match block.pairs() {
                [] | [_] => Ok(()),
                pairs => terms.add(format!("(distinct {})", pairs.iter().map(tuple).join(" "))),
            }
        }
        Block::NValue(block) => nvalue(block, terms),
    }
}

/// As many digits occur as one tells.
fn nvalue(block: &NValue, terms: &mut Terms<'_>) -> Result<()> {
    let layout = terms.puzzle.layout();
    let occurs = |digit| {
        let occurs = or(block.cells().iter().map(|&cell| is(layout, cell, Digit::new(digit))));
        format!("(ite {occurs} 1 0)")
    };
    let occurs = (0..terms.puzzle.digits()).map(occurs).collect::<Vec<_>>();
    let told = worth(block.teller(), block.counts(), terms);
    terms.add(format!("(= {} {told})", joined("+", "0", &occurs)))
}

/// What the digit of a cell is worth.
fn worth(cell: Cell, weights: &[i32], terms: &Terms<'_>) -> String {
    let layout = terms.puzzle.layout();
    if are_numbers(terms.puzzle, weights) {
        return name(layout, cell);
    }
    let mut weights = weights.iter().enumerate();
    let last = weights.next_back().map_or(0, |(_, &weight)| i64::from(weight));
    weights.rfold(integer(last), |rest, (digit, &weight)| {
        let number = layout.number_of(Digit::new(digit));
        format!("(ite (= {} {number}) {} {rest})", name(layout, cell), integer(weight.into()))
    })
}

/// Of each cell its distance from the first member, from 1 on; 0 for others.
fn connected(block: &Connected, number: &str, terms: &mut Terms<'_>) -> Result<()> {
    let (cells, layout) = (block.cells(), terms.puzzle.layout());
    let distance = |k: usize| format!("connected{number}distance{k}");
    // Whether one of the cells up to this one is a member.
    let upto = |k: usize| format!("connected{number}upto{k}");
    for k in 0..cells.len() {
        writeln!(terms.out, "(declare-fun {} () Int)", distance(k))?;
        writeln!(terms.out, "(declare-fun {} () Bool)", upto(k))?;
    }
    for k in 0..cells.len() {
        let (own, most) = (distance(k), cells.len());
        let member = or(block.digits().iter().map(|digit| is(layout, cells[k], digit)));
        terms.add(format!("(and (<= 0 {own} {most}) (= (> {own} 0) {member}))"))?;
        let before = if k == 0 { "false".to_owned() } else { upto(k - 1) };
        terms.add(format!("(= {} (or {before} (> {own} 0)))", upto(k)))?;
        terms.add(format!("(=> (= {own} 1) (not {before}))"))?;
        let before = block.neighbours(k).map(|to| format!("(= (+ 1 {}) {own})", distance(to)));
        terms.add(format!("(=> (> {own} 1) {})", or(before)))?;
    }
    for (a, b) in block.edges() {
        for (a, b) in [(a, b), (b, a)] {
            let [a, b] = [distance(a), distance(b)];
            terms.add(format!("(=> (and (> {a} 0) (> {b} 0)) (<= {a} (+ 1 {b})))"))?;
        }
    }
    match block.count(terms.puzzle.digits()) {
        Some(count) => sum(&count, terms),
        None => Ok(()),
    }
}

fn distinct(cells: &[Cell], terms: &mut Terms<'_>) -> Result<()> {
    if cells.len() > 1 {
        terms.add(format!("(distinct {})", names(terms.puzzle.layout(), cells)))?;
    }
    Ok(())
}

/// One of the options holds, that is, all that it says.
fn choice(choice: &Choice, number: &str, terms: &mut Terms<'_>) -> Result<()> {
    let mut options = Vec::with_capacity(choice.options().len());
    for (k, blocks) in (1_usize..).zip(choice.options()) {
        let Terms { puzzle, out, .. } = terms;
        let mut option = Terms { puzzle, out: &mut **out, within: Some(Vec::new()) };
        for (at, block) in (1_usize..).zip(blocks) {
            say(block, &format!("{number}_{k}_{at}"), &mut option)?;
        }
        options.push(joined("and", "true", &option.within.unwrap_or_default()));
    }
    terms.add(or(options.into_iter()))
}

/// For each digit of the first cell, what the second may have.
fn pairs(pairs: &Pairs, terms: &mut Terms<'_>) -> Result<()> {
    let layout = terms.puzzle.layout();
    for &(a, b) in pairs.pairs() {
        for (digit, seconds) in pairs.allowed().iter().enumerate() {
            let then = or(seconds.iter().map(|second| is(layout, b, second)));
            terms.add(format!("(=> {} {then})", is(layout, a, Digit::new(digit))))?;
        }
    }
    Ok(())
}

/// An integer as a term.
fn integer(value: i64) -> String {
    if value < 0 { format!("(- {})", value.unsigned_abs()) } else { value.to_string() }
}

fn sum(sum: &Sum, terms: &mut Terms<'_>) -> Result<()> {
    let each = sum.cells().iter().zip(sum.weights());
    let each = each.map(|(&cell, weights)| worth(cell, weights, terms));
    let total = joined("+", "0", &each.collect::<Vec<_>>());
    let equal = sum.targets().iter().map(|&target| format!("(= {total} {})", integer(target)));
    terms.add(or(equal))
}

/// A word of an automaton: a state before each cell and one behind them.
fn line(line: &Line, number: &str, terms: &mut Terms<'_>) -> Result<()> {
    let (layout, automaton) = (terms.puzzle.layout(), line.automaton());
    let state = |place: usize| format!("line{number}state{place}");
    let cells = line.cells();
    for place in 0..=cells.len() {
        writeln!(terms.out, "(declare-fun {} () Int)", state(place))?;
    }
    terms.add(format!("(= {} {})", state(0), automaton.start()))?;
    // Only states that can be reached, with what leads on from each.
    let mut reached = vec![automaton.start()];
    for (place, &cell) in cells.iter().enumerate() {
        let mut next = Vec::new();
        for &from in &reached {
            for digit in (0..automaton.digits()).map(Digit::new) {
                let then = match automaton.next(from, digit) {
                    Some(to) => {
                        next.push(to);
                        format!("(= {} {to})", state(place + 1))
                    }
                    None => "false".into(),
                };
                let when = format!("(and (= {} {from}) {})", state(place), is(layout, cell, digit));
                terms.add(format!("(=> {when} {then})"))?;
            }
        }
        next.sort_unstable();
        next.dedup();
        reached = next;
    }
    let last = state(cells.len());
    let accepted = reached.into_iter().filter(|&it| automaton.accepts(it));
    terms.add(or(accepted.map(|it| format!("(= {last} {it})"))))
}
