//! `satoku prove`: a certificate of each answer.

use std::collections::VecDeque;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::Args;

use crate::folder::Folder;
use crate::long::{Long, LongArgs};
use crate::options::{BatchArgs, InputArgs, PartArgs, seconds};
use crate::pipeline::{Pipeline, Printed};
use crate::shard::Shard;
use crate::signal;
use crate::source::Sources;
use crate::stream::passed_over;
use satoku::ask::{Answer, At, Certified, Failure, Form, Outcome, Part, Reply};
use satoku::engine::EngineSpec;
use satoku::format::Entry;
use satoku::input;
use satoku::jobs::prove::{self, Refuter};
use satoku::puzzle::Puzzle;
use satoku::sat::backend::BackendSpec;
use satoku::{Limits, Result};
use satoku_check::{Form as ProofForm, Index, Statement, shown};

#[derive(Debug, Args)]
#[command(after_help = "DIR then holds puzzle.txt, solution.txt, formula.cnf, proof.lrat and \
    manifest.json; with several puzzles, each gets a numbered folder in DIR, and index.json says how \
    many there are. DIR may hold certificates, which are replaced, and nothing else. That a puzzle \
    has no solution is shown by the proof alone; that it has several, by two solutions.\n\n\
    With --shard the folders have the numbers of the whole run, and `satoku merge` puts the folders of \
    all shards together, to the bytes of the run without --shard. With --resume, what a run made before \
    it was ended is verified, not made again.\n\n\
    Answers: unique, none, multiple, unknown. Exit status: 0 all written and verified; \
    2 bad usage or input; 3 some answer unknown, as a limit was reached.\n\n\
    Examples:\n  \
    satoku prove puzzle.txt -o certificate\n  \
    satoku verify certificate\n  \
    lrat-check certificate/formula.cnf certificate/proof.lrat   # a third-party checker\n  \
    satoku prove --backend 'cmd:cadical -q {in} {proof}' puzzle.txt -o certificate\n  \
    satoku prove --cube 3/64 hard.txt -o part.3   # of a cube, on any machine\n  \
    for i in 1 2 3; do satoku prove --shard $i/3 --resume puzzles.txt -o part.$i; done\n  \
    satoku merge -o certificates part.1 part.2 part.3\n  \
    satoku prove --cube all/8 hard.txt -o parts   # of each cube\n  \
    satoku cubes --combine --certificate whole hard.txt parts")]
#[expect(clippy::struct_excessive_bools, reason = "independent flags")]
pub(super) struct ProveArgs {
    /// Folder to write to, created if necessary
    #[arg(long, short = 'o', value_name = "DIR")]
    out: PathBuf,
    /// Write the proof as compressed LRAT, proof.clrat, instead of proof.lrat
    #[arg(long)]
    compressed: bool,
    /// Solver that finds the proof: one of `satoku backends`, or `cmd:PROGRAM ARGS` with {proof} for
    /// the file it writes DRAT or LRAT to [default: varisat, followed as it solves]
    #[arg(long, value_name = "BACKEND", conflicts_with = "proof")]
    backend: Option<BackendSpec>,
    /// Make the certificate of a proof that a solver wrote for `satoku encode --block` (minimal, or
    /// extended by pairs): DRAT or LRAT of one puzzle
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Also write the proof as DRAT, proof.drat
    #[arg(long)]
    drat: bool,
    /// Write to DIR even if it holds other files, or leftovers of an interrupted run; files of the
    /// same names are replaced, inputs never
    #[arg(long, conflicts_with = "resume")]
    force: bool,
    /// Give up on a puzzle after SECONDS seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time_limit: Option<Duration>,
    /// Print statistics for each certificate to standard error
    #[arg(long)]
    stats: bool,
    #[command(flatten)]
    part: PartArgs,
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    batch: BatchArgs,
    #[command(flatten)]
    long: LongArgs,
}

impl ProveArgs {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        let inputs = self.input.reading.inputs(&self.input.files).and(self.proof.as_deref());
        let refuter = self.refuter()?;
        let long = self.long()?;
        let run = long.run(Some(&self.input))?;
        let folder = if long.resume {
            Folder::resume(&self.out, &inputs, &run)?
        } else {
            Folder::open(&self.out, &inputs, self.force)?
        };
        let parting = self.part.parting();
        let each = parting.as_ref().map_or(1, |parting| parting.share.answers());
        let sources = Sources::new(&self.input.files, self.input.reading.options()?).each(each);
        let mut sources = sources.of_shard(long.shard.unwrap_or(Shard::ALL), 0);
        let mut entries = Entries::new(&mut sources);
        // Of a shard nobody knows here whether there are others.
        let two =
            if long.shard.is_none() { [entries.next(), entries.next()] } else { [None, None] };
        let alone = long.shard.is_none() && two[1].is_none();
        if !alone && self.proof.is_some() {
            bail!("--proof FILE is of one puzzle, and the input has several");
        }
        let mut entries = two.into_iter().flatten().chain(entries);
        let work = |pipeline: &Pipeline, item: Item| {
            let Item { source, number: index, entry, is_source } = item;
            if let (true, true, Err(error)) = (is_source, long.counts_lines(), &entry) {
                bail!("{source}: {error}");
            }
            let number = (!alone).then_some(index);
            let limits = pipeline.limits(self.time_limit);
            let place = folder.place(number);
            let (mut part, mut ignored) = (None, Vec::new());
            let puzzle = entry.and_then(|entry| -> Result<Puzzle> {
                ignored = entry.ignored;
                let Some(parting) = &parting else { return Ok(entry.puzzle) };
                let (cube, puzzle) = parting.of(&entry.puzzle, index, &limits)?;
                part = Some(cube);
                Ok(puzzle)
            });
            let resumes = long.resume;
            let asked = Asked { source: &source, index, puzzle, part, ignored, resumes };
            let made = self.prove(asked, &refuter, &place, number, &limits);
            Ok(((index, made.outcome), made))
        };
        let mut index = Index { puzzles: 0, without: Vec::new(), shard: None };
        let settle = |((number, outcome), printed)| {
            index.puzzles = number;
            index.without.extend((outcome != Outcome::Positive).then_some(number));
            printed
        };
        let pipeline = Pipeline::reading(&self.input, &self.batch, None);
        let outcome = pipeline.run(|| entries.next(), work, settle)?;
        if let Some(Shard { number, of }) = long.shard {
            index.puzzles = sources.read();
            index.shard = Some(satoku_check::Shard { number, of, run });
        }
        if signal::interrupted() && long.counts_lines() {
            return Ok(outcome);
        }
        // A batch that was cut short has no index: how many there should be is not known.
        folder.finish((!alone && !signal::interrupted()).then_some(&index))?;
        Ok(outcome)
    }

    /// The shard, and whether a run is gone on with.
    fn long(&self) -> anyhow::Result<Long> {
        let long = self.long.to(None);
        if self.proof.is_some() {
            long.refuse("--proof FILE is of one puzzle")?;
        }
        Ok(long)
    }

    /// What is to find the proofs.
    fn refuter(&self) -> anyhow::Result<Refuter> {
        Ok(match (&self.backend, &self.proof) {
            (Some(backend), _) => {
                backend.find()?;
                Refuter::Backend(backend.clone())
            }
            (None, Some(proof)) => {
                input::open_ordinary(proof).with_context(|| proof.display().to_string())?;
                Refuter::Proof(proof.clone())
            }
            (None, None) => Refuter::default(),
        })
    }

    fn prove(
        &self,
        asked: Asked<'_>,
        refuter: &Refuter,
        place: &Path,
        number: Option<u64>,
        limits: &Limits,
    ) -> Printed {
        let Asked { source, index, puzzle, part, ignored, resumes } = asked;
        let dir = in_batch(&self.out, number);
        let start = Instant::now();
        let form = if self.compressed { ProofForm::Compressed } else { ProofForm::Text };
        let made = puzzle.and_then(|it| match resumes.then(|| taken_up(&it, place)).flatten() {
            Some(certified) => Ok(certified),
            None => certify(&it, refuter, place, form, self.drat, limits),
        });
        let answer = match made {
            Ok(certified) => Answer::Certified(certified),
            Err(error) => Answer::Failed(Failure::of_proof(&error)),
        };
        let time = start.elapsed();
        let mut printed = Printed::default();
        printed.answer(&answer, &dir.display().to_string());
        if let (true, Answer::Certified(it)) = (self.stats, &answer) {
            let (lemmas, hints) = (it.proof.lemmas, it.proof.hints);
            let time = 1e3 * time.as_secs_f64();
            let line = format!("{source} #{index}: {lemmas} lemmas, {hints} hints, {time:.3} ms");
            printed.statistics.push(line);
        }
        if self.batch.json {
            let (index, source) = (Some(index), Some(source.into()));
            let at = Some(At { index, source, id: None, cube: part });
            let reply = Reply { at, ..Reply::alone(answer) };
            let time_us = u64::try_from(time.as_micros()).ok();
            let dir = Some(dir.display().to_string());
            printed.json(&Reply { dir, time_us, ignored, ..reply });
        } else {
            if !ignored.is_empty() {
                printed.complain(source, format!("#{index}: {}", passed_over(&ignored)));
            }
            let text = answer.text(None, Form::default());
            printed.text = format!("{}: {text}", shown(dir.display().to_string())).into_bytes();
        }
        printed
    }
}

/// A puzzle and where it stands.
struct Asked<'a> {
    source: &'a str,
    index: u64,
    /// The puzzle, or that in which its part holds.
    puzzle: Result<Puzzle>,
    part: Option<Part>,
    ignored: Vec<String>,
    /// Whether there may be a certificate that was made before.
    resumes: bool,
}

/// A certificate that a run made before it was ended, verified from its files; what else is in its
/// place goes.
fn taken_up(puzzle: &Puzzle, dir: &Path) -> Option<Certified> {
    if !dir.exists() {
        return None;
    }
    let is_of = |statement: &Statement| {
        let text = prove::text_of(puzzle).ok()?;
        Statement::read(text.as_bytes()).ok().filter(|meant| meant == statement)
    };
    let verified = satoku_check::verify(dir).ok().filter(|it| is_of(&it.statement).is_some());
    if verified.is_none() {
        _ = fs::remove_dir_all(dir);
    }
    Some(Certified::new(&verified?))
}

/// The folder of a certificate: of a number, or the only one.
pub(super) fn in_batch(dir: &Path, number: Option<u64>) -> PathBuf {
    number.map_or_else(|| dir.to_owned(), |number| dir.join(number.to_string()))
}

/// Makes a certificate in a new folder and verifies it from its files; what fails leaves nothing.
pub(super) fn certify(
    puzzle: &Puzzle,
    refuter: &Refuter,
    dir: &Path,
    form: ProofForm,
    drat: bool,
    limits: &Limits,
) -> Result<Certified> {
    let certificate = prove::prove_by(puzzle, &EngineSpec::default(), refuter, limits)?;
    let saved = certificate.save(dir, form, drat).and_then(|()| satoku_check::verify(dir));
    if saved.is_err() {
        _ = fs::remove_dir_all(dir);
    }
    Ok(Certified::new(&saved?))
}

/// The puzzles of all sources, one by one.
pub(super) struct Entries<'a> {
    sources: &'a mut Sources,
    waiting: VecDeque<Item>,
    /// How many sources could not be read to their end: each takes a number too.
    failed: u64,
}

/// A puzzle, or why there is none.
pub(super) struct Item {
    pub(super) source: String,
    /// Its number in the whole run, from 1.
    pub(super) number: u64,
    pub(super) entry: Result<Entry>,
    /// Whether it is the source that failed.
    pub(super) is_source: bool,
}

impl<'a> Entries<'a> {
    pub(super) fn new(sources: &'a mut Sources) -> Self {
        Entries { sources, waiting: VecDeque::new(), failed: 0 }
    }
}

impl Iterator for Entries<'_> {
    type Item = Item;

    fn next(&mut self) -> Option<Self::Item> {
        while self.waiting.is_empty() {
            let chunk = self.sources.next_chunk()?;
            let item = |entry, number, is_source| {
                let source = chunk.source.to_string();
                Item { source, number, entry, is_source }
            };
            let numbers = chunk.records.iter().map(|record| record.index + self.failed);
            let entries = chunk.entries().zip(numbers);
            self.waiting.extend(entries.map(|(entry, number)| item(entry, number, false)));
            if let Some(error) = chunk.failure {
                self.failed += 1;
                let number = self.sources.read() + self.failed;
                self.waiting.push_back(item(Err(error), number, true));
            }
        }
        self.waiting.pop_front()
    }
}
