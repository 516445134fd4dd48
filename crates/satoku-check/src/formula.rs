//! The formula of a certificate: the extended encoding, written from the statement alone.
//!
//! - Variable `digits·(cell−1) + digit` says that the digit stands in the cell; cells and digits count
//!   from 1. In a square grid that is `side²·(row−1) + side·(column−1) + digit`. There are no others.
//! - First the clues, cell by cell: a unit clause for a given, else a negated one for each digit
//!   that its candidates exclude.
//! - Then, for each cell, that one of its digits stands there, and no two of them: a clause for each
//!   pair, in lexicographic order.
//! - Then the same for each house and digit: it has a place there, and no two. In a house with fewer
//!   cells than there are digits it needs no place.
//! - Last, where a solution is to be the only one, the blocking clause: some cell, of all of them,
//!   has another digit.
//!
//! As text it is DIMACS, a clause a line, after one comment and the header, byte for byte the same
//! every time.

use std::io::Write;

use super::statement::Statement;
use crate::error::{Error, Result};

/// Takes clauses, literals signed as in DIMACS.
pub trait Clauses {
    /// Takes the next clause.
    ///
    /// # Errors
    /// If it cannot be taken, which ends the formula.
    fn clause(&mut self, lits: &[i32]) -> Result<()>;
}

/// How many variables and clauses the formula of a statement has.
pub fn size(statement: &Statement, blocked: bool) -> (u64, u64) {
    let (digits, cells) = (statement.digits(), statement.cells());
    let clues: usize = (0..cells)
        .map(|cell| match statement.given(cell) {
            Some(_) => 1,
            None => (0..digits).filter(|&digit| !statement.allows(cell, digit)).count(),
        })
        .sum();
    let pairs = |n: usize| n * n.saturating_sub(1) / 2;
    let of_house = |house: &Vec<usize>| usize::from(house.len() == digits) + pairs(house.len());
    let of_houses: usize = statement.houses().iter().map(of_house).sum();
    let clauses = clues + cells * (1 + pairs(digits)) + digits * of_houses;
    ((cells * digits) as u64, clauses as u64 + u64::from(blocked))
}

/// Writes the clauses of a statement, and the one that excludes a solution (digits from 0, row by
/// row), if one is given.
///
/// # Errors
/// If a clause cannot be taken.
///
/// # Panics
/// If the solution has not as many cells as the grid.
pub fn encode(
    statement: &Statement,
    blocked: Option<&[usize]>,
    out: &mut dyn Clauses,
) -> Result<()> {
    let (digits, cells) = (statement.digits(), statement.cells());
    let var = |cell: usize, digit: usize| -> i32 {
        i32::try_from(cell * digits + digit + 1).expect("at most 400³ variables")
    };
    for cell in 0..cells {
        match statement.given(cell) {
            Some(digit) => out.clause(&[var(cell, digit)])?,
            None => {
                for digit in (0..digits).filter(|&digit| !statement.allows(cell, digit)) {
                    out.clause(&[-var(cell, digit)])?;
                }
            }
        }
    }
    // At least one of a full group, and no two of any.
    let mut only_one = |group: &[i32]| -> Result<()> {
        if group.len() == digits {
            out.clause(group)?;
        }
        for (k, a) in group.iter().enumerate() {
            for b in &group[k + 1..] {
                out.clause(&[-a, -b])?;
            }
        }
        Ok(())
    };
    for cell in 0..cells {
        let group: Vec<_> = (0..digits).map(|digit| var(cell, digit)).collect();
        only_one(&group)?;
    }
    for house in statement.houses() {
        for digit in 0..digits {
            let group: Vec<_> = house.iter().map(|&cell| var(cell, digit)).collect();
            only_one(&group)?;
        }
    }
    if let Some(solution) = blocked {
        assert_eq!(solution.len(), cells);
        let others: Vec<_> = (0..).zip(solution).map(|(cell, &digit)| -var(cell, digit)).collect();
        out.clause(&others)?;
    }
    Ok(())
}

/// Writes the formula as text.
///
/// # Errors
/// If writing fails.
pub fn write(statement: &Statement, blocked: Option<&[usize]>, out: impl Write) -> Result<()> {
    let mut text = Text::new(out);
    text.line(&head(statement, blocked.is_some()))?;
    encode(statement, blocked, &mut text)?;
    text.finish()
}

/// The comment and the header.
pub(super) fn head(statement: &Statement, blocked: bool) -> String {
    let (vars, clauses) = size(statement, blocked);
    format!("c variable = {}\np cnf {vars} {clauses}\n", numbering(statement))
}

/// The numbering of the variables in words.
pub(super) fn numbering(statement: &Statement) -> String {
    match (statement.square(), statement.digits(), statement.number(0)) {
        (Some(side), ..) => format!("{}*(row-1) + {side}*(column-1) + digit", side * side),
        (None, digits, 1) => format!("{digits}*(cell-1) + digit, cells row by row"),
        (None, digits, first) => {
            format!("{digits}*(cell-1) + (digit-{first}) + 1, cells row by row")
        }
    }
}

/// Appends a clause as text.
pub(super) fn push_clause(lits: &[i32], text: &mut Vec<u8>) {
    for &lit in lits {
        push_number(lit.into(), text);
        text.push(b' ');
    }
    text.extend_from_slice(b"0\n");
}

/// Appends a number in decimal.
pub(super) fn push_number(number: i64, text: &mut Vec<u8>) {
    if number < 0 {
        text.push(b'-');
    }
    let (start, mut rest) = (text.len(), number.unsigned_abs());
    loop {
        text.push(b'0' + (rest % 10) as u8);
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    text[start..].reverse();
}

/// Clauses as text.
struct Text<W> {
    out: W,
    buffer: Vec<u8>,
}

impl<W: Write> Text<W> {
    fn new(out: W) -> Self {
        Text { out, buffer: Vec::new() }
    }

    fn line(&mut self, line: &str) -> Result<()> {
        self.buffer.extend_from_slice(line.as_bytes());
        self.pass_on(1 << 16)
    }

    fn pass_on(&mut self, limit: usize) -> Result<()> {
        if self.buffer.len() > limit {
            self.out.write_all(&self.buffer)?;
            self.buffer.clear();
        }
        Ok(())
    }

    fn finish(mut self) -> Result<()> {
        self.pass_on(0)?;
        Ok(self.out.flush()?)
    }
}

impl<W: Write> Clauses for Text<W> {
    fn clause(&mut self, lits: &[i32]) -> Result<()> {
        push_clause(lits, &mut self.buffer);
        self.pass_on(1 << 16)
    }
}

/// A formula in memory, its clauses numbered from 1 in the order they came.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Formula {
    vars: u32,
    lits: Vec<i32>,
    ends: Vec<usize>,
}

impl Formula {
    /// No clauses yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The formula of a statement.
    ///
    /// # Errors
    /// None but what [`encode`] tells.
    pub fn of(statement: &Statement, blocked: Option<&[usize]>) -> Result<Self> {
        let mut this = Self::new();
        encode(statement, blocked, &mut this)?;
        Ok(this)
    }

    /// The largest variable mentioned.
    pub fn vars(&self) -> u32 {
        self.vars
    }

    /// The number of clauses.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no clauses.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The clause of a number, from 1.
    pub fn get(&self, number: usize) -> Option<&[i32]> {
        let end = *self.ends.get(number.checked_sub(1)?)?;
        let start = if number == 1 { 0 } else { self.ends[number - 2] };
        Some(&self.lits[start..end])
    }

    /// All clauses, in order.
    pub fn clauses(&self) -> impl Iterator<Item = &[i32]> + '_ {
        let mut start = 0;
        self.ends.iter().map(move |&end| &self.lits[std::mem::replace(&mut start, end)..end])
    }
}

impl Clauses for Formula {
    fn clause(&mut self, lits: &[i32]) -> Result<()> {
        for &lit in lits {
            if lit == 0 || lit == i32::MIN {
                return Err(Error::proof(format!("{lit} is no literal")));
            }
            self.vars = self.vars.max(lit.unsigned_abs());
        }
        self.lits.extend_from_slice(lits);
        self.ends.push(self.lits.len());
        Ok(())
    }
}
