//! DIMACS text: formulas written and read, solver output read.
//!
//! All of it streams: what is written is never held, and what is read takes the memory of its
//! literals, whatever a header or a line claims.
//!
//! - *Satisfiability: Suggested Format*, DIMACS Challenge, 1993.
//! - SAT Competition 2009: *Benchmark Submission Guidelines* (formats of input and output).

mod output;
mod read;
mod scan;
#[cfg(test)]
mod tests;
mod write;

pub use output::{SolverOutput, max_output, read_model, read_output};
pub use read::read;
pub use write::{Writer, write};
