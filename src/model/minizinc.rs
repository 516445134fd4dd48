//! MiniZinc.
//!
//! - Nicholas Nethercote and others: *MiniZinc: Towards a Standard CP Modelling Language*, CP 2007.

use std::io::Write;

use itertools::Itertools;

use super::{are_numbers, clue, heading};
use crate::error::Result;
use crate::grid::{Cell, Digit};
use crate::puzzle::Puzzle;
use crate::rule::{Block, Line, Pairs, Sum};

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
    let has = |is: fn(&Block) -> bool| puzzle.rules().iter().flat_map(|it| it.blocks()).any(is);
    let includes = [
        ("all_different", true),
        ("table", has(|block| matches!(block, Block::Pairs(_)))),
        ("regular", has(|block| matches!(block, Block::Line(_)))),
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
    let blocks = puzzle.rules().iter().flat_map(|rule| rule.blocks());
    for (number, block) in (1_usize..).zip(blocks) {
        match block {
            Block::Clauses(block) => {
                for clause in block.clauses() {
                    let literals = clause.iter().map(|it| {
                        let sign = if it.stands { "=" } else { "!=" };
                        format!("{} {sign} {}", name(it.cell), layout.number_of(it.digit))
                    });
                    let clause = literals.collect::<Vec<_>>().join(" \\/ ");
                    let clause = if clause.is_empty() { "false" } else { &clause };
                    writeln!(out, "constraint {clause};")?;
                }
            }
            Block::Pairs(block) => pairs(puzzle, block, number, out)?,
            Block::Distinct(block) => {
                writeln!(out, "constraint all_different([{}]);", list(block.cells()))?;
            }
            Block::Sum(block) => sum(puzzle, block, &digits, out)?,
            Block::Line(block) => line(puzzle, block, number, out)?,
        }
    }
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

fn name(cell: Cell) -> String {
    format!("cell[{}]", cell.index() + 1)
}

fn list(cells: &[Cell]) -> String {
    cells.iter().map(|&cell| name(cell)).collect::<Vec<_>>().join(", ")
}

/// A table of two columns, of each pair.
fn pairs(puzzle: &Puzzle, pairs: &Pairs, number: usize, out: &mut dyn Write) -> Result<()> {
    let layout = puzzle.layout();
    let rows = pairs.allowed().iter().enumerate().flat_map(|(first, seconds)| {
        let first = layout.number_of(Digit::new(first));
        seconds.iter().map(move |second| (first, layout.number_of(second)))
    });
    let rows = rows.map(|(a, b)| format!("{a}, {b}")).collect::<Vec<_>>().join(" | ");
    if rows.is_empty() {
        if !pairs.pairs().is_empty() {
            writeln!(out, "constraint false;")?;
        }
        return Ok(());
    }
    writeln!(out, "array[int, 1..2] of int: allowed{number} = [| {rows} |];")?;
    for &(a, b) in pairs.pairs() {
        writeln!(out, "constraint table([{}, {}], allowed{number});", name(a), name(b))?;
    }
    Ok(())
}

/// A linear sum; of weights that are no numbers, elements of arrays.
fn sum(puzzle: &Puzzle, sum: &Sum, digits: &str, out: &mut dyn Write) -> Result<()> {
    let terms = sum.cells().iter().zip(sum.weights()).map(|(&cell, weights)| {
        if are_numbers(puzzle, weights) {
            return name(cell);
        }
        let weights = weights.iter().join(", ");
        format!("array1d({digits}, [{weights}])[{}]", name(cell))
    });
    let total = terms.collect::<Vec<_>>().join(" + ");
    let total = if total.is_empty() { "0" } else { &total };
    match sum.targets() {
        [target] => writeln!(out, "constraint {total} = {target};")?,
        targets => writeln!(out, "constraint {total} in {{{}}};", targets.iter().join(", "))?,
    }
    Ok(())
}

/// A word of an automaton: its states and the digits count from 1, and 0 is the end.
fn line(puzzle: &Puzzle, line: &Line, number: usize, out: &mut dyn Write) -> Result<()> {
    let automaton = line.automaton();
    let (states, digits) = (automaton.states(), automaton.digits());
    let row = |state| {
        let next = |digit| automaton.next(state, Digit::new(digit)).map_or(0, |to| to + 1);
        (0..digits).map(next).join(", ")
    };
    let rows = (0..states).map(row).collect::<Vec<_>>().join(" | ");
    let first = puzzle.layout().first();
    let cells = line.cells().iter().map(|&cell| match first {
        1 => name(cell),
        first => format!("{} - {first} + 1", name(cell)),
    });
    let accepting = (0..states).filter(|&state| automaton.accepts(state)).map(|state| state + 1);
    writeln!(out, "array[1..{states}, 1..{digits}] of int: next{number} = [| {rows} |];")?;
    writeln!(
        out,
        "constraint regular([{}], {states}, {digits}, next{number}, {}, {{{}}});",
        cells.collect::<Vec<_>>().join(", "),
        automaton.start() + 1,
        accepting.collect::<Vec<_>>().iter().join(", ")
    )?;
    Ok(())
}
