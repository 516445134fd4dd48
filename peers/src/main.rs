//! Measures satoku beside other 9×9 solvers, interleaved in one process; see README.md.

mod contestant;
mod crate_sudoku;
mod generate;
mod lists;
mod race;
mod satoku_lanes;
mod table;
mod tdoku;

use std::io::{Write, stdout};
use std::path::PathBuf;

use anyhow::{Result, bail, ensure};
use clap::{Parser, value_parser};

use crate::contestant::{Contestants, LINE};
use crate::crate_sudoku::CrateSudoku;
use crate::race::Rules;
use crate::tdoku::Tdoku;

/// Measures satoku beside other 9×9 solvers, interleaved in one process
#[derive(Debug, Parser)]
struct Args {
    /// Folder of the lists [default: 9x9 in `SATOKU_SHARED`, or in ../shared/data]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Shared libraries of tdoku; ratios are to the first
    #[arg(long, value_name = "LIB", num_args = 1..)]
    tdoku: Vec<PathBuf>,
    /// Measured rounds
    #[arg(long, value_name = "N", default_value_t = 5)]
    #[arg(value_parser = value_parser!(u32).range(1..))]
    rounds: u32,
    /// Solutions to look for: 1 solves, 2 proves unique
    #[arg(long, value_name = "N", default_value_t = 2)]
    #[arg(value_parser = value_parser!(u32).range(1..=254))]
    limit: u32,
    /// Only these contestants
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    only: Vec<String>,
    /// Only these lists; with a slash in it, a file of puzzles
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    lists: Vec<String>,
    /// One call a puzzle, instead of one for the whole list
    #[arg(long)]
    single: bool,
    /// Generators instead of solvers: so many puzzles a round
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "5000")]
    #[arg(value_parser = value_parser!(u64).range(1..))]
    generate: Option<u64>,
    /// Core to stay on
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = core)]
    core: usize,
}

fn main() -> Result<()> {
    let args = Args::parse();
    if let Some(puzzles) = args.generate {
        race::pin(args.core)?;
        writeln!(stdout(), "{}", generate::race(&args.tdoku, args.rounds, puzzles)?)?;
        return Ok(());
    }
    let (mut contestants, base) = contestants(&args)?;
    let lists = lists::read(&data(&args), &args.lists)?;
    race::pin(args.core)?;
    let rules = Rules { limit: args.limit, rounds: args.rounds, single: args.single };
    let call = if args.single { "one call a puzzle" } else { "one call a list" };
    let mut out = stdout().lock();
    writeln!(out, "up to {} solutions, {call}, {} rounds\n", args.limit, args.rounds)?;
    writeln!(out, "{}", table::head())?;
    for list in &lists {
        let outcomes = race::race(list, &mut contestants, &rules)?;
        let puzzles = list.text.len() / LINE;
        writeln!(out, "{}", table::rows(&list.name, puzzles, &outcomes, base.as_deref()))?;
    }
    Ok(())
}

/// Who takes part, and the tdoku among them that ratios are to.
fn contestants(args: &Args) -> Result<(Contestants, Option<String>)> {
    let mut all: Contestants = Vec::new();
    for library in &args.tdoku {
        all.push(Box::new(Tdoku::load(library)?));
    }
    all.push(Box::new(CrateSudoku));
    all.extend(satoku_lanes::contestants());
    let names: Vec<_> = all.iter().map(|contestant| contestant.name()).collect();
    let takes_part = |name: &String| args.only.is_empty() || args.only.contains(name);
    let base = names.iter().take(args.tdoku.len()).find(|name| takes_part(name)).cloned();
    for name in &args.only {
        ensure!(names.contains(name), "no contestant `{name}`; there are {}", names.join(", "));
    }
    all.retain(|contestant| takes_part(&contestant.name()));
    Ok((all, base))
}

/// The folder of the lists.
fn data(args: &Args) -> PathBuf {
    if let Some(folder) = &args.data {
        return folder.clone();
    }
    let shared = std::env::var_os("SATOKU_SHARED").map(PathBuf::from);
    let beside = || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data"));
    shared.unwrap_or_else(beside).join("9x9")
}

/// The number of a core that a set of cores has room for.
fn core(text: &str) -> Result<usize> {
    let core = text.parse()?;
    if core >= rustix::thread::CpuSet::MAX_CPU {
        bail!("a number below {}", rustix::thread::CpuSet::MAX_CPU);
    }
    Ok(core)
}
