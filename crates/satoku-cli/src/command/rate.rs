//! `satoku rate`: how hard each puzzle is for people.

use std::ops::RangeInclusive;
use std::time::Duration;

use anyhow::bail;
use clap::Args;
use clap::builder::TypedValueParser;

use super::rating::{amount, ends, er, known, level, ratings, score};
use super::scale::{Scale, only_hodoku, refuse, scales};
use super::techniques::technique;
use crate::long::{LongArgs, OutArgs};
use crate::options::{BatchArgs, InputArgs, named, seconds, within};
use crate::stream::Stream;
use satoku::ask::{Outcome, RatingFilter, ScoreFilter, Want};
use satoku::engine::{EngineOptions, EngineSpec};
use satoku::format::Writer;

#[derive(Debug, Args)]
#[command(
    after_help = "A rating is ER/EP/ED on the scale of Sudoku Explainer 1.2.1: the highest rating of \
    a step to the solution, of those up to the first digit that is placed, and of the first step. \
    20.0 is beyond the scale. Puzzles of other layouts, sides to 36, and of rules are rated on \
    a scale of their own, with the ratings of techniques as labels (se-general). Of puzzles without \
    exactly one solution the word is printed. With --scale hodoku it is score and level, such as \
    `1182 Unfair`, of plain 9×9: up to Medium those of HoDoKu 2.2, above it compatible with them. With \
    --min, --max, --level, --ep, --ed, --uses, --without, --pearl or --diamond, each puzzle whose \
    rating is as asked for is printed before it, and no other.\n\n\
    TECHNIQUE is a name, what several names begin with, or a kind: `satoku techniques` lists them.\n\n\
    Examples:\n  satoku rate puzzles.txt\n  satoku rate --output csv puzzles.txt\n  \
    satoku rate --min 3.0 --max 4.4 --uses fish puzzles.txt\n  \
    satoku rate --without chain --json puzzles.txt\n  satoku rate --scale hodoku --level hard --max 1400 puzzles.txt"
)]
pub(super) struct RateArgs {
    /// The scale [default: se121]
    #[arg(long, value_name = "SCALE", value_parser = scales())]
    scale: Option<Scale>,
    /// Print only puzzles with this ER or a higher one; with --scale hodoku, this score
    #[arg(long, value_name = "ER", value_parser = amount)]
    min: Option<f64>,
    /// Print only puzzles with this ER or a lower one; with --scale hodoku, this score
    #[arg(long, value_name = "ER", value_parser = amount)]
    max: Option<f64>,
    /// Print only puzzles of this level on the scale of HoDoKu: easy, medium, hard, unfair or extreme,
    /// or a range LO..HI
    #[arg(long, value_name = "LEVEL", value_parser = level, requires = "scale")]
    level: Option<String>,
    /// Print only puzzles whose EP is X, or in the range LO..HI
    #[arg(long, value_name = "LO..HI", value_parser = ratings)]
    ep: Option<RangeInclusive<f64>>,
    /// Print only puzzles whose ED is X, or in the range LO..HI
    #[arg(long, value_name = "LO..HI", value_parser = ratings)]
    ed: Option<RangeInclusive<f64>>,
    /// Print only puzzles with a step by TECHNIQUE (repeatable: by each of them)
    #[arg(long, value_name = "TECHNIQUE", value_parser = technique)]
    uses: Vec<String>,
    /// Print only puzzles without a step by TECHNIQUE (repeatable)
    #[arg(long, value_name = "TECHNIQUE", value_parser = technique)]
    without: Vec<String>,
    /// Print only puzzles whose ER is their EP
    #[arg(long)]
    pearl: bool,
    /// Print only puzzles whose ER is their EP and ED
    #[arg(long)]
    diamond: bool,
    /// Leave out techniques that rest on there being one solution: the scale is se121-nu or
    /// hodoku-nu
    #[arg(long)]
    no_uniqueness: bool,
    /// Print the mean number of branches that native search takes over IMAGES random images of each
    /// puzzle, too, behind its rating
    #[arg(long, value_name = "IMAGES", value_parser = within(1, 1_000_000))]
    branches: Option<u64>,
    /// The random seed of these images [default: 0]
    #[arg(long, requires = "branches")]
    seed: Option<u64>,
    /// Output form [default: line]
    #[arg(long, value_name = "FORM", value_parser = forms(), conflicts_with = "json")]
    output: Option<RatedForm>,
    /// Give up on a puzzle after SECONDS seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time_limit: Option<Duration>,
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    batch: BatchArgs,
    #[command(flatten)]
    long: LongArgs,
    #[command(flatten)]
    out: OutArgs,
}

/// How ratings are printed.
#[derive(Debug, Clone, Copy)]
enum RatedForm {
    Line,
    Csv,
}

/// Records of CSV with the rating; the answer writes them.
static CSV: Writer = Writer {
    name: "csv",
    about: "a CSV record: puzzle, er, ep, ed, status",
    in_rows: false,
    has_both: false,
    header: "puzzle,er,ep,ed,status\n",
    write: |_, _| {},
};

/// The same on the scale of HoDoKu.
static SCORE_CSV: Writer = Writer {
    about: "a CSV record: puzzle, score, level, status",
    header: "puzzle,score,level,status\n",
    ..CSV
};

fn forms() -> impl TypedValueParser<Value = RatedForm> {
    let line = ("line", "the rating on a line; after the puzzle, if only some are printed");
    named([line, (CSV.name, CSV.about)].into_iter())
        .map(|word: String| if word == CSV.name { RatedForm::Csv } else { RatedForm::Line })
}

impl RateArgs {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        let is_csv = matches!(self.output, Some(RatedForm::Csv));
        let is_hodoku = self.scale == Some(Scale::Hodoku);
        let (want, chooses) = if is_hodoku { self.score()? } else { self.rating()? };
        let long = self.long.to(self.out.out.as_ref());
        if self.branches.is_some() && is_csv {
            bail!("--branches: not in CSV; --json has them");
        }
        if long.counts_lines() && chooses {
            bail!("--shard and --resume: rate all puzzles, and choose from the answers");
        }
        let options = EngineOptions { seed: self.seed.unwrap_or(0), ..EngineOptions::default() };
        Stream {
            long,
            output: is_csv.then_some(if is_hodoku { &SCORE_CSV } else { &CSV }),
            time_limit: self.time_limit,
            engine: EngineSpec::new("auto", options)?,
            ..Stream::new(want, &self.input, &self.batch)
        }
        .run()
    }

    /// What is asked on the scale of Sudoku Explainer, and whether it leaves out puzzles.
    fn rating(&self) -> anyhow::Result<(Want, bool)> {
        only_hodoku(self.level.is_some(), "--level")?;
        let filter = RatingFilter {
            min: er("--min", self.min)?,
            max: er("--max", self.max)?,
            ep: ends(self.ep.as_ref()),
            ed: ends(self.ed.as_ref()),
            uses: self.uses.clone(),
            without: self.without.clone(),
            pearl: self.pearl,
            diamond: self.diamond,
            no_uniqueness: self.no_uniqueness,
            branches: self.branches.and_then(|images| u32::try_from(images).ok()),
        };
        known(filter.wanted())?;
        let chooses = !filter.is_empty();
        Ok((Want::Rate(filter), chooses))
    }

    /// The same on the scale of HoDoKu.
    fn score(&self) -> anyhow::Result<(Want, bool)> {
        let flags = [self.pearl, self.diamond, self.branches.is_some()];
        refuse(
            self.ep.is_some() || self.ed.is_some() || flags.contains(&true),
            "--ep, --ed, --pearl, --diamond and --branches",
        )?;
        let filter = ScoreFilter {
            min: score("--min", self.min)?,
            max: score("--max", self.max)?,
            level: self.level.clone(),
            uses: self.uses.clone(),
            without: self.without.clone(),
            no_uniqueness: self.no_uniqueness,
            steps: false,
        };
        known(filter.wanted())?;
        let chooses = !filter.is_empty();
        Ok((Want::Score(filter), chooses))
    }
}
