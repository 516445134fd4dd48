//! Puzzles per second and their numbers of clues, by way of sampling and instruction set:
//! `cargo bench --bench generate`. How the peers do beside it, see `peers`.

mod clock;

use satoku::Limits;
use satoku::jobs::generate::few::few;
use satoku::jobs::generate::nine::{self, Mode, Options};

use clock::time;

/// Puzzles of a run, and runs, of which the fastest counts.
const PUZZLES: u64 = 20_000;
const ROUNDS: u64 = 5;

/// Searches for few clues, each of another number.
const FEW: u64 = 30;

#[expect(clippy::print_stdout, reason = "a bench prints its table")]
#[expect(clippy::cast_precision_loss, reason = "for people to read")]
fn main() {
    let mut best = f64::INFINITY;
    for round in 0..ROUNDS {
        let start = time();
        let grids = nine::grids(round).zip(0..PUZZLES);
        let sum: u64 = grids.map(|(grid, _)| u64::from(grid[80])).sum();
        std::hint::black_box(sum);
        best = best.min(time().saturating_sub(start).as_secs_f64());
    }
    println!("complete grids, all equally probable: {:.0} ns each\n", 1e9 * best / PUZZLES as f64);
    println!("| way | puzzles/s | µs each | mean | clues: puzzles |");
    println!("| --- | --: | --: | --: | --- |");
    let ways = [
        ("build", Options::new(Mode::Build)),
        ("dig", dig()),
        ("dig, half a turn", Options::half_turn()),
        ("dig to 26", Options { minimal: false, attempts: 1000, clues: 26..=26, ..dig() }),
        ("dig, 24 at most", Options { attempts: 1000, clues: 0..=24, ..dig() }),
    ];
    for (name, options) in ways {
        let mut best = f64::INFINITY;
        let mut counts = [0u64; 82];
        for round in 0..ROUNDS {
            let numbers = round * PUZZLES..(round + 1) * PUZZLES;
            let start = time();
            let made = nine::generate(1, numbers, &options, &Limits::none()).expect("puzzles");
            best = best.min(time().saturating_sub(start).as_secs_f64());
            assert_eq!(made.len() as u64, PUZZLES, "all were made");
            for made in &made {
                counts[made.clues()] += 1;
            }
        }
        let sum: u64 = counts.iter().zip(0..).map(|(puzzles, clues)| puzzles * clues).sum();
        let mean = sum as f64 / (ROUNDS * PUZZLES) as f64;
        let each = best / PUZZLES as f64;
        let histogram: Vec<_> =
            counts.iter().enumerate().filter(|(_, puzzles)| **puzzles > 0).collect();
        let histogram: Vec<_> =
            histogram.iter().map(|(clues, puzzles)| format!("{clues}: {puzzles}")).collect();
        println!(
            "| {name} | {:.0} | {:.1} | {mean:.2} | {} |",
            1.0 / each,
            1e6 * each,
            histogram.join(", ")
        );
    }
    println!("\n| few clues, at most | ms each, mean | most | steps |\n| --: | --: | --: | --: |");
    for clues in [22, 21, 20, 19] {
        let (mut most, mut steps, all) = (0f64, 0, time());
        for number in 0..FEW {
            let start = time();
            let found = few(1, number, clues, u64::MAX, &Limits::none()).expect("a search");
            most = most.max(time().saturating_sub(start).as_secs_f64());
            steps += found.map_or(0, |found| found.steps);
        }
        let mean = time().saturating_sub(all).as_secs_f64() / FEW as f64;
        println!("| {clues} | {:.1} | {:.1} | {} |", 1e3 * mean, 1e3 * most, steps / FEW);
    }
}

fn dig() -> Options {
    Options::new(Mode::Dig)
}
