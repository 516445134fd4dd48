//! Local search on large puzzles, each with several seeds:
//! `cargo bench --bench local -- [--time SECONDS] [--seeds K] [--strategy S] FILE…`
//!
//! For each file: how many of the seeds found a solution, the median processor time (of those that
//! did not, the time they were given), all times in order, and steps a second. The time is a limit
//! on the clock, so runs beside other programs get less.

mod clock;

use std::path::Path;
use std::time::Duration;

use satoku::engine::local::Search;
use satoku::format::{ReadOptions, Reader};
use satoku::{Limits, Puzzle};

use clock::time;

/// What the command line asks for.
struct Wish {
    time: f64,
    seeds: u64,
    strategy: usize,
    files: Vec<String>,
}

impl Wish {
    fn read(mut args: impl Iterator<Item = String>) -> Self {
        let mut wish = Wish { time: 60.0, seeds: 5, strategy: 0, files: Vec::new() };
        while let Some(arg) = args.next() {
            let mut value = || args.next().expect("a value behind the option");
            match arg.as_str() {
                "--time" => wish.time = value().parse().expect("seconds"),
                "--seeds" => wish.seeds = value().parse().expect("a number"),
                "--strategy" => wish.strategy = value().parse().expect("a number"),
                // What cargo adds.
                "--bench" => {}
                _ => wish.files.push(arg),
            }
        }
        wish
    }
}

#[expect(clippy::print_stdout, reason = "a bench prints its table")]
fn main() {
    let wish = Wish::read(std::env::args().skip(1));
    println!("| file | solved | median s | all, s | million steps/s |");
    println!("| --- | --: | --: | --- | --: |");
    for file in &wish.files {
        let puzzle = puzzle(Path::new(file));
        let mut times = Vec::new();
        let (mut solved, mut steps, mut total) = (0, 0, 0.0);
        for seed in 0..wish.seeds {
            let start = time();
            let limits = Limits::none().with_time(Duration::from_secs_f64(wish.time));
            let search = Search::new(&puzzle, seed, wish.strategy);
            let mut search = search.expect("a puzzle that propagation leaves open");
            let found = search.advance(u64::MAX, &limits).solution();
            let took = time().saturating_sub(start).as_secs_f64();
            if let Some(digits) = found {
                puzzle.check(&digits).expect("a solution");
                solved += 1;
                times.push(took);
            } else {
                times.push(f64::INFINITY);
            }
            steps += search.steps();
            total += took;
        }
        times.sort_by(f64::total_cmp);
        let median = times.get(times.len() / 2).copied().unwrap_or_default();
        let all: Vec<_> = times.iter().map(|time| format!("{time:.1}")).collect();
        #[expect(clippy::cast_precision_loss, reason = "a rate to read")]
        let speed = steps as f64 / total / 1e6;
        let name = Path::new(file).file_stem().unwrap_or_default().display();
        let (seeds, all) = (wish.seeds, all.join(" "));
        println!("| {name} | {solved}/{seeds} | {median:.1} | {all} | {speed:.0} |");
    }
}

/// The first puzzle of a file.
fn puzzle(path: &Path) -> Puzzle {
    let mut reader = Reader::open(path, &ReadOptions::default()).expect("a file of puzzles");
    let parser = reader.parser();
    let record = reader.next_record().expect("a file of puzzles").expect("a puzzle");
    parser.parse(&record).expect("a puzzle").puzzle
}
