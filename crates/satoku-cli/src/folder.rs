//! The folder that certificates are written to: made in a folder of their own within it, and moved
//! to their places when all are there. Nothing but certificates is ever replaced.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use satoku_check::{Contents, Index, is_file_name};

use crate::inputs::Inputs;

/// A folder to which this run alone writes.
#[derive(Debug)]
pub(crate) struct Folder {
    dir: PathBuf,
    /// Where certificates are made. Whoever creates it owns the folder until it is gone.
    partial: PathBuf,
    /// What was there of other certificates: it goes when the new ones come.
    old: Contents,
    force: bool,
    created: bool,
    /// Says which run it is that can be gone on with: then what was made stays until all is there.
    /// Locked as long as one is at work.
    run: Option<File>,
}

/// The file that says which run made what is in the folder beside it.
const RUN: &str = "run";

impl Folder {
    /// Takes a folder, created if need be. With `force` it may hold other files, of which those of
    /// the same names as new ones are replaced, or what an interrupted run left.
    ///
    /// # Errors
    /// If another run writes to it, if it holds anything but certificates, or if an input would be
    /// replaced.
    pub(crate) fn open(dir: &Path, inputs: &Inputs, force: bool) -> anyhow::Result<Self> {
        Self::take(dir, inputs, force, None)
    }

    /// Takes a folder in which the same run made certificates before it was ended, or a new one.
    ///
    /// # Errors
    /// As [`Self::open`]; if what is there was made by another run.
    pub(crate) fn resume(dir: &Path, inputs: &Inputs, run: &str) -> anyhow::Result<Self> {
        Self::take(dir, inputs, false, Some(run))
    }

    fn take(dir: &Path, inputs: &Inputs, force: bool, run: Option<&str>) -> anyhow::Result<Self> {
        let name = || dir.display().to_string();
        if let Some((path, input)) = in_the_way(dir, inputs) {
            bail!(
                "{}: is an input ({input}) and would be replaced by a file of the certificate; \
                 choose another folder than {}",
                path.display(),
                name()
            );
        }
        let created = !dir.exists();
        fs::create_dir_all(dir).with_context(name)?;
        let partial = dir.join(Contents::PARTIAL);
        if force && partial.exists() {
            fs::remove_dir_all(&partial).with_context(|| partial.display().to_string())?;
        }
        match fs::create_dir(&partial) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && run.is_some() => {}
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => bail!(
                "{}: another run is writing here, or was interrupted; choose another folder, or \
                 use `prove --force` once no run is at work",
                partial.display()
            ),
            made => made.with_context(|| partial.display().to_string())?,
        }
        let run = run.map(|run| claim(&partial, run)).transpose()?;
        // From here on, what goes wrong takes it away again.
        let mut this =
            Folder { dir: dir.into(), partial, old: Contents::default(), force, created, run };
        this.old = Contents::of(dir).map_err(satoku::Error::from)?;
        let foreign = &this.old.foreign;
        if let (Some(first), false) = (foreign.first(), force) {
            let more = match foreign.len() {
                1 => String::new(),
                count => format!(" and {} more", count - 1),
            };
            bail!(
                "{}: holds files that are no certificate ({}{more}); choose another folder, or \
                 use `prove --force` to write beside them",
                name(),
                first.display()
            );
        }
        Ok(this)
    }

    /// Where the certificate of a puzzle is made: the only one, or that of a number.
    pub(crate) fn place(&self, number: Option<u64>) -> PathBuf {
        let name = number.map_or_else(|| Contents::ALONE.to_owned(), |number| number.to_string());
        self.partial.join(name)
    }

    /// Puts what was made in its place, if anything was, with the index of a batch.
    ///
    /// # Errors
    /// If files cannot be moved, or one is in the way that was not there before.
    pub(crate) fn finish(mut self, index: Option<&Index>) -> anyhow::Result<()> {
        let is_shard = index.is_some_and(|index| index.shard.is_some());
        if is_shard || !is_empty(&self.partial)? {
            self.put_in_place(index)?;
        }
        self.run = None;
        Ok(())
    }

    fn put_in_place(&self, index: Option<&Index>) -> anyhow::Result<()> {
        let alone = Some(self.place(None)).filter(|place| place.exists());
        if let Some(index) = index {
            fs::write(self.partial.join(Index::NAME), index.write())?;
        }
        for name in &self.old.own {
            let path = self.dir.join(name);
            match fs::remove_file(&path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(error).with_context(|| path.display().to_string());
                }
                _ => {}
            }
        }
        for number in &self.old.numbered {
            // One that holds other files stays.
            _ = fs::remove_dir(self.dir.join(number.to_string()));
        }
        self.settle(alone.as_ref().unwrap_or(&self.partial), &self.dir)
    }

    /// Moves what is in a folder to another, what says that all is there last.
    fn settle(&self, from: &Path, to: &Path) -> anyhow::Result<()> {
        let entries = fs::read_dir(from)?.collect::<io::Result<Vec<_>>>()?;
        let mut names: Vec<_> = entries.iter().map(fs::DirEntry::file_name).collect();
        names.retain(|name| name != RUN);
        names.sort_by_key(|name| (name == "manifest.json" || name == Index::NAME, name.clone()));
        for name in names {
            let (old, new) = (from.join(&name), to.join(&name));
            let place = || new.display().to_string();
            let is_there = new.symlink_metadata().is_ok();
            if is_there && old.is_dir() && new.is_dir() {
                self.settle(&old, &new)?;
                fs::remove_dir(&old).with_context(place)?;
            } else if is_there && !self.force {
                bail!("{}: is in the way of the certificate", place());
            } else {
                fs::rename(&old, &new).with_context(place)?;
            }
        }
        Ok(())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if self.run.is_some() && !is_empty(&self.partial).unwrap_or(true) {
            return;
        }
        // It is this run's own, and empty unless something went wrong.
        _ = fs::remove_dir_all(&self.partial);
        if self.created {
            _ = fs::remove_dir(&self.dir);
        }
    }
}

/// Takes the folder in which a run made certificates, or begins it.
///
/// # Errors
/// If a run is at work there, or it was another one.
fn claim(partial: &Path, run: &str) -> anyhow::Result<File> {
    let path = partial.join(RUN);
    let name = || path.display().to_string();
    let mut options = OpenOptions::new();
    let file = options.read(true).write(true).create(true).truncate(false).open(&path);
    let mut file = file.with_context(name)?;
    // Where files cannot be locked, nobody knows.
    if let Err(TryLockError::WouldBlock) = file.try_lock() {
        bail!("{}: another run is writing here; choose another folder", partial.display());
    }
    let mut text = String::new();
    file.read_to_string(&mut text).with_context(name)?;
    if text != run {
        if !is_empty(partial)? {
            bail!(
                "{}: left by another run, of other puzzles or options: remove it, or choose \
                 another folder",
                partial.display()
            );
        }
        file.set_len(0).with_context(name)?;
        io::Seek::rewind(&mut file).with_context(name)?;
        file.write_all(run.as_bytes()).with_context(name)?;
    }
    Ok(file)
}

/// Whether nothing was made in a folder.
fn is_empty(partial: &Path) -> io::Result<bool> {
    Ok(fs::read_dir(partial)?.all(|entry| entry.is_ok_and(|entry| entry.file_name() == RUN)))
}

/// A file of the folder that is an input, and what the input is called: one that has the name of a
/// file of certificates, or lies among the leftovers of an interrupted run.
fn in_the_way<'a>(dir: &Path, inputs: &'a Inputs) -> Option<(PathBuf, &'a str)> {
    let mut folders = vec![dir.to_owned()];
    while let Some(folder) = folders.pop() {
        // What cannot be read is found out when it is written to.
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let Ok(below) = path.strip_prefix(dir) else { continue };
            let is_left = below.starts_with(Contents::PARTIAL);
            if (is_left || is_file_name(below))
                && let Some(input) = inputs.find(&path)
            {
                return Some((path, input));
            }
            let is_folder = if is_left {
                entry.file_type().is_ok_and(|kind| kind.is_dir())
            } else {
                // A numbered one, or a link to one.
                is_file_name(&below.join("manifest.json")) && path.is_dir()
            };
            if is_folder {
                folders.push(path);
            }
        }
    }
    None
}
