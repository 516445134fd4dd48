//! Makes a certificate of a puzzle's answer, writes it into a folder, and checks what stands there:
//! `cargo run --example certificate [PUZZLE [DIR]]`.

#![expect(clippy::print_stdout, reason = "an example shows what it finds")]

use std::path::PathBuf;

use satoku::engine::EngineSpec;
use satoku::jobs::prove::prove;
use satoku::{Error, Limits};
use satoku_check::{Form, Verdict};

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn main() -> Result<(), Error> {
    let text = std::env::args().nth(1).unwrap_or_else(|| PUZZLE.to_owned());
    let dir = std::env::args().nth(2).map(PathBuf::from);
    let dir = dir.unwrap_or_else(|| std::env::temp_dir().join("satoku-certificate"));

    let puzzle = satoku::parse(&text)?;
    let certificate = prove(&puzzle, &EngineSpec::default(), &Limits::none())?;
    certificate.save(&dir, Form::Text, false)?;
    println!("written to {}", dir.display());

    // This part needs neither engine nor solver, and whoever wrote the folder is not trusted.
    let verified = satoku_check::verify(&dir)?;
    match verified.verdict {
        Verdict::Unique => println!("it holds: there is one solution, and no other"),
        Verdict::None => println!("it holds: there is no solution"),
        Verdict::Multiple => println!("it holds: there are these two solutions"),
    }
    for solution in &verified.solutions {
        let numbers: Vec<_> = solution.iter().map(|digit| (digit + 1).to_string()).collect();
        println!("{}", numbers.join(" "));
    }
    println!("checked: {} lemmas, {} hints", verified.checked.lemmas, verified.checked.hints);
    Ok(())
}
