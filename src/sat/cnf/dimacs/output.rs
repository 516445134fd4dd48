//! What a solver prints.

use std::io::BufRead;

use super::scan::Scanner;
use crate::error::{Error, Result};
use crate::input::MAX_FILE;
use crate::sat::cnf::{Lit, Model};

/// The answer of a solver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SolverOutput {
    /// There is a model, and this is one.
    Sat(Model),
    /// There is no model.
    Unsat,
    /// The solver says that it does not know.
    Unknown,
}

/// Reads what a solver printed about a formula of `max_var` variables: the output of the SAT
/// competitions (`s SATISFIABLE`, then `v` lines up to a 0), MiniSat's result file (`SAT`, then a
/// line of literals up to a 0), or such a verdict as a bare word; for a formula as WCNF `s OPTIMUM
/// FOUND` and a `v` line of a 0 or 1 for each variable. Other lines are skipped.
///
/// Takes a few bytes per variable at most, however much is printed.
///
/// # Errors
/// If there is no verdict or there are two, a model is missing, has no 0 at its end, names a
/// variable above `max_var` or both signs of one, or something in it is no number.
pub fn read_output(input: impl BufRead, max_var: u32) -> Result<SolverOutput> {
    read(input, Found { max_var, ..Found::default() }, true)
}

/// The same where a model alone is an answer, too: its literals up to a 0, with or without `v`. For
/// models that are checked, since an output that was cut short may look like one.
///
/// # Errors
/// As [`read_output`], but for a missing verdict.
pub fn read_model(input: impl BufRead, max_var: u32) -> Result<SolverOutput> {
    read(input, Found { max_var, bare: true, ..Found::default() }, false)
}

fn read(input: impl BufRead, mut found: Found, needs_verdict: bool) -> Result<SolverOutput> {
    let mut text = Scanner::new(input);
    loop {
        found.line(&mut text)?;
        if !text.next_line()? {
            return found.answer(needs_verdict);
        }
    }
}

/// The most bytes of a solver's output to a formula of so many variables: a model, and comments as
/// long as the longest file that is read.
pub fn max_output(max_var: u32) -> u64 {
    MAX_FILE + 16 * u64::from(max_var)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Sat,
    Unsat,
    Unknown,
}

impl Verdict {
    fn from_word(word: &[u8]) -> Option<Self> {
        match word {
            b"SATISFIABLE" | b"SAT" | b"OPTIMUM" => Some(Verdict::Sat),
            b"UNSATISFIABLE" | b"UNSAT" => Some(Verdict::Unsat),
            b"UNKNOWN" | b"INDETERMINATE" | b"INDET" => Some(Verdict::Unknown),
            _ => None,
        }
    }
}

/// What was found so far.
#[derive(Debug, Default)]
struct Found {
    max_var: u32,
    verdict: Option<Verdict>,
    /// The verdict was a bare word, so literals may follow without a `v`.
    bare: bool,
    /// The literals of the model by variable, up to the largest mentioned.
    lits: Vec<Option<Lit>>,
    started: bool,
    ended: bool,
}

impl Found {
    fn line<R: BufRead>(&mut self, text: &mut Scanner<R>) -> Result<()> {
        text.next_word()?;
        match text.word() {
            b"s" => {
                text.next_word()?;
                let verdict = Verdict::from_word(text.word())
                    .ok_or_else(|| text.unexpected("SATISFIABLE, UNSATISFIABLE or UNKNOWN"))?;
                self.decide(verdict, text)
            }
            b"v" => match text.next_bits(self.max_var)? {
                Some(bits) => self.values(&bits, text),
                None => self.literals(text),
            },
            [b'-' | b'0'..=b'9', ..] if self.bare && !self.ended => self.literals(text),
            word => match Verdict::from_word(word) {
                Some(verdict) if !text.next_word()? => {
                    self.bare = true;
                    self.decide(verdict, text)
                }
                _ => Ok(()),
            },
        }
    }

    fn decide<R: BufRead>(&mut self, verdict: Verdict, text: &Scanner<R>) -> Result<()> {
        if self.verdict.is_some_and(|before| before != verdict) {
            return Err(text.error_at_word("a second verdict, unlike the first".to_owned()));
        }
        self.verdict = Some(verdict);
        Ok(())
    }

    /// Takes the values of all variables.
    fn values<R: BufRead>(&mut self, bits: &[bool], text: &Scanner<R>) -> Result<()> {
        if self.started {
            return Err(text.unexpected("no second model"));
        }
        let lits = (1..).zip(bits).map(|(var, &bit)| {
            let lit = Lit::positive(var);
            Some(if bit { lit } else { !lit })
        });
        (self.lits, self.started, self.ended) = (lits.collect(), true, true);
        Ok(())
    }

    /// Takes the literals of a line, from the word that was read.
    fn literals<R: BufRead>(&mut self, text: &mut Scanner<R>) -> Result<()> {
        self.started = true;
        while !text.word().is_empty() {
            match text.literal(self.max_var)? {
                None => self.ended = true,
                Some(_) if self.ended => {
                    return Err(text.unexpected("nothing after the 0 that ends the model"));
                }
                Some(lit) => {
                    let index = lit.var() as usize - 1;
                    if index >= self.lits.len() {
                        self.lits.resize(index + 1, None);
                    }
                    if self.lits[index].replace(lit) == Some(!lit) {
                        let var = lit.var();
                        return Err(text.error_at_word(format!("the model has {var} and -{var}")));
                    }
                }
            }
            text.next_word()?;
        }
        Ok(())
    }

    fn answer(self, needs_verdict: bool) -> Result<SolverOutput> {
        let alone = (!needs_verdict && self.started).then_some(Verdict::Sat);
        match self.verdict.or(alone) {
            None => Err(Error::input("no verdict: expected `s SATISFIABLE` or the like")),
            Some(Verdict::Unknown) => Ok(SolverOutput::Unknown),
            Some(Verdict::Unsat) if self.started => {
                Err(Error::input("the verdict is UNSATISFIABLE, but there is a model"))
            }
            Some(Verdict::Unsat) => Ok(SolverOutput::Unsat),
            Some(Verdict::Sat) if !self.started && self.max_var > 0 => Err(Error::input(
                "the verdict is SATISFIABLE, but there is no model: the solver must print one",
            )),
            Some(Verdict::Sat) if self.started && !self.ended => {
                Err(Error::input("the model has no 0 at its end: the output is cut short"))
            }
            Some(Verdict::Sat) => Ok(SolverOutput::Sat(self.lits.into_iter().flatten().collect())),
        }
    }
}
