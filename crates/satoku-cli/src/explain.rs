//! `satoku explain`: why each puzzle has no solution, several, or one; with a marked grid.

use std::fmt::Write;

use clap::Args;
use serde_json::{Map, Value, json};

use super::Status;
use super::args::{BatchArgs, InputArgs, SolverArgs};
use super::each::{Said, each};
use satoku::format::line_of;
use satoku::grid::{CandidateSet, Cell, Digit};
use satoku::jobs::explain::{Added, Ambiguity, Clash, Explanation, Redundancy, explain};
use satoku::puzzle::Puzzle;

#[derive(Debug, Args)]
#[command(after_help = "\
    No solution: clues and houses that clash, none of which can be spared; * marks the clues.\n\
    Several: two solutions, a minimal set of cells that can be exchanged (* marks them, a/b are \
    their digits), and the fewest clues that make the puzzle unique (+ marks them).\n\
    One: the clues that could be left out, each by itself (* marks them).\n\n\
    Example:\n  satoku explain --time-limit 10 puzzle.txt")]
pub(super) struct ExplainArgs {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    batch: BatchArgs,
    #[command(flatten)]
    solver: SolverArgs,
}

pub(super) fn run(args: &ExplainArgs) -> anyhow::Result<Status> {
    let options = args.solver.options();
    each(&args.input, &args.batch, None, args.solver.time_limit, |entry, means| {
        let puzzle = &entry.puzzle;
        let found = explain(puzzle, &options, &means.limits)?;
        let mut text = String::new();
        let mut fields = Map::new();
        let complete = found.is_complete();
        fields.insert("complete".into(), json!(complete));
        let (word, status) = match &found {
            Explanation::None(clash) => {
                clash_text(puzzle, clash, &mut text);
                fields.insert("clash".into(), clash_json(puzzle, clash));
                ("none", Status::NEGATIVE)
            }
            Explanation::Multiple(ambiguity) => {
                ambiguity_text(puzzle, ambiguity, &mut text);
                ambiguity_json(puzzle, ambiguity, &mut fields);
                ("multiple", Status::NEGATIVE)
            }
            Explanation::Unique(redundancy) => {
                redundancy_text(puzzle, redundancy, &mut text);
                redundancy_json(puzzle, redundancy, &mut fields);
                ("unique", Status::OK)
            }
            Explanation::Unknown => {
                text.push_str("unknown\n");
                ("unknown", Status::UNKNOWN)
            }
        };
        let status = if complete { status } else { status.and(Status::UNKNOWN) };
        Ok(Said { word, status, text, fields })
    })
}

fn say(out: &mut String, text: std::fmt::Arguments<'_>) {
    out.write_fmt(text).and_then(|()| out.write_char('\n')).expect("text can be appended");
}

fn clash_text(puzzle: &Puzzle, clash: &Clash, out: &mut String) {
    let (clues, houses) = (number(clash.clues.len(), "clue"), number(clash.houses.len(), "house"));
    say(out, format_args!("none: {clues} and {houses} clash"));
    if !clash.clues.is_empty() {
        let list: Vec<_> = clash.clues.iter().map(|&cell| clue(puzzle, cell)).collect();
        let how = match (clash.is_minimal(), clash.is_smallest()) {
            (false, _) => "not minimal perhaps: a limit struck".to_owned(),
            (true, true) => "minimal, and no clash has fewer".to_owned(),
            (true, false) => {
                format!("minimal; the smallest clash has {} or more", clash.at_least)
            }
        };
        say(out, format_args!("clues: {} ({how})", list.join(", ")));
    }
    if !clash.houses.is_empty() {
        let how = if clash.houses_minimal { "" } else { " (not minimal perhaps: a limit struck)" };
        say(out, format_args!("houses: {}{how}", houses_of(puzzle, clash).join(", ")));
    }
    out.push('\n');
    let mark = |cell| {
        let mark = if clash.clues.contains(&cell) { "*" } else { "" };
        format!("{}{mark}", shown(puzzle, cell))
    };
    grid(puzzle, mark, out);
}

fn clash_json(puzzle: &Puzzle, clash: &Clash) -> Value {
    let clues = clash.clues.iter().zip(&clash.without).map(|(&cell, without)| {
        let candidates: Vec<_> = puzzle.clues().digits(cell).map(Digit::number).collect();
        json!({
            "cell": name(puzzle, cell),
            "candidates": candidates,
            "without": without.as_ref().map(line_of),
        })
    });
    json!({
        "clues": clues.collect::<Vec<_>>(),
        "houses": houses_of(puzzle, clash),
        "minimal": clash.is_minimal(),
        "houses_minimal": clash.houses_minimal,
        "smallest": clash.is_smallest(),
        "at_least": clash.at_least,
    })
}

fn ambiguity_text(puzzle: &Puzzle, found: &Ambiguity, out: &mut String) {
    let cells = number(found.difference.len(), "cell");
    say(out, format_args!("multiple: two solutions differ in {cells}"));
    let how = if found.is_minimal { "" } else { " (not minimal perhaps: a limit struck)" };
    let [first, _] = &found.solutions;
    let either = |cell: Cell| format!("{}/{}", first.digit(cell), found.other.digit(cell));
    let list: Vec<_> =
        found.pattern.iter().map(|&c| format!("{} {}", name(puzzle, c), either(c))).collect();
    let cells = number(found.pattern.len(), "cell");
    say(out, format_args!("deadly pattern of {cells}: {}{how}", list.join(", ")));
    added_text(puzzle, &found.added, out);
    out.push('\n');
    let added = found.added.clues.as_deref().unwrap_or_default();
    let mark = |cell| {
        let add = added.iter().find(|(added, _)| *added == cell);
        match (found.pattern.contains(&cell), add) {
            (true, None) => format!("{}*", either(cell)),
            (true, Some((_, digit))) => format!("{}+{digit}*", either(cell)),
            (false, Some((_, digit))) => format!("+{digit}"),
            (false, None) => shown(puzzle, cell),
        }
    };
    grid(puzzle, mark, out);
}

fn added_text(puzzle: &Puzzle, added: &Added, out: &mut String) {
    let at_least = added.at_least;
    match &added.clues {
        None => say(out, format_args!("unique with {at_least} more clues or more: a limit struck")),
        Some(clues) => {
            let list: Vec<_> = clues
                .iter()
                .map(|(cell, digit)| format!("{}={digit}", name(puzzle, *cell)))
                .collect();
            let how = if added.is_fewest() {
                "the fewest".to_owned()
            } else {
                format!("the fewest are {at_least} or more")
            };
            let clues = number(clues.len(), "more clue");
            say(out, format_args!("unique with {clues}: {} ({how})", list.join(", ")));
        }
    }
}

fn ambiguity_json(puzzle: &Puzzle, found: &Ambiguity, fields: &mut Map<String, Value>) {
    let names = |cells: &[Cell]| cells.iter().map(|&c| name(puzzle, c)).collect::<Vec<_>>();
    let lines: Vec<_> = found.solutions.iter().map(line_of).collect();
    let clues = found.added.clues.as_ref().map(|clues| {
        let item = |&(cell, digit): &(Cell, Digit)| json!({"cell": name(puzzle, cell), "digit": digit.number()});
        clues.iter().map(item).collect::<Vec<_>>()
    });
    fields.insert("solutions".into(), json!(lines));
    fields.insert("difference".into(), json!(names(&found.difference)));
    fields.insert(
        "pattern".into(),
        json!({
            "cells": names(&found.pattern),
            "other": line_of(&found.other),
            "minimal": found.is_minimal,
        }),
    );
    fields.insert(
        "added".into(),
        json!({
            "clues": clues,
            "fewest": found.added.is_fewest(),
            "at_least": found.added.at_least,
        }),
    );
}

fn redundancy_text(puzzle: &Puzzle, found: &Redundancy, out: &mut String) {
    let (redundant, needed) = (found.redundant.len(), found.needed.len());
    if found.is_minimal() {
        say(out, format_args!("unique: all {} are needed", number(needed, "clue")));
    } else {
        let of = number(redundant + needed + found.open.len(), "clue");
        say(out, format_args!("unique: {redundant} of {of} could be left out, each by itself"));
    }
    let list = |cells: &[Cell]| {
        cells.iter().map(|&cell| clue(puzzle, cell)).collect::<Vec<_>>().join(", ")
    };
    if redundant > 0 {
        say(out, format_args!("redundant: {}", list(&found.redundant)));
    }
    if !found.open.is_empty() {
        say(out, format_args!("undecided, as a limit struck: {}", list(&found.open)));
    }
    out.push('\n');
    let mark = |cell| {
        let mark = if found.redundant.contains(&cell) { "*" } else { "" };
        format!("{}{mark}", shown(puzzle, cell))
    };
    grid(puzzle, mark, out);
}

fn redundancy_json(puzzle: &Puzzle, found: &Redundancy, fields: &mut Map<String, Value>) {
    let names = |cells: &[Cell]| cells.iter().map(|&c| name(puzzle, c)).collect::<Vec<_>>();
    fields.insert("solution".into(), json!(line_of(&found.solution)));
    fields.insert("redundant".into(), json!(names(&found.redundant)));
    fields.insert("needed".into(), json!(names(&found.needed)));
    if !found.open.is_empty() {
        fields.insert("open".into(), json!(names(&found.open)));
    }
}

fn name(puzzle: &Puzzle, cell: Cell) -> String {
    puzzle.layout().name_of(cell)
}

fn number(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

fn houses_of(puzzle: &Puzzle, clash: &Clash) -> Vec<String> {
    let houses = puzzle.layout().houses();
    clash.houses.iter().map(|&house| houses[house].to_string()).collect()
}

/// `r1c2=5`, or `r1c2={1 5}` for pencilmarks.
fn clue(puzzle: &Puzzle, cell: Cell) -> String {
    format!("{}={}", name(puzzle, cell), set_text(puzzle, &puzzle.clues().get(cell)))
}

fn set_text(puzzle: &Puzzle, set: &CandidateSet) -> String {
    let number = |digit| puzzle.layout().number_of(digit).to_string();
    if let Some(digit) = set.only() {
        number(digit)
    } else {
        let digits: Vec<_> = set.iter().map(number).collect();
        format!("{{{}}}", digits.join(" "))
    }
}

/// A cell of the puzzle: its number, `?` for pencilmarks, a dot.
fn shown(puzzle: &Puzzle, cell: Cell) -> String {
    match puzzle.given(cell) {
        Some(digit) => puzzle.layout().number_of(digit).to_string(),
        None if puzzle.clues().len(cell) == puzzle.digits() => ".".into(),
        None => "?".into(),
    }
}

/// Rows of cells, each column as wide as it must be.
fn grid(puzzle: &Puzzle, text: impl Fn(Cell) -> String, out: &mut String) {
    let frame = puzzle.layout().frame();
    let text = |cell: Option<Cell>| cell.map_or(String::new(), &text);
    let texts: Vec<Vec<_>> = frame.by_rows().map(|row| row.map(text).collect()).collect();
    let width = |c: usize| texts.iter().map(|row| row[c].len()).max().unwrap_or(1);
    let widths: Vec<_> = (0..frame.columns()).map(width).collect();
    for row in texts {
        let mut line = String::new();
        for (text, width) in row.iter().zip(&widths) {
            _ = write!(line, "{text:<width$} ");
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
}
