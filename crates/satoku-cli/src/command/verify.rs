//! `satoku verify`: certificates checked, without any solver.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;

use crate::monitor::say;
use crate::options::{BatchArgs, ReadingArgs};
use crate::pipeline::{Pipeline, Printed};
use crate::source::Sources;
use crate::stream::passed_over;
use satoku::Error;
use satoku::ask::{Answer, Certified, Failure, Form, Outcome, Reply, Status};
use satoku::jobs::prove;
use satoku_check::{Statement, Verified, shown};

#[derive(Debug, Args)]
#[command(after_help = "Of a batch, puzzles without certificate are named.\n\n\
    Exit status: 0 all hold; 1 some certificate does not hold; 2 some cannot be read, or a batch has \
    none.\n\n\
    Examples:\n  satoku verify certificate\n  satoku verify certificate --puzzle puzzle.txt")]
pub(super) struct VerifyArgs {
    /// Certificate folders: each of one certificate, or of a whole batch
    #[arg(value_name = "DIR", required = true)]
    dirs: Vec<PathBuf>,
    /// Also check that these are the puzzles of the certificates, in their order
    #[arg(long, value_name = "FILE")]
    puzzle: Option<PathBuf>,
    #[command(flatten)]
    reading: ReadingArgs,
    #[command(flatten)]
    batch: BatchArgs,
}

/// A folder, and whether it should have a certificate.
type Found = (PathBuf, satoku_check::Result<bool>);

/// The same with its puzzle.
type Expected = (PathBuf, satoku_check::Result<bool>, Option<Vec<u8>>);

/// Whether a certificate is of a puzzle, stated as certificates do.
fn is_of(verified: &Verified, puzzle: &[u8]) -> bool {
    Statement::read(puzzle).is_ok_and(|meant| meant == verified.statement)
}

impl VerifyArgs {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        let mut dirs = VecDeque::new();
        for dir in &self.dirs {
            match satoku_check::certificates(dir) {
                Ok(all) => dirs.extend(all.into_iter().map(|it| (it.dir, Ok(it.has_certificate)))),
                Err(error) => dirs.push_back((dir.clone(), Err(error))),
            }
        }
        let mut dirs = self.with_puzzles(dirs)?;
        let pipeline = Pipeline::new(&self.batch, None);
        let work = |_: &_, (dir, found, meant): (PathBuf, _, Option<Vec<u8>>)| {
            Ok(self.verify(&dir, found, meant.as_deref()))
        };
        pipeline.run(|| dirs.pop_front(), work, |it| it)
    }

    /// Each folder with the puzzle that it should be of, as certificates state it, if these were
    /// given.
    fn with_puzzles(&self, dirs: VecDeque<Found>) -> anyhow::Result<VecDeque<Expected>> {
        if self.puzzle.is_none() && self.reading.says_something() {
            bail!("options for the input say how --puzzle FILE is read, which is not there");
        }
        let Some(path) = &self.puzzle else {
            return Ok(dirs.into_iter().map(|(dir, found)| (dir, found, None)).collect());
        };
        let name = || path.display().to_string();
        let mut sources = Sources::new(std::slice::from_ref(path), self.reading.options()?);
        let mut puzzles = Vec::new();
        while let Some(chunk) = sources.next_chunk() {
            for entry in chunk.entries() {
                let entry = entry.with_context(name)?;
                if !entry.ignored.is_empty() {
                    say(format!("satoku: {}: {}", name(), passed_over(&entry.ignored)));
                }
                puzzles.push(prove::text_of(&entry.puzzle).with_context(name)?);
            }
            if let Some(error) = chunk.failure {
                return Err(error).with_context(name);
            }
        }
        if puzzles.len() != dirs.len() {
            let (puzzles, places) = (puzzles.len(), dirs.len());
            bail!("{}: {puzzles} puzzles for {places} certificates", name());
        }
        let pairs = dirs.into_iter().zip(puzzles);
        Ok(pairs.map(|((dir, found), puzzle)| (dir, found, Some(puzzle.into()))).collect())
    }

    /// Verifies a certificate, if there should be one, and compares its puzzle with the one meant; an
    /// error says what is wrong with a folder as a whole.
    fn verify(
        &self,
        dir: &Path,
        found: satoku_check::Result<bool>,
        meant: Option<&[u8]>,
    ) -> Printed {
        let name = dir.display().to_string();
        let mut printed = Printed::default();
        let verified = match found {
            Ok(true) => satoku_check::verify(dir),
            Ok(false) => {
                // Nothing is claimed of this puzzle: what is claimed may all hold.
                let failure = Failure::of_gap();
                printed.note(failure.status.word(), Outcome::Positive, 1);
                let text = format!("{}\n", failure.error);
                return self.print(printed, name, Answer::Failed(failure), &text);
            }
            Err(error) => Err(error),
        };
        let answer = match verified.map_err(Error::from) {
            Ok(it) if meant.is_some_and(|meant| !is_of(&it, meant)) => {
                let other = Error::input("it holds, but its puzzle is another than the one given");
                Answer::Failed(Failure {
                    status: Status::Refused,
                    ..Failure::of_verification(&other)
                })
            }
            Ok(it) => Answer::Certified(Certified::held(&it)),
            Err(error) => Answer::Failed(Failure::of_verification(&error)),
        };
        printed.answer(&answer, &name);
        let text = answer.text(None, Form::default());
        self.print(printed, name, answer, &text)
    }

    /// Prints an answer, as JSON or as text.
    fn print(&self, mut printed: Printed, name: String, answer: Answer, text: &str) -> Printed {
        if self.batch.json {
            printed.json(&Reply { dir: Some(name), ..Reply::alone(answer) });
        } else {
            printed.text = format!("{}: {text}", shown(&*name)).into_bytes();
        }
        printed
    }
}
