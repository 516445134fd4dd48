//! Formulas and what decides them.
//!
//! | module | what lives there |
//! | --- | --- |
//! | [`cnf`] | literals, clauses and where they flow, at-most-one schemes, DIMACS; knows no puzzle |
//! | [`backend`] | SAT backends: embedded, or any program; knows no puzzle |
//! | [`encode`] | puzzles as formulas |
//! | [`oracle`] | a puzzle in a backend, asked under assumptions |

pub mod backend;
pub mod cnf;
pub mod encode;
pub(crate) mod hitting;
pub mod oracle;
