//! `satoku verify`: certificates checked, without any solver.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;

use crate::options::BatchArgs;
use crate::pipeline::{Pipeline, Printed};
use satoku::Error;
use satoku::ask::{Answer, Certified, Failure, Form, Outcome, Reply};

#[derive(Debug, Args)]
#[command(
    after_help = "Exit status: 0 all hold; 1 some certificate does not hold; 2 some cannot be read.\n\n\
    Example:\n  satoku verify certificate"
)]
pub(super) struct VerifyArgs {
    /// Certificate folders, or folders of numbered certificate folders
    #[arg(value_name = "DIR", required = true)]
    dirs: Vec<PathBuf>,
    #[command(flatten)]
    batch: BatchArgs,
}

impl VerifyArgs {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        let mut dirs = VecDeque::new();
        for dir in &self.dirs {
            let is_one = satoku_check::is_certificate(dir);
            let mut inner = if is_one { Vec::new() } else { numbered(dir)? };
            inner.sort_unstable();
            if inner.is_empty() {
                dirs.push_back(dir.clone());
            }
            dirs.extend(inner.into_iter().map(|(_, dir)| dir));
        }
        let pipeline = Pipeline::new(&self.batch, None);
        pipeline.run(|| dirs.pop_front(), |_, dir| Ok(self.verify(&dir)), |printed| printed)
    }

    fn verify(&self, dir: &Path) -> Printed {
        let answer = match satoku_check::verify(dir).map_err(Error::from) {
            Ok(it) => Answer::Certified(Certified { holds: Some(true), ..Certified::new(&it) }),
            Err(error) => Answer::Failed(Failure::of_verification(&error)),
        };
        let name = dir.display().to_string();
        let mut printed = Printed::default();
        printed.answer(&answer, &name);
        if self.batch.json {
            printed.json(&Reply { dir: Some(name), ..Reply::alone(answer) });
        } else {
            printed.text = format!("{name}: {}", answer.text(None, Form::default())).into_bytes();
        }
        printed
    }
}

/// The folders in a folder whose names are numbers.
fn numbered(dir: &Path) -> anyhow::Result<Vec<(u64, PathBuf)>> {
    let mut found = Vec::new();
    for entry in dir.read_dir().with_context(|| dir.display().to_string())? {
        let path = entry?.path();
        let number = path.file_name().and_then(|name| name.to_str()?.parse().ok());
        found.extend(number.filter(|_| path.is_dir()).map(|number| (number, path)));
    }
    Ok(found)
}
