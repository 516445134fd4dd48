//! Certificates made in shards and put together; runs that were killed, resumed.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use satoku_check::Contents;

use crate::program::{file, satoku};
use crate::shards::{killed_until_done, puzzles};

/// All files below a folder, by their names there.
fn tree(dir: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    let mut folders = vec![dir.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap().map(Result::unwrap) {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(dir).unwrap().to_owned();
                all.insert(name, fs::read(path).unwrap());
            }
        }
    }
    all
}

/// The shards of a run, each in a folder.
fn shards(dir: &Path, args: &[&str], of: usize) -> Vec<String> {
    let shard = |number: usize| {
        let out = dir.join(format!("{number}-{of}")).to_str().unwrap().to_owned();
        let ran =
            satoku(&[args, &["-q", "--shard", &format!("{number}/{of}"), "-o", &out]].concat());
        assert!(matches!(ran.status, 0 | 2), "{}", ran.err);
        for line in ran.out.lines().filter(|line| line.contains(": unique")) {
            assert!(Path::new(line.split(':').next().unwrap()).join("manifest.json").exists());
        }
        out
    };
    (1..=of).map(shard).collect()
}

fn words<'a>(before: &[&'a str], parts: &'a [String]) -> Vec<&'a str> {
    before.iter().copied().chain(parts.iter().map(String::as_str)).collect()
}

#[test]
fn certificates_of_shards_are_those_of_the_run() {
    let dir = tempfile::tempdir().unwrap();
    let lines = file(dir.path(), "a.txt", puzzles(17));
    let one = file(dir.path(), "one.txt", puzzles(1));
    let small = file(dir.path(), "small.txt", "1..............4 # layout=2x2+diagonals\n");
    for (k, args) in [
        &["prove", &lines][..],
        &["prove", "--compressed", "--drat", &lines],
        &["prove", "--cube", "all/3", &small],
        &["prove", &one],
    ]
    .into_iter()
    .enumerate()
    {
        let path = |name: &str| dir.path().join(format!("{k}-{name}"));
        let whole = path("whole");
        satoku(&[args, &["-q", "-o", whole.to_str().unwrap()]].concat());
        for of in [1, 2, 7] {
            let parts = path(&format!("parts-{of}"));
            let parts = shards(&parts, args, of);
            let out = path(&format!("merged-{of}"));
            let ran = satoku(&words(&["merge", "-o", out.to_str().unwrap()], &parts));
            assert_eq!((ran.status, &*ran.out, &*ran.err), (0, "", ""), "{args:?}");
            assert!(tree(&whole) == tree(&out), "{args:?}, {of}");
            let ran = satoku(&["verify", out.to_str().unwrap()]);
            assert_eq!(ran.status, 0, "{}", ran.out);
            // A shard is whole by itself, too.
            let ran = satoku(&["verify", &parts[0]]);
            assert_eq!(ran.status, 0, "{}", ran.out);
        }
    }
}

#[test]
fn cubes_that_were_proved_in_shards_make_one_certificate() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let puzzle = "puzzles/9x9/first.txt";
    let parts = shards(dir.path(), &["prove", "--cube", "all/4", puzzle], 2);
    let whole = path("whole");
    let how = ["cubes", "--combine", "--certificate", &whole, puzzle];
    let ran = satoku(&words(&how, &parts));
    assert_eq!(ran.status, 0, "{}", ran.err);
    let ran = satoku(&["verify", &whole, "--puzzle", puzzle]);
    assert!(ran.status == 0 && ran.out.contains(": holds: unique"), "{}", ran.out);
}

#[test]
fn what_does_not_belong_together_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let lines = file(dir.path(), "a.txt", puzzles(9));
    let out = dir.path().join("out").to_str().unwrap().to_owned();
    let refused = |parts: &[&str], why: &str| {
        let ran = satoku(&[&["merge", "-o", &out], parts].concat());
        assert_eq!(ran.status, 2, "{parts:?}");
        assert!(ran.err.contains(why), "{}", ran.err);
        assert!(!Path::new(&out).exists());
    };
    let parts = shards(&dir.path().join("a"), &["prove", &lines], 3);
    let [one, two, three] = &parts[..] else { unreachable!() };
    let others = shards(&dir.path().join("b"), &["prove", "--compressed", &lines], 3);
    refused(&[one, three], "shard 2/3 is missing");
    refused(&[one, two, three, two], "a second time");
    refused(&[one, two, &others[2]], "of another run");
    refused(&[one, two, &lines], "is no folder");
    let whole = dir.path().join("whole").to_str().unwrap().to_owned();
    satoku(&["prove", "-q", "-o", &whole, &lines]);
    refused(&[one, two, &whole], "no certificates of a shard");
    let of_one = fs::read_dir(three).unwrap().map(|entry| entry.unwrap().path());
    let of_one = of_one.filter(|path| path.is_dir()).max().unwrap();
    fs::remove_dir_all(&of_one).unwrap();
    let number = of_one.file_name().unwrap().to_str().unwrap();
    refused(&[one, two, three], &format!("{number} is missing"));
    let ran = satoku(&["merge", one, two]);
    assert!(ran.status == 2 && ran.err.contains("give -o DIR"), "{}", ran.err);
    let ran = satoku(&["merge", "-o", one, one]);
    assert_eq!(ran.status, 2);
    let proof = ["prove", "--proof", &lines, "--shard", "1/2", "-o", &out, &lines];
    assert!(satoku(&proof).err.contains("--proof FILE is of one puzzle"));
}

#[test]
fn proofs_that_were_killed_go_on() {
    let dir = tempfile::tempdir().unwrap();
    let lines = file(dir.path(), "a.txt", puzzles(60));
    let whole = dir.path().join("whole");
    let asked = ["prove", "--quiet", "--jobs", "2", "--drat", &lines];
    let ran = satoku(&[&asked[..], &["-o", whole.to_str().unwrap()]].concat());
    let (mut seed, mut kills) = (3, 0);
    for run in 0..3 {
        let out = dir.path().join(format!("out-{run}"));
        let args = [&asked[..], &["--resume", "-o", out.to_str().unwrap()]].concat();
        kills += killed_until_done(&args, &mut seed);
        assert!(tree(&whole) == tree(&out), "{run}");
        // All answers are told again, and nothing is left to do.
        let told = satoku(&args).out;
        assert_eq!(told.replace(out.to_str().unwrap(), whole.to_str().unwrap()), ran.out);
    }
    assert!(kills > 0, "nothing was killed: the runs are too short");
}

#[test]
fn another_run_is_not_gone_on_with() {
    let dir = tempfile::tempdir().unwrap();
    let lines = file(dir.path(), "a.txt", puzzles(9));
    let out = dir.path().join("out");
    let partial = out.join(".partial");
    fs::create_dir_all(partial.join("1")).unwrap();
    let resumed = || satoku(&["prove", "-q", "--resume", "-o", out.to_str().unwrap(), &lines]);
    for run in [None, Some("0123456789abcdef0123456789abcdef")] {
        if let Some(run) = run {
            fs::write(partial.join("run"), run).unwrap();
        }
        let ran = resumed();
        assert_eq!(ran.status, 2);
        assert!(ran.err.contains("left by another run"), "{}", ran.err);
    }
    // A run that had made nothing leaves nothing to go on with.
    fs::remove_dir(partial.join("1")).unwrap();
    assert_ne!(resumed().status, 1);
    assert!(out.join("1/manifest.json").exists() && !partial.exists());
}

/// Wherever a run is ended while it moves or removes certificates, nothing that it leaves is foreign.
#[test]
fn certificates_that_come_or_go_are_known() {
    let dir = tempfile::tempdir().unwrap();
    for many in [1, 9] {
        let lines = file(dir.path(), "a.txt", puzzles(many));
        let out = dir.path().join(format!("out-{many}"));
        satoku(&["prove", "-q", "--drat", "-o", out.to_str().unwrap(), &lines]);
        let contents = || {
            let contents = Contents::of(&out).unwrap();
            assert!(contents.foreign.is_empty(), "{:?}", contents.foreign);
            contents.own
        };
        if many == 1 {
            // Moved in the order in which they are listed: the manifest last.
            let alone = out.join(Contents::PARTIAL).join(Contents::ALONE);
            fs::create_dir_all(&alone).unwrap();
            let own = contents();
            assert!(own.len() > 2);
            for name in &own {
                fs::rename(out.join(name), alone.join(name)).unwrap();
            }
            for (moved, name) in own.iter().enumerate() {
                fs::rename(alone.join(name), out.join(name)).unwrap();
                assert_eq!(contents()[..], own[..=moved]);
            }
            fs::remove_dir_all(out.join(Contents::PARTIAL)).unwrap();
        }
        let own = contents();
        for (removed, name) in own.iter().enumerate() {
            fs::remove_file(out.join(name)).unwrap();
            assert_eq!(contents()[..], own[removed + 1..]);
        }
    }
}
