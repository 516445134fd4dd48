//! `satoku techniques`: the techniques of the scale, from easy to hard.

use std::fmt::Write as _;
use std::io::{self, Write};

use anyhow::Context;
use clap::Args;
use satoku::ask::{
    self, Kind, Outcome, ScaleAsked, TechniqueKnown, TechniqueScored, techniques_named,
    techniques_scored,
};
use satoku::rate::{Scale, hodoku, shown, techniques};

use super::scale::{self, scales};

#[derive(Debug, Args)]
#[command(after_help = "Options that name techniques take a name, what several names begin with \
    (hidden-single), or a kind (chain). Ratings of chains, loops and some sets grow with their \
    length. On the scale of HoDoKu a line has what a step adds to the score, the level of a puzzle that \
    needs it, or - where it is not looked for when a puzzle is rated.\n\n\
    Examples:\n  satoku techniques\n  satoku techniques --json\n  satoku techniques --scale hodoku")]
pub(super) struct TechniquesArgs {
    /// The scale [default: se121]
    #[arg(long, value_name = "SCALE", value_parser = scales())]
    scale: Option<scale::Scale>,
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

/// The name of a technique of a scale in an option, or of several.
pub(super) fn technique(text: &str) -> satoku::Result<String> {
    match techniques_scored(text) {
        Ok(_) => Ok(text.to_owned()),
        Err(_) => techniques_named(text).map(|_| text.to_owned()),
    }
}

/// Refuses names of techniques that a scale has not.
pub(super) fn named_on(scale: ScaleAsked, option: &str, names: &[String]) -> anyhow::Result<()> {
    for name in names {
        let (known, scale) = match scale {
            ScaleAsked::Hodoku => (techniques_scored(name).map(|_| ()), hodoku::SCALE),
            ScaleAsked::Se121 => (techniques_named(name).map(|_| ()), Scale::Se121.name()),
        };
        known.with_context(|| format!("{option} on the scale {scale}"))?;
    }
    Ok(())
}

/// The kinds that there are, below the techniques.
fn write_kinds(text: &mut String, there: impl Fn(Kind) -> bool) {
    text.push('\n');
    for kind in Kind::ALL.into_iter().filter(|kind| there(*kind)) {
        _ = writeln!(text, "{:<13} {}", kind.name(), kind.about());
    }
}

impl TechniquesArgs {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        if self.scale == Some(scale::Scale::Hodoku) {
            return self.run_hodoku();
        }
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
            write_kinds(&mut text, |kind| techniques().any(|it| Kind::of(it) == kind));
        }
        io::stdout().write_all(text.as_bytes())?;
        Ok(Outcome::Positive)
    }

    /// Those of the scale of HoDoKu in the order in which they are tried.
    fn run_hodoku(&self) -> anyhow::Result<Outcome> {
        let mut text = String::new();
        for technique in hodoku::techniques() {
            if self.json {
                text.extend([ask::json(&TechniqueScored::new(technique)).as_str(), "\n"]);
            } else {
                let hodoku::Technique { slug, name, level, score, rated, .. } = technique;
                let level = if *rated { level.name() } else { "-" };
                let kind = Kind::of_scored(technique).name();
                _ = writeln!(text, "{score:>5}  {level:<8} {slug:<34} {kind:<13} {name}");
            }
        }
        if !self.json {
            let there = |kind| hodoku::techniques().any(|it| Kind::of_scored(it) == kind);
            write_kinds(&mut text, there);
        }
        io::stdout().write_all(text.as_bytes())?;
        Ok(Outcome::Positive)
    }
}
