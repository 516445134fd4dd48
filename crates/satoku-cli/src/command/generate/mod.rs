//! `satoku generate`: puzzles made to order.

mod pattern;
mod rated;

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, IsTerminal, Write};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::bail;
use clap::{Args, ValueEnum};

use super::prove::{certify, in_batch};
use super::rating::RatingArgs;
use crate::folder::Folder;
use crate::inputs::Inputs;
use crate::long::{Long, LongArgs};
use crate::monitor::say;
use crate::options::{BatchArgs, box_spec, layout_help, one_layout, seconds, within};
use crate::pipeline::{Pipeline, Printed};
use crate::print::{Output, PageArgs, Plates, Press, SolutionArgs, output_values};
use crate::shard::Shard;
use crate::signal;
use satoku::ask::{Answer, At, Failure, Form, FullGrid, Impossible, Made, Outcome, Reply, Status};
use satoku::format::{Writer, writer_by_name};
use satoku::grid::{LayoutSpec, default_box};
use satoku::jobs::generate::{
    Method, Progress, RatedWish, SYMMETRIES, Symmetry, Wish, generate, grids,
};
use satoku::jobs::prove::Refuter;
use satoku::{Limits, Result};
use satoku_check::{Form as ProofForm, Index};

use pattern::Pattern;

#[derive(Debug, Args)]
#[command(after_help = "\
    Every puzzle has exactly one solution. The same --seed and options give the same puzzles on \
    every machine; a run without --seed draws one and prints it. A larger --count adds puzzles after the same first ones.\n\n\
    Exit status: 0 all made; 1 the request is impossible; 2 bad usage; 3 some puzzles were not \
    found within --tries or --time-limit.\n\n\
    With --rating, the puzzles are the first of those drawn that are rated so; the rating follows as a \
    comment, in columns of CSV, or as er, ep and ed in JSON. With --scale hodoku a rating is a score, \
    and --level does instead or as well. TECHNIQUE is a name, what several names \
    begin with, or a kind: `satoku techniques` lists them, those of HoDoKu with --scale hodoku.\n\n\
    --shard and --resume need --seed, and go with neither --rating nor --prove: which puzzles a run with \
    --rating prints is known only when all before them are rated, and `satoku prove` proves in shards.\n\n\
    Examples:\n  \
    satoku generate\n  \
    satoku generate --count 1000 --symmetry rot180 --clues 24-28 --seed 7 > book.txt\n  \
    satoku generate --size 16 --minimal --json\n  \
    satoku generate --count 1000000 --seed 7 --shard 3/16 --resume -o part.3   # on 16 machines\n  \
    satoku generate --rating 3.8..4.4 --uses fish --count 10\n  \
    satoku generate --scale hodoku --level hard --uses x-wing\n  \
    satoku generate --box 3x4 --prove certificate\n  \
    satoku generate --count 100 --output pdf --per-page 4 --solutions end -o book.pdf\n  \
    satoku generate --pattern heart.txt")]
pub(super) struct GenerateArgs {
    /// Side of the grid, with boxes as square as possible
    #[arg(long, value_name = "N", value_parser = side, conflicts_with = "boxes")]
    size: Option<usize>,
    /// Boxes of R rows and C columns
    #[arg(long = "box", value_name = "RxC", value_parser = box_spec)]
    boxes: Option<LayoutSpec>,
    #[arg(long, help = "Houses and frame, joined by +, such as 3x3+diagonals, latin, samurai", value_name = "LAYOUT", long_help = layout_help())]
    layout: Option<LayoutSpec>,
    /// Number of puzzles
    #[arg(long, short = 'n', value_name = "N", default_value_t = 1)]
    count: u64,
    /// Random seed [default: a fresh one, which is printed]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Generate complete grids instead of puzzles
    #[arg(long, conflicts_with_all = ["clues", "minimal", "symmetry", "pattern", "method", "tries", "prove", "rating", "scale", "level", "ep", "ed", "uses", "without", "pearl", "diamond"])]
    full: bool,
    /// Number of clues: K, or a range A-B, from which that of each puzzle is drawn at random
    #[arg(long, value_name = "K", value_parser = range, conflicts_with = "pattern")]
    clues: Option<RangeInclusive<usize>>,
    /// Make every clue necessary
    #[arg(long)]
    minimal: bool,
    #[arg(long, value_name = "SYMMETRY", help = symmetry_help(), conflicts_with = "pattern", default_value = "none")]
    symmetry: Symmetry,
    /// Place clues exactly on the cells that FILE marks: `.`, `0` and `_` are empty cells, other
    /// symbols are clues; lines of `#` and words are comments
    #[arg(long, value_name = "FILE")]
    pattern: Option<PathBuf>,
    /// Method of choosing clues
    #[arg(long, value_enum, default_value_t = MethodArg::Dig, conflicts_with = "pattern", alias = "way")]
    method: MethodArg,
    /// Attempts per puzzle before giving up [default: 20000 for plain 9x9, 1000 for others, 200
    /// with a pattern; 100000 with --rating or --level, pooled over all puzzles]
    #[arg(long, value_name = "N", value_parser = within(1, u64::MAX))]
    tries: Option<u64>,
    /// Give up on a puzzle after SECONDS seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time_limit: Option<Duration>,
    /// Write a certificate of each puzzle as `satoku prove` does (several: in numbered folders)
    #[arg(long, value_name = "DIR")]
    prove: Option<PathBuf>,
    /// Output form [default: pretty for one puzzle on a terminal, else line]
    #[arg(long, value_name = "FORM", value_parser = output_values(), conflicts_with = "json")]
    output: Option<Output>,
    #[command(flatten)]
    rating: RatingArgs,
    #[command(flatten)]
    batch: BatchArgs,
    #[command(flatten)]
    pages: PageArgs,
    #[command(flatten)]
    solutions: SolutionArgs,
    #[command(flatten)]
    long: LongArgs,
}

/// [`Method`] as clap sees it.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum MethodArg {
    /// Start from a full grid and remove clues while the puzzle stays unique
    Dig,
    /// Add clues until the puzzle is unique, then remove redundant ones
    Build,
}

impl From<MethodArg> for Method {
    fn from(method: MethodArg) -> Self {
        match method {
            MethodArg::Dig => Method::Dig,
            MethodArg::Build => Method::Build,
        }
    }
}

fn symmetry_help() -> String {
    let all: Vec<_> =
        SYMMETRIES.iter().map(|entry| format!("{} ({})", entry.name, entry.about)).collect();
    format!("Symmetry of the clue pattern; combine several with +: {}", all.join(", "))
}

/// The side of a square grid.
fn side(text: &str) -> std::result::Result<usize, String> {
    text.parse().map_err(|_| {
        "expected the side alone, such as 9; --box RxC has the shape of the boxes".into()
    })
}

fn range(text: &str) -> std::result::Result<RangeInclusive<usize>, String> {
    let number = |text: &str| text.trim().parse::<usize>().ok();
    let range = match text.split_once('-') {
        None => number(text).map(|clues| clues..=clues),
        Some((least, most)) => number(least).zip(number(most)).map(|(least, most)| least..=most),
    };
    let range = range.filter(|range| !range.is_empty());
    range.ok_or_else(|| "expected a number of clues, or a range such as 24-28".to_owned())
}

impl GenerateArgs {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        let wish = self.wish()?;
        let inputs = || Inputs::default().and(self.pattern.as_deref());
        let (mut press, long) =
            self.pages.press_or_text(self.output, Some(&self.solutions), inputs(), &self.long)?;
        let plates = press.as_ref().map(|press| press.plates);
        if long.counts_lines() {
            self.refuse_lines()?;
        }
        let seed = self.seed.unwrap_or_else(fresh_seed);
        let rated = self.rated(&wish)?;
        let impossible = rated.as_ref().map_or_else(|| wish.impossible(), RatedWish::impossible);
        if let Some(why) = impossible? {
            say(format!("satoku: impossible: {why}"));
            let answer = Answer::Impossible(Impossible::new(why));
            let outcome = answer.outcome();
            if self.batch.json {
                writeln!(io::stdout(), "{}", Reply::alone(answer).json())?;
            }
            return Ok(outcome);
        }
        let marked = wish.pattern.as_ref().map(|cells| format!("{cells:?}"));
        let long = long.reading(marked, self.pattern.as_deref());
        let target = long.open(None, inputs(), self.batch.json)?;
        let shard = long.shard.unwrap_or(Shard::ALL);
        let writer = self.writer(&long);
        let pipeline = Pipeline::new(&self.batch, None).to(target.writer()?);
        if !self.batch.json && press.is_none() {
            let header_of = |wish| Made::rated_header(wish, writer);
            let header = rated.as_ref().map_or(writer.header, header_of);
            write!(pipeline.out(), "{header}")?;
        }
        if self.seed.is_none() && !self.batch.quiet {
            say(format!("satoku: seed {seed}"));
        }
        let open = |dir| Folder::open(dir, &inputs(), false);
        let folder = self.prove.as_deref().map(open).transpose()?;
        let alone = self.count == 1;
        let mut index = Index { puzzles: 0, without: Vec::new(), shard: None };
        let (mut next, all) = (target.done, shard.share(self.count));
        // With a time limit, each puzzle has its own. Where many are made at once, more are with
        // the run: at the end of a batch the lanes have less to do.
        let (least, most) = match wish.batch() {
            _ if self.time_limit.is_some() => (1, 1),
            batch => (batch, if batch > 1 { GROWTH * batch } else { 1 }),
        };
        let jobs = u64::try_from(self.batch.jobs().get()).unwrap_or(u64::MAX / 2);
        let numbers = || -> Option<Vec<u64>> {
            let from = next;
            let left = all.saturating_sub(from) / (2 * jobs);
            let chunk = ((from - target.done) / SHARE).min(left).clamp(least, most);
            next = from.saturating_add(chunk).min(all);
            (from < all).then(|| (from..next).map(|place| shard.number_at(place) - 1).collect())
        };
        let place = Place { writer, folder: folder.as_ref(), plates };
        let work = |pipeline: &Pipeline, numbers: Vec<u64>| {
            let limits = pipeline.limits(self.time_limit);
            let mut printed = Printed::default();
            let mut made = Vec::new();
            for (answer, number) in self.make(&wish, seed, &numbers, pipeline, &limits)? {
                let outcome = answer.outcome();
                if long.counts_lines() && outcome != Outcome::Positive && signal::interrupted() {
                    printed.cut = true;
                    break;
                }
                let before = printed.text.len();
                made.push((number + 1, outcome));
                self.print(answer, number + 1, place, &limits, &mut printed)?;
                let text = printed.text[before..].strip_suffix(b"\n");
                let is_line = text.is_some_and(|text| !text.contains(&b'\n'));
                if long.counts_lines() && !is_line {
                    bail!(
                        "puzzle {}: not found, or of several lines, which cannot be merged or \
                         resumed: give --json",
                        number + 1
                    );
                }
            }
            Ok((made, printed))
        };
        let settle = |(made, mut printed)| {
            if let Some(press) = &mut press {
                press.take(&mut printed);
            }
            for (number, outcome) in made {
                index.puzzles = number;
                index.without.extend((outcome != Outcome::Positive).then_some(number));
            }
            printed
        };
        let outcome = match &rated {
            Some(wish) => rated::run(self, wish, seed, place, pipeline, settle)?,
            None => pipeline.run(numbers, work, settle)?,
        };
        target.finish(all)?;
        if let Some(folder) = folder {
            folder.finish((!alone && !signal::interrupted()).then_some(&index))?;
        }
        press.map_or(Ok(()), Press::finish)?;
        Ok(outcome)
    }

    /// Puzzles or grids, with their numbers.
    fn make(
        &self,
        wish: &Wish,
        seed: u64,
        numbers: &[u64],
        pipeline: &Pipeline,
        limits: &Limits,
    ) -> Result<Vec<(Answer, u64)>> {
        let numbers = numbers.iter().copied();
        if self.full {
            let grid = |number| match grids(&wish.layout, seed, number..number + 1, limits) {
                Err(error) if error.is_limit() => {
                    let status = Status::Unknown;
                    Ok((Answer::Failed(Failure { status, ..Failure::from(&error) }), number))
                }
                grids => Ok((Answer::Full(FullGrid::new(grids?.remove(0), seed)), number)),
            };
            return numbers.map(grid).collect();
        }
        let progress = |Progress { number, tries, clues, .. }| {
            pipeline.monitor.message(&format!("#{}, try {tries}: {clues} clues", number + 1));
        };
        let made = generate(wish, seed, numbers.clone(), limits, &progress)?;
        let made = made.into_iter().map(|made| Made::new(wish, seed, made));
        Ok(made.map(|made| Answer::Made(Box::new(made))).zip(numbers).collect())
    }

    fn print(
        &self,
        mut answer: Answer,
        index: u64,
        Place { writer, folder, plates }: Place<'_>,
        limits: &Limits,
        printed: &mut Printed,
    ) -> Result<()> {
        match &mut answer {
            Answer::Made(made) => {
                if let Some(reason) = &made.reason {
                    printed.diagnostics.push(format!("satoku: puzzle {index}: {reason}"));
                } else if let (Some(puzzle), Some(dir), Some(folder)) =
                    (&made.made, &self.prove, folder)
                {
                    let number = (self.count != 1).then_some(index);
                    let place = folder.place(number);
                    certify(
                        &puzzle.puzzle.puzzle,
                        &Refuter::default(),
                        &place,
                        ProofForm::Text,
                        false,
                        limits,
                    )?;
                    made.certificate = Some(in_batch(dir, number).display().to_string());
                }
            }
            Answer::Failed(failure) => {
                printed.diagnostics.push(format!("satoku: grid {index}: {}", failure.error));
            }
            _ => {}
        }
        printed.note(answer.status().word(), answer.outcome(), 1);
        if self.batch.json {
            let at = At { index: Some(index), source: None, id: None, cube: None };
            printed.json(&Reply { at: Some(at), ..Reply::alone(answer) });
            return Ok(());
        }
        if let Some(plates) = plates {
            plates.of(&answer, None, ("generate", index, None), limits, printed);
            return Ok(());
        }
        if answer.outcome() == Outcome::Positive {
            let text = answer.text(None, Form { writer, ..Form::default() });
            printed.text.extend(text.into_bytes());
            if writer.in_rows && index < self.count {
                printed.text.push(b'\n');
            }
        }
        Ok(())
    }

    fn wish(&self) -> anyhow::Result<Wish> {
        let spec = one_layout(self.boxes.as_ref(), self.layout.as_ref())?;
        let pattern = self.pattern.as_deref().map(Pattern::read).transpose()?;
        let size = self.size.or_else(|| {
            let cells = pattern.as_ref().filter(|_| spec.side().is_none())?.marks.len();
            Some(cells.isqrt()).filter(|side| *side >= 4 && side * side == cells)
        });
        let side = match (size, spec.side()) {
            (Some(size), Some(side)) if size != side => {
                bail!("--size {size}: the layout has side {side}")
            }
            (size, side) => size.or(side).unwrap_or(9),
        };
        if side == 0 || side > 400 {
            bail!("--size {side}: expected 1 to 400");
        }
        if spec.is_empty() && default_box(side).is_none() {
            bail!("--size {side}: no boxes fit; choose --layout latin or regions=MAP");
        }
        let layout = spec.build(side)?.shared();
        let pattern = pattern.map(|pattern| pattern.cells(&layout)).transpose()?;
        Ok(Wish {
            method: self.method.into(),
            clues: self.clues.clone(),
            minimal: self.minimal,
            symmetry: self.symmetry.clone(),
            pattern,
            tries: self.tries,
            ..Wish::new(layout)
        })
    }

    /// The wish with the ratings that are wanted, if any are.
    fn rated(&self, wish: &Wish) -> anyhow::Result<Option<RatedWish>> {
        let (wish, count) = (wish.clone(), self.count);
        Ok(self.rating.wanted()?.map(|wanted| RatedWish { wish, wanted, count }))
    }

    /// Refuses what cannot be put together, or gone on with, by counting lines.
    fn refuse_lines(&self) -> anyhow::Result<()> {
        let has_header = self.output.and_then(Output::text).is_some_and(|it| !it.header.is_empty());
        let reasons = [
            (self.seed.is_none(), "give --seed too: without one, each run draws its own"),
            (
                self.rating.wanted()?.is_some(),
                "not with --rating or --level, as which puzzles are printed is known only when all before them \
                 are rated; give each machine a --seed of its own",
            ),
            (
                self.prove.is_some(),
                "not with --prove; `satoku prove` proves in shards what is made",
            ),
            (has_header, "--output: a form with a header cannot be merged or resumed"),
        ];
        match reasons.iter().find(|(is_so, _)| *is_so) {
            Some((_, why)) => bail!("--shard and --resume: {why}"),
            None => Ok(()),
        }
    }

    fn writer(&self, long: &Long) -> &'static Writer {
        let is_read = io::stdout().is_terminal() && long.out.is_none() && !long.counts_lines();
        let pretty = self.count == 1 && is_read;
        let name = if pretty { "pretty" } else { "line" };
        let text = self.output.and_then(Output::text);
        text.or_else(|| writer_by_name(name)).expect("both are there")
    }
}

/// Batches grow with the run to this part of what was made, so that the first puzzles come soon, and to so many times
/// their first size. Towards the end they shrink to half a thread's share of what is left.
const SHARE: u64 = 4;
const GROWTH: u64 = 16;

/// Where what is made goes.
#[derive(Debug, Clone, Copy)]
struct Place<'a> {
    writer: &'static Writer,
    folder: Option<&'a Folder>,
    plates: Option<Plates>,
}

/// A seed that nobody chose, short enough to be typed.
fn fresh_seed() -> u64 {
    RandomState::new().build_hasher().finish() >> 32
}
