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
#[command(
    after_help = "Exit status: 0 all hold; 1 some certificate does not hold; 2 some cannot be read.\n\n\
    Example:\n  satoku verify certificate"
)]
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
                Ok(all) => dirs.extend(all.into_iter().map(|dir| (dir, None))),
                Err(error) => dirs.push_back((dir.clone(), Some(error))),
            }
        }
        let pipeline = Pipeline::new(&self.batch, None);
        pipeline.run(|| dirs.pop_front(), |_, (dir, error)| Ok(self.verify(&dir, error)), |it| it)
    }

    /// Verifies a certificate; an error says what is wrong with a folder as a whole.
    fn verify(&self, dir: &Path, error: Option<satoku_check::Error>) -> Printed {
        let verified = error.map_or_else(|| satoku_check::verify(dir), Err);
        let answer = match verified.map_err(Error::from) {
            Ok(it) => Answer::Certified(Certified::held(&it)),
            Err(error) => Answer::Failed(Failure::of_verification(&error)),
        };
        let name = dir.display().to_string();
        let mut printed = Printed::default();
        printed.answer(&answer, &name);
        if self.batch.json {
            printed.json(&Reply { dir: Some(name), ..Reply::alone(answer) });
        } else {
            printed.text =
                format!("{}: {}", shown(&*name), answer.text(None, Form::default())).into_bytes();
        }
        printed
    }
}
