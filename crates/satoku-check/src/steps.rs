//! A refutation as it is written down: clauses derived, and what each follows from.

use std::io::{self, Write};

use super::formula::push_number;
use super::lrat::Form;

/// Derived clauses with their hints, numbered on from the clauses of a formula, so that hints can
/// name both.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Steps {
    first: u64,
    lits: Vec<i32>,
    hints: Vec<u64>,
    /// Where the literals and the hints of each end.
    ends: Vec<(usize, usize)>,
}

impl Steps {
    /// No steps yet, for a formula of so many clauses.
    pub fn after(clauses: usize) -> Self {
        Steps { first: clauses as u64 + 1, ..Self::default() }
    }

    /// Adds a clause and gives its number.
    pub fn push(
        &mut self,
        lits: impl IntoIterator<Item = i32>,
        hints: impl IntoIterator<Item = u64>,
    ) -> u64 {
        self.lits.extend(lits);
        self.hints.extend(hints);
        self.ends.push((self.lits.len(), self.hints.len()));
        self.first + self.ends.len() as u64 - 1
    }

    /// The number of clauses derived.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether nothing is derived.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The number of hints over all clauses.
    pub fn hints(&self) -> usize {
        self.hints.len()
    }

    /// Number, literals and hints of each clause, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (u64, &[i32], &[u64])> + '_ {
        (0..self.ends.len()).map(|k| {
            let (lits, hints) = k.checked_sub(1).map_or((0, 0), |before| self.ends[before]);
            let (lits_end, hints_end) = self.ends[k];
            (self.first + k as u64, &self.lits[lits..lits_end], &self.hints[hints..hints_end])
        })
    }

    /// The same proof without what the last clause does not need, numbered on from so many clauses:
    /// no fewer than before, but for clauses that the proof does not name.
    #[must_use]
    pub fn trimmed(&self, clauses: usize) -> Self {
        let index = |id: u64| id.checked_sub(self.first).and_then(|k| usize::try_from(k).ok());
        let mut needed = vec![false; self.len()];
        if let Some(last) = needed.last_mut() {
            *last = true;
        }
        for (id, _, hints) in self.iter().rev() {
            if index(id).is_some_and(|k| needed[k]) {
                hints.iter().filter_map(|&hint| index(hint)).for_each(|k| needed[k] = true);
            }
        }
        let mut trimmed = Steps::after(clauses);
        let mut renamed = vec![0; self.len()];
        for (k, (_, lits, hints)) in self.iter().enumerate().filter(|&(k, _)| needed[k]) {
            let hints = hints.iter().map(|&hint| index(hint).map_or(hint, |k| renamed[k]));
            renamed[k] = trimmed.push(lits.iter().copied(), hints);
        }
        trimmed
    }

    /// Writes the proof in the format LRAT.
    ///
    /// # Errors
    /// If writing fails.
    pub fn write(&self, form: Form, mut out: impl Write) -> io::Result<()> {
        let mut buffer = Vec::new();
        for (id, lits, hints) in self.iter() {
            match form {
                Form::Text => {
                    let hints = hints.iter().map(|&hint| hint.cast_signed());
                    let lits = lits.iter().map(|&lit| i64::from(lit));
                    let numbers = std::iter::once(id.cast_signed()).chain(lits).chain([0]);
                    for number in numbers.chain(hints) {
                        push_number(number, &mut buffer);
                        buffer.push(b' ');
                    }
                    buffer.extend_from_slice(b"0\n");
                }
                Form::Compressed => {
                    buffer.push(b'a');
                    push_bytes(2 * id, &mut buffer);
                    for &lit in lits {
                        let code = 2 * u64::from(lit.unsigned_abs()) + u64::from(lit < 0);
                        push_bytes(code, &mut buffer);
                    }
                    buffer.push(0);
                    for &hint in hints {
                        push_bytes(2 * hint, &mut buffer);
                    }
                    buffer.push(0);
                }
            }
            if buffer.len() > 1 << 16 {
                out.write_all(&buffer)?;
                buffer.clear();
            }
        }
        out.write_all(&buffer)?;
        out.flush()
    }

    /// Writes the derived clauses alone: a proof in the format DRAT, as text.
    ///
    /// # Errors
    /// If writing fails.
    pub fn write_drat(&self, mut out: impl Write) -> io::Result<()> {
        let mut line = Vec::new();
        for (_, lits, _) in self.iter() {
            line.clear();
            super::formula::push_clause(lits, &mut line);
            out.write_all(&line)?;
        }
        out.flush()
    }
}

/// Appends a number as bytes of seven bits, lowest first.
fn push_bytes(mut number: u64, bytes: &mut Vec<u8>) {
    while number > 0x7f {
        bytes.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    bytes.push((number & 0x7f) as u8);
}
