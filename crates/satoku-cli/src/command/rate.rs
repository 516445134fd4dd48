//! `satoku rate`: how hard each puzzle is for people.

use std::ops::RangeInclusive;
use std::time::Duration;

use anyhow::bail;
use clap::Args;
use clap::builder::TypedValueParser;

use super::rating::{ends, rating, ratings};
use super::scale::{Scale, refuse, scales};
use super::techniques::technique;
use crate::long::{LongArgs, OutArgs};
use crate::options::{BatchArgs, InputArgs, named, seconds, within};
use crate::stream::Stream;
use satoku::ask::{Outcome, RatingFilter, Want};
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
    --min, --max, --ep, --ed, --uses, --without, --pearl or --diamond, each puzzle whose \
    rating is as asked for is printed before it, and no other.\n\n\
    TECHNIQUE is a name, what several names begin with, or a kind: `satoku techniques` lists them.\n\n\
    Examples:\n  satoku rate puzzles.txt\n  satoku rate --output csv puzzles.txt\n  \
    satoku rate --min 3.0 --max 4.4 --uses fish puzzles.txt\n  \
    satoku rate --without chain --json puzzles.txt\n  satoku rate --scale hodoku puzzles.txt"
)]
pub(super) struct RateArgs {
    /// The scale [default: se121]
    #[arg(long, value_name = "SCALE", value_parser = scales())]
    scale: Option<Scale>,
    /// Print only puzzles with this ER or a higher one
    #[arg(long, value_name = "ER", value_parser = rating)]
    min: Option<f64>,
    /// Print only puzzles with this ER or a lower one
    #[arg(long, value_name = "ER", value_parser = rating)]
    max: Option<f64>,
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
    /// Leave out techniques that rest on there being one solution: the scale is se121-nu
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

fn forms() -> impl TypedValueParser<Value = RatedForm> {
    let line = ("line", "the rating on a line; after the puzzle, if only some are printed");
    named([line, (CSV.name, CSV.about)].into_iter())
        .map(|word: String| if word == CSV.name { RatedForm::Csv } else { RatedForm::Line })
}

impl RateArgs {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        let filter = RatingFilter {
            min: self.min,
            max: self.max,
            ep: ends(self.ep.as_ref()),
            ed: ends(self.ed.as_ref()),
            uses: self.uses.clone(),
            without: self.without.clone(),
            pearl: self.pearl,
            diamond: self.diamond,
            no_uniqueness: self.no_uniqueness,
            branches: self.branches.and_then(|images| u32::try_from(images).ok()),
        };
        let long = self.long.to(self.out.out.as_ref());
        let chooses = !filter.is_empty();
        if self.branches.is_some() && matches!(self.output, Some(RatedForm::Csv)) {
            bail!("--branches: not in CSV; --json has them");
        }
        if long.counts_lines() && chooses {
            bail!("--shard and --resume: rate all puzzles, and choose from the answers");
        }
        if self.scale == Some(Scale::Hodoku) {
            let others = [self.output.is_some(), self.no_uniqueness, self.branches.is_some()];
            refuse(chooses || others.contains(&true), "--min to --output")?;
            let want = Want::Score { steps: false };
            let time_limit = self.time_limit;
            return Stream { time_limit, long, ..Stream::new(want, &self.input, &self.batch) }
                .run();
        }
        let options = EngineOptions { seed: self.seed.unwrap_or(0), ..EngineOptions::default() };
        Stream {
            long,
            output: matches!(self.output, Some(RatedForm::Csv)).then_some(&CSV),
            time_limit: self.time_limit,
            engine: EngineSpec::new("auto", options)?,
            ..Stream::new(Want::Rate(filter), &self.input, &self.batch)
        }
        .run()
    }
}
