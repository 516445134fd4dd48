//! A checker of proofs in the format LRAT, of which it takes what unit propagation can show (RUP).
//!
//! A proof is a list of steps. `ID LITERALS 0 HINTS 0` derives a clause: assume that all its
//! literals are false; each hint, the number of a clause known by then, must have all its literals
//! false but one, which becomes true; the last hint must have none left. `ID d IDS 0` forgets
//! clauses. The clauses of the formula are numbered from 1, those derived by rising numbers above.
//! A formula is refuted once the empty clause is derived.
//!
//! The compressed form has the same numbers as bytes, seven bits each, lowest first, the eighth set
//! where more follow: `a`, 2·ID, a literal as 2·variable, plus 1 if negated, 0, 2·HINT, 0; or `d`,
//! 2·ID, 0.
//!
//! Whatever the bytes are, the checker does not panic, and its memory is proportional to formula
//! and proof: hints are followed as they are read, and none is kept. Nothing is searched for. A
//! hint costs the length of its clause, once, and the first one that is not as it must be ends the
//! check. A lemma has no literal twice, so a hint can only cost much after a step has said as much:
//! all literals of its clause but one are false by then, each by a number of its own in the step.
//!
//! - Luís Cruz-Filipe, Marijn Heule, Warren Hunt, Matt Kaufmann, Peter Schneider-Kamp: *Efficient
//!   Certified RAT Verification*, CADE 2017.

use std::io::{BufRead, ErrorKind};

use super::formula::Formula;
use crate::error::{Error, Result};

/// How the steps of a proof are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Numbers in decimal, a step a line.
    Text,
    /// Numbers of seven bits a byte.
    Compressed,
}

/// What a proof that holds consists of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Checked {
    /// Clauses derived.
    pub lemmas: u64,
    /// Hints over all of them.
    pub hints: u64,
}

/// Checks that a proof refutes a formula: that it is well formed, each clause follows by its hints,
/// and the last one is the empty clause.
///
/// # Errors
/// At the first step that does not hold ([`Error::is_proof`]), or if reading fails.
pub fn check(formula: &Formula, proof: impl BufRead, form: Form) -> Result<Checked> {
    let mut checker = Checker::new(formula);
    let mut numbers = Numbers { input: proof, form, steps: 0 };
    while !checker.refuted {
        if !numbers.step(&mut checker)? {
            return Err(Error::proof("the proof ends before the empty clause"));
        }
    }
    if numbers.peek()?.is_some() {
        return Err(numbers.wrong("something follows the empty clause"));
    }
    Ok(checker.checked)
}

struct Checker<'a> {
    formula: &'a Formula,
    /// Clauses of the formula that were forgotten, by number from 0.
    forgotten: Vec<bool>,
    /// What was derived: rising numbers, where the literals end, and whether it was forgotten.
    lemmas: Vec<(u64, usize, bool)>,
    lits: Vec<i32>,
    /// Of each variable, whether it is true; and those that have a value.
    values: Vec<Option<bool>>,
    trail: Vec<usize>,
    refuted: bool,
    checked: Checked,
    /// The clause of the step at hand, and whether its hints have led to a contradiction.
    lemma: Vec<i32>,
    closed: bool,
}

impl<'a> Checker<'a> {
    fn new(formula: &'a Formula) -> Self {
        Checker {
            formula,
            forgotten: vec![false; formula.len()],
            lemmas: Vec::new(),
            lits: Vec::new(),
            values: vec![None; formula.vars() as usize + 1],
            trail: Vec::new(),
            refuted: false,
            checked: Checked::default(),
            lemma: Vec::new(),
            closed: false,
        }
    }

    fn last_id(&self) -> u64 {
        self.lemmas.last().map_or(self.formula.len() as u64, |&(id, ..)| id)
    }

    /// Where a lemma stands in the list.
    fn place(&self, id: u64) -> Option<usize> {
        self.lemmas.binary_search_by_key(&id, |&(id, ..)| id).ok()
    }

    /// A clause that is known.
    fn get(&self, id: u64) -> Option<&[i32]> {
        let number = usize::try_from(id).ok()?;
        if number <= self.formula.len() {
            return self.formula.get(number).filter(|_| !self.forgotten[number - 1]);
        }
        let place = self.place(id)?;
        let (_, end, forgotten) = self.lemmas[place];
        let start = place.checked_sub(1).map_or(0, |before| self.lemmas[before].1);
        Some(&self.lits[start..end]).filter(|_| !forgotten)
    }

    fn forget(&mut self, id: u64) -> Result<(), String> {
        let number = usize::try_from(id).ok().filter(|&n| (1..=self.formula.len()).contains(&n));
        let flag = match number {
            Some(number) => self.forgotten.get_mut(number - 1),
            None => self.place(id).and_then(|place| self.lemmas.get_mut(place)).map(|l| &mut l.2),
        };
        match flag {
            Some(flag) if !*flag => {
                *flag = true;
                Ok(())
            }
            _ => Err(format!("there is no clause {id} to forget")),
        }
    }

    /// Whether a literal is true, if that is known.
    fn value(&self, lit: i32) -> Option<bool> {
        let value = self.values[lit.unsigned_abs() as usize];
        value.map(|value| value == (lit > 0))
    }

    fn assign(&mut self, lit: i32) {
        let var = lit.unsigned_abs() as usize;
        self.values[var] = Some(lit > 0);
        self.trail.push(var);
    }

    /// Begins a step: assumes another literal of its clause to be false.
    fn assume(&mut self, lit: i32) -> Result<(), String> {
        match self.value(lit) {
            None => self.assign(-lit),
            Some(false) => return Err("the clause has a literal twice".into()),
            Some(true) => return Err("the clause has a literal and its negation".into()),
        }
        self.lemma.push(lit);
        Ok(())
    }

    /// Follows a hint: what is left of its clause becomes true, or nothing is.
    fn follow(&mut self, hint: u64) -> Result<(), String> {
        if self.closed {
            return Err(format!("hint {hint} follows the contradiction"));
        }
        self.checked.hints += 1;
        let clause = self.get(hint).ok_or_else(|| format!("there is no clause {hint}"))?;
        let mut left = None;
        for &lit in clause {
            match self.value(lit) {
                Some(false) => {}
                None if left.is_none_or(|other| other == lit) => left = Some(lit),
                _ => return Err(format!("clause {hint} is not unit")),
            }
        }
        match left {
            Some(lit) => self.assign(lit),
            None => self.closed = true,
        }
        Ok(())
    }

    /// Ends a step: its clause is known from now on.
    fn derive(&mut self, id: u64) -> Result<(), String> {
        if id <= self.last_id() {
            return Err(format!("clause number {id} is not above the last one"));
        }
        if !std::mem::take(&mut self.closed) {
            return Err("the hints lead to no contradiction".into());
        }
        for var in self.trail.drain(..) {
            self.values[var] = None;
        }
        self.refuted = self.lemma.is_empty();
        self.lits.append(&mut self.lemma);
        self.lemmas.push((id, self.lits.len(), false));
        self.checked.lemmas += 1;
        Ok(())
    }
}

/// The numbers of a proof, one step at a time.
struct Numbers<R> {
    input: R,
    form: Form,
    /// Steps read.
    steps: u64,
}

impl<R: BufRead> Numbers<R> {
    /// Reads a step and takes it; `false` at the end.
    fn step(&mut self, checker: &mut Checker<'_>) -> Result<bool> {
        let Some(first) = self.peek()? else { return Ok(false) };
        self.steps += 1;
        let (id, forgets) = match self.form {
            Form::Text => {
                let id = self.id()?;
                let forgets = self.peek()? == Some(b'd');
                if forgets {
                    self.input.consume(1);
                }
                (id, forgets)
            }
            Form::Compressed => {
                self.input.consume(1);
                match first {
                    b'a' => (self.id()?, false),
                    b'd' => (0, true),
                    _ => return Err(self.wrong("neither `a` nor `d`")),
                }
            }
        };
        if forgets {
            loop {
                match self.id()? {
                    0 => return Ok(true),
                    id => checker.forget(id).map_err(|what| self.wrong(&what))?,
                }
            }
        }
        loop {
            let lit = self.literal()?;
            if lit == 0 {
                break;
            }
            if lit.unsigned_abs() > checker.formula.vars() {
                return Err(self.wrong(&format!("the formula has no variable of {lit}")));
            }
            checker.assume(lit).map_err(|what| self.wrong(&what))?;
        }
        loop {
            match self.id()? {
                0 => break,
                hint => checker.follow(hint).map_err(|what| self.wrong(&what))?,
            }
        }
        checker.derive(id).map_err(|what| self.wrong(&what))?;
        Ok(true)
    }

    /// The next byte, which of a text is no white space; `None` at the end.
    fn peek(&mut self) -> Result<Option<u8>> {
        loop {
            let buffer = match self.input.fill_buf() {
                Ok(buffer) => buffer,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(error.into()),
            };
            let Some(&byte) = buffer.first() else { return Ok(None) };
            if self.form == Form::Compressed || !matches!(byte, b' ' | b'\n') {
                return Ok(Some(byte));
            }
            self.input.consume(1);
        }
    }

    /// The number of a clause, or 0.
    fn id(&mut self) -> Result<u64> {
        match self.form {
            Form::Text => self.decimal(),
            Form::Compressed => match self.bytes()? {
                id if id % 2 == 0 => Ok(id / 2),
                _ => Err(self.wrong("the number of a clause is negative")),
            },
        }
    }

    /// A literal, or 0.
    fn literal(&mut self) -> Result<i32> {
        let (negative, var) = match self.form {
            Form::Text => {
                let negative = self.peek()? == Some(b'-');
                if negative {
                    self.input.consume(1);
                }
                (negative, self.decimal()?)
            }
            Form::Compressed => {
                let code = self.bytes()?;
                (code % 2 == 1, code / 2)
            }
        };
        match i32::try_from(var) {
            Ok(0) if negative => Err(self.wrong("-0 is no literal")),
            Ok(var) => Ok(if negative { -var } else { var }),
            Err(_) => Err(self.wrong("a literal is too large")),
        }
    }

    /// A decimal number, and the white space that must follow it.
    fn decimal(&mut self) -> Result<u64> {
        let mut value = None;
        self.peek()?;
        loop {
            let byte = self.next()?;
            match byte {
                Some(digit @ b'0'..=b'9') => {
                    let times_ten = value.unwrap_or(0u64).checked_mul(10);
                    let next = times_ten.and_then(|v| v.checked_add(u64::from(digit - b'0')));
                    value = Some(next.ok_or_else(|| self.wrong("a number is too large"))?);
                }
                Some(b' ' | b'\n') if value.is_some() => return Ok(value.unwrap_or(0)),
                _ => return Err(self.wrong("a number is missing")),
            }
        }
    }

    /// A number of seven bits a byte.
    fn bytes(&mut self) -> Result<u64> {
        let mut value = 0u64;
        for shift in (0..63).step_by(7) {
            let Some(byte) = self.next()? else { return Err(self.wrong("a number is missing")) };
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err(self.wrong("a number is too large"))
    }

    /// Takes the next byte, white space included.
    fn next(&mut self) -> Result<Option<u8>> {
        loop {
            match self.input.fill_buf() {
                Ok(buffer) => {
                    let byte = buffer.first().copied();
                    self.input.consume(usize::from(byte.is_some()));
                    return Ok(byte);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    fn wrong(&self, what: &str) -> Error {
        Error::proof(format!("step {} of the proof: {what}", self.steps))
    }
}
