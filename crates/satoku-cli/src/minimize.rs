//! `satoku minimize`: each puzzle without its redundant clues.

use std::str::FromStr;
use std::time::Duration;

use clap::Args;
use serde_json::{Map, json};

use super::Status;
use super::args::{BatchArgs, InputArgs, seconds, writer_values};
use super::each::{Means, Said, each};
use satoku::engine::SatOptions;
use satoku::format::{Entry, Sheet, Writer, line_of};
use satoku::grid::Digit;
use satoku::jobs::minimize::{self, Dug, Minimized, Options, Progress, clues};
use satoku::sat::backend::BackendSpec;

#[derive(Debug, Args)]
#[command(
    after_help = "Clues are tried in a random order, and each goes if the others keep the one \
    solution; so none that stays could go. A cell's pencilmarks are one clue. A puzzle that has \
    several solutions or none is not touched. Grids come with a comment that names the clues that \
    went; lines come alone.\n\n\
    Examples:\n  satoku minimize puzzle.txt\n  satoku minimize --seed 7 --output line puzzles.txt\n  \
    satoku minimize --smallest --tries 10000 puzzle.txt"
)]
pub(super) struct MinimizeArgs {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    batch: BatchArgs,
    /// Draws the order: another seed, another minimal puzzle
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Look for fewer clues: put some back and take out others, many times
    #[arg(long)]
    smallest: bool,
    /// With --smallest: how many times
    #[arg(long, value_name = "N", default_value_t = 1000, requires = "smallest")]
    tries: u64,
    /// Leave a clue undecided after so many conflicts of the SAT solver
    #[arg(long, value_name = "N")]
    effort: Option<u64>,
    /// The SAT solver: an embedded one, or `cmd:PROGRAM ARGS` with {in} and {out} for files
    #[arg(long, value_name = "BACKEND", default_value_t = minimize::backend(), value_parser = BackendSpec::from_str)]
    backend: BackendSpec,
    /// Give up on a puzzle after so many seconds; what is left by then is printed
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time_limit: Option<Duration>,
    /// The output form [default: line for lines, pretty on a terminal, else grid]
    #[arg(long, value_name = "FORM", value_parser = writer_values())]
    output: Option<&'static Writer>,
}

pub(super) fn run(args: &MinimizeArgs) -> anyhow::Result<Status> {
    let options = Options {
        seed: args.seed,
        tries: if args.smallest { args.tries } else { 0 },
        effort: args.effort,
        sat: SatOptions { backend: args.backend.clone(), ..SatOptions::default() },
    };
    each(&args.input, &args.batch, args.output, args.time_limit, |entry, means| {
        let mut progress = |now: Progress| {
            means.progress(&format!("{} clues, {} open", now.clues, now.open));
        };
        let found = minimize::minimize(&entry.puzzle, &options, &means.limits, &mut progress)?;
        Ok(match found {
            Minimized::Done(dug) => said(entry, &dug, args.seed, means),
            Minimized::Multiple(both) => {
                let mut said = word("multiple", Status::NEGATIVE);
                let solutions: Vec<_> = both.iter().map(line_of).collect();
                said.fields.insert("solutions".into(), json!(solutions));
                said
            }
            Minimized::None => word("none", Status::NEGATIVE),
            Minimized::Unknown => word("unknown", Status::UNKNOWN),
        })
    })
}

fn word(word: &'static str, status: Status) -> Said {
    Said { word, status, text: format!("{word}\n"), fields: Map::new() }
}

fn said(entry: &Entry, dug: &Dug, seed: u64, means: &Means<'_>) -> Said {
    let (word, status) =
        if dug.complete { ("minimal", Status::OK) } else { ("reduced", Status::UNKNOWN) };
    let removed: Vec<_> = dug
        .removed
        .iter()
        .map(|&(cell, digit)| {
            let name = cell.name(entry.puzzle.side());
            if entry.puzzle.given(cell).is_some() {
                return format!("{name}={digit}");
            }
            let marks = entry.puzzle.clues().digits(cell);
            let marks: Vec<_> = marks.map(|digit: Digit| digit.to_string()).collect();
            format!("{name}={{{}}}", marks.join(" "))
        })
        .collect();
    let before = clues(&entry.puzzle).len();
    let mut text = String::new();
    if ["grid", "pretty"].contains(&means.style.writer.name) {
        let undecided = dug.clues() - dug.needed;
        text = match (removed.len(), dug.complete) {
            (0, true) => format!("# {before} clues, none redundant\n"),
            (n, true) => format!("# {} of {before} clues left, {n} redundant", dug.clues()),
            (n, false) => format!(
                "# {} of {before} clues left, {n} redundant, {undecided} undecided, as a limit struck",
                dug.clues()
            ),
        };
        if !removed.is_empty() {
            text.extend([": ", &removed.join(", ")]);
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    let (color, flat_json) = (means.style.color, entry.flat_json);
    let sheet = Sheet { puzzle: &dug.puzzle, solution: None, color, flat_json };
    (means.style.writer.write)(&sheet, &mut text);
    let mut fields = Map::new();
    fields.insert("complete".into(), json!(dug.complete));
    fields.insert("clues".into(), json!(dug.clues()));
    fields.insert("clues_before".into(), json!(before));
    fields.insert("puzzle".into(), json!(dug.puzzle.to_string()));
    fields.insert("solution".into(), json!(line_of(&dug.solution)));
    fields.insert("removed".into(), json!(removed));
    fields.insert("seed".into(), json!(seed));
    Said { word, status, text, fields }
}
