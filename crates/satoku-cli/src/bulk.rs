//! Plain lines answered in bulk: the classic 9×9 puzzles of a chunk go to the lanes at once, and
//! each answer is a word, a number, a line, or JSON filled into a template.

use std::io::Write;
use std::time::Instant;

use super::pipeline::Printed;
use super::template::{Templates, Values};
use satoku::ask::{self, Answer, Failure, Form, Reply, Status, Want};
use satoku::engine::lanes::{self, Answers, Clues, Grid};
use satoku::format::PlainLine;
use satoku::grid::{Digit, Layout};
use satoku::puzzle::{Puzzle, solves_classic};
use satoku::{Error, Limits, Query, Result};

/// The engines that leave 9×9 to the lanes.
pub(super) const ENGINES: [&str; 2] = ["auto", "lanes"];

/// What is asked of plain puzzles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ask {
    Solve,
    Count { limit: Option<u64> },
    Unique,
}

/// The plain puzzles of a chunk and their answers, which are printed in order.
#[derive(Debug)]
pub(super) struct Bulk<'a> {
    ask: Ask,
    puzzles: &'a [PlainLine],
    answers: Answers<{ lanes::CELLS }>,
    printed: usize,
    /// Microseconds a puzzle.
    time_us: u64,
}

/// What is said of each puzzle.
#[derive(Debug, Clone, Copy)]
pub(super) enum Saying<'a> {
    /// A word, a number or a line.
    Text,
    /// A line of JSON, with numbers in the run: those that are told, or from that of the chunk's
    /// first plain puzzle on, if all records printed were before it.
    Json { templates: &'a Templates, first: u64, numbers: Option<&'a [u64]> },
}

impl Ask {
    /// What is wanted, if it can be answered in bulk.
    pub(super) fn of(want: &Want) -> Option<Self> {
        match want {
            Want::Solve => Some(Ask::Solve),
            Want::Count { limit } => Some(Ask::Count { limit: *limit }),
            Want::Unique => Some(Ask::Unique),
            _ => None,
        }
    }

    /// What is looked for, where solutions are shown or not.
    pub(super) fn query(self, shows: bool) -> Query {
        match self {
            Ask::Solve => Query::FIRST,
            Ask::Count { limit } => Query::count_past(limit),
            Ask::Unique if shows => Query::UNIQUE,
            Ask::Unique => Query::count(Some(2)),
        }
    }

    /// How many solutions an answer counts, and whether these are all.
    fn counted(self, answer: lanes::Answer) -> (u64, bool) {
        match self {
            Ask::Count { limit } => Query::counted(limit, answer.count, answer.complete),
            _ => (answer.count, answer.complete),
        }
    }

    /// About how many bytes an answer takes.
    fn width(self) -> usize {
        match self {
            Ask::Solve => lanes::CELLS + 1,
            Ask::Count { .. } => 2,
            Ask::Unique => "unique\n".len(),
        }
    }

    /// The statuses of puzzles of no solution, of one, and of several.
    pub(super) fn statuses(self) -> [Status; 3] {
        match self {
            Ask::Solve => [Status::None, Status::Solved, Status::Solved],
            Ask::Count { .. } => [Status::None, Status::Counted, Status::Counted],
            Ask::Unique => [Status::None, Status::Unique, Status::Multiple],
        }
    }
}

impl<'a> Bulk<'a> {
    /// Answers all puzzles with a [query](Ask::query).
    ///
    /// # Errors
    /// If the lanes cannot work at all.
    pub(super) fn solve(
        ask: Ask,
        query: Query,
        puzzles: &'a [PlainLine],
        limits: &Limits,
    ) -> Result<Self> {
        let start = Instant::now();
        let clues: Vec<_> = puzzles.iter().map(Clues::Text).collect();
        let answers = lanes::solve(&clues, query, limits)?;
        let time_us = start.elapsed().as_micros() / puzzles.len().max(1) as u128;
        let time_us = u64::try_from(time_us).unwrap_or(u64::MAX);
        Ok(Bulk { ask, puzzles, answers, printed: 0, time_us })
    }

    /// Prints the next answers, up to that of the puzzle number `end`, from 0. Where the run was
    /// asked to stop, the last may be missing.
    pub(super) fn print(
        &mut self,
        end: usize,
        source: &str,
        saying: Saying<'_>,
        printed: &mut Printed,
    ) {
        match saying {
            Saying::Text => self.print_text(end, source, printed),
            Saying::Json { templates, first, numbers } => {
                let number = |puzzle: usize| {
                    numbers.map_or(first + puzzle as u64, |numbers| numbers[puzzle])
                };
                self.print_json(end, source, templates, number, printed);
            }
        }
    }

    fn print_json(
        &mut self,
        end: usize,
        source: &str,
        templates: &Templates,
        number: impl Fn(usize) -> u64,
        printed: &mut Printed,
    ) {
        let statuses = self.ask.statuses();
        let (mut tally, quoted) = ([0; 3], ask::json(&source));
        for puzzle in self.printed..end {
            let index = number(puzzle);
            let answer = self.answers[puzzle];
            if answer.interrupted {
                printed.cut = true;
                break;
            }
            let (line, grids) = (&self.puzzles[puzzle], self.answers.solutions(puzzle));
            if let Some(error) = grids.iter().find_map(|grid| check(line, grid).err()) {
                let failed = Answer::Failed(Failure::from(&error));
                let reply = Reply::new(Some(index), source, failed);
                printed.json(&reply.of(puzzle_of(line).ok().as_ref()));
                printed.fail(source, &error);
                continue;
            }
            let found = answer.count.min(2) as usize;
            let (count, complete) = self.ask.counted(answer);
            let values = Values { index, line, grids, count, time_us: self.time_us };
            let text = &mut printed.text;
            templates.print(found, complete, &quoted, &values, text);
            tally[found] += 1;
        }
        self.printed = end;
        note(statuses, tally, printed);
    }

    fn print_text(&mut self, end: usize, source: &str, printed: &mut Printed) {
        let statuses = self.ask.statuses();
        let words = statuses.map(|status| format!("{}\n", status.word()));
        let mut tally = [0; 3];
        let text = &mut printed.text;
        text.reserve(self.ask.width() * (end - self.printed));
        let mut wrong = Vec::new();
        for puzzle in self.printed..end {
            let answer = self.answers[puzzle];
            if answer.interrupted {
                printed.cut = true;
                break;
            }
            let found = answer.count.min(2) as usize;
            tally[found] += 1;
            match (self.ask, self.answers.solutions(puzzle)) {
                (Ask::Solve, [grid, ..]) => match check(&self.puzzles[puzzle], grid) {
                    Ok(()) => print_grid(grid, text),
                    Err(error) => {
                        tally[found] -= 1;
                        text.extend(
                            Answer::Failed(Failure::from(&error))
                                .text(None, Form::default())
                                .into_bytes(),
                        );
                        wrong.push(error);
                    }
                },
                (Ask::Count { .. }, _) => {
                    let (count, complete) = self.ask.counted(answer);
                    print_count(count, complete, text);
                }
                _ => text.extend_from_slice(words[found].as_bytes()),
            }
        }
        self.printed = end;
        note(statuses, tally, printed);
        for error in wrong {
            printed.fail(source, &error);
        }
    }
}

/// Counts answers by their status.
fn note(statuses: [Status; 3], tally: [u64; 3], printed: &mut Printed) {
    for (status, puzzles) in statuses.iter().zip(tally).filter(|(_, puzzles)| *puzzles > 0) {
        printed.note(status.word(), status.outcome(), puzzles);
    }
}

fn print_grid(grid: &Grid, text: &mut Vec<u8>) {
    let mut line = [b'\n'; lanes::CELLS + 1];
    for (k, number) in grid.iter().enumerate() {
        line[k] = b'0' + number;
    }
    text.extend_from_slice(&line);
}

fn print_count(count: u64, is_complete: bool, text: &mut Vec<u8>) {
    let end = if is_complete { "\n" } else { "+\n" };
    match u8::try_from(count) {
        Ok(digit @ 0..10) => text.push(b'0' + digit),
        _ => write!(text, "{count}").expect("text can always be appended"),
    }
    text.extend_from_slice(end.as_bytes());
}

/// Checks a solution against its puzzle.
///
/// # Errors
/// If it is none.
fn check(line: &PlainLine, grid: &Grid) -> Result<()> {
    if solves_classic(grid, line) {
        return Ok(());
    }
    // At leisure, to say what is wrong.
    let puzzle = puzzle_of(line)?;
    let digits = grid.map(|number| Digit::new(usize::from(number.wrapping_sub(1))));
    match puzzle.check(&digits) {
        Ok(_) => Ok(()),
        Err(violation) => Err(Error::disagreement(format!(
            "engine lanes returned an invalid solution: {violation}"
        ))),
    }
}

fn puzzle_of(line: &PlainLine) -> Result<Puzzle> {
    let clue = |symbol: u8| Some(u16::from(symbol.wrapping_sub(b'0'))).filter(|&n| n <= 9);
    let numbers = line.map(|symbol| clue(symbol).unwrap_or(0));
    Puzzle::from_numbers(Layout::boxes(3, 3)?.shared(), &numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &PlainLine =
        b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const SOLUTION: &PlainLine =
        b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    #[test]
    fn wrong_grids_are_found_out() {
        let grid = SOLUTION.map(|symbol| symbol - b'0');
        assert!(check(PUZZLE, &grid).is_ok());
        let with = |cell: usize, number: u8| {
            let mut wrong = grid;
            wrong[cell] = number;
            let error = check(PUZZLE, &wrong).unwrap_err();
            assert!(error.is_disagreement());
            error.to_string()
        };
        let start = "engine lanes returned an invalid solution: ";
        assert_eq!(with(0, 3), format!("{start}row 1 has 3 twice, at r1c1 and r1c2"));
        assert_eq!(with(2, 0), format!("{start}r1c3 may not be 256"));
        let swapped = grid.map(|number| if number < 3 { 3 - number } else { number });
        let error = check(PUZZLE, &swapped).unwrap_err().to_string();
        assert_eq!(error, format!("{start}r2c4 may not be 2"));
    }

    #[test]
    fn counts_are_printed() {
        let print = |count, is_complete| {
            let mut text = Vec::new();
            print_count(count, is_complete, &mut text);
            String::from_utf8(text).unwrap()
        };
        assert_eq!(print(0, true), "0\n");
        assert_eq!(print(9, false), "9+\n");
        assert_eq!(print(10, true), "10\n");
        assert_eq!(print(u64::MAX, false), "18446744073709551615+\n");
    }
}
