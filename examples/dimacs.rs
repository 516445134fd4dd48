//! A formula into a file, a solver's model back into a grid: `cargo run --example dimacs [FILE]`
//! writes the formula there too, for a solver of your own.

#![expect(clippy::print_stdout, reason = "an example shows what it finds")]

use satoku::sat::backend::{Answer, BackendSpec};
use satoku::sat::cnf::{AtMostOne, Cnf, dimacs};
use satoku::sat::encode::Encoding;
use satoku::{Error, Limits};

const PUZZLE: &str =
    "...15..7.1.6...82.3..86..4.9..4..567..47.83..732..6..4.4..81..9.17...2.8.5..37...";

fn main() -> Result<(), Error> {
    let puzzle = satoku::parse(PUZZLE)?;
    let encoding = Encoding::by_name("extended").expect("an encoding of the registry");
    let amo = AtMostOne::by_name("pairwise").expect("a scheme of the registry");

    // Formulas stream into any sink. The size comes from a counting pass, which stores nothing.
    let size = encoding.size(&puzzle, amo)?;
    let mut writer = dimacs::Writer::new(Vec::new(), size, ["made by an example"])?;
    (encoding.encode)(&puzzle, amo, &mut writer)?;
    let text = writer.finish()?;
    println!("{} variables, {} clauses, {} bytes", size.vars, size.clauses, text.len());
    let formula: Cnf = dimacs::read(text.as_slice())?;
    if let Some(path) = std::env::args().nth(1) {
        std::fs::write(path, &text)?;
    }

    // A backend is a sink too; the map that encoding returns reads its models.
    let mut backend = BackendSpec::default().open()?;
    let map = (encoding.encode)(&puzzle, amo, &mut *backend)?;
    let Answer::Sat(model) = backend.solve(&[], &Limits::none())? else {
        println!("no solution");
        return Ok(());
    };
    assert!(formula.is_satisfied_by(&model));
    let digits = map.decode(&model)?;
    let solution = puzzle.check(&digits).expect("models are solutions");
    println!("{}", satoku::format::line_of(&solution));

    // Without this solution there is none: the puzzle is unique.
    backend.add_clause(&map.blocking_clause(&digits))?;
    let other = backend.solve(&[], &Limits::none())?;
    println!("unique: {}", matches!(other, Answer::Unsat { .. }));
    Ok(())
}
