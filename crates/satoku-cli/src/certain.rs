//! `satoku candidates`: what is certain of each puzzle.

use clap::Args;
use serde_json::{Map, json};

use super::Status;
use super::args::{BatchArgs, InputArgs, SolverArgs, writer_values};
use super::each::{Means, Said, each};
use satoku::format::{Entry, Sheet, Writer};
use satoku::grid::{CandidateGrid, CandidateSet, Cell, Digit};
use satoku::jobs::candidates::{self, Certain};

#[derive(Debug, Args)]
#[command(after_help = "A true candidate is a digit that some solution has in its cell. Cells \
    with one are the backbone: they are the same in all solutions. With --json: every list, and \
    what a time limit left open.\n\n\
    Examples:\n  satoku candidates puzzle.txt\n  satoku candidates --backbone --output line puzzles.txt")]
pub(super) struct CandidatesArgs {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    batch: BatchArgs,
    #[command(flatten)]
    solver: SolverArgs,
    /// Print the backbone alone: the puzzle with every cell filled that all solutions agree on
    #[arg(long)]
    backbone: bool,
    /// The output form [default: pretty on a terminal, else grid; line for --backbone of lines]
    #[arg(long, value_name = "FORM", value_parser = writer_values())]
    output: Option<&'static Writer>,
}

pub(super) fn run(args: &CandidatesArgs) -> anyhow::Result<Status> {
    let options = args.solver.options();
    each(&args.input, &args.batch, args.output, args.solver.time_limit, |entry, means| {
        let mut progress = |open| means.progress(&format!("{open} candidates open"));
        let found = candidates::find(&entry.puzzle, &options, &means.limits, &mut progress)?;
        Ok(said(entry, &found, args.backbone, means))
    })
}

fn said(entry: &Entry, found: &Certain, backbone: bool, means: &Means<'_>) -> Said {
    let puzzle = &entry.puzzle;
    let (word, status) = match (found.is_complete(), found.is_impossible()) {
        (false, _) => ("unknown", Status::UNKNOWN),
        (true, true) => ("none", Status::NEGATIVE),
        (true, false) => ("decided", Status::OK),
    };
    let fixed = found.backbone();
    let mut text = String::new();
    if found.is_impossible() {
        text.push_str("none\n");
    } else {
        let shown = if backbone {
            let mut grid = CandidateGrid::full(puzzle.layout().cells(), puzzle.digits());
            for &(cell, digit) in &fixed {
                grid.set(cell, &CandidateSet::single(digit));
            }
            grid
        } else {
            found.remaining()
        };
        let shown = puzzle.clone().with_clues(shown);
        let sheet = Sheet {
            puzzle: &shown,
            solution: None,
            color: means.style.color,
            flat_json: entry.flat_json,
        };
        (means.style.writer.write)(&sheet, &mut text);
        if !found.is_complete() {
            text.extend([
                "unknown: ",
                &found.undecided().to_string(),
                " candidates are not decided\n",
            ]);
        }
    }
    let layout = puzzle.layout();
    let rows = |grid: &CandidateGrid| {
        let cell = |cell| grid.digits(cell).map(|d| layout.number_of(d)).collect::<Vec<_>>();
        let row = |row: &mut dyn Iterator<Item = Option<Cell>>| {
            row.map(|place| place.map(cell)).collect::<Vec<_>>()
        };
        layout.frame().by_rows().map(|mut places| row(&mut places)).collect::<Vec<_>>()
    };
    let listed = |list: &[(Cell, Digit)]| {
        let item = |&(cell, digit): &(Cell, Digit)| {
            format!("{}={}", layout.name_of(cell), layout.number_of(digit))
        };
        list.iter().map(item).collect::<Vec<_>>()
    };
    let mut fields = Map::new();
    fields.insert("complete".into(), json!(found.is_complete()));
    fields.insert("candidates".into(), json!(rows(found.possible())));
    fields.insert("backbone".into(), json!(listed(&fixed)));
    fields.insert("excluded".into(), json!(listed(&found.excluded())));
    if !found.is_complete() {
        fields.insert("open".into(), json!(rows(found.open())));
    }
    Said { word, status, text, fields }
}
