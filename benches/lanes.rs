//! The fast engine over lists of 9×9 puzzles, and over minimal 16×16 puzzles of the repository, by
//! instruction set and size of batch:
//! `cargo bench --bench lanes`, or with the names of lists behind `--`.
//!
//! A time is the best of several rounds, in which instruction sets and sizes take turns. The lists
//! are those of `../shared/data/9x9` or of the folder that `SATOKU_SHARED` names; where there are
//! none, the puzzles of the repository. How the peers do beside it, see `peers`.

mod clock;

use std::path::{Path, PathBuf};

use satoku::Limits;
use satoku::engine::lanes::{self, Answers, Clues, InstructionSet, Query, sixteen};

use clock::time;

/// Puzzles of a batch.
const BATCHES: [usize; 4] = [1, 8, 32, 4096];
const ROUNDS: usize = 5;
/// Each list is repeated until it has so many puzzles.
const PUZZLES: usize = 4096;

const LISTS: [&str; 6] = [
    "easy",
    "royle_17clue",
    "serg_benchmark_multi",
    "magictour_top1465",
    "forum_hardest_1905_11plus",
    "forum_hardest_1106",
];

/// The list of 16×16.
const SIXTEEN: &str = "minimal_16x16";

#[expect(clippy::print_stdout, reason = "a bench prints its table")]
fn main() {
    let asked: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    println!("up to 2 solutions of each puzzle, best of {ROUNDS} rounds");
    println!("| list | set | batch | ns/puzzle | puzzles/s | branches/puzzle |");
    println!("| --- | --- | --: | --: | --: | --: |");
    for (name, texts) in lists() {
        if asked.is_empty() || asked.contains(&name) {
            race(&name, &texts);
        }
    }
    if asked.is_empty() || asked.iter().any(|list| list == SIXTEEN) {
        race_sixteen(SIXTEEN, &hundred());
    }
}

/// Runs one list of 9×9 with every set and size.
fn race(name: &str, texts: &[[u8; 81]]) {
    let puzzles: Vec<_> = texts.iter().cycle().take(PUZZLES.max(texts.len()).min(8000)).collect();
    let puzzles: Vec<_> = puzzles.into_iter().map(Clues::Text).collect();
    time_all(name, &puzzles, |set, batch| {
        branches(&lanes::solve_with(set, batch, Query::up_to(2), &Limits::none()))
    });
}

/// Runs the 16×16 with every set and size.
fn race_sixteen(name: &str, puzzles: &[sixteen::Candidates]) {
    let puzzles: Vec<_> = puzzles.iter().copied().cycle().take(1000).collect();
    time_all(name, &puzzles, |set, batch| {
        branches(&sixteen::solve_with(set, batch, Query::up_to(2), &Limits::none()))
    });
}

fn branches<const CELLS: usize>(answers: &satoku::Result<Answers<CELLS>>) -> u64 {
    answers.as_ref().expect("right answers").iter().map(|answer| answer.nodes).sum()
}

/// Times how a list is solved, which gives the number of branches.
#[expect(clippy::print_stdout, reason = "a bench prints its table")]
fn time_all<P>(name: &str, puzzles: &[P], solve: impl Fn(InstructionSet, &[P]) -> u64) {
    let ways: Vec<_> = InstructionSet::available()
        .into_iter()
        .rev()
        .flat_map(|set| BATCHES.map(|batch| (set, batch)))
        .collect();
    let mut best = vec![f64::INFINITY; ways.len()];
    let mut branches = 0;
    for _ in 0..ROUNDS {
        for (best, &(set, batch)) in best.iter_mut().zip(&ways) {
            let start = time();
            branches = 0;
            for batch in puzzles.chunks(batch) {
                branches += solve(set, batch);
            }
            *best = best.min(time().saturating_sub(start).as_secs_f64());
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "a few thousand puzzles")]
    let (number, branches) = (puzzles.len() as f64, branches as f64);
    for (best, (set, batch)) in best.iter().zip(ways) {
        let (time, speed) = (1e9 * best / number, number / best);
        let (set, branches) = (set.name(), branches / number);
        println!("| {name} | {set} | {batch} | {time:.0} | {speed:.0} | {branches:.2} |");
    }
}

/// The lists by name.
#[expect(clippy::print_stdout, reason = "a bench prints its table")]
fn lists() -> Vec<(String, Vec<[u8; 81]>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let given = std::env::var_os("SATOKU_SHARED").map(PathBuf::from);
    let data = given.unwrap_or_else(|| root.join("../shared/data")).join("9x9");
    let read = |path: PathBuf| std::fs::read_to_string(path).unwrap_or_default();
    if !data.is_dir() {
        println!("no lists at {} (set SATOKU_SHARED): the repository's own", data.display());
        let own = std::fs::read_dir(root.join("puzzles/9x9")).expect("the repository's puzzles");
        let mut paths: Vec<_> = own.filter_map(|entry| Some(entry.ok()?.path())).collect();
        paths.sort();
        let all = paths.into_iter().flat_map(|path| puzzles(&read(path))).collect();
        return vec![("repository".into(), all)];
    }
    let list = |name: &str| match name {
        // The rows of a large sample that are rated easiest.
        "easy" => {
            let table = read(data.join("kaggle3m_rated.csv"));
            puzzles(
                &table
                    .lines()
                    .filter(|row| row.ends_with(",Beginner"))
                    .collect::<Vec<_>>()
                    .join("\n"),
            )
        }
        _ => puzzles(&read(data.join(name).with_extension("txt"))),
    };
    LISTS.into_iter().map(|name| (name.into(), list(name))).collect()
}

/// The lines that begin with a puzzle.
fn puzzles(text: &str) -> Vec<[u8; 81]> {
    let is_cell = |byte: &u8| byte.is_ascii_digit() || *byte == b'.';
    let lines = text.lines().filter_map(|line| line.as_bytes().first_chunk::<81>());
    lines.filter(|cells| cells.iter().all(is_cell)).copied().collect()
}

/// The repository's 16×16 puzzles.
fn hundred() -> Vec<sixteen::Candidates> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/puzzles/16x16/hundred.txt");
    let text = std::fs::read_to_string(path).expect("the repository's puzzles");
    let clue = |symbol: u8| match symbol {
        b'.' => u16::MAX,
        b'1'..=b'9' => 1 << (symbol - b'1'),
        _ => 1 << (symbol - b'A' + 9),
    };
    let line = |line: &str| std::array::from_fn(|cell| clue(line.as_bytes()[cell]));
    text.lines().map(line).collect()
}
