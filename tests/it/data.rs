//! Where test data lies, and how it is read.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use satoku::format::{Entry, ReadOptions, Reader};

/// The root of the repository, from whichever of its packages.
pub(crate) fn root() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.ancestors().find(|dir| dir.join("puzzles").is_dir()).unwrap()
}

/// The puzzles of the repository.
pub(crate) fn puzzles() -> PathBuf {
    root().join("puzzles")
}

/// The folder of real puzzles, which the variable `SATOKU_SHARED` names. Tests that need it are
/// called `real_…` and ignored, so that they show where they are not run.
pub(crate) fn shared() -> PathBuf {
    let given = std::env::var_os("SATOKU_SHARED").expect("SATOKU_SHARED names a folder of puzzles");
    // Tests run in the folder of their package; the path is meant from the root.
    let data = root().join(given);
    assert!(data.is_dir(), "SATOKU_SHARED: no folder {}", data.display());
    data
}

/// All puzzles of a file; `-` is the layout that the file itself says.
pub(crate) fn read(path: &Path, layout: &str) -> Vec<Entry> {
    let mut options = ReadOptions::default();
    if layout != "-" {
        options.layout = layout.parse().unwrap();
    }
    let whole = || -> satoku::Result<Vec<Entry>> {
        let mut reader = Reader::open(path, &options)?;
        let parser = reader.parser();
        let mut entries = Vec::new();
        while let Some(record) = reader.next_record()? {
            entries.push(parser.parse(&record)?);
        }
        Ok(entries)
    };
    whole().unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The only puzzle of a file.
pub(crate) fn read_one(path: &Path, layout: &str) -> Entry {
    let mut entries = read(path, layout);
    assert_eq!(entries.len(), 1, "{}", path.display());
    entries.remove(0)
}

/// All files directly in a directory with an ending, in order.
pub(crate) fn files(dir: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(dir).unwrap_or_else(|e| panic!("{}: {e}", dir.display()));
    let mut paths: Vec<_> = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == ending))
        .collect();
    paths.sort();
    paths
}

/// What is known of each file: its path within the data, and the answer found for it.
pub(crate) fn verdicts(data: &Path) -> BTreeMap<String, String> {
    let text = std::fs::read_to_string(data.join("VERIFIED.tsv")).unwrap();
    let fields = text.lines().filter_map(|line| {
        let mut fields = line.split('\t');
        Some((fields.next()?.to_owned(), fields.next()?.to_owned()))
    });
    fields.collect()
}

/// A path as it is written everywhere.
pub(crate) fn slashes(path: &Path) -> String {
    path.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}
