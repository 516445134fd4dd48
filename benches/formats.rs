//! Reading lines and writing every form: `cargo bench --bench formats`.

use std::io::Cursor;

use divan::counter::ItemsCount;
use satoku::format::{ReadOptions, Reader, Sheet, WRITERS, writer_by_name};

const LINE: &str = include_str!("../puzzles/9x9/first.txt");
const LINES: usize = 1000;

fn main() {
    divan::main();
}

#[divan::bench]
fn read_lines(bencher: divan::Bencher<'_, '_>) {
    let text = LINE.repeat(LINES);
    bencher.counter(ItemsCount::new(LINES)).with_inputs(|| text.clone()).bench_local_values(
        |text| {
            let input = Cursor::new(text);
            let mut reader =
                Reader::new("bench", input, &ReadOptions::default()).expect("it can be read");
            let parser = reader.parser();
            let mut givens = 0;
            while let Some(record) = reader.next_record().expect("it can be read") {
                givens += parser.parse(&record).expect("a sound puzzle").puzzle.givens();
            }
            givens
        },
    );
}

#[divan::bench(args = WRITERS.iter().map(|writer| writer.name))]
fn write(bencher: divan::Bencher<'_, '_>, name: &str) {
    let puzzle = satoku::parse(LINE).expect("a sound puzzle");
    let writer = writer_by_name(name).expect("a form of the registry");
    bencher.bench_local(|| {
        let mut text = String::new();
        (writer.write)(&Sheet::of(&puzzle), &mut text);
        text
    });
}
