//! Proofs as solvers write them, read step by step: DRAT as text and binary, LRAT as text.
//!
//! Of LRAT the hints are left aside, and so are the deletions, which name clauses by number.
//!
//! - DRAT: Nathan Wetzler, Marijn Heule, Warren Hunt: *DRAT-trim*, SAT 2014.
//! - LRAT: Luís Cruz-Filipe and others: *Efficient Certified RAT Verification*, CADE 2017.

use std::io::BufRead;

use super::Lit;
use crate::error::{Error, Result};

/// A step of a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProofStep<'a> {
    /// A clause that follows.
    Add(&'a [Lit]),
    /// A clause that is needed no more.
    Delete(&'a [Lit]),
}

/// The longest line of a proof, in bytes: a clause of some millions of literals.
const MAX_LINE: u64 = 64 << 20;

/// Reads a proof and hands on its steps; `each` ends the reading by saying `false`.
///
/// # Errors
/// If it is no proof, with its line or, of a binary one, its step; if reading or `each` fails.
pub fn read(
    mut input: impl BufRead,
    mut each: impl FnMut(ProofStep<'_>) -> Result<bool>,
) -> Result<()> {
    let beginning = input.fill_buf()?;
    if beginning.starts_with(&[0x1f, 0x8b]) {
        return Err(Error::input("a compressed proof: expected DRAT or LRAT as it is written"));
    }
    if is_binary(beginning) { read_binary(input, &mut each) } else { read_text(input, &mut each) }
}

/// Whether a proof is binary: it has bytes that no line of a textual one has. The bytes of a step
/// can look like text, those of the first few hardly do.
fn is_binary(beginning: &[u8]) -> bool {
    let is_text = |&byte: &u8| byte.is_ascii_digit() || b" -d\t\r\n".contains(&byte);
    let first = &beginning[..beginning.len().min(100)];
    first.first() != Some(&b'c') && !first.iter().all(is_text)
}

fn read_text(
    mut input: impl BufRead,
    each: &mut dyn FnMut(ProofStep<'_>) -> Result<bool>,
) -> Result<()> {
    let (mut line, mut lits, mut number) = (Vec::new(), Vec::new(), 0_u64);
    loop {
        line.clear();
        number += 1;
        let mut bounded = std::io::Read::take(&mut input, MAX_LINE);
        if bounded.read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        let wrong = |what: &str| Error::input(what).at(number, None);
        let text = std::str::from_utf8(&line).map_err(|_| wrong("no line of a proof"))?;
        let words = text.trim();
        if words.is_empty() || words.starts_with('c') {
            continue;
        }
        let (deletes, rest) = match words.strip_prefix('d') {
            Some(rest) => (true, rest),
            None => (false, words),
        };
        lits.clear();
        let mut words = rest.split_ascii_whitespace();
        // In LRAT, `ID d IDS 0` and `ID LITERALS 0 HINTS 0`.
        let first = words.clone().next();
        if !deletes && words.clone().nth(1) == Some("d") {
            continue;
        }
        let number = |word: &str| word.parse::<i32>().map_err(|_| wrong("not a number"));
        for word in words.by_ref() {
            match Lit::from_dimacs(number(word)?) {
                Some(lit) => lits.push(lit),
                None if word == "0" => break,
                None => return Err(wrong("not a literal")),
            }
        }
        if !text.split_ascii_whitespace().any(|word| word == "0") {
            return Err(wrong("a step of a proof ends with 0"));
        }
        if words.next().is_some() {
            // Hints follow: the first number was that of the clause.
            if deletes || first == Some("0") {
                return Err(wrong("something follows the 0 that ends a step"));
            }
            lits.remove(0);
        }
        let step = if deletes { ProofStep::Delete(&lits) } else { ProofStep::Add(&lits) };
        if !each(step)? {
            return Ok(());
        }
    }
}

fn read_binary(
    mut input: impl BufRead,
    each: &mut dyn FnMut(ProofStep<'_>) -> Result<bool>,
) -> Result<()> {
    let mut lits = Vec::new();
    for step in 1_u64.. {
        let wrong = |what: &str| {
            Error::input(format!("binary DRAT, step {step}: {what}; LRAT is read as text"))
        };
        let Some(kind) = byte(&mut input)? else { return Ok(()) };
        lits.clear();
        loop {
            let mut value = 0_u64;
            for shift in (0..).step_by(7) {
                let byte = byte(&mut input)?.ok_or_else(|| wrong("it ends within a step"))?;
                if shift > 28 {
                    return Err(wrong("no literal"));
                }
                value |= u64::from(byte & 0x7f) << shift;
                if byte < 0x80 {
                    break;
                }
            }
            if value == 0 {
                break;
            }
            let var = i32::try_from(value >> 1).map_err(|_| wrong("no literal"))?;
            let lit = Lit::from_dimacs(if value & 1 == 1 { -var } else { var });
            lits.push(lit.ok_or_else(|| wrong("no literal"))?);
        }
        let step = match kind {
            b'a' => ProofStep::Add(&lits),
            b'd' => ProofStep::Delete(&lits),
            _ => return Err(wrong("neither an addition nor a deletion")),
        };
        if !each(step)? {
            return Ok(());
        }
    }
    Ok(())
}

fn byte(input: &mut impl BufRead) -> Result<Option<u8>> {
    let byte = input.fill_buf()?.first().copied();
    input.consume(usize::from(byte.is_some()));
    Ok(byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The steps of a proof as numbers, deletions with a 0 before them.
    fn steps(bytes: &[u8]) -> Result<Vec<Vec<i32>>> {
        let mut found = Vec::new();
        read(bytes, |step| {
            let (lits, before) = match step {
                ProofStep::Add(lits) => (lits, None),
                ProofStep::Delete(lits) => (lits, Some(0)),
            };
            found.push(before.into_iter().chain(lits.iter().map(|lit| lit.to_dimacs())).collect());
            Ok(true)
        })?;
        Ok(found)
    }

    #[test]
    fn each_form_is_read() {
        let expected = [vec![1, -2], vec![0, 1, -2], vec![-300], vec![]];
        assert_eq!(steps(b"c a proof\n1 -2 0\nd 1 -2 0\r\n\n  -300 0\n0\n").unwrap(), expected);
        let binary = b"a\x02\x05\x00d\x02\x05\x00a\xd9\x04\x00a\x00";
        assert_eq!(steps(binary).unwrap(), expected);
        let lrat = b"9 1 -2 0 3 4 0\n9 d 3 4 0\n10 -300 0 9 0\n11 0 9 10 0\n";
        assert_eq!(steps(lrat).unwrap(), [vec![1, -2], vec![-300], vec![]]);
        assert_eq!(steps(b"").unwrap(), Vec::<Vec<i32>>::new());
    }

    #[test]
    fn what_is_no_proof_is_refused() {
        for text in [
            "1 2\n",
            "c\n1 x 0\n",
            "d 1 0 2 0\n",
            "99999999999 0\n",
            "-2147483648 0\n",
            "0 1\n",
            "c\n1 0\nnonsense\n",
        ] {
            let error = steps(text.as_bytes()).unwrap_err();
            assert!(error.location().is_some(), "{text}: {error}");
        }
        for bytes in [&b"a\x02"[..], b"x\x02\x00", b"a\xff\xff\xff\xff\xff\xff\x00", b"a\x01\x00"] {
            assert!(steps(bytes).is_err(), "{bytes:?}");
        }
        assert!(steps(b"\x1f\x8b\x08").is_err());
    }
}
