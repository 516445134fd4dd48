//! `--prove DIR` of steps and hints: a certificate of each claim of each step, made and verified
//! before the step is printed.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::prove::{Entries, Item, certify};
use crate::folder::Folder;
use crate::options::{BatchArgs, InputArgs};
use crate::pipeline::{Pipeline, Printed};
use crate::signal;
use crate::source::Sources;
use crate::stream::{form, passed_over};
use satoku::ask::{
    Answer, Failure, Outcome, Reply, ScaleAsked, Scored, Settings, StepFound, StepScored, Steps,
    Want,
};
use satoku::engine::EngineSpec;
use satoku::format::{Entry, Writer};
use satoku::jobs::prove::Refuter;
use satoku::puzzle::Puzzle;
use satoku::{Limits, Result};
use satoku_check::{Form as ProofForm, Index};

/// What is asked of each puzzle, and how it is printed.
pub(super) struct Proved<'a> {
    pub(super) want: Want,
    pub(super) input: &'a InputArgs,
    pub(super) batch: &'a BatchArgs,
    pub(super) time_limit: Option<Duration>,
    pub(super) output: Option<&'static Writer>,
}

impl Proved<'_> {
    /// Answers every puzzle with certificates in a folder, numbered from 1 through all of them.
    pub(super) fn run(&self, dir: &Path) -> anyhow::Result<Outcome> {
        let inputs = self.input.reading.inputs(&self.input.files);
        let folder = Folder::open(dir, &inputs, false)?;
        let mut sources = Sources::new(&self.input.files, self.input.reading.options()?);
        let mut entries = Entries::new(&mut sources);
        let written = AtomicU64::new(0);
        let work = |pipeline: &Pipeline, Item { source, number, entry, .. }: Item| {
            let limits = pipeline.limits(self.time_limit);
            Ok(self.prove(&source, entry, number, (&folder, &written), &limits))
        };
        let pipeline = Pipeline::reading(self.input, self.batch, None).one_by_one();
        let outcome = pipeline.run(|| entries.next(), work, |printed| printed)?;
        let index = Index { puzzles: written.into_inner(), without: Vec::new(), shard: None };
        folder.finish((!signal::interrupted()).then_some(&index))?;
        Ok(outcome)
    }

    fn prove(
        &self,
        source: &str,
        entry: Result<Entry>,
        index: u64,
        place: (&Folder, &AtomicU64),
        limits: &Limits,
    ) -> Printed {
        let ignored = entry.as_ref().map_or_else(|_| Vec::new(), |it| it.ignored.clone());
        let puzzle = entry.as_ref().ok().map(|entry| entry.puzzle.clone());
        let form = form(self.output, false);
        let answer = entry.and_then(|entry| {
            let engine = EngineSpec::default();
            let progress = &|_| {};
            let settings = Settings { engine: &engine, pair: None, limits, form, progress };
            let of = |claims: &[Puzzle]| certify_all(claims, place, limits);
            if let Want::Steps(asked) = &self.want
                && asked.scale == ScaleAsked::Hodoku
            {
                let mut take = |step: &mut StepScored| {
                    step.certified(of(&step.claims(&entry.puzzle))?);
                    Ok(())
                };
                let scored = Scored::steps_with(&entry.puzzle, asked, limits, &mut take)?;
                return Ok(Answer::Score(scored.into()));
            }
            if let Want::Steps(asked) = &self.want {
                let mut take = |step: &mut StepFound| {
                    step.certified(of(&step.claims(&entry.puzzle))?);
                    Ok(())
                };
                let steps = Steps::find_with(&entry.puzzle, asked, limits, &mut take)?;
                return Ok(Answer::Steps(steps));
            }
            let mut answer = self.want.answer(&entry.puzzle, &settings)?;
            if let Answer::Hint(hint) = &mut answer {
                let claims = hint.claims(&entry.puzzle);
                if !claims.is_empty() {
                    hint.certified(of(&claims)?);
                }
            }
            Ok(answer)
        });
        let answer = answer.unwrap_or_else(|error| Answer::Failed(Failure::of_proof(&error)));
        let mut printed = Printed::default();
        printed.answer(&answer, source);
        if self.batch.json {
            let reply = Reply::new(Some(index), source, answer).of(puzzle.as_ref());
            printed.json(&Reply { ignored, ..reply });
        } else {
            if !ignored.is_empty() {
                printed.complain(source, format!("#{index}: {}", passed_over(&ignored)));
            }
            printed.text = answer.text(puzzle.as_ref(), form).into_bytes();
        }
        printed
    }
}

/// Makes certificates of all that a step claims; returns their numbers.
fn certify_all(
    claims: &[Puzzle],
    (folder, written): (&Folder, &AtomicU64),
    limits: &Limits,
) -> Result<Vec<u64>> {
    let prove = |claim: &Puzzle| {
        let number = written.fetch_add(1, Ordering::Relaxed) + 1;
        let place = folder.place(Some(number));
        let made = certify(claim, &Refuter::default(), &place, ProofForm::Text, false, limits);
        match made {
            Ok(made) if made.status == satoku::ask::Status::None => Ok(number),
            Ok(_) => Err(satoku::Error::disagreement(format!("{claim}: a step against it"))),
            Err(error) => {
                // The number goes to the next.
                written.fetch_sub(1, Ordering::Relaxed);
                Err(error)
            }
        }
    };
    claims.iter().map(prove).collect()
}
