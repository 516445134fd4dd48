//! Native search and SAT count the same solutions of any 4×4 or 6×6 puzzle, pencilmarks included.
#![no_main]

use satoku::engine::{EngineOptions, EngineSpec};
use satoku::jobs::answer;
use satoku::{Cell, Digit, Layout, Limits, Puzzle, Query};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Some((&choice, marks)) = bytes.split_first() else { return };
    let layout = match choice % 4 {
        0 => Layout::boxes(2, 2),
        1 => Layout::boxes(2, 3),
        2 => Layout::boxes(2, 2).and_then(|layout| layout.with("diagonals")),
        _ => Layout::latin(5),
    };
    let mut puzzle = Puzzle::new(layout.expect("a sound layout").shared());
    let side = puzzle.side();
    for (cell, &byte) in puzzle.cells().zip(marks) {
        let set = (0..side).filter(|d| byte >> (d % 8) & 1 == 0).map(Digit::new).collect();
        puzzle.set_candidates(Cell::new(cell.index()), &set);
    }
    let engine = |name| EngineSpec::new(name, EngineOptions::default()).expect("a known engine");
    let engines = [&engine("native"), &engine("sat")];
    answer::cross_check(&puzzle, engines, &Limits::none(), Query { limit: Some(20), keep: 1 })
        .expect("agreement");
});
