//! What a run reads, so that nothing it writes takes the place of that.

#[cfg(unix)]
use std::fs::{File, Metadata};
#[cfg(unix)]
use std::os::{fd::AsFd, unix::fs::MetadataExt};
use std::path::{Path, PathBuf};

/// The files that a run reads: puzzles, rules, patterns, solutions.
#[derive(Debug, Default)]
pub(crate) struct Inputs(Vec<Input>);

#[derive(Debug)]
struct Input {
    /// What the user calls it.
    name: String,
    file: Identity,
}

/// What names of one file have in common: its device and its number there.
#[cfg(unix)]
type Identity = (u64, u64);

/// What names of one file have in common: its path without links.
#[cfg(not(unix))]
type Identity = PathBuf;

impl Inputs {
    /// Where puzzles come from: files, and standard input where `-` or none is named.
    pub(crate) fn puzzles(paths: &[PathBuf]) -> Self {
        let is_standard = |path: &&PathBuf| path.as_os_str() == "-";
        let mut inputs = Inputs::default();
        if (paths.is_empty() || paths.iter().any(|path| is_standard(&path)))
            && let Some(file) = standard()
        {
            inputs.0.push(Input { name: "standard input".into(), file });
        }
        inputs.and(paths.iter().filter(|path| !is_standard(path)).map(PathBuf::as_path))
    }

    /// The same and other files. What is no file, such as a pipe or a puzzle itself, cannot be
    /// replaced and is none of them.
    pub(crate) fn and<'a>(mut self, paths: impl IntoIterator<Item = &'a Path>) -> Self {
        self.0.extend(paths.into_iter().filter_map(|path| {
            Some(Input { name: path.display().to_string(), file: identity(path)? })
        }));
        self
    }

    /// The input that a path leads to, by whatever name or link, as the user calls it.
    pub(crate) fn find(&self, path: &Path) -> Option<&str> {
        let file = identity(path)?;
        self.0.iter().find(|input| input.file == file).map(|input| &*input.name)
    }
}

/// The file that a path leads to, if any.
#[cfg(unix)]
fn identity(path: &Path) -> Option<Identity> {
    path.metadata().ok().and_then(|found| of(&found))
}

/// The file that a path leads to, if any.
#[cfg(not(unix))]
fn identity(path: &Path) -> Option<Identity> {
    path.canonicalize().ok().filter(|path| path.is_file())
}

/// The file that standard input comes from, if it does.
#[cfg(unix)]
fn standard() -> Option<Identity> {
    let own = std::io::stdin().as_fd().try_clone_to_owned().ok()?;
    File::from(own).metadata().ok().and_then(|found| of(&found))
}

/// The file that standard input comes from: that cannot be known here.
#[cfg(not(unix))]
fn standard() -> Option<Identity> {
    None
}

#[cfg(unix)]
fn of(found: &Metadata) -> Option<Identity> {
    found.is_file().then(|| (found.dev(), found.ino()))
}
