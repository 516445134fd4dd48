//! Generators beside each other: puzzles per second, and their numbers of clues, for a rate says
//! little without them.

use std::collections::BTreeMap;
use std::ffi::c_char;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use libloading::Library;
use satoku::Limits;
use satoku::jobs::generate::nine::{Mode, Options, generate};
use sudoku::Sudoku;

use crate::contestant::CELLS;
use crate::race::thread_time;

/// A puzzle: 0 for an empty cell.
type Puzzle = [u8; CELLS];

/// Makes so many puzzles.
type Generate = Box<dyn FnMut(u64) -> Result<Vec<Puzzle>>>;

/// The two generator functions of `include/tdoku.h`: they put clues into a puzzle until its
/// solution is the only one, and remove what is redundant; the flags are off here.
type Constrain = unsafe extern "C" fn(bool, *mut c_char) -> bool;
type Minimize = unsafe extern "C" fn(bool, bool, *mut c_char) -> bool;

/// A generator that takes part.
struct Generator {
    name: String,
    generate: Generate,
    times: Vec<Duration>,
    made: Vec<Puzzle>,
}

impl Generator {
    fn new(name: &str, generate: Generate) -> Self {
        Generator { name: name.into(), generate, times: Vec::new(), made: Vec::new() }
    }
}

/// Runs all generators in turn, round after round; the table.
///
/// # Errors
/// If a library cannot be used, or a generator fails.
pub(crate) fn race(libraries: &[std::path::PathBuf], rounds: u32, puzzles: u64) -> Result<String> {
    let mut all = Vec::new();
    for library in libraries {
        all.push(tdoku(library)?);
    }
    all.push(Generator::new("satoku build", satoku(Options::new(Mode::Build))));
    let crate_sudoku = |puzzles| Ok((0..puzzles).map(|_| Sudoku::generate().to_bytes()).collect());
    all.push(Generator::new("sudoku", Box::new(crate_sudoku)));
    all.push(Generator::new("satoku dig, half a turn", satoku(Options::half_turn())));
    let given = |puzzles| {
        let made = (0..puzzles).map(|_| Sudoku::generate_from(Sudoku::generate_solved()));
        Ok(made.map(Sudoku::to_bytes).collect())
    };
    all.push(Generator::new("sudoku, from a grid", Box::new(given)));
    all.push(Generator::new("satoku dig", satoku(Options::new(Mode::Dig))));
    for generator in &mut all {
        (generator.generate)(puzzles / 10 + 1)?;
    }
    for _ in 0..rounds {
        for generator in &mut all {
            let start = thread_time();
            let made = (generator.generate)(puzzles)?;
            generator.times.push(thread_time().saturating_sub(start));
            generator.made.extend(made);
        }
    }
    let mut table = String::from(
        "| generator | puzzles/s | mean clues | minimal | half a turn | clues: puzzles in 1000 |\n\
         |---|--:|--:|--:|--:|---|",
    );
    for generator in &all {
        table.push('\n');
        table.push_str(&row(generator, puzzles)?);
    }
    Ok(table)
}

#[expect(clippy::cast_precision_loss, reason = "for people to read")]
fn row(generator: &Generator, puzzles: u64) -> Result<String> {
    let best = generator.times.iter().min().copied().unwrap_or_default().as_secs_f64();
    let rate = puzzles as f64 / best;
    let mut counts = BTreeMap::new();
    for puzzle in &generator.made {
        *counts.entry(clues(puzzle)).or_insert(0) += 1;
    }
    let all = generator.made.len();
    let mean = generator.made.iter().map(clues).sum::<usize>() as f64 / all as f64;
    let part = |part: usize| format!("{:.0} %", 100.0 * part as f64 / all as f64);
    let turned = generator.made.iter().filter(|puzzle| is_symmetric(puzzle)).count();
    // Whether a puzzle is unique and minimal takes long to tell: of the first.
    let sample = &generator.made[..all.min(1000)];
    let solutions = |puzzle: &Puzzle| {
        Sudoku::from_bytes(*puzzle).map_or(0, |sudoku| sudoku.solutions_count_up_to(2))
    };
    let unique = sample.iter().all(|puzzle| solutions(puzzle) == 1);
    ensure!(unique, "{} made a puzzle without just one solution", generator.name);
    let is_minimal = |puzzle: &&Puzzle| {
        (0..CELLS).filter(|&cell| puzzle[cell] != 0).all(|cell| {
            let mut less = **puzzle;
            less[cell] = 0;
            solutions(&less) > 1
        })
    };
    let minimal = 100 * sample.iter().filter(is_minimal).count() / sample.len().max(1);
    let histogram =
        counts.iter().map(|(clues, n)| format!("{clues}: {:.1}", 1e3 * f64::from(*n) / all as f64));
    let histogram: Vec<_> = histogram.collect();
    Ok(format!(
        "| {} | {rate:.0} | {mean:.2} | {minimal} % | {} | {} |",
        generator.name,
        part(turned),
        histogram.join(", ")
    ))
}

fn clues(puzzle: &Puzzle) -> usize {
    puzzle.iter().filter(|&&number| number != 0).count()
}

fn is_symmetric(puzzle: &Puzzle) -> bool {
    (0..CELLS / 2).all(|cell| (puzzle[cell] == 0) == (puzzle[CELLS - 1 - cell] == 0))
}

/// satoku, each run with other numbers.
fn satoku(options: Options) -> Generate {
    let mut next = 0;
    Box::new(move |puzzles| {
        let numbers = next..next + puzzles;
        next = numbers.end;
        let made = generate(1, numbers, &options, &Limits::none())?;
        Ok(made.into_iter().map(|made| made.puzzle).collect())
    })
}

/// tdoku's own way: constrain, then minimise.
fn tdoku(path: &Path) -> Result<Generator> {
    let what = || format!("cannot use {} as tdoku", path.display());
    let file = path.canonicalize().with_context(what)?;
    #[expect(unsafe_code, reason = "a C++ library is measured")]
    // SAFETY: its initialisers run here; whoever names the library vouches for them.
    let library = unsafe { Library::new(&file) }.with_context(what)?;
    #[expect(unsafe_code, reason = "a C++ library is measured")]
    // SAFETY: the type is that of the declaration in tdoku's header.
    let constrain = *unsafe { library.get::<Constrain>(b"TdokuConstrain\0") }.with_context(what)?;
    #[expect(unsafe_code, reason = "a C++ library is measured")]
    // SAFETY: as above.
    let minimize = *unsafe { library.get::<Minimize>(b"TdokuMinimize\0") }.with_context(what)?;
    let generate = move |puzzles| {
        let _library = &library;
        let mut made = Vec::new();
        while (made.len() as u64) < puzzles {
            // Room for the longer of its two forms, and a zero behind 81 cells by which it knows
            // that this is not it.
            let mut text: [c_char; 730] = [0; 730];
            text[..CELLS].fill(b'.'.cast_signed());
            #[expect(unsafe_code, reason = "a C++ library is measured")]
            // SAFETY: the text is of the form and size that it asks for; it keeps nothing of it.
            let fine = unsafe { constrain(false, text.as_mut_ptr()) };
            #[expect(unsafe_code, reason = "a C++ library is measured")]
            // SAFETY: as above.
            if fine && unsafe { minimize(false, false, text.as_mut_ptr()) } {
                made.push(std::array::from_fn(|cell| match text[cell].cast_unsigned() {
                    digit @ b'1'..=b'9' => digit - b'0',
                    _ => 0,
                }));
            }
        }
        Ok(made)
    };
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let name = stem.strip_prefix("lib").unwrap_or(&stem);
    Ok(Generator::new(&format!("{name} constrain, minimize"), Box::new(generate)))
}
