//! The lists of puzzles, brought into the one form that all contestants get.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};

use crate::contestant::{CELLS, LINE};

/// Where a list comes from and how much of it makes a run.
#[derive(Debug)]
struct Source {
    name: &'static str,
    file: &'static str,
    /// Only the lines that end so, of a file with more in it.
    ending: &'static str,
    /// Puzzles of a run: a shorter list is repeated, a longer one thinned out evenly. Chosen for
    /// runs of about 0.05 to 0.3 s at the speed of tdoku.
    puzzles: usize,
}

impl Source {
    const fn new(name: &'static str, file: &'static str, puzzles: usize) -> Self {
        Source { name, file, ending: "", puzzles }
    }
}

/// The lists, from easy to hard.
const SOURCES: &[Source] = &[
    // The rows of level Beginner, difficulty 0.0: 22 to 28 clues, hardly any guess.
    Source { ending: ",Beginner", ..Source::new("easy", "kaggle3m_rated.csv", 40_000) },
    Source::new("royle_17clue", "royle_17clue.txt", 28_000),
    Source::new("serg_benchmark_multi", "serg_benchmark_multi.txt", 40_000),
    Source::new("magictour_top1465", "magictour_top1465.txt", 14_660),
    Source::new("forum_hardest_1905_11plus", "forum_hardest_1905_11plus.txt", 4_000),
    Source::new("forum_hardest_1106", "forum_hardest_1106.txt", 1_880),
];

/// A list in memory.
#[derive(Debug)]
pub(crate) struct List {
    /// How it is called in the table.
    pub(crate) name: String,
    /// Its puzzles, [`LINE`] bytes each.
    pub(crate) text: Vec<u8>,
}

/// The lists of these names; all of them where no name is given. A name that is a path, with a
/// slash in it, is a file of puzzles, taken as it is.
///
/// # Errors
/// If a name is unknown, or a file cannot be read, has a line that is no puzzle, or has none.
pub(crate) fn read(folder: &Path, names: &[String]) -> Result<Vec<List>> {
    if names.is_empty() {
        return SOURCES.iter().map(|source| of_source(folder, source)).collect();
    }
    let by_name = |name: &String| {
        if name.contains('/') {
            return of_file(Path::new(name));
        }
        let Some(source) = SOURCES.iter().find(|source| source.name == name) else {
            let known: Vec<_> = SOURCES.iter().map(|source| source.name).collect();
            bail!("no list `{name}`; there are {}, and files by their path", known.join(", "));
        };
        of_source(folder, source)
    };
    names.iter().map(by_name).collect()
}

fn of_source(folder: &Path, source: &Source) -> Result<List> {
    let puzzles = puzzles(&folder.join(source.file), source.ending)?;
    Ok(List { name: source.name.into(), text: sized(&puzzles, source.puzzles) })
}

fn of_file(path: &Path) -> Result<List> {
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    Ok(List { name, text: puzzles(path, "")?.concat() })
}

fn puzzles(path: &Path, ending: &str) -> Result<Vec<[u8; LINE]>> {
    let what = || format!("puzzles of {}", path.display());
    let text = fs::read_to_string(path).with_context(what)?;
    let puzzles = clean(&text, ending).with_context(what)?;
    ensure!(!puzzles.is_empty(), "no {}", what());
    Ok(puzzles)
}

/// The puzzles of the lines with this ending: without what stands behind the cells, without
/// comments (`#`) and empty lines, zeros as dots.
fn clean(text: &str, ending: &str) -> Result<Vec<[u8; LINE]>> {
    let lines = text.lines().map(str::trim).enumerate();
    lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#') && line.ends_with(ending))
        .map(|(i, line)| puzzle(line).with_context(|| format!("line {}", i + 1)))
        .collect()
}

fn puzzle(line: &str) -> Result<[u8; LINE]> {
    let is_cell = |byte: &u8| matches!(byte, b'.' | b'0'..=b'9');
    let cells = line.bytes().take_while(is_cell).count();
    ensure!(cells == CELLS, "{CELLS} cells (1 to 9, 0 or .) wanted, {cells} found");
    let mut puzzle = [b'\n'; LINE];
    for (to, from) in puzzle.iter_mut().zip(line.bytes().take(CELLS)) {
        *to = if from == b'0' { b'.' } else { from };
    }
    Ok(puzzle)
}

/// As many puzzles as wanted: the list over and over, or an even choice of it.
fn sized(puzzles: &[[u8; LINE]], wanted: usize) -> Vec<u8> {
    let len = puzzles.len();
    let index = |i: usize| if len < wanted { i % len } else { i * len / wanted };
    (0..wanted).flat_map(|i| puzzles[index(i)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(first: char) -> String {
        format!("{first}{}", ".".repeat(CELLS - 1))
    }

    #[test]
    fn what_is_no_puzzle_goes() {
        let zeros = "0".repeat(CELLS - 1);
        let text = format!("# 1\n\n1{zeros}\r\n{},x\n{} 1.2\n", line('2'), line('3'));
        let puzzles = clean(&text, "").unwrap().concat();
        let wanted = format!("{}\n{}\n{}\n", line('1'), line('2'), line('3'));
        assert_eq!(String::from_utf8(puzzles).unwrap(), wanted);
    }

    #[test]
    fn rows_by_their_ending() {
        let text = format!("puzzle,level\n{},Easy\n{},Beginner\n", line('1'), line('2'));
        let puzzles = clean(&text, ",Beginner").unwrap();
        assert_eq!(puzzles.len(), 1);
        assert_eq!(puzzles[0][0], b'2');
    }

    #[test]
    fn other_lengths_are_errors() {
        for bad in ["1..", &".".repeat(CELLS + 1), &"x".repeat(CELLS)] {
            let error = clean(&format!("{}\n{bad}", line('1')), "").unwrap_err();
            assert_eq!(error.to_string(), "line 2", "{bad}");
        }
    }

    #[test]
    fn repeated_or_thinned_out() {
        let puzzles = clean(&format!("{}\n{}\n{}", line('1'), line('2'), line('3')), "").unwrap();
        let firsts = |wanted| -> Vec<u8> {
            sized(&puzzles, wanted).chunks(LINE).map(|line| line[0]).collect()
        };
        assert_eq!(firsts(7), b"1231231");
        assert_eq!(firsts(3), b"123");
        assert_eq!(firsts(2), b"12");
        assert_eq!(firsts(1), b"1");
    }
}
