//! No bytes make the reader of solver output panic, and no model goes beyond the variables.
#![no_main]

use satoku::sat::cnf::dimacs::{SolverOutput, read_output};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Ok(SolverOutput::Sat(model)) = read_output(bytes, 1000) {
        assert!(model.vars() <= 1000);
    }
});
