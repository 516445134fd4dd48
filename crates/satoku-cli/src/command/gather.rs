//! `satoku merge` of folders: the certificates of shards in one.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use crate::folder::Folder;
use crate::inputs::Inputs;
use satoku::ask::Outcome;
use satoku_check::{Index, Shard};

/// The certificates of a shard.
struct Part {
    dir: PathBuf,
    index: Index,
    shard: Shard,
}

impl Part {
    /// Looks whether a folder has all that its index says.
    fn open(dir: &Path) -> anyhow::Result<Self> {
        let name = || dir.display().to_string();
        let index = Index::of(dir).with_context(name)?;
        let shard = index.as_ref().and_then(|index| index.shard.clone());
        let (Some(index), Some(shard)) = (index, shard) else {
            bail!("{}: holds no certificates of a shard: was it made with --shard?", name());
        };
        // One without any certificate has an index alone.
        if index.numbers().nth(index.without.len()).is_some() {
            satoku_check::certificates(dir).with_context(name)?;
        }
        Ok(Part { dir: dir.to_owned(), index, shard })
    }

    /// The folders of its certificates, with their numbers.
    fn certificates(&self) -> impl Iterator<Item = (u64, PathBuf)> {
        let has_one = |number: &u64| self.index.without.binary_search(number).is_err();
        let numbers = self.index.numbers().filter(has_one);
        numbers.map(|number| (number, self.dir.join(number.to_string())))
    }
}

/// Copies the certificates of all shards of a run into one folder.
///
/// # Errors
/// If they are not those of all shards of one run, each once, or cannot be copied.
pub(super) fn gather(dirs: &[PathBuf], out: &Path) -> anyhow::Result<Outcome> {
    let parts: anyhow::Result<Vec<_>> = dirs.iter().map(|dir| Part::open(dir)).collect();
    let mut parts = parts?;
    parts.sort_by_key(|part| part.shard.number);
    let Some(first) = parts.first() else { bail!("no parts") };
    let (of, puzzles) = (first.shard.of, first.index.puzzles);
    for part in &parts[1..] {
        let (name, Shard { number, .. }) = (part.dir.display(), &part.shard);
        if (&part.shard.run, part.shard.of, part.index.puzzles) != (&first.shard.run, of, puzzles) {
            bail!("{name}: shard {number}/{of} of another run than {}", first.dir.display());
        }
    }
    if let Some(both) = parts.windows(2).find(|both| both[0].shard == both[1].shard) {
        let (one, two, number) = (&both[0].dir, &both[1].dir, both[1].shard.number);
        bail!("{}: shard {number}/{of} a second time, after {}", two.display(), one.display());
    }
    if let Some(missing) = (1..=of).find(|&n| parts.iter().all(|part| part.shard.number != n)) {
        bail!("shard {missing}/{of} is missing");
    }
    let all: Vec<_> = parts.iter().flat_map(Part::certificates).collect();
    if all.is_empty() {
        bail!("no shard has a certificate");
    }
    let files: Result<Vec<_>, _> = all.iter().map(|(_, dir)| files(dir)).collect();
    let files = files?;
    let inputs = Inputs::default().and(files.iter().flatten().map(PathBuf::as_path));
    let folder = Folder::open(out, &inputs, false)?;
    // The only puzzle of a run has no number.
    let alone = puzzles == 1;
    for ((number, _), files) in all.iter().zip(&files) {
        let place = folder.place((!alone).then_some(*number));
        fs::create_dir_all(&place).with_context(|| place.display().to_string())?;
        for file in files {
            let name = || file.display().to_string();
            fs::copy(file, place.join(file.file_name().with_context(name)?)).with_context(name)?;
        }
    }
    let mut without: Vec<_> = parts.into_iter().flat_map(|part| part.index.without).collect();
    without.sort_unstable();
    folder.finish((!alone).then_some(&Index { puzzles, without, shard: None }))?;
    Ok(Outcome::Positive)
}

/// The files in a folder.
fn files(dir: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let name = || dir.display().to_string();
    let mut files = Vec::new();
    for entry in fs::read_dir(dir).with_context(name)? {
        files.push(entry.with_context(name)?.path());
    }
    Ok(files)
}
