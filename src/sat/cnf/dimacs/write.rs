//! Formulas as text: a header, known from a counting pass, then a clause a line.

use std::io::Write;

use crate::error::{Error, Result};
use crate::sat::cnf::sink::take_vars;
use crate::sat::cnf::{ClauseSink, Cnf, Lit, MAX_VAR, Size};

/// Bytes collected before they go on.
const BUFFER: usize = 1 << 16;

/// Writes clauses as they come. The header stands first, so the size has to be known: count with a
/// [`Counter`](crate::sat::cnf::Counter), then send the same clauses here. Needs no buffered
/// writer.
#[derive(Debug)]
#[must_use = "`finish` writes what is left and checks the header"]
pub struct Writer<W: Write> {
    out: W,
    buffer: Vec<u8>,
    size: Size,
    vars: u32,
    clauses: u64,
    /// What stands before each clause.
    prefix: &'static [u8],
}

impl<W: Write> Writer<W> {
    /// Writes the comments, each line of them behind `c `, and the header.
    ///
    /// # Errors
    /// If there are more variables than DIMACS can number, or writing fails.
    pub fn new<C: AsRef<str>>(
        out: W,
        size: Size,
        comments: impl IntoIterator<Item = C>,
    ) -> Result<Self> {
        let header = format!("p cnf {} {}\n", size.vars, size.clauses);
        Self::begin(out, size, comments, &header)
    }

    /// As [`Writer::new`], but for lines of assumptions behind the clauses: iCNF, with the header
    /// `p inccnf`.
    ///
    /// # Errors
    /// As [`Writer::new`].
    pub fn incremental<C: AsRef<str>>(
        out: W,
        size: Size,
        comments: impl IntoIterator<Item = C>,
    ) -> Result<Self> {
        Self::begin(out, size, comments, "p inccnf\n")
    }

    /// As [`Writer::new`], but WCNF as of the MaxSAT Evaluation 2022: no header, and each clause is a
    /// hard one, behind `h`. Soft clauses may be added.
    ///
    /// # Errors
    /// As [`Writer::new`].
    pub fn weighted<C: AsRef<str>>(
        out: W,
        size: Size,
        comments: impl IntoIterator<Item = C>,
    ) -> Result<Self> {
        Ok(Writer { prefix: b"h ", ..Self::begin(out, size, comments, "")? })
    }

    fn begin<C: AsRef<str>>(
        out: W,
        size: Size,
        comments: impl IntoIterator<Item = C>,
        header: &str,
    ) -> Result<Self> {
        if size.vars > u64::from(MAX_VAR) {
            return Err(Error::too_large(format!(
                "{} variables: DIMACS can number {MAX_VAR}",
                size.vars
            )));
        }
        let buffer = Vec::with_capacity(BUFFER + 1024);
        let mut this = Writer { out, buffer, size, vars: 0, clauses: 0, prefix: b"" };
        for comment in comments {
            for line in comment.as_ref().split(['\n', '\r']) {
                this.buffer.extend_from_slice(if line.is_empty() { b"c" } else { b"c " });
                this.buffer.extend_from_slice(line.as_bytes());
                this.buffer.push(b'\n');
                this.pass_on(BUFFER)?;
            }
        }
        this.buffer.extend_from_slice(header.as_bytes());
        Ok(this)
    }

    /// Writes what is left and gives the writer back.
    ///
    /// # Errors
    /// If writing fails, or the header was wrong: a defect of the counting pass.
    pub fn finish(mut self) -> Result<W> {
        self.pass_on(0)?;
        self.out.flush()?;
        if (u64::from(self.vars), self.clauses) != (self.size.vars, self.size.clauses) {
            return Err(Error::disagreement(format!(
                "the DIMACS header says {} variables and {} clauses, but {} and {} were written",
                self.size.vars, self.size.clauses, self.vars, self.clauses
            )));
        }
        Ok(self.out)
    }

    /// Writes the buffer if it holds more than this many bytes.
    fn pass_on(&mut self, limit: usize) -> Result<()> {
        if self.buffer.len() > limit {
            self.out.write_all(&self.buffer)?;
            self.buffer.clear();
        }
        Ok(())
    }
}

impl<W: Write> ClauseSink for Writer<W> {
    fn add_clause(&mut self, clause: &[Lit]) -> Result<()> {
        self.buffer.extend_from_slice(self.prefix);
        for &lit in clause {
            self.vars = self.vars.max(lit.var());
            push_number(&mut self.buffer, lit);
            self.pass_on(BUFFER)?;
        }
        self.buffer.extend_from_slice(b"0\n");
        self.clauses += 1;
        self.pass_on(BUFFER)
    }

    fn new_vars(&mut self, count: usize) -> Result<u32> {
        take_vars(&mut self.vars, count)
    }
}

/// Appends a literal and a space.
#[inline]
fn push_number(buffer: &mut Vec<u8>, lit: Lit) {
    let mut text = [b' '; 12];
    let mut at = text.len() - 1;
    let mut rest = lit.var();
    while rest > 0 {
        at -= 1;
        let digit = (rest % 10) as u8;
        text[at] = b'0' + digit;
        rest /= 10;
    }
    if !lit.is_positive() {
        at -= 1;
        text[at] = b'-';
    }
    buffer.extend_from_slice(&text[at..]);
}

/// Writes a formula; the comments come first.
///
/// # Errors
/// If writing fails.
pub fn write(cnf: &Cnf, comments: &[String], out: impl Write) -> Result<()> {
    let mut writer = Writer::new(out, cnf.size(), comments)?;
    writer.new_vars(cnf.vars() as usize)?;
    cnf.clauses().try_for_each(|clause| writer.add_clause(clause))?;
    writer.finish().map(drop)
}
