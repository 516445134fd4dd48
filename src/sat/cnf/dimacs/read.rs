//! Formulas from text.

use std::io::BufRead;

use super::scan::Scanner;
use crate::error::Result;
use crate::sat::cnf::{ClauseSink, Cnf, Lit, MAX_VAR};

/// Reads a formula: comment lines, the header `p cnf VARIABLES CLAUSES`, then clauses, each ended
/// by 0, however they are laid out on lines. A line `%` ends the text, as in SATLIB's files.
///
/// # Errors
/// At the place of the first thing that is not as it should be: no header, a literal beyond its
/// variables, something that is no number, a last clause without 0, a number of clauses that is
/// not the header's.
pub fn read(input: impl BufRead) -> Result<Cnf> {
    let mut text = Scanner::new(input);
    let (vars, clauses) = header(&mut text)?;
    let mut cnf = Cnf::new();
    cnf.reserve_vars(vars);
    let mut clause: Vec<Lit> = Vec::new();
    while text.next_line()? {
        text.next_word()?;
        match text.word() {
            [b'c', ..] => continue,
            b"%" => break,
            _ => {}
        }
        while !text.word().is_empty() {
            match text.literal(vars)? {
                Some(lit) => clause.push(lit),
                None if cnf.len() as u64 == clauses => {
                    return Err(text.error_at_word(format!(
                        "one clause more than the {clauses} that the header says"
                    )));
                }
                None => {
                    cnf.add_clause(&clause)?;
                    clause.clear();
                }
            }
            text.next_word()?;
        }
    }
    if !clause.is_empty() {
        return Err(text.error_at_line("the last clause has no 0 at its end"));
    }
    if (cnf.len() as u64) < clauses {
        let found = cnf.len();
        return Err(text.error_at_line(format!("{found} clauses: the header says {clauses}")));
    }
    Ok(cnf)
}

/// The numbers of variables and clauses.
fn header<R: BufRead>(text: &mut Scanner<R>) -> Result<(u32, u64)> {
    text.next_word()?;
    while let [] | [b'c', ..] = text.word() {
        if !text.next_line()? {
            return Err(text.error_at_line("no header: expected `p cnf VARIABLES CLAUSES`"));
        }
        text.next_word()?;
    }
    if text.word() != b"p" {
        return Err(text.unexpected("the header `p cnf VARIABLES CLAUSES`"));
    }
    text.next_word()?;
    if text.word() != b"cnf" {
        return Err(text.unexpected("`cnf`"));
    }
    text.next_word()?;
    let vars = text.number("number of variables", u64::from(MAX_VAR))?;
    text.next_word()?;
    let clauses = text.number("number of clauses", i64::MAX.unsigned_abs())?;
    if text.next_word()? {
        return Err(text.unexpected("the end of the header"));
    }
    Ok((u32::try_from(vars).unwrap_or(MAX_VAR), clauses))
}
