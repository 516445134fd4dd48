//! Cells that have as many different digits as another cell tells, and their clauses.
//!
//! Of *nvalue* there is a variable for each digit that says that it stands in one of the cells; then,
//! digit by digit, one for each number from 1 to the number of digits so far that says that so many of
//! them, or more, do. The clauses: digit by digit, that it stands in one of the cells if it stands in
//! the first, the second and so on, and not if it stands in none. Digit by digit and number by number:
//! so many do if so many did before, and if one fewer did and this one does, too; if so many do, then
//! so many did before or this one does, and one fewer did before. Last, digit by digit of the teller, that
//! it tells a number for which so many do, and no more; or does not stand there, if the number is below
//! 0 or above that of digits. All these variables follow from the candidates, one after the other, and
//! the last clauses say what the form says.

use super::clauses::{Clauses, literal};
use crate::error::Result;

/// Cells, and one that tells how many different digits they have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NValue {
    pub(super) cells: Vec<usize>,
    pub(super) teller: usize,
    /// What each digit of the teller says.
    pub(super) counts: Vec<i64>,
}

impl NValue {
    pub(super) fn holds(&self, digits: &[usize]) -> bool {
        let mut there = vec![0; self.counts.len()];
        self.cells.iter().for_each(|&cell| there[digits[cell]] = 1);
        there.iter().sum::<i64>() == self.counts[digits[self.teller]]
    }

    /// How many variables and clauses it takes.
    pub(super) fn size(&self) -> (u64, u64) {
        let (cells, n) = (self.cells.len() as u64, self.counts.len() as u64);
        // Both that there are so many and that there are no more, unless one of them goes without saying.
        let told = |&&count: &&i64| u64::try_from(count).is_ok_and(|count| 0 < count && count < n);
        let told = n + self.counts.iter().filter(told).count() as u64;
        // Of the first number of a digit there is none before, of its last no so many.
        let numbers = n * (n + 1) / 2;
        let clauses = n * (cells + 1) + 2 * numbers + 2 * (numbers - n) + told;
        (n + numbers, clauses)
    }

    /// Writes the clauses, whose variables follow on those that there are; how many there are then.
    ///
    /// # Errors
    /// If a clause cannot be taken.
    pub(super) fn encode(&self, vars: usize, out: &mut dyn Clauses) -> Result<usize> {
        let digits = self.counts.len();
        let candidate = |cell: usize, digit: usize| literal(cell * digits + digit + 1);
        let there: Vec<_> = (vars + 1..).take(digits).map(literal).collect();
        let mut vars = vars + digits;
        for (digit, &there) in there.iter().enumerate() {
            let has: Vec<_> = self.cells.iter().map(|&cell| candidate(cell, digit)).collect();
            for has in &has {
                out.clause(&[-has, there])?;
            }
            out.clause(&[&[-there], &has[..]].concat())?;
        }
        // That one digit stands there, or more; two or more; and so on: of the digits so far.
        let mut before: Vec<i32> = Vec::new();
        for (digit, &there) in there.iter().enumerate() {
            let after: Vec<_> = (vars + 1..).take(digit + 1).map(literal).collect();
            vars += digit + 1;
            for (k, &here) in after.iter().enumerate() {
                let same = &before[k.min(digit)..(k + 1).min(digit)];
                let fewer = &before[k.saturating_sub(1)..k];
                for &same in same {
                    out.clause(&[-same, here])?;
                }
                let both: Vec<_> = fewer.iter().map(|fewer| -fewer).collect();
                out.clause(&[&both[..], &[-there, here]].concat())?;
                out.clause(&[&[-here], same, &[there]].concat())?;
                for &fewer in fewer {
                    out.clause(&[-here, fewer])?;
                }
            }
            before = after;
        }
        for (digit, &count) in self.counts.iter().enumerate() {
            let tells = candidate(self.teller, digit);
            let Some(count) = usize::try_from(count).ok().filter(|&count| count <= digits) else {
                out.clause(&[-tells])?;
                continue;
            };
            for &most in &before[count.saturating_sub(1)..count] {
                out.clause(&[-tells, most])?;
            }
            if let Some(&more) = before.get(count) {
                out.clause(&[-tells, -more])?;
            }
        }
        Ok(vars)
    }
}
