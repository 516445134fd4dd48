//! SMT-LIB, version 2.6: an integer for each cell, in the logic `QF_LIA`.
//!
//! - Clark Barrett, Pascal Fontaine, Cesare Tinelli: *The SMT-LIB Standard*, 2017.

use std::io::Write;

use itertools::Itertools;

use super::{are_numbers, clue, heading};
use crate::error::Result;
use crate::grid::{Cell, Digit};
use crate::puzzle::Puzzle;
use crate::rule::{Block, Line, Pairs, Sum};

/// Cells have the names `r1c2`; the values of all of them are asked for.
pub(super) fn write(
    puzzle: &Puzzle,
    excluded: Option<&[Digit]>,
    out: &mut dyn Write,
) -> Result<()> {
    let layout = puzzle.layout();
    let name = |cell: Cell| layout.name_of(cell).replace(' ', "");
    let names = |cells: &[Cell]| cells.iter().map(|&cell| name(cell)).collect::<Vec<_>>().join(" ");
    let is = |cell: Cell, digit: Digit| format!("(= {} {})", name(cell), layout.number_of(digit));
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
    let distinct = |cells: &[Cell], out: &mut dyn Write| -> Result<()> {
        if cells.len() > 1 {
            writeln!(out, "(assert (distinct {}))", names(cells))?;
        }
        Ok(())
    };
    for house in layout.houses() {
        distinct(house.cells(), out)?;
    }
    let blocks = puzzle.rules().iter().flat_map(|rule| rule.blocks());
    for (number, block) in (1_usize..).zip(blocks) {
        match block {
            Block::Clauses(block) => {
                for clause in block.clauses() {
                    let literals = clause.iter().map(|it| {
                        let is = is(it.cell, it.digit);
                        if it.stands { is } else { format!("(not {is})") }
                    });
                    writeln!(out, "(assert {})", or(literals))?;
                }
            }
            Block::Pairs(block) => pairs(block, &is, out)?,
            Block::Distinct(block) => distinct(block.cells(), out)?,
            Block::Sum(block) => sum(puzzle, block, &name, out)?,
            Block::Line(block) => line(block, number, &is, out)?,
        }
    }
    if let Some(solution) = excluded {
        let cells = puzzle.cells().zip(solution);
        let differs = cells.map(|(cell, &digit)| format!("(not {})", is(cell, digit)));
        writeln!(out, "(assert {})", or(differs))?;
    }
    let all: Vec<_> = puzzle.cells().collect();
    writeln!(out, "(check-sat)\n(get-value ({}))", names(&all))?;
    Ok(())
}

/// The disjunction of some terms.
fn or(terms: impl Iterator<Item = String>) -> String {
    let terms: Vec<_> = terms.collect();
    match &terms[..] {
        [] => "false".into(),
        [term] => term.clone(),
        terms => format!("(or {})", terms.join(" ")),
    }
}

/// For each digit of the first cell, what the second may have.
fn pairs(pairs: &Pairs, is: &dyn Fn(Cell, Digit) -> String, out: &mut dyn Write) -> Result<()> {
    for &(a, b) in pairs.pairs() {
        for (digit, seconds) in pairs.allowed().iter().enumerate() {
            let then = or(seconds.iter().map(|second| is(b, second)));
            writeln!(out, "(assert (=> {} {then}))", is(a, Digit::new(digit)))?;
        }
    }
    Ok(())
}

/// An integer as a term.
fn integer(value: i64) -> String {
    if value < 0 { format!("(- {})", value.unsigned_abs()) } else { value.to_string() }
}

fn sum(
    puzzle: &Puzzle,
    sum: &Sum,
    name: &dyn Fn(Cell) -> String,
    out: &mut dyn Write,
) -> Result<()> {
    let layout = puzzle.layout();
    let terms = sum.cells().iter().zip(sum.weights()).map(|(&cell, weights)| {
        if are_numbers(puzzle, weights) {
            return name(cell);
        }
        let mut weights = weights.iter().enumerate();
        let last = weights.next_back().map_or(0, |(_, &weight)| i64::from(weight));
        weights.rfold(integer(last), |rest, (digit, &weight)| {
            let number = layout.number_of(Digit::new(digit));
            format!("(ite (= {} {number}) {} {rest})", name(cell), integer(weight.into()))
        })
    });
    let total = match &terms.collect::<Vec<_>>()[..] {
        [] => "0".into(),
        [term] => term.clone(),
        terms => format!("(+ {})", terms.iter().join(" ")),
    };
    let equal = sum.targets().iter().map(|&target| format!("(= {total} {})", integer(target)));
    writeln!(out, "(assert {})", or(equal))?;
    Ok(())
}

/// A word of an automaton: a state before each cell and one behind them.
fn line(
    line: &Line,
    number: usize,
    is: &dyn Fn(Cell, Digit) -> String,
    out: &mut dyn Write,
) -> Result<()> {
    let automaton = line.automaton();
    let state = |place: usize| format!("line{number}state{place}");
    let cells = line.cells();
    for place in 0..=cells.len() {
        writeln!(out, "(declare-fun {} () Int)", state(place))?;
    }
    writeln!(out, "(assert (= {} {}))", state(0), automaton.start())?;
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
                let when = format!("(and (= {} {from}) {})", state(place), is(cell, digit));
                writeln!(out, "(assert (=> {when} {then}))")?;
            }
        }
        next.sort_unstable();
        next.dedup();
        reached = next;
    }
    let last = state(cells.len());
    let accepted = reached.into_iter().filter(|&it| automaton.accepts(it));
    writeln!(out, "(assert {})", or(accepted.map(|it| format!("(= {last} {it})"))))?;
    Ok(())
}
