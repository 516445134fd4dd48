//! `satoku techniques`: the techniques of the scale, from easy to hard.

use std::fmt::Write as _;
use std::io::{self, Write};

use clap::Args;
use satoku::ask::{self, Kind, Outcome, TechniqueKnown, techniques_named};
use satoku::rate::{shown, techniques};

#[derive(Debug, Args)]
#[command(after_help = "Options that name techniques take a name, what several names begin with \
    (hidden-single), or a kind (chain). Ratings of chains, loops and some sets grow with their \
    length.\n\n\
    Examples:\n  satoku techniques\n  satoku techniques --json")]
pub(super) struct TechniquesArgs {
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

/// The name of a technique in an option, or of several.
pub(super) fn technique(text: &str) -> satoku::Result<String> {
    techniques_named(text)?;
    Ok(text.to_owned())
}

impl TechniquesArgs {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        let mut text = String::new();
        for known in techniques().map(TechniqueKnown::new) {
            if self.json {
                text.extend([ask::json(&known).as_str(), "\n"]);
            } else {
                let TechniqueKnown { technique, kind, name, rating, .. } = known;
                let (rating, kind) = (shown(rating), kind.name());
                _ = writeln!(text, "{rating:>4}  {technique:<34} {kind:<13} {name}");
            }
        }
        if !self.json {
            text.push('\n');
            for kind in Kind::ALL {
                _ = writeln!(text, "{:<13} {}", kind.name(), kind.about());
            }
        }
        io::stdout().write_all(text.as_bytes())?;
        Ok(Outcome::Positive)
    }
}
