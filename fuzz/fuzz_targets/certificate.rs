//! No bytes make the readers of certificates panic, and none are taken for the refutation of a
//! formula that has a model.
#![no_main]

use std::sync::LazyLock;

use satoku_check::{Form, Formula, Statement, formula, lrat};

/// A puzzle with one solution, and its formula with and without that.
const SMALL: &str = "{\"layout\":\"2x2\",\"puzzle\":[[1,0,3,0],[3,4,0,0],[2,0,0,3],[0,3,2,0]]}";
const SOLUTION: [usize; 16] = [0, 1, 2, 3, 2, 3, 0, 1, 1, 0, 3, 2, 3, 2, 1, 0];

static FORMULAS: LazyLock<[Formula; 2]> = LazyLock::new(|| {
    let statement = Statement::read(SMALL.as_bytes()).expect("a puzzle");
    statement.check(&SOLUTION).expect("its solution");
    [None, Some(&SOLUTION[..])].map(|blocked| Formula::of(&statement, blocked).expect("a formula"))
});

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Ok(statement) = Statement::read(bytes) {
        assert!(statement.houses().iter().all(|house| house.len() <= statement.digits()));
        if formula::size(&statement, false).1 <= 1 << 20 {
            let formula = Formula::of(&statement, None).expect("memory takes everything");
            // Nothing is derived from no hints.
            let number = formula.len() + 1;
            let proof = format!("{number} 0 0\n");
            assert!(lrat::check(&formula, proof.as_bytes(), Form::Text).is_err());
        }
    }
    let [with_model, without] = &*FORMULAS;
    for form in [Form::Text, Form::Compressed] {
        assert!(lrat::check(with_model, bytes, form).is_err());
        let _ = lrat::check(without, bytes, form);
    }
});
