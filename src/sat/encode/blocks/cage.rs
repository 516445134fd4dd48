//! Sums of cells that differ and count alike: a literal for each digit, whether it is there, and
//! one for each combination of digits that has the sum.

use super::{Atom, Writer};
use crate::error::Result;
use crate::grid::{Cell, Digit};
use crate::rule::Sum;

/// More combinations than this are not listed, nor more steps taken to find them.
const MAX_COMBINATIONS: usize = 2000;
const MAX_STEPS: usize = 200_000;

/// The cells, the digits that some may have, and the combinations of them.
pub(super) struct Cage {
    cells: Vec<Cell>,
    digits: Vec<Digit>,
    /// Whether each digit is in it.
    combinations: Vec<Vec<bool>>,
}

impl Cage {
    /// Of a sum whose cells differ and have one table of weights; none if there are too many
    /// combinations.
    pub(super) fn new(sum: &Sum, writer: &Writer<'_>) -> Option<Self> {
        let cells = sum.cells().to_vec();
        let table = sum.weights().first()?;
        let possible =
            |digit: &Digit| cells.iter().any(|&cell| writer.atom(cell, *digit) != Atom::False);
        let digits = (0..table.len()).map(Digit::new).filter(possible);
        let mut digits: Vec<_> = digits.collect();
        digits.sort_by_key(|digit| table[digit.index()]);
        let weights: Vec<_> = digits.iter().map(|d| i64::from(table[d.index()])).collect();
        let mut listing = Listing {
            weights: &weights,
            targets: sum.targets(),
            chosen: vec![false; weights.len()],
            found: Vec::new(),
            steps: 0,
        };
        listing.list(0, cells.len(), 0).then_some(())?;
        let decided = |digit| cells.iter().any(|&cell| writer.atom(cell, digit) == Atom::True);
        let has_decided = |combination: &Vec<bool>| {
            digits.iter().zip(combination).all(|(&digit, &is_in)| is_in || !decided(digit))
        };
        let combinations = listing.found.into_iter().filter(has_decided).collect();
        Some(Cage { cells, digits, combinations })
    }

    /// Writes that the digits there are a combination.
    pub(super) fn encode(&self, writer: &mut Writer<'_>) -> Result<()> {
        let count = self.combinations.len();
        let selectors = match count {
            0 => return writer.clause([]),
            1 => vec![Atom::True],
            _ => writer.fresh(count)?,
        };
        writer.clause(selectors.iter().copied())?;
        for (k, &digit) in self.digits.iter().enumerate() {
            let is_there = self.presence(digit, writer)?;
            let (with, without): (Vec<_>, Vec<_>) =
                selectors.iter().zip(&self.combinations).partition(|(_, is_in)| is_in[k]);
            for &(&selector, _) in &with {
                writer.clause([!selector, is_there])?;
            }
            for &(&selector, _) in &without {
                writer.clause([!selector, !is_there])?;
            }
            writer.clause([!is_there].into_iter().chain(with.iter().map(|(s, _)| **s)))?;
            writer.clause([is_there].into_iter().chain(without.iter().map(|(s, _)| **s)))?;
        }
        Ok(())
    }

    /// What tells whether a digit is in the cage.
    fn presence(&self, digit: Digit, writer: &mut Writer<'_>) -> Result<Atom> {
        let atoms = self.cells.iter().map(|&cell| writer.atom(cell, digit));
        let atoms: Vec<_> = atoms.filter(|&atom| atom != Atom::False).collect();
        if atoms.contains(&Atom::True) {
            return Ok(Atom::True);
        }
        if let &[atom] = &atoms[..] {
            return Ok(atom);
        }
        let is_there = writer.fresh(1)?[0];
        for &atom in &atoms {
            writer.clause([!atom, is_there])?;
        }
        writer.clause([!is_there].into_iter().chain(atoms))?;
        Ok(is_there)
    }
}

/// The combinations so far.
struct Listing<'a> {
    /// In rising order.
    weights: &'a [i64],
    targets: &'a [i64],
    chosen: Vec<bool>,
    found: Vec<Vec<bool>>,
    steps: usize,
}

impl Listing<'_> {
    /// Lists those with `left` more digits from `at` on beside a sum so far; whether there are not
    /// too many.
    fn list(&mut self, at: usize, left: usize, so_far: i64) -> bool {
        self.steps += 1;
        if left == 0 {
            if self.targets.binary_search(&so_far).is_ok() {
                self.found.push(self.chosen.clone());
            }
            return self.found.len() <= MAX_COMBINATIONS;
        }
        let rest = &self.weights[at..];
        let (Some(first), Some(last)) = (self.targets.first(), self.targets.last()) else {
            return true;
        };
        if left > rest.len()
            || so_far + rest[..left].iter().sum::<i64>() > *last
            || so_far + rest[rest.len() - left..].iter().sum::<i64>() < *first
        {
            return true;
        }
        self.chosen[at] = true;
        let with = self.steps < MAX_STEPS && self.list(at + 1, left - 1, so_far + self.weights[at]);
        self.chosen[at] = false;
        with && self.list(at + 1, left, so_far)
    }
}
