//! The folder that certificates are written to: made in a folder of their own within it, and moved
//! to their places when all are there. Nothing but certificates is ever replaced.

use std::fs;
use std::io;
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
}

impl Folder {
    /// Takes a folder, created if need be. With `force` it may hold other files, of which those of
    /// the same names as new ones are replaced, or what an interrupted run left.
    ///
    /// # Errors
    /// If another run writes to it, if it holds anything but certificates, or if an input would be
    /// replaced.
    pub(crate) fn open(dir: &Path, inputs: &Inputs, force: bool) -> anyhow::Result<Self> {
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
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => bail!(
                "{}: another run is writing here, or was interrupted; choose another folder, or \
                 use `prove --force` once no run is at work",
                partial.display()
            ),
            made => made.with_context(|| partial.display().to_string())?,
        }
        // From here on, what goes wrong takes it away again.
        let mut this =
            Folder { dir: dir.into(), partial, old: Contents::default(), force, created };
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
        self.partial.join(number.map_or_else(|| "alone".to_owned(), |number| number.to_string()))
    }

    /// Puts what was made in its place, if anything was, with the index of a batch.
    ///
    /// # Errors
    /// If files cannot be moved, or one is in the way that was not there before.
    pub(crate) fn finish(self, index: Option<&Index>) -> anyhow::Result<()> {
        if fs::read_dir(&self.partial)?.next().is_none() {
            return Ok(());
        }
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
        // It is this run's own, and empty unless something went wrong.
        _ = fs::remove_dir_all(&self.partial);
        if self.created {
            _ = fs::remove_dir(&self.dir);
        }
    }
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
