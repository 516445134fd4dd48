//! What it takes to make formulas, and to count them only: `cargo bench --bench encodings`.

use std::fmt;

use satoku::Puzzle;
use satoku::sat::cnf::amo::SCHEMES;
use satoku::sat::cnf::{AtMostOne, Cnf, Counter};
use satoku::sat::encode::{ENCODINGS, Encoding};

fn main() {
    divan::main();
}

#[derive(Clone, Copy)]
struct Way {
    encoding: &'static Encoding,
    amo: &'static AtMostOne,
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.encoding.name, self.amo.name)
    }
}

fn ways() -> impl Iterator<Item = Way> {
    ENCODINGS.iter().flat_map(|encoding| SCHEMES.iter().map(move |amo| Way { encoding, amo }))
}

fn puzzle() -> Puzzle {
    include_str!("../puzzles/25x25/sparse.txt").parse().expect("a sound puzzle")
}

#[divan::bench(args = ways())]
fn count(bencher: divan::Bencher<'_, '_>, way: Way) {
    let puzzle = puzzle();
    bencher.bench_local(|| {
        let mut counter = Counter::new();
        (way.encoding.encode)(&puzzle, way.amo, &mut counter).expect("it can be encoded");
        counter.size()
    });
}

#[divan::bench(args = ways(), sample_count = 20)]
fn make(bencher: divan::Bencher<'_, '_>, way: Way) {
    let puzzle = puzzle();
    bencher.bench_local(|| {
        let mut formula = Cnf::new();
        (way.encoding.encode)(&puzzle, way.amo, &mut formula).expect("it can be encoded");
        formula
    });
}
