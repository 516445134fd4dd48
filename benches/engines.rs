//! The engines over the puzzles of the repository: `cargo bench --bench engines`.

use satoku::engine::{EngineOptions, EngineSpec};
use satoku::jobs::answer;
use satoku::{Limits, Puzzle};

fn main() {
    divan::main();
}

fn puzzle(file: &str) -> Puzzle {
    let path = format!("{}/puzzles/{file}", env!("CARGO_MANIFEST_DIR"));
    satoku::parse(&std::fs::read_to_string(path).expect("a puzzle of the repository"))
        .expect("a sound puzzle")
}

fn unique(bencher: divan::Bencher<'_, '_>, engine: &str, file: &str) {
    let engine = EngineSpec::new(engine, EngineOptions::default()).expect("a known engine");
    let puzzle = puzzle(file);
    bencher.bench_local(|| answer::unique(divan::black_box(&puzzle), &engine, &Limits::none()));
}

/// Small ones, which every engine answers.
const SMALL: &[&str] = &[
    "6x6/boxes-2x3.txt",
    "9x9/first.txt",
    "9x9/two-solutions.txt",
    "9x9/jigsaw.txt",
    "9x9/pencilmarks.txt",
    "16x16/minimal.txt",
];

/// Large ones, for which native search alone may take hours.
const LARGE: &[&str] = &["25x25/sparse.txt", "36x36/sparse.txt"];

#[divan::bench(args = SMALL)]
fn native(bencher: divan::Bencher<'_, '_>, file: &str) {
    unique(bencher, "native", file);
}

#[divan::bench(args = SMALL)]
fn sat(bencher: divan::Bencher<'_, '_>, file: &str) {
    unique(bencher, "sat", file);
}

#[divan::bench(args = SMALL)]
fn auto(bencher: divan::Bencher<'_, '_>, file: &str) {
    unique(bencher, "auto", file);
}

#[divan::bench(args = LARGE, sample_count = 10)]
fn sat_large(bencher: divan::Bencher<'_, '_>, file: &str) {
    unique(bencher, "sat", file);
}

#[divan::bench(args = LARGE, sample_count = 10)]
fn auto_large(bencher: divan::Bencher<'_, '_>, file: &str) {
    unique(bencher, "auto", file);
}
