//! Large grids, one after the other, by every engine and backend:
//! `cargo bench --bench large -- [--time SECONDS] [--backend NAME]… [--engine NAME]… FILE…`
//!
//! For each file a first solution, and whether it is the only one: processor seconds of this
//! process (of outside solvers, `--backend 'cmd:PROGRAM'`, seconds on the clock), `-` where the
//! time was over. All must agree. `benches/cpsat.py` asks OR-tools the same.

use std::path::Path;
use std::time::Duration;

use satoku::engine::{ENGINES, EngineOptions, EngineSpec};
use satoku::format::{ReadOptions, Reader};
use satoku::jobs::answer::{self, Uniqueness};
use satoku::sat::backend::{BACKENDS, BackendSpec};
use satoku::{Limits, Puzzle};

/// Who is asked, by name.
fn contestants(engines: &[String], backends: &[String]) -> Vec<(String, EngineSpec)> {
    let spec = |engine: &str, backend: Option<&str>| {
        let mut options = EngineOptions::default();
        if let Some(backend) = backend {
            options.backend = backend.parse::<BackendSpec>().expect("a backend");
        }
        EngineSpec::new(engine, options).expect("an engine")
    };
    let all_engines = ENGINES.iter().map(|entry| entry.name);
    // `sat` is there with each backend, `portfolio` needs threads.
    let alone = all_engines.filter(|name| !["sat", "portfolio"].contains(name));
    let wanted = |name: &str, wish: &[String]| wish.is_empty() || wish.iter().any(|w| w == name);
    let mut all: Vec<_> = alone
        .filter(|name| wanted(name, engines) && (!engines.is_empty() || backends.is_empty()))
        .map(|name| (name.to_owned(), spec(name, None)))
        .collect();
    let embedded = BACKENDS.iter().map(|backend| backend.name.to_owned());
    let outside = backends.iter().filter(|name| name.starts_with("cmd:")).cloned();
    for name in embedded.chain(outside) {
        if wanted(&name, backends) && (!backends.is_empty() || engines.is_empty()) {
            all.push((format!("sat, {name}"), spec("sat", Some(&name))));
        }
    }
    all
}

#[expect(clippy::print_stdout, reason = "a bench prints its table")]
fn main() {
    let (mut seconds, mut engines, mut backends) = (20.0, Vec::new(), Vec::new());
    let mut files = Vec::new();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut value = || args.next().expect("a value behind the option");
        match arg.as_str() {
            "--time" => seconds = value().parse().expect("seconds"),
            "--engine" => engines.push(value()),
            "--backend" => backends.push(value()),
            // What cargo adds.
            "--bench" => {}
            _ => files.push(arg),
        }
    }
    println!("| file | by | solution | s | unique | s |");
    println!("| --- | --- | --- | --: | --- | --: |");
    for file in &files {
        let puzzle = puzzle(Path::new(file));
        let name = Path::new(file).file_stem().unwrap_or_default().display().to_string();
        let mut known: [Option<&str>; 2] = [None; 2];
        for (by, engine) in contestants(&engines, &backends) {
            if !engine.takes(&puzzle) {
                continue;
            }
            let limits = || Limits::none().with_time(Duration::from_secs_f64(seconds));
            let (solved, first) = timed(&by, || match answer::solve(&puzzle, &engine, &limits()) {
                Ok(Some(_)) => "yes",
                Ok(None) => "none",
                Err(error) if error.is_limit() => "-",
                Err(error) => panic!("{name} by {by}: {error}"),
            });
            let (unique, second) = timed(&by, || {
                match answer::unique(&puzzle, &engine, &limits()).expect("an answer") {
                    Uniqueness::Unique(_) => "unique",
                    Uniqueness::Multiple(_) => "multiple",
                    Uniqueness::None => "none",
                    Uniqueness::Unknown => "-",
                }
            });
            for (known, word) in known.iter_mut().zip([solved, unique]) {
                if word != "-" {
                    assert_eq!(*known.get_or_insert(word), word, "{name} by {by}");
                }
            }
            println!("| {name} | {by} | {solved} | {first:.2} | {unique} | {second:.2} |");
        }
    }
}

fn puzzle(path: &Path) -> Puzzle {
    let mut reader = Reader::open(path, &ReadOptions::default()).expect("a file that can be read");
    let record = reader.next_record().expect("a record").expect("a puzzle");
    reader.parser().parse(&record).expect("a puzzle").puzzle
}

/// What something says and the seconds it takes.
fn timed<T>(by: &str, ask: impl FnOnce() -> T) -> (T, f64) {
    let start = time(by);
    let said = ask();
    (said, time(by).saturating_sub(start).as_secs_f64())
}

/// Processor time of this process, or the clock where others work.
fn time(by: &str) -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let clock = START.elapsed();
    if by.contains("cmd:") { clock } else { cpu().unwrap_or(clock) }
}

#[cfg(unix)]
fn cpu() -> Option<Duration> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Some(Duration::new(u64::try_from(time.tv_sec).ok()?, u32::try_from(time.tv_nsec).ok()?))
}

#[cfg(not(unix))]
fn cpu() -> Option<Duration> {
    None
}
