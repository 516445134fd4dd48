//! Pseudo-Boolean constraints, in the format of the PB competitions.
//!
//! Variables are those of candidates in the textbook's order, as in DIMACS. Houses and sums are
//! linear; other rules are clauses over further variables.
//!
//! - Olivier Roussel, Vasco Manquinho: *Input/Output Format and Solver Requirements for the
//!   Competitions of Pseudo-Boolean Solvers*, 2012.

use std::collections::BTreeMap;
use std::io::Write;

use super::heading;
use super::reply::{self, Reply};
use crate::error::{Error, Result};
use crate::grid::{Cell, Digit};
use crate::puzzle::Puzzle;
use crate::rule::{Block, Sum};
use crate::sat::cnf::amo::SCHEMES;
use crate::sat::cnf::{ClauseSink, Lit};
use crate::sat::encode;

/// The header has the size: constraints are counted first.
pub(super) fn write(
    puzzle: &Puzzle,
    excluded: Option<&[Digit]>,
    out: &mut dyn Write,
) -> Result<()> {
    let mut counted = Constraints { out: None, vars: 0, count: 0 };
    constraints(puzzle, excluded, &mut counted)?;
    writeln!(out, "* #variable= {} #constraint= {}", counted.vars, counted.count)?;
    writeln!(out, "* {}", heading(puzzle, excluded.is_some()))?;
    let digits = puzzle.digits();
    writeln!(out, "* x{digits}*(cell-1) + k: the k-th digit, cells row by row without holes")?;
    constraints(puzzle, excluded, &mut Constraints { out: Some(out), vars: 0, count: 0 })
}

/// Whether a line begins the values of variables: `v x1 -x2`.
pub(super) fn is_answer(line: &str) -> bool {
    let begins = |sign| line.strip_prefix("v ").is_some_and(|it| it.trim_start().starts_with(sign));
    ["x", "-x", "~x"].into_iter().any(begins)
}

/// Reads a verdict and the values of variables.
pub(super) fn read(puzzle: &Puzzle, text: &str) -> Result<Reply> {
    let mut verdicts = text.lines().filter_map(|line| line.strip_prefix("s ")).map(str::trim);
    match verdicts.next_back() {
        Some("UNSATISFIABLE") => return Ok(Reply::None),
        Some("UNKNOWN") => return Ok(Reply::Unknown),
        Some("SATISFIABLE" | "OPTIMUM FOUND") => {}
        _ => return Err(reply::no_verdict()),
    }
    let mut digits = vec![None; puzzle.layout().cells()];
    let values = text.lines().filter_map(|line| line.strip_prefix("v "));
    for variable in values.flat_map(str::split_whitespace) {
        let Some(number) = variable.strip_prefix('x') else { continue };
        let index = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let index = index.ok_or_else(|| Error::input(format!("{variable:?} is no variable")))?;
        // Further variables are those of rules.
        if let Some(cell) = digits.get_mut(index / puzzle.digits()) {
            *cell = Some(Digit::new(index % puzzle.digits()));
        }
    }
    reply::filled(puzzle, &digits)
}

fn constraints(
    puzzle: &Puzzle,
    excluded: Option<&[Digit]>,
    out: &mut Constraints<'_>,
) -> Result<()> {
    let digits = puzzle.digits();
    let var = |cell: Cell, digit: usize| {
        u32::try_from(cell.index() * digits + digit + 1).expect("candidates have literals")
    };
    let one = |vars: &mut dyn Iterator<Item = u32>| vars.map(|var| (1, var)).collect::<Vec<_>>();
    let map = encode::textbook(puzzle, out)?;
    let amo = &SCHEMES[0];
    for cell in puzzle.cells() {
        out.linear(&one(&mut (0..digits).map(|digit| var(cell, digit))), "=", 1)?;
    }
    for house in puzzle.layout().houses() {
        // A house of as many cells as digits has each of them.
        let sign = if house.cells().len() == digits { "=" } else { "<=" };
        for digit in 0..digits {
            let places = one(&mut house.cells().iter().map(|&cell| var(cell, digit)));
            out.linear(&places, sign, 1)?;
        }
    }
    let is_sum = |block: &&Block| matches!(block, Block::Sum(_));
    let blocks = || puzzle.rules().iter().flat_map(|rule| rule.blocks());
    for block in blocks() {
        if let Block::Sum(block) = block {
            sum(block, &var, out)?;
        }
    }
    let others = blocks().filter(|block| !is_sum(block));
    encode::rule_blocks(others, puzzle, &map, amo, true, out)?;
    if let Some(solution) = excluded {
        out.add_clause(&map.blocking_clause(solution))?;
    }
    Ok(())
}

/// A sum is linear; of several targets that are no interval, one is chosen by further variables.
fn sum(sum: &Sum, var: &dyn Fn(Cell, usize) -> u32, out: &mut Constraints<'_>) -> Result<()> {
    let mut terms = BTreeMap::<u32, i64>::new();
    for (&cell, weights) in sum.cells().iter().zip(sum.weights()) {
        for (digit, &weight) in weights.iter().enumerate().filter(|(_, weight)| **weight != 0) {
            *terms.entry(var(cell, digit)).or_default() += i64::from(weight);
        }
    }
    let mut terms: Vec<_> = terms.into_iter().map(|(var, weight)| (weight, var)).collect();
    match sum.targets() {
        [] => out.add_clause(&[]),
        &[target] => out.linear(&terms, "=", target),
        &[least, .., most] if most.abs_diff(least) + 1 == sum.targets().len() as u64 => {
            out.linear(&terms, ">=", least)?;
            out.linear(&terms, "<=", most)
        }
        targets => {
            let first = out.new_vars(targets.len())?;
            let chosen = || targets.iter().copied().zip(first..);
            out.linear(&chosen().map(|(_, var)| (1, var)).collect::<Vec<_>>(), "=", 1)?;
            terms.extend(chosen().map(|(target, var)| (-target, var)));
            out.linear(&terms, "=", 0)
        }
    }
}

/// Constraints that are counted, or written too.
struct Constraints<'a> {
    out: Option<&'a mut dyn Write>,
    vars: u32,
    count: u64,
}

impl Constraints<'_> {
    /// The weighted sum of variables stands in a relation to a bound.
    fn linear(&mut self, terms: &[(i64, u32)], relation: &str, bound: i64) -> Result<()> {
        // The format knows no other.
        let (sign, relation, bound) = match relation {
            "<=" => (-1, ">=", -bound),
            other => (1, other, bound),
        };
        self.count += 1;
        if let Some(out) = &mut self.out {
            for &(weight, var) in terms {
                write!(out, "{:+} x{var} ", sign * weight)?;
            }
            if terms.is_empty() {
                // A constraint has a term.
                write!(out, "+0 x1 ")?;
            }
            writeln!(out, "{relation} {bound} ;")?;
        }
        Ok(())
    }
}

/// A clause: at least one literal holds.
impl ClauseSink for Constraints<'_> {
    fn add_clause(&mut self, clause: &[Lit]) -> Result<()> {
        let terms: Vec<_> =
            clause.iter().map(|lit| (if lit.is_positive() { 1 } else { -1 }, lit.var())).collect();
        let negative: i64 = terms.iter().map(|&(weight, _)| weight.min(0)).sum();
        self.linear(&terms, ">=", 1 + negative)
    }

    fn new_vars(&mut self, count: usize) -> Result<u32> {
        crate::sat::cnf::take_vars(&mut self.vars, count)
    }
}
