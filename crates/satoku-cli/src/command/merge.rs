//! `satoku merge`: the answers of shards in the order of the puzzles.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;

use super::gather::gather;
use crate::inputs::Inputs;
use crate::long::{begins, ends};
use crate::shard::Shard;
use crate::whole::Whole;
use satoku::ask::Outcome;

#[derive(Debug, Args)]
#[command(
    after_help = "The answers of all shards must be there, each once and whole, of the same run; what \
    comes out is what the run would have printed without --shard. Folders are those of `satoku prove \
    --shard`: their certificates are copied into the folder of -o, as the run would have made them.\n\n\
    With GNU parallel:\n  \
    parallel satoku count --shard auto/64 --resume -o part.{} puzzles.txt ::: $(seq 64)\n\
    As an array of Slurm, for --array=1-64:\n  \
    satoku count --shard auto --resume -o part.$SLURM_ARRAY_TASK_ID puzzles.txt\n\n\
    Examples:\n  \
    for i in 1 2 3; do satoku count --shard $i/3 -o part.$i puzzles.txt; done\n  \
    satoku merge part.* > answers.txt\n  \
    for i in 1 2 3; do satoku prove --shard $i/3 -o proofs.$i puzzles.txt; done\n  \
    satoku merge -o certificates proofs.*"
)]
pub(super) struct MergeArgs {
    /// The answers of each shard, files or folders of certificates, in any order
    #[arg(value_name = "PART", required = true)]
    parts: Vec<PathBuf>,
    /// Write to FILE instead of standard output, in place once all is written; of folders, to a
    /// folder
    #[arg(long, short = 'o', value_name = "FILE")]
    out: Option<PathBuf>,
}

/// The answers of a shard.
struct Part {
    name: String,
    shard: Shard,
    run: String,
    json: bool,
    /// How many puzzles it says that it answers.
    puzzles: u64,
    lines: BufReader<Shut>,
}

/// A file that is open only while it is read: there may be more parts than files may be open.
struct Shut {
    path: PathBuf,
    at: u64,
}

impl Read for Shut {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let mut file = File::open(&self.path)?;
        file.seek(SeekFrom::Start(self.at))?;
        let count = file.read(bytes)?;
        self.at += count as u64;
        Ok(count)
    }
}

/// Bytes that are read at once: of one part at least and at most, and of all together.
const READ: (usize, usize, usize) = (1 << 12, 1 << 18, 1 << 26);

/// Bytes at the end of a file in which its last line is.
const TAIL: i64 = 64;

impl Part {
    /// Opens it and reads how it begins and ends.
    fn open(path: &Path, parts: usize) -> anyhow::Result<Self> {
        let name = path.display().to_string();
        let mut file = File::open(path).with_context(|| name.clone())?;
        let puzzles = last_line(&mut file).with_context(|| name.clone())?;
        let shut = Shut { path: path.to_owned(), at: 0 };
        let mut lines = BufReader::with_capacity((READ.2 / parts).clamp(READ.0, READ.1), shut);
        let puzzles = puzzles.as_deref().and_then(ends);
        let mut first = Vec::new();
        lines.by_ref().take(256).read_until(b'\n', &mut first).with_context(|| name.clone())?;
        let first = String::from_utf8_lossy(&first);
        let Some((shard, run, json)) = begins(&first) else {
            bail!("{name}: holds no answers of a shard: was it written with --shard?");
        };
        let Some(puzzles) = puzzles else {
            bail!("{name}: is cut short: shard {shard} did not come to its end");
        };
        Ok(Part { name, shard, run, json, puzzles, lines })
    }
}

fn last_line(file: &mut (impl Read + Seek)) -> io::Result<Option<String>> {
    let length = file.seek(SeekFrom::End(0))?;
    let back = TAIL.min(i64::try_from(length).unwrap_or(TAIL));
    file.seek(SeekFrom::End(-back))?;
    let mut text = Vec::new();
    file.read_to_end(&mut text)?;
    let text = String::from_utf8_lossy(&text).into_owned();
    Ok(text.split_inclusive('\n').next_back().map(str::to_owned))
}

impl MergeArgs {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        if self.parts.iter().any(|part| part.is_dir()) {
            if let Some(file) = self.parts.iter().find(|part| !part.is_dir()) {
                bail!("{}: is no folder, as others are: certificates, or answers", file.display());
            }
            let Some(out) = &self.out else { bail!("certificates need a folder: give -o DIR") };
            return gather(&self.parts, out);
        }
        let parts: anyhow::Result<Vec<_>> =
            self.parts.iter().map(|path| Part::open(path, self.parts.len())).collect();
        let parts = ordered(parts?)?;
        let Some(out) = &self.out else {
            let mut out = BufWriter::new(io::stdout().lock());
            merge(parts, &mut out)?;
            out.flush()?;
            return Ok(Outcome::Positive);
        };
        let inputs = Inputs::default().and(self.parts.iter().map(PathBuf::as_path));
        let whole = Whole::create(out, &inputs)?;
        let name = || out.display().to_string();
        let mut writer = BufWriter::new(whole.file());
        merge(parts, &mut writer).with_context(name)?;
        writer.flush().with_context(name)?;
        drop(writer);
        whole.finish()?;
        Ok(Outcome::Positive)
    }
}

/// The parts in their order.
///
/// # Errors
/// If they are not of one run, or not all of its shards, each once.
fn ordered(mut parts: Vec<Part>) -> anyhow::Result<Vec<Part>> {
    parts.sort_by_key(|part| part.shard.number);
    let Some(first) = parts.first() else { bail!("no parts") };
    for part in &parts[1..] {
        let (name, shard) = (&part.name, part.shard);
        if (&part.run, part.shard.of, part.json) != (&first.run, first.shard.of, first.json) {
            bail!("{name}: shard {shard} of another run than {}", first.name);
        }
    }
    if let Some(both) = parts.windows(2).find(|both| both[0].shard == both[1].shard) {
        bail!("{}: shard {} a second time, after {}", both[1].name, both[1].shard, both[0].name);
    }
    let of = first.shard.of;
    if let Some(missing) = (1..=of).find(|&n| parts.iter().all(|part| part.shard.number != n)) {
        bail!("shard {missing}/{of} is missing");
    }
    let puzzles = parts.iter().map(|part| part.puzzles).sum();
    if let Some(part) = parts.iter().find(|part| part.puzzles != part.shard.share(puzzles)) {
        let (name, shard, found) = (&part.name, part.shard, part.puzzles);
        bail!("{name}: shard {shard} answers {found} puzzles, which does not fit the others");
    }
    Ok(parts)
}

/// Writes the answers in the order of the puzzles.
///
/// # Errors
/// If a part has not as many as it says, or of other puzzles.
fn merge(mut parts: Vec<Part>, out: &mut impl Write) -> anyhow::Result<()> {
    let puzzles: u64 = parts.iter().map(|part| part.puzzles).sum();
    let shards = parts.len();
    let mut line = Vec::new();
    for (index, place) in (1..=puzzles).zip((0..shards).cycle()) {
        let part = &mut parts[place];
        line.clear();
        part.lines.read_until(b'\n', &mut line).with_context(|| part.name.clone())?;
        let is_other = part.json && !line.starts_with(format!("{{\"index\":{index},").as_bytes());
        if is_other || !line.ends_with(b"\n") || is_end(&line) {
            bail!("{}: no answer to puzzle {index}", part.name);
        }
        out.write_all(&line)?;
    }
    for part in &mut parts {
        line.clear();
        part.lines.read_until(b'\n', &mut line).with_context(|| part.name.clone())?;
        if !is_end(&line) {
            bail!("{}: more answers than it says", part.name);
        }
    }
    Ok(())
}

fn is_end(line: &[u8]) -> bool {
    str::from_utf8(line).is_ok_and(|line| ends(line).is_some())
}
