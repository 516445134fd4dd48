//! `satoku verify`: certificates checked, without any solver.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::options::BatchArgs;
use crate::pipeline::{Pipeline, Printed};
use satoku::Error;
use satoku::ask::{Answer, Certified, Failure, Form, Outcome, Reply};
use satoku_check::shown;

#[derive(Debug, Args)]
#[command(after_help = "Of a batch, puzzles without certificate are named.\n\n\
    Exit status: 0 all hold; 1 some certificate does not hold; 2 some cannot be read, or a batch has \
    none.\n\n\
    Example:\n  satoku verify certificate")]
pub(super) struct VerifyArgs {
    /// Certificate folders: each of one certificate, or of a whole batch
    #[arg(value_name = "DIR", required = true)]
    dirs: Vec<PathBuf>,
    #[command(flatten)]
    batch: BatchArgs,
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
        let pipeline = Pipeline::new(&self.batch, None);
        let work = |_: &_, (dir, found): (PathBuf, _)| Ok(self.verify(&dir, found));
        pipeline.run(|| dirs.pop_front(), work, |it| it)
    }

    /// Verifies a certificate, if there should be one; an error says what is wrong with a folder as
    /// a whole.
    fn verify(&self, dir: &Path, found: satoku_check::Result<bool>) -> Printed {
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
