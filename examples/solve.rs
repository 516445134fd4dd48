//! Text in, solution out: `cargo run --example solve [FILE]`, with any form of puzzle.

#![expect(clippy::print_stdout, reason = "an example shows what it finds")]

use satoku::engine::EngineSpec;
use satoku::format::{Sheet, writer_by_name};
use satoku::jobs::answer;
use satoku::{Error, Limits};

const PUZZLE: &str = "
    . . . 1 5 . . 7 .
    1 . 6 . . . 8 2 .
    3 . . 8 6 . . 4 .
    9 . . 4 . . 5 6 7
    . . 4 7 . 8 3 . .
    7 3 2 . . 6 . . 4
    . 4 . . 8 1 . . 9
    . 1 7 . . . 2 . 8
    . 5 . . 3 7 . . .
";

fn main() -> Result<(), Error> {
    let text = match std::env::args().nth(1) {
        Some(path) => std::fs::read_to_string(path)?,
        None => PUZZLE.to_owned(),
    };
    let puzzle = satoku::parse(&text)?;
    // `answer::solve` has checked the solution against the puzzle.
    match answer::solve(&puzzle, &EngineSpec::default(), &Limits::none())? {
        None => println!("no solution"),
        Some(solution) => {
            let sheet = Sheet { solution: Some(&solution), ..Sheet::of(&puzzle) };
            let mut out = String::new();
            let pretty = writer_by_name("pretty").expect("a form of the registry");
            (pretty.write)(&sheet, &mut out);
            print!("{out}");
        }
    }
    Ok(())
}
