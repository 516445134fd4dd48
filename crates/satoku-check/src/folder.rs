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
    /// The shard that the folder has; none if it has all.
    pub shard: Option<Shard>,
}

/// Every so many-th puzzle of a batch, from one of the first ones on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shard {
    /// Which, from 1: the number of its first puzzle.
    pub number: u64,
    /// How many shards there are.
    pub of: u64,
    /// What tells the run from others that it was a shard of.
    pub run: String,
}

impl Shard {
    fn read(shard: &Value, run: &Value) -> Option<Self> {
        let (number, of) = shard.as_str()?.split_once('/')?;
        let (number, of) = (number.parse().ok()?, of.parse().ok()?);
        (1..=of).contains(&number).then_some(Shard { number, of, run: run.as_str()?.to_owned() })
    }
}

impl Index {
    /// The name of its file.
    pub const NAME: &'static str = INDEX;

    /// The text of its file.
    pub fn write(&self) -> String {
        let Index { puzzles, without, shard } = self;
        let mut index = json!({ "format": FORMAT, "puzzles": puzzles, "without": without });
        if let Some(Shard { number, of, run }) = shard {
            index["shard"] = format!("{number}/{of}").into();
            index["run"] = run.as_str().into();
        }
        format!("{index:#}\n")
    }

    /// The index of a folder, if it has one.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn of(dir: &Path) -> Result<Option<Self>> {
        if !dir.join(INDEX).exists() {
            return Ok(None);
        }
        read_whole(dir, INDEX, MAX_INDEX).and_then(|text| Index::read(&text)).map(Some)
    }

    /// The numbers of the puzzles that the folder is about.
    pub fn numbers(&self) -> impl Iterator<Item = u64> + use<> {
        let (number, of) = self.shard.as_ref().map_or((1, 1), |shard| (shard.number, shard.of));
        let step = usize::try_from(of).unwrap_or(usize::MAX);
        (number..=self.puzzles).step_by(step)
    }

    /// Whether the folder is about the puzzle of a number.
    fn has(&self, number: u64) -> bool {
        let (first, of) = self.shard.as_ref().map_or((1, 1), |shard| (shard.number, shard.of));
        (first..=self.puzzles).contains(&number) && (number - first).is_multiple_of(of)
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
        let shard = match value.get("shard") {
            Some(shard) => Some(Shard::read(shard, &value["run"]).ok_or_else(wrong)?),
            None => None,
        };
        let index = Index { puzzles, without, shard };
        let within = index.without.iter().all(|&number| index.has(number));
        if sorted && within { Ok(index) } else { Err(wrong()) }
    }
}

/// What lies in a folder, as far as certificates are concerned.
#[derive(Debug, Default)]
pub struct Contents {
    /// Files of a certificate, known by its manifest, and of an index: names below the folder, the
    /// manifest of each certificate after its other files.
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

    /// The folder, in that one, in which the certificate of a single puzzle is made.
    pub const ALONE: &'static str = "alone";

    /// Looks into a folder, and into the numbered folders in it.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn of(dir: &Path) -> Result<Self> {
        let mut contents = Contents::default();
        contents.look(dir, Path::new(""))?;
        contents.numbered.sort_unstable();
        let is_manifest = |path: &PathBuf| path.file_name().is_some_and(|name| name == MANIFEST);
        contents.own.sort_by_cached_key(|path| {
            (path.parent().map(Path::to_owned), is_manifest(path), path.clone())
        });
        contents.foreign.sort();
        Ok(contents)
    }

    fn look(&mut self, dir: &Path, below: &Path) -> Result<()> {
        let here = dir.join(below);
        let is_top = below.as_os_str().is_empty();
        let mut files = files_of(&here);
        if is_top {
            // One that was on its way from there when its run was ended.
            files.extend(files_of(&here.join(PARTIAL).join(Self::ALONE)));
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
    let index = index?;
    let Index { puzzles, without, .. } = &index;
    let stranger = |number: &&u64| !index.has(**number) || without.binary_search(number).is_ok();
    if let Some(number) = numbered.iter().find(stranger) {
        return refused(format!("{number} is not among the certificates of {INDEX}"));
    }
    let there = |number: &u64| numbered.binary_search(number).is_ok();
    let wanted = index.numbers().filter(|number| without.binary_search(number).is_err());
    // What is there is wanted, so the first gap comes soon.
    if let Some(number) = wanted.take(numbered.len() + 1).find(|number| !there(number)) {
        return refused(format!(
            "{number} is missing, though {INDEX} says that there are {puzzles}"
        ));
    }
    if numbered.is_empty() {
        return Err(Error::input(format!("{INDEX}: a batch of {puzzles} puzzles, no certificate")));
    }
    let mut numbers: Vec<_> = numbered.iter().chain(without).collect();
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
