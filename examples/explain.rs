//! Why a puzzle has no solution, several, or one, and what is certain of it:
//! `cargo run --example explain [PUZZLE]`.

#![expect(clippy::print_stdout, reason = "an example shows what it finds")]

use std::time::Duration;

use satoku::engine::EngineOptions;
use satoku::jobs::candidates;
use satoku::jobs::estimate::estimate;
use satoku::jobs::explain::{Explanation, explain};
use satoku::{Cell, Error, Limits};

const PUZZLE: &str =
    "9.6.7.4.3...4..2...7..23.1.5.....1...4.2.8.6...3.....5.3.7...5...7..5...4.5.1.7.8";

fn main() -> Result<(), Error> {
    let text = std::env::args().nth(1).unwrap_or_else(|| PUZZLE.to_owned());
    let puzzle = satoku::parse(&text)?;
    let options = EngineOptions::default();
    let limits = Limits::none().with_time(Duration::from_secs(10));
    let names = |cells: &[Cell]| {
        let names: Vec<_> = cells.iter().map(|&cell| puzzle.layout().name_of(cell)).collect();
        names.join(", ")
    };
    match explain(&puzzle, &options, &limits)? {
        Explanation::None(clash) => {
            println!("none: the clues at {} clash", names(&clash.clues));
            for &house in &clash.houses {
                println!("in {}", puzzle.layout().houses()[house]);
            }
        }
        Explanation::Multiple(found) => {
            println!("multiple: {} can be filled in two ways", names(&found.pattern));
            for (cell, digit) in found.added.clues.iter().flatten() {
                println!("unique with {}={digit}", puzzle.layout().name_of(*cell));
            }
        }
        Explanation::Unique(found) => println!("unique; redundant: {}", names(&found.redundant)),
        Explanation::Unknown => println!("unknown: limit reached"),
    }
    let certain = candidates::find(&puzzle, &options, &limits, &mut |_| {})?;
    let backbone = certain.backbone();
    println!("{} cells are the same in all solutions", backbone.len());
    let about = estimate(&puzzle, 1000, 1, &limits)?;
    println!("about {:.0} solutions", 10f64.powf(about.log10));
    Ok(())
}
