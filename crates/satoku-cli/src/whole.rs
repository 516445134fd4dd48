//! Files that are there whole or not at all: written under another name beside their place, which
//! they take once all is written.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use crate::inputs::Inputs;
use crate::monitor::say;

/// A file that is written.
#[derive(Debug)]
pub(crate) struct Whole {
    file: File,
    /// Where it is and where it belongs; none for what is no file, such as a pipe, which is written
    /// to as it is.
    places: Option<(PathBuf, PathBuf)>,
    /// Whether it is left where it is, should it not come to its end.
    is_kept: bool,
}

impl Whole {
    /// Begins a file.
    ///
    /// # Errors
    /// If it is an input, or cannot be written.
    pub(crate) fn create(path: &Path, inputs: &Inputs) -> anyhow::Result<Self> {
        let name = || path.display().to_string();
        let Some(place) = place(path, inputs)? else {
            let file = File::create(path).with_context(name)?;
            return Ok(Whole { file, places: None, is_kept: false });
        };
        let partial = beside(&place, &format!(".{}.partial", std::process::id()))?;
        tell_left(&place, &partial);
        // What another run left there, or a link that leads elsewhere.
        _ = fs::remove_file(&partial);
        let file = OpenOptions::new().write(true).create_new(true).open(&partial);
        let file = file.with_context(|| partial.display().to_string())?;
        Ok(Whole { file, places: Some((partial, place)), is_kept: false })
    }

    /// Goes on with a file that belongs in a place, and is left where it is unless it comes to its end.
    pub(crate) fn kept(file: File, at: PathBuf, place: PathBuf) -> Self {
        Whole { file, places: Some((at, place)), is_kept: true }
    }

    /// What is written to.
    pub(crate) fn file(&self) -> &File {
        &self.file
    }

    /// All is written: the file takes its place.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn finish(mut self) -> anyhow::Result<()> {
        let Some((at, place)) = &self.places else { return Ok(()) };
        self.file.sync_all()?;
        fs::rename(at, place).with_context(|| place.display().to_string())?;
        self.places = None;
        Ok(())
    }
}

impl Drop for Whole {
    fn drop(&mut self) {
        if let Some((at, _)) = self.places.take().filter(|_| !self.is_kept) {
            _ = fs::remove_file(at);
        }
    }
}

/// Writes standard output, or a file that is there whole or not at all.
///
/// # Errors
/// If the file is an input, or it cannot be written.
pub(crate) fn write(
    path: Option<&Path>,
    inputs: &Inputs,
    fill: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let Some(path) = path else { return fill(&mut io::stdout()) };
    let whole = Whole::create(path, inputs)?;
    fill(&mut whole.file())?;
    whole.finish()
}

/// Says which files beside a place were begun for it, and not by this run. Whether one of them is
/// being written, perhaps by another machine, cannot be told from here.
fn tell_left(place: &Path, own: &Path) {
    let start = place.file_name().map(|name| format!("{}.", name.to_string_lossy()));
    let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty());
    let Ok(entries) = fs::read_dir(folder.unwrap_or(Path::new("."))) else { return };
    let mut left: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    left.retain(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let middle = start.as_ref().and_then(|start| name.strip_prefix(start.as_str()));
        let number = middle.and_then(|rest| rest.strip_suffix(".partial"));
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        number.is_some_and(is_number) && path.file_name() != own.file_name()
    });
    left.sort();
    for path in left {
        say(format!(
            "satoku: {}: left by a run that was killed, unless one still writes it: then remove it",
            satoku_check::shown(path.display().to_string())
        ));
    }
}

/// The place of a file that is to be written: a link stays one. None for what is there and no file.
///
/// # Errors
/// If it is an input.
pub(crate) fn place(path: &Path, inputs: &Inputs) -> anyhow::Result<Option<PathBuf>> {
    if let Some(input) = inputs.find(path) {
        bail!("{}: is an input ({input}); write to another file", path.display());
    }
    if path.metadata().is_ok_and(|found| !found.is_file()) {
        return Ok(None);
    }
    Ok(Some(path.canonicalize().unwrap_or_else(|_| path.to_owned())))
}

/// The name of a file with an ending, in the same folder.
///
/// # Errors
/// If it is the name of no file.
pub(crate) fn beside(place: &Path, ending: &str) -> anyhow::Result<PathBuf> {
    let name = place.file_name().with_context(|| format!("{}: no file", place.display()))?;
    let mut longer = name.to_owned();
    longer.push(ending);
    Ok(place.with_file_name(longer))
}
