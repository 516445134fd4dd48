//! JSON by the million: the answers to plain 9×9 puzzles differ in a few values only, so a document
//! of each kind is written once, by the type that all documents come from, and cut where they go.

use std::io::Write;

use satoku::Result;
use satoku::ask::{self, Answer, Count, Reply, Search, Solve, Status, Unique};
use satoku::engine::lanes::Grid;
use satoku::format::{self, PlainLine};
use satoku::puzzle::Solution;

use super::bulk::Ask;

/// The templates of the answers to one question, made as they are needed.
#[derive(Debug)]
pub(super) struct Templates {
    ask: Ask,
    made: Vec<(Status, bool, Template)>,
}

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
const SOLUTIONS: [&str; 2] = [
    "123456789456789123789123456231564897564897231897231564312645978645978312978312645",
    "213456789456789123789123456132564897564897231897231564321645978645978312978312645",
];

impl Templates {
    pub(super) fn new(ask: Ask) -> Self {
        Templates { ask, made: Vec::new() }
    }

    /// Appends a line: the answer with a status, complete or not, to a puzzle of a source, which is
    /// JSON already.
    pub(super) fn print(
        &mut self,
        status: Status,
        complete: bool,
        source: &str,
        values: &Values<'_>,
        text: &mut Vec<u8>,
    ) -> Result<()> {
        let made = self.made.iter().position(|it| (it.0, it.1) == (status, complete));
        let place = if let Some(place) = made {
            place
        } else {
            self.made.push((status, complete, Template::new(self.ask, status, complete)?));
            self.made.len() - 1
        };
        self.made[place].2.fill(source, values, text);
        Ok(())
    }
}

impl Template {
    fn new(ask: Ask, status: Status, complete: bool) -> Result<Self> {
        let search = Search {
            count: COUNT,
            complete,
            engine: Some("lanes"),
            time_us: Some(TIME),
            stats: None,
            note: None,
        };
        let (search, [one, other]) = (Some(search), SOLUTIONS.map(solution));
        let answer = match (ask, status) {
            (Ask::Count { .. }, _) => Answer::Count(Count { status, search }),
            (Ask::Solve, Status::None) => {
                Answer::Solve(Solve { status, solution: None, solutions: None, search })
            }
            (Ask::Solve, _) => {
                Answer::Solve(Solve { status, solution: Some(one?), solutions: None, search })
            }
            (Ask::Unique, Status::Unique) => {
                Answer::Unique(Unique { status, solution: Some(one?), solutions: None, search })
            }
            (Ask::Unique, Status::Multiple) => {
                let both = Some(vec![one?, other?]);
                Answer::Unique(Unique { status, solution: None, solutions: both, search })
            }
            (Ask::Unique, _) => {
                Answer::Unique(Unique { status, solution: None, solutions: None, search })
            }
        };
        let empty = ".".repeat(SOLUTIONS[0].len());
        let puzzle = format::parse(&empty)?;
        let document = Reply::new(Some(INDEX), SOURCE, answer).of(Some(&puzzle)).json();

        let number = |value: u64| value.to_string();
        let text = |value: &str| ask::json(&value);
        let slots = [
            (number(INDEX), Slot::Index),
            (text(SOURCE), Slot::Source),
            (text(&empty), Slot::Puzzle),
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
        Ok(Template { parts, end: format!("{}\n", &document[start..]) })
    }

    fn fill(&self, source: &str, values: &Values<'_>, text: &mut Vec<u8>) {
        for (before, slot) in &self.parts {
            text.extend_from_slice(before.as_bytes());
            match *slot {
                Slot::Index => number(values.index, text),
                Slot::Source => text.extend_from_slice(source.as_bytes()),
                Slot::Puzzle => cells(
                    values.line,
                    |symbol| {
                        if symbol.wrapping_sub(b'1') < 9 { symbol } else { b'.' }
                    },
                    text,
                ),
                Slot::Solution(which) => cells(&values.grids[which], |n| b'0' + n, text),
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

/// Appends cells in quotes.
fn cells(from: &PlainLine, symbol: impl Fn(u8) -> u8, text: &mut Vec<u8>) {
    text.push(b'"');
    text.extend_from_slice(&from.map(symbol));
    text.push(b'"');
}
