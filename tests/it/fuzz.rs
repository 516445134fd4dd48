//! Fuzz targets on their seeds, without instrumentation or a C++ compiler: that they compile, and that what
//! they assert holds.

#![expect(
    unused_attributes,
    reason = "targets are programs of their own otherwise, without `main`"
)]

use std::collections::BTreeSet;
use std::path::Path;

/// A target is a function here.
#[macro_export]
macro_rules! fuzz_target {
    (|$bytes:ident: &[u8]| $body:block) => {
        pub(super) fn run($bytes: &[u8]) $body
    };
}

#[path = "../../fuzz/fuzz_targets/certificate.rs"]
mod certificate;
#[path = "../../fuzz/fuzz_targets/constraint_strings.rs"]
mod constraint_strings;
#[path = "../../fuzz/fuzz_targets/dimacs.rs"]
mod dimacs;
#[path = "../../fuzz/fuzz_targets/engines_agree.rs"]
mod engines_agree;
#[path = "../../fuzz/fuzz_targets/lanes.rs"]
mod lanes;
#[path = "../../fuzz/fuzz_targets/read_puzzles.rs"]
mod read_puzzles;
#[path = "../../fuzz/fuzz_targets/setters.rs"]
mod setters;
#[path = "../../fuzz/fuzz_targets/solver_output.rs"]
mod solver_output;

/// A name, and what is done with bytes.
type Target = (&'static str, fn(&[u8]));

const TARGETS: &[Target] = &[
    ("certificate", certificate::run),
    ("constraint_strings", constraint_strings::run),
    ("dimacs", dimacs::run),
    ("engines_agree", engines_agree::run),
    ("lanes", lanes::run),
    ("read_puzzles", read_puzzles::run),
    ("setters", setters::run),
    ("solver_output", solver_output::run),
];

/// The names of what is in a folder, without the ends of files.
fn names(folder: &Path) -> BTreeSet<String> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect()
}

#[test]
fn targets_hold_on_their_seeds() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz");
    let listed: BTreeSet<_> = TARGETS.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(listed, names(&root.join("fuzz_targets")));
    assert_eq!(listed, names(&root.join("seeds")));
    for (name, run) in TARGETS {
        run(&[]);
        let seeds: Vec<_> = std::fs::read_dir(root.join("seeds").join(name)).unwrap().collect();
        assert!(!seeds.is_empty(), "{name}: no seeds");
        for entry in seeds {
            let seed = std::fs::read(entry.unwrap().path()).unwrap();
            run(&seed);
            // What is cut off is another input, mostly a wrong one.
            run(&seed[..seed.len() / 2]);
            run(&seed[1.min(seed.len())..]);
        }
    }
}
