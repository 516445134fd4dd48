//! Rules given on the command line, beside whatever is read.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use satoku::input;
use satoku::rule::{Junction, KINDS};

#[derive(Debug, Args)]
#[command(next_help_heading = "Input")]
pub(super) struct RuleArgs {
    #[arg(
        long,
        value_name = "RULE",
        help = "A rule for every puzzle, such as `cage 15 r1c1 r1c2` (repeatable)",
        long_help = help()
    )]
    constraint: Vec<String>,
    /// Rules for every puzzle from a file, one per line; lines that start with # are comments
    #[arg(long, value_name = "FILE", value_parser = read)]
    rules: Vec<RuleFile>,
}

/// The rules of a file.
#[derive(Debug, Clone)]
struct RuleFile {
    path: PathBuf,
    rules: Vec<String>,
}

impl RuleArgs {
    /// The texts of all rules.
    pub(super) fn texts(&self) -> Vec<String> {
        let of_files = self.rules.iter().flat_map(|file| &file.rules);
        self.constraint.iter().chain(of_files).cloned().collect()
    }

    /// The files that rules came from.
    pub(super) fn files(&self) -> impl Iterator<Item = &Path> {
        self.rules.iter().map(|file| &*file.path)
    }
}

fn read(path: &str) -> Result<RuleFile, String> {
    let text = input::read_text(Path::new(path)).map_err(|error| error.to_string())?;
    let lines = text.lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    Ok(RuleFile { path: path.into(), rules: lines.map(str::to_owned).collect() })
}

fn help() -> String {
    let mut help = "A rule for every puzzle (repeatable). Cells are r1c1; r1-3c2 are three cells, \
                    r9c6-r4c1 a diagonal, r3 a row, c4 a column. Kinds:"
        .to_owned();
    for kind in KINDS {
        _ = write!(help, "\n- {}: {}", kind.usage(), kind.about);
    }
    help.push_str("\nRules made of rules, and of JSON objects of blocks:");
    for junction in Junction::ALL {
        _ = write!(help, "\n- {}: {}", junction.usage(), junction.about());
    }
    help
}
