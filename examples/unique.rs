//! Whether a puzzle has exactly one solution, and two of them where it has more:
//! `cargo run --example unique [PUZZLE]`.

#![expect(clippy::print_stdout, reason = "an example shows what it finds")]

use std::time::Duration;

use satoku::engine::{EngineOptions, EngineSpec};
use satoku::format::line_of;
use satoku::jobs::answer::{Uniqueness, unique};
use satoku::{Error, Limits};

const PUZZLE: &str =
    "9.6.7.4.3...4..2...7..23.1.5.....1...4.2.8.6...3.....5.3.7...5...7..5...4.5.1.7.8";

fn main() -> Result<(), Error> {
    let text = std::env::args().nth(1).unwrap_or_else(|| PUZZLE.to_owned());
    let puzzle = satoku::parse(&text)?;
    let engine = EngineSpec::new("sat", EngineOptions::default())?;
    let limits = Limits::none().with_time(Duration::from_secs(10));
    match unique(&puzzle, &engine, &limits)? {
        Uniqueness::Unique(solution) => println!("unique\n{}", line_of(&solution)),
        Uniqueness::None => println!("none"),
        Uniqueness::Unknown => println!("unknown: limit reached"),
        Uniqueness::Multiple(witnesses) => {
            let [a, b] = *witnesses;
            println!("multiple\n{}\n{}", line_of(&a), line_of(&b));
            let differing = puzzle.cells().filter(|&cell| a.digit(cell) != b.digit(cell));
            let names: Vec<_> = differing.map(|cell| puzzle.layout().name_of(cell)).collect();
            println!("they differ at {}", names.join(", "));
        }
    }
    Ok(())
}
