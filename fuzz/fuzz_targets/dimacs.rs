//! No bytes make the readers of DIMACS and of proofs panic; what was read can be written and read
//! again.
#![no_main]

use satoku::sat::cnf::{dimacs, proof};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Ok(cnf) = dimacs::read(bytes) {
        let mut text = Vec::new();
        dimacs::write(&cnf, &[], &mut text).expect("memory takes everything");
        assert_eq!(dimacs::read(text.as_slice()).expect("our own text"), cnf);
    }
    _ = proof::read(bytes, |_| Ok(true));
});
