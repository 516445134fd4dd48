//! Makes puzzles and shows how each could be told step by step:
//! `cargo run --release --example generate`

use satoku::jobs::generate::{Made, Wish, generate};
use satoku::{Layout, Limits, format};

#[expect(clippy::print_stdout, reason = "an example prints what it finds")]
fn main() -> satoku::Result<()> {
    let wish = Wish {
        symmetry: "rot180".parse()?,
        clues: Some(22..=28),
        ..Wish::new(Layout::boxes(3, 3)?.shared())
    };
    for made in generate(&wish, 2026, 0..3, &Limits::none(), &|_| {})? {
        let Made::Puzzle(made) = made else {
            println!("no such puzzle within the tries");
            continue;
        };
        let clues: String = made
            .puzzle
            .cells()
            .map(|cell| made.puzzle.given(cell).map_or(".".into(), |digit| digit.to_string()))
            .collect();
        println!("{clues} ({} clues)", made.clues());
        println!("{}", format::line_of(&made.solution));
        // What was removed last is the first hint.
        let hints =
            made.removed.iter().rev().take(3).map(|&cell| {
                format!("{}={}", wish.layout.name_of(cell), made.solution.digit(cell))
            });
        println!("hints: {}", hints.collect::<Vec<_>>().join(", "));
    }
    Ok(())
}
