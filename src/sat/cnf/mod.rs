//! Formulas in conjunctive normal form. Nothing here knows Sudoku, and nothing knows a solver.
//!
//! Clauses flow into a [`ClauseSink`]: a formula in memory ([`Cnf`]), a counter ([`Counter`]), a
//! DIMACS file ([`dimacs::Writer`]) or a solver, so that nothing is held twice.

pub mod amo;
pub(crate) mod cardinality;
pub mod dimacs;
#[cfg(test)]
pub(crate) mod dpll;
pub mod proof;
mod selector;
mod sink;

pub use amo::AtMostOne;
pub use selector::under_selector;
pub use sink::LimitedSink;
pub(crate) use sink::take_vars;
pub use sink::{ClauseSink, Cnf, Counter, Size};

use std::fmt;
use std::num::NonZeroI32;
use std::ops::Not;

/// A literal: a variable, from 1, or its negation, signed as in DIMACS.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(NonZeroI32);

/// The largest variable number, 2³¹ − 1.
pub const MAX_VAR: u32 = i32::MAX as u32;

impl Lit {
    /// The positive literal of a variable.
    ///
    /// # Panics
    /// If the variable is 0 or above [`MAX_VAR`].
    #[inline]
    pub fn positive(var: u32) -> Self {
        let number = i32::try_from(var).ok().and_then(NonZeroI32::new);
        Lit(number.expect("variables are 1 to MAX_VAR"))
    }

    /// The literal of a DIMACS number; `None` for 0 and for −2³¹.
    #[inline]
    pub fn from_dimacs(number: i32) -> Option<Self> {
        NonZeroI32::new(number).filter(|n| n.get() != i32::MIN).map(Lit)
    }

    /// The DIMACS number.
    #[inline]
    pub const fn to_dimacs(self) -> i32 {
        self.0.get()
    }

    /// The variable, from 1.
    #[inline]
    pub const fn var(self) -> u32 {
        self.0.get().unsigned_abs()
    }

    /// Whether the literal is the variable itself.
    #[inline]
    pub const fn is_positive(self) -> bool {
        self.0.get() > 0
    }
}

impl Not for Lit {
    type Output = Lit;

    #[inline]
    fn not(self) -> Lit {
        Lit(-self.0)
    }
}

impl fmt::Display for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// An assignment that satisfies a formula: for each variable, true or not. Variables that it does
/// not mention are false.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Model {
    values: Vec<bool>,
}

impl Model {
    /// Whether the literal is true.
    pub fn is_true(&self, lit: Lit) -> bool {
        let value = self.values.get(lit.var() as usize - 1).copied().unwrap_or(false);
        value == lit.is_positive()
    }

    /// The number of variables mentioned.
    pub fn vars(&self) -> usize {
        self.values.len()
    }
}

impl FromIterator<Lit> for Model {
    /// A model in which the given literals are true.
    fn from_iter<I: IntoIterator<Item = Lit>>(lits: I) -> Self {
        let mut values = Vec::new();
        for lit in lits {
            let index = lit.var() as usize - 1;
            if index >= values.len() {
                values.resize(index + 1, false);
            }
            values[index] = lit.is_positive();
        }
        Model { values }
    }
}
