//! JSON by the million: the answers to plain 9×9 puzzles differ in a few values only, so a document
//! of each kind is written once, by the type that all documents come from, and cut where they go.

use std::io::Write;

use satoku::Result;
use satoku::ask::{self, Answer, Count, Reply, Search, Solve, Status, Unique};
use satoku::engine::lanes::Grid;
use satoku::format::{self, PlainLine};
use satoku::puzzle::{Puzzle, Solution};

use super::bulk::Ask;

/// The templates of the answers to one question: of puzzles of no solution, of one, and of several;
/// of searches that were complete, and that were not.
#[derive(Debug)]
pub(super) struct Templates([[Template; 2]; 3]);

/// A document, cut at its values.
#[derive(Debug)]
struct Template {
    /// Text and the value behind it.
    parts: Vec<(String, Slot)>,
    end: String,
}

/// What differs from answer to answer.
#[derive(Debug, Clone, Copy)]
enum Slot {
    Index,
    Source,
    Puzzle,
    Solution(usize),
    Count,
    Time,
}

/// The values of an answer.
#[derive(Debug)]
pub(super) struct Values<'a> {
    pub(super) index: u64,
    pub(super) line: &'a PlainLine,
    pub(super) grids: &'a [Grid],
    pub(super) count: u64,
    /// Microseconds.
    pub(super) time_us: u64,
}

// Values that stand for others: none is part of another, or of the rest of a document.
const INDEX: u64 = 6_666_666_666;
const COUNT: u64 = 7_777_777_777;
const TIME: u64 = 8_888_888_888;
const SOURCE: &str = "the source";
const EMPTY: &str =
    ".................................................................................";
const SOLUTIONS: [&str; 2] = [
    "123456789456789123789123456231564897564897231897231564312645978645978312978312645",
    "213456789456789123789123456132564897564897231897231564321645978645978312978312645",
];

impl Templates {
    /// # Errors
    /// None but those of a defect here.
    pub(super) fn new(ask: Ask) -> Result<Self> {
        let empty = format::parse(EMPTY)?;
        let grids = [solution(SOLUTIONS[0])?, solution(SOLUTIONS[1])?];
        let of = |status, complete| Template::new(ask, status, complete, &empty, &grids);
        Ok(Templates(ask.statuses().map(|status| [of(status, false), of(status, true)])))
    }

    /// Appends a line: the answer to a puzzle of so many solutions, of which two are as good as
    /// more, complete or not. The source is JSON already.
    pub(super) fn print(
        &self,
        found: usize,
        complete: bool,
        source: &str,
        values: &Values<'_>,
        text: &mut Vec<u8>,
    ) {
        self.0[found][usize::from(complete)].fill(source, values, text);
    }
}

impl Template {
    fn new(
        ask: Ask,
        status: Status,
        complete: bool,
        empty: &Puzzle,
        [one, other]: &[Solution; 2],
    ) -> Self {
        let search = Search {
            count: COUNT,
            complete,
            engine: Some("lanes"),
            time_us: Some(TIME),
            stats: None,
            note: None,
        };
        let search = Some(search);
        let answer = match (ask, status) {
            (Ask::Count { .. }, _) => Answer::Count(Count { status, search }),
            (Ask::Solve, Status::None) => {
                Answer::Solve(Solve { status, solution: None, solutions: None, search })
            }
            (Ask::Solve, _) => Answer::Solve(Solve {
                status,
                solution: Some(one.clone()),
                solutions: None,
                search,
            }),
            (Ask::Unique, Status::Unique) => Answer::Unique(Unique {
                status,
                solution: Some(one.clone()),
                solutions: None,
                search,
            }),
            (Ask::Unique, Status::Multiple) => {
                let both = Some(vec![one.clone(), other.clone()]);
                Answer::Unique(Unique { status, solution: None, solutions: both, search })
            }
            (Ask::Unique, _) => {
                Answer::Unique(Unique { status, solution: None, solutions: None, search })
            }
        };
        let document = Reply::new(Some(INDEX), SOURCE, answer).of(Some(empty)).json();

        let number = |value: u64| value.to_string();
        let text = |value: &str| ask::json(&value);
        let slots = [
            (number(INDEX), Slot::Index),
            (text(SOURCE), Slot::Source),
            (text(EMPTY), Slot::Puzzle),
            (text(SOLUTIONS[0]), Slot::Solution(0)),
            (text(SOLUTIONS[1]), Slot::Solution(1)),
            (number(COUNT), Slot::Count),
            (number(TIME), Slot::Time),
        ];
        let mut found: Vec<_> = slots
            .iter()
            .filter_map(|(value, slot)| Some((document.find(value)?, value.len(), *slot)))
            .collect();
        found.sort_by_key(|&(place, ..)| place);
        let (mut parts, mut start) = (Vec::new(), 0);
        for (place, length, slot) in found {
            parts.push((document[start..place].to_owned(), slot));
            start = place + length;
        }
        Template { parts, end: format!("{}\n", &document[start..]) }
    }

    fn fill(&self, source: &str, values: &Values<'_>, text: &mut Vec<u8>) {
        for (before, slot) in &self.parts {
            text.extend_from_slice(before.as_bytes());
            match *slot {
                Slot::Index => number(values.index, text),
                Slot::Source => text.extend_from_slice(source.as_bytes()),
                Slot::Puzzle => {
                    let symbol = |it: u8| if it.wrapping_sub(b'1') < 9 { it } else { b'.' };
                    cells(values.line, symbol, text);
                }
                Slot::Solution(which) => cells(&values.grids[which], |it| b'0' + it, text),
                Slot::Count => number(values.count, text),
                Slot::Time => number(values.time_us, text),
            }
        }
        text.extend_from_slice(self.end.as_bytes());
    }
}

fn solution(line: &str) -> Result<Solution> {
    let full = format::parse(line)?;
    full.check_filled().map_err(|violation| satoku::Error::disagreement(violation.to_string()))
}

fn number(value: u64, text: &mut Vec<u8>) {
    match u8::try_from(value) {
        Ok(digit @ 0..10) => text.push(b'0' + digit),
        _ => write!(text, "{value}").expect("text can always be appended"),
    }
}

/// Appends the symbols of cells in quotes.
fn cells(all: &PlainLine, symbol: impl Fn(u8) -> u8, text: &mut Vec<u8>) {
    let mut quoted = [b'"'; SOLUTIONS[0].len() + 2];
    quoted[1..].iter_mut().zip(all).for_each(|(to, cell)| *to = symbol(*cell));
    text.extend_from_slice(&quoted);
}
