//! Fuzz targets on their seeds, without instrumentation or a C++ compiler: that they compile and that
//! what they were written for still holds.

use std::collections::BTreeSet;
use std::path::Path;

/// A target is a function here.
#[macro_export]
macro_rules! fuzz_target {
    (|$bytes:ident: &[u8]| $body:block) => {
        pub(super) fn run($bytes: &[u8]) $body
    };
}

macro_rules! targets {
    ($($name:ident $path:literal)*) => {
        $(
            #[path = $path]
            #[expect(unused_attributes, reason = "a program of its own otherwise, without `main`")]
            mod $name;
        )*
        const TARGETS: &[(&str, fn(&[u8]))] = &[$((stringify!($name), $name::run)),*];
    };
}
targets! {
    certificate "../../fuzz/fuzz_targets/certificate.rs"
    constraint_strings "../../fuzz/fuzz_targets/constraint_strings.rs"
    dimacs "../../fuzz/fuzz_targets/dimacs.rs"
    engines_agree "../../fuzz/fuzz_targets/engines_agree.rs"
    lanes "../../fuzz/fuzz_targets/lanes.rs"
    read_puzzles "../../fuzz/fuzz_targets/read_puzzles.rs"
    setters "../../fuzz/fuzz_targets/setters.rs"
    solver_output "../../fuzz/fuzz_targets/solver_output.rs"
}

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
        for entry in std::fs::read_dir(root.join("seeds").join(name)).unwrap() {
            let seed = std::fs::read(entry.unwrap().path()).unwrap();
            run(&seed);
            // What is cut off is another input, mostly a wrong one.
            run(&seed[..seed.len() / 2]);
            run(&seed[1.min(seed.len())..]);
        }
        assert!(
            root.join("seeds").join(name).read_dir().unwrap().next().is_some(),
            "{name}: no seeds"
        );
    }
}
