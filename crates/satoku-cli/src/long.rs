//! Long runs: a shard of the puzzles, an output that is there whole or not at all, and one that goes
//! on where it was ended.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;

use super::inputs::Inputs;
use super::options::InputArgs;
use super::run;
use super::shard::Shard;
use super::signal;
use super::whole::{self, Whole, beside};
use satoku::ask::{self, ShardBegins, ShardEnds};

/// What is said of a long run.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Long runs")]
pub(crate) struct LongArgs {
    /// Answer every N-th puzzle, from the I-th on; `auto`, or `auto/N`, where Slurm or GNU parallel
    /// say which. `satoku merge` puts the answers of all shards together
    #[arg(long, value_name = "I/N", value_parser = str::parse::<Shard>)]
    shard: Option<Shard>,
    /// With -o: go on where the same run was ended, or begin
    #[arg(long, requires = "out")]
    resume: bool,
}

/// Where answers go, for commands without pages.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Long runs")]
pub(crate) struct OutArgs {
    /// Write to FILE instead of standard output, in place once all is written
    #[arg(long, short = 'o', value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

/// Commands about one puzzle have no shards, and say so.
#[derive(Debug, Args)]
pub(crate) struct OneArgs {
    /// Refused
    #[arg(long, hide = true, num_args = 0..=1, default_missing_value = "", value_parser = refuse_shard)]
    shard: Option<String>,
}

fn refuse_shard(_: &str) -> Result<String, String> {
    Err("a formula is of one puzzle, and has no shards: --index K says which puzzle of a file"
        .into())
}

/// A long run.
#[derive(Debug, Clone, Default)]
pub(crate) struct Long {
    pub(crate) shard: Option<Shard>,
    pub(crate) resume: bool,
    pub(crate) out: Option<PathBuf>,
    /// What files say that options name, but for puzzles and rules.
    said: Vec<String>,
    /// These files.
    named: Vec<PathBuf>,
}

impl LongArgs {
    /// The same with the file that is written to.
    pub(crate) fn to(&self, out: Option<&PathBuf>) -> Long {
        Long { shard: self.shard, resume: self.resume, out: out.cloned(), ..Long::default() }
    }
}

impl Long {
    /// The same where an option names more that is read, perhaps in a file.
    pub(crate) fn reading(mut self, said: Option<String>, file: Option<&Path>) -> Self {
        self.said.extend(said);
        self.named.extend(file.map(Path::to_owned));
        self
    }

    /// Refuses all of it for what is no stream of lines.
    ///
    /// # Errors
    /// If something of it was asked for.
    pub(crate) fn refuse(&self, why: &str) -> anyhow::Result<()> {
        let Long { shard, resume, out, .. } = self;
        let given = [("--shard", shard.is_some()), ("--resume", *resume), ("-o", out.is_some())];
        match given.iter().find(|(_, given)| *given) {
            Some((option, _)) => bail!("{option}: {why}"),
            None => Ok(()),
        }
    }

    /// Whether answers have to be a line each: what is merged or resumed is counted by lines.
    pub(crate) fn counts_lines(&self) -> bool {
        self.resume || self.shard.is_some()
    }

    /// The run, where that matters.
    ///
    /// # Errors
    /// If what it reads cannot be read now and once more.
    pub(crate) fn run(&self, input: Option<&InputArgs>) -> anyhow::Result<String> {
        if !self.counts_lines() {
            return Ok(String::new());
        }
        run::hash(input, &self.said, self.resume)
    }

    /// Opens what is written to, never one of the inputs, and finds out how far it has come.
    ///
    /// # Errors
    /// If it is an input or cannot be written; if what is there is of another run.
    pub(crate) fn open(
        &self,
        input: Option<&InputArgs>,
        inputs: Inputs,
        json: bool,
    ) -> anyhow::Result<Target> {
        let run = self.run(input)?;
        let header = self.shard.map(|shard| Mark::Begins { shard, run: run.clone() }.text(json));
        let mut target = Target { header, json, file: None, done: 0 };
        let Some(out) = &self.out else { return Ok(target) };
        let inputs = &inputs.and(self.named.iter().map(PathBuf::as_path));
        if !self.resume {
            target.file = Some(Whole::create(out, inputs)?);
            return Ok(target);
        }
        let Some(place) = whole::place(out, inputs)? else {
            bail!("{}: is no file: --resume needs one", out.display());
        };
        let partial = resumable(&place, &run)?;
        let name = || partial.display().to_string();
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(&partial).with_context(name)?;
        target.done = target.take_up(&mut file).with_context(name)?;
        target.file = Some(Whole::kept(file, partial, place));
        Ok(target)
    }
}

/// What a shard's answers begin and end with.
enum Mark {
    /// The shard, and the hash of the run that it is part of.
    Begins { shard: Shard, run: String },
    /// How many puzzles were answered.
    Ends { puzzles: u64 },
}

impl Mark {
    fn text(&self, json: bool) -> String {
        match (self, json) {
            (Mark::Begins { shard, run }, false) => format!("# shard {shard} of run {run}\n"),
            (Mark::Begins { shard, run }, true) => {
                ask::json(&ShardBegins { shard: shard.to_string(), run: run.clone() }) + "\n"
            }
            (Mark::Ends { puzzles }, false) => format!("# end of shard, {puzzles} puzzles\n"),
            (Mark::Ends { puzzles }, true) => ask::json(&ShardEnds { end: *puzzles }) + "\n",
        }
    }
}

/// The shard and the run that answers begin with, and whether they are JSON.
pub(crate) fn begins(line: &str) -> Option<(Shard, String, bool)> {
    let (json, words) = if let Some(rest) = line.strip_prefix("# shard ") {
        (false, rest.trim_end().split_once(" of run ")?)
    } else {
        let rest = line.trim_end().strip_prefix("{\"shard\":\"")?.strip_suffix("\"}")?;
        (true, rest.split_once("\",\"run\":\"")?)
    };
    Some((words.0.parse().ok()?, words.1.to_owned(), json))
}

/// The number of puzzles that the last line of a shard's answers tells.
pub(crate) fn ends(line: &str) -> Option<u64> {
    let line = line.strip_suffix('\n')?;
    let number = match line.strip_prefix("# end of shard, ") {
        Some(rest) => rest.strip_suffix(" puzzles")?,
        None => line.strip_prefix("{\"end\":")?.strip_suffix('}')?,
    };
    number.parse().ok()
}

/// What answers are written to.
#[derive(Debug)]
pub(crate) struct Target {
    /// The line before the answers of a shard.
    header: Option<String>,
    json: bool,
    /// The file; none for standard output.
    file: Option<Whole>,
    /// How many puzzles are answered there already.
    pub(crate) done: u64,
}

impl Target {
    /// Goes behind the answers that a file has, whole lines; how many these are.
    fn take_up(&self, file: &mut File) -> anyhow::Result<u64> {
        let (mut whole, mut lines) = (0, 0);
        let mut has_header = self.header.is_none();
        let mut reader = BufReader::with_capacity(1 << 20, &*file);
        let mut line = Vec::new();
        while reader.read_until(b'\n', &mut line)? > 0 && line.ends_with(b"\n") {
            let text = str::from_utf8(&line).unwrap_or_default();
            if !has_header {
                if Some(text) != self.header.as_deref() {
                    bail!("does not begin as this shard does");
                }
                has_header = true;
            } else if self.header.is_some() && ends(text).is_some() {
                break;
            } else {
                lines += 1;
            }
            whole += line.len() as u64;
            line.clear();
        }
        file.set_len(whole)?;
        file.seek(SeekFrom::Start(whole))?;
        Ok(lines)
    }

    /// What to write to; a shard has begun there.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn writer(&self) -> anyhow::Result<Box<dyn Write + Send>> {
        let mut writer: Box<dyn Write + Send> = match &self.file {
            Some(file) => Box::new(file.file().try_clone()?),
            None => Box::new(io::stdout()),
        };
        let is_new = match &self.file {
            Some(file) => file.file().metadata()?.len() == 0,
            None => true,
        };
        if let Some(header) = self.header.as_ref().filter(|_| is_new) {
            writer.write_all(header.as_bytes())?;
        }
        Ok(writer)
    }

    /// All is written, of so many puzzles: the file takes its place. One of a run that was
    /// interrupted does not.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn finish(self, puzzles: u64) -> anyhow::Result<()> {
        if signal::interrupted() {
            return Ok(());
        }
        if self.header.is_some() {
            let end = Mark::Ends { puzzles }.text(self.json);
            match &self.file {
                Some(file) => file.file().write_all(end.as_bytes())?,
                None => io::stdout().write_all(end.as_bytes())?,
            }
        }
        self.file.map_or(Ok(()), Whole::finish)
    }
}

/// The file in which a run that can be resumed writes: its name has the hash of the run.
///
/// # Errors
/// If there is one of another run.
fn resumable(place: &Path, run: &str) -> anyhow::Result<PathBuf> {
    let own = beside(place, &format!(".{}.part", &run[..16]))?;
    let start = beside(place, ".")?;
    let start = start.file_name().and_then(OsStr::to_str).unwrap_or_default().to_owned();
    let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty());
    for entry in fs::read_dir(folder.unwrap_or(Path::new(".")))? {
        let path = entry?.path();
        let name = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
        let hash = name.strip_prefix(&start).and_then(|rest| rest.strip_suffix(".part"));
        let is_hash = |hash: &str| hash.len() == 16 && hash.bytes().all(|b| b.is_ascii_hexdigit());
        if hash.is_some_and(is_hash) && Some(name) != own.file_name().and_then(OsStr::to_str) {
            bail!(
                "{}: left by another run, of other puzzles or options: remove it, or write to \
                 another file",
                path.display()
            );
        }
    }
    Ok(own)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_read_back() {
        let shard = Shard { number: 2, of: 7 };
        for json in [false, true] {
            let text = Mark::Begins { shard, run: "ab12".into() }.text(json);
            assert_eq!(begins(&text), Some((shard, "ab12".into(), json)));
            assert_eq!(ends(&Mark::Ends { puzzles: 9 }.text(json)), Some(9));
        }
        assert_eq!(begins("unique\n"), None);
        assert_eq!(ends("{\"end\":9}"), None);
    }
}
