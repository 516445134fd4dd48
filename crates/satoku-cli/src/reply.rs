//! Answers as people and programs read them: a word or a grid, or a JSON object a line.

use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::time::Duration;

use serde_json::{Map, Value, json};

use super::Status;
use super::cubes::Part;
use satoku::Error;
use satoku::engine::Stats;
use satoku::format::{self, Entry, Sheet, WRITERS, Writer, line_of};
use satoku::puzzle::{Puzzle, Solution};

/// What is said of one puzzle.
#[derive(Debug)]
pub(super) struct Reply<'a> {
    /// Its number in the whole run, from 1.
    pub(super) index: u64,
    pub(super) source: &'a str,
    /// The puzzle, where it could be read.
    pub(super) entry: Option<Entry>,
    pub(super) answer: Result<Answer, Error>,
    /// The part of the puzzle that was looked at, if not all of it.
    pub(super) part: Option<Part>,
}

#[derive(Debug)]
pub(super) struct Answer {
    pub(super) verdict: Verdict,
    /// The solutions to print: the one, the two witnesses, or all.
    pub(super) solutions: Vec<Solution>,
    pub(super) count: Option<u64>,
    /// Whether the count is final.
    pub(super) complete: bool,
    pub(super) stats: Option<Stats>,
    pub(super) time: Option<Duration>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Verdict {
    Solved,
    Unique,
    Multiple,
    None,
    Unknown,
    Valid,
    Invalid(String),
    Incomplete(String),
    /// Nothing was asked: the puzzle itself is the answer.
    Written,
}

impl Verdict {
    pub(super) fn word(&self) -> &'static str {
        match self {
            Verdict::Solved => "solved",
            Verdict::Unique => "unique",
            Verdict::Multiple => "multiple",
            Verdict::None => "none",
            Verdict::Unknown => "unknown",
            Verdict::Valid => "valid",
            Verdict::Invalid(_) => "invalid",
            Verdict::Incomplete(_) => "incomplete",
            Verdict::Written => "read",
        }
    }

    fn reason(&self) -> Option<&str> {
        match self {
            Verdict::Invalid(reason) | Verdict::Incomplete(reason) => Some(reason),
            _ => None,
        }
    }

    pub(super) fn status(&self) -> Status {
        match self {
            Verdict::Solved | Verdict::Unique | Verdict::Valid | Verdict::Written => Status::OK,
            Verdict::Multiple | Verdict::None | Verdict::Invalid(_) | Verdict::Incomplete(_) => {
                Status::NEGATIVE
            }
            Verdict::Unknown => Status::UNKNOWN,
        }
    }
}

/// What is printed of each answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Show {
    /// The word.
    Word,
    /// The number, `+` behind it if it is not final.
    Count,
    /// The grid, or the word if there is none.
    Grid,
    /// The word, and two grids if there are several.
    WordAndWitnesses,
}

/// How grids are printed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Style {
    pub(super) writer: &'static Writer,
    pub(super) color: bool,
}

impl Style {
    /// The form that was asked for; else lines for lines, frames on a terminal, and bare rows.
    pub(super) fn new(output: Option<&'static Writer>, by_lines: bool) -> Self {
        let stdout = io::stdout();
        let name = match by_lines {
            true => "line",
            false if stdout.is_terminal() => "pretty",
            false => "grid",
        };
        let writer = output.or_else(|| format::writer_by_name(name)).unwrap_or(&WRITERS[0]);
        let color = anstream::AutoStream::choice(&stdout) != anstream::ColorChoice::Never;
        Style { writer, color }
    }
}

impl Reply<'_> {
    pub(super) fn status(&self) -> Status {
        self.answer.as_ref().map_or(Status::ERROR, |answer| answer.verdict.status())
    }

    /// The word for the summary.
    pub(super) fn word(&self) -> &'static str {
        self.answer.as_ref().map_or("error", |answer| answer.verdict.word())
    }

    /// The answer as text, ending in a line end.
    pub(super) fn text(&self, show: Show, style: Style) -> String {
        let mut out = String::new();
        let answer = match &self.answer {
            Ok(answer) => answer,
            Err(error) => return error_line(error),
        };
        match show {
            Show::Count => Self::count(answer, &mut out),
            Show::Grid => self.grid(answer, style, &mut out),
            Show::Word => Self::verdict(answer, &mut out),
            Show::WordAndWitnesses => {
                Self::verdict(answer, &mut out);
                if answer.verdict == Verdict::Multiple {
                    for witness in &answer.solutions {
                        out.push('\n');
                        self.sheet(Some(witness), style, &mut out);
                    }
                }
            }
        }
        out
    }

    fn verdict(answer: &Answer, out: &mut String) {
        out.push_str(answer.verdict.word());
        if let Some(reason) = answer.verdict.reason() {
            out.push_str(": ");
            out.push_str(reason);
        }
        out.push('\n');
    }

    fn count(answer: &Answer, out: &mut String) {
        match (answer.count, answer.complete) {
            (Some(count), true) => writeln!(out, "{count}"),
            (Some(count), false) if count > 0 => writeln!(out, "{count}+"),
            _ => writeln!(out, "unknown"),
        }
        .expect("text can always be appended");
    }

    fn grid(&self, answer: &Answer, style: Style, out: &mut String) {
        let solution = answer.solutions.first();
        if solution.is_some() || answer.verdict == Verdict::Written {
            self.sheet(solution, style, out);
        } else if style.writer.name == "csv" {
            // A row all the same, the word where the solution would stand.
            self.sheet(None, style, out);
            out.truncate(out.trim_end().len());
            out.push_str(answer.verdict.word());
            out.push('\n');
        } else {
            Self::verdict(answer, out);
        }
    }

    fn sheet(&self, solution: Option<&Solution>, style: Style, out: &mut String) {
        if let Some(entry) = &self.entry {
            let sheet = Sheet {
                puzzle: &entry.puzzle,
                solution,
                color: style.color,
                flat_json: entry.flat_json,
            };
            (style.writer.write)(&sheet, out);
            if !out.ends_with('\n') {
                out.push('\n');
            }
        }
    }

    /// The answer as a JSON object on one line. Counting reports `solved` for any number but 0.
    pub(super) fn json(&self, with_stats: bool) -> String {
        let mut object = Map::new();
        object.insert("index".into(), json!(self.index));
        object.insert("source".into(), json!(self.source));
        self.json_layout(&mut object);
        self.json_part(&mut object);
        object.insert("status".into(), json!(self.word()));
        match &self.answer {
            Ok(answer) => self.json_answer(answer, with_stats, &mut object),
            Err(error) => {
                object.insert("error".into(), json!(error.to_string()));
            }
        }
        let mut line = Value::Object(object).to_string();
        line.push('\n');
        line
    }

    /// What comes behind the solutions in an object that was begun while they were found: the
    /// rest of its fields and the closing brace.
    pub(super) fn json_tail(&self, with_stats: bool) -> String {
        let mut object = Map::new();
        self.json_layout(&mut object);
        self.json_part(&mut object);
        object.insert("status".into(), json!(self.word()));
        match &self.answer {
            Ok(answer) => json_search(answer, with_stats, &mut object),
            Err(error) => _ = object.insert("error".into(), json!(error.to_string())),
        }
        Value::Object(object).to_string().split_off(1)
    }

    fn json_layout(&self, object: &mut Map<String, Value>) {
        object.extend(self.entry.as_ref().and_then(|entry| layout_field(&entry.puzzle)));
    }

    fn json_part(&self, object: &mut Map<String, Value>) {
        if let Some(part) = &self.part {
            object.insert("cube".into(), part.json());
        }
    }

    fn json_answer(&self, answer: &Answer, with_stats: bool, object: &mut Map<String, Value>) {
        match (&answer.verdict, answer.solutions.as_slice()) {
            (Verdict::Multiple, all) => {
                object.insert("solutions".into(), all.iter().map(line_of).collect());
            }
            (Verdict::Written, _) => {
                let puzzle = self.entry.as_ref().map(|entry| entry.puzzle.to_string());
                object.insert("puzzle".into(), json!(puzzle));
            }
            (_, [one]) => {
                object.insert("solution".into(), json!(line_of(one)));
            }
            (_, []) => {}
            (_, all) => {
                object.insert("solutions".into(), all.iter().map(line_of).collect());
            }
        }
        if let Some(reason) = answer.verdict.reason() {
            object.insert("reason".into(), json!(reason));
        }
        json_search(answer, with_stats, object);
    }

    /// What the answer took, a line or two for people.
    pub(super) fn stats(&self) -> Option<String> {
        let answer = self.answer.as_ref().ok()?;
        let stats = answer.stats.as_ref()?;
        let mut out = format!("{} #{}: engine {}", self.source, self.index, stats.engine);
        let mut say = |text: String| out.push_str(&text);
        if stats.nodes > 0 || stats.engine == "native" {
            say(format!(", {} nodes", stats.nodes));
        }
        if let Some(seed) = stats.seed {
            say(format!(", seed {seed}"));
        }
        if let Some(backend) = &stats.backend {
            say(format!(", backend {backend}"));
        }
        if let Some((encoding, amo)) = stats.encoding {
            say(format!(", encoding {encoding} {amo}"));
        }
        if let Some(time) = answer.time {
            say(format!(", {:.3} ms", 1e3 * time.as_secs_f64()));
        }
        for (k, call) in stats.calls.iter().take(MANY_CALLS).enumerate() {
            let conflicts = call.conflicts.map_or("?".into(), |n| n.to_string());
            let result = call.sat.map_or("unknown", |sat| if sat { "sat" } else { "unsat" });
            say(format!(
                "\n  call {}: {} variables, {} clauses, {conflicts} conflicts, {result}, {:.3} ms",
                k + 1,
                call.vars,
                call.clauses,
                1e3 * call.time.as_secs_f64()
            ));
        }
        if stats.calls.len() > MANY_CALLS {
            say(format!("\n  and {} calls more", stats.calls.len() - MANY_CALLS));
        }
        if let Some(note) = &stats.note {
            say(format!("\n  {note}"));
        }
        Some(out)
    }
}

/// The field that names the layout of a puzzle and its solutions, where that is not the usual one
/// of its side: so what is printed can be read.
pub(super) fn layout_field(puzzle: &Puzzle) -> Option<(String, Value)> {
    let layout = puzzle.layout();
    (!layout.is_usual()).then(|| ("layout".into(), json!(layout.spec().to_string())))
}

/// What stands in place of an answer, ending in a line end.
pub(super) fn error_line(error: &Error) -> String {
    format!("error: {}\n", error.to_string().replace('\n', " "))
}

/// What was counted, by whom, in what time.
fn json_search(answer: &Answer, with_stats: bool, object: &mut Map<String, Value>) {
    if let Some(count) = answer.count {
        object.insert("count".into(), json!(count));
        object.insert("complete".into(), json!(answer.complete));
    }
    if let Some(stats) = &answer.stats {
        object.insert("engine".into(), json!(stats.engine));
        let micros = answer.time.map(|time| u64::try_from(time.as_micros()).ok());
        object.insert("time_us".into(), json!(micros));
        if with_stats {
            object.insert("stats".into(), json_stats(stats));
        }
    }
}

/// Calls of the SAT backend that statistics show one by one.
const MANY_CALLS: usize = 10;

fn json_stats(stats: &Stats) -> Value {
    let calls = stats.calls.iter().take(MANY_CALLS).map(|call| {
        json!({
            "variables": call.vars,
            "clauses": call.clauses,
            "conflicts": call.conflicts,
            "sat": call.sat,
            "time_us": u64::try_from(call.time.as_micros()).ok(),
        })
    });
    json!({
        "nodes": stats.nodes,
        "seed": stats.seed,
        "backend": stats.backend,
        "encoding": stats.encoding.map(|(encoding, _)| encoding),
        "amo": stats.encoding.map(|(_, amo)| amo),
        "calls": calls.collect::<Vec<_>>(),
        "call_count": stats.calls.len(),
        "note": stats.note,
    })
}
