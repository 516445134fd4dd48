//! Folders of certificates: one alone, or a batch in numbered folders with an index that says how
//! many there are.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::certificate::{DRAT, MAX_MANIFEST, named, read_whole};
use super::manifest::{self, Manifest};
use crate::error::{Error, Result};

/// The file that says what a certificate is.
pub(super) const MANIFEST: &str = "manifest.json";

/// The file that says how many certificates a batch has.
const INDEX: &str = "index.json";

/// The folder in which certificates are made, before they take their places beside it.
const PARTIAL: &str = ".partial";

/// The first line of what an index is.
const FORMAT: &str = "satoku certificates 1";

/// The longest index that is read.
const MAX_INDEX: u64 = 64 << 20;

/// How many puzzles a batch was made of, and which of them have no certificate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Index {
    /// The puzzles, numbered from 1: the certificate of each is in the folder of its number.
    pub puzzles: u64,
    /// The numbers of those without certificate, in order.
    pub without: Vec<u64>,
}

impl Index {
    /// The name of its file.
    pub const NAME: &'static str = INDEX;

    /// The text of its file.
    pub fn write(&self) -> String {
        let Index { puzzles, without } = self;
        format!("{:#}\n", json!({ "format": FORMAT, "puzzles": puzzles, "without": without }))
    }

    fn read(text: &[u8]) -> Result<Self> {
        let wrong = || Error::input(format!("{INDEX}: expected the format {FORMAT:?}"));
        let value: Value = serde_json::from_slice(text)
            .map_err(|error| Error::input(format!("{INDEX}: {error}")))?;
        if value["format"] != FORMAT {
            return Err(wrong());
        }
        let puzzles = value["puzzles"].as_u64().ok_or_else(wrong)?;
        let without = value["without"].as_array().ok_or_else(wrong)?.iter().map(Value::as_u64);
        let without: Vec<_> = without.collect::<Option<_>>().ok_or_else(wrong)?;
        let sorted = without.is_sorted_by(|a, b| a < b);
        let within = without.iter().all(|number| (1..=puzzles).contains(number));
        if sorted && within { Ok(Index { puzzles, without }) } else { Err(wrong()) }
    }
}

/// What lies in a folder, as far as certificates are concerned.
#[derive(Debug, Default)]
pub struct Contents {
    /// Files of a certificate, known by its manifest, and of an index: names below the folder.
    pub own: Vec<PathBuf>,
    /// Numbered folders that hold certificates.
    pub numbered: Vec<u64>,
    /// Whatever else there is: names below the folder.
    pub foreign: Vec<PathBuf>,
    /// Whether certificates are being made here, or a run that made some was interrupted.
    pub is_partial: bool,
    is_certificate: bool,
    index: Option<Result<Index>>,
}

impl Contents {
    /// The folder, in a folder of certificates, in which they are made.
    pub const PARTIAL: &'static str = PARTIAL;

    /// Looks into a folder, and into the numbered folders in it.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn of(dir: &Path) -> Result<Self> {
        let mut contents = Contents::default();
        contents.look(dir, Path::new(""))?;
        contents.numbered.sort_unstable();
        contents.own.sort();
        contents.foreign.sort();
        Ok(contents)
    }

    fn look(&mut self, dir: &Path, below: &Path) -> Result<()> {
        let here = dir.join(below);
        let is_top = below.as_os_str().is_empty();
        let files = files_of(&here);
        if is_top {
            self.is_certificate = here.join(MANIFEST).exists();
        }
        for entry in fs::read_dir(&here).map_err(|error| named(&here, &error))? {
            let entry = entry.map_err(|error| named(&here, &error))?;
            let name = entry.file_name();
            let name = name.to_str().unwrap_or_default();
            let path = below.join(entry.file_name());
            let is_dir = entry.file_type().is_ok_and(|kind| kind.is_dir());
            if is_top && is_dir && name == PARTIAL {
                self.is_partial = true;
            } else if is_top
                && is_dir
                && let Some(number) = number(name)
            {
                self.numbered.push(number);
                self.look(dir, &path)?;
            } else if !is_dir && files.contains(&name) {
                self.own.push(path);
            } else if is_top && !is_dir && name == INDEX {
                let index = read_whole(dir, INDEX, MAX_INDEX).and_then(|text| Index::read(&text));
                let list = if index.is_ok() { &mut self.own } else { &mut self.foreign };
                list.push(path);
                self.index = Some(index);
            } else {
                self.foreign.push(path);
            }
        }
        Ok(())
    }
}

/// A puzzle of a batch, or the one of a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// The folder of its certificate.
    pub dir: PathBuf,
    /// Whether it should have one; the index of a batch names puzzles without.
    pub has_certificate: bool,
}

/// The puzzles that a folder is about: one, with its certificate in the folder itself, or those of
/// a batch by number, with their certificates in numbered folders.
///
/// # Errors
/// If the folder cannot be read, or is a batch without any certificate; if it holds something other
/// than one whole certificate or one whole batch ([`Error::is_proof`]).
pub fn certificates(dir: &Path) -> Result<Vec<Member>> {
    let contents = Contents::of(dir)?;
    let numbered = contents.numbered;
    let refused = |message: String| Err(Error::proof(message));
    if contents.is_partial {
        return refused(format!(
            "{PARTIAL}: certificates are being made, or a run was interrupted"
        ));
    }
    if contents.is_certificate && (contents.index.is_some() || !numbered.is_empty()) {
        return refused(format!("{MANIFEST} of one certificate beside those of several"));
    }
    let Some(index) = contents.index else {
        return match numbered.first() {
            None => Ok(vec![Member { dir: dir.to_owned(), has_certificate: true }]),
            Some(_) => refused(format!(
                "numbered certificates without {INDEX}, which says how many there should be"
            )),
        };
    };
    let Index { puzzles, without } = index?;
    let stranger =
        |number: &&u64| !(1..=puzzles).contains(number) || without.binary_search(number).is_ok();
    if let Some(number) = numbered.iter().find(stranger) {
        return refused(format!("{number} is not among the certificates of {INDEX}"));
    }
    let there = |number: &u64| numbered.binary_search(number).is_ok();
    let wanted = (1..=puzzles).filter(|number| without.binary_search(number).is_err());
    // What is there is wanted, so the first gap comes soon.
    if let Some(number) = wanted.take(numbered.len() + 1).find(|number| !there(number)) {
        return refused(format!(
            "{number} is missing, though {INDEX} says that there are {puzzles}"
        ));
    }
    if numbered.is_empty() {
        return Err(Error::input(format!("{INDEX}: a batch of {puzzles} puzzles, no certificate")));
    }
    let mut numbers: Vec<_> = numbered.iter().chain(&without).collect();
    numbers.sort_unstable();
    let member =
        |number: &u64| Member { dir: dir.join(number.to_string()), has_certificate: there(number) };
    Ok(numbers.into_iter().map(member).collect())
}

/// The files of the certificate in a folder, known by its manifest; none if there is no manifest.
pub(super) fn files_of(dir: &Path) -> Vec<&'static str> {
    let text = read_whole(dir, MANIFEST, MAX_MANIFEST);
    let manifest = text.and_then(|text| Manifest::read(&text));
    let files = manifest.map(|manifest| [manifest.files(), vec![MANIFEST, DRAT]].concat());
    files.unwrap_or_default()
}

/// Whether a file of this name, in a folder of certificates or a numbered folder in it, can be
/// one of theirs.
pub fn is_file_name(path: &Path) -> bool {
    let names: Option<Vec<_>> = path.iter().map(|name| name.to_str()).collect();
    let is_file = |name| manifest::FILES.contains(&name) || [MANIFEST, DRAT].contains(&name);
    match names.as_deref() {
        Some([name]) => is_file(name) || *name == INDEX,
        Some([folder, name]) => number(folder).is_some() && is_file(name),
        _ => false,
    }
}

/// The number that a folder is named by.
fn number(name: &str) -> Option<u64> {
    name.parse().ok().filter(|number: &u64| number.to_string() == name)
}
