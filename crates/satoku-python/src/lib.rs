//! The Python module `satoku`: the library's questions and answers as Python has them.
//!
//! What is here is what has to be: puzzles and solutions as Python objects, calls that let other
//! threads of Python run and heed Ctrl-C, and arrays. Answers are the documents of
//! [`satoku::ask`]; `python/satoku` gives them types.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `error` | errors of the library as exceptions |
//! | `forms` | forms of text |
//! | `puzzle`, `solution` | puzzles, solutions |
//! | `memory` | a bound on memory |
//! | `wait` | work that can be interrupted and tells its progress |
//! | `single` | one puzzle: solve, count, unique, solutions |
//! | `document` | any question, answered in documents |
//! | `formula` | clauses out, models in |
//! | `batch` | arrays of puzzles |

#![allow(
    clippy::needless_pass_by_value,
    clippy::too_many_arguments,
    reason = "arguments are as Python hands them over"
)]

mod batch;
mod document;
mod error;
mod forms;
mod formula;
mod memory;
mod puzzle;
mod single;
mod solution;
mod wait;

use pyo3::prelude::*;

#[pymodule]
mod _native {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::batch::{rate_rows, rate_texts, solve_rows, solve_texts};
    #[pymodule_export]
    use crate::document::{combine, events, part, puzzle_sha256};
    #[pymodule_export]
    use crate::forms::{format_of, formats, forms};
    #[pymodule_export]
    use crate::formula::{Cnf, encode};
    #[pymodule_export]
    use crate::puzzle::Puzzle;
    #[pymodule_export]
    use crate::single::{Count, Solutions, Uniqueness, count, solutions, solve, unique};
    #[pymodule_export]
    use crate::solution::Solution;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
